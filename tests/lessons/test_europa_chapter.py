"""The chapter on special terrain: fifteen places, each with its page, its rule, its board, its question."""

import json
import re
from pathlib import Path

import pytest

import fmbook as fm
from fmbook.lessons.atlas import load_atlas
from fmbook.lessons.exercises import ask

CHAPTER = json.loads((Path(__file__).parents[2] / "notebooks" / "50_europa_41.ipynb").read_text(encoding="utf-8"))
EUROPA = load_atlas("europa_41")
SECTIONS = [cell for cell in CHAPTER["cells"] if "".join(cell["source"]).startswith("### 41.")]


def section(entry: str) -> str:
    """All calls that stand under the heading of an entry."""
    sources = ["".join(cell["source"]) for cell in CHAPTER["cells"]]
    first = next(number for number, source in enumerate(sources) if source.startswith(f"### {entry} "))
    last = next(number for number in range(first + 1, len(sources)) if sources[number].startswith("#"))
    return "\n".join(sources[first + 1 : last])


def test_every_place_has_its_section_in_the_order_of_the_rule():
    assert ["".join(cell["source"]).split()[1] for cell in SECTIONS] == [entry.id for entry in EUROPA.plan.entry]


@pytest.mark.parametrize("number", range(15))
def test_a_section_has_page_rule_board_and_question(number):
    entry = EUROPA.plan.entry[number]
    said = section(entry.id)
    assert f'fm.page("europa_41:{entry.id}")' in said
    assert f'fm.rule("europa_41:{entry.id}")' in said
    assert f'fm.new_game("europa_41", "{entry.id}")' in said or "\nkerch\n" in said
    (asked,) = re.findall(r'fm\.ask\("(50\.[a-o])"\)', said)
    assert asked == f"50.{chr(ord('a') + number)}"
    assert ask(asked).game.setup.scenario == entry.id


def test_sections_are_folded_so_that_the_page_stays_short():
    assert all(cell["metadata"]["jp-MarkdownHeadingCollapsed"] for cell in SECTIONS)


def test_every_clause_of_the_rule_is_shown():
    assert [held.id for held in fm.coverage("europa_41").clauses if "50_europa_41" not in held.chapters] == []


@pytest.mark.parametrize("entry", EUROPA.plan.entry, ids=lambda entry: entry.id)
def test_a_page_tells_the_tasks_of_its_board(entry):
    tasks = EUROPA.tasks(entry)
    assert len(tasks) == fm.new_game("europa_41", entry.id).setup.turns
    assert 2 <= len(tasks) <= 3
    written = fm.page(f"europa_41:{entry.id}")._repr_markdown_()
    assert written.count("**Task ") == len(tasks)


def test_a_bill_is_made_out_for_the_ground_as_it_is_now():
    """The Vuoksa is open, the side stream frozen: one has its price, the other none."""
    said = ask("50.n").answer("5").text
    assert "Vuoksa, never frozen" in said
    assert "2 for 35:4417 (woods ground)" in said


def test_the_guided_task_is_solved_when_the_text_says_so():
    game = fm.new_game("europa_41", "41.E.1")
    for order in ("say none", "say 3", "overrun A2 3525", "move A1 3525"):
        game.do(order)
    assert game.turn == 2
    assert "Task 1 is solved." in "\n".join(map(str, game.diary))


def test_a_ferry_that_is_full_says_so():
    said = ask("50.b").answer("A4").text
    assert "The ferry has carried 2 REs in this player turn, and takes 3." in said
    assert "Rule 41.A.2." in said


@pytest.mark.parametrize("name", ["50.d", "50.f"])
def test_a_window_as_wide_as_the_board_is_the_board(name):
    assert ask(name).task.near
    assert ask(name).window == frozenset()
