"""Whatever a writer acknowledges a reader reads: saves, journals, codes; what cannot be kept is told at that order.

More faults, on demand: ``python tests/tools/faults.py``.
"""

import copy
import errno
import os
import stat
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import fmbook as fm
from fmbook.core.errors import FmbookError
from fmbook.play import game as games
from fmbook.play import replays
from fmbook.play.game import Game, NotKept
from fmbook.record import codes, journal, records
from fmbook.record.journal import BadName, NotWritten, journals
from tests.tools import faults
from tests.tools.crash import stand
from tests.tools.effort import effort
from tests.tools.random_play import play_on


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    folder = tmp_path / "games"
    monkeypatch.setenv("FMBOOK_HOME", str(folder))
    return folder


def march(*orders: str) -> Game:
    game = fm.new_game("drill", "march", 1)
    for order in orders:
        game.do(order)
    return game


def to_a_roll() -> Game:
    game = fm.new_game("drill", "flank", 3)
    for order in ("end-phase", "attack 0404", "join B1", "ready"):
        game.do(order)
    while not game.can("roll"):
        game.do("hold-fire")
    return game


def whole(game: Game) -> tuple[Any, ...]:
    """All that there is to a game: what was taken back, and which throws have been seen, too."""
    return game.record(), stand(game), [step.order for step in game._steps], game._seen


# --- a property -----------------------------------------------------------------------------


@contextmanager
def narrow(**limits: int) -> Iterator[None]:
    """Set limits that are soon reached, for readers and writers alike."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (records, journal, games, replays, codes):
            for name, limit in limits.items():
                patch.setattr(module, name, limit, raising=False) if hasattr(module, name) else None
        yield


def a_way(game: Game, hexes: int) -> str:
    """Pin a way through the hexes next to a march's end, if there is one; else end the phase."""
    for order in game.legal():
        if isinstance(order, fm.Move):
            place = game.board.at(order.to)
            for near in game.board.neighbours[place]:
                way = f"{order} via {' '.join([game.board.places[near]] * hexes)}"
                if game.can(way):
                    return way
    return "end-phase"


def act_at_random(game: Game, chance: Random) -> None:
    drawn = chance.random()
    if drawn < 0.25 and game.orders:
        game.undo()
    elif drawn < 0.4:
        with suppress(fm.RuleViolation):
            game.redo()
    elif drawn < 0.5 and game.can("roll"):
        game.do("roll", roll=chance.randrange(1, 7))
    elif drawn < 0.6 and game.legal():
        game.do(a_way(game, chance.randrange(1, 3)))
    elif not game.outcome:
        play_on(game, chance)


NARROW = {"MOST_LINES": 46, "LONGEST_LINE": 48, "LONGEST": 1500, "MOST_BRANCHES": 3, "SLACK": -10, "MOST_ORDERS": 30}
SHORT = {"MOST_LINES": 40}
OFTEN_ANEW = {"SLACK": -10}


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(fm.scenarios("drill")),
    st.randoms(use_true_random=False),
    st.sampled_from([NARROW, SHORT, OFTEN_ANEW]),
)
@pytest.mark.filterwarnings("ignore::fmbook.play.game.NotKept")
def test_whatever_is_acknowledged_can_be_read(tmp_path, scenario, chance, limits):
    game = fm.new_game("drill", scenario, chance.randrange(99))
    with narrow(**limits):
        path = game.keep_journal(tmp_path)
        for _ in range(chance.randrange(90)):
            told = len(game.notices)
            with suppress(FmbookError):
                act_at_random(game, chance)
            if len(game.notices) == told:
                assert whole(fm.load(path)) == whole(game)
        assert limits is not OFTEN_ANEW or not game.notices
        with suppress(FmbookError):
            assert fm.replay(text := game.record()).record() == text
        with suppress(FmbookError):
            assert fm.load(game.save(tmp_path / "save.txt")).record() == game.record()
        with suppress(FmbookError):
            code = game.code()
            assert fm.resume(code).record() == game.record()


# --- long -----------------------------------------------------------------------------------


