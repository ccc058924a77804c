"""Words of the trade can be pressed where a panel uses them first; a line says what they mean, and shuts again."""

import re

import pytest

import fmbook as fm
from fmbook.widgets.desk.desk import Desk, desk
from fmbook.widgets.page.glossed import glossed

pytestmark = pytest.mark.usefixtures("desk_apart")
WORD = re.compile(r'<button class="fmbook-word" data-word="([^"]*)">([^<]*)</button>')


def at_the_odds() -> Desk:
    """A desk on which an attack is thought of, so that its chances stand beside the map."""
    on = desk(fm.new_game("drill", "flank"))
    while "combat" not in on.game.phase:
        on.give(fm.order("end-phase"))
    on._on_place("0404")
    return on


def sent(on: Desk) -> str:
    return str(on.parts.side.get_state("value")["value"])


def ask(on: Desk, **content: str) -> None:
    on.parts.shell._handle_custom_msg(content, [])


def test_the_codes_of_the_odds_can_be_pressed_the_first_time_they_stand_there():
    found = WORD.findall(sent(at_the_odds()))
    assert {"D2", "Ex"} <= {said for _, said in found}
    assert len({word for word, _ in found}) == len(found)


def test_a_word_opens_its_line_with_its_rule_and_what_stood_there_comes_back():
    on = at_the_odds()
    before = on.parts.side.value
    ask(on, what="rule", word="Differential")
    assert "picks the column of the table" in on.parts.side.value
    assert '<button class="fmbook-rule' in on.parts.side.value
    assert on.parts.shell.says.startswith("Differential: ")
    ask(on, what="shut")
    assert on.parts.side.value == before
    assert on.choice.plan == "0404"


def test_words_of_another_game_and_parts_of_words_are_left_alone():
    assert not WORD.search(glossed("<p>No Man's Land is seen by the stepmother.</p>", "drill"))
    assert WORD.findall(glossed("<p>No Man's Land.</p>", "vimy")) == []  # escaped, as panels write it
    assert WORD.findall(glossed("<p>No Man&#x27;s Land.</p>", "vimy")) == [("No Man&#x27;s Land", "No Man&#x27;s Land")]


def test_what_can_be_pressed_already_and_headings_are_left_alone():
    for markup in (
        "<h3>Step</h3>",
        "<button>Retreat</button>",
        '<p title="a step">x</p>',
        "<svg><text>D2</text></svg>",
    ):
        assert glossed(markup, "drill") == markup


def test_a_word_that_is_no_word_opens_nothing(monkeypatch):
    monkeypatch.setattr("fmbook.widgets.page.guard.RERAISE", False)
    on = at_the_odds()
    before = on.parts.side.value
    ask(on, what="rule", word="<b>nothing</b>")
    assert on.parts.side.value == before


def test_a_code_that_is_a_word_of_another_language_is_pressed_only_where_it_stands_as_a_code():
    assert not WORD.search(glossed("<p>De aanval is open.</p>", "drill"))
    assert WORD.findall(glossed("<small>(De)</small><td>Ex</td>", "drill")) == [("De", "De"), ("Ex", "Ex")]


def test_words_of_a_step_can_be_pressed_and_names_in_it_still_light_up():
    on = desk(fm.new_game("drill", "flank"), steps="02.attack")
    lines = []
    for _ in range(9):
        lines.append(on.parts.coach[0].get_state("offered")["offered"].get("words", ""))
        if not on.coach.wanted:
            break
        on.give(on.coach.wanted)
    assert any(WORD.search(line) for line in lines)
    assert all("data-at" not in said for line in lines for said, _ in WORD.findall(line))


def test_a_step_is_pressed_where_it_is_lost_and_not_where_it_is_marched():
    assert WORD.findall(glossed("<p>R1 loses a step.</p>", "drill")) == [("Step", "step")]
    assert not WORD.search(glossed("<p>Each step of the way has a price.</p>", "drill"))


def test_a_code_that_no_table_of_a_game_prints_may_be_the_name_of_a_unit():
    assert WORD.findall(glossed("<p>A2</p>", "drill")) == [("A1", "A2")]
    assert not WORD.search(glossed("<p>What do the tanks A2 pay?</p>", "europa_41"))


def test_a_word_can_be_pressed_in_the_plural_too():
    assert WORD.findall(glossed("<p>Markers are guns.</p>", "drill")) == [("Support marker", "Markers")]
