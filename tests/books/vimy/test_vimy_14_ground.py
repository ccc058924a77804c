"""Vimy 14 and the combat table · No Man's Land, trenches, the row that an attack is resolved in."""

from typing import Any

import pytest

from fmbook.mechanics.movement import field_of
from fmbook.play.game import Game
from tests.tools.positions import at, do, fight, places, refusal
from tests.tools.vimy_positions import (
    FIELD,
    FIGHT,
    GERMAN_FIGHT,
    GERMAN_MARCH,
    MARCH,
    SHELL,
    battle_of_vimy,
    ridge,
    row_of,
    shell,
    until,
    zone_of,
)

TRENCH, CLEAR = "Trench hexside or Woods", "Clear"
FAR = "G9 1-1-1 d6"


def combat(*units: str, phase: str = FIGHT, **more: Any) -> Game:
    return ridge(FIELD, *units, phase=phase, **more)


# --- 14.1 · No Man's Land -----------------------------------------------------------------------------------


@pytest.mark.clause("VR-14.1-2")
@pytest.mark.parametrize(("defender", "worth"), [("3-4-5 b3", 2), ("3-5-5 b3", 2), ("3-1-5 b3", 0)])
def test_14_1_a_unit_in_no_mans_land_defends_with_half_its_factor_rounded_down(defender, worth):
    units = ("A1 9-4-6 b2", f"G1 {defender}", FAR)
    assert combat(*units, no_mans_land="b3").battle("b3").defence == worth
    whole = int(defender.split()[0].split("-")[1])
    assert combat(*units).battle("b3").defence == whole


@pytest.mark.clause("VR-14.1-2")
def test_14_1_a_depleted_unit_is_halved_again():
    game = combat("A1 9-4-6 b2", "G1 3-5-5 b3 depleted", FAR, no_mans_land="b3")
    assert game.battle("b3").defence == 1  # 5, of which 3 are left, of which 1
    assert "vimy:14.1" in {line.rule for line in game.battle("b3").steps}


@pytest.mark.clause("VR-14.1-2")
def test_14_1_nobody_attacks_with_less_from_no_mans_land():
    units = ("A1 9-4-6 b2", "G1 3-5-5 b3", FAR)
    assert combat(*units, no_mans_land="b2").battle("b3").attack == 9
    assert combat(*units, no_mans_land="b2").battle("b3").defence == 5


@pytest.mark.clause("VR-14.1-4")
def test_14_1_allied_units_are_halved_as_well():
    game = combat("A1 7-5-9 b2", "G1 4-4-5 b3", phase=GERMAN_FIGHT, no_mans_land="b2")
    assert game.battle("b2").defence == 2


@pytest.mark.clause("VR-14.1-3")
def test_14_1_no_trench_helps_in_no_mans_land():
    units = ("A1 9-4-6 b2", "G1 3-5-5 b3", FAR)
    for trench in ("trench", "allied_trench"):
        assert row_of(combat(*units, **{trench: "b2/b3"}, no_mans_land="b3"), "b3") == CLEAR
        assert row_of(combat(*units, **{trench: "b2/b3"}), "b3") == TRENCH
        assert row_of(combat(*units, **{trench: "b2/b3"}, no_mans_land="b2"), "b3") == TRENCH


@pytest.mark.clause("VR-14.1-1")
def test_14_1_on_the_map_it_lies_between_the_facing_trenches():
    game = do(battle_of_vimy("free"), "place I/21R 4050")
    assert "No Man's Land" in game.describe("4050")
    board = game.board
    west, east = (board.links(trench) for trench in ("allied_trench", "german_first"))
    mud = board.having("no_mans_land")
    assert all(len(mud & set(link)) == 1 for link in (*west, *east))
    while game.phase != "Allied air phase":
        game.do("place 46 4049" if game.can("place 46 4049") else game.legal()[0])
    do(game, "end-phase")
    until(game, FIGHT)
    assert (row_of(game, "4050"), game.battle("4050").defence) == (CLEAR, 2)  # 4, halved, over a trench


# --- 14.2 · Trenches: the row -------------------------------------------------------------------------------


@pytest.mark.clause("VR-14.2-1")
def test_14_2_an_attack_across_a_trench_is_resolved_in_the_trench_row():
    units = ("A1 9-4-6 b2", "G1 3-4-5 b3", FAR)
    assert row_of(combat(*units, trench="b2/b3"), "b3") == TRENCH
    assert row_of(combat(*units), "b3") == CLEAR


@pytest.mark.clause("VR-14.2-2")
def test_14_2_a_trench_helps_from_either_side_of_it():
    units = ("A1 9-4-6 b2", "G1 9-4-5 b3")
    assert row_of(combat(*units, trench="b2/b3"), "b3") == TRENCH
    assert row_of(combat(*units, trench="b2/b3", phase=GERMAN_FIGHT), "b2") == TRENCH


