// Sets a chapter up when it is opened, in JupyterLab and in Notebook 7: its boxes run one after the other, its code is
// folded away, and a line above the page says what is being done. Only a page whose notebook asks for it is touched
// (metadata "fmbook": {"set_up": true}), and nothing runs unless the notebook is trusted.
//
// This file is what a build would make: a module-federation container, written by hand. `init` gets the packages that the
// page shares, `get` gives the factory of the extension. `paper.js` beside it prints a chapter, `still.js` shows what comes,
// `card.js` does what a lesson card offers.
(() => {
  const NAME = "fmbook";
  const BESIDE = document.currentScript.src;
  const WIDGET = "application/vnd.jupyter.widget-view+json";
  const SWITCHED_OFF = "fmbook.set-up-on-opening"; // in the browser's storage: "off", or nothing
  const SHOWN = "fmbook.shown."; // what the boxes of a page show, by the page's path: for its tab, and for a new tab
  const AFTERWARDS = 3000; // milliseconds in which the last boards find their size
  const LATEST = 20_000; // milliseconds after which a picture goes even if no map has been drawn
  const MOST_KEPT = 20_000; // characters of an output that is kept for a reload

  const CSS = `
.fmbook-folded .fmbook-box > .jp-Cell-inputWrapper, .fmbook-folded .jp-OutputPrompt, .fmbook-folded .jp-Collapser,
.fmbook-folded .jp-OutputArea-promptOverlay,
.fmbook-folded .jp-MarkdownCell .jp-InputPrompt, .fmbook-folded .jp-cell-toolbar,
.fmbook-folded .jp-Notebook-footer { display: none; }
.fmbook-folded > .jp-WindowedPanel-outer::after { min-height: 40px !important; } /* no empty screen below the end */
.fmbook-folded .jp-RenderedMarkdown a:not(.jp-InternalAnchorLink) { text-decoration: underline; text-underline-offset: 3px; }
.fmbook-folded .jp-Cell { padding-left: max(10px, calc(50% - 800px)); padding-right: max(10px, calc(50% - 800px)); }
.fmbook-folded .jp-Notebook-cell:not(.jp-mod-editMode), .fmbook-folded .jp-MarkdownCell .jp-InputArea,
.fmbook-folded .jp-MarkdownCell.jp-mod-rendered :is(.jp-MarkdownOutput, .jp-InputArea-editor) { border-color: transparent !important;
  box-shadow: none !important; outline: none !important; }
.fmbook-page .fmbook-elsewhere { display: none; }
.fmbook-page span.fmbook-here { display: inline; }
.fmbook-page :is(.fmbook-key, .fmbook-box-to-type, .fmbook-pack-class, .fmbook-pack-teacher, .fmbook-hear-code, .fmbook-open-files,
  .fmbook-say, .fmbook-away) { display: inline-block; margin: 0 6px 0 0; padding: 2px 10px; cursor: pointer; white-space: nowrap;
  font: inherit; color: var(--jp-ui-font-color1); background: var(--jp-layout-color2); border: 1px solid var(--jp-border-color0);
  border-radius: 4px; }
.fmbook-page tr:has(.fmbook-typed-elsewhere) { display: none; }
.fmbook-page .fmbook-below { margin: 6px 0; padding: 4px 12px; border-left: 3px solid var(--jp-border-color1); }
.fmbook-page .fmbook-below input { margin: 0 6px 0 0; padding: 3px 6px; width: 14em; font: inherit; color: inherit;
  background: var(--jp-layout-color0); border: 1px solid var(--jp-border-color0); border-radius: 4px; }
.fmbook-away { margin: 2px 0 0 auto !important; font: var(--jp-ui-font-size1) var(--jp-ui-font-family) !important; }
.fmbook-page .jp-OutputArea-output pre { word-break: normal; overflow-wrap: anywhere; }
.fmbook-pictured { position: relative; }
.fmbook-kept { position: absolute; inset: 0; z-index: 9; overflow: clip; background: var(--jp-layout-color0); }
.fmbook-again { display: none; margin: 2px 0 0 auto; font: var(--jp-ui-font-size1) var(--jp-ui-font-family); cursor: pointer;
  color: var(--jp-ui-font-color1); background: none; border: 1px solid var(--jp-border-color1); border-radius: 4px;
  padding: 2px 10px; }
.fmbook-again:hover { background: var(--jp-layout-color2); }
.fmbook-folded .fmbook-alive > .fmbook-again { display: block; }
.fmbook-line { display: flex; gap: 10px; align-items: center; height: 32px; min-height: 32px; padding: 0 14px;
  box-sizing: border-box; font-size: var(--jp-ui-font-size1); background: var(--jp-layout-color1);
  color: var(--jp-ui-font-color1); border-bottom: 1px solid var(--jp-border-color2); }
.fmbook-line [role=status] { flex: 0 1 auto; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.fmbook-line progress { flex: 0 0 120px; height: 8px; accent-color: var(--jp-brand-color1); }
.fmbook-line .fmbook-space { flex: 1 1 0; }
.fmbook-line button { flex: none; font: inherit; color: inherit; background: var(--jp-layout-color2); cursor: pointer;
  border: 1px solid var(--jp-border-color0); border-radius: 4px; padding: 2px 10px; min-height: 24px; }
.fmbook-line button:hover { background: var(--jp-layout-color3); }
.fmbook-line button.fmbook-act { background: var(--jp-brand-color1); border-color: var(--jp-brand-color1);
  color: var(--jp-ui-inverse-font-color0, #fff); }
.fmbook-line label { flex: none; display: flex; gap: 5px; align-items: center; white-space: nowrap; }
.fmbook-line :is(button, input):focus-visible { outline: 2px solid var(--jp-brand-color1); outline-offset: 1px; }
.fmbook-line [hidden] { display: none; }
@media (max-width: 640px) {
  .fmbook-line { gap: 6px; padding: 0 6px; }
  .fmbook-line progress { flex-basis: 40px; }
  .fmbook-line:has(.fmbook-act) label { display: none; }
}`;

  // what this page says by itself, in the language that a chapter names (metadata "fmbook": {"language": "nl"})
  const WORDS = {
    nl: {
      "Boxes that are set up": "Vakken die klaar zijn",
      "Set up on opening": "Klaarzetten bij het openen",
      "Show the code": "Toon de code",
      "Hide the code": "Verberg de code",
      "Run this box again": "Voer dit vak opnieuw uit",
      "Nothing was run: this copy is not known to be the book's own.":
        "Er is niets uitgevoerd: dit exemplaar is niet bekend als dat van het boek zelf.",
      "Set it up all the same": "Zet het toch klaar",
      "This page waits for you.": "Deze pagina wacht op jou.",
      "Set the page up": "Zet de pagina klaar",
      "Set the page up again": "Zet de pagina opnieuw klaar",
      "Starting Python …": "Python start …",
      "A picture until Python is ready.": "Een plaatje tot Python klaar is.",
      "No Python runs for this page: choose one in the menu Kernel, then press the button.":
        "Voor deze pagina draait geen Python: kies er een in het menu Kernel, en druk dan op de knop.",
      "Setting up, {at} of {all}": "Klaarzetten, {at} van {all}",
      "Box {at} of {all} failed": "Vak {at} van {all} is mislukt",
      "Show it": "Toon het",
      "Go on with the rest": "Ga verder met de rest",
      "This page was not set up before it was printed, so its questions are not here: set it up, then print it.":
        "Deze pagina was nog niet klaargezet toen hij werd afgedrukt, dus de vragen ontbreken: zet hem klaar, en druk dan af.",
      "Python was started anew: the boards on this page no longer answer.":
        "Python is opnieuw gestart: de borden op deze pagina antwoorden niet meer.",
      "Show the answers": "Toon de antwoorden",
      "Hide the answers": "Verberg de antwoorden",
      "That could not be worked out. Set the page up again, then press once more.":
        "Dat kon niet worden berekend. Zet de pagina opnieuw klaar, en druk dan nog eens.",
      "The pages are being laid out …": "De bladzijden worden gemaakt …",
      "The files are being marked …": "De bestanden worden nagekeken …",
      "It is open in a tab of its own.": "Het staat open in een eigen tabblad.",
      "Your browser opened no new tab: download the page, and open it.":
        "Je browser opende geen nieuw tabblad: download de pagina, en open die.",
      "Download the page": "Download de pagina",
      "The code": "De code",
      "What does it say?": "Wat zegt die?",
      "Remove this box": "Haal dit vak weg",
    },
  };

  // a sentence without a translation stays English
  const wording = (language) => (english, fills = {}) =>
    Object.entries(fills).reduce((text, [name, fill]) => text.replace(`{${name}}`, fill), WORDS[language]?.[english] ?? english);

  let scope = null;

  // a shared package, in the copy that the page has loaded already: asking for another one would fetch it
  async function shared(name) {
    const versions = scope[name] || {};
    const best = Object.keys(versions).find((each) => versions[each].loaded) || Object.keys(versions)[0];
    if (!best) throw new Error(`${NAME}: this page does not share ${name}`);
    return (await versions[best].get())();
  }

  const TAB = () => sessionStorage, BROWSER = () => localStorage; // asking fails where nothing may be kept
  const stored = (key, place = BROWSER) => { try { return place().getItem(key); } catch { return null; } };
  function store(key, text, places = [BROWSER]) {
    for (const place of places)
      try {
        if (text === null) place().removeItem(key);
        else place().setItem(key, text);
      } catch { /* a browser that keeps nothing sets the page up anew after a reload */ }
  }

  const about = (panel) => panel.content.model?.getMetadata("fmbook") || {};
  const source = (cell) => cell.model.sharedModel.getSource();
  const boxes = (panel) => panel.content.widgets.filter((cell) => cell.model.type === "code" && source(cell).trim());
  // the server says of each box of a notebook whether its signature is known
  const trusted = (panel) => boxes(panel).every((cell) => cell.model.trusted);
  const outputs = (cell) => cell.model.outputs.toJSON();
  const views = (shown) => shown.flatMap((each) => each.data?.[WIDGET]?.model_id ?? []);
  const turn = () => new Promise((then) => setTimeout(then, 0));

  const POINT = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

  // one pixel is read from a copy: a browser draws a canvas that is read itself more slowly from then on
  function isDrawn(canvas) {
    if (!canvas?.width || !canvas.clientWidth) return false;
    POINT.clearRect(0, 0, 1, 1);
    POINT.drawImage(canvas, canvas.width / 2, canvas.height / 2, 1, 1, 0, 0, 1, 1);
    return POINT.getImageData(0, 0, 1, 1).data[3] > 0;
  }

  function heading(panel, cell) {
    const before = panel.content.widgets.slice(0, panel.content.widgets.indexOf(cell)).reverse();
    for (const { model } of before)
      if (model.type === "markdown") {
        const found = model.sharedModel.getSource().match(/^#+ .+$/gm);
        if (found) return found.at(-1).replace(/^#+ /, "").replace(/[*_`]/g, "");
      }
    return "";
  }

  // --- the line above a page: what is being done, what a reader may do about it, the code's switch ---------------------

  class Line {
    constructor(panel, Widget, word, fold) {
      const line = new Widget();
      line.addClass("fmbook-line");
      line.node.innerHTML = `<span role="status"></span><progress aria-label="${word("Boxes that are set up")}" hidden></progress>
        <button type="button" class="fmbook-act" hidden></button><button type="button" hidden></button>
        <span class="fmbook-space"></span>
        <label><input type="checkbox"> ${word("Set up on opening")}</label>
        <button type="button" class="fmbook-code" aria-pressed="false">${word("Show the code")}</button>`;
      [this.status, this.progress, this.act, this.other] = line.node.children;
      const tick = line.node.querySelector("input");
      tick.checked = stored(SWITCHED_OFF) !== "off";
      tick.onchange = () => store(SWITCHED_OFF, tick.checked ? null : "off");
      this.code = line.node.querySelector(".fmbook-code");
      this.code.onclick = () => this.fold(this.code.getAttribute("aria-pressed") === "true");
      this.fold = (folded) => {
        this.code.setAttribute("aria-pressed", String(!folded));
        this.code.textContent = word(folded ? "Show the code" : "Hide the code");
        fold(folded);
      };
      panel.layout.insertWidget(0, line); // above Jupyter's own buttons: they come and go with the code, and the switch stays
    }

    say(text, { done, of, act, other } = {}) {
      if (this.status.textContent !== text) this.status.textContent = this.status.title = text;
      this.progress.hidden = of === undefined;
      if (of !== undefined) [this.progress.max, this.progress.value] = [of, done];
      for (const [button, wanted] of [[this.act, act], [this.other, other]]) {
        button.hidden = !wanted;
        button.textContent = wanted?.[0] ?? "";
        button.onclick = wanted?.[1] ?? null;
      }
    }
  }

  // --- what is being read stays where it is -----------------------------------------------------------------------------
  // Boxes above grow while they are set up. Browsers hold the page still by themselves, but not here: Lab sets styles on
  // the page's own box while it lays cells out, which switches that off.

  function holdStill(panel) {
    const scroller = panel.content.node.querySelector(".jp-WindowedPanel-outer");
    if (!scroller) return () => {};
    const top = (node) => node.getBoundingClientRect().top;
    let anchor = null, before = 0, scrolled = -1, going = true;
    const look = () => {
      if (!going || panel.isDisposed) return;
      if (anchor?.isConnected && scroller.scrollTop === scrolled && scrolled > 0) {
        const moved = top(anchor) - before;
        if (Math.abs(moved) >= 1) scroller.scrollTop += moved;
      } else {
        const edge = scroller.getBoundingClientRect(), cells = [...scroller.querySelectorAll(".jp-Cell")];
        const begins = cells.find((cell) => top(cell) >= edge.top);
        // a cell that begins above the edge may grow itself
        anchor = begins && top(begins) < edge.bottom - 40 ? begins : cells[cells.indexOf(begins) - 1] ?? cells.at(-1);
      }
      if (anchor) before = top(anchor);
      scrolled = scroller.scrollTop;
      requestAnimationFrame(look);
    };
    look();
    return () => setTimeout(() => { going = false; }, AFTERWARDS);
  }

  // --- one chapter ------------------------------------------------------------------------------------------------------

  class Page {
    constructor(panel, { Card, CodeCell, MimeModel, NotebookActions, Widget, Paper, isPassing, stills }) {
      [this.panel, this.CodeCell, this.session, this.stills] = [panel, CodeCell, panel.sessionContext, stills];
      this.isPassing = isPassing;
      this.busy = false;
      this.key = SHOWN + panel.context.path;
      this.keepClean();
      panel.content.addClass("fmbook-page");
      const { language } = about(panel);
      this.word = wording(language);
      if (language) panel.content.node.lang = language; // for who hears the page
      this.line = new Line(panel, Widget, this.word, (folded) => {
        panel.content.toggleClass("fmbook-folded", folded);
        panel.toolbar.setHidden(folded); // its buttons are for those who write
      });
      for (const cell of boxes(panel)) this.dress(cell);
      this.paper = new Paper(this);
      this.card = Card && new Card(this, { actions: NotebookActions, MimeModel });
    }

    // a box of the book's own: its code can be folded away, and what changes as one plays can be shown anew without it
    dress(cell) {
      cell.addClass("fmbook-box");
      const again = document.createElement("button");
      [again.type, again.className, again.textContent] = ["button", "fmbook-again", this.word("Run this box again")];
      again.onclick = () => this.run(cell);
      cell.node.append(again);
      this.callPicture(cell);
    }

    // the picture of a desk is laid out as the desk will be, as soon as Jupyter shows it
    callPicture(cell) {
      const shown = this.stills?.pictured(outputs(cell));
      if (!shown) return;
      cell.addClass("fmbook-pictured");
      const look = () => {
        const place = cell.node.querySelector(".jp-RenderedSVG:has(img)");
        if (place) this.stills.lay_out(place, shown, { word: this.word, trusted: cell.model.trusted });
        return place;
      };
      const watch = look() || new MutationObserver(() => look() && watch.disconnect());
      watch.observe?.(cell.node, { childList: true, subtree: true });
      cell.disposed.connect(() => watch.disconnect?.());
    }

    // a box that runs clears what it showed: its picture lies above until the map below has been drawn
    keepPicture(cell) {
      const shown = cell.node.querySelector(".jp-RenderedSVG:has(.fmbook-still)");
      if (!shown) return () => {};
      const [kept, from, at] = [document.createElement("div"), shown.getBoundingClientRect(), cell.node.getBoundingClientRect()];
      const { scrollLeft, scrollTop } = this.stills.sheet(shown);
      kept.className = "fmbook-kept";
      kept.setAttribute("aria-hidden", "true");
      kept.append(shown.cloneNode(true));
      Object.assign(kept.style, { top: `${from.top - at.top}px`, left: `${from.left - at.left}px`, width: `${from.width}px` });
      cell.node.style.minHeight = `${at.height}px`;
      cell.node.append(kept);
      this.stills.sheet(kept).scrollTo(scrollLeft, scrollTop);
      return () => {
        kept.remove();
        cell.node.style.minHeight = "";
      };
    }

    async drawn(cell) {
      const until = Date.now() + LATEST;
      while (!this.panel.isDisposed && Date.now() < until && !isDrawn(cell.node.querySelector(".fmbook-map canvas")))
        await new Promise((then) => setTimeout(then, 50));
    }

    // Lab's own way to run cells scrolls to the cell that is selected, wherever the reader is. Python draws the first map
    // before that has been seen, and is told for what screen
    async run(cell) {
      const screen = { fmbook: { sharp: devicePixelRatio > 1.2 ? 2 : 1 } };
      const letGo = this.keepPicture(cell);
      const answer = await this.CodeCell.execute(cell, this.session, screen).catch(() => null);
      if (!this.panel.isDisposed) this.onExecuted(cell);
      const well = answer?.content?.status === "ok";
      void (well ? this.drawn(cell) : turn()).then(letGo);
      return well;
    }

    source(cell) {
      return source(cell);
    }

    views() {
      return boxes(this.panel).flatMap((cell) => views(outputs(cell)));
    }

    // what a reader may have written to keep
    written() {
      return this.panel.content.widgets.filter((cell) => !this.isPassing(cell)).map((cell) => `${cell.model.type} ${source(cell)}`).join("\0");
    }

    async open() {
      const safe = trusted(this.panel), off = stored(SWITCHED_OFF) === "off";
      this.line.fold(safe && about(this.panel).code !== "shown");
      follow(this);
      if (!safe)
        return this.line.say(this.word("Nothing was run: this copy is not known to be the book's own."), { act: [this.word("Set it up all the same"), () => this.setUp()] });
      this.forgetOldViews();
      if (!(await this.kernel())) return;
      const alive = await this.bringBack();
      this.session.statusChanged.connect((_, status) => this.onStatus(status));
      if (alive.length) setTimeout(() => void this.paper.gather(), AFTERWARDS);
      if (alive.length === boxes(this.panel).length) return this.line.say("");
      if (off) return this.line.say(this.word("This page waits for you."), { act: [this.word("Set the page up"), () => this.setUp()] });
      await this.setUp(alive);
    }

    async kernel() {
      this.line.say(this.word("Starting Python …"), { done: 0, of: 1 });
      await this.session.ready;
      const kernel = this.session.session?.kernel;
      if (!kernel) {
        this.line.say(this.word("No Python runs for this page: choose one in the menu Kernel, then press the button."), { act: [this.word("Set the page up"), () => this.setUp()] });
        return null;
      }
      await kernel.info;
      return kernel;
    }

    // the manager of widgets asks a new Python which there are: by a channel that nobody answers yet, then by name. Had a box
    // run before it was told, some parts of its board would be made twice, and one of the two would hear nothing. Python
    // answers in the order in which it is asked; not every Python answers that question, but each does what it is told
    async managed(kernel) {
      for (const _ of ["the channel is refused", "what was asked by name is answered"]) {
        await turn();
        await kernel.requestExecute({ code: "", silent: true, store_history: false }).done;
      }
    }

    // one at a time: between two boxes the kernel hears the presses, and the maps that ask to be drawn
    async setUp(already = []) {
      if (this.busy) return;
      const kernel = await this.kernel();
      if (!kernel) return;
      [this.busy, this.anew] = [true, false];
      await this.managed(kernel).catch(() => null); // if Python ends meanwhile, the first box says so
      const all = boxes(this.panel);
      const letGo = holdStill(this.panel);
      let failed = null;
      for (const [at, cell] of all.entries()) {
        if (already.includes(cell) || cell.isDisposed) continue;
        const where = heading(this.panel, cell);
        this.line.say(`${this.word("Setting up, {at} of {all}", { at: at + 1, all: all.length })}${where ? ` · ${where}` : ""}`, { done: at, of: all.length });
        const well = await this.run(cell);
        if (this.panel.isDisposed) return;
        if (!well) {
          failed = [at, cell];
          break;
        }
        await turn();
      }
      this.busy = false;
      letGo();
      this.leaveClean();
      if (this.anew) return; // it has been said that Python was started anew
      if (failed) this.onFailure(failed, all);
      else this.line.say("");
    }

    onFailure([at, cell], all) {
      const error = outputs(cell).find((each) => each.output_type === "error");
      const rest = all.slice(0, at + 1);
      this.line.say(`${this.word("Box {at} of {all} failed", { at: at + 1, all: all.length })}${error ? ` (${error.ename}: ${error.evalue})` : ""}.`, {
        act: [this.word("Show it"), () => { this.line.fold(false); void this.panel.content.scrollToCell?.(cell); }],
        other: at + 1 < all.length ? [this.word("Go on with the rest"), () => this.setUp(rest)] : undefined,
      });
    }

    onStatus(status) {
      if (["restarting", "autorestarting", "dead"].includes(status)) {
        this.anew = true;
        store(this.key, null, [TAB, BROWSER]);
        this.line.say(this.word("Python was started anew: the boards on this page no longer answer."), { act: [this.word("Set the page up again"), () => this.setUp()] });
      }
    }

    // --- a file that stays as it was -------------------------------------------------------------------------------------
    // Neither setting a page up nor playing on it is a change of it: Jupyter, which saves what has changed every two minutes,
    // is told of nothing but what was written, so that a chapter in a checkout stays as it was. Save saves all there is.

    keepClean() {
      this.asSaved = this.written();
      this.panel.context.model.stateChanged.connect((_, { name, newValue }) => {
        if (name !== "dirty" || this.panel.isDisposed) return;
        if (newValue) this.leaveClean();
        else this.asSaved = this.written();
      });
      let sent = this.asSaved;
      this.panel.context.saveState.connect((_, state) => {
        if (state === "started") sent = this.written();
        if (!state.startsWith("completed") || this.panel.isDisposed) return;
        this.asSaved = sent; // Jupyter takes for saved what was typed meanwhile, too
        if (this.written() !== sent) this.panel.context.model.dirty = true;
      });
    }

    leaveClean() {
      if (this.written() === this.asSaved) this.panel.context.model.dirty = false;
    }

    // --- a reload --------------------------------------------------------------------------------------------------------
    // So what the boxes show is kept in the browser, and put back after a reload while the same kernel lives: the games go
    // on. Each tab has its own; a new one takes up what was shown last.

    onExecuted(cell) {
      const kernel = this.session.session?.kernel;
      if (!kernel) return;
      const kept = outputs(cell).map((each) => (each.data?.[WIDGET] ? { ...each, data: { [WIDGET]: each.data[WIDGET] } } : each));
      const known = this.known(kernel.id);
      this.mark(cell);
      this.paper.forget(views(kept));
      if (JSON.stringify(kept).length <= MOST_KEPT) known[cell.model.id] = { source: source(cell), shown: kept };
      else delete known[cell.model.id];
      store(this.key, JSON.stringify({ kernel: kernel.id, boxes: known }), [TAB, BROWSER]);
      if (!this.busy) this.leaveClean();
    }

    mark(cell) {
      const kept = (cell.model.getMetadata("tags") || []).includes("keep_output");
      cell.toggleClass("fmbook-alive", views(outputs(cell)).length > 0 || !kept);
    }

    known(kernel) {
      for (const place of [TAB, BROWSER])
        try {
          const found = JSON.parse(stored(this.key, place));
          if (found.kernel === kernel) return found.boxes;
        } catch { /* nothing is kept there */ }
      return {};
    }

    // views of a kernel that is gone show an error where a picture could stand
    forgetOldViews() {
      for (const cell of boxes(this.panel)) {
        const shown = outputs(cell);
        if (!views(shown).length) continue;
        for (const each of shown) if (each.data) delete each.data[WIDGET];
        cell.model.outputs.fromJSON(shown.filter((each) => !each.data || Object.keys(each.data).length));
      }
      this.leaveClean();
    }

    async bringBack() {
      const kernel = this.session.session.kernel, known = this.known(kernel.id);
      const wanted = boxes(this.panel).filter((cell) => known[cell.model.id]?.source === source(cell));
      if (!wanted.length) return [];
      const asked = await kernel.requestCommInfo({ target_name: "jupyter.widget" });
      const open = new Set(Object.keys(asked.content.comms || {}));
      const alive = wanted.filter((cell) => views(known[cell.model.id].shown).every((id) => open.has(id)));
      for (const cell of alive) {
        const shown = known[cell.model.id].shown;
        if (views(shown).length || !cell.model.outputs.length) cell.model.outputs.fromJSON(shown);
        this.mark(cell);
      }
      this.leaveClean();
      return alive;
    }
  }

  const pages = new Map(); // by the notebook that a page shows
  function follow(page) {
    pages.set(page.panel.content, page);
    page.panel.disposed.connect(() => pages.delete(page.panel.content));
  }

  // whichever way a reader prints: by the key, by Lab's menu, or by the browser's, which does not wait for Python
  class NoPaper { lay() {} clear() {} forget() {} gather() {} }
  const NO_CARD = { Card: null, isPassing: () => false };

  let tracker = null;
  async function onPaper() {
    const { Printing } = await shared("@jupyterlab/apputils");
    const { Paper } = await import(new URL("paper.js", BESIDE));
    const seen = () => (tracker?.currentWidget?.isVisible ? pages.get(tracker.currentWidget.content) : undefined);
    const isKey = (event) => (/Mac/.test(navigator.platform) ? event.metaKey : event.ctrlKey) && event.key === "p" && !event.altKey;
    addEventListener("keydown", (event) => {
      if (!isKey(event) || !seen()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      void seen().paper.print();
    }, true);
    addEventListener("beforeprint", () => seen()?.paper.lay());
    addEventListener("afterprint", () => { for (const page of pages.values()) page.paper.clear(); });
    return class extends Paper {
      constructor(page) {
        super(page);
        page.panel[Printing.symbol] = () => () => this.print();
      }
    };
  }

  // who reads gives Jupyter no commands: letters that were meant for a field and missed it would insert or delete boxes, or
  // start Python anew. Who writes has the code unfolded
  function deafToLetters() {
    const typed = ({ key, ctrlKey, metaKey, altKey }) => key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;
    const ours = "input, textarea, select, [contenteditable=true], [data-lm-suppress-shortcuts]";
    addEventListener("keydown", (event) => {
      const notebook = event.target.closest?.(".fmbook-folded");
      if (notebook && typed(event) && !event.target.closest(ours)) event.stopImmediatePropagation();
    }, true);
  }

  async function pictures() {
    const stills = await import(new URL("still.js", BESIDE));
    await stills.dress();
    return stills;
  }

  async function plugins() {
    // Voilà has no notebooks, and shows their boards by itself
    if (!["@jupyterlab/cells", "@jupyterlab/notebook", "@lumino/widgets"].every((name) => scope[name])) return [];
    const { INotebookTracker, NotebookActions } = await shared("@jupyterlab/notebook");
    const { CodeCell } = await shared("@jupyterlab/cells");
    const { MimeModel } = await shared("@jupyterlab/rendermime");
    const { Widget } = await shared("@lumino/widgets");
    const [Paper, stills, { Card, isPassing }] = await Promise.all([
      onPaper().catch(() => NoPaper), pictures().catch(() => null), import(new URL("card.js", BESIDE)).catch(() => NO_CARD),
    ]); // it is set up all the same
    document.head.appendChild(document.createElement("style")).textContent = CSS;
    deafToLetters();
    NotebookActions.executed.connect((_, { notebook, cell }) => {
      if (cell.model?.type === "code") pages.get(notebook)?.onExecuted(cell);
    });
    const opened = async (panel) => {
      await panel.context.ready; // before the first frame: the page is shown when this is so
      if (about(panel).set_up === true) await new Page(panel, { Card, CodeCell, MimeModel, NotebookActions, Widget, Paper, isPassing, stills }).open();
    };
    return [{
      id: `${NAME}:set-up`,
      autoStart: true,
      requires: [INotebookTracker],
      activate: (_, notebooks) => {
        tracker = notebooks;
        tracker.widgetAdded.connect((_, panel) => void opened(panel));
        tracker.forEach((panel) => void opened(panel));
      },
    }];
  }

  window._JUPYTERLAB = window._JUPYTERLAB || {};
  window._JUPYTERLAB[NAME] = {
    init: (given) => { scope = given; },
    get: async () => {
      const module = { __esModule: true, default: await plugins() };
      return () => module;
    },
  };
})();
