"""Boards that were drawn ahead, and a desk that has no numpy to draw with."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from fmbook.geometry.boardfile import load_board
from fmbook.geometry.boards import Board
from fmbook.widgets.board import ahead, prepared
from fmbook.widgets.board.hex import ground
from fmbook.widgets.board.sheets import Frame
from fmbook.widgets.board.windows import window
from fmbook.widgets.drawing.svg import to_svg
from fmbook.widgets.page import without_numpy

ROOT = Path(__file__).parents[2]
DRAW = """
import sys
from pathlib import Path
import fmbook as fm
from fmbook.widgets.board import prepared
from fmbook.geometry.boardfile import load_board
from fmbook.widgets.board.hex import ground
from fmbook.widgets.board.sheets import Frame
prepared.recorded = {}
board = load_board("drill/board.toml")
ground(board, Frame.around(board), detail="light")
_ = fm.desk(fm.new_game("drill", "first_steps")).map._kept
prepared.write(Path(sys.argv[1]), prepared.recorded)
"""


ASK = """
import fmbook.widgets.board.hex as hexes
from fmbook.geometry.boardfile import load_board
from fmbook.widgets.board.sheets import Frame
drawn, answers = hexes._drawn, []
hexes._drawn = lambda *asked: answers.append("drawn") or drawn(*asked)
board = load_board("drill/board.toml")
hexes.ground(board, Frame.around(board), detail="light")
print(*answers or ["brought"])
"""


def use(monkeypatch: pytest.MonkeyPatch, archive: Path) -> None:
    """Let boards be brought by this archive."""
    monkeypatch.setattr(prepared, "ARCHIVE", archive)
    prepared._archive.cache_clear()
    ground.cache_clear()


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The drill ground, drawn ahead by a Python that puts its sets in another order."""
    path = tmp_path / "prepared.zip"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "4"}
    subprocess.run([sys.executable, "-c", DRAW, str(path)], env=environment, check=True)
    use(monkeypatch, path)
    yield path
    monkeypatch.undo()
    prepared._archive.cache_clear()
    ground.cache_clear()


def drill() -> tuple[Board, Frame]:
    board = load_board("drill/board.toml")
    return board, Frame.around(board)


def test_a_board_that_was_drawn_ahead_is_the_same_to_the_last_digit(archive, monkeypatch):
    board, frame = drill()
    brought = ground.__wrapped__(board, frame, detail="light")
    use(monkeypatch, archive.with_name("none.zip"))
    drawn = ground.__wrapped__(board, frame, detail="light")
    assert brought == drawn
    assert to_svg(brought) == to_svg(drawn)


def test_a_board_that_was_drawn_ahead_is_not_drawn_again(archive, monkeypatch):
    monkeypatch.setattr("fmbook.widgets.board.hex._drawn", lambda *_: pytest.fail("it was drawn"))
    board, frame = drill()
    assert ground.__wrapped__(board, frame, detail="light").shapes


def test_what_was_not_drawn_ahead_is_drawn(archive):
    board, frame = drill()
    assert ground.__wrapped__(board, frame, detail="full").shapes


def test_in_another_language_a_board_is_drawn_anew(archive, monkeypatch):
    board, frame = drill()
    monkeypatch.setattr("fmbook.widgets.board.hex._drawn", lambda *_: pytest.fail("it was drawn"))
    monkeypatch.setattr("fmbook.core.language._Told.code", "nl")
    with pytest.raises(pytest.fail.Exception, match="it was drawn"):
        ground.__wrapped__(board, frame, detail="light")


@pytest.mark.parametrize("broken", [b"", b"no archive"])
def test_where_the_archive_cannot_be_read_everything_is_drawn(archive, monkeypatch, broken):
    bad = archive.with_name("bad.zip")
    bad.write_bytes(broken)
    use(monkeypatch, bad)
    board, frame = drill()
    assert ground.__wrapped__(board, frame, detail="light").shapes


