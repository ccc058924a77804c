"""What people made along the water: canals, dams, dykes, docks, ports; and lines that only the rules draw."""

from collections.abc import Iterable, Iterator
from math import dist, hypot
from typing import Final

from fmbook.widgets import theme
from fmbook.widgets.board.hex.cities import wavelet
from fmbook.widgets.board.survey import Survey
from fmbook.widgets.drawing import curves
from fmbook.widgets.drawing.shapes import Circles, Lines, Path, Point, Polygons, Shape

__all__ = [
    "LOW_PORT",
    "anchor",
    "bar",
    "boundaries",
    "canals",
    "causeways",
    "closed_sides",
    "dam",
    "docks",
    "dykes",
    "ports",
    "ticks",
]

TICK: Final = 3.2  # pixels to each side of a canal, in small hexes
TICKS_APART: Final = 0.29  # hexes, half a hexside
DYKE_APART: Final = 0.12
BASINS: Final = ((-0.3, -0.12), (-0.06, -0.12), (0.18, -0.12))  # hexes from the middle to the corner of a basin
BASIN: Final = (0.12, 0.34)
HALF_DAM: Final = 0.34  # hexes
PORT: Final = (0.3, -0.1)  # of a hex, from its middle to its anchor
LOW_PORT: Final = (0.335, 0.22)  # where counters lie low
LARGE_PORT: Final = 0.75
BAR: Final = (0.16, 0.84)  # of a hexside


def canals(survey: Survey) -> list[Shape]:
    """A straight blue line between pale banks with a tick across every half hexside: no river looks like that."""
    lines = survey.canals
    small = survey.mark(1.0) / theme.SMALL_MARK
    return [
        Lines("canal-banks", lines, theme.CANAL_BANKS.thinned(small)),
        Lines("canal", lines, theme.CANAL.thinned(small)),
        Lines("canal-ticks", ticks(lines, survey.size(TICKS_APART), TICK * small), theme.CANAL_TICKS.thinned(small)),
    ]


def ticks(lines: Iterable[Path], apart: float, long: float, *, one_sided: bool = False) -> tuple[Path, ...]:
    """Short strokes across lines at even distances."""
    return tuple(
        ((x - (0 if one_sided else -dy * long), y - (0 if one_sided else dx * long)), (x - dy * long, y + dx * long))
        for line in lines
        for (x, y), (dx, dy) in curves.along(line, apart)
    )


def dykes(survey: Survey) -> list[Shape]:
    """A brown line with short strokes down one slope."""
    lines = tuple(curves.chains((side[0], side[-1]) for side in survey.sides("dyke")))
    small = survey.mark(1.0) / theme.SMALL_MARK
    strokes = ticks(lines, survey.size(DYKE_APART), TICK * small, one_sided=True)
    return [Lines("dyke-slope", strokes, theme.DYKE_SLOPE), Lines("dyke", lines, theme.DYKE)]


# --- across a hexside -------------------------------------------------------------------------------------


def causeways(survey: Survey) -> list[Shape]:
    """A dam over open water, from one shore to the other, with stones on both sides."""
    board = survey.board
    links = sorted({link for kind in survey.kinds("causeway") for link in board.links(kind)})
    return dam([_crossing(survey, a, b) for a, b in links], survey.mark(1.0) / theme.SMALL_MARK)


def _crossing(survey: Survey, a: int, b: int) -> Path:
    """The road from one shore to the other; without one, the straight way."""
    (ax, ay), (bx, by) = survey.centre(a), survey.centre(b)
    middle = (ax + bx) / 2, (ay + by) / 2
    near = (tuple(point for point in road if dist(point, middle) < survey.size(HALF_DAM)) for road in survey.roads)
    straight = tuple((ax + (bx - ax) * share, ay + (by - ay) * share) for share in (0.27, 0.73))
    return max(near, key=len, default=()) or straight


def dam(ways: Iterable[Path], small: float) -> list[Shape]:
    """Two walls with stones and a road on top."""
    lines = tuple(ways)
    stones = ticks(lines, 2.6 * small, 6.2 * small)
    return [
        Lines("causeway-stones", stones, theme.CAUSEWAY_STONES.thinned(small)),
        Lines("causeway-walls", lines, theme.CAUSEWAY_WALLS.thinned(small)),
        Lines("causeway", lines, theme.CAUSEWAY.thinned(small)),
    ]


