"""Sections 7 and 8: where a unit gets to at the usual pace and at the forced one, with the toll of enemy zones.

While one side moves the other stands still: what its zones do to the ground is kept with its force.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from itertools import chain
from typing import Any, Final, NamedTuple, final

from fmbook.books.veritable.ground import full, toll_of
from fmbook.components.setup import Ways
from fmbook.core.bitsets import PlaceSet
from fmbook.core.cache import per_side, per_state
from fmbook.core.state import State, Unit
from fmbook.engine.rulebook import Matter
from fmbook.geometry.floodfill import flooded
from fmbook.mechanics.movement import OPEN, Field, Limits, allowance, limits, mover
from fmbook.mechanics.pathfinding import Steps
from fmbook.mechanics.reach import FloodField, march_field, open_ground
from fmbook.mechanics.zones import zone

__all__ = [
    "Ground", "Marches", "Pace", "back", "marches", "may_force_march", "over", "paces", "searched", "way_to",
]  # fmt: skip

FORCE_MARCH: "Matter[[State, Unit], bool]" = Matter("force march", "whether a unit may force its march")

NOWHERE: Final[frozenset[int]] = frozenset()


class Pace(NamedTuple):
    """One way to march: so many half points, these steps, and hexes that are closed to it."""

    most: int
    steps: Sequence[Steps]
    closed: Set[int]
    halts: Set[int]

    def leads(self, here: int, first: bool) -> Iterable[tuple[int, int]]:
        """List where a march leads from a hex, each with its price."""
        if here in self.halts and not first:
            return ()
        return (step for step in self.steps[here] if step[1] not in self.closed)


@final
class Marches(Field):
    """Where a unit gets to, at the usual pace if that leads there, else at the forced one, if it may march so."""

    __slots__ = ("every", "forced", "ground", "usual")

    def __init__(self, ground: "Ground", usual: FloodField, forced: FloodField | None) -> None:
        self.ground, self.usual, self.forced, self.start = ground, usual, forced, usual.start
        self.most, self.every = (forced.most, usual.every | forced.every) if forced else (usual.most, usual.every)
        self.reach = PlaceSet(usual.bit_index, self.every)

    @property
    def prices(self) -> Mapping[int, int]:
        """Return the price of each hex, in half points."""
        return {**self.forced.prices, **self.usual.prices} if self.forced else self.usual.prices

    def cost(self, place: int) -> int | None:
        """Tell what it costs to get there, in half points."""
        usual = self.usual.cost(place)
        return self.forced.cost(place) if usual is None and self.forced else usual

    def meets(self, places: frozenset[int]) -> bool:
        """Tell whether one gets to any of some hexes."""
        return self.usual.bit_index.kept_bits(places) & self.every != 0


def may_force_march(state: State, unit: Unit) -> bool:
    """Tell whether a unit may go twice as far, as the rulebook settles it."""
    return bool(FORCE_MARCH.of(state.setup)(state, unit))


def paces(state: State, unit: Unit) -> Iterator[Pace]:
    """Return the ways in which a unit can march now: the usual one, and the forced one if it may."""
    ground, most = over(state, unit), allowance(state, unit)
    yield Pace(most, ground.tolled, ground.held & full(state, unit), ground.halts)  # it might fail to leave such a hex
    if may_force_march(state, unit):
        yield Pace(2 * most, ground.free, NOWHERE, ground.halts)


# --- the ground -----------------------------------------------------------------------------------


@final
class Ground:
    """The ways of one class of mover as the enemy changes them, who watches some hexes and stands in others.

    Rules may close further hexes to a march, and halt it in some.
    """

    def __init__(self, ways: Ways, held: Set[int], occupied: Set[int], toll: int, bounds: Limits = OPEN) -> None:
        self.ways, self.held, self.occupied, self.toll, self.halts = ways, held, occupied, toll, bounds.halts
        self.places = occupied | bounds.closed
        bit_index = ways.bit_index
        self.watched, self.shut = PlaceSet(bit_index, bit_index.bits(held)), bit_index.bits(self.places)
        self.halting = bit_index.bits(bounds.halts)
        self.going = bit_index.every ^ self.halting
        self.unwatched = Limits(frozenset(held | self.places), bounds.halts, NOWHERE)

    @cached_property
    def free(self) -> Sequence[Steps]:
        """Return the steps from hexes that the enemy does not watch to others of that kind."""
        leads, shut = self.ways.leads, self.held | self.places
        found = list[Steps](leads)
        for here in self._rim:
            found[here] = [step for step in leads[here] if step[1] not in shut]
        return found

    @cached_property
    def inward(self) -> Mapping[int, Steps]:
        """Return the steps from hexes that the enemy does not watch into enemy zones, with their tolls."""
        leads, toll, entered = self.ways.leads, self.toll, self.held - self.places
        return {here: [(price + toll, there) for price, there in leads[here] if there in entered] for here in self._rim}

    @cached_property
    def tolled(self) -> Sequence[Steps]:
        """Return all steps, with their tolls."""
        leads, held, toll, found = self.ways.leads, self.held, self.toll, list(self.free)
        for here in self._rim:
            found[here] = [*found[here], *self.inward[here]]
        for here in held:
            left = [step for step in leads[here] if step[1] not in self.places]
            found[here] = [(price + (2 * toll if there in held else toll), there) for price, there in left]
        return found

    @cached_property
    def _rim(self) -> Set[int]:
        shut, behind = self.held | self.places, self.ways.behind
        rim = frozenset(chain.from_iterable(behind[here] for here in shut))
        return rim - self.held - self.occupied  # a unit may stand where no other could come


def over(state: State, unit: Unit) -> Ground:
    """Return the ground that a unit marches over now."""
    enemy, ways = 1 - unit.side, state.setup.ways(mover(state, unit))
    return _over(state, enemy, ways, frozenset(zone(state, enemy)), limits(state, unit))


@per_side
def _over(state: State, enemy: int, ways: Ways, held: frozenset[int], bounds: Limits) -> Ground:
    return Ground(ways, held, state.forces[enemy].places, toll_of(state), bounds)


# --- the search -----------------------------------------------------------------------------------


def marches(state: State, unit: Unit) -> Marches:
    """Work out where a unit can march to now."""
    return _marches(state, unit.number)


@per_state
def _marches(state: State, number: int) -> Marches:
    """Units that start together, with the same points and nothing full in their way, get to the same hexes."""
    unit = state.setup.units[number]
    ground, start, most = over(state, unit), state.where[number], allowance(state, unit)
    closed = ground.watched.bits & ground.watched.bits_of(full(state, unit))
    return _searched(state, 1 - unit.side, ground, start, most, closed, may_force_march(state, unit))


@per_side
def _searched(_: State, __: int, *asked: Any) -> Marches:
    return searched(*asked)


def searched(ground: Ground, start: int, most: int, closed: int, forces: bool) -> Marches:
    """Search at the usual pace, which pays for zones, and at the forced one, if it may be taken, clear of all zones.

    ``closed`` are the bits of hexes that only the usual pace keeps out of.
    """
    forced = march_field(ground.ways, start, 2 * most, ground.unwatched) if forces else None
    return Marches(ground, _usual(ground, start, most, closed), forced)


def _usual(ground: Ground, start: int, most: int, closed: int) -> FloodField:
    ways, bit_index, watched, shut = ground.ways, ground.ways.bit_index, ground.watched.bits, ground.shut | closed
    dearest = max(ways.leads[start], default=(0, 0))[0]
    if start not in ground.held and dearest + ground.toll <= most:  # then no step takes all the points by itself
        alone = open_ground(ways, start, most)
        if alone:  # often the enemy is too far away to matter
            return alone.cut(shut, ground.halting, watched, ground.toll)
    levels, sure = _first_steps(ground, start, most)
    free = bit_index.every & ~(shut | bit_index.bit[start])
    flooded(ways.waves, levels, free, ground.going, watched=watched, toll=ground.toll)
    levels[most] |= sure & free & ~sum(levels)
    return FloodField(start, levels, bit_index)


def _first_steps(ground: Ground, start: int, most: int) -> tuple[list[int], int]:
    """Return what the first steps lead to at each price, before the toll of entering, and what takes all points."""
    levels, sure, bit = [0] * (most + 1), 0, ground.ways.bit_index.bit
    toll = ground.toll
    leaving = toll if start in ground.held else 0
    for price, there in ground.ways.leads[start] if most else ():
        spent = price + leaving
        if spent + (toll if there in ground.held else 0) > most:
            sure |= bit[there]  # one hex can always be made
        else:
            levels[spent] |= bit[there]
    return levels, sure


# --- the way --------------------------------------------------------------------------------------


def way_to(state: State, unit: Unit, to: int) -> tuple[int, tuple[int, ...]] | None:
    """Return the price and the hexes of a march, the first one too: of several cheapest that by the lowest hexes."""
    found = marches(state, unit)
    price = found.cost(to)
    if price is None or found.start < 0:
        return None
    return price, _at_pace(found, to, price, forced=price > found.usual.most)


def back(found: Marches, to: int, *, forced: bool) -> tuple[int, ...]:
    """Return the hexes of a march at the forced pace or at the usual one, which may be one hex for all it had."""
    field = found.forced if forced and found.forced else found.usual
    return _at_pace(found, to, field.cost(to) or 0, forced=forced)


def _at_pace(found: Marches, to: int, price: int, *, forced: bool) -> tuple[int, ...]:
    if forced and found.forced:
        return _back(found.ground, found.forced, NOWHERE, to, price, 0)
    return _back(found.ground, found.usual, found.ground.held, to, price, found.usual.most)


def _back(ground: Ground, field: FloodField, tolled: Set[int], to: int, due: int, most: int) -> tuple[int, ...]:
    """Go back from a hex to where so many points began, by what each hex costs."""
    way, start = [to], field.start
    levels, bit, enters, going = field.levels, field.bit_index.bit, ground.ways.enters, ground.going
    while way[-1] != start:
        toll = ground.toll if way[-1] in tolled else 0
        for price, near in enters[way[-1]]:
            left = due - price - toll - (ground.toll if near in tolled else 0)
            if near == start:
                leads_here = left == 0 or left < 0 == most - due
            else:
                leads_here = left > 0 and levels[left] & going & bit[near] != 0
            if leads_here:
                way.append(near)
                due = left
                break
        else:
            raise AssertionError(f"no way back from {way[-1]}")
    return tuple(reversed(way))
