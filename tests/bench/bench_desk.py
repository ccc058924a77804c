"""How fast a click on the desk is answered, beside what one would otherwise draw a hex map with.

The same browser, the same run: the desk (rules included) with Vimy's hexes and with the sectors of a fort, then Vimy's
hexes alone as an SVG in an anywidget and as a matplotlib figure by ipympl. Time runs from the press to the first frame
whose pixels differ where the pointer is, or on the rim of the place that it points at.

    python tests/bench/bench_desk.py [--clicks 40] [--games vimy …] [--hard]     --hard: fail above twice the bars
    python tests/bench/bench_desk.py --memory 20_vimy 50_europa_41     what a page holds, and how soon maps wake
"""

import argparse
import json
import os
import random
import secrets
import sys
import tempfile
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

import fmbook as fm  # noqa: E402
from fmbook.cli.chromium import find_chromium  # noqa: E402
from fmbook.widgets.board.counters import stack_spots  # noqa: E402
from fmbook.widgets.board.sheets import Frame  # noqa: E402
from tests.tools.lab_server import FLAGS, Server  # noqa: E402
from tests.tools.renderer_memory import IS_TOLD, megabytes  # noqa: E402

GAMES = {"vimy": "hill_145", "scheldt": "breskens", "veritable": "first_days", "eben_emael": "first_minutes"}
MEASURED = ("vimy", "eben_emael")  # a large board of hexes and one of sectors
# milliseconds, p95: design of the desk
BARS = {(1, "paced"): 50, (1, "quick"): 75, (2, "paced"): 75, (2, "quick"): 100}
FIRST_DRAW, WITH_IMPORT, MESSAGES, BYTES = 350, 1000, 6, 10_000

IMPORT = "import time; begun = time.time()\nimport fmbook as fm\nimport fmbook.widgets.desk.desk\n"
GAME = "game = fm.new_game('{game}', '{scenario}')\nprint('BEGUN', begun)\ngame"
AT_ONCE = (IMPORT + GAME,)
APART = (IMPORT, "begun = time.time()\n" + GAME)  # in a kernel that has drawn nothing yet
OUTLINES = (
    "import fmbook as fm\nboard = fm.new_game('vimy', 'hill_145').board\n"
    "rings = [board.outline(place) for place in range(len(board.places))]\n"
)
SVG = (
    OUTLINES + "import anywidget, traitlets\nclass Hexes(anywidget.AnyWidget):\n"
    "    _esm = '''function render({model, el}) {\n"
    "      const ns = 'http://www.w3.org/2000/svg', svg = document.createElementNS(ns, 'svg');\n"
    "      const [x0, y0, x1, y1] = model.get('bounds'); svg.setAttribute('class', 'hexes');\n"
    "      svg.setAttribute('viewBox', `${x0} ${y0} ${x1 - x0} ${y1 - y0}`); svg.setAttribute('width', 800);\n"
    "      model.get('rings').forEach((ring, at) => { const p = document.createElementNS(ns, 'polygon');\n"
    "        p.setAttribute('points', ring.map(q => q.join(',')).join(' ')); p.setAttribute('fill', '#e9e1c4');\n"
    "        p.setAttribute('stroke', '#6b664f'); p.setAttribute('stroke-width', .02);\n"
    "        p.addEventListener('mousedown', () => model.send(at)); svg.appendChild(p); });\n"
    "      model.on('change:lit', () => svg.querySelectorAll('polygon').forEach((p, at) =>\n"
    "        p.setAttribute('fill', model.get('lit').includes(at) ? '#c23b22' : '#e9e1c4')));\n"
    "      el.appendChild(svg); }\n    export default {render}'''\n"
    "    rings = traitlets.List().tag(sync=True)\n    bounds = traitlets.List().tag(sync=True)\n"
    "    lit = traitlets.List().tag(sync=True)\n"
    "w = Hexes(rings=[[list(p) for p in ring] for ring in rings], bounds=list(board.bounds))\n"
    "w.on_msg(lambda _, at, __: setattr(w, 'lit', [at, *board.neighbours[at]]))\nw",
)
MATPLOTLIB = (
    "%matplotlib widget\n" + OUTLINES + "import matplotlib.pyplot as plt\n"
    "from matplotlib.collections import PolyCollection\n"
    "fig, ax = plt.subplots(figsize=(8, 9), layout='tight')\nhexes = PolyCollection(rings, facecolors='#e9e1c4', "
    "edgecolors='#6b664f', linewidths=.4)\nax.add_collection(hexes); ax.autoscale(); ax.invert_yaxis(); "
    "ax.set_aspect('equal')\n"
    "def pressed(event):\n    at = board.place_at(event.xdata, event.ydata)\n    if at is None: return\n"
    "    around = {at, *board.neighbours[at]}\n"
    "    hexes.set_facecolors(['#c23b22' if n in around else '#e9e1c4' for n in range(len(rings))])\n"
    "    fig.canvas.draw_idle()\nfig.canvas.mpl_connect('button_press_event', pressed)\nplt.show()",
)
# the spots to look at are parts of the width and the height of the picture
PROBE = """() => { const P = window.probe = {}; P.look = (c, spots) => { let h = 0; for (const [x, y] of spots) {
    const d = c.getContext('2d').getImageData(Math.round(x * c.width) - 3, Math.round(y * c.height) - 3, 7, 7).data;
    for (const v of d) h = (h * 31 + v) | 0 } return h };
  P.arm = ([selector, spots]) => { P.answer = new Promise(done => {
    const c = document.querySelector(selector), canvas = c.tagName === 'CANVAS'; let t0 = null, changed = false;
    const before = canvas ? P.look(c, spots) : null, end = performance.now() + 5000;
    document.addEventListener('mousedown', () => { t0 = performance.now() }, {capture: true, once: true});
    const watch = canvas ? null : new MutationObserver(() => { changed = true });
    if (watch) watch.observe(c, {subtree: true, attributes: true, childList: true});
    const tick = () => { const now = performance.now();
      if (now > end || (t0 !== null && (canvas ? P.look(c, spots) !== before : changed)))
        { if (watch) watch.disconnect(); done(now > end ? null : now - t0) } else requestAnimationFrame(tick) };
    requestAnimationFrame(tick) }) } }"""
