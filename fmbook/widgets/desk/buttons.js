// The orders of the moment as buttons. A press answers the question that its reader saw:
//
// - it carries what stood on the button, what that answered, and the number of the state, as they were when the finger
//   came down. Buttons may be drawn anew before it is lifted: they are the same elements with other words, so no press
//   is lost on the way.
// - where a button has come to lie in the place of another one, or has taken another meaning, it takes no press for a
//   moment; else the second of two quick presses would answer a question that nobody has read. Under a pointer that has
//   not moved since, that moment is longer. A key that is held down presses once.
//
// - what is below must not move while one plays: words and buttons keep the room that they once had, up to two rows more
//   than one. A button that comes to lie under a pointer at rest does not look as if it had been chosen.
//
// All buttons of the row are watched, those beside the orders as well: they move when the orders become more or fewer.
const READ = 400; // milliseconds that a new meaning must have been seen
const READ_AT_REST = 1000; // under a pointer that nobody moves
const STILL = 4; // pixels that a hand at rest may wander
const MOST_KEPT = 112; // pixels of height that buttons keep when there are fewer
const MOST_ASKED = 72; // and of the question, three lines on a narrow page
const MOST_GIVEN = 84; // and of what is said, where a guide has gone
const APART = 6; // pixels by which buttons may meet without one lying in the place of the other
// what holds or skips an opponent decides nothing, and would be gone before it could be pressed
const FREE = "at any time\n";

