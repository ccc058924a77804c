"""Section 16.2: who was the last in the road hexes from Woensdrecht to Schore."""

from collections.abc import Iterator

from fmbook.books.scheldt.facts import ROAD_HELD
from fmbook.books.scheldt.orders import Landed
from fmbook.books.scheldt.sequence import ALLIED, GERMAN
from fmbook.core.dice import Chance
from fmbook.core.events import Advanced, Event, Moved, Retreated
from fmbook.core.state import State
from fmbook.engine.matters import WATCHED
from fmbook.engine.rulebook import follows, settles
from fmbook.mechanics.occupation import changes_hands

ROAD = "road_to_schore"  # a feature of the board


@settles("scheldt:16.2/watched", WATCHED, clauses=("SC-16.1-3", "SC-16.2-1"))
def where_it_matters_who_was_there(state: State) -> frozenset[int]:
    """Of the road from Woensdrecht to Schore it matters who was there last, if only in passing."""
    return state.board.having(ROAD)


def last_held(state: State) -> frozenset[int]:
    """Return the road hexes from Woensdrecht to Schore in which an Allied unit is, or was the last to be."""
    held, ours, theirs = ROAD_HELD.of(state), state.forces[ALLIED].at, state.forces[GERMAN].at
    road = state.board.having(ROAD)
    return frozenset([place for place in road if (place in held or place in ours) and place not in theirs])


def was_last_in(state: State, place: int) -> bool:
    """Tell whether it is one of them."""
    held = place in state.forces[ALLIED].at or place in ROAD_HELD.of(state)
    return held and place not in state.forces[GERMAN].at


def _trodden(state: State, unit: str, places: frozenset[int]) -> Iterator[Event]:
    entered = places & state.board.having(ROAD)
    return changes_hands(state, ROAD_HELD, entered, gained=state.setup.unit(unit).side == ALLIED)


@follows("scheldt:16.2/march", Moved, clauses=("SC-16.1-3", "SC-16.2-1"))
def who_marched_there(state: State, event: Moved, chance: Chance) -> Iterator[Event]:
    """Whoever marches along the road from Woensdrecht to Schore was there last."""
    return _trodden(state, event.unit, event.passed | {state.board.at(event.start)})


@follows("scheldt:16.2/advance", Advanced, clauses=("SC-16.1-3", "SC-16.2-1"))
def who_advanced_there(state: State, event: Advanced, chance: Chance) -> Iterator[Event]:
    """An advance occupies as well as a march does."""
    return _trodden(state, event.unit, frozenset({state.board.at(event.to)}))


@follows("scheldt:16.2/retreat", Retreated, clauses=("SC-16.1-3", "SC-16.2-1"))
def who_fell_back_there(state: State, event: Retreated, chance: Chance) -> Iterator[Event]:
    """A retreat occupies the hexes that it leads through."""
    return _trodden(state, event.unit, frozenset(map(state.board.at, event.way)))


@follows("scheldt:16.2/landing", Landed, clauses=("SC-16.2-1",))
def who_landed_there(state: State, event: Landed, chance: Chance) -> Iterator[Event]:
    """A landing occupies its hex."""
    return _trodden(state, event.unit, frozenset({state.board.at(event.to)}))
