// What ipywidgets and ipycanvas cannot do: a live region, a keyboard that can leave, a finger that can scroll, copy,
// download, local storage, and which state of the game a press was meant for.
const OURS = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Enter", " ", "Escape"]);
const FOCUSABLE = "canvas, button, input, select, summary, [tabindex]";
const ROOTS = [".fmbook-desk", ".fmbook-theatre", ".fmbook-map"];
const STAY_DOWN = ".jupyter-widgets.widget-toggle-button, :is(.fmbook-zoom, .fmbook-pace) button";
const SHELF = "fmbook.code.";
const KEYS = "Arrow keys walk, Enter chooses, Escape puts down; O leads to the buttons.";
const UNHEARD = "This board no longer answers: Python was started anew. Run its box again.";
const LONGEST = 70000;
const EDGE = 40; // pixels within which a place counts as out of sight
const TO_ORDERS = "o"; // the key that leads from a map to the buttons of the moment
const FAR = 5; // pixels that a press may wander
const WHEEL_REST = 250; // milliseconds
const PINCH = 1.3; // times: how much further apart two fingers are at the next size of a map
const TOUCHES = ["touchstart", "touchmove", "touchend", "touchcancel"];
const NOT_ITS_OWN = ["keydown", "wheel", "mousedown", "mousemove", "mouseup", "mouseout", ...TOUCHES];

const on_canvas = (event) => event.target instanceof HTMLCanvasElement;

