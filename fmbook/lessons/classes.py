"""A class of tables: how each stands, what was answered, and all their games beside the machine's and history."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, final

from fmbook.core.errors import FmbookError, NoSuchName
from fmbook.core.sides import noun, opening
from fmbook.lessons.exercises import exercises_of
from fmbook.lessons.handin import hand_in
from fmbook.lessons.toll import Toll
from fmbook.opponents.balance import BalanceFigures, balance
from fmbook.play.tables import Table
from fmbook.record.tables import GivenAnswer
from fmbook.text.wording import counted

__all__ = ["Asked", "ClassGames", "Standing", "TableStanding", "asked", "saved"]


class Standing(NamedTuple):
    """How a table stands, in words for a list."""

    name: str
    turn: str
    phase: str
    decides: str  # the side that everybody waits for; empty when the game is over
    ended: str
    lost: tuple[int, int]
    seats: Mapping[str, str]
    orders: int


@final
class TableStanding:
    """Follows one table, and counts what it has lost as it goes along."""

    def __init__(self, table: Table) -> None:
        self.table, self._toll = table, Toll(table.game)

    def now(self) -> Standing:
        """Say how it stands."""
        game, over = self.table.game, self.table.game.outcome
        decides = "" if over else game.side
        seats = {side: who if who != "you" else "taken" for side, who in self.table.seats.items()}
        lost = self._toll.after(game.given)
        turn = f"{game.turn_word.capitalize()} {game.turn} of {game.state.setup.turns}"
        return Standing(self.table.name, turn, game.phase, decides, over.text if over else "", lost, seats, game.given)


# --- what was answered ----------------------------------------------------------------------------


class Asked(NamedTuple):
    """A question, and how a class has answered it: right and wrong answers, and sentences by their tables."""

    id: str
    question: str
    right: int
    wrong: int
    by_table: Mapping[str, tuple[GivenAnswer, ...]]


def asked(chapter: str, tables: Iterable[Table]) -> tuple[Asked, ...]:
    """Gather the last answer of each seat to each question, in the order of the chapter."""
    last = {
        (each.about, table.name, each.side): each for table in tables for each in table.answers
    }  # a later answer takes the place of an earlier one
    questions = {each.id: each.task.question for each in exercises_of(chapter)} if chapter else {}
    ids = dict.fromkeys(
        [*(id_ for id_ in questions if any(about == id_ for about, *_ in last)), *(a for a, *_ in last)]
    )
    return tuple(_asked(id_, questions.get(id_, ""), last) for id_ in ids)


def _asked(id_: str, question: str, last: Mapping[tuple[str, str, str], GivenAnswer]) -> Asked:
    found: dict[str, tuple[GivenAnswer, ...]] = {}
    for (about, table, _), answer in last.items():
        if about == id_:
            found[table] = (*found.get(table, ()), answer)
    marks = Counter(answer.well for answers in found.values() for answer in answers)
    return Asked(id_, question, marks[True], marks[False], found)


def saved(chapter: str, tables: Iterable[Table], folder: Path) -> tuple[Path, ...]:
    """Write one file of answers and games for each table that has any; where both sides answered, one for each side."""
    return tuple(path for table in tables for path in _saved(chapter, table, folder))


def _saved(chapter: str, table: Table, folder: Path) -> Iterator[Path]:
    answers: dict[str, dict[str, str]] = {}
    for each in table.answers:
        answers.setdefault(each.side, {})[each.about] = each.text
    if not answers and not table.game.given:
        return
    if len(answers) < 2:
        answers = {"": next(iter(answers.values()), {})}
    for side, given in answers.items():
        yield hand_in(chapter, table.game, table=f"{table.name} {side}".strip(), answers=given).save(folder)


# --- all games beside others ------------------------------------------------------------------------


class Losses(NamedTuple):
    """What a side has lost at the tables, in steps; when the machine played, on average and game by game; and in fact.

    ``spread`` tells in how many of the machine's games it lost so many steps; ``fact`` from how many to how many steps
    its losses are worth by our reckoning, where they are known for just this scenario.
    """

    side: str
    by_table: Mapping[str, int]
    machine: float | None
    spread: Mapping[int, int] = {}
    fact: tuple[int, int] | None = None

    @property
    def average(self) -> float:
        """The average of the tables."""
        return sum(self.by_table.values()) / max(1, len(self.by_table))


class ClassGames:
    """The games of a class, as far as they have come."""

    def __init__(self, standings: Iterable[TableStanding]) -> None:
        self.tables = tuple(each for each in standings if each.table.game.given)
        self.over = tuple(each.table.game for each in self.tables if each.table.game.outcome)
        game = next(iter(self.tables), None)
        self.figures = _figures(game.table) if game else None
        self._toll = Toll(game.table.game) if game else None

    def wins(self) -> tuple[tuple[str, int, int | None], ...]:
        """Tell for each side how many games of the class it has won, and how many of a hundred of the machine's."""
        if not self.tables:
            return ()
        won = Counter(game.outcome.winner for game in self.over if game.outcome)
        machine = self.figures.wins if self.figures else {}
        games = self.figures.games if self.figures else 0
        sides = self.tables[0].table.game.sides
        return tuple((side, won[side], round(100 * machine.get(side, 0) / games) if games else None) for side in sides)

    def losses(self) -> tuple[Losses, ...]:
        """Tell what each side has lost at each table."""
        if not self.tables:
            return ()
        found = []
        for number, side in enumerate(self.tables[0].table.game.sides):
            lost = {each.table.name: each.now().lost[number] for each in self.tables}
            spread = {int(steps): games for steps, games in self._spread(side).items()}
            found.append(Losses(side, lost, self._machine(side, spread), spread, self._fact(side)))
        return tuple(found)

    def _spread(self, side: str) -> Mapping[str, int]:
        return self.figures.spread.get(side, {}) if self.figures else {}

    def _machine(self, side: str, spread: Mapping[int, int]) -> float | None:
        """Return what the machine's side lost on average: each unit that is gone with all its steps, where known."""
        if spread:
            return sum(steps * games for steps, games in spread.items()) / sum(spread.values())
        return sum(self.figures.lost.get(side, {}).values()) if self.figures else None

    def _fact(self, side: str) -> tuple[int, int] | None:
        known = self._toll.history if self._toll else None
        return known.lost_in(self.tables[0].table.game.setup.scenario) if known and known.side == side else None

    def says(self) -> list[str]:
        """Say what comes of it, in sentences."""
        if not self.tables:
            return ["Nobody has given an order yet."]
        ended = f"{len(self.over)} of {counted(len(self.tables), 'game')} over."
        history = _history(self.tables[0].table)
        cost = self._toll.history.cost.says if self._toll and self._toll.history else ""
        told = [f"In fact: {history}"] if history else []
        told += [f"What the whole of it cost: {cost}"] if cost else []
        return [ended, *map(self._compared, self.losses()), *told]

    def _compared(self, losses: Losses) -> str:
        who = opening(losses.side)
        people = ""
        if self._toll and self._toll.history:
            least, most = (round(losses.average * each) for each in self._toll.history.step.people)
            people = f" (some {least:,} to {most:,} people)" if most else ""
        said = f"{who:has} lost {losses.average:.1f} steps a table{people}"
        if losses.machine is None:
            return f"{said}."
        return f"{said}; when the machine played {noun(losses.side)}, {losses.machine:.1f}."


def _figures(table: Table) -> BalanceFigures | None:
    setup = table.game.setup
    try:
        found = balance(setup.system).measured
    except (FmbookError, OSError, NoSuchName):
        return None
    return next((each for each in found if each.scenario == setup.scenario), None)


def _history(table: Table) -> str:
    try:
        return balance(table.game.setup.system).history.says
    except (FmbookError, OSError, NoSuchName):
        return ""
