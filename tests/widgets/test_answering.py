"""Questions on the page: a right answer looks like one, and says how far its reader has got."""

import re
from pathlib import Path
from typing import Any

import pytest

import fmbook
import fmbook as fm
from fmbook.components.listings import Listing
from fmbook.lessons import progress
from fmbook.lessons.exercises import exercises_of
from fmbook.widgets.exercises import ExerciseBox, TicketBox, needed

BUTTON = re.compile(r"<button[^>]*>([^<]*)<")


@pytest.fixture(autouse=True)
def nothing_answered(monkeypatch):
    monkeypatch.setattr(progress, "_RIGHT", {})


def test_a_right_answer_looks_like_one_counts_and_names_what_is_next():
    box = ExerciseBox(fm.ask("02.1"))
    box._mark(fm.ask("02.1").right[0])
    assert "fmbook-right" in box._dom_classes
    assert "1 of 5 right<" in box._question.value


def test_a_wrong_answer_looks_like_one_and_does_not_count():
    box = ExerciseBox(fm.ask("02.1"))
    box._mark(fm.ask("02.1").task.wrong[0])
    assert "fmbook-wrong" in box._dom_classes
    assert " of 5 right" not in box._question.value  # one wrong answer is no score


def test_a_wrong_answer_after_a_right_one_keeps_the_count():
    for name, at in (("02.1", "right"), ("02.2", "wrong")):
        box = ExerciseBox(fm.ask(name))
        box._mark({"right": box.exercise.right[0], "wrong": box.exercise.task.wrong[0]}[at])
    assert "1 of 5 right" in box._question.value


def test_a_right_answer_leads_to_the_next_question_of_its_kind():
    box, check = ExerciseBox(fm.ask("02.1")), ExerciseBox(fm.ask("02.a"))
    assert not box._onward.value  # nothing is answered yet
    for each in (box, check):
        each._mark(each.exercise.right[0])
    assert 'data-next="02.2"' in box._onward.value
    assert "Try again" not in box._onward.value
    assert 'data-next="02.b"' in check._onward.value


def test_nothing_follows_the_last_question_once_all_are_right():
    for asked in (each for each in exercises_of("00") if each.name.isdigit()):
        box = ExerciseBox(asked)
        box._mark(asked.right[0])
    assert "Next question" not in box._onward.value
    assert "all 2 right" in box._question.value


def test_after_a_wrong_answer_trying_again_comes_before_the_next_question():
    box, check = ExerciseBox(fm.ask("02.1")), ExerciseBox(fm.ask("02.a"))
    for each in (box, check):
        each._mark(each.exercise.task.wrong[0])
    assert BUTTON.findall(box._onward.value)[:2] == ["Try again", "Next question"]
    assert BUTTON.findall(check._onward.value)[:2] == ["Try again", "Next question"]


def test_a_hint_takes_the_look_of_a_wrong_answer_away():
    box = ExerciseBox(fm.ask("00.2"))
    box._mark(box.exercise.task.wrong[0])
    box._on_hint()
    assert "fmbook-wrong" not in box._dom_classes


def test_the_column_of_an_attack_is_lit_once_it_was_found_or_by_the_second_hint():
    answered, helped = ExerciseBox(fm.ask("00.2")), ExerciseBox(fm.ask("00.2"))
    answered._mark(answered.exercise.task.wrong[0])
    helped._on_hint()
    assert "fmbook-lit" not in answered._table.value + helped._table.value
    answered._mark(answered.exercise.right[0])
    helped._on_hint()
    assert answered._table.value == helped._table.value
    lit = re.findall(r'class="fmbook-lit"[^>]*>([^<]*)<', helped._table.value)
    assert lit == ["+6 or +7", "D2", "Ex", "Ex", "Ex", "--", "A1"]


