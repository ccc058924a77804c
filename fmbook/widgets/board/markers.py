"""What lies on counters for a while: aircraft above a hex, bombardment markers, the support that a battle has drawn.

Each hangs over the edge of the stack that it belongs to, where it hides neither name nor factors nor a hex's number.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from math import cos, pi, sin
from typing import Final, NamedTuple

from fmbook.core.mapsigns import Sign
from fmbook.play.positions import Position
from fmbook.widgets import theme
from fmbook.widgets.board.sheets import Frame
from fmbook.widgets.board.stacks import size_on, stack_box
from fmbook.widgets.drawing.curves import rectangle
from fmbook.widgets.drawing.shapes import Path, Point, Polygons, Shape, Texts

__all__ = ["HANGING", "LEAST", "Marker", "burst", "flown_over", "markers", "markers_by_place", "plane"]

AIRCRAFT, SHELLS, SUPPORT = "aircraft", "shells", "support"
BURST: Final = 0.22  # of a counter: as far as a marker's points reach from its middle
POINTS: Final = 8
INNER: Final = 0.55
HANGS: Final = 0.06  # of a hex: how far beyond a stack's edge the middle of a marker lies
LOWEST: Final = 0.3  # of a counter: how far below its middle the first one lies
ASIDE: Final = 0.11  # the same of an aircraft
APART: Final = 0.4
HIGHEST: Final = -0.42
SPAN: Final = 0.72  # of a hex, from wing to wing
SPAN_BESIDE: Final = 0.4  # where counters lie in it
PLATE: Final = (0.27, 0.17)  # of a hex: how wide and high a marker of support is
PLATE_SMALL: Final = (0.4, 0.28)  # in small hexes: nine pixels a letter where the largest map opens
BELOW: Final = 0.36  # of a hex: how far below its middle the first row begins; the names of hexes below stand beside it
BELOW_SMALL: Final = 0.56  # in small hexes: clear of the ring around a target
FILLS: Final = 0.9  # of a plate's height: its letters
HANGING: Final = 0.31  # of a hex: no marker hangs further over the edge of a stack
LEAST: Final = 1.15  # of a hex: nor does any reach further from the middle of one with a single counter
RIGHT_HALF: Final = (  # half a biplane seen from above, in parts of its span: from the nose round to the tail
    *((0.0, -0.4), (0.06, -0.36), (0.07, -0.24), (0.5, -0.22), (0.5, 0.0), (0.07, 0.02)),
    *((0.045, 0.27), (0.2, 0.29), (0.2, 0.4), (0.0, 0.42)),
)
BIPLANE: Final = (*RIGHT_HALF, *((-x, y) for x, y in RIGHT_HALF[-2:0:-1]))


class Marker(NamedTuple):
    """A marker on a hex: of which kind, whose, and what is written on it."""

    kind: str
    side: int = -1
    says: str = ""


def markers_by_place(position: Position) -> Mapping[str, tuple[Marker, ...]]:
    """Return the markers on each hex, as far as this position shows them: support counts once it has been played."""
    found: dict[str, list[Marker]] = defaultdict(list)
    for sign in position.shown.signs:
        if sign.kind in (AIRCRAFT, SHELLS):
            found[position.board.name(sign.place)].append(Marker(sign.kind))
    battle = position.state.battle
    if battle and battle.target >= 0 and position.board.layout.kind == "hex":
        kinds, played = position.state.setup.markers, enumerate(battle.support)
        found[position.board.name(battle.target)] += [
            Marker(SUPPORT, side, kinds[number].name) for side, numbers in played for number in numbers
        ]
    return {place: tuple(lying) for place, lying in found.items() if lying}


def flown_over(signs: Iterable[Sign]) -> frozenset[int]:
    """Return the hexes with an aircraft above them: names keep clear of it as they do of counters."""
    return frozenset(sign.place for sign in signs if sign.kind == AIRCRAFT)


def markers(position: Position, frame: Frame, places: Collection[str] | None = None) -> list[Shape]:
    """Draw what lies on the counters of a position, or of some hexes."""
    sheet = _Sheet(position, frame)
    for place, lying in markers_by_place(position).items():
        if places is None or place in places:
            sheet.lay(place, lying)
    return sheet.shapes()


class _Sheet:
    """Forms that have been laid out, by kind."""

    def __init__(self, position: Position, frame: Frame) -> None:
        self._position, self._frame = position, frame
        self._bursts, self._planes = list[Path](), list[Path]()
        self._plates: tuple[list[Path], list[Path]] = [], []
        self._words: tuple[list[tuple[str, Point]], list[tuple[str, Point]]] = [], []

    def lay(self, place: str, lying: Iterable[Marker]) -> None:
        kinds = [marker.kind for marker in lying]
        frame, board = self._frame, self._position.board
        middle = frame.pixel(board.centre(board.at(place)))
        count = len(self._position.units(at=place))
        if AIRCRAFT in kinds:
            self._planes.append(self._plane(middle, count))
        self._bursts += self._beside(middle, count, kinds.count(SHELLS))
        played = [[marker for marker in lying if marker.side == side] for side in (0, 1)]
        for side, row in ((0, 0), (1, min(len(played[0]), 1))):
            self._write([marker.says for marker in played[side]], side, row, middle)

    def _plane(self, middle: Point, count: int) -> Path:
        """In the middle of an empty hex, else at the left of its counters, between their names and their factors."""
        frame = self._frame
        if not count:
            return plane((middle[0], middle[1] + frame.low), SPAN * frame.hex)
        left = stack_box(frame, middle, count).edges[0]
        return plane((left - ASIDE * frame.hex, middle[1] + frame.low), SPAN_BESIDE * frame.hex)

    def _beside(self, middle: Point, stack: int, count: int) -> Iterable[Path]:
        """Along the right edge of a stack, from below."""
        frame, size = self._frame, size_on(self._frame)
        x = stack_box(frame, middle, stack).edges[2] + HANGS * frame.hex
        apart = min(APART, (LOWEST - HIGHEST) / (count - 1)) if count > 1 else 0.0
        for number in range(count):
            yield burst((x, middle[1] + frame.low + (LOWEST - apart * number) * size), BURST * size)

    def _write(self, words: list[str], side: int, row: int, middle: Point) -> None:
        """Plates side by side below the counters, a row for each side."""
        wide, high = (share * self._frame.hex for share in self._plate)
        below = (BELOW_SMALL if self._frame.hex < theme.SMALL_HEX else BELOW) * self._frame.hex
        left, top = middle[0] - wide * len(words) / 2, middle[1] + below + row * high
        for number, word in enumerate(words):
            x = left + wide * number
            self._plates[side].append(rectangle(x, top, x + wide, top + high))
            self._words[side].append((word, (x + wide / 2, top + high / 2)))

    def shapes(self) -> list[Shape]:
        drawn = [
            Polygons("shells-laid", tuple(self._bursts), theme.SHELLS_LAID.thinned(self._thin)),
            Polygons("aircraft", tuple(self._planes), theme.AIRCRAFT.thinned(self._thin)),
        ]
        plates = [shape for side in (0, 1) if self._plates[side] for shape in self._lettered(side)]
        return [*(shape for shape in drawn if shape.rings), *plates]

    def _lettered(self, side: int) -> Iterable[Shape]:
        """The plates of a side: light ones for the first, dark ones for the second, as the rims of their counters."""
        ink, words = theme.SUPPORT_PLATES[side]
        size = round(self._plate[1] * self._frame.hex * FILLS, 1)
        yield Polygons("support-plates", tuple(self._plates[side]), ink.thinned(self._thin))
        yield Texts("support", tuple(self._words[side]), replace(theme.SUPPORT_WORDS, fill=words, size=size))

    @property
    def _plate(self) -> tuple[float, float]:
        return PLATE_SMALL if self._frame.hex < theme.SMALL_HEX else PLATE

    @property
    def _thin(self) -> float:
        return min(1.0, self._frame.hex / theme.SMALL_HEX)


def plane(at: Point, span: float) -> Path:
    """A biplane seen from above, its nose up."""
    return tuple((at[0] + x * span, at[1] + y * span) for x, y in BIPLANE)


def burst(at: Point, reach: float) -> Path:
    """A shell that bursts: eight points, one of them up."""
    x, y = at
    arms = [reach, reach * INNER] * POINTS
    return tuple((x + arm * sin(pi * n / POINTS), y - arm * cos(pi * n / POINTS)) for n, arm in enumerate(arms))
