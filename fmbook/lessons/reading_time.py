"""How long a chapter takes a reader alone: counted by words, questions and orders, not measured on readers."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Final

from fmbook.books.cards import card
from fmbook.core.data import notebooks_root
from fmbook.core.errors import NoSuchName
from fmbook.lessons.atlas import page
from fmbook.lessons.lessonfile import LessonForm
from fmbook.library.coverage import cards_shown

__all__ = ["Time", "time_alone", "words_in", "words_under"]

WORDS_A_MINUTE: Final = 180  # read with care, by somebody of sixteen
SECONDS_A_QUESTION: Final = 60
SECONDS_AN_ESSAY: Final = 180  # two or three sentences
SECONDS_AN_ORDER: Final = 15
STEP: Final = 5  # minutes: no count is better than that
WORD: Final = re.compile(r"\w+(?:['-]\w+)*")


@dataclass(frozen=True)
class Time:
    """What was counted of a chapter."""

    words: int
    questions: int
    orders: int
    essays: int = 0

    @property
    def minutes(self) -> int:
        """All of it in minutes, rounded up to fives."""
        seconds = self.questions * SECONDS_A_QUESTION + self.orders * SECONDS_AN_ORDER
        seconds += self.essays * SECONDS_AN_ESSAY
        return STEP * ceil((self.words / WORDS_A_MINUTE + seconds / 60) / STEP)

    def __str__(self) -> str:
        return f"about {self.minutes} minutes"


def time_alone(chapter: str, form: LessonForm) -> Time:
    """Count what a reader of a chapter reads, answers and orders; what is folded away does not count."""
    path = notebooks_root() / f"{chapter}.ipynb"
    asked = [task.question for task in form.tasks.values()]
    wanted = [essay.question for essay in form.essay] + [decision.known for decision in form.decision]
    read = [*asked, *wanted, *(_texts(path) if path.is_file() else ())]
    return Time(sum(len(WORD.findall(text)) for text in read), len(asked), form.orders, len(wanted))


def _texts(path: Path) -> Iterator[str]:
    """What stands in a chapter between its boxes, and what its boxes show of rules and places."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    yield from ("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    yield from (card(id_).says for id_ in cards_shown(path, "fm.rule"))
    yield from (page(id_).says for id_ in cards_shown(path, "fm.page"))


def words_in(text: str) -> int:
    """Count words."""
    return len(WORD.findall(text))


def words_under(chapter: str, heading: str) -> int:
    """Count the words below a heading of a chapter, up to the next: its text, and what its boxes show of rules."""
    path = notebooks_root() / f"{chapter}.ipynb"
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    told, inside, found = [], False, False
    for cell in cells:
        source = "".join(cell["source"])
        if cell["cell_type"] != "markdown":
            told += [_shown(source)] if inside else []
            continue
        for line in source.splitlines():
            if line.startswith("#"):
                inside = line.lstrip("# ").strip() == heading
                found |= inside
            elif inside:
                told.append(line)
    if not found:
        raise NoSuchName("heading", heading, (), chapter)
    return words_in(" ".join(told))


def _shown(source: str) -> str:
    """What a cell shows unfolded of rules and places."""
    cards_of = (card(id_).says for id_ in re.findall(r'fm\.rule\("([^"]+)"\)', source))
    pages_of = (page(id_).says for id_ in re.findall(r'fm\.page\("([^"]+)"\)', source))
    return " ".join((*cards_of, *pages_of))
