"""Veritable 12 to 14 · Supply, reserves, victory."""

from typing import Any

import pytest

from fmbook.books.veritable.facts import CAPTURED
from fmbook.core.events import Moved
from fmbook.engine.matters import POINTS
from fmbook.play.game import Game
from tests.tools.positions import at, do, places, refusal, told_of
from tests.tools.veritable_positions import (
    CHOICE,
    FAR,
    FIELD,
    FIGHT,
    GERMAN_MARCH,
    MARCH,
    attack,
    front,
    operation,
    points,
    to_phase,
)

LINE = "a   b   c   d   e   f   g   h"
ALONG: dict[str, Any] = {"west_edge": "a", "east_edge": "h"}


def supplied(game: Game, unit: str) -> bool:
    state = game.state
    return bool(state.setup.book.settled["supplied"].function(state, state.setup.unit(unit)))


def line(*units: str, **more) -> Game:
    return front(LINE, *units, **{**ALONG, **more})


# --- 12 · Supply ------------------------------------------------------------------------------------------


@pytest.mark.clause("V-12.0-a", "V-12.2-a")
def test_12_0_supply_for_movement_is_judged_as_the_phase_begins_and_holds_through_it():
    game = line("A1 1-9-4 d", "A2 1-9-9 e", "G1 1-1-1 b", phase=CHOICE)
    game.do("move-first")
    assert "Out of supply: A1, A2." in str(game.diary)
    before = places(game, "move", "A1")
    game.do("move A2 f")
    assert places(game, "move", "A1") >= before - {"e", "f"}
    assert "Out of supply" in game.diary[-2]


@pytest.mark.clause("V-12.0-b")
def test_12_0_supply_for_combat_is_judged_when_the_battle_is_declared():
    drawing = "o   a   b   c   d   e"
    units = ("A1 9-9-4 b", "G1 1-1-1 a", "G2 1-6-1 c", "A2 30-9-1 o", "J1 1-1-1 e")
    game = front(drawing, *units, phase=FIGHT, west_edge="o", east_edge="e")
    assert game.battle("c", ["A1"]).attack == 5
    attack(game, "a", "A2", roll=3)
    do(game, "stay-back")
    assert game.battle("c", ["A1"]).attack == 9


@pytest.mark.clause("V-12.0-c", "V-12.0-d", "V-12.1-a")
def test_12_0_each_side_has_its_supply_from_its_own_edge_however_far():
    game = line("A1 1-1-1 c", "G1 1-1-1 f")
    assert supplied(game, "A1")
    assert supplied(game, "G1")
    turned = line("A1 1-1-1 f", "G1 1-1-1 c")
    assert not supplied(turned, "A1")
    assert not supplied(turned, "G1")


@pytest.mark.clause("V-12.0-e", "V-12.0-f")
def test_12_0_german_units_in_cleve_and_goch_always_have_supply_and_allied_ones_do_not():
    ring = ("A1 1-1-1 e", "G1 1-1-1 c", "A2 1-1-1 a")
    assert not supplied(line(*ring), "G1")
    assert supplied(line(*ring, cleve="c"), "G1")
    assert supplied(line(*ring, goch="c"), "G1")
    assert not supplied(line("A1 1-1-1 e", "G1 1-1-1 c", cleve="e"), "A1")


@pytest.mark.clause("V-12.1.1-a")
def test_12_1_1_no_line_crosses_a_great_river():
    assert not supplied(line("A1 1-1-1 c", "G1 1-1-1 h", sides={"major_river": "a/b"}), "A1")


