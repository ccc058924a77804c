"""Strangers' saves and codes: refused in a sentence, or played by the rules.

More cases, on demand: ``python tests/tools/hostile.py --cases 100000``.
"""

import os
import signal
import socket
import sys
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import fmbook as fm
from tests.tools import fuzz
from tests.tools.effort import effort
from tests.tools.hostile import CALLS, judge_some

CASES = 1500
PARTS = 6


@pytest.mark.parametrize("part", range(PARTS))
def test_mutated_and_invented_saves_and_codes(part):
    step = CASES // PARTS
    verdicts = judge_some(range(part * step, (part + 1) * step), 1917, CALLS)
    assert [verdict for verdict in verdicts if verdict.came not in ("refused", "played")] == []
    assert {verdict.came for verdict in verdicts} == {"refused", "played"}
    assert [verdict for verdict in verdicts if verdict.cost > CALLS.limit] == []


def test_what_a_fuzzer_has_found_is_refused_or_plays():
    """More, on demand: ``python tests/tools/fuzz.py``."""
    came = {path.name: fuzz.attempt(path.read_bytes()) for path in fuzz.CORPUS.iterdir()}
    assert {*came.values()} == {"refused", "played"}, came


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
    with at_most(20), effort() as made, pytest.raises(fm.RecordError):
        fm.load(tmp_path / "save.txt")
    assert made.calls < 1_000_000
    refused(tmp_path / "save.txt")


def test_undoing_and_redoing_without_end_is_bounded():
    text = HEAD.decode() + "end-phase\n" + "-- undo\n-- redo\n" * 29_000
    with effort() as made:
        assert fm.replay(text).orders == (fm.EndPhase(),)
    assert made.calls < 4_000_000  # some seventy for each line
    with pytest.raises(fm.RecordError, match="at most 60,000 lines"):
        fm.replay(text + "-- undo\n-- redo\n" * 2000)