def test_doing_and_undoing_thirty_thousand_times_loses_nothing(tmp_path):
    game = march("move B1 0403")
    path = game.keep_journal(tmp_path)
    for _ in range(30_010):
        game.do("move B2 0303")
        game.undo()
    assert not game.notices
    assert whole(fm.load(path)) == whole(game)
    assert path.read_text().count("\n") < 10_000


def test_what_was_seen_in_branches_that_are_gone_is_remembered(tmp_path):
    game = to_a_roll()
    with narrow(SLACK=-5):
        path = game.keep_journal(tmp_path)
        for _ in range(9):
            game.do("roll")
            game.undo()
    assert "-- seen 0-6 1 #" in path.read_text()
    again = fm.load(path)
    game.do("roll")
    again.do("roll")
    assert again.what_if == game.what_if == 9


def test_orders_that_were_taken_back_are_not_played_again():
    head = "fmbook: 1\nsystem: drill\nscenario: march\nseed: 1\n\nmove B1 0403\n"
    with effort() as plain:
        fm.replay(head)
    with effort() as long:
        game = fm.replay(head + "move B2 0303\n-- undo\n" * 2000)
    assert len(game.orders) == 1
    assert long.calls - plain.calls < 35 * 4000
    game.redo()
    assert [str(order) for order in game.orders] == ["move B1 0403", "move B2 0303"]


def test_what_breaks_a_journal_leaves_the_game_before_it_with_all_that_was_seen_till_then():
    game = to_a_roll()
    lines = list(game._so_far())
    game.do("roll")
    shown = game.steps[-1].thrown[0]
    text = records.write(game.header, lines) + f"roll = {shown}\n-- undo\nhold-fire\n-- undo\nroll = {shown}\n-- undo\n"
    with pytest.raises(fm.RecordError, match="is not what is due now") as broken:
        fm.replay(text + "hold-fire\nroll = 1\n")
    assert (broken.value.line, broken.value.whole) == (text.count("\n") + 1, len(lines) + 2)
    broken.value.game.do("roll")
    assert broken.value.game.what_if == 1
    again = fm.replay(text)  # what was taken back for good does not count
    again.do("roll")
    assert again.what_if == 1


@pytest.mark.parametrize(
    ("lines", "line"),
    [("nonsense\n-- undo\n", 6), ("-- undo\n", 6), ("end-phase\n-- undo\n-- redo\n-- redo\n", 9)],
)
def test_what_is_wrong_with_undoing_is_told_with_its_line(lines, line):
    with pytest.raises(fm.RecordError) as refused:
        fm.replay(f"fmbook: 1\nsystem: drill\nscenario: march\nseed: 1\n\n{lines}end-phase\n")
    assert refused.value.line == line


@pytest.mark.parametrize(
    "mark", ["-- seen", "-- seen 1", "-- seen 3-2 5", "-- seen 0-65536 5", "-- seen 0 5 5", "-- seen x 5"]
)
def test_marks_of_what_was_seen_are_checked(mark):
    with pytest.raises(fm.RecordError, match="Line 6 of the record"):
        fm.replay(f"fmbook: 1\nsystem: drill\nscenario: march\nseed: 1\n\n{mark}\nend-phase\n")


def test_no_more_can_have_been_seen_than_there_is():
    with pytest.raises(fm.RecordError, match="more is said to be seen"):
        fm.replay("fmbook: 1\nsystem: drill\nscenario: march\nseed: 1\n\n" + "-- seen 0-65535 5\n" * 50_000)


def test_more_branches_than_a_record_can_hold_are_refused():
    game = to_a_roll()
    with narrow(MOST_BRANCHES=3):
        for _ in range(4):
            game.do("roll")
            game.undo()
        before = whole(game)
        with pytest.raises(fm.RecordError, match="at most 3 what-if branches"):
            game.do("roll")
        assert whole(game) == before


def test_an_order_that_no_line_can_hold_is_refused(tmp_path):
    game = march()
    path, before = game.keep_journal(tmp_path), game.record()
    way = next(way for count in (3, 2, 1) if " via " in (way := a_way(game, count)))
    with narrow(LONGEST_LINE=len(way) - 1), pytest.raises(fm.RecordError, match="no record can hold an order of more"):
        game.do(way)
    assert game.record() == fm.load(path).record() == before
    game.do(way)
    assert game.record() == fm.load(path).record() != before


