"""Words of the trade: what each means here, and the rule that settles it, if one does."""

from collections.abc import Sequence
from functools import cache
from html import escape
from typing import Any, final

import msgspec

from fmbook.core import data
from fmbook.core.calls import checked
from fmbook.core.errors import NoSuchName
from fmbook.core.language import spoken_here
from fmbook.core.rulenames import ANYWHERE, rule_name

__all__ = ["Glossary", "Word", "glossary"]


class Word(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry, as its file has it."""

    word: str
    says: str
    rule: str = ""  # none settles how we know a rule
    also: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()  # it means this only where one of these stands in the same text, if any are named

    @property
    def names(self) -> tuple[str, ...]:
        """The word and its other forms."""
        return self.word, *self.also

    def __str__(self) -> str:
        also = f" ({', '.join(self.also)})" if self.also else ""
        return f"{self.word}{also}: {self.says}{f' ({rule_name(self.rule, ANYWHERE)})' if self.rule else ''}"

    __repr__ = __str__


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    word: tuple[Word, ...]


@spoken_here
@final
class Glossary(Sequence[Word]):
    """Entries in the order of the alphabet: print them, or take one."""

    def __init__(self, words: Sequence[Word]) -> None:
        self._words = tuple(words)

    def __getitem__(self, index: Any) -> Any:
        return self._words[index]

    def __len__(self) -> int:
        return len(self._words)

    def __str__(self) -> str:
        return "\n".join(map(str, self._words))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f"<dl>{''.join(map(_entry, self._words))}</dl>"


def _entry(word: Word) -> str:
    also = "".join(f", {also}" for also in word.also)
    rule = f" <small>{escape(rule_name(word.rule, ANYWHERE))}</small>" if word.rule else ""
    return f"<dt><strong>{escape(word.word)}</strong>{escape(also)}</dt><dd>{escape(word.says)}{rule}</dd>"


@cache
def _all() -> tuple[Word, ...]:
    return tuple(sorted(data.load(_File, "glossary.toml").word, key=lambda each: each.word.casefold()))


@checked
def glossary(word: str = "") -> Glossary:
    """Say what words of the trade mean, each with the rule that settles it: all of them, or one.

    >>> import fmbook as fm
    >>> fm.glossary("ezoc")[0].word
    'Enemy zone of control'
    """
    if not word.strip():
        return Glossary(_all())
    known = {name.casefold(): each for each in _all() for name in each.names}
    wanted = " ".join(word.split()).casefold()
    if wanted not in known:
        raise NoSuchName("word", word[:60], [name for each in _all() for name in each.names], "the glossary")
    return Glossary((known[wanted],))
