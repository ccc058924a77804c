"""How long a displayed widget lives: until the last page that shows it has gone; then it is closed.

ipywidgets keeps every widget for ever, and so does every page. A page says when it holds one of ours and when its last
view is gone. When no page is left that holds it, it is closed; should a cell display it again, it is opened anew.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

from ipywidgets import Widget

from fmbook.widgets.drawing.canvas import reopen, shared
from fmbook.widgets.page.guard import guarded
from fmbook.widgets.page.session import current_session_id
from fmbook.widgets.page.shell import PageShell

__all__ = ["DisplayedWidget"]


class DisplayedWidget:
    """Mixed into a widget that cells display; it is put before the widget's own class."""

    def _tie(self: Any, *shells: PageShell, alone: bool = True) -> None:
        """Let these shells tell when no page shows the widget any more, unless it is a part of another."""
        self._shells = shells
        for shell in shells if alone else ():
            shell.hear(("here", "gone"), partial(self._on_held, shell))

    def complain(self: Any, sentence: str) -> None:
        """Show what went wrong; nothing, if the sentence is empty."""
        for shell in self._shells:
            shell.fault = sentence

    @guarded
    def _on_held(self: Any, shell: PageShell, content: dict[str, Any]) -> None:
        """A page holds a view, or no longer; one that says so before it has heard of a new display is not believed."""
        match content:
            case {"what": "here"}:
                shell.held_by.add(current_session_id())
            case {"what": "gone", "shows": int(shows)} if shows == shell.shows:
                shell.held_by.discard(current_session_id())
                if not any(each.held_by for each in self._shells):
                    self.close()

    def _repr_mimebundle_(self: Any, **kwargs: Any) -> dict[str, Any]:
        self._open_again()
        for shell in self._shells:
            shell.shows += 1
        bundle: dict[str, Any] = super()._repr_mimebundle_(**kwargs)  # type: ignore[misc]
        words: dict[str, str] = {"text/plain": repr(self)} | self._still()
        return bundle | words

    def _still(self) -> dict[str, str]:
        """Return what shows it without a kernel besides its words: a picture, or a page."""
        return {}

    def close(self: Any) -> None:
        """Close all widgets that this one consists of."""
        if self.comm is None:
            return
        parts = list(_parts(self))
        for shell in self._shells:
            shell.send({"what": "closing", "parts": [part.model_id for part in parts if part.comm is not None]})
        for part in parts:
            Widget.close(part)
            vars(part).pop("_repr_mimebundle_", None)  # closing leaves a None there, and IPython would show words
        for part in parts:
            if isinstance(part, DisplayedWidget):
                part._closed()

    def _open_again(self: Any) -> None:
        if all(part.comm is not None for part in (self, *self._shells)):
            return
        reopen()  # whoever closes all widgets closes what the canvases share, too
        closed = [part for part in _parts(self) if part.comm is None]
        for part in closed:
            part.open()
        for part in closed:
            if isinstance(part, DisplayedWidget):
                part._opened()

    def _closed(self) -> None:
        """Let go of what is of no use without a page."""

    def _opened(self) -> None:
        """Take up again what was let go of."""


def _parts(widget: Any, met: set[int] | None = None) -> Iterator[Any]:
    """All widgets that a widget consists of, each after its own parts: also those that are made but not shown now."""
    met = {id(each) for each in shared()} if met is None else met
    if id(widget) not in met:
        met.add(id(widget))
        for value in (*(getattr(widget, name) for name in widget.keys), *vars(widget).values()):
            for each in value if isinstance(value, list | tuple) else (value,):
                if isinstance(each, Widget):
                    yield from _parts(each, met)
        yield widget
