"""Section 15.3: the fortress of Cleve, an option."""

from collections.abc import Iterator
from typing import Final

from fmbook.books.veritable.combat import resolve
from fmbook.books.veritable.facts import FORTRESS_CHIT
from fmbook.books.veritable.sequence import ALLIED, FORTRESS
from fmbook.core.dice import Chance
from fmbook.core.events import Event, Noted
from fmbook.core.orders import Roll
from fmbook.core.state import Battle, State
from fmbook.core.verdicts import Shift
from fmbook.engine.rulebook import does, shifts
from fmbook.mechanics.combat import in_battle

CHITS: Final = ("prepared", "surprised", "unfortified", "unfortified")
SAYS: Final = {
    "prepared": "Cleve is a fortress, and ready.",
    "surprised": "Cleve is a fortress, and taken by surprise.",
    "unfortified": "Cleve is no fortress.",
}


def chit_is_due(state: State) -> bool:
    """Tell whether this is the very first Allied attack on Cleve, and no chit has been drawn."""
    battle = in_battle(state)
    first = battle.side == ALLIED and battle.target in state.board.having("cleve")
    return FORTRESS in state.setup.book.options and first and not FORTRESS_CHIT.is_kept(state)


@does(
    "veritable:15.3",
    (Roll, "roll"),
    replaces="veritable:10.0",
    option=FORTRESS,
    clauses=("V-15.3-a", "V-15.3-b", "V-15.3.2-a", "V-15.3.3-a", "V-15.3-r1"),
)
def draw_then_throw(state: State, order: Roll, chance: Chance) -> Iterator[Event]:
    """Just before the throw of the first Allied attack on Cleve one of four chits is drawn; the others leave play."""
    if not chit_is_due(state):
        yield from resolve(state, order, chance)
        return
    chit = chance.pick(CHITS)
    if chit == "surprised":
        yield Noted("surprise", 1)
    yield FORTRESS_CHIT.becomes("" if chit == "unfortified" else chit, SAYS[chit])


@shifts("veritable:15.3.1", option=FORTRESS, clauses=("V-15.3.1-a", "V-15.3.2-b"))
def the_fortress_holds(state: State, battle: Battle) -> Iterator[Shift]:
    """A fortress that is ready shifts every battle for Cleve; one that was surprised does so from the next one on."""
    attacked = battle.side == ALLIED and battle.target in state.board.having("cleve")
    if attacked and FORTRESS_CHIT.of(state) and not battle.note("surprise"):
        yield Shift(-1, "the fortress of Cleve", "column")


@shifts("veritable:15.3.2", option=FORTRESS, clauses=("V-15.3.2-a",))
def the_fortress_is_surprised(state: State, battle: Battle) -> Iterator[Shift]:
    """A fortress taken by surprise gives the first attack a shift."""
    if battle.note("surprise"):
        yield Shift(1, "the fortress is surprised", "column")
