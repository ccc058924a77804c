"""Sections 3 and 4: setting up, the sequence of play."""

from collections.abc import Iterator

from fmbook.components.setup import Setup
from fmbook.core.dice import Chance
from fmbook.core.events import Event, GameEnded, MarkersReturned, TurnEnded
from fmbook.core.orders import EndPhase
from fmbook.core.state import Phase, State
from fmbook.engine.matters import OUTCOME, SEQUENCE
from fmbook.engine.rulebook import Matter, does, follows, settles
from fmbook.mechanics.sequence import next_phase

FIRST_PLAYER: "Matter[[Setup], int]" = Matter("first player", "which side has the first half of a turn")
PLAYER_TURN: "Matter[[Setup], tuple[str, ...]]" = Matter("player turn", "the kinds of phases of one side in a turn")

# --- 3 · Setting up ----------------------------------------------------------------------


@settles("fm:3.0", FIRST_PLAYER, clauses=("S-12",))
def the_scenario_names_the_first_player(setup: Setup) -> int:
    """The exclusive rules name the player who goes first."""
    return int(setup.data.get("first", 0))


# --- 4 · Sequence of play ----------------------------------------------------------------


@settles("fm:4.0", SEQUENCE, clauses=("S-16", "S-18"))
def one_player_then_the_other(setup: Setup, turn: int) -> tuple[Phase, ...]:
    """A game turn is two player turns: the first player's, then the same phases for the other."""
    first, kinds = FIRST_PLAYER.of(setup)(setup), PLAYER_TURN.of(setup)(setup)
    return tuple(
        Phase(f"{setup.sides[side]} {kind} phase", side, kind) for side in (first, 1 - first) for kind in kinds
    )


@settles("fm:4.1", PLAYER_TURN, clauses=("S-14", "S-15", "S-25"))
def move_fight_and_move_again(setup: Setup) -> tuple[str, ...]:
    """A player turn has a movement, a combat and a mobile movement phase, in this order; no combat follows."""
    return "movement", "combat", "mobile movement"


@does("fm:4.1/next", EndPhase, clauses=("S-15", "S-17"))
def phases_come_in_order(state: State, order: EndPhase, chance: Chance) -> Iterator[Event]:
    """A phase that is over is followed by the next one, and the last one by a new turn."""
    return next_phase(state)


@follows("fm:4.1/markers-return", TurnEnded, clauses=("S-17", "S-73", "SC-14.0-6", "SC-14.0-7"))
def markers_return(state: State, event: TurnEnded, chance: Chance) -> Iterator[Event]:
    """When a turn ends all support markers go back to their pools; none is saved."""
    yield MarkersReturned()


@follows("fm:4.1/last-turn", TurnEnded)
def the_last_turn_decides(state: State, event: TurnEnded, chance: Chance) -> Iterator[Event]:
    """After the last turn the game is decided as the exclusive rules say."""
    if state.turn == state.setup.turns:
        yield GameEnded(OUTCOME.of(state.setup)(state))
