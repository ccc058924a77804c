"""House rules that play without one rule of the booklet, for whoever wants to know what that rule does.

They are no part of the book: ``fm.new_game("scheldt", "breskens", house_rules=[fixed_hands])``.
"""

from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Any, Final, cast

from fmbook.books.scheldt.support import markers_are_drawn_blind
from fmbook.components.setup import Edge
from fmbook.core.dice import Chance
from fmbook.core.events import Event, TurnBegan
from fmbook.core.state import State
from fmbook.core.verdicts import Cost
from fmbook.engine.rulebook import costs, follows

__all__ = ["dry_polders", "fixed_hands"]


class _NoChance:
    """Stands in for chance: of what lies in a pool it takes what is nearest to the mean, so that the mean stays."""

    def pick(self, options: Sequence[str]) -> str:
        """Return one of several markers, such as ``+2``."""
        mean = fmean(map(float, options))
        return min(sorted(options), key=lambda name: abs(float(name) - mean))


NO_CHANCE: Final = cast(Chance, _NoChance())


@follows("house:fixed_hands", TurnBegan, replaces="scheldt:14.0")
def fixed_hands(state: State, event: TurnBegan, chance: Chance) -> Iterator[Event]:
    """Without the draw of 14.0: each side gets as many markers as before, always worth about the mean of its pool."""
    yield from cast(Any, markers_are_drawn_blind)(state, event, NO_CHANCE)


@costs("house:dry_polders", replaces="scheldt:12.0/march")
def dry_polders(edge: Edge, mover: str) -> Iterator[Cost]:
    """Without the price of 12.0: a flooded hex costs infantry no more than clear ground does."""
    if "flooded" in edge.entering:
        yield Cost(edge.costs.enter["clear"] or 0, "a polder that is dry")
