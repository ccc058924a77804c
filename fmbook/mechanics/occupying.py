"""Who was the last to be in a place: what a march leads through, and which of the watched places change hands."""

from collections.abc import Iterator, Set

from fmbook.events import Event, Moved, Recorded
from fmbook.mechanics.marching import field_of, mover, track, way
from fmbook.state import State, Unit

__all__ = ["changes_hands", "marched_through"]


def marched_through(state: State, march: Moved, watched: Set[int]) -> frozenset[int]:
    """Give the places that a march has led through, worked out only where it could make a difference."""
    board, unit = state.board, state.kit.unit(march.unit)
    to, via = board.at(march.to), tuple(map(board.at, march.via))
    before = state.with_unit(unit.number, board.at(march.start)).but(spent=state.spent - {unit.number})
    if via:
        found = way(before, unit, to, via)
        return frozenset(found[1][1:]) if found else frozenset({to})
    return frozenset(track(before, unit, to)) if _on_the_way(before, unit, to, watched) else frozenset({to})


def _on_the_way(state: State, unit: Unit, to: int, watched: Set[int]) -> bool:
    """Tell whether a cheapest way can lead through a watched place: not if that were a detour on the best of ground."""
    field, board, cheapest = field_of(state, unit), state.board, state.kit.ways(mover(state, unit)).cheapest
    most = field.prices.get(to, 0)
    near = watched & field.reach
    return any(field.prices[place] + cheapest * board.distance(place, to) <= most for place in near if place != to)


def changes_hands(state: State, fact: str, entered: Set[int], *, gained: bool) -> Iterator[Event]:
    """Let the places that one side was the last to enter, kept as a fact of the game, gain or lose some."""
    held: frozenset[int] = state.facts.get(fact, frozenset())
    changed = held | entered if gained else held - entered
    if changed != held:
        yield Recorded(fact, changed)
