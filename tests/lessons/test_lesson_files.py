"""A slip in a lesson's file is a complaint that names the place."""

from pathlib import Path

import pytest

from fmbook.data import data_root
from fmbook.errors import DataError
from fmbook.lessons.forms import LessonForm, read_lesson

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
