"""Moments to pause at: you choose first, with a reason, and only then hear what was chosen."""

import re

import pytest

import fmbook as fm
from fmbook.core.data import data_root
from fmbook.core.errors import DataError, FmbookError, NoSuchName
from fmbook.lessons import notes
from fmbook.lessons.exercises import moments_of
from fmbook.lessons.lessonfile import read_lesson
from fmbook.widgets.decisions import DecisionBox
from fmbook.widgets.page import guard

CHAPTERS = {"10": "scheldt", "20": "vimy", "30": "eben_emael", "40": "veritable"}
each_moment = pytest.mark.parametrize(
    "moment", [moment for chapter in CHAPTERS for moment in moments_of(chapter)], ids=lambda moment: moment.id
)


@pytest.fixture(autouse=True)
def _errors_come_through_and_nothing_is_written_yet(monkeypatch):
    monkeypatch.setattr(guard, "RERAISE", True)
    monkeypatch.setattr(notes, "_kept", {})


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_chapter_of_history_pauses_three_times(chapter):
    assert [moment.name for moment in moments_of(chapter)] == ["d1", "d2", "d3"]


@each_moment
def test_what_was_chosen_is_not_told_before_a_reader_has_chosen(moment):
    assert moment.decision.came not in str(moment)
    assert "In fact" not in str(moment)
    assert moment.decision.came in moment.choose("a", "I would not wait.")
    assert moment.written.startswith("(a) ")
    assert moment.written.endswith("Because: I would not wait.")


@each_moment
def test_a_moment_is_dated_sourced_and_lies_within_the_turns_of_its_game(moment):
    game = fm.new_game(CHAPTERS[moment.chapter[:2]])
    assert re.search(r"\d{4}", moment.decision.when)
    assert moment.decision.source
    assert moment.decision.side in game.sides
    assert 1 <= moment.decision.turn <= game.setup.turns
    assert 2 <= len(moment.options) <= 4


def test_a_choice_is_handed_in_with_what_was_written():
    fm.decide("40.d2").choose("C", "Bridges cannot stand in that water.")
    assert "(c) Wait until the water has run off" in str(fm.written("40"))
    assert "Bridges cannot stand in that water." in str(fm.written("40"))


def test_no_option_too_long_a_reason_and_no_such_moment_are_refused():
    with pytest.raises(FmbookError, match="Choose by a letter: a, b"):
        fm.decide("10.d2").choose("z")
    with pytest.raises(FmbookError, match="too long"):
        fm.decide("10.d2").choose("a", "x" * 1001)
    with pytest.raises(NoSuchName, match="decision"):
        fm.decide("10.d9")


def test_on_the_page_a_button_chooses_and_nothing_that_was_typed_becomes_markup():
    box = DecisionBox(fm.decide("30.d3"))
    box.reason.value = "<img src=x>"
    fact = box.children[-1]
    assert fact.value == ""
    wait, *_ = box.children[2].children
    wait.click()
    assert fm.decide("30.d3").written == "(a) Wait for the commander. Because: <img src=x>"
    assert "In fact (c)" in fact.value
    assert "<img" not in "".join(
        part.value for part in box.children if hasattr(part, "value") and part is not box.reason
    )


def test_a_moment_without_the_option_that_was_chosen_is_named(tmp_path):
    (tmp_path / "lessons").mkdir()
    text = (data_root() / "lessons" / "10_scheldt.toml").read_text(encoding="utf-8")
    (tmp_path / "lessons" / "x.toml").write_text(text.replace("chosen  = 2", "chosen  = 9", 1), encoding="utf-8")
    with pytest.raises(DataError, match="which of them was chosen"):
        read_lesson("lessons/x.toml", root=tmp_path)
