"""The rim of the sheet: paper, frame, title, north, and a key to what is on the map."""

from collections.abc import Callable
from typing import Final

from fmbook.widgets import theme
from fmbook.widgets.lettering import WIDE
from fmbook.widgets.shapes import Circles, Lines, Path, Point, Polygons, Shape, Texts
from fmbook.widgets.survey import Survey

__all__ = ["margin"]

SWATCH: Final = 26.0
GAP: Final = 7.0


def margin(survey: Survey) -> list[Shape]:
    """Paper and all that is written around the board."""
    width, height = survey.frame.width, survey.frame.height
    return [
        Polygons("paper", (_box(0, 0, width, height),), theme.SHEET),
        Lines("frame", (_ring(5.5, 5.5, width - 5.5, height - 5.5),), theme.FRAME),
        Lines("frame-thin", (_ring(8.5, 8.5, width - 8.5, height - 8.5),), theme.FRAME_THIN),
        *_title(survey),
        *_key(survey),
        *_north(survey),
    ]


def _baseline(survey: Survey) -> float:
    return survey.frame.height - survey.frame.strip + theme.STRIP / 2 - 10


def _title(survey: Survey) -> list[Shape]:
    """The name of the board, and below it where the board comes from."""
    x, y = theme.MARGIN, _baseline(survey)
    below = y + 22
    lines = tuple((line, (x, below + i * theme.NOTICE_LINE)) for i, line in enumerate(survey.frame.notice))
    return [
        Texts("title", ((survey.board.title, (x, y)),), theme.TITLE),
        Texts("notice", lines, theme.NOTICE),
    ]


def _north(survey: Survey) -> list[Shape]:
    x, y = survey.frame.width - theme.MARGIN - 4, _baseline(survey)
    west = ((x, y - 12), (x, y + 7), (x - 5, y + 11))
    east = ((x, y - 12), (x + 5, y + 11), (x, y + 7))
    letter = Texts("north-letter", (("N", (x - 19, y)),), theme.KEY_WORDS)
    return [
        Polygons("north", (west,), theme.NORTH_DARK),
        Polygons("north-light", (east,), theme.NORTH_LIGHT),
        letter,
    ]


# --- the key ------------------------------------------------------------------------------


def _key(survey: Survey) -> list[Shape]:
    """A swatch and a word for each kind of thing that this board has, from the right."""
    board = survey.board
    there = [(word, swatch) for word, swatch in SWATCHES.items() if board.having(word) or board.links(word)]
    x, y = survey.frame.width - theme.MARGIN - 40, _baseline(survey)
    shapes: list[Shape] = []
    words: list[tuple[str, Point]] = []
    for word, swatch in reversed(there):
        wide = len(word) * theme.KEY_WORDS.size * WIDE
        words.append((word, (x - wide, y)))
        x -= wide + GAP + SWATCH / 2
        shapes += swatch(x, y)
        x -= SWATCH / 2 + 2 * GAP
    return [*shapes, Texts("key", tuple(words), theme.KEY_WORDS)]


def _woods(x: float, y: float) -> list[Shape]:
    trees = [(x - 8, y - 3), (x - 2, y + 3), (x + 3, y - 4), (x + 9, y + 2)]
    shades = tuple((tx + 1, ty + 1) for tx, ty in trees)
    return [
        Polygons("key-woods", (_swatch(x, y),), theme.WOOD_FILL),
        Circles("key-tree-shades", shades, 3.2, theme.TREE_SHADES),
        Circles("key-trees", tuple(trees), 3.2, theme.TREE_CROWNS),
    ]


def _hill(x: float, y: float) -> list[Shape]:
    lit, shade = ((x - 8, y + 5), (x, y - 6), (x + 2, y + 5)), ((x + 2, y + 5), (x, y - 6), (x + 8, y + 5))
    return [
        Polygons("key-hill", (_swatch(x, y),), theme.HILL_FILL),
        Polygons("key-hill-lit", (lit,), theme.PEAK_LIT),
        Polygons("key-hill-shade", (shade,), theme.PEAK),
    ]


def _town(x: float, y: float) -> list[Shape]:
    roofs = (
        _box(x - 9, y - 5, x - 3, y),
        _box(x - 1, y - 1, x + 4, y + 5),
        _box(x + 5, y - 6, x + 10, y - 2),
    )
    return [
        Polygons("key-town", (_swatch(x, y),), theme.TOWN_FILL),
        Polygons("key-roofs", roofs, theme.ROOFS),
    ]


def _river(x: float, y: float) -> list[Shape]:
    bend = ((x - 12, y + 4), (x - 5, y + 4), (x - 2, y), (x + 2, y), (x + 5, y - 4), (x + 12, y - 4))
    return [
        Lines("key-river-banks", (bend,), theme.RIVER_EDGE),
        Lines("key-river", (bend,), theme.RIVER),
        Lines("key-river-light", (bend,), theme.RIVER_LIGHT),
    ]


def _road(x: float, y: float) -> list[Shape]:
    way = ((x - 12, y + 3), (x - 4, y - 1), (x + 4, y + 1), (x + 12, y - 3))
    return [Lines("key-road-edge", (way,), theme.ROAD_CASE), Lines("key-road", (way,), theme.ROAD_FILL)]


def _bridge(x: float, y: float) -> list[Shape]:
    river, way = ((x, y - 9), (x, y + 9)), ((x - 12, y), (x + 12, y))
    walls = tuple(
        ((x - 9, y + 7 * side), (x - 6, y + 4 * side), (x + 6, y + 4 * side), (x + 9, y + 7 * side)) for side in (-1, 1)
    )
    return [
        Lines("key-bridge-banks", (river,), theme.RIVER_EDGE),
        Lines("key-bridge-river", (river,), theme.RIVER),
        Lines("key-bridge-deck", (way,), theme.BRIDGE_DECK),
        Lines("key-bridge-road-edge", (way,), theme.ROAD_CASE),
        Lines("key-bridge-road", (way,), theme.ROAD_FILL),
        Lines("key-bridge", walls, theme.BRIDGE_RAILS),
    ]


SWATCHES: Final[dict[str, Callable[[float, float], list[Shape]]]] = {
    "woods": _woods,
    "hill": _hill,
    "town": _town,
    "river": _river,
    "road": _road,
    "bridge": _bridge,
}


def _swatch(x: float, y: float) -> Path:
    return _box(x - SWATCH / 2, y - 9, x + SWATCH / 2, y + 9)


def _box(left: float, top: float, right: float, bottom: float) -> Path:
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _ring(left: float, top: float, right: float, bottom: float) -> Path:
    return (*_box(left, top, right, bottom), (left, top))
