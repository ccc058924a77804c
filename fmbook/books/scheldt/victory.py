"""Section 17: who wins."""

from collections.abc import Iterator

from fmbook.books.scheldt.sequence import ALLIED, GERMAN
from fmbook.core.dice import Chance
from fmbook.core.events import Eliminated, Event, GameEnded
from fmbook.core.sides import noun
from fmbook.core.state import Outcome, State
from fmbook.engine.matters import OUTCOME
from fmbook.engine.rulebook import follows, settles
from fmbook.mechanics.occupation import held_or_denied

# --- 17.0 · Victory --------------------------------------------------------------------------------


@settles("scheldt:17.0", OUTCOME, clauses=("SC-17.0-1", "SC-17.0-2"))
def nobody_is_left_west_of_the_line(state: State) -> Outcome:
    """The Allies win if no German unit is left west of the line from 2022 to 3217; otherwise the Germans do."""
    goal = state.setup.data["goal"]
    if goal["kind"] == "hold":
        return held_or_denied(state, "scheldt:17.0")
    return _cleared(state) or _standing(state)


def _cleared(state: State) -> Outcome | None:
    goal = state.setup.data["goal"]
    if goal["kind"] != "clear" or state.board.having(goal["ground"]) & state.forces[GERMAN].places:
        return None
    return Outcome(state.setup.sides[ALLIED], "cleared", "scheldt:17.0", goal["text"])


def _standing(state: State) -> Outcome:
    ground, name = state.board.having(state.setup.data["goal"]["ground"]), state.setup.sides[GERMAN]
    held = sorted(ground & state.forces[GERMAN].places)
    left = [unit.id for place in held for unit in state.units_at(place, GERMAN)]
    who = "a German unit still stands" if len(left) == 1 else f"{len(left)} German units still stand"
    text = f"Time is up: {who} where none may be left ({', '.join(left)}), and {noun(name):wins}."
    return Outcome(name, "held out", "scheldt:17.0", text)


@follows("scheldt:17.0/at-once", Eliminated, clauses=("SC-17.0-1",))
def the_last_german_falls(state: State, event: Eliminated, chance: Chance) -> Iterator[Event]:
    """The game is won at once when the last German unit there is eliminated."""
    if state.setup.unit(event.unit).side == GERMAN and (outcome := _cleared(state)):
        yield GameEnded(outcome)