@pytest.mark.clause("VR-14.2-3", "VR-14.2-7")
@pytest.mark.parametrize("trench", ["trench", "allied_trench"])
@pytest.mark.parametrize(("phase", "target"), [(FIGHT, "b3"), (GERMAN_FIGHT, "b2")])
def test_14_2_a_trench_helps_whoever_dug_it(trench, phase, target):
    game = combat("A1 9-4-6 b2", "G1 9-4-5 b3", phase=phase, **{trench: "b2/b3"})
    assert row_of(game, target) == TRENCH


@pytest.mark.clause("VR-14.2-4")
def test_14_2_a_trench_helps_whoever_has_taken_the_hex():
    units = ("A1 19-4-6 b2", "A2 1-4-1 b1", "G1 3-4-5 b3", "G2 9-4-9 d6")
    game = fight(combat(*units, trench="b2/b3 b3/b4"), "b3", roll=1)
    game = until(do(game, "retreat G1 b4; retreat G1 b5; advance A1 b3; stay-back"), GERMAN_MARCH)
    until(do(game, "move G2 b4"), GERMAN_FIGHT)
    assert row_of(game, "b3", "G2") == TRENCH


@pytest.mark.clause("VR-14.2-7")
def test_14_2_one_attacker_across_the_trench_is_enough_for_the_trench_row():
    units = ("A1 9-4-6 b2", "A2 9-4-6 a3", "G1 3-4-5 b3", FAR)
    game = combat(*units, trench="b2/b3")
    assert row_of(game, "b3", "A1", "A2") == TRENCH
    assert row_of(game, "b3", "A1") == TRENCH
    assert row_of(game, "b3", "A2") == CLEAR


@pytest.mark.clause("VR-14.2-7")
@pytest.mark.parametrize(("ground", "row"), [("peak", "Peak"), ("town", "Town, Hill or La Folie Farm")])
def test_14_2_across_a_trench_the_trench_row_holds_whatever_else_is_in_the_hex(ground, row):
    units = ("A1 9-4-6 b2", "A2 9-4-6 a3", "G1 3-4-5 b3", FAR)
    game = combat(*units, trench="b2/b3", **{ground: "b3"})
    assert row_of(game, "b3", "A1") == TRENCH
    assert row_of(game, "b3", "A2") == row


@pytest.mark.clause("VR-14.2-8")
@pytest.mark.parametrize(
    ("ground", "row"),
    [
        ("woods", "Trench hexside or Woods"),
        ("town", "Town, Hill or La Folie Farm"),
        ("hill", "Town, Hill or La Folie Farm"),
        ("la_folie_farm", "Town, Hill or La Folie Farm"),
        ("peak", "Peak"),
        ("other", "Clear"),
    ],
)
def test_14_2_an_attack_from_where_no_trench_is_takes_the_row_of_the_ground(ground, row):
    game = combat("A1 9-4-6 b2", "G1 3-4-5 b3", FAR, trench="b3/b4 a3/b3", **{ground: "b3"})
    assert row_of(game, "b3") == row


@pytest.mark.clause("VR-14.2-8")
def test_14_2_of_several_kinds_of_ground_the_toughest_row_holds():
    game = combat("A1 9-4-6 b2", "G1 3-4-5 b3", FAR, woods="b3", hill="b3", peak="b3")
    assert row_of(game, "b3") == "Peak"


@pytest.mark.clause("VR-14.2-8")
def test_14_2_the_river_row_holds_only_if_all_attackers_cross_the_river():
    units = ("A1 9-4-6 b2", "A2 9-4-6 a3", "G1 3-4-5 b3", FAR)
    game = combat(*units, river="b2/b3")
    assert row_of(game, "b3", "A1") == "River"
    assert row_of(game, "b3", "A1", "A2") == CLEAR
    assert row_of(combat(*units, river="b2/b3 a3/b3"), "b3", "A1", "A2") == "River"


@pytest.mark.clause("VR-14.2-5")
def test_14_2_shells_never_break_a_trench():
    units = ("A1 9-4-6 b2", "G1 3-4-5 b3", FAR)
    game = shell(combat(*units, phase=SHELL, trench="b2/b3"), "G1", "G1", rolls=[(1, 1)])
    assert game.unit("G1").steps == 1
    assert row_of(game, "b3") == TRENCH


@pytest.mark.clause("VR-14.2-1", "VR-14.1-3")
def test_14_2_an_attack_out_of_no_mans_land_on_a_front_trench():
    """Worked through: three Canadian battalions against a German one in its front trench."""
    units = ("A1 7-5-9 b2", "A2 7-5-9 a3", "A3 8-5-9 c3", "G1 3-4-5 b3", FAR)
    front = {"trench": "b2/b3 a3/b3 c3/b3", "no_mans_land": "b2 a3 c3"}
    game = combat(*units, **front)
    assert (row_of(game, "b3"), game.battle("b3").attack, game.battle("b3").defence) == (TRENCH, 22, 4)
    assert {str(result) for result in game.battle("b3").odds()} == {"D2", "Ex", "--"}
    alone = game.battle("b3", ["A1"])
    assert (alone.sum.measure, str(alone.sum.column.label)) == ("+3", "+2 or +3")