// ipycanvas prevents the default of every key, of the wheel and of touches, and tells the kernel of every move of the
// mouse. What is not ours must not reach it, so that Tab moves on, the browser's own keys work and the page scrolls.
function keep(event) {
  const ours = OURS.has(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
  if (on_canvas(event) && !ours) event.stopImmediatePropagation();
}

// the ring around the map is for those who came by keyboard
function pointed(event) {
  if (event.type === "focusout" && event.currentTarget.contains(event.relatedTarget)) return; // a press moves it, too
  event.currentTarget.classList.toggle("fmbook-pointed", event.type === "pointerdown");
}

// ipywidgets writes a slider's name and value beside it, but tells them to no screen reader
function name_slider(knob, slider) {
  const beside = (part) => knob.closest(".jupyter-widgets").querySelector(part)?.textContent;
  knob.setAttribute("aria-label", beside(".widget-label") || slider);
  knob.setAttribute("aria-valuetext", beside(".widget-readout") || "");
}

// two maps on a page never have the same name, not even two views of one game: the later ones say which they are
function name_map(map, label, another) {
  map.dataset.fmbookName = label;
  const alike = [...document.querySelectorAll("[data-fmbook-name]")].filter((each) => each.dataset.fmbookName === label);
  const number = alike.indexOf(map);
  map.setAttribute("role", map instanceof HTMLCanvasElement ? "application" : "region"); // the ground has no keys
  map.setAttribute("aria-label", number > 0 ? `${label} ${another.replace("{n}", number + 1)}` : label);
}

// nor whether a button is down
function tell_state(button) {
  const ticked = button.classList.contains("fmbook-switch");
  if (ticked) button.setAttribute("role", "checkbox");
  button.setAttribute(ticked ? "aria-checked" : "aria-pressed", button.classList.contains("mod-active"));
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// one code for all games that begin alike, so that the shelf stays small; a browser that keeps nothing is no reason to
// stop. Codes used to lie under system and scenario alone, the first part of the name
const old_name = (name) => name.split("/")[0];

function shelve(name, code) {
  try {
    if (code.length <= LONGEST) localStorage.setItem(SHELF + name, code);
  } catch {}
}

function shelved(name) {
  try {
    return (localStorage.getItem(SHELF + name) || "").slice(0, LONGEST);
  } catch {
    return "";
  }
}

function unshelve(name, code) {
  try {
    if (localStorage.getItem(SHELF + name) === code) localStorage.removeItem(SHELF + name);
  } catch {}
}

function render({ model, el }, held) {
  const view = held.join();
  const line = (role, live, name) => {
    const p = el.appendChild(document.createElement("p"));
    p.setAttribute("role", role);
    p.setAttribute("aria-live", live);
    p.className = name;
    p.tabIndex = 0; // a long text is scrolled by keys
    return p;
  };
  const status = line("status", "polite", "fmbook-status");
  const fault = line("alert", "assertive", "fmbook-fault");
  let watch = null;
  let root = null;
  let opened;
  // what stands beside the map stays in sight below the head, which grows and shrinks with what is asked
  const below = new ResizeObserver(([{ target }]) =>
    root?.style.setProperty("--fmbook-head", `${target.offsetHeight}px`));
  const phrase = (english) => model.get("phrases")[english] || english;

  // what a reader has unfolded stays so when its line is written anew
  const unfolded = new Set();
  const name_fold = (fold) => fold.className || `${fold.closest("li")?.value} ${fold.textContent}`;
  const folded = ({ target }) => {
    if (target.matches?.("details")) unfolded[target.open ? "add" : "delete"](name_fold(target));
  };
  const dress = () => {
    const all = (what) => (root ? root.querySelectorAll(what) : []);
    for (const fold of all("details:not([open])")) if (unfolded.has(name_fold(fold))) fold.open = true;
    for (const panel of all(".fmbook-side")) panel.tabIndex = 0; // what is scrolled can be reached by Tab; a box cannot say so
    for (const part of all(FOCUSABLE)) part.setAttribute("data-lm-suppress-shortcuts", "true");
    for (const map of all("canvas, .leaflet-container")) name_map(map, model.get("label"), phrase("This is map {n} of this name."));
    for (const map of all(".fmbook-sheet canvas")) if (!view.map && model.get("ratio").length) held.watch(view, map.parentNode, map);
    if (root?.querySelector(".fmbook-orders")) for (const map of all(".fmbook-sheet canvas")) tell_keys(map);
    for (const ground of all(".leaflet-container")) if (!view.ground) held.find_ground(view, ground);
    for (const knob of all("[role=slider]")) name_slider(knob, phrase("slider"));
    for (const button of all(STAY_DOWN)) tell_state(button);
    // a desk may stand right below a page's title: to those who hear it, its headings follow the first level as well
    for (const [head, level] of [["h3", 2], ["h4", 3]])
      for (const each of all(head)) if (each.ariaLevel !== `${level}`) each.ariaLevel = `${level}`;
    for (const name of all(".fmbook-steps [data-at]")) name.tabIndex = 0; // the story has too many to walk through
    // with all else that the shell says: messages of their own would be one more for many an order
    for (const button of all(".fmbook-undo, .fmbook-redo"))
      button.disabled = model.get("idle").some((name) => button.classList.contains(name));
    for (const part of all(".fmbook-aloud > div")) part.ariaLive = "polite"; // what is opened there is read
    point();
    bring_dice(all(".fmbook-side .fmbook-dice")[0]);
    const [card] = all(".fmbook-side .fmbook-opened"); // what closes it is in sight, also where the head lies on the panel
    if (card && card !== opened) card.querySelector(".fmbook-closing")?.scrollIntoView({ block: "nearest" });
    opened = card;
    for (const label of all(".fmbook-label"))
      label.closest(".fmbook-row").querySelector("input").setAttribute("aria-label", label.textContent);
  };
  const tell_keys = (map) => {
    map.ariaDescription = phrase(KEYS);
    map.setAttribute("aria-keyshortcuts", TO_ORDERS);
  };
  // where the panel lies below the map, or has been scrolled out of sight, what was thrown is seen in the head as well
  let thrown = "";
  const bring_dice = (dice) => {
    const fell = dice?.outerHTML ?? "";
    if (fell === thrown || !status.closest(".fmbook-head")) return;
    thrown = fell;
    el.querySelector(".fmbook-thrown")?.remove();
    if (!dice) return;
    const copy = el.appendChild(dice.cloneNode(true));
    copy.classList.add("fmbook-thrown");
    copy.ariaHidden = "true";
    requestAnimationFrame(() => copy.classList.toggle("fmbook-alone", Boolean(root) && !on_screen(dice)));
  };
  // all of it is heard, in one piece; what stands above it as a question, or beside the map, is not seen twice
  let whole = "";
  const say_once = (text, asked, brief) => {
    const now = JSON.stringify([text, asked, brief]);
    if (now === whole) return;
    whole = now;
    const at = asked ? text.lastIndexOf(asked) : -1;
    const rest = text.slice(at + asked.length).trimStart();
    const piece = (words, name) => Object.assign(document.createElement("span"), { textContent: words, className: name });
    const parts = [text];
    if (brief && text.startsWith(brief)) parts.splice(0, 1, brief, piece(text.slice(brief.length), "fmbook-also-beside"));
    else if (at >= 0) parts.splice(0, 1, text.slice(0, at), piece(text.slice(at, text.length - rest.length), "fmbook-also-above"), rest);
    status.replaceChildren(...parts.filter((each) => each !== ""));
  };
  const say = () => {
    // text, never innerHTML: what is said may come from a file or a text box
    if (fault.textContent !== model.get("fault")) fault.textContent = model.get("fault");
    say_once(model.get("says"), model.get("asked"), model.get("brief"));
    status.classList.toggle("fmbook-refused", model.get("refused"));
    status.dataset.number = model.get("number"); // the buttons of the moment read it there
    fault.hidden = !model.get("fault");
    dress();
  };
  // which state a press on the map was meant for, together with where, in parts of its width and height; a key sends
  // more by itself, but later. A finger may be about to scroll: it presses when it has been lifted
  let finger = false;
  const tell = (press) => {
    if (send(model, press)) return;
    fault.textContent = phrase(UNHEARD);
    fault.hidden = false;
  };
  // to the next question, which is known by the last word of its name in whatever language
  const go_on = (id) => {
    const name = (box) => box.querySelector(".fmbook-when")?.textContent.split(" · ")[0].split(" ").at(-1);
    const next = [...chapter().querySelectorAll(".fmbook-exercise")].find((box) => name(box) === id);
    next?.scrollIntoView({ block: "start" });
    const question = next?.querySelector(".fmbook-prompt");
    const answer = question && next.querySelector(question.dataset.to || "button");
    if (!answer) return;
    answer.ariaDescription = question.textContent; // who hears the page is told what is asked
    answer.focus({ preventScroll: true }); // what is typed next is an answer
  };
  // the chapter that this stands in: others that were opened before it are still in the document, unseen
  const chapter = () => root?.closest(".jp-Notebook") ?? document;
  // to the section that a guide names at its end; boards that are drawn on the way there push it on
  const go_to = (title) => {
    const heads = [...chapter().querySelectorAll("h2, h3")].filter((head) => head.textContent.replace("¶", "").trim() === title);
    let left = heads.length && 15;
    const off = new AbortController();
    for (const moves of ["wheel", "pointerdown", "keydown"]) addEventListener(moves, () => { left = 0; }, { capture: true, signal: off.signal });
    const look = () => {
      if (left-- <= 0) return off.abort();
      heads[0].scrollIntoView({ block: "start" });
      setTimeout(look, 100);
    };
    look();
  };
  // what lies at the foot of the desk, by the name on its button
  const open_page = (name) => {
    const found = [...root.querySelectorAll("button:not(.fmbook-to)")].find((button) => button.textContent.trim() === name);
    if (found && !found.matches('[aria-pressed="true"], .mod-active')) found.click();
    found?.scrollIntoView({ block: "center" });
  };
  // where it is answered, before what was pressed is gone
  const ask_anew = (place) => {
    root.querySelector(place)?.focus({ preventScroll: true });
    tell({ what: "again" });
  };
  // Tab leads from the map on to what stands beside it, and the orders stand before it
  const to_orders = () => {
    const orders = root.querySelectorAll(".fmbook-orders button");
    [...orders].find((button) => !button.disabled && button.getClientRects().length)?.focus({ preventScroll: true });
  };
  const pressed = (event) => {
    const number = model.get("number");
    const { type, target, button } = event;
    if (type === "pointerdown") finger = event.pointerType === "touch";
    // a card is opened at the top of the panel
    if (type === "click" && target.closest("button.fmbook-rule, button.fmbook-word")) root.querySelector(".fmbook-side")?.scrollTo(0, 0);
    if (type === "click" && target.closest(".fmbook-shut")) tell({ what: "shut" });
    else if (type === "click" && target.closest("button.fmbook-rule"))
      tell({ what: "rule", rule: target.closest("button.fmbook-rule").value });
    else if (type === "click" && target.closest(".fmbook-there")) go_to(target.textContent.slice(1, -1));
    else if (type === "click" && target.closest(".fmbook-to")) open_page(target.textContent);
    else if (type === "click" && target.closest(".fmbook-next")) go_on(target.closest(".fmbook-next").dataset.next);
    else if (type === "click" && target.closest(".fmbook-retry")) ask_anew(target.closest(".fmbook-retry").dataset.to);
    else if (type === "click" && target.closest("button.fmbook-word"))
      tell({ what: "rule", word: target.closest("button.fmbook-word").dataset.word });
    else if (type === "click" && target.closest("button")) tell({ what: "here", page: PAGE.name }); // what a button says goes another way
    if (!on_canvas(event)) return;
    if (type === "keydown") {
      if (model.get("shelf") && (event.key === "Enter" || event.key === " ")) tell({ what: "pressed", number });
    } else if (!button && type === (finger || target.closest(".fmbook-zoomed") ? "click" : "pointerdown")) {
      if (drag?.far) return;
      root.querySelector(".fmbook-side")?.scrollTo(0, 0); // what comes of it stands at the top
      target.focus({ preventScroll: true });
      const { left, top, width, height } = target.getBoundingClientRect();
      tell({ what: "press", number, at: [(event.clientX - left) / width, (event.clientY - top) / height] });
    }
  };
  // an open card goes wherever the focus is here; what was pressed to open it is gone, and then the page has the focus
  const escaped = (event) => {
    if (event.key !== "Escape" || !root?.querySelector(".fmbook-opened")) return;
    if (!root.contains(event.target) && !event.target.contains(root)) return;
    event.stopImmediatePropagation(); // what is in hand stays there
    tell({ what: "shut" });
  };
  // what a step asks for is pointed at, on the map or on its button. A name in its words lights its place while it is
  // pointed at or has the focus, and a place lights its names; nobody asks Python
  const [aim, spot] = ["fmbook-aim", "fmbook-spot"].map((name) => {
    const mark = document.createElement("div");
    mark.className = name;
    return mark;
  });
  let aimed = "";
  // in pixels of the map, which may be larger than the sheet that it is scrolled in
  const place = (mark) => {
    const map = mark.parentNode?.querySelector("canvas");
    if (!map) return;
    const [x, y, half] = mark.dataset.where.split(" ").map(Number);
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = map;
    const [left, top] = [offsetLeft + x * offsetWidth, offsetTop + y * offsetHeight];
    Object.assign(mark.style, { left: `${left}px`, top: `${top}px`, width: `${2 * half * offsetWidth}px` });
  };
  const laid_out = new ResizeObserver(() => [aim, spot].forEach(place));
  const put = (mark, where) => {
    const map = where && root.querySelector(".fmbook-sheet canvas");
    if (!map) return mark.remove();
    const [x, y] = where.split(" ").map(Number);
    mark.dataset.where = where;
    mark.classList.toggle("fmbook-below", y < 0.12); // an arrow from above would not be seen
    const anew = mark === aim && where !== aimed; // what moves and fades begins again
    if (anew || mark.parentNode !== map.parentNode) map.parentNode.append(mark);
    laid_out.observe(map);
    place(mark);
    if (mark !== aim || where === aimed) return;
    if (!in_sight([x, y])) bring([x, y]);
    // whoever is at work here follows to what comes next; a page that is only opened stays where it is
    if (aimed && !on_screen(aim) && (root.matches(":hover") || root.contains(document.activeElement)))
      aim.scrollIntoView({ block: "nearest" });
    aimed = where;
  };
  // what is seen already is not scrolled: the next press goes where the reader's eye is
  const on_screen = (mark) => {
    const [{ top, bottom }, head] = [mark, root.querySelector(".fmbook-head")].map((each) => each?.getBoundingClientRect() ?? { bottom: 0 });
    return top >= head.bottom && bottom <= innerHeight - 40;
  };
  const point = () => {
    const { meant, button } = root?.querySelector("[data-meant]")?.dataset ?? {};
    if (root) put(aim, meant);
    for (const each of root?.querySelectorAll(".fmbook-orders button") ?? [])
      each.classList.toggle("fmbook-meant", Boolean(button) && each.textContent === button);
  };
  const lit = ({ type, target }) => {
    const name = target.closest?.("[data-at]");
    if (name) put(spot, type === "pointerover" || type === "focusin" ? name.dataset.at : "");
  };
  const named = (event) => {
    const box = on_canvas(event) && event.type === "pointermove" && event.target.getBoundingClientRect();
    for (const name of root.querySelectorAll("[data-at]")) {
      const [x, y, half] = name.dataset.at.split(" ").map(Number);
      const [across, down] = box ? [event.clientX - box.left - x * box.width, event.clientY - box.top - y * box.height] : [];
      name.classList.toggle("fmbook-touched", Math.hypot(across, down) < half * box.width);
    }
  };
  const told = async (message) => {
    if (message.what === "copy") send(model, { what: "copied", well: await copy(message.text) });
    if (message.what === "download") download(message.name, message.text);
    if (message.what === "shelve" || message.what === "adopt") shelve(model.get("shelf"), message.code);
    if (message.what === "adopt") unshelve(old_name(model.get("shelf")), message.code);
    if (message.what === "forget") unshelve(model.get("shelf"), message.code);
    // when what stands above it has been laid out
    if (message.what === "map") setTimeout(() => root?.querySelector(".fmbook-sheet")?.scrollIntoView({ block: "nearest" }), 60);
    if (message.what === "panel") root?.querySelector(".fmbook-side")?.scrollTo(0, 0);
    if (message.what === "centre" && root && !(message.unseen && in_sight(message.at))) bring(wheeled || message.at);
    if (message.what === "centre") wheeled = null;
    if (message.by_key && root) uncover(message.at);
    if (message.what === "asked" && root) {
      root.querySelector(".fmbook-side")?.scrollTo(0, 0);
      if (!in_sight(message.at)) bring(message.at);
      requestAnimationFrame(() => root && bring_page(message.at)); // the head is as high then as the question makes it
    }
  };
  // nor does the head lie over the place that a key has led to
  const uncover = ([, y]) => {
    const [map, head] = [".fmbook-sheet canvas", ".fmbook-head"].map((part) => root.querySelector(part)?.getBoundingClientRect());
    const over = map && head ? head.bottom + EDGE - (map.top + y * map.height) : 0;
    if (over > 0) scroll_page(-over);
  };
  const scroll_page = (by) => {
    let page = root;
    const stays = ({ scrollTop, scrollHeight, clientHeight }) => (by < 0 ? scrollTop <= 0 : scrollTop + clientHeight >= scrollHeight);
    while (page && (stays(page) || getComputedStyle(page).overflowY === "visible")) page = page.parentElement;
    page?.scrollBy(0, by);
  };
  // a question and the place that it is about are seen together, by whoever is at work at this desk
  const bring_page = ([, y]) => {
    const [map, head] = [".fmbook-sheet canvas", ".fmbook-head"].map((part) => root.querySelector(part)?.getBoundingClientRect());
    if (!map || !head || !(root.matches(":hover") || root.contains(document.activeElement))) return;
    const lies = map.top + y * map.height;
    const [top, bottom] = [head.bottom + EDGE, innerHeight - 2 * EDGE];
    if (lies > bottom) scroll_page(lies - bottom);
    else if (lies < top) scroll_page(lies - top);
  };
  const in_sight = ([x, y]) => {
    const sheet = root.querySelector(".fmbook-sheet");
    if (!sheet) return true;
    const [across, down] = [x * sheet.scrollWidth - sheet.scrollLeft, y * sheet.scrollHeight - sheet.scrollTop];
    return across > EDGE && down > EDGE && across < sheet.clientWidth - EDGE && down < sheet.clientHeight - EDGE;
  };
  // with Ctrl the wheel, and two fingers on a trackpad, enlarge the map where the pointer is; plus and minus do so by key
  let wheeled = null;
  let turned = 0;
  const zoom = (more) => {
    const sizes = [...root.querySelectorAll(".fmbook-zoom button")];
    const next = sizes[sizes.findIndex((each) => each.classList.contains("mod-active")) + more];
    next?.click();
  };
  const sized = (event) => {
    if (!on_canvas(event)) return;
    const plain = event.type === "keydown" && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (plain && event.key.toLowerCase() === TO_ORDERS) to_orders();
    if (!root.querySelector(".fmbook-zoom")) return;
    if (event.type === "keydown" && "+-=".includes(event.key) && !event.ctrlKey && !event.metaKey)
      zoom(event.key === "-" ? -1 : 1);
    if (event.type !== "wheel" || !event.ctrlKey) return;
    event.preventDefault();
    if (event.timeStamp - turned < WHEEL_REST) return; // one notch is one size
    turned = event.timeStamp;
    const { left, top, width, height } = event.target.getBoundingClientRect();
    wheeled = [(event.clientX - left) / width, (event.clientY - top) / height];
    zoom(event.deltaY < 0 ? 1 : -1);
  };
  // so do two fingers on the glass; one finger drags an enlarged map, as the browser does it, or scrolls the page
  let spread = 0;
  const pinched = (event) => {
    const [one, other, third] = event.touches;
    if (!on_canvas(event) || !other || third || !root.querySelector(".fmbook-zoom")) return (spread = 0);
    const apart = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    if (!spread || event.type === "touchstart") spread = apart;
    if (apart < spread * PINCH && apart * PINCH > spread) return;
    const { left, top, width, height } = event.target.getBoundingClientRect();
    wheeled = [((one.clientX + other.clientX) / 2 - left) / width, ((one.clientY + other.clientY) / 2 - top) / height];
    zoom(apart > spread ? 1 : -1);
    spread = apart;
  };
  // an enlarged map is dragged; what was dragged was not pressed
  let drag = null;
  const dragged = ({ type, target, clientX, clientY, pointerType, buttons }) => {
    const sheet = target.closest?.(".fmbook-zoomed .fmbook-sheet");
    if (type === "pointerdown")
      drag = sheet && pointerType === "mouse" && { sheet, x: clientX, y: clientY, left: sheet.scrollLeft, top: sheet.scrollTop };
    else if (drag && !(buttons & 1)) drag = drag.far ? { far: true } : null;
    else if (drag?.sheet) {
      const [east, south] = [clientX - drag.x, clientY - drag.y];
      drag.far ||= Math.hypot(east, south) > FAR;
      if (drag.far) drag.sheet.scrollTo(drag.left - east, drag.top - south);
    }
  };
  // a map that opens enlarged is scrolled as soon as it has been laid out
  const bring = ([x, y], tries = 0) => {
    const sheet = root.querySelector(".fmbook-sheet");
    if (tries && !(sheet && sheet.scrollWidth > sheet.clientWidth + 1))
      requestAnimationFrame(() => root && bring([x, y], tries - 1));
    else if (sheet)
      sheet.scrollTo(x * sheet.scrollWidth - sheet.clientWidth / 2, y * sheet.scrollHeight - sheet.clientHeight / 2);
  };
  const listen = (how) => {
    document[how]("keydown", escaped, true);
    for (const type of ["wheel", "keydown"]) root[how](type, sized, { capture: true, passive: false });
    for (const type of TOUCHES) root[how](type, pinched, { capture: true, passive: true });
    for (const type of NOT_ITS_OWN) root[how](type, keep, { capture: true, passive: true });
    for (const type of ["pointerdown", "keydown", "focusout"]) root[how](type, pointed, true);
    for (const type of ["pointerdown", "pointermove"]) root[how](type, dragged, true);
    for (const type of ["pointerdown", "click", "keydown"]) root[how](type, pressed, true);
    root[how]("toggle", folded, true);
    for (const type of ["pointerover", "pointerout", "focusin", "focusout"]) root[how](type, lit, true);
    for (const type of ["pointermove", "pointerout"]) root[how](type, named, true);
  };

  model.on("change", say);
  model.on("msg:custom", told);
  say();
  attached(el, () => {
    root = ROOTS.map((name) => el.closest(name)).find(Boolean);
    if (!root) return;
    listen("addEventListener");
    if (model.get("lang")) root.lang = model.get("lang");
    root.classList.add("fmbook-listens"); // until now nobody sees the map
    watch = new MutationObserver(dress);
    watch.observe(root, { childList: true, subtree: true, attributeFilter: ["class"] });
    dress();
    if (root.querySelector(".fmbook-head")) below.observe(root.querySelector(".fmbook-head"));
    if (model.get("middle").length) bring(model.get("middle"), 600);
    const own = model.get("shelf") && shelved(model.get("shelf"));
    const code = own || (model.get("shelf") && shelved(old_name(model.get("shelf"))));
    if (code) send(model, { what: "shelved", code, old: !own });
  });

  return () => {
    model.off("change", say);
    model.off("msg:custom", told);
    if (watch) watch.disconnect();
    below.disconnect();
    laid_out.disconnect();
    if (root) listen("removeEventListener");
    root = null;
    held.leave(view);
  };
}

// called once for each widget
export default () => {
  let held = null;
  return {
    initialize({ model }) {
      held = lent(model);
      return held.end;
    },
    render: (context) => render(context, held),
  };
};
