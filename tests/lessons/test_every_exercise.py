"""Whatever a lesson asks: the right answer passes, two wrong ones are told what would come of them, hints help."""

import json
import re

import pytest

import fmbook as fm
from fmbook.books.cards import card
from fmbook.core.errors import NoSuchName
from fmbook.lessons import reading_time
from fmbook.lessons.exercises import Exercise, exercises_of
from fmbook.lessons.lessonfile import lesson_form, lesson_names
from fmbook.lessons.movement_exercises import Price
from fmbook.lessons.questions import number_of
from fmbook.lessons.reading_time import time_alone

ALL = [exercise for name in lesson_names() for exercise in exercises_of(name)]
each_exercise = pytest.mark.parametrize("exercise", ALL, ids=lambda exercise: exercise.id)
each_lesson = pytest.mark.parametrize("name", lesson_names())


@each_exercise
def test_a_right_answer_passes_and_says_why(exercise: Exercise):
    assert exercise.right
    for answer in exercise.right[:3]:
        marked = exercise.answer(answer)
        assert marked.right is True, marked.text
        assert len(marked.text) > len(f"Right: {answer}.") + 20


@each_exercise
def test_two_wrong_answers_get_an_explanation_each(exercise: Exercise):
    first, second = (exercise.answer(answer) for answer in exercise.task.wrong)
    assert (first.right, second.right) == (False, False), (first.text, second.text)
    told = [marked.text.partition(". ")[2] for marked in (first, second)]
    assert told[0] != told[1]
    assert all(len(text) > 30 for text in told)


@each_exercise
def test_a_question_about_an_attack_names_all_defenders_or_none(exercise: Exercise):
    asked = exercise.task
    for strike in getattr(asked, "strikes", (asked.strike,) if hasattr(asked, "strike") else ()):
        sum_ = " ".join(line.text for line in strike.preview(exercise.game).sum.lines)
        units = [unit for unit in exercise.game.units(at=strike.target) if f"{unit.id} defends" in sum_]
        named = [unit.id in asked.question for unit in units]
        assert all(named) or not any(named), f"of {', '.join(unit.id for unit in units)} some are left out"


@each_exercise
def test_every_answer_on_a_button_is_one_that_can_be_given(exercise: Exercise):
    for answer in exercise.choices:
        assert exercise.answer(answer).right is not None, f"{answer}: {exercise.answer(answer).text}"


@pytest.mark.parametrize("exercise", [each for each in ALL if isinstance(each.task, Price)], ids=lambda each: each.id)
def test_the_steps_of_a_bill_add_up(exercise: Exercise):
    bill = exercise.answer(exercise.right[0]).text.partition("Hex by hex: ")[2]
    steps = [number_of(step) for step in re.findall(r"([\d½]+) for \S+ \(", bill)]
    assert sum(steps) == number_of(exercise.right[0]), bill


@each_exercise
def test_a_wrong_answer_does_not_give_the_right_one_away_as_such(exercise: Exercise):
    for answer in exercise.task.wrong:
        assert "Right:" not in exercise.answer(answer).text


@each_exercise
def test_hints_go_from_where_to_look_to_what_it_is_not(exercise: Exercise):
    where, which, what_not = (exercise.hint(level) for level in (1, 2, 3))
    assert where.places
    assert all(place in exercise.game.board.places for place in where.places)
    assert len(which.text) > 40
    assert exercise.task.named(exercise.game, exercise.task.wrong[0]) in what_not.text
    assert len({where.text, which.text, what_not.text}) == 3
    with pytest.raises(NoSuchName, match="level of hints"):
        exercise.hint(4)


@each_exercise
def test_the_rules_that_it_cites_exist(exercise: Exercise):
    for answer in (*exercise.right[:1], *exercise.task.wrong):
        for rule in exercise.answer(answer).rules:
            assert card(rule).title or rule


@each_exercise
def test_what_there_is_to_choose_from_holds_right_and_wrong(exercise: Exercise):
    if exercise.choices:
        assert {exercise.right[0], *exercise.task.wrong} <= set(exercise.choices.values())
        for label, answer in exercise.choices.items():
            assert exercise.answer(label).text == exercise.answer(answer).text


@each_exercise
def test_the_key_agrees_with_the_engine(exercise: Exercise):
    said = str(fm.answers(exercise.chapter))
    assert exercise.mark(exercise.right[0]).text in said
    for answer in exercise.task.wrong:
        assert exercise.mark(answer).text in said


@each_exercise
def test_marking_leaves_the_position_as_it_is(exercise: Exercise):
    before = exercise.game.record()
    for answer in (*exercise.right[:2], *exercise.task.wrong):
        exercise.answer(answer)
    assert exercise.game.record() == before


@each_exercise
def test_it_reads_as_plain_text(exercise: Exercise):
    assert str(exercise).startswith(f"{exercise.id}  {exercise.task.question}")
    assert exercise.how in str(exercise)


FIRST_STEPS = "00_start_here"
FOR_CONTRIBUTORS = "91_add_a_rule"


@each_lesson
def test_a_lesson_has_its_parts(name):
    form = lesson_form(name)
    assert len(form.exercise) == (2 if name == FIRST_STEPS else 5)
    assert bool(form.check) == (name != FIRST_STEPS)
    assert len(form.ticket) == (0 if name in (FIRST_STEPS, FOR_CONTRIBUTORS) else 3)


@each_lesson
def test_a_card_says_what_a_teacher_needs(name):
    said = str(fm.lesson(name))
    for head in ("Aim", "10 minutes", "25 minutes", "50 minutes", "To print", "Without a network", "fm.answers("):
        assert head in said
    assert fm.lesson(name)._repr_markdown_().count("\n|") == said.count("\n") + 2


@each_lesson
def test_a_ticket_is_marked_as_a_whole(name):
    ticket = fm.ticket(name)
    right = [exercise.right[0] for exercise in ticket.exercises]
    wrong = [exercise.task.wrong[0] for exercise in ticket.exercises]
    assert ticket.answer(*right).endswith(f"{len(right)} of {len(right)}")
    assert ticket.answer(*wrong).endswith(f"0 of {len(right)}")


def test_an_exercise_that_is_not_there_names_those_that_are():
    with pytest.raises(NoSuchName, match=r"Did you mean 01\.5"):
        fm.ask("01.55")
    with pytest.raises(NoSuchName, match="No lesson"):
        fm.ask("77.1")
    with pytest.raises(NoSuchName):
        fm.ask("")


@each_lesson
def test_minutes_alone_are_counted_from_words_questions_and_orders(name):
    form = lesson_form(name)
    time = time_alone(name, form)
    counted = time.words / 180 + time.questions * 60 / 60 + time.orders * 15 / 60 + time.essays * 180 / 60
    assert counted <= time.minutes < counted + 5
    assert time.questions == len(form.tasks)
    assert time.words > 200
    assert dict(fm.lesson(name).rows)["Alone"] == f"about {time.minutes} minutes"


def test_more_text_takes_longer(tmp_path, monkeypatch):
    form = lesson_form("00_start_here")
    cell = {"cell_type": "markdown", "source": ["One two three, ", "don't count **signs**: four-five."]}
    (tmp_path / "00_start_here.ipynb").write_text(json.dumps({"cells": [cell]}), encoding="utf-8")
    monkeypatch.setattr(reading_time, "notebooks_root", lambda: tmp_path)
    asked = sum(len(task.question.split()) for task in form.tasks.values())
    assert reading_time.time_alone("00_start_here", form).words == pytest.approx(asked + 7, abs=3)
