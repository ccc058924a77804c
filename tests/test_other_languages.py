"""What a reader of chapters 00 and 10 meets is there in Dutch, whole, with the figures of the original.

When a test here fails after an English sentence was changed, it names the sentence. Put its translation right, in
`data/languages/nl.po` or in the file beside the data, and run `python tests/tools/languages.py nl --seen`. Until then a
reader is told that one sentence in English.
"""

import ast
import json
import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from ipywidgets import Widget

import fmbook as fm
from fmbook.books.systems import system
from fmbook.core.data import notebooks_root
from fmbook.core.language import language, missed, told, told_html
from fmbook.lessons import reviews
from fmbook.lessons.exercises import exercises_of
from fmbook.opponents import review as reviewing
from fmbook.opponents.search import Effort
from fmbook.widgets.desk.desk import Desk
from fmbook.widgets.desk.panels import meant, opened
from fmbook.widgets.exercises import ExerciseBox
from tests.tools.languages import figures, stale

PLAYED = {
    "first_steps": ("why move B1 0406", "move B1 0405", "end-phase", "odds 0406", "attack 0406", "roll"),
    "braakman": ("move 9/3 2540", "move 8/3 2739", "move 3Eng 2640", "end-phase", "end-phase"),
    "campaign": (
        "move 6/2 3119",
        "why move 10/1 3018",
        "why move 9/3 2638",
        "move 5/2 3118",
        "move 4/2 3019",
        "end-phase",
    ),
}
SAID = ("board", "orders", "help", "units", "losses", "front", "guide")


@pytest.fixture
def dutch() -> Iterator[None]:
    language("nl")
    yield
    language("en")


def test_no_figure_and_no_hole_differs():
    assert list(figures("nl")) == []


def test_no_text_has_changed_since_it_was_translated():
    assert list(stale("nl")) == []


