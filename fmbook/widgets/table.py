"""A table on the page: who sits where, buttons to sit down and to ask for an order back, and the desk of one's seat.

It follows the other desks by itself, four times a second. Until one has sat down, one watches.
"""

from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any, Final

from ipywidgets import VBox

from fmbook.core.sides import noun, opening
from fmbook.play.tables import AtTable
from fmbook.widgets.desk.controls import Pieces
from fmbook.widgets.desk.desk import Desk, board_svg, desk
from fmbook.widgets.page.guard import guarded
from fmbook.widgets.page.lifetime import FollowingWidget
from fmbook.widgets.page.shell import PageShell
from fmbook.widgets.page.told import HTML

__all__ = ["TableDesk"]

SEATS_EVERY: Final = 8  # looks between two looks at who sits where
WORDS: Final = {"you": "you", "taken": "taken", "left": "left a while ago, so it is free", "free": "free"}
WATCHING: Final = "You are watching. Whoever plays at this table is followed here by itself; to play, take a side."
PLAYING: Final = "You sit with {}. Orders of the other desk are seen here at once."
ASKED: Final = "You have asked the other side. The order goes back when it agrees."
OPPOSITE: Final = {
    "taken": "Somebody plays {} with you.", "free": "Nobody plays {} yet.", "left": "Whoever played {} has gone.",
}  # fmt: skip
OPEN_HANDS: Final = (
    "This is a table for people who trust each other: whoever writes code in this notebook could read the other hand."
)
HIDDEN_HANDS: Final = (
    "A referee holds this game: nothing of the other hand, or of the dice to come, is in this notebook."
)


class TableDesk(FollowingWidget, VBox):  # type: ignore[misc]  # ipywidgets has no types
    """One table, as one seat sees it. Whose seat is ``fixed`` sits down and gets up elsewhere, as on a class's page."""

    every = 0.25

    def __init__(self, table: AtTable, *, fixed: bool = False) -> None:
        self.table, self._pieces, self._fixed = table, Pieces(), fixed
        self._shell = PageShell(label=f"Table {table.name}", says=WATCHING)
        if fixed:
            self._shell.says = ""
        self._notice: HTML = self._pieces.words("fmbook-notice")
        self._told: HTML = self._pieces.words("fmbook-page")
        self._buttons = self._pieces.row()
        self._place = self._pieces.column()
        self._shown: Any = None
        self._looks = 0
        seats = [self._pieces.row(self._told, self._buttons)] if fixed else [self._told, self._buttons]
        parts = [self._notice, *seats, self._shell, self._place]
        kind = ("fmbook-fixed",) if fixed else ()
        super().__init__(parts, layout={"margin": "4px 0"}, _dom_classes=("fmbook-desk", "fmbook-table", *kind))
        self._tie(self._shell)
        self.show()
        self._begin()

    # --- what is shown --------------------------------------------------------------------

    def show(self) -> None:
        """Show who sits where; and the desk of our seat, or what those see who watch."""
        table = self.table
        seats, wish = table.seats, table.wish
        self._notice.value = notice(table)
        given = table.game.given
        now = seats, wish, bool(given), table.sides, given if not table.sides else None
        if now == self._shown:
            return
        before, self._shown = self._shown, now
        listed = "; ".join(f"{escape(str(noun(side)))}: {WORDS[who]}" for side, who in seats.items())
        listed = listed[:1].upper() + listed[1:]
        said = HIDDEN_HANDS if table.hides_hands else OPEN_HANDS
        hands = f" {said}" if table.game.setup.markers and not self._fixed else ""
        self._told.value = f"<p><strong>Table {escape(table.name)}.</strong> {listed}.{hands}</p>"
        if self._fixed:
            self._told.value = f"<p>{escape(_opposite(seats))}</p>"
        self._buttons.children = [self._button(label, tip, do) for label, tip, do in self._offered(seats, wish)]
        if before is None or before[3] != now[3] or (self._shell.says == ASKED and not wish):
            self._shell.says = self._standing()
        if before is None or before[3:] != now[3:]:
            self._place.children = [self._seat()]

    def _standing(self) -> str:
        """Say whether we play or watch; a page of a class says that above the table."""
        sides = " and ".join(map(str, map(noun, self.table.sides)))
        return "" if self._fixed else PLAYING.format(sides) if sides else WATCHING

    def _offered(self, seats: dict[str, str], wish: str) -> list[tuple[str, str, Callable[[], None]]]:
        table = self.table
        found: list[tuple[str, str, Callable[[], None]]] = []
        for side, who in seats.items():
            if who in ("free", "left") and not table.sides and not self._fixed:
                found.append((f"Play {noun(side)}", f"Sit down with {noun(side)}", partial(table.sit, side)))
        if wish and wish not in table.sides and table.sides:
            says = f"{opening(wish):asks} to take the last order back"
            found.append((f"Let {noun(wish)} take it back", says, table.give_back))
        if table.sides and table.game.given and wish not in table.sides:
            found.append(("Ask to take it back", "Ask the other side to let you take the last order back", self._ask))
        if table.sides and not self._fixed:
            found += [
                (f"Get up from {noun(side)}", "Leave the seat to somebody else", partial(table.leave, side))
                for side in table.sides
            ]
        return found

    def _ask(self) -> None:
        self.table.ask_back()
        self._shell.says = ASKED

    def _button(self, label: str, tip: str, do: Callable[[], None]) -> Any:
        button = self._pieces.button(label, tip)
        button.on_click(lambda _: self._on_button(do))
        return button

    def _seat(self) -> Any:
        """Return the desk of our side, or the board for those who watch."""
        sides = self.table.sides
        if sides:
            return desk(self.table.game, you=sides[0] if len(sides) == 1 else None)
        return HTML(board_svg(self.table.game))

    # --- what happens ---------------------------------------------------------------------

    @guarded
    def _on_button(self, do: Callable[[], None]) -> None:
        do()
        self.show()

    @guarded
    def look(self) -> None:
        """See what the others have done."""
        since = len(self.table.game.entries)
        came = self.table.catch_up()
        if came and isinstance(at_desk := next(iter(self._place.children), None), Desk):
            at_desk.follow_others(since)
        self._looks += 1
        if came or self._looks % SEATS_EVERY == 0:
            self.show()

    def __repr__(self) -> str:
        return repr(self.table)


def _opposite(seats: dict[str, str]) -> str:
    """Say whether anybody sits opposite."""
    said = (OPPOSITE[who].format(noun(side)) for side, who in seats.items() if who != "you")
    return " ".join(said) if "you" in seats.values() else "You have lost your seat. Reload this page."


def notice(table: AtTable) -> str:
    """Write what the teacher says to the table."""
    said = [("fmbook-halted", table.halted), ("fmbook-told", table.told)]
    return "".join(f'<p class="{kind}" role="status">{escape(text)}</p>' for kind, text in said if text)