@pytest.mark.clause("V-12.1.1-b", "V-7.3-a", "V-7.3-b")
def test_12_1_1_no_line_enters_an_enemy_zone_but_where_a_friend_stands():
    units = ("A1 1-1-1 e6", "G1 1-1-1 a")
    drawing = """
    a    b    c    d
       e    e6   f    g
    h    i    j    k
    """
    shape: dict[str, Any] = {"west_edge": "h", "east_edge": "d g"}
    assert supplied(front(drawing, *units, **shape), "A1")
    walled = ("A1 1-1-1 f", "G1 1-1-1 e", "G2 1-1-1 k", "G3 1-1-1 c")
    assert not supplied(front(drawing, *walled, **shape), "A1")
    held = front(drawing, *walled, "A2 1-1-1 i", "A3 1-1-1 j", **shape)
    assert not supplied(held, "A1")  # h itself is watched
    assert supplied(front(drawing, *walled, "A2 1-1-1 i", "A3 1-1-1 j", "A4 1-1-1 h", **shape), "A1")


# --- 13.1 · Reserves --------------------------------------------------------------------------------------


@pytest.mark.clause("V-13.1-c")
def test_13_1_nobody_comes_before_turn_2():
    first = do(operation(), "move-first")
    assert refusal(first, "enter 1Wx 0103").rule == "veritable:13.1"
    assert to_phase(operation(), MARCH, turn=2).can("enter 1Wx 0103")


@pytest.mark.clause("V-13.1-b")
def test_13_1_reserves_come_as_their_owner_likes():
    game = to_phase(operation(), MARCH, turn=2)
    assert game.can("enter 1Wx 0103")
    assert game.can("end-phase")
    assert refusal(game, "enter 4Cdn 0103").rule == "veritable:13.1"


@pytest.mark.clause("V-13.1-d")
def test_13_1_they_come_where_a_road_leaves_the_own_edge():
    game = to_phase(operation(), MARCH, turn=2)
    assert places(game, "enter", "1Wx") == {"0103", "0105", "0106"}
    assert places(to_phase(game, GERMAN_MARCH, turn=2), "enter", "16Pz") == {"1605", "1610"}


@pytest.mark.clause("V-13.1-e", "V-13.1-f")
def test_13_1_an_enemy_on_the_hex_keeps_them_out():
    units = ("A1 1-1-1 c", "C1 5-5-5", "G1 1-1-1 a")
    game = front(LINE, *units, turn=2, west_edge="a", east_edge="h", west_road="a")
    assert refusal(game, "enter C1 a").rule == "veritable:13.1/where"
    free = front(LINE, "A1 1-1-1 c", "C1 5-5-5", "G1 1-1-1 h", turn=2, west_edge="a", east_edge="h", west_road="a")
    assert free.can("enter C1 a")


@pytest.mark.clause("V-13.1-d", "V-9.1-r1")
def test_13_1_there_must_be_room_on_the_hex():
    gate: dict[str, Any] = {"turn": 2, "west_edge": "a", "east_edge": "h", "west_road": "a"}
    game = front(LINE, "A1 1-1-1 a", "I1 1-1-1 a", "C1 5-5-5", "G1 1-1-1 h", **gate)
    assert refusal(game, "enter C1 a").rule == "veritable:13.1/where"
    game.do("move I1 b")
    assert game.can("enter C1 a")


@pytest.mark.clause("V-13.1-r1", "V-4.0-c")
def test_13_1_a_unit_from_the_reserve_may_march_on():
    game = do(to_phase(operation(), MARCH, turn=2), "enter 1Wx 0103")
    assert at(game, "1Wx") == ["0103"]
    assert "1Wx" in game.movers()


# --- 14 · Victory -----------------------------------------------------------------------------------------


ROAD: dict[str, Any] = {"roads": "a b c d e f g h", "west_road": "a", "east_road": "h"}


@pytest.mark.clause("V-14.0-b", "V-14.0-c", "V-14.0-a")
def test_14_0_cleve_and_goch_are_a_point_each_for_whoever_was_there_last():
    game = do(line("A1 1-1-9 a", "G1 1-1-9 h", cleve="c", goch="e", phase=MARCH, **ROAD), "move A1 d")
    assert points(game) == {"Cleve taken": 1}
    both = do(line("A1 1-1-9 a", "G1 1-1-9 h", cleve="c", goch="e", phase=MARCH, **ROAD), "move A1 f")
    assert points(both) == {"Cleve taken": 1, "Goch taken": 1}
    to_phase(game, GERMAN_MARCH)
    taken_back = line("G1 1-1-9 b", "A1 1-1-1 h", cleve="c", phase=GERMAN_MARCH, facts={"captured": frozenset({2})})
    assert points(taken_back)["Cleve taken"] == 1
    taken_back.do("move G1 d via c")
    assert "Cleve taken" not in points(taken_back)