def test_a_drawing_that_cannot_be_read_is_drawn(archive, monkeypatch):
    with ZipFile(archive) as kept:
        names = kept.namelist()
    bad = archive.with_name("bad.zip")
    prepared.write(bad, dict.fromkeys(names, b'[1, 2, "half a'))
    use(monkeypatch, bad)
    board, frame = drill()
    assert ground.__wrapped__(board, frame, detail="light").shapes


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A checkout whose boards were drawn ahead."""
    for folder in ("fmbook", "data"):
        shutil.copytree(
            ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__", "_prepared.zip*")
        )
    run_in(tmp_path, DRAW, "fmbook/_prepared.zip")
    return tmp_path


def run_in(checkout: Path, script: str, *words: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(checkout)}
    command = [sys.executable, "-c", script, *words]
    return subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True, check=True).stdout


def test_once_the_code_that_draws_was_edited_or_the_data_that_it_reads_boards_are_drawn_anew(copied):
    assert run_in(copied, ASK) == "brought\n"
    for path, line in (("fmbook/widgets/board/hex/woods.py", "# another"), ("data/drill/board.toml", "")):
        file = copied / path
        before = file.read_text(encoding="utf-8")
        file.write_text(f"{before}{line}\n" if line else before.replace("woods", "hill", 1), encoding="utf-8")
        assert run_in(copied, ASK) == "drawn\n", path
        file.write_text(before, encoding="utf-8")
    assert run_in(copied, ASK) == "brought\n"


def test_all_code_that_draws_a_board_is_among_that_whose_edits_count(monkeypatch):
    use(monkeypatch, ROOT / "none.zip")
    boards = [load_board(f"{name}/board.toml") for name in ("drill", "eben_emael", "veritable")]
    ran = set[str]()
    sys.setprofile(lambda frame, event, _: ran.add(frame.f_code.co_filename) if event == "call" else None)
    try:
        for board in boards:
            ground.__wrapped__(board, Frame.around(board))
            window.__wrapped__(board, Frame.part(board, (0, 1)))
    finally:
        sys.setprofile(None)
    package = ROOT / "fmbook"
    ours = {Path(name).relative_to(package).as_posix() for name in ran if name.startswith(str(package))}
    assert len(ours) > 20
    assert {name for name in ours if not name.startswith(prepared.DRAWN_BY)} == set()


def test_the_boards_of_the_large_games_are_drawn_ahead(monkeypatch):
    monkeypatch.setattr(ahead, "playable", lambda: ("drill", "veritable"))
    monkeypatch.setattr(ahead, "scenario_names", lambda system: ("march",) if system == "drill" else ("cleve",))
    use(monkeypatch, ROOT / "none.zip")
    assert len(ahead.draw()) == 3  # for the screen, for a file, and for windows: the drill is soon drawn
    assert prepared.recorded is None


def test_numbers_for_the_page_are_laid_out_as_numpy_lays_them_out():
    np = pytest.importorskip("numpy")
    points = [(1.5, 2.0), (3.0, -4.25)]
    for rows in ([points, points[::-1]], points):
        ours, theirs = without_numpy.numbers(rows, "float32"), np.array(rows, dtype="float32")
        assert (ours.shape, ours.ndim, ours.dtype) == (theirs.shape, theirs.ndim, str(theirs.dtype))
        assert memoryview(ours.ravel()).tobytes() == memoryview(theirs.ravel()).tobytes()
    assert [list(each) for each in ours.T] == theirs.T.tolist()


def test_a_desk_sends_its_drawing_without_numpy(archive):
    script = f"""
import importlib.util, sys
from pathlib import Path
at = importlib.util.spec_from_file_location("without_numpy", {str(Path(without_numpy.__file__))!r})
module = importlib.util.module_from_spec(at)
at.loader.exec_module(module)
module.put_in_place()
import fmbook as fm
from fmbook.widgets.board import prepared
prepared.ARCHIVE = Path({str(archive)!r})
game = fm.new_game("drill", "first_steps")
print(len(fm.desk(game).map._kept.shapes), hasattr(sys.modules["numpy"], "hypot"))
"""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    shapes, has_more = done.stdout.split()
    assert int(shapes) > 10
    assert has_more == "False"
