"""A small sample of each thing that the key explains."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from fmbook.widgets import theme
from fmbook.widgets.board.flags import flags
from fmbook.widgets.board.hex.cities import OWNER_SIZE, blocks, owned_by, runway, wavelet
from fmbook.widgets.board.hex.crossings import ARROW, CURL, arrowheads, boat, moved, star, struck_sword
from fmbook.widgets.board.hex.land import map_edge
from fmbook.widgets.board.hex.marsh import REED
from fmbook.widgets.board.hex.trenches import teeth, trench_inks, zigzag
from fmbook.widgets.board.hex.water import WAVE
from fmbook.widgets.board.hex.waterworks import anchor, bar, dam, ticks
from fmbook.widgets.board.legend import SWATCH, UNITS, KeyEntry
from fmbook.widgets.board.markers import burst, plane
from fmbook.widgets.board.outlines import sample
from fmbook.widgets.drawing.curves import rectangle
from fmbook.widgets.drawing.shapes import Circles, Ink, Lines, Path, Polygons, Shape, Texts

__all__ = ["swatch"]


HALF: Final = 7.5
PLATE: Final = 12.0
FLAG: Final = 30.0  # pixels of a hex that has a flag of this size


def swatch(entry: KeyEntry, x: float, y: float) -> list[Shape]:
    """The sample of an entry around a point."""
    if entry.owner:
        return [owned_by(entry.owner, ((x, y),), OWNER_SIZE, entry.fill)]
    if entry.kind in UNITS:
        return sample((x, y), theme.KEY_COUNTER, UNITS.index(entry.kind), entry.fill)
    if entry.trench is None:
        return SWATCHES[entry.kind](x, y)
    look = entry.trench
    half, bend = SWATCH / 2, 3.0
    side = 1 if look.toward in ("north", "west") else -1
    way = ((x - half, y + bend), (x - half / 3, y - bend), (x + half / 3, y + bend), (x + half, y - bend))
    halo, line, tooth = trench_inks(look)
    zigzags = (zigzag(way, side, look.rank),)
    return [
        Lines("key-halo", zigzags, halo),
        Lines("key-teeth", tuple(teeth(way, side, look.rank)), tooth),
        Lines("key-trench", zigzags, line),
    ]


def _woods(x: float, y: float) -> list[Shape]:
    trees = [(x - 8, y - 3), (x - 2, y + 3), (x + 3, y - 4), (x + 9, y + 2)]
    shades = tuple((tx + 1, ty + 1) for tx, ty in trees)
    return [
        Polygons("key-woods", (_box(x, y),), theme.WOOD_FILL),
        Circles("key-tree-shades", shades, 3.2, theme.TREE_SHADES),
        Circles("key-trees", tuple(trees), 3.2, theme.TREE_CROWNS),
    ]


def _splintered(x: float, y: float) -> list[Shape]:
    poles = tuple(((px, py + 3), (px + lean, py - 3)) for px, py, lean in _spread(x, y))
    return [
        Polygons("key-splintered", (_box(x, y),), theme.SPLINTERED_FILL),
        Lines("key-stumps", poles, theme.STUMPS.thinned(0.75)),
        Circles("key-tufts", ((x - 3, y - 3), (x + 6, y + 4)), 1.6, theme.STUMP_DOTS),
    ]


def _spread(x: float, y: float) -> list[tuple[float, float, float]]:
    return [(x - 9, y + 1, 1.0), (x - 2, y + 3, -1.0), (x + 3, y - 2, 0.5), (x + 10, y, -0.6)]


def _shell_torn(x: float, y: float) -> list[Shape]:
    spots = ((x - 8, y - 2), (x - 2, y + 3), (x + 2, y - 4), (x + 8, y + 1))
    rims = tuple((cx - 0.7, cy - 0.7) for cx, cy in spots)
    return [
        Polygons("key-torn", (_box(x, y),), theme.TORN_FILL),
        Circles("key-crater-rims", rims, 2.7, theme.CRATER_RIMS),
        Circles("key-craters", spots, 2.1, theme.CRATERS),
    ]


def _hill(x: float, y: float) -> list[Shape]:
    return [Polygons("key-hill", (_box(x, y),), theme.HILL_FILL), *_cone(x, y)]


def _bare_hill(x: float, y: float) -> list[Shape]:
    teeth_ = tuple(((x + dx, y + HALF), (x + dx + 1, y + 3), (x + dx - 1, y + 3)) for dx in (-10, -5, 0, 5, 10))
    return [Polygons("key-hill", (_box(x, y),), theme.HILL_FILL), Polygons("key-hachures", teeth_, theme.HACHURES)]


def _cone(x: float, y: float) -> list[Shape]:
    lit, shade = ((x - 8, y + 5), (x, y - 6), (x + 2, y + 5)), ((x + 2, y + 5), (x, y - 6), (x + 8, y + 5))
    return [Polygons("key-hill-lit", (lit,), theme.PEAK_LIT), Polygons("key-hill-shade", (shade,), theme.PEAK)]


def _town(x: float, y: float) -> list[Shape]:
    return [Polygons("key-town", (_box(x, y),), theme.TOWN_FILL), Polygons("key-roofs", _roofs(x, y), theme.ROOFS)]


def _city(x: float, y: float) -> list[Shape]:
    ring = rectangle(x - SWATCH / 2 + 2, y - HALF + 2, x + SWATCH / 2 - 2, y + HALF - 2)
    return [*_town(x, y), Lines("key-city-ring", ((*ring, *ring[:2]),), theme.CITY_RING.thinned(0.6))]


def _aircraft(x: float, y: float) -> list[Shape]:
    return [Polygons("key-aircraft", (plane((x, y), 20.0),), theme.AIRCRAFT)]


def _shells(x: float, y: float) -> list[Shape]:
    return [Polygons("key-shells", (burst((x, y), 6.5),), theme.SHELLS_LAID)]


def _support(x: float, y: float) -> list[Shape]:
    """A plate of each side, as they lie on a battle."""
    plates = [(x - PLATE, x), (x, x + PLATE)]
    shapes: list[Shape] = []
    for (left, right), (ink, fill) in zip(plates, theme.SUPPORT_PLATES, strict=True):
        ring, words = rectangle(left, y - PLATE / 2, right, y + PLATE / 2), replace(theme.SUPPORT_WORDS, fill=fill)
        shapes += [Polygons("key-support", (ring,), ink), Texts("key-plus", (("+", ((left + right) / 2, y)),), words)]
    return shapes


def _held(x: float, y: float) -> list[Shape]:
    """The flag of each side, as they stand on places that count for whoever was there last."""
    spots = (x + 0.26 * FLAG, x + 0.78 * FLAG)
    return [shape for side, at in enumerate(spots) for shape in flags(((at, y + 0.2 * FLAG),), side, FLAG)]


def _edge(side: int) -> Callable[[float, float], list[Shape]]:
    def drawn(x: float, y: float) -> list[Shape]:
        parts = map_edge(side, x - 2.2, y - 8, x + 2.2, y + 8)
        return [Polygons("key-edge", parts, theme.MAP_EDGES[side - 1])]

    return drawn


def _ruins(x: float, y: float) -> list[Shape]:
    walls = tuple((*roof, roof[0])[:4] for roof in _roofs(x, y))
    return [Polygons("key-ruined", (_box(x, y),), theme.TOWN_FILL), Lines("key-walls", walls, theme.WALLS)]


def _roofs(x: float, y: float) -> tuple[Path, ...]:
    return (
        rectangle(x - 9, y - 5, x - 3, y),
        rectangle(x - 1, y - 1, x + 4, y + 5),
        rectangle(x + 5, y - 6, x + 10, y - 2),
    )


def _farm(x: float, y: float) -> list[Shape]:
    return [
        Polygons("key-farm", (rectangle(x - 7, y - 6, x + 7, y + 6),), theme.FARM_WALLS),
        Polygons("key-farmyard", (rectangle(x - 3.5, y - 2.5, x + 3.5, y + 2.5),), theme.FARM_YARD),
    ]


def _supply(x: float, y: float) -> list[Shape]:
    return [Circles("key-supply", ((x, y),), 7.0, theme.SUPPLY)]


def _river(x: float, y: float) -> list[Shape]:
    bend = ((x - 12, y + 4), (x - 5, y + 4), (x - 2, y), (x + 2, y), (x + 5, y - 4), (x + 12, y - 4))
    inks = {"banks": theme.RIVER_EDGE, "water": theme.RIVER, "light": theme.RIVER_LIGHT}
    return [Lines(f"key-river-{part}", (bend,), ink) for part, ink in inks.items()]


def _great_river(x: float, y: float) -> list[Shape]:
    way = (((x - 8, y), (x + 8, y)),)  # its ends are round
    return [
        Lines("key-great-river-banks", way, replace(theme.GREAT_RIVER_EDGE, width=13)),
        Lines("key-great-river", way, replace(theme.GREAT_RIVER, width=10.4)),
        Lines("key-great-river-current", way, theme.CURRENT),
    ]


def _posts(x: float, y: float) -> list[Shape]:
    return _two_lines("posts", ((x - 13, y), (x + 13, y)), theme.POSTS_HALO, theme.POSTS)


def _road(x: float, y: float) -> list[Shape]:
    return _two_lines("road", _bend(x, y), theme.ROAD_CASE, theme.ROAD_FILL)


def _railway(x: float, y: float) -> list[Shape]:
    return _two_lines("railway", ((x - 13, y), (x + 13, y)), theme.RAIL, theme.RAIL_GAPS)


def _contour(x: float, y: float) -> list[Shape]:
    return [Lines("key-contour", (_bend(x, y),), theme.CONTOUR_BOLD)]


def _bend(x: float, y: float) -> Path:
    return (x - 12, y + 3), (x - 4, y - 1), (x + 4, y + 1), (x + 12, y - 3)


def _two_lines(name: str, way: Path, below: Ink, above: Ink) -> list[Shape]:
    return [Lines(f"key-{name}-edge", (way,), below), Lines(f"key-{name}", (way,), above)]


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


# --- water and what is built in it ---------------------------------------------------------------------------


def _sea(x: float, y: float) -> list[Shape]:
    crests = tuple(tuple((x + off + dx, y + dy + up) for dx, dy in WAVE) for off, up in ((-4, -3), (5, 3)))
    return [Polygons("key-sea", (_box(x, y),), theme.SEA), Lines("key-waves", crests, theme.WAVES)]


def _flooded(x: float, y: float) -> list[Shape]:
    dashes = tuple(
        ((x + dx - 3, y + dy), (x + dx + 3, y + dy)) for dx, dy in ((-7, -4), (3, -4), (-2, 0), (8, 0), (-7, 4), (3, 4))
    )
    return [
        Polygons("key-flooded", (_box(x, y),), theme.FLOOD_FILL),
        Lines("key-flood-marks", dashes, theme.FLOOD_MARKS),
    ]


def _inlet(x: float, y: float) -> list[Shape]:
    banks = tuple(
        ((x - 13, y + 4 + side), (x - 4, y + 1 + side), (x + 4, y - 1 + side), (x + 13, y - 4 + side))
        for side in (-3, 3)
    )
    return [
        Polygons("key-inlet-land", (_box(x, y),), theme.LAND_FILL),
        Polygons("key-inlet", ((*banks[0], *banks[1][::-1]),), theme.SHALLOW_WATER),
        Lines("key-inlet-banks", banks, theme.SHORE),
    ]


def _docks(x: float, y: float) -> list[Shape]:
    basins = tuple(rectangle(x + dx, y - 4.5, x + dx + 3, y + 4.5) for dx in (-8, -1.5, 5))
    return [
        Polygons("key-docks", (_box(x, y),), theme.QUAYS),
        Polygons("key-basins", basins, theme.BASINS.thinned(0.8)),
    ]


def _port(x: float, y: float) -> list[Shape]:
    return [Lines("key-anchor", tuple(anchor((x, y), 1.3)), theme.ANCHOR)]


def _major_port(x: float, y: float) -> list[Shape]:
    return [
        Circles("key-great-port", ((x, y),), 7.6, theme.GREAT_PORT),
        Lines("key-anchor", tuple(anchor((x, y), 1.0)), theme.ANCHOR),
    ]


def _canal(x: float, y: float) -> list[Shape]:
    way = (((x - 13, y), (x + 13, y)),)
    return [
        Lines("key-canal-banks", way, theme.CANAL_BANKS),
        Lines("key-canal", way, theme.CANAL),
        Lines("key-canal-ticks", ticks(way, 7.0, 3.2), theme.CANAL_TICKS),
    ]


def _dyke(x: float, y: float) -> list[Shape]:
    way = (((x - 13, y - 2), (x + 13, y - 2)),)
    return [
        Lines("key-dyke-slope", ticks(way, 3.4, 4.2, one_sided=True), theme.DYKE_SLOPE),
        Lines("key-dyke", way, theme.DYKE),
    ]


def _causeway(x: float, y: float) -> list[Shape]:
    water = Polygons("key-causeway-water", (_box(x, y),), theme.SHALLOW_WATER)
    return [water, *dam([((x - 13, y), (x + 13, y))], 0.9)]


def _barred(x: float, y: float) -> list[Shape]:
    return bar([((x - 11, y), (x + 11, y))], 1.0)


def _all_sea(x: float, y: float) -> list[Shape]:
    return _two_lines("strait", ((x - 11, y), (x + 11, y)), theme.STRAIT_BANKS, theme.STRAIT)


def _minor_road(x: float, y: float) -> list[Shape]:
    return _two_lines("minor-road", _bend(x, y), theme.ROAD_CASE_MINOR, theme.ROAD_FILL_MINOR)


def _boundary(x: float, y: float) -> list[Shape]:
    return _two_lines("boundary", ((x - 13, y), (x + 13, y)), theme.BOUNDARY_HALO, theme.BOUNDARY)


def _delta(x: float, y: float) -> list[Shape]:
    return [Polygons("key-delta", (_box(x, y),), theme.DELTA)]


def _ditches(x: float, y: float) -> list[Shape]:
    rows = tuple(((x - 13, y + dy), (x + 13, y + dy)) for dy in (-4, 0.5, 5))
    rungs = tuple(((x + dx, y - 4), (x + dx, y + 0.5)) for dx in (-8, 0, 8))
    lower = tuple(((x + dx, y + 0.5), (x + dx, y + 5)) for dx in (-4, 4))
    return [
        Polygons("key-ditched", (_box(x, y),), theme.DITCHED),
        Lines("key-ditches", (*rows, *rungs, *lower), theme.DITCHES),
    ]


def _swamp(x: float, y: float) -> list[Shape]:
    blades = tuple(moved(blade, (x + dx, y + dy), 0.9) for dx, dy in ((-7, 1), (1, -1), (8, 2)) for blade in REED)
    return [Polygons("key-swamp", (_box(x, y),), theme.SWAMP), Lines("key-reeds", blades, theme.REEDS)]


def _dot_city(x: float, y: float) -> list[Shape]:
    return [
        Circles("key-dot-ring", ((x, y),), 6.6, theme.DOT_RING),
        Circles("key-dot", ((x, y),), 4.2, theme.DOT),
    ]


def _major_city(x: float, y: float) -> list[Shape]:
    return [Polygons("key-blocks", tuple(blocks((x, y), 0.95)), theme.BLOCKS)]


def _airbase(x: float, y: float) -> list[Shape]:
    return [
        Circles("key-airfield", ((x, y),), 7.2, theme.AIRFIELD),
        Lines("key-runway", (runway((x, y), 0.95),), theme.RUNWAY),
    ]


def _inland_port(x: float, y: float) -> list[Shape]:
    return [Lines("key-river-port", (*anchor((x, y - 2), 1.1), wavelet((x, y - 1), 1.1)), theme.ANCHOR)]


def _steaming(x: float, y: float) -> list[Shape]:
    curls = tuple(moved(CURL, (x + dx, y), 0.9) for dx in (-7, 0, 7))
    return [*_river(x, y), Lines("key-steam-halo", curls, theme.STEAM_HALO), Lines("key-steam", curls, theme.STEAM)]


def _rail_ferry(x: float, y: float) -> list[Shape]:
    line = (((x - 13, y), (x + 13, y)),)
    return [Polygons("key-ferry", (_box(x, y),), theme.SHALLOW_WATER), Lines("key-rail-ferry", line, theme.RAIL_FERRY)]


def _strait(x: float, y: float) -> list[Shape]:
    sword, struck = struck_sword((x, y), 0.85)
    return [
        Polygons("key-march", tuple(arrowheads((x, y), (1.0, 0.0), 0.7)), theme.MARCH),
        Lines("key-sword", tuple(sword), theme.SWORD),
        Lines("key-struck", (struck,), theme.STRUCK),
    ]


def _sound(x: float, y: float) -> list[Shape]:
    line = (((x - 13, y), (x + 13, y)),)
    return [Lines("key-sound", line, theme.SOUND), Polygons("key-boat", tuple(boat((x, y), 0.8)), theme.BOAT)]


def _guarded(x: float, y: float) -> list[Shape]:
    line = (((x - 13, y), (x + 13, y)),)
    return [Lines("key-guarded", line, theme.GUARDED), Polygons("key-star", (star((x, y), 6.5),), theme.STAR)]


def _limit(x: float, y: float) -> list[Shape]:
    return [*_great_river(x, y), Lines("key-limit", (((x, y - 8), (x, y + 8)),), theme.LIMIT)]


def _border(x: float, y: float) -> list[Shape]:
    return [Lines("key-border", (((x - 13, y), (x + 13, y)),), theme.BORDER)]


def _outlined(x: float, y: float) -> list[Shape]:
    return [Polygons("key-outlined", (rectangle(x - 11, y - 6, x + 11, y + 6),), theme.OUTLINED)]


def _exit(x: float, y: float) -> list[Shape]:
    return [Polygons("key-way-off", (moved(ARROW, (x - 4, y), 1.0),), theme.WAY_OFF)]


SWATCHES: Final[dict[str, Callable[[float, float], list[Shape]]]] = {
    "shell_torn": _shell_torn,
    "woods": _woods,
    "splintered": _splintered,
    "hill": _hill,
    "bare_hill": _bare_hill,
    "peak": _cone,
    "town": _town,
    "ruins": _ruins,
    "farm": _farm,
    "supply": _supply,
    "river": _river,
    "great_river": _great_river,
    "posts": _posts,
    "road": _road,
    "railway": _railway,
    "bridge": _bridge,
    "contour": _contour,
    "aircraft": _aircraft,
    "shells": _shells,
    "support": _support,
    "held": _held,
    "sea": _sea,
    "flooded": _flooded,
    "inlet": _inlet,
    "city": _city,
    "edge_1": _edge(1),
    "edge_2": _edge(2),
    "docks": _docks,
    "port": _port,
    "major_port": _major_port,
    "canal": _canal,
    "dyke": _dyke,
    "causeway": _causeway,
    "barred": _barred,
    "all_sea": _all_sea,
    "minor_road": _minor_road,
    "boundary": _boundary,
    "delta": _delta,
    "ditches": _ditches,
    "swamp": _swamp,
    "dot_city": _dot_city,
    "major_city": _major_city,
    "airbase": _airbase,
    "inland_port": _inland_port,
    "steaming": _steaming,
    "rail_ferry": _rail_ferry,
    "strait": _strait,
    "sound": _sound,
    "guarded": _guarded,
    "limit": _limit,
    "border": _border,
    "outlined": _outlined,
    "exit": _exit,
}


def _box(x: float, y: float) -> Path:
    return rectangle(x - SWATCH / 2, y - HALF, x + SWATCH / 2, y + HALF)
