"""What ends a cell is shown as a page's own lists and tables, escaped, in the language of the session."""

from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

import fmbook as fm
from fmbook.core.verdicts import Reason, Verdict
from fmbook.mechanics.odds import Chances


@pytest.fixture
def dutch() -> Iterator[None]:
    fm.language("nl")
    yield
    fm.language("en")


def texts(markup: str, tag: str) -> list[str]:
    page = ElementTree.fromstring(f"<div>{markup}</div>".replace("<br>", "<br/>"))
    return ["".join(each.itertext()) for each in page.iter(tag)]


def test_a_refusal_lists_each_reason_with_its_rule_and_what_to_try():
    shown = fm.new_game("drill", "first_steps").can("move B1 0406")._repr_html_()
    assert texts(shown, "strong") == ["Moving B1 to 0406: not allowed"]
    assert texts(shown, "li") == [
        "0406 is held by the enemy (rule 5.1)Try: stop next to it, and attack it in the combat phase."
    ]


def test_chances_are_a_table_with_a_row_for_each_result():
    chances = fm.new_game("drill", "flank").battle("0404").odds()
    shown = chances._repr_html_()
    assert texts(shown, "th")[3:] == list(chances)
    assert texts(shown, "td")[1:4] == ["1/6", "16.7 %", ""]


def test_an_attack_shows_its_sum_and_its_chances():
    battle = fm.new_game("drill", "flank").battle("0404")
    shown = battle._repr_html_()
    assert texts(shown, "strong") == ["Attack on 0404: 9 against 5, which is +4."]
    assert {
        "B1 attacks",
        "rule 7.3",
        "Row Town or Hill, column +4 or +5, which is no better than +1 in the open.",
    } <= set(texts(shown, "td"))
    assert shown.endswith(battle.odds()._repr_html_())


@pytest.mark.parametrize(
    "shown",
    [
        Verdict("<b>", (Reason("<b>", "<b>", rule="<b>"),))._repr_html_(),
        Verdict("<b>")._repr_html_(),
        Chances({"<b>": 1})._repr_html_(),
    ],
)
def test_what_names_and_rules_say_is_escaped(shown):
    assert "<b>" not in shown
    assert "&lt;b&gt;" in shown


@pytest.mark.usefixtures("dutch")
def test_a_cell_speaks_the_language_of_the_session():
    game = fm.new_game("drill", "first_steps")
    assert texts(game.can("move B1 0406")._repr_html_(), "em") == [
        "Probeer: stop ernaast, en val die hex aan in de gevechtsfase."
    ]
    assert texts(game.can("move B1 0405")._repr_html_(), "p") == ["B1 naar 0405 laten gaan: toegestaan"]
    assert repr(game.can("move B1 0405")) == "B1 naar 0405 laten gaan: toegestaan."
    shown = fm.new_game("drill", "flank").battle("0404")._repr_html_()
    assert texts(shown, "strong") == ["Aanval op 0404: 9 tegen 5, dat is +4."]
    assert texts(shown, "th")[:3] == ["Uitkomst", "Kans", "Op de 100"]
    assert {
        "B1 valt aan",
        "Regel Stad of Heuvel, kolom +4 of +5, wat niet beter is dan +1 in open terrein.",
    } <= set(texts(shown, "td"))
