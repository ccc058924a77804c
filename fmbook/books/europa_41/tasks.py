"""The boards as exercises: each turn is a task with a situation of its own, questions, phases and a goal.

All of this is ours; the rule describes terrain and no game. A task is solved when its goal is reached and every answer
was right; the right answers are worked out from the rules (:mod:`.questions`), never written down.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any, ClassVar, Final, NamedTuple, final

import msgspec

from fmbook.books.europa_41.facts import DONE, HEXES, PLAYER_TURN, RESULTS, SAID, TASK
from fmbook.books.europa_41.orders import Say
from fmbook.components.scenarios import kept_at_first, opening
from fmbook.components.setup import Setup
from fmbook.core.cache import per_board
from fmbook.core.dice import Chance
from fmbook.core.events import Answered, Event, GameEnded, PhaseBegan, PhaseEnded, Recorded, TurnBegan, TurnEnded
from fmbook.core.facts import Fact, all_kept
from fmbook.core.orders import EndPhase
from fmbook.core.state import OFF_MAP, Ask, Force, Outcome, Phase, State
from fmbook.core.verdicts import Only
from fmbook.engine.matters import ABOUT, SEQUENCE, WORD_FOR_A_TURN
from fmbook.engine.rulebook import Matter, answers, does, follows, forbids, settles
from fmbook.mechanics.sequence import next_phase, phases, turn_word

__all__ = ["Announced", "BoardTask", "TaskQuestion", "did", "task_of", "tasks_of", "to_the_next_phase"]

RIGHT_ANSWER: "Matter[[State, TaskQuestion], str]" = Matter("right answer", "the right answer to a question of a task")

OURS: Final = "europa_41:tasks"
RANKS: Final = ("initial", "movement", "combat", "exploitation")  # in the order of a player turn
PASSING: Final = SAID, RESULTS  # facts that no answer depends on
NOWHERE: Final = frozenset[int]()


class TaskQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question about the task: what it is about, and what somebody might answer instead of what is right."""

    says: str
    kind: str
    about: dict[str, Any] = {}
    wrong: tuple[str, ...] = ()
    last: bool = False  # put when all is done, not before


