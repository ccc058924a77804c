"""Who was lost, and when: steps by turn and side, read off the events of a game."""

from collections import Counter as Tally
from collections.abc import Iterable, Iterator

from fmbook.core.events import Eliminated, StepLost
from fmbook.core.state import State
from fmbook.engine.resolution import DiaryEntry
from fmbook.play.game import Game

__all__ = ["last_played", "lost_by_turn", "steps_lost"]


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
