"""Deployment: setting up unit by unit, in the order of the order of battle."""

from collections.abc import Iterator, Sequence

from fmbook.core.events import Event, Placed
from fmbook.core.orders import Place
from fmbook.core.state import State
from fmbook.core.verdicts import Only
from fmbook.mechanics.sequence import next_phase

__all__ = ["only_the_next", "placed"]


def only_the_next(waiting: Sequence[int]) -> Only:
    """Let the first unit that waits be placed, and no other."""
    text, advice = "{unit} is not the next to be set up", "the next unit of the order of battle"
    return Only(frozenset(waiting[:1]), text, advice)


def placed(state: State, order: Place, waiting: Sequence[int]) -> Iterator[Event]:
    """Place a unit; with the last one that waits the set-up of its side is over."""
    yield Placed(order.unit, order.to)
    if len(waiting) == 1:
        yield from next_phase(state)
