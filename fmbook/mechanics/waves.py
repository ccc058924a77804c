"""The steps of a class of mover, sorted so that all that are alike are made at once.

A step leads from one seat to another. Most hexes cost the same whichever side they are entered from: these steps make
the first wave, and what they cost is told by the hexes entered. Roads, rivers and the like make a second one.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from fmbook.ground.seats import Seats

__all__ = ["Wave", "Waves", "flooded", "waves"]

Steps: TypeAlias = Mapping[tuple[int, int], int]
_Bits: TypeAlias = defaultdict[int, int]


class Wave(NamedTuple):
    """Steps that are made together; seats are the bits of numbers."""

    least: int  # the lowest price
    sources: int  # all seats that are left
    strides: tuple[tuple[int, int], ...]  # how far apart two seats are, and which ones are left by such a step
    prices: tuple[tuple[int, int], ...]  # what entering costs which seats, cheapest first


class Waves(NamedTuple):
    """All waves, cheapest first. Strides are counted from ``back``, so that none is negative."""

    back: int
    waves: tuple[Wave, ...]


def waves(seats: Seats, steps: Steps) -> Waves:
    """Sort the priced steps of a mover."""
    ranks, strides = _ranks(steps), {step: _stride(seats, step) for step in steps}
    back = max(map(abs, strides.values()), default=0)
    left, entered = defaultdict[int, _Bits](_bits), defaultdict[int, _Bits](_bits)  # by wave: by stride, by price
    for step, price in steps.items():
        wave = ranks[step]
        left[wave][strides[step] + back] |= seats.bit[step[0]]
        entered[wave][price] |= seats.bit[step[1]]
    return Waves(back, tuple(sorted(_wave(left[wave], entered[wave]) for wave in left)))


def _ranks(steps: Steps) -> dict[tuple[int, int], int]:
    """Tell of each step whether its price is the commonest of those into the same hex, the second, and so on.

    What is cheaper than most of the board comes later, so that the last points are not spent on the first wave.
    """
    into: dict[int, Counter[int]] = defaultdict(Counter)
    for (_, there), price in steps.items():
        into[there][price] += 1
    usual = max(prices := Counter(steps.values()), key=prices.__getitem__, default=0)
    ranks: dict[tuple[int, int], int] = {}
    for there, counts in into.items():
        order = sorted((price < usual, -count, price) for price, count in counts.items())
        for rank, (_, _, price) in enumerate(order, start=order[0][0]):
            ranks[there, price] = rank
    return {(here, there): ranks[there, price] for (here, there), price in steps.items()}


def _stride(seats: Seats, step: tuple[int, int]) -> int:
    here, there = step
    return seats.bit[there].bit_length() - seats.bit[here].bit_length()


def _bits() -> _Bits:
    return defaultdict(int)


def _wave(left: _Bits, entered: _Bits) -> Wave:
    sources = 0
    for leaving in left.values():
        sources |= leaving
    return Wave(min(entered), sources, tuple(left.items()), tuple(sorted(entered.items())))


def flooded(
    steps: Waves, levels: list[int], free: int, going: int, begin: int = 0, course: list[int] | None = None
) -> list[int]:
    """Go on from what is reached at each price, given the first steps: all seats of one price at once.

    ``free`` are the seats that may be entered, ``going`` those from which one may go on. What costs less than ``begin``
    is known already. The ``course`` is written down, so that another flood can begin in the middle: for each price
    all levels as they are before it is reached, and what is free then.
    """
    most, back = len(levels) - 1, steps.back
    for spent in range(begin, most + 1):
        if course is not None:
            course += levels
            course.append(free)
        levels[spent] = level = levels[spent] & free
        free ^= level
        level &= going
        left = most - spent
        for least, sources, strides, prices in steps.waves if level else ():
            if least > left:
                break
            if some := level & sources:
                near = 0
                for stride, leaving in strides:
                    if here := some & leaving:
                        near |= here << stride
                near >>= back
                for price, entered in prices:
                    if price > left:
                        break
                    levels[spent + price] |= near & entered
    return levels
