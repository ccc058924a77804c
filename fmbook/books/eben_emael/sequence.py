"""Section 2 and the chart of the sequence: the phases of a turn, in the merged order."""

from collections.abc import Iterable, Iterator

from fmbook.books.eben_emael.facts import BELOW, DRAW, FIRED, FLOWN, IN_HAND, INSIDE, LANDING, POOL
from fmbook.books.eben_emael.fort import BELGIAN, GERMAN, all_who, comes_for_one_fight, inside
from fmbook.books.eben_emael.orders import CameUp, WentBelow
from fmbook.components.setup import Setup
from fmbook.core.dice import Chance
from fmbook.core.events import Event, GameEnded, PhaseBegan, PhaseEnded, TurnBegan, TurnEnded
from fmbook.core.orders import EndPhase
from fmbook.core.state import Phase, State
from fmbook.engine.matters import OUTCOME, SEQUENCE
from fmbook.engine.rulebook import does, follows, settles
from fmbook.mechanics.sequence import next_phase

__all__: list[str] = []

OPENING = (("first air attack", GERMAN, "first raid"), ("landing", GERMAN, "landing"))
EVERY_TURN = (
    ("air attack", GERMAN, "air"),
    ("movement", GERMAN, "movement"),
    ("gun fire", BELGIAN, "gun fire"),
    ("attack", GERMAN, "assault"),
    ("movement", BELGIAN, "sortie"),
    ("attack", BELGIAN, "counterattack"),
)


@settles(
    "eben_emael:2.1",
    SEQUENCE,
    clauses=("E-2.1-a", "E-2.1-h", "E-chart-a", "E-full-l", "E-hist-n", "E-full-f"),
)
def merged_order(setup: Setup, turn: int) -> tuple[Phase, ...]:
    """Gliders land once; then air attack, German march, Belgian guns, German attack, Belgian march, Belgian attack."""
    lands = turn == setup.data["from turn"] and LANDING.at_first(setup)
    rows = (*(OPENING if lands else ()), *EVERY_TURN)
    return tuple(Phase(f"{setup.sides[side]} {name}", side, kind) for name, side, kind in rows)


@does("eben_emael:2.1/next", EndPhase, clauses=("E-chart-a",))
def phases_come_in_order(state: State, order: EndPhase, chance: Chance) -> Iterator[Event]:
    """A phase that is over is followed by the next one, and the last one by a new turn."""
    return next_phase(state)


@follows("eben_emael:2.1/once", TurnBegan, clauses=("E-hist-l", "E-full-e"))
def a_new_turn_gives_everything_its_fire_back(state: State, event: TurnBegan, chance: Chance) -> Iterator[Event]:
    """Every weapon fires once a turn, and so do the aircraft."""
    yield FIRED.becomes(frozenset())
    yield FLOWN.becomes(0)


@follows(
    "eben_emael:6.0/draw", PhaseBegan, clauses=("E-2.0-a", "E-6.0-a", "E-6.0-b", "E-6.0-c", "E-hist-k", "E-full-d")
)
def special_actions_are_drawn(state: State, event: PhaseBegan, chance: Chance) -> Iterable[Event]:
    """Every turn opens with so many counters from the pool as the scenario says; each goes to the side it serves."""
    return _drawn(state, chance) if event.phase.kind == "air" else ()


def _drawn(state: State, chance: Chance) -> Iterator[Event]:
    cup = {each.name: each for each in state.setup.data["cup"]}
    pool = list(POOL.of(state) if POOL.is_kept(state) else cup)
    kept = list(IN_HAND.of(state))
    for _ in range(min(DRAW.of(state), len(pool))):
        drawn = chance.pick(pool)
        pool.remove(drawn)
        kept.append(drawn)
        yield POOL.becomes(tuple(pool))
        counter = cup[drawn]
        never = counter.turns and min(counter.turns) > state.setup.turns
        says = f"Nothing comes of it in a game of {state.setup.turns} turns." if never else counter.says
        told = f"Drawn for the {counter.side} side: {counter.title}. {says}"
        yield IN_HAND.becomes(tuple(kept), told)


@follows("eben_emael:6.0/removed", PhaseEnded, clauses=("E-6.0-k", "E-6.0-l", "E-6.0-m"))
def counterattacks_go_below(state: State, event: PhaseEnded, chance: Chance) -> Iterable[Event]:
    """Men who came for one fight are off the roof when their own turn is over."""
    if event.phase.kind != "counterattack":
        return ()
    guests = state.on_map(BELGIAN) & all_who(state, comes_for_one_fight)
    return [WentBelow(unit.id) for unit in state.units(sorted(guests))]


@follows("eben_emael:2.1/below", WentBelow)
def men_who_leave_are_below(state: State, event: WentBelow, chance: Chance) -> Iterator[Event]:
    """Men who leave the roof are in the galleries, in no work any more, and may come out again."""
    unit = state.setup.unit(event.unit)
    if unit.number in INSIDE.of(state):
        yield INSIDE.becomes(inside(state))
    yield BELOW.becomes(BELOW.of(state) + state.steps[unit.number])


@follows("eben_emael:2.1/from-below", CameUp)
def men_who_come_out_are_no_longer_below(state: State, event: CameUp, chance: Chance) -> Iterator[Event]:
    """Whoever comes out of the galleries is missing there, one group after another."""
    yield BELOW.becomes(BELOW.of(state) - state.steps[state.setup.unit_numbers[event.unit]])


@follows("eben_emael:hist/last-turn", TurnEnded, clauses=("E-hist-j", "E-full-b"))
def the_last_turn_decides(state: State, event: TurnEnded, chance: Chance) -> Iterator[Event]:
    """After the last turn the points are counted."""
    if state.turn == state.setup.turns:
        yield GameEnded(OUTCOME.of(state.setup)(state))
