"""Rivers, roads, railways and bridges."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import Final

from fmbook.widgets import theme
from fmbook.widgets.board.survey import Survey
from fmbook.widgets.drawing.shapes import Lines, Path, Shape

__all__ = ["posts", "railways", "rivers", "roads"]

GREAT: Final = 0.24  # of a hex: how broad a great river is
GREAT_LARGE: Final = 0.16  # in large hexes, which have signs beside it


def rivers(survey: Survey) -> list[Shape]:
    """Water between two banks; great rivers are broad, with a quiet current in the middle."""
    broad = survey.size(GREAT_LARGE if survey.looks.large else GREAT)
    banks = survey.ink(theme.GREAT_RIVER_EDGE)
    return [
        Lines("great-river-banks", survey.great_rivers, replace(banks, width=broad + banks.width)),
        Lines("great-river", survey.great_rivers, replace(theme.GREAT_RIVER, width=broad)),
        Lines("great-river-current", survey.great_rivers, survey.ink(theme.CURRENT)),
        Lines("river-banks", survey.rivers, survey.ink(theme.RIVER_EDGE)),
        Lines("river", survey.rivers, survey.ink(theme.RIVER)),
        Lines("river-light", survey.rivers, survey.ink(theme.RIVER_LIGHT)),
    ]


def roads(survey: Survey) -> list[Shape]:
    """Pale roads in thin cases; bridges with walls."""
    reach, half = survey.mark(8.6), survey.mark(4.3)
    decks, rails = [], []
    for (x, y), (dx, dy) in survey.bridges:
        decks.append(((x - dx * reach, y - dy * reach), (x + dx * reach, y + dy * reach)))
        for side in (half, -half):
            ends = [(x + dx * u - dy * v, y + dy * u + dx * v) for u, v in _wing(reach, side)]
            rails.append(tuple(ends))
    return [
        Lines("bridge-deck", tuple(decks), survey.ink(theme.BRIDGE_DECK)),
        Lines("minor-road-edge", survey.minor_roads, survey.ink(theme.ROAD_CASE_MINOR)),
        Lines("minor-road", survey.minor_roads, survey.ink(theme.ROAD_FILL_MINOR)),
        Lines("road-edge", survey.main_roads, survey.ink(theme.ROAD_CASE)),
        Lines("road", survey.main_roads, survey.ink(theme.ROAD_FILL)),
        Lines("drowned-road", tuple(_drowned(survey)), survey.ink(theme.DROWNED)),
        Lines("bridge", tuple(rails), survey.ink(theme.BRIDGE_RAILS)),
    ]


def _drowned(survey: Survey) -> Iterator[Path]:
    """Stretches of road under water: gaps are cut into them."""
    flooded = survey.having("flooded")
    if not flooded:
        return
    for road in survey.roads:
        for under, stretch in groupby(road, key=lambda point: survey.place_at(point) in flooded):
            if under and len(path := tuple(stretch)) > 1:
                yield path


def posts(survey: Survey) -> list[Shape]:
    """A row of dashes along the borders, pale below."""
    return [
        Lines("posts-halo", survey.posts, survey.ink(theme.POSTS_HALO)),
        Lines("posts", survey.posts, survey.ink(theme.POSTS)),
    ]


def railways(survey: Survey) -> list[Shape]:
    """A dark line with pale gaps; over water, where wagons go by ferry, dashes."""
    return [
        Lines("railway", survey.railways, survey.ink(theme.RAIL)),
        Lines("railway-gaps", survey.railways, survey.ink(theme.RAIL_GAPS)),
        Lines("rail-ferry-halo", survey.rail_ferries, survey.ink(theme.RAIL_FERRY_HALO)),
        Lines("rail-ferry", survey.rail_ferries, survey.ink(theme.RAIL_FERRY)),
    ]


def _wing(reach: float, side: float) -> Path:
    """One wall of a bridge: straight, its ends turned outward."""
    return (-reach * 1.25, side * 1.7), (-reach * 0.8, side), (reach * 0.8, side), (reach * 1.25, side * 1.7)