def rule_named(name: str) -> Any:
    @fm.forbids(name, fm.Attack)
    def rule(state, order):
        """Nothing is forbidden."""
        return ()

    return rule


def test_a_header_of_many_house_rules_is_read_again(tmp_path):
    rules = [rule_named(f"house:{'long_' * 9}{number}") for number in range(150)]
    game = fm.new_game("drill", "march", house_rules=rules)
    assert len(str(game.header)) > 8000
    path = game.keep_journal(tmp_path)
    game.do("end-phase")
    for again in (fm.load(path, house_rules=rules), fm.load(game.save("mine"), house_rules=rules)):
        assert again.record() == game.record()
    kept = journal.kept_in(path)
    assert kept
    assert kept.has_orders


@pytest.mark.parametrize("names", [["house:a b"], ["house:a", "house:a"], [f"house:{'x' * 170}{n}" for n in range(99)]])
def test_house_rules_that_no_header_can_hold_are_refused(names):
    with pytest.raises(FmbookError, match=r"no record can hold the names|house:a"):
        fm.new_game("drill", "march", house_rules=[rule_named(name) for name in names])


# --- checks ---------------------------------------------------------------------------------


@pytest.fixture
def sealed(home) -> bytes:
    """A journal in which there is something of everything."""
    game = to_a_roll()
    path = game.keep_journal()
    game.do("roll")
    game.undo()
    game.do("roll", roll=3)
    while game.turn == 1:
        game.do(game.legal()[-1])
    return path.read_bytes()


def opened(content: bytes, path: Path) -> Game | None:
    path.write_bytes(content)
    try:
        return fm.load(path)
    except fm.RecordError:
        return None


def test_no_changed_byte_loads_as_another_game(sealed, tmp_path):
    path, came = tmp_path / "changed.txt", Counter[str]()
    right = whole(fm.replay(sealed.decode()))
    for place, byte in enumerate(sealed):
        for other in {*(byte ^ 1 << bit for bit in range(8)), *b"\n #03"} - {byte}:
            game = opened(sealed[:place] + bytes([other]) + sealed[place + 1 :], path)
            same = game is not None and whole(game) == right
            came["refused" if game is None else "same" if same else "told" if game.notices else "another"] += 1
    assert came["another"] == 0
    assert came["told"] < 20
    assert came["refused"] > 4000


def test_no_line_can_be_left_out_doubled_or_moved(sealed, tmp_path):
    lines = sealed.splitlines(keepends=True)
    for place in range(6, len(lines) - 1):
        without, line = lines[:place] + lines[place + 1 :], lines[place]
        for changed in (without, [*lines[:place], line, *lines[place:]], [*without, line]):
            with pytest.raises(fm.RecordError, match="not as it was written") as refused:
                opened_or_raise(b"".join(changed), tmp_path / "x.txt")
            assert refused.value.line in (place + 1, place + 2)
            assert refused.value.game is not None


def opened_or_raise(content: bytes, path: Path) -> Game:
    path.write_bytes(content)
    return fm.load(path)


def test_a_header_that_was_changed_is_refused(sealed):
    for old, new in (("seed: 3", "seed: 4"), ("flank", "march"), ("fmbook: 1", "fmbook: 1\noptions: stacks")):
        with pytest.raises(fm.RecordError, match="the header is not as it was written") as told:
            fm.replay(sealed.decode().replace(old, new, 1))
        assert "take the line “check: …” out of its header" in told.value.advice
        assert told.value.game is None


def test_whoever_changes_a_save_by_hand_takes_its_check_out(home):
    path = march("move B1 0403", "move B2 0303").save("mine")
    text = path.read_text()
    path.write_text(text.replace("B2 0303", "B3 0304"))
    with pytest.raises(fm.RecordError, match="Line 8 of the record: this line") as told:
        fm.load("mine")
    assert "take the line “check: …” out of its header" in told.value.advice
    assert [str(order) for order in told.value.game.orders] == ["move B1 0403"]
    path.write_text("".join(line for line in path.read_text().splitlines(keepends=True) if "check:" not in line))
    assert [str(order) for order in fm.load("mine").orders] == ["move B1 0403", "move B3 0304"]


