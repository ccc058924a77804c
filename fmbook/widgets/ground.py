"""A board as a picture: paper, fields, hills, woods, towns, rivers, roads, grid, names.

What is drawn is looked up by the plain names of features (``woods``, ``river``, ``road`` …). A feature that
has no drawing here is still named when a reader asks about its hex.
"""

from dataclasses import replace
from math import atan2, cos, hypot, sin, tau

from fmbook.ground.boards import Board
from fmbook.widgets import curves, theme
from fmbook.widgets.lettering import Box
from fmbook.widgets.margin import margin
from fmbook.widgets.room import Room
from fmbook.widgets.shapes import Circles, Ink, Lines, Path, Picture, Point, Polygons, Shape, Texts
from fmbook.widgets.sheets import Frame
from fmbook.widgets.survey import Survey

__all__ = ["ground"]


def ground(board: Board, frame: Frame) -> Picture:
    """Everything about a board that never changes, from the paper up."""
    survey = Survey(board, frame)
    shapes: list[Shape] = [
        *margin(survey),
        *_land(survey),
        *_fields(survey),
        *_hills(survey),
        *_woods(survey),
        *_towns(survey),
        *_rivers(survey),
        Lines("grid", _grid(survey), theme.GRID),
        *_peaks(survey),
        *_trees(survey),
        *_roads(survey),
        *_houses(survey),
        Texts(
            "numbers",
            tuple((board.name(i), (box.x, box.y)) for i, box in survey.numbers.items()),
            theme.NUMBERS,
        ),
        Texts("place-names", tuple(survey.other_names), theme.PLACE_NAMES),
        Texts("town-names", tuple(survey.town_names), theme.TOWN_NAMES),
    ]
    return Picture(frame.width, frame.height, board.title or "A map", tuple(filter(_content, shapes)))


def _content(shape: Shape) -> bool:
    match shape:
        case Polygons(rings=things) | Lines(paths=things) | Circles(centres=things) | Texts(words=things):
            return bool(things)


def _scaled(ink: Ink, survey: Survey) -> Ink:
    return replace(ink, width=ink.width * survey.frame.scale / theme.HEX)


# --- the land ---------------------------------------------------------------------------


def _land(survey: Survey) -> list[Shape]:
    everything = survey.area(range(len(survey.board.places)), soft=False)
    shadow = tuple(tuple((x + 2.5, y + 3.5) for x, y in ring) for ring in everything)
    return [Polygons("shadow", shadow, theme.LAND_SHADOW), Polygons("land", everything, theme.LAND_FILL)]


def _fields(survey: Survey) -> list[Shape]:
    """Furrows on open ground; each field lies its own way."""
    features = survey.board.features
    open_ground = {i for i, here in enumerate(features) if not here & {"woods", "hill", "town", "city"}}
    furrows: list[Path] = []
    for x, y in survey.scatter(open_ground, 0.42, salt=1):
        dice = survey.dice(round(x * 31 + y * 17))
        angle, reach = dice.random() * tau / 2, survey.size(0.055 + 0.03 * dice.random())
        along, across = (cos(angle), sin(angle)), (-sin(angle), cos(angle))
        for row in (-1, 0, 1)[: dice.choice((2, 3))]:
            shift = survey.size(0.05) * row
            mx, my = x + across[0] * shift + along[0] * row, y + across[1] * shift + along[1] * row
            ends = (
                (mx - along[0] * reach, my - along[1] * reach),
                (mx + along[0] * reach, my + along[1] * reach),
            )
            on_land = all(survey.place_at(end) in open_ground for end in ends)
            if on_land and survey.free((mx, my), survey.size(0.11)):
                furrows.append(ends)
    return [Lines("furrows", tuple(furrows), theme.FURROWS)]


def _grid(survey: Survey) -> tuple[Path, ...]:
    """Every side once."""
    board = survey.board
    inner = [survey.frame.pixels(board.side(a, b)) for a, b in board.links()]
    rim = [(*ring, ring[0]) for ring in survey.area(range(len(board.places)), soft=False)]
    return (*inner, *rim)


