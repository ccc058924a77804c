// What a lesson card offers in Jupyter in place of what would have to be typed: the answers, pages to print, marks of what was
// handed in, a box to type in. What comes of it stands below the card or in a tab of its own, and in no file of the book: a
// class opens the same chapter.

const PASSING = "fmbook_passing"; // in the metadata of a box that goes away by itself
const TROUBLE = "That could not be worked out. Set the page up again, then press once more.";
const PAPER = "fmbook.widgets.paper.pack";
const BUTTONS = "fmbook.lessons.card_buttons";

export const isPassing = (cell) => cell.model.getMetadata(PASSING) === true;

function element(tag, names = "", text = "") {
  const made = document.createElement(tag);
  [made.className, made.textContent] = [names, text];
  return made;
}

const link = (html, name, text) =>
  Object.assign(element("a", "", text), { href: URL.createObjectURL(new Blob([html], { type: "text/html" })), download: name });

// a tab is asked for while the press lasts: later no browser opens one
function tab(words) {
  const opened = open("", "_blank");
  opened?.document.write(`<p style="font: 16px sans-serif; margin: 2em">${words}</p>`);
  return {
    close: () => opened?.close(),
    show: (html, prints) => {
      if (!opened || opened.closed) return false;
      opened.document.open();
      if (prints) opened.addEventListener("load", () => opened.print(), { once: true });
      opened.document.write(html);
      opened.document.close();
      return true;
    },
  };
}

export class Card {
  constructor(page, { actions, MimeModel }) {
    Object.assign(this, { page, actions, MimeModel, word: page.word });
    const does = {
      key: (button) => this.answers(button),
      "box-to-type": (button) => this.openBox(button),
      "pack-class": (button) => this.print(button, "class", "pack"),
      "pack-teacher": (button) => this.print(button, "teacher", "teacher_pages"),
      "hear-code": (button) => this.readCode(button),
      "open-files": (button) => this.openFiles(button),
    };
    page.panel.content.node.addEventListener("click", ({ target }) => {
      for (const [name, act] of Object.entries(does)) if (target.closest(`.fmbook-${name}`)) void act(target.closest(`.fmbook-${name}`));
    });
    for (const cell of page.panel.content.widgets.filter(isPassing)) this.remove(cell);
  }

  // --- Python is asked ----------------------------------------------------------------------------------------------------

  chapter(button) {
    const cell = this.page.panel.content.widgets.find((each) => each.node.contains(button));
    return this.page.source(cell).match(/fm\.lesson\(["']([^"']+)/)[1];
  }

  // what Python shows of a call, in one form; nothing, if it cannot be asked
  async asked(form, module, name, ...given) {
    const call = `__import__("${module}", fromlist=["${name}"]).${name}(${given.map((each) => JSON.stringify(each)).join(", ")})`;
    const code = `__import__("IPython.display", fromlist=["display"]).display({"${form}": ${call}}, raw=True)`;
    let shown = null;
    const future = this.page.session.session.kernel.requestExecute({ code, silent: false, store_history: false });
    future.onIOPub = ({ content }) => { shown ??= content.data?.[form] ?? null; };
    await future.done;
    return shown;
  }

  below(button, kind) {
    const card = button.closest("details");
    const part = card.querySelector(`.fmbook-below-${kind}`) ?? card.appendChild(element("section", `fmbook-below fmbook-below-${kind}`));
    part.replaceChildren();
    part.setAttribute("role", "status");
    return part;
  }

  // --- the answers --------------------------------------------------------------------------------------------------------

  async answers(button) {
    const shown = button.closest("details").querySelector(".fmbook-below-answers");
    button.textContent = this.word(shown ? "Show the answers" : "Hide the answers");
    if (shown) return shown.remove();
    const part = this.below(button, "answers");
    const markdown = await this.asked("text/markdown", BUTTONS, "answers_in_markdown", this.chapter(button)).catch(() => null);
    if (!markdown) return void (part.textContent = this.word(TROUBLE));
    const words = this.page.panel.content.rendermime.createRenderer("text/markdown");
    await words.renderModel(new this.MimeModel({ data: { "text/markdown": markdown } }));
    part.append(words.node);
  }

  // --- on paper -----------------------------------------------------------------------------------------------------------

  async print(button, whom, name) {
    const part = this.below(button, "paper"), chapter = this.chapter(button);
    part.textContent = this.word("The pages are being laid out …");
    const opened = tab(part.textContent);
    const html = await this.asked("text/html", PAPER, name, chapter).catch(() => null);
    this.show(part, opened, html, `fmbook-${chapter.slice(0, 2)}-${whom}.html`, true);
  }

  show(part, opened, html, name, prints) {
    if (!html) opened.close();
    if (!html) return void (part.textContent = this.word(TROUBLE));
    const well = opened.show(html, prints);
    part.textContent = `${this.word(well ? "It is open in a tab of its own." : "Your browser opened no new tab: download the page, and open it.")} `;
    part.append(link(html, name, this.word("Download the page")));
  }

  // --- what was handed in -------------------------------------------------------------------------------------------------

  readCode(button) {
    const part = this.below(button, "code"), [form, told] = [element("form"), element("p")];
    const field = Object.assign(element("input"), { placeholder: "00-7-…", ariaLabel: this.word("The code"), spellcheck: false });
    form.dataset.lmSuppressShortcuts = "true";
    field.onkeydown = (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault(); // Lab keeps Enter from a form
      form.requestSubmit();
    };
    form.append(field, element("button", "fmbook-say", this.word("What does it say?")));
    form.onsubmit = async (event) => {
      event.preventDefault();
      told.textContent = (await this.asked("text/plain", BUTTONS, "code_in_words", field.value).catch(() => null)) ?? this.word(TROUBLE);
      field.select();
    };
    part.append(form, told);
    field.focus();
  }

  openFiles(button) {
    const part = this.below(button, "files"), chapter = this.chapter(button);
    const picker = Object.assign(element("input"), { type: "file", multiple: true, accept: ".json" });
    picker.onchange = async () => {
      part.textContent = this.word("The files are being marked …");
      const opened = tab(part.textContent);
      const files = await Promise.all([...picker.files].map(async (file) => [file.name, await file.text()]));
      const html = await this.asked("text/html", BUTTONS, "marked_page", chapter, files).catch(() => null);
      this.show(part, opened, html, `fmbook-${chapter.slice(0, 2)}-marks.html`, false);
    };
    picker.click();
  }

  // --- a box to type in, which is put away by itself when the page is opened again, and is saved by nobody who does not mean it ---

  openBox(pressed) {
    const { content } = this.page.panel;
    content.activeCellIndex = content.widgets.findIndex((cell) => cell.node.contains(pressed));
    this.actions.insertBelow(content);
    const cell = content.activeCell;
    cell.model.setMetadata(PASSING, true);
    const away = Object.assign(element("button", "fmbook-away", this.word("Remove this box")), { type: "button" });
    away.onclick = () => this.remove(cell);
    cell.node.append(away);
    content.mode = "edit";
    cell.ready.then(() => cell.editor?.focus());
    this.page.leaveClean();
  }

  remove(cell) {
    const { widgets, model } = this.page.panel.content;
    model.sharedModel.deleteCell(widgets.indexOf(cell));
    this.page.leaveClean();
  }
}
