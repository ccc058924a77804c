"""Words of the trade in what a page says: where one stands for the first time, a press on it says what it means."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from html import escape
from typing import Any, Final

from fmbook.text.glossary import glossary
from fmbook.widgets.page.told import HTML

__all__ = ["Glossed", "glossed"]

TAG: Final = re.compile(r"(<[^>]*>)")
LEFT_ALONE: Final = frozenset({"button", "h3", "h4", "svg", "a", "u", "textarea"})
"""What is pressed, named or drawn already bears no second meaning."""
KEPT: Final = 64  # panels whose words are not looked for again
PLAIN: Final = re.compile(r"[a-z&#;0-9 ]+", re.IGNORECASE)


class Glossed(HTML):
    """Words with markup, in which words of the trade can be pressed."""

    system = ""

    def _told(self, name: str, value: Any) -> Any:
        said = super()._told(name, value)
        return glossed(said, self.system) if name == "value" else said


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
        word = names.get(said) or names.get(said.casefold())
        if word and word not in seen:
            seen.add(word)
            yield text[end : found.start()]
            yield f'<button class="fmbook-word" data-word="{escape(word, quote=True)}">{said}</button>'
            end = found.end()
    yield text[end:]


@cache
def _names(system: str) -> dict[str, str]:
    """Names as they are written, each with the word that it stands for; codes are told by their capitals."""
    known: dict[str, str] = {}
    for entry in glossary():
        if entry.rule.partition(":")[0] in ("fm", system):
            known |= {name.casefold() if _is_plain(name) else name: entry.word for name in map(escape, entry.names)}
    return known


def _is_plain(name: str) -> bool:
    return bool(PLAIN.fullmatch(name)) and (len(name) > 3 and not name.isupper())


@cache
def _pattern(system: str) -> re.Pattern[str]:
    by_length = sorted(_names(system), key=len, reverse=True)
    return re.compile("|".join(map(_found_by, by_length)))


def _found_by(name: str) -> str:
    if _is_plain(name):
        return rf"(?<![\w+-])(?i:{re.escape(name)})(?![\w-])"
    if name.isalpha() and not name.isupper():  # a code such as De is a word in another language
        return rf"(?:(?<=\()|\A){name}(?=\)|\Z)"
    return rf"(?<![\w+-]){re.escape(name)}(?![\w-])"
