"""The reach of a march: where a class of mover gets to from a hex, and at what price.

Most marches are free at first: the enemy shuts or halts some of the hexes further away. So what a hex leads to on
open ground is kept once it has been asked for twice, and the search begins where the enemy first stands in the way.
"""

from collections.abc import Iterable, Mapping, Set
from typing import Final, final

from msgspec import Struct

from fmbook.components.setup import Ways
from fmbook.core.bitsets import BitIndex, PlaceSet
from fmbook.geometry.floodfill import flooded

__all__ = ["NOWHERE", "Field", "FloodField", "Limits", "OpenGround", "march_field", "open_ground", "spread"]

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
        """Return the price of each hex, in half points."""
        return self._prices

    def cost(self, place: int) -> int | None:
        """Tell what it costs to get there, in half points."""
        return self.prices[place] if place in self.reach else None

    def meets(self, places: frozenset[int]) -> bool:
        """Tell whether one gets to any of some hexes."""
        return not self.reach.isdisjoint(places)

    def nearer(self, cost: int, among: frozenset[int]) -> Iterable[tuple[int, int]]:
        """Return those of some hexes to which it costs less to get, each with its price."""
        return ((place, self.prices[place]) for place in among & self.reach if self.prices[place] < cost)


@final
class FloodField(Field):
    """A field whose hexes are known as one number for each price."""

    __slots__ = ("_reach", "bit_index", "every", "levels")

    def __init__(self, start: int, levels: list[int], bit_index: BitIndex) -> None:
        self.start, self.most, self._prices = start, len(levels) - 1, UNPRICED
        self._reach: PlaceSet | None = None
        self.levels, self.bit_index, self.every = levels, bit_index, sum(levels)

    @property
    def reach(self) -> PlaceSet:  # type: ignore[override]
        """Return the hexes that one gets to, always as the same set."""
        if self._reach is None:
            self._reach = PlaceSet(self.bit_index, self.every)
        return self._reach

    @property
    def prices(self) -> Mapping[int, int]:
        """Return the price of each hex, in half points."""
        if not self._prices:
            levels, places = self.levels, self.bit_index.places
            self._prices = {place: spent for spent in range(len(levels)) for place in places(levels[spent])}
        return self._prices

    def cost(self, place: int) -> int | None:
        """Tell what it costs to get there, in half points."""
        bit = self.bit_index.bit[place]
        if self.every & bit:
            for spent, level in enumerate(self.levels):
                if level & bit:
                    return spent
        return None

    def meets(self, places: frozenset[int]) -> bool:
        """Tell whether one gets to any of some hexes."""
        return self.bit_index.kept_bits(places) & self.every != 0

    def nearer(self, cost: int, among: frozenset[int]) -> Iterable[tuple[int, int]]:
        """Return those of some hexes to which it costs less to get, each with its price."""
        found: list[tuple[int, int]] = []
        left = self.bit_index.kept_bits(among) & self.every
        for spent in range(min(cost, len(self.levels))):
            if not left:
                break
            if here := self.levels[spent] & left:
                found += [(place, spent) for place in self.bit_index.places(here)]
                left ^= here
        return found


def march_field(ways: Ways, start: int, most: int, bounds: Limits) -> FloodField:
    """Return the field of a march."""
    ground = None if bounds.dear else open_ground(ways, start, most)
    return ground.less(bounds) if ground else spread(ways, start, most, bounds)


def spread(ways: Ways, start: int, most: int, bounds: Limits) -> FloodField:
    """Spread over the board: all hexes that cost so much are known at once, then those that cost more."""
    bit_index = ways.bit_index
    free = bit_index.every ^ (bit_index.kept_bits(bounds.closed) | bit_index.bit[start])
    levels = _first_steps(ways, start, most, bit_index.kept_bits(bounds.dear))
    return FloodField(
        start, flooded(ways.waves, levels, free, bit_index.every ^ bit_index.kept_bits(bounds.halts)), bit_index
    )


def _first_steps(ways: Ways, start: int, most: int, dear: int) -> list[int]:
    levels, bit = [0] * (most + 1), ways.bit_index.bit
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


def open_ground(ways: Ways, start: int, most: int) -> "OpenGround | None":
    """Return where a march leads that nobody stands in the way of, if it has been asked for before."""
    key, kept = (start, most), ways.open_ground
    found: OpenGround | None = kept.get(key)
    if found is None and key in kept:
        found = kept[key] = OpenGround(ways, start, most)
    elif found is None:
        if len(kept) >= KEPT:
            kept.clear()
        kept[key] = None
    return found


@final
class OpenGround:
    """Where so many points lead from a hex when nobody is in the way, and by which course."""

    __slots__ = ("course", "field", "ways")

    def __init__(self, ways: Ways, start: int, most: int) -> None:
        bit_index, self.ways = ways.bit_index, ways
        self.course: list[tuple[int, ...]] = []
        free, first = bit_index.every ^ bit_index.bit[start], _first_steps(ways, start, most, 0)
        self.field = FloodField(start, flooded(ways.waves, first, free, bit_index.every, 0, self.course), bit_index)

    def less(self, bounds: Limits) -> FloodField:
        """Return the field that is left when some hexes are closed and some let nobody go on."""
        bit_index = self.ways.bit_index
        return self.cut(bit_index.kept_bits(bounds.closed), bit_index.kept_bits(bounds.halts))

    def cut(self, closed: int, halts: int, watched: int = 0, toll: int = 0) -> FloodField:
        """Return the same, of bits; entering and leaving watched hexes costs a toll besides."""
        bit_index, field = self.ways.bit_index, self.field
        shut = (closed | halts | watched) & field.every
        if not shut:
            return field
        last = len(self.course) - 1
        while self.course[last][1] & shut != shut:  # some of them have been reached before
            last -= 1
        begin, free, *levels = self.course[last]
        flooded(self.ways.waves, levels, free & ~closed, bit_index.every ^ halts, begin, watched=watched, toll=toll)
        return FloodField(field.start, levels, bit_index)
