"""Drill 3 · Toy rules: two enemies in one hex."""

from fmbook.play.game import Game
from tests.tools.positions import at, fight, places, position, refusal

BEACH = """
a1=  a2=  a3=  a4=  a5=  a6=
  b1   b2   b3   b4   b5   b6
c1   c2   c3   c4   c5   c6
"""
FAR = "R9 1-1-1 c6"


def landing(*units, phase: str = "Blue combat phase") -> Game:
    return position(BEACH, *units, FAR, options=("landing",), phase=phase)


def test_3_1_a_unit_that_shares_its_hex_with_an_enemy_does_not_march():
    game = landing("B1 4-4-4 b3", "B2 4-4-4 c1", "R1 3-4-3 b3", phase="Blue movement phase")
    reason = refusal(game, "move B1 b4")
    assert (reason.rule, "close quarters" in reason.text) == ("drill:3.1", True)
    assert game.movers() == ("B2",)


def test_3_2_it_attacks_only_the_enemy_in_its_own_hex():
    game = landing("B1 4-4-4 b3", "R1 3-4-3 b3", "R2 3-4-3 b4")
    assert places(game, "attack") == {"b3"}
    apart = landing("B1 4-4-4 b2", "R1 3-4-3 b3", "R2 3-4-3 a2")
    assert places(apart, "attack") == {"b3", "a2"}


def test_3_3_whatever_goes_against_the_attacker_costs_the_landed_unit_its_life():
    units = ("B1 3-4-4 b3", "B2 1-4-4 b2", "R1 3-4-3 b3")
    for roll, end in ((4, "eliminated"), (6, "eliminated"), (3, "b3")):  # at +0: A2, (A), no effect
        game = fight(landing(*units), "b3", roll=roll, by="B1 B2")
        assert at(game, "B1", "B2", "R1") == [end, "b2", "b3"]


def test_3_3_attackers_next_door_suffer_as_ever():
    game = fight(landing("B2 4-4-4 b2", "R1 3-4-3 b3"), "b3", roll=4)
    assert (game.prompt.rule, game.side) == ("fm:7.7", "Blue")


def test_3_3_nobody_advances_into_a_hex_that_the_landed_unit_holds():
    game = fight(landing("B1 12-4-4 b3", "B2 2-4-4 b2", "R1 3-4-3 b3"), "b3", roll=1, by="B1 B2")
    assert (at(game, "B1", "B2", "R1"), game.prompt.rule) == (["b3", "b2", "eliminated"], "fm:4.1")
