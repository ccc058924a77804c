"""Zones of control: the hexes that units hold under their eyes."""

from collections.abc import Set

from fmbook.core.bitsets import PlaceSet
from fmbook.core.cache import per_side, per_state
from fmbook.core.state import State
from fmbook.engine.matters import CLOSED_TO_CHAINS, ZONE

__all__ = ["adjacent_to", "closed_to_chains", "entangled", "shared_places", "watched", "zone"]


@per_state
def zone(state: State, side: int) -> Set[int]:
    """Return the hexes in the zones of a side's units, as the rulebook settles it."""
    return ZONE.of(state.setup)(state, side)


def watched(state: State, side: int) -> PlaceSet:
    """Return the same hexes as bits."""
    bit_index = state.board.bit_index
    return PlaceSet(bit_index, bit_index.kept_bits(frozenset(zone(state, side))))


def closed_to_chains(state: State, side: int) -> Set[int]:
    """Return the hexes that a chain traced by a side cannot use, as the rulebook settles it."""
    return CLOSED_TO_CHAINS.of(state.setup)(state, side)


def entangled(state: State, side: int) -> Set[int]:
    """Return the units of a side that share their place with an enemy."""
    shared, at = shared_places(state), state.forces[side].at
    return frozenset(unit for place in shared for unit in at[place]) if shared else frozenset()


def shared_places(state: State) -> Set[int]:
    """Return the places that both sides hold."""
    first, second = state.held(0), state.held(1)
    shared = first.bits & second.bits
    return PlaceSet(first.bit_index, shared) if shared else frozenset()


@per_side
def adjacent_to(state: State, side: int) -> Set[int]:
    """Return the hexes next to a side's units."""
    neighbours = state.board.neighbours
    return frozenset[int]().union(*(neighbours[place] for place in state.forces[side].places))
