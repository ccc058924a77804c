"""Answers are handed in as a file or a code, and a folder of them is marked; what is bad costs one sentence."""

import csv
import json
import re
from pathlib import Path

import pytest

import fmbook as fm
from fmbook.__main__ import main
from fmbook.lessons import notes
from fmbook.lessons.exercises import exercises_of
from fmbook.lessons.grade_page import page
from fmbook.lessons.grading import grade
from fmbook.lessons.handin import BadHandIn, marks_of_code, read_hand_in
from fmbook.widgets.handin import HandInBox

SAID = {"20.b": "-2", "20.t3": "+16", "20.h5": "=1+1 <b>The guns</b> won it.", "20.d1": "(a) Let the guns destroy it."}


@pytest.fixture(autouse=True)
def _nothing_is_written_yet(monkeypatch):
    monkeypatch.setattr(notes, "_kept", {})


@pytest.fixture(scope="module")
def morning():
    game = fm.play_out(fm.new_game("vimy", "first_morning", seed=3), {"Allied": "cadet", "German": "cadet"})
    game.remark("20.d2 (b) Hold the railway behind the ridge, and seal the hole. Because: <i>it is late</i>")
    return game


def right_of(chapter: str) -> dict[str, str]:
    return {each.id: each.right[0] for each in exercises_of(chapter)}


def told_of(folder: Path) -> dict[str, str]:
    return {problem.where: problem.says for problem in grade(folder).problems}


# --- the file -----------------------------------------------------------------------------------


def test_what_is_answered_in_a_session_is_handed_in():
    fm.ask("20.b").answer("+3")
    fm.ask("20.b").answer("-2")
    fm.ask("20.a").answer("no answer at all")
    fm.question("20.h5").answer("The guns.")
    fm.ask("01.a").answer("4")
    assert fm.hand_in("20", table="7").answers == {"20.b": "-2", "20.h5": "The guns."}


def test_a_file_comes_back_as_it_was_written(tmp_path, morning):
    given = fm.hand_in("20", morning, table="table 7", answers=SAID)
    found = read_hand_in(given.save(tmp_path))
    assert (found.table, found.answers, found.records) == ("table 7", SAID, (morning.record(),))
    assert given.name == "answers-table-table-7.json"


def test_a_file_names_a_table_and_nobody_else(tmp_path, morning):
    held = json.loads(fm.hand_in("20", morning, table="7", answers=SAID).text)
    assert set(held) == {"kind", "version", "chapter", "table", "answers", "records", "check"}
    assert str(Path.home()) not in str(held)


@pytest.mark.parametrize("name", ["", "  ", "../7", "7/8", "a" * 30, "<b>"])
def test_a_table_without_a_proper_name_hands_nothing_in(tmp_path, name):
    with pytest.raises(fm.FmbookError, match="Name the table"):
        fm.hand_in("20", table=name, answers=SAID).save(tmp_path)
    assert not list(tmp_path.iterdir())


# --- the code ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("chapter", ["00", "01", "02", "10", "20", "30", "40", "50"])
def test_a_code_tells_which_questions_were_right(chapter):
    right = right_of(chapter)
    wrong = dict(list(right.items())[:1])
    said = {id_: str(next(each for each in exercises_of(chapter) if each.id == id_).task.wrong[0]) for id_ in wrong}
    told = marks_of_code(fm.hand_in(chapter, table="red 2", answers=right | said).code.casefold())
    assert told.table == "red 2"
    assert told.right == {id_: id_ not in said for id_ in right}


def test_a_code_is_short_enough_to_be_read_out():
    assert all(
        len(fm.hand_in(chapter, table="7", answers=right_of(chapter)).code.split("-")[-1]) <= 10
        for chapter in ("10", "20", "50")
    )


def test_one_letter_misheard_is_noticed_nearly_always():
    code = fm.hand_in("20", table="7", answers=SAID).code
    head, _, letters = code.rpartition("-")
    missed = 0
    for at, letter in enumerate(letters):
        for other in set("23456789ABCDEFGHJKMNPQRSTUVWXYZ") - {letter}:
            try:
                marks_of_code(f"{head}-{letters[:at]}{other}{letters[at + 1 :]}")
                missed += 1
            except BadHandIn:
                pass
    assert missed <= len(letters)


@pytest.mark.parametrize("code", ["", "20", "20-7", "20-7-", "77-7-ABCD", "20-7-!!", "20--2222", "20-7-" + "Z" * 4000])
def test_what_is_no_code_is_refused_in_a_sentence(code):
    with pytest.raises(BadHandIn):
        marks_of_code(code)


# --- marking -----------------------------------------------------------------------------------------


def test_rules_questions_are_marked_and_prose_stands_beside_its_rubric(tmp_path, morning):
    fm.hand_in("20", morning, table="7", answers=SAID).save(tmp_path)
    fm.hand_in("20", table="8", answers={"20.b": "+3"}).save(tmp_path)
    grades = grade(tmp_path)
    assert not grades.problems
    right = sum(fm.ask(id_).judged(SAID[id_]).right is True for id_ in ("20.b", "20.t3"))
    assert [(each.table, each.right) for each in grades.tables] == [("7", right), ("8", 0)]
    told = page(grades)
    assert all(level in told for level in map(str, fm.question("20.h5").essay.rubric[:1]))
    assert "&lt;b&gt;The guns&lt;/b&gt; won it." in told
    assert fm.decide("20.d1").options["b"] in told  # what was chosen in fact
    assert "Hold the railway behind the ridge" in told  # the remark made in the game
    assert "<i>it is late</i>" not in told


