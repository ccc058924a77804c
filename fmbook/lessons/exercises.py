"""An exercise as a reader meets it: a question about a position, three hints, and an answer that the engine marks."""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any, NamedTuple, final

from fmbook.core.calls import checked
from fmbook.core.errors import FmbookError, NoSuchName
from fmbook.core.language import spoken_here
from fmbook.core.rulenames import rule_names
from fmbook.core.shown import ShownByWidget
from fmbook.lessons.decisions import Moment
from fmbook.lessons.essays import Question
from fmbook.lessons.lessonfile import LessonForm, begin, lesson_form, whole_name
from fmbook.lessons.notes import Written, keep
from fmbook.lessons.questions import LONGEST, Task, Unread, tidy, titled
from fmbook.play.game import Game
from fmbook.play.hints import card_of
from fmbook.text.wording import listed, shown

__all__ = ["Exercise", "MarkedAnswer", "Ticket", "ask", "decide", "exercises_of", "moments_of"]
__all__ += ["question", "questions_of", "ticket", "written"]

HOW = {
    "unit": "Click a unit, or type its name.",
    "hex": "Click a hex, or type its number.",
    "order": "Click a unit, then a hex; or type the order, such as: {order}",
    "number": "Type a number, such as {number}.",
    "chance": "Type a chance, such as {chance}.",
    "choice": "Choose one, or type it.",
    "rule": "Write the rule in a box of your own; then: fm.ask('{id}').answer(your_rule)",
}


NUMBERS = ("4 or 2½", "3 or 1½", "7 or 4½")  # examples of an answer, of which one is shown that is none here
CHANCES = ("1/3 or 33 %", "1/4 or 25 %", "1/5 or 20 %")


class MarkedAnswer(NamedTuple):
    """What is said of an answer: right, wrong, or not understood (None)."""

    right: bool | None
    text: str
    rules: tuple[str, ...] = ()
    places: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.text

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """IPython's own hook: what is said, not the record of it."""
        printer.text("…" if cycle else self.text)


