"""Wet land: swamps with reeds, ground cut by ditches, the fields of a delta."""

from collections.abc import Iterator
from typing import Final

from fmbook.widgets import theme
from fmbook.widgets.board.survey import Survey
from fmbook.widgets.drawing import curves
from fmbook.widgets.drawing.shapes import Lines, Path, Point, Polygons, Shape

__all__ = ["REED", "marshes", "reeds"]

DITCHES_APART: Final = 0.115  # of a hex
RUNGS_APART: Final = 0.23
REEDS_APART: Final = 21.0  # pixels in a large hex
REED: Final = (  # a tuft: three blades from one root
    ((0.0, 3.4), (-3.2, -2.4)),
    ((0.0, 3.4), (0.0, -4.6)),
    ((0.0, 3.4), (3.2, -2.4)),
)


def marshes(survey: Survey) -> list[Shape]:
    """The areas: sand-green by a delta, pale green with a ladder of ditches, green-brown in a swamp."""
    ditched = survey.having("ditches")
    fields = survey.area(ditched)
    ditches = tuple(ditch for place in sorted(ditched) for ditch in _ditches(survey, place))
    return [
        Polygons("delta", survey.area(survey.having("delta")), theme.DELTA, survey.dry),
        Polygons("ditched", fields, theme.DITCHED, survey.dry),
        Lines("ditches", ditches, survey.ink(theme.DITCHES), survey.dry),
        Polygons("swamp", survey.area(survey.having("swamp")), theme.SWAMP, survey.dry),
    ]


def reeds(survey: Survey) -> list[Shape]:
    """Tufts that keep clear of shores and words."""
    places = survey.having("swamp")
    small, dry = survey.mark(1.0), survey.dry if places else ()
    spots = [
        spot
        for spot in survey.scatter(places, survey.mark(REEDS_APART), salt=3)
        if survey.free(spot, 6.0 * small) and (not dry or any(_well_inside(spot, ring, 4.0 * small) for ring in dry))
    ]
    blades = tuple(tuple((x + dx * small, y + dy * small) for dx, dy in blade) for x, y in spots for blade in REED)
    return [Lines("reeds", blades, survey.ink(theme.REEDS))]


def _well_inside(spot: Point, ring: Path, by: float) -> bool:
    x, y = spot
    return all(curves.inside((x + dx, y + dy), ring) for dx, dy in ((by, by), (by, -by), (-by, by), (-by, -by)))


def _ditches(survey: Survey, place: int) -> Iterator[Path]:
    """Long lines from west to east, and between each two of them rungs that stand by turns."""
    ring = survey.outline(place)
    (x, y), rung = survey.centre(place), survey.size(RUNGS_APART)
    row = survey.size(DITCHES_APART)
    for n in range(-4, 5):
        if ends := _across(ring, y + n * row):
            yield (ends[0] + 2, y + n * row), (ends[1] - 2, y + n * row)
        below = _across(ring, y + (n + 1) * row)
        for k in range(-3, 4):
            at = x + (k + n % 2 / 2) * rung
            if ends and below and max(ends[0], below[0]) + 3 < at < min(ends[1], below[1]) - 3:
                yield (at, y + n * row), (at, y + (n + 1) * row)


def _across(ring: Path, y: float) -> tuple[float, float] | None:
    """Where a level line enters and leaves a ring that bulges everywhere."""
    found = [
        ax + (bx - ax) * (y - ay) / (by - ay)
        for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True)
        if min(ay, by) <= y < max(ay, by)
    ]
    return (min(found), max(found)) if len(found) > 1 else None
