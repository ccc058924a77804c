// What a desk stops for: words, a line for a reason, and buttons; what has been typed stays while it is asked.

function render({ model, el }) {
  const drawn = new Map(); // the parts that stand there, by what each is about

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
  const press = (about, label, line) => {
    send(model, { what: "pressed", about, label, reason: line?.value ?? "" });
    el.closest(".fmbook-desk")?.querySelector(".fmbook-status")?.focus({ preventScroll: true }); // where the answer stands
  };
  const buttons = (box, { about, labels }, line) => {
    const row = made("div", box);
    row.className = "fmbook-row";
    row.style.pointerEvents = "none"; // nobody has read yet what has come to lie under a pointer
    setTimeout(() => (row.style.pointerEvents = ""), 1000);
    for (const [label, tip] of labels) {
      const button = made("button", row, label);
      Object.assign(button, { type: "button", className: "jupyter-button", title: tip });
      button.addEventListener("click", () => press(about, label, line));
    }
  };
  const draw_part = (part) => {
    const box = made("div", el);
    box.className = "fmbook-choice";
    if (!part.reason) buttons(box, part); // first: “Close” stands where “Tell me now” was pressed
    told(box, part.words);
    if (part.reason) buttons(box, part, line_for(box, part));
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
  draw();
  return () => model.off("change:put", draw);
}

export default { render };
