"""What holds for all tests: a test that claims a clause must reach a rule that cites it."""

import sys
from collections import defaultdict
from collections.abc import Iterator
from types import CodeType, FrameType
from typing import Any

import pytest

from fmbook.systems import rulebooks


def _citing() -> dict[str, dict[CodeType, str]]:
    """Give for each clause the code of the rules that cite it."""
    found: dict[str, dict[CodeType, str]] = defaultdict(dict)
    for book in rulebooks():
        for rule in book.rules:
            for clause in rule.clauses:
                found[clause][rule.function.__code__] = rule.id
    return found


CITING = _citing()


@pytest.fixture(autouse=True)
def claimed_clauses_are_reached(request: pytest.FixtureRequest) -> Iterator[None]:
    """Watch which rules a test runs; claiming a clause without reaching its code is a claim that cannot fail."""
    claimed = [clause for mark in request.node.iter_markers("clause") for clause in mark.args if clause in CITING]
    if not claimed:
        yield
        return
    watched = {code for clause in claimed for code in CITING[clause]}
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
    for clause in claimed:
        rules = ", ".join(CITING[clause].values())
        assert reached & CITING[clause].keys(), f"this test claims {clause} and never reaches {rules}"
