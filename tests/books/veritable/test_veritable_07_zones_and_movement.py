"""Veritable 7 to 9 · Zones of control, movement, stacking."""

from typing import Any

import pytest

from fmbook.engine.matters import BEYOND
from fmbook.play.game import Game
from tests.tools.positions import at, do, places, refusal
from tests.tools.veritable_positions import FAR, FIELD, GERMAN_MARCH, front, operation, to_phase

LINE = "a   b   c   d   e   f   g   h"
ALONG: dict[str, Any] = {"west_edge": "a", "east_edge": "h"}


def line(*units: str, drawing: str = LINE, **more) -> Game:
    return front(drawing, *units, **{**ALONG, **more})


# --- 7.0 · Zones --------------------------------------------------------------------------------------


@pytest.mark.clause("V-7.0-a")
def test_7_0_a_zone_is_the_six_hexes_around_held_by_an_enemy_or_not():
    game = front(FIELD, "G1 1-1-4 b3", "A1 1-1-1 b2", *FAR)
    watched = {place for place in game.board.places if "German" in game.describe(place).partition("zone of")[2]}
    assert {"a3", "a4", "b2", "b4", "c3", "c4"} <= watched
    assert "b3" not in watched


@pytest.mark.clause("V-7.1-a")
def test_7_1_entering_a_zone_costs_a_point_more():
    assert places(line("A1 1-1-5 a", "G1 1-1-4 h"), "move", "A1") >= {"b", "c"}
    assert "c" in places(line("A1 1-1-5 a", "G1 1-1-4 d"), "move", "A1")
    assert "c" not in places(line("A1 1-1-4 a", "G1 1-1-4 d"), "move", "A1")


@pytest.mark.clause("V-7.1-b")
def test_7_1_leaving_a_zone_costs_a_point_more():
    near = front(FIELD, "A1 1-1-4 b2", "G1 1-1-4 b3", *FAR)
    far = front(FIELD, "A1 1-1-5 b2", "G1 1-1-4 b3", *FAR)
    assert "b1" in places(near, "move", "A1")  # 2 and 1
    assert refusal(near, "move A1 a1").rule == "veritable:8.1"  # 2 and 1, and 2 more
    assert "a1" in places(far, "move", "A1")


@pytest.mark.clause("V-7.1-d")
def test_7_1_from_zone_to_zone_costs_two_points_more():
    assert "c3" in places(front(FIELD, "A1 1-1-4 b2", "G1 1-1-4 b3", *FAR), "move", "A1")
    two = front(FIELD, "A1 1-1-7 b2", "G1 1-1-4 b3", *FAR)
    assert "c4" not in places(two, "move", "A1")  # 4 into c3, 4 on to c4
    assert "c4" in places(front(FIELD, "A1 1-1-8 b2", "G1 1-1-4 b3", *FAR), "move", "A1")


@pytest.mark.clause("V-7.1-c", "V-7.1-r1", "V-11.0-r1")
@pytest.mark.parametrize(("die", "end"), [(3, "b1"), (4, "b2")])
def test_7_1_leaving_a_zone_takes_a_morale_check_and_who_fails_stays(die, end):
    game = front(FIELD, "A1 9-4-4 b2", "G1 1-1-4 b3", *FAR)
    game.do("move A1 b1", roll=die)
    assert f"A1 throws {die} where it needs less than 4" in str(game.diary)
    assert at(game, "A1") == [end]
    assert "A1" not in game.movers()


@pytest.mark.clause("V-7.1-c", "V-7.1-d")
def test_7_1_each_zone_left_takes_its_own_check_and_a_march_ends_where_one_fails():
    units = ("A1 1-4-9 b2", "G1 1-1-4 b3", *FAR)
    game = front(FIELD, *units)
    game.do("move A1 d3 via c3", roll=(1, 5))
    assert at(game, "A1") == ["c3"]
    through = front(FIELD, *units)
    through.do("move A1 d3 via c3", roll=(1, 3))
    assert at(through, "A1") == ["d3"]


@pytest.mark.clause("V-7.1-c")
def test_7_1_a_march_outside_zones_throws_no_die():
    game = front(FIELD, "A1 1-1-4 b2", "G1 1-1-4 b5", *FAR)
    game.do("move A1 b1")
    assert at(game, "A1") == ["b1"]
    assert game.state.thrown == 0


@pytest.mark.clause("V-7.1-e", "V-7.1-f")
def test_7_1_no_zone_reaches_over_a_great_river_not_even_by_a_bridge():
    river = {"major_river": "b2/b3"}
    game = front(FIELD, "A1 1-1-4 b2", "G1 1-1-4 b3", *FAR, sides=river, roads="b1 b2 b3 b4")
    game.do("move A1 b1")
    assert game.state.thrown == 0
    assert at(game, "A1") == ["b1"]


@pytest.mark.clause("V-7.1-g")
def test_7_1_friends_do_not_cancel_zones_for_movement():
    units = ("A1 1-1-4 a", "A2 1-1-4 c", "G1 1-1-4 d")
    assert refusal(line(*units), "move A1 c").rule == "veritable:8.1"
    assert "c" in places(line("A1 1-1-5 a", *units[1:]), "move", "A1")


