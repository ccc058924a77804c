"""Many games as dots on a sheet: click one, and the game behind it opens below, on its own desk."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from math import hypot
from typing import Any, Final

import traitlets
from ipywidgets import Box, VBox

from fmbook.core.calls import checked
from fmbook.core.errors import NoSuchName
from fmbook.core.sides import noun
from fmbook.experiments.played import Played
from fmbook.experiments.results import Results
from fmbook.widgets.desk.desk import Desk
from fmbook.widgets.drawing.canvas import SHARPEST, Sheet, held
from fmbook.widgets.drawing.shapes import Circles, Ink, Lettering, Lines, Picture, Point, Polygons, Shape, Texts
from fmbook.widgets.drawing.svg import to_svg
from fmbook.widgets.page.guard import guarded
from fmbook.widgets.page.lifetime import DisplayedWidget
from fmbook.widgets.page.shell import PageShell
from fmbook.widgets.page.told import Dropdown
from fmbook.widgets.theme import INK, PAPER, QUIET_INK, SANS

__all__ = ["GamePlot", "plot"]

WIDTH, HEIGHT = 640, 420
LEFT, RIGHT, TOP, BOTTOM = 64, 616, 40, 366
RADIUS: Final = 4.0
NEAR: Final = 12.0  # pixels from a dot that still count as a click on it
HEAD: Final = 76.0  # pixels above the highest figure, for the dots that tell the same
SPREAD: Final = 9.0  # pixels between dots that tell the same figures
FIRST: Final = Ink(fill="#1f4e79", stroke="#1f4e79", width=1.2)
SECOND: Final = Ink(fill=PAPER, stroke="#a33b1f", width=1.8)
DRAWN: Final = Ink(fill=QUIET_INK, stroke=QUIET_INK, width=1.0)
CHOSEN: Final = Ink(stroke=INK, width=2.4)
AXIS: Final = Ink(stroke=QUIET_INK, width=0.8)
WORDS: Final = Lettering(13, INK, SANS)
QUIET: Final = Lettering(12, QUIET_INK, SANS)
INVITATION: Final = "Click a dot, or take a game from the list: it opens below."


class GamePlot(DisplayedWidget, VBox):  # type: ignore[misc]  # ipywidgets has no types
    """Dots for games: two figures of each, and its winner by colour and form. ``clicked`` is the seed last chosen."""

    clicked = traitlets.Int(-1, help="The seed of the game last chosen; -1 before the first.")

    def __init__(self, results: Results, x: str, y: str, house_rules: Iterable[Any] = ()) -> None:
        self.results, self.x, self.y, self._house_rules = results, x, y, tuple(house_rules)
        rows = list(results.rows())
        self._figures = [(float(row[x]), float(row[y])) for row in rows]
        self._dots = tuple(self._placed())
        self._sheet = Sheet(WIDTH, HEIGHT, layers=2)
        self._shell = PageShell(label=f"{self._title}. {INVITATION}", says=INVITATION, ratio=[WIDTH, HEIGHT])
        self._shell.hear(("press", "wake", "rest"), self._on_heard)
        listed = [("none", None), *((self._line(game), index) for index, game in enumerate(results))]
        self._list = Dropdown(options=listed, description="Game", layout={"width": "min(420px, 95%)"})
        self._list.observe(self._on_list, "value")
        paper = Box([self._sheet.widget], layout={"visibility": "hidden"}, _dom_classes=("fmbook-sheet",))
        self._map = Box(
            [paper, self._shell],
            layout={"flex_flow": "column", "max_width": f"{WIDTH + 6}px"}, _dom_classes=("fmbook-map",),
        )  # fmt: skip
        self._place = VBox([])
        super().__init__([self._map, self._list, self._place])
        self._tie(self._shell)

    @property
    def _title(self) -> str:
        return f"{len(self.results)} games: {self.x} across, {self.y} upward"

    def _line(self, game: Played) -> str:
        won = noun(game.outcome.winner) if game.outcome.winner else "nobody"
        return f"{game.seed}: won by {won} in turn {game.turn}"

    # --- the picture ------------------------------------------------------------------------

    def _placed(self) -> Iterator[Point]:
        """Lay out the dots; those that tell the same stand in small rows."""
        seen: Counter[Point] = Counter()
        across = self._across()
        rows = (max(Counter(self._figures).values()) - 1) // across + 1
        upward = min(SPREAD, HEAD / rows)
        for figures in self._figures:
            row, column = divmod(seen[figures], across)
            seen[figures] += 1
            x, y = self._at(figures)
            yield x + SPREAD * column, y - upward * row

    def _across(self) -> int:
        """So many dots have room in a row before the next figure begins."""
        xs = sorted({self._at(figures)[0] for figures in self._figures})
        gap = min((b - a for a, b in pairwise(xs)), default=SPREAD)
        return max(1, min(7, int(gap / SPREAD) - 1))

    @cached_property
    def _ends(self) -> tuple[tuple[float, float], tuple[float, float]]:
        xs, ys = zip(*self._figures, strict=True)
        return (min(xs), max(max(xs), min(xs) + 1)), (min(ys), max(max(ys), min(ys) + 1))

    def _at(self, figures: Point) -> Point:
        """Where two figures lie on the sheet, with room for the rows of dots."""
        (x_from, x_to), (y_from, y_to) = self._ends
        across, up = (figures[0] - x_from) / (x_to - x_from), (figures[1] - y_from) / (y_to - y_from)
        return LEFT + 14 + across * (RIGHT - LEFT - 80), BOTTOM - 14 - up * (BOTTOM - TOP - HEAD - 14)

    def svg(self) -> str:
        """The dots as a picture for pages without a kernel."""
        return to_svg(Picture(WIDTH, HEIGHT, self._title, tuple(self._shapes())))

    def _shapes(self) -> Iterator[Shape]:
        yield Polygons("paper", (((0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)),), Ink(fill=PAPER))
        yield Lines("axis", (((LEFT, TOP), (LEFT, BOTTOM), (RIGHT, BOTTOM)),), AXIS)
        yield from self._scales()
        first, second = self.results.sides
        for winner, ink in ((first, FIRST), (second, SECOND), (None, DRAWN)):
            dots = [dot for dot, game in zip(self._dots, self.results, strict=True) if game.outcome.winner == winner]
            yield Circles(f"won by {winner or 'nobody'}", tuple(dots), RADIUS, ink)
        key = f"filled: won by {noun(first)} · ring: won by {noun(second)}"
        yield Texts("key", ((key, (WIDTH / 2, 18)),), WORDS)

    def _scales(self) -> Iterator[Shape]:
        (x_from, x_to), (y_from, y_to) = self._ends
        across = tuple((f"{x:g}", (self._at((x, y_from))[0], BOTTOM + 16)) for x in _steps(x_from, x_to))
        upward = tuple((f"{y:g}", (LEFT - 16, self._at((x_from, y))[1])) for y in _steps(y_from, y_to))
        yield Texts("figures", (*across, *upward), QUIET)
        yield Texts("across", ((self.x, ((LEFT + RIGHT) / 2, HEIGHT - 14)),), WORDS)
        yield Texts("upward", ((self.y, (18, (TOP + BOTTOM) / 2)),), Lettering(13, INK, SANS, turn=-90))

    def _redraw(self) -> None:
        with held():
            self._draw_chosen()
            self._sheet.show(0, self._shapes())
        self._sheet.widget.put_together()

    def _draw_chosen(self) -> None:
        index = self._list.value
        dots = () if index is None else (self._dots[index],)
        self._sheet.show(1, (Circles("chosen", dots, RADIUS + 3, CHOSEN),))

    # --- what the page calls ------------------------------------------------------------------

    @guarded
    def _on_heard(self, content: dict[str, Any]) -> None:
        match content:
            case {"what": "press", "at": [int() | float() as x, int() | float() as y]}:
                self._on_press(x * WIDTH, y * HEIGHT)
            case {"what": "wake", "sharp": int(sharp)}:
                self._sheet.resize(min(max(sharp, 1), SHARPEST))
                self._redraw()
                self._shell.sharp = self._sheet.sharpness
            case {"what": "rest"}:
                self._sheet.resize(0)
                self._shell.sharp = 0

    @guarded
    def _on_press(self, x: float, y: float) -> None:
        far, index = min((hypot(x - dot[0], y - dot[1]), index) for index, dot in enumerate(self._dots))
        if far <= NEAR:
            self._list.value = index

    @guarded
    def _on_list(self, change: Mapping[str, Any]) -> None:
        self.show(None if change["new"] is None else self.results[change["new"]].seed)

    # --- what others call -----------------------------------------------------------------------

    def show(self, seed: int | None) -> None:
        """Open the game of a seed below the dots; None closes it."""
        before, self._place.children = self._place.children, ()
        for desk in before:
            desk.close()
        found = next(((index, game) for index, game in enumerate(self.results) if game.seed == seed), None)
        if seed is not None and found is None:
            raise NoSuchName("game of seed", seed, (), "these results")
        self._list.value = found[0] if found else None
        self._draw_chosen()
        self._shell.says = f"Game {self._line(found[1])}." if found else INVITATION
        self.clicked = found[1].seed if found else -1
        self._place.children = (Desk(found[1].game(self._house_rules)),) if found else ()

    def _still(self) -> dict[str, str]:
        return {"image/svg+xml": self.svg()}

    def __repr__(self) -> str:
        return f"<{self._title}>"


def _steps(low: float, high: float) -> list[float]:
    """Choose some round figures from one end to the other."""
    every = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 10**9) if (high - low) / step <= 10)
    return [step for step in (low + every * number for number in range(12)) if step <= high]


@checked
def plot(results: Results, x: str = "", y: str = "", *, house_rules: Iterable[Any] = ()) -> GamePlot:
    """Show games as dots, two figures of each: ``fm.plot(games, "turn", "lost Allied")``. A click opens the game.

    The figures are those of ``results.rows()``; the steps that either side lost, if nothing is said. Games with house
    rules need them again.
    """
    if not len(results):
        raise NoSuchName("game", "", (), "these results; play some first")
    known = [name for name, value in next(results.rows()).items() if isinstance(value, int | float)]
    first, second = (f"lost {side}" for side in results.sides)
    for name in filter(None, (x, y)):
        if name not in known:
            raise NoSuchName("figure", name, known, f"{len(results)} games: {', '.join(known)}")
    return GamePlot(results, x or first, y or second, house_rules)
