"""A rule in its four places, as the files have it."""

import inspect
from itertools import chain
from pathlib import Path

import pytest

import fmbook as fm
from fmbook.books.systems import rulebooks
from fmbook.core.errors import NoSuchName
from fmbook.library.trace import Part, _fenced

ROOT = Path(__file__).parents[2]
CARDS = [card.id for built in rulebooks() for card in fm.rules(built.id)]


@pytest.mark.parametrize("system", [built.id for built in rulebooks()])
def test_every_part_stands_where_it_says(system):
    for card in fm.rules(system):
        for _, part in fm.trace(card.id).parts:
            name, _, number = part.where.rpartition(":")
            lines = (ROOT / name).read_text(encoding="utf-8").split("\n")
            assert lines[int(number) - 1] == part.text.split("\n")[0], part.where


def test_its_data_is_the_row_of_its_card_and_those_of_its_clauses():
    card, clauses = fm.trace("vimy:17.2").data
    assert card.text.startswith('[[rule]]\nid         = "17.2"')
    assert card.text.count("[[rule]]") == 1
    assert [row.partition("\t")[0] for row in clauses.text.split("\n")] == [c.id for c in fm.rule("vimy:17.2").clauses]


def test_its_code_is_every_function_that_bears_its_number():
    found = fm.trace("fm:6.1").code
    rules = [rule for rule in chain(*(built.rules for built in rulebooks())) if rule.section == "fm:6.1"]
    assert [part.text for part in found] == [inspect.getsource(rule.function).rstrip() for rule in rules]
    assert len(found) > 1


def test_its_tests_are_those_that_claim_its_clauses_some_whole_and_the_others_by_name():
    found = fm.trace("vimy:17.2")
    claimed = {place for held in found.held for place in held.tests}
    assert len(found.tests) + len(found.more) == len(claimed)
    assert all("@pytest.mark.clause(" in part.text for part in found.tests)
    assert found.chapters == ("20_vimy",)


def test_it_reads_as_text_and_as_a_page():
    found = fm.trace("vimy:13.1")
    for part in chain(found.data, found.code, found.tests):
        assert part.text in str(found)
        assert f"{part.kind}\n{part.text}\n```" in found._repr_markdown_()
    assert "chapters: 20_vimy" in str(found)


def test_a_rule_that_does_not_exist_names_the_nearest():
    with pytest.raises(NoSuchName, match=r"vimy:17\.2"):
        fm.trace("vimy:17.22")


def test_a_text_cannot_close_its_fence():
    shown = _fenced(Part("x", "text", "a\n````\nb"))
    assert shown == "`````text\na\n````\nb\n`````"