def test_a_game_is_played_again_and_told_beside_history(tmp_path, morning):
    fm.hand_in("20", morning, table="7", answers={}).save(tmp_path)
    (game,) = grade(tmp_path).tables[0].games
    assert game.ended == morning.outcome.text
    assert game.orders == len(morning.orders)
    assert "1917" in game.compared


def test_the_table_for_a_gradebook_holds_no_formula(tmp_path):
    fm.hand_in("20", table="7", answers=SAID).save(tmp_path)
    assert main(["grade", str(tmp_path)]) == 0
    (row,) = csv.DictReader((tmp_path / "grades.csv").read_text(encoding="utf-8-sig").splitlines())
    assert row["table"] == "7"
    assert row["20.t3"] in ("right", "wrong")
    assert row["20.a"] == row["20.h5 level"] == ""
    assert not any(text.startswith(("=", "+", "-", "@")) for text in row.values())


def test_bad_files_get_a_sentence_each_and_the_others_are_marked(tmp_path, capsys, morning):
    good = fm.hand_in("20", morning, table="1", answers=SAID).save(tmp_path).read_text(encoding="utf-8")
    fm.hand_in("20", table="2", answers=SAID).save(tmp_path)
    spoilt = {
        "cut.json": good[: len(good) // 2],
        "forged.json": good.replace('"-2"', '"+3"'),
        "later.json": good.replace('"version": 1', '"version": 9'),
        "other.json": fm.hand_in("10", table="3", answers={"10.a": "x"}).text,
        "twice.json": fm.hand_in("20", table="1", answers={}).text,
        "no_answers.json": "[]",
        "empty.json": "",
        "extra.json": good.replace('"table": "1",', '"table": "1", "name": "Jan",'),
        "deep.json": "[" * 50_000,
    }
    for name, text in spoilt.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "folder.json").mkdir()
    assert main(["grade", str(tmp_path), "--chapter", "20"]) == 1
    told = capsys.readouterr().out.splitlines()
    for name in (*spoilt, "bytes.json", "folder.json"):
        assert sum(line.startswith(f"{name}: ") for line in told) == 1, name
    assert told[-1].startswith("Marked 2 tables")
    assert len(told) == len(spoilt) + 3


def test_a_record_that_breaks_is_told_and_the_answers_are_marked(tmp_path, morning):
    record = re.sub(r"(?m)^fly 2835.*$|^fly \d+.*$", "fly 9999", morning.record(), count=1)
    given = fm.hand_in("20", table="5", answers=SAID)
    given.records = (record, morning.record())
    given.save(tmp_path)
    assert "game 1 cannot be played again" in told_of(tmp_path)["answers-table-5.json"]
    (table,) = grade(tmp_path).tables
    assert len(table.games) == 1
    assert set(table.marks) == {"20.b", "20.t3"}


def test_codes_that_were_read_out_stand_beside_the_files(tmp_path):
    fm.hand_in("20", table="1", answers=SAID).save(tmp_path)
    code = fm.hand_in("20", table="2", answers=right_of("20")).code
    grades = grade(tmp_path, codes=[code, "20-3-ABCDEFG"])
    assert [each.table for each in grades.tables] == ["1", "2"]
    assert grades.tables[1].right == len(right_of("20"))
    assert len(grades.problems) == 1


@pytest.mark.parametrize("folder", ["none", "empty"])
def test_a_folder_with_nothing_in_it_is_one_sentence(tmp_path, folder, capsys):
    (tmp_path / "empty").mkdir()
    assert main(["grade", str(tmp_path / folder)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_two_hundred_spoilt_files_raise_nothing_else(tmp_path):
    text = fm.hand_in("20", table="1", answers=SAID).text
    for number in range(200):
        at = number * 7919 % len(text)
        (tmp_path / f"{number}.json").write_text(text[:at] + chr(33 + number % 90) + text[at + 1 :], encoding="utf-8")
    grades = grade(tmp_path, "20")
    assert len(grades.problems) + len(grades.tables) == 200


# --- on the page -----------------------------------------------------------------------------------------


def test_the_box_hands_over_the_file_as_things_stand_when_it_is_pressed(monkeypatch, morning):
    sent = []
    box = HandInBox(fm.hand_in("20", morning))
    monkeypatch.setattr(box._shell, "download", lambda name, text: sent.append((name, text)))
    box._on_file()
    assert "Name the table" in box._shell.says
    fm.ask("20.b").answer("-2")
    box.table.value = "7"
    box._on_file()
    ((name, text),) = sent
    assert name == "answers-table-7.json"
    assert json.loads(text)["answers"] == {"20.b": "-2"}
    box._on_code()
    assert fm.hand_in("20", table="7").code in box._shell.says
