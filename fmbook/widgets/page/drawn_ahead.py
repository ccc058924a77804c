"""Maps that are drawn before their page asks, so that they are there at once: one at a time for each page.

Whether a map that a cell displays will be seen, only the page knows. So the next one is drawn ahead when it has said
of the last one that somebody sees it, or that nobody does.
"""

from time import monotonic
from typing import Final, Protocol
from weakref import ReferenceType, ref

__all__ = ["arrived", "begin", "learn"]

FORGOTTEN: Final = 30.0  # seconds after which a page that has said nothing of a map does not have it


class Map(Protocol):
    """What can be drawn ahead."""

    def rest(self) -> None:
        """Let pages give the pixels back."""


_sharp: dict[str, int] = {"": 1}  # how sharp the screens of pages are; without a name, of the last one that spoke
_under_way: dict[str, tuple["ReferenceType[Map]", float]] = {}


def learn(page: str, sharp: int) -> None:
    """Take note of how sharp the screen of a page is."""
    _sharp[page] = _sharp[""] = sharp


def begin(page: str, board: Map) -> int:
    """Return how sharp a map is to be drawn ahead for a page; 0 if it is not to be."""
    if not page:
        return 0
    last, since = _under_way.get(page, (None, 0.0))
    if last is not None:
        if monotonic() - since < FORGOTTEN:
            return 0
        if lost := last():
            lost.rest()
    _under_way[page] = ref(board), monotonic()
    return _sharp.get(page, _sharp[""])


def arrived(page: str, board: Map) -> bool:
    """Tell whether this map's drawing was under way to a page, which has now spoken of it."""
    if page in _under_way and _under_way[page][0]() is board:
        del _under_way[page]
        return True
    return False
