"""Measurements that all drawing of a board shares: areas, lines and free room, in pixels of the sheet."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import groupby, pairwise
from math import cos, hypot, sin, tau
from random import Random
from typing import Generic, Literal, TypeVar, cast

from fmbook.geometry.boards import Board
from fmbook.widgets import theme
from fmbook.widgets.board.areas import rim, union
from fmbook.widgets.board.boardstyle import Looks, looks
from fmbook.widgets.board.free_room import Room
from fmbook.widgets.board.label_places import Numbers, Written
from fmbook.widgets.board.labels import PlacedCaption, number, points_of_lines, possible_numbers, set_captions, write
from fmbook.widgets.board.sheets import Frame
from fmbook.widgets.board.shores import Shores, shores
from fmbook.widgets.drawing import curves
from fmbook.widgets.drawing.shapes import Ink, Path, Point
from fmbook.widgets.drawing.text_size import Box

__all__ = ["Detail", "Numbering", "Survey"]

Detail = Literal["full", "light"]
Numbering = Literal["all", "named", "none"]
T = TypeVar("T")
BUILT_UP = ("town", "city", "village")


class shared(Generic[T]):  # noqa: N801 - it is used like property
    """A property that all surveys of one board on one sheet have in common, measured once."""

    def __init__(self, measure: Callable[["Survey"], T]) -> None:
        self._measure = measure
        self.__doc__ = measure.__doc__

    def __get__(self, survey: "Survey", owner: type["Survey"]) -> T:
        known = survey.common
        if self._measure.__name__ not in known:
            known[self._measure.__name__] = self._measure(survey)
        return cast(T, known[self._measure.__name__])


def on_screen(frame: "Frame") -> Numbering:
    """Which places have a number on a board of this size."""
    return "all" if frame.hex >= theme.NUMBERS_FROM else "named"


@lru_cache(maxsize=4)
def _measured(_board: Board, _frame: Frame) -> dict[str, object]:
    return {}


@lru_cache(maxsize=2)  # that of a board and of a window on it: each measures some megabytes
def _first_such(survey: "Survey") -> "Survey":
    """The first one that was made of all equal ones."""
    return survey


@dataclass(frozen=True)
class Survey:
    """A board on its sheet. All coordinates that it hands out are pixels."""

    board: Board
    frame: Frame
    detail: Detail = "full"
    numbering: Numbering = "all"
    taken: tuple[int, ...] = ()
    """The place of each counter when a game begins: names keep clear of them."""
    flown: tuple[int, ...] = ()
    """The places with a pennant: names keep clear of these as well."""
    within: Box | None = None
    """The part of the sheet that is seen, if not all: what is named there is named there."""

    @cached_property
    def common(self) -> dict[str, object]:
        """What all surveys of this board on this sheet have measured so far."""
        return _measured(self.board, self.frame)

    @property
    def looks(self) -> Looks:
        """What the board's file says about its looks."""
        return looks(self.board)

    def size(self, hexes: float) -> float:
        """A length in hexes as pixels."""
        return hexes * self.frame.hex

    def mark(self, pixels: float) -> float:
        """The size of a small mark that has these pixels in a large hex; in small hexes it shrinks, but less."""
        return float(pixels * (self.frame.hex / theme.HEX) ** theme.SHRINK)

    def ink(self, ink: Ink) -> Ink:
        """An ink for lines whose width shrinks like marks."""
        return ink.thinned(self.mark(1.0))

    @shared
    def centres(self) -> tuple[Point, ...]:
        """The middle of each place."""
        return self.frame.pixels(tuple(map(self.board.centre, range(len(self.board.places)))))

    def centre(self, place: int) -> Point:
        """The middle of a place."""
        return self.centres[place]

    def outline(self, place: int) -> Path:
        """The corners of a place; the first is not repeated."""
        if self.board.layout.kind != "hex":
            return self.frame.pixels(self.board.outline(place))
        x, y = self.centres[place]
        return tuple((x + dx, y + dy) for dx, dy in self._corners)

    @shared
    def _corners(self) -> Path:
        """From the middle of a hex to its corners."""
        x, y = self.centres[0]
        return tuple((u - x, v - y) for u, v in self.frame.pixels(self.board.outline(0)))

    @shared
    def rim(self) -> tuple[Path, ...]:
        """The rim of the board, and of holes in it, as closed lines."""
        return tuple(map(self.frame.pixels, rim(self.board)))

    def place_at(self, point: Point) -> int | None:
        """The place under a pixel."""
        return self.board.place_at(*self.frame.point(*point))

    def having(self, *kinds: str) -> frozenset[int]:
        """The places that are drawn as one of these kinds, whatever the rules call them."""
        return frozenset[int]().union(*map(self.board.having, self.kinds(*kinds)))

    def kinds(self, *kinds: str) -> set[str]:
        """The features that are drawn as one of these kinds."""
        return {*kinds, *(own for own, kind in self.looks.drawn_as.items() if kind in kinds)}

    def at(self, names: Iterable[str]) -> frozenset[int]:
        """Places by their names."""
        return frozenset(map(self.board.at, names))

    def area(self, places: Collection[int], *, soft: bool = True) -> tuple[Path, ...]:
        """The outlines of what these places cover, one ring for each patch, corners rounded if soft."""
        known = frozenset(places), self.softness if soft else 0
        if known not in self._areas:
            self._areas[known] = tuple(map(self.frame.pixels, union(self.board, places, soft=known[1])))
        return self._areas[known]

    @shared
    def _areas(self) -> dict[tuple[frozenset[int], int], tuple[Path, ...]]:
        return {}

    @property
    def softness(self) -> int:
        """How often corners are cut: once where points count and hexes are small."""
        return 2 if self.detail == "full" or self.frame.hex >= theme.ROOMY else 1

    def dice(self, salt: object) -> Random:
        """Chance for the look of things, the same at every drawing."""
        return Random(str(salt))  # noqa: S311 - nobody's secret hangs on where a tree stands

    @cached_property
    def wet(self) -> bool:
        """Whether there is open water, in a place or between two."""
        return bool(self.having("sea")) or any(self.board.links(kind) for kind in self.kinds("sea"))

    @cached_property
    def dry(self) -> tuple[Path, ...]:
        """The land within its coasts, where the board's file draws them."""
        return self.shores.land if self.looks.coast and self.wet else ()

    @cached_property
    def towns(self) -> frozenset[int]:
        """The places that are built up."""
        return self.having(*BUILT_UP)

    @cached_property
    def summits(self) -> frozenset[int]:
        """The places with the sign of a hill: the peaks, or on a board without any each hill that is not built up."""
        return self.having("peak") or self.having("hill") - self.towns

    # --- lines ---------------------------------------------------------------------

    @shared
    def rivers(self) -> tuple[Path, ...]:
        """Rivers along the borders, their corners rounded."""
        return self._streams("river", "steaming")

    @shared
    def great_rivers(self) -> tuple[Path, ...]:
        """Rivers that are far broader."""
        return self._streams("great_river")

    def _streams(self, *kinds: str) -> tuple[Path, ...]:
        links = sorted({link for feature in self.kinds(*kinds) for link in self.board.links(feature)})
        pieces = [piece for a, b in links for piece in pairwise(self.board.side(a, b))]
        return tuple(self.frame.pixels(curves.round_corners(line)) for line in curves.chains(pieces))

    @shared
    def posts(self) -> tuple[Path, ...]:
        """Lines of posts along the borders."""
        return tuple(path for feature in sorted(self.kinds("posts")) for path in self._along_borders(feature))

    @property
    def roads(self) -> tuple[Path, ...]:
        """All roads in soft curves, from centre to centre or as they run on the ground."""
        return *self.main_roads, *self.minor_roads

    @shared
    def main_roads(self) -> tuple[Path, ...]:
        """The roads but for those that the board's file calls minor."""
        return *self._on_links(set(self.board.links("road")) - self._minor), *self.ways("road")

    @shared
    def minor_roads(self) -> tuple[Path, ...]:
        """Roads that are drawn thinner."""
        return tuple(self._on_links(self._minor))

    @property
    def _minor(self) -> set[tuple[int, int]]:
        """The links of minor roads without those that a main road has too."""
        main: set[tuple[int, int]] = set()
        minor: set[tuple[int, int]] = set()
        for road in self.board.paths:
            links = minor if road.name in self.looks.minor else main
            links.update((min(link), max(link)) for link in pairwise(road.through))
        return minor - main

    def _on_links(self, links: Iterable[tuple[int, int]]) -> Iterator[Path]:
        pieces = [(self.board.centre(a), self.board.centre(b)) for a, b in sorted(links)]
        for line in curves.chains(pieces):
            yield self.frame.pixels(curves.through(self._to_the_rim(self._to_the_rim(line)[::-1])))

    @cached_property
    def shores(self) -> Shores:
        """Land, flooded ground and narrow water."""
        return shores(self)

    @shared
    def canals(self) -> tuple[Path, ...]:
        """Canals along the borders, their corners cut by a third."""
        sides = {side for feature in self.kinds("canal") for side in self.board.links(feature)}
        pieces = [piece for a, b in sorted(sides) for piece in pairwise(self.board.side(a, b))]
        return tuple(self.frame.pixels(curves.round_corners(line, times=3, cut=0.3)) for line in curves.chains(pieces))

    def sides(self, kind: str) -> list[tuple[Point, ...]]:
        """The borders that are drawn as one kind, each from end to end."""
        links = sorted({link for feature in self.kinds(kind) for link in self.board.links(feature)})
        return [self.frame.pixels(self.board.side(a, b)) for a, b in links]

    @shared
    def railways(self) -> tuple[Path, ...]:
        """Railways as they run on the ground, or from centre to centre; before a ferry as far as the shore."""
        links = {link for kind in self.kinds("railway") for link in self.board.links(kind)}
        return *self.ways("railway"), *self._on_links(links), *(path for path, wet in self._ferry_lines if not wet)

    @shared
    def rail_ferries(self) -> tuple[Path, ...]:
        """Where wagons go over water."""
        return tuple(path for path, wet in self._ferry_lines if wet)

    @property
    def _ferry_lines(self) -> Iterator[tuple[Path, bool]]:
        """The lines of railways with ferries in stretches, each with whether it is over water."""
        for path in self.board.paths:
            if path.kind in self.kinds("rail_ferry"):
                points = [point for point, _ in curves.along(self.frame.pixels(self._centres(path.through)), 4.0)]
                for wet, stretch in groupby(points, key=lambda point: not _in_any(point, self.dry)):
                    if len(line := tuple(stretch)) > 1:
                        yield line, wet

    def _centres(self, places: Iterable[int]) -> Path:
        return tuple(map(self.board.centre, places))

    def ways(self, kind: str) -> tuple[Path, ...]:
        """The lines of one kind that the board's file gives in metres."""
        fit = self.looks.fit
        if fit is None:
            return ()
        x, y = self.board.centre(self.board.at(fit.hex))
        lines = [
            tuple((x + east / fit.hex_metres, y - north / fit.hex_metres) for east, north in way.points)
            for way in self.looks.line
            if way.kind == kind
        ]
        return tuple(
            self.frame.pixels(curves.through(self._to_the_rim(self._to_the_rim(line)[::-1]))) for line in lines
        )

    def _to_the_rim(self, road: Path) -> Path:
        """Where a road ends beside the rim of the map, it goes on to the rim."""
        (ax, ay), (bx, by) = road[-2:]
        far = max(1e-9, ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5)
        dx, dy = (bx - ax) / far / 2, (by - ay) / far / 2
        if self.board.place_at(bx + 1.1 * dx, by + 1.1 * dy) is None:
            return *road, (bx + dx, by + dy)
        return road

    @shared
    def bridges(self) -> tuple[tuple[Point, Point], ...]:
        """Where a road crosses a river, and the unit vector of the road there."""
        streams = (self.board.links(feature) for feature in self.kinds("river") | self.kinds("great_river"))
        crossings = set(self.board.links("road")) & set().union(*map(set, streams))
        return tuple(self._crossing(a, b) for a, b in sorted(crossings | set(self.board.links("bridge"))))

    def _crossing(self, a: int, b: int) -> tuple[Point, Point]:
        (ax, ay), (bx, by) = self.centre(a), self.centre(b)
        middle = (ax + bx) / 2, (ay + by) / 2
        steps = [step for road in self.roads for step in curves.along(road, 2.0)]
        return min(steps, key=lambda step: (step[0][0] - middle[0]) ** 2 + (step[0][1] - middle[1]) ** 2)

    @shared
    def road_steps(self) -> list[tuple[Point, Point]]:
        """Points on the roads, each with the way that the road goes there."""
        return [step for road in self.roads for step in curves.along(road, 9.0)]

    @shared
    def trenches(self) -> dict[str, tuple[Path, ...]]:
        """Each line of trenches by its feature, along the borders."""
        return {feature: tuple(self._along_borders(feature)) for feature in self.looks.trenches}

    def along_borders(self, kind: str) -> tuple[Path, ...]:
        """The borders that are drawn as one kind, in long lines with soft corners."""
        return self._streams(kind)

    def _along_borders(self, feature: str) -> Iterator[Path]:
        sides = (self.board.side(a, b) for a, b in self.board.links(feature))
        yield from map(self.frame.pixels, curves.chains(piece for side in sides for piece in pairwise(side)))

    # --- words and the room they leave -------------------------------------------------

    @shared
    def points_of_lines(self) -> Numbers:
        """Points on the lines that names should not hide, and what each costs."""
        return points_of_lines(self)

    @property
    def lettered(self) -> "Survey":
        """The survey that says where words stand: of a picture that is kept, that of the board on the screen.

        So a name stays where it is when the board takes the picture's place, and is placed once for both.
        """
        numbering = on_screen(self.frame) if self.numbering == "named" else self.numbering
        return _first_such(replace(self, detail="full", numbering=numbering))

    @cached_property
    def possible_numbers(self) -> dict[int, Box]:
        """Where the number of each place would stand if nothing else were written."""
        return dict(possible_numbers(self))

    @cached_property
    def names(self) -> list[Written]:
        """All names, each where it hides least."""
        return write(self) if self.lettered is self else self.lettered.names

    @cached_property
    def captions(self) -> tuple[PlacedCaption, ...]:
        """Words that stand where the board's file says."""
        return tuple(set_captions(self))

    @cached_property
    def numbers(self) -> dict[int, Box]:
        """Where the number of each place stands, if it is shown."""
        return number(self)

    @cached_property
    def words(self) -> list[Box]:
        """All that is written on the ground."""
        captions = (box for caption in self.captions for box in caption.boxes)
        return [*self.numbers.values(), *(name.box for name in self.names), *captions]

    @cached_property
    def room(self) -> Room:
        """What small marks keep clear of: lines and words."""
        if self.lettered is not self:
            return self.lettered.room
        return Room((*self.roads, *self.railways, *self.rivers, *self.great_rivers, *self.canals), self.words)

    def free(self, point: Point, room: float) -> bool:
        """Whether a small mark may stand here."""
        return self.room.free(point, room)

    def scatter(self, places: Collection[int], apart: float, salt: int) -> Iterator[Point]:
        """Points strewn evenly but not in rows over some places, in a fixed order; ``apart`` is in pixels."""
        rows = 3**0.5 / 2 * apart
        for place in sorted(places):
            left, top, right, bottom = self._extent(place)
            for row in range(int(top / rows), int(bottom / rows) + 2):
                for column in range(int(left / apart) - 1, int(right / apart) + 2):
                    turn, off = _chance(row, column, salt)
                    x = (column + row % 2 / 2) * apart + off * 0.3 * apart * cos(turn * tau)
                    y = row * rows + off * 0.3 * apart * sin(turn * tau)
                    if left <= x < right and top <= y < bottom and self._covers(place, x, y):
                        yield x, y

    def _covers(self, place: int, x: float, y: float) -> bool:
        """Whether a pixel lies in a place; in a hex it is no further from the middle than any side."""
        if self.board.layout.kind != "hex":
            return self.place_at((x, y)) == place
        middle_x, middle_y = self.centres[place]
        off_x, off_y, half = x - middle_x, y - middle_y, self.frame.hex / 2
        return all(abs(off_x * u + off_y * v) <= half for u, v in self._square)

    @shared
    def _square(self) -> Path:
        """The three ways from the middle of a hex square to its sides, each of length 1."""
        ring = (*self._corners, self._corners[0])
        ways = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in pairwise(ring)][:3]
        return tuple((x / hypot(x, y), y / hypot(x, y)) for x, y in ways)

    def _extent(self, place: int) -> tuple[float, float, float, float]:
        xs, ys = zip(*self.outline(place), strict=True)
        return min(xs), min(ys), max(xs), max(ys)


def _in_any(point: Point, rings: Iterable[Path]) -> bool:
    return any(curves.inside(point, ring) for ring in rings)


def _chance(row: int, column: int, salt: int) -> tuple[float, float]:
    """Two numbers from 0 to 1 that look as if they were thrown, always the same for a spot."""
    mixed = (row * 73856093 ^ column * 19349663 ^ salt * 83492791) * 2654435761 & 0xFFFFFFFF
    mixed = (mixed ^ mixed >> 15) * 2246822519 & 0xFFFFFFFF
    return (mixed & 0xFFFF) / 65536, (mixed >> 16) / 65536
