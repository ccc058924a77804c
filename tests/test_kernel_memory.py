"""A chapter fits beside its server into what Binder gives, with room: the kernel of the largest one is measured."""

import re
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

LARGEST = Path(__file__).parents[1] / "notebooks" / "20_vimy.ipynb"
MOST, ROOM = 150, 5  # megabytes; not every Python takes as many
SCROLL_THROUGH = """
import gc
from fmbook.widgets.board.hexmap import HexMap
for each in [each for each in gc.get_objects() if isinstance(each, HexMap)]:
    each.wake(1)
    each.rest()
print(open("/proc/self/status").read())
"""
"""What a page asks of each map as it comes into view and goes out of it."""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a process holds")
def test_the_kernel_of_the_largest_chapter_holds_150_megabytes_once_it_was_scrolled_through(tmp_path, monkeypatch):
    monkeypatch.setenv("FMBOOK_HOME", str(tmp_path / "games"))
    chapter = nbformat.read(LARGEST, as_version=4)  # type: ignore[no-untyped-call]
    told = nbformat.v4.new_code_cell(SCROLL_THROUGH)  # type: ignore[no-untyped-call]
    chapter.cells.append(told)
    run = NotebookClient(chapter, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}})
    run.execute()
    held = re.search(r"VmRSS:\s+(\d+) kB", told.outputs[0]["text"])
    assert held
    assert int(held[1]) / 1024 <= MOST + ROOM