@spoken_here
@final
class Exercise(ShownByWidget):
    """One exercise. ``answer`` marks what a reader says, ``hint`` helps in three steps."""

    _widget = "exercises:ExerciseBox"

    def __init__(self, chapter: str, name: str, form: LessonForm, task: Task) -> None:
        self.chapter, self.name, self.task, self._form = chapter, name, task, form

    @property
    def id(self) -> str:
        """Its name in every call: ``01.3``."""
        return f"{self.chapter.partition('_')[0]}.{self.name}"

    @property
    def title(self) -> str:
        """What lesson cards call it: a check, an exercise, a question of the exit ticket."""
        kind = "Check" if self.name.isalpha() else "Exercise" if self.name.isdigit() else "Exit ticket"
        return f"{kind} {self.id}"

    @cached_property
    def game(self) -> Game:
        """The position that it asks about."""
        return begin(self._form, self.task)

    @cached_property
    def window(self) -> frozenset[int]:
        """The part of the board that it is about; empty if it is about all of it."""
        board, task = self.game.board, self.task
        seen = frozenset[int]().union(*(board.within(board.at(name), task.around) for name in task.near))
        return frozenset() if len(seen) == len(board.places) else seen

    @cached_property
    def right(self) -> tuple[str, ...]:
        """Every right answer, as the engine works it out."""
        return self.task.right(self.game)

    @property
    def choices(self) -> dict[str, str]:
        """The answers to choose from, by their labels; empty if all are open."""
        return dict(self.task.choices(self.game))

    @property
    def how(self) -> str:
        """How to answer."""
        said = (self.task.how or HOW[self.task.sort]).replace("a hex,", f"a {self.game.board.layout.kind},")
        number, chance = (self._example(each) for each in (NUMBERS, CHANCES))
        order = self._no_answer if self.task.sort == "order" else ""
        return said.format(id=self.id, order=order, number=number, chance=chance)

    def _example(self, examples: tuple[str, ...]) -> str:
        """The first example of which neither part is the answer, or a likely slip; another, if there is none."""
        said = {*self.right, *self.task.wrong} if self.task.sort in ("number", "chance") else frozenset[str]()
        return next((each for each in examples if said.isdisjoint(each.split(" or "))), examples[-1])

    @cached_property
    def _no_answer(self) -> str:
        """An order that may be given here, and is no answer; the number of a map sheet need not be typed."""
        order = next(order for order in map(str, self.game.legal()) if order not in self.right)
        return shown(" ".join(word.rpartition(":")[2] for word in order.split()))

    def answer(self, said: object) -> MarkedAnswer:
        """Mark an answer: a right one with the reason, a wrong one with what would come of it. The last one is kept."""
        marked = self.judged(said)
        if marked.right is not None and not callable(said):
            keep(self.id, tidy(said))
        return marked

    def judged(self, said: object) -> MarkedAnswer:
        """Mark an answer without keeping it."""
        if callable(said):
            return self._weighed(said)
        typed = tidy(said)
        if not typed or len(typed) > LONGEST:
            return MarkedAnswer(None, f"That is no answer yet. {self.how}")
        try:
            read = self.task.read(self.game, typed)
        except FmbookError as error:
            hint = "" if isinstance(error, Unread) else f" {self.how}"
            return MarkedAnswer(None, shown(f"{error}{hint}"))
        return self.mark(read)

    def _weighed(self, function: Callable[..., Any]) -> MarkedAnswer:
        try:
            right, reply = self.task.weigh(self.game, function)
        except Unread as error:
            return MarkedAnswer(None, f"{error} {self.how}")
        name = getattr(function, "__name__", "this rule")
        return MarkedAnswer(
            right, shown(f"{'Right' if right else 'Not right'}: {name}. {reply.text}"), (), reply.places
        )

    def mark(self, answer: str) -> MarkedAnswer:
        """Mark an answer that has been understood."""
        right, reply = answer in self.right, self.task.reply(self.game, answer)
        verdict = "Right:" if right else "Not right: you said"
        rules = self.task.about or reply.rules
        cited = rule_names(filter(None, rules), self.game.setup.system)
        ending = f" ({cited})" if cited and "ule " not in reply.text else ""
        return MarkedAnswer(
            right, shown(f"{verdict} {self.task.named(self.game, answer)}. {reply.text}{ending}"), rules, reply.places
        )

    def hint(self, level: int = 1) -> MarkedAnswer:
        """Help: 1 says where to look, 2 which rule, 3 what it is not."""
        if level == 1:
            return self._where_to_look()
        if level == 2:
            return self._which_rule()
        if level == 3:
            wrong, said = self.task.wrong[0], self.task.reply(self.game, self.task.wrong[0])
            return MarkedAnswer(
                None, f"It is not {self.task.named(self.game, wrong)}. {said.text}", said.rules, said.places
            )
        raise NoSuchName("level of hints", level, (), "1 where to look, 2 which rule, 3 what it is not")

    def _where_to_look(self) -> MarkedAnswer:
        game, places = self.game, self.task.places(self.game)
        begin = self.task.begin(game).replace("hex", game.board.layout.kind)
        lines = [begin] if begin else [game.describe(place).replace("\n", " ") for place in places[:4]]
        return MarkedAnswer(None, f"Look at {listed(places)}. {' '.join(lines)}", (), places)

    def _which_rule(self) -> MarkedAnswer:
        sections = dict.fromkeys(rule.partition("/")[0] for rule in self.task.about or self.task.rules(self.game))
        cards = [found for section in sections if (found := card_of(section))]
        said = "\n".join(f"{titled(found.id, self.game)}: {' '.join(found.says.split())}" for found in cards[:3])
        return MarkedAnswer(None, said or self.task.tip, tuple(sections))

    def __str__(self) -> str:
        lines = [f"{self.id}  {self.task.question}"]
        lines += [f"  {number}. {label}" for number, label in enumerate(self.choices, 1)]
        call = "" if self.task.sort == "rule" else f" Or: fm.ask({self.id!r}).answer(…)"
        return "\n".join([*lines, f"  {self.how}{call}"])

    __repr__ = __str__


