"""Draw the real ground under a board: ``python tests/tools/draw_theatre.py`` writes data/geo/vimy.geojson anew.

Everything comes from the board, so that the two cannot tell different stories: heights, woods and towns hex by hex,
trenches and the river along hexsides, roads in metres. Outlines run through the middles of hexsides and are rounded,
because nothing on the real ground has six corners.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import Any

from fmbook.core.data import data_root
from fmbook.geometry.boards import Board
from fmbook.geometry.hexes import Point
from fmbook.lessons.theatre import Theatre, load_theatre

NARROW = 10 / 160  # of a hex
LEVELS = (80, 100, 120, 132)  # metres
TRENCHES = {
    "allied_trench": "Canadian front line, 9 April 05:30",
    "german_first": "German first line, 9 April 05:30",
    "german_zwischen": "Zwischenstellung",
    "german_second": "German second position",
}
Ring = list[Point]


def features(theatre: Theatre) -> Iterator[dict[str, Any]]:
    board = theatre.board
    heights = theatre.heights
    for level in LEVELS:
        high = {place for place, metres in heights.items() if metres >= level}
        yield area(theatre, "height", f"{level} m and more", high)
    for kind, word in (("woods", "woods"), ("town", "town")):
        yield area(theatre, kind, "", board.having(word))
    for kind, name in TRENCHES.items():
        yield line(theatre, "trench", name, along(board, kind))
    yield line(theatre, "river", "Souchez", along(board, "river"))
    for drawn in board.style["line"]:
        points = [theatre.fit.from_metres(east, north) for east, north in drawn["points"]]
        yield feature(drawn["kind"], drawn["name"], "LineString", [lonlat(*point) for point in points])


def area(theatre: Theatre, kind: str, name: str, places: Iterable[int]) -> dict[str, Any]:
    rings = [simpler(rounded(ring)) for ring in outlines(theatre.board, set(places))]
    outer, holes = [r for r in rings if size(r) > 0], [r for r in rings if size(r) < 0]
    pieces = [[ring, *(hole for hole in holes if inside(hole[0], ring))] for ring in outer]
    coordinates = [[closed([on_ground(theatre, p) for p in ring]) for ring in piece] for piece in pieces]
    return feature(kind, name, "MultiPolygon", coordinates)


def line(theatre: Theatre, kind: str, name: str, points: Ring) -> dict[str, Any]:
    return feature(kind, name, "LineString", [on_ground(theatre, point) for point in simpler(points)])


def feature(kind: str, name: str, type_: str, coordinates: Any) -> dict[str, Any]:
    properties = {"kind": kind, "name": name, "source": "drawn for this book after its board"}
    return {"type": "Feature", "properties": properties, "geometry": {"type": type_, "coordinates": coordinates}}


# --- shapes ------------------------------------------------------------------------------------------------


def outlines(board: Board, places: set[int]) -> Iterator[Ring]:
    """The rims of a set of hexes, clockwise on the screen; those of holes run the other way."""
    begins: dict[tuple[float, float], list[tuple[Point, Point]]] = defaultdict(list)
    for place in sorted(places):
        corners = board.outline(place)
        for a, b in pairwise((*corners, corners[0])):
            begins[key(a)].append((a, b))
    loose = {(key(a), key(b)) for edges in begins.values() for a, b in edges}
    rim = {key(a): (a, b) for edges in begins.values() for a, b in edges if (key(b), key(a)) not in loose}
    while rim:
        first, (a, b) = next(iter(rim.items()))
        ring = []
        while rim.pop(key(a), None):
            ring.append(Point((a.x + b.x) / 2, (a.y + b.y) / 2))
            if key(b) == first:
                break
            a, b = rim[key(b)]
        yield ring


def along(board: Board, kind: str) -> Ring:
    """A chain of hexsides as one line through their middles, from north to south or from west to east."""
    middles = [middle(board.side(a, b)) for a, b in board.links(kind)]
    middles.sort(key=(lambda p: p.x) if kind == "river" else (lambda p: p.y))
    way = [middles.pop(0)]
    while middles:
        near = min(middles, key=lambda p: (p.x - way[-1].x) ** 2 + (p.y - way[-1].y) ** 2)
        middles.remove(near)
        way.append(near)
    return [way[0], *(middle(pair) for pair in pairwise(way)), way[-1]]


def rounded(ring: Ring) -> Ring:
    """Cut every corner once."""
    cut = []
    for a, b in pairwise((*ring, ring[0])):
        cut += [Point(a.x * 0.75 + b.x * 0.25, a.y * 0.75 + b.y * 0.25)]
        cut += [Point(a.x * 0.25 + b.x * 0.75, a.y * 0.25 + b.y * 0.75)]
    return cut


def simpler(way: Ring) -> Ring:
    """Leave out what lies within ten metres of the line from the point kept before to the next one."""
    kept = way[:1]
    for point, after in pairwise(way[1:]):
        if abs(size([kept[-1], point, after])) * 2 > NARROW * distance(kept[-1], after):
            kept.append(point)
    return [*kept, way[-1]]


def distance(a: Point, b: Point) -> float:
    return max(hypot(a.x - b.x, a.y - b.y), 1e-9)


def middle(points: tuple[Point, ...]) -> Point:
    return Point((points[0].x + points[-1].x) / 2, (points[0].y + points[-1].y) / 2)


def size(ring: Ring) -> float:
    return sum(a.x * b.y - b.x * a.y for a, b in pairwise((*ring, ring[0]))) / 2


def inside(point: Point, ring: Ring) -> bool:
    crossed = [
        (a.y > point.y) != (b.y > point.y) and point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)
        for a, b in pairwise((*ring, ring[0]))
    ]
    return sum(crossed) % 2 == 1


def key(point: Point) -> tuple[float, float]:
    return round(point.x, 3), round(point.y, 3)


# --- on the ground -------------------------------------------------------------------------------------------


def on_ground(theatre: Theatre, point: Point) -> list[float]:
    return lonlat(*theatre.fit.on_ground(point))


def lonlat(lat: float, lon: float) -> list[float]:
    return [round(lon, 4), round(lat, 4)]


def closed(ring: list[list[float]]) -> list[list[float]]:
    """Without points that rounding has made equal, and closed; GeoJSON wants outer rings counter-clockwise."""
    thin = [a for a, b in pairwise((*ring, ring[0])) if a != b]
    return [*thin, thin[0]][::-1]


def drawn(theatre: Theatre) -> str:
    rows = ",\n".join(json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in features(theatre))
    return f'{{"type":"FeatureCollection","name":"{theatre.id}","features":[\n{rows}\n]}}\n'


def main(write: Callable[[Path, str], object] = lambda path, text: path.write_text(text, encoding="utf-8")) -> None:
    theatre = load_theatre("vimy")
    write(data_root() / theatre.plan.ground, drawn(theatre))


if __name__ == "__main__":
    main()
