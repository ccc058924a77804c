"""Check that a test which claims a clause really runs a rule that cites it."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from inspect import unwrap
from types import CodeType, FrameType
from typing import Any

from fmbook.engine.rulebook import Rule

__all__ = ["Citing", "citing", "reaching"]

Citing = dict[str, dict[CodeType, str]]


def citing(rules: Iterable[Rule]) -> Citing:
    """Map each clause to the code of the rules that cite it."""
    found: Citing = {}
    for rule in rules:
        for clause in rule.clauses:
            found.setdefault(clause, {})[unwrap(rule.function).__code__] = rule.id
    return found


@contextmanager
def reaching(claimed: Iterable[str], known: Citing) -> Iterator[None]:
    """Watch which rules run; a clause that was claimed and whose code was not reached is an `AssertionError`.

    A clause that no rule cites is held by a row of data, and nothing is asked of it here.
    """
    wanted = [clause for clause in claimed if clause in known]
    if not wanted:
        yield
        return
    watched = {code for clause in wanted for code in known[clause]}
    reached: set[CodeType] = set()

    def watch(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code in watched:
            reached.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        yield
    finally:
        sys.setprofile(before)
    for clause in wanted:
        if not reached & known[clause].keys():
            rules = ", ".join(known[clause].values())
            raise AssertionError(f"this test claims {clause} and never reaches {rules}")
