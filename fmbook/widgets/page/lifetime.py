"""How long a displayed widget lives: until the last page that shows it has gone; then it is closed.

ipywidgets keeps every widget for ever, and so does every page. A page says when it holds one of ours and when its last
view is gone. When no page is left that holds it, it is closed; should a cell display it again, it is opened anew.
A page that ends without a word, as when its tab is closed, still holds what it showed, so that a reload finds it. The
next page of that browser says which of its pages live, once it has told of all that it shows itself.
"""

import asyncio
from collections.abc import Iterator
from functools import partial
from typing import Any, Final
from weakref import WeakSet, ref

from ipywidgets import Widget

from fmbook.core.errors import FmbookError
from fmbook.widgets.drawing.canvas import reopen, shared
from fmbook.widgets.page.guard import guarded
from fmbook.widgets.page.session import current_session_id
from fmbook.widgets.page.shell import PageShell

__all__ = ["DisplayedWidget", "FollowingWidget", "displayed"]

DISPLAYED: Final[WeakSet["DisplayedWidget"]] = WeakSet()
"""All that cells have displayed."""


def displayed() -> "list[Any]":
    """Return all that cells have displayed and that is still of use to anybody."""
    return list(DISPLAYED)


class DisplayedWidget:
    """Mixed into a widget that cells display; it is put before the widget's own class."""

    def _tie(self: Any, *shells: PageShell, alone: bool = True) -> None:
        """Let these shells tell when no page shows the widget any more, unless it is a part of another."""
        self._shells = shells
        for shell in shells if alone else ():
            shell.hear(("here", "gone", "pages"), partial(self._on_held, shell))
            DISPLAYED.add(self)

    def complain(self: Any, sentence: str) -> None:
        """Show what went wrong; nothing, if the sentence is empty."""
        for shell in self._shells:
            shell.fault = sentence

    @guarded
    def _on_held(self: Any, shell: PageShell, content: dict[str, Any]) -> None:
        """A page holds a view, or no longer; one that says so before it has heard of a new display is not believed."""
        match content:
            case {"what": "here", "page": str(page)}:
                shell.held_by[current_session_id()] = page
            case {"what": "gone", "shows": int(shows)} if shows == shell.shows:
                shell.held_by.pop(current_session_id(), None)
                self._close_unheld()
            case {"what": "pages", "living": list(living)}:
                for each in list(DISPLAYED):
                    each._let_go_of_ended(living)

    def _let_go_of_ended(self: Any, living: list[str]) -> None:
        """Forget pages that ended without a word; only of the browser that says so, others have pages of their own."""
        browsers = {_browser(page) for page in living}
        ended = False
        for shell in self._shells:
            for session, page in list(shell.held_by.items()):
                if page not in living and _browser(page) in browsers:
                    del shell.held_by[session]
                    ended = True
        if ended:
            self._close_unheld()

    def _close_unheld(self: Any) -> None:
        if not any(each.held_by for each in self._shells):
            self.close()

    def _repr_mimebundle_(self: Any, **kwargs: Any) -> dict[str, Any]:
        self._open_again()
        for shell in self._shells:
            shell.shows += 1
        bundle: dict[str, Any] = super()._repr_mimebundle_(**kwargs)  # type: ignore[misc]
        stills: dict[str, Any] = self.still()
        return bundle | stills

    def still(self) -> dict[str, Any]:
        """Return what shows it without a kernel: its words, and perhaps a picture, or a page."""
        return {"text/plain": repr(self)} | self._still()

    def _still(self) -> dict[str, Any]:
        """Return what shows it without a kernel besides its words."""
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


def _browser(page: str) -> str:
    """The part of a page's name that all pages of its browser share."""
    return page.rpartition(" ")[0]


class FollowingWidget(DisplayedWidget):
    """Shows what is done elsewhere: it looks again and again, as long as a page shows it."""

    every = 1.0
    """Seconds between two looks."""
    _task: "asyncio.Task[None] | None" = None

    def look(self) -> None:
        """See what has been done."""
        raise NotImplementedError

    def _begin(self) -> None:
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # a plain script
            return
        if self._task is None or self._task.done():
            self._task = loop.create_task(_following(ref(self)))

    def _closed(self) -> None:
        if self._task:
            self._task.cancel()
            self._task = None

    def _opened(self) -> None:
        self.look()
        self._begin()


async def _following(weak: "ref[Any]") -> None:
    """Look as long as the widget is on a page."""
    while (shown := weak()) is not None and shown.comm is not None:
        try:
            shown.look()
        except FmbookError as error:
            shown.complain(str(error))
        every = shown.every
        del shown
        await asyncio.sleep(every)


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
