"""The names of sides in sentences: an Allied unit moves, but the Allies have won.

A verb behind the colon is put into the number of its noun, and so is what follows it: ``{noun(side):holds its} fire``
reads “the Allies hold their fire” and “Blue holds its fire”.
"""

from collections.abc import Mapping
from functools import cache

import msgspec

from fmbook.core.data import load

__all__ = ["Noun", "called", "noun", "opening"]

PLURALS = {"has": "have", "is": "are", "does": "do", "its": "their"}


class SideForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a side is called in a sentence, and whether that is a plural."""

    noun: str
    many: bool = False


class Noun(str):
    """A side as a noun, which knows its number."""

    __slots__ = ("many",)
    many: bool

    def __format__(self, verb: str) -> str:
        words = verb.split()
        return " ".join([str(self), *(map(_plural, words) if self.many else words)])


def _plural(word: str) -> str:
    return PLURALS.get(word, word.removesuffix("s"))


@cache
def noun(side: str) -> Noun:
    """Return a side as a noun inside a sentence."""
    form = load(dict[str, SideForm], "sides.toml").get(side, SideForm(side))
    return _noun(form.noun, form.many)


@cache
def opening(side: str) -> Noun:
    """Return a side as the noun that opens a sentence."""
    inside = noun(side)
    return _noun(inside[:1].upper() + inside[1:], inside.many)


def called(side: str) -> Mapping[str, str]:
    """Return the words that a sentence of a rule may use for a side: a {side} unit, {they:has}, of {they}."""
    return {"side": side, "they": noun(side)}


def _noun(text: str, many: bool) -> Noun:
    made = Noun(text)
    made.many = many
    return made
