"""Drill 2 · Toy rules: two units to a hex, attacks at odds, morale."""

from fractions import Fraction

import pytest

from fmbook.play.game import Game
from tests.tools.positions import at, do, fight, places, position, refusal, unit

FIELD = """
a1  a2  a3  a4  a5  a6
  b1  b2  b3  b4  b5  b6
c1  c2  c3  c4  c5  c6
"""
FAR = "R9 1-1-1 c6"


def stacks(*units, **more) -> Game:
    more.setdefault("phase", "Blue combat phase")
    return position(more.pop("drawing", FIELD), *units, FAR, options=("stacks",), **more)


def test_2_1_a_hex_holds_two_units_of_a_side_and_no_third():
    two, three = ("B1 1-1-2 b1", "B2 1-1-2 b2"), ("B1 1-1-2 b1", "B2 1-1-2 b2", "B3 1-1-2 b2")
    assert "b2" in places(stacks(*two, phase="Blue movement phase"), "move", "B1")
    assert refusal(stacks(*three, phase="Blue movement phase"), "move B1 b2").rule == "fm:5.3/march"


@pytest.mark.parametrize(("attack", "label"), [(1, "1:2"), (4, "1:1"), (7, "1:1"), (8, "2:1"), (40, "4:1")])
def test_2_2_odds_are_rounded_down_and_give_the_column(attack, label):
    game = stacks(f"B1 {attack}-1-1 b2", "R1 1-4-1 b3")
    assert game.battle("b3").sum.column.label == label


def test_2_2_the_whole_stack_defends():
    game = stacks("B1 8-1-1 b2", "R1 1-2-1 b3", "R2 1-2-1 b3")
    assert (game.battle("b3").defence, game.battle("b3").sum.column.label) == (4, "2:1")


def test_2_3_a_hill_shifts_the_odds_one_column_to_the_left():
    hill = stacks("B1 8-1-1 b2", "R1 1-4-1 b3", drawing=FIELD.replace("b3 ", "b3^"))
    assert hill.battle("b3").sum.column.label == "1:1"
    assert [(shift.amount, shift.rule) for shift in hill.battle("b3").steps if shift.to == "column"] == [
        (-1, "drill:2.3")
    ]


@pytest.mark.parametrize(
    ("attack", "comes_to"),
    [(8, "2:1, then 1 column left: 1:1"), (2, "1:2, then 1 column left: 1:2, where the table ends")],
)
def test_2_3_the_sum_says_how_far_the_hill_shifts_the_odds(attack, comes_to):
    hill = stacks(f"B1 {attack}-1-1 b2", "R1 1-4-1 b3", drawing=FIELD.replace("b3 ", "b3^"))
    head, *body = str(hill.battle("b3")).splitlines()
    assert head == f"Attack on b3  {attack} against 4 = {comes_to}"
    assert [line.partition("rule ")[2] for line in body[:4]] == ["7.3", "7.3", "2.3 of the drill", "2.2 of the drill"]


@pytest.mark.parametrize(("nerve", "end"), [(3, "retreat"), (4, "eliminated")])
def test_2_4_a_defender_throws_for_his_morale_before_he_falls_back(nerve, end):
    game = fight(stacks("B1 8-1-1 b2", unit("R1 1-4-1 b3", also={"morale": 3})), "b3", roll=1)
    assert (game.prompt.rule, game.side, at(game, "R1")) == ("drill:2.5", "Red", ["b3"])
    game.do("roll", roll=nerve)
    assert f"The die shows {nerve}: R1 {'keeps its nerve' if end == 'retreat' else 'breaks'}" in str(game.diary)
    if end == "retreat":
        do(game, "retreat R1 b4; retreat R1 b5")
    assert at(game, "R1") == (["b5"] if end == "retreat" else ["eliminated"])


def test_2_4_other_results_ask_for_no_morale():
    game = fight(stacks("B1 4-1-1 b2", unit("R1 1-4-1 b3", now=1)), "b3", roll=3)  # A2 in the column of 2:1
    assert "drill:2.5" not in str(game.diary)
    assert game.prompt.rule != "drill:2.5"
    lost = fight(stacks("B1 16-1-1 b2", "R1 1-4-1 b3"), "b3", roll=1)  # De in the column of 4:1
    assert at(lost, "R1") == ["eliminated"]


def test_2_5_each_unit_of_a_stack_throws_for_itself():
    units = (unit("R1 1-2-1 b3", also={"morale": 1}), unit("R2 1-2-1 b3", also={"morale": 6}))
    game = fight(stacks("B1 8-1-1 b2", *units), "b3", roll=1)
    game.do("roll", roll=2)
    assert (at(game, "R1", "R2"), game.prompt.rule) == (["eliminated", "b3"], "drill:2.5")
    game.do("roll", roll=6)
    do(game, "retreat R2 b4; retreat R2 b5; advance B1 b3")
    assert at(game, "B1", "R2") == ["b3", "b5"]


def test_2_6_the_odds_split_a_retreat_by_morale():
    odds = stacks("B1 8-1-1 b2", unit("R1 1-4-1 b3", also={"morale": 2})).battle("b3").odds()
    assert odds.chance(lambda end: end == "D2, falls back") == Fraction(1, 3) * Fraction(1, 3)
    assert odds.chance(lambda end: end == "D2, breaks") == Fraction(1, 3) * Fraction(2, 3)
    assert odds.chance(lambda end: end == "D2") == 0
