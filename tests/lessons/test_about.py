"""The second hint of a question shows the rule that it is about, not one that happens to reckon the sum."""

import pytest

import fmbook as fm


@pytest.mark.parametrize(
    ("question", "rule"),
    [("10.c", "scheldt:13.0"), ("10.g", "scheldt:15.2"), ("30.b", "eben_emael:3.1")],
)
def test_the_rule_of_the_hint_is_the_one_beside_the_question(question, rule):
    asked = fm.ask(question)
    hint = asked.hint(2)
    assert rule in hint.rules
    assert fm.rule(rule).title in hint.text
    assert f"rule {fm.rule(rule).number}" in asked.mark(asked.right[0]).text


def test_a_question_about_sectors_speaks_of_no_hexes():
    assert "hex" not in fm.ask("30.b").hint(2).text
    assert fm.ask("30.1").how == "Click a sector, or type its number."
    assert fm.ask("10.h").how == "Click a hex, or type its number."


@pytest.mark.parametrize("question", ["01.5", "02.5", "50.4"])
def test_the_order_that_shows_how_to_answer_can_be_given_and_is_no_answer(question):
    asked = fm.ask(question)
    order = asked.how.partition("such as: ")[2]
    assert asked.answer(order).right is False


def test_whoever_marches_away_from_the_attack_that_is_asked_about_is_told_so():
    said = fm.ask("02.5").answer("move B1 a1")
    assert said.right is False
    assert "Joining B1 to the attack is not possible any more" in said.text
