"""How far a unit can march, by which way, and what stops it. A path is worked out when somebody asks for it."""

from collections.abc import Iterator, Mapping, Set
from heapq import heappop, heappush
from typing import Final

from fmbook.compiled import Check
from fmbook.kit import Ways
from fmbook.mechanics.fields import NOWHERE, Field, Limits, march_field, spread
from fmbook.nouns import called
from fmbook.rulebook import GoOn, Step
from fmbook.state import State, Unit
from fmbook.verdicts import ALL, Bar, Only, Reason

__all__ = [
    "NOWHERE",
    "Field",
    "Limits",
    "allowance",
    "field_of",
    "limits",
    "mover",
    "points",
    "shortest",
    "spread",
    "track",
    "way",
    "why_not",
]


def points(halves: int) -> str:
    """Write movement points as people do.

    >>> points(5), points(8), points(1)
    ('2½', '4', '½')
    """
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)


def mover(state: State, unit: Unit) -> str:
    """Give the class of mover that a unit is now."""
    return state.kit.book.settled["mover"].function(state, unit)  # type: ignore[no-any-return]


def allowance(state: State, unit: Unit) -> int:
    """Give the half points that a unit may spend."""
    return state.kit.book.settled["allowance"].function(state, unit)  # type: ignore[no-any-return]


LIMITS: Final = ("first limits", "second limits")
MARCHES: Final = 40
"""A hex that is further away than so many marches is not measured."""


def limits(state: State, unit: Unit) -> Limits:
    """Ask the rules what closes, halts and slows this unit."""
    book, shared = state.kit.book, _shared_limits(state, unit)
    closed = _gathered(book.guard(Step).own, state, unit)
    halts = _gathered(book.guard(GoOn).own, state, unit)
    slow = book.settled.get("dear first steps")
    dear = slow.function(state, unit, state.where[unit.number]) if slow else NOWHERE
    if not (closed or halts or dear):
        return shared
    closed = shared.closed | closed if closed else shared.closed
    return Limits(closed, shared.halts | halts if halts else shared.halts, frozenset(dear))


def _shared_limits(state: State, unit: Unit) -> Limits:
    """Give what closes and halts all units of a side alike: the same object as long as the enemy stands still."""
    found: Limits | None = state.known.get(LIMITS[unit.side])
    if found is None:
        guard, memo = state.kit.book.guard, state.forces[1 - unit.side].memo
        bounds = _gathered(guard(Step).alike, state, unit), _gathered(guard(GoOn).alike, state, unit)
        if memo.get("bounds") != bounds:
            memo["bounds"], memo["limits"] = bounds, Limits(*bounds, NOWHERE)
        found = state.known[LIMITS[unit.side]] = memo["limits"]
    return found


def _gathered(checks: tuple[Check, ...], state: State, unit: Unit) -> frozenset[int]:
    if not checks:
        return NOWHERE
    found: Set[int] = NOWHERE
    for function, lifts, _ in checks:
        for bar in function(state, unit):
            these = bar.these
            if lifts:
                these = bar.without(frozenset().union(*(e.these for lift in lifts for e in lift(state, unit))))
            if type(bar) is Only:
                these = state.kit.all_places - these
            found = found | these if found and these else found or these
    return frozenset(found)


def field_of(state: State, unit: Unit) -> Field:
    """Work out where a unit can march to now; a rulebook may have its own way."""
    known, key = state.known, unit.number
    field = known.get(key)
    if field is None:
        own = state.kit.book.settled.get("field")
        field = known[key] = own.function(state, unit) if own else _field(state, unit)
    return field


def _field(state: State, unit: Unit) -> Field:
    start, most = state.where[unit.number], allowance(state, unit)
    ways, bounds = state.kit.ways(mover(state, unit)), limits(state, unit)
    memo = state.forces[1 - unit.side].memo
    key = start, most, ways, bounds
    field = memo.get(key)
    if field is None:
        field = memo[key] = march_field(ways, start, most, bounds)
    return field


def walked(ways: Ways, field: Field, bounds: Limits, to: int) -> tuple[int, ...]:
    """Give the hexes of a way in a field, without its start: the cheapest, of several that by the lowest hexes."""
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
    """Give the hexes that a march leads through by default: the cheapest way, of several that by the lowest hexes."""
    return walked(state.kit.ways(mover(state, unit)), field_of(state, unit), limits(state, unit), to)


# --- one way, step by step: independent of the field ----------------------------------------


def shortest(state: State, unit: Unit, to: int) -> tuple[int, tuple[int, ...]] | None:
    """Find the cheapest way to a hex; ties go to the lower hex numbers."""
    most, bounds = allowance(state, unit), limits(state, unit)
    start, kind = state.where[unit.number], mover(state, unit)
    # what the rest costs at the least: a bound that never overrates, so the first arrival is the cheapest
    cheapest = state.kit.ways(kind).cheapest
    heap: list[tuple[int, int, tuple[int, ...]]] = [(0, 0, (start,))]
    settled: set[int] = set()
    while heap:
        _, spent, path = heappop(heap)
        here = path[-1]
        if here == to and len(path) > 1:
            return spent, path
        if here in settled or (here in bounds.halts and len(path) > 1):
            continue
        settled.add(here)
        for there in state.board.neighbours[here]:
            price = step_price(state, kind, path, there, most, bounds)
            if price is not None and spent + price <= most and there not in settled:
                ahead = cheapest * state.board.distance(there, to)
                heappush(heap, (spent + price + ahead, spent + price, (*path, there)))
    return None