def test_trying_again_asks_anew():
    box = ExerciseBox(fm.ask("02.1"))
    box._line.value = box.exercise.task.wrong[0]
    box.map.shell._handle_custom_msg({"what": "again"}, [])
    assert box._line.value == box._onward.value == ""
    assert box.map.shell.says == box.exercise.how
    assert not {"fmbook-right", "fmbook-wrong"} & set(box._dom_classes)
    assert box.marked.right is None


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("02.b", "D2"),  # what does the table give?
        ("02.c", "D2"),  # how likely is it?
        ("20.3", "No Man&#x27;s Land"),  # what does the ground cost?
        ("10.a", "canal hexside"),
        ("50.i", "major river hexside"),  # a strait is treated as one
    ],
)
def test_the_table_that_a_question_needs_stands_beside_it_and_in_its_still_form(name, said):
    box = ExerciseBox(fm.ask(name))
    table = needed(box.exercise)
    assert f">{said}<" in table
    assert table in [getattr(part, "value", "") for part in beside(box)]
    assert table in box._still()["text/html"]


def test_a_price_list_names_what_lies_on_its_board_and_what_it_costs_this_unit():
    listed = {line.head: line.figure for line in prices("01.b").lines}
    assert listed["woods"] == "2"
    assert listed["along a road"] == "½"
    assert not {"peak", "sea", "cliff hexside"} & set(listed)  # nowhere on the drill ground
    assert prices("50.i").cell("swamp") == "3"  # what the chart says of motorized units


def prices(name: str) -> Listing:
    asked = fm.ask(name)
    table = asked.task.table(asked.game)
    assert isinstance(table, Listing)
    return table


def test_a_differential_is_worked_out_without_a_table():
    assert not needed(fm.ask("02.a"))


def test_a_word_of_the_trade_in_a_question_opens_its_line_and_shuts():
    box = ExerciseBox(fm.ask("02.1"))
    sent = box._question.get_state("value")["value"]
    assert 'data-word="Differential"' in sent
    assert 'data-word="Depleted"' in sent
    box.map.shell._handle_custom_msg({"what": "rule", "word": "Differential"}, [])
    assert "picks the column of the table" in box._card.value
    assert box._card in beside(box)
    box.map.shell._handle_custom_msg({"what": "shut"}, [])
    assert not box._card.value


def test_codes_in_the_table_beside_a_question_can_be_pressed():
    table = beside(ExerciseBox(fm.ask("02.b")))[-1]
    assert 'data-word="D2"' in table.get_state("value")["value"]


def beside(box: ExerciseBox) -> tuple[Any, ...]:
    """What stands beside the map of a question."""
    return tuple(box.children[1].children[1].children)


def test_what_is_no_answer_changes_nothing():
    box = ExerciseBox(fm.ask("02.1"))
    before = box._question.value
    box._mark("")
    assert not {"fmbook-right", "fmbook-wrong"} & set(box._dom_classes)
    assert box._question.value == before


def test_a_ticket_ends_with_its_score():
    ticket = TicketBox(fm.ticket("02"))
    assert "0 of 3 answered" in ticket.score.value
    for box in ticket.boxes[:2]:
        box._mark(box.exercise.right[0])
    assert "2 of 3 answered" in ticket.score.value
    ticket.boxes[2]._mark(ticket.boxes[2].exercise.task.wrong[0])
    assert "2 of 3 right" in ticket.score.value


def test_what_leads_on_from_an_answer_is_styled_by_no_other_part_of_the_page():
    frame = (Path(fmbook.__file__).parent / "lab/labextensions/fmbook/static/remoteEntry.js").read_text(
        encoding="utf-8"
    )
    box = ExerciseBox(fm.ask("02.1"))
    box._mark(box.exercise.task.wrong[0])
    classes = {name for found in re.findall(r'class="([^"]*)"', box._onward.value) for name in found.split()}
    assert {"fmbook-retry", "fmbook-next"} <= classes
    assert not {name for name in classes if f".{name}" in frame}
