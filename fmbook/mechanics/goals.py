"""Goals of short scenarios: a side has to hold some places when time is up."""

from fmbook.core.sides import noun
from fmbook.core.state import Outcome, State

__all__ = ["held_or_denied"]


def held_or_denied(state: State, rule: str) -> Outcome:
    """Judge a scenario by its own goal: the side that has one wins if it stands on all its places."""
    goal, sides = state.setup.data["goal"], state.setup.sides
    side = sides.index(goal["side"])
    places = frozenset(map(state.board.at, goal["hexes"]))
    if places <= state.forces[side].places:
        return Outcome(goal["side"], "held", rule, goal["text"])
    other = sides[1 - side]
    return Outcome(other, "denied", rule, f"Time is up: {noun(other):has} denied {noun(goal['side'])} the goal.")
