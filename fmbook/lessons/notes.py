"""What a reader writes in a session: kept by the id of what was asked, to be handed in, and marked by nobody."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, final

__all__ = ["Asked", "Written", "keep", "kept", "kept_in", "listen"]

_kept: dict[str, str] = {}
_listeners: list[Callable[[str, str], None]] = []


def keep(id_: str, text: str) -> None:
    """Keep what was written."""
    _kept[id_] = text
    for tell in _listeners:
        tell(id_, text)


def listen(tell: Callable[[str, str], None]) -> None:
    """Be told of whatever is kept from now on, as a class server is, which keeps it with the game."""
    _listeners.append(tell)


def kept(id_: str) -> str:
    """Return what was written, or nothing."""
    return _kept.get(id_, "")


def kept_in(number: str) -> dict[str, str]:
    """Return all that was written in a chapter, by the ids of what was asked."""
    return {id_: text for id_, text in _kept.items() if id_.startswith(f"{number}.")}


class Asked(Protocol):
    """Whatever is answered in sentences."""

    @property
    def title(self) -> str:
        """What stands over it."""

    @property
    def asked(self) -> str:
        """The question."""

    @property
    def written(self) -> str:
        """What has been written, if anything."""


@final
class Written:
    """All that has been written in a chapter, as plain text to hand in."""

    def __init__(self, asked: Iterable[Asked]) -> None:
        self.answered = tuple(each for each in asked if each.written)

    def _lines(self) -> Iterator[str]:
        for each in self.answered:
            yield from (each.title, each.asked, each.written, "")

    def __str__(self) -> str:
        return "\n".join(self._lines()).strip() or "Nothing has been written yet."

    __repr__ = __str__

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text("…" if cycle else str(self))