# --- 14.2 · Trenches: zones ---------------------------------------------------------------------------------


@pytest.mark.clause("VR-14.2-6")
def test_14_2_no_zone_reaches_over_a_trench_into_a_hex_with_an_enemy():
    units = ("A1 1-1-6 b2", "G1 1-1-1 b3")
    assert "b2" not in zone_of(ridge(FIELD, *units, trench="b2/b3"), "German")
    assert "b3" not in zone_of(ridge(FIELD, *units, trench="b2/b3"), "Allied")
    assert "b2" in zone_of(ridge(FIELD, *units), "German")


@pytest.mark.clause("VR-14.2-6")
def test_14_2_empty_hexes_behind_a_trench_are_in_the_zone():
    game = ridge(FIELD, "A1 1-1-6 b1", "G1 1-1-1 b3", trench="b2/b3")
    assert "b2" in zone_of(game, "German")


@pytest.mark.clause("VR-14.2-6")
def test_14_2_a_trench_on_one_side_leaves_the_zones_of_others():
    game = ridge(FIELD, "A1 1-1-6 b2", "G1 1-1-1 b3", "G2 1-1-1 a2", trench="b2/b3")
    assert "b2" in zone_of(game, "German")


@pytest.mark.clause("VR-14.2-6")
def test_14_2_a_unit_behind_its_trench_leaves_freely_and_has_no_zone_to_slip_out_of():
    for trench, points in (("b2/b3", 1), ("", 2)):  # out of a zone a3 is cheapest by way of a2
        game = ridge(FIELD, "A1 1-1-6 b2", "G1 1-1-1 b3", phase=MARCH, trench=trench)
        field = field_of(game.state, game.setup.unit("A1"))
        assert field.cost(game.board.at("a3")) == 2 * points


@pytest.mark.clause("VR-14.2-6")
def test_14_2_the_zone_follows_the_moves_of_both_sides():
    game = ridge(FIELD, "A1 1-1-6 b2", "A2 1-1-6 d1", "G1 1-1-1 b3", "G2 1-1-6 d6", phase=MARCH, trench="b2/b3")
    assert "b2" not in zone_of(game, "German")
    do(game, "move A1 b1")  # the hex is empty now
    assert "b2" in zone_of(game, "German")
    do(game, "move A2 b2")  # and now it is not
    assert "b2" not in zone_of(game, "German")
    until(game, GERMAN_MARCH)
    assert "c3" in zone_of(game, "Allied")
    do(game, "move G2 c3")  # no trench on that side
    assert "b2" in zone_of(game, "German")
    assert "c3" in zone_of(game, "Allied")


@pytest.mark.clause("VR-14.2-6")
def test_14_2_a_march_past_a_friend_behind_a_trench_need_not_stop_there():
    units = ("A1 1-1-6 b1", "A2 1-1-1 b2", "G1 1-1-1 b3", "G2 1-1-1 d6")
    held = ridge(FIELD, *units, phase=MARCH, trench="b2/b3")
    do(held, "move A1 a3 via b2")
    assert at(held, "A1") == ["a3"]
    bare = ridge(FIELD, *units, phase=MARCH)
    assert bare.can("move A1 a3 via b2").reasons[0].rule == "fm:6.1/stop"


@pytest.mark.clause("VR-14.2-6")
def test_14_2_a_retreat_may_lead_past_a_friend_behind_a_trench():
    units = ("A1 1-3-9 b3 depleted", "A2 1-1-1 b2", "G1 7-3-5 b4", "G2 1-1-1 a3", "G3 1-1-1 c3")
    behind, open_ = (
        fight(combat(*units, phase=GERMAN_FIGHT, trench=trench), "b3", roll=1, by="G1")
        for trench in ("a3/b2 c3/b2", "")
    )
    assert (at(behind, "A1"), at(open_, "A1")) == (["b1"], ["eliminated"])


# --- 14.3 ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("VR-14.3-1")
def test_14_3_crossing_a_trench_costs_nothing():
    for trench in ("", "b1/b2 b2/b3"):
        game = ridge(FIELD, "A1 1-1-2 b1", FAR, phase=MARCH, trench=trench)
        assert "b3" in places(game, "move", "A1")
        assert "b4" not in places(game, "move", "A1")
    river = ridge(FIELD, "A1 1-1-2 b1", FAR, phase=MARCH, river="b1/b2 a2/b2 c2/b2 a2/b1 c2/b1")
    assert refusal(river, "move A1 b3").rule == "fm:5.1"
