"""Marches over ground that the enemy watches: the prices and ways are those of a plain search, hex by hex."""

from collections.abc import Sequence, Set
from heapq import heappop, heappush
from itertools import pairwise
from random import Random

import pytest

import fmbook as fm
from fmbook.books.veritable import reach
from fmbook.books.veritable.reach import Ground, searched
from fmbook.core.state import State
from fmbook.mechanics.pathfinding import Steps

PLACES = range(192)


def some(lot: Random, count: int) -> frozenset[int]:
    return frozenset(lot.sample(PLACES, lot.randrange(count)))


def plainly(steps: Sequence[Steps], start: int, most: int, closed: Set[int]) -> dict[int, int]:
    """Search a way to every hex, one step after the other."""
    prices: dict[int, int] = {}
    heap = [(0, start)]
    while heap:
        spent, here = heappop(heap)
        if here in prices or spent > most or (here in closed and here != start):
            continue
        prices[here] = spent
        for price, there in steps[here]:
            heappush(heap, (spent + price, there))
    return prices


def wanted(ground: Ground, start: int, most: int, closed: Set[int], forces: bool) -> dict[int, int]:
    """Say what each hex costs: at the usual pace, or by one hex for all points, else at the forced pace."""
    usual = plainly(ground.tolled, start, most, closed)
    first = {there for _, there in ground.tolled[start] if there not in closed} if most else set()
    forced = plainly(ground.free, start, 2 * most, frozenset()) if forces else {}
    found = {**forced, **dict.fromkeys(first, most), **usual}
    return {place: price for place, price in found.items() if place != start}


@pytest.mark.parametrize("kind", ["ground", "boats"])
def test_marches_cost_what_a_search_by_single_steps_says(kind):
    setup, lot, reached = fm.new_game("veritable", "operation").setup, Random(4), 0
    for _ in range(300):
        held, enemies = some(lot, 60), some(lot, 20)
        ground, closed, most = Ground(setup.ways(kind), held, enemies, 2), held & some(lot, 60), lot.randrange(16)
        start = lot.choice(sorted(setup.all_places - closed - enemies))
        forces = start not in held and lot.random() < 0.7
        bits = ground.ways.bit_index.bits(closed)
        once, _, found = [searched(ground, start, most, bits, forces) for _ in range(3)]  # later in another way
        assert once.prices == found.prices
        costs = wanted(ground, start, most, closed, forces)
        assert {place: found.cost(place) for place in found.reach} == found.prices == costs
        assert found.most == (2 * most if forces else most)
        reached += len(costs)
    assert reached > 3000


def price_of(state: State, ground: Ground, way: Sequence[int], forced: bool) -> int:
    steps = ground.free if forced else ground.tolled
    return sum(next(price for price, near in steps[here] if near == there) for here, there in pairwise(way))


def test_every_march_has_a_way_that_costs_what_it_says():
    lot, marched = Random(6), 0
    for seed in range(4):
        game = fm.new_game("veritable", "operation", seed)
        for _ in range(120):
            game.do(lot.choice(game.legal()))
            state = game.state
            for unit in lot.sample(list(state.units(state.on_map(state.side))), 2):
                ground, found = reach.over(state, unit), reach.marches(state, unit)
                for to in lot.sample(sorted(found.reach), min(4, len(found.reach))):
                    cost, way = reach.way_to(state, unit, to) or (0, ())
                    forced = cost > found.usual.most
                    spent = price_of(state, ground, way, forced)
                    assert (way[0], way[-1]) == (found.start, to)
                    assert cost == min(spent, found.usual.most) if len(way) == 2 and not forced else spent == cost
                    marched += len(way) > 3 and any(place in ground.held for place in way)
    assert marched > 20
