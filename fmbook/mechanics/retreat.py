"""Retreats: hex by hex away from the fight, offered only if the rest of the way can still be completed."""

from collections.abc import Iterator, Set

from fmbook.core.state import State, Unit
from fmbook.engine.bars import shut
from fmbook.engine.rulebook import Step
from fmbook.mechanics.movement import mover

__all__ = ["Flee", "closed_to_retreat", "full_hexes", "is_complete", "next_hexes"]


class Flee(Step):
    """Not an order but an act: falling back into a hex. Rules close hexes to it."""

    speaks = "Falling back to {to}"


def full_hexes(state: State, side: int) -> Set[int]:
    """Give the hexes in which a side has no room for another unit, as the rulebook settles it."""
    return state.setup.book.settled["full hexes"].function(state, side)  # type: ignore[no-any-return]


def closed_to_retreat(state: State, unit: Unit) -> Set[int]:
    """Give the hexes that rules close to a retreating unit."""
    return shut(state.setup.book.guard(Flee).second, state, unit, state.setup.all_places)


def is_complete(state: State, unit: Unit, way: tuple[int, ...], count: int) -> bool:
    """Tell whether a way back may end here, as the rulebook settles it."""
    return state.setup.book.settled["retreat ends"].function(state, unit, way, count)  # type: ignore[no-any-return]


def next_hexes(state: State, unit: Unit, way: tuple[int, ...], count: int) -> frozenset[int]:
    """Give the hexes by which a way back may go on."""
    closed = closed_to_retreat(state, unit)
    return frozenset(_next(state, unit, way, count, closed))


def _next(state: State, unit: Unit, way: tuple[int, ...], count: int, closed: Set[int]) -> Iterator[int]:
    start = state.where[unit.number]
    here, ways = (way[-1] if way else start), state.setup.ways(mover(state, unit)).prices
    for there in state.board.neighbours[here]:
        if there in closed or (here, there) not in ways or state.board.distance(start, there) != len(way) + 1:
            continue
        longer = (*way, there)
        # a place is a number, and the first one of a board is 0
        if is_complete(state, unit, longer, count) or next(_next(state, unit, longer, count, closed), None) is not None:
            yield there