def closed_sides(survey: Survey) -> list[Shape]:
    """Sides of the sea as water, where no shore is drawn; a bar with end stops where nobody may pass."""
    straits = () if survey.looks.coast else tuple(survey.sides("all_sea"))
    shores = [Lines("strait-banks", straits, theme.STRAIT_BANKS), Lines("strait", straits, theme.STRAIT)]
    return [*shores, *bar(survey.sides("barred"), survey.mark(1.0) / theme.SMALL_MARK)]


def bar(sides: Iterable[Path], small: float) -> list[Shape]:
    """A short bar along each side, shut at both ends."""
    lines: list[Path] = []
    for side in sides:
        (ax, ay), (bx, by) = side[0], side[-1]
        far = hypot(bx - ax, by - ay) or 1.0
        across = -(by - ay) / far * 4.0 * small, (bx - ax) / far * 4.0 * small
        ends = [(ax + (bx - ax) * share, ay + (by - ay) * share) for share in BAR]
        lines += [(ends[0], ends[1]), *(_stop(end, across) for end in ends)]
    return [
        Lines("barred-halo", tuple(lines), theme.BARRED_HALO.thinned(small)),
        Lines("barred", tuple(lines), theme.BARRED.thinned(small)),
    ]


def _stop(end: Point, across: Point) -> Path:
    return (end[0] - across[0], end[1] - across[1]), (end[0] + across[0], end[1] + across[1])


# --- harbours -----------------------------------------------------------------------------------------------


def docks(survey: Survey) -> list[Shape]:
    """Grey quays with basins cut into them."""
    places = survey.having("docks")
    basins = tuple(ring for place in sorted(places) for ring in _basins(survey, survey.centre(place)))
    return [
        Polygons("docks", survey.area(places, soft=False), theme.QUAYS),
        Polygons("basins", basins, survey.ink(theme.BASINS)),
    ]


def _basins(survey: Survey, middle: Point) -> Iterator[Path]:
    x, y = middle
    wide, high = map(survey.size, BASIN)
    for dx, dy in BASINS:
        left, top = x + survey.size(dx), y + survey.size(dy)
        yield (left, top), (left + wide, top), (left + wide, top + high), (left, top + high)


def ports(survey: Survey) -> list[Shape]:
    """An anchor in the corner of a hex; that of a great port stands in a ring."""
    small = survey.mark(1.0) / theme.SMALL_MARK
    east, south = map(survey.size, LOW_PORT if survey.looks.large else PORT)
    if survey.looks.large:
        small *= LARGE_PORT
    places = sorted(survey.having("port", "major_port"))
    spots = {place: (survey.centre(place)[0] + east, survey.centre(place)[1] + south) for place in places}
    rings = tuple(spots[place] for place in sorted(survey.having("major_port")))
    anchors = tuple(line for spot in spots.values() for line in anchor(spot, small))
    inland = tuple(wavelet(spots[place], small) for place in sorted(survey.having("inland_port") & spots.keys()))
    return [
        Circles("great-ports", rings, 7.6 * small, theme.GREAT_PORT),
        Lines("anchor-halos", anchors, theme.ANCHOR_HALO.thinned(small)),
        Lines("anchors", anchors, theme.ANCHOR.thinned(small)),
        Lines("river-port-waves", inland, theme.ANCHOR.thinned(small)),
    ]


def anchor(at: Point, small: float) -> list[Path]:
    """Shank, stock and arms."""
    strokes = (
        ((0.0, -4.2), (0.0, 4.4)),
        ((-2.4, -2.4), (2.4, -2.4)),
        ((-4.2, 1.0), (-3.2, 3.2), (0.0, 4.6), (3.2, 3.2), (4.2, 1.0)),
    )
    return [tuple((at[0] + dx * small, at[1] + dy * small) for dx, dy in stroke) for stroke in strokes]


# --- lines of the rules ----------------------------------------------------------------------------------------


def boundaries(survey: Survey) -> list[Shape]:
    """Long dashes from hex to hex."""
    board = survey.board
    lines = tuple(
        tuple(survey.centre(board.at(name)) for name in boundary.through) for boundary in survey.looks.boundary
    )
    return [Lines("boundary-halo", lines, theme.BOUNDARY_HALO), Lines("boundary", lines, theme.BOUNDARY)]
