"""An atlas as a draw list: the small map, and a window for each part that lies on it larger."""

from collections.abc import Iterator
from math import ceil, log, pi, radians, tan
from typing import Any, Final, NamedTuple

from fmbook.lessons.atlas import Atlas, AtlasEntry, Box, Laid, Region
from fmbook.widgets import theme
from fmbook.widgets.drawing.curves import rectangle
from fmbook.widgets.drawing.shapes import Circles, Ink, Lettering, Lines, Path, Picture, Polygons, Shape, Texts
from fmbook.widgets.maps.groundplan import INKS, PLAIN, Look

__all__ = ["BOARD", "NAMED", "SEA", "atlasplan", "drawn_as", "short"]

COLUMNS: Final = 3
CELL: Final = (226.0, 206.0)
GAP: Final = 10.0
TITLE: Final = 17.0
MARGIN: Final = 12.0
FOOT: Final = 52.0

SEA: Final = INKS["water"]
LOOKS: Final = {
    "lake": SEA,
    "river": Look(Ink(stroke=theme.WATER, width=1.3)),
    "canal": Look(Ink(stroke="#1f567f", width=2.2)),
    "causeway": Look(Ink(stroke="#4a4236", width=2.6)),
    "inundation": Look(Ink(stroke="#2b6f6a", width=2.6, dash=(5, 4))),
    "flooded": Look(Ink(fill="#7fb0a5", alpha=0.85)),
}
BOARD: Final = Look(Ink(stroke="#5b5440", width=1.1, alpha=0.75))
NAMED: Final = Look(Ink(fill="#c9851a", alpha=0.5))  # hexes that the rules name
FRAME: Final = Ink(stroke=theme.QUIET_INK, width=0.8, square=True)
DOT: Final = Ink(fill=theme.ALARM, stroke=theme.HALO, width=1.2)
HEAD: Final = Lettering(11.5, theme.INK, theme.SERIF, weight=700, centred=False)
MARKS: Final = Lettering(11, theme.INK, theme.SANS, weight=700, halo=theme.HALO)


def drawn_as(kind: str) -> Look:
    """How a kind of ground looks in an atlas."""
    return LOOKS.get(kind) or INKS.get(kind, PLAIN)


def short(entry: AtlasEntry) -> str:
    """What stands on the map for an entry: ``E.1``."""
    return entry.id.partition(".")[2]


def atlasplan(atlas: Atlas) -> Picture:
    """The small map over two columns and two rows, then the windows."""
    width, height = CELL
    cells = iter([(2, 0), (2, 1)] + [(column, row) for row in (2, 3) for column in range(COLUMNS)])
    small = _Window(atlas, atlas.plan.box, MARGIN, MARGIN + TITLE, 2 * width + GAP, 2 * height + GAP - TITLE)
    shapes = [Polygons("paper", (rectangle(0, 0, *_size()),), theme.SHEET), *small.overview()]
    shapes.append(Texts("entries", tuple(_listed(atlas, small.frame)), theme.KEY_WORDS))
    for region in atlas.plan.region:
        if region.box:
            column, row = next(cells)
            left, top = MARGIN + column * (width + GAP), MARGIN + row * (height + GAP) + TITLE
            shapes += _Window(atlas, region.box, left, top, width, height - TITLE).part(region)
    shapes.append(Texts("legend", tuple(_legend(atlas)), theme.KEY_WORDS))
    return Picture(round(_size()[0]), round(_size()[1]), atlas.plan.title, tuple(shapes))


def _size() -> tuple[float, float]:
    wide = COLUMNS * CELL[0] + (COLUMNS - 1) * GAP + 2 * MARGIN
    return wide, 4 * (CELL[1] + GAP) + 2 * MARGIN + FOOT


def _legend(atlas: Atlas) -> Iterator[tuple[str, tuple[float, float]]]:
    km = f"{atlas.plan.hex_metres / 1000:g}"
    hexes = f"Hexes are {km} km wide: filled if the rules name them, else placed by us, perhaps a hex off. North is up."
    for number, line in enumerate((hexes, *(credit.text for credit in atlas.plan.credit))):
        yield line, (MARGIN, _size()[1] - FOOT + 4 + 16 * number)


