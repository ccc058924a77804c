"""The land itself: its fill, furrows on open ground, the grid, the rim."""

from collections.abc import Iterator
from itertools import groupby, pairwise
from math import cos, sin, tau

from fmbook.geometry.layouts import HexLayout
from fmbook.widgets import theme
from fmbook.widgets.board.survey import Survey
from fmbook.widgets.drawing import curves
from fmbook.widgets.drawing.curves import rectangle
from fmbook.widgets.drawing.shapes import Lines, Path, Point, Polygons, Shape

__all__ = ["edge", "fields", "grid", "land", "map_edge", "mat"]

APART = 30.0  # pixels from field to field in a large hex
APART_SMALL = 55.0
BARE_OF_FIELDS = {"woods", "hill", "town", "city", "docks", "flooded", "inlet", "sea"}
BLOCKS = (22, 11, 5)  # hexes in one piece of the grid: pieces of one length are written once in an SVG
BAR, BAR_OFF, BAR_PIECE = 4.5, 5.0, 14.0  # pixels: how broad a side's edge of the map is, how far off, how long a piece
ACROSS = 3**0.5 / 6  # from the middle of a hex to its corners, along the lines of hexes in steps of a half


def land(survey: Survey) -> list[Shape]:
    """The ground colour, with a shadow on the paper if nothing goes on beyond the rim."""
    if survey.looks.runs_on:
        return [Polygons("land", (rectangle(*_neatline(survey)),), theme.LAND_FILL)]
    rings = survey.area(range(len(survey.board.places)), soft=False)
    shadow = tuple(tuple((x + 2.5, y + 3.5) for x, y in ring) for ring in rings)
    return [Polygons("shadow", shadow, theme.LAND_SHADOW), Polygons("land", rings, theme.LAND_FILL)]


def mat(survey: Survey) -> list[Shape]:
    """Paper over all that runs on beyond the rim of the board; near it the relief shows through faintly."""
    frame = survey.frame
    sheet = rectangle(0, 0, frame.width, frame.height)
    if not survey.looks.runs_on:  # shallows spill over the rim of the board
        around = (curves.slit([_closed(sheet), *survey.rim]),) if survey.wet else ()
        return [Polygons("paper-around", around, theme.SHEET)]
    inner = rectangle(*_neatline(survey))
    return [
        Polygons("out-of-play", (curves.slit([_closed(inner), *survey.rim]),), theme.PAPER_VEIL),
        Polygons("paper-around", (curves.slit([_closed(sheet), _closed(inner)]),), theme.SHEET),
    ]


def _neatline(survey: Survey) -> tuple[float, float, float, float]:
    """As far as the relief runs on: to the frame, and a little beyond the foot of the board."""
    frame = survey.frame
    return 8.5, 8.5, frame.width - 8.5, frame.height - frame.strip - theme.MARGIN + 8.5


def _closed(ring: Path) -> Path:
    return (*ring, ring[0])


# --- fields ---------------------------------------------------------------------------------


def fields(survey: Survey) -> list[Shape]:
    """Furrows on open ground; each field lies its own way. Where relief speaks, they are silent."""
    small = survey.frame.hex < theme.ROOMY
    if survey.looks.height_m or (small and survey.detail == "light"):
        return []
    features = survey.board.features
    open_ground = {i for i, here in enumerate(features) if not here & BARE_OF_FIELDS}
    open_ground -= survey.having("ditches", "swamp")
    furrows: list[Path] = []
    for spot in survey.scatter(open_ground, survey.mark(APART_SMALL if small else APART), salt=1):
        if survey.free(spot, survey.mark(8.0)):
            furrows += [ends for ends in _furrows(survey, spot) if all(survey.place_at(e) in open_ground for e in ends)]
    return [Lines("furrows", tuple(furrows), theme.FURROWS)]