def step_price(state: State, kind: str, path: tuple[int, ...], there: int, most: int, bounds: Limits) -> int | None:
    """Tell what one more step costs; None when it cannot be made."""
    if there in bounds.closed:
        return None
    price = state.kit.ways(kind).prices.get((path[-1], there))
    first = len(path) == 1
    if price is None or (price == ALL and not first):
        return None
    if price == ALL or (first and there in bounds.dear):
        return most if most > 0 and price <= most else None
    return price


def way(state: State, unit: Unit, to: int, via: tuple[int, ...] = ()) -> tuple[int, tuple[int, ...]] | None:
    """Give the price and the way of a march, by way of pinned hexes in their order."""
    if own := state.kit.book.settled.get("way"):
        return own.function(state, unit, (*via, to))  # type: ignore[no-any-return]
    if not via:
        return shortest(state, unit, to)
    most, bounds, kind = allowance(state, unit), limits(state, unit), mover(state, unit)
    goals = (*via, to)
    heap: list[tuple[int, int, tuple[int, ...]]] = [(0, 0, (state.where[unit.number],))]
    settled: set[tuple[int, int]] = set()
    while heap:
        spent, passed, path = heappop(heap)
        here = path[-1]
        if passed == len(goals):
            return spent, path
        if (here, passed) in settled or (here in bounds.halts and len(path) > 1):
            continue
        settled.add((here, passed))
        for there in state.board.neighbours[here]:
            price = step_price(state, kind, path, there, most, bounds)
            if price is not None and spent + price <= most:
                heappush(heap, (spent + price, passed + (there == goals[passed]), (*path, there)))
    return None


# --- why not --------------------------------------------------------------------------------


def why_not(state: State, unit: Unit, to: int) -> Iterator[Reason]:
    """Say what keeps a unit from a hex: the first of hex, halt, points or ground that is to blame."""
    bounds, most = limits(state, unit), allowance(state, unit)
    names = {"unit": unit.id, "to": state.board.places[to], **called(state.kit.sides[unit.side])}
    if to == state.where[unit.number]:
        yield Reason("{unit} stands at {to} already".format(**names), "another hex, or leave it where it is")
        return
    if to in bounds.closed:
        yield from _blamed(state, unit, Step, frozenset({to}), names)
        return
    ways, start, far = state.kit.ways(mover(state, unit)), state.where[unit.number], MARCHES * most
    tired = spread(ways, start, far, Limits(bounds.closed, bounds.halts, NOWHERE)).cost(to)
    if tired:
        yield from _too_far(tired, most, names)
        return
    unbound = Limits(bounds.closed, NOWHERE, NOWHERE)
    eager = spread(ways, start, far, unbound)
    if to in eager.reach:
        stops = frozenset(walked(ways, eager, unbound, to)[:-1]) & bounds.halts
        yield from _blamed(state, unit, GoOn, stops, names)
        yield from _too_far(eager.cost(to), most, names)
        return
    yield from _ground(state, unit, to, names, most)


def _too_far(cost: int | None, most: int, names: Mapping[str, str]) -> Iterator[Reason]:
    if cost and cost > most:
        text = "it is {} movement points away and {unit} has {}".format(points(cost), points(most), **names)
        yield Reason(text, "go as far as the points last")


def _blamed(
    state: State, unit: Unit, act: type[Step] | type[GoOn], places: Set[int], names: Mapping[str, str]
) -> Iterator[Reason]:
    for check in state.kit.book.guard(act).second:
        excused = NOWHERE.union(*(excuse.these for lift in check.lifts for excuse in lift(state, unit)))
        for bar in check.function(state, unit):
            hit = frozenset(place for place in places if bar.stops(place)) - excused
            if hit:
                first = state.board.places[min(hit)]
                said = {**names, "hex": first}
                shown = tuple(state.board.places[place] for place in sorted(hit | bar.places))
                yield Reason(bar.text.format(**said), bar.advice.format(**said), shown, check.rule.id)


def _ground(state: State, unit: Unit, to: int, names: Mapping[str, str], most: int) -> Iterator[Reason]:
    kind, board = mover(state, unit), state.board
    near = [here for here in board.neighbours[to] if state.kit.price(kind, here, to)[0] is not None]
    whole = [here for here in near if state.kit.price(kind, here, to)[0] == ALL]
    if near and len(whole) == len(near):
        yield Reason(
            "{to} takes a whole march and can only be entered by a unit that starts beside it".format(**names),
            "stop beside it now and enter next turn",
        )
    elif near:
        yield Reason("no way leads to {to} for {unit} within {} movement points".format(points(most), **names))
    else:
        ground = ", ".join(board.words(to)) or "clear"
        yield Reason("{to} ({}) is ground that {unit} cannot enter".format(ground, **names))


def bar_of_reach(field: Field) -> Bar:
    """Say that a march ends within the field, with the reasons worked out only when somebody is refused."""
    return Only(field.reach, "{unit} cannot reach {to}", why=why_not)
