"""Strangers' saves, codes and names: refused in a sentence or played by the rules; nothing is touched outside.

More cases, on demand: ``python tests/hostile.py --cases 100000``.
"""

import os
import re
import signal
import socket
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import process_time

import pytest

import fmbook as fm
from fmbook.data import data_root
from fmbook.errors import FmbookError
from fmbook.journal import place_of
from tests.hostile import LIMIT, ODD, PIECES, judge_some, slack

CASES = 1500
PARTS = 6


@pytest.mark.parametrize("part", range(PARTS))
def test_mutated_and_invented_saves_and_codes(part):
    step = CASES // PARTS
    verdicts = judge_some(range(part * step, (part + 1) * step), 1917)
    assert [verdict for verdict in verdicts if verdict.came not in ("refused", "played")] == []
    assert {verdict.came for verdict in verdicts} == {"refused", "played"}
    assert [verdict for verdict in verdicts if verdict.seconds > slack() * LIMIT] == []


# --- files that are no saves -----------------------------------------------------------------


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise TimeoutError("it hangs")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def refused(path: Path) -> fm.RecordError:
    tracemalloc.start()
    try:
        with at_most(20), pytest.raises(fm.RecordError) as caught:
            fm.load(path)
        assert tracemalloc.get_traced_memory()[1] < 100_000_000
    finally:
        tracemalloc.stop()
    assert len(str(caught.value)) < 1000 + len(str(path))
    return caught.value


needs_posix = pytest.mark.skipif(sys.platform == "win32", reason="the kinds of file of a Unix")


@needs_posix
@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom", "/dev/tty", "/dev/stdin", "/dev", "/proc/self", "/"])
def test_a_device_or_a_folder_is_no_save(device, tmp_path):
    refused(Path(device))
    (tmp_path / "save.txt").symlink_to(device)
    refused(tmp_path / "save.txt")


@needs_posix
def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "save.txt")
    assert "is not a file" in refused(tmp_path / "save.txt").reason


@needs_posix
def test_a_socket_is_no_save(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # its name may not be long
    with socket.socket(socket.AF_UNIX) as heard:
        heard.bind("save.txt")
        refused(Path("save.txt"))


@needs_posix
def test_links_in_a_circle_are_no_save(tmp_path):
    (tmp_path / "a.txt").symlink_to(tmp_path / "b.txt")
    (tmp_path / "b.txt").symlink_to(tmp_path / "a.txt")
    refused(tmp_path / "a.txt")


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="no such files here")
@pytest.mark.parametrize("path", ["/proc/self/mem", "/proc/self/environ", "/proc/self/maps", "/proc/cpuinfo"])
def test_the_files_of_the_system_are_no_saves(path):
    refused(Path(path))


def test_a_file_without_end_is_read_only_so_far(tmp_path):
    path = tmp_path / "save.txt"
    path.touch()
    os.truncate(path, 10**11)  # a hole: it takes no room
    assert "too large" in refused(path).reason


HEAD = b"fmbook: 1\nsystem: drill\nscenario: flank\nseed: 3\n\n"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0" * 4_000_000,
        b"\n" * 4_000_000,
        b"\xff\xfe" + b"a\0" * 100,
        b"x" * 4_000_001,
        HEAD + b"(" * 3_999_000 + b"\n",
        HEAD + b"nonsense\n" * 440_000,
        HEAD + b"-- undo\n" * 50_000,
        b"PK\x03\x04" + b"\0" * 100,
        b"\x1f\x8b\x08" + b"\0" * 100,
        b"\x7fELF" + bytes(range(256)),
        b"\xef\xbb\xbf" * 1000,
        b"fmbook: 1\n" * 400_000,
        b"house: " + b"a#1 " * 900_000,
        HEAD.replace(b"\n\n", b"\noptions:" + b" stacks" * 500 + b" x\n\n"),
        HEAD.replace(b"3", b"9" * 1_000_000),
    ],
    ids=range(16),
)
def test_large_and_binary_files_are_refused_soon(content, tmp_path):
    (tmp_path / "save.txt").write_bytes(content)
    begin = process_time()
    with at_most(20), pytest.raises(fm.RecordError):
        fm.load(tmp_path / "save.txt")
    assert process_time() - begin < slack()
    refused(tmp_path / "save.txt")


