"""The ground of a fort and what lies around it: cutting, ditches, turf, wood, tracks, the borders of the sectors."""

from collections import defaultdict
from collections.abc import Iterator
from math import hypot
from random import Random

from fmbook.widgets import theme
from fmbook.widgets.board.fort import inks
from fmbook.widgets.board.fort.plan import Detail, FortPlan
from fmbook.widgets.drawing import curves
from fmbook.widgets.drawing.shapes import Circles, Ink, Lines, Path, Point, Polygons, Shape, Texts

__all__ = ["around", "borders", "captions", "features", "turf", "wood"]

TUFTS_APART = {"full": 21.0, "light": 42.0}
TREES_APART = {"full": 11.0, "light": 17.0}
CAPTIONS = {  # by the middle of a strip: name, its kind, metres east and north
    "water": ((("Albert", "Canal"), (334, 200)), (("wet", "ditch"), (-128, 400))),
    "ditch": ((("dry ditch",), (-196, -316)),),
    "approach": ((("forecourt",), (-394, -44)),),
}


def around(plan: FortPlan, detail: Detail) -> Iterator[Shape]:
    """Canal and cutting, ditches and forecourt."""
    for kind, colour in inks.OUTSIDES.items():
        rings = tuple(plan.line(outside.ring) for outside in plan.fort.outside if outside.kind == kind)
        yield Polygons(kind, rings, Ink(fill=colour))
    cuttings = [plan.line(found.ring) for found in plan.fort.feature if found.kind == "cutting"]
    yield Polygons("cutting", tuple(cuttings), Ink(fill=inks.CLIFF))
    yield Lines("ripples", tuple(_ripples(plan)), inks.RIPPLES)
    yield Lines("cliff", tuple(_teeth(plan, "cutting", detail)), inks.CLIFF_TEETH)
    yield Lines("ditch-slope", tuple(_teeth(plan, "ditch", detail)), inks.DITCH_TEETH)
    banks = tuple(plan.line(found.line) for found in plan.fort.feature if found.kind == "canal_bank")
    yield Lines("bank", banks, inks.BANK)
    rings = tuple((*ring, ring[0]) for outside in plan.fort.outside for ring in (plan.line(outside.ring),))
    yield Lines("around-edge", rings, inks.OUTSIDE_EDGE)


def _ripples(plan: FortPlan) -> Iterator[Path]:
    """Thin lines along the far bank of the canal and along the wall of the wet ditch."""
    for found in plan.fort.feature:
        if found.kind == "canal_bank":
            yield from (_beside(plan.line(found.line), plan.long(off)) for off in (16, 32))
    for wall in _walls(plan, "wet"):
        yield from (_beside(wall, plan.long(off)) for off in (12, 24))


def _walls(plan: FortPlan, word: str) -> Iterator[Path]:
    """The stretches of the rim that what lies around has in common with the roof."""
    rim = {_rounded(point) for ring in plan.rim for point in ring}
    for outside in plan.fort.outside:
        if word in outside.name.lower():
            yield tuple(point for point in plan.line(outside.ring) if _rounded(point) in rim)


def _rounded(point: Point) -> Point:
    return round(point[0], 1), round(point[1], 1)


def _beside(line: Path, off: float) -> Path:
    """A line that runs beside another one, to the left if ``off`` is positive."""
    moved = []
    for n, (x, y) in enumerate(line):
        (ax, ay), (bx, by) = line[max(n - 1, 0)], line[min(n + 1, len(line) - 1)]
        far = hypot(bx - ax, by - ay) or 1.0
        moved.append((x + (by - ay) / far * off, y - (bx - ax) / far * off))
    return curves.through(tuple(moved))


def _teeth(plan: FortPlan, kind: str, detail: Detail) -> Iterator[Path]:
    """Strokes down a slope, long and short by turns: from the rim into the cutting, into the ditch from outside."""
    step = 6.0 if detail == "full" else 11.0
    if kind == "cutting":
        for wall in _walls(plan, "cutting"):
            for n, (at, way) in enumerate(curves.along(wall, step)):
                yield _stroke(at, way, plan.long(34 if n % 2 else 20))
        return
    rim = {_rounded(point) for ring in plan.rim for point in ring}
    for outside in plan.fort.outside:
        if outside.kind == "ditch":
            edge = tuple(point for point in plan.line(outside.ring) if _rounded(point) not in rim)
            for n, (at, way) in enumerate(curves.along(edge, step * 1.4)):
                yield _stroke(at, way, plan.long(14 if n % 2 else 9))


def _stroke(at: Point, way: Point, long: float) -> Path:
    """To the left of a way on the screen, where y grows downward."""
    return at, (at[0] + way[1] * long, at[1] - way[0] * long)


def captions(plan: FortPlan) -> Iterator[Shape]:
    """What lies around, in words; and what lies beyond the sheet, with an arrow."""
    for kind, found in CAPTIONS.items():
        words = [
            (line, (x, y + 13.0 * (n - (len(lines) - 1) / 2)))
            for lines, at in found
            for x, y in (plan.at(at),)
            for n, line in enumerate(lines)
        ]
        yield Texts(f"{kind}-words", tuple(words), theme.AROUND[kind])
    notes = [(note.text, plan.at(note.at), note.bearing) for note in plan.fort.margin]
    yield Texts("beyond", tuple((text, at) for text, at, _ in notes), theme.BEYOND)
    yield Lines("arrows", tuple(arrow for _, at, way in notes for arrow in _arrow(plan, at, way)), inks.ARROW)


