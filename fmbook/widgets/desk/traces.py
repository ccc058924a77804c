"""What the enemy did since the reader's last order: ways on the map, numbered like their lines in the story."""

from collections.abc import Iterator
from typing import NamedTuple

from fmbook.core.events import Advanced, Moved
from fmbook.core.state import State
from fmbook.play.game import Game
from fmbook.play.given import GivenOrder

__all__ = ["Trace", "traces"]


class Trace(NamedTuple):
    """A way that a unit went, place by place, and which entry of the diary tells of it."""

    way: tuple[int, ...]
    entry: int


def traces(game: Game, you: str | None, since: int) -> tuple[Trace, ...]:
    """List the ways of the units of the other side, in its own orders, since so many entries of the diary."""
    if you is None:
        return ()
    own, told, found = game.sides.index(you), len(game.entries), list[Trace]()
    for number in range(len(game.steps) - 1, -1, -1):
        step, before = game.steps[number], game.at(number).state
        told -= len(step.entries)
        if told < since:
            break
        if before.side != own:
            found += _ways(before, step, told)
    return tuple(sorted(found, key=lambda trace: trace.entry))


def _ways(before: State, step: GivenOrder, first: int) -> Iterator[Trace]:
    """Each unit of the side that gave this order, and marched or followed up.

    Nothing is carried out anew: an event may be about markers that the reader must not see.
    """
    setup, where = before.setup, dict[str, int]()
    for number, entry in enumerate(step.entries, first):
        event = entry.event
        if isinstance(event, Moved | Advanced) and setup.unit(event.unit).side == before.side:
            start = where.get(event.unit, before.where[setup.unit_numbers[event.unit]])
            via = event.via if isinstance(event, Moved) else ()
            way = (start, *map(setup.board.at, (*via, event.to)))
            where[event.unit] = way[-1]
            yield Trace(tuple(place for place in way if place >= 0), number)
