"""What the ``[style]`` of a board file says to whoever draws it. The rules use none of this.

Everything is a plain word or a number of the ground; colours, sizes and fonts are the theme's.
"""

from functools import lru_cache
from typing import Literal

import msgspec

from fmbook.errors import DataError
from fmbook.ground.boards import Board

__all__ = ["Caption", "Looks", "NameLook", "TrenchLook", "Way", "looks"]

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


class Caption(msgspec.Struct):
    """Words that belong to no single hex: a river, an army."""

    text: str
    at: str
    kind: Literal["water", "blue", "red", "ground"] = "ground"


class Looks(msgspec.Struct):
    """All hints of one board; a board without any is drawn all the same."""

    subtitle: str = ""
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


@lru_cache(maxsize=32)
def looks(board: Board) -> Looks:
    """The hints of a board, checked; a hint that nobody reads is left alone."""
    try:
        return msgspec.convert(dict(board.style), Looks)
    except msgspec.ValidationError as problem:
        raise DataError(board.id, "$.style", str(problem)) from problem
