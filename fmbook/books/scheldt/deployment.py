"""Section 18.0: the set-up, where the players have a choice."""

from collections.abc import Iterable, Iterator

from fmbook.books.fire_and_movement.sequence import one_player_then_the_other
from fmbook.books.scheldt.sequence import ALLIED
from fmbook.components.setup import Setup
from fmbook.core.dice import Chance
from fmbook.core.events import Event
from fmbook.core.orders import Place
from fmbook.core.state import OFF_MAP, Phase, State, Unit
from fmbook.core.verdicts import Bar, Only
from fmbook.engine.matters import SEQUENCE
from fmbook.engine.rulebook import does, forbids, settles
from fmbook.mechanics.sequence import only_the_next, placed

FREE = "free-set-up"


@settles("scheldt:18.0/phases", SEQUENCE, replaces="fm:4.0", option=FREE, clauses=("SC-18.0-A10",))
def the_allies_place_some_units_first(setup: Setup, turn: int) -> tuple[Phase, ...]:
    """Before turn 1 the Allied side chooses the posts of the seven units that have a choice."""
    first = (Phase(f"{setup.sides[ALLIED]} set-up", ALLIED, "set-up"),) if turn == setup.data["from turn"] else ()
    return (*first, *one_player_then_the_other(setup, turn))


@forbids("scheldt:18.0", Place, bars="units", option=FREE)
def units_are_placed_in_order(state: State, side: int) -> Iterable[Only]:
    """The units that have a choice are placed one after another."""
    return (only_the_next(_waiting(state, side)),)


@forbids(
    "scheldt:18.0/where",
    Place,
    bars="hexes",
    option=FREE,
    clauses=("SC-18.0-A10", "SC-18.0-A11", "SC-18.0-A12", "SC-18.0-A13", "SC-18.0-A14", "SC-18.0-A15", "SC-18.0-A16"),
)
def around_the_docks_of_antwerp(state: State, unit: Unit) -> Iterator[Bar]:
    """They start on 3320 or 3321 or next to one of these, one to a hex."""
    yield Only(unit.entry, "{to} is neither 3320 or 3321 nor next to one of them")
    yield Bar(state.forces[unit.side].places, "{to} holds a unit already")


@does("scheldt:18.0/place", Place, option=FREE)
def set_up(state: State, order: Place, chance: Chance) -> Iterator[Event]:
    """A unit is placed; with the last one turn 1 begins."""
    yield from placed(state, order, _waiting(state, state.side))


def _waiting(state: State, side: int) -> list[int]:
    """Return the units off the map that have a choice of posts and no turn of arrival."""
    return [
        unit.number
        for unit in state.setup.units
        if unit.side == side and unit.entry and not unit.arrives and state.where[unit.number] == OFF_MAP
    ]
