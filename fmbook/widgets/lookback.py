"""A page about a game that goes on: it follows by itself a moment after an order, or when its button is pressed."""

import asyncio
from time import monotonic
from typing import Final, Protocol, cast

from ipywidgets import VBox

from fmbook.play.game import Game
from fmbook.play.succession import Watch
from fmbook.widgets.desk.controls import Pieces
from fmbook.widgets.page.guard import guarded
from fmbook.widgets.page.lifetime import DisplayedWidget
from fmbook.widgets.page.shell import PageShell
from fmbook.widgets.page.told import HTML

__all__ = ["LookBack"]


class Page(Protocol):
    """A page about games, which can be made anew; ``label`` is what its button says."""

    @property
    def label(self) -> str:
        """What the button says."""

    @property
    def games(self) -> tuple[Game, ...]:
        """The games of which one was played."""

    def afresh(self) -> "Page":
        """Return the page as it is now."""

    def _repr_html_(self) -> str: ...


INVITATION: Final = "This page follows the game by itself: give orders on its board."
BEHIND: Final = "The game has gone on. It is a long one: press the button when you want to read this page."
MOMENT: Final = 1.2  # seconds without an order, after which the page follows
QUICK: Final = 0.15  # seconds: what takes longer would keep the next order waiting


class LookBack(DisplayedWidget, VBox):  # type: ignore[misc]  # ipywidgets has no types
    """A comparison or a debrief: it reads the game again, so that no cell has to be run for it."""

    def __init__(self, page: Page) -> None:
        self.page, pieces = page, Pieces()
        self._took, self._due = 0.0, cast("asyncio.TimerHandle | None", None)
        self._shell = PageShell(label=page.label, says=INVITATION)
        self._again = pieces.button(page.label, "Read the game as it stands now")
        self._again.on_click(lambda _: self._on_again())
        self._words: HTML = pieces.words("fmbook-page", value=self._told())
        super().__init__(
            [pieces.row(self._again), self._shell, self._words], _dom_classes=("fmbook-desk", "fmbook-rules")
        )
        self._tie(self._shell)
        self._opened()

    def _told(self) -> str:
        return f"<section>{self.page._repr_html_()}</section>"

    def _read(self) -> None:
        began = monotonic()
        self.page = self.page.afresh()
        self._words.value = self._told()
        self._took = monotonic() - began

    @guarded
    def _on_again(self) -> None:
        self._read()
        self._shell.says = "Done: the page shows the game as it stands now."

    # --- following the game --------------------------------------------------------------------------

    def _opened(self) -> None:
        self._watch = Watch(self.page.games, self._on_played)

    def _closed(self) -> None:
        self._wait_no_more()
        self._watch.stop()

    def _on_played(self) -> None:
        """Follow when nothing more has been ordered for a moment; without an event loop at once."""
        self._wait_no_more()
        try:
            self._due = asyncio.get_running_loop().call_later(MOMENT, self._follow)
        except RuntimeError:  # a plain script
            self._follow()

    def _wait_no_more(self) -> None:
        if self._due:
            self._due.cancel()
            self._due = None

    @guarded
    def _follow(self) -> None:
        if self._took > QUICK:
            self._shell.says = BEHIND
        else:
            self._read()
            self._shell.says = INVITATION

    def __repr__(self) -> str:
        return str(self.page)
