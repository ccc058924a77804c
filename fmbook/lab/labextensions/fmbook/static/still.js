// The picture of a desk until the desk is there. It is laid out as the desk will be, by the same means: the words that stand
// above the map and the looks of the boxes come with the picture (fmbook/widgets/desk/pictured.py), the style sheet is the
// desk's own under other names (still.css, written by `python -m tests.tools.still_sheet`). So the map comes to life where it was seen.

const DESK = "application/vnd.fmbook.desk+json";
const NAMES = /\bfmbook-/g;
const LOOKS = `
.jp-RenderedSVG:has(> .fmbook-still) { display: block; padding: 0; }
.fmbook-still p { margin: 3px 0; }
.fmbook-still.widget-box, .fmbook-still :is(.widget-box, .widget-html) { display: flex; flex-direction: column; margin: 0; min-width: 0; box-sizing: border-box; }
.fmbook-still .fmbook-still-main { flex-flow: row wrap; }
.fmbook-still .fmbook-still-side { flex-flow: row wrap; }
.fmbook-still .fmbook-still-orders { display: grid; }
.fmbook-still .jupyter-button { display: inline-block; box-sizing: border-box; text-align: center; white-space: nowrap; }
.fmbook-still :is(img, .fmbook-still-coach, .fmbook-still-prompt, .fmbook-still-orders) { filter: saturate(0.4); }
.fmbook-still .jupyter-button { opacity: 0.6; }
.fmbook-still .fmbook-still-sheet img { display: block; cursor: default; opacity: 0.75; }
@media print { .fmbook-still-head { display: none !important; } .fmbook-still img { filter: none; opacity: 1; } }`;

// what is said in the place of what a desk answers
const WAITS = "A picture until Python is ready.";

const box = (names, looks = {}) => {
  const made = document.createElement("div");
  made.className = names;
  for (const [name, said] of Object.entries(looks)) made.style.setProperty(name, said);
  return made;
};

const button = (label, more = "") => {
  const made = document.createElement("button");
  made.className = `jupyter-button ${more}`;
  [made.type, made.disabled, made.textContent] = ["button", true, label];
  return made;
};

// markup is taken over from a notebook that is trusted; of another one, its words
function words(names, markup, trusted) {
  const made = box(names);
  if (trusted) made.innerHTML = markup;
  else made.textContent = new DOMParser().parseFromString(markup, "text/html").body.textContent;
  for (const each of made.querySelectorAll("[class]")) each.className = each.className.replace(NAMES, "fmbook-still-");
  return made;
}

const own = (names) => names.map((name) => name.replace(NAMES, "fmbook-still-")).join(" ");

function head(desk, waits, trusted) {
  const [all, prompt, line] = [box("widget-box fmbook-still-head"), box("widget-html"), document.createElement("p")];
  for (const { words: said = "", labels, room } of desk.steps) {
    const [coach, steps] = [box("fmbook-still-coach fmbook-still-folded"), words("fmbook-still-steps", said, trusted)];
    [steps.dataset.heading = "", steps.dataset.room = ""] = room.split("\n");
    const fold = Object.assign(button(""), { className: "fmbook-still-fold" }); // where a narrow page folds the step to a line
    coach.append(...(said ? [steps, fold] : []), ...labels.map((label) => button(label)));
    all.append(coach);
  }
  prompt.append(words("widget-html-content", desk.prompt, trusted));
  line.className = "fmbook-still-status";
  line.textContent = waits;
  const said = box("");
  said.append(line);
  const orders = box("widget-box fmbook-still-row fmbook-still-orders"), actions = box("fmbook-still-actions", desk.orders.looks);
  const meant = all.querySelector("[data-meant]")?.dataset.button;
  desk.orders.labels.forEach((label, at, { length }) => {
    let last = desk.orders.ends && at === length - 1 ? "fmbook-still-quiet " : "";
    if (at === length - desk.orders.apart) last += "fmbook-still-apart ";
    actions.append(button(label, last + (label === meant ? "fmbook-still-meant" : "")));
  });
  orders.append(actions, ...desk.beside.map((label) => button(label)));
  all.append(prompt, said, orders);
  for (const each of all.children) if (each !== said) [each.inert, each.ariaHidden] = [true, "true"];
  return all;
}

// the picture itself, as large as the map, and where the map opens
function map(desk, picture) {
  const { names, ratio, middle, looks, paper } = desk.map;
  const [frame, sheet] = [box(`widget-box ${own(names)}`, looks), box("widget-box fmbook-still-sheet")];
  for (const [name, said] of Object.entries({ ...paper, "aspect-ratio": ratio.join(" / ") })) picture.style.setProperty(name, said);
  sheet.style.flexFlow = "row";
  sheet.append(picture);
  frame.append(sheet);
  if (middle.length) new ResizeObserver(() => open_on(sheet, middle)).observe(sheet);
  return frame;
}

function open_on(sheet, [x, y]) {
  sheet.scrollTo(x * sheet.scrollWidth - sheet.clientWidth / 2, y * sheet.scrollHeight - sheet.clientHeight / 2);
}

export async function dress() {
  const sheet = await (await fetch(new URL("still.css", import.meta.url))).text();
  document.head.append(Object.assign(document.createElement("style"), { textContent: sheet + LOOKS }));
}

export const pictured = (shown) => shown.find(({ data }) => data?.["image/svg+xml"] && data[DESK]);

// lays out what Jupyter shows of such an output, an image and nothing else
export function lay_out(place, { data }, { word, trusted }) {
  const picture = place.querySelector("img"), desk = data[DESK];
  if (!picture || place.querySelector(".fmbook-still")) return;
  const [still, main, column] = [box("fmbook-still fmbook-still-desk widget-box"), box("widget-box fmbook-still-main"), box("widget-box", desk.column)];
  column.append(map(desk, picture));
  main.append(column, box("widget-box fmbook-still-side", desk.panel));
  still.append(head(desk, word(WAITS), trusted), main);
  place.append(still);
}

export const sheet = (place) => place.querySelector(".fmbook-still-sheet");
