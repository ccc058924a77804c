"""A slip in a lesson's file is a complaint that names the place."""

import re
from pathlib import Path

import pytest

from fmbook.core.data import data_root
from fmbook.core.errors import DataError
from fmbook.lessons.exercises import ask, exercises_of
from fmbook.lessons.lessonfile import LessonForm, lesson_form, lesson_names, read_lesson
from fmbook.lessons.reading_time import time_alone
from fmbook.widgets.exercises import question

GOOD = (data_root() / "lessons" / "00_start_here.toml").read_text(encoding="utf-8")


def read(tmp_path: Path, text: str) -> LessonForm:
    (tmp_path / "lessons").mkdir()
    (tmp_path / "lessons" / "x.toml").write_text(text, encoding="utf-8")
    return read_lesson("lessons/x.toml", root=tmp_path)


def test_a_good_file_is_read(tmp_path):
    assert set(read(tmp_path, GOOD).tasks) == {"1", "2"}


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('wrong    = ["1", "2"]', 'wrong    = ["1", "1"]', "two different wrong answers"),
        ('wrong    = ["1", "2"]', 'wrong    = ["1"]', "length"),
        ('kind     = "price"', 'kind     = "prize"', "prize"),
        ('at       = "bridge"', 'at       = "nowhere"', "no position and no drill is called “nowhere”"),
        ('aim      = "', 'aims     = "', "aim"),
    ],
)
def test_a_slip_is_named(tmp_path, old, new, complaint):
    with pytest.raises(DataError, match=complaint):
        read(tmp_path, GOOD.replace(old, new, 1))


@pytest.mark.parametrize("name", lesson_names())
def test_the_readme_gives_the_minutes_that_the_card_counts(name):
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| (\d\d) [^|]+\| (\d+) min \|", readme, re.MULTILINE))
    if name[:2] in listed:
        assert int(listed[name[:2]]) == time_alone(name, lesson_form(name)).minutes


def test_a_page_calls_its_questions_what_the_lesson_card_calls_them():
    titles = [exercise.title for exercise in exercises_of("10_scheldt")]
    assert titles[:2] == ["Check 10.a", "Check 10.b"]
    assert titles[-4:] == ["Exercise 10.5", "Exit ticket 10.t1", "Exit ticket 10.t2", "Exit ticket 10.t3"]
    assert ">Check 10.a<" in question(ask("10.a"))