# --- 8 · Movement ---------------------------------------------------------------------------------------


@pytest.mark.clause("V-8.0-a", "V-8.0-b")
def test_8_0_any_units_move_one_at_a_time_each_once():
    game = do(front(FIELD, "A1 1-1-4 b2", "A2 1-1-4 c2", *FAR), "move A1 b3")
    assert refusal(game, "move A1 b2").rule == "veritable:8.0/once"
    assert refusal(game, "move G9 b6").rule == "veritable:8.0/own"
    assert game.can("move A2 c3")
    assert game.can("end-phase")


@pytest.mark.clause("V-8.0-b")
def test_8_0_a_pinned_way_goes_from_hex_to_next_hex():
    game = front(FIELD, "A1 1-1-4 b2", *FAR)
    assert game.can("move A1 b4 via b3")
    assert refusal(game, "move A1 b4 via d5").rule == "veritable:8.0/via"


PRICES = {"clear": ("", 2), "town": ("+", 2), "city": ("#", 2), "forest": ("%", 3), "flooded": ("~", 4)}


@pytest.mark.clause("V-8.0-c", "V-8.0-r1")
@pytest.mark.parametrize("ground", PRICES)
def test_8_0_each_hex_has_its_price(ground):
    mark, points = PRICES[ground]
    game = line("A1 1-1-1 a", "G1 1-1-1 h", drawing=LINE.replace("c ", f"c{mark}" if mark else "c "))
    assert f"c is {2 + points} movement points away" in refusal(game, "move A1 c").text


@pytest.mark.clause("V-8.0-c", "V-8.0-r1")
def test_8_0_a_minor_river_costs_a_point_more_and_a_great_one_cannot_be_crossed():
    assert "c" in places(line("A1 1-1-5 a", "G1 1-1-1 h", sides={"minor_river": "a/b"}), "move", "A1")
    great = line("A1 1-1-5 a", "A2 1-1-5 c", "G1 1-1-1 h", sides={"major_river": "a/b"})
    assert places(great, "move", "A1") == set()
    assert "great river" in refusal(great, "move A1 b").text


@pytest.mark.clause("V-8.0-c", "V-8.0-r1")
def test_8_0_along_a_road_a_step_costs_one_over_a_minor_river_too():
    game = line("A1 1-1-3 a", "G1 1-1-1 h", roads="a b c d e f g h", sides={"minor_river": "b/c"})
    assert places(game, "move", "A1") == {"b", "c", "d", "e", "f"}  # three, and as many again on a force march


@pytest.mark.clause("V-8.1-a")
def test_8_1_the_points_must_be_there_before_a_hex_is_entered():
    game = front(FIELD, "A1 1-1-3 b2", "G1 1-1-1 b3", *FAR)
    assert "b1" in places(game, "move", "A1")
    assert refusal(game, "move A1 d1").rule == "veritable:8.1"
    assert refusal(game, "move A1 d5").rule == "veritable:8.1"


@pytest.mark.clause("V-8.1-b")
def test_8_1_one_hex_can_always_be_made_for_all_points():
    swamp = front("a   b~  c", "A1 1-1-1 a", "G1 1-1-1 c", west_edge="a", east_edge="c")
    assert places(swamp, "move", "A1") == {"b"}


@pytest.mark.clause("V-8.1-b")
def test_8_1_a_short_move_excuses_from_neither_rivers_nor_checks():
    game = front(FIELD, "A1 1-1-1 b2", "G1 1-1-1 b3", *FAR, sides={"major_river": "b1/b2"})
    assert "b1" not in places(game, "move", "A1")
    game.do("move A1 a2", roll=6)
    assert at(game, "A1") == ["b2"]


@pytest.mark.clause("V-8.2-a")
def test_8_2_a_force_march_goes_twice_as_far_outside_zones():
    assert "e" in places(line("A1 1-1-4 a", "G1 1-1-1 h"), "move", "A1")
    assert "d" not in places(line("A1 1-1-4 a", "G1 1-1-1 e"), "move", "A1")  # d is watched
    assert places(front(FIELD, "A1 1-1-2 b2", "G1 1-1-1 b3", *FAR), "move", "A1").isdisjoint({"c1", "b4"})


@pytest.mark.clause("V-8.2-b", "V-12.2-b", "V-12.2-a")
def test_8_2_no_force_march_without_supply():
    drawing = "o   a   b   c   d   e   f   g"
    edges: dict[str, Any] = {"west_edge": "o", "east_edge": "g"}
    units = ("A1 1-1-4 b", "G1 1-1-1 o", "J1 1-1-1 g")
    assert "e" in places(line(units[0], units[2], drawing=drawing, **edges), "move", "A1")
    cut = line(*units, drawing=drawing, **edges)
    assert "Out of supply: A1" in str(cut.diary)
    assert places(cut, "move", "A1") == {"a", "c"}


