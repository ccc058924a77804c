"""Drill 4 · Toy rules: sectors instead of hexes, strength points instead of steps, two chained throws."""

from fractions import Fraction

import pytest

import fmbook as fm
from fmbook.books.drill import DRILL
from fmbook.components.scenarios import Scenario, setup_of
from fmbook.mechanics.combat import odds, summed
from fmbook.opponents.attack_values import outlook
from fmbook.play.game import Game
from tests.tools.positions import at, do, places, position, refusal, unit

LINE = "a   b   c   d   e   f   g   h"
FAR = unit("R9 0-0-1 h", steps=5)


def sectors(*units, phase: str = "Blue assault phase", drawing: str = LINE) -> Game:
    return position(drawing, *units, FAR, options=("sectors",), phase=phase)


def bunker() -> Game:
    """Come to the assault of the drill: 20 and 12 points beside a casemate that 8 hold."""
    return do(fm.new_game("drill", "sectors", seed=1), "end-phase")


def strong(name: str, place: str, points: int):
    return unit(f"{name} 0-0-1 {place}", steps=points)


def test_4_1_a_player_turn_is_movement_and_assault():
    game = sectors(strong("B1", "a", 9), strong("R1", "d", 9), phase="")
    seen = []
    while game.turn == 1:
        seen.append(game.phase)
        do(game, "end-phase")
    begun = [line.partition(" begins")[0] for line in game.diary if "phase begins" in line]
    assert begun[:4] == [f"{side} {kind} phase" for side in ("Blue", "Red") for kind in ("movement", "assault")]


def test_4_2_a_march_has_no_limit_but_the_enemy():
    game = sectors(strong("B1", "a", 9), phase="Blue movement phase")
    assert places(game, "move", "B1") == {"b", "c", "d", "e", "f", "g"}


def test_4_3_there_is_no_infiltration():
    field = """
a1  a2  a3  a4
  b1  b2  b3  b4
c1  c2  c3  c4
"""
    game = position(
        field, strong("B1", "b2", 9), strong("R1", "a3", 5), strong("R2", "c3", 5), options=("sectors",),
    )  # fmt: skip
    assert {"b1", "b3"} <= places(game, "move", "B1")
    assert str(game.can("move B1 b3")).endswith("allowed.")


@pytest.mark.parametrize(("points", "open_"), [(79, True), (80, False)])
def test_4_4_a_sector_takes_no_unit_once_it_holds_eighty_points(points, open_):
    game = sectors(strong("B1", "a", 9), strong("B2", "b", points), phase="Blue movement phase")
    assert ("b" in places(game, "move", "B1")) == open_
    if not open_:
        assert refusal(game, "move B1 b").rule == "fm:5.3/march"


def test_4_5_a_unit_fights_with_the_points_that_it_has_left():
    game = sectors(unit("B1 0-0-1 a", steps=20, now=13), strong("R1", "b", 8))
    assert (game.unit("B1").attack, game.unit("R1").defence) == (13, 8)
    found = summed(do(game, "attack b").state)
    assert (found.attack, found.defence) == (13, 8)


@pytest.mark.parametrize(("points", "label"), [(4, "1:2"), (8, "1:1"), (11, "1:1"), (13, "2:1"), (40, "3:1")])
def test_4_6_the_ratio_gives_the_column(points, label):
    game = do(sectors(strong("B1", "a", points), strong("R1", "b", 8)), "attack b")
    assert summed(game.state).column.label == label


