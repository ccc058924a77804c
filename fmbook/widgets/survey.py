"""What the draughtsman measures before he draws: areas, lines and free room, in pixels of the sheet."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import cos, sin, tau
from random import Random

from fmbook.ground.boards import Board
from fmbook.widgets import curves, theme
from fmbook.widgets.lettering import Box, box_of, place_names
from fmbook.widgets.room import Room
from fmbook.widgets.shapes import Lettering, Path, Point
from fmbook.widgets.sheets import Frame

__all__ = ["Survey", "union"]

NUMBER_UP = 0.35  # of a hex: how far above the centre its number stands
BUILT_UP = ("town", "city", "village")


@dataclass(frozen=True)
class Survey:
    """A board on its sheet. All coordinates that it hands out are pixels."""

    board: Board
    frame: Frame

    def size(self, hexes: float) -> float:
        """A length in hexes as pixels."""
        return hexes * self.frame.scale

    def centre(self, place: int) -> Point:
        """The middle of a place."""
        return self.frame.pixel(self.board.centre(place))

    def outline(self, place: int) -> Path:
        """The corners of a place; the first is not repeated."""
        return self.frame.pixels(self.board.outline(place))

    def place_at(self, point: Point) -> int | None:
        """The place under a pixel."""
        return self.board.place_at(*self.frame.point(*point))

    def area(self, places: Collection[int], *, soft: bool = True) -> tuple[Path, ...]:
        """The outlines of what these places cover, one ring for each patch, corners rounded if soft."""
        return tuple(map(self.frame.pixels, union(self.board, places, soft=soft)))

    def dice(self, salt: int) -> Random:
        """Chance for the look of things, the same at every drawing."""
        return Random(salt)  # noqa: S311 - nobody's secret hangs on where a tree stands

    # --- lines ---------------------------------------------------------------------

    @cached_property
    def rivers(self) -> tuple[Path, ...]:
        """Rivers along the borders, their corners rounded."""
        sides = (self.board.side(a, b) for a, b in self.board.links("river"))
        pieces = [piece for side in sides for piece in pairwise(side)]
        return tuple(self.frame.pixels(curves.round_corners(line)) for line in curves.chains(pieces))

    @cached_property
    def roads(self) -> tuple[Path, ...]:
        """Roads from centre to centre in soft curves."""
        links = [(self.board.centre(a), self.board.centre(b)) for a, b in self.board.links("road")]
        lines = [self._to_the_rim(self._to_the_rim(line)[::-1]) for line in curves.chains(links)]
        return tuple(self.frame.pixels(curves.through(line)) for line in lines)

    def _to_the_rim(self, road: Path) -> Path:
        """Where a road ends beside the rim of the map, it goes on to the rim."""
        (ax, ay), (bx, by) = road[-2:]
        dx, dy = (bx - ax) / 2, (by - ay) / 2
        if self.board.place_at(bx + 1.1 * dx, by + 1.1 * dy) is None:
            return *road, (bx + dx, by + dy)
        return road

    @cached_property
    def bridges(self) -> tuple[tuple[Point, Point], ...]:
        """Where a road crosses a river, and the unit vector of the road there."""
        crossings = set(self.board.links("road")) & set(self.board.links("river"))
        return tuple(self._crossing(a, b) for a, b in sorted(crossings | set(self.board.links("bridge"))))

    def _crossing(self, a: int, b: int) -> tuple[Point, Point]:
        (ax, ay), (bx, by) = self.centre(a), self.centre(b)
        middle = (ax + bx) / 2, (ay + by) / 2
        steps = [step for road in self.roads for step in curves.along(road, 2.0)]
        return min(steps, key=lambda step: (step[0][0] - middle[0]) ** 2 + (step[0][1] - middle[1]) ** 2)

    # --- words and the room they leave -------------------------------------------------

    @cached_property
    def numbers(self) -> dict[int, Box]:
        """Where the number of each place stands."""
        return {i: self._number(i) for i in range(len(self.board.places))}

    def _number(self, place: int) -> Box:
        x, y = self.centre(place)
        return box_of(self.board.name(place), (x, y - self.size(NUMBER_UP)), theme.NUMBERS)

    @cached_property
    def towns(self) -> frozenset[int]:
        """The places that are built up."""
        return frozenset[int]().union(*map(self.board.having, BUILT_UP))

    @cached_property
    def town_names(self) -> list[tuple[str, Point]]:
        """Names of towns, written clear of lines, numbers and the middle of the town."""
        return self._names(self.towns, theme.TOWN_NAMES, [])

    @cached_property
    def other_names(self) -> list[tuple[str, Point]]:
        """Names of woods, hills and the like, which give way to the towns."""
        others = set(self.board.labels) - self.towns
        return self._names(others, theme.PLACE_NAMES, [box_of(*n, theme.TOWN_NAMES) for n in self.town_names])

    def _names(self, places: Collection[int], style: Lettering, taken: list[Box]) -> list[tuple[str, Point]]:
        labels = self.board.labels
        hearts = self.towns | self.board.having("hill")
        return place_names(
            [(labels[i], self.centre(i)) for i in sorted(labels) if i in places],
            style,
            reach=self.size(0.5),
            points=[point for line in (*self.roads, *self.rivers) for point, _ in curves.along(line, 4.0)],
            boxes=[
                *self.numbers.values(),
                *(Box(*self.centre(i), self.size(0.4), self.size(0.25)) for i in hearts),
                *taken,
            ],
            sheet=self._ground,
        )

    @cached_property
    def words(self) -> list[Box]:
        """All that is written on the ground."""
        towns = [box_of(*name, theme.TOWN_NAMES) for name in self.town_names]
        return [
            *self.numbers.values(),
            *towns,
            *(box_of(*name, theme.PLACE_NAMES) for name in self.other_names),
        ]

    @property
    def _ground(self) -> Box:
        frame = self.frame
        high = frame.height - frame.strip
        return Box(frame.width / 2, high / 2, frame.width - theme.MARGIN, high - theme.MARGIN)

    @cached_property
    def room(self) -> Room:
        """What small marks keep clear of: lines and words."""
        return Room((*self.roads, *self.rivers), self.words)

    def free(self, point: Point, room: float) -> bool:
        """Whether a small mark may stand here."""
        return self.room.free(point, room)

    def scatter(self, places: Collection[int], apart: float, salt: int) -> Iterator[Point]:
        """Points strewn evenly but not in rows over some places, in a fixed order."""
        if not places:
            return
        step, dice = self.size(apart), self.dice(salt)
        rows = 3**0.5 / 2 * step
        for row in range(int(self.frame.height / rows) + 1):
            for column in range(int(self.frame.width / step) + 1):
                angle, off = dice.random() * tau, dice.random() * 0.3 * step
                x = (column + row % 2 / 2) * step + off * cos(angle)
                y = row * rows + off * sin(angle)
                if self.place_at((x, y)) in places:
                    yield x, y


def union(board: Board, places: Collection[int], *, soft: bool) -> Iterator[Path]:
    """The outline of each connected patch of places; holes are cut in by slits."""
    for patch in _patches(board, places):
        edges: dict[frozenset[Point], tuple[Point, Point]] = {}
        for place in patch:
            corners = [(round(x, 6), round(y, 6)) for x, y in board.outline(place)]
            for edge in pairwise((*corners, corners[0])):
                if edges.pop(frozenset(edge), None) is None:
                    edges[frozenset(edge)] = edge
        shape: Callable[[Path], Path] = curves.round_corners if soft else tuple
        yield curves.slit(map(shape, curves.chains(edges.values())))


def _patches(board: Board, places: Iterable[int]) -> Iterator[list[int]]:
    left = set(places)
    for start in sorted(left):
        if start in left:
            left.discard(start)
            patch = [start]
            for place in patch:
                beside = [other for other in board.neighbours[place] if other in left]
                left.difference_update(beside)
                patch += beside
            yield sorted(patch)