@spoken_here
@final
class Ticket(ShownByWidget):
    """The way out: three questions, marked together, and the question of the chapter, which is kept."""

    _widget = "exercises:TicketBox"

    def __init__(self, chapter: str, exercises: tuple[Exercise, ...], questions: tuple[Question, ...] = ()) -> None:
        self.chapter, self.exercises, self.questions = chapter, exercises, questions

    def answer(self, *said: object) -> str:
        """Mark the answers in their order, and count those that are right; what is said beyond them is kept."""
        marked = [exercise.answer(each) for exercise, each in zip(self.exercises, said, strict=False)]
        score = f"{sum(bool(each.right) for each in marked)} of {len(self.exercises)}"
        more = said[len(self.exercises) :]
        kept = [question.answer(each) for question, each in zip(self.questions, more, strict=False)]
        return "\n".join([*map(str, marked), score, *kept])

    def __str__(self) -> str:
        return "\n".join(["Exit ticket", *map(str, self.exercises), *map(str, self.questions)])

    __repr__ = __str__


@checked
def ask(id: str) -> Exercise:  # noqa: A002
    """Return an exercise: ``fm.ask("01.3")``. It is answered on the page, or with ``.answer(…)``.

    >>> import fmbook as fm
    >>> exercise = fm.ask("00.1")
    >>> exercise.answer("½").right, exercise.answer("1").right
    (True, False)
    """
    name, wanted = _named(id)
    tasks = lesson_form(name).tasks
    if wanted not in tasks:
        raise NoSuchName("exercise", str(id)[:80], _ids(name, tasks), name)
    return Exercise(name, wanted, lesson_form(name), tasks[wanted])


@checked
def question(id: str) -> Question:  # noqa: A002
    """Return a question of history: ``fm.question("20.h1")``. An answer is kept, on the page or by ``.answer(…)``.

    >>> import fmbook as fm
    >>> print(fm.question("20.h1").title)
    From the papers · 20.h1
    """
    name, wanted = _named(id)
    essays = lesson_form(name).essays
    if wanted not in essays:
        raise NoSuchName("question of history", str(id)[:80], _ids(name, essays), name)
    return Question(name, wanted, essays[wanted])


def _named(id: str) -> tuple[str, str]:  # noqa: A002
    """Take an id apart: the chapter's whole name, and the name within it."""
    chapter, _, wanted = str(id)[:80].rpartition(".")
    return whole_name(chapter), wanted


def _ids(chapter: str, names: Iterable[str]) -> Iterator[str]:
    return (f"{chapter.partition('_')[0]}.{each}" for each in names)


def exercises_of(chapter: str) -> tuple[Exercise, ...]:
    """Return everything that a chapter asks."""
    name = whole_name(chapter)
    form = lesson_form(name)
    return tuple(Exercise(name, each, form, task) for each, task in form.tasks.items())


def questions_of(chapter: str) -> tuple[Question, ...]:
    """Return every question of history that a chapter asks."""
    name = whole_name(chapter)
    return tuple(Question(name, each, essay) for each, essay in lesson_form(name).essays.items())


@checked
def ticket(chapter: str) -> Ticket:
    """Return the exit ticket of a chapter: three questions at the door, and the chapter's own, if it has one.

    >>> import fmbook as fm
    >>> print(str(fm.ticket("01")).splitlines()[0])
    Exit ticket
    """
    found = tuple(each for each in exercises_of(chapter) if each.name.startswith("t"))
    asked = tuple(each for each in questions_of(chapter) if each.essay.door)
    return Ticket(whole_name(chapter), found, asked)


@checked
def decide(id: str) -> Moment:  # noqa: A002
    """Return a moment at which somebody had to choose: ``fm.decide("10.d1")``. You choose first, by ``.choose(…)``.

    >>> import fmbook as fm
    >>> fm.decide("10.d1").options["a"]
    'Land by daylight.'
    """
    name, wanted = _named(id)
    decisions = lesson_form(name).decisions
    if wanted not in decisions:
        raise NoSuchName("decision", str(id)[:80], _ids(name, decisions), name)
    return Moment(name, wanted, decisions[wanted])


def moments_of(chapter: str) -> tuple[Moment, ...]:
    """Return every decision that a chapter puts to its readers."""
    name = whole_name(chapter)
    return tuple(Moment(name, each, decision) for each, decision in lesson_form(name).decisions.items())


@checked
def written(chapter: str) -> Written:
    """Return what has been chosen and written in a chapter, to hand in: ``fm.written("20")``.

    >>> import fmbook as fm
    >>> print(fm.written("20"))
    Nothing has been written yet.
    """
    return Written((*moments_of(chapter), *questions_of(chapter)))