function render({ model, el }) {
  const slots = [];
  const news = new Map(); // when each new button of the row was first seen, and where on it a pointer rested
  let hand = null; // where the pointer is
  let row = el;
  let begun = false; // whether a click that comes now is the end of a press
  let refused = null; // the button of a press that came too soon
  let places = new Map(); // where each meaning was last seen

  const meaning = (button) => button.dataset.meaning || `beside ${button.textContent}`;
  const is_there = (button) => button.getClientRects().length && button.style.visibility !== "hidden";
  const lying = () => [...row.querySelectorAll("button")].filter(is_there);
  const meet = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > APART &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > APART;
  const time_to_read = (rested) => (rested ? READ_AT_REST : READ);
  const too_soon = (button, event, by_hand) => {
    const { seen, rested } = news.get(button) ?? { seen: -Infinity };
    return event.timeStamp - seen < time_to_read(by_hand && rested);
  };
  const on_hand = ({ left, top, right, bottom }) =>
    hand && left <= hand.x && hand.x <= right && top <= hand.y && hand.y <= bottom ? hand : null;
  const settle = (button) => {
    const { seen, rested } = news.get(button);
    setTimeout(() => {
      if (news.get(button)?.seen !== seen || news.get(button).rested !== rested) return;
      button.removeAttribute("aria-disabled");
      news.delete(button);
    }, seen + time_to_read(rested) - performance.now());
  };

  // a press that begins before the next frame was meant for what that frame replaces
  const renew = (button) => {
    if (button.dataset.meaning?.startsWith(FREE)) return;
    news.set(button, { seen: Infinity });
    button.setAttribute("aria-disabled", "true");
    button.classList.add("fmbook-new"); // until somebody points at it
    requestAnimationFrame((seen) => {
      news.set(button, { seen, rested: on_hand(button.getBoundingClientRect()) });
      settle(button);
    });
  };
  // nor may a button be pressed that has come under a pointer because the head has grown, or given room back
  let under = null; // the button that lay under the pointer when it was seen last
  // a place counts from the head of the desk, which stays in sight when the page is scrolled
  const watch = () => {
    const [now, before] = [new Map(), under];
    under = null;
    const head = (row.closest(".fmbook-head") || row).getBoundingClientRect();
    for (const button of lying()) {
      const { left, top, right, bottom } = button.getBoundingClientRect();
      if (on_hand({ left, top, right, bottom })) under = button;
      const place = { left: left - head.left, top: top - head.top, right: right - head.left, bottom: bottom - head.top };
      now.set(meaning(button), place);
      if ([...places].some(([other, was]) => other !== meaning(button) && meet(was, place))) renew(button);
      else if (under === button && before !== button && !news.has(button)) renew(button);
    }
    places = now;
  };

  const widths = new Map(); // for which room has been kept
  let told = ""; // what stands before the buttons, and is read aloud when it changes
  let line = null;
  let fold = null;
  // on a phone it is a line of its own until somebody opens it; the looks decide where that is
  const show_all = (all) => {
    el.classList.toggle("fmbook-folded", !all);
    fold.ariaExpanded = `${all}`;
    widths.delete(line);
    line.style.minHeight = "";
  };
  const make_line = () => {
    line = el.insertBefore(document.createElement("div"), el.firstChild);
    line.className = "fmbook-steps";
    line.setAttribute("role", "status");
    fold = document.createElement("button");
    Object.assign(fold, { type: "button", className: "fmbook-fold", ariaLabel: model.get("label") });
    line.after(fold);
    show_all(false);
    fold.addEventListener("click", () => show_all(fold.ariaExpanded === "false"));
    // so does a press on the line, and a key that has reached a name in it
    for (const type of ["click", "focusin"]) line.addEventListener(type, () => fold.offsetWidth && show_all(true));
  };
  const tell = (words) => {
    if (words === told) return;
    if (!line) make_line();
    line.innerHTML = told = words; // escaped where it was written
    line.hidden = fold.hidden = !words;
    [line.dataset.heading = "", line.dataset.room = ""] = model.get("room").split("\n");
  };
  // as high as it ever was while it was as wide as it is
  const keep_room = (box, most = Infinity) => {
    if (!box?.offsetWidth) return;
    if (widths.get(box) !== box.offsetWidth) box.style.minHeight = "";
    widths.set(box, box.offsetWidth);
    box.style.minHeight = `${Math.min(box.offsetHeight, most)}px`;
  };
  // nor do buttons go up or down where a question is a line longer than the next; its words are written anew each time
  let asked_at = [0, 0];
  const keep_asked = () => {
    const head = el.closest(".fmbook-head");
    const question = head?.querySelector(".fmbook-prompt");
    if (!question?.offsetWidth) return;
    if (asked_at[0] !== question.offsetWidth) head.style.removeProperty("--fmbook-asked");
    else if (question.offsetHeight <= asked_at[1]) return;
    asked_at = [question.offsetWidth, Math.min(question.offsetHeight, MOST_ASKED)];
    head.style.setProperty("--fmbook-asked", `${asked_at[1]}px`);
  };
  // what a guide gives up goes to what is said below it, so that neither buttons nor map move; a wider page begins anew
  let lay_at = [0, 0];
  const give_room = () => {
    const head = el.closest(".fmbook-head");
    const orders = head?.querySelector(".fmbook-orders");
    if (!orders?.offsetWidth) return;
    head.style.removeProperty("--fmbook-slack");
    if (!line.hidden || lay_at[0] !== head.offsetWidth) lay_at = [head.offsetWidth, line.hidden ? 0 : orders.offsetTop];
    const slack = Math.max(0, Math.min(lay_at[1] - orders.offsetTop, MOST_GIVEN));
    if (slack) head.style.setProperty("--fmbook-slack", `${slack}px`);
  };
  // but what a long question took, and what a guide has left, is given back when the phase is over
  let stage = "";
  const begin_anew = () => {
    const head = el.closest(".fmbook-head");
    const now = head?.querySelector(".fmbook-when")?.textContent ?? "";
    if (now === stage || row === el) return;
    stage = now;
    asked_at = lay_at = [0, 0];
    head.style.removeProperty("--fmbook-asked");
    widths.delete(row);
  };
  const keep_rooms = () => {
    begin_anew();
    keep_room(line);
    keep_asked();
    if (line) give_room();
    if (row !== el) keep_room(row, MOST_KEPT);
    watch();
  };
  const resized = new ResizeObserver(keep_rooms); // a page that has become wider needs less of it
  const slot = () => {
    const button = el.appendChild(document.createElement("button"));
    button.type = "button";
    button.className = "jupyter-button";
    slots.push(button);
    return button;
  };
  // “Fly …” and “Fly ✓” are as wide as each other
  const bare = (label) => label.replace(/ […✓]$/, "");
  const keep_width = (button, label) => {
    const same = label !== bare(label) && bare(button.textContent) === bare(label);
    button.style.minWidth = same ? `${button.offsetWidth}px` : "";
  };
  // while one question is open, the answers that are left lie where they lay; what was used up leaves a gap
  let laid = { asked: "", labels: [] };
  const lay = (asked, labels, steady) => {
    let left = 0;
    for (const label of laid.labels) left += label === labels[left];
    if (!steady || asked !== laid.asked || left < labels.length) laid = { asked, labels };
    return laid.labels;
  };
  const draw = () => {
    const { asked, labels: now, ends, apart = 0, words = "" } = model.get("offered");
    const labels = lay(asked, now, apart && !ends);
    tell(words);
    if (line) requestAnimationFrame(give_room);
    el.classList.toggle("fmbook-empty", !words && !now.length);
    const held = slots.find((button) => button === document.activeElement);
    const was = held && meaning(held);
    while (slots.length < labels.length) slot();
    slots.forEach((button, at) => {
      const label = labels[at] ?? "";
      keep_width(button, label);
      if (button.textContent !== label) button.textContent = button.title = label;
      button.dataset.meaning = `${asked}\n${label}`;
      button.classList.toggle("fmbook-quiet", Boolean(ends) && at === labels.length - 1);
      button.classList.toggle("fmbook-apart", at === labels.length - apart);
      button.style.display = at < labels.length ? "" : "none";
      button.style.visibility = now.includes(label) ? "" : "hidden";
    });
    if (held) keep_focus(held, was);
    watch();
    requestAnimationFrame(keep_rooms); // the words of the question come after its buttons, and may be higher
  };
  // who came by keyboard stays with the button, goes to the first of the new ones, or reads what is asked
  const keep_focus = (held, was) => {
    const there = slots.filter(is_there);
    const next = there.find((button) => meaning(button) === was) || there[0];
    if (!next) el.closest(".fmbook-desk")?.querySelector(".fmbook-status")?.focus({ preventScroll: true });
    else if (next !== held) next.focus({ preventScroll: true });
    if (next && meaning(next) !== was) renew(next);
  };

  const shown = () => Number(row.closest(".fmbook-desk")?.querySelector(".fmbook-status")?.dataset.number);
  const seen = (button) => ({ label: button.textContent, asked: model.get("offered").asked, number: shown() });
  const button_of = (event) => (row.contains(event.target) ? event.target.closest("button") : null);
  const stop = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  const pressed = (event) => {
    const button = button_of(event);
    begun = true;
    refused = null;
    if (!button || event.button) return;
    if (too_soon(button, event, true)) {
      refused = button;
      send(model, { what: "hasty" });
    } else if (slots.includes(button)) wait_for_lift({ ...seen(button), place: button.getBoundingClientRect() });
  };
  // the finger may be lifted from a button that says something else by now, or lies elsewhere
  const wait_for_lift = ({ place, ...press }) => {
    const lifted = ({ type, clientX: x, clientY: y }) => {
      for (const way of ["pointerup", "pointercancel"]) window.removeEventListener(way, lifted, true);
      const within = x >= place.left && x <= place.right && y >= place.top && y <= place.bottom;
      if (type === "pointerup" && within) send(model, { what: "pressed", ...press }); // of a Python that has gone, the desk says so
    };
    for (const way of ["pointerup", "pointercancel"]) window.addEventListener(way, lifted, true);
  };
  // what comes of a key, or of help for those who use no mouse, has had no press before
  const clicked = (event) => {
    const button = button_of(event);
    const by_pointer = event.detail && begun;
    begun = false;
    if (!button) return;
    if (by_pointer) {
      if (button === refused) stop(event);
    } else if (too_soon(button, event)) {
      stop(event);
      send(model, { what: "hasty" });
    } else if (slots.includes(button)) send(model, { what: "pressed", ...seen(button) });
  };
  const follow = (event) => {
    hand = { x: event.clientX, y: event.clientY };
    under = button_of(event); // told by the event: to measure the page at each move would cost every click
  };
  const pointed_at = (event) => {
    if (event.movementX || event.movementY) button_of(event)?.classList.remove("fmbook-new");
    for (const [button, { seen, rested }] of news) {
      if (!rested || Math.hypot(hand.x - rested.x, hand.y - rested.y) <= STILL) continue;
      news.set(button, { seen, rested: null }); // it has been moved: to this button, or away from it
      settle(button);
    }
  };
  const keyed = (event) => {
    if (event.repeat && (event.key === "Enter" || event.key === " ") && button_of(event)) stop(event);
  };

  model.on("change:offered", draw);
  draw();
  attached(el, () => {
    row = el.closest(".fmbook-orders") || el;
    const desk = row.closest(".fmbook-desk") || row;
    for (const type of ["pointerdown", "pointermove"]) desk.addEventListener(type, follow, true);
    desk.addEventListener("pointerleave", () => (hand = null));
    for (const [type, hear] of [["pointerdown", pressed], ["click", clicked], ["keydown", keyed], ["pointermove", pointed_at]])
      row.addEventListener(type, hear, true);
    watch();
    resized.observe(el);
    const question = el.closest(".fmbook-head")?.querySelector(".widget-html:has(.fmbook-prompt)");
    if (question) resized.observe(question);
  });
  return () => {
    resized.disconnect();
    model.off("change:offered", draw);
  };
}

export default { render };
