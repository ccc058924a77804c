"""Setting up unit by unit, in the order of the order of battle."""

from collections.abc import Iterator, Sequence

from fmbook.events import Event, Placed
from fmbook.mechanics.sequence import next_phase
from fmbook.orders import Place
from fmbook.state import State
from fmbook.verdicts import Only

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
