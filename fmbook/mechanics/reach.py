"""Where a class of mover gets to from a hex, and at what price.

Most marches are free at first: the enemy shuts or halts some of the hexes further away. So what a hex leads to on
open ground is kept once it has been asked for twice, and the search begins where the enemy first stands in the way.
"""

from collections.abc import Iterable, Mapping, Set
from typing import Final, final

from msgspec import Struct

from fmbook.components.setup import Ways
from fmbook.core.bitsets import Marked, Seats
from fmbook.geometry.floodfill import flooded

__all__ = ["NOWHERE", "Field", "Flood", "Limits", "march_field", "open_field", "spread"]

NOWHERE: Final[frozenset[int]] = frozenset()
UNPRICED: Final[Mapping[int, int]] = {}


class Limits(Struct, frozen=True, cache_hash=True):
    """What bounds a march besides points: hexes closed to it, hexes that halt it, first steps that cost everything."""

    closed: frozenset[int]
    halts: frozenset[int]
    dear: frozenset[int]


class Field:
    """Where a unit can get to: the hexes, and the price of each, in half points."""

    __slots__ = ("_prices", "most", "reach", "start")

    def __init__(self, start: int, most: int, prices: Mapping[int, int], reach: Set[int]) -> None:
        self.start, self.most, self._prices, self.reach = start, most, prices, reach

    @classmethod
    def of(cls, start: int, prices: Mapping[int, int]) -> "Field":
        """Make the field of a rulebook that has worked the prices out in its own way."""
        return cls(start, max(prices.values(), default=0), dict(prices), frozenset(prices))

    @property
    def prices(self) -> Mapping[int, int]:
        """Give the price of each hex, in half points."""
        return self._prices

    def cost(self, place: int) -> int | None:
        """Tell what it costs to get there, in half points."""
        return self.prices[place] if place in self.reach else None

    def meets(self, places: frozenset[int]) -> bool:
        """Tell whether one gets to any of some hexes."""
        return not self.reach.isdisjoint(places)

    def nearer(self, cost: int, among: frozenset[int]) -> Iterable[tuple[int, int]]:
        """Give those of some hexes to which it costs less to get, each with its price."""
        return ((place, self.prices[place]) for place in among & self.reach if self.prices[place] < cost)


@final
class Flood(Field):
    """A field whose hexes are known as one number for each price."""

    __slots__ = ("every", "levels", "seats")

    def __init__(self, start: int, levels: list[int], seats: Seats) -> None:
        self.every = sum(levels)
        self.levels, self.seats = levels, seats
        super().__init__(start, len(levels) - 1, UNPRICED, Marked(seats, self.every))

    @property
    def prices(self) -> Mapping[int, int]:
        """Give the price of each hex, in half points."""
        if not self._prices:
            levels, places = self.levels, self.seats.places
            self._prices = {place: spent for spent in range(len(levels)) for place in places(levels[spent])}
        return self._prices

    def cost(self, place: int) -> int | None:
        """Tell what it costs to get there, in half points."""
        seat = self.seats.bit[place]
        for spent, level in enumerate(self.levels):
            if level & seat:
                return spent
        return None

    def meets(self, places: frozenset[int]) -> bool:
        """Tell whether one gets to any of some hexes."""
        return self.seats.kept_bits(places) & self.every != 0

    def nearer(self, cost: int, among: frozenset[int]) -> Iterable[tuple[int, int]]:
        """Give those of some hexes to which it costs less to get, each with its price."""
        found: list[tuple[int, int]] = []
        left = self.seats.kept_bits(among) & self.every
        for spent in range(min(cost, len(self.levels))):
            if not left:
                break
            if here := self.levels[spent] & left:
                found += [(place, spent) for place in self.seats.places(here)]
                left ^= here
        return found


def march_field(ways: Ways, start: int, most: int, bounds: Limits) -> Flood:
    """Give the field of a march."""
    ground = None if bounds.dear else _open_ground(ways, start, most)
    return ground.less(bounds) if ground else spread(ways, start, most, bounds)


def spread(ways: Ways, start: int, most: int, bounds: Limits) -> Flood:
    """Spread over the board: all hexes that cost so much are known at once, then those that cost more."""
    seats = ways.seats
    free = seats.every ^ (seats.kept_bits(bounds.closed) | seats.bit[start])
    levels = _first_steps(ways, start, most, seats.kept_bits(bounds.dear))
    return Flood(start, flooded(ways.waves, levels, free, seats.every ^ seats.kept_bits(bounds.halts)), seats)


def _first_steps(ways: Ways, start: int, most: int, dear: int) -> list[int]:
    levels, bit = [0] * (most + 1), ways.seats.bit
    for price, there in ways.leads[start]:
        if price <= most:
            levels[most if bit[there] & dear else price] |= bit[there]
    if most:
        for there in ways.whole.get(start, ()):
            levels[most] |= bit[there]
    return levels


# --- from where open ground leads to ----------------------------------------------------------------

KEPT: Final = 3000
"""So many pairs of hex and points are kept for a class of mover, some 10 kB each on a large board."""


def open_field(ways: Ways, start: int, most: int) -> Flood | None:
    """Return the field of a march that nobody stands in the way of, if it has been asked for before."""
    ground = _open_ground(ways, start, most)
    return ground.field if ground else None


def _open_ground(ways: Ways, start: int, most: int) -> "OpenGround | None":
    key, kept = (start, most), ways.open_ground
    if key not in kept:
        if len(kept) >= KEPT:
            kept.clear()
        kept[key] = None
        return None
    if kept[key] is None:
        kept[key] = OpenGround(ways, start, most)
    return kept[key]  # type: ignore[no-any-return]


@final
class OpenGround:
    """Where so many points lead from a hex when nobody is in the way, and by which course."""

    __slots__ = ("course", "field", "ways")

    def __init__(self, ways: Ways, start: int, most: int) -> None:
        seats, self.ways = ways.seats, ways
        course: list[tuple[int, ...]] = []
        free, first = seats.every ^ seats.bit[start], _first_steps(ways, start, most, 0)
        self.field = Flood(start, flooded(ways.waves, first, free, seats.every, 0, course), seats)
        self.course = tuple(course)

    def less(self, bounds: Limits) -> Flood:
        """Give the field that is left when some hexes are closed and some let nobody go on."""
        seats, field = self.ways.seats, self.field
        closed, halts = seats.kept_bits(bounds.closed), seats.kept_bits(bounds.halts)
        shut = (closed | halts) & field.every
        if not shut:
            return field
        begin = self._begin(shut)
        free, *levels = self.course[begin]
        return Flood(field.start, flooded(self.ways.waves, levels, free & ~closed, seats.every ^ halts, begin), seats)

    def _begin(self, shut: int) -> int:
        """Give the price of the first of some seats: until then all of them are free."""
        low, high = 0, self.field.most
        while low < high:
            middle = (low + high + 1) // 2
            if self.course[middle][0] & shut == shut:
                low = middle
            else:
                high = middle - 1
        return low
