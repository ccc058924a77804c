// What ipywidgets and ipycanvas cannot do: a live region that stays in the page, and a keyboard that can leave.
const MAP = ".fmbook-map";
const OURS = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Enter", " "]);

const on_canvas = (event) => event.target instanceof HTMLCanvasElement;

// ipycanvas prevents the default of every key and of the wheel. What is not ours must not reach it,
// so that Tab moves on, the browser's own keys work and the page scrolls.
function keys(event) {
  const other = !OURS.has(event.key) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
  if (on_canvas(event) && other) event.stopImmediatePropagation();
}

function wheel(event) {
  if (on_canvas(event)) event.stopImmediatePropagation();
}

// the ring around the map is for those who came by keyboard
function pointed(event) {
  event.currentTarget.classList.toggle("fmbook-pointed", event.type === "pointerdown");
}

function attached(el, then) {
  let tries = 600; // ten seconds of frames; a view that was thrown away before it was shown is let go
  const look = () => {
    if (el.isConnected) then(el.closest(MAP));
    else if (tries-- > 0) requestAnimationFrame(look);
  };
  look();
}

function render({ model, el }) {
  const line = (role, live, name) => {
    const p = el.appendChild(document.createElement("p"));
    p.setAttribute("role", role);
    p.setAttribute("aria-live", live);
    p.className = name;
    return p;
  };
  const status = line("status", "polite", "fmbook-status");
  const fault = line("alert", "assertive", "fmbook-fault");
  let watch = null;
  let root = null;

  const dress = () => {
    for (const canvas of root ? root.querySelectorAll("canvas") : []) {
      canvas.setAttribute("role", "application");
      canvas.setAttribute("aria-label", model.get("label"));
      canvas.setAttribute("data-lm-suppress-shortcuts", "true");
      // ipycanvas takes the focus before it reads where the mouse is; if the page scrolls in between, it reads wrong
      canvas.focus = () => HTMLElement.prototype.focus.call(canvas, { preventScroll: true });
    }
  };
  const say = () => {
    // textContent, never innerHTML: what is said may come from a file or a text box
    for (const [place, text] of [[status, model.get("says")], [fault, model.get("fault")]])
      if (place.textContent !== text) place.textContent = text;
    fault.hidden = !model.get("fault");
    dress();
  };

  model.on("change", say);
  say();
  attached(el, (found) => {
    root = found;
    if (!root) return;
    root.addEventListener("keydown", keys, true);
    root.addEventListener("wheel", wheel, { capture: true, passive: true });
    for (const type of ["pointerdown", "keydown", "focusout"]) root.addEventListener(type, pointed, true);
    watch = new MutationObserver(dress);
    watch.observe(root, { childList: true, subtree: true });
    dress();
  });

  return () => {
    model.off("change", say);
    if (watch) watch.disconnect();
    if (root) {
      root.removeEventListener("keydown", keys, true);
      root.removeEventListener("wheel", wheel, { capture: true });
      for (const type of ["pointerdown", "keydown", "focusout"]) root.removeEventListener(type, pointed, true);
    }
  };
}

export default { render };
