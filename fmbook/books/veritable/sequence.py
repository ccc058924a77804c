"""Sections 4 to 6: the course of a turn, air support, the action sequence."""

from collections.abc import Iterator
from typing import Final

from fmbook.books.veritable.facts import EXITED, FIGHTS_FIRST, SURGES
from fmbook.books.veritable.orders import FightFirst, MoveFirst
from fmbook.components.setup import Setup
from fmbook.components.tables import Table
from fmbook.core.cache import per_board
from fmbook.core.dice import Chance
from fmbook.core.events import Event, GameEnded, MarkersDrawn, MarkersReturned, Rolled, TurnEnded
from fmbook.core.orders import Attack, EndPhase, Move, Order, Roll, Support
from fmbook.core.sides import noun, opening
from fmbook.core.state import OFF_MAP, Phase, State
from fmbook.core.verdicts import Reason
from fmbook.engine.matters import AFTER_THE_END, OUTCOME, SEQUENCE, not_due
from fmbook.engine.rulebook import Matter, does, follows, settles
from fmbook.mechanics.sequence import next_phase

HALF_A_TURN_MORE: "Matter[[State], bool]" = Matter("half a turn more", "whether one is played", default=lambda _: False)

ALLIED, GERMAN = 0, 1
FREE, BOATS, FUHRER, FORTRESS, EIGHTH = "free-set-up", "amphibious", "fuhrer", "fortress-cleve", "eighth-turn"
RESERVE = "reserve"  # the trait of a unit of the Strategic Reserve

# --- 4 · Sequence of play -------------------------------------------------------------------------


@settles("veritable:4.0", SEQUENCE,
         clauses=("V-2.1-b", "V-3.0-a", "V-4.0-a", "V-4.0-b", "V-4.0-c", "V-6.1-a", "V-6.2-a"))  # fmt: skip
def air_then_one_side_then_the_other(setup: Setup, turn: int) -> tuple[Phase, ...]:
    """Air support from turn 2, the Allied player turn, the German one; each chooses its course first."""
    opening = _set_up(setup) if turn == setup.data["from turn"] else ()
    air = (Phase("Air support phase", ALLIED, "air"),) if turn > 1 else ()
    sides = (ALLIED,) if turn > setup.turns else (ALLIED, GERMAN)
    return (*opening, *air, *(phase for side in sides for phase in _player_turn(setup, side)))


def _set_up(setup: Setup) -> tuple[Phase, ...]:
    options, found = setup.book.options, []
    if FREE in options:
        found += [Phase(f"{setup.sides[side]} set-up", side, "set-up") for side in (GERMAN, ALLIED)]
    if BOATS in options:
        found.append(Phase("Amphibious marker", ALLIED, "attach"))
    return tuple(found)


def _player_turn(setup: Setup, side: int) -> Iterator[Phase]:
    name = setup.sides[side]
    yield Phase(f"{name} action sequence", side, "choice")
    yield Phase(f"{name} prepared combat phase", side, "combat")
    yield Phase(f"{name} movement phase", side, "movement")
    yield Phase(f"{name} combat phase", side, "combat")


def to_the_next_phase(state: State, first: bool) -> Iterator[Event]:
    """Go on; of the two combat phases only the one that was chosen is held."""
    omitted = "combat phase" if first else "prepared combat phase"
    last = state.setup.turns + has_eighth_turn(state)
    return next_phase(state, {f"{name} {omitted}" for name in state.setup.sides}, last)


@does("veritable:4.0/next", EndPhase, clauses=("V-4.0-a",))
def phases_come_in_order(state: State, order: EndPhase, chance: Chance) -> Iterator[Event]:
    """A phase that is over is followed by the next one, and the last one by a new turn."""
    return to_the_next_phase(state, FIGHTS_FIRST.of(state))


def has_eighth_turn(state: State) -> bool:
    """Tell whether one is played."""
    return HALF_A_TURN_MORE.of(state.setup)(state)


@settles("veritable:15.4", HALF_A_TURN_MORE, option=EIGHTH, clauses=("V-15.4-a",))
def the_allies_go_on(state: State) -> bool:
    """If the Allies have all their reserves in play after the last turn, they get their half of one more."""
    return state.turn >= state.setup.turns and not reserves(state, ALLIED)


@settles("veritable:15.4/over", AFTER_THE_END, option=EIGHTH, clauses=("V-15.4-a", "V-15.4-b"))
def what_there_is_of_turn_8(state: State, order: Order) -> Iterator[Reason]:
    """Turn 8 is played only with all Allied reserves in play, and only its Allied half."""
    waiting = len(reserves(state, ALLIED))
    if waiting:
        yield Reason(f"there is no turn 8, for {waiting} Allied units are still in reserve")
    else:
        yield Reason("of turn 8 only the Allied half is played")


@follows("veritable:4.0/last-turn", TurnEnded, clauses=("V-4.0-d", "V-15.4-b"))
def the_last_turn_decides(state: State, event: TurnEnded, chance: Chance) -> Iterator[Event]:
    """After turn 7 the game is decided, or after the Allied half of turn 8, if they have earned it."""
    if event.turn == state.setup.turns + has_eighth_turn(state):
        yield GameEnded(OUTCOME.of(state.setup)(state))


@per_board
def _reserve(state: State, side: int) -> list[int]:
    return [unit.number for unit in state.setup.units if unit.side == side and RESERVE in unit.traits]