def test_undoing_and_redoing_without_end_is_bounded():
    text = HEAD.decode() + "end-phase\n" + "-- undo\n-- redo\n" * 29_000
    begin = process_time()
    assert fm.replay(text).orders == (fm.EndPhase(),)
    assert process_time() - begin < slack()
    with pytest.raises(fm.RecordError, match="at most 60,000 lines"):
        fm.replay(text + "-- undo\n-- redo\n" * 2000)


# --- names ------------------------------------------------------------------------------------

UP = (
    "..", "../..", "../../../../../../etc/passwd", "..\\..\\x", "....//x", "..;/x", ".../x", "a/../../x", "a/..", "./x",
    ".",
)  # fmt: skip
ROOTS = (
    "/etc/passwd", "/", "//host/share", "\\\\host\\share\\x", "\\\\?\\C:\\x", "\\\\.\\pipe\\x", "C:\\x", "C:x", "c:/x",
    "Z:", "~", "~/x", "~root/x", "file:///etc/passwd", "http://example.org/x", "$HOME/x", "${HOME}", "%HOME%",
    "%APPDATA%\\x",
)  # fmt: skip
CODED = (
    "%2e%2e%2fx", "%2e%2e/x", "..%2fx", "..%5cx", "%00", "x%00.txt", "..%c0%afx", "..%252fx", "&#46;&#46;/x",
    "\\u002e\\u002e/x", "..\uff0fx", "\uff0e\uff0e/x", "..\u2215x", "..\u2044x", "..\u29f8x", "..\u2571x",
    "\u2024\u2024/x", "\u2026/x", "..\u3002x",
)  # fmt: skip
DEVICES = tuple(
    f"{name}{tail}"
    for name in ("con", "CON", "Prn", "aux", "nul", "com1", "COM9", "lpt1", "LPT0", "com\u00b9", "\uff43\uff4f\uff4e")
    for tail in ("", ".txt", ".txt.txt", " ", " .txt", ".tar.gz")
)
ENDS = (
    "x.",
    "x..",
    "x. .",
    "x.txt.",
    "x.txt...",
    ".x",
    "..x",
    " ",
    "",
    "\t",
    "  .  ",
    "-x",
    "--help",
    "-rf",
    "+x",
    "_x",
)
STREAMS = (
    "x:y", "x::$DATA", "x.txt:Zone.Identifier", "x|y", "x>y", "x<y", "x*", "x?", 'x"y', "x;rm -rf ~", "x&y", "x`id`",
)  # fmt: skip
BREAKS = (
    "x\ny", "\nx/y", "x\0y", "x\0", "\0", "x\ry", "x\u2028y", "x\u2029y", "x\x85y", "x\x0by", "x\x1b[2Jy", "x\x7fy",
)  # fmt: skip
LONG = (
    "x" * 82, "x" * 255, "x" * 256, "x" * 4096, "x/" * 2000, "x" * 10**6, "漢" * 81, "漢" * 70, "💣", "e\u0301" * 200,
    "../" * 5000,
)  # fmt: skip
INVISIBLE = (
    "\u202ex", "x\u202egnp.exe", "\u200bx", "x\u200b", "\u2066x", "\ufeffx", "x\ufeff", "x\u00ad/", "\ud800", "x\udcff",
)  # fmt: skip
GROUPS = (UP, ROOTS, CODED, DEVICES, ENDS, STREAMS, BREAKS, LONG, INVISIBLE, ODD, tuple(f"x{odd}/y" for odd in ODD))
HOSTILE = tuple(dict.fromkeys(name for group in (*GROUPS, PIECES) for name in group))
FRIENDLY = (
    "monday 3b",
    "3b",
    "x",
    "Übung 4",
    "第一課",
    "урок 1",
    "a.b",
    "a-b_c+d",
    "x.txt",
    "game 1.0",
    "construction",
    "auxiliary",
)

