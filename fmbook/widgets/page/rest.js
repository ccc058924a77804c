// A map's pixels are held while somebody looks at it. Out of view it rests: a small picture of it stands in its place,
// and the kernel lets its canvases shrink. A widget that no cell shows any more is let go.
const REST_AFTER = 4000; // milliseconds out of view
const LEFT_AFTER = 1500; // without a view at all: a cell that is run again shows it anew sooner
const GONE_AFTER = 8000;
const SIGN = 12; // pixels: half of the sign of a place on the real ground
const AIR = 4; // between a name and the edge of the map
const CLOSED_AFTER = 5000;
const COUNTED_AFTER = 60000;
const BROWSER = "fmbook.browser"; // in its storage: its name
const STILL_BLANK = 2000;
const MOST_ASKED = 5;
const NEAR = "700px 0px"; // a map is drawn before it comes into view
const POINT = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

const sharpness = () => (devicePixelRatio > 1.2 ? 2 : 1);

// Each page has a name, and a lock of that name as long as it lives. So the browser knows of one that has ended without
// a word, and another page can tell: what it showed is let go. Without locks, as on an address that is not safe, it stays.
const PAGE = (window.fmbook_page ??= begin());

function begin() {
  const some = () => Math.random().toString(36).slice(2);
  let browser = some();
  try {
    browser = localStorage.getItem(BROWSER) || browser;
    localStorage.setItem(BROWSER, browser);
  } catch {} // one that keeps nothing is another one for each page
  const page = { name: `fmbook ${browser} ${some()}`, counting: new WeakSet() };
  navigator.locks?.request(page.name, () => new Promise(() => {}));
  return page;
}

// by then this page has said of all that it shows that it does
function count_pages(model) {
  const { locks } = navigator, kernel = model.widget_manager;
  if (!locks || PAGE.counting.has(kernel)) return;
  PAGE.counting.add(kernel);
  setTimeout(async () => {
    PAGE.counting.delete(kernel);
    const { held } = await locks.query();
    send(model, { what: "pages", living: held.map(({ name }) => name).filter((name) => name.startsWith("fmbook ")) });
  }, COUNTED_AFTER);
}

// whether something has been drawn in the middle; only one pixel is read back
function painted(map) {
  if (map.width < 2) return false;
  POINT.clearRect(0, 0, 1, 1);
  POINT.drawImage(map, map.width / 2, map.height / 2, 1, 1, 0, 0, 1, 1);
  return POINT.getImageData(0, 0, 1, 1).data[3] > 0;
}

// the margin around what is in view works for the box that scrolls, and for no other
function scroller(el) {
  const scrolls = (box) => /auto|scroll/.test(getComputedStyle(box).overflowY) && box.scrollHeight > box.clientHeight;
  let box = el.closest(".jp-WindowedPanel-outer") || el.parentElement;
  while (box && !box.matches(".jp-WindowedPanel-outer") && !scrolls(box)) box = box.parentElement;
  return box;
}

// what is seen of a map that may be scrolled in its sheet: where that begins and how large it is, in parts of the map
function seen_of(map) {
  const all = map.getBoundingClientRect(), sheet = map.parentNode.getBoundingClientRect();
  const part = (begin, end, size) => {
    const from = Math.max(all[begin], sheet[begin]), long = Math.max(0, Math.min(all[end], sheet[end]) - from);
    return [(from - all[begin]) / (all[size] || 1), long / (all[size] || 1)];
  };
  const [[x, wide], [y, high]] = [part("left", "right", "width"), part("top", "bottom", "height")];
  return { x, y, wide, high };
}

// a picture of what is seen, at the size of the layout: as a file it takes some kilobytes, but the browser keeps it
// unpacked long after it is gone, four bytes a pixel
async function picture(map) {
  const { x, y, wide, high } = seen_of(map);
  const small = document.createElement("canvas");
  small.width = Math.round(map.clientWidth * wide) || 1;
  small.height = Math.round(map.clientHeight * high) || 1;
  const cut = [x * map.width, y * map.height, wide * map.width, high * map.height];
  small.getContext("2d").drawImage(map, ...cut, 0, 0, small.width, small.height);
  const blob = await new Promise((done) => small.toBlob(done, "image/webp", 0.85));
  small.width = small.height = 0;
  if (!blob) return null;
  const place = (from, part) => `${part < 1 ? (100 * from) / (1 - part) : 0}%`; // as a background counts
  const [at, size] = [`${place(x, wide)} ${place(y, high)}`, `${100 * wide}% ${100 * high}%`];
  return { url: URL.createObjectURL(blob), where: `${at} / ${size} no-repeat` };
}

