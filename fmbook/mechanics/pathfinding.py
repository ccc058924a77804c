"""Cheapest ways: what is reached at which price, and the best way through pinned places.

Whoever asks says where each place leads, and at what price. ``fields`` is the same search over a whole board at once,
for ground whose prices the enemy does not change.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import heappop, heappush
from typing import Final, TypeAlias

__all__ = ["UNPRICED", "Steps", "cheapest_way", "reached_by", "spread_on"]

UNPRICED: Final = 1 << 30
"""The price of a place that is not reached."""
Steps: TypeAlias = Sequence[tuple[int, int]]
"""Where a place leads: each with its price first."""
Path: TypeAlias = tuple[int, ...]


def spread_on(leads: Sequence[Steps], levels: Sequence[list[int]], most: int, prices: list[int]) -> list[int]:
    """Spread from some places, listed by what they cost, to all for which no lower price is known; write prices down.

    There are levels for all prices that a last step may lead to, beyond ``most``.
    """
    found = list[int]()
    for spent, level in enumerate(levels[: most + 1]):
        for here in level:
            if prices[here] > spent:
                prices[here] = spent
                found.append(here)
                for price, there in leads[here]:
                    levels[spent + price].append(there)
    return found


def reached_by(leads: Sequence[Steps], start: int, most: int) -> Mapping[int, tuple[int, int]]:
    """Map each place within reach to its price and the place before it, cheapest first.

    >>> reached_by([[(2, 1), (5, 2)], [(2, 2)], []], start=0, most=6)
    {0: (0, 0), 1: (2, 0), 2: (4, 1)}
    """
    dearest = max((price for near in leads for price, _ in near), default=0)
    prices, levels = [UNPRICED] * len(leads), [list[int]() for _ in range(most + dearest + 1)]
    levels[0].append(start)
    found = {start: (0, start)}
    for here in spread_on(leads, levels, most, prices):
        for price, there in leads[here]:
            if prices[there] == prices[here] + price:
                found.setdefault(there, (prices[there], here))
    return found


def cheapest_way(
    start: int,
    goals: Path,
    most: int,
    leads: Callable[[int, bool], Iterable[tuple[int, int]]],
    ahead: Callable[[int], int] = lambda place: 0,  # noqa: ARG005
) -> tuple[int, Path] | None:
    """Find the cheapest way by way of goals to the last, from one to the next; ties go to the lower numbers.

    ``leads`` tells where one gets to from a place, and whether this would be the first step. ``ahead`` is what the rest
    costs at the least: a bound that never overrates, so the first arrival is the cheapest.
    """
    spent = 0
    path: Path = (start,)
    for goal in goals:
        leg = _cheapest_leg((spent, path), goal, most, leads, ahead)
        if leg is None:
            return None
        spent, path = leg
    return spent, path


def _cheapest_leg(
    begun: tuple[int, Path],
    goal: int,
    most: int,
    leads: Callable[[int, bool], Iterable[tuple[int, int]]],
    ahead: Callable[[int], int],
) -> tuple[int, Path] | None:
    """Find the cheapest way on from where one has come to; one that ends where it begins goes out and comes back."""
    spent, done = begun
    heap: list[tuple[int, int, Path]] = [(spent, spent, done[-1:])]
    settled: set[int] = set()
    while heap:
        _, spent, path = heappop(heap)
        here = path[-1]
        if here == goal and len(path) > 1:
            return spent, done + path[1:]
        if here in settled:
            continue
        settled.add(here)
        first = len(done) == len(path) == 1
        for price, there in leads(here, first):
            cost = spent + price
            if cost <= most and (there == goal or there not in settled):
                heappush(heap, (cost + ahead(there), cost, (*path, there)))
    return None
