"""Where a class of mover gets to from a hex, and at what price.

Most marches are free: the enemy shuts or halts a dozen of the hundred hexes that a unit could reach. So what a hex
leads to on open ground is kept for each class and number of points, once it has been asked for often; a march is that,
less what lies beyond the hexes in the way, plus those of them that another way still reaches. The same search from
nothing, which also knows dear first steps, takes twice to three times as long.
"""

from collections.abc import Mapping, Set
from typing import Final, cast, final

from msgspec import Struct

from fmbook.kit import Ways

__all__ = ["NOWHERE", "Field", "Limits", "march_field", "spread"]

NOWHERE: Final[frozenset[int]] = frozenset()


class Limits(Struct, frozen=True):
    """What bounds a march besides points: hexes closed to it, hexes that halt it, first steps that cost everything."""

    closed: frozenset[int]
    halts: frozenset[int]
    dear: frozenset[int]


@final
class Field:
    """Where a unit can get to: the price of each hex, in half points."""

    __slots__ = ("most", "prices", "reach", "start")

    def __init__(self, start: int, most: int, prices: dict[int, int], reach: frozenset[int]) -> None:
        self.start, self.most, self.prices, self.reach = start, most, prices, reach

    @classmethod
    def of(cls, start: int, prices: Mapping[int, int]) -> "Field":
        """Make the field of a rulebook that has worked the prices out in its own way."""
        return cls(start, max(prices.values(), default=0), dict(prices), frozenset(prices))

    def cost(self, place: int) -> int | None:
        """Tell what it costs to get there, in half points."""
        return self.prices[place] if place in self.reach else None


def march_field(ways: Ways, start: int, most: int, bounds: Limits) -> Field:
    """Give the field of a march."""
    if bounds.dear:
        return spread(ways, start, most, bounds)
    key = start, most
    ground = ways.open_ground.get(key)
    if ground is None:
        asked = ways.asked[key] = ways.asked.get(key, 0) + 1
        if asked < OFTEN or len(ways.open_ground) >= KEPT:
            return spread(ways, start, most, bounds)
        ground = ways.open_ground[key] = OpenGround(ways, start, most)
    return cast(OpenGround, ground).less(bounds.closed, bounds.halts)


# --- from nothing ---------------------------------------------------------------------------------


def spread(ways: Ways, start: int, most: int, bounds: Limits) -> Field:
    """Spread over the board: all hexes that cost so much are known at once, then those that cost more."""
    prices, levels = dict[int, int](), _first_steps(ways, start, most, bounds.dear)
    closed, halts, leads = bounds.closed | {start}, bounds.halts, ways.leads
    for spent, level in enumerate(levels):
        for here in level:
            if here not in prices and here not in closed:
                prices[here] = spent
                if here not in halts:
                    for step, there in leads[here]:
                        if spent + step > most:
                            break
                        levels[spent + step].append(there)
    return Field(start, most, prices, frozenset(prices))


def _first_steps(ways: Ways, start: int, most: int, dear: Set[int]) -> list[list[int]]:
    levels: list[list[int]] = [[] for _ in range(most + 1)]
    for price, there in ways.leads[start]:
        if price <= most:
            levels[most if there in dear else price].append(there)
    if most:
        levels[most] += ways.whole.get(start, ())
    return levels


# --- from where open ground leads to ----------------------------------------------------------------

OFTEN: Final = 4
"""A table takes as long to make as three searches from nothing: it is made for what is asked for so often."""
KEPT: Final = 2000
"""So many pairs of hex and points are kept for a class of mover, some 20 kB each."""


@final
class OpenGround:
    """Where so many points lead from a hex when nobody is in the way, and which hexes lie beyond which."""

    __slots__ = ("beyond", "field", "inner", "ways", "whole")

    def __init__(self, ways: Ways, start: int, most: int) -> None:
        self.ways, self.whole = ways, ways.whole.get(start, NOWHERE)
        self.field = spread(ways, start, most, Limits(NOWHERE, NOWHERE, NOWHERE))
        self.field.prices[start] = 0
        self.beyond = self._beyond()
        self.inner = frozenset(self.beyond)

    def _beyond(self) -> dict[int, tuple[int, ...]]:
        """Give for each hex those that lie beyond it, on one cheapest way, always the same, to each."""
        prices, enters, beyond = self.field.prices, self.ways.enters, dict[int, list[int]]()
        for here in sorted(self.field.reach, key=prices.__getitem__, reverse=True):
            spent = prices[here]
            for step, near in enters[here]:
                if near in prices and prices[near] + step == spent:
                    beyond.setdefault(near, []).extend((here, *beyond.get(here, ())))
                    break
        return {here: tuple(hexes) for here, hexes in beyond.items() if here != self.field.start}

    def less(self, closed: Set[int], halts: Set[int]) -> Field:
        """Give the field that is left when some hexes are closed and some let nobody go on."""
        ground, beyond = self.field, self.beyond
        shut, barring = closed & ground.reach, halts & self.inner
        if shut:
            barring |= shut & self.inner
        lost: set[int] = set().union(*[beyond[here] for here in barring])
        if not (shut or lost):
            return ground
        prices = ground.prices.copy()
        lost |= shut
        for here in lost:
            del prices[here]
        lost.difference_update(self._among(lost - shut, halts, prices))
        return Field(ground.start, ground.most, prices, ground.reach - lost)

    def _among(self, lost: Set[int], halts: Set[int], prices: dict[int, int]) -> list[int]:
        """Find and price those of the lost hexes that another way still reaches, the cheapest first."""
        most, leads, found = self.field.most, self.ways.leads, list[int]()
        levels = self._by_other_ways(lost, halts, prices)
        for spent, level in enumerate(levels):
            for here in level:
                if here not in prices:
                    prices[here] = spent
                    found.append(here)
                    if here not in halts:
                        for step, there in leads[here]:
                            if spent + step > most:
                                break
                            if there in lost:
                                levels[spent + step].append(there)
        return found

    def _by_other_ways(self, lost: Set[int], halts: Set[int], prices: dict[int, int]) -> list[list[int]]:
        """Sort those of the lost hexes that can be entered from one that is not, by what that costs at the least."""
        start, most, enters = self.field.start, self.field.most, self.ways.enters
        levels: list[list[int]] = [[] for _ in range(most + 1)]
        for here in lost:
            least = most if here in self.whole else most + 1
            for step, near in enters[here]:
                if near in prices and prices[near] + step < least and (near not in halts or near == start):
                    least = prices[near] + step
            if least <= most:
                levels[least].append(here)
        return levels
