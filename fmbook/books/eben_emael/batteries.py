"""Section 2 and an option: German batteries across the canal, which have no counter."""

from collections.abc import Iterator
from typing import Final

from fmbook.books.eben_emael.facts import BATTERIES_THERE, SHELLED
from fmbook.books.eben_emael.figures import figures
from fmbook.books.eben_emael.fire import BATTERIES_LEFT, batteries_left, struck
from fmbook.books.eben_emael.fort import BELGIAN, GERMAN
from fmbook.books.eben_emael.orders import Strike
from fmbook.core.dice import Chance
from fmbook.core.events import Event, TurnBegan
from fmbook.core.state import State
from fmbook.core.verdicts import Only
from fmbook.engine.rulebook import does, follows, forbids, settles

__all__: list[str] = []

BATTERIES: Final = "german-guns"

# --- how many there are ---------------------------------------------------------------------------


def _not_fired_yet(state: State, there: int) -> int:
    return there - SHELLED.of(state)


@settles("eben_emael:2.1/batteries", BATTERIES_LEFT, clauses=("E-2.1-a",))
def batteries_of_the_scenario(state: State) -> int:
    """German artillery fires if the scenario allows it, as many batteries as it says; the printed ones have none."""
    return _not_fired_yet(state, BATTERIES_THERE.of(state))


@settles(
    "eben_emael:2.1/batteries-on",
    BATTERIES_LEFT,
    option=BATTERIES,
    replaces="eben_emael:2.1/batteries",
    clauses=("E-2.1-a",),
)
def batteries_by_agreement(state: State) -> int:
    """With the option there are some in every scenario."""
    return _not_fired_yet(state, max(BATTERIES_THERE.of(state), figures().artillery.batteries))


@follows("eben_emael:2.1/batteries-again", TurnBegan, clauses=("E-2.1-a",))
def batteries_fire_again_in_a_new_turn(state: State, event: TurnBegan, chance: Chance) -> Iterator[Event]:
    """Each battery fires once in every turn."""
    if SHELLED.of(state):
        yield SHELLED.becomes(0)


# --- their fire -----------------------------------------------------------------------------------


@forbids("eben_emael:2.1/battery", Strike, bars="hexes", clauses=("E-2.1-a", "E-2.1-k", "E-5.0-b"))
def a_battery_must_be_left(state: State, side: int) -> Iterator[Only]:
    """Batteries fire at Belgian positions in the air attack, and at Belgians where they stop; each once a turn."""
    ask = state.ask
    if (ask.what if ask else state.phase.kind) not in ("air", "answering fire"):
        return
    if side != GERMAN or not batteries_left(state):
        yield Only(frozenset(), "no {side} battery is left to fire at {to}")
    elif ask:
        yield Only(frozenset(state.where[unit] for unit in ask.units), "only who has just moved is fired at, not {to}")


@does("eben_emael:2.1/shell", (Strike, "air"), clauses=("E-2.1-a", "E-5.0-a", "E-5.0-b", "E-5.0-c", "E-art-a"))
def a_battery_fires(state: State, order: Strike, chance: Chance) -> Iterator[Event]:
    """A battery fires with the strength of its counter, and by itself."""
    table = state.setup.tables["artillery"]
    yield SHELLED.becomes(SHELLED.of(state) + 1)
    column, place = table.column(figures().artillery.strength), state.board.at(order.target)
    yield from struck(state, table, column, place, BELGIAN, chance, "a German battery fires")


@does("eben_emael:2.1/shell-march", (Strike, "answering fire"), clauses=("E-2.1-k", "E-5.0-a", "E-art-a"))
def a_battery_fires_at_a_march(state: State, order: Strike, chance: Chance) -> Iterator[Event]:
    """What it costs falls on the unit that has just moved or come out."""
    return a_battery_fires(state, order, chance)