def test_4_6_cover_divides_the_attack_by_three():
    game = do(bunker(), "attack Casemate; join B1; join B2")
    game.do("roll", roll=(1, 2))  # no loss to machine guns
    assert (summed(game.state).attack, summed(game.state).defence) == ((20 + 12) // 3, 8)


def test_4_6_an_assault_can_be_worked_out_before_it_is_made():
    assert bunker().battle("Casemate").attack == (20 + 12) // 3


@pytest.mark.parametrize(("throws", "shot"), [((1, 2), 0), ((3, 3), 1), ((5, 5), 2), ((6, 6), 4)])
@pytest.mark.parametrize("close", ["join B2", "ready"])
def test_4_7_machine_guns_fire_first_and_weaken_the_assault(throws, shot, close):
    game = do(bunker(), f"attack Casemate; join B1; {close}")
    assert (game.prompt.rule, game.side) == ("drill:4.7", "Red")
    game.do("roll", roll=throws)
    assert f"machine guns cost {shot}" in str(game.diary)
    while "lose" in {order.verb for order in game.legal()}:
        do(game, "lose B1")
    assert (game.unit("B1").steps, game.prompt.rule) == (20 - shot, "fm:7.6")
    assert summed(game.state).attack == ((32 if close == "join B2" else 20) - shot) // 3


def casemate(*points: int) -> Game:
    """Come to an assault on the casemate by units of so many points."""
    attackers = [strong(f"B{number}", "Glacis", many) for number, many in enumerate(points, 1)]
    form = Scenario(
        title="a test", says="", sides=("Blue", "Red"), turns=2, board="drill/fort.toml", options=("sectors",),
        unit=(*attackers, strong("B9", "Gate", 90), strong("R1", "Casemate", 8)), begins="Blue assault phase",
        goal={"kind": "hold", "side": "Blue", "hexes": [], "text": ""},
    )  # fmt: skip
    return Game(setup_of(form, "drill", "a-test", DRILL, ("sectors",)), 1)


@pytest.mark.parametrize(("points", "left"), [(4, []), (5, [1])])
def test_4_7_an_assault_that_loses_all_its_men_to_machine_guns_is_over(points, left):
    game = do(casemate(points), "attack Casemate; join B1; ready")
    assert odds(game.state)["beaten off"] == Fraction(1, 36) if not left else "beaten off" not in odds(game.state)
    game.do("roll", roll=(6, 6))  # costs 4
    assert [unit.steps for unit in (game.unit("B1"),) if unit.steps] == left
    assert game.prompt.rule == ("fm:7.6" if left else "drill:4.1")


def test_4_7_an_opponent_counts_an_assault_that_is_beaten_off_as_lost():
    game = do(casemate(4), "attack Casemate; join B1; ready")
    assert outlook(game.state).badly >= 1 / 36


def test_4_9_who_fell_to_the_machine_guns_takes_no_further_loss():
    game = do(casemate(4, 20), "attack Casemate; join B1; join B2; ready")
    game.do("roll", roll=(6, 6))
    do(game, "lose B1; lose B1; lose B1; lose B1")
    game.do("roll", roll=(1, 1))  # 3/1 at 1:1
    assert (at(game, "B1"), game.unit("B2").steps, game.prompt.rule) == (["eliminated"], 17, "drill:4.1")


def test_4_7_without_a_bunker_no_gun_fires():
    game = do(sectors(strong("B1", "a", 9), strong("R1", "b", 9)), "attack b")
    assert game.prompt.rule == "fm:7.6"


def test_4_8_the_odds_chain_both_throws():
    game = do(bunker(), "attack Casemate; join B1; ready")
    before = odds(game.state)  # only the loss of 4, one throw in 36, brings 20 down to the column of 1:2
    assert before.chance(lambda end: end == "4/0") == Fraction(1, 36) * Fraction(6, 36)
    spared = do(bunker(), "attack Casemate; join B1; ready")
    spared.do("roll", roll=(1, 2))
    assert odds(spared.state).chance(lambda end: end == "4/0") == 0
    game.do("roll", roll=(6, 6))
    assert game.unit("B1").steps == 16  # the only attacker has taken the loss by itself
    assert odds(game.state).chance(lambda end: end == "4/0") == Fraction(6, 36)


def test_4_9_each_owner_spreads_his_own_loss():
    game = do(sectors(strong("B1", "a", 8), strong("R1", "b", 8)), "attack b")
    game.do("roll", roll=(3, 3))  # 2/1 at 1:1
    assert (game.unit("B1").steps, game.unit("R1").steps) == (6, 7)
    assert at(game, "B1", "R1") == ["a", "b"]
