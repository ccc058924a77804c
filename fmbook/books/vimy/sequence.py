"""Sections 13 and 15: the course of a turn, the first morning, the nights."""

from collections.abc import Iterator

from fmbook.components.setup import Setup
from fmbook.core.orders import Attack, Move
from fmbook.core.state import Phase, State
from fmbook.core.verdicts import Only, Reason
from fmbook.engine.matters import SEQUENCE, not_due
from fmbook.engine.rulebook import forbids, settles

ALLIED, GERMAN = 0, 1
FREE, AFTER_FIRE = "free-set-up", "march-after-fire"


# --- 15 · Turn sequence -------------------------------------------------------------------------


@settles(
    "vimy:15.0",
    SEQUENCE,
    replaces="fm:4.0",
    clauses=("VR-13.1-1", "VR-13.1-2", "VR-13.1-4", "VR-15.1-1", "VR-15.2-1", "VR-17.2-8", "VR-17.2-10", "VR-20.2-2"),
)
def march_shell_attack(setup: Setup, turn: int) -> tuple[Phase, ...]:
    """The Allies go first; each player marches, bombards, attacks; turn 1 opens with fire, nights know no attack."""
    return _game_turn(setup, turn, ())


@settles(
    "vimy:15.2/march-after-fire",
    SEQUENCE,
    replaces="vimy:15.0",
    option=AFTER_FIRE,
    clauses=("VR-15.2-1",),
)
def then_the_infantry_goes_over_the_top(setup: Setup, turn: int) -> tuple[Phase, ...]:
    """The other reading: the first Allied turn begins with fire and combat, and its march follows them."""
    march = Phase(f"{setup.sides[ALLIED]} movement phase", ALLIED, "movement")
    return _game_turn(setup, turn, (march,) if turn == 1 else ())


def _game_turn(setup: Setup, turn: int, then: tuple[Phase, ...]) -> tuple[Phase, ...]:
    first = turn == setup.data["from turn"] and FREE in setup.book.options
    set_up = tuple(Phase(f"{setup.sides[side]} set-up", side, "set-up") for side in (GERMAN, ALLIED) if first)
    allied, german = ([Phase(*each) for each in _player_turn(setup, turn, side)] for side in (ALLIED, GERMAN))
    return (*set_up, *allied, *then, *german)


def _player_turn(setup: Setup, turn: int, side: int) -> Iterator[tuple[str, int, str]]:
    night, name = is_night(setup, turn), setup.sides[side]
    if turn == 1 and side == ALLIED:
        yield f"{name} air phase", side, "air"
    else:
        yield f"{name} movement phase", side, "night movement" if night else "movement"
    yield f"{name} bombardment phase", side, "shelling"
    if not night:
        yield f"{name} combat phase", side, "combat"


@forbids("vimy:15.2", Move, bars="units", clauses=("VR-15.2-1",))
def zero_hour(state: State, side: int) -> Iterator[Only]:
    """The game opens with Allied fire; no Allied march comes before it."""
    if state.phase.kind == "air":
        yield Only(frozenset(), "{unit} stays where it is: the battle opens with fire", "send aircraft, then shell")


# --- 13 · Night ---------------------------------------------------------------------------------


def is_night(setup: Setup, turn: int) -> bool:
    """Tell whether the turn track shows a moon."""
    return turn in setup.data["track"] and bool(setup.data["track"][turn].night)


@forbids("vimy:13.1", Move, bars="units", clauses=("VR-11.3-11", "VR-13.1-3"))
def nobody_marches_at_night(state: State, side: int) -> Iterator[Only]:
    """At night nobody moves but replacements that come in."""
    if is_night(state.setup, state.turn):
        yield Only(frozenset(), "{unit} stays where it is: it is night", "use your replacements, then end the phase")


@settles("vimy:13.1/attack", not_due(Attack), clauses=("VR-13.1-1", "VR-13.1-2"))
def nobody_attacks_at_night(state: State, order: Attack) -> Iterator[Reason]:
    """There is no combat at night."""
    if is_night(state.setup, state.turn):
        yield Reason("it is night, and nobody attacks at night", "wait for the morning")
