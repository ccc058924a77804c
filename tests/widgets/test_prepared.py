"""Boards that were drawn ahead, and a desk that has no numpy to draw with."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import to_builtins
from msgspec.json import decode, encode

from fmbook.geometry.boardfile import load_board
from fmbook.geometry.boards import Board
from fmbook.widgets.board import prepared
from fmbook.widgets.board.hex import ground
from fmbook.widgets.board.sheets import Frame
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


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The drill ground, drawn ahead by a Python that puts its sets in another order."""
    path = tmp_path / "prepared.zip"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "4"}
    subprocess.run([sys.executable, "-c", DRAW, str(path)], env=environment, check=True)
    monkeypatch.setattr(prepared, "ARCHIVE", path)
    prepared._archive.cache_clear()
    ground.cache_clear()
    yield path
    prepared._archive.cache_clear()
    ground.cache_clear()


def drill() -> tuple[Board, Frame]:
    board = load_board("drill/board.toml")
    return board, Frame.around(board)


def test_a_board_that_was_drawn_ahead_looks_the_same(archive, monkeypatch):
    board, frame = drill()
    brought = ground.__wrapped__(board, frame, detail="light")
    monkeypatch.setattr(prepared, "ARCHIVE", archive.with_name("none.zip"))
    drawn = ground.__wrapped__(board, frame, detail="light")
    assert [(type(shape), shape.name) for shape in brought.shapes] == [
        (type(shape), shape.name) for shape in drawn.shapes
    ]
    assert decode(encode(brought)) == decode(encode(prepared._rounded(to_builtins(drawn))))


def test_a_board_that_was_drawn_ahead_is_not_drawn_again(archive, monkeypatch):
    monkeypatch.setattr("fmbook.widgets.board.hex._drawn", lambda *_: pytest.fail("it was drawn"))
    board, frame = drill()
    assert ground.__wrapped__(board, frame, detail="light").shapes


def test_what_was_not_drawn_ahead_is_drawn(archive):
    board, frame = drill()
    assert ground.__wrapped__(board, frame, detail="full").shapes


def test_without_an_archive_everything_is_drawn():
    assert not prepared.ARCHIVE.is_file()


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
