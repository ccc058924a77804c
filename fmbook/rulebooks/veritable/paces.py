"""Where a unit gets to at the usual pace and at the forced one, over ground on which enemy zones take a toll.

While one side moves the other stands still: what its zones do to the ground is kept with its force. Away from zones
both paces pay the same, so the forced march is searched first, and then the usual one only where it meets a zone.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import chain
from typing import Final, NamedTuple, TypeAlias

from fmbook.kit import Ways
from fmbook.mechanics.marching import Field, allowance, mover
from fmbook.mechanics.zones import zone
from fmbook.rulebooks.veritable.ground import full
from fmbook.state import State, Unit

__all__ = ["Pace", "beyond", "marches", "may_force_march", "over", "paces", "way_to"]

TOLL = 2  # what entering a zone costs, and what leaving one costs, in half points
NOWHERE: Final[frozenset[int]] = frozenset()
FAR: Final = 100  # a hex that is further away than so many marches is not measured
Steps: TypeAlias = Sequence[tuple[int, int]]


class Ground(NamedTuple):
    """The steps of one class of mover as the enemy changes them: each with its price, to a hex he does not stand in."""

    held: Set[int]
    free: Sequence[Steps]  # from hexes that he does not watch to others of that kind
    tolled: Sequence[Steps]  # all, with their tolls
    inward: Mapping[int, Steps]  # from hexes that he does not watch into his zones, with their tolls
    longest: int


class Pace(NamedTuple):
    """One way to march: so many half points, these steps, and hexes that are closed to it."""

    most: int
    steps: Sequence[Steps]
    closed: Set[int]


class Marches(NamedTuple):
    """Where a unit gets to, at the usual pace if that leads there, else at the forced one."""

    most: int
    field: Field
    forced: Mapping[int, int]  # what it costs at the forced pace, the start included; empty if it may not be taken


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


def over(state: State, unit: Unit) -> Ground:
    """Give the ground that a unit marches over now."""
    ways, memo = state.kit.ways(mover(state, unit)), state.forces[1 - unit.side].memo
    if ways not in memo:
        memo[ways] = _changed(ways, state, 1 - unit.side)
    return memo[ways]  # type: ignore[no-any-return]


def _changed(ways: Ways, state: State, enemy: int) -> Ground:
    held, places, near = zone(state, enemy), state.forces[enemy].places, state.board.neighbours
    shut, leads = held | places, ways.leads
    rim = frozenset(chain.from_iterable(near[here] for here in shut)) - shut
    free, tolled, inward = list[Steps](leads), list[Steps](leads), dict[int, Steps]()
    for here in rim:
        free[here] = [step for step in leads[here] if step[1] not in shut]
        inward[here] = [(price + TOLL, there) for price, there in leads[here] if there in held and there not in places]
        tolled[here] = [*free[here], *inward[here]]
    for here in held:
        left = [step for step in leads[here] if step[1] not in places]
        tolled[here] = [(price + (2 * TOLL if there in held else TOLL), there) for price, there in left]
    return Ground(held, free, tolled, inward, ways.dearest + 2 * TOLL)


# --- the search -----------------------------------------------------------------------------------


def marches(state: State, unit: Unit) -> Marches:
    """Work out where a unit can march to now."""
    known, key = state.known, ("marches", unit.number)
    if key not in known:
        known[key] = _marches(state, unit)
    return known[key]  # type: ignore[no-any-return]


def _marches(state: State, unit: Unit) -> Marches:
    """Units that start together, with the same points and nothing full in their way, get to the same hexes."""
    ground, start, most = over(state, unit), state.where[unit.number], allowance(state, unit)
    closed, forces = ground.held & full(state, unit), may_force_march(state, unit)
    memo = state.forces[1 - unit.side].memo
    key = start, most, closed, forces, mover(state, unit)
    if key not in memo:
        memo[key] = _both(ground, start, most, closed) if forces else _usual(ground, start, most, closed)
    return memo[key]  # type: ignore[no-any-return]


def _usual(ground: Ground, start: int, most: int, closed: Set[int]) -> Marches:
    levels = _levels(ground, most)
    for price, there in ground.tolled[start] if most else ():
        levels[min(price, most)].append(there)  # one hex can always be made
    prices = _spread(ground.tolled, levels, most, {start: 0, **dict.fromkeys(closed, 0)})
    return Marches(most, Field(start, most, prices, frozenset(prices)), {})


def _both(ground: Ground, start: int, most: int, closed: Set[int]) -> Marches:
    levels = _levels(ground, 2 * most)
    levels[0].append(start)
    forced = _spread(ground.free, levels, 2 * most, {})
    levels = _levels(ground, most)
    for price, there in ground.tolled[start] if most else ():
        if price > most:
            levels[most].append(there)
    for here, spent in forced.items():  # by their prices
        if spent >= most:
            break
        for price, there in ground.inward.get(here, ()):
            levels[spent + price].append(there)
    known = {**forced, **dict.fromkeys(closed, 0)} if closed else forced
    prices = {**forced, **_spread(ground.tolled, levels, most, known)}
    del prices[start]
    return Marches(most, Field(start, 2 * most, prices, frozenset(prices)), forced)


def _levels(ground: Ground, most: int) -> list[list[int]]:
    return [[] for _ in range(most + ground.longest + 1)]


def _spread(steps: Sequence[Steps], levels: list[list[int]], most: int, known: Mapping[int, int]) -> dict[int, int]:
    """Spread from some hexes, by what they cost, to all for which no lower price is known."""
    found = dict[int, int]()
    for spent, level in enumerate(levels[: most + 1]):
        for here in level:
            if here not in found and (here not in known or known[here] > spent):
                found[here] = spent
                for price, there in steps[here]:
                    levels[spent + price].append(there)
    return found


def beyond(state: State, unit: Unit, to: int) -> int | None:
    """Tell what a hex would cost if the points did not end; None if no way leads there."""
    ground, far = over(state, unit), FAR * max(allowance(state, unit), 1)
    levels = _levels(ground, far)
    levels[0].append(state.where[unit.number])
    return _spread(ground.tolled, levels, far, {}).get(to)


# --- the way --------------------------------------------------------------------------------------


def way_to(state: State, unit: Unit, to: int) -> tuple[int, tuple[int, ...]] | None:
    """Give the price and the hexes of a march, the first one too: of several cheapest that by the lowest hexes."""
    found, start = marches(state, unit), state.where[unit.number]
    price = found.field.cost(to)
    if price is None or start < 0:
        return None
    usual = price <= found.most
    prices, held = (found.field.prices, over(state, unit).held) if usual else (found.forced, NOWHERE)
    enters = state.kit.ways(mover(state, unit)).enters
    back = [to]
    while back[-1] != start:
        back.append(_before(back[-1], enters[back[-1]], prices, held, start, found.most))
    return price, tuple(reversed(back))


def _before(here: int, enters: Steps, prices: Mapping[int, int], held: Set[int], start: int, most: int) -> int:
    due, toll = prices[here], TOLL if here in held else 0
    for price, near in enters:
        if near == start or near in prices:
            spent = price + toll + (TOLL if near in held else 0) + (0 if near == start else prices[near])
            if spent == due or (near == start and spent > most == due):
                return near
    raise AssertionError(f"no way back from {here}")
