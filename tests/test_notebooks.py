"""Every chapter is small steps of plain calls, run from the top, and reads without a kernel."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest

CHAPTERS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))
WIDGETS = ("application/vnd.jupyter.widget-view+json", "application/vnd.jupyter.widget-state+json")


@pytest.fixture(params=CHAPTERS, ids=lambda path: path.stem)
def chapter(request: pytest.FixtureRequest) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(request.param.read_text(encoding="utf-8"))
    return read


def code(chapter: dict[str, Any]) -> list[dict[str, Any]]:
    return [cell for cell in chapter["cells"] if cell["cell_type"] == "code"]


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def tags(cell: dict[str, Any]) -> list[str]:
    return list(cell["metadata"].get("tags", []))


def test_there_are_chapters():
    assert CHAPTERS


def test_it_was_run_from_the_top(chapter):
    counts = [cell["execution_count"] for cell in code(chapter)]
    assert counts == list(range(1, len(counts) + 1))


def test_cells_are_short_and_hold_no_logic(chapter):
    wordy = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef, ast.For, ast.While, ast.If, ast.Try)
    for cell in code(chapter):
        assert len(source(cell).splitlines()) <= 15
        assert not any(isinstance(node, wordy) for node in ast.walk(ast.parse(source(cell))))


def test_only_tagged_cells_keep_outputs(chapter):
    assert [source(cell) for cell in code(chapter) if cell["outputs"] and "keep_output" not in tags(cell)] == []


def test_kept_outputs_are_there_and_small(chapter):
    for cell in code(chapter):
        if "keep_output" in tags(cell):
            assert cell["outputs"], source(cell)
            assert len(json.dumps(cell["outputs"])) <= 80_000


def test_it_carries_no_widgets(chapter):
    assert "widgets" not in chapter["metadata"]
    assert not any(mime in json.dumps(chapter) for mime in WIDGETS)


def test_it_runs_on_any_machine(chapter):
    assert chapter["metadata"]["kernelspec"]["name"] == "python3"


def test_the_map_can_be_seen_without_a_kernel(chapter):
    data = [output.get("data", {}) for cell in code(chapter) for output in cell["outputs"]]
    assert any("image/svg+xml" in bundle for bundle in data)


def test_it_opens_with_a_lesson_card_and_ends_with_how_to_stop(chapter):
    first, last = source(chapter["cells"][0]), source(chapter["cells"][-1])
    assert first.startswith("# ")
    assert "**Lesson card**" in first
    assert "Shut Down" in last.splitlines()[-1]