@pytest.mark.clause("V-14.0-b", "V-10.6-r1")
def test_14_0_a_town_is_taken_back_by_falling_back_into_it():
    units = ("A1 12-4-4 b2", "G1 1-4-4 b3", *FAR)
    held = {"captured": frozenset({front(FIELD, *units).board.at("b4")})}
    game = attack(front(FIELD, *units, phase=FIGHT, cleve="b4", facts=held), "b3", "A1", roll=4)  # 3:1, 0/1
    assert points(game) == {"Cleve taken": 1}
    assert POINTS.of(game.setup)(game.state) == 1
    game.do("retreat G1 b4", roll=1)
    assert points(game) == {}
    assert POINTS.of(game.setup)(game.state) == 0


@pytest.mark.clause("V-14.0-d", "V-14.0-j")
def test_14_0_a_german_reserve_unit_that_is_lost_was_called_all_the_same():
    units = ("A1 12-4-4 b2", "G1 1-4-4 b3 called", *FAR)
    game = attack(front(FIELD, *units, phase=FIGHT), "b3", "A1", roll=4)  # 3:1, 0/1
    game.do("lose G1")
    assert points(game) == {"1 German reserve unit committed": 1}


@pytest.mark.clause("V-14.0-d")
def test_14_0_each_german_reserve_unit_called_is_an_allied_point():
    game = to_phase(operation(), GERMAN_MARCH, turn=2)
    do(game, "enter 16Pz 1605; enter 60PzG 1605")
    assert points(game)["2 German reserve units committed"] == 2


@pytest.mark.clause("V-14.0-e", "V-12.1.2-a")
def test_14_0_an_allied_unit_off_the_eastern_edge_is_a_point_with_roads_behind_it():
    game = line_of("A1 1-1-4 g", "A2 1-1-1 a", "G1 1-1-1 n")
    assert game.can("leave A1 h")
    game.do("leave A1 h")
    assert "1 Allied unit off the eastern edge, in supply" in points(game)


def line_of(*units: str, **more) -> Game:
    return front("a   b   c   d   e   f   g   h   m   n", *units, **{**ALONG, **ROAD, **more})


@pytest.mark.clause("V-14.0-k", "V-12.1.2-b")
def test_14_0_without_the_roads_it_is_half_a_point_for_the_germans_instead():
    game = do(line_of("A1 1-1-4 g", "A2 1-1-1 a", "G1 1-1-1 n"), "leave A1 h")
    assert points(game) == {"1 Allied unit off the eastern edge, in supply": 1}
    cut = do(line_of("A1 1-1-4 g", "A2 1-1-1 a", "G1 1-1-1 c", "G2 1-1-1 n"), "leave A1 h")
    assert points(cut) == {"1 Allied unit without supply, half a point each": -0.5}


@pytest.mark.clause("V-12.1.2-a")
def test_12_1_2_one_step_off_the_road_and_no_more():
    drawing = """
    a   b   c   d
      e   f   g   n
    h   i   j   k
    """
    shape: dict[str, Any] = {"west_edge": "a h", "east_edge": "n", "roads": "a b c d", "west_road": "a"}
    near = front(drawing, "A1 1-1-1 f", "G1 1-1-1 n", **shape)
    reached = near.state.setup.book.settled["road line"].function(near.state, False)
    assert near.board.at("e") in reached
    assert near.board.at("i") not in reached


