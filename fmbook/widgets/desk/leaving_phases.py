"""Before a phase is left: ask, if something would be lost with it."""

from typing import Final

from fmbook.core.orders import EndPhase, deed
from fmbook.engine.legality import question
from fmbook.engine.matters import ENDED_BY, UNSPENT
from fmbook.play.positions import Position
from fmbook.text.wording import counted, listed

__all__ = ["left_to_spend", "lost_by_leaving"]

ALL_THE_SAME: Final = "End the phase all the same?"
MOST_NAMED: Final = 4


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
    """Name what could still be attacked, fired at, used or restored: orders that send nobody anywhere."""
    found = []
    for kind in question(position.state).offers:
        orders = position.legal_of(kind) if len(kind.takes) == 1 or kind.aimed else ()
        if orders:
            named = (dict.fromkeys(names) for names in zip(*(order.names for order in orders), strict=True))
            found.append(deed(kind(*(listed(names, MOST_NAMED, "or") for names in named))))
    return found


def _has_just_begun(position: Position, before: Position | None) -> bool:
    if before is None:
        return True
    then, now = before.state, position.state
    return (then.turn, then.phase) != (now.turn, now.phase)  # the other side may have been asked in between
