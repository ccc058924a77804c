"""The sequence of turns and phases, as the rulebook settles it, and of the units that are set up."""

from collections.abc import Container, Iterator, Sequence

from fmbook.components.setup import Setup
from fmbook.core.events import Event, PhaseBegan, PhaseEnded, Placed, TurnBegan, TurnEnded
from fmbook.core.orders import Place
from fmbook.core.state import Phase, State
from fmbook.core.verdicts import Only
from fmbook.engine.matters import SEQUENCE, WORD_FOR_A_TURN

__all__ = ["first_events", "next_phase", "only_the_next", "phases", "placed", "turn_word"]


def phases(setup: Setup, turn: int) -> tuple[Phase, ...]:
    """Return the phases of a turn, in order, worked out once: nothing that happens in play changes them."""
    key = "phases", turn
    if key not in setup.memo:
        setup.memo[key] = SEQUENCE.of(setup)(setup, turn)
    return setup.memo[key]  # type: ignore[no-any-return]


def turn_word(setup: Setup) -> str:
    """Return the word for a turn: a game may have another, such as “task”."""
    return WORD_FOR_A_TURN.of(setup)(setup)


def first_events(setup: Setup) -> Iterator[Event]:
    """Open the game, in the phase that the scenario names."""
    turn = setup.data.get("from turn", 1)
    order: tuple[Phase, ...] = SEQUENCE.of(setup)(setup, turn)  # each game opens by its rule
    named = [phase for phase in order if phase.name == setup.data.get("begins")]
    yield TurnBegan(turn, turn_word(setup))
    yield PhaseBegan((named or order)[0])


def next_phase(state: State, omitted: Container[str] = (), last: int = 0) -> Iterator[Event]:
    """Close the phase and open the next one, of the next turn if need be; after the last turn nothing opens.

    Phases whose names are ``omitted`` are passed over; ``last`` is the last turn, if not that of the scenario.
    """
    yield PhaseEnded(state.phase)
    later = _later(phases(state.setup, state.turn), state.phase.name, omitted)
    if later:
        yield PhaseBegan(later)
        return
    word = turn_word(state.setup)
    yield TurnEnded(state.turn, word)
    if state.turn < (last or state.setup.turns):
        yield TurnBegan(state.turn + 1, word)
        yield PhaseBegan(phases(state.setup, state.turn + 1)[0])


def _later(order: tuple[Phase, ...], now: str, omitted: Container[str]) -> Phase | None:
    passed = False
    for phase in order:
        if passed and phase.name not in omitted:
            return phase
        passed = passed or phase.name == now
    assert passed, f"no phase {now}"
    return None


# --- setting up, unit by unit ------------------------------------------------------------------------


def only_the_next(waiting: Sequence[int]) -> Only:
    """Let the first unit that waits be placed, and no other."""
    text, advice = "{unit} is not the next to be set up", "the next unit of the order of battle"
    return Only(frozenset(waiting[:1]), text, advice)


def placed(state: State, order: Place, waiting: Sequence[int]) -> Iterator[Event]:
    """Place a unit; with the last one that waits the set-up of its side is over."""
    yield Placed(order.unit, order.to)
    if len(waiting) == 1:
        yield from next_phase(state)