# --- hills --------------------------------------------------------------------------------


def _hills(survey: Survey) -> list[Shape]:
    rings = survey.area(survey.board.having("hill"))
    strokes = [_hachure(survey, *step, side) for ring in rings for side, step in _inward(survey, ring)]
    return [
        Polygons("hill", rings, theme.HILL_FILL),
        Polygons("hachures", tuple(strokes), theme.HACHURES),
    ]


def _inward(survey: Survey, ring: Path) -> list[tuple[int, tuple[Point, Point]]]:
    side = 1 if curves.area(ring) > 0 else -1
    return [(side, step) for step in curves.along(ring, survey.size(0.085))]


def _hachure(survey: Survey, at: Point, way: Point, side: int) -> Path:
    """A stroke down the slope: broad at the top, which is inside, and thin at the foot."""
    dice = survey.dice(round(at[0] * 7 + at[1] * 13))
    long, broad = survey.size(0.075 + 0.055 * dice.random()), survey.size(0.013)
    up = (-way[1] * side, way[0] * side)
    top = at[0] + up[0] * long, at[1] + up[1] * long
    return (
        (at[0], at[1]),
        (top[0] + way[0] * broad, top[1] + way[1] * broad),
        (top[0] - way[0] * broad, top[1] - way[1] * broad),
    )


def _peaks(survey: Survey) -> list[Shape]:
    """A small hill with a lit and a shaded side, so that it is told without its colour."""
    spots = _summits(survey)
    wide, high = survey.size(0.15), survey.size(0.19)
    lit = [((x - wide, y + high / 2), (x, y - high / 2), (x + wide / 4, y + high / 2)) for x, y in spots]
    shade = [((x + wide / 4, y + high / 2), (x, y - high / 2), (x + wide, y + high / 2)) for x, y in spots]
    return [
        Polygons("hill-lit", tuple(lit), theme.PEAK_LIT),
        Polygons("hill-shade", tuple(shade), theme.PEAK),
    ]


def _summits(survey: Survey) -> list[Point]:
    """One in each hill hex that is not built up, as near to the middle as roads and words allow."""
    steps = [(0.0, 0.02), (0.0, 0.2), (0.22, 0.1), (-0.22, 0.1), (0.2, -0.12), (-0.2, -0.12), (0.0, -0.2)]
    spots = []
    for place in sorted(survey.board.having("hill") - survey.towns):
        x, y = survey.centre(place)
        near = [(x + survey.size(dx), y + survey.size(dy)) for dx, dy in steps]
        spots.append(next((spot for spot in near if survey.free(spot, survey.size(0.14))), near[0]))
    return spots


# --- woods --------------------------------------------------------------------------------


def _woods(survey: Survey) -> list[Shape]:
    rings = survey.area(survey.board.having("woods"))
    return [
        Polygons("woods", rings, theme.WOOD_FILL),
        Lines("woods-edge", rings, theme.WOOD_EDGE),
    ]


def _trees(survey: Survey) -> list[Shape]:
    woods = survey.board.having("woods")
    rings = survey.area(woods)
    radius = survey.size(0.05)
    peaks = [Box(*spot, survey.size(0.34), survey.size(0.24)) for spot in _summits(survey)]
    around = Room(rings, peaks)
    trees = [
        tree
        for tree in survey.scatter(woods, 0.15, salt=2)
        if survey.free(tree, radius * 2.3)
        and around.free(tree, radius * 1.1)
        and any(curves.inside(tree, ring) for ring in rings)
    ]

    def moved(share: float) -> tuple[Point, ...]:
        return tuple((x + share * radius, y + share * radius) for x, y in trees)

    return [
        Circles("tree-shades", moved(0.35), radius, theme.TREE_SHADES),
        Circles("trees", tuple(trees), radius, theme.TREE_CROWNS),
        Circles("tree-lights", moved(-0.3), radius * 0.42, theme.TREE_LIGHTS),
    ]


