"""Where labels go: beside what they name, clear of each other and of what must be seen.

Each name has many places that it could take, on one line or on two. A place costs what it would hide and how far it
is from what it names. The first names choose first; then all may choose again, knowing where the others are.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from fmbook.widgets.drawing.shapes import Lettering, Path, Point
from fmbook.widgets.drawing.text_size import Box, width_of

__all__ = ["LEADING", "Name", "Numbers", "Obstacles", "Written", "write_names"]

if TYPE_CHECKING:
    import numpy.typing as npt

Numbers: TypeAlias = "npt.NDArray[np.float64]"

LEADING: Final = 1.12  # of the size: from line to line
AIR: Final = 1.5  # pixels between two names
CLASH: Final = 1e4  # what it costs to touch another name, and more where they share more
OUTSIDE: Final = 1e3
FAR: Final = 14.0  # what a hex of distance costs
OFF: Final = 4.0  # what a hex costs between the middles of an area and of its name
OFF_BELOW: Final = 12.0
ASKEW: Final = 1.2  # what it costs not to stand straight beside, above or below
LONG: Final = 12  # names with fewer letters stay on one line
MANY: Final = 4  # so many words in spaced letters are always on two
LEADER_FROM: Final = 0.55  # hexes: from this distance on a line leads from the place to its name
LEADER: Final = 6.0
MISTAKEN: Final = 0.5  # of what it costs to stand in a hex with another name: to be much nearer to one than to its own
NEARER: Final = 0.75  # of the way to its own
STEP: Final = 0.2
STEP_BELOW: Final = 0.1
# how far aside a place is tried, in widths of the words and in hexes
SIDEWAYS: Final = ((0, 0), (0.35, 0), (-0.35, 0), (0.7, 0), (-0.7, 0), (1, 0), (-1, 0), (1, 0.5), (-1, -0.5))
ROWS: Final = 21
EVEN: Final = 6  # decimals: what costs the same must not differ by how a machine adds up


@dataclass(frozen=True, slots=True)
class Name:
    """Words, what they name, and how near to its middle they may come."""

    text: str
    at: Point
    style: Lettering
    kind: str = "place"
    clear: float = 0.0
    """Pixels to keep between the middle and the words; 0 if they may stand on it."""
    apart: float = 2.0
    """What a second line costs."""
    below: bool = False
    """Whether the words stand best below, as in large hexes, or beside."""


@dataclass(frozen=True, slots=True)
class Written:
    """A name in its place: one or two lines, and a leader if it stands far off."""

    name: Name
    lines: tuple[tuple[str, Point], ...]
    box: Box
    leader: Path = ()


@dataclass(frozen=True, slots=True)
class Obstacles:
    """What names should not hide: points (x, y, cost each) and boxes (left, top, right, bottom, cost when touched)."""

    points: Numbers
    boxes: Numbers
    homes: Numbers
    """The middles of what has a name, as boxes: they cost all names but their own."""

    @classmethod
    def of(
        cls, points: Numbers, boxes: Iterable[tuple[Box, float]], homes: Iterable[tuple[Box, float]] = ()
    ) -> "Obstacles":
        """Obstacles by what it costs to hide them."""
        return cls(points, _rows(boxes), _rows(homes))

    def others(self, at: Point) -> "Obstacles":
        """What is in the way of the name of a point: also what has another name."""
        west, north, east, south, _ = self.homes.T
        own = (west < at[0]) & (at[0] < east) & (north < at[1]) & (at[1] < south)
        return Obstacles(self.points, np.concatenate([self.boxes, self.homes[~own]]), self.homes[~own])

    def near(self, edges: Numbers) -> "Obstacles":
        """Only what lies between a left, a top, a right and a bottom, or touches them."""
        left, top, right, bottom = edges
        x, y = self.points[:, 0], self.points[:, 1]
        boxes, homes = (
            rows[(rows[:, 2] > left) & (rows[:, 0] < right) & (rows[:, 3] > top) & (rows[:, 1] < bottom)]
            for rows in (self.boxes, self.homes)
        )
        return Obstacles(self.points[(x > left) & (x < right) & (y > top) & (y < bottom)], boxes, homes)


def _rows(boxes: Iterable[tuple[Box, float]]) -> Numbers:
    """Boxes and their costs as rows of figures."""
    return np.array([(*box.edges, cost) for box, cost in boxes] or np.empty((0, 5)), dtype=float)


@dataclass(frozen=True, slots=True)
class _Choices:
    """The places that a name could take, as edges of boxes, and what each costs before others are thought of."""

    name: Name
    lines: Sequence[tuple[str, ...]]
    edges: Numbers
    costs: Numbers
    around: Numbers
    """Left, top, right and bottom of all places together."""

    def written(self, choice: int, hex_: float) -> Written:
        left, top, right, bottom = self.edges[choice]
        words = self.lines[choice]
        x, step = float(left + right) / 2, self.name.style.size * LEADING
        first = float(top + bottom) / 2 - step * (len(words) - 1) / 2
        box = Box(x, float(top + bottom) / 2, float(right - left), float(bottom - top))
        lines = tuple((line, (x, first + row * step)) for row, line in enumerate(words))
        return Written(self.name, lines, box, _leader(self.name, box, hex_))


def write_names(names: Sequence[Name], obstacles: Obstacles, sheet: Box, hex_: float, rounds: int = 3) -> list[Written]:
    """Choose a place for each name, the first in the list first; ``hex_`` is the size of a hex in pixels."""
    choices = [_choices(name, obstacles, sheet, hex_) for name in names]
    chosen = [0] * len(choices)
    taken = np.full((len(choices), 4), np.nan)  # the box of each name; nothing is near to one that has none yet
    for _ in range(rounds):
        before = list(chosen)
        for mine, choice in enumerate(choices):
            taken[mine] = np.nan
            others, costs = taken[_near(choice.around, taken)], choice.costs
            if len(others):
                costs = costs + CLASH * _shared(choice.edges, others, AIR)
            chosen[mine] = int(np.argmin(np.round(costs, EVEN)))
            taken[mine] = choice.edges[chosen[mine]]
        if chosen == before:
            break
    return [choice.written(k, hex_) for choice, k in zip(choices, chosen, strict=True)]


def _near(around: Numbers, boxes: Numbers) -> "npt.NDArray[np.bool_]":
    """Which boxes could share something with one that is anywhere in a larger one."""
    left, top, right, bottom = around
    beside = (boxes[:, 2] > left - AIR) & (boxes[:, 0] < right + AIR)
    return np.asarray(beside & (boxes[:, 3] > top - AIR) & (boxes[:, 1] < bottom + AIR))


def _choices(name: Name, obstacles: Obstacles, sheet: Box, hex_: float) -> _Choices:
    words = _broken(name.text)
    spots = [_spots(name, lines, hex_) for lines in words]
    edges = np.concatenate([boxes for boxes, _ in spots])
    around = np.concatenate([edges[:, :2].min(axis=0), edges[:, 2:].max(axis=0)])
    near = obstacles.others(name.at).near(around)
    costs = np.concatenate([cost + name.apart * n + _hidden(boxes, near) for n, (boxes, cost) in enumerate(spots)])
    costs += _mistaken(edges, name.at, near.homes)
    lines = [lines for lines in words for _ in _tried()]
    return _Choices(name, lines, edges, costs + _outside(edges, sheet), around)


@cache
def _tried() -> Numbers:
    """The places tried: how far aside in widths of the words and in hexes, how far up in steps."""
    return np.array([(*aside, row - ROWS // 2.0) for aside in SIDEWAYS for row in range(ROWS)], dtype=float)


def _spots(name: Name, lines: Sequence[str], hex_: float) -> tuple[Numbers, Numbers]:
    """Boxes around a place and what each costs: on it, if it may be, and round about up to two hexes off."""
    wide = max(width_of(line, name.style) for line in lines)
    high = name.style.size * (1.15 + LEADING * (len(lines) - 1))
    words, hexes, up = _tried().T
    off_x = words * (wide / 2 + name.clear) + hexes * hex_
    off_y = up * (STEP_BELOW if name.below else STEP) * hex_
    gap = np.hypot(np.maximum(np.abs(off_x) - wide / 2, 0), np.maximum(np.abs(off_y) - high / 2, 0))
    away = np.maximum(gap - name.clear, 0.0) / hex_
    costs = FAR * away + LEADER * (away > LEADER_FROM) + OUTSIDE * (gap < name.clear - 0.5)
    off = OFF_BELOW if name.below else OFF
    costs += _askew(name.below) if name.clear else off * np.hypot(off_x, off_y) / hex_
    x, y = name.at[0] + off_x, name.at[1] + off_y
    return np.stack([x - wide / 2, y - high / 2, x + wide / 2, y + high / 2], axis=1), costs


def _askew(below: bool) -> Numbers:
    """What a place costs for the way it lies: straight below or right beside a point is best."""
    words, _, high = _tried().T
    aside, up = np.abs(words), np.abs(high)
    straight = np.where((up == 0) | (aside == 0), 0.0, 1.0 + np.abs(aside - 1))
    if below:
        return np.asarray(ASKEW * (straight + 4 * aside + np.where(high < 0, 1.0, 0.0) + 0.12 * up))
    return np.asarray(ASKEW * (straight + np.where(words == 1, 0.0, np.where(words == -1, 0.4, 0.6)) + 0.12 * up))


def _hidden(boxes: Numbers, obstacles: Obstacles) -> Numbers:
    """What each box hides. They stand in rows and columns, so that each row and each column is asked but once."""
    left, right = boxes[::ROWS, [0]], boxes[::ROWS, [2]]
    top, bottom = boxes[:ROWS, [1]], boxes[:ROWS, [3]]
    x, y, cost = obstacles.points.T
    points = (((x > left - AIR) & (x < right + AIR)) * cost) @ ((y > top - AIR) & (y < bottom + AIR)).T
    west, north, east, south, price = obstacles.boxes.T
    touched = (((east > left) & (west < right)) * price) @ ((south > top) & (north < bottom)).T
    return np.asarray(points + touched).ravel()


def _mistaken(boxes: Numbers, at: Point, homes: Numbers) -> Numbers:
    """What it costs each box to lie nearer to something else with a name, so that it would be read as that one's."""
    west, north, east, south, price = homes.T
    own = NEARER * _gaps(boxes, np.array(at[:1]), np.array(at[1:]))
    nearer = _gaps(boxes, (west + east) / 2, (north + south) / 2) < own
    return np.asarray(MISTAKEN * (nearer * price).max(axis=1, initial=0.0))


