"""Bars, onlys and excuses put together: the one place that decides which places or units are barred.

Whatever is listed, marched, sailed or retreated asks here. Excuses are part of what a rule says, see ``compiled``.
``about`` is the side, for a rule about units or markers, or the unit, for one about hexes.
"""

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import replace
from typing import Any, Final, TypeAlias

from fmbook.core.orders import Order
from fmbook.core.state import State
from fmbook.core.verdicts import Bar, Only, Reason
from fmbook.engine.ruleset import Check

__all__ = ["NOBODY", "UNBOUND", "Bounds", "bounds", "filled", "free", "objections", "said", "shut", "stopping"]

NOBODY: Final[frozenset[int]] = frozenset()


def said(checks: Iterable[Check], state: State, about: Any) -> Iterator[tuple[Bar, Check]]:
    """List what rules say, each with the rule that says it."""
    return ((bar, check) for check in checks for bar in check.function(state, about))


def stopping(checks: Iterable[Check], state: State, about: Any, number: int) -> Iterator[tuple[Bar, Check]]:
    """List what stands in the way of one unit, hex or marker."""
    return ((bar, check) for bar, check in said(checks, state, about) if bar.stops(number))


def shut(checks: Iterable[Check], state: State, about: Any, everything: Set[int]) -> frozenset[int]:
    """Return all that rules bar."""
    found: Set[int] = NOBODY
    for check in checks:
        for bar in check.function(state, about):
            these = everything - bar.these if type(bar) is Only else bar.these
            found = found | these if found and these else found or these
    return frozenset(found)


def free(checks: Iterable[Check], state: State, about: Any, everything: Set[int]) -> Set[int]:
    """Return what no rule bars; when none is left, the other rules are not asked."""
    left: Set[int] | None = None
    for check in checks:
        for bar in check.function(state, about):
            if type(bar) is Only:
                left = bar.these if left is None else left & bar.these
            elif bar.these:
                left = (everything if left is None else left) - bar.these
            if left is not None and not left:
                return left
    return everything if left is None else left


Bounds: TypeAlias = tuple[Set[int] | None, list[Set[int]]]
"""The set within which rules keep, if any does, and the sets that they take out of it."""
UNBOUND: Final[Bounds] = None, []


def bounds(checks: Iterable[Check], state: State, about: Any, known: Bounds = UNBOUND) -> Bounds:
    """Return what bounds a choice besides what is known; when nothing is left, the other rules are not asked."""
    within, barred = known
    for check in checks:
        for bar in check.function(state, about):
            if type(bar) is Only:
                within = bar.these if within is None else within & bar.these
                if not within:
                    return within, barred
            elif bar.these:
                barred = [*barred, bar.these]
    return within, barred


def objections(checks: Iterable[Check], state: State, order: Order) -> Iterator[Reason]:
    """List the reasons against one whole order."""
    for check in checks:
        for reason in check.function(state, order):
            yield reason if reason.rule else replace(reason, rule=check.rule.id)


def filled(state: State, bar: Bar, rule: str, names: Mapping[str, str], places: Iterable[int] = ()) -> Reason:
    """Return the sentence of a bar with its names filled in; it shows these places, and those that the bar names."""
    shown = tuple(state.board.places[place] for place in sorted({*places, *bar.places}))
    return Reason(bar.text.format(**names), bar.advice.format(**names), shown, rule)