def test_a_save_can_be_gone_on_with_and_annotated_by_hand(home):
    path = march("move B1 0403").save("mine")
    path.write_text(path.read_text().replace("\n\n", "\n\n# Monday #1\n") + "# and then\nmove B2 0303\n")
    assert [str(order) for order in fm.load("mine").orders] == ["move B1 0403", "move B2 0303"]


def test_an_order_that_was_made_a_remark_is_noticed(home):
    path = march("move B1 0403", "move B2 0303").save("mine")
    path.write_text(path.read_text().replace("move B2", "# move B2"))
    with pytest.raises(fm.RecordError, match="Line 8 of the record: this line"):
        fm.load("mine")


def test_a_torn_line_without_its_check_does_not_count(home):
    path = march("move B1 0403").save("mine")
    path.write_text(f"{path.read_text()}move B2 0303")
    game = fm.load("mine")
    assert [str(order) for order in game.orders] == ["move B1 0403"]
    assert "was left out: “move B2 0303”" in game.notices[0]


def test_a_record_for_the_reader_has_no_checks():
    game = march("move B1 0403")
    assert "#" not in game.record()
    assert "check" not in game.record()
    assert fm.replay(game.record(checked=True)).record() == game.record()


# --- a disk that is full, or fails --------------------------------------------------------------


def full(*_: Any, **__: Any) -> int:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_leaves_no_files(home, monkeypatch):
    game = march()
    monkeypatch.setattr(os, "write", full)
    for _ in range(5):
        with pytest.raises(NotWritten, match="No space left"):
            game.keep_journal()
        with pytest.raises(NotWritten, match="No space left"):
            game.save("mine")
    assert list(home.iterdir()) == []


def test_empty_journals_do_not_hide_the_good_one(home):
    path = march("move B1 0403").keep_journal()
    for number in range(3000):
        (home / f"journal-drill-march-29991231-235959-{number}.txt").touch()
    assert journals() == (path,)


def test_a_player_is_told_at_the_order_that_is_not_on_disk_and_when_it_is_again(tmp_path, monkeypatch):
    game = march()
    path = game.keep_journal(tmp_path)
    game.do("move B1 0403")
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.warns(NotKept, match="This order is not on disk.*No space left on device") as told:
            game.do("move B2 0303")
        game.undo()  # has been told that it goes on so
    assert told[0].filename == __file__
    assert len(game.notices) == 2
    assert game.journal == path
    with pytest.warns(NotKept, match="is on disk again, whole"):
        game.do("move B3 0304")
    assert whole(fm.load(path)) == whole(game)
    game.do("end-phase")
    assert whole(fm.load(path)) == whole(game)
    assert len(game.notices) == 3


