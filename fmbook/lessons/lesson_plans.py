"""How long the parts of a lesson take: reading, questions, orders and talk, counted and not guessed.

Orders of a whole scenario are as many as two captains give in it, counted ahead by ``tests/tools/lesson_times.py``.
"""

from functools import cache
from math import ceil
from typing import Final, NamedTuple

from fmbook.core.data import load
from fmbook.core.errors import DataError
from fmbook.lessons.documents import documents
from fmbook.lessons.guide import Stage, guide_of
from fmbook.lessons.lessonfile import LessonForm, lesson_form
from fmbook.lessons.reading_time import (
    SECONDS_A_QUESTION,
    SECONDS_AN_ESSAY,
    SECONDS_AN_ORDER,
    WORDS_A_MINUTE,
    words_in,
    words_under,
)

__all__ = ["IN_HAND", "Timed", "in_hand", "orders_in", "planned", "timed"]

FILE: Final = "orders_in_class.toml"
IN_HAND: Final = "for questions and for tables that are slower"


class Timed(NamedTuple):
    """A part of a lesson with what was counted of it, and its minutes."""

    stage: Stage
    words: int
    questions: int
    essays: int
    orders: int

    @property
    def seconds(self) -> float:
        """The whole of it."""
        asked = self.questions * SECONDS_A_QUESTION + self.essays * SECONDS_AN_ESSAY
        return 60 * (self.words / WORDS_A_MINUTE + self.stage.talk) + asked + self.orders * SECONDS_AN_ORDER

    @property
    def minutes(self) -> int:
        """The whole of it in minutes, rounded up."""
        return ceil(self.seconds / 60)

    @property
    def counted(self) -> str:
        """The sum, as the script prints it."""
        parts = (f"{self.words} words", f"{self.questions} questions", f"{self.essays} essays", f"{self.orders} orders")
        return f"{', '.join(parts)}, {self.stage.talk} minutes of talk: {self.seconds / 60:.1f} minutes"


@cache
def orders_in(scenario: str, turns: int = 0) -> int:
    """How many orders two captains give in a scenario, or in its first turns: the median of the games counted."""
    counted = load(dict[str, tuple[tuple[int, ...], ...]], FILE)
    if scenario not in counted:
        raise DataError(FILE, scenario, "expected the orders of some games; run tests/tools/lesson_times.py count")
    games = sorted(sum(game[: turns or None]) for game in counted[scenario])
    return games[len(games) // 2]


@cache
def timed(chapter: str, minutes: str) -> tuple[Timed, ...]:
    """Return a plan of a chapter with the minutes of its parts: ``timed("20_vimy", "50")``."""
    return tuple(_timed(chapter, stage) for stage in guide_of(chapter).plan.get(minutes, ()))


def planned(chapter: str, minutes: str) -> str:
    """Say a plan in a line, each part with its minutes; what is left of the lesson has a name, too."""
    left = in_hand(chapter, minutes)
    rest = [f"{left} min in hand, {IN_HAND}."] if left else []
    return " ".join([*map(_told, timed(chapter, minutes)), *rest])


def in_hand(chapter: str, minutes: str) -> int:
    """Tell how many minutes of a lesson its plan leaves free."""
    return int(minutes) - sum(part.minutes for part in timed(chapter, minutes))


def _told(part: Timed) -> str:
    end = "" if part.stage.do.endswith("?") else "."
    return f"{part.minutes} min: {part.stage.do}{end}"


def _timed(chapter: str, stage: Stage) -> Timed:
    form, guide = lesson_form(chapter), guide_of(chapter)
    system = guide.scenario.partition(":")[0]
    words = sum(words_under(chapter, heading) for heading in stage.reads)
    for letter in stage.papers:
        fields = dict(documents(system)[letter].fields())
        words += sum(words_in(fields[head]) for head in ("Who", "It says", "In its own words", "How far to trust it"))
    words += sum(words_in(_asked(form, name)) for name in stage.asks)
    essays = sum(name in form.essays for name in stage.asks)
    orders = stage.orders + (orders_in(stage.plays, stage.turns) if stage.plays else 0)
    orders += len(form.course[stage.course].step) if stage.course else 0
    return Timed(stage, words, len(stage.asks) - essays, essays, orders)


def _asked(form: LessonForm, name: str) -> str:
    if name in form.tasks:
        return form.tasks[name].question
    if name in form.essays:
        return form.essays[name].question
    return " ".join((form.decisions[name].known, *form.decisions[name].options))
