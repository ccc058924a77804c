"""A desk without a kernel: what a page needs to lay out its picture as the desk itself will lie there.

What stands above a map is as high as its words, and the map as wide as the page leaves it. So the page lays both out by
the desk's own means: the same words, the same style sheet, the same looks of the boxes.
"""

from typing import Any, Final

from ipywidgets import Layout, Widget

from fmbook.widgets.desk.layout import Parts

__all__ = ["PICTURED", "pictured"]

PICTURED: Final = "application/vnd.fmbook.desk+json"


def pictured(parts: Parts) -> dict[str, Any]:
    """What stands on a desk just now, but for its map: the page has a picture of that."""
    beside = (*((parts.undo, parts.redo) if parts.alone else ()), parts.drop, parts.hint)
    column, panel = parts.main.children
    return {
        "steps": [_sent(each, "offered") | {"room": _sent(each, "room")} for each in parts.coach],
        "prompt": _sent(parts.prompt, "value"),
        "orders": _sent(parts.actions, "offered") | {"looks": _looks(parts.actions.layout)},
        "beside": [_sent(button, "description") for button in beside],
        "map": parts.map.on_page() | {"looks": _looks(parts.map.layout), "paper": _looks(parts.map.paper)},
        "column": _looks(column.layout),
        "panel": _looks(panel.layout),
    }


def _sent(widget: Widget, name: str) -> Any:
    """What a page would be told, in the language of the session."""
    return widget.get_state([name])[name]


def _looks(layout: Layout) -> dict[str, str]:
    """A look as a page writes it."""
    named = layout.get_state()
    return {name.replace("_", "-"): said for name, said in named.items() if name[0] != "_" and said is not None}
