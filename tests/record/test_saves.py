"""A game on disk: saves and journals."""

import os
import re
from pathlib import Path
from typing import Any

import pytest

import fmbook as fm
from fmbook.core.errors import FmbookError
from fmbook.play.game import NotKept
from fmbook.record.journal import BadName, Journal, NotWritten, games_folder, journals, place_of
from fmbook.record.records import Header
from tests.tools.small_records import flank, refused, same, to_a_roll, whole_game


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    folder = tmp_path / "games"
    monkeypatch.setenv("FMBOOK_HOME", str(folder))
    return folder


# --- on disk -------------------------------------------------------------------------------


def test_a_save_lies_in_the_folder_of_games(home):
    game = whole_game()
    assert game.save("monday 3b") == home / "monday 3b.txt"
    assert same(fm.load("monday 3b"), game)
    assert same(fm.load("monday 3b.txt"), game)


def test_a_path_lies_wherever_it_says(tmp_path):
    game = whole_game()
    path = tmp_path / "elsewhere" / "deep" / "game.txt"
    assert game.save(path) == path
    assert same(fm.load(path), game)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert same(fm.load(path), game)


def test_without_fmbook_home_games_lie_beside_the_notebook(monkeypatch, tmp_path):
    monkeypatch.delenv("FMBOOK_HOME")
    assert games_folder() == Path("fmbook-games")
    monkeypatch.setenv("FMBOOK_HOME", "~/games")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert place_of("a") == tmp_path / "games" / "a.txt"


def test_saving_again_writes_anew_and_leaves_nothing_beside(home):
    flank("end-phase").save("mine")
    game = whole_game()
    game.save("mine")
    assert [path.name for path in home.iterdir()] == ["mine.txt"]
    assert same(fm.load("mine"), game)


def test_a_save_that_fails_leaves_the_old_one(home, monkeypatch):
    flank("end-phase").save("mine")
    old = (home / "mine.txt").read_bytes()

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(NotWritten, match="No space left on device"):
        whole_game().save("mine")
    assert [path.name for path in home.iterdir()] == ["mine.txt"]
    assert (home / "mine.txt").read_bytes() == old


def test_a_folder_that_is_a_file_is_said(home):
    home.write_text("I am a file")
    game = whole_game()
    with pytest.raises(NotWritten, match="could not be written"):
        game.save("mine")
    with pytest.raises(NotWritten, match="could not be written"):
        game.keep_journal()
    assert home.read_text() == "I am a file"
    with pytest.raises(fm.RecordError, match=r"cannot be read|there is no file"):
        fm.load("mine")


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder that even root cannot write")
def test_a_folder_that_cannot_be_written_is_said(monkeypatch):
    monkeypatch.setenv("FMBOOK_HOME", "/proc/self")
    game = flank()
    with pytest.raises(NotWritten, match="The game goes on"):
        game.save("mine")
    with pytest.raises(NotWritten, match="The game goes on"):
        game.keep_journal()
    game.do("end-phase")
    assert game.orders == (fm.EndPhase(),)


def test_a_name_that_is_too_long_is_said(tmp_path):
    for name in ("x" * 82, "漢" * 80, "x" * 10_000):
        with pytest.raises(BadName):
            flank().save(name)
    for path in (tmp_path / ("x" * 300), tmp_path / "\0", tmp_path / "a\ud800"):
        with pytest.raises(NotWritten):
            flank().save(path)
        with pytest.raises(fm.RecordError):
            fm.load(path)


def test_a_save_that_is_a_folder_is_said(tmp_path):
    (tmp_path / "game.txt").mkdir()
    with pytest.raises(NotWritten):
        flank().save(tmp_path / "game.txt")
    with pytest.raises(fm.RecordError, match="is not a file"):
        fm.load(tmp_path / "game.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["game.txt"]


def test_a_save_that_is_not_there_is_answered_with_the_nearest():
    flank().save("monday 3b")
    with pytest.raises(fm.RecordError, match="Try: the name monday 3b"):
        fm.load("mondey 3b")
    with pytest.raises(fm.RecordError, match="there is no file"):
        fm.load("zzz")


def test_a_file_that_is_not_text_is_said(tmp_path):
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 10)
    with pytest.raises(fm.RecordError, match="Line 1 of the record: it is not UTF-8 text"):
        fm.load(path)


# --- the journal ---------------------------------------------------------------------------


def test_a_journal_grows_with_every_order(home):
    game = flank("end-phase")
    path = game.keep_journal()
    assert path.parent == home
    for order in ("attack 0404", "join B1", "ready"):
        game.do(order)
        assert re.search(rf"\n{order} #[0-9a-f]{{6}}\n$", path.read_text())
    assert same(fm.load(path), game)
    assert same(fm.load(path.name), game)
    assert journals() == (path,)


def test_a_journal_knows_what_was_taken_back():
    game = to_a_roll()
    path = game.keep_journal()
    game.do("roll")
    game.undo()
    game.undo()
    game.redo()
    game.do("roll")
    assert same(fm.load(path), game)
    assert fm.load(path).what_if == 1


