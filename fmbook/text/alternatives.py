"""What may be ordered in place of an order that is refused, in words, where its reasons do not say it themselves."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from fmbook.core.orders import Order, deed
from fmbook.core.verdicts import Verdict
from fmbook.engine.legality import question
from fmbook.play.positions import Position
from fmbook.text.wording import either

__all__ = ["with_advice"]

MOST: Final = 3  # names in an advice
KINDS: Final = 3


def with_advice(position: Position, order: object, verdict: Verdict) -> Verdict:
    """Give a refusal without advice some: what else may be ordered now. Who is not asked gets none."""
    told = any(reason.advice for reason in verdict.reasons)
    idle = position.outcome or position.viewer not in ("", position.side)
    if verdict or told or idle or not isinstance(order, Order) or not (advice := _instead(position, order)):
        return verdict
    *others, last = verdict.reasons
    return Verdict(verdict.subject, (*others, replace(last, advice=advice)))


def _instead(position: Position, order: Order) -> str:
    """Say what else orders of this kind may name; where there are none, which other kinds are open."""
    if alike := position.legal_of(type(order)):
        own = [each for each in alike if each.names[:-1] == order.names[:-1]]
        return _said(position, own or alike)
    kinds = (kind for kind in question(position.state).offers if kind is not type(order))
    found = [_said(position, some) for kind in kinds if (some := position.legal_of(kind))]
    return ", or ".join([*found[: KINDS - 1], *found[KINDS - 1 :][-1:]])  # what ends a phase is offered last


def _said(position: Position, orders: Iterable[Order]) -> str:
    """Say several orders of one kind as one: “move B1 or B2 to a hex”."""
    some = list(orders)
    of_each = [tuple(dict.fromkeys(names)) for names in zip(*(each.names for each in some), strict=True)]
    named = [either(names, MOST) for names in of_each]
    if all(len(names) > 1 for names in of_each[:2]) and len(named) > 1:  # not each of them may go everywhere
        named[1] = f"a {position.board.layout.kind}"
    return deed(type(some[0])(*named))
