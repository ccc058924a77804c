"""Every clause in force has code and a test; nothing cites what does not exist."""

import json
from pathlib import Path

import pytest

from fmbook.books.cards import book, books, card
from fmbook.books.systems import rulebooks
from fmbook.core.data import data_root, notebooks_root
from fmbook.core.errors import NoSuchName
from fmbook.library.coverage import (
    Coverage,
    Held,
    ShelfCoverage,
    cards_shown,
    cited_in_code,
    cited_in_tests,
    coverage,
)

BUILT = [built.id for built in rulebooks()]
CLAUSES = {clause for name in books() for clause in book(name).clauses}


@pytest.mark.parametrize("system", BUILT)
def test_every_clause_in_force_has_code_and_a_test(system: str) -> None:
    assert [f"{gap.id} lacks {' and '.join(gap.lacks)}" for gap in coverage(system).gaps] == []


def test_code_and_data_cite_only_clauses_that_exist() -> None:
    assert {clause: places for clause, places in cited_in_code().items() if clause not in CLAUSES} == {}


def test_a_row_of_data_is_named_by_the_line_on_which_its_clause_stands() -> None:
    rows = [
        (clause, place) for clause, places in cited_in_code().items() for place in places if place.startswith("data/")
    ]
    assert len(rows) > 100
    for clause, place in rows:
        name, _, line = place.rpartition(":")
        text = (data_root() / name.removeprefix("data/")).read_text(encoding="utf-8")
        assert f'"{clause}"' in text.splitlines()[int(line) - 1], place


def test_no_rule_cites_more_than_a_function_can_do_by_itself() -> None:
    assert {rule.id: len(rule.clauses) for built in rulebooks() for rule in built.rules if len(rule.clauses) > 9} == {}


def test_tests_claim_only_clauses_that_exist() -> None:
    assert {clause: places for clause, places in cited_in_tests().items() if clause not in CLAUSES} == {}


@pytest.mark.parametrize("system", BUILT)
def test_every_rule_in_code_has_a_card(system: str) -> None:
    rules = next(built for built in rulebooks() if built.id == system).rules
    for rule in (rule for rule in rules if rule.mark != "advises"):
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


def test_the_whole_shelf_counts_every_book_that_has_clauses_and_names_its_gaps() -> None:
    shelf = coverage()
    assert [found.system for found in shelf] == [built for built in BUILT if book(built).clauses]
    assert shelf.tested
    rows = {name: list(map(int, rest)) for name, *rest in shelf.rows}
    for name, (clauses, testable, code, tests, chapters, gaps) in rows.items():
        assert clauses == len(book(name).clauses)
        assert gaps == len(coverage(name).gaps)
        assert max(code, tests, chapters) <= testable <= clauses
    assert str(shelf).count("\n") >= len(rows) + 1


def test_gaps_are_shown_and_not_hidden() -> None:
    one = Held("T-1", "Two <b>words</b>", "applied", "printed", True, (), ("tests/test_x.py",), ())
    shelf = ShelfCoverage([Coverage("toy", (one,))])
    assert "T-1 lacks code: Two <b>words</b>" in str(shelf)
    assert "toy: 1 of its clauses stand in no chapter" in str(shelf)
    assert "&lt;b&gt;words" in shelf._repr_html_()
    assert "<b>" not in shelf._repr_html_()


def test_where_no_tests_are_at_hand_no_gap_is_made_of_it() -> None:
    one = Held("T-1", "Words", "applied", "printed", True, ("data/x.toml",), (), ("90",))
    toy = Coverage("toy", (one,), tested=False)
    shelf = ShelfCoverage([toy])
    assert "The tests are not at hand here" in str(shelf)
    assert "lacks" not in str(shelf) + str(toy)
    assert toy.gaps == ()
    assert [*shelf.rows] == [("toy", "1", "1", "1", "–", "1", "–")]


def test_a_book_of_which_no_test_is_written_yet_has_gaps() -> None:
    one = Held("T-1", "Words", "applied", "printed", True, ("data/x.toml",), (), ("90",))
    assert Coverage("toy", (one,)).gaps == (one,)


def test_a_clause_is_found_in_its_book_and_tells_its_places() -> None:
    found = coverage("vimy")["vr-17.2-6"]
    assert str(found).splitlines()[0].startswith("VR-17.2-6  ")
    assert {part for part, _ in found.places} == {"code", "tests", "chapters"}
    with pytest.raises(NoSuchName, match=r"No clause “VR-17\.2-66”"):
        coverage("vimy")["VR-17.2-66"]
