"""Retreats: hex by hex away from the fight, offered only if the rest of the way can still be completed."""

from collections.abc import Iterator, Mapping, Set
from dataclasses import replace
from typing import NamedTuple

from fmbook.core.state import State, Unit
from fmbook.core.verdicts import Reason
from fmbook.engine.bars import shut
from fmbook.engine.matters import FULL_HEXES, RETREAT_ENDS
from fmbook.engine.rulebook import Step
from fmbook.mechanics.closures import blamed, search_of, step_reasons
from fmbook.mechanics.movement import mover

__all__ = [
    "Flee", "closed_to_retreat", "full_hexes", "is_complete", "next_hexes", "why_no_step", "why_not_there",
]  # fmt: skip


class Flee(Step):
    """Not an order but an act: falling back into a hex. Rules close hexes to it."""

    speaks = "Falling back to {to}"


def full_hexes(state: State, side: int) -> Set[int]:
    """Return the hexes in which a side has no room for another unit, as the rulebook settles it."""
    return FULL_HEXES.of(state.setup)(state, side)


def closed_to_retreat(state: State, unit: Unit) -> Set[int]:
    """Return the hexes that rules close to a retreating unit."""
    return shut(state.setup.book.guard(Flee).second, state, unit, state.setup.all_places)


def is_complete(state: State, unit: Unit, way: tuple[int, ...], count: int) -> bool:
    """Tell whether a way back may end here, as the rulebook settles it."""
    return RETREAT_ENDS.of(state.setup)(state, unit, way, count)


def next_hexes(state: State, unit: Unit, way: tuple[int, ...], count: int) -> frozenset[int]:
    """Return the hexes by which a way back may go on."""
    return frozenset(_next(_Back(state, unit, count, closed_to_retreat(state, unit), _prices(state, unit)), way))


class _Back(NamedTuple):
    """A retreat by so many hexes, what is closed to it, and the steps that the ground allows."""

    state: State
    unit: Unit
    hexes: int
    closed: Set[int]
    prices: Mapping[tuple[int, int], int]


def _prices(state: State, unit: Unit) -> Mapping[tuple[int, int], int]:
    return state.setup.ways(mover(state, unit)).prices


def _next(back: _Back, way: tuple[int, ...]) -> Iterator[int]:
    state, unit = back.state, back.unit
    start = state.where[unit.number]
    here = way[-1] if way else start
    for there in state.board.neighbours[here]:
        step_is_open = there not in back.closed and (here, there) in back.prices
        if not step_is_open or state.board.distance(start, there) != len(way) + 1:
            continue
        longer = (*way, there)
        # a place is a number, and the first one of a board is 0
        if is_complete(state, unit, longer, back.hexes) or next(_next(back, longer), None) is not None:
            yield there


# --- why not ------------------------------------------------------------------------------------------


def why_not_there(state: State, unit: Unit, to: int) -> Iterator[Reason]:
    """Say what keeps a retreat from a hex: where it lies, a rule that closes it, or that the way ends there."""
    ask, start = state.asks[-1], state.where[unit.number]
    here = ask.way[-1] if ask.way else start
    if to not in state.board.neighbours[here] or state.board.distance(start, to) != len(ask.way) + 1:
        yield Reason(_off_the_way(state, start, here, to), _open_ways(state, unit))
        return
    reasons = [*step_reasons(search_of(state, unit), here, to), *blamed(state, unit, Flee, to)]
    found = reasons or _leads_nowhere(state, unit, (*ask.way, to), ask.count)
    yield from (replace(reason, advice=_open_ways(state, unit) or reason.advice) for reason in found)


def _off_the_way(state: State, start: int, here: int, to: int) -> str:
    """Say why a hex is not the next one, wherever a way may lead: too far for a step, or no further from the fight."""
    name, left, stands = (state.board.places[place] for place in (to, start, here))
    if to == here:
        return f"a retreat leads away, and {name} is where it has come to"
    if to not in state.board.neighbours[here]:
        return f"a retreat goes one hex at a time, and {name} is not next to {stands}"
    return f"each hex of a retreat is further away from {left} than the one before, and {name} is not"


def _open_ways(state: State, unit: Unit) -> str:
    """Name the hexes by which the retreat that is due may go on; nothing where another unit is to go."""
    ask = state.asks[-1]
    return " or ".join(sorted(state.board.places[each] for each in next_hexes(state, unit, ask.way, ask.count)))


def _leads_nowhere(state: State, unit: Unit, way: tuple[int, ...], count: int) -> Iterator[Reason]:
    """Name what closes the rest of a way back: the one bar that would open it, or a friend at its end."""
    name, search = state.board.places[way[-1]], search_of(state, unit)
    opened = ((section, search.opened.by(section).prices) for section in search.opened.sections)
    plain = _Back(state, unit, count, closed_to_retreat(state, unit), _prices(state, unit))
    tries = [*(plain._replace(prices=prices) for _, prices in opened), *_without_each_bar(plain)]
    for back in tries:
        there = next(_next(back, way), None)
        if there is not None:
            found = [*step_reasons(search, way[-1], there), *blamed(state, unit, Flee, there)]
            further = (replace(reason, text=f"from {name} no way back goes on: {reason.text}") for reason in found)
            yield from list(further) or [_nowhere(unit, name)]
            return
    friend = way[-1] in full_hexes(state, unit.side)
    rule = FULL_HEXES.rule(state.setup).id if friend else ""
    text = f"a friendly unit holds {name}, and no way back goes on from there" if friend else ""
    yield Reason(text, places=(name,), rule=rule) if friend else _nowhere(unit, name)


def _without_each_bar(back: _Back) -> Iterator[_Back]:
    state, checks = back.state, back.state.setup.book.guard(Flee).second
    for check in checks:
        others = [other for other in checks if other is not check]
        yield back._replace(closed=shut(others, state, back.unit, state.setup.all_places))


def _nowhere(unit: Unit, name: str) -> Reason:
    return Reason(f"from {name} {unit.id} cannot complete its retreat", "a hex from which a way goes on", (name,))


def why_no_step(state: State, unit: Unit, to: int) -> list[Reason]:
    """List what the ground has against a step next door."""
    return step_reasons(search_of(state, unit), state.where[unit.number], to)
