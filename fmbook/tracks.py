"""What a game keeps beside its counters and shows on its map: tracks of losses and the like, works and their state."""

from typing import NamedTuple

__all__ = ["Shown", "Track"]


class Track(NamedTuple):
    """A row of boxes with a marker in it; ``side`` is whose it is, if anybody's."""

    name: str
    now: int
    last: int
    side: int = -1
    says: str = ""

    def __str__(self) -> str:
        return f"{self.name}: {self.now} of {self.last}{f' ({self.says})' if self.says else ''}"


class Shown(NamedTuple):
    """What a position shows besides counters: tracks, places whose weapons have hands, works that are out of play."""

    tracks: tuple[Track, ...] = ()
    manned: frozenset[int] | None = None  # all, if the rules do not ask
    shut: frozenset[int] = frozenset()
    landed: tuple[int, ...] = ()  # places where gliders lie, one entry for each
