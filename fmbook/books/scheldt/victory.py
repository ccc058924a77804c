"""Section 17: who wins."""

from collections.abc import Iterator, Mapping

from fmbook.books.scheldt.road import ROAD, last_held
from fmbook.books.scheldt.sequence import ALLIED, GERMAN
from fmbook.core.cache import per_side
from fmbook.core.dice import Chance
from fmbook.core.events import Eliminated, Event, GameEnded
from fmbook.core.sides import noun
from fmbook.core.state import OFF_MAP, Outcome, State
from fmbook.engine.matters import OBJECTIVES, OUTCOME
from fmbook.engine.rulebook import follows, settles
from fmbook.mechanics.goals import held_or_denied

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


@settles("scheldt:17.0/objectives", OBJECTIVES)
def what_to_fight_for(state: State, side: int) -> Mapping[int, float]:
    """Say for opponents what ground is worth to a side, in hundredths of its army: weights of ours, not printed."""
    return _weights(state, GERMAN, side, last_held(state), _wait_for_the_road(state))


@per_side
def _weights(state: State, held_by: int, side: int, won: frozenset[int], waiting: bool) -> Mapping[int, float]:
    goal, board = state.setup.data["goal"], state.board
    if goal["kind"] == "hold":
        return dict.fromkeys(map(board.at, goal["hexes"]), 60 / len(goal["hexes"]))
    ground = board.having(goal["ground"])
    road = board.having(ROAD) - won if waiting else frozenset()
    if side == GERMAN:
        gate = board.having("isthmus") & board.having(ROAD) | {board.at("2021")} if waiting else frozenset()
        return dict.fromkeys(ground & board.having("city"), 4.0) | dict.fromkeys(gate, 12.0)
    return dict.fromkeys(ground & state.forces[held_by].places, 8.0) | dict.fromkeys(road, 6.0)


def _wait_for_the_road(state: State) -> bool:
    return any(unit.group == "49_Div" and state.where[unit.number] == OFF_MAP for unit in state.setup.units)
