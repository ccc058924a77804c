"""House rules that play without one rule of the booklet, for whoever wants to know what that rule does.

They are no part of the book: ``fm.new_game("scheldt", "breskens", house_rules=[fixed_hands])``.
"""

from collections.abc import Iterator

from fmbook.books.scheldt.support import laid_ready
from fmbook.components.setup import Edge
from fmbook.core.dice import Chance
from fmbook.core.events import Event, MarkersDrawn, TurnBegan
from fmbook.core.state import State
from fmbook.core.verdicts import Cost
from fmbook.engine.rulebook import costs, follows

__all__ = ["dry_polders", "fixed_hands"]


@follows("house:fixed_hands", TurnBegan, replaces="scheldt:14.0")
def fixed_hands(state: State, event: TurnBegan, chance: Chance) -> Iterator[Event]:
    """Without the draw of 14.0: each side gets as many markers as before, evenly from the lowest to the highest."""
    box = state.setup.data["track"].get(event.turn)
    for side, pool in enumerate(state.setup.data["pools"]):
        number = min(box.numbers["support"][side], len(pool)) if box else 0
        even = [sorted(pool)[(2 * place + 1) * len(pool) // (2 * number)] for place in range(number)]
        if even:
            names = tuple(state.setup.markers[marker].name for marker in even)
            yield MarkersDrawn(side, names, state.setup.sides[side])
    yield from laid_ready(state)


@costs("house:dry_polders", replaces="scheldt:12.0/march")
def dry_polders(edge: Edge, mover: str) -> Iterator[Cost]:
    """Without the price of 12.0: a flooded hex costs infantry no more than clear ground does."""
    if "flooded" in edge.entering:
        yield Cost(edge.costs.enter["clear"] or 0, "a polder that is dry")
