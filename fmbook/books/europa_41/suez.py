"""41.B · The Suez Canal opens and closes."""

from collections.abc import Iterable, Iterator

from fmbook.books.europa_41.facts import CANAL
from fmbook.books.europa_41.orders import CloseCanal, ReopenCanal
from fmbook.books.europa_41.ownership import ashore, axis_sides
from fmbook.books.europa_41.sailing import CLOSED, OPEN, SHUT
from fmbook.books.europa_41.supply import is_supplied
from fmbook.books.europa_41.tasks import did
from fmbook.core.dice import Chance
from fmbook.core.events import Event, PhaseBegan
from fmbook.core.state import State
from fmbook.core.verdicts import Reason
from fmbook.engine.rulebook import does, follows, forbids

__all__: list[str] = []


@follows("europa_41:41.B.3/shut", PhaseBegan, clauses=("R41-B.3-a", "R41-B.3-b"))
def blocked_for_ever(state: State, event: PhaseBegan, chance: Chance) -> Iterable[Event]:
    """If the Axis owns a side of the canal as any initial phase begins, it is blocked for the rest of the game."""
    has_canal = event.phase.kind == "initial" and state.board.links("suez")
    if not has_canal or not axis_sides(state) or CANAL.of(state) == SHUT:
        return ()
    return CANAL.becomes(SHUT, "The Suez Canal is blocked for good."), did(state, "canal shut")


@forbids("europa_41:41.B.1/when", CloseCanal, clauses=("R41-B.1-a", "R41-B.1-b"))
def with_the_enemy_in_the_delta(state: State, order: CloseCanal) -> Iterator[Reason]:
    """The Allies may close an open canal while an Axis unit in regular supply stands in the Egyptian Delta."""
    yield from _allied(state)
    if CANAL.of(state) != OPEN:
        yield Reason("only an open canal can be closed for a time")
    axis = state.setup.sides.index("Axis")
    delta, near = state.board.having("delta"), state.units(ashore(state, axis))
    if not any(is_supplied(state, unit) for unit in near if state.where[unit.number] in delta):
        yield Reason("no Axis unit in regular supply stands in the Egyptian Delta")


def _allied(state: State) -> Iterator[Reason]:
    if not state.board.links("suez"):
        yield Reason("there is no Suez Canal on this board")
    elif state.setup.sides[state.side] != "Allied":
        yield Reason("that is for the Allied player to decide")


@does("europa_41:41.B.1/close", CloseCanal, clauses=("R41-B.1-a",))
def close_for_a_time(state: State, order: CloseCanal, chance: Chance) -> Iterator[Event]:
    """A closed canal lets nobody through until it is opened again."""
    yield CANAL.becomes(CLOSED, "The Suez Canal is closed for a time.")
    yield did(state, "canal closed")


@forbids("europa_41:41.B.2/when", ReopenCanal, clauses=("R41-B.2-a", "R41-B.3-b"))
def all_sides_allied(state: State, order: ReopenCanal) -> Iterator[Reason]:
    """The Allies may reopen a canal that is closed for a time, if they own all its sides; a blocked one never."""
    yield from _allied(state)
    if CANAL.of(state) == SHUT:
        yield Reason("the canal is blocked for good", rule="europa_41:41.B.3")
    elif CANAL.of(state) == OPEN:
        yield Reason("the canal is open")
    elif axis_sides(state):
        yield Reason("not all sides of the canal are Allied-owned")


@does("europa_41:41.B.2/open", ReopenCanal, clauses=("R41-B.2-a",))
def open_again(state: State, order: ReopenCanal, chance: Chance) -> Iterator[Event]:
    """An opened canal can be used again."""
    yield CANAL.becomes(OPEN, "The Suez Canal is open again.")
    yield did(state, "canal open")
