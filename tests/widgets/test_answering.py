"""Questions on the page: a right answer looks like one, and says how far its reader has got."""

from typing import Any

import pytest

import fmbook as fm
from fmbook.lessons import progress
from fmbook.widgets.exercises import ExerciseBox, TicketBox


@pytest.fixture(autouse=True)
def nothing_answered(monkeypatch):
    monkeypatch.setattr(progress, "_RIGHT", {})


def test_a_right_answer_looks_like_one_counts_and_names_what_is_next():
    box = ExerciseBox(fm.ask("02.1"))
    box._mark(fm.ask("02.1").right[0])
    assert "fmbook-right" in box._dom_classes
    assert "1 of 5 right, next 02.2" in box._question.value


def test_a_wrong_answer_looks_like_one_and_does_not_count():
    box = ExerciseBox(fm.ask("02.1"))
    box._mark(fm.ask("02.1").task.wrong[0])
    assert "fmbook-wrong" in box._dom_classes
    assert "0 of 5 right" in box._question.value


def test_an_answer_leads_to_the_next_question_and_a_check_stays_beside_its_rule():
    box, check = ExerciseBox(fm.ask("02.1")), ExerciseBox(fm.ask("02.a"))
    assert "fmbook-next" not in box._question.value  # nothing is answered yet
    for each in (box, check):
        each._mark(each.exercise.right[0])
    assert 'data-next="02.2"' in box._question.value
    assert "fmbook-next" not in check._question.value


def test_the_table_that_a_throw_is_read_in_stands_beside_its_question():
    def needed(name: str) -> int:
        return sum("fmbook-needed" in str(getattr(part, "value", "")) for part in beside(ExerciseBox(fm.ask(name))))

    assert needed("02.b") == 1  # what does the table give?
    assert needed("02.c") == 1  # how likely is it?
    assert needed("02.a") == 0  # a differential is worked out without it


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
