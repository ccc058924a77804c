"""Where a unit gets to at the usual pace and at the forced one, over ground on which enemy zones take a toll.

While one side moves the other stands still: what its zones do to the ground is kept with its force. Away from zones
both paces pay the same, so the forced march is searched first, and then the usual one only where it meets a zone.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, final

from fmbook.ground.seats import Marked
from fmbook.kit import Kit, Ways
from fmbook.mechanics.marching import Field, allowance, limits, mover
from fmbook.mechanics.searching import UNPRICED, Steps, spread_on
from fmbook.mechanics.zones import zone
from fmbook.rulebooks.veritable.ground import full
from fmbook.state import State, Unit

if TYPE_CHECKING:
    from fmbook.ground.spreads import Pacing

__all__ = [
    "Ground", "Marches", "Pace", "back", "beyond", "marches", "may_force_march", "measured", "over", "paces",
    "searched", "way_at", "way_to",
]  # fmt: skip

TOLL = 2  # what entering a zone costs, and what leaving one costs, in half points
NOWHERE: Final[frozenset[int]] = frozenset()
FAR: Final = 100  # a hex that is further away than so many marches is not measured
LONGEST: Final = 127  # a march of so many half points, forced or not, has prices that fit into bytes
Prices: TypeAlias = Sequence[int]
"""What each hex costs; the start costs nothing, and what is not reached more than anybody has."""


class Pace(NamedTuple):
    """One way to march: so many half points, these steps, and hexes that are closed to it."""

    most: int
    steps: Sequence[Steps]
    closed: Set[int]

    def leads(self, here: int, _: bool) -> Iterator[tuple[int, int]]:
        """List where a march leads from a hex, each with its price."""
        return (step for step in self.steps[here] if step[1] not in self.closed)


@final
class Marches(Field):
    """Where a unit gets to, at the usual pace if that leads there, else at the forced one."""

    __slots__ = ("best", "forced", "usual")

    def __init__(self, start: int, usual: int, best: Prices, forced: Prices, reach: Set[int]) -> None:
        self.usual, self.best, self.forced = usual, best, forced  # which is empty if it may not march so
        super().__init__(start, 2 * usual if forced else usual, {}, reach)

    @property
    def prices(self) -> Mapping[int, int]:
        """Give the price of each hex, in half points."""
        return {place: self.best[place] for place in self.reach}

    def cost(self, place: int) -> int | None:
        """Tell what it costs to get there, in half points."""
        return self.best[place] if place in self.reach else None

    def meets(self, places: frozenset[int]) -> bool:
        """Tell whether one gets to any of some hexes."""
        reach = self.reach
        if type(reach) is Marked:
            return reach.bits & reach.seats.kept_bits(places) != 0
        return not reach.isdisjoint(places)


def may_force_march(state: State, unit: Unit) -> bool:
    """Tell whether a unit may go twice as far, as the rulebook settles it."""
    return bool(state.kit.book.settled["force march"].function(state, unit))


def paces(state: State, unit: Unit) -> Iterator[Pace]:
    """Give the ways in which a unit can march now: the usual one, and the forced one if it may."""
    ground, most = over(state, unit), allowance(state, unit)
    yield Pace(most, ground.tolled, ground.held & full(state, unit))  # it might fail to leave such a hex
    if may_force_march(state, unit):
        yield Pace(2 * most, ground.free, NOWHERE)


# --- the ground -----------------------------------------------------------------------------------


@final
class Ground:
    """The ways of one class of mover as the enemy changes them: he watches some hexes, and stands in others.

    Rules may close further hexes as if he stood there, and halt a march in some: nothing leads on from those.
    """

    def __init__(
        self,
        ways: Ways,
        held: Set[int],
        places: Set[int],
        pacing: "Pacing | None",
        closed: Set[int] = NOWHERE,
        halts: Set[int] = NOWHERE,
    ) -> None:
        self.ways, self.held, self.places, self.halts = ways, held, places | closed, halts
        self.occupied = places
        self.pacing = None if closed or halts else pacing
        self.longest = ways.dearest + 2 * TOLL

    @cached_property
    def marks(self) -> bytes:
        """Tell of each hex whether he watches it, 1, or stands in it, 2."""
        found = bytearray(len(self.ways.leads))
        for mark, places in ((1, self.held), (2, self.places)):
            for place in places:
                found[place] = mark
        return bytes(found)

    @cached_property
    def free(self) -> Sequence[Steps]:
        """Give the steps from hexes that he does not watch to others of that kind."""
        leads, shut = self.ways.leads, self.held | self.places
        found = list[Steps](leads)
        for here in self._rim:
            found[here] = [step for step in leads[here] if step[1] not in shut]
        for here in self.halts:
            found[here] = ()
        return found

    @cached_property
    def inward(self) -> Mapping[int, Steps]:
        """Give the steps from hexes that he does not watch into his zones, with their tolls."""
        leads, entered, rim = self.ways.leads, self.held - self.places, self._rim - self.halts
        return {here: [(price + TOLL, there) for price, there in leads[here] if there in entered] for here in rim}

    @cached_property
    def tolled(self) -> Sequence[Steps]:
        """Give all steps, with their tolls."""
        leads, held, found = self.ways.leads, self.held, list(self.free)
        for here, inward in self.inward.items():
            found[here] = [*found[here], *inward]
        for here in held - self.halts:
            left = [step for step in leads[here] if step[1] not in self.places]
            found[here] = [(price + (2 * TOLL if there in held else TOLL), there) for price, there in left]
        return found

    @cached_property
    def _rim(self) -> Set[int]:
        shut, behind = self.held | self.places, self.ways.behind
        rim = frozenset(chain.from_iterable(behind[here] for here in shut))
        return rim - self.held - self.occupied  # a unit may stand where no other could come


def over(state: State, unit: Unit) -> Ground:
    """Give the ground that a unit marches over now, less the hexes that rules close to it."""
    bounds, enemy, ways = limits(state, unit), 1 - unit.side, state.kit.ways(mover(state, unit))
    halts = bounds.halts - {state.where[unit.number]} if bounds.halts else NOWHERE
    memo, key = state.forces[enemy].memo, (ways, bounds.closed, halts)
    ground: Ground | None = memo.get(key)
    if ground is None:
        places, pacing = state.forces[enemy].places, _pacing(state.kit, ways)
        ground = memo[key] = Ground(ways, zone(state, enemy), places, pacing, bounds.closed, halts)
    return ground


def _pacing(kit: Kit, ways: Ways) -> "Pacing | None":
    """Give the search in machine code, where the engine is compiled."""
    memo, key = kit.memo, ("pacing", ways)
    if key not in memo:
        try:
            from fmbook.ground.spreads import Pacing
        except ImportError:
            memo[key] = None
        else:
            memo[key] = Pacing(ways.leads, ways.seats.bit)
    return memo[key]  # type: ignore[no-any-return]


# --- the search -----------------------------------------------------------------------------------


def marches(state: State, unit: Unit) -> Marches:
    """Work out where a unit can march to now."""
    known, key = state.known, ("marches", unit.number)
    found: Marches | None = known.get(key)
    if found is None:
        found = known[key] = _marches(state, unit)
    return found


def _marches(state: State, unit: Unit) -> Marches:
    """Units that start together, with the same points and nothing full in their way, get to the same hexes."""
    ground, start, most = over(state, unit), state.where[unit.number], allowance(state, unit)
    closed, forces = ground.held & full(state, unit), may_force_march(state, unit)
    memo, key = state.forces[1 - unit.side].memo, (ground, start, most, forces, closed)
    found: Marches | None = memo.get(key)
    if found is None:
        if ground.pacing is None or most > LONGEST:
            found = searched(ground, start, most, closed, forces)
        else:
            best, forced, bits = ground.pacing(ground.marks, start, most, closed, forces, TOLL)
            found = Marches(start, most, best, forced, Marked(ground.ways.seats, bits))
        memo[key] = found
    return found


def searched(ground: Ground, start: int, most: int, closed: Set[int], forces: bool) -> Marches:
    """Search at the forced pace first, if it may be taken, then at the usual one what zones leave of it."""
    prices, reached, forced = [UNPRICED] * len(ground.ways.leads), list[int](), list[int]()
    if forces:
        levels = _levels(ground, 2 * most)
        levels[0].append(start)
        reached = spread_on(ground.free, levels, 2 * most, prices)
        forced = prices.copy()
    for place in (start, *closed):
        prices[place] = 0
    levels = _levels(ground, most)
    for price, there in ground.tolled[start] if most else ():
        if price > most or not forces:
            levels[min(price, most)].append(there)  # one hex can always be made
    for here in reached:  # by their prices
        if prices[here] >= most:
            break
        for price, there in ground.inward.get(here, ()):
            levels[prices[here] + price].append(there)
    reached += spread_on(ground.tolled, levels, most, prices)
    for place in closed:
        prices[place] = UNPRICED
    return Marches(start, most, prices, forced, frozenset(reached[1:] if forces else reached))


def _levels(ground: Ground, most: int) -> list[list[int]]:
    return [[] for _ in range(most + ground.longest + 1)]


def beyond(state: State, unit: Unit, to: int) -> int | None:
    """Tell what a hex would cost if the points did not end; None if no way leads there."""
    ground, start, far = over(state, unit), state.where[unit.number], FAR * max(allowance(state, unit), 1)
    if ground.pacing is not None:
        return ground.pacing.far(ground.marks, start, to, far, TOLL)
    return measured(ground, start, to, far)


def measured(ground: Ground, start: int, to: int, most: int) -> int | None:
    """Search at the usual pace, as if there were so many points."""
    prices, levels = [UNPRICED] * len(ground.ways.leads), _levels(ground, most)
    levels[0].append(start)
    spread_on(ground.tolled, levels, most, prices)
    return prices[to] if prices[to] <= most else None


# --- the way --------------------------------------------------------------------------------------


def way_to(state: State, unit: Unit, to: int) -> tuple[int, tuple[int, ...]] | None:
    """Give the price and the hexes of a march, the first one too: of several cheapest that by the lowest hexes."""
    found, start = marches(state, unit), state.where[unit.number]
    price = found.cost(to)
    if price is None or start < 0:
        return None
    return price, way_at(state, unit, to, price > found.usual)


def way_at(state: State, unit: Unit, to: int, forced: bool) -> tuple[int, ...]:
    """Give the hexes of a march at the forced pace or at the usual one, which may have made one hex for all it had."""
    found, start, ground = marches(state, unit), state.where[unit.number], over(state, unit)
    prices, short = (found.forced, 0) if forced else (found.best, found.usual)
    if ground.pacing is None or type(prices) is not bytes:
        return back(ground, prices, not forced, start, to, short)
    return ground.pacing.way(prices, b"" if forced else ground.marks, start, to, short, TOLL)


def back(ground: Ground, prices: Prices, tolled: bool, start: int, to: int, most: int) -> tuple[int, ...]:
    """Go back from a hex to where so many points began, by what each hex costs."""
    way, enters, held = [to], ground.ways.enters, ground.held if tolled else NOWHERE
    while way[-1] != start:
        way.append(_before(way[-1], enters[way[-1]], prices, held, ground.halts, start, most))
    return tuple(reversed(way))


def _before(here: int, enters: Steps, prices: Prices, held: Set[int], halts: Set[int], start: int, most: int) -> int:
    due, toll = prices[here], TOLL if here in held else 0
    for price, near in enters:
        if near in halts:
            continue
        spent = price + toll + (TOLL if near in held else 0) + prices[near]
        if spent == due or (near == start and spent > most == due):
            return near
    raise AssertionError(f"no way back from {here}")
