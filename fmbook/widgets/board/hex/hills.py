"""Hills as an area with hachures, and a small sign on what counts as their top."""

from fmbook.widgets import theme
from fmbook.widgets.board.survey import Survey
from fmbook.widgets.drawing import curves
from fmbook.widgets.drawing.shapes import Lines, Path, Point, Polygons, Shape

__all__ = ["hills", "peaks", "summits"]

APART = 6.1  # pixels between two strokes in a large hex
APART_LIGHT = 22.0
STEPS = ((0.0, 0.02), (0.0, 0.2), (0.22, 0.1), (-0.22, 0.1), (0.2, -0.12), (-0.2, -0.12), (0.0, -0.2))


def hills(survey: Survey) -> list[Shape]:
    """Warm ground, with strokes down its rim."""
    rings = survey.area(survey.having("hill", "peak"))
    turns = [(ring, 1 if curves.area(ring) > 0 else -1) for ring in rings]
    hill = Polygons("hill", rings, theme.HILL_FILL)
    if survey.detail == "light" and survey.frame.hex < theme.ROOMY:
        strokes = [
            _stroke(survey, *at, turn) for ring, turn in turns for at in curves.along(ring, survey.mark(APART_LIGHT))
        ]
        return [hill, Lines("hachures", tuple(strokes), theme.HACHURES_LIGHT)]
    wedges = [_hachure(survey, *at, turn) for ring, turn in turns for at in curves.along(ring, survey.mark(APART))]
    return [hill, Polygons("hachures", tuple(wedges), theme.HACHURES)]


def _stroke(survey: Survey, at: Point, way: Point, side: int) -> Path:
    foot, top, _ = _hachure(survey, at, way, side)
    return foot, top


def _hachure(survey: Survey, at: Point, way: Point, side: int) -> Path:
    """A stroke down the slope: broad at the top, which is inside, and thin at the foot."""
    chance = (round(at[0] * 7 + at[1] * 13) * 7919 % 1009) / 1009
    long, broad = survey.mark(5.4 + 4.0 * chance), survey.mark(0.95)
    up = (-way[1] * side, way[0] * side)
    top = at[0] + up[0] * long, at[1] + up[1] * long
    return (
        (at[0], at[1]),
        (top[0] + way[0] * broad, top[1] + way[1] * broad),
        (top[0] - way[0] * broad, top[1] - way[1] * broad),
    )


def peaks(survey: Survey) -> list[Shape]:
    """A small hill with a lit and a shaded side, so that it is told without its colour."""
    spots = summits(survey)
    wide, high = survey.mark(10.8), survey.mark(13.7)
    lit = [((x - wide, y + high / 2), (x, y - high / 2), (x + wide / 4, y + high / 2)) for x, y in spots]
    shade = [((x + wide / 4, y + high / 2), (x, y - high / 2), (x + wide, y + high / 2)) for x, y in spots]
    return [Polygons("hill-lit", tuple(lit), theme.PEAK_LIT), Polygons("hill-shade", tuple(shade), theme.PEAK)]


def summits(survey: Survey) -> list[Point]:
    """Where the signs stand: as near to the middle as roads and words allow."""
    spots = []
    for place in sorted(survey.summits):
        x, y = survey.centre(place)
        if survey.frame.hex < theme.ROOMY:
            spots.append((x, y - survey.size(0.02)))
            continue
        near = [(x + survey.size(dx), y + survey.size(dy)) for dx, dy in STEPS]
        spots.append(next((spot for spot in near if survey.free(spot, survey.mark(10.0))), near[0]))
    return spots
