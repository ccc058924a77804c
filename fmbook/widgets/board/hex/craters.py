"""Ground torn by shells: craters, dark with a pale rim on the side of the light."""

from functools import cache
from math import hypot
from random import Random
from typing import Final

import numpy as np

from fmbook.widgets import theme
from fmbook.widgets.board.survey import Survey
from fmbook.widgets.drawing.shapes import Circles, Point, Polygons, Shape

__all__ = ["craters", "torn_ground"]

IN_FRONT: Final = {"full": 9, "light": 3}  # craters in a hex between the lines
BEHIND: Final = {"full": 3, "light": 1}  # and in one behind them
PATTERNS: Final = 24
RADII: Final = (1.4, 2.0, 2.7)  # pixels in a small hex
GREAT: Final = 4.2
ROOM: Final = 0.42  # hexes from the middle: craters keep off the sides


def torn_ground(survey: Survey) -> list[Shape]:
    """The brown ground between the lines, and a breath of it behind them."""
    breath = survey.area(behind(survey)) if survey.detail == "full" else ()
    return [
        Polygons("torn-behind", breath, theme.TORN_BEHIND),
        Polygons("torn", survey.area(survey.having("shell_torn"), soft=False), theme.TORN_FILL),
    ]


def craters(survey: Survey) -> list[Shape]:
    """The same craters at every drawing: each hex has a pattern of its own."""
    sizes: dict[float, list[Point]] = {radius: [] for radius in RADII}
    for places, how_many in ((survey.having("shell_torn"), IN_FRONT), (behind(survey), BEHIND)):
        for place in sorted(places):
            for n, spot in enumerate(_spots(survey, place, how_many[survey.detail])):
                sizes[RADII[(n * 7 + place) % 10 // 4]].append(spot)
    great = [spot for name in survey.looks.craters for spot in _chain(survey, name)]
    shapes: list[Shape] = []
    for radius, spots in (*sizes.items(), (GREAT, great)):
        size = radius * survey.mark(1.0) / theme.SMALL_MARK
        rims = tuple((x - 0.32 * size, y - 0.32 * size) for x, y in spots) if survey.detail == "full" else ()
        ink = theme.GREAT_CRATERS if radius == GREAT else theme.CRATERS
        shapes += [
            Circles("crater-rims", rims, round(size * 1.12, 2), theme.CRATER_RIMS),
            Circles("great-craters" if radius == GREAT else "craters", tuple(spots), round(size * 0.86, 2), ink),
        ]
    return shapes


WAYS: Final = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}


def behind(survey: Survey) -> frozenset[int]:
    """The hexes behind a line of trenches that are within the reach of the guns: away from its enemy."""
    found: set[int] = set()
    front = survey.having("shell_torn")
    for feature, deep in survey.looks.torn_behind.items():
        near = {place for side in survey.board.links(feature) for place in side} - front
        for _ in range(deep - 1):
            near |= {other for place in near for other in survey.board.neighbours[place]} - front
        found |= _behind(survey, feature, sorted(near))
    return frozenset(found)


def _behind(survey: Survey, feature: str, places: list[int]) -> set[int]:
    """Those that have the nearest side of the line between them and the enemy."""
    centres = np.array(survey.centres)
    sides = np.array([(centres[a] + centres[b]) / 2 for a, b in survey.board.links(feature)])
    off = centres[places][:, None, :] - sides[None, :, :]
    nearest = off[np.arange(len(places)), (off**2).sum(axis=2).argmin(axis=1)]
    toward = nearest @ np.array(WAYS[survey.looks.trenches[feature].toward])
    return {place for place, along in zip(places, toward.tolist(), strict=True) if along < 0}


def _spots(survey: Survey, place: int, many: int) -> list[Point]:
    x, y = survey.centre(place)
    mixed = sum(ord(letter) * 31**n for n, letter in enumerate(survey.board.name(place)))
    pattern = _pattern(many, mixed * 2654435761 % 2**32 % PATTERNS)
    flip = -1 if mixed * 40503 % 7 < 3 else 1
    return [(x + survey.size(dx) * flip, y + survey.size(dy)) for dx, dy in pattern]


@cache
def _pattern(many: int, number: int) -> tuple[Point, ...]:
    """Spots in a hex of size 1, well apart, off its sides and off its number."""
    dice = Random(f"craters {many} {number}")  # noqa: S311 - the look of things
    spots: list[Point] = []
    while len(spots) < many:
        tries = [(dice.uniform(-ROOM, ROOM) * 1.1, dice.uniform(-ROOM, ROOM)) for _ in range(14)]
        good = [(dx, dy) for dx, dy in tries if hypot(dx, dy) < ROOM and not (abs(dx) < 0.34 and dy < -0.22)]
        spots += sorted(good, key=lambda spot: -min((hypot(spot[0] - x, spot[1] - y) for x, y in spots), default=1))[:1]
    return tuple(spots)


def _chain(survey: Survey, name: str) -> list[Point]:
    """Great craters that run into each other, along the front."""
    x, y = survey.centre(survey.board.at(name))
    step = GREAT * 1.5 * survey.mark(1.0) / theme.SMALL_MARK
    return [(x + (n - 1.5) * step * 0.45 + step * 0.2 * (-1) ** n, y + (n - 1.5) * step) for n in range(4)]
