"""Cities as dots and as blocks of streets, airfields, river ports: signs beside the middle of a hex."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from fmbook.widgets import theme
from fmbook.widgets.board.hex.crossings import star
from fmbook.widgets.board.survey import Survey
from fmbook.widgets.drawing.shapes import Circles, Lines, Path, Point, Polygons, Shape

__all__ = ["AIRFIELD", "OWNER_SIZE", "bases", "blocks", "owned_by", "runway", "spot_of", "wavelet"]

CITY: Final = (0.36, 0.03)  # of a hex, from its middle
AIRFIELD: Final = (-0.36, 0.03)
OWNER_SIZE: Final = 5.6  # pixels in a large hex
BLOCKS: Final = (  # left, top, right, bottom: six blocks between streets
    *((-8.0, -7.0, -2.6, -1.0), (-1.4, -7.0, 3.6, -2.4), (4.8, -7.0, 8.0, -1.6)),
    *((-8.0, 0.6, -3.4, 7.0), (-2.2, -1.2, 3.6, 7.0), (4.8, -0.2, 8.0, 7.0)),
)


def spot_of(survey: Survey, place: int, sign: Point) -> Point:
    """Where a sign of a hex stands."""
    x, y = survey.centre(place)
    return x + survey.size(sign[0]), y + survey.size(sign[1])


def bases(survey: Survey) -> list[Shape]:
    """Dots, street plans and airfields."""
    small = survey.mark(1.0)
    dots = tuple(spot_of(survey, place, CITY) for place in sorted(survey.having("dot_city")))
    cities = [spot_of(survey, place, CITY) for place in sorted(survey.having("major_city"))]
    fields = tuple(spot_of(survey, place, AIRFIELD) for place in sorted(survey.having("airbase")))
    return [
        Circles("dot-city-rings", dots, 6.6 * small, theme.DOT_RING),
        Circles("dot-cities", dots, 4.2 * small, theme.DOT),
        Polygons("major-cities", tuple(block for at in cities for block in blocks(at, small)), theme.BLOCKS),
        Circles("airfields", fields, 7.6 * small, theme.AIRFIELD),
        Lines("runways", tuple(runway(at, small) for at in fields), theme.RUNWAY.thinned(small)),
    ]


def blocks(at: Point, small: float) -> list[Path]:
    """A plan of blocks between streets."""
    x, y = at
    return [
        tuple((x + u * small, y + v * small) for u, v in ((left, top), (right, top), (right, low), (left, low)))
        for left, top, right, low in BLOCKS
    ]


def runway(at: Point, small: float) -> Path:
    """A bar from the lower left to the upper right."""
    x, y = at
    return (x - 4.4 * small, y + 2.6 * small), (x + 4.4 * small, y - 2.6 * small)


def owned_by(side: str, spots: tuple[Point, ...], size: float, fill: str) -> Shape:
    """Small squares, stars or discs, by the name of the owner."""
    title, ink = f"owned-by-{side}", replace(theme.OWNER, fill=fill)
    if form := FORMS.get(side):
        return Polygons(title, tuple(form(at, size) for at in spots), ink)
    return Circles(title, spots, size * 0.9, ink)


def _square(at: Point, size: float) -> Path:
    (x, y), half = at, size * 0.85
    return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)


def _star(at: Point, size: float) -> Path:
    return star(at, size * 1.3)


FORMS: Final[dict[str, Callable[[Point, float], Path]]] = {"Axis": _square, "Soviet": _star}


def wavelet(at: Point, small: float) -> Path:
    """The wave below the anchor of a river port."""
    form = ((-6.0, 7.4), (-3.6, 5.8), (-1.2, 7.4), (1.2, 5.8), (3.6, 7.4), (6.0, 5.8))
    return tuple((at[0] + dx * small, at[1] + dy * small) for dx, dy in form)
