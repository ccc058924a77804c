"""How easily a chapter reads: the words before there is something to do, and a figure for words and sentences.

The figure is Flesch's: from 60 on plain English, from 70 on easy. It counts length alone and knows nothing of sense.
"""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from fmbook.books.cards import card
from fmbook.core.data import notebooks_root, originals
from fmbook.lessons.documents import papers
from fmbook.lessons.lessonfile import lesson_form, lesson_names
from fmbook.library.coverage import cards_shown

__all__ = ["FIRST_SCREEN", "PLAIN", "Count", "Prose", "chapters", "prose"]

FIRST_SCREEN: Final = 60  # words, at the most, before the first thing to do
PLAIN: Final = 70  # on Flesch's scale
WORD: Final = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")
FENCED: Final = re.compile(r"```.*?```", re.DOTALL)
HIDDEN: Final = re.compile(r"<p class=\"fmbook-elsewhere\">.*?</p>", re.DOTALL)
MARKS: Final = re.compile(r"`[^`]*`|<[^>]+>|\]\([^)]*\)|[*_#\[\]|>]")
SENTENCE: Final = re.compile(r"[.!?](?=\s|$)|\n\s*\n|\n(?=- |\d+\. )")
HEADING: Final = re.compile(r"^#+ .*$", re.MULTILINE)
VOWELS: Final = re.compile(r"[aeiouyäöüéèê]+")
SOURCES: Final = "## Sources"


class Count(NamedTuple):
    """What was counted of some text."""

    words: int
    sentences: int
    syllables: int

    @property
    def ease(self) -> float:
        """Flesch's reading ease."""
        if not self.words:
            return 100.0
        return 206.835 - 1.015 * self.words / self.sentences - 84.6 * self.syllables / self.words


class Prose(NamedTuple):
    """A chapter: the words of its first screen, its text, and what its cards and questions say."""

    chapter: str
    first: int
    text: Count
    cards: Count

    @property
    def plain(self) -> bool:
        """Whether the chapter is as short at its head, and reads as easily, as the book wants it."""
        return self.first <= FIRST_SCREEN and min(self.text.ease, self.cards.ease) >= PLAIN

    def __str__(self) -> str:
        return (
            f"{self.chapter:<24} {self.first:>3} words before the first thing to do; text {self.text.words:>5} words, "
            f"ease {self.text.ease:3.0f}; cards and questions {self.cards.words:>5} words, ease {self.cards.ease:3.0f}"
        )


def chapters() -> tuple[Path, ...]:
    """List the chapters."""
    return tuple(originals(notebooks_root(), "*.ipynb"))


def prose(path: Path) -> Prose:
    """Count a chapter as a reader has it: no code, no lists of sources, nothing that the page hides."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    first = WORD.findall(plain("".join(cells[0]["source"])))
    return Prose(path.stem, len(first), count(_told(cells)), count(_on_cards(path)))


def count(texts: Iterable[str]) -> Count:
    """Count words, sentences and syllables of some texts, each of which ends a sentence."""
    parts = [part for text in texts for part in SENTENCE.split(text) if WORD.search(part)]
    words = [word for part in parts for word in WORD.findall(part)]
    return Count(len(words), len(parts), sum(map(syllables, words)))


def _on_cards(path: Path) -> Iterator[str]:
    """What stands on the cards of rules, papers and people that a chapter shows, and what it asks."""
    yield from (" ".join(card(id_).says.split()) for id_ in cards_shown(path, "fm.rule"))
    if path.stem in lesson_names():
        form = lesson_form(path.stem)
        yield from (task.question for task in form.tasks.values())
        yield from (essay.question for essay in form.essay)
        yield from (text for each in form.decision for text in (each.known, *each.options, each.came))
    for system in cards_shown(path, "fm.documents"):
        found = papers(system)
        yield from (text for each in found.document for text in (each.says, each.trust, each.ask))
        yield from (text for each in found.life for text in (each.says, each.trust))


def _told(cells: list[dict[str, Any]]) -> Iterator[str]:
    for cell in cells:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            yield plain(HEADING.sub("", source.partition(SOURCES)[0]))
            if SOURCES in source:
                return


def plain(markdown: str) -> str:
    """Take a text's marks away, and what is no prose."""
    return MARKS.sub("", FENCED.sub("", HIDDEN.sub("", markdown)))


def syllables(word: str) -> int:
    """Count the groups of vowels in a word; an e at the end of an English one is seldom heard.

    >>> [syllables(word) for word in ("bridge", "table", "landed", "crossed", "Antwerp", "the")]
    [1, 2, 2, 1, 2, 1]
    """
    lower = word.casefold()
    e = lower.endswith("e") and not lower.endswith(("le", "ee", "ie"))
    ed = lower.endswith("ed") and not lower.endswith(("ted", "ded", "eed"))
    return max(1, len(VOWELS.findall(lower)) - (e or ed))
