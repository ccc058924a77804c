"""Whatever comes from a file, a code or a text box is text on the desk: two hundred payloads through every entrance."""

from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import fmbook as fm
from fmbook.books.drill import DRILL
from fmbook.components.scenarios import Scenario, SketchForm, UnitForm, setup_of
from fmbook.core.events import TurnBegan
from fmbook.core.verdicts import Reason, Verdict
from fmbook.engine.resolution import DiaryEntry
from fmbook.play.positions import Prompt
from fmbook.text import Section
from fmbook.widgets.desk import panels
from fmbook.widgets.desk.desk import Desk, desk
from fmbook.widgets.desk.saving import Earlier
from fmbook.widgets.page import guard, shell
from tests.tools.payloads import PAYLOADS

assert len(PAYLOADS) == 200


class Elements(HTMLParser):
    """Which elements a piece of HTML makes, and with which attributes."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, tuple[str, ...]]] = []
        self.words = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, tuple(name for name, _ in attrs)))

    def handle_comment(self, data: str) -> None:
        self.found.append(("comment", ()))

    def handle_data(self, data: str) -> None:
        self.words += data


def elements(html: str) -> list[tuple[str, tuple[str, ...]]]:
    return Elements(html).found


@pytest.fixture(autouse=True)
def _here(monkeypatch: Any, tmp_path: Any) -> None:
    monkeypatch.setattr(guard, "RERAISE", True)
    monkeypatch.setenv("FMBOOK_HOME", str(tmp_path))


def as_notice(text: str) -> str:
    """What a house rule's text, a board's label and an event's words look like in the story."""
    return panels.story([DiaryEntry(text, TurnBegan(text))])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "write",
    [
        panels.look, lambda text: panels.told(text, text), lambda text: panels.prompt(Prompt(text, text), text),
        lambda text: panels.prompt(Prompt(text, text), text, apart=text), panels.cited, as_notice,
        lambda text: panels.refusal(Verdict(text, (Reason(text, text, (text,), text),))),
        lambda text: panels.board([Section(text, (text,))]),
        lambda text: Earlier(fm.new_game("drill"), text).as_html(),
    ],
)  # fmt: skip
def test_no_panel_makes_an_element_of_a_text(write):
    plain = elements(write("x"))
    for payload in PAYLOADS:
        assert elements(write(payload)) == plain, payload
        assert payload.split()[-1] in Elements(write(payload)).words


def hostile_game(payload: str) -> fm.Game:
    """A scenario whose every text is a payload, down to the board's label and the unit's name."""
    units = tuple(
        UnitForm(id=id_, side=side, at=at, factors="5-4-5", name=payload, group=payload)
        for id_, side, at in (("B1", "Blue", "a1"), ("R1", "Red", "a2"))
    )
    form = Scenario(
        title=payload, says=payload, sides=("Blue", "Red"), turns=2,
        unit=units,
        sketch=SketchForm(text="a1 a2 a3\n b1 b2 b3", title=payload, labels={"a1": payload}),
        goal={"kind": "hold", "side": "Blue", "hexes": ["a3"], "text": payload},
    )  # fmt: skip
    return fm.Game(setup_of(form, "drill", "hostile", DRILL), 1)


def shown(on: Desk) -> str:
    parts = on.parts
    beside = (parts.side, parts.story, parts.task)
    return "".join(part.value for part in (parts.prompt, *beside, parts.answer, on.text, on.offer.offered))


@pytest.fixture(scope="module")
def drill_desk():
    return desk(fm.new_game("drill", "march"))


def test_typed_lines_and_codes_are_text(drill_desk):
    parts = drill_desk.parts
    parts.line.value = "xx"
    drill_desk._on_button(drill_desk._say_it, None)
    plain = elements(shown(drill_desk))
    for payload in PAYLOADS:
        for line in (payload, f"move {payload} 0403", f"look {payload}", f"rule {payload}", f"resume {payload}"):
            parts.line.value = line
            drill_desk._on_button(drill_desk._say_it, None)
            made = [tag for tag in elements(shown(drill_desk)) if tag not in plain and tag[0] != "br"]
            assert made == [], line
        drill_desk.saving.code.value = payload
        drill_desk._on_button(drill_desk._resume, None)
        drill_desk._on_heard({"what": "shelved", "code": payload})


def test_a_scenario_file_is_text():
    plain = played_elements("x")
    for payload in PAYLOADS[::10]:
        assert played_elements(payload) == plain, payload


def played_elements(payload: str) -> list[tuple[str, tuple[str, ...]]]:
    on = Desk(hostile_game(payload))
    on._on_place("a1")
    html = shown(on)
    on.parts.tabs_of["Board in words"].value = True
    html += shown(on)
    on._on_look("a1")
    on._on_button(on._hint, None)
    return elements(html + shown(on) + on.map.svg())


def test_what_is_said_is_no_markup_in_the_live_region():
    script = (Path(shell.__file__).with_name("shell.js")).read_text()
    assert "innerHTML" not in script.replace("never innerHTML", "")
    assert "insertAdjacentHTML" not in script