def _arrow(plan: FortPlan, at: Point, way: float) -> Iterator[Path]:
    start = plan.toward(at, way, 11 if way > 180 or way < 90 else 9)
    tip = plan.toward(start, way, 17)
    yield start, tip
    yield plan.toward(tip, way + 152, 6), tip, plan.toward(tip, way - 152, 6)


# --- the roof -----------------------------------------------------------------------------------


def turf(plan: FortPlan, detail: Detail) -> Iterator[Shape]:
    """The ground by its kind, with tufts of grass: dense on open ground, sparse around works."""
    board = plan.board
    for kind, colour in inks.GROUNDS.items():
        rings = tuple(plan.ring(place) for place in sorted(board.having(kind)))
        yield Polygons(f"ground-{kind}", rings, Ink(fill=colour))
    tufts = [
        tuft
        for n, at in enumerate(_scattered(plan, TUFTS_APART[detail]))
        if (place := board.place_at(*plan.frame.point(*at))) is not None
        and ("open" in board.features[place] or ("forest" not in board.features[place] and n % 3 == 0))
        for tuft in _tuft(at)
    ]
    yield Lines("tufts", tuple(tufts), inks.TUFTS)


def _tuft(at: Point) -> Iterator[Path]:
    x, y = at
    yield (x - 3, y - 3), (x, y + 1), (x + 3, y - 3.4)
    yield (x, y + 1), (x + 0.2, y - 4)


def _scattered(plan: FortPlan, apart: float) -> Iterator[Point]:
    """Points strewn evenly but not in rows over the roof, always the same."""
    xs, ys = zip(*(point for ring in plan.rim for point in ring), strict=True)
    dice = Random("turf")  # noqa: S311 - nobody's secret hangs on where grass grows
    y = min(ys)
    while y < max(ys):
        x = min(xs)
        while x < max(xs):
            yield x + dice.uniform(-0.32, 0.32) * apart, y + dice.uniform(-0.32, 0.32) * apart
            x += apart
        y += apart


def wood(plan: FortPlan, detail: Detail) -> Iterator[Shape]:
    """Round crowns with a shadow and a lit side."""
    rings = [plan.line(found.ring) for found in plan.fort.feature if found.kind == "wood"]
    trees = tuple(at for at in _scattered(plan, TREES_APART[detail]) if any(curves.inside(at, ring) for ring in rings))
    yield Circles("tree-shades", tuple((x + 1.6, y + 1.6) for x, y in trees), 4.6, theme.TREE_SHADES)
    yield Circles("trees", trees, 4.4, theme.TREE_CROWNS)
    yield Circles("tree-lights", tuple((x - 1.3, y - 1.3) for x, y in trees), 1.8, theme.TREE_LIGHTS)


def features(plan: FortPlan) -> Iterator[Shape]:
    """Tracks, the road to the gate, the football field, the hut, the trench of the machine guns."""
    lines: dict[str, list[Path]] = defaultdict(list)
    rings: dict[str, list[Path]] = defaultdict(list)
    for found in plan.fort.feature:
        if found.line:
            lines[found.kind].append(plan.line(found.line))
        if found.ring:
            rings[found.kind].append(plan.line(found.ring))
    yield Polygons("pitch", tuple(rings["pitch"]), inks.PITCH)
    yield Lines("pitch-line", tuple(_across(ring) for ring in rings["pitch"]), Ink(stroke=inks.PITCH.stroke))
    ways = tuple(curves.through(way) for way in (*lines["path"], *lines["road"]))
    yield Lines("track-edge", ways, inks.TRACK_CASE)
    yield Lines("track", ways, inks.TRACK)
    yield Lines("sap", tuple(lines["trench"]), inks.SAP)
    yield Lines("sap-light", tuple(lines["trench"]), inks.SAP_LIGHT)
    yield Polygons("hut", tuple(rings["hut"]), inks.HUT)
    yield Lines("hut-ridge", tuple(_across(ring[1:] + ring[:1]) for ring in rings["hut"]), inks.HUT_RIDGE)


def _across(ring: Path) -> Path:
    """From the middle of the first side of a rectangle to that of the third."""
    return tuple(((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in (ring[0:2], ring[2:4]))


def borders(plan: FortPlan) -> Iterator[Shape]:
    """The borders of the sectors, the wall around the roof, a ring where four sectors meet in a point."""
    board = plan.board
    inner = tuple(plan.frame.pixels(board.side(a, b)) for a, b in board.links())
    yield Lines("sector-case", inner, inks.SECTOR_CASE)
    yield Lines("sectors", inner, inks.SECTOR_EDGE)
    yield Lines("wall", plan.rim, inks.WALL)
    yield Circles("corners", tuple(_corners(plan)), 4.0, inks.CORNER_RING)


def _corners(plan: FortPlan) -> Iterator[Point]:
    """Where four sectors meet in one point: across it there is no way."""
    meeting: dict[Point, int] = defaultdict(int)
    for place in range(len(plan.board.places)):
        for point in plan.ring(place):
            meeting[_rounded(point)] += 1
    yield from (point for point, count in meeting.items() if count > 3)
