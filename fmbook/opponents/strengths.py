"""How strong the players are, as counted: what ``data/ladder.toml`` says, with the intervals of chance."""

from functools import cache
from math import sqrt
from typing import Final, Literal, NamedTuple

import msgspec

from fmbook.core import data

__all__ = ["Ladder", "Rung", "Share", "between", "ladder", "strength"]

FILE: Final = "ladder.toml"
SURE: Final = 1.96  # standard errors: 95 of 100 such intervals hold the truth


class Rung(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Games of one scenario between a player and the one below it, as many on either side."""

    system: str
    scenario: str
    stronger: str
    weaker: str
    games: int  # on each side
    won: tuple[int, int]  # by the stronger, as the first side and as the second
    drawn: tuple[int, int] = (0, 0)

    @property
    def halves(self) -> int:
        """What the stronger made of them, a game won counting two and a drawn one one."""
        return 2 * sum(self.won) + sum(self.drawn)


class Ladder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All rungs, as the file has them."""

    provenance: Literal["measured"]
    command: str
    date: str
    remark: str
    rung: tuple[Rung, ...] = ()


class Share(NamedTuple):
    """A share of games, with the interval that it may lie in by chance (Wilson's, 95 of 100)."""

    games: int
    share: float
    low: float
    high: float

    def __str__(self) -> str:
        low, high = round(100 * self.low), round(100 * self.high)
        return f"{self.share:.0%} of {self.games} games ({low}–{high})"


def between(halves: int, games: int) -> Share:
    """Return a share of so many games, a win counting two halves, with its interval.

    >>> str(between(30, 20))
    '75% of 20 games (53–89)'
    """
    part, z = halves / (2 * games), SURE * SURE
    middle = (part + z / (2 * games)) / (1 + z / games)
    spread = SURE * sqrt(part * (1 - part) / games + z / (4 * games * games)) / (1 + z / games)
    return Share(games, part, middle - spread, middle + spread)


@cache
def ladder() -> Ladder:
    """Read what was counted."""
    return data.load(Ladder, FILE)


def strength(name: str) -> Share | None:
    """Tell how a player did against the one below it in all games that were counted; None for the weakest."""
    found = [rung for rung in ladder().rung if rung.stronger == name]
    games = 2 * sum(rung.games for rung in found)
    return between(sum(rung.halves for rung in found), games) if games else None
