"""Words of the trade in what a page says: where one stands for the first time, a press on it says what it means."""

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from html import escape
from typing import Any, Final

from fmbook.components.tables import Table
from fmbook.library.lookups import tables
from fmbook.text.glossary import glossary
from fmbook.widgets.page.told import HTML

__all__ = ["Glossed", "glossed"]

TAG: Final = re.compile(r"(<[^>]*>)")
LEFT_ALONE: Final = frozenset({"button", "h3", "h4", "svg", "a", "u", "textarea"})
"""What is pressed, named or drawn already bears no second meaning."""
RESULTS: Final = "fm:7.6"
"""The rule of the codes that a table prints."""
LONGEST_CODE: Final = 3
KEPT: Final = 64  # panels whose words are not looked for again
PLAIN: Final = re.compile(r"[a-z&#;0-9 ]+", re.IGNORECASE)


class Glossed(HTML):
    """Words with markup, in which words of the trade can be pressed."""

    def __init__(self, value: str = "", *, system: str = "", **about: Any) -> None:
        self.system = system  # what is said first is sent at once
        self.marked: Callable[[str], str] = str
        """Marks names in what is sent."""
        super().__init__(value, **about)

    def _told(self, name: str, value: Any) -> Any:
        said = super()._told(name, value)
        return glossed(self.marked(said), self.system) if name == "value" else said


@lru_cache(KEPT)
def glossed(markup: str, system: str) -> str:
    """Make the first of each word of the trade in a text a button, of the standard rules and of one game."""
    found, seen, within = list[str](), set[str](), list[str]()
    for part in TAG.split(markup):
        if part.startswith("<"):
            _follow(part, within)
            found.append(part)
        else:
            found += [part] if within else _marked(part, seen, system)
    return "".join(found)


def _follow(tag: str, within: list[str]) -> None:
    """Keep count of what is left alone and not closed yet."""
    name = tag.strip("</>").split(" ")[0].rstrip("/")
    if name in LEFT_ALONE:
        within.pop() if tag.startswith("</") and within else within.append(name)


def _marked(text: str, seen: set[str], system: str) -> Iterator[str]:
    names = _names(system)
    end = 0
    for found in _pattern(system).finditer(text):
        said = found.group()
        plain = said.casefold()
        word = names.get(said) or names.get(plain) or names.get(plain.removesuffix("s"))
        if word and word not in seen and _fits(word, text):
            seen.add(word)
            yield text[end : found.start()]
            yield f'<button class="fmbook-word" data-word="{escape(word, quote=True)}">{said}</button>'
            end = found.end()
    yield text[end:]


def _fits(word: str, text: str) -> bool:
    """Whether a word that means other things too means this one here."""
    beside = glossary(word)[0].beside
    return not beside or any(each in text.casefold() for each in beside)


@cache
def _names(system: str) -> dict[str, str]:
    """Names as they are written, each with the word that it stands for; codes are told by their capitals."""
    known: dict[str, str] = {}
    codes = _codes(system)
    for entry in glossary():
        if entry.rule.partition(":")[0] in ("", "fm", system):
            names = (name for name in entry.names if entry.rule != RESULTS or len(name) > LONGEST_CODE or name in codes)
            known |= {name.casefold() if _is_plain(name) else name: entry.word for name in map(escape, names)}
    return known


@cache
def _codes(system: str) -> frozenset[str]:
    """The codes that a game's tables print: A1 may be a unit where none does."""
    printed = (table for table in tables(system or "fm").values() if isinstance(table, Table))
    return frozenset(cell for table in printed for row in table.cells.values() for cell in row)


def _is_plain(name: str) -> bool:
    return bool(PLAIN.fullmatch(name)) and (len(name) > 3 and not name.isupper())


@cache
def _pattern(system: str) -> re.Pattern[str]:
    by_length = sorted(_names(system), key=len, reverse=True)
    return re.compile("|".join(map(_found_by, by_length)))


def _found_by(name: str) -> str:
    if _is_plain(name):
        return rf"(?<![\w+-])(?i:{re.escape(name)}s?)(?![\w-])"
    if name.isalpha() and not name.isupper():  # a code such as De is a word in another language
        return rf"(?:(?<=\()|\A){name}(?=\)|\Z)"
    return rf"(?<![\w+-]){re.escape(name)}(?![\w-])"
