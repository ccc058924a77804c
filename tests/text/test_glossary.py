"""Words of the trade are said plainly, once each, and each names a rule that there is."""

import re

import pytest

import fmbook as fm
from fmbook.text.conversation import Talk
from fmbook.text.glossary import Word

WORDS = list(fm.glossary())


@pytest.mark.parametrize("entry", WORDS, ids=lambda entry: entry.word)
def test_a_word_is_said_in_a_sentence_or_two_and_names_its_rule_if_one_settles_it(entry: Word):
    assert not entry.rule or fm.rule(entry.rule).id == entry.rule
    assert entry.says[0].isupper()
    assert entry.says[-1] in ".…"
    assert len(entry.says.split()) <= 32


def test_no_word_stands_for_two_things():
    names = [name.casefold() for entry in WORDS for name in entry.names]
    assert len(names) == len(set(names))


def test_a_code_of_a_table_leads_to_its_word():
    assert [fm.glossary(code)[0].word for code in ("D2", "ex", "EZOC")] == ["D2", "Ex", "Enemy zone of control"]


def test_every_code_of_the_combat_table_is_explained_and_no_other():
    codes = set(str(fm.tables("fm")["crt"]).replace("--", "").split())
    printed = {code for code in codes if re.fullmatch(r"\(A\)|[AD][e\d]|Ex", code)}
    explained = {name for entry in WORDS if entry.rule == "fm:7.6" for name in entry.names}
    assert len(printed) == 9
    assert printed == {name for name in explained if len(name) <= 3 and name != "CRT"}


def test_a_word_that_nobody_knows_is_answered_with_those_that_are_near():
    with pytest.raises(fm.NoSuchName, match="Differential"):
        fm.glossary("diferential")


def test_a_typed_word_is_explained_at_the_desk():
    talk = Talk(fm.new_game("drill"))
    assert "picks the column of the table" in talk.answer("word differential")
    assert "Infiltrate" in talk.answer("word")