def _gaps(boxes: Numbers, x: Numbers, y: Numbers) -> Numbers:
    """How far each box is from each point."""
    aside = np.maximum(np.maximum(boxes[:, [0]] - x, x - boxes[:, [2]]), 0)
    return np.hypot(aside, np.maximum(np.maximum(boxes[:, [1]] - y, y - boxes[:, [3]]), 0))


def _outside(boxes: Numbers, sheet: Box) -> Numbers:
    left, top, right, bottom = sheet.edges
    over = np.maximum(left - boxes[:, 0], 0) + np.maximum(boxes[:, 2] - right, 0)
    return np.asarray(OUTSIDE * (over + np.maximum(top - boxes[:, 1], 0) + np.maximum(boxes[:, 3] - bottom, 0)))


def _shared(boxes: Numbers, others: Numbers, air: float) -> Numbers:
    """For each box, the area that it shares with others."""
    wide = np.minimum(boxes[:, [2]], others[:, 2]) - np.maximum(boxes[:, [0]], others[:, 0]) + air
    high = np.minimum(boxes[:, [3]], others[:, 3]) - np.maximum(boxes[:, [1]], others[:, 1]) + air
    return np.asarray((np.maximum(wide, 0) * np.maximum(high, 0)).sum(axis=1))


def _broken(text: str) -> list[tuple[str, ...]]:
    """A name on one line and, if it is long, on two that are about as long as each other."""
    space = " " if " " in text else "\u2003"  # not at thin spaces
    words = text.split(space)
    if len(text) < LONG or len(words) < 2:
        return [(text,)]
    whole = [] if space != " " and len(words) >= MANY else [(text,)]
    halves = [(space.join(words[:cut]), space.join(words[cut:])) for cut in range(1, len(words))]
    return [*whole, min(halves, key=lambda pair: max(map(len, pair)))]


def _leader(name: Name, box: Box, hex_: float) -> Path:
    if not name.clear or box.gap(name.at) - name.clear < LEADER_FROM * hex_:
        return ()
    (x, y), (end_x, end_y) = name.at, box.nearest(name.at)
    share = name.clear / box.gap(name.at)
    return (x + (end_x - x) * share, y + (end_y - y) * share), (end_x, end_y)
