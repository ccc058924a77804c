"""Who was lost, and when: steps by turn and side, read off the events of a game."""

from collections import Counter as Tally
from collections.abc import Iterable, Iterator

from fmbook.core.dice import Chance
from fmbook.core.errors import FmbookError
from fmbook.core.events import Eliminated, StepLost
from fmbook.core.orders import Lose
from fmbook.core.state import State
from fmbook.engine.resolution import DiaryEntry, perform
from fmbook.play.game import Game
from fmbook.play.positions import Position

__all__ = ["last_played", "lost_by_turn", "points_one_by_one", "steps_lost", "taken"]


def steps_lost(before: State, entries: Iterable[DiaryEntry]) -> Iterator[tuple[int, int]]:
    """Yield each loss as side and steps; a unit that is eliminated loses all the steps that it had left."""
    left = list(before.steps)
    for entry in entries:
        event = entry.event
        if isinstance(event, StepLost | Eliminated):
            unit = before.setup.unit(event.unit)
            steps = event.count if isinstance(event, StepLost) else left[unit.number]
            left[unit.number] -= steps
            yield unit.side, steps


def lost_by_turn(game: Game) -> Tally[tuple[int, int]]:
    """Count the steps lost in a game by turn and side."""
    lost: Tally[tuple[int, int]] = Tally()
    for number, step in enumerate(game.steps):
        before = game.at(number).state
        for side, steps in steps_lost(before, step.entries):
            lost[before.turn, side] += steps
    return lost


def last_played(games: Iterable[Game]) -> Game:
    """Return the game in which most has been ordered: the one that was played. Before that, the longest."""
    return max(games, key=lambda game: (len(game.orders), game.setup.turns))


def taken(game: Game) -> tuple[int, int]:
    """Return how much of the loss that is being asked for has been taken, and of how much; nothing if none is."""
    ask, done = game.state.ask, 0
    if ask is None or not ask.count:
        return 0, 0
    for number in range(len(game.steps) - 1, -1, -1):
        before = game.at(number).state.ask
        same = before and (before.what, before.side, before.units) == (ask.what, ask.side, ask.units)
        if not isinstance(game.steps[number].order, Lose) or not same or before is None:
            break
        done = before.count - ask.count
    return done, done + ask.count


def points_one_by_one(position: Position, order: Lose) -> int:
    """Return how many times an order can be repeated, where a loss of several points is taken one by one; else 1."""
    state = position.state
    ask, unit = state.ask, state.setup.unit(order.unit).number
    if ask is None or ask.count < 2:
        return 1
    try:
        after = perform(state, order, Chance(0, said=()), [])
    except FmbookError:
        return 1
    left, steps = after.ask, state.steps[unit]
    singly = left is not None and (left.what, left.count) == (ask.what, ask.count - 1)
    return min(ask.count, steps) if singly and after.steps[unit] == steps - 1 else 1