class Announced(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An attack that has been announced when the task begins."""

    on: str
    by: tuple[str, ...]
    flooded: str = ""  # how the owner has flooded the hex already: “partial” or “massive”


class BoardTask(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One task: who has it, what is to be done, in which phases, from which situation, to what end."""

    side: str
    says: str
    teaches: tuple[str, ...] = ()  # clauses of the rule
    phases: tuple[str, ...] = ()  # “Axis movement”, one after the other
    away: tuple[str, ...] = ()  # units that have left
    at: dict[str, str] = {}  # where some stand instead
    given: dict[str, tuple[str, ...]] = {}  # hexes that a side owns now
    facts: dict[str, Any] = {}
    held: dict[str, tuple[str, ...]] = {}  # facts that are sets of hexes
    announced: Announced | None = None
    ask: tuple[TaskQuestion, ...] = ()
    stand: dict[str, str] = {}  # goal: units in their hexes
    own: dict[str, tuple[str, ...]] = {}  # goal: hexes that a side owns
    deeds: tuple[str, ...] = ()  # goal: what has been done, as the rules record it
    one_of: tuple[str, ...] = ()  # goal: deeds of which one is enough, such as a try whatever the die shows
    never: tuple[str, ...] = ()  # deeds that spoil the task

    @property
    def has_goal(self) -> bool:
        """Tell whether something has to be done, or only answered."""
        return bool(self.stand or self.own or self.deeds or self.one_of)


def tasks_of(setup: Setup) -> tuple[BoardTask, ...]:
    """Return the tasks of a board."""
    if "tasks" not in setup.memo:
        setup.memo["tasks"] = msgspec.convert(setup.data["goal"]["task"], tuple[BoardTask, ...])
    return setup.memo["tasks"]  # type: ignore[no-any-return]


def task_of(state: State) -> BoardTask:
    """Return the task of this turn."""
    return tasks_of(state.setup)[max(state.turn, 1) - 1]


class Course(NamedTuple):
    """What is worked out of a task once: its questions, what is still to come after each phase, its goal in numbers."""

    first: tuple[TaskQuestion, ...]
    last: tuple[TaskQuestion, ...]
    opening: frozenset[str]  # phases with which a player turn begins
    ahead: Mapping[str, tuple[bool, bool]]  # by phase whether another comes, and whether one in which to do something
    stand: tuple[tuple[int, int], ...]  # units and their hexes
    own: tuple[tuple[Fact[frozenset[int]], frozenset[int]], ...]  # by fact what hexes it must hold


def course_of(state: State) -> Course:
    """Return the course of this task."""
    return _course(state, max(state.turn, 1))


@per_board
def _course(state: State, turn: int) -> Course:
    setup = state.setup
    task, order, at = tasks_of(setup)[turn - 1], phases(setup, turn), setup.board.at
    played = [phase for phase in order if phase.kind in RANKS]
    return Course(
        tuple(ask for ask in task.ask if not ask.last),
        tuple(ask for ask in task.ask if ask.last),
        frozenset(after.name for before, after in pairwise(played) if _is_another(before, after)),
        {phase.name: _ahead(order[number:]) for number, phase in enumerate(order, start=1)},
        tuple((setup.unit_numbers[unit], at(hex_)) for unit, hex_ in task.stand.items()),
        tuple((HEXES.about(side), frozenset(map(at, hexes))) for side, hexes in task.own.items()),
    )


def _ahead(later: tuple[Phase, ...]) -> tuple[bool, bool]:
    return bool(later), any(phase.kind in RANKS or phase.kind == "thaw" for phase in later)


# --- the course of a task -------------------------------------------------------------------------


@settles(f"{OURS}/sequence", SEQUENCE)
def questions_and_phases(setup: Setup, turn: int) -> tuple[Phase, ...]:
    """A task puts its questions, then runs through its phases, then asks what came of it."""
    task = tasks_of(setup)[turn - 1]
    side = setup.sides.index(task.side)
    found = [Phase("Round of questions", side, "questions")] if any(not ask.last for ask in task.ask) else []
    for said in task.phases:
        named, kind = said.rsplit(" ", 1)
        before = sum(phase.name.startswith(f"{said} phase") for phase in found)
        found.append(Phase(f"{said} phase{f' {before + 1}' if before else ''}", setup.sides.index(named), kind))
    last = [Phase("Last round of questions", side, "questions")] if any(ask.last for ask in task.ask) else []
    return (*found, *last)


@settles(f"{OURS}/word", WORD_FOR_A_TURN)
def a_turn_is_a_task(setup: Setup) -> str:
    """What other games call a turn is a task here."""
    return "task"


def begins_player_turn(state: State, phase: Phase) -> bool:
    """Tell whether a phase is the first of a player turn."""
    return phase.name in course_of(state).opening


def _is_another(before: Phase, after: Phase) -> bool:
    return before.side != after.side or RANKS.index(before.kind) >= RANKS.index(after.kind)


@follows(f"{OURS}/player-turn", PhaseBegan)
def player_turns_are_counted(state: State, event: PhaseBegan, chance: Chance) -> Iterable[Event]:
    """The player turns of a task are counted: floods and ferries go by them."""
    if not begins_player_turn(state, event.phase):
        return ()
    return (PLAYER_TURN.becomes(PLAYER_TURN.of(state) + 1),)


def to_the_next_phase(state: State) -> Iterator[Event]:
    """Go on; when the phases are over, the task is judged, and if its goal was missed nothing more is asked."""
    more, to_do = course_of(state).ahead[state.phase.name]
    missed = not to_do and not is_reached(state)
    if more and not missed:
        yield from next_phase(state)
    else:
        yield PhaseEnded(state.phase)
        yield from _settled(state, not missed, "time is up")


@does(f"{OURS}/next", EndPhase)
def phases_come_in_order(state: State, order: EndPhase, chance: Chance) -> Iterable[Event]:
    """A phase that is over is followed by the next one; after the last the task is judged."""
    return to_the_next_phase(state)


# --- the situation --------------------------------------------------------------------------------


@final
class BoardSet(msgspec.Struct, Event, frozen=True):
    """The pieces are set up for a task."""

    silent: ClassVar[bool] = True
    sets_up: ClassVar[bool] = True

    task: int

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        begins = _situation(state, self.task)
        begun = state.but(
            where=begins.where, steps=begins.steps, forces=begins.forces, facts=begins.kept, spent=frozenset()
        )
        return RESULTS.supposed(begun, RESULTS.of(state))


class TaskSituation(NamedTuple):
    """How a task begins, with the same two forces in every game: what is worked out of them is kept."""

    where: tuple[int, ...]
    steps: bytes
    forces: tuple[Force, Force]
    kept: Mapping[str, Any]


@per_board
def _situation(state: State, number: int) -> TaskSituation:
    setup, task = state.setup, tasks_of(state.setup)[number]
    fresh, places = opening(setup), setup.board.at
    where = [OFF_MAP if unit.id in task.away else fresh.where[unit.number] for unit in setup.units]
    for name, hex_ in task.at.items():
        where[setup.unit_numbers[name]] = places(hex_) if hex_ else OFF_MAP
    at: tuple[dict[int, tuple[int, ...]], ...] = ({}, {})
    for unit, place in zip(setup.units, where, strict=True):
        if place >= 0:
            at[unit.side][place] = (*at[unit.side].get(place, ()), unit.number)
    own = kept_at_first(setup.book, setup.board, task.facts, task.held, "a task")
    kept = {**all_kept(_handed_over(fresh, task)), **own}
    return TaskSituation(tuple(where), fresh.steps, (Force.standing(at[0]), Force.standing(at[1])), kept)


def _handed_over(state: State, task: BoardTask) -> State:
    """Suppose that each side owns what the task has given it, and no longer what it has given another."""
    for side in state.setup.sides:
        owned = HEXES.about(side)
        held = owned.of(state)
        for other, hexes in task.given.items():
            gained = frozenset(map(state.board.at, hexes))
            held = held | gained if other == side else held - gained
        state = owned.supposed(state, held)
    return state


@follows(f"{OURS}/set-up", TurnBegan)
def a_task_begins(state: State, event: TurnBegan, chance: Chance) -> Iterable[Event]:
    """Each task has its own situation."""
    return BoardSet(event.turn - 1), TASK.becomes(event.turn, task_of(state).says)


# --- questions ------------------------------------------------------------------------------------


def due(state: State) -> TaskQuestion | None:
    """Return the question that is put now."""
    phase = state.phase
    if phase.kind != "questions":
        return None
    course, said = course_of(state), SAID.of(state)
    asked = course.last if phase.name.startswith("Last") else course.first
    return asked[said] if said < len(asked) else None


@settles(f"{OURS}/about", ABOUT)
def what_it_is_about(state: State) -> str:
    """A prompt tells the question that is put, or else the task."""
    question = due(state)
    return question.says if question else task_of(state).says


def right_answer(state: State, question: TaskQuestion) -> str:
    """Work a right answer out, once for each situation: questions at the beginning find the same one in every game."""
    situation = state.phase, state.where, state.steps, state.struck, all_kept(state, but=PASSING)
    kept: dict[int, tuple[TaskQuestion, Any, str]] = state.setup.memo.setdefault("right answers", {})
    known = kept.get(id(question))
    if known is None or known[0] is not question or known[1] != situation:
        right = RIGHT_ANSWER.of(state.setup)(state, question)
        known = kept[id(question)] = question, situation, right
    return known[2]


@forbids(f"{OURS}/answers", Say, bars="markers")
def answers_to_choose_from(state: State, side: int) -> Iterable[Only]:
    """A question has a few answers to choose from."""
    question, numbers = due(state), state.setup.marker_numbers
    words = {right_answer(state, question), *question.wrong} if question else set()
    return (Only(frozenset([numbers[word] for word in words]), "{marker} is none of the answers to choose from"),)


@does(f"{OURS}/said", Say)
def an_answer_is_judged(state: State, order: Say, chance: Chance) -> Iterator[Event]:
    """A wrong answer fails the task; the right one is told with its rule."""
    question = due(state)
    assert question is not None
    right = right_answer(state, question)
    if order.answer != right:
        yield PhaseEnded(state.phase)
        yield from _settled(state, False, f"the answer {order.answer} is wrong, and {right} is right")
        return
    said, course = SAID.of(state) + 1, course_of(state)
    yield SAID.becomes(said, f"{state.setup.sides[state.side]} answers {order.answer}, which is right.")
    if said == len(course.last if question.last else course.first):
        yield SAID.becomes(0)
        yield from to_the_next_phase(state)


# --- goals ----------------------------------------------------------------------------------------


def did(state: State, deed: str) -> Recorded:
    """Record what was done: tasks ask for it."""
    return DONE.becomes((*DONE.of(state), deed))


def is_reached(state: State) -> bool:
    """Tell whether the goal of the task is reached."""
    where, course = state.where, course_of(state)
    done, task = DONE.of(state), task_of(state)
    for deed in task.deeds:
        if deed not in done:
            return False
    if task.one_of and not any(deed in done for deed in task.one_of):
        return False
    for unit, place in course.stand:
        if where[unit] != place:
            return False
    return all(hexes <= held.of(state) for held, hexes in course.own)


@follows(f"{OURS}/watched", Recorded)
def deeds_are_watched(state: State, event: Recorded, chance: Chance) -> Iterable[Event]:
    """After each deed the task is looked at, as soon as nothing else is open."""
    if event.name != DONE.name or "judge" in [ask.what for ask in state.asks]:
        return ()
    return (Watched(),)


@final
class Watched(msgspec.Struct, Event, frozen=True):
    """The task is to be judged, once all that is open has been answered."""

    silent: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        return state.but(asks=(Ask("judge", state.phase.side), *state.asks))


@answers(f"{OURS}/judged", "judge")
def a_task_is_judged(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """A task whose goal is reached is solved, unless questions are left; one that is spoilt has failed."""
    yield Answered()
    done, task = DONE.of(state), task_of(state)
    spoilt = [deed for deed in task.never if deed in done]
    if spoilt:
        yield PhaseEnded(state.phase)
        yield from _settled(state, False, f"it is spoilt: {spoilt[0]}")
    elif task.has_goal and is_reached(state):
        later = [phase for phase in phases(state.setup, state.turn) if phase.name == "Last round of questions"]
        yield PhaseEnded(state.phase)
        if later:
            yield PhaseBegan(later[0])
        else:
            yield from _settled(state, True, "")


def _settled(state: State, solved: bool, why: str) -> Iterator[Event]:
    results = (*RESULTS.of(state), solved)
    said = "is solved" if solved else f"has failed: {why}"
    yield RESULTS.becomes(results, f"Task {state.turn} {said}.")
    word = turn_word(state.setup)
    yield TurnEnded(state.turn, word)
    if state.turn < state.setup.turns:
        yield TurnBegan(state.turn + 1, word)
        yield PhaseBegan(phases(state.setup, state.turn + 1)[0])
    else:
        yield GameEnded(_outcome(state.setup, results))


def _outcome(setup: Setup, results: tuple[bool, ...]) -> Outcome:
    solved, side = sum(results), tasks_of(setup)[0].side
    other = next(name for name in setup.sides if name != side)
    winner = side if all(results) else other if not any(results) else None
    level = "solved" if all(results) else "failed" if not any(results) else "in part"
    verb = "is" if solved == 1 else "are"
    return Outcome(winner, level, OURS, f"{solved} of {len(results)} tasks {verb} solved.")
