"""Marking a folder of answers: rules questions by the engine, games by replaying them, prose beside its rubric."""

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from io import StringIO
from pathlib import Path
from typing import Final, NamedTuple

from fmbook.core.errors import FmbookError
from fmbook.lessons.decisions import Moment
from fmbook.lessons.essays import Question
from fmbook.lessons.exercises import Exercise, MarkedAnswer, exercises_of, moments_of, questions_of
from fmbook.lessons.handin import BadHandIn, HandIn, marks_of_code, read_hand_in
from fmbook.lessons.history import compare
from fmbook.lessons.historyfile import histories
from fmbook.lessons.lessonfile import whole_name
from fmbook.play.game import Game
from fmbook.play.losses import lost_by_turn
from fmbook.play.replays import replay

__all__ = ["Grades", "Marked", "Played", "Problem", "grade"]

SIGNS: Final = {True: "right", False: "wrong", None: "not understood"}
RISKY: Final = tuple("=+-@\t\r")  # what a spreadsheet takes for a formula


class Problem(NamedTuple):
    """A file or a code that was not marked, or not whole, and why."""

    where: str
    says: str


class Played(NamedTuple):
    """A game that was handed in, as it came out when it was played again."""

    title: str
    ended: str
    orders: int
    lost: str
    compared: str
    """What was done in fact, and here, as HTML; empty for a game without a history."""
    remarks: tuple[str, ...]


class Marked(NamedTuple):
    """A table's answers: what was said and how it was marked; a code tells the marks alone."""

    table: str
    source: str
    marks: Mapping[str, MarkedAnswer]
    said: Mapping[str, str]
    games: tuple[Played, ...] = ()

    @property
    def right(self) -> int:
        """How many questions of rules were answered rightly."""
        return sum(bool(each.right) for each in self.marks.values())


class Grades:
    """A class's answers to a chapter. ``csv()`` is for a gradebook."""

    def __init__(self, chapter: str, tables: Iterable[Marked], problems: Iterable[Problem]) -> None:
        self.chapter, self.problems = chapter, tuple(problems)
        self.tables = tuple(sorted(tables, key=lambda each: (len(each.table), each.table)))
        self.exercises: tuple[Exercise, ...] = exercises_of(chapter)
        self.questions: tuple[Question, ...] = questions_of(chapter)
        self.moments: tuple[Moment, ...] = moments_of(chapter)

    # --- for a gradebook ---------------------------------------------------------------------------

    @property
    def rows(self) -> Iterator[dict[str, str]]:
        """A row a table: marks, how many are right, how its games ended; levels of prose are left empty."""
        for each in self.tables:
            marks = {
                task.id: SIGNS[each.marks[task.id].right] if task.id in each.marks else "" for task in self.exercises
            }
            prose = {f"{asked.id} level": "" for asked in self.questions}
            games = " / ".join(f"{game.title}: {game.ended}" for game in each.games)
            figures = {"right": str(each.right), "of": str(len(self.exercises)), "games": games}
            yield {"table": each.table, **figures, **marks, **prose}

    def csv(self) -> str:
        """Return the rows as CSV; what a spreadsheet could take for a formula is quoted."""
        rows, out = list(self.rows), StringIO()
        writer = csv.DictWriter(out, list(rows[0]) if rows else ["table"], lineterminator="\n")
        writer.writeheader()
        writer.writerows({key: _harmless(text) for key, text in row.items()} for row in rows)
        return out.getvalue()


def _harmless(text: str) -> str:
    return f"'{text}" if text.startswith(RISKY) else text


# --- marking ---------------------------------------------------------------------------------------------


def grade(folder: Path, chapter: str = "", codes: Iterable[str] = ()) -> Grades:
    """Mark every file of answers in a folder, and codes that were read out; what cannot be marked is told."""
    problems: list[Problem] = []
    found: list[tuple[str, HandIn | _ByCode]] = [*_files(folder, problems), *_codes(codes, problems)]
    name = whole_name(chapter) if chapter else _usual(each.chapter for _, each in found)
    tables: dict[str, Marked] = {}
    for source, given in found:
        key = given.table.casefold()
        if given.chapter != name:
            problems.append(Problem(source, f"It is of chapter {given.chapter.partition('_')[0]}, not of {name[:2]}."))
        elif key in tables:
            problems.append(Problem(source, f"Table {given.table} is marked by {tables[key].source} already."))
        elif isinstance(given, _ByCode):
            tables[key] = given.marked(source)
        else:
            tables[key] = _marked(source, given, problems)
    return Grades(name, tables.values(), problems)


class _ByCode(NamedTuple):
    """What a code tells, in the place of a file."""

    chapter: str
    table: str
    right: Mapping[str, bool]

    def marked(self, source: str) -> Marked:
        """Take the marks over as they were read out."""
        marks = {id_: MarkedAnswer(right, "As read out.") for id_, right in self.right.items()}
        return Marked(self.table, source, marks, {})


def _usual(chapters: Iterable[str]) -> str:
    """The chapter that most are of."""
    counts = Counter(chapters).most_common(1)
    if not counts:
        raise FmbookError("There is nothing to mark: no file of answers, and no code.")
    return counts[0][0]


def _files(folder: Path, problems: list[Problem]) -> Iterator[tuple[str, HandIn]]:
    if not folder.is_dir():
        raise FmbookError(f"{folder} is no folder.")
    for path in sorted(folder.glob("*.json")):
        try:
            yield path.name, read_hand_in(path)
        except BadHandIn as error:
            problems.append(Problem(path.name, str(error)))


def _codes(codes: Iterable[str], problems: list[Problem]) -> Iterator[tuple[str, _ByCode]]:
    for code in codes:
        try:
            told = marks_of_code(code)
        except BadHandIn as error:
            problems.append(Problem("code", str(error)))
        else:
            yield f"the code {code}", _ByCode(told.chapter, told.table, told.right)


def _marked(source: str, given: HandIn, problems: list[Problem]) -> Marked:
    tasks = {each.id: each for each in exercises_of(given.chapter)}
    marks = {id_: tasks[id_].judged(text) for id_, text in given.answers.items() if id_ in tasks}
    games = []
    for number, record in enumerate(given.records, 1):
        try:
            games.append(_played(replay(record)))
        except FmbookError as error:
            first = str(error).splitlines()[0]
            problems.append(Problem(source, f"Its game {number} cannot be played again, all else was marked. {first}"))
    return Marked(given.table, source, marks, given.answers, tuple(games))


def _played(game: Game) -> Played:
    form = game.setup.data.get("form")
    ended = game.outcome.text if game.outcome else f"Not over: {game.turn_name}."
    lost = ", ".join(f"{side} {_lost(game, number)}" for number, side in enumerate(game.sides))
    told = compare(game)._repr_html_() if game.setup.system in histories() and game.orders else ""
    title = form.title if form else game.setup.scenario
    return Played(title, ended, len(game.orders), f"Steps lost: {lost}.", told, game.remarks)


def _lost(game: Game, side: int) -> int:
    return sum(steps for (_, whose), steps in lost_by_turn(game).items() if whose == side)
