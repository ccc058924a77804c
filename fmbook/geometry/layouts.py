"""Where the places of a board lie: hexes of a grid, or sectors drawn as rings of named vertices.

A board asks its layout everything about shape and knows no difference between the two.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, pairwise
from typing import TypeAlias

from fmbook.core.bitsets import BitIndex
from fmbook.core.errors import DataError, NoSuchName
from fmbook.geometry.hexes import Grid, Point, disc

__all__ = ["HexLayout", "Layout", "SectorLayout"]


class HexLayout:
    """The hexes of a grid, without its holes; they may be called by other names than their numbers."""

    kind = "hex"

    def __init__(self, grid: Grid, holes: Iterable[str] = (), called: Mapping[str, str] | None = None) -> None:
        gone = {grid.numbers(name) for name in holes}
        self.grid = grid
        self._hexes = tuple(name for name in grid.names() if grid.numbers(name) not in gone)
        self.bit_index = BitIndex(map(self._bit_number, self._hexes), self._line)
        self.places = tuple((called or {}).get(name, name) for name in self._hexes)
        self._cubes = [grid.cube(name)[:2] for name in self._hexes]
        self._number = {cube: number for number, cube in enumerate(self._cubes)}
        self.neighbours = tuple(tuple(self._around(q, r)) for q, r in self._cubes)
        self._discs: dict[tuple[int, int], frozenset[int]] = {}

    def _bit_number(self, name: str) -> int:
        """Skew the lines of the grid, so that all hexes have their neighbours at the same six distances."""
        first, second = self.grid.numbers(name)
        along = second - self.grid.seconds[0]
        return (first - self.grid.firsts[0]) * self._line + self.grid.skew(first) + along

    @property
    def _line(self) -> int:
        """How far apart the bits of two lines are: one bit is left empty between them."""
        return len(self.grid.seconds) + 1

    def _around(self, q: int, r: int) -> Iterator[int]:
        for dq, dr in self.grid.directions:
            if (number := self._number.get((q + dq, r + dr))) is not None:
                yield number

    def distance(self, a: int, b: int) -> int:
        """Steps from hex to hex, holes and the rim of the map left aside."""
        from_q, from_r = self._cubes[a]
        to_q, to_r = self._cubes[b]
        q, r = to_q - from_q, to_r - from_r
        return max(abs(q), abs(r), abs(q + r))

    def line(self, a: int, b: int) -> tuple[int, ...]:
        """The hexes on the straight line, as the grid draws it; a hole is left out."""
        line = (self.grid.cube(name)[:2] for name in self.grid.line(self._hexes[a], self._hexes[b]))
        return tuple(self._number[cube] for cube in line if cube in self._number)

    def within(self, place: int, n: int) -> frozenset[int]:
        """The hexes at most n steps away."""
        if (place, n) not in self._discs:
            q, r = self._cubes[place]
            found = (self._number.get((q + dq, r + dr)) for dq, dr in disc(n))
            self._discs[place, n] = frozenset(number for number in found if number is not None)
        return self._discs[place, n]

    def centre(self, place: int) -> Point:
        """The middle of the hex."""
        return self._centres[place]

    @cached_property
    def _centres(self) -> tuple[Point, ...]:
        return tuple(self.grid.middle(q, r) for q, r in self._cubes)

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """The frame of all hexes: least x, least y, greatest x, greatest y."""
        first, last = self.grid.frame(self._cubes)
        return *first, *last

    def outline(self, place: int) -> tuple[Point, ...]:
        """The six corners."""
        return self.grid.corners(self._hexes[place])

    def side(self, a: int, b: int) -> tuple[Point, ...]:
        """The two ends of the hexside."""
        return self.grid.side(self._hexes[a], self._hexes[b])

    def place_at(self, x: float, y: float) -> int | None:
        """The hex under a point."""
        return self._number.get(self.grid.cube_at(x, y)[:2])


class SectorLayout:
    """Sectors with outlines: who shares an edge is next door, who touches in a point only is not."""

    kind = "sector"

    def __init__(
        self,
        rings: Mapping[str, Sequence[str]],
        vertices: Mapping[str, tuple[float, float]],
        centres: Mapping[str, tuple[float, float]] | None = None,
    ) -> None:
        self.places = tuple(rings)
        self.bit_index = BitIndex(range(len(self.places)))
        self._rings = tuple(tuple(ring) for ring in rings.values())
        self._points = {name: Point(*point) for name, point in vertices.items()}
        self._outlines = tuple(tuple(map(self._point, ring)) for ring in self._rings)
        self._boxes = tuple(map(_box, self._outlines))
        given = centres or {}
        self._centres = tuple(
            Point(*given[name]) if name in given else _middle(outline)
            for name, outline in zip(self.places, self._outlines, strict=True)
        )
        self._edges = tuple(tuple(map(frozenset, _around(ring))) for ring in self._rings)
        self.neighbours = self._neighbours()

    def _point(self, vertex: str) -> Point:
        if vertex not in self._points:
            raise NoSuchName("vertex", vertex, self._points)
        return self._points[vertex]

    def _neighbours(self) -> tuple[tuple[int, ...], ...]:
        owners: dict[frozenset[str], list[int]] = {}
        for place, edges in enumerate(self._edges):
            for edge in edges:
                owners.setdefault(edge, []).append(place)
        beside: list[set[int]] = [set() for _ in self.places]
        for edge, sharers in owners.items():
            if len(sharers) > 2:
                names = ", ".join(self.places[place] for place in sharers)
                raise DataError("sectors", "-".join(sorted(edge)), f"an edge has two sides, but {names} share it")
            for a, b in combinations(sharers, 2):
                beside[a].add(b)
                beside[b].add(a)
        return tuple(tuple(sorted(places)) for places in beside)

    @cached_property
    def _steps(self) -> tuple[dict[int, int], ...]:
        return tuple(self._flood(place) for place in range(len(self.places)))

    def _flood(self, start: int) -> dict[int, int]:
        steps, rim = {start: 0}, [start]
        for place in rim:
            for beside in self.neighbours[place]:
                if beside not in steps:
                    steps[beside] = steps[place] + 1
                    rim.append(beside)
        return steps

    def distance(self, a: int, b: int) -> int:
        """The fewest borders to cross."""
        if b not in self._steps[a]:
            raise NoSuchName("way", f"from {self.places[a]} to {self.places[b]}", ())
        return self._steps[a][b]

    def line(self, a: int, b: int) -> tuple[int, ...]:
        """A shortest way; among equal ones always the sector that comes first on the board."""
        line = [a]
        for left in range(self.distance(a, b) - 1, -1, -1):
            line.append(next(place for place in self.neighbours[line[-1]] if self._steps[place][b] == left))
        return tuple(line)

    def within(self, place: int, n: int) -> frozenset[int]:
        """The sectors at most n borders away."""
        return frozenset(other for other, steps in self._steps[place].items() if steps <= n)

    def centre(self, place: int) -> Point:
        """The point given as centre, or else the middle of the area."""
        return self._centres[place]

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """The frame of all sectors: least x, least y, greatest x, greatest y."""
        return _box([point for outline in self._outlines for point in outline])

    def outline(self, place: int) -> tuple[Point, ...]:
        """The ring as points."""
        return self._outlines[place]

    def side(self, a: int, b: int) -> tuple[Point, ...]:
        """The shared border from end to end, point by point; the first stretch if there are several."""
        shared = {*self._edges[a]} & {*self._edges[b]}
        ring = self._rings[a]
        edges = [edge for edge in _around(ring) if frozenset(edge) in shared]
        starts = [edge[0] for edge in edges if edge[0] not in {end for _, end in edges}]
        following, way = dict(edges), [*(starts or ring)[:1]]
        while (end := following.pop(way[-1], None)) is not None:
            way.append(end)
        return tuple(map(self._point, way))

    def place_at(self, x: float, y: float) -> int | None:
        """The sector under a point."""
        for place, (west, north, east, south) in enumerate(self._boxes):
            if west <= x <= east and north <= y <= south and _inside(x, y, self._outlines[place]):
                return place
        return None


Layout: TypeAlias = HexLayout | SectorLayout


def _around(ring: Sequence[str]) -> list[tuple[str, str]]:
    return list(pairwise((*ring, ring[0])))


def _middle(outline: Sequence[Point]) -> Point:
    """The centre of gravity of an area."""
    area = x = y = 0.0
    for p, q in pairwise((*outline, outline[0])):
        piece = p.x * q.y - q.x * p.y
        area, x, y = area + piece, x + (p.x + q.x) * piece, y + (p.y + q.y) * piece
    if not area:
        raise DataError("sectors", "ring", f"expected a ring around some ground; the one at {outline[0]} is flat")
    return Point(x / (3 * area), y / (3 * area))


def _box(outline: Sequence[Point]) -> tuple[float, float, float, float]:
    xs, ys = zip(*outline, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _inside(x: float, y: float, outline: Sequence[Point]) -> bool:
    """Whether a ray to the east crosses the outline an odd number of times."""
    inside = False
    before_x, before_y = outline[-1]
    for at_x, at_y in outline:
        if (at_y > y) != (before_y > y) and x < at_x + (y - at_y) / (before_y - at_y) * (before_x - at_x):
            inside = not inside
        before_x, before_y = at_x, at_y
    return inside
