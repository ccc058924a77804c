"""What changes on a fort besides its counters: works put out of action, and the tracks in the free corner."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from fmbook.core.mapsigns import MapSigns, Track
from fmbook.widgets import theme
from fmbook.widgets.board.fort import inks
from fmbook.widgets.board.fort.captions import star
from fmbook.widgets.board.fort.plan import GLIDER, FortPlan
from fmbook.widgets.board.fort.works import glider
from fmbook.widgets.drawing.shapes import Ink, Lines, Path, Point, Polygons, Shape, Texts
from fmbook.widgets.drawing.text_size import width_of

__all__ = ["WIDE", "state_of"]

WIDE: Final = 150.0  # pixels: a whole track
HIGH: Final = 13.0
FROM_TOP: Final = 76.0
STEP: Final = 41.0
MOST_BOXES: Final = 20  # a longer track is a bar


def state_of(plan: FortPlan, shown: MapSigns) -> list[Shape]:
    """Works that are out of action, crossed out; points that were taken; tracks in the corner in the north-east."""
    shapes = list(_gliders(plan, shown.landed))
    crosses = tuple(
        line for place in sorted(shown.shut) for work in plan.works_in(place) for line in _cross(plan.at(work.at))
    )
    if crosses:
        shapes += [Lines("shut-glow", crosses, inks.SHUT_GLOW), Lines("shut", crosses, inks.SHUT)]
    taken = {sign.place for sign in shown.signs if sign.kind == "owned" and sign.side == 0}
    spots = {at: plan.board.number("vp", place) for place in sorted(taken) if (at := plan.signs[place].star)}
    shapes += star(spots, taken=True) if spots else ()
    right = plan.frame.width - theme.MARGIN - 6
    for row, track in enumerate(shown.tracks):
        shapes += _track(track, (right - WIDE, FROM_TOP + STEP * row))
    return shapes


def _gliders(plan: FortPlan, landed: tuple[int, ...]) -> Iterator[Shape]:
    """Gliders on the ground where they came down: long wings, a thin body, each turned its own way."""
    count = Counter(landed)
    spots = [
        (spot, 40.0 + 67 * place + 25 * n)
        for place in count
        for n, spot in enumerate(plan.glider_spots(place, count[place]))
    ]
    rings = tuple(glider(spot, way, GLIDER) for spot, way in spots)
    if rings:
        yield Polygons(
            "glider-shadows", tuple(tuple((x + 1.4, y + 1.8) for x, y in ring) for ring in rings), theme.COUNTER_SHADOW
        )
        yield Polygons("gliders", rings, inks.GLIDER)


def _cross(at: Point) -> tuple[Path, ...]:
    x, y = at
    return ((x - 10, y - 10), (x + 10, y + 10)), ((x - 10, y + 10), (x + 10, y - 10))


def _track(track: Track, at: Point) -> Iterator[Shape]:
    x, y = at
    colour = theme.SIDES[track.side] if track.side >= 0 else theme.QUIET_INK
    said = f"{track.now} of {track.last}{f', {track.says}' if track.says else ''}"
    yield Texts("track-names", ((track.name, (x, y)),), theme.TRACK_NAMES)
    yield Texts("track-says", ((said, (x + width_of(track.name, theme.TRACK_NAMES) + 8, y)),), theme.TRACK_SAYS)
    top = y + 10
    if track.last <= MOST_BOXES:
        wide = WIDE / track.last
        boxes = [_box(x + wide * n, top, wide - 1.5) for n in range(track.last)]
        yield Polygons("track", tuple(boxes), inks.TRACK_EMPTY)
        if track.now:
            yield Polygons("track-now", tuple(boxes[: track.now]), Ink(fill=colour, stroke=theme.INK, width=0.8))
        return
    yield Polygons("track", (_box(x, top, WIDE),), inks.TRACK_EMPTY)
    share = min(track.now / track.last, 1.0)
    if share:
        yield Polygons("track-now", (_box(x, top, WIDE * share),), Ink(fill=colour, stroke=theme.INK, width=0.8))
    marks = tuple(((x + WIDE * n / 4, top + HIGH - 4), (x + WIDE * n / 4, top + HIGH)) for n in (1, 2, 3))
    yield Lines("track-quarters", marks, inks.TRACK_MARKS)


def _box(x: float, y: float, wide: float) -> Path:
    return (x, y), (x + wide, y), (x + wide, y + HIGH), (x, y + HIGH)
