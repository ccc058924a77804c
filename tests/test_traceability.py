"""Every clause in force has code and a test; nothing cites what does not exist."""

import json
from pathlib import Path

import pytest

from fmbook.coverage import cards_shown, cited_in_code, cited_in_tests, coverage
from fmbook.data import notebooks_root
from fmbook.errors import NoSuchName
from fmbook.library import book, books, card
from fmbook.systems import rulebooks

BUILT = [built.id for built in rulebooks()]
CLAUSES = {clause for name in books() for clause in book(name).clauses}


@pytest.mark.parametrize("system", BUILT)
def test_every_clause_in_force_has_code_and_a_test(system: str) -> None:
    assert [f"{gap.id} lacks {' and '.join(gap.lacks)}" for gap in coverage(system).gaps] == []


def test_code_and_data_cite_only_clauses_that_exist() -> None:
    assert {clause: places for clause, places in cited_in_code().items() if clause not in CLAUSES} == {}


def test_tests_claim_only_clauses_that_exist() -> None:
    assert {clause: places for clause, places in cited_in_tests().items() if clause not in CLAUSES} == {}


@pytest.mark.parametrize("system", BUILT)
def test_every_rule_in_code_has_a_card(system: str) -> None:
    rules = next(built for built in rulebooks() if built.id == system).rules
    for rule in rules:
        try:
            card(rule.id)
        except NoSuchName as error:
            pytest.fail(f"{rule.id} of {rule.function.__name__} has no card: {error}")


@pytest.mark.parametrize("system", BUILT)
def test_every_card_in_force_has_code(system: str) -> None:
    in_code = {rule.section for built in rulebooks() for rule in built.rules}
    asks = {question.rule for built in rulebooks() for question in built.questions}
    without = [
        written.id
        for written in book(system).cards.values()
        if written.status == "applied" and written.id not in in_code | asks
        and not any(clause.id in cited_in_code() for clause in written.clauses)
    ]  # fmt: skip
    assert without == []


@pytest.mark.parametrize("system", ["fm", "vimy"])
def test_a_chapter_shows_the_card_of_every_testable_clause(system: str) -> None:
    assert [held.id for held in coverage(system).clauses if held.testable and not held.chapters] == []


def test_chapters_show_only_cards_that_exist() -> None:
    shown = [id_ for path in notebooks_root().glob("*.ipynb") for id_ in cards_shown(path)]
    assert shown
    for id_ in shown:
        card(id_)


def test_a_card_in_a_comment_is_not_shown(tmp_path: Path) -> None:
    source = '# fm.rule("fm:5.1")\nfm.cards("fm:6.1", "fm:6.2"); print(fm.rule("fm:7.3"))'
    cells = [
        {"cell_type": "code", "source": source},
        {"cell_type": "code", "source": "%time 1"},
        {"cell_type": "markdown", "source": 'fm.rule("fm:8.1")'},
    ]
    (tmp_path / "own.ipynb").write_text(json.dumps({"cells": cells}), encoding="utf-8")
    assert set(cards_shown(tmp_path / "own.ipynb")) == {"fm:6.1", "fm:6.2", "fm:7.3"}