@pytest.mark.clause("V-8.3-a", "V-12.2-c")
@pytest.mark.parametrize(("printed", "left"), [(4, 2), (5, 3)])
def test_8_3_without_supply_movement_is_halved_and_rounded_up(printed, left):
    game = line(f"A1 1-1-{printed} c", "G1 1-1-1 h", west_edge="", roads="a b c d e f g h")
    assert places(game, "move", "A1") == {"a", "b", "d", "e"} | ({"f"} if left == 3 else set())


# --- 9 · Stacking --------------------------------------------------------------------------------------------


def crowd(*units: str) -> Game:
    return front(FIELD, *units, *FAR)


@pytest.mark.clause("V-9.1-a", "V-9.1-r1")
def test_9_1_a_hex_holds_two_units():
    assert "b2" in places(crowd("A1 1-1-2 b1", "C1 1-1-2 b2"), "move", "A1")
    full = crowd("A1 1-1-2 b1", "C1 1-1-2 b2", "I1 1-1-2 b2")
    assert refusal(full, "move A1 b2").rule == "veritable:9.1/march"


@pytest.mark.clause("V-9.1-a", "V-9.1-r1")
def test_9_1_or_any_number_of_one_division_but_independent_units_are_none():
    assert "b2" in places(crowd("A1 1-1-2 b1", "A2 1-1-2 b2", "A3 1-1-2 b2", "A4 1-1-2 b2"), "move", "A1")
    lone = crowd("I1 1-1-2 b1", "I2 1-1-2 b2", "I3 1-1-2 b2")
    assert refusal(lone, "move I1 b2").rule == "veritable:9.1/march"


@pytest.mark.clause("V-9.1.1-r1")
def test_9_1_1_the_limit_does_not_count_for_passing_through():
    game = crowd("A1 1-1-4 b1", "C1 1-1-2 b2", "I1 1-1-2 b2")
    assert game.can("move A1 b3 via b2")


@pytest.mark.clause("V-9.1.2-a", "V-9.1.2-r1", "V-13.2-b")
def test_9_1_2_one_unit_with_the_symbol_stands_above_the_limit():
    one = crowd("T1 0-0-4 b1", "C1 1-1-2 b2", "I1 1-1-2 b2")
    two = crowd("T1 0-0-4 b1", "C1 1-1-2 b2", "I1 1-1-2 b2", "T2 0-0-4 b2")
    assert "b2" in places(one, "move", "T1")
    assert refusal(two, "move T1 b2").rule == "veritable:9.1/march"


@pytest.mark.clause("V-7.1-r1")
def test_9_1_a_march_does_not_lead_through_a_watched_hex_without_room():
    units = ("A1 1-1-9 b1", "C1 1-1-2 b2", "I1 1-1-2 b2", "G1 1-1-1 b3", *FAR)
    assert refusal(front(FIELD, *units), "move A1 c3 via b2").rule == "veritable:9.1/march"
    free = front(FIELD, *units[:2], *units[3:])
    free.do("move A1 c3 via b2", roll=6)
    assert at(free, "A1") == ["b2"]


# --- 13.4 · Outposts -----------------------------------------------------------------------------------------


@pytest.mark.clause("V-13.4-a")
def test_13_4_outposts_never_move():
    game = to_phase(front(FIELD, "O1 0-1-4 b3", "G1 1-1-4 b4", *FAR), GERMAN_MARCH)
    assert refusal(game, "move O1 b2").rule == "veritable:13.4"
    assert game.can("move G1 b5")


@pytest.mark.clause("V-13.4-d")
def test_13_4_outposts_have_a_zone():
    game = front(FIELD, "A1 1-2-4 b2", "O1 0-1-0 b3", *FAR)
    game.do("move A1 b1", roll=6)
    assert at(game, "A1") == ["b2"]


@pytest.mark.clause("V-13.4-c")
def test_13_4_outposts_never_attack():
    game = front(FIELD, "A1 1-1-4 b2", "O1 5-1-0 b3", "G1 1-1-4 c3", *FAR, phase="German combat phase")
    game.do("attack b2")
    assert "O1" not in [str(order)[5:] for order in game.legal()]


def test_7_1_a_bridge_crosses_the_waal_and_nobody_may_use_it():
    board = operation().board
    assert {"major_river", "road"} <= board.border(board.at("0201"), board.at("0202"))
    assert board.at("0201") not in [
        there for _, there in operation().state.setup.ways("ground").leads[board.at("0202")]
    ]


@pytest.mark.clause("V-7.1-a", "V-7.1-b")
def test_7_1_who_falls_short_because_of_a_zone_hears_what_zones_cost():
    watched = refusal(line("A1 1-1-4 b", "G1 1-1-4 a"), "move A1 d")
    assert watched.text.endswith("A1 has 2; entering an enemy zone costs one more, and so does leaving one")
    assert "zone costs" not in refusal(line("A1 1-1-1 b", "G1 1-1-4 h"), "move A1 e").text


def test_8_2_what_a_force_march_costs_is_said_of_those_who_may_make_one():
    for enemy, said in (("h", "A cost above 2 is a force march: up to 4"), ("b", "")):
        state = line("A1 1-1-2 a", f"G1 1-1-1 {enemy}").state
        assert BEYOND.of(state.setup)(state, state.setup.unit("A1")).partition(",")[0] == said
