"""Water: the sea with its shallows, land under water, narrow water in the land."""

from bisect import bisect
from collections.abc import Iterator
from typing import Final

from fmbook.widgets import theme
from fmbook.widgets.board.shores import Shores
from fmbook.widgets.board.survey import Survey
from fmbook.widgets.drawing import curves
from fmbook.widgets.drawing.shapes import Ink, Lines, Path, Polygons, Shape
from fmbook.widgets.drawing.text_size import box_over

__all__ = ["channels", "floods", "sea", "shoreline", "waves"]

WAVES: Final = {"full": 5, "light": 2}  # of seven hexes: so many have a wave
WAVE: Final = ((-5.0, 0.8), (-3.4, -0.7), (-1.7, 0.8), (0.0, -0.7), (1.7, 0.8), (3.4, -0.7), (5.0, 0.8))
ROW: Final = {"full": 0.2, "light": 0.26}  # of a hex: from row to row of dashes on flooded ground
DASH: Final = 0.17


def sea(survey: Survey) -> list[Shape]:
    """Deep water, bands of shallows along the shore and lines like those of an old chart; then the land on top."""
    if not survey.wet:
        return []
    frame, water = survey.frame, survey.shores
    sheet = ((0.0, 0.0), (frame.width, 0.0), (frame.width, frame.height), (0.0, frame.height))
    whole = (sheet,) if survey.looks.runs_on else survey.area(range(len(survey.board.places)), soft=False)
    inks = theme.shallows(frame.hex, survey.mark(theme.SHALLOW_WIDTH))
    bands = [_along_the_shore(f"shallows-{n}", water, ink) for n, ink in enumerate(inks)]
    return [Polygons("sea", whole, theme.SEA), *bands, Polygons("dry-land", water.land, theme.LAND_FILL)]


def shoreline(survey: Survey) -> list[Shape]:
    """A thin line where land and sea meet."""
    return [_along_the_shore("shore", survey.shores, theme.SHORE)]


def _along_the_shore(name: str, water: Shores, ink: Ink) -> Shape:
    """Where the land has no rim but its shores they are its outline, which a picture then holds only once."""
    return Lines(name, water.shore, ink) if water.shore else Polygons(name, water.land, ink)


def waves(survey: Survey) -> list[Shape]:
    """Small waves where the water is open, so that it is known without its colour."""
    water, neighbours = survey.having("sea"), survey.board.neighbours
    open_water = [place for place in sorted(water) if all(beside in water for beside in neighbours[place])]
    small = survey.mark(1.0) / theme.SMALL_MARK
    crests: list[Path] = []
    for place in open_water:
        if place * 7919 % 7 < WAVES[survey.detail]:
            x, y = survey.centre(place)
            x, y = x + survey.size((place * 31 % 11 - 5) / 30), y + survey.size(0.2)
            crests.append(tuple((x + dx * small, y + dy * small) for dx, dy in WAVE))
    room = survey.room
    return [Lines("waves", tuple(wave for wave in crests if room.free(wave[3], 6.0 * small)), theme.WAVES)]


def floods(survey: Survey) -> list[Shape]:
    """Meadows under water, with level dashes in rows."""
    rings = survey.shores.flooded
    dashes = tuple(_dashes(survey, rings))
    return [Polygons("flooded", rings, theme.FLOOD_FILL), Lines("flood-marks", dashes, theme.FLOOD_MARKS)]


def _dashes(survey: Survey, rings: tuple[Path, ...]) -> Iterator[Path]:
    """In every second row they stand between those of the row above."""
    row, half = survey.size(ROW[survey.detail]), survey.size(DASH) / 2
    for ring in rings:
        left, top, right, bottom = box_over(ring).edges
        for n in range(int(top / row) + 1, int(bottom / row) + 1):
            y, apart = n * row, half * 4.6
            crossings = curves.crossings(y, ring)
            for k in range(int(left / apart) - 1, int(right / apart) + 1):
                x = (k + n % 2 / 2) * apart
                if bisect(crossings, x - half) % 2 == bisect(crossings, x + half) % 2 == 1:
                    yield (x - half, y), (x + half, y)


def channels(survey: Survey) -> list[Shape]:
    """Inlets and rivers as broad as they are on the ground, between two banks."""
    water = survey.shores
    return [
        Polygons("channels", water.channels, theme.SHALLOW_WATER),
        Lines("channel-banks", water.banks, theme.SHORE),
    ]
