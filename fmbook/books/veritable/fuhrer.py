"""Section 15.2: the Führer's interference, an option."""

from collections.abc import Iterable, Iterator

from fmbook.books.veritable.facts import ASKED, REFUSED, RELEASED
from fmbook.books.veritable.orders import Request
from fmbook.books.veritable.sequence import FUHRER, GERMAN, reserves
from fmbook.core.dice import Chance
from fmbook.core.events import Event, Rolled, TurnEnded
from fmbook.core.orders import Enter
from fmbook.core.state import State
from fmbook.core.verdicts import Bar, Only
from fmbook.engine.rulebook import does, follows, forbids

A_REFUSAL = 6


def _numbers(state: State, names: tuple[str, ...]) -> frozenset[int]:
    return frozenset(state.setup.unit_numbers[name] for name in names)


@forbids("veritable:15.2", Request, bars="units", clauses=("V-15.2-b", "V-15.2-c", "V-15.2-d"))
def who_may_be_asked_for(state: State, side: int) -> Iterable[Bar]:
    """From turn 2 on the German player may ask for each unit of the reserve once a turn, unless it was refused."""
    if FUHRER not in state.setup.book.options or side != GERMAN or state.turn < 2:
        return (Only(frozenset(), "{unit} cannot be asked for"),)
    return (
        Only(reserves(state, GERMAN), "{unit} cannot be asked for"),
        Bar(_numbers(state, ASKED.of(state)), "{unit} has been asked for in this turn", "ask again next turn"),
        Bar(_numbers(state, REFUSED.of(state)), "{unit} has been refused for good"),
    )


@does("veritable:15.2/ask", Request, clauses=("V-15.2-a", "V-15.2-b", "V-15.2-c"))
def ask_the_fuhrer(state: State, order: Request, chance: Chance) -> Iterator[Event]:
    """Less than the number of the turn releases the unit; a 6 bars it for good; anything else leaves it waiting."""
    die = chance.die()
    yield ASKED.becomes((*ASKED.of(state), order.unit))
    if die == A_REFUSAL:
        yield Rolled((die,), "refused", f"{order.unit} is refused for good")
        yield REFUSED.becomes((*REFUSED.of(state), order.unit))
    elif die < state.turn:
        yield Rolled((die,), "released", f"{order.unit} is released")
        yield RELEASED.becomes((*RELEASED.of(state), order.unit))
    else:
        yield Rolled((die,), "waits", f"{order.unit} has to wait")


@forbids("veritable:15.2/enter", Enter, bars="units", option=FUHRER, clauses=("V-15.2-a",))
def only_what_is_released(state: State, side: int) -> Iterator[Only]:
    """A German reserve comes only in the turn in which it was released."""
    if side == GERMAN:
        yield Only(_numbers(state, RELEASED.of(state)), "{unit} has not been released this turn", "request {unit}")


@follows("veritable:15.2/next-turn", TurnEnded, option=FUHRER, clauses=("V-15.2-c",))
def a_new_turn_a_new_question(state: State, event: TurnEnded, chance: Chance) -> Iterator[Event]:
    """In a new turn everything that was not refused may be asked for again."""
    yield ASKED.becomes(())
    yield RELEASED.becomes(())
