"""Answers for a whole turn: what the reader has said once, and what cannot matter, the desk answers for the reader.

It gives ordinary orders: the engine sees no difference, and neither does a record.
"""

from collections import Counter
from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, Final, NamedTuple

from fmbook.core.events import Event
from fmbook.core.orders import Order
from fmbook.engine.legality import question
from fmbook.engine.matters import IN_VAIN, MORE_ASKED
from fmbook.play.positions import Position
from fmbook.text.wording import counted

if TYPE_CHECKING:
    from fmbook.widgets.desk.desk import Desk

__all__ = ["LIFT", "Standing", "asks_again", "declining"]

FOR_THE_TURN: Final = "{} for the rest of this turn"
LIFT: Final = "Ask me each time again"
MOST_TOLD: Final = 4


class Answer(NamedTuple):
    """An answer that was given for the reader: what was asked, what was done, and why, if the question was idle."""

    asked: str
    order: Order
    why: str


def declining(position: Position) -> Order | None:
    """Return the answer to a question in the enemy's phase that may be given for a whole turn; None where none is."""
    state = position.state
    if not state.asks or state.phase.side == state.side:
        return None
    kinds = (kind for kind in question(state).offers if kind.lasting and not kind.takes)
    return next((order for kind in kinds for order in position.legal_of(kind)), None)


def asks_again(position: Position) -> str:
    """Say what may lead to the same question again in the enemy's phase; nothing where that is rare."""
    return MORE_ASKED.of(position.state.setup)(position.state) if declining(position) else ""


class Standing:
    """What holds at a desk until the turn is over, and what was answered for its reader meanwhile."""

    def __init__(self, desk: "Desk") -> None:
        self._desk = desk
        self._kinds: dict[type[Order], str] = {}
        self._turn, self._since = 0, 0
        self.given: tuple[Answer, ...] = ()

    @property
    def shown(self) -> tuple[object, ...]:
        """What of it is shown."""
        return tuple(self.holding), self.given

    @property
    def holding(self) -> list[str]:
        """Name what holds now."""
        return list(self._kinds.values()) if self._turn == self._desk.game.turn else []

    def hold(self, order: Order) -> None:
        """Give this answer from now on, until the turn is over."""
        if self._turn != self._desk.game.turn:
            self._kinds = {}
        self._turn = self._desk.game.turn
        self._kinds[type(order)] = order.lasting
        self._desk.give(order)

    def lift(self) -> None:
        """Ask the reader again."""
        self._kinds, self.given = {}, ()

    def begin(self, given: int) -> None:
        """Note that the reader has given an order, after so many; in a phase of the reader's own a new story begins."""
        self._since, game = given, self._desk.game
        if game.at(given).state.phase.side == game.at(given).state.side:
            self.given = ()

    def answer(self) -> Iterator[Event]:
        """Answer for the reader as long as nothing is asked that the reader has to decide."""
        desk = self._desk
        while desk.opposing.is_there and desk.mine() and (found := self._due()):
            yield from desk.game.do(found.order)
            self.given = (*self.given, found)
            if not found.why:  # it is taken back with the order that it goes on from
                desk.talk.presses.note(desk.game.steps[self._since :])

    def _due(self) -> Answer | None:
        position = self._desk.game.seen_by(self._desk.game.side)
        order = declining(position)
        if order is None:
            return None
        why = IN_VAIN.of(position.state.setup)(position.state)
        held = type(order) in self._kinds and self._turn == self._desk.game.turn
        return Answer(position.prompt.text, order, "" if held else why) if held or why else None

    # --- on the desk ------------------------------------------------------------------------------

    def offered(self, position: Position) -> Iterator[tuple[str, Order]]:
        """Offer to answer for the rest of the turn, where the same may be asked again."""
        order = declining(position) if self._desk.opposing.is_there else None
        if order and asks_again(position):
            yield FOR_THE_TURN.format(order.lasting), order

    def told(self) -> str:
        """Write what holds, and what was answered for the reader."""
        lines = list(self._lines())
        body = "<br>".join(map(escape, lines))
        return f'<section class="fmbook-card"><h3>Answered for you</h3><p>{body}</p></section>' if lines else ""

    def _lines(self) -> Iterator[str]:
        for held in self.holding:
            yield f"{FOR_THE_TURN.format(held)}: so you said. “{LIFT}” lifts it, “Undo” takes it back."
        idle = [answer for answer in self.given if answer.why]
        for held, done in Counter(answer.order.lasting for answer in self.given if not answer.why).items():
            yield f"{held}: {counted(done, 'time')} in this turn, as you had said."
        for answer in idle[-MOST_TOLD:]:
            yield f"Not asked: “{answer.asked}” {answer.why}"
