"""A page about a game that goes on, with a button to make it anew."""

from typing import Protocol

from ipywidgets import VBox

from fmbook.widgets.desk.controls import Pieces
from fmbook.widgets.page.guard import guarded
from fmbook.widgets.page.lifetime import DisplayedWidget
from fmbook.widgets.page.shell import PageShell
from fmbook.widgets.page.told import HTML

__all__ = ["LookBack"]


class Page(Protocol):
    """A page about a game, which can be made anew; ``label`` is what its button says."""

    @property
    def label(self) -> str:
        """What the button says."""

    def afresh(self) -> "Page":
        """Return the page as it is now."""

    def _repr_html_(self) -> str: ...


INVITATION = "Press the button when you have gone on with the game."


class LookBack(DisplayedWidget, VBox):  # type: ignore[misc]  # ipywidgets has no types
    """A comparison or a debrief: its button reads the game again, so that no cell has to be run for it."""

    def __init__(self, page: Page) -> None:
        self.page, pieces = page, Pieces()
        self._shell = PageShell(label=page.label, says=INVITATION)
        self._again = pieces.button(page.label, "Read the game as it stands now")
        self._again.on_click(lambda _: self._on_again())
        self._words: HTML = pieces.words("fmbook-page", value=self._told())
        super().__init__(
            [pieces.row(self._again), self._shell, self._words], _dom_classes=("fmbook-desk", "fmbook-rules")
        )
        self._tie(self._shell)

    def _told(self) -> str:
        return f"<section>{self.page._repr_html_()}</section>"

    @guarded
    def _on_again(self) -> None:
        self.page = self.page.afresh()
        self._words.value = self._told()
        self._shell.says = "Done: the page shows the game as it stands now."

    def __repr__(self) -> str:
        return str(self.page)