// JupyterLab keeps the comm of a closed widget until its kernel ends, and with it the widget, its canvas and every word
// that was written there: when all are closed, nothing shall hang on their comms
async function part_from(manager, ids) {
  const comms = (await Promise.all(ids.map((id) => manager.get_model(id)))).map((model) => model.comm);
  const nothing = () => {};
  const part = (comm) => [comm?.on_close(nothing), comm?.on_msg(nothing)];
  setTimeout(() => comms.forEach(part), CLOSED_AFTER);
}

// Leaflet listens to the document until it is told to end, which ipyleaflet never does: the document would keep each map
// that was ever shown, and with the map all that stood around it. What is on its way still needs the map: layers that
// are being made, and the last move of a drag, which comes with the next frame
async function end_ground({ layer_views, obj }) {
  await Promise.allSettled(layer_views.views);
  await new Promise(requestAnimationFrame);
  obj.off("movestart moveend zoomend"); // these would be told to a Python that has closed the map
  obj.remove();
  window.L?.DomUtil?.restoreOutline(); // or a map that was dragged is kept until the next key is pressed
}

// on a page that is narrower than the map was laid out for, places at both sides would be cut off
function show_all(ground, container) {
  const { laidOut, zoomSnap } = ground.options;
  const { left, width } = container.getBoundingClientRect();
  if (!width || ground.getZoom() !== laidOut) return; // somebody has moved it
  const middle = (icon) => icon.getBoundingClientRect().left - left - width / 2;
  const far = Math.max(0, ...marks_on(container).map((each) => Math.abs(middle(each))));
  const out = Math.ceil(Math.log2((2 * (far + SIGN)) / width) / zoomSnap) * zoomSnap;
  if (out > 0) ground.setZoom(laidOut - out, { animate: false });
}

async function lay_out({ layer_views, obj }, container) {
  await Promise.allSettled(layer_views.views);
  show_all(obj, container);
  part_names(container);
  obj.on("zoomend moveend", () => part_names(container));
}

const marks_on = (container) => [...container.querySelectorAll(".leaflet-marker-icon")];
const SIDES = ["east", "west", "north", "south"];

// each name of a place beside its sign, where it covers no other and is not cut off; where there is no room it waits
// until the map is enlarged
function part_names(container) {
  const edge = container.getBoundingClientRect();
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const within = (a) =>
    a.left > edge.left + AIR && a.right < edge.right - AIR && a.top > edge.top + AIR && a.bottom < edge.bottom - AIR;
  const side_of = (name) => SIDES.find((side) => name.classList.contains(`fmbook-where-${side}`));
  const words = marks_on(container).flatMap((mark) => [...mark.querySelectorAll(".fmbook-where")]);
  const taken = words.filter((each) => !side_of(each)).map((each) => [each.parentNode, each.getBoundingClientRect()]);
  for (const name of words.filter(side_of)) {
    const own = (name.dataset.side ||= side_of(name));
    const turn = (to) => SIDES.forEach((side) => name.classList.toggle(`fmbook-where-${side}`, side === to));
    const is_free = (side) => {
      turn(side);
      const room = name.getBoundingClientRect();
      return within(room) && !taken.some(([mark, other]) => mark !== name.parentNode && meet(room, other));
    };
    const side = [own, ...SIDES].find(is_free);
    name.style.visibility = side ? "" : "hidden";
    if (side) taken.push([name, name.getBoundingClientRect()]);
    else turn(own);
  }
}

