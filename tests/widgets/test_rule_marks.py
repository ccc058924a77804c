"""The number of a rule opens its card beside the board; what was in hand stays there."""

import re

import pytest

import fmbook as fm
from fmbook.widgets.desk import panels
from fmbook.widgets.desk.desk import Desk, desk

pytestmark = pytest.mark.usefixtures("desk_apart")


def refused() -> Desk:
    """A desk on which B1 is in hand, and a march of it has just been refused."""
    on = desk(fm.new_game("drill", "first_steps"))
    on._on_place("0404")
    on._on_place("0406")
    return on


def ask(on: Desk, what: str, rule: str = "") -> None:
    on.parts.shell._handle_custom_msg({"what": what, "rule": rule}, [])


def test_a_mark_opens_the_card_with_how_we_know_and_the_other_reading():
    on = refused()
    cited = re.findall(r'<button class="fmbook-rule" value="([^"]*)', on.parts.side.value)
    assert cited
    ask(on, "rule", cited[0])
    found = fm.rule(cited[0])
    assert found.heading in on.parts.side.value
    assert found.title in on.parts.shell.says
    assert "The other reading" in panels.opened(fm.rule("fm:6.1"))


def test_a_card_that_is_shut_shows_what_stood_there_and_the_unit_is_still_in_hand():
    on = refused()
    before = on.parts.side.value
    for rule in ("fm:5.1", "fm:6.1"):  # a second one in place of the first
        ask(on, "rule", rule)
    assert on.choice.chooser.unit == "B1"
    ask(on, "shut")
    assert on.parts.side.value == before
    on._on_place("0405")
    assert [str(order) for order in on.game.orders] == ["move B1 0405"]


def test_a_house_rule_has_no_card_and_no_button():
    assert panels.cited("my_rule").startswith("<span")
    assert panels.cited("fm:5.1").startswith("<button")


def test_a_rule_that_nobody_knows_opens_nothing(monkeypatch):
    monkeypatch.setattr("fmbook.widgets.page.guard.RERAISE", False)
    on = refused()
    before = on.parts.side.value
    ask(on, "rule", "<b>fm:99</b>")
    assert on.parts.side.value == before


def seen(markup: str) -> str:
    return re.sub("<[^>]*>", "", markup)


def test_a_mark_says_rule_and_the_number_of_the_booklet_and_its_title_where_it_is_pointed_at():
    for rule, number in (("vimy:17.2", "17.2"), ("fm:5.1/enemy", "5.1"), ("europa_41:41.C", "41.C")):
        assert seen(panels.cited(rule)).startswith(f"rule {number}")
        assert f'title="{fm.rule(rule).heading}' in panels.cited(rule)
    assert seen(panels.cited("my_rule")) == "house rule my_rule"


def test_a_rule_that_is_not_printed_says_so_in_a_word_and_in_full_where_it_is_pointed_at_and_on_its_card():
    for rule, word, known in (
        ("fm:4.1", "reconstructed", "Reconstructed"), ("fm:7.1", "recalled", "Recalled from the series")
    ):  # fmt: skip
        assert seen(panels.cited(rule)).endswith(f" {word}")
        assert f'{known}.">' in panels.cited(rule)
        assert f"<em>{known}: " in panels.opened(fm.rule(rule))
    assert "Reconstructed" not in panels.cited("vimy:17.2") + panels.opened(fm.rule("vimy:17.2"))


def test_no_code_of_a_rule_is_seen_on_a_desk_in_play():
    on = refused()
    written = " ".join(seen(part.value) for part in (on.parts.prompt, on.parts.side, on.parts.story))
    assert "rule 5.1" in written
    assert re.findall(r"\w+:\d[\w.]*|[~≈]", written) == []
