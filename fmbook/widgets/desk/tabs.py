"""What lies at the foot of a desk or is offered at its head, each made when it is first wanted.

Most readers never open them, and whatever is made beforehand keeps the map waiting.
"""

from collections.abc import Iterable
from html import escape
from typing import Any, Final

from ipywidgets import HBox, Layout, VBox

from fmbook.opponents import Player
from fmbook.widgets.desk.controls import Pieces
from fmbook.widgets.page.told import HTML, IntSlider, Text, ToggleButtons

__all__ = ["OPPONENT", "PAGES", "REPLAY", "SAVING", "Offer", "OpponentPage", "ReplayPage", "SavingPage", "in_words"]

SAVING: Final = "Save and resume"
OPPONENT: Final = "Opponent"
REPLAY: Final = "Replay"
PAGES: Final = ("Board in words", "Diary", REPLAY, SAVING, OPPONENT)
PACES: Final = (("Slow", 3.0), ("Normal", 1.0), ("At once", 0.0))


class ReplayPage(HBox):  # type: ignore[misc]  # ipywidgets has no types
    """A slider through the game."""

    def __init__(self, pieces: Pieces) -> None:
        self.slider = IntSlider(
            min=0, max=0, description="Order", continuous_update=False, layout={"width": "min(520px, 96%)"}
        )
        self.play, self.present = pieces.button("Play"), pieces.button("Back to the game")
        super().__init__([self.slider, self.play, self.present], layout=pieces.plain, _dom_classes=("fmbook-row",))


class SavingPage(VBox):  # type: ignore[misc]  # ipywidgets has no types
    """The code of the game, and what can be done with it."""

    def __init__(self, pieces: Pieces) -> None:
        self.code = Text(description="Code", continuous_update=True, layout={"width": "min(560px, 96%)"})
        self.show_code, self.copy = pieces.button("Show the resume code"), pieces.button("Copy the code")
        self.download, self.resume = pieces.button("Download the record"), pieces.button("Resume this code")
        below = pieces.row(self.show_code, self.copy, self.download, self.resume)
        super().__init__([self.code, below], layout=pieces.plain)


class OpponentPage(VBox):  # type: ignore[misc]  # ipywidgets has no types
    """Whom one may play against: a button for each, what it does, how strong it is."""

    def __init__(self, pieces: Pieces, found: Iterable[Player]) -> None:
        self.chosen: dict[str, Any] = {}
        rows = []
        for player in found:
            self.chosen[player.name] = button = pieces.button(player.name, f"Play against {in_words(player.name)}")
            strength = f"{player.strength[:1].upper()}{player.strength[1:]}."
            told = f"<p>{escape(player.says)} <small>{escape(strength)}</small></p>"
            rows.append(pieces.row(button, pieces.words("fmbook-moment", value=told), name="fmbook-moments"))
        tips = [f"The other side's orders: {label.casefold()}" for label, _ in PACES]
        self.pace = ToggleButtons(
            options=PACES, value=1.0, tooltips=tips, description="Its pace", _dom_classes=("fmbook-pace",)
        )
        super().__init__([*rows, self.pace], layout=pieces.plain)


def in_words(name: str) -> str:
    """Name a machine player in a sentence."""
    return f"the machine ({name})"


class Offer(HBox):  # type: ignore[misc]  # ipywidgets has no types
    """An earlier game to go on with."""

    def __init__(self, pieces: Pieces) -> None:
        self.offered: HTML = pieces.words()
        self.go_on, self.start_new = pieces.button(""), pieces.button("")
        parts = [self.offered, self.go_on, self.start_new]
        super().__init__(parts, layout=Layout(), _dom_classes=("fmbook-row", "fmbook-offer"))

    def show(self, offered: str, go_on: str, leave: str) -> None:
        """Say what is offered, and what can be done about it."""
        self.offered.value = offered
        self.go_on.description = self.go_on.tooltip = go_on
        self.start_new.description, self.start_new.tooltip = leave, f"{leave}; this is not offered again"
