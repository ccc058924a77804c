// A chapter on paper. A browser prints what is in sight: a part of a page that scrolls, boards that wait to be drawn, questions
// as buttons; Lab prints the file, which lacks what was played. So before a page is printed a sheet is made of the whole
// chapter, with all that plays in its still form, and it alone is printed.

const WIDGET = "application/vnd.jupyter.widget-view+json";
const PATIENCE = 8000; // milliseconds that Python has to say how the boards stand now
const PAUSE = 400; // between two boards that are asked for without a hurry
const LIGHT = { jpThemeLight: "true", jpThemeName: "JupyterLab Light" };
const ASKS = /^fm\.(ask|ticket|question|decide)\b/m;
const UNPREPARED = "This page was not set up before it was printed, so its questions are not here: set it up, then print it.";

const CSS = `
.fmbook-print { display: none; }
@media print {
  html:has(.fmbook-print), body:has(> .fmbook-print) { position: static; height: auto; overflow: visible; background: #fff !important; }
  body:has(> .fmbook-print) > :not(.fmbook-print) { display: none !important; }
  .fmbook-print { display: block; ${["content-font", "ui-font"].flatMap((kind) => [0, 1, 2, 3].map((at) => `--jp-${kind}-color${at}: #000;`)).join(" ")}
    --jp-layout-color0: #fff; --jp-layout-color1: #fff; --jp-layout-color2: #f2f2f2; --jp-rendermime-table-row-background: #f2f2f2;
    --jp-rendermime-error-background: #fff; --jp-content-link-color: #000; color: #000; background: #fff; color-scheme: light; }
  .fmbook-print.jp-RenderedHTMLCommon { font-size: 10pt; line-height: 1.4; padding: 0; }
  .fmbook-print > * { margin: 0 0 3mm; }
  .fmbook-print :is(h1, h2, h3, h4, .fmbook-prompt) { break-after: avoid; }
  .fmbook-print :is(tr, li, pre, section, .fmbook-still, .fmbook-prompt, .fmbook-choices) { break-inside: avoid; }
  .fmbook-print section { --fmbook-tallest: 110mm; }
  .fmbook-print .fmbook-choices { list-style: "☐  "; }
  .fmbook-print pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  .fmbook-print .fmbook-picture { display: block; break-inside: avoid; }
  .fmbook-print .fmbook-source { border-left: 1mm solid #ccc; padding-left: 3mm; }
  .fmbook-print .fmbook-when { display: block; font-size: 8pt; }
  .fmbook-print :is(.jp-InternalAnchorLink, button) { display: none; }
}`;

function element(tag, className, text = "") {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

// a picture names its parts, and so does the next one: each has a room of its own
function picture(svg) {
  const frame = element("div", "fmbook-picture");
  frame.attachShadow({ mode: "open" }).innerHTML =
    `<style>svg { display: block; max-width: 100%; max-height: var(--fmbook-tallest, 220mm); height: auto; }</style>${svg}`;
  return frame;
}

function still(data) {
  const html = [data["text/html"] ?? data["image/svg+xml"]].flat().join("");
  if (!html) return ""; // a button that waits says nothing on paper
  const form = element("div", "fmbook-still");
  form.innerHTML = html;
  for (const svg of form.querySelectorAll("svg")) svg.replaceWith(picture(svg.outerHTML));
  return form;
}

// what a box shows is copied from the page, but for what plays
function copy(seen) {
  if (!seen?.childNodes.length) return null;
  const made = element("div", "");
  made.append(...seen.cloneNode(true).childNodes);
  for (const svg of made.querySelectorAll("svg")) svg.replaceWith(picture(svg.outerHTML));
  return made;
}

const words = (shown) => [shown.text ?? shown.data?.["text/plain"] ?? ""].flat().join("");
const after = (milliseconds) => new Promise((then) => setTimeout(then, milliseconds));

export class Paper {
  constructor(page) {
    [this.page, this.stills] = [page, {}]; // the still forms that Python has told since, by the widget's id
    if (!document.querySelector("style.fmbook-print-style"))
      document.head.append(element("style", "fmbook-print-style", CSS));
  }

  // as a reader does it by Lab's own key or menu: how things stand now, if Python has the time to say so
  async print() {
    if (this.kernel?.status === "idle") await Promise.race([this.ask(this.page.views()), after(PATIENCE)]).catch(() => null);
    window.print();
  }

  get kernel() {
    return this.page.session.session?.kernel;
  }

  async ask(ids) {
    const asked = `__import__("fmbook.widgets.page.stills", fromlist=["stills"]).stills(${JSON.stringify(ids)})`;
    const sent = { code: "", silent: true, store_history: false, user_expressions: { asked } };
    const answer = await this.kernel.requestExecute(sent).done;
    Object.assign(this.stills, answer.content.user_expressions?.asked?.data?.["application/json"]);
  }

  // after a reload a page has only what plays, and a browser that prints by its own menu does not wait for Python
  async gather() {
    for (const id of this.page.views()) {
      await after(PAUSE);
      if (this.page.panel.isDisposed || this.kernel?.status !== "idle") return;
      if (!this.stills[id]) await this.ask([id]);
    }
  }

  forget(ids) {
    for (const id of ids) delete this.stills[id];
  }

  lay() {
    this.clear();
    this.sheet = element("div", "fmbook-print jp-RenderedHTMLCommon");
    this.sheet.lang = this.page.panel.content.node.lang;
    const cells = this.page.panel.content.widgets;
    if (cells.some((cell) => cell.model.type === "code" && !cell.model.outputs.length && ASKS.test(this.page.source(cell))))
      this.sheet.append(element("p", "", this.page.word(UNPREPARED)));
    for (const cell of cells) this.sheet.append(...this.parts(cell));
    document.body.append(this.sheet);
    const { jpThemeLight, jpThemeName } = document.body.dataset;
    this.theme = { jpThemeLight, jpThemeName };
    Object.assign(document.body.dataset, LIGHT);
  }

  clear() {
    if (!this.sheet) return;
    this.sheet.remove();
    this.sheet = null;
    Object.assign(document.body.dataset, this.theme);
  }

  parts(cell) {
    const written = () => element("pre", "fmbook-source", this.page.source(cell));
    if (cell.model.type !== "code") return [copy(cell.node.querySelector(".jp-MarkdownOutput")) ?? written()];
    const folded = cell.hasClass("fmbook-box") && this.page.panel.content.hasClass("fmbook-folded");
    return [...(folded ? [] : [written()]), ...cell.model.outputs.toJSON().map((each, at) => this.shown(cell, each, at))];
  }

  // a still form is as safe as the box that it came from
  shown(cell, each, at) {
    const id = each.data?.[WIDGET]?.model_id;
    if (id && cell.model.trusted) return still(this.stills[id] ?? each.data);
    return copy(cell.outputArea?.widgets[at]?.node.querySelector(".jp-OutputArea-output")) ?? element("pre", "", words(each));
  }
}
