"""Toy rules: goals, what a side must reach or hold, and when it has."""

from collections.abc import Iterator

from fmbook.core.dice import Chance
from fmbook.core.events import (
    Advanced,
    Eliminated,
    Entered,
    Event,
    GameEnded,
    Moved,
)
from fmbook.core.sides import noun
from fmbook.core.state import Outcome, State
from fmbook.engine.matters import OUTCOME
from fmbook.engine.rulebook import follows, settles


def _goal_side(state: State) -> int:
    return state.setup.sides.index(state.setup.data["goal"]["side"])


def _holds_goal(state: State) -> bool:
    side = _goal_side(state)
    places = {state.board.at(name) for name in state.setup.data["goal"].get("hexes", ())}
    return bool(places) and places <= state.forces[side].places


def _won(state: State) -> Outcome:
    goal = state.setup.data["goal"]
    return Outcome(goal["side"], "won", "drill:1.0", goal["text"])


@settles("drill:1.0", OUTCOME)
def time_is_up(state: State) -> Outcome:
    """When the turns are over the side with the goal wins if it holds it; otherwise the other side has stopped it."""
    if _holds_goal(state):
        return _won(state)
    other = state.setup.sides[1 - _goal_side(state)]
    return Outcome(other, "won", "drill:1.0", f"Time is up, and {noun(other):has kept its} ground.")


def _reached(state: State) -> Iterator[Event]:
    if state.setup.data["goal"]["kind"] == "reach" and _holds_goal(state):
        yield GameEnded(_won(state))


@follows("drill:1.1/march", Moved)
def reached_on_the_march(state: State, event: Moved, chance: Chance) -> Iterator[Event]:
    """A goal that is to be reached is won as soon as a march ends there."""
    return _reached(state)


@follows("drill:1.1/advance", Advanced)
def reached_by_advance(state: State, event: Advanced, chance: Chance) -> Iterator[Event]:
    """An advance reaches a goal as well as a march does."""
    return _reached(state)


@follows("drill:1.1/arrival", Entered)
def reached_by_arrival(state: State, event: Entered, chance: Chance) -> Iterator[Event]:
    """A unit that arrives on a goal has reached it."""
    return _reached(state)


@follows("drill:1.2", Eliminated)
def a_side_without_units_has_lost(state: State, event: Eliminated, chance: Chance) -> Iterator[Event]:
    """A side that has no unit left on the map and none to come has lost."""
    for side in (0, 1):
        waiting = any(unit.side == side and state.where[unit.number] == -1 for unit in state.setup.units)
        if not state.forces[side].places and not waiting:
            winner = state.setup.sides[1 - side]
            text = f"No {state.setup.sides[side]} unit is left: {noun(winner):wins}."
            yield GameEnded(Outcome(winner, "won", "drill:1.2", text))
