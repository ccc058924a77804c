"""The printed figures of the game, as its file has them."""

from functools import cache
from typing import Literal

import msgspec

from fmbook.core import data
from fmbook.core.state import State

__all__ = ["divisor", "figures", "level", "limit"]


class Divisor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a kind of ground does to an attack and to fire."""

    ground: str
    by: int
    clause: str


class Limit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many strength points and no more."""

    of: str
    most: int
    clause: str


class Landing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What becomes of a glider when the dice show one of these."""

    rolls: tuple[int, ...]
    effect: Literal["removed", "one", "two", "safe"]
    clause: str


class Canal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many Germans fall when a bunker at the canal is destroyed and the die shows one of these."""

    rolls: tuple[int, ...]
    men: int
    clause: str


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level of victory, from so many points."""

    least: int
    title: str
    clauses: tuple[str, ...]


class Break(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many men lost, and the side has lost the game."""

    side: str
    men: int
    clauses: tuple[str, ...]


class Artillery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """German batteries across the canal: how strong each is, and how many an option brings."""

    strength: int
    clause: str
    batteries: int
    provenance: str
    because: str


class Charge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What two dice must show at least for a shaped charge to break a work."""

    least: int
    provenance: str
    because: str


class Barracks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the men of the barracks come out."""

    door: str
    provenance: str
    because: str


class PrintedFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    provenance: str
    source: str
    divisor: tuple[Divisor, ...]
    limit: tuple[Limit, ...]
    landing: tuple[Landing, ...]
    canal: tuple[Canal, ...]
    level: tuple[Level, ...]
    artillery: Artillery
    charge: Charge
    barracks: Barracks
    breaks: tuple[Break, ...] = msgspec.field(name="break")


@cache
def figures() -> PrintedFigures:
    """Read the figures."""
    return data.load(PrintedFigures, "eben_emael/figures.toml")


@cache
def limit(of: str) -> int:
    """Return a limit in strength points."""
    return next(line.most for line in figures().limit if line.of == of)


def divisor(state: State, place: int) -> int:
    """Return the largest divisor of the ground of a sector; open ground has none."""
    words = state.board.features[place]
    return max((line.by for line in figures().divisor if line.ground in words), default=1)


def level(points: int) -> Level:
    """Return the level of victory that so many points are good for."""
    return max((line for line in figures().level if line.least <= points), key=lambda line: line.least)
