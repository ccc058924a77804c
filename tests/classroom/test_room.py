"""The room of a class: tables, seats, and what is said of what cannot be had."""

import socket
import subprocess
import sys

import pytest

import fmbook as fm
from fmbook.classroom.guests import FREE_TRIES, Guests, Slowdown, new_code
from fmbook.classroom.pages import choosing, code_square, desk, joining
from fmbook.classroom.room import ClassError, Room
from fmbook.cli.class_ import lesson_of
from fmbook.core.errors import FmbookError
from fmbook.record.tables import TableError, TableFile


@pytest.fixture
def room(tmp_path) -> Room:
    return Room(tmp_path / "class", "drill", "march", 4)


def test_there_is_a_table_for_every_two_and_each_has_dice_of_its_own(room, monkeypatch):
    monkeypatch.setenv("FMBOOK_HOME", str(room.folder))
    assert list(room.places()) == ["1", "2"]
    assert len({fm.table(name).game.seed for name in room.places()}) == 2


def test_a_key_has_one_seat_and_keeps_it_when_another_one_is_taken(room):
    room.sit("1", "Blue", "ann")
    room.sit("1", "Red", "ben")
    assert room.seat_of("ann") == ("1", "Blue", "ann")
    with pytest.raises(ClassError, match="Somebody has just sat down there"):
        room.sit("1", "Red", "ann")
    assert room.seat_of("ann") == ("1", "Blue", "ann")
    room.sit("2", "Blue", "ann")
    assert [place.who for place in room.places()["1"]] == ["free", "taken"]
    room.leave("ann")
    assert room.seat_of("ann") is None
    assert room.seat_of("") is None


def test_one_seat_more_than_there_are_gets_a_sentence(tmp_path):
    room = Room(tmp_path, "drill", "march", 3)
    for table, side, key in (("1", "Blue", "a"), ("1", "Red", "b"), ("2", "Blue", "c")):
        room.sit(table, side, key)
    with pytest.raises(ClassError, match="All 3 seats are taken"):
        room.sit("2", "Red", "d")
    said = choosing("March", {"1": room.places()["1"]}, "")
    assert "All seats are taken" in said
    assert "Sit down" not in said


@pytest.mark.parametrize(("table", "side"), [("9", "Blue"), ("1", "Green"), ("../1", "Blue"), ("", "")])
def test_a_seat_that_does_not_exist_gets_a_sentence(room, table, side):
    with pytest.raises(ClassError, match="There is no such seat"):
        room.sit(table, side, "ann")


def test_a_server_that_is_started_again_finds_its_games_and_seats(room):
    room.sit("2", "Red", "ann")
    room.close()
    again = Room(room.folder, "drill", "march", 4)
    assert again.seat_of("ann") == ("2", "Red", "ann")
    with pytest.raises(ClassError, match="another game is played"):
        Room(room.folder, "drill", "flank", 4)


def test_a_class_in_which_nobody_has_played_leaves_nothing(room, monkeypatch):
    assert room.is_unused()
    room.remove()
    assert not room.folder.exists()


def test_what_was_played_stays_without_keys_until_it_is_deleted(room, monkeypatch):
    monkeypatch.setenv("FMBOOK_HOME", str(room.folder))
    room.sit("1", "Blue", "ann")
    table = fm.table("1")
    table.sit("Blue", key="ann")
    table.game.do(table.game.legal()[0])
    assert not room.is_unused()
    room.forget_keys()
    assert room.seat_of("ann") is None
    assert b"ann" not in b"".join(path.read_bytes() for path in room.folder.rglob("*.json"))
    (room.folder / "answers-table-1.json").write_text("{}")
    room.delete()
    assert room.is_unused()
    assert not (room.folder / "answers-table-1.json").exists()


def test_too_many_seats_are_refused(tmp_path):
    with pytest.raises(ClassError, match="1 to 120 seats"):
        Room(tmp_path, "drill", "march", 500)


def fill(file: TableFile) -> None:
    file.sit("Blue", "a key")
    for number in range(2000):
        file.append(number + 1, "Blue", "move B1 0402 " * 50, "a key")


def test_a_full_disk_is_told_in_a_sentence(room):
    file = room._files["1"]
    file._base.execute("pragma max_page_count = 1")
    with pytest.raises(TableError, match="cannot be used: database or disk is full"):
        fill(file)


def test_a_port_that_is_taken_is_told_in_a_sentence_and_leaves_nothing(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        options = [f"--port={taken.getsockname()[1]}", f"--folder={tmp_path / 'games'}"]
        command = [sys.executable, "-m", "fmbook", "class", "drill", "march", *options]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 2, done.stderr
    assert "Choose another --address or --port." in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "games").exists()


def test_wrong_codes_shut_the_door_for_one_address_and_not_for_another():
    slow = Slowdown()
    for _ in range(FREE_TRIES):
        assert not slow.is_shut("10.0.0.7")
        slow.count("10.0.0.7")
    assert slow.is_shut("10.0.0.7")
    assert not slow.is_shut("10.0.0.8")


def test_a_code_may_be_typed_in_small_letters_and_with_spaces():
    guests = Guests("BCDFGH", "cookie")
    assert guests.is_code(" bcd-fgh ")
    assert not guests.is_code("BCDFG")
    assert len({new_code() for _ in range(50)}) == 50


def test_pages_show_text_as_text():
    bad = '"><script>alert(1)</script>'
    for shown in (joining("", bad, bad), choosing(bad, {}, "", trouble=bad)):
        assert "<script>alert" not in shown
    assert "</script><b>" not in desk("x", "", {"a": "</script><b>"}, {"text/plain": "</script><b>"}, kind="k")


def test_the_square_is_drawn_here():
    assert "<svg" in code_square("http://192.168.1.5:8866/?code=BCDFGH")


def test_a_chapter_without_a_game_for_a_class_says_what_to_type():
    assert lesson_of(["vimy", "hill_145"])[:3] == ("20_vimy", "vimy", "hill_145")
    with pytest.raises(FmbookError, match="fmbook class vimy first_morning"):
        lesson_of(["92"])
