"""Fire & Movement 2 · The playing pieces."""

from collections.abc import Iterator

import pytest

import fmbook as fm
from fmbook.components.setup import Edge
from tests.tools.positions import fight, places, position, refusal, unit

FIELD = """
a1  a2  a3  a4
  b1  b2  b3  b4
c1  c2  c3  c4
"""
FAR = "R9 1-1-1 a1"  # a side that has lost its last unit has lost the game


@pytest.mark.clause("S-5")
def test_2_3_a_counter_shows_attack_defence_and_movement_in_this_order():
    b1 = position(FIELD, "B1 7-5-3 b2", FAR).unit("B1")
    assert (b1.attack, b1.defence, b1.movement) == (7, 5, "3")


@fm.costs("house:woods")
def woods_are_closed_to_mobile_units(edge: Edge, mover: str) -> Iterator[fm.Cost | None]:
    """Mobile units do not enter woods."""
    if mover == "mobile" and "woods" in edge.entering:
        yield None


@pytest.mark.clause("S-6")
def test_2_3_a_unit_is_leg_or_mobile_and_prices_can_tell_them_apart():
    units = unit("B1 1-1-2 a", traits=("mobile",)), "B2 1-1-2 c", "R1 1-1-1 f"
    game = position("a   b*  c   d   e   f", *units, house_rules=[woods_are_closed_to_mobile_units])
    assert refusal(game, "move B1 b").rule == "house:woods"
    assert "b is closed to B1: mobile units do not enter woods" in refusal(game, "move B1 b").text
    assert "b" in places(game, "move", "B2")


@pytest.mark.clause("S-7")
def test_2_3_the_first_loss_depletes_a_unit_the_second_eliminates_it():
    units = unit("B1 1-1-1 b1", now=1), "B2 1-1-1 c2", "B3 1-1-1 a2", "R1 1-5-1 b2", FAR
    for loser, place, steps in (("B1", "eliminated", 0), ("B2", "c2", 1)):
        game = fight(position(FIELD, *units, phase="Blue combat phase"), "b2", roll=4, by="B1 B2 B3")
        game.do(f"lose {loser}")
        assert (game.unit(loser).place, game.unit(loser).steps) == (place, steps)
        assert game.diary[-1].startswith(f"{loser} is eliminated" if not steps else f"{loser} loses a step")


@pytest.mark.clause("S-8")
@pytest.mark.parametrize(
    ("factors", "halved"), [("5-4-6", (3, 2, "6")), ("8-7-5", (4, 4, "5")), ("1-1-4", (1, 1, "4"))]
)
def test_2_3_depletion_halves_attack_and_defence_rounded_up_and_not_movement(factors, halved):
    b1 = position(FIELD, unit(f"B1 {factors} b2", now=1), FAR).unit("B1")
    assert (b1.attack, b1.defence, b1.movement) == halved
    assert not b1.full


@pytest.mark.clause("S-8")
def test_2_3_a_depleted_unit_marches_as_far_as_ever():
    line = "a   b   c   d   e   f   g   h"
    whole, depleted = (position(line, unit("B1 5-4-3 a", now=now), "R1 1-1-1 h") for now in (2, 1))
    assert places(whole, "move", "B1") == places(depleted, "move", "B1") == {"b", "c", "d"}
    assert (whole.unit("B1").full, depleted.unit("B1").full) == (True, False)


@pytest.mark.clause("S-9")
def test_2_3_all_units_have_two_steps():
    for name in ("march", "flank", "bombardment"):
        assert {counter.steps for counter in fm.new_game("drill", name, seed=1).units() if counter.full} == {2}
    assert position(FIELD, "B1 5-4-6 b2", FAR).unit("B1").steps == 2


@pytest.mark.clause("S-10")
def test_2_3_guns_are_markers_in_hand_and_stand_nowhere_on_the_map():
    game = position(FIELD, "B1 1-1-1 b2", "R1 1-1-1 b3", support=((2, 4), ()), phase="Blue combat phase")
    assert [counter.id for counter in game.units()] == ["B1", "R1"]
    assert game.hand("Blue") == ("+2", "+4")
    with pytest.raises(fm.NoSuchName):
        game.unit("+2")
    game.do("attack b3")
    assert {order.takes for order in game.legal() if order.verb == "support"} == {("marker",)}