def test_a_journal_begun_after_an_undo_can_redo():
    game = to_a_roll()
    game.do("roll")
    game.undo()
    game.undo()
    path = game.keep_journal()
    game.redo()
    game.redo()
    assert same(fm.load(path), game)


def test_a_game_from_a_journal_has_seen_what_was_seen():
    game = to_a_roll()
    path = game.keep_journal()
    game.do("roll")
    game.undo()
    again = fm.load(path)
    again.do("roll")
    assert again.what_if == 1


def test_a_game_opened_at_its_last_good_order_is_kept_as_it_stands():
    record = whole_game().record()
    game = refused(re.sub(r"-- end \w+", "-- end 00000000", record)).game
    path = game.keep_journal()
    assert same(fm.load(path), game)
    game.redo()
    assert same(fm.load(path), game)


def test_a_refused_order_is_not_in_the_journal():
    game = flank()
    path = game.keep_journal()
    before = path.read_bytes()
    for order in ("move B1 0404", "nonsense", "move B9 0404"):
        with pytest.raises(FmbookError):
            game.do(order)
    assert path.read_bytes() == before


def test_journals_of_one_second_have_names_of_their_own():
    games = [flank() for _ in range(5)]
    assert len({game.keep_journal() for game in games}) == 5
    assert len(journals()) == 5


def test_a_folder_full_of_journals_of_this_second_is_said(tmp_path, monkeypatch):
    def taken(*_: Any, **__: Any) -> None:
        raise FileExistsError

    monkeypatch.setattr(os, "open", taken)
    with pytest.raises(BadName, match="it is full of journals of this second"):
        flank().keep_journal(tmp_path)


def test_a_journal_that_goes_away_while_we_look_is_passed_over(tmp_path):
    path = flank().keep_journal(tmp_path)
    (tmp_path / "journal-gone.txt").symlink_to(tmp_path / "nowhere")
    assert journals(tmp_path) == (path,)


def test_a_new_journal_takes_over_from_the_old_one():
    game = flank()
    old = game.keep_journal()
    before = old.read_bytes()
    new = game.keep_journal()
    game.do("end-phase")
    assert old.read_bytes() == before
    assert same(fm.load(new), game)


def test_a_journal_stays_where_it_is_when_the_notebook_moves(monkeypatch, tmp_path):
    monkeypatch.setenv("FMBOOK_HOME", "relative")
    monkeypatch.chdir(tmp_path)
    game = flank()
    path = game.keep_journal()
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    game.do("end-phase")
    assert same(fm.load(path), game)
    assert not game.notices


def test_when_the_journal_is_lost_the_game_goes_on_and_says_so(tmp_path):
    game = flank()
    path = game.keep_journal(tmp_path)
    path.unlink()
    with pytest.warns(NotKept, match="no longer kept as it is played"):
        game.do("end-phase")
    game.do("attack 0404")
    assert len(game.orders) == 2
    assert len(game.notices) == 1
    assert "no longer kept as it is played" in game.notices[0]
    assert not path.exists(), "a journal without a header would be of no use"


def test_a_full_disk_does_not_stop_the_game(tmp_path, monkeypatch):
    game = flank("end-phase")
    path = game.keep_journal(tmp_path)
    whole = os.write

    def half(handle: int, text: bytes) -> int:
        if len(text) < 8:
            raise OSError(28, "No space left on device")
        return whole(handle, text[:4])

    monkeypatch.setattr(os, "write", half)
    with pytest.warns(NotKept, match="No space left on device"):
        game.do("attack 0404")
    monkeypatch.undo()
    assert "No space left on device" in game.notices[0]
    assert fm.load(path).orders == (fm.EndPhase(),)


def test_writing_by_and_by_writes_it_all(tmp_path, monkeypatch):
    whole = os.write
    monkeypatch.setattr(os, "write", lambda handle, text: whole(handle, text[:3]))
    game = flank("end-phase")
    path = game.keep_journal(tmp_path)
    game.do("attack 0404")
    assert path.read_text() == game.record(checked=True)


def test_a_save_does_not_take_the_name_of_a_journal(tmp_path):
    game = flank()
    path = game.keep_journal()
    for name in (path.name, path, "journal-x", "Journal-x"):
        with pytest.raises(BadName, match="kept for journals"):
            game.save(name)
    game.do("end-phase")
    assert same(fm.load(path), game)


def test_a_scenario_with_an_odd_name_keeps_its_journal_in_the_folder(tmp_path):
    path = Journal.begun(Header("drill", "../../x y\n", 1), (), tmp_path).path
    assert path.parent == tmp_path
    assert re.fullmatch(r"journal-drill-[\w.-]+\.txt", path.name)


def test_journals_of_a_folder_that_is_not_there_are_none():
    assert journals() == ()


def test_an_unreadable_record_error_says_what_to_try():
    error = fm.RecordError(3, "the reason", "the advice")
    assert str(error) == "Line 3 of the record: the reason\n  Try: the advice."
    assert (error.line, error.reason, error.advice, error.game) == (3, "the reason", "the advice", None)
