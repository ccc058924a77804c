"""The ``[style]`` of a board file, for whoever draws it. The rules use none of this.

Everything is a plain word or a number of the ground; colours, sizes and fonts are the theme's.
"""

from functools import lru_cache
from typing import Literal

import msgspec

from fmbook.core.errors import DataError
from fmbook.geometry.boards import Board
from fmbook.widgets.drawing.shapes import Point

__all__ = [
    "Arc",
    "Boundary",
    "Caption",
    "Channel",
    "Coast",
    "Feature",
    "Fort",
    "Looks",
    "MapEdge",
    "NameLook",
    "Note",
    "Outside",
    "TrenchLook",
    "Way",
    "Work",
    "looks",
]

Compass = Literal["north", "east", "south", "west"]


class Fit(msgspec.Struct):
    """Ties the board to the ground: metres are counted east and north from the middle of this hex."""

    hex: str
    hex_metres: float


class Way(msgspec.Struct):
    """A road or a railway, in metres from the hex of the fit."""

    kind: str
    points: list[tuple[float, float]]
    name: str = ""


class NameLook(msgspec.Struct):
    """How a name is written: town, peak, woods, farm or place."""

    kind: str = "place"


class TrenchLook(msgspec.Struct):
    """How a line of trenches is drawn: its teeth point at the enemy, rank 1 is the front."""

    colour: Literal["blue", "red"]
    toward: Compass
    rank: Literal[1, 2, 3] = 1
    title: str = ""


class Channel(msgspec.Struct):
    """Narrow water within hexes of land: its middle line, and how broad it is at both ends, in hexes."""

    points: str
    width: tuple[float, float]
    name: str = ""


class Coast(msgspec.Struct):
    """Outlines smoother than the hexes, as ``x,y x,y …``: hexes to the east and to the south from the middle of one."""

    origin: str
    land: list[str]
    flooded: list[str] = []
    channel: list[Channel] = []


class Boundary(msgspec.Struct):
    """A line that the rules draw from hex to hex; the first stretch goes on to the rim of the board."""

    through: list[str]
    title: str = ""


class MapEdge(msgspec.Struct):
    """An edge of the map where one of the sides, the first or the second, comes and goes and is supplied."""

    toward: Literal["east", "west"]
    side: Literal[1, 2]
    title: str


class Caption(msgspec.Struct):
    """Words that belong to no single hex: a river, an army.

    One with a size stands where it is told, so far off the middle of its hex and turned by so many degrees; the others
    find their own place near it.
    """

    text: str
    at: str
    kind: Literal["water", "blue", "red", "ground", "sea", "land", "canal", "beyond"] = "ground"
    off: tuple[float, float] = (0.0, 0.0)
    size: float = 0.0
    """The height of the letters in hexes of a large board; in larger hexes they grow less."""
    turn: float = 0.0
    """Degrees, clockwise."""


class Arc(msgspec.Struct):
    """What a machine gun sweeps: bearings clockwise from north, which may run past 360, and how far, in metres."""

    from_: float = msgspec.field(name="from")
    to: float
    range: float
    along: str = ""


class Work(msgspec.Struct):
    """A work of a fort; ``front`` is where its guns look."""

    sector: str
    name: str
    kind: Literal[
        "casemate", "mg_casemate", "fixed_cupola", "retracting_cupola", "dummy_cupola", "ditch_block",
        "ditch_block_with_cupola", "gate_block", "canal_block", "open_mg",
    ]  # fmt: skip
    at: Point
    guns: str = ""
    front: float = 0.0
    arcs: list[Arc] = []
    provenance: str = "reconstructed"


class Outside(msgspec.Struct):
    """What lies around a fort: it is drawn, and nobody goes there."""

    name: str
    kind: Literal["water", "ditch", "approach"]
    ring: list[Point]
    note: str = ""


class Feature(msgspec.Struct):
    """A thing to look at: a track, a hut, a wood."""

    kind: str
    name: str
    line: list[Point] = []
    ring: list[Point] = []
    at: Point | None = None
    bearing: float = 0.0
    provenance: str = "reconstructed"


class Note(msgspec.Struct):
    """Words in the margin with an arrow to what lies beyond it."""

    text: str
    at: Point
    bearing: float


class Fort(msgspec.Struct):
    """A fort seen from above, in metres east and north."""

    origin: Point
    bounds: tuple[float, float, float, float]
    name_at: dict[str, Point] = {}
    short: dict[str, str] = {}
    """Names as they are written on the map, where that is not the whole name."""
    dots_of: str = ""
    """The work whose field of fire is marked by white dots."""
    work: list[Work] = []
    outside: list[Outside] = []
    feature: list[Feature] = []
    margin: list[Note] = []


class Looks(msgspec.Struct):
    """All hints of one board; a board without any is drawn all the same."""

    subtitle: str = ""
    large: bool = False
    """A board of few hexes: they are large, names stand above the counters, printed numbers are bold."""
    height_m: str = ""
    light: float = 315.0
    """Where the light of the hill shading comes from, in degrees from north."""
    fit: Fit | None = None
    drawn_as: dict[str, str] = {}
    """Features that are drawn like another one: ``{"la_folie_farm": "farm"}``."""
    words: dict[str, str] = {}
    """What the key calls a kind of ground, where it is not its own word."""
    line: list[Way] = []
    names: dict[str, NameLook] = {}
    trenches: dict[str, TrenchLook] = {}
    torn_behind: dict[str, int] = {}
    """How many hexes deep the ground behind a line of trenches is torn by shells."""
    craters: list[str] = []
    """Hexes with a chain of great craters."""
    towns: dict[str, list[str]] = {}
    woods: dict[str, list[str]] = {}
    ruined: list[str] = []
    """Towns of which walls are left."""
    splintered: list[str] = []
    """Woods of which stumps are left."""
    caption: list[Caption] = []
    border: list[tuple[str, str]] = []
    """Countries, as features, that have a border between them."""
    counters: dict[str, str] = {}
    """The colours of sides and of formations."""
    sides: list[str] = []
    """Both sides, for the key: the first has the counters with a light rim."""
    owners: list[str] = []
    """The sides whose signs hexes bear."""
    markers: dict[str, str] = {}
    """What the key calls the markers that a game lays on its hexes, by their kinds."""
    fort: Fort | None = None
    coast: Coast | None = None
    boundary: list[Boundary] = []
    edge: list[MapEdge] = []
    minor: list[str] = []
    """Roads by name that are drawn thinner than the others."""

    @property
    def runs_on(self) -> bool:
        """Whether the ground goes on beyond the rim of the board, under a veil of paper."""
        return bool(self.height_m or self.coast)


@lru_cache(maxsize=32)
def looks(board: Board) -> Looks:
    """The hints of a board, checked; a hint that nobody reads is left alone."""
    try:
        return msgspec.convert(dict(board.style), Looks)
    except msgspec.ValidationError as problem:
        raise DataError(board.id, "$.style", str(problem)) from problem
