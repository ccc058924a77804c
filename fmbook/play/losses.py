"""Who was lost, and when: steps by turn and side, read off the events of a game."""

from collections import Counter as Tally
from collections.abc import Iterable, Iterator

from msgspec import structs

from fmbook.core.dice import Chance
from fmbook.core.errors import FmbookError
from fmbook.core.events import Eliminated, Event, StepLost
from fmbook.core.orders import Lose
from fmbook.core.state import State
from fmbook.engine.resolution import DiaryEntry, perform
from fmbook.play.game import Game
from fmbook.play.positions import Position

__all__ = ["joined", "last_played", "lost_by_turn", "points_one_by_one", "steps_lost", "taken", "told_as_one"]


def joined(entries: Iterable[DiaryEntry]) -> list[DiaryEntry | None]:
    """Tell men whom one unit loses one after another as one loss, at the first of them, and None at the others."""
    found = list[DiaryEntry | None]()
    first = -1
    for at, entry in enumerate(entries):
        found.append(entry)
        if entry.event.silent:
            continue
        before = found[first] if first >= 0 else None
        if (one := _as_one(before.event if before else None, entry.event)) is None:
            first = at
        else:
            found[first], found[at] = structs.replace(entry, event=one), None
    return found


def told_as_one(events: Iterable[Event]) -> Iterator[Event]:
    """Tell what has happened, men whom one unit loses one after another as one loss."""
    return (entry.event for entry in joined(DiaryEntry("", event) for event in events) if entry)


def _as_one(one: Event | None, other: Event) -> StepLost | None:
    """Return two losses of one unit as one; None if they are not, or steps, of which each counts."""
    if not isinstance(one, StepLost) or not isinstance(other, StepLost) or one.noun == StepLost.noun:
        return None
    return (
        structs.replace(one, count=one.count + other.count)
        if (one.unit, one.noun) == (other.unit, other.noun)
        else None
    )


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
