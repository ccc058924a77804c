"""Legal orders: list them, and give the reasons against any other.

The list and the refusal ask the same rules. A rule that speaks of a set is asked once for all its members: the list
subtracts the set, the refusal tests membership and fills in the sentence.
"""

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from typing import Any

from fmbook.core.cache import per_state
from fmbook.core.orders import EndPhase, Order, sentence
from fmbook.core.sides import called, noun
from fmbook.core.state import State, Unit
from fmbook.core.verdicts import Reason
from fmbook.engine.bars import Bounds, bounds, filled, free, objections, stopping
from fmbook.engine.matters import ABOUT, AFTER_THE_END, not_due
from fmbook.engine.rulebook import Matter, Question
from fmbook.engine.ruleset import Check, Guard

__all__ = [
    "allows", "candidates", "is_idle", "legal", "legal_of", "movers", "places_for", "put", "question",
    "reasons_against",
]  # fmt: skip


def question(state: State) -> Question:
    """Return what is asked now: the top question, else the kind of phase."""
    return state.setup.book.questions[_asked(state)]


def _asked(state: State) -> str:
    return state.asks[-1].what if state.asks else state.phase.kind


# --- the list -----------------------------------------------------------------------------


def legal(state: State, unit: int | None = None) -> Sequence[Order]:
    """List the orders that may be given now, in a fixed order; for one unit, if one is named."""
    if state.outcome:
        return []
    if unit is not None:
        return _of_one(state, unit)
    found: list[Order] = []
    for kind, guard in state.setup.book.offers[_asked(state)]:
        orders = _orders(state, kind, guard)
        if found:
            found += orders
        else:
            found = orders
    return found


def legal_of(state: State, kind: type[Order]) -> list[Order]:
    """List the orders of one kind that may be given now."""
    if state.outcome or kind not in question(state).offers:
        return []
    return _orders(state, kind, state.setup.book.guard(kind))


def _of_one(state: State, unit: int) -> Sequence[Order]:
    """List the orders of one unit: mostly of one kind, and then none is made before it is drawn."""
    found: Sequence[Order] = ()
    for kind, guard, named in _named(state):
        if unit in named:
            orders = _of_unit(state, kind, guard, unit)
            if orders:
                found = [*found, *orders] if found else orders
    return found


def movers(state: State) -> list[int]:
    """List the units that may be named in an order now."""
    if state.outcome:
        return []
    found: Set[int] = frozenset()
    for _, _, named in _named(state):
        if not named <= found:  # mostly the same units, and then nothing is put together
            found = found | named if found else named
    return sorted(found)


@per_state
def _named(state: State) -> list[tuple[type[Order], Guard, Set[int]]]:
    """List the kinds of orders in which some unit may be named now, each with those units."""
    offers = state.setup.book.unit_offers[_asked(state)]
    return [(kind, guard, named) for kind, guard in offers if (named := _first(state, kind, guard))]


def is_idle(state: State) -> bool:
    """Tell whether a phase leaves nothing to do but to end it."""
    offers = state.setup.book.offers[_asked(state)]
    return not any(_any_order(state, kind, guard) for kind, guard in offers if kind is not EndPhase)


def _orders(state: State, kind: type[Order], guard: Guard) -> list[Order]:
    if not kind.takes:
        found = [kind()]
    elif len(kind.takes) == 2:
        found = _by_unit(state, kind, guard)
    else:
        known = state.known.get(kind)
        within, barred = bounds(guard.first, state, state.side) if known is None else (known, [])
        setup = state.setup
        found = setup.row(kind).cut(setup.everything(kind.takes[0]) if within is None else within, barred)
    return _sifted(guard, state, found) if guard.listed else found


def _by_unit(state: State, kind: type[Order], guard: Guard) -> list[Order]:
    """List the orders of all units, one after the other; what bars all units of a side alike is asked once."""
    setup = state.setup
    sides: dict[int, Bounds] = {}
    found: list[Order] = []
    for number in sorted(_first(state, kind, guard)):
        unit = setup.units[number]
        if unit.side not in sides:
            sides[unit.side] = bounds(guard.alike, state, unit)
        within, barred = bounds(guard.own, state, unit, sides[unit.side])
        found += setup.row(kind, number).cut(setup.all_places if within is None else within, barred)
    return found


def candidates(state: State, kind: type[Order]) -> Set[int]:
    """Return the units, hexes or markers that may be named first in such an order, whether or not it is due now."""
    return _first(state, kind, state.setup.book.guard(kind))


def places_for(state: State, kind: type[Order], unit: Unit) -> Set[int]:
    """Return the hexes that an order of a kind may name for a unit, whether or not it is due now."""
    return free(state.setup.book.guard(kind).second, state, unit, state.setup.all_places)


def _first(state: State, kind: type[Order], guard: Guard) -> Set[int]:
    """Return who may be named first in such an order; it is asked again for each unit of the same state."""
    known = state.known
    found: Set[int] | None = known.get(kind)
    if found is None:
        found = known[kind] = free(guard.first, state, state.side, state.setup.everything(kind.takes[0]))
    return found


def _of_unit(state: State, kind: type[Order], guard: Guard, unit: int) -> Sequence[Order]:
    setup = state.setup
    found: Sequence[Order]
    if len(kind.takes) == 2:
        within, barred = bounds(guard.second, state, setup.units[unit])
        found = setup.row(kind, unit).listed(setup.all_places if within is None else within, barred)
    else:
        found = (setup.row(kind)[unit],)
    return _sifted(guard, state, found) if guard.listed else found


