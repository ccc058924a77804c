"""Draw the real ground under the fort anew: ``python tests/tools/draw_fort_theatre.py`` (data/geo/eben_emael.geojson).

Everything comes from the board, so that the two cannot tell different stories: the roof, the cutting and the ditches,
the wood, the tracks and the works, in metres from the middle of the fort.
"""

import json
from collections.abc import Iterator
from math import cos, radians, sin
from typing import Any

from fmbook.core.data import data_root
from fmbook.geometry.hexes import Point
from fmbook.lessons.theatre import Theatre, load_theatre
from fmbook.widgets.board.areas import rim

KINDS = {"wood": "woods", "path": "road", "road": "road", "cutting": "cutting", "canal_bank": "bank"}
WORK = 11.0  # metres from the middle of a work to its rim


def features(theatre: Theatre) -> Iterator[dict[str, Any]]:
    fort = theatre.board.style["fort"]
    for around in fort["outside"]:
        yield area(theatre, around["kind"], around["name"], around["ring"])
    for drawn in fort["feature"]:
        if drawn["kind"] == "cutting":
            yield area(theatre, "cutting", drawn["name"], drawn["ring"])
    for ring in rim(theatre.board):
        yield area(theatre, "roof", "", [[x, -y] for x, y in ring[:-1]])
    for drawn in fort["feature"]:
        if drawn["kind"] == "wood":
            yield area(theatre, "woods", drawn["name"], drawn["ring"])
        elif drawn["kind"] in KINDS and "line" in drawn:
            points = [on_ground(theatre, point) for point in drawn["line"]]
            yield feature(KINDS[drawn["kind"]], drawn["name"], "LineString", points)
    for work in fort["work"]:
        kind = "dummy" if work["kind"] == "dummy_cupola" else "work"
        x, y = work["at"]
        corners = [[x + WORK * sin(radians(a)), y + WORK * cos(radians(a))] for a in range(0, 360, 45)]
        yield area(theatre, kind, work["name"], corners)


def area(theatre: Theatre, kind: str, name: str, ring: list[list[float]]) -> dict[str, Any]:
    points = [on_ground(theatre, point) for point in ring]
    turn = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, [*points[1:], points[0]], strict=True))
    points = points if turn > 0 else points[::-1]  # GeoJSON wants outer rings counter-clockwise
    return feature(kind, name, "MultiPolygon", [[[*points, points[0]]]])


def feature(kind: str, name: str, type_: str, coordinates: Any) -> dict[str, Any]:
    properties = {"kind": kind, "name": name, "source": "drawn for this book after its board"}
    return {"type": "Feature", "properties": properties, "geometry": {"type": type_, "coordinates": coordinates}}


def on_ground(theatre: Theatre, metres: list[float]) -> list[float]:
    lat, lon = theatre.fit.on_ground(Point(metres[0], -metres[1]))
    return [round(lon, 6), round(lat, 6)]


def drawn(theatre: Theatre) -> str:
    rows = ",\n".join(json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in features(theatre))
    return f'{{"type":"FeatureCollection","name":"{theatre.id}","features":[\n{rows}\n]}}\n'


if __name__ == "__main__":
    there = load_theatre("eben_emael")
    (data_root() / there.plan.ground).write_text(drawn(there), encoding="utf-8")
