"""The lessons on disk: one file a chapter, with its card, its positions and its exercises."""

from functools import cache
from typing import Any

import msgspec

from fmbook.books.systems import system
from fmbook.components.scenarios import Scenario, SketchForm, SupportForm, UnitForm, setup_of
from fmbook.components.setup import Setup
from fmbook.core.data import data_root, load, originals
from fmbook.core.errors import DataError, NoSuchName
from fmbook.lessons.combat_exercises import Better, Chance, Differential, Likely, Throw
from fmbook.lessons.counting_exercises import Figure
from fmbook.lessons.decisions import LETTERS, Decision
from fmbook.lessons.essays import Essay
from fmbook.lessons.movement_exercises import After, Distance, Halt, May, Price, Why
from fmbook.lessons.questions import Task, give
from fmbook.lessons.rule_exercises import Craft
from fmbook.play.coaching import CourseForm
from fmbook.play.game import Game, new_game

__all__ = ["LessonForm", "Situation", "begin", "lesson_form", "lesson_names", "read_lesson", "whole_name"]

AnyTask = May | Why | Price | Distance | Halt | After | Differential | Throw | Chance | Likely | Better | Craft | Figure


class Situation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position: a scenario of a system, or a board, drawn here or in a file, with units such as ``B1 5-4-6 b2``."""

    system: str = "drill"
    scenario: str = ""
    text: str = ""
    board: str = ""
    sides: dict[str, list[str]] = {}
    paths: dict[str, list[str]] = {}
    units: tuple[str, ...] = ()
    support: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    begins: str = "Blue movement phase"
    players: tuple[str, str] = ("Blue", "Red")
    title: str = "A small position"


class Minutes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to do with ten, twenty-five and fifty minutes; of a chapter with a guide its plans say that."""

    ten: str = ""
    twenty_five: str = ""
    fifty: str = ""


class LessonForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as its file describes it. Checks stand beside the rules, exercises at the end, tickets at the door."""

    title: str
    aim: str
    orders: int  # that a reader gives in the games of the chapter, about as many as the opponent would in their place
    to_print: tuple[str, ...]
    plan_b: str
    minutes: Minutes = Minutes()
    position: dict[str, Situation] = {}
    check: tuple[AnyTask, ...] = ()
    exercise: tuple[AnyTask, ...] = ()
    ticket: tuple[AnyTask, ...] = ()
    essay: tuple[Essay, ...] = ()
    decision: tuple[Decision, ...] = ()
    course: dict[str, CourseForm] = {}  # steps through the first orders of a scenario

    @property
    def essays(self) -> dict[str, Essay]:
        """Return the questions of history by name: h1, h2, h3 …; nobody but a reader can mark them."""
        return {f"h{number}": essay for number, essay in enumerate(self.essay, 1)}

    @property
    def decisions(self) -> dict[str, Decision]:
        """Return the moments to pause at by name: d1, d2, d3 …"""
        return {f"d{number}": decision for number, decision in enumerate(self.decision, 1)}

    @property
    def tasks(self) -> dict[str, Task]:
        """All that is asked, by name: checks a, b, c …, exercises 1, 2, 3 …, tickets t1, t2, t3."""
        found: dict[str, Task] = {chr(ord("a") + number): task for number, task in enumerate(self.check)}
        found |= {str(number): task for number, task in enumerate(self.exercise, 1)}
        return found | {f"t{number}": task for number, task in enumerate(self.ticket, 1)}


def lesson_names() -> tuple[str, ...]:
    """Name the chapters that have a lesson."""
    return tuple(path.stem for path in originals(data_root() / "lessons"))


def whole_name(chapter: str) -> str:
    """Return a chapter's name by its number, its title or its whole name."""
    for name in lesson_names():
        number, _, title = name.partition("_")
        if str(chapter).casefold() in (name, number, title):
            return name
    raise NoSuchName("lesson", str(chapter)[:60], lesson_names())


@cache
def lesson_form(name: str) -> LessonForm:
    """Read a lesson."""
    return read_lesson(f"lessons/{name}.toml")


def read_lesson(file: str, **where: Any) -> LessonForm:
    """Read a lesson's file afresh; a slip in it is a `DataError` that names the place."""
    form = load(LessonForm, file, **where)
    for name, task in form.tasks.items():
        if task.wrong[0] == task.wrong[1]:
            raise DataError(file, f"task {name}", "expected two different wrong answers")
        if task.at not in form.position and task.at not in _drills():
            raise DataError(file, f"task {name}", f"no position and no drill is called “{task.at}”")
    for name, decision in form.decisions.items():
        if not 0 < decision.chosen <= len(decision.options) <= len(LETTERS):
            raise DataError(file, f"decision {name}", "expected two to four options, and which of them was chosen")
    return form


def _drills() -> tuple[str, ...]:
    return tuple(path.stem for path in originals(data_root() / "drill" / "scenarios"))


def begin(form: LessonForm, task: Task) -> Game:
    """Set a task's position up, and give the orders that go before it."""
    found = form.position.get(task.at, Situation(scenario=task.at))
    game = new_game(found.system, found.scenario) if found.scenario else Game(_setup(found, task.at), seed=1)
    for order in task.before:
        give(game, order)
    return game


def _setup(found: Situation, name: str) -> Setup:
    ours, theirs = found.support
    form = Scenario(
        title=name,
        says="",
        sides=found.players,
        turns=3,
        unit=tuple(_unit(described, found) for described in found.units),
        board=found.board,
        sketch=SketchForm(text=found.text, title=found.title, sides=found.sides, paths=found.paths)
        if found.text
        else None,
        support=SupportForm(pools=found.support, allotments=((len(ours),), (len(theirs),))),
        begins=found.begins,
        goal={"kind": "hold", "side": found.players[0], "hexes": [], "text": ""},
    )
    return setup_of(form, found.system, name, system(found.system).book)


def _unit(described: str, found: Situation) -> UnitForm:
    """Read ``B1 5-4-6 b2``: id, factors, hex; its first letter names the side; then traits or ``depleted``."""
    id_, factors, at, *more = described.split()
    side = next((side for side in found.players if side[0] == id_[0]), found.players[0])
    traits = tuple(word for word in more if word != "depleted")
    kind = "armour" if "mobile" in traits else "infantry"
    return UnitForm(
        id=id_, side=side, factors=factors, at=at, kind=kind, traits=traits, now=1 if "depleted" in more else 0
    )
