"""Steps that lead a reader through the first orders of a game: which one is due, which are done, what else was ordered.

All of it is read off the game's own record, so that undo steps back, and a game that is resumed knows how far it was.
"""

from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from itertools import pairwise
from typing import NamedTuple, final

from msgspec import Struct

from fmbook.core.data import data_root, load, originals
from fmbook.core.errors import FmbookError, NoSuchName, in_short
from fmbook.core.events import Rolled
from fmbook.core.orders import Order, order, sentence
from fmbook.core.rulenames import rule_names
from fmbook.core.sides import opening
from fmbook.core.state import State, Unit
from fmbook.engine.legality import allows, movers
from fmbook.play.game import Game
from fmbook.play.given import as_printed

__all__ = ["Course", "CourseForm", "Standing", "Step", "course", "course_for", "course_form", "course_ids"]


class Step(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One step as its file describes it: what to do, and, when it is done, why.

    ``order`` is one order or several, in any sequence, of which ``rest`` says what is left once the first is given;
    ``also`` is as good, and ``*`` in it stands for any name. A step
    that ``tries`` something forbidden is done when the rules have refused it. What it ``invites`` may be ordered before
    it; of whom it names in ``zones`` the zones of control are drawn. What the last one says in the end ``stays`` if it
    leads on to other places of the chapter.
    """

    say: str
    order: str | tuple[str, ...]
    also: tuple[str, ...] = ()
    why: str = ""
    rest: str = ""
    tries: bool = False
    invites: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()
    stays: bool = False

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders that it asks for."""
        return tuple(map(order, (self.order,) if isinstance(self.order, str) else self.order))

    def is_as_good(self, given: Order) -> bool:
        """Tell whether an order will do in place of the one that is asked for."""
        return any(fnmatchcase(_plain(given), each) for each in self.also)

    def has_invited(self, given: Order) -> bool:
        """Tell whether an order was offered besides."""
        return any(fnmatchcase(_plain(given), each) for each in self.invites)


class CourseForm(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The steps through one scenario: those of one side, if it names one."""

    system: str
    scenario: str
    side: str = ""
    step: tuple[Step, ...]


class Standing(NamedTuple):
    """How far a reader has got: steps by their places, counted from 0."""

    done: frozenset[int]
    passed: frozenset[int]
    """Those that were left out and cannot be made up for."""
    due: int | None
    wanted: Order | None
    """The next order of the step that is due."""
    last: int | None
    """The step that the reader's last order has finished."""
    other: Order | None
    """The reader's last order, if it belongs to no step."""
    begun: bool
    """Whether a part of the step that is due is done."""


@final
class Course:
    """The steps through one game. ``standing`` says how far the reader has got, and ``left`` whether they had enough.

    >>> from fmbook.play.game import new_game
    >>> steps = course("00.first", new_game("drill", "first_steps"))
    >>> steps.heading
    'Guide 1 of 5'
    """

    def __init__(self, form: CourseForm, game: Game, you: str | None = None, *, left: bool = False) -> None:
        self.steps, self.game, self.side, self.left = form.step, game, form.side or you or "", left
        self._orders = tuple(tuple(as_printed(game.setup, each) for each in step.orders) for step in form.step)
        self._tried: set[int] = set()
        self._known: tuple[State, int, Standing] | None = None

    # --- how far the reader has got ----------------------------------------------------------------

    @property
    def standing(self) -> Standing:
        """How far the reader has got, as the record has it."""
        state, tried = self.game.state, len(self._tried)
        if self._known is None or self._known[0] is not state or self._known[1] != tried:
            self._known = state, tried, self._read()
        return self._known[2]

    def _read(self) -> Standing:
        given: tuple[list[Order], ...] = tuple([] for _ in self.steps)
        passed, last, other = set[int](), None, None
        for before, after, each in self._own_orders():
            if self._is_invited(each, given, passed):
                continue  # nor does it count for a step further on
            found = next(self._met_by(each, given, passed), None)
            if found is None and before.asks:
                continue  # what is asked must be answered, and is no choice against a step
            other = each if found is None else None
            if found is not None:
                given[found[0]].append(found[1])
            last = found[0] if found and not self._open(found[0], given) else None
            passed |= self._behind(after, given, passed)
        done = self._done(given)
        due = None if len(self.steps) - 1 in done else self._due(given, passed)
        begun = due is not None and bool(given[due])
        return Standing(done, frozenset(passed - done), due, self._wanted(due, given), last, other, begun)

    def _own_orders(self) -> Iterator[tuple[State, State, Order]]:
        """The reader's orders, each with how things stood before and after it."""
        played = (self.game.at(0).state, *(step.state for step in self.game.steps))
        for (before, after), step in zip(pairwise(played), self.game.steps, strict=True):
            if step.order and self._decides(before):
                yield before, after, step.order

    def _decides(self, state: State) -> bool:
        return not self.side or state.setup.sides[state.side] == self.side

    def _open(self, number: int, given: tuple[list[Order], ...]) -> list[Order]:
        """The orders of a step that were not given yet."""
        left = [*self._orders[number]]
        for each in given[number]:
            left.remove(each)
        return left

    def _met_by(self, said: Order, given: tuple[list[Order], ...], passed: set[int]) -> Iterator[tuple[int, Order]]:
        """The step that an order belongs to; what is only as good counts for the first step that is left."""
        left = [n for n, step in enumerate(self.steps) if not step.tries and n not in passed and self._open(n, given)]
        for number in left:
            for wanted in self._open(number, given):
                if _plain(said) == _plain(wanted) or (number == left[0] and self.steps[number].is_as_good(said)):
                    yield number, wanted

    def _is_invited(self, said: Order, given: tuple[list[Order], ...], passed: set[int]) -> bool:
        """Tell whether the first step that is left has offered an order."""
        left = (n for n, step in enumerate(self.steps) if not step.tries and n not in passed and self._open(n, given))
        return any(self.steps[n].has_invited(said) for n in [*left][:1])

    def _done(self, given: tuple[list[Order], ...]) -> frozenset[int]:
        """Steps are done by their orders; what was to be tried, by trying it, or by having got beyond it."""
        tried = {number for number, step in enumerate(self.steps) if step.tries}
        done = {number for number in range(len(self.steps)) if number not in tried and not self._open(number, given)}
        return frozenset(done | self._tried | {number for number in tried if number < max(done, default=0)})

    def _behind(self, state: State, given: tuple[list[Order], ...], passed: set[int]) -> set[int]:
        """The steps before one that is done which can be done no more."""
        done = self._done(given)
        undone = (n for n in range(max(done, default=0)) if n not in done and n not in passed)
        return {n for n in undone if self._decides(state) and not allows(state, self._open(n, given)[0])}

    def _due(self, given: tuple[list[Order], ...], passed: set[int]) -> int | None:
        """The first step that can be done now, or, while somebody else decides, the first that is left."""
        state, done = self.game.state, self._done(given)
        left = [] if state.outcome else [n for n in range(len(self.steps)) if n not in done and n not in passed]
        first = next(iter(left), None)
        if not self._decides(state):
            return first
        can = (n for n in left if self._is_open(n, state, self._open(n, given)[0]))
        return next(can, first if state.asks else None)  # a question is no way of its own: it is answered first

    def _wanted(self, due: int | None, given: tuple[list[Order], ...]) -> Order | None:
        found = self._open(due, given) if due is not None and self._decides(self.game.state) else []
        return next((each for each in found if self._is_open(due or 0, self.game.state, each)), None)

    def _is_open(self, number: int, state: State, wanted: Order) -> bool:
        """Tell whether a step can be done now; what is forbidden is tried with a unit that may do something else."""
        if not self.steps[number].tries or wanted.takes[:1] != ("unit",):
            return self.steps[number].tries or allows(state, wanted)
        return state.setup.unit(wanted.names[0]).number in movers(state)

    def heard(self, refused: str) -> None:
        """Take note of what the rules have refused, as the head of the refusal says it."""
        due, wanted = self.standing.due, self.standing.wanted
        if due is not None and wanted and self.steps[due].tries and sentence(wanted) == refused:
            self._tried.add(due)

    @property
    def is_leading(self) -> bool:
        """Whether a step waits, so that nothing else should come between."""
        return not self.left and not self.is_over and self.standing.due is not None

    # --- in words -----------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether the last step is done, or the game."""
        return bool(self.game.outcome) or len(self.steps) - 1 in self.standing.done

    @property
    def has_no_more_to_say(self) -> bool:
        """Whether all steps are done, and the reader has gone on, or has had enough."""
        return self.is_over and (self.left or not (self.told or self.cost[0]))

    @property
    def heading(self) -> str:
        """Which step it is, of how many."""
        due, many = self.standing.due, len(self.steps)
        if self.is_over:
            return f"All {many} done" if len(self.standing.done) == many else "The guide is over"
        return "Off the guided way" if due is None else f"Guide {due + 1} of {many}"

    @property
    def zones(self) -> tuple[str, ...]:
        """The sides of whose zones of control the step speaks."""
        due = self.standing.due
        return () if due is None or not self.is_leading else self.steps[due].zones

    @property
    def invites(self) -> tuple[str, ...]:
        """What may be ordered before the order of the step that is due."""
        due = self.standing.due
        return () if due is None or self.is_over else self.steps[due].invites

    @property
    def says(self) -> str:
        """What is to be done now."""
        due = self.standing.due
        if self.is_over:
            return self._last_word()
        if due is None:
            back = "Take your order back, or play on" if self.standing.other else "Play on"
            return f"The guide cannot go on from here. {back} by yourself."
        say = _one_line(self._say(due))
        if not self._decides(self.game.state):
            return f"{opening(self.game.side):decides} now. Then: {say}"
        asked = self.game.prompt.text.partition(": ")[2]
        return say if self.standing.wanted else f"First answer: {asked} Then: {say}"

    def _last_word(self) -> str:
        """Say how it goes on when all steps are done; what is asked just then comes first."""
        if self.game.outcome:
            return "The game is over: look back on it, or go on below."
        if self.game.state.asks and self._decides(self.game.state):
            return "First answer what is asked; then play on by yourself."
        return "Now play on by yourself."

    def _say(self, due: int) -> str:
        """What a step asks for, or, when a part of it is done, what is left of it."""
        step = self.steps[due]
        return step.rest if step.rest and self.standing.begun else step.say

    @property
    def told(self) -> str:
        """Why the last step was taken, or what became of it when something else was ordered."""
        standing = self.standing
        just = next((n for n in self._tried if n + 1 == standing.due), standing.last)
        if standing.other is None:
            return "" if just is None else _one_line(self.steps[just].why)
        if self.is_over:  # whoever has done with the steps chooses freely; where to go on is told for good
            return _one_line(self.steps[-1].why) if self.steps[-1].stays else ""
        return f"You chose otherwise: {_in_words(standing.other)}. {self._after_another()}".strip()

    @property
    def cost(self) -> tuple[str, tuple[str, ...]]:
        """What the other side's throws have cost the reader since the last step was done, and by which rules."""
        if not self.side or self.standing.last is None:
            return "", ()
        lost, rules = self._since_the_last()
        if not rules:
            return "", ()
        if not lost and self.game.state.asks:  # what was thrown may still cost something
            return "", ()
        said = "; ".join(f"{unit} lost {count}{' and is gone' if gone else ''}" for unit, count, gone in lost)
        if self.is_over and not said:  # the guide has come to its end, and the game goes on
            return "", ()
        return (f"What it cost you: {said}." if said else "It cost you nothing."), rules

    def _since_the_last(self) -> tuple[list[tuple[str, int, bool]], tuple[str, ...]]:
        """The reader's units that have lost steps since the step was done, how many, and who is gone; by what rules."""
        steps, rules, first = self.game.steps, dict[str, None](), len(self.game.steps)
        while first > 0:
            first -= 1
            theirs = not self._decides(self.game.at(first).state)
            if not theirs and not self.game.at(first).state.asks:  # an answer is no step
                break
            thrown = (entry for entry in steps[first].entries if isinstance(entry.event, Rolled))
            rules |= {entry.rule: None for entry in thrown if theirs}
        then, now, own = self.game.at(first).state, self.game.state, self.game.sides.index(self.side)
        hurt = (unit for unit in now.setup.units if unit.side == own and self._left(now, unit) < self._left(then, unit))
        found = [(unit.id, self._left(then, unit) - self._left(now, unit), not self._left(now, unit)) for unit in hurt]
        return found, tuple(reversed(rules))

    @staticmethod
    def _left(state: State, unit: Unit) -> int:
        return state.steps[unit.number] if state.where[unit.number] >= 0 else 0

    def _after_another(self) -> str:
        """Say what an order of another kind has made of the steps."""
        standing = self.standing
        if standing.due is None:
            return ""
        lost = [n for n in range(standing.due) if n not in standing.done and n not in standing.passed]
        if lost:
            return f"That may be as good. Number {lost[-1] + 1} is out of reach now: take it back, or go on here."
        return "That may be as good. What the guide asks is still open."

    def in_words(self) -> str:
        """Say all of it in a line or two, for whoever types."""
        how = f" Type: {self.standing.wanted}, or: show me." if self.standing.wanted else ""
        cost, found = self.cost
        by = f" {rules[0].upper()}{rules[1:]}." if (rules := rule_names(found, self.game.setup.system)) else ""
        return "\n".join(filter(None, [self.told, f"{cost}{by}", f"{self.heading}. {self.says}{how}".strip()]))


def _plain(said: Order) -> str:
    """An order without the way that it takes."""
    return " ".join((said.verb, *said.names))


def _in_words(said: Order) -> str:
    words = sentence(said) if said.speaks else str(said)
    return words[:1].lower() + words[1:]


def _one_line(text: str) -> str:
    return " ".join(text.split())


# --- on disk ------------------------------------------------------------------------------------------


class _OnlyCourses(Struct, frozen=True):
    """A lesson's file without its questions, which take longer to read than a map takes to draw."""

    course: dict[str, CourseForm] = {}


@cache
def _courses(chapter: str = "") -> dict[str, CourseForm]:
    """Return every course by its id, ``20.first``, or those of a chapter; of a page that is opened, only its own."""
    found: dict[str, CourseForm] = {}
    for path in originals(data_root() / "lessons"):
        number = path.stem.partition("_")[0]
        if chapter in ("", number) and "\n[course." in path.read_text(encoding="utf-8"):
            read = load(_OnlyCourses, f"lessons/{path.name}")
            found |= {f"{number}.{name}": form for name, form in read.course.items()}
    return found


def course_ids() -> tuple[str, ...]:
    """Name all courses."""
    return tuple(_courses())


def course_form(id: str) -> CourseForm:  # noqa: A002
    """Return what a file says of the steps of a name."""
    found = _courses(id.partition(".")[0]).get(id) if isinstance(id, str) else None
    if found is None:
        raise NoSuchName("course of steps", in_short(id), course_ids())
    return found


def course(id: str, game: Game, you: str | None = None) -> Course:  # noqa: A002
    """Return the steps of a name, ``course("20.first", game)``, through a game of their scenario."""
    form, setup = course_form(id), game.setup
    if (form.system, form.scenario) != (setup.system, setup.scenario):
        raise FmbookError(
            f"The steps {id} lead through {form.system}, {form.scenario}, and this game is {setup.system}, "
            f'{setup.scenario}. Begin that one: fm.new_game("{form.system}", "{form.scenario}").'
        )
    if form.side and you not in (None, form.side):
        call = f'fm.desk(game, you="{form.side}", steps="{id}")'
        raise FmbookError(f"The steps {id} are for the {form.side} side: {call}.")
    return Course(form, game, you)


def course_for(game: Game, you: str | None = None) -> Course | None:
    """Return the steps through a game's scenario, put away until somebody asks for them; None if there are none."""
    played = game.setup.system, game.setup.scenario
    fits = (form for form in _courses().values() if (form.system, form.scenario) == played)
    mine = (form for form in fits if not form.side or you in (None, form.side))
    return next((Course(form, game, you, left=True) for form in mine), None)