@pytest.mark.clause("V-14.0-f", "V-14.0-g")
def test_14_0_reserves_held_back_are_two_points_each_if_roads_join_the_edges():
    units = ("A1 1-1-1 a", "C1 5-5-5", "C2 5-5-5", "J1 1-1-1 n")
    text = "2 Allied reserve units held back, with an open road to the east"
    assert points(line_of(*units, turn=2))[text] == 4
    assert text not in points(line_of(*units, "G1 1-1-1 f", turn=2))
    assert text not in points(line_of(*units[:3], "J1 1-1-1 m", turn=2))  # h is watched


@pytest.mark.clause("V-14.0-f", "V-12.1.2-a")
def test_14_0_the_line_between_the_edges_may_use_one_hex_off_the_road():
    units, text = ("A1 1-1-1 a1", "C1 5-5-5"), "1 Allied reserve unit held back, with an open road to the east"
    shape: dict[str, Any] = {"turn": 2, "west_road": "b1", "east_road": "b6"}
    guarded = front(FIELD, *units, "G1 1-1-1 b6", roads="b1 b2 b3 b4 b5 b6", **shape)  # and watches a6, c6 and b5
    assert text not in points(guarded)
    around = front(FIELD, *units, "G1 1-1-1 b6", roads="b1 b2 b3 b4 b5 b6; b4 c5 d5", **shape)  # d6 beside d5
    assert points(around)[text] == 2
    assert text not in points(front(FIELD, *units, "G1 1-1-1 b6", roads="b1 b2 b3 b4 b5 b6; b4 c5 d4", **shape))


@pytest.mark.clause("V-14.0-h")
def test_14_0_leaving_costs_what_the_hex_left_costs():
    assert line_of("A1 1-1-2 g", "G1 1-1-1 n", roads="a b c d e f g").can("leave A1 h")  # 4 points, by force march
    short = line_of("A1 1-1-1 g", "G1 1-1-1 n", roads="a b c d e f g")
    assert refusal(short, "leave A1 h").rule == "veritable:14.0/where"
    assert line_of("A1 1-1-1 g", "G1 1-1-1 n", east_road="h").can("leave A1 h")  # 1 and 1 by road


@pytest.mark.clause("V-14.0-h", "V-7.1-b")
@pytest.mark.parametrize(("allowance", "way_out", "may"), [(2, "b3", 0), (3, "b3", 1), (5, "b4", 0), (6, "b4", 1)])
def test_14_0_leaving_from_a_zone_costs_a_point_more(allowance, way_out, may):
    """At once from b3, where c3 watches, 2 and 1; or by way of b4, where c4 watches, 2 and 1 in and 2 and 1 out."""
    watcher, banks = ("c3", "") if way_out == "b3" else ("c4", "b3/c4")
    edges: dict[str, Any] = {"west_edge": "b1", "east_edge": "b3 b4", "sides": {"major_river": banks}}
    game = front(FIELD, f"A1 1-1-{allowance} b3", f"G1 1-1-1 {watcher}", **edges)
    assert bool(game.can(f"leave A1 {way_out}")) == bool(may)


@pytest.mark.clause("V-14.0-f", "V-14.0-i")
def test_14_0_a_reserve_unit_that_has_left_the_map_is_not_held_back():
    game = do(line_of("A1 1-1-4 g called", "A2 1-1-1 a", "C1 5-5-5", "G1 1-1-1 n"), "leave A1 h")
    assert points(game)["1 Allied reserve unit held back, with an open road to the east"] == 2


@pytest.mark.clause("V-14.0-e", "V-14.0-h")
def test_14_0_who_leaves_the_map_marches_to_the_edge_first_and_is_stopped_on_the_way_like_anybody():
    assert Moved("A1", "f", "h") in line_of("A1 1-1-4 f", "A2 1-1-1 a", "G1 1-1-1 n").do("leave A1 h")
    watched = front("a  b  c  d\n  e  f  g  n", "A1 1-4-20 a", "G1 1-1-1 f", west_edge="a", east_edge="d")
    assert Moved("A1", "a", "c") in watched.do("leave A1 d", roll=(1, 6))
    assert "A1 throws 6 where it needs less than 4, and loses its nerve" in str(watched.diary)


