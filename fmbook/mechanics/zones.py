"""Zones of control: the hexes that units hold under their eyes."""

from collections.abc import Set

from fmbook.ground.seats import Marked
from fmbook.state import State

ZONES = ("first zone", "second zone")

__all__ = ["adjacent_to", "closed_to_chains", "entangled", "shared_places", "zone"]


def zone(state: State, side: int) -> Set[int]:
    """Give the hexes in the zones of a side's units, as the rulebook settles it."""
    known, key = state.known, ZONES[side]  # asked several times for each unit that is listed
    found: Set[int] | None = known.get(key)
    if found is None:
        settled = state.kit.book.settled.get("zone")
        found = known[key] = settled.function(state, side) if settled else frozenset()
    return found


def closed_to_chains(state: State, side: int) -> Set[int]:
    """Give the hexes that a chain traced by a side cannot use, as the rulebook settles it."""
    return state.kit.book.settled["closed to chains"].function(state, side)  # type: ignore[no-any-return]


def entangled(state: State, side: int) -> Set[int]:
    """Give the units of a side that share their place with an enemy."""
    shared, at = shared_places(state), state.forces[side].at
    return frozenset(unit for place in shared for unit in at[place]) if shared else frozenset()


def shared_places(state: State) -> Set[int]:
    """Give the places that both sides hold."""
    first, second = state.held(0), state.held(1)
    shared = first.bits & second.bits
    return Marked(first.seats, shared) if shared else frozenset()


def adjacent_to(state: State, side: int) -> Set[int]:
    """Give the hexes next to a side's units."""
    memo = state.forces[side].memo
    if "adjacent" not in memo:
        neighbours = state.board.neighbours
        memo["adjacent"] = frozenset().union(*(neighbours[place] for place in state.forces[side].places))
    return memo["adjacent"]  # type: ignore[no-any-return]
