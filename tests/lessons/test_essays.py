"""Questions of history: asked, kept and judged by people; the engine never marks prose."""

import pytest

import fmbook as fm
from fmbook.core.errors import FmbookError, NoSuchName
from fmbook.lessons import notes
from fmbook.lessons.exercises import questions_of
from fmbook.widgets.essays import EssayBox
from fmbook.widgets.exercises import TicketBox
from fmbook.widgets.page import guard

CHAPTERS = ("10", "20", "30", "40")
each_chapter = pytest.mark.parametrize("chapter", CHAPTERS)
each_question = pytest.mark.parametrize(
    "question", [question for chapter in CHAPTERS for question in questions_of(chapter)], ids=lambda each: each.id
)


@pytest.fixture(autouse=True)
def _errors_come_through_and_nothing_is_written_yet(monkeypatch):
    monkeypatch.setattr(guard, "RERAISE", True)
    monkeypatch.setattr(notes, "_kept", {})


@each_chapter
def test_a_chapter_asks_two_from_evidence_one_on_the_model_one_what_if_and_its_own_at_the_door(chapter):
    kinds = [question.essay.kind for question in questions_of(chapter)]
    assert kinds == ["evidence", "evidence", "model", "counterfactual", "central"]
    assert [question.essay.kind for question in fm.ticket(chapter).questions] == ["central"]


@each_question
def test_four_levels_and_an_answer_that_would_do_stand_in_the_key_and_not_in_the_question(question):
    assert len(set(question.essay.rubric)) == 4
    assert 40 <= len(question.essay.model.split()) <= 120
    key = str(fm.answers(question.chapter))
    assert question.essay.model in key
    assert all(level in key for level in question.essay.rubric)
    assert question.essay.model not in str(question)


@each_question
def test_it_reads_as_plain_text_and_says_how_to_answer(question):
    assert question.essay.question in " ".join(str(question).split())
    assert f"fm.question('{question.id}')" in str(question)


def test_an_answer_is_kept_and_handed_in_unmarked():
    question = fm.question("20.h1")
    said = question.answer("Both companies went without a barrage.\nI trust card B for the mud.")
    assert said.startswith("Kept, 13 words.")
    assert fm.question("20.h1").written.endswith("for the mud.")
    assert "I trust card B for the mud." in str(fm.written("20"))
    assert question.essay.question in str(fm.written("20"))


def test_nothing_and_too_much_are_refused_with_a_sentence():
    with pytest.raises(FmbookError, match="Nothing is written yet"):
        fm.question("20.h2").answer("  \n ")
    with pytest.raises(FmbookError, match="too long"):
        fm.question("20.h2").answer("x" * 5001)
    assert fm.question("20.h2").written == ""


def test_a_question_that_nobody_asks_is_refused():
    with pytest.raises(NoSuchName, match="question of history"):
        fm.question("20.h9")
    with pytest.raises(NoSuchName, match="exercise"):
        fm.ask("20.h1")


def test_a_ticket_keeps_what_is_said_beyond_its_three_answers():
    ticket = fm.ticket("30")
    right = [exercise.right[0] for exercise in ticket.exercises]
    said = ticket.answer(*right, "A weapon, and men who waited for an order.")
    assert "3 of 3" in said
    assert fm.question("30.h5").written == "A weapon, and men who waited for an order."


def test_on_the_page_the_model_answer_comes_only_when_it_is_wanted():
    question = fm.question("10.h2")
    box = EssayBox(question)
    row = box.children[2]
    keep, levels, model = row.children
    box.text.value = "It warned <b>those</b> who could not go."
    keep.click()
    assert question.written == "It warned <b>those</b> who could not go."
    shown = box.children[-1]
    assert shown.value == ""
    levels.click()
    assert shown.value.count("<li>") == 4
    assert question.essay.model[:40] not in shown.value
    model.click()
    assert question.essay.model[:40] in shown.value
    assert EssayBox(question).text.value == question.written


def test_a_ticket_on_the_page_asks_the_question_of_the_chapter_last():
    assert isinstance(TicketBox(fm.ticket("40")).children[-1], EssayBox)


@each_chapter
def test_the_card_for_teachers_has_the_question_of_the_chapter_and_the_papers_to_print(chapter):
    card = dict(fm.lesson(chapter).rows)
    assert card["Question"] == fm.ticket(chapter).questions[0].asked
    assert "fm.documents(" in card["To print"]
    assert "Question" not in dict(fm.lesson("01").rows)
