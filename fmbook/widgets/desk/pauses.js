// What a desk stops for: words, a line for a reason, and buttons; what has been typed stays while it is asked. A button
// that comes to lie under a pointer at rest takes no press for a moment: nobody has read it yet.
const READ = 400; // milliseconds
const READ_AT_REST = 1000;

function render({ model, el }) {
  const drawn = new Map(); // the parts that stand there, by what each is about
  const news = new Map(); // until when each button takes no press

  const wait = (button, until) => {
    news.set(button, until);
    setTimeout(() => {
      if (news.get(button) !== until) return;
      button.removeAttribute("aria-disabled");
      news.delete(button);
    }, until - performance.now());
  };
  // where it lies, and whether a pointer is on it, is known when it has been laid out
  const renew = (box) => {
    const buttons = [...box.querySelectorAll("button")];
    for (const button of buttons) {
      news.set(button, Infinity);
      button.setAttribute("aria-disabled", "true");
    }
    const seen = () => {
      for (const button of buttons) wait(button, performance.now() + (button.matches(":hover") ? READ_AT_REST : READ));
    };
    requestAnimationFrame(() => requestAnimationFrame(seen));
  };
  const pointed = ({ movementX, movementY }) => {
    const soon = performance.now() + READ;
    if (movementX || movementY) for (const [button, until] of news) if (until > soon && until < Infinity) wait(button, soon);
  };

  const made = (name, of, words = "") => {
    const part = of.appendChild(document.createElement(name));
    part.textContent = words;
    return part;
  };
  const line_for = (box, { reason, hint }) => {
    const label = made("label", box, reason);
    const line = made("input", label);
    Object.assign(line, { type: "text", placeholder: hint });
    label.className = "fmbook-reason";
    line.dataset.lmSuppressShortcuts = "true"; // letters are letters here, also to a notebook
    return line;
  };
  const told = (box, words) => (made("section", box).innerHTML = words); // escaped where it was written
  const press = (about, label, line, too_soon) => {
    if (too_soon) return send(model, { what: "hasty" });
    send(model, { what: "pressed", about, label, reason: line?.value ?? "" });
    el.closest(".fmbook-desk")?.querySelector(".fmbook-status")?.focus({ preventScroll: true }); // where the answer stands
  };
  const buttons = (box, { about, labels }, line) => {
    const row = made("div", box);
    row.className = "fmbook-row";
    for (const [label, tip] of labels) {
      const button = made("button", row, label);
      Object.assign(button, { type: "button", className: "jupyter-button", title: tip });
      // a key must have been led there first
      button.addEventListener("click", ({ detail }) => press(about, label, line, detail && news.has(button)));
    }
  };
  const draw_part = (part) => {
    const box = made("div", el);
    box.className = "fmbook-choice";
    if (!part.reason) buttons(box, part); // first: “Close” stands where “Tell me now” was pressed
    told(box, part.words);
    if (part.reason) buttons(box, part, line_for(box, part));
    renew(box);
    return box;
  };
  const draw = () => {
    const wanted = new Map(model.get("put").map((part) => [JSON.stringify(part), part]));
    for (const [which, box] of drawn) if (!wanted.has(which) && drawn.delete(which)) box.remove();
    [...wanted].forEach(([which, part], at) => {
      if (!drawn.has(which)) drawn.set(which, draw_part(part));
      if (el.children[at] !== drawn.get(which)) el.insertBefore(drawn.get(which), el.children[at]);
    });
  };

  model.on("change:put", draw);
  addEventListener("pointermove", pointed, true);
  draw();
  return () => {
    removeEventListener("pointermove", pointed, true);
    model.off("change:put", draw);
  };
}

export default { render };