def _sifted(guard: Guard, state: State, found: Sequence[Order]) -> list[Order]:
    return [order for order in found if not any(True for _ in objections(guard.listed, state, order))]


def _any_order(state: State, kind: type[Order], guard: Guard) -> bool:
    if guard.listed or not kind.takes:
        return bool(_orders(state, kind, guard))
    named = _first(state, kind, guard)
    if len(kind.takes) < 2:
        return bool(named)
    setup = state.setup
    return any(free(guard.second, state, setup.units[unit], setup.all_places) for unit in sorted(named))


# --- one order -----------------------------------------------------------------------------


def allows(state: State, order: Order) -> bool:
    """Tell whether an order may be given, the quick way: by the sets that the list is made of."""
    kind = type(order)
    if state.outcome or kind not in question(state).offers:
        return False
    about: Any = state.side
    guard = state.setup.book.guard(kind)
    for sort, name, checks in zip(kind.takes, order.names, guard, strict=False):
        number = state.setup.number(sort, name)
        if any(True for _ in stopping(checks, state, about, number)):
            return False
        about = state.setup.units[number] if sort == "unit" else about
    return not any(True for _ in objections(guard.whole, state, order))


def reasons_against(state: State, order: Order) -> tuple[Reason, ...]:
    """Return every reason why an order may not be given now; none, if it may."""
    kind = type(order)
    if state.outcome:
        return (_over(state, order),)
    asked = question(state)
    if kind not in asked.offers:
        return (_not_now(state, order, asked),)
    about: Any = state.side
    guard = state.setup.book.guard(kind)
    for sort, name, checks in zip(kind.takes, order.names, guard, strict=False):
        number = state.setup.number(sort, name)
        found = tuple(_explained(checks, state, about, number, order))
        if found:
            return found
        about = state.setup.units[number] if sort == "unit" else about
    return tuple(objections(guard.whole, state, order))


def _explained(checks: tuple[Check, ...], state: State, about: Any, number: int, order: Order) -> Iterator[Reason]:
    for bar, check in stopping(checks, state, about, number):
        if bar.why is not None:
            for reason in bar.why(state, about, number):
                yield reason if reason.rule else replace(reason, rule=check.rule.id)
        else:
            yield filled(state, bar, check.rule.id, _named_in(order, state, about))


def _named_in(order: Order, state: State, about: Any) -> dict[str, str]:
    names = dict(zip(type(order).takes, order.names, strict=True))
    names["to"] = names.get("hex", "")
    names |= called(state.setup.sides[about.side if isinstance(about, Unit) else about])
    return names


def put(state: State) -> str:
    """Put the question that is open; what stands in brackets only if the order that it is about may be given."""
    asked, ask, battle = question(state), state.ask, state.battle
    target = state.board.places[battle.target] if battle else ""
    left = ask.count - len(ask.way) if ask else 0  # of a way that is gone hex by hex, what is still to go
    count = f"{left} {'more ' if ask and ask.way else ''}hex{'es' if left != 1 else ''}" if ask else ""
    named = ask.units if ask and ask.units else tuple(movers(state)[:1])
    unit = state.setup.units[named[0]].id if named else ""
    here = state.where[named[0]] if named else -1
    place = state.board.places[here] if here >= 0 else ""
    said, mark, more = asked.prompt.partition("[")
    more, _, end = more.partition("]")
    if mark and (asked.bracket or asked.offers[-1]) not in _given(state):
        more = ""
    about = ABOUT.of(state.setup)(state) if "{about}" in said else ""
    names = {"target": target, "count": count, "unit": unit, "place": place, "about": about}
    names["points"] = str(ask.count) if ask else ""
    return f"{said}{more}{end}".format(side=state.setup.sides[state.side], **names)


def _given(state: State) -> list[type[Order]]:
    """List the kinds of orders of which one may be given now."""
    return [kind for kind, guard in state.setup.book.offers[_asked(state)] if _any_order(state, kind, guard)]


def _over(state: State, order: Order) -> Reason:
    """Say that the game is over; a rule of the booklet may say why no more is played."""
    assert state.outcome
    why = _skipped(state, order, AFTER_THE_END)
    text = f"the game is over: {why.text}" if why else "the game is over"
    return Reason(text, "undo, or begin a new game", rule=why.rule if why else state.outcome.rule)


def _skipped(state: State, order: Order, matter: Matter[[State, Order], Iterator[Reason]]) -> Reason | None:
    """Ask the rule that passes over a phase, ends it, or keeps an order for another one; it may have nothing to say."""
    found = next(iter(matter.of(state.setup)(state, order)), None)
    return replace(found, rule=found.rule or matter.rule(state.setup).id) if found else None


def _not_now(state: State, order: Order, asked: Question) -> Reason:
    forms = ", ".join(kind.verb for kind in _given(state))
    who = state.setup.sides[state.side]
    due = put(state).removeprefix(f"{who}: ") if state.asks else ""
    what = f"{noun(who):is} asked: {due}" if due else f"it is the {state.phase.name}"
    said = sentence(order)
    text = f"{said[0].lower()}{said[1:]} is not what is due now; {what.rstrip('.')}"
    why = _skipped(state, order, not_due(type(order)))
    if why:
        return replace(why, text=f"{text}: {why.text}", advice=why.advice or f"one of: {forms}")
    return Reason(text, f"one of: {forms}", rule=asked.rule)