PEERS: tuple[tuple[str, tuple[str, ...], str, tuple[str, ...]], ...] = (
    ("SVG anywidget", SVG, "svg.hexes", ("anywidget",)),
    ("matplotlib", MATPLOTLIB, ".jupyter-matplotlib-canvas-div canvas", ("matplotlib", "ipympl")),
)
INSTALL = f"{sys.executable} -m pip install -e '.[bench]' brings it"
KERNEL = "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel"
UNCOVERED = """([selector, [x, y]]) => { const c = document.querySelector(selector), r = c.getBoundingClientRect();
  const found = document.elementFromPoint(r.left + x * r.width, r.top + y * r.height);
  return !!found && (c.contains(found) || found.contains(c) || found.parentElement === c.parentElement) }"""
PAINTED = """selector => new Promise(done => {
  const full = c => c.width && c.getContext('2d').getImageData(c.width / 2, c.height / 2, 1, 1).data[3];
  const tick = () => { const c = document.querySelector(selector);
    if (c && (c.tagName !== 'CANVAS' || full(c))) done(Date.now()); else requestAnimationFrame(tick) }; tick() })"""


JUMPS = """async () => {
  const full = c => c.width > 1 && c.getContext('2d').getImageData(c.width / 2, c.height / 2, 1, 1).data[3];
  const frame = () => new Promise(requestAnimationFrame), waits = [];
  for (const map of document.querySelectorAll('.fmbook-sheet canvas')) {
    if (!map.offsetParent) continue; // folded
    map.scrollIntoView({ block: 'center' });
    const begun = performance.now();
    while (!full(map) && performance.now() - begun < 10000) await frame();
    waits.push(performance.now() - begun);
    await new Promise(done => setTimeout(done, 400)) }
  return waits }"""


Spot = tuple[float, float]
Aim = tuple[Spot, ...]  # where to click, then where else pixels may change


class Found(NamedTuple):
    """What was measured of one board: its clicks in milliseconds, paced and quick, and what they cost."""

    paced: list[float]
    quick: list[float]
    messages: float
    size: float
    lost: int


