"""Veritable 15 · The four options."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

import fmbook as fm
from fmbook.books.veritable.fortress import CHITS
from fmbook.components.setup import Edge
from fmbook.core.events import PhaseEnded
from fmbook.play.game import Game
from tests.tools.positions import at, do, places, refusal
from tests.tools.veritable_positions import (
    CHOICE,
    FAR,
    FIELD,
    FIGHT,
    GERMAN_FIGHT,
    GERMAN_MARCH,
    MARCH,
    attack,
    front,
    operation,
    points,
    shifts,
    to_phase,
)

BOATS = ("amphibious",)
HOST = {"host": "A1"}
NOTHING: frozenset[str] = frozenset()


def afloat(*units: str, drawing: str = FIELD, **more) -> Game:
    return front(drawing, *units, *FAR, options=BOATS, facts=HOST, **{"phase": MARCH, **more})


# --- 15.1 · Amphibious vehicles ---------------------------------------------------------------------------


@pytest.mark.clause("V-15.1-a")
def test_15_1_one_allied_brigade_gets_the_vehicles_at_the_start_and_keeps_them():
    game = operation(options=BOATS)
    assert game.phase == "Amphibious marker"
    assert refusal(game, "attach 1051").rule == "veritable:15.1"
    assert PhaseEnded(game.state.phase) in game.do("attach 7Cdn")
    assert game.state.facts["host"] == "7Cdn"
    assert not game.can("attach 8Cdn")


@pytest.mark.clause("V-15.1-a")
def test_15_1_it_may_be_any_brigade_of_the_79th_or_in_reserve_too():
    assert places(operation(options=BOATS), "attach") >= {"7Cdn", "1ARE", "1Wx"}
    game = front(FIELD, "T1 0-0-9 b2", "G1 1-1-1 b6", *FAR, options=BOATS, facts={"host": "T1"},
                 sides={"major_river": "b2/b3"})  # fmt: skip
    assert "b3" in places(game, "move", "T1")


@pytest.mark.clause("V-15.1-b")
def test_15_1_they_are_lost_with_their_brigade():
    game = attack(afloat("A1 4-4-4 b2", "G1 1-4-4 b3", phase=FIGHT), "b3", "A1", roll=3)
    game.do("lose A1")
    assert game.state.facts["host"] == ""


@pytest.mark.clause("V-15.1-c")
def test_15_1_floods_are_open_ground_for_it():
    drawing = FIELD.replace("b3 ", "b3~")
    units = ("A1 4-4-4 b2", "A2 4-4-4 c3", "G1 1-4-4 b3")
    assert shifts(afloat(*units, phase=FIGHT, drawing=drawing), "b3", "A1") == []
    assert shifts(afloat(*units, phase=FIGHT, drawing=drawing), "b3", "A1", "A2") == [(-1, "veritable:10.0/terrain")]
    marsh = afloat("A1 1-1-1 b1", "A2 1-1-1 b1", "G1 1-1-1 b6", drawing=drawing)
    assert "b3 is 4 movement points away" in refusal(marsh, "move A1 b3").text
    assert "b3 is 6 movement points away" in refusal(marsh, "move A2 b3").text


@pytest.mark.clause("V-15.1-c")
def test_15_1_a_flood_shelters_it_no_more_than_open_ground():
    drawing = FIELD.replace("b3 ", "b3~")
    alone = afloat("A1 4-4-4 b3", "G1 16-4-4 b2", drawing=drawing, phase=GERMAN_FIGHT)
    both = afloat("A1 4-4-4 b3", "A2 4-4-4 b3", "G1 16-4-4 b2", drawing=drawing, phase=GERMAN_FIGHT)
    assert shifts(alone, "b3", "G1") == []
    assert shifts(both, "b3", "G1") == [(-1, "veritable:10.0/terrain")]


@pytest.mark.clause("V-15.1-c", "V-14.0-h")
def test_15_1_it_leaves_a_flooded_hex_for_what_a_clear_one_costs():
    units = ("A1 1-1-1 b6", "A2 1-1-1 b6", "G1 1-1-1 d6")
    game = front(FIELD.replace("b6", "b6~"), *units, options=BOATS, facts=HOST, east_edge="b6")
    assert game.can("leave A1 b6")  # 2, by force march
    assert not game.can("leave A2 b6")  # 4


@pytest.mark.clause("V-15.1-d")
def test_15_1_a_minor_river_costs_it_nothing():
    game = stream("minor_river")
    assert "c is 4 movement points away" in refusal(game, "move A1 c").text
    assert "c is 5 movement points away" in refusal(game, "move A2 c").text


def stream(kind: str) -> Game:
    """Two brigades before a river, the first with the vehicles."""
    edges: dict[str, Any] = {"west_edge": "a", "east_edge": "f", "sides": {kind: "a/b"}}
    units = ("A1 1-1-1 a", "A2 1-1-1 a", "G1 1-1-1 f")
    return front("a   b   c   d   e   f", *units, options=BOATS, facts=HOST, **edges)


def test_15_1_what_the_boats_treat_floods_as_and_what_rivers_cost_them_stands_in_the_chart():
    setup, wet = fm.new_game("veritable", "operation").setup, frozenset({"flooded"})
    flood, chart = setup.costs.treated["flooded"], setup.costs
    assert setup.priced("boats", Edge(NOTHING, wet, NOTHING, chart))[0] == chart.enter["clear"]
    woods = chart._replace(treated={"flooded": replace(flood, march="forest")})
    assert setup.priced("boats", Edge(NOTHING, wet, NOTHING, woods))[0] == chart.enter["forest"]
    assert setup.priced("ground", Edge(NOTHING, wet, NOTHING, woods))[0] == chart.enter["flooded"]
    dear = chart._replace(cross={**chart.cross, "minor_river boats": 10})
    river = Edge(NOTHING, frozenset({"clear"}), frozenset({"minor_river"}), dear)
    assert setup.priced("boats", river)[0] == 10 + (chart.enter["clear"] or 0)


@pytest.mark.clause("V-15.1-e")
def test_15_1_it_is_halved_all_the_same_when_it_attacks_over_one():
    game = afloat("A1 4-4-4 b2", "G1 1-4-4 b3", phase=FIGHT, sides={"minor_river": "b2/b3"})
    assert game.battle("b3").attack == 2


@pytest.mark.clause("V-15.1-f")
def test_15_1_a_great_river_costs_it_three_points_more():
    game = stream("major_river")
    assert "c is 7 movement points away" in refusal(game, "move A1 c").text
    assert places(game, "move", "A1") == {"b"}
    assert places(game, "move", "A2") == set()


@pytest.mark.clause("V-15.1-g")
def test_15_1_it_attacks_over_a_great_river_at_half_strength():
    river = {"major_river": "b2/b3"}
    game = afloat("A1 4-4-4 b2", "A2 4-4-4 b2", "G1 1-4-4 b3", phase=FIGHT, sides=river)
    assert game.battle("b3").attack == 2
    game.do("attack b3")
    assert not game.can("join A2")


@pytest.mark.clause("V-15.1-g", "V-10.4-r1", "V-10.6-r1")
def test_15_1_it_follows_up_over_a_great_river_but_does_not_fall_back_over_one():
    river = {"major_river": "b2/b3 b2/c2"}
    won = attack(afloat("A1 24-4-4 b2", "G1 1-4-4 b3", phase=FIGHT, sides=river), "b3", "A1", roll=6)  # 3:1, 0/2
    do(won, "lose G1; advance A1 b3")
    assert at(won, "A1") == ["b3"]
    lost = attack(afloat("A1 8-4-4 b2", "G1 1-4-4 b3", phase=FIGHT, sides=river), "b3", "A1", roll=3)  # 1:1, 1/0
    assert places(lost, "retreat", "A1") == {"a2", "b1"}


@pytest.mark.clause("V-15.1-h")
def test_15_1_its_own_line_of_supply_may_cross_a_great_river():
    drawing = "a   b   c   d   e   f"
    edges: dict[str, Any] = {"west_edge": "a", "east_edge": "f", "sides": {"major_river": "a/b"}}
    game = front(drawing, "A1 1-1-1 b", "A2 1-1-1 b", "G1 1-1-1 f", options=BOATS, facts=HOST, **edges)
    assert points(game) == {"1 Allied unit without supply, half a point each": -0.5}


@pytest.mark.clause("V-15.1-h")
def test_15_1_it_scores_for_leaving_in_the_north():
    roads: dict[str, Any] = {"roads": "a b c d e", "west_road": "a", "sides": {"major_river": "e/f"}}
    game = front("a   b   c   d   e   f   g   h", "A1 1-1-9 f", "A2 1-1-1 a", "G1 1-1-1 h", options=BOATS, facts=HOST,
                 west_edge="a", east_edge="f", **roads)  # fmt: skip
    game.do("leave A1 f")
    assert points(game) == {"1 Allied unit off the eastern edge, in supply": 1}


# --- 15.2 · The Führer's interference ---------------------------------------------------------------------


FUHRER = ("fuhrer",)


def headquarters(turn: int = 3) -> Game:
    return to_phase(operation(options=FUHRER), GERMAN_MARCH, turn=turn)


@pytest.mark.clause("V-15.2-a", "V-15.2-c")
@pytest.mark.parametrize(("die", "comes"), [(1, True), (2, True), (3, False), (5, False)])
def test_15_2_less_than_the_turn_releases_a_unit_and_anything_else_leaves_it_waiting(die, comes):
    game = headquarters()
    game.do("request 16Pz", roll=die)
    assert f"The die shows {die}: 16Pz {'is released' if comes else 'has to wait'}." in str(game.diary)
    assert bool(game.can("enter 16Pz 1605")) == comes
    assert game.state.facts.get("refused", ()) == ()


@pytest.mark.clause("V-15.2-a")
def test_15_2_nobody_comes_unasked():
    assert refusal(headquarters(), "enter 16Pz 1605").rule == "veritable:15.2/enter"


@pytest.mark.clause("V-15.2-b")
def test_15_2_a_six_bars_the_unit_for_good_in_turn_7_too():
    for turn in (3, 7):
        game = headquarters(turn)
        game.do("request 16Pz", roll=6)
        assert not game.can("enter 16Pz 1605")
    game = headquarters()
    game.do("request 16Pz", roll=6)
    assert "refused for good" in refusal(to_phase(game, GERMAN_MARCH, turn=4), "request 16Pz").text


@pytest.mark.clause("V-15.2-c")
def test_15_2_a_unit_that_waits_may_be_asked_for_again_next_turn():
    game = headquarters()
    game.do("request 16Pz", roll=5)
    assert not game.can("request 16Pz")
    assert to_phase(game, GERMAN_MARCH, turn=4).can("request 16Pz")


@pytest.mark.clause("V-15.2-a", "V-15.2-c")
def test_15_2_a_unit_that_was_released_and_did_not_come_must_be_asked_for_again():
    game = headquarters()
    game.do("request 16Pz", roll=1)
    game = to_phase(game, GERMAN_MARCH, turn=4)
    assert refusal(game, "enter 16Pz 1605").rule == "veritable:15.2/enter"
    assert game.can("request 16Pz")


@pytest.mark.clause("V-15.2-a")
def test_15_2_the_allies_ask_nobody():
    game = to_phase(operation(options=FUHRER), MARCH, turn=2)
    assert game.can("enter 1Wx 0103")
    assert not game.can("request 1Wx")


@pytest.mark.clause("V-15.2-d")
def test_15_2_all_reserve_units_may_be_asked_for_from_turn_2_on():
    assert len(places(headquarters(2), "request")) == 7
    assert not to_phase(operation(options=FUHRER), GERMAN_MARCH, turn=1).can("request 16Pz")


# --- 15.3 · Fortress Cleve --------------------------------------------------------------------------------


FORTRESS = ("fortress-cleve",)
SIEGE = ("A1 8-4-4 b2", "A2 8-4-4 c3", "G1 1-4-4 b3")


def siege(*units: str, **more) -> Game:
    return front(FIELD, *(units or SIEGE), *FAR, phase=FIGHT, options=FORTRESS, cleve="b3", **more)


def drawn(chit: str, *units: str) -> Game:
    game = attack(siege(*units), "b3", "A1")
    game.do("roll", roll=chit)
    return game


def label(game: Game) -> str:
    return str(game.state.setup.book.settled["arithmetic"].function(game.state).column.label)


@pytest.mark.clause("V-15.3-a", "V-15.3-r1")
def test_15_3_a_chit_is_drawn_just_before_the_throw_of_the_first_attack_on_cleve():
    game = drawn("unfortified")
    assert game.prompt.rule == "veritable:10.0"
    game.do("roll", roll=3)
    assert "The die shows 3: 2:1" in str(game.diary)
    assert sorted(CHITS) == ["prepared", "surprised", "unfortified", "unfortified"]


@pytest.mark.clause("V-15.3-b", "V-15.3.3-a")
def test_15_3_the_other_chits_leave_play_and_unfortified_changes_nothing():
    game = drawn("unfortified")
    assert label(game) == "2:1"
    game.do("roll", roll=1)
    game.do("lose A1")
    attack(to_phase(game, FIGHT, turn=2), "b3", "A2")
    assert label(game) == "2:1"
    game.do("roll", roll=3)


@pytest.mark.clause("V-15.3.1-a")
def test_15_3_1_a_fortress_that_is_ready_has_a_shift_from_this_battle_on():
    assert label(drawn("prepared")) == "1:1"


@pytest.mark.clause("V-15.3.2-a", "V-15.3.2-b")
def test_15_3_2_a_fortress_that_is_surprised_gives_a_shift_now_and_takes_one_later():
    game = drawn("surprised")
    assert label(game) == "3:1"
    game.do("roll", roll=1)
    game.do("lose A1")
    attack(to_phase(game, FIGHT, turn=2), "b3", "A2")
    assert label(game) == "1:1"


@pytest.mark.clause("V-15.3.1-b")
def test_15_3_1_the_fortress_is_no_more_when_an_allied_unit_enters():
    game = drawn("prepared", "A1 24-4-4 b2", "G1 1-4-4 b3")
    game.do("roll", roll=2)
    do(game, "lose G1; advance A1 b3")
    assert at(game, "A1") == ["b3"]
    assert game.state.facts["fortress"] == ""


def test_15_3_1_the_fortress_stands_when_only_german_units_enter():
    ready: dict[str, Any] = {"facts": {"fortress": "prepared"}, "options": FORTRESS, "cleve": "b3"}
    game = front(FIELD, "G1 1-1-4 b4", *FAR, phase=GERMAN_MARCH, **ready)
    game.do("move G1 b3")
    assert game.state.facts["fortress"] == "prepared"


@pytest.mark.clause("V-15.3-a", "V-15.3.1-a")
def test_15_3_no_chit_is_drawn_and_no_fortress_helps_when_the_germans_attack_cleve_or_the_allies_another_hex():
    german: dict[str, Any] = {"phase": GERMAN_FIGHT, "options": FORTRESS, "cleve": "b3"}
    units = ("A1 4-4-4 b3", "G1 4-4-4 b2", *FAR)
    counter = attack(front(FIELD, *units, **german), "b3", "G1")
    assert shifts(front(FIELD, *units, facts={"fortress": "prepared"}, **german), "b3", "G1") == []
    other = attack(siege(*SIEGE, "G2 1-4-4 c4"), "c4", "A2")
    for game in (counter, other):
        game.do("roll", roll=1)
        assert "fortress" not in game.state.facts


def test_15_3_the_odds_go_over_all_chits():
    odds = siege().battle("b3", ["A1"]).odds()
    assert sum(odds.values()) == 1
    assert odds["1/0, 1 Allied unit lost"] > Fraction(0)


# --- 15.4 · Half a turn more ------------------------------------------------------------------------------


EIGHTH = ("eighth-turn",)


@pytest.mark.clause("V-15.4-a")
def test_15_4_with_all_reserves_in_the_allies_get_half_of_turn_8():
    units = ("A1 1-1-4 a1", "G1 1-1-4 a6")
    game = to_phase(front(FIELD, *units, *FAR[:1], phase=CHOICE, turn=7, options=EIGHTH), MARCH, turn=8)
    assert (game.turn, game.outcome) == (8, None)
    held_back = front(FIELD, *units, "C1 1-1-1", *FAR[:1], phase=CHOICE, turn=7, options=EIGHTH)
    ended = to_phase(held_back, "nothing")
    assert ended.turn == 7
    assert ended.outcome is not None


@pytest.mark.clause("V-15.4-a", "V-14.0-i")
def test_15_4_a_reserve_unit_that_has_left_the_map_was_committed():
    units = ("A1 1-1-4 a6 called", "A2 1-1-1 a1", "G1 1-1-1 d6")
    game = front(FIELD, *units, phase=MARCH, turn=7, options=EIGHTH)
    game.do("leave A1 a6")
    assert to_phase(game, MARCH, turn=8).turn == 8


@pytest.mark.clause("V-15.4-b", "V-4.0-d")
def test_15_4_the_half_turn_is_air_support_and_the_allied_player_turn():
    game = to_phase(
        front(FIELD, "A1 1-1-4 a1", "G1 1-1-4 a6", phase=CHOICE, turn=7, options=EIGHTH), "Air support phase"
    )
    assert game.turn == 8
    seen = []
    while not game.outcome:
        seen.append(game.phase)
        orders = [str(order) for order in game.legal()]
        game.do("move-first" if "move-first" in orders else orders[-1], roll=6 if orders[-1] == "roll" else None)
    assert set(seen) <= {"Air support phase", CHOICE, MARCH, FIGHT}
    assert GERMAN_FIGHT not in seen


def test_15_4_without_the_option_turn_7_is_the_last():
    game = to_phase(front(FIELD, "A1 1-1-4 a1", "G1 1-1-4 a6", phase=CHOICE, turn=7), "nothing")
    assert game.turn == 7