# --- towns --------------------------------------------------------------------------------


def _towns(survey: Survey) -> list[Shape]:
    return [Polygons("town", survey.area(survey.towns), theme.TOWN_FILL)]


def _houses(survey: Survey) -> list[Shape]:
    houses = [house for town in sorted(survey.towns) for house in _houses_of(survey, town)]
    shadows = [tuple((x + 1.3, y + 1.6) for x, y in house) for house in houses]
    return [
        Polygons("house-shadows", tuple(shadows), theme.ROOF_SHADOWS),
        Polygons("houses", tuple(houses), theme.ROOFS),
    ]


def _houses_of(survey: Survey, town: int) -> list[Path]:
    """A handful of roofs in rows along the streets, off the road, clear of number and name."""
    dice = survey.dice(town + 100)
    x, y = survey.centre(town)
    way = _street(survey, (x, y))
    spots: list[Point] = []
    for _ in range(160):
        off, angle = survey.size(0.10 + 0.27 * dice.random()), dice.random() * tau
        spot = x + off * cos(angle), y + off * sin(angle) * 0.85
        apart = all(hypot(spot[0] - ox, spot[1] - oy) > survey.size(0.135) for ox, oy in spots)
        if apart and survey.free(spot, survey.size(0.085)):
            spots.append(spot)
    houses = []
    for spot in spots[:11]:
        long, wide = survey.size(0.048 + 0.022 * dice.random()), survey.size(0.036)
        turn = way + dice.choice((0.0, 0.0, tau / 4)) + (dice.random() - 0.5) * 0.2
        houses.append(_block(spot, long, wide, turn))
    return houses


def _street(survey: Survey, centre: Point) -> float:
    """Which way the houses of a town stand: along the road through it."""
    steps = [step for road in survey.roads for step in curves.along(road, 4.0)]
    near = min(steps, key=lambda step: hypot(step[0][0] - centre[0], step[0][1] - centre[1]), default=None)
    return atan2(near[1][1], near[1][0]) if near else 0.3


def _block(at: Point, long: float, wide: float, turn: float) -> Path:
    c, s = cos(turn), sin(turn)
    corners = ((-long, -wide), (long, -wide), (long, wide), (-long, wide))
    return tuple((at[0] + u * c - v * s, at[1] + u * s + v * c) for u, v in corners)


# --- rivers and roads ---------------------------------------------------------------------


def _rivers(survey: Survey) -> list[Shape]:
    return [
        Lines("river-banks", survey.rivers, _scaled(theme.RIVER_EDGE, survey)),
        Lines("river", survey.rivers, _scaled(theme.RIVER, survey)),
        Lines("river-light", survey.rivers, _scaled(theme.RIVER_LIGHT, survey)),
    ]


def _roads(survey: Survey) -> list[Shape]:
    reach, half = survey.size(0.12), survey.size(0.06)
    decks, rails = [], []
    for (x, y), (dx, dy) in survey.bridges:
        decks.append(((x - dx * reach, y - dy * reach), (x + dx * reach, y + dy * reach)))
        for side in (half, -half):
            ends = [(x + dx * u - dy * v, y + dy * u + dx * v) for u, v in _wing(reach, side)]
            rails.append(tuple(ends))
    return [
        Lines("bridge-deck", tuple(decks), _scaled(theme.BRIDGE_DECK, survey)),
        Lines("road-edge", survey.roads, _scaled(theme.ROAD_CASE, survey)),
        Lines("road", survey.roads, _scaled(theme.ROAD_FILL, survey)),
        Lines("bridge", tuple(rails), _scaled(theme.BRIDGE_RAILS, survey)),
    ]


def _wing(reach: float, side: float) -> Path:
    """One wall of a bridge: straight, its ends turned outward."""
    return (-reach * 1.25, side * 1.7), (-reach * 0.8, side), (reach * 0.8, side), (reach * 1.25, side * 1.7)