class Page:
    """A notebook in a browser."""

    def __init__(self, browser: Any, server: Server, notebook: dict[str, Any], sharp: int = 1) -> None:
        self.browser = browser
        self.context = browser.new_context(viewport={"width": 1280, "height": 1300}, device_scale_factor=sharp)
        self.page = self.context.new_page()
        self.page.set_default_timeout(60_000)
        self.frames: list[bytes] = []
        self.page.on("websocket", lambda socket: socket.on("framereceived", self._received))
        self.page.add_init_script(f"({PROBE})()")
        folder = server.root / secrets.token_hex(4)
        folder.mkdir()
        (folder / "bench.ipynb").write_text(json.dumps(notebook))
        self.page.goto(f"http://127.0.0.1:{server.port}/doc/tree/{folder.name}/bench.ipynb?token={server.token}")
        self.page.wait_for_function(
            f"() => {{ try {{ return {KERNEL}.status === 'idle' && {KERNEL}.connectionStatus === 'connected' }} "
            "catch { return false } }"
        )

    def _received(self, frame: str | bytes) -> None:
        self.frames.append(frame.encode() if isinstance(frame, str) else frame)

    def run(self, selector: str) -> float:
        """Run the next cell; give the epoch in milliseconds when its board had pixels."""
        self.page.evaluate("window.jupyterapp.commands.execute('notebook:run-cell-and-select-next'); null")
        return float(self.page.evaluate(PAINTED, selector))

    def run_quietly(self) -> None:
        """Run the next cell, which shows nothing, to its end."""
        self.page.evaluate("window.jupyterapp.commands.execute('notebook:run-cell-and-select-next')")
        self.page.wait_for_timeout(500)

    def begun(self, cell: int) -> float:
        """When a cell of the desk began, by its own clock."""
        said = self.page.locator(".jp-CodeCell").nth(cell).locator("pre", has_text="BEGUN").inner_text()
        return float(said.split()[1]) * 1000

    def megabytes(self) -> int:
        """What the renderers hold."""
        return megabytes(self.browser, self.page)

    def jump_to_every_map(self) -> list[float]:
        """Bring one map after the other into view at once; return the milliseconds until each had pixels."""
        return [float(each) for each in self.page.evaluate(JUMPS)]

    def click(self, selector: str, aim: Aim) -> float | None:
        box = self.page.locator(selector).first.bounding_box()
        x, y = (
            box[edge] + part * box[size] for edge, part, size in zip("xy", aim[0], ("width", "height"), strict=True)
        )
        self.page.mouse.move(x, y)
        self.page.evaluate("at => window.probe.arm(at)", [selector, aim])
        self.page.mouse.down()
        self.page.mouse.up()
        answer = self.page.evaluate("() => window.probe.answer")
        return None if answer is None else float(answer)

    def clicks(self, selector: str, aims: Sequence[Aim]) -> Found:
        self.page.locator(selector).first.scroll_into_view_if_needed()
        self.page.wait_for_timeout(1500)
        aims = [aim for aim in aims if self.page.evaluate(UNCOVERED, [selector, aim[0]])]
        for aim in aims[:4]:
            self.click(selector, aim)
        paced, sizes, counts = [], [], []
        for aim in aims:
            self.page.wait_for_timeout(250)
            self.frames.clear()
            paced.append(self.click(selector, aim))
            self.page.wait_for_timeout(150)
            told = [frame for frame in self.frames if b'"msg_type": "status"' not in frame]
            counts.append(len(told))
            sizes.append(sum(map(len, told)))
        quick = [self.click(selector, aim) for aim in aims]
        lost = paced.count(None) + quick.count(None)
        slow, fast = ([each for each in some if each is not None] for some in (paced, quick))
        return Found(slow, fast, messages=max(counts), size=_percent(sizes, 95), lost=lost)


