"""Every chapter is small steps of plain calls, run from the top, and reads without a kernel.

A chapter that has a lesson (a file in data/lessons) keeps to the pattern of lessons; one without is for looking up.
"""

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

import fmbook as fm
from fmbook.books.cards import book as written_book
from fmbook.books.systems import rulebooks
from fmbook.core.data import originals
from fmbook.engine.rulebook import Mark
from fmbook.lessons.documents import papers
from fmbook.lessons.lessonfile import lesson_form, lesson_names

CHAPTERS = originals(Path(__file__).parents[1] / "notebooks", "*.ipynb")
"""Those in another language are held beside them by test_other_languages."""
WIDGETS = ("application/vnd.jupyter.widget-view+json", "application/vnd.jupyter.widget-state+json")


PATTERN = ("Where we are", "The rule", "Your turn", "What happened", "Exercises", "Sources", "How to stop")


@pytest.fixture(params=CHAPTERS, ids=lambda path: path.stem)
def path(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


@pytest.fixture(params=lesson_names())
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def chapter(path: Path) -> dict[str, Any]:
    return read(path)


@pytest.fixture
def lesson(name: str) -> dict[str, Any]:
    return read(CHAPTERS[0].with_name(f"{name}.ipynb"))


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def code(chapter: dict[str, Any]) -> list[dict[str, Any]]:
    return [cell for cell in chapter["cells"] if cell["cell_type"] == "code"]


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def tags(cell: dict[str, Any]) -> list[str]:
    return list(cell["metadata"].get("tags", []))


def bundles(chapter: dict[str, Any]) -> list[dict[str, Any]]:
    return [output.get("data", {}) for cell in code(chapter) for output in cell["outputs"]]


def test_there_are_chapters():
    assert CHAPTERS


def test_it_was_run_from_the_top(chapter):
    counts = [cell["execution_count"] for cell in code(chapter)]
    assert counts == list(range(1, len(counts) + 1))


def test_cells_are_short_and_hold_no_logic_but_rules(chapter):
    """A function in a cell is a rule: it bears one of the marks, and what it says is the rule's own logic."""
    wordy = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef, ast.For, ast.While, ast.If, ast.Try)
    for cell in code(chapter):
        assert len(source(cell).splitlines()) <= 15
        steps = [node for node in ast.parse(source(cell)).body if not is_rule(node)]
        assert not any(isinstance(node, wordy) for step in steps for node in ast.walk(step))


def is_rule(node: ast.stmt) -> bool:
    marks = {f"fm.{name}" for name in fm.__all__ if isinstance(getattr(fm, name), Mark)}
    return isinstance(node, ast.FunctionDef) and any(
        isinstance(mark, ast.Call) and ast.unparse(mark.func) in marks for mark in node.decorator_list
    )


def test_only_tagged_cells_keep_outputs(chapter):
    assert [source(cell) for cell in code(chapter) if cell["outputs"] and "keep_output" not in tags(cell)] == []


def test_kept_outputs_are_there_and_small(chapter):
    for cell in code(chapter):
        if "keep_output" in tags(cell):
            assert cell["outputs"], source(cell)
            texts = [
                text for output in cell["outputs"] for text in (output.get("text"), *output.get("data", {}).values())
            ]
            most = 110_000 if AS_IT_STANDS in tags(cell) else 80_000  # all rulings of all books are told whole
            assert sum(len("".join(text or "").encode()) for text in texts) <= most


def test_it_carries_no_widgets(chapter):
    assert "widgets" not in chapter["metadata"]
    assert not any(mime in json.dumps(chapter) for mime in WIDGETS)


def test_it_runs_on_any_machine(chapter):
    assert chapter["metadata"]["kernelspec"]["name"] == "python3"


