"""Find what is reached at each price, all places of one price at once, on bits.

Most hexes cost the same whichever side they are entered from, so a whole front moves on to all its neighbours in one
go, and what that costs is told by the hexes entered. Steps along roads, over rivers and the like are made one by one.
"""

from collections.abc import Callable, Iterable, Sequence
from math import gcd
from typing import Final, NamedTuple, TypeAlias

from fmbook.core.bitsets import BitIndex

__all__ = ["Waves", "flooded", "stepped", "waves"]

Steps: TypeAlias = Sequence[tuple[int, int]]
Priced: TypeAlias = tuple[tuple[int, int], ...]
"""Places entered, as bits, by what that costs, cheapest first."""
BARRED: Final = 1_000_000
"""More than any step costs."""


class Waves(NamedTuple):
    """All steps, as bits of places; prices go with the places entered, cheapest first."""

    line: int  # how far apart the lines of the board are
    least: int  # the lowest price
    grain: int  # what all prices are multiples of
    plain: int  # places from which no neighbour is closed and none costs more than it usually does
    usual: Priced  # what entering usually costs which places
    uneven: int  # places with steps of their own
    steps: Sequence[Priced]  # of each of these, by the length of its bit, what costs how much


def waves(bit_index: BitIndex, leads: Sequence[Steps], enters: Sequence[Steps]) -> Waves:
    """Sort the steps of a mover, given what leads from each place where at what price, and what into it from where."""
    usual = {there: _usual([price for price, _ in near]) for there, near in enumerate(enters) if near}
    next_door, plain = _next_door(bit_index), set[int]()
    uneven = dict[int, Priced]()
    for here, near in enumerate(leads):
        if not near:
            continue
        common, prices = [there for there in next_door(here) if there in usual], {there: price for price, there in near}
        own: Iterable[tuple[int, int]] = near
        if bit_index.line > 0 and not [there for there in common if prices.get(there, BARRED) > usual[there]]:
            plain.add(here)  # a ferry leads further, and is no step of a front
            own = [(price, there) for price, there in near if price < usual[there] or there not in common]
        if own:
            uneven[bit_index.bit[here]] = _by_price(bit_index, own)
    every = {price for near in leads for price, _ in near} or {1}
    by_price = _by_price(bit_index, [(price, there) for there, price in usual.items()])
    steps = [uneven.get(1 << length >> 1, ()) for length in range(bit_index.every.bit_length() + 1)]
    return Waves(bit_index.line, min(every), gcd(*every), bit_index.bits(plain), by_price, sum(uneven), steps)


def _next_door(bit_index: BitIndex) -> Callable[[int], list[int]]:
    """Return a neighbour function that agrees with ``BitIndex.around``."""
    numbers = [bit.bit_length() - 1 for bit in bit_index.bit]
    at, line = {number: place for place, number in enumerate(numbers)}, bit_index.line
    around = (1, -1, line, -line, line + 1, -line - 1)
    return lambda place: [at[numbers[place] + step] for step in around if numbers[place] + step in at]


def _usual(prices: list[int]) -> int:
    """Tell what entering a place mostly costs; of two prices the higher one, for cheaper steps are easily added."""
    first = prices[0]
    alike = prices.count(first) == len(prices)
    return first if alike else max(prices, key=lambda price: (prices.count(price), price))


def _by_price(bit_index: BitIndex, priced: Iterable[tuple[int, int]]) -> Priced:
    entered: dict[int, int] = {}
    for price, there in priced:
        entered[price] = entered.get(price, 0) | bit_index.bit[there]
    return tuple(sorted(entered.items()))


def flooded(
    steps: Waves,
    levels: list[int],
    free: int,
    going: int,
    begin: int = 0,
    course: list[tuple[int, ...]] | None = None,
    watched: int = 0,
    toll: int = 0,
) -> list[int]:
    """Go on from what is reached at each price, given the first steps: all places of one price at once.

    ``free`` are the places that may be entered, ``going`` those from which one may go on. What costs less than
    ``begin`` is known already. The ``course`` is written down, so that another flood can begin in the middle: each
    price, what is free before it is reached, and all levels as they are then. Entering a watched place costs a toll
    besides, and leaving one costs it again.
    """
    most, plain, uneven = len(levels) - 1, steps.plain & going, steps.uneven & going
    clear, last = ~watched, most - steps.least
    entering, leaving = ([0] * (most + toll + 1), [0] * (most + toll + 1)) if watched else ([], [])  # when it is paid
    for spent in range(begin, most + 1, gcd(steps.grain, toll, most)):  # nothing is reached at a price between these
        if course is not None:
            course.append((spent, free, *levels))
        level = levels[spent]
        if watched:
            entering[spent + toll] = level & watched
            level = level & clear | entering[spent]
        levels[spent] = level = level & free
        free ^= level
        if watched:
            leaving[spent + toll] = level & watched
            level = level & clear | leaving[spent]
        if level and spent <= last:
            _go_on(steps, levels, spent, level & plain, level & uneven)
    return levels


def _go_on(steps: Waves, levels: list[int], spent: int, front: int, single: int) -> None:
    """Let a front move on to all its neighbours, then make every step that some places have of their own."""
    line, _, _, _, usual, _, own = steps
    left = len(levels) - 1 - spent
    if front:
        pairs = front | front << 1
        near = front << 1 | front >> 1 | pairs << line | pairs >> line + 1  # as ``BitIndex.around`` does it
        for price, entered in usual:
            if price > left:
                break
            levels[spent + price] |= near & entered
    while single:
        here = single & -single
        single ^= here
        for price, entered in own[here.bit_length()]:
            if price > left:
                break
            levels[spent + price] |= entered


def stepped(steps: Waves, level: int) -> int:
    """Return the places that one step leads to from some, whatever it costs."""
    found = 0
    if some := level & steps.plain:
        pairs = some | some << 1
        near = some << 1 | some >> 1 | pairs << steps.line | pairs >> steps.line + 1  # as ``BitIndex.around`` does it
        for _, entered in steps.usual:
            found |= near & entered
    level &= steps.uneven
    while level:
        here = level & -level
        level ^= here
        for _, entered in steps.steps[here.bit_length()]:
            found |= entered
    return found
