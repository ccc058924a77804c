"""Lines and areas on a map: join, round, cut. Pure geometry, in any unit."""

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import combinations, pairwise
from math import atan2, ceil, dist, hypot, pi
from operator import add
from typing import NamedTuple

from fmbook.widgets.drawing.shapes import Path, Point

__all__ = [
    "added",
    "along",
    "area",
    "between",
    "chains",
    "crossings",
    "from_segment",
    "inside",
    "length",
    "rectangle",
    "round_corners",
    "simplified",
    "slit",
    "through",
    "with_holes",
]

Piece = tuple[Point, Point]
STRAIGHT = 1.1  # radians; lines that meet at a junction run on into each other up to this bend


def chains(segments: Iterable[tuple[Point, Point]]) -> list[Path]:
    """Join segments end to end into long lines; at a junction the straightest two run on.

    A line that comes back to its start repeats its first point.

    >>> chains([((0, 0), (1, 0)), ((2, 0), (1, 0))])
    [((0, 0), (1, 0), (2, 0))]
    """
    pieces = list(segments)
    nodes = [(_key(one), _key(other)) for one, other in pieces]
    touching: dict[Point, list[int]] = {}
    for index, ends in enumerate(nodes):
        for node in ends:
            touching.setdefault(node, []).append(index)
    bends = _Bends(pieces, nodes)
    follows = {(one, node): other for node, meeting in touching.items() for one, other in bends.pairs(node, meeting)}
    free_ends = [(i, end) for i, ends in enumerate(nodes) for end in (0, 1) if (i, ends[end]) not in follows]
    starts = free_ends + [(i, 0) for i in range(len(pieces))]  # the rest are rings
    used: set[int] = set()
    return [_walk(index, end, pieces, nodes, follows, used) for index, end in starts if index not in used]


def _walk(
    index: int,
    end: int,
    pieces: Sequence[Piece],
    nodes: Sequence[Piece],
    follows: dict[tuple[int, Point], int],
    used: set[int],
) -> Path:
    path, node = [pieces[index][end]], nodes[index][end]
    step: int | None = index
    while step is not None and step not in used:
        used.add(step)
        far = int(node == nodes[step][0])
        node = nodes[step][far]
        path.append(pieces[step][far])
        step = follows.get((step, node))
    return tuple(path)


class _Bends(NamedTuple):
    """Which pieces run on into each other where some of them meet."""

    pieces: Sequence[Piece]
    nodes: Sequence[Piece]

    def pairs(self, node: Point, meeting: Sequence[int]) -> Iterable[tuple[int, int]]:
        if len(meeting) == 2:  # no choice, however sharp the bend
            yield meeting[0], meeting[1]
            yield meeting[1], meeting[0]
            return
        taken: set[int] = set()
        turns = sorted((round(self._bend(node, a, b), 6), a, b) for a, b in combinations(meeting, 2))
        for turn, one, other in turns:
            if {one, other} & taken or turn > STRAIGHT:
                continue
            taken |= {one, other}
            yield one, other
            yield other, one

    def _bend(self, node: Point, one: int, other: int) -> float:
        turn = abs(self._heading(node, one) - self._heading(node, other))
        return abs(pi - min(turn, 2 * pi - turn))

    def _heading(self, node: Point, piece: int) -> float:
        x, y = self.pieces[piece][int(self.nodes[piece][0] == node)]
        return atan2(y - node[1], x - node[0])


def _key(point: Point) -> Point:
    return round(point[0], 5) + 0.0, round(point[1], 5) + 0.0


def round_corners(path: Path, times: int = 2, cut: float = 0.25) -> Path:
    """Cut the corners of a line, or of a ring (first point = last), again and again."""
    ring = len(path) > 2 and _key(path[0]) == _key(path[-1])
    for _ in range(times if len(path) > 2 else 0):
        cuts = [point for a, b in pairwise(path) for point in (between(a, b, cut), between(a, b, 1 - cut))]
        path = (*cuts, cuts[0]) if ring else (path[0], *cuts[1:-1], path[-1])
    return path


def through(path: Path, steps: int = 6) -> Path:
    """A soft curve through every point of a line (Catmull-Rom)."""
    if len(path) < 3:
        return path
    padded = (path[0], *path, path[-1])
    points = [_spline(padded[i : i + 4], step / steps) for i in range(len(path) - 1) for step in range(steps)]
    return (*points, path[-1])


