"""A fort on its sheet: where its works stand, and where what is written about each sector finds room."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import cos, radians, sin
from typing import Final, Literal, NamedTuple

from fmbook.core.errors import DataError
from fmbook.geometry.boards import Board
from fmbook.widgets import theme
from fmbook.widgets.board.areas import rim
from fmbook.widgets.board.boardstyle import Fort, Work, looks
from fmbook.widgets.board.fort.floor import Floor
from fmbook.widgets.board.prepared import prepared
from fmbook.widgets.board.sheets import Frame
from fmbook.widgets.drawing.curves import added
from fmbook.widgets.drawing.shapes import Path, Point
from fmbook.widgets.drawing.text_size import Box, box_over, width_of

__all__ = ["GLIDER", "FortPlan", "SectorSign", "plan_of"]

Detail = Literal["full", "light"]
LINE: Final = 13.5  # pixels from line to line of a name
ROW: Final = 17.0  # the height of the row of signs
STAR, STAIRS, DOT, GAP = 22.0, 12.0, 9.0, 4.0
SPACE: Final = (34.0, 34.0, 0.0)  # metres: width and height of a work with its barrels, and how far ahead they lie
SPACES: Final = {"casemate": (42.0, 34.0, 4.0), "open_mg": (46.0, 24.0, 0.0)}
GLIDER: Final = 26.0  # pixels from wing to wing
SIZES: Final = tuple(float(size) for size in (38, 36, 34, 32, 30, 28, 26, 24, 22, 20, 18, 17, 15, 13, 11))
CLEAR: Final = 3.0  # pixels between two counters


class SectorSign(NamedTuple):
    """What is written of a sector, and where: its name, its number, whether it has an exit, its points."""

    name: tuple[tuple[str, Point], ...]
    number: Point
    stairs: Point | None
    star: Point | None
    dot: Point | None
    boxes: tuple[Box, ...]


@dataclass(frozen=True)
class FortPlan:
    """A fort's board on a sheet; all that it hands out is in pixels."""

    board: Board
    frame: Frame

    @cached_property
    def fort(self) -> Fort:
        """What the board's file says of the fort."""
        if (fort := looks(self.board).fort) is None:
            raise DataError(self.board.id, "$.style.fort", "expected this on a board that is drawn as a fort")
        return fort

    def at(self, metres: Point) -> Point:
        """A point of the ground on the sheet."""
        return self.frame.pixel((metres[0], -metres[1]))

    def line(self, points: list[Point]) -> Path:
        """A line or a ring of the ground on the sheet."""
        return tuple(map(self.at, points))

    def long(self, metres: float) -> float:
        """A length of the ground on the sheet."""
        return metres * self.frame.scale

    def toward(self, at: Point, bearing: float, pixels: float) -> Point:
        """The point so far from another one, in a direction counted clockwise from north."""
        return at[0] + pixels * sin(radians(bearing)), at[1] - pixels * cos(radians(bearing))

    def ring(self, place: int) -> Path:
        """The outline of a sector."""
        return self.frame.pixels(self.board.outline(place))

    @cached_property
    def rim(self) -> tuple[Path, ...]:
        """The rim of the roof."""
        return tuple(map(self.frame.pixels, rim(self.board)))

    @cached_property
    def dotted(self) -> frozenset[int]:
        """The sectors that bear a white dot, because a certain work sweeps them."""
        work = self.fort.dots_of
        return self.board.fields[self.board.at(work)] if work else frozenset()

    # --- words ---------------------------------------------------------------------------------

    @cached_property
    def signs(self) -> tuple[SectorSign, ...]:
        """What is written of each sector."""
        places = range(len(self.board.places))
        return prepared(
            self.board, ("signs", self.frame), lambda: tuple(map(self._sign, places)), tuple[SectorSign, ...]
        )

    def _sign(self, place: int) -> SectorSign:
        lines, floor = self._lines(place), self._floor(place)
        wide, tall = max(width_of(line, theme.SECTOR_NAMES) for line in lines), LINE * len(lines)
        name = _laid(floor, wide, tall, self.at(self.fort.name_at[self.board.name(place)]))
        parts = dict(self._parts(place))
        left, top, right, _ = name.edges
        long, wish = added(parts.values()) + GAP * (len(parts) - 1), top - ROW / 2
        both = long + GAP + STAR if self.board.number("vp", place) else long
        begin = min(left, name.x - both / 2)
        row = _laid(floor, long, ROW, (begin + long / 2, wish))
        at, left = dict[str, Point](), row.edges[0]
        for part, width in parts.items():
            at[part], left = (left + width / 2, row.y), left + width + GAP
        star = _laid(floor, STAR, STAR, (max(right, begin + both) - STAR / 2, wish)) if both > long else None
        first = name.y - LINE * (len(lines) - 1) / 2
        return SectorSign(
            tuple((line, (name.x, first + LINE * n)) for n, line in enumerate(lines)),
            at["number"], at.get("stairs"), (star.x, star.y) if star else None, at.get("dot"),
            (name, row, *([star] if star else [])),
        )  # fmt: skip

    def _lines(self, place: int) -> list[str]:
        name = self.board.name(place)
        return self.fort.short.get(name, self.board.labels[place]).split("\n")

    def _parts(self, place: int) -> Iterator[tuple[str, float]]:
        yield "number", width_of(self.board.name(place), theme.SECTOR_NUMBERS)
        if place in self.board.having("exit"):
            yield "stairs", STAIRS
        if place in self.dotted:
            yield "dot", DOT

    # --- room ------------------------------------------------------------------------------------

    def _floor(self, place: int) -> Floor:
        """The floor of a sector with its works and huts on it."""
        return self._floors[place].another()

    @cached_property
    def _floors(self) -> tuple[Floor, ...]:
        floors = tuple(map(Floor, map(self.ring, range(len(self.board.places)))))
        for place, floor in enumerate(floors):
            floor.take(map(self._space, self.works_in(place)))
            floor.take(self._huts())
        return floors

    def _space(self, work: Work) -> Box:
        """The room that a work takes with its shadow and its barrels."""
        wide, high, ahead = SPACES.get(work.kind, SPACE)
        x, y = self.toward(self.at(work.at), work.front, self.long(ahead))
        return Box(x, y, self.long(wide), self.long(high))

    def _huts(self) -> Iterator[Box]:
        yield from (box_over(self.line(found.ring)) for found in self.fort.feature if found.kind == "hut")

    def works_in(self, place: int) -> list[Work]:
        """The works of a sector."""
        return [work for work in self.fort.work if work.sector == self.board.name(place)]

    def counter_spots(self, place: int, count: int, chips: int = 0) -> tuple[float, tuple[Point, ...]]:
        """The width of the counters in a sector, and where each lies, clear of works and words if it can be.

        The first ``chips`` of the spots after the counters' are those of chips, which always have the same size.
        """
        known = self._spots.get((place, count, chips))
        if known is None:
            known = self._spots[place, count, chips] = prepared(
                self.board, ("spots", self.frame, place, count, chips),
                lambda: self._found_spots(place, count, chips), tuple[float, tuple[Point, ...]],
            )  # fmt: skip
        return known

    def glider_spots(self, place: int, count: int) -> tuple[Point, ...]:
        """Where gliders lie in a sector: on the ground, clear of works and words; counters may stand on them."""
        known = self._gliders.get((place, count))
        if known is None:
            known = self._gliders[place, count] = prepared(
                self.board, ("gliders", self.frame, place, count),
                lambda: self._found_gliders(place, count), tuple[Point, ...],
            )  # fmt: skip
        return known

    @cached_property
    def _gliders(self) -> dict[tuple[int, int], tuple[Point, ...]]:
        return {}

    def _found_gliders(self, place: int, count: int) -> tuple[Point, ...]:
        floor = self._floor(place)
        floor.take(self.signs[place].boxes)
        x, y = self.frame.pixel(self.board.centre(place))
        boxes = [_laid(floor, GLIDER, GLIDER, (x + 3 * GLIDER, y + 3 * GLIDER)) for _ in range(count)]
        return tuple((box.x, box.y) for box in boxes)

    def _found_spots(self, place: int, count: int, chips: int) -> tuple[float, tuple[Point, ...]]:
        near = self.frame.pixel(self.board.centre(place))
        floor = self._floor(place)
        floor.take(self.signs[place].boxes)
        works = [self.at(work.at) for work in self.works_in(place)] or [near]
        laid = [_laid(floor, theme.CHIP_WIDE + 2, theme.CHIP_HIGH + 2, works[0]) for _ in range(chips)]
        size, spots = floor.spots(count, SIZES[:-3], near, CLEAR)
        if len(spots) < count:  # a full sector: its name gives way
            size, spots = Floor(self.ring(place)).spots(count, SIZES, near, CLEAR)
        spots += [near] * (count - len(spots))
        spots.sort(key=lambda spot: (round(spot[1] / size), spot[0]))
        return size, (*spots, *((box.x, box.y) for box in laid))

    @cached_property
    def _spots(self) -> dict[tuple[int, int, int], tuple[float, tuple[Point, ...]]]:
        return {}


def _laid(floor: Floor, width: float, height: float, near: Point) -> Box:
    """Find room for a box, and take it."""
    box = Box(*floor.best(width, height, near), width, height)
    floor.take([box])
    return box


@lru_cache(maxsize=8)
def plan_of(board: Board, frame: Frame) -> FortPlan:
    """Measure a fort; one sheet is measured once."""
    return FortPlan(board, frame)