def test_the_opening_board_can_be_seen_without_a_kernel(chapter):
    """One board a chapter; the real ground may stand beside it."""
    pictures = ["".join(bundle["image/svg+xml"]) for bundle in bundles(chapter) if "image/svg+xml" in bundle]
    boards = [picture for picture in pictures if 'class="counter-' in picture]
    assert len(boards) == 1
    assert boards[0] is pictures[0]
    assert len(pictures) <= 2
    assert all(len(picture.encode()) <= 80_000 for picture in pictures)


AS_IT_STANDS = "as_it_stands"
"""The tag of a cell that shows all books, or the files of a rule: its text changes with every card put right."""
STANDING = ("look_up", "coverage", "rulings", "reconstructed", "differences", "tables", "slips", "trace")


def test_all_kept_outputs_are_compared_pictures_too(chapter):
    for cell in code(chapter):
        compared = "nbval-check-output" in tags(cell)
        assert ("keep_output" in tags(cell)) == (compared or AS_IT_STANDS in tags(cell)), source(cell)
        assert not (compared and AS_IT_STANDS in tags(cell)), source(cell)


def test_what_is_kept_as_it_stands_is_a_list_of_the_books_or_the_files_of_a_rule(chapter):
    for cell in code(chapter):
        if AS_IT_STANDS in tags(cell):
            assert any(f"fm.{call}(" in source(cell) for call in STANDING), source(cell)


def test_lists_of_all_books_name_every_book_that_is_built():
    """After a new book, run python tests/tools/tidy_notebooks.py on the chapter."""
    cells = [cell for path in CHAPTERS for cell in code(read(path)) if AS_IT_STANDS in tags(cell)]
    kept = {source(cell).splitlines()[-1]: json.dumps(cell["outputs"]) for cell in cells}
    for system in (built.id for built in rulebooks()):
        assert f"{system}:" in kept["fm.look_up()"]
        assert (f"{system} " in kept["fm.coverage()"]) == bool(written_book(system).clauses)
        assert system in kept["fm.reconstructed()"]


# --- the first screen ----------------------------------------------------------------------------------

ELSEWHERE = '<p class="fmbook-elsewhere">'


def test_it_opens_with_a_title_a_sentence_and_something_to_touch(chapter):
    head, first = chapter["cells"][:2]
    title, sentence, elsewhere = source(head).split("\n\n")
    assert title.startswith("# ")
    sentence = sentence.partition("\n*")[0]  # what a warning says comes on top
    assert len(sentence.split()) <= 45
    assert "**Run**" not in sentence
    assert elsewhere.startswith(ELSEWHERE)
    assert source(first).startswith("import fmbook as fm\n\n")
    assert "image/svg+xml" in json.dumps(first["outputs"]) or "fm.look_up()" in source(first)


def test_a_warning_stands_above_the_board_and_nowhere_else(chapter):
    warned = [
        at
        for at, cell in enumerate(chapter["cells"])
        if "pictures of the" in source(cell) or "pictures of them" in source(cell)
    ]
    assert set(warned) <= {0}


def test_all_chapters_say_alike_what_to_press_where_a_page_does_not_set_itself_up():
    assert len({source(read(path)["cells"][0]).split("\n\n")[-1] for path in CHAPTERS}) == 1


def test_it_asks_to_be_set_up_when_it_is_opened(chapter):
    assert chapter["metadata"]["fmbook"]["set_up"] is True


def test_every_link_to_a_chapter_leads_to_one_and_all_can_be_reached_from_the_first():
    links = {
        path.name: set(re.findall(r"\]\(([^)/]+\.ipynb)\)", "".join(map(source, read(path)["cells"]))))
        for path in CHAPTERS
    }
    reached, todo = set(), {CHAPTERS[0].name}
    while todo:
        reached |= todo
        todo = {name for here in todo for name in links[here]} - reached
    assert reached == set(links)


# --- the pattern of a lesson ---------------------------------------------------------------------------


def test_its_card_for_teachers_comes_after_the_board_and_is_folded(lesson, name):
    assert source(lesson["cells"][2]) == f'fm.lesson("{name}")'
    card = "".join(lesson["cells"][2]["outputs"][0]["data"]["text/markdown"])
    assert card.startswith("<details><summary>For teachers</summary>")