def _listed(atlas: Atlas, above: "_Bounds") -> Iterator[tuple[str, tuple[float, float]]]:
    """All entries by number, in three columns under the small map."""
    wide, rows = (above.right - above.left) / COLUMNS, ceil(len(atlas.plan.entry) / COLUMNS)
    for number, entry in enumerate(atlas.plan.entry):
        column, row = divmod(number, rows)
        yield f"{short(entry)}  {entry.title}", (above.left + column * wide, above.bottom + 12 + 14 * row)


class _Bounds(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float


class _Window:
    """A part of the Earth, as Mercator draws it, in a frame on the picture."""

    def __init__(self, atlas: Atlas, box: Box, left: float, top: float, wide: float, high: float) -> None:
        self.atlas = atlas
        south, self._west, north, east = box
        self._north = _mercator(north)
        across, down = east - self._west, self._north - _mercator(south)
        self._scale = min(wide / across, high / down)
        self._left, self._top = left, top
        self.frame = _Bounds(left, top, left + across * self._scale, top + down * self._scale)

    def pixel(self, lon: float, lat: float) -> tuple[float, float]:
        return self._left + (lon - self._west) * self._scale, self._top + (self._north - _mercator(lat)) * self._scale

    def path(self, coordinates: list[list[float]]) -> Path:
        return tuple(self.pixel(lon, lat) for lon, lat in coordinates)

    def overview(self) -> Iterator[Shape]:
        """The small map, with a dot on each part."""
        regions = self.atlas.plan.region
        yield from self._ground("")
        yield Circles("marks", tuple(self.pixel(*reversed(each.at)) for each in regions), 3.4, DOT)
        named = ((each.title, self._beside(each.title, each.at, each.side, MARKS.size)) for each in regions)
        yield Texts("names", tuple(named), MARKS)
        yield from self._framed(self.atlas.plan.title)

    def part(self, region: Region) -> Iterator[Shape]:
        """A window: the ground, the hexes of the boards that lie there, the marks of their entries."""
        entries = self.atlas.of(region)
        yield from self._ground(region.id)
        hexes = {tuple(map(tuple, laid.ring)): laid for entry in entries for laid in self.atlas.hexes(entry)}
        yield from self._hexes(list(hexes.values()))
        yield Circles("marks", tuple(self.pixel(*reversed(each.at)) for each in entries), 2.8, DOT)
        named = ((short(each), self._beside(short(each), each.at, each.side, MARKS.size)) for each in entries)
        yield Texts("names", tuple(named), MARKS)
        yield from self._framed(region.title)

    def _hexes(self, hexes: list[Laid]) -> Iterator[Shape]:
        yield Polygons("named", tuple(self.path(laid.ring[:-1]) for laid in hexes if laid.printed), NAMED.ink)
        yield Lines("hexes", tuple(self.path(laid.ring) for laid in hexes), BOARD.ink.thinned(0.7))

    def _ground(self, region: str) -> Iterator[Shape]:
        yield Polygons("sea", (rectangle(*self.frame),), SEA.ink)
        for each in self.atlas.ground(region):
            yield from self._drawn(each)

    def _drawn(self, each: Any) -> Iterator[Shape]:
        kind, shape = each["properties"]["kind"], each["geometry"]
        ink = drawn_as(kind).ink
        if shape["type"] == "MultiPolygon":
            yield Polygons(kind, tuple(self.path(ring[:-1]) for (ring,) in shape["coordinates"]), ink)
        else:
            yield Lines(kind, tuple(map(self.path, shape["coordinates"])), ink.thinned(0.6))

    def _framed(self, title: str) -> Iterator[Shape]:
        left, top, *_ = self.frame
        corners = rectangle(*self.frame)
        yield Lines("frame", ((*corners, corners[0]),), FRAME)
        yield Texts("title", ((title, (left, top - 8)),), HEAD)

    def _beside(self, name: str, at: tuple[float, float], side: str, size: float) -> tuple[float, float]:
        x, y = self.pixel(*reversed(at))
        half = len(name) * size * 0.29 + 7
        return x + {"east": half, "west": -half}.get(side, 0), y + {"north": -size, "south": size}.get(side, 0)


def _mercator(lat: float) -> float:
    """How far north of the equator Mercator draws a parallel, in degrees of longitude."""
    return log(tan(pi / 4 + radians(lat) / 2)) * 180 / pi
