"""A pupil's page: the desk of the seat, and below it the questions at the door, when they are wanted."""

from typing import Any, Final

from ipywidgets import VBox

from fmbook.lessons.exercises import Ticket
from fmbook.play.tables import Table
from fmbook.widgets.desk.controls import Pieces
from fmbook.widgets.exercises import TicketBox
from fmbook.widgets.page.guard import guarded
from fmbook.widgets.page.told import HTML
from fmbook.widgets.table import TableDesk

__all__ = ["SeatsPage"]

ASKS: Final = "Questions before you go"
INVITES: Final = "Your answers are kept with your table, for your teacher. The last one to each question counts."


class SeatsPage(VBox):  # type: ignore[misc]  # ipywidgets has no types
    """The table, and the exit ticket of the chapter."""

    def __init__(self, table: Table, ticket: Ticket | None) -> None:
        self.desk, self._ticket, pieces = TableDesk(table, fixed=True), ticket, Pieces()
        self.ask = pieces.toggle(ASKS, INVITES)
        self.ask.observe(self._on_ask, "value")
        self.place = pieces.column()
        offered = [pieces.row(self.ask), self.place] if ticket and (ticket.exercises or ticket.questions) else []
        super().__init__([self.desk, *offered], _dom_classes=("fmbook-desk", "fmbook-seat"))

    def complain(self, sentence: str) -> None:
        """Show what went wrong."""
        self.desk.complain(sentence)

    @guarded
    def _on_ask(self, change: dict[str, Any]) -> None:
        if change["new"] and not self.place.children and self._ticket:
            self.place.children = [HTML(f"<p>{INVITES}</p>"), TicketBox(self._ticket)]
        self.place.layout.display = None if change["new"] else "none"

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        bundle: dict[str, Any] = super()._repr_mimebundle_(**kwargs)
        return bundle | {"text/plain": repr(self.desk.table)}