def reserves(state: State, side: int) -> frozenset[int]:
    """Return the units of the Strategic Reserve that have not been called."""
    where, units = state.where, state.setup.units
    off = frozenset([number for number in _reserve(state, side) if where[number] == OFF_MAP])
    exited = EXITED.of(state) if off else ()
    if exited:
        gone = dict(exited)
        off = frozenset([number for number in off if units[number].id not in gone])
    return off


# --- 5 · Air support ------------------------------------------------------------------------------

TIMES: Final = ("not at all", "once", "twice", "three times")


@does("veritable:5.0", (Roll, "air"),
      clauses=("V-5.0-a", "V-5.0-b", "V-5.1-a", "V-5.1-b", "V-5.1-c", "V-5.1-d"))  # fmt: skip
def air_support(state: State, order: Roll, chance: Chance) -> Iterator[Event]:
    """A die says how often the RAF flies; the first 4 or 5, and the next 4, bring the Luftwaffe out."""
    die, surges = chance.die(), SURGES.of(state)
    table: Table = state.setup.tables["air"]
    column = next(each for each in table.columns if each.number == surges + 1)
    british, german = map(int, table.cell(die, column).split("/"))
    flown = f"the RAF flies {TIMES[british]}, the Luftwaffe {TIMES[german]}"
    yield Rolled((die,), f"RAF {british}, Luftwaffe {german}", flown)
    for side, name, count in ((ALLIED, "RAF", british), (GERMAN, "Luftwaffe", german)):
        if count:
            yield MarkersDrawn(side, (name,) * count, state.setup.sides[side])
    if german:
        yield SURGES.becomes(surges + 1)
    yield from to_the_next_phase(state, FIGHTS_FIRST.of(state))


@settles("veritable:5.0/skipped", not_due(Roll), clauses=("V-4.0-b", "V-5.0-a"))
def no_air_on_turn_1(state: State, order: Roll) -> Iterator[Reason]:
    """Nobody throws for air support on turn 1."""
    if state.turn == 1 and not state.asks:
        yield Reason("air support is thrown for from turn 2 on; in turn 1 its phase is skipped")


@settles("veritable:5.3/used", not_due(Support), clauses=("V-5.3-a", "V-5.3-b"))
def no_sortie_is_left(state: State, order: Support) -> Iterator[Reason]:
    """A marker serves once, in the turn in which it came."""
    if state.asks and not state.hands[state.side]:
        who = noun(state.setup.sides[state.side])
        yield Reason(f"{who:has} no air marker left: one serves once, and only in the turn in which it came")


@follows("veritable:5.3", TurnEnded, clauses=("V-5.3-a", "V-5.3-b"))
def sorties_are_not_kept(state: State, event: TurnEnded, chance: Chance) -> Iterator[Event]:
    """Air markers serve in their own turn and are lost with it."""
    yield MarkersReturned()


# --- 6 · Action sequence --------------------------------------------------------------------------


@settles("veritable:6.2/over", not_due(Attack), clauses=("V-6.1-a", "V-6.2-a"))
def combat_has_its_place(state: State, order: Attack) -> Iterator[Reason]:
    """A side that fights first has had its combat when it moves; one that moves first fights only afterwards."""
    if state.phase.kind == "movement" and FIGHTS_FIRST.of(state):
        yield Reason("this side chose to fight first, and its combat phase is over")
    elif state.phase.kind == "movement":
        yield Reason("this side chose to move first, and fights afterwards", "end-phase", rule="veritable:6.1")


@settles("veritable:6.1/over", not_due(Move), clauses=("V-6.1-a", "V-6.2-a"))
def movement_has_its_place(state: State, order: Move) -> Iterator[Reason]:
    """A side that moves first has done so when it fights; one that fights first moves only afterwards."""
    if state.phase.kind == "combat" and not state.asks and FIGHTS_FIRST.of(state):
        yield Reason("this side chose to fight first, and moves afterwards", "end-phase", rule="veritable:6.2")
    elif state.phase.kind == "combat" and not state.asks:
        yield Reason("this side chose to move first, and its movement phase is over")


def _has_been_chosen(state: State) -> Iterator[Reason]:
    yield Reason("the action sequence is chosen once, as a player turn begins")


@settles("veritable:6.0/move-first", not_due(MoveFirst), clauses=("V-6.0-a",))
def moving_first_is_chosen_once(state: State, order: MoveFirst) -> Iterator[Reason]:
    """The sequence is chosen as the player turn begins."""
    return _has_been_chosen(state)


@settles("veritable:6.0/fight-first", not_due(FightFirst), clauses=("V-6.0-a",))
def fighting_first_is_chosen_once(state: State, order: FightFirst) -> Iterator[Reason]:
    """The sequence is chosen as the player turn begins."""
    return _has_been_chosen(state)


@does("veritable:6.1", MoveFirst, clauses=("V-6.0-a", "V-6.1-a", "V-3.0-j"))
def move_then_fight(state: State, order: MoveFirst, chance: Chance) -> Iterator[Event]:
    """Move first, then fight."""
    yield FIGHTS_FIRST.becomes(False, f"{opening(state.setup.sides[state.side])} will move, then fight.")
    yield from to_the_next_phase(state, first=False)


@does("veritable:6.2", FightFirst, clauses=("V-6.0-a", "V-6.2-a"))
def fight_then_move(state: State, order: FightFirst, chance: Chance) -> Iterator[Event]:
    """Fight first, with a shift in every battle, then move."""
    yield FIGHTS_FIRST.becomes(True, f"{opening(state.setup.sides[state.side])} will fight, then move.")
    yield from to_the_next_phase(state, first=True)
