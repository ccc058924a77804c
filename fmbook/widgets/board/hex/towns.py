"""Towns as a handful of roofs, ruins as walls without roofs, farms around a yard."""

from math import atan2, cos, hypot, sin, tau

from fmbook.widgets import theme
from fmbook.widgets.board.survey import Survey
from fmbook.widgets.drawing.shapes import Lines, Path, Point, Polygons, Shape

__all__ = ["cities", "houses", "towns"]

TRIES = 60
LARGE = 11  # houses in a large hex
SMALL = {"full": 6, "light": 3}
RING = 0.88  # of the way from the middle of a hex to its corners


def towns(survey: Survey) -> list[Shape]:
    """The area that is built up."""
    return [Polygons("town", survey.area(survey.towns), theme.TOWN_FILL)]


def cities(survey: Survey) -> list[Shape]:
    """Where there are towns as well, a grey ring within each hex of a city."""
    found = survey.having("city") if survey.having("town") else frozenset[int]()
    rings = tuple(_ring(survey, place) for place in sorted(found))
    return [
        Lines("city-glow", rings, survey.ink(theme.CITY_GLOW)),
        Lines("city-ring", rings, survey.ink(theme.CITY_RING)),
    ]


def _ring(survey: Survey, place: int) -> Path:
    (x, y), corners = survey.centre(place), survey.outline(place)
    ring = tuple((x + (at_x - x) * RING, y + (at_y - y) * RING) for at_x, at_y in corners)
    return *ring, *ring[:2]  # one side twice, so that the last corner is as sharp as the others


def houses(survey: Survey) -> list[Shape]:
    """Roofs with shadows; walls; farms."""
    ruined = survey.at(name for town in survey.looks.ruined for name in survey.looks.towns.get(town, ()))
    whole = [house for town in sorted(survey.towns - ruined) for house in _houses_of(survey, town)]
    walls = [(*house, house[0])[:4] for town in sorted(ruined) for house in _houses_of(survey, town)]
    plain = survey.detail == "light" and survey.frame.hex < theme.ROOMY
    shadows = [] if plain else [tuple((x + 1.3, y + 1.6) for x, y in house) for house in whole]
    return [
        Polygons("house-shadows", tuple(shadows), theme.ROOF_SHADOWS),
        Polygons("houses", tuple(whole), survey.ink(theme.ROOFS)),
        Lines("ruins", tuple(walls), survey.ink(theme.WALLS)),
        *_farms(survey),
    ]


def _houses_of(survey: Survey, town: int) -> list[Path]:
    """Roofs in rows along the streets, off the road, clear of number and name."""
    dice = survey.dice(f"town {survey.board.name(town)}")
    x, y = survey.centre(town)
    way = _street(survey, (x, y))
    spots: list[Point] = []
    many = LARGE if survey.frame.hex >= theme.ROOMY else SMALL[survey.detail]
    between, clear = survey.mark(9.7), survey.mark(6.0)
    for _ in range(TRIES * 2):
        off, angle = survey.size(0.10 + 0.27 * dice.random()), dice.random() * tau
        spot = x + off * cos(angle), y + off * sin(angle) * 0.85
        apart = all(hypot(spot[0] - ox, spot[1] - oy) > between for ox, oy in spots)
        if apart and survey.free(spot, clear):
            spots.append(spot)
        if len(spots) == many:
            break
    return [_house(survey, spot, way, dice.random()) for spot in spots]


def _house(survey: Survey, spot: Point, way: float, chance: float) -> Path:
    long, wide = survey.mark(3.5 + 1.6 * chance), survey.mark(2.6)
    turn = way + (tau / 4 if chance > 0.66 else 0.0) + (chance * 7 % 1 - 0.5) * 0.2
    return _block(spot, long, wide, turn)


def _street(survey: Survey, centre: Point) -> float:
    """Which way the houses of a town stand: along the road through it."""
    near = min(survey.road_steps, key=lambda step: hypot(step[0][0] - centre[0], step[0][1] - centre[1]), default=None)
    return atan2(near[1][1], near[1][0]) if near else 0.3


def _block(at: Point, long: float, wide: float, turn: float) -> Path:
    c, s = cos(turn), sin(turn)
    corners = ((-long, -wide), (long, -wide), (long, wide), (-long, wide))
    return tuple((at[0] + u * c - v * s, at[1] + u * s + v * c) for u, v in corners)


def _farms(survey: Survey) -> list[Shape]:
    """Four wings around a yard."""
    spots = [survey.centre(place) for place in sorted(survey.having("farm"))]
    outer, inner = survey.mark(10.0), survey.mark(5.0)
    return [
        Polygons("farm", tuple(_block(at, outer, outer * 0.85, 0.12) for at in spots), survey.ink(theme.FARM_WALLS)),
        Polygons("farmyard", tuple(_block(at, inner, inner * 0.8, 0.12) for at in spots), survey.ink(theme.FARM_YARD)),
    ]