def test_a_warning_that_raises_leaves_game_and_journal_as_they_were(tmp_path, monkeypatch):
    game = march("move B1 0403")
    path = game.keep_journal(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(NotKept):
            game.do("move B2 0303")
    with pytest.warns(NotKept, match="on disk again"):
        game.do("move B3 0304")
    assert [str(order) for order in fm.load(path).orders] == ["move B1 0403", "move B3 0304"]


@pytest.mark.parametrize("call", ["open", "write", "close", "fstat"])
def test_an_impatient_player_interrupts_writing_and_plays_on(call, tmp_path, monkeypatch):
    def interrupt(*given: Any) -> Any:
        done = real(*given)
        raise KeyboardInterrupt(done)

    game, real = march(), getattr(os, call)
    path = game.keep_journal(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(os, call, interrupt)
        with suppress(KeyboardInterrupt):
            game.do("move B1 0403")
    game.do("move B2 0303")
    assert whole(fm.load(path)) == whole(game)


@pytest.mark.skipif(sys.platform == "win32", reason="other calls are made there")
@pytest.mark.parametrize("mode", faults.MODES)
def test_whichever_file_call_fails_nothing_is_lost_untold(mode):
    trials = list(faults.all_tried(mode))
    assert [trial for trial in trials if trial.lost] == []
    assert {"open", "write", "fsync", "close", "replace", "stat"} <= {trial.call for trial in trials}
    assert mode == "kill" or any(trial.told for trial in trials)


# --- one writer -------------------------------------------------------------------------------


def test_a_copy_of_a_game_does_not_write_into_its_journal(tmp_path):
    game = march("move B1 0403")
    path = game.keep_journal(tmp_path)
    before = path.read_bytes()
    other = copy.copy(game)
    assert other.journal is None
    other.do("move B2 0303")
    assert path.read_bytes() == before
    game.undo()
    game.do("move B3 0304")
    assert fm.load(path).record() == game.record()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_child_process_does_not_write_into_the_journal_of_its_parent(tmp_path):
    game = march()
    path = game.keep_journal(tmp_path)
    child = os.fork()
    if not child:
        code = 1
        with suppress(BaseException):
            with pytest.warns(NotKept, match="copy of a game is not kept"):
                game.do("move B2 0303")
            code = int(game.journal is not None)
        os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    game.do("move B1 0403")
    assert fm.load(path).record() == game.record()
    assert journals(tmp_path) == (path,)


@pytest.mark.parametrize("change", [lambda text: b"", lambda text: text[:40], lambda text: text + b"# hello\n"])
def test_a_journal_that_another_program_has_changed_is_left_alone(tmp_path, change):
    game = march("move B1 0403")
    path = game.keep_journal(tmp_path)
    path.write_bytes(changed := change(path.read_bytes()))
    with pytest.warns(NotKept, match="was changed by another program and is left alone"):
        game.do("move B2 0303")
    assert game.journal != path
    assert path.read_bytes() == changed
    game.do("move B3 0304")
    assert game.journal
    assert whole(fm.load(game.journal)) == whole(game)
    assert len(game.notices) == 1


def test_a_journal_that_was_replaced_is_left_alone(tmp_path):
    game = march("move B1 0403")
    path = game.keep_journal(tmp_path)
    (tmp_path / "new").write_bytes(path.read_bytes())
    (tmp_path / "new").replace(path)
    with pytest.warns(NotKept, match="was changed by another program"):
        game.do("move B2 0303")
    assert game.journal
    assert whole(fm.load(game.journal)) == whole(game)


# --- saves ----------------------------------------------------------------------------------


posix = pytest.mark.skipif(sys.platform == "win32", reason="permissions and links of a Unix")


@posix
@pytest.mark.parametrize("mode", [0o600, 0o664, 0o400])
def test_a_save_keeps_its_permissions(home, mode):
    path = march().save("mine")
    path.chmod(mode)
    march("move B1 0403").save("mine")
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert len(fm.load("mine").orders) == 1


@posix
def test_a_save_follows_a_link_and_leaves_it_a_link(home, tmp_path):
    home.mkdir()
    target = tmp_path / "elsewhere" / "game.txt"
    (home / "mine.txt").symlink_to(target)
    for game in (march(), march("move B1 0403")):  # first to where nothing is yet
        assert game.save("mine") == home / "mine.txt"
        assert (home / "mine.txt").is_symlink()
        assert fm.load(target).record() == game.record()
    assert [path.name for path in target.parent.iterdir()] == ["game.txt"]


@posix
def test_a_save_does_not_follow_links_in_a_circle_or_into_a_journal(home):
    game = march()
    (path := game.keep_journal()).parent.joinpath("mine.txt").symlink_to(path)
    (home / "a.txt").symlink_to(home / "b.txt")
    (home / "b.txt").symlink_to(home / "a.txt")
    before = path.read_bytes()
    with pytest.raises(NotWritten):
        game.save("a")
    with pytest.raises(BadName, match="leads to a journal"):
        game.save("mine")
    assert path.read_bytes() == before
    assert (home / "a.txt").is_symlink()


def test_a_game_too_long_for_a_record_is_not_saved(home):
    game = march("move B1 0403", "move B2 0303")
    with narrow(MOST_LINES=6):
        for write in (game.record, lambda: game.save("mine"), game.keep_journal):
            with pytest.raises(fm.RecordError, match="at most 6 lines"):
                write()
    assert not home.exists() or list(home.iterdir()) == []


def test_a_missing_name_among_many_saves_is_answered_soon(home):
    home.mkdir()
    for number in range(3000):
        (home / f"lesson {number:05d}.txt").touch()
    (home / "monday 3b.txt").touch()
    with effort() as made, pytest.raises(fm.RecordError, match="Try: the name monday 3b"):
        fm.load("mondey 3b")
    assert made.calls < 30 * 3000
