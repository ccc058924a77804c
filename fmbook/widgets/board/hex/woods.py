"""Woods: crowns where they stand, stumps and bare poles where shells have been."""

from fmbook.widgets import theme
from fmbook.widgets.board.free_room import Room
from fmbook.widgets.board.hex.hills import summits
from fmbook.widgets.board.survey import Survey
from fmbook.widgets.drawing import curves
from fmbook.widgets.drawing.shapes import Circles, Lines, Path, Point, Polygons, Shape
from fmbook.widgets.drawing.text_size import Box, box_over

__all__ = ["trees", "woods"]

CROWN = 3.6  # pixels in a large hex
APART = 10.8
APART_LIGHT = 18.0


def woods(survey: Survey) -> list[Shape]:
    """The area, paler where it is splintered."""
    gone = _splintered(survey)
    whole = survey.area(survey.having("woods") - gone)
    bare = survey.area(gone)
    return [
        Polygons("splintered-woods", bare, theme.SPLINTERED_FILL, survey.dry),
        Polygons("woods", whole, theme.WOOD_FILL, survey.dry),
    ]


def trees(survey: Survey) -> list[Shape]:
    """Crowns with a lit side, or what is left of them."""
    gone = _splintered(survey)
    radius = survey.mark(CROWN)
    standing = _trees(survey, survey.having("woods") - gone)
    plain = survey.detail == "light" and survey.frame.hex < theme.ROOMY
    return [
        Circles("tree-shades", _moved(standing, 0.35 * radius), radius, theme.TREE_SHADES),
        Circles("trees", standing, radius, theme.TREE_CROWNS),
        Circles("tree-lights", () if plain else _moved(standing, -0.3 * radius), radius * 0.42, theme.TREE_LIGHTS),
        *_stumps(survey, _trees(survey, gone)),
    ]


def _splintered(survey: Survey) -> frozenset[int]:
    return survey.at(name for wood in survey.looks.splintered for name in survey.looks.woods.get(wood, ()))


def _trees(survey: Survey, places: frozenset[int]) -> tuple[Point, ...]:
    rings = survey.area(places)
    boxes = [(ring, box_over(ring)) for ring in rings]
    dry = survey.dry if places else ()
    radius = survey.mark(CROWN)
    signs = [Box(*spot, survey.mark(24.5), survey.mark(17.3)) for spot in summits(survey)]
    around = Room((*rings, *((*ring, ring[0]) for ring in dry)), signs)
    apart = survey.mark(APART if survey.detail == "full" else APART_LIGHT)
    return tuple(
        tree
        for tree in survey.scatter(places, apart, salt=2)
        if survey.free(tree, radius * 1.6)
        and around.free(tree, radius * 1.1)
        and any(curves.inside(tree, ring) for ring, box in boxes if box.covers(tree))
        and (not dry or any(curves.inside(tree, ring) for ring in dry))
    )


def _stumps(survey: Survey, spots: tuple[Point, ...]) -> list[Shape]:
    """By turns a bare pole, leaning, and a tuft."""
    poles: list[Path] = []
    long = survey.mark(5.5)
    for n, (x, y) in enumerate(spots):
        if n % 3:
            lean = (n * 7 % 5 - 2) * 0.16 * long
            poles.append(((x, y + long / 2), (x + lean, y - long / 2)))
    tufts = spots[::3]
    return [
        Lines("stumps", tuple(poles), survey.ink(theme.STUMPS)),
        Circles("tufts", tufts, survey.mark(2.2), theme.STUMP_DOTS),
    ]


def _moved(spots: tuple[Point, ...], by: float) -> tuple[Point, ...]:
    return tuple((x + by, y + by) for x, y in spots)
