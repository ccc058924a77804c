"""What rules bar, keep within and excuse: the one place where that is put together.

Whatever is listed, marched, sailed or retreated asks here, for every rule the same three things: what does it say, who
is let off, what is left. ``about`` is the side, for a rule about units or markers, or the unit, for one about hexes.
"""

from collections.abc import Iterable, Iterator, Set
from dataclasses import replace
from typing import Any, Final, TypeAlias

from fmbook.compiled import Check
from fmbook.orders import Order
from fmbook.state import State
from fmbook.verdicts import Bar, Only, Reason

__all__ = ["NOBODY", "UNBOUND", "Bounds", "bounds", "free", "objections", "said", "shut", "stopping"]

NOBODY: Final[frozenset[int]] = frozenset()


def said(checks: Iterable[Check], state: State, about: Any) -> Iterator[tuple[Bar, Check]]:
    """List what rules say, less those whom excuses let off; each with the rule that says it."""
    for check in checks:
        function, lifts, _ = check
        for bar in function(state, about):
            yield (bar.less(_excused(lifts, state, about)) if lifts else bar), check


def _excused(lifts: Iterable[Any], state: State, about: Any) -> Set[int]:
    return NOBODY.union(*(excuse.these for lift in lifts for excuse in lift(state, about)))


def stopping(checks: Iterable[Check], state: State, about: Any, number: int) -> Iterator[tuple[Bar, Check]]:
    """List what stands in the way of one unit, hex or marker."""
    return ((bar, check) for bar, check in said(checks, state, about) if bar.stops(number))


def shut(checks: Iterable[Check], state: State, about: Any, everything: Set[int]) -> frozenset[int]:
    """Return all that rules bar."""
    found: Set[int] = NOBODY
    for bar, _ in said(checks, state, about):
        these = everything - bar.these if type(bar) is Only else bar.these
        found = found | these if found and these else found or these
    return frozenset(found)


def free(checks: Iterable[Check], state: State, about: Any, everything: Set[int]) -> Set[int]:
    """Return what no rule bars; when none is left, the other rules are not asked."""
    left: Set[int] | None = None
    for bar, _ in said(checks, state, about):
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
    for bar, _ in said(checks, state, about):
        if type(bar) is Only:
            within = bar.these if within is None else within & bar.these
            if not within:
                return within, barred
        elif bar.these:
            barred = [*barred, bar.these]
    return within, barred


def objections(checks: Iterable[Check], state: State, order: Order) -> Iterator[Reason]:
    """List the reasons against one whole order, by rules from which nothing excuses it."""
    for check in checks:
        if not any(True for lift in check.lifts for _ in lift(state, order)):
            for reason in check.function(state, order):
                yield reason if reason.rule else replace(reason, rule=check.rule.id)
