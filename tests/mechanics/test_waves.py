"""Many steps made at once: the prices are those of a plain search, whatever the steps are like."""

from random import Random
from typing import TypeAlias

import pytest

from fmbook.ground import Board, Grid
from fmbook.ground.seats import Seats
from fmbook.kit import Ways
from fmbook.mechanics.waves import flooded

BOARD = Board.of_hexes(Grid("south", "east", firsts=range(1, 9), seconds=range(1, 8)), holes=["0305", "0501"])
PLACES = range(len(BOARD.places))
MOST = 9


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


def searched(steps: Steps, start: int, closed: set[int], halts: set[int]) -> dict[int, int]:
    prices, rim = {start: 0}, [start]
    while rim:
        here = min(rim, key=prices.__getitem__)
        rim.remove(here)
        for there in PLACES if here == start or here not in halts else ():
            price = prices[here] + steps.get((here, there), MOST + 1)
            if there not in closed and price <= MOST and price < prices.get(there, MOST + 1):
                prices[there] = price
                rim.append(there)
    return {place: price for place, price in prices.items() if place != start}


@pytest.mark.parametrize("ferries", [False, True])
@pytest.mark.parametrize("seats", [BOARD.seats, Seats(PLACES)], ids=["in lines", "in no lines"])
def test_a_front_gets_where_single_steps_lead(seats, ferries):
    for seed in range(30):
        lot = Random(seed)
        steps, start = steps_by_lot(lot, ferries=ferries), lot.choice(PLACES)
        closed, halts = ({place for place in PLACES if lot.random() < 0.1 and place != start} for _ in range(2))
        levels = [0] * (MOST + 1)
        for there in PLACES:
            if (price := steps.get((start, there), MOST + 1)) <= MOST:
                levels[price] |= seats.bit[there]
        free = seats.every & ~seats.bits(closed) & ~seats.bit[start]
        found = flooded(Ways(steps, seats).waves, levels, free, seats.every & ~seats.bits(halts))
        reached = {place: price for price, level in enumerate(found) for place in seats.places(level)}
        assert reached == searched(steps, start, closed, halts)
