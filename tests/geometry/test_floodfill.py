"""Many steps made at once: the prices are those of a plain search, whatever the steps are like."""

from collections.abc import Set
from random import Random
from typing import TypeAlias

import pytest

from fmbook.components.setup import Ways
from fmbook.core.bitsets import BitIndex
from fmbook.geometry import Board, Grid
from fmbook.geometry.floodfill import flooded

BOARD = Board.of_hexes(Grid("south", "east", firsts=range(1, 9), seconds=range(1, 8)), holes=["0305", "0501"])
PLACES = range(len(BOARD.places))
MOST = 9
TOLL = 2


Steps: TypeAlias = dict[tuple[int, int], int]


def steps_by_lot(lot: Random, *, ferries: bool) -> Steps:
    """Price steps by the hex entered; some are closed, some cheaper or dearer, some lead over many hexes."""
    ground = {place: lot.choice((2, 2, 2, 3, 4)) for place in PLACES}
    found = {}
    for here in PLACES:
        for there in BOARD.neighbours[here]:
            price = lot.choice((0,) + (1,) * 2 + (6,) + (ground[there],) * 12)
            if price:
                found[here, there] = price
    for _ in range(5 * ferries):
        here, there = lot.sample(PLACES, 2)
        found[here, there] = lot.choice((1, ground[there], 5))
    return found


def searched(
    steps: Steps, start: int, closed: set[int], halts: set[int], watched: Set[int] = frozenset()
) -> dict[int, int]:
    """Search by single steps; entering a watched place costs a toll, and so does leaving it."""
    tolls = {place: TOLL if place in watched else 0 for place in PLACES}
    prices, rim = {start: 0}, [start]
    while rim:
        here = min(rim, key=prices.__getitem__)
        rim.remove(here)
        for there in PLACES if here == start or here not in halts else ():
            price = prices[here] + steps.get((here, there), MOST + 1) + tolls[here] + tolls[there]
            if there not in closed and price <= MOST and price < prices.get(there, MOST + 1):
                prices[there] = price
                rim.append(there)
    return {place: price for place, price in prices.items() if place != start}


def by_lot(lot: Random, share: float, start: int) -> set[int]:
    return {place for place in PLACES if lot.random() < share and place != start}


def first_steps(steps: Steps, bit_index: BitIndex, start: int, leaving: int = 0) -> list[int]:
    levels = [0] * (MOST + 1)
    for there in PLACES:
        if (price := steps.get((start, there), MOST + 1) + leaving) <= MOST:
            levels[price] |= bit_index.bit[there]
    return levels


def reached(bit_index: BitIndex, levels: list[int]) -> dict[int, int]:
    return {place: price for price, level in enumerate(levels) for place in bit_index.places(level)}


@pytest.mark.parametrize("ferries", [False, True])
@pytest.mark.parametrize("bit_index", [BOARD.bit_index, BitIndex(PLACES)], ids=["in lines", "in no lines"])
def test_a_front_gets_where_single_steps_lead(bit_index, ferries):
    for seed in range(30):
        lot = Random(seed)
        steps, start = steps_by_lot(lot, ferries=ferries), lot.choice(PLACES)
        closed, halts = by_lot(lot, 0.1, start), by_lot(lot, 0.1, start)
        free, going = bit_index.every & ~bit_index.bits(closed | {start}), bit_index.every & ~bit_index.bits(halts)
        found = flooded(Ways(steps, bit_index).waves, first_steps(steps, bit_index, start), free, going)
        assert reached(bit_index, found) == searched(steps, start, closed, halts)


@pytest.mark.parametrize("ferries", [False, True])
@pytest.mark.parametrize("bit_index", [BOARD.bit_index, BitIndex(PLACES)], ids=["in lines", "in no lines"])
def test_a_front_pays_a_toll_for_each_watched_place_that_it_enters_or_leaves(bit_index, ferries):
    for seed in range(60):
        lot = Random(seed)
        steps, start = steps_by_lot(lot, ferries=ferries), lot.choice(PLACES)
        closed, halts, watched = by_lot(lot, 0.1, start), by_lot(lot, 0.1, start), by_lot(lot, 0.2, -1)
        free, going = bit_index.every & ~bit_index.bits(closed | {start}), bit_index.every & ~bit_index.bits(halts)
        begun = first_steps(steps, bit_index, start, TOLL if start in watched else 0)
        found = flooded(Ways(steps, bit_index).waves, begun, free, going, watched=bit_index.bits(watched), toll=TOLL)
        assert reached(bit_index, found) == searched(steps, start, closed, halts, watched)


@pytest.mark.parametrize("spare", [0, 1])
def test_where_all_prices_are_even_all_is_reached_at_twice_the_price(spare):
    for seed in range(30):
        lot = Random(seed)
        steps, start = steps_by_lot(lot, ferries=False), lot.choice(PLACES)
        bit_index, watched = BOARD.bit_index, BOARD.bit_index.bits(by_lot(lot, 0.2, start))
        free, levels = bit_index.every & ~bit_index.bit[start], first_steps(steps, bit_index, start)
        twice = [level for each in levels for level in (each, 0)][: 2 * MOST + 1 + spare]
        dear = {step: 2 * price for step, price in steps.items()}
        found = flooded(Ways(steps, bit_index).waves, levels, free, bit_index.every, watched=watched, toll=TOLL)
        double = flooded(Ways(dear, bit_index).waves, twice, free, bit_index.every, watched=watched, toll=2 * TOLL)
        assert reached(bit_index, double) == {place: 2 * price for place, price in reached(bit_index, found).items()}
