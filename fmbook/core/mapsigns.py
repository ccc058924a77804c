"""What a map shows besides counters: tracks, works and their state, what became of places."""

from typing import Literal, NamedTuple

__all__ = ["MapSigns", "Sign", "Track"]


class Track(NamedTuple):
    """A row of boxes with a marker in it; ``side`` is whose it is, if anybody's."""

    name: str
    now: int
    last: int
    side: int = -1
    says: str = ""

    def __str__(self) -> str:
        return f"{self.name}: {self.now} of {self.last}{f' ({self.says})' if self.says else ''}"


class Sign(NamedTuple):
    """What has become of a place, or of the border to another one; ``side`` is whose it is, if anybody's."""

    kind: Literal[
        "owned", "swamp", "prohibited", "blown", "ruined", "airfield", "ice airfield", "frozen", "tag", "aircraft",
        "shells",
    ]  # fmt: skip
    place: int
    to: int = -1
    side: int = -1
    says: str = ""


class MapSigns(NamedTuple):
    """What a position shows besides counters: tracks, places whose weapons have hands, works that are out of play."""

    tracks: tuple[Track, ...] = ()
    manned: frozenset[int] | None = None  # all, if the rules do not ask
    shut: frozenset[int] = frozenset()
    landed: tuple[int, ...] = ()  # places where gliders lie, one entry for each
    signs: tuple[Sign, ...] = ()
    moored: tuple[tuple[str, tuple[int, int]], ...] = ()  # units that lie on the border between two places
