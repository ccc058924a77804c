"""People write as they like, and some write what nobody should run: an answer is read, marked or turned down."""

import random
from fractions import Fraction

import pytest

import fmbook as fm
from fmbook.components.scenarios import scenario_names
from fmbook.lessons.exercises import exercises_of
from fmbook.lessons.lessonfile import lesson_names
from fmbook.lessons.questions import Unread, chance_of, number_of, shown_number

HOSTILE = (
    "", " ", "\x00", "<img src=x onerror=alert(1)>", "'; drop table", "__import__('os').system('x')",
    "{0.__class__}", "%s%s%n", "1e9", "1e999999", "9" * 5000, "nan", "inf", "-0/0", "1/0", "½½½", "0x10", "1_0",
    "move", "move B1", "move B1 0404 via " + "0403 " * 60, "roll = 6", "undo", "end-phase", "😀" * 300, "yes\nno", None,
    b"B1", ["B1"], "$$x$$", "`B1`", "../../etc/passwd", "join " * 50,
)  # fmt: skip
ALL = [exercise for name in lesson_names() for exercise in exercises_of(name)]


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("2½", "2½"),
        ("2.5", "2½"),
        ("2,5", "2½"),
        (" 5/2 ", "2½"),
        ("2 1/2", "2½"),
        ("½", "½"),
        ("+4", "4"),
        ("−1", "-1"),
    ],
)
def test_numbers_as_people_write_them(typed, number):
    assert shown_number(number_of(typed)) == number


@pytest.mark.parametrize("typed", ["1/3", "2/6", "33 %", "33%", "0.33", "1 in 3", "2 of 6", "33 percent"])
def test_a_third_as_people_write_it(typed):
    assert chance_of(typed) == Fraction(1, 3)


@pytest.mark.parametrize("typed", ["3/2", "-1/6", "150 %", "half"])
def test_what_is_no_chance(typed):
    with pytest.raises(Unread):
        chance_of(typed)


@pytest.mark.parametrize("typed", ["B3", "b3", " B3 "])
def test_units_in_any_case(typed):
    assert fm.ask("01.2").answer(typed).right


@pytest.mark.parametrize("typed", ["6.1", "fm:6.1", "[fm:6.1]", "No: rule 6.1, Zones and movement"])
def test_a_rule_by_its_number_or_its_label(typed):
    assert fm.ask("01.3").answer(typed).right


@pytest.mark.parametrize("typed", ["move B1 0404", "MOVE b1 0404", "march B1 to 0404", "move B1 Aldermill"])
def test_orders_as_they_are_typed_elsewhere(typed):
    assert fm.ask("01.5").answer(typed).right


def test_a_place_by_its_name():
    assert fm.ask("01.f").answer("Aldermill").right


def test_no_effect_in_several_words():
    throw = fm.ask("02.b")
    assert throw.answer("no effect").text == throw.answer("--").text == throw.answer("nothing").text


def test_a_name_that_is_none_is_not_marked_and_the_nearest_are_named():
    marked = fm.ask("01.2").answer("B9")
    assert marked.right is None
    assert "Did you mean" in marked.text


def test_an_order_that_is_refused_is_told_why():
    marked = fm.ask("01.5").answer("move B1 0305")
    assert marked.right is False
    assert "held by the enemy" in marked.text


@pytest.mark.parametrize("exercise", ALL, ids=lambda exercise: exercise.id)
def test_hostile_answers_are_marked_wrong_or_turned_down(exercise):
    before = exercise.game.record()
    for said in HOSTILE:
        marked = exercise.answer(said)
        assert marked.right is not True, (said, marked.text)
        assert len(marked.text) < 4000
        assert marked.text.isprintable() or "\n" in marked.text
    assert exercise.game.record() == before


@pytest.mark.parametrize("typed", ["\u202e0404", "04\u200b04", "\uff10404"])
def test_what_cannot_be_seen_does_not_matter(typed):
    assert fm.ask("01.f").answer(typed).right


@pytest.mark.parametrize("typed", [2, 2.0, "２"])  # noqa: RUF001 - a wide digit
def test_a_number_need_not_be_text(typed):
    assert fm.ask("01.c").answer(typed).right


def test_answers_at_random_never_break_anything():
    dice = random.Random(1917)
    letters = "B1R20345abc%/+-½. <>'{}()move yesDEx\n\t\u200b"
    for _ in range(600):
        exercise = dice.choice(ALL)
        said = "".join(dice.choice(letters) for _ in range(dice.randrange(1, 14)))
        assert exercise.answer(said).text


def test_lessons_ask_about_scenarios_that_there_are():
    assert "first_steps" in scenario_names("drill")