@pytest.mark.usefixtures("dutch")
@pytest.mark.parametrize("chapter", ["00_start_here", "10_scheldt"])
def test_nothing_that_a_reader_meets_lacks_a_translation(chapter, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FMBOOK_HOME", str(tmp_path))
    with missed() as found:
        for shown in everything(notebooks_root() / f"{chapter}.ipynb"):
            send(shown)
            if isinstance(shown, Desk):
                play(shown)
            for box in [shown] if isinstance(shown, ExerciseBox) else getattr(shown, "boxes", []):
                answer(box)
    assert not found, "\n".join(["To be put into Dutch, in data/languages/nl.po:", *sorted(found)])


@pytest.mark.usefixtures("dutch")
@pytest.mark.parametrize("system", ["fm", "scheldt", "drill"])
def test_every_rule_that_a_reader_can_open_beside_the_board_is_told(system):
    cited = [rule for rule in fm.rules(system) if not rule.title.startswith("Toy:")]
    with missed() as found:
        for rule in cited:
            told_html(opened(rule))
    assert cited
    assert not found


@pytest.mark.usefixtures("dutch")
def test_every_clause_of_a_standard_rule_is_read_out_in_dutch():
    desk = Desk(fm.new_game("scheldt", "braakman"))
    with missed() as found:
        for rule in fm.rules("fm"):
            desk.talk.answer(f"rule {rule.id}")
    assert not found, "\n".join(["To be put into Dutch, in data/languages/nl.po:", *sorted(found)])


@pytest.mark.usefixtures("dutch")
def test_the_answers_of_the_first_chapter_are_told():
    with missed() as found:
        said = fm.answers("00")._repr_markdown_()
    assert "Dat is het aantal hexen." in said
    assert not found


@pytest.mark.usefixtures("dutch")
@pytest.mark.parametrize("asked", [*exercises_of("00"), *exercises_of("10")], ids=lambda each: each.id)
def test_every_answer_and_every_hint_of_a_question_is_told(asked):
    with missed() as found:
        for said in (*asked.right, *asked.task.wrong):
            told(asked.mark(said).text)
        for level in (1, 2, 3):
            told(asked.hint(level).text)
        told(asked.how)
    assert not found, "\n".join(["To be put into Dutch, in data/languages/nl.po:", *sorted(found)])


@pytest.mark.usefixtures("dutch")
def test_what_lies_around_a_hex_is_told():
    desk = Desk(fm.new_game("drill", "first_steps"))
    east = "Naar het oosten: 0406 Eastbrook, stad, aan de weg; Rood: R1. Daartussen: weg."
    assert east in desk.talk.answer("look 0405")


@pytest.mark.parametrize("asked", ["attackers", "support", "roll", "loss", "shelled", "advance"])
def test_a_question_that_the_guide_wants_answered_first_is_told(dutch, asked):
    """The desk asks it with its side; the guide asks it within a sentence of its own."""
    put = system("scheldt").book.all_questions[asked].prompt.partition(": ")[2]
    for bracket in ("", r"\1"):
        plain = re.sub(r"\[(.*?)\]", bracket, put).format(target="3018", count="2 hexes")
        assert told(f"First answer: {plain} Then: click 3018.").startswith("Antwoord eerst: ")


@pytest.mark.usefixtures("dutch")
def test_a_word_that_is_no_command_is_answered_with_commands_as_one_types_them():
    said = Desk(fm.new_game("drill", "first_steps")).talk.answer("blah")
    assert "Geen order en geen commando begint met “blah”. Bedoelde je load, land of blow?" in said


@pytest.mark.usefixtures("dutch")
def test_every_code_that_a_reader_can_press_is_told():
    coded = [each for each in fm.glossary() if each.rule == "fm:7.6" or any(name.isupper() for name in each.names)]
    with missed() as found:
        for each in coded:
            told_html(meant(each))
    assert len(coded) > 6
    assert not found


@pytest.mark.usefixtures("dutch")
@pytest.mark.parametrize("thrown", range(1, 7))
def test_every_result_of_the_first_attack_is_told(thrown):
    game = fm.new_game("drill", "first_steps")
    with missed() as found:
        for order in ("move B1 0405", "end-phase", "attack 0406"):
            game.do(order)
        send(fm.desk(game))
        game.do("roll", roll=thrown)
        send(fm.desk(game))
    assert not found


@pytest.mark.usefixtures("dutch")
@pytest.mark.parametrize("name", fm.scenarios("scheldt"))
def test_every_part_of_the_campaign_begins_in_dutch(name):
    with missed() as found:
        send(fm.desk(fm.new_game("scheldt", str(name))))
    assert not found


@pytest.mark.usefixtures("dutch")
@pytest.mark.parametrize(("system", "scenario", "seed"), [("scheldt", "braakman", 4), ("drill", "first_steps", 2)])
def test_another_opponent_and_the_review_of_a_game_are_told_in_dutch(system, scenario, seed, few_play_outs):
    game = fm.new_game(system, scenario, seed)
    with missed() as found:
        desk = Desk(game, you=game.sides[0], opponent="cadet")
        desk._play_against("captain")
        send(desk)
        fm.play_out(game, dict(zip(game.sides, ("cadet", "sergeant"), strict=True)))
        desk._review()
        send(desk)
        review = fm.review(game)
        send(review)
        for mark in review.marks:
            desk.show_moment(mark, review, game)
            send(desk)
        desk._play_on()
        send(desk)
    assert review.marks
    assert not found, "\n".join(["To be put into Dutch, in data/languages/nl.po:", *sorted(found)])


@pytest.fixture
def few_play_outs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A review looks at each moment a few times only, and nothing is known from before."""
    monkeypatch.setenv("FMBOOK_HOME", str(tmp_path))
    monkeypatch.setattr(reviewing, "FEWEST", 8)
    monkeypatch.setattr(reviewing, "MOST", 8)
    monkeypatch.setattr(reviewing, "THOUGHT", Effort(8, 2_000))
    reviews._known.clear()


def everything(path: Path) -> Iterator[Any]:
    """Run a chapter, and give what each of its cells shows."""
    names: dict[str, Any] = {}
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        *before, last = ast.parse("".join(cell["source"])).body
        assert isinstance(last, ast.Expr)
        exec(compile(ast.Module(before, []), path.name, "exec"), names)
        with redirect_stdout(StringIO()) as printed:
            yield eval(compile(ast.Expression(last.value), path.name, "eval"), names)
        assert told(printed.getvalue()) == printed.getvalue(), "what is printed passes no door"


def send(shown: Any) -> None:
    """Do what a page does: fetch every word of it."""
    for door in ("_repr_mimebundle_", "_repr_html_", "_repr_markdown_", "__str__"):
        if hasattr(type(shown), door) and "fmbook" in type(shown).__module__:
            getattr(shown, door)()
    for widget in widgets(shown, set()):
        widget.get_state()


def widgets(shown: Any, met: set[int]) -> Iterator[Any]:
    if isinstance(shown, Widget) and id(shown) not in met:
        met.add(id(shown))
        yield shown
        for value in [*shown._trait_values.values(), *vars(shown).values()]:
            for each in value if isinstance(value, list | tuple) else (value,):
                yield from widgets(each, met)


def play(desk: Desk) -> None:
    """Press every tab, give orders, ask for what words there are, and for a hint."""
    for tab in desk.parts.tabs_of.values():
        tab.value = True
        send(desk)
    for line in (*PLAYED.get(str(desk.game.setup.name), ()), *SAID):
        desk.talk.answer(line)
        desk.show()
        send(desk)
    for unit in desk.game.units()[:2]:
        desk._on_look(unit.place or "2021")
        desk._hint()
        send(desk)


def answer(box: Any) -> None:
    """Take every hint, and give right and wrong answers."""
    for _ in range(3):
        box._on_hint()
        send(box)
    for said in (*box.exercise.right, *box.exercise.task.wrong):
        box._mark(str(said))
        send(box)


def test_a_chapter_in_another_language_has_the_same_boxes_and_figures():
    """Its code is that of the original; only its first box also names the language."""
    for path in sorted(notebooks_root().glob("*.??.ipynb")):
        own, original = read(path), read(path.with_name(path.name.replace(".nl.", ".")))
        assert [cell["id"] for cell in own] == [cell["id"] for cell in original]
        for cell, other in zip(own, original, strict=True):
            if cell["cell_type"] == "code":
                assert "".join(cell["source"]).replace('fm.language("nl")\n', "") == "".join(other["source"])


def test_the_picture_of_a_chapter_asks_in_its_own_language():
    for path in sorted(notebooks_root().glob("*.??.ipynb")):
        own, original = first_picture(path), first_picture(path.with_name(path.name.replace(".nl.", ".")))
        asked = original.split(". ", 1)[1].split("  [")[0]
        assert asked.endswith(".")
        assert asked not in own


def first_picture(path: Path) -> str:
    shown = [output["data"] for cell in read(path) for output in cell.get("outputs", []) if "data" in output]
    return "".join(next(data["text/plain"] for data in shown if "image/svg+xml" in data))


def read(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return found