def test_it_keeps_to_the_order_of_headings(lesson, name):
    lines = "\n".join(source(cell) for cell in lesson["cells"] if cell["cell_type"] == "markdown").splitlines()
    found = [line[3:] for line in lines if line.startswith("## ")]
    assert [heading for heading in found if heading in PATTERN] == list(PATTERN)
    assert found[-1] == PATTERN[-1]


def test_its_end_says_once_how_to_stop_and_how_to_resume(chapter):
    _, _, end = source(chapter["cells"][-1]).rpartition("## How to stop")
    for said in ("Save and resume", "Show the resume code", "Shut Down Notebook"):
        assert " ".join(end.split()).count(said) == 1, said
    assert "Resume this code" in end or "fm.resume(" in end


def test_a_lesson_ends_with_a_way_to_the_chapter_of_every_other_game(lesson, name):
    games = {each for each in lesson_names() if "10" <= each[:2] < "90" and each != name}
    led_to = set(re.findall(r"\]\((\w+)\.ipynb\)", source(lesson["cells"][-1])))
    assert games <= led_to or name[:2] >= "90"


def test_it_shows_a_rule_plays_a_game_asks_and_looks_back(lesson):
    said = "\n".join(map(source, code(lesson)))
    for call in ("fm.rule(", "fm.new_game(", "fm.ask(", "fm.debrief("):
        assert call in said, call


def test_it_asks_everything_that_its_lesson_holds_and_gives_no_answers_away(lesson, name):
    said = "\n".join(map(source, code(lesson)))
    number, form = name[:2], lesson_form(name)
    assert re.findall(r'fm\.ask\("(.+?)"\)', said) == [f"{number}.{each}" for each in form.tasks if each[0] != "t"]
    assert (f'fm.ticket("{number}")' in said) == bool(form.ticket)
    assert "fm.answers(" not in said


def test_a_game_of_history_asks_its_question_early_shows_papers_and_people_and_asks_again_at_the_door(lesson, name):
    """Its question stands before the first rule, its papers before the questions about them."""
    essays = lesson_form(name).essays
    said = "\n".join(map(source, code(lesson)))
    assert re.findall(r'fm\.question\("(.+?)"\)', said) == [
        f"{name[:2]}.{each}" for each, essay in essays.items() if not essay.door
    ]
    assert re.findall(r'fm\.decide\("(.+?)"\)', said) == [f"{name[:2]}.{each}" for each in lesson_form(name).decisions]
    if essays:
        text = "\n".join(map(source, lesson["cells"]))
        shown = re.findall(r'fm\.documents\("(.+?)"\)', said)
        assert [papers(system).central in " ".join(text.split()) for system in shown] == [True]
        asked, first_rule = text.index("**The question of this chapter: "), text.index("fm.rule(")
        pause, cards, first, door = (
            text.index(f"fm.{call}(") for call in ("decide", "documents", "question", "ticket")
        )
        assert asked < text.index("fm.lives(") < first_rule < pause < cards < first < door


def test_any_cell_may_be_run_again_after_the_first_run(chapter):
    """No name is given twice, so that no box depends on which of two others ran last."""
    given = [
        target.id
        for cell in code(chapter)
        for node in ast.walk(ast.parse(source(cell)))
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    ]
    assert len(given) == len(set(given))


def test_after_the_first_run_the_cells_run_in_any_order(chapter):
    """Each alone as a reader may press it: first from the top, then backwards, with what each one shows."""
    known: dict[str, Any] = {}
    cells = [ast.parse(source(cell)) for cell in code(chapter)]
    for tree in (*cells, *reversed(cells)):
        *steps, last = tree.body
        exec(compile(ast.Module(steps, []), "cell", "exec"), known)
        if isinstance(last, ast.Expr):
            assert repr(eval(compile(ast.Expression(last.value), "cell", "eval"), known))
        else:
            exec(compile(ast.Module([last], []), "cell", "exec"), known)
