"""The clauses of a booklet that forbid something, and the refusals that ought to name them."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias

import pytest
from _pytest.mark import ParameterSet

from fmbook.books.systems import rulebooks
from fmbook.play.game import Game

Ban: TypeAlias = tuple[str, Callable[[], Game], str]
"""Clauses, parted by spaces; a position; an order that they bar there."""

PREFIXES = {"SC": "scheldt:", "VR": "vimy:", "V": "veritable:", "E": "eben_emael:", "R41": "europa_41:41."}
ELSEWHERE = {"europa_41:41.T1": "europa_41:41.A.4.a"}
MARKED = Path(__file__).parents[1] / "books" / "forbidding"


@cache
def forbidding(book: str) -> frozenset[str]:
    """Read which clauses of a booklet forbid: a marking by hand, reviewed against ``clauses.tsv``."""
    lines = (MARKED / f"{book}.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


def section(clause: str) -> str:
    """Name the section of a clause.

    >>> section("SC-12.0-5"), section("R41-A.4.a-i"), section("R41-T1-d"), section("E-chart-d")
    ('scheldt:12.0', 'europa_41:41.A.4.a', 'europa_41:41.A.4.a', 'eben_emael:chart')
    """
    prefix, _, rest = clause.partition("-")
    named = PREFIXES[prefix] + rest.rpartition("-")[0]
    return ELSEWHERE.get(named, named)


BY_SECTION = frozenset({
    "SC-13.1-6", "SC-16.1-11", "SC-16.2-8", "VR-11.6-5", "V-12.2-b", "V-11.2-e", "V-14.0-i", "E-6.0-g", "E-6.0-h",
    "E-6.0-j", "R41-D-a",
})  # fmt: skip
"""Clauses that a rule of another section bars in the name of theirs, so that a refusal names the section alone."""


@cache
def cited() -> Mapping[str, frozenset[str]]:
    """Return the clauses that each rule cites."""
    found: dict[str, frozenset[str]] = {}
    for book in rulebooks():
        for rule in book.all_rules:
            found[rule.id] = found.get(rule.id, frozenset()) | frozenset(rule.clauses)
    return found


def is_named(clause: str, game: Game, order: str) -> bool:
    """Tell whether a rule that cites a clause refuses an order, or where no rule can, one that names its section."""
    verdict = game.can(order)
    assert not verdict, f"{order} is allowed"
    rules = {reason.rule for reason in verdict.reasons}
    if clause in BY_SECTION:
        return section(clause) in {rule.partition("/")[0] for rule in rules}
    return any(clause in cited().get(rule, ()) for rule in rules)


def each_clause(bans: list[Ban]) -> list[ParameterSet]:
    """Spread bans out, a clause at a time; each claims its clause, so that the code which cites it must run."""
    return [
        pytest.param(clause, position, order, marks=pytest.mark.clause(clause), id=f"{clause} {order}")
        for clauses, position, order in bans
        for clause in clauses.split()
    ]


def unaccounted(book: str, bans: list[Ban], unnamed: Mapping[str, str]) -> frozenset[str]:
    """List the clauses that are in the marking or in the test, and not in both."""
    tried = {clause for clauses, _, _ in bans for clause in clauses.split()}
    assert not tried & set(unnamed)
    return forbidding(book) ^ (tried | set(unnamed))
