"""Marches: how far a unit gets, by which way, and what stops it. A path is worked out when somebody asks for it."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeAlias

from fmbook.components.setup import Ways
from fmbook.core.state import State, Unit
from fmbook.engine.bars import shut
from fmbook.engine.matters import ALLOWANCE, DEAR_FIRST_STEPS, FIELD, MOVER, WAY
from fmbook.engine.rulebook import GoOn, Step
from fmbook.mechanics.pathfinding import cheapest_way
from fmbook.mechanics.reach import NOWHERE, Field, Limits, march_field, spread

__all__ = [
    "NOWHERE",
    "Field",
    "Limits",
    "Steps",
    "allowance",
    "field_of",
    "limits",
    "mover",
    "points",
    "shortest",
    "spread",
    "steps_by",
    "track",
    "way",
]


Steps: TypeAlias = Callable[[int, bool], Iterable[tuple[int, int]]]
"""Where a place leads and at what price; the second says whether this would be the first step of a march."""


def points(halves: int) -> str:
    """Write movement points as people do.

    >>> points(5), points(8), points(1)
    ('2½', '4', '½')
    """
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)


def mover(state: State, unit: Unit) -> str:
    """Return the class of mover that a unit is now."""
    return MOVER.of(state.setup)(state, unit)


def allowance(state: State, unit: Unit) -> int:
    """Return the half points that a unit may spend."""
    return ALLOWANCE.of(state.setup)(state, unit)


OPEN: Final = Limits(NOWHERE, NOWHERE, NOWHERE)
LIMITS: Final = ("first limits", "second limits")


def limits(state: State, unit: Unit) -> Limits:
    """Ask the rules what closes, halts and slows this unit."""
    book = state.setup.book
    if not book.bounds_marches:
        return OPEN
    shared = _shared_limits(state, unit)
    closed = shut(book.guard(Step).own, state, unit, state.setup.all_places)
    halts = shut(book.guard(GoOn).own, state, unit, state.setup.all_places)
    dear = DEAR_FIRST_STEPS.of(state.setup)(state, unit, state.where[unit.number])
    if not (closed or halts or dear):
        return shared
    closed = shared.closed | closed if closed else shared.closed
    return Limits(closed, shared.halts | halts if halts else shared.halts, frozenset(dear))


def _shared_limits(state: State, unit: Unit) -> Limits:
    """Return what closes and halts all units of a side alike: the same object as long as the enemy stands still."""
    found: Limits | None = state.known.get(LIMITS[unit.side])
    if found is None:
        guard, memo = state.setup.book.guard, state.forces[1 - unit.side].memo
        every = state.setup.all_places
        bounds = shut(guard(Step).alike, state, unit, every), shut(guard(GoOn).alike, state, unit, every)
        if memo.get("bounds") != bounds:
            memo["bounds"], memo["limits"] = bounds, Limits(*bounds, NOWHERE)
        found = state.known[LIMITS[unit.side]] = memo["limits"]
    return found


def field_of(state: State, unit: Unit) -> Field:
    """Work out where a unit can march to now; a rulebook may have its own way."""
    known, key = state.known, unit.number
    field = known.get(key)
    if field is None:
        field = known[key] = (FIELD.of(state.setup) if FIELD.is_settled(state.setup) else _field)(state, unit)
    return field


def _field(state: State, unit: Unit) -> Field:
    start, most = state.where[unit.number], allowance(state, unit)
    ways, bounds = state.setup.ways(mover(state, unit)), limits(state, unit)
    memo = state.forces[1 - unit.side].memo
    key = start, most, ways, bounds
    field = memo.get(key)
    if field is None:
        field = memo[key] = march_field(ways, start, most, bounds)
    return field


def walked(ways: Ways, field: Field, bounds: Limits, to: int) -> tuple[int, ...]:
    """Return the hexes of a way in a field, without its start: the cheapest, of several that by the lowest hexes."""
    price = field.cost(to)
    assert price is not None
    back = [to]
    if price == field.most and to in bounds.dear | ways.whole.get(field.start, NOWHERE):
        return (to,)
    while price > 0:
        price, near = next(_steps_back(ways, field, bounds, back[-1], price))
        back.append(near)
    return tuple(reversed(back[:-1]))


def _steps_back(ways: Ways, field: Field, bounds: Limits, here: int, spent: int) -> Iterator[tuple[int, int]]:
    for step, near in ways.enters[here]:
        before = spent - step
        if near == field.start:
            leads_on = before == 0 and here not in bounds.dear
        else:
            leads_on = before > 0 and field.cost(near) == before and near not in bounds.halts
        if leads_on:
            yield before, near


def track(state: State, unit: Unit, to: int) -> tuple[int, ...]:
    """Return the hexes that a march leads through by default: the cheapest way, of several that by the lowest hexes."""
    return walked(state.setup.ways(mover(state, unit)), field_of(state, unit), limits(state, unit), to)


# --- one way, step by step: independent of the field ----------------------------------------


def shortest(state: State, unit: Unit, to: int) -> tuple[int, tuple[int, ...]] | None:
    """Find the cheapest way to a hex; ties go to the lower hex numbers."""
    start, least = state.where[unit.number], state.setup.ways(mover(state, unit)).cheapest
    if to == start:
        return None
    steps = _steps_of(state, unit)
    return cheapest_way(start, (to,), allowance(state, unit), steps, lambda at: least * state.board.distance(at, to))


def way(state: State, unit: Unit, to: int, via: tuple[int, ...] = ()) -> tuple[int, tuple[int, ...]] | None:
    """Return the price and the way of a march, by way of pinned hexes in their order."""
    if WAY.is_settled(state.setup):
        return WAY.of(state.setup)(state, unit, (*via, to))
    if not via:
        return shortest(state, unit, to)
    return cheapest_way(state.where[unit.number], (*via, to), allowance(state, unit), _steps_of(state, unit))


def _steps_of(state: State, unit: Unit) -> Steps:
    return steps_by(state.setup.ways(mover(state, unit)), limits(state, unit), allowance(state, unit))


def steps_by(ways: Ways, bounds: Limits, most: int) -> Steps:
    """Return what tells which steps can be made from a hex, and at what price, with so many half points for a march."""

    def steps(here: int, first: bool) -> Iterator[tuple[int, int]]:
        if here in bounds.halts and not first:
            return
        for price, there in ways.leads[here]:
            if there not in bounds.closed:
                yield (max(price, most) if first and there in bounds.dear else price), there
        if first and most:
            yield from ((most, there) for there in ways.whole.get(here, NOWHERE) if there not in bounds.closed)

    return steps
