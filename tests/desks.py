"""A desk without a page: what stands on its buttons, and pressing one."""

from fmbook.widgets.desk import Desk
from fmbook.widgets.hexmap import HexMap

__all__ = ["labels", "look_at", "press"]


def labels(on: Desk) -> list[str]:
    return list(on.parts.actions._options_labels)


def press(on: Desk, label: str) -> None:
    on.parts.actions.index = labels(on).index(label)


def look_at(board: HexMap, sharp: int = 1, *, blank: bool = True) -> None:
    """Do what a page does when a map comes into view."""
    board._on_heard({"what": "wake", "sharp": sharp, "blank": blank})
