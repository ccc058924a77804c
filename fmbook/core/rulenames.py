"""How a rule is called wherever a reader meets it: its number, and its booklet where that is not the game's own."""

from collections.abc import Iterable
from functools import cache
from types import MappingProxyType
from typing import Final

import msgspec

from fmbook.core import data

__all__ = ["ANYWHERE", "cited_in", "rule_name", "rule_names"]

HOUSE: Final = "house"
ANYWHERE: Final = "*"
"""In place of a game, where nobody knows which one is read about: the booklet is named that several games share."""


class Booklet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a booklet is called, and what its sections without a number are."""

    called: str
    builds_on: str = ""
    unnumbered: dict[str, str] = {}


@cache
def _booklets() -> MappingProxyType[str, Booklet]:
    return MappingProxyType(data.load(dict[str, Booklet], "booklets.toml"))


@cache
def rule_name(rule: str, game: str = "") -> str:
    """Name a rule by its number; in a game, with the booklet in which it stands if that is another one.

    >>> rule_name("fm:5.1/enemy"), rule_name("fm:5.1", "drill")
    ('rule 5.1', 'rule 5.1')
    >>> rule_name("fm:7.3", "vimy"), rule_name("vimy:BMB", "vimy"), rule_name("house:no_woods")
    ('rule 7.3 of the standard rules', 'the bombardment table', 'house rule no_woods')
    >>> rule_name("fm:7.3", ANYWHERE), rule_name("vimy:14.1", ANYWHERE)
    ('rule 7.3 of the standard rules', 'rule 14.1')
    """
    word, name, of = _named(rule, game)
    return f"{word} {name}{of}".strip()


def rule_names(rules: Iterable[str], game: str = "") -> str:
    """Name several rules, those of one booklet together.

    >>> rule_names(["fm:7.3/attackers", "vimy:14.1", "vimy:14.2", "fm:7.4"], "vimy")
    'rules 14.1 and 14.2, rules 7.3 and 7.4 of the standard rules'
    >>> rule_names(["fm:5.1/enemy", "fm:5.1"])
    'rule 5.1'
    """
    groups: dict[tuple[str, str], dict[str, None]] = {}
    for word, name, of in (_named(rule, game) for rule in rules):
        groups.setdefault((word, of), {})[name] = None
    told = (
        _together(word, tuple(names), of) for (word, of), names in sorted(groups.items(), key=lambda each: each[0][1])
    )
    return ", ".join(told)


def cited_in(rule: str, game: str = "") -> str:
    """Write a rule as a sentence of its own: ``Rule 5.1.``

    >>> cited_in("fm:5.1/enemy"), cited_in("eben_emael:cbt"), cited_in("")
    ('Rule 5.1.', 'The combat table.', '')
    """
    name = rule_name(rule, game) if rule else ""
    return f"{name[0].upper()}{name[1:]}." if name else ""


def _named(rule: str, game: str) -> tuple[str, str, str]:
    """What it is, its number or name, and of which booklet."""
    system, _, section = rule.partition("/")[0].partition(":")
    if not system.isidentifier():  # no rule's name at all: it is shown as it is
        return "rule", rule, ""
    known = _booklets().get(system, Booklet(""))
    if system == HOUSE or not section:
        return "house rule", rule.partition(":")[2] or rule, ""
    if section in known.unnumbered:
        return "", known.unnumbered[section], ""
    named = bool(known.builds_on) or (_is_shared(system) if game == ANYWHERE else _is_another(system, game))
    return "rule", section, f" of {known.called}" if named and known.called else ""


def _is_another(system: str, game: str) -> bool:
    own = _booklets()[game].builds_on if game in _booklets() else ""
    return bool(game) and system != (own or game)


def _is_shared(system: str) -> bool:
    return any(each.builds_on == system for each in _booklets().values())


def _together(word: str, names: tuple[str, ...], of: str) -> str:
    several = f"{word}s" if word and len(names) > 1 else word
    listed = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    return f"{several} {listed}{of}".strip()
