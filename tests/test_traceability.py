"""Every clause in force has code and a test; nothing cites what does not exist."""

import json

import pytest

from fmbook.coverage import CARD, cited_in_code, cited_in_tests, coverage
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


def test_chapters_show_only_cards_that_exist() -> None:
    for path in notebooks_root().glob("*.ipynb"):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            for id_ in CARD.findall("".join(cell["source"])) if cell["cell_type"] == "code" else ():
                card(id_)