def _furrows(survey: Survey, spot: Point) -> Iterator[Path]:
    x, y = spot
    dice = survey.dice(f"field {x:.0f} {y:.0f}")
    angle, reach = dice.random() * tau / 2, survey.mark(4.0 + 2.2 * dice.random())
    along, across = (cos(angle), sin(angle)), (-sin(angle), cos(angle))
    for row in (-1, 0, 1)[: dice.choice((2, 3))]:
        shift = survey.mark(3.6) * row
        mx, my = x + across[0] * shift + along[0] * row, y + across[1] * shift + along[1] * row
        yield (
            (mx - along[0] * reach, my - along[1] * reach),
            (mx + along[0] * reach, my + along[1] * reach),
        )


# --- the grid -------------------------------------------------------------------------------


def grid(survey: Survey) -> list[Shape]:
    """Every side of every place."""
    board = survey.board
    if isinstance(board.layout, HexLayout):
        inner = tuple(survey.frame.pixels(comb) for comb in _combs(survey, board.layout.grid.flat_top))
    else:
        inner = tuple(survey.frame.pixels(board.side(a, b)) for a, b in board.links())
    return [Lines("grid", inner, theme.GRID if survey.frame.hex >= theme.ROOMY else theme.GRID_FINE)]


def edge(survey: Survey) -> list[Shape]:
    """The rim of the board."""
    return [Lines("rim", survey.rim, theme.RIM if survey.looks.runs_on else theme.GRID), *_map_edges(survey)]


def _map_edges(survey: Survey) -> Iterator[Shape]:
    """A bar beside each edge of the map that belongs to a side: the first side's is whole, the second's has gaps."""
    west, north, east, south = survey.board.bounds
    (left, top), (right, bottom) = survey.frame.pixels(((west, north), (east, south)))
    for edge in survey.looks.edge:
        x = left - BAR_OFF - BAR if edge.toward == "west" else right + BAR_OFF
        parts = map_edge(edge.side, x, top, x + BAR, bottom)
        yield Polygons(f"{edge.toward}-edge", parts, theme.MAP_EDGES[edge.side - 1])


def map_edge(side: int, left: float, top: float, right: float, bottom: float) -> tuple[Path, ...]:
    """The bar of a side, whole or in pieces."""
    if side == 1:
        return (rectangle(left, top, right, bottom),)
    count = max(2, round((bottom - top) / BAR_PIECE))
    step = (bottom - top) / count
    return tuple(rectangle(left, top + n * step, right, top + (n + 0.7) * step) for n in range(count))


def _combs(survey: Survey, flat_top: bool) -> Iterator[Path]:
    """A line along each file of hexes with a tooth for each side across it.

    The teeth are drawn there and back, so that a file is one line; its other side belongs to the next file.
    """
    board = survey.board
    centres = map(board.centre, range(len(board.places)))
    spots = sorted((round(x, 4), y) if flat_top else (round(y, 4), x) for x, y in centres)
    for _, file in groupby(spots, key=lambda spot: spot[0]):
        for run in _runs(list(file)):
            comb = [point for spot in run for point in _tooth(*spot)]
            across, along = run[-1]
            comb += [(across - ACROSS, along + 0.5), (across + ACROSS, along + 0.5)]
            yield tuple(comb) if flat_top else tuple((y, x) for x, y in comb)


def _tooth(across: float, along: float) -> Path:
    near, far = (across - ACROSS, along - 0.5), (across + ACROSS, along - 0.5)
    return near, far, near, (across - 2 * ACROSS, along)


def _runs(file: list[Point]) -> Iterator[list[Point]]:
    """Hexes of a file without a gap between them, in blocks, and what is left over in one."""
    gaps = [n + 1 for n, (one, other) in enumerate(pairwise(file)) if other[1] - one[1] > 1.5]
    for first, end in pairwise((0, *gaps, len(file))):
        at = first
        for block in BLOCKS:
            while end - at >= block:
                yield file[at : at + block]
                at += block
        if at < end:
            yield file[at:end]