def _notebook(cells: Sequence[str]) -> dict[str, Any]:
    blank: dict[str, Any] = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    page = [blank | {"id": f"c{at}", "source": cell} for at, cell in enumerate(cells)]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return {"cells": page, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def _percent(values: Sequence[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, round((len(ordered) - 1) * part / 100))] if ordered else float("nan")


def _aims(game: fm.Game, count: int) -> Iterator[Aim]:
    """Where to click on the desk: units to take up and ground to look at, by turns."""
    board, frame, lot = game.board, Frame.around(game.board), random.Random(7)
    movers = game.movers()
    units = [spot for spot in stack_spots(game, frame) if spot.unit.id in movers]
    ground = [name for name in board.places if not game.units(at=name)]
    for at in range(count):
        unit, place = units[at // 2 % len(units)], lot.choice(ground)
        pressed = unit.at if at % 2 else frame.pixel(board.centre(board.at(place)))
        rim = frame.pixels(board.outline(board.at(unit.unit.place if at % 2 else place)))
        spots = (pressed, *rim[:: max(1, len(rim) // 4)])
        yield tuple((x / frame.width, y / frame.height) for x, y in spots)


def _scattered(count: int) -> list[Aim]:
    lot = random.Random(7)
    return [((lot.uniform(0.42, 0.8), lot.uniform(0.2, 0.8)),) for _ in range(count)]


def measured(browser: Any, server: Server, games: Sequence[str], clicks: int) -> Iterator[tuple[str, int, Found, str]]:
    """Measure every board in turn, each desk at both sharpnesses."""
    for game in games:
        for sharp in (1, 2):
            found, more = _measured_desk(browser, server, game, sharp, clicks)
            yield f"{game} {sharp}x", sharp, found, more
    for name, cells, selector, needs in PEERS:
        if missing := [need for need in needs if find_spec(need) is None]:
            print(f"{name:<15}not measured: {' and '.join(missing)} not installed; {INSTALL}", flush=True)
            continue
        page = Page(browser, server, _notebook(cells))
        page.run(selector)
        yield name, 0, page.clicks(selector, _scattered(clicks)), ""
        page.context.close()
        server.end_kernels()


def _measured_desk(browser: Any, server: Server, name: str, sharp: int, clicks: int) -> tuple[Found, str]:
    words = {"{game}": name, "{scenario}": GAMES[name]}

    def filled(cell: str) -> str:
        for word, said in words.items():
            cell = cell.replace(word, said)
        return cell

    whole, page = (Page(browser, server, _notebook(list(map(filled, cells))), sharp) for cells in (AT_ONCE, APART))
    with_import = whole.run(".fmbook-desk canvas") - whole.begun(0)
    whole.context.close()
    page.run_quietly()
    after = page.run(".fmbook-desk canvas") - page.begun(1)
    found = page.clicks(".fmbook-desk canvas", list(_aims(fm.new_game(name, GAMES[name]), clicks)))
    page.context.close()
    server.end_kernels()
    return found, f"first draw {after:.0f} ms, with import {with_import:.0f} ms"


def _print_memory(chromium: str, chapters: Sequence[str]) -> int:
    """Print what the renderer holds of chapters that are run and scrolled through, twice."""
    from playwright.sync_api import sync_playwright

    if not IS_TOLD:
        print("Only Linux tells the proportional set size of a process: nothing is measured.")
        return 0
    print(f"load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        try:
            for chapter, sharp in product(chapters, (1, 2)):
                notebook = json.loads((ROOT / "notebooks" / f"{chapter}.ipynb").read_text(encoding="utf-8"))
                page = Page(browser, server, notebook, sharp)
                sizes, waits = _held_by(page)
                woken = f"woken in {_percent(waits, 50):.0f} ms p50, {_percent(waits, 95):.0f} p95 ({len(waits)} times)"
                print(
                    f"{chapter} {sharp}x: {', '.join(f'{what} {size}' for what, size in sizes)} MB; {woken}", flush=True
                )
                page.context.close()
                server.end_kernels()
        finally:
            browser.close()
            server.close()
    return 0


def _held_by(page: Page) -> tuple[list[tuple[str, int]], list[float]]:
    """Run a chapter twice and look at every map; return megabytes by stage, and how long sudden looks had to wait."""
    sizes, waits = [("opened", page.megabytes())], []
    for run in ("run", "run again"):
        for command in ("run-all-cells", "expand-all-headings"):
            page.page.evaluate(f"window.jupyterapp.commands.execute('notebook:{command}')")
        page.page.wait_for_timeout(8000)  # until what is out of view rests
        sizes.append((run, page.megabytes()))
        waits += page.jump_to_every_map()
        page.page.wait_for_timeout(22_000)  # and what is gone is closed
        sizes.append((f"{run}, seen", page.megabytes()))
    return sizes, waits


def main() -> int:
    """Print a table; with --hard, fail above twice the bars."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--clicks", type=int, default=40)
    asked.add_argument("--games", nargs="+", choices=GAMES, default=MEASURED)
    asked.add_argument("--hard", action="store_true")
    asked.add_argument("--memory", nargs="+", metavar="CHAPTER", default=())
    wanted = asked.parse_args()
    chromium = find_chromium()
    if chromium is None:
        print("No Chromium was found: the desk is not measured. Install one, or set CHROMIUM to its path.")
        return 0
    from playwright.sync_api import sync_playwright

    if wanted.memory:
        return _print_memory(chromium, wanted.memory)
    slow = []
    heads = f"{'paced p50':>10}{'p95':>6}{'quick p50':>11}{'p95':>6}{'messages':>10}{'bytes p95':>11}{'lost':>6}"
    print(f"{'board':<15}{heads}   load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        try:
            for name, sharp, found, more in measured(browser, server, wanted.games, wanted.clicks):
                paced, quick = ([_percent(some, part) for part in (50, 95)] for some in (found.paced, found.quick))
                print(
                    f"{name:<15}{paced[0]:>10.0f}{paced[1]:>6.0f}{quick[0]:>11.0f}{quick[1]:>6.0f}"
                    f"{found.messages:>10.0f}{found.size:>11.0f}{found.lost:>6}   {more}",
                    flush=True,
                )
                for how, value in (("paced", paced[1]), ("quick", quick[1])):
                    bar = BARS.get((sharp, how))
                    if bar and value > bar:
                        print(f"  {name}, {how}: {value:.0f} ms is above the bar of {bar}")
                        slow += [name] if value > 2 * bar else []
        finally:
            browser.close()
            server.close()
    return 1 if slow and wanted.hard else 0


if __name__ == "__main__":
    sys.exit(main())
