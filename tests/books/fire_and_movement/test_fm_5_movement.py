"""Fire & Movement 5 · Movement."""

import pytest

from tests.tools.positions import at, do, fight, places, position, refusal, unit

LINE = "a   b   c   d   e   f   g   h   i"
FIELD = """
a1  a2  a3  a4  a5  a6
  b1  b2  b3  b4  b5  b6
c1  c2  c3  c4  c5  c6
"""
FAR = "R9 1-1-1 i"

# --- 5.1 ------------------------------------------------------------------------------------------


@pytest.mark.clause("S-19")
def test_5_1_a_march_goes_as_far_as_the_points_last():
    game = position(LINE, "B1 1-1-3 a", FAR)
    assert places(game, "move", "B1") == {"b", "c", "d"}
    reason = refusal(game, "move B1 e")
    assert (reason.rule, "4 movement points away and B1 has 3" in reason.text) == ("fm:5.1", True)


@pytest.mark.clause("S-19")
@pytest.mark.parametrize(
    ("drawing", "side", "cost"),
    [
        ("a   b   c", "", 1), ("a   b+  c", "", 1), ("a   b#  c", "", 1), ("a   b^  c", "", 2), ("a   b*  c", "", 2),
        ("a   b   c", "river", 2), ("a   b   c", "canal", 2), ("a   b   c", "bridge", 1), ("a   b*  c", "river", 3),
        ("a   b~  c", "", 9),
    ],
)  # fmt: skip
def test_5_1_a_step_costs_the_hex_entered_and_the_hexside_crossed(drawing, side, cost):
    sides = {side: ["a/b"]} if side else {}
    game, short = (
        position(drawing, f"B1 1-1-{points} a", "R1 1-1-1 c", sides=sides) for points in (cost, max(cost - 1, 0))
    )
    assert "b" in places(game, "move", "B1")
    assert ("b" in places(short, "move", "B1")) == (cost == 9)  # flooded ground takes a whole march, however long


@pytest.mark.clause("S-19")
@pytest.mark.parametrize(
    ("drawing", "sides", "word"),
    [
        ("z   a   b=  c", {}, "which nobody enters"),
        ("z   a   b   c", {"cliff": ["a/b"]}, "nobody crosses the cliff hexside between a and b"),
    ],
)
def test_5_1_some_ground_and_some_hexsides_are_closed_to_all(drawing, sides, word):
    reason = refusal(position(drawing, "B1 1-1-9 a", "R1 1-1-1 c", sides=sides), "move B1 b")
    assert (reason.rule, word in reason.text) == ("fm:5.2", True)


@pytest.mark.clause("S-19")
@pytest.mark.parametrize(
    ("ground", "reached"), [("*+", {"b", "c"}), ("+~", {"b"}), ("~+", {"b"}), ("+=", set()), ("=+", set())]
)
def test_5_1_of_several_terrains_in_a_hex_the_dearest_counts(ground, reached):
    game = position(f"a   b{ground} c   d   e", "B1 1-1-3 a", "R1 1-1-1 e")
    assert places(game, "move", "B1") == reached


@pytest.mark.clause("S-19")
def test_5_1_units_move_one_by_one_and_points_left_over_are_lost():
    game = do(position(LINE, "B1 1-1-3 a", "B2 1-1-3 c", FAR), "move B1 b")
    reason = refusal(game, "move B1 d")
    assert (reason.rule, "done its march" in reason.text) == ("fm:5.1/once", True)
    do(game, "move B2 d")
    assert (at(game, "B1", "B2"), game.phase) == (["b", "d"], "Blue movement phase")


@pytest.mark.clause("S-19")
def test_5_1_a_march_by_named_hexes_keeps_to_the_same_rules():
    game = position(FIELD, "B1 1-1-3 b1", "R1 1-1-1 c6")
    reason = refusal(game, "move B1 b3 via c1")
    assert (reason.rule, reason.places, "the way to b3 by c1 takes 4 movement points" in reason.text) == (
        "fm:5.1/via",
        ("c1",),
        True,
    )
    do(game, "move B1 b3 via a2")
    assert at(game, "B1") == ["b3"]
    assert "by way of a2" in game.diary[-1]


@pytest.mark.clause("S-20")
def test_5_1_no_unit_enters_a_hex_that_an_enemy_holds():
    game = position(LINE, "B1 1-1-5 a", "R1 1-1-1 c", FAR)
    reason = refusal(game, "move B1 c")
    assert (reason.rule, "held by the enemy" in reason.text) == ("fm:5.1/enemy", True)
    assert places(game, "move", "B1") == {"b"}


# --- 5.2 ------------------------------------------------------------------------------------------


@pytest.mark.clause("S-23")
def test_5_2_the_road_rate_counts_from_road_hex_to_joined_road_hex():
    game = position("a*  b*  c*  d*  e*", "B1 1-1-2 a", "R1 1-1-0 e", paths={"road": ["a b c"]}, house_rules=())
    assert places(game, "move", "B1") == {"b", "c"}