def _spline(four: Sequence[Point], t: float) -> Point:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = four

    def one(a: float, b: float, c: float, d: float) -> float:
        return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)

    return one(ax, bx, cx, dx), one(ay, by, cy, dy)


def simplified(path: Path, tolerance: float) -> Path:
    """A line through fewer of its own points, the others left out as long as they lie near it.

    Only the last point left out and the middle one are looked at: lines on a map bend one way for a while.
    """
    kept, first = [path[0]], 0
    for last in range(2, len(path)):
        here, there = path[first], path[last]
        middle = path[(first + last) // 2]
        if _off_line(middle, here, there) > tolerance or _off_line(path[last - 1], here, there) > tolerance:
            kept.append(path[last - 1])
            first = last - 1
    return (*kept, path[-1])


def _off_line(point: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    return abs((point[0] - a[0]) * dy - (point[1] - a[1]) * dx) / (hypot(dx, dy) or 1.0)


def slit(rings: Iterable[Path]) -> Path:
    """One ring out of an outer ring and its holes, by a slit of no width to each hole."""
    outer, *holes = sorted(rings, key=lambda ring: -abs(area(ring)))
    for hole in holes:
        if area(hole) * area(outer) > 0:
            hole = hole[::-1]
        _, i, j = min((dist(a, b), i, j) for i, a in enumerate(outer) for j, b in enumerate(hole[:-1]))
        around = (*hole[j:-1], *hole[: j + 1])
        outer = (*outer[: i + 1], *around, *outer[i:])
    return outer


def with_holes(rings: Iterable[Path]) -> list[Path]:
    """Rings that turn one way are areas, those that turn the other way are holes: cut each into its area.

    The largest ring is an area.
    """
    sized = sorted(((area(ring), ring) for ring in rings), key=lambda pair: -abs(pair[0]))
    outer = [ring for size, ring in sized if size * sized[0][0] > 0]
    holes: list[list[Path]] = [[] for _ in outer]
    for size, ring in sized:
        if size * sized[0][0] < 0:
            around = [n for n, other in enumerate(outer) if inside(ring[0], other)]
            if around:  # the smallest one
                holes[around[-1]].append(ring)
    return [slit([ring, *cut]) if cut else ring for ring, cut in zip(outer, holes, strict=True)]


def added(numbers: Iterable[float]) -> float:
    """Add one after the other, in every Python; from 3.12 on `sum` is more exact, and a picture another one.

    >>> added([1e16, 1.0, 1.0, -1e16])
    0.0
    """
    return reduce(add, numbers, 0)


def area(ring: Path) -> float:
    """Signed: which way the ring turns."""
    return added(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise((*ring, ring[0]))) / 2


def length(path: Path) -> float:
    """From end to end along the line."""
    return added(dist(a, b) for a, b in pairwise(path))


def along(path: Path, every: float) -> list[tuple[Point, Point]]:
    """Points at even distances on a line, each with the unit vector it runs in."""
    total = length(path)
    count = max(1, ceil(total / every))
    places: list[tuple[Point, Point]] = []
    passed, wanted = 0.0, total / count / 2
    for a, b in pairwise(path):
        span = dist(a, b)
        while span and wanted <= passed + span and len(places) < count:
            places.append((between(a, b, (wanted - passed) / span), ((b[0] - a[0]) / span, (b[1] - a[1]) / span)))
            wanted += total / count
        passed += span
    return places


def inside(point: Point, ring: Path) -> bool:
    """Whether a point lies in a ring: a ray to the east crosses it an odd number of times."""
    x, y = point
    return sum(x < at for at in crossings(y, ring)) % 2 == 1


def crossings(level: float, ring: Path) -> list[float]:
    """Where a level line crosses a ring, from west to east: between the first two it is inside, and so on."""
    found, (bx, by) = [], ring[-1]
    for ax, ay in ring:
        if (by > level) != (ay > level):
            found.append(bx + (level - by) / (ay - by) * (ax - bx))
        bx, by = ax, ay
    return sorted(found)


def from_segment(point: Point, a: Point, b: Point) -> float:
    """How far a point is from the straight line between two others."""
    (x, y), (ax, ay), (bx, by) = point, a, b
    span = (bx - ax) ** 2 + (by - ay) ** 2
    t = max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / span)) if span else 0.0
    return hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay))


def between(a: Point, b: Point, part: float) -> Point:
    """Return the point that lies such a part of the way from one to another."""
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def rectangle(left: float, top: float, right: float, bottom: float) -> Path:
    """Return the four corners."""
    return (left, top), (right, top), (right, bottom), (left, bottom)
