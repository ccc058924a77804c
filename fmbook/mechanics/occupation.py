"""Who holds a place or was last in it: what a march leads through, which places change hands, who has the goal."""

from collections.abc import Iterator, Set

from fmbook.core.events import Event
from fmbook.core.facts import Fact
from fmbook.core.orders import Move
from fmbook.core.sides import noun
from fmbook.core.state import Outcome, State, Unit
from fmbook.engine.matters import WATCHED
from fmbook.mechanics.movement import field_of, mover, track, way

__all__ = ["changes_hands", "held_or_denied", "marched_through"]


def marched_through(state: State, march: Move) -> frozenset[int]:
    """Return the watched places that a march will lead through, worked out only where it could make a difference."""
    watched = WATCHED.of(state.setup)(state)
    if not watched:
        return frozenset()
    board, unit = state.board, state.setup.unit(march.unit)
    to, via = board.at(march.to), tuple(map(board.at, march.via))
    if via:
        found = way(state, unit, to, via)
        entered = found[1][1:] if found else (to,)
    else:
        entered = track(state, unit, to) if _on_the_way(state, unit, to, watched) else (to,)
    return watched.intersection(entered)


def _on_the_way(state: State, unit: Unit, to: int, watched: frozenset[int]) -> bool:
    """Tell whether a cheapest way can lead through a watched place: not if that were a detour on the best of ground."""
    field = field_of(state, unit)
    if not field.meets(watched):
        return False
    board, cheapest, most = state.board, state.setup.ways(mover(state, unit)).cheapest, field.cost(to) or 0
    return any(price + cheapest * board.distance(place, to) <= most for place, price in field.nearer(most, watched))


def changes_hands(state: State, fact: Fact[frozenset[int]], entered: Set[int], *, gained: bool) -> Iterator[Event]:
    """Let the places that one side was the last to enter, kept as a fact of the game, gain or lose some."""
    held = fact.of(state)
    changed = held | entered if gained else held - entered
    if changed != held:
        yield fact.becomes(changed)


def held_or_denied(state: State, rule: str) -> Outcome:
    """Judge a scenario by its own goal: the side that has one wins if it stands on all its places."""
    goal, sides = state.setup.data["goal"], state.setup.sides
    side = sides.index(goal["side"])
    places = frozenset(map(state.board.at, goal["hexes"]))
    if places <= state.forces[side].places:
        return Outcome(goal["side"], "held", rule, goal["text"])
    other = sides[1 - side]
    return Outcome(other, "denied", rule, f"Time is up: {noun(other):has} denied {noun(goal['side'])} the goal.")
