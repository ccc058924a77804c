"""Names that want out: of a save, a system, a scenario. Nothing outside the folder of games is made or read."""

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import fmbook as fm
from fmbook.core.data import data_root
from fmbook.core.errors import FmbookError
from fmbook.record.journal import place_of
from tests.tools.strangers import ODD, PIECES

HEAD = b"fmbook: 1\nsystem: drill\nscenario: flank\nseed: 3\n\n"
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