WATCHED = {
    "open",
    "os.mkdir",
    "os.rename",
    "os.remove",
    "os.rmdir",
    "os.truncate",
    "os.listdir",
    "os.scandir",
    "os.link",
}
seen: list[str] | None = None


def listen(event: str, arguments: tuple[object, ...]) -> None:
    if seen is not None and event in WATCHED:
        seen.extend(os.fsdecode(each) for each in arguments[:2] if isinstance(each, str | bytes | os.PathLike) and each)


sys.addaudithook(listen)


@contextmanager
def touching_only(folder: Path) -> Iterator[None]:
    """Fail when anything outside a folder is opened, listed, made, renamed or removed."""
    global seen
    seen = []
    try:
        yield
    finally:
        touched, seen = seen, None
    for name in touched:
        if re.fullmatch(r"[rwxab+]{1,3}", name):  # the second argument of open is its mode
            continue
        whole = os.path.abspath(name)  # noqa: PTH100 - without following links
        assert Path(whole).is_relative_to(folder), f"{name} was touched"


def tree(folder: Path) -> dict[str, int]:
    return {str(path.relative_to(folder)): path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def outside(tmp_path, monkeypatch):
    """A folder with a game in it, and the folder of games two floors below."""
    (tmp_path / "work").mkdir()
    home = tmp_path / "middle" / "games"
    home.mkdir(parents=True)
    for place in (tmp_path, tmp_path / "middle", tmp_path / "work"):
        for name in ("x", "x.txt", "secret.txt"):
            (place / name).write_bytes(HEAD)
    monkeypatch.setenv("FMBOOK_HOME", str(home))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path


def test_there_are_many_hostile_names():
    assert len(HOSTILE) >= 200


def test_a_hostile_name_touches_nothing_outside_the_folder_of_games(outside):
    home = outside / "middle" / "games"
    before, game = tree(outside), fm.new_game("drill", "flank", 3)
    kept = set()
    for name in HOSTILE:
        with touching_only(home):
            kept |= {place_of(name) for act in (game.save, fm.load) if _sentence(act, name) is None}
    after = tree(outside)
    assert {path: time for path, time in after.items() if not path.startswith("middle/games/")} == before
    assert {home / Path(path).name for path in after.keys() - before.keys()} == kept
    assert all(path.parent == home for path in kept)
    assert not [
        name for name in (*UP, *ROOTS, *CODED, *DEVICES, *STREAMS, *BREAKS) if _sentence(place_of, name) is None
    ]


def _sentence(act: Callable[[str], object], name: str) -> str | None:
    """What an act says of a name; None if the name will do."""
    try:
        act(name)
    except FmbookError as error:
        return str(error)[:999]
    return None


@pytest.mark.parametrize("name", FRIENDLY)
def test_a_friendly_name_is_a_name(name, outside):
    game = fm.new_game("drill", "flank", 3)
    with touching_only(outside / "middle" / "games"):
        game.save(name)
        assert fm.load(name).record() == game.record()


def test_a_hostile_system_or_scenario_opens_nothing(outside):
    before = tree(outside)
    for name in HOSTILE:
        for act in (
            lambda name=name: fm.scenarios(name),
            lambda name=name: fm.new_game(name),
            lambda name=name: fm.new_game("drill", name or "?"),
            lambda name=name: fm.new_game(name, name),
            lambda name=name: fm.rules(name),
            lambda name=name: fm.tables(name),
            lambda name=name: fm.replay(f"fmbook: 1\nsystem: {name}\nscenario: {name}\nseed: 1\n\n"),
            lambda name=name: fm.replay(f"fmbook: 1\nsystem: drill\nscenario: {name}\nseed: 1\n\n"),
        ):
            with touching_only(data_root()), pytest.raises(FmbookError) as caught:
                act()
            assert len(str(caught.value)) < 1000 + len(name)
    assert tree(outside) == before


def test_a_journal_lies_in_the_folder_of_games(outside):
    game = fm.new_game("drill", "flank", 3)
    with touching_only(outside / "middle" / "games"):
        path = game.keep_journal()
        game.do("end-phase")
        assert fm.load(path).record() == game.record()