@pytest.mark.clause("V-14.0-h", "V-8.2-a")
def test_14_0_who_has_the_points_to_leave_only_on_a_force_march_keeps_out_of_zones():
    banks = {"major_river": "b2/c3 c2/c3 c3/c4 c3/d2 c3/d3"}  # c3 watches b3 only
    shape: dict[str, Any] = {"west_edge": "b1", "east_edge": "b5", "roads": "b1 b2 b3 b4 b5", "sides": banks}
    game = front(FIELD, "A1 1-4-7 b1", "G1 1-1-1 c3", **shape)
    game.do("leave A1 b5")  # 6 points by b3 and 2 more are too many; 10 by a3 and a4 are not
    assert game.state.thrown == 0
    assert "A1" not in [unit.id for unit in game.units()]


@pytest.mark.clause("V-14.0-e", "V-14.0-i")
def test_14_0_only_allied_units_leave_and_they_never_come_back():
    game = do(line_of("A1 1-1-4 g", "A2 1-1-4 a", "G1 1-1-4 n", turn=2), "leave A1 h")
    assert refusal(game, "enter A1 a").rule == "veritable:14.0"
    assert refusal(game, "leave A1 h").rule == "veritable:14.0/who"
    assert "A1" not in [unit.id for unit in game.units()]
    german = line_of("A2 1-1-4 a", "G1 1-1-4 h", phase=GERMAN_MARCH)
    assert refusal(german, "leave G1 h").rule == "veritable:14.0/who"


@pytest.mark.clause("V-14.0-j")
def test_14_0_each_allied_unit_lost_is_a_german_point():
    game = attack(front(FIELD, "A1 4-4-4 b2", "G1 1-4-4 b3", *FAR, phase=FIGHT), "b3", "A1", roll=3)
    game.do("lose A1")
    assert points(game)["1 Allied unit lost"] == -1


@pytest.mark.clause("V-14.0-k")
def test_14_0_each_allied_unit_without_supply_in_the_end_is_half_a_german_point():
    game = line("A1 1-1-1 d", "A2 1-1-1 e", "G1 1-1-1 b")
    assert points(game) == {"2 Allied units without supply, half a point each": -1}


@pytest.mark.clause("V-14.0-a", "V-14.0-l", "V-14.0-m", "V-14.0-n", "V-14.0-r1")
@pytest.mark.parametrize(
    ("called", "cut", "winner", "level"),
    [
        (0, 0, "German", "victory"),
        (1, 0, "German", "victory"),
        (2, 1, "German", "victory"),
        (2, 0, None, "draw"),
        (4, 0, None, "draw"),
        (5, 1, None, "draw"),
        (5, 0, "Allied", "victory"),
    ],
)
def test_14_0_the_levels_of_victory(called, cut, winner, level):
    reserves = [f"H{number} 1-1-1 n called" for number in range(called)]
    units = [f"A{number} 1-1-1 {'d' if number <= cut else 'a'}" for number in range(1, 3)]
    wall = ["J1 1-1-1 b"] if cut else []
    game = line_of(*units, *reserves, *wall, "G1 1-1-1 n", turn=7)
    outcome = to_phase(game, "nothing").outcome
    assert outcome is not None
    assert (outcome.winner, outcome.level) == (winner, level)


def test_14_0_opponents_know_what_is_fought_for():
    game = operation()
    worth = game.state.setup.book.settled["objectives"].function(game.state, 0)
    assert {game.board.name(place) for place in worth} >= {"1304", "1510"}
    goal = operation("goch")
    assert set(goal.state.setup.book.settled["objectives"].function(goal.state, 1)) == {goal.board.at("1510")}


def test_14_0_cleve_and_goch_are_told_as_held_by_whoever_was_there_last_where_points_decide():
    assert "Last held by the Germans." in told_of("veritable", "operation", "1304")
    assert "Last held by the Allies." in told_of("veritable", "operation", "1510", CAPTURED)
    assert "Last held" not in told_of("veritable", "cleve", "1304")
