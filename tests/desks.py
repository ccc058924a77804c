"""A desk without a page: what stands on its buttons, and pressing one."""

from fmbook.widgets.desk import Desk

__all__ = ["labels", "press"]


def labels(on: Desk) -> list[str]:
    return list(on.parts.actions._options_labels)


def press(on: Desk, label: str) -> None:
    on.parts.actions.index = labels(on).index(label)
