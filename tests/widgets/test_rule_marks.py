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
    cited = re.findall(r'<button class="fmbook-rule[^>]*>([^ <]*)', on.parts.side.value)
    assert cited
    ask(on, "rule", cited[0])
    found = fm.rule(cited[0])
    assert f"{found.id} · {found.title}" in on.parts.side.value
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


def test_the_sign_behind_a_number_is_explained_where_it_is_pointed_at_and_on_the_card():
    for sign, rule in (("~", "fm:4.1"), ("≈", "fm:7.1")):
        assert f"{rule} {sign}" in panels.cited(rule)
        assert re.search(f'title="[^"]*The sign {sign} means: [^"]+', panels.cited(rule))
        assert f"The sign {sign} means: " in panels.opened(fm.rule(rule))
    assert "The sign" not in panels.cited("vimy:17.2") + panels.opened(fm.rule("vimy:17.2"))
