"""A claim that cannot fail is refused: whoever claims a clause must run a rule that cites it."""

import sys
from typing import Any

import pytest

import fmbook as fm
from fmbook.engine.claims import citing, reaching
from tests.engine.test_house_rules import no_tanks_in_woods


@fm.forbids("toy:1", fm.Move, clauses=("T-1",))
def first(state: Any, order: Any) -> Any:
    """One."""
    yield from ()


@fm.forbids("toy:2", fm.Move, clauses=("T-1", "T-2"))
def second(state: Any, order: Any) -> Any:
    """Two."""
    yield from ()


RULES: tuple[Any, ...] = (first, second, no_tanks_in_woods)
KNOWN = citing(each.rule for each in RULES)


def test_a_clause_is_reached_through_any_rule_that_cites_it():
    with reaching(["T-1"], KNOWN):
        list(second(None, None))


def test_a_clause_that_was_not_reached_is_told_with_its_rules():
    with (
        pytest.raises(AssertionError, match="this test claims T-1 and never reaches toy:1, toy:2"),
        reaching(["T-1"], KNOWN),
    ):
        pass


def test_each_of_several_clauses_must_be_reached():
    with pytest.raises(AssertionError, match="claims T-2 and never reaches toy:2"), reaching(["T-1", "T-2"], KNOWN):
        list(first(None, None))


def test_a_clause_that_only_data_cites_asks_for_nothing():
    with reaching(["T-9"], KNOWN):
        pass


def test_what_watched_before_watches_again():
    seen = []
    before = sys.getprofile()
    sys.setprofile(lambda *about: seen.append(about[1]))
    mine = sys.getprofile()
    try:
        with reaching(["T-1"], KNOWN):
            list(first(None, None))
        assert sys.getprofile() is mine
    finally:
        sys.setprofile(before)