// What a page knows of one widget in all its views. It asks, the kernel does, and `sharp` says what was done: whoever
// still looks at a map that another page has put to rest asks again.
function lent(model) {
  const views = new Set();
  let resting = 0, leaving = 0, looking = 0; // timers
  let asked = false; // the kernel, which has not answered yet
  let told = false; // whether the kernel knows that this page sees the map
  let may_rest = true; // once for each time that it was seen, or pages would put each other's maps to rest for ever
  let shown = null; // the picture that stands for the map

  const maps = () => [...views].map((view) => view.map).filter(Boolean);
  const seen = () => !document.hidden && [...views].find((view) => view.near)?.map;
  const show = (still) => {
    if (shown) URL.revokeObjectURL(shown.url);
    shown = still;
    for (const map of maps()) put_on(map);
  };
  // as the ground of the canvas itself, it has its size and lets presses through
  const put_on = (map) => (map.style.background = shown ? `url(${shown.url}) ${shown.where}` : "");
  const ask = async (map) => {
    const blank = !painted(map);
    told = may_rest = true;
    asked = model.get("sharp") < sharpness();
    if (!blank && asked) show(await picture(map)); // while it is drawn anew
    send(model, { what: "wake", sharp: sharpness(), blank, unpacks: UNPACKS });
    look(STILL_BLANK, MOST_ASKED);
  };
  // a drawing that went out before this page listened is asked for again; a kernel that has not answered is not
  const look = (after, times) => {
    clearTimeout(looking);
    looking = setTimeout(() => {
      const map = seen(), awake = model.get("sharp") >= sharpness();
      if (!map) return;
      if (painted(map) && awake) return show(null);
      if (awake && times) send(model, { what: "wake", sharp: sharpness(), blank: true, unpacks: UNPACKS });
      look(2 * after, times - awake);
    }, after);
  };
  const rest = async () => {
    resting = 0;
    const map = maps().find(painted);
    const still = map && (await picture(map));
    if (seen() || !may_rest) return still && URL.revokeObjectURL(still.url);
    if (still) show(still);
    told = may_rest = false;
    send(model, { what: "rest" });
  };
  const settle = () => {
    const map = seen();
    if (map || !model.get("sharp")) resting = clearTimeout(resting) || 0;
    if (map && (!told || (!asked && model.get("sharp") < sharpness()))) ask(map);
    else if (!map && may_rest && model.get("sharp") && !resting)
      resting = setTimeout(rest, views.size ? REST_AFTER : LEFT_AFTER);
  };
  const gone = () => send(model, { what: "gone", shows: model.get("shows") });

  const answered = () => {
    asked = false;
    settle();
  };

  const hear_parcel = unpacking(model);
  const told_to = ({ what, parts }) => what === "closing" && part_from(model.widget_manager, parts).catch(() => null);

  model.on("change:sharp", answered);
  model.on("msg:custom", told_to);
  model.on("msg:custom", hear_parcel);
  window.addEventListener("resize", settle); // also when a reader has zoomed
  document.addEventListener("visibilitychange", settle);
  return {
    join() {
      const view = { map: null, near: false };
      clearTimeout(leaving);
      views.add(view);
      if (views.size === 1) send(model, { what: "here", page: PAGE.name });
      count_pages(model);
      return view;
    },
    watch(view, sheet, map) {
      view.map = map;
      map.style.aspectRatio = model.get("ratio").join(" / "); // a canvas at rest has one pixel
      put_on(map);
      view.eye = new IntersectionObserver(
        (news) => {
          view.near = news.at(-1).isIntersecting;
          settle();
        },
        { root: scroller(sheet), rootMargin: NEAR },
      );
      view.eye.observe(sheet);
    },
    // the map of the real ground in a view, as soon as it is there
    async find_ground(view, container) {
      view.ground = container;
      const { views: all } = await model.widget_manager.get_model(model.get("ground"));
      view.ground = (await Promise.all(Object.values(all))).find((each) => each.el.contains(container));
      if (view.ground && !views.has(view)) end_ground(view.ground);
      else if (view.ground) await lay_out(view.ground, container);
    },
    leave(view) {
      views.delete(view);
      if (view.ground?.obj) end_ground(view.ground);
      view.eye?.disconnect();
      // ipycanvas never lets go of the canvas of a view that is gone
      if (view.map) view.map.width = view.map.height = 0;
      settle();
      if (!views.size) leaving = setTimeout(gone, GONE_AFTER * (1 + Math.random() / 2)); // not all at once
    },
    end() {
      for (const timer of [resting, leaving, looking]) clearTimeout(timer);
      window.removeEventListener("resize", settle);
      document.removeEventListener("visibilitychange", settle);
      model.off("change:sharp", answered);
      model.off("msg:custom", told_to);
      model.off("msg:custom", hear_parcel);
      show(null);
    },
  };
}