@pytest.mark.clause("S-23")
def test_5_2_two_road_hexes_that_no_road_joins_give_no_road_rate():
    roads = {"road": ["a b", "c d e"]}
    game = position("a   b   c   d   e   f   g   h", "B1 1-1-2 b", "R1 1-1-0 h", paths=roads)
    assert places(game, "move", "B1") == {"a", "c", "d", "e"}
    assert "1½ movement points away" not in str(game.can("move B1 d"))
    assert "2½" in refusal(position("a   b   c   d", "B1 1-1-2 a", paths={"road": ["a b"]}), "move B1 d").text


# --- 5.3 ------------------------------------------------------------------------------------------


@pytest.mark.clause("S-21")
def test_5_3_one_unit_to_a_hex_when_a_march_ends():
    game = position(LINE, "B1 1-1-2 a", "B2 1-1-1 b", FAR)
    reason = refusal(game, "move B1 b")
    assert (reason.rule, "taken by a friendly unit" in reason.text) == ("fm:5.3/march", True)
    assert "b" in places(position(LINE, "B1 1-1-2 a", "B2 1-1-1 d", FAR), "move", "B1")


@pytest.mark.clause("S-21")
def test_5_3_markers_do_not_count():
    game = position(LINE, "B1 1-1-2 a", FAR, support=((1, 1, 1), (1,)))
    assert places(game, "move", "B1") == {"b", "c"}


@pytest.mark.clause("S-22")
def test_5_3_a_march_may_pass_through_friends():
    game = do(position(LINE, "B1 1-1-2 a", "B2 1-1-1 b", FAR), "move B1 c")
    assert at(game, "B1", "B2") == ["c", "b"]


# --- 5.1 · Arrivals -------------------------------------------------------------------------------


def coming(name: str = "B1", turn: int = 1, *traits: str):
    return unit(f"{name} 3-3-3", arrives=turn, entry=("a", "b"), traits=traits)


@pytest.mark.clause("S-26")
def test_5_1_reinforcements_arrive_in_the_movement_phase_of_their_turn_and_march_on():
    game = position(LINE, coming(), FAR)
    assert places(game, "enter", "B1") == {"a", "b"}
    do(game, "enter B1 b; move B1 e")
    assert at(game, "B1") == ["e"]


@pytest.mark.clause("S-26")
def test_5_1_a_reinforcement_does_not_arrive_before_its_turn_but_may_arrive_after_it():
    game = position(LINE, coming(turn=2), "B2 1-1-1 c", FAR)
    reason = refusal(game, "enter B1 a")
    assert (reason.rule, "not due now" in reason.text) == ("fm:5.1/due", True)
    while game.turn < 3:
        game.do("end-phase")
    assert places(game, "enter", "B1") == {"a", "b"}


@pytest.mark.clause("S-26")
def test_5_1_in_the_mobile_movement_phase_only_mobile_reinforcements_arrive():
    game = position(LINE, coming(), coming("B2", 1, "mobile"), FAR, phase="Blue mobile movement phase")
    assert refusal(game, "enter B1 a").rule == "fm:5.1/due"
    do(game, "enter B2 a; move B2 d")
    assert at(game, "B2") == ["d"]
    assert {order.verb for order in position(LINE, coming(), FAR, phase="Blue combat phase").legal()} == {
        "move",
        "end-phase",
    }


@pytest.mark.clause("S-26")
def test_5_1_an_arrival_needs_a_free_hex_of_its_schedule():
    game = position(LINE, coming(), "B2 1-1-1 b", "R1 1-1-1 a", FAR)
    for place, word in (("c", "no entry hex"), ("a", "held by the enemy"), ("b", "taken by a friendly unit")):
        reason = refusal(game, f"enter B1 {place}")
        assert (reason.rule, word in reason.text) == ("fm:5.1/entry", True)
    assert "enter" not in {order.verb for order in game.legal()}


@pytest.mark.clause("S-26")
def test_5_1_nobody_arrives_twice_or_for_the_other_side():
    game = do(position(LINE, coming(), unit("R1 3-3-3", arrives=1, entry=("h",)), FAR), "enter B1 a")
    assert refusal(game, "enter B1 b").rule == "fm:5.1/due"
    assert refusal(game, "enter R1 h").rule == "fm:5.1/due"


@pytest.mark.clause("S-26")
def test_5_1_a_reinforcement_that_has_been_lost_does_not_arrive_again():
    late = unit("R1 3-4-3", arrives=1, entry=("c",))
    game = do(position(LINE, "B1 14-1-1 b", late, FAR, first=1, phase="Red movement phase"), "enter R1 c; end-phase")
    while game.phase != "Blue combat phase":
        do(game, "end-phase")
    fight(game, "c", roll=1)
    do(game, "stay-back")
    while game.phase != "Red movement phase":
        do(game, "end-phase")
    assert (at(game, "R1"), refusal(game, "enter R1 c").rule) == (["eliminated"], "fm:5.1/due")


@pytest.mark.clause("S-27")
def test_5_1_a_unit_may_arrive_in_an_enemy_zone_and_then_stops_there():
    game = do(position(LINE, coming(), "R1 1-1-1 c", FAR), "enter B1 b")
    assert "done its march" in refusal(game, "move B1 a").text
    assert at(game, "B1") == ["b"]
    away = do(position(LINE, coming(), "R1 1-1-1 c", FAR), "enter B1 a")
    assert places(away, "move", "B1") == {"b"}
