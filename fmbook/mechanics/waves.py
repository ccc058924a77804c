"""The steps of a class of mover, sorted so that as many as possible are made at once.

Most hexes cost the same whichever side they are entered from, so a whole front moves on to all its neighbours in one
go, and what that costs is told by the hexes entered. Steps along roads, over rivers and the like are made one by one.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from fmbook.ground.seats import Seats

if TYPE_CHECKING:
    from fmbook.ground.words import Levels

__all__ = ["Flooded", "Waves", "flooded", "ready", "waves"]

Steps: TypeAlias = Mapping[tuple[int, int], int]


class Flooded(Protocol):
    """What goes on over some steps: ``flooded`` without the steps."""

    def __call__(
        self, levels: list[int], free: int, going: int, begin: int = 0, course: list[tuple[int, ...]] | None = None, /
    ) -> "list[int] | Levels":
        """Go on from what is reached at each price; machine words are too quick for a course to be worth its room."""


class Waves(NamedTuple):
    """All steps; seats are the bits of numbers, prices go with the seats entered, cheapest first."""

    line: int  # how far apart the lines of the board are
    least: int  # the lowest price
    plain: int  # seats from which no neighbour is closed and none costs more than it usually does
    usual: tuple[tuple[int, int], ...]  # what entering usually costs which seats
    uneven: int  # seats with steps of their own
    steps: Mapping[int, tuple[tuple[int, int], ...]]  # of each of these, what costs how much


def waves(seats: Seats, steps: Steps) -> Waves:
    """Sort the priced steps of a mover."""
    usual, leads = _usual(steps), defaultdict[int, dict[int, int]](dict)
    for (here, there), price in steps.items():
        leads[here][there] = price
    enterable, plain = sum(seats.bit[there] for there in usual), 0
    uneven: dict[int, tuple[tuple[int, int], ...]] = {}
    for here, near in leads.items():
        bit, next_door = seats.bit[here], seats.around(seats.bit[here])
        even = sum(seats.bit[there] for there, price in near.items() if price <= usual[there])
        is_plain = seats.line > 0 and not next_door & enterable & ~even
        common = next_door if is_plain else 0  # a ferry leads further, and is no step of a front
        own = {there: price for there, price in near.items() if price < usual[there] or not seats.bit[there] & common}
        plain |= bit if is_plain else 0
        if own:
            uneven[bit] = _by_price(seats, own.items())
    return Waves(
        seats.line, min(steps.values(), default=1), plain, _by_price(seats, usual.items()), sum(uneven), uneven
    )


def ready(seats: Seats, steps: Waves) -> "Flooded":
    """Give the flood over these steps: in machine words where the engine is compiled, else in long numbers."""
    try:
        from fmbook.ground.words import Flooding
    except ImportError:
        return partial(flooded, steps)
    return Flooding(steps, seats.every.bit_length())


def _usual(steps: Steps) -> dict[int, int]:
    """Tell what entering a place mostly costs; of two prices the higher one, for cheaper steps are easily added."""
    into: dict[int, Counter[int]] = defaultdict(Counter)
    for (_, there), price in steps.items():
        into[there][price] += 1
    return {there: max(prices, key=lambda price: (prices[price], price)) for there, prices in into.items()}


def _by_price(seats: Seats, priced: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    entered: dict[int, int] = defaultdict(int)
    for there, price in priced:
        entered[price] |= seats.bit[there]
    return tuple(sorted(entered.items()))


def flooded(
    steps: Waves,
    levels: list[int],
    free: int,
    going: int,
    begin: int = 0,
    course: list[tuple[int, ...]] | None = None,
) -> list[int]:
    """Go on from what is reached at each price, given the first steps: all seats of one price at once.

    ``free`` are the seats that may be entered, ``going`` those from which one may go on. What costs less than ``begin``
    is known already. The ``course`` is written down, so that another flood can begin in the middle: for each price
    what is free before it is reached, and all levels as they are then.
    """
    line, least, plain, usual, uneven, own = steps
    most, plain, uneven = len(levels) - 1, plain & going, uneven & going
    for spent in range(begin, most + 1):
        if course is not None:
            course.append((free, *levels))
        levels[spent] = level = levels[spent] & free
        free ^= level
        left = most - spent
        if least > left or not level:
            continue
        if some := level & plain:
            pairs = some | some << 1
            near = some << 1 | some >> 1 | pairs << line | pairs >> line + 1  # as ``Seats.around`` does it
            for price, entered in usual:
                if price > left:
                    break
                levels[spent + price] |= near & entered
        level &= uneven
        while level:
            here = level & -level
            level ^= here
            for price, entered in own[here]:
                if price > left:
                    break
                levels[spent + price] |= entered
    return levels
