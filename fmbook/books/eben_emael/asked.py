"""Section 2.1 for whoever is asked in the enemy's turn: what of that turn may still lead to the same question."""

from collections.abc import Iterator
from typing import Final

from fmbook.books.eben_emael.facts import FIRED
from fmbook.books.eben_emael.fort import GERMAN, at_hand, on_foot
from fmbook.books.eben_emael.orders import Sally
from fmbook.core.orders import Attack, Move
from fmbook.core.state import State
from fmbook.engine.legality import legal_of
from fmbook.engine.matters import MORE_ASKED
from fmbook.engine.rulebook import settles

__all__: list[str] = []

COMES_OFTEN: Final = ("answering fire", "guns", "give way")


@settles("eben_emael:2.1/more", MORE_ASKED)
def what_may_still_be_asked(state: State) -> str:
    """Count what may make the other side be asked again: who can still march or come out, what can be attacked."""
    ask = state.ask
    if not ask or ask.what not in COMES_OFTEN or ask.side == state.phase.side:
        return ""
    then = state.but(asks=(), battle=None)
    if ask.side != GERMAN:
        left = len(on_foot(then, then.side) - then.spent)
        return f"{_counted(left, 'squad')} {'has' if left == 1 else 'have'} not {_done(state)} yet."
    return " ".join(_by_the_garrison(then)) or "Nothing else in this phase can lead to this question."


def _done(state: State) -> str:
    return "run" if state.phase.kind == "movement" else "attacked"


def _by_the_garrison(then: State) -> Iterator[str]:
    """Tell of Belgians who could still come to where a squad may fire, or could still attack one."""
    if then.phase.kind == "counterattack":
        if targets := len(legal_of(then, Attack)):
            yield f"{_counted(targets, 'sector')} can still be attacked in this phase."
        return
    covered = _under_fire(then)
    marching = {order.names[0] for order in legal_of(then, Move) if order.names[1] in covered}
    doors = {order.names[1] for order in legal_of(then, Sally) if order.names[1] in covered}
    if marching:
        yield f"{_counted(len(marching), 'more group')} can still march to where your squads may fire."
    if doors:
        yield f"{_counted(len(doors), 'open door')} there can let out others."


def _under_fire(state: State) -> frozenset[str]:
    """Name the sectors into which a squad that has not fired yet may fire."""
    ready = state.on_map(GERMAN) - FIRED.of(state)
    places = frozenset[int]().union(*(at_hand(state)[state.where[unit]] for unit in ready))
    return frozenset(state.board.places[place] for place in places)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
