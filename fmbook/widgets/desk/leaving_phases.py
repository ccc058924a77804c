"""Before a phase is left: ask, if something would be lost with it."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import takewhile
from typing import Final

from fmbook.core.orders import Attack, EndPhase, Order, deed
from fmbook.engine.legality import question
from fmbook.engine.matters import ENDED_BY, UNSPENT
from fmbook.play.positions import Position
from fmbook.text import goes_well, payers
from fmbook.text.wording import counted, listed
from fmbook.widgets.desk.threats import planned

__all__ = ["left_to_spend", "lost_by_leaving"]

ALL_THE_SAME: Final = "End the phase all the same?"
MOST_NAMED: Final = 4
MOST_ATTACKS: Final = 3
GOOD: Final = Fraction(1, 2)
"""An attack whose chances are worse is not brought to mind."""


def lost_by_leaving(position: Position, before: Position | None) -> str:
    """Ask whether a phase shall end: what is unspent is lost with it. Nothing is asked where nothing is lost.

    ``before`` is how things stood before the last order. Units that could still march are no loss, unless nothing at
    all has been done in this phase.
    """
    unspent, others = _unspent(position), _still_possible(position)
    if unspent:
        verb = "is" if sum(number for number, _ in unspent) == 1 else "are"
        by = ENDED_BY.of(position.state.setup)(position.state)
        asks = f"{by} all the same?" if by else ALL_THE_SAME
        return f"{listed(counted(*each) for each in unspent)} {verb} unspent. {asks}"
    if others:
        return f"You could still {', or '.join(others)}. {ALL_THE_SAME}"
    if _has_just_begun(position, before) and any(not isinstance(order, EndPhase) for order in position.legal()):
        return f"Nothing has been done in this phase. {ALL_THE_SAME}"
    return ""


def left_to_spend(position: Position) -> str:
    """Say what the side may still use in this phase, and that it is lost with the phase; nothing where that is none."""
    left = _unspent(position)
    if position.state.asks or not left:
        return ""
    verb = "is" if sum(number for number, _ in left) == 1 else "are"
    return f"{listed(counted(*each) for each in left)} {verb} left; what is unspent is lost as the phase ends."


def _unspent(position: Position) -> list[tuple[int, str]]:
    """Count what the book counts and could still be used."""
    left = UNSPENT.of(position.state.setup)(position.state)
    return [each for kind, each in left.items() if position.legal_of(kind)]


def _still_possible(position: Position) -> list[str]:
    """Name what could still be fired at, used, restored or well attacked: orders that send nobody anywhere."""
    found: list[str] = []
    for kind in question(position.state).offers:
        orders = position.legal_of(kind) if len(kind.takes) == 1 or kind.aimed else ()
        if kind is Attack:
            found += _good_attacks(position, orders)
        elif orders:
            found.append(_named(position, kind, orders))
    return found


def _named(position: Position, kind: type[Order], orders: Iterable[Order]) -> str:
    """Name what could be done; where it takes a unit and a place, which unit where."""
    if len(kind.takes) == 1:
        names = listed(dict.fromkeys(order.names[0] for order in orders), MOST_NAMED, "or")
        return deed(kind(*[names]))
    said = [deed(order) for order in _one_each(position, orders)]
    same = takewhile(lambda words: len({*words}) == 1, zip(*(each.split() for each in said), strict=False))
    begins = " ".join(words[0] for words in same) if len(said) > 1 else ""
    return listed([said[0], *(each.removeprefix(begins).strip() for each in said[1:])], MOST_NAMED, "or")


def _one_each(position: Position, orders: Iterable[Order]) -> list[Order]:
    """Choose an order for each unit: for the place where it stands, else for one that no other has been chosen for."""
    theirs = dict[str, list[Order]]()
    for order in orders:
        theirs.setdefault(order.names[0], []).append(order)
    here = {
        unit: order for unit, some in theirs.items() for order in some if order.names[1] == position.unit(unit).place
    }
    taken = {order.names[1] for order in here.values()}
    for unit in [unit for unit in theirs if unit not in here]:
        here[unit] = next((order for order in theirs[unit] if order.names[1] not in taken), theirs[unit][0])
        taken.add(here[unit].names[1])
    return [here[unit] for unit in theirs]


def _good_attacks(position: Position, orders: Iterable[Order]) -> Iterator[str]:
    """Name the attacks by all who can join that are likely to go well, best first; nobody is sent into a bad one."""
    plans = ((order.names[0], plan) for order in orders if (plan := planned(position, order.names[0])))
    rated = ((payers(plan), place, plan) for place, plan in plans)
    good = [(by["attacker"] - by["defender"], place, plan) for by, place, plan in rated if by["defender"] >= GOOD]
    best = sorted(good, key=lambda each: each[0])[:MOST_ATTACKS]
    if best:
        named = (f"{place} ({goes_well(plan)})" for _, place, plan in best)
        yield deed(Attack(listed(named, word="or")))


def _has_just_begun(position: Position, before: Position | None) -> bool:
    if before is None:
        return True
    then, now = before.state, position.state
    return (then.turn, then.phase) != (now.turn, now.phase)  # the other side may have been asked in between
