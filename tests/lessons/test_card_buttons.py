"""What the buttons of a lesson card answer: a code in words, and a page of marks for files."""

import pytest

import fmbook as fm
from fmbook.lessons.card_buttons import answers_in_markdown, code_in_words, marked_page


def test_a_code_is_told_in_words():
    given = fm.hand_in("00", table="red 2", answers={"00.1": "½", "00.2": "1/2"})
    assert code_in_words(given.code) == "Chapter 00, table red 2: 1 right (00.1), 1 wrong (00.2)."
    assert code_in_words(f" {given.code.lower()} ") == code_in_words(given.code)


@pytest.mark.parametrize("code", ["", "00-7-287U", "no code"])
def test_what_is_no_code_is_told_so(code):
    said = code_in_words(code)
    assert said.startswith("“")
    assert "right" not in said


def test_files_are_marked_whatever_they_are_called_and_a_bad_one_is_named():
    game = fm.new_game("drill", "first_steps", seed=1)
    game.do("move B1 0405")
    files = [
        ("../answers-table-7.json", fm.hand_in("00", game, table="7", answers={"00.1": "½"}).text),
        ("answers-table-7 (1).json", fm.hand_in("00", table="9", answers={"00.1": "1"}).text),
        ("photo.json", "no answers at all"),
    ]
    said = marked_page("00", files)
    assert "<th>7</th><td title=" in said
    assert "✗ 1" in said
    assert "First steps" in said  # the game was played again
    assert "It is cut off or damaged" in said
    assert "photo" in said


def test_files_of_another_chapter_are_not_marked_as_if_they_were_of_this_one():
    said = marked_page("01", [("a.json", fm.hand_in("00", table="7", answers={"00.1": "½"}).text)])
    assert "It is of chapter 00, not of 01." in said


def test_the_answers_are_those_of_the_key():
    assert answers_in_markdown("00") == fm.answers("00")._repr_markdown_()
