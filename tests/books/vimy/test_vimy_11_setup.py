"""Vimy 10, 11, 19 and 20 · The beginning: who sets up where, and what waits beside the map."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

import fmbook as fm
from fmbook.core.events import PhaseEnded
from fmbook.core.orders import Place
from fmbook.play.game import Game
from tests.tools.positions import at, do, places, refusal
from tests.tools.vimy_positions import FIELD, LINE, MARCH, battle_of_vimy, ridge, until

COLUMN = """
0104
  0103
0102
  0101
"""
ALL = "0104 0103 0102 0101"


def place_all(game: Game, side: str) -> Game:
    """Set a side up, each unit in the first hex that is open to it."""
    while game.phase == f"{side} set-up":
        game.do(game.legal()[0])
    return game


def column(*units: str, **regions: Any) -> Game:
    return ridge(COLUMN, *(f"{unit} 3-4-5" for unit in units), turn=1, options=("free-set-up",), **regions)


# --- 10 -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("VR-10.2-1")
def test_10_2_what_the_book_does_not_change_is_as_in_the_standard_rules():
    units = ("A1 9-4-6 b1", "G1 3-4-5 a3", "G2 3-4-5 c3")
    game = ridge(FIELD, *units, phase=MARCH, support=((1, 2, 3), ()), allotted=(2, 0))
    assert refusal(game, "move A1 b3").rule == "fm:6.1/stop"
    assert len(game.hand("Allied")) == 2  # drawn as 16.0 says, not the lowest first
    in_force = {rule.id for rule in game.setup.book.rules}
    assert {"fm:5.1", "fm:5.3", "fm:6.1/stop", "fm:7.3", "fm:7.6", "fm:7.7", "fm:7.8", "fm:7.9"} <= in_force
    changed = {"fm:4.0", "fm:6.0", "fm:7.1/target-once", "fm:7.4", "fm:7.7.1", "fm:8.1", "fm:8.4"}
    assert not changed & in_force


@pytest.mark.clause("VR-10.3-3")
def test_10_3_all_units_are_on_foot_and_nobody_moves_after_combat():
    game = do(ridge(LINE, "A1 9-4-6 b", "A2 1-1-6 h", "G1 3-4-5 c", phase="Allied combat phase"), "attack c")
    game.do("roll", roll=1)
    do(game, "retreat G1 d; advance A1 c; stay-back; end-phase")
    assert game.phase == "German movement phase"
    assert {unit.kind for unit in battle_of_vimy().units()} == {"infantry"}


# --- 11.1 ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("VR-11.1-1", "VR-11.1-4", "VR-17.1-2")
def test_11_1_the_turn_marker_starts_on_the_first_morning_and_points_to_the_artillery_track():
    game = battle_of_vimy()
    assert (game.turn, game.setup.data["track"][game.turn].name) == (1, "9 April, Morning")
    told: list[str] = []
    while game.turn < 3:
        game.do("end-phase")
        told = [line.partition(" bomb")[0] for line in game.diary if "bombardment markers" in line]
    assert told[:4] == ["The Allies have 10", "The Germans have 3", "The Allies have 8", "The Germans have 5"]


@pytest.mark.clause("VR-11.1-2", "VR-11.2-3", "VR-20.2-2")
def test_11_1_the_german_side_sets_up_completely_then_the_allied_side_then_the_battle_begins():
    game = battle_of_vimy("free")
    assert (game.phase, game.side, game.prompt.rule) == ("German set-up", "German", "vimy:11.1")
    assert refusal(game, "place 46 4049").rule == "vimy:11.1"
    place_all(game, "German")
    assert (game.phase, game.side, len(game.units())) == ("Allied set-up", "Allied", 26)
    place_all(game, "Allied")
    assert (game.phase, game.side, len(game.units())) == ("Allied air phase", "Allied", 66)


@pytest.mark.clause("VR-11.1-2")
def test_11_1_units_are_asked_for_one_by_one_in_the_order_of_battle():
    game = column("G1", "G2", "A1", german_setup="0101 0102", allied_setup="0104")
    reason = refusal(game, "place G2 0101")
    assert (reason.rule, "next to be set up" in reason.text) == ("vimy:11.1", True)
    do(game, "place G1 0102")
    assert PhaseEnded(game.state.phase) in game.do("place G2 0101")
    do(game, "place A1 0104")
    assert at(game, "G1", "G2", "A1") == ["0102", "0101", "0104"]


@pytest.mark.clause("VR-11.1-7", "VR-19.2-1", "VR-20.3-1")
def test_11_1_nobody_arrives_after_the_set_up():
    game = place_all(place_all(battle_of_vimy("free"), "German"), "Allied")
    assert len(game.units()) == len(game.setup.units)
    kinds = {kind.verb for question in game.setup.book.questions.values() for kind in question.offers}
    for what in ("movement", "night movement", "air", "shelling", "combat"):
        assert not {"enter", "place"} & {kind.verb for kind in game.setup.book.questions[what].offers}
    assert "place" in kinds  # only in the set-up


@pytest.mark.clause("VR-11.1-5", "VR-11.1-6")
def test_11_1_aircraft_wait_beside_the_map_until_the_allied_movement_phase():
    units, wall = ("A1 5-4-6 b1", "G1 3-4-5 b6"), "a3 b3 c3 d3 a4"
    idle = do(ridge(FIELD, *units, phase=MARCH, aircraft=1, woods=wall), "end-phase")
    assert idle.phase == "German movement phase"  # nobody has flown, so nothing was observed
    flown = do(ridge(FIELD, *units, phase=MARCH, aircraft=1, woods=wall), "fly b6; end-phase")
    assert (flown.phase, places(flown, "shell")) == ("Allied bombardment phase", {"G1"})
    reason = refusal(flown, "fly b5")
    assert "not what is due now" in reason.text


@pytest.mark.clause("VR-11.1-2")
def test_11_1_each_side_sets_up_once_before_the_first_turn_is_played():
    game = do(column("G1", "A1", german_setup="0101", allied_setup="0104"), "place G1 0101; place A1 0104")
    until(game, MARCH, 2)
    begun = [line.partition(" begins")[0] for line in game.diary if "set-up begins" in line]
    assert begun == ["German set-up", "Allied set-up"]


def test_11_1_a_battle_that_is_set_up_already_does_not_ask_for_a_set_up():
    game = ridge(LINE, "A1 5-4-6 a", "G1 3-4-5 h", turn=1, aircraft=1, options=("free-set-up",))
    assert game.phase == "Allied air phase"


# --- 19, 11.5 · German deployment ---------------------------------------------------------------------------


@pytest.mark.clause("VR-11.5-2", "VR-19.1-4")
def test_19_1_german_units_start_east_of_the_allied_trench_no_mans_land_included():
    game = battle_of_vimy("free")
    reason = refusal(game, "place I/21R 4049")
    assert (reason.rule, "east of the Allied trench" in reason.text) == ("vimy:19.1", True)
    assert game.can("place I/21R 4050")


@pytest.mark.clause("VR-11.5-1", "VR-19.1-5")
def test_19_1_german_units_start_south_of_the_river():
    game = battle_of_vimy("free")
    reason = refusal(game, "place I/21R 4053")
    assert (reason.rule, "south of the river" in reason.text) == ("vimy:19.1", True)
    assert game.can("place I/21R 3953")


@pytest.mark.clause("VR-19.1-1")
def test_19_1_german_units_start_one_to_a_hex():
    game = do(battle_of_vimy("free"), "place I/21R 3951")
    reason = refusal(game, "place II/21R 3951")
    assert (reason.rule, "holds a unit" in reason.text) == ("vimy:19.1", True)
    assert game.can("place II/21R 3950")


@pytest.mark.clause("VR-19.1-3")
def test_19_1_the_16th_bavarian_stands_north_of_the_79th_reserve():
    game = battle_of_vimy("free")
    for number, unit in enumerate(unit for unit in game.setup.units if unit.group == "16_Bav"):
        game.do(f"place {unit.id} {20 + number}30")
    reason = refusal(game, "place I/261 1031")
    assert (reason.rule, "north to south" in reason.text) == ("vimy:19.1/bands", True)
    assert game.can("place I/261 1030")  # the same row will do
    assert game.can("place I/261 1029")


@pytest.mark.clause("VR-19.1-2")
def test_19_1_the_1st_bavarian_reserve_stands_south_of_the_79th_reserve():
    game = column("G1", "B1", german_setup=ALL)
    do(game, "place G1 0103")
    reason = refusal(game, "place B1 0104")
    assert (reason.rule, "north to south" in reason.text) == ("vimy:19.1/bands", True)
    assert places(game, "place", "B1") == {"0102", "0101"}


@pytest.mark.clause("VR-19.1-2", "VR-19.1-3")
def test_19_1_a_unit_leaves_room_to_the_south_for_those_still_to_come():
    game = column("N1", "G1", "B1", german_setup=ALL)
    reason = refusal(game, "place N1 0102")
    assert (reason.rule, "leaves no room" in reason.text) == ("vimy:19.1/bands", True)
    assert places(game, "place", "N1") == {"0104", "0103"}


@pytest.mark.clause("VR-19.1-3")
def test_19_1_the_order_holds_whichever_division_is_set_up_first():
    game = do(column("G1", "N1", german_setup=ALL), "place G1 0102")
    assert places(game, "place", "N1") == {"0104", "0103"}


@pytest.mark.clause("VR-19.1-2", "VR-19.1-3")
def test_19_1_those_of_its_own_division_may_still_go_north_of_it():
    game = column("N1", "N2", "G1", "B1", german_setup=ALL)
    assert places(game, "place", "N1") == {"0104", "0103"}
    do(game, "place N1 0103")
    assert places(game, "place", "N2") == {"0104"}  # the other hexes are all that the south has left


@pytest.mark.clause("VR-19.1-2", "VR-19.1-3")
def test_19_1_on_the_map_the_first_battalion_may_stand_on_the_southern_edge():
    game = battle_of_vimy("free")
    assert len([place for place in places(game, "place", "I/21R") if place.endswith("12")]) == 19
    do(game, "place I/21R 0112")  # 18 hexes are left there for the 18 battalions of the other divisions
    assert refusal(game, "place II/21R 0212").rule == "vimy:19.1/bands"


@pytest.mark.clause("VR-19.1-2", "VR-19.1-3")
@pytest.mark.parametrize("units", ["N1 N2 G1 B1", "N1 G1 G2 B1", "G1 G2 B1 B2", "N1 G1 B1"])
def test_19_1_no_choice_leads_into_a_dead_end(units):
    def ends(game: Game) -> int:
        if game.phase != "German set-up":
            rows = [[int(unit.place) for unit in game.units(side="German") if unit.group == group] for group in DOWN]
            assert all(not north or not south or min(north) >= max(south) for north, south in pairwise(rows))
            return 1
        found = 0
        for order in game.legal():
            game.do(order)
            found += ends(game)
            game.undo()
        assert found
        return found

    assert ends(column(*units.split(), "A1", german_setup=ALL, allied_setup="0101")) > 0


DOWN = ("16_Bav", "79_Res", "1_Bav_Res")


@pytest.mark.clause("VR-19.1-1", "VR-20.2-1")
def test_19_1_random_set_ups_of_the_whole_battle_always_come_to_the_battle():
    for seed in range(5):
        game, lot = battle_of_vimy("free", seed), Random(seed)
        while isinstance(order := lot.choice(game.legal()), Place):
            game.do(order)
        assert game.phase == "Allied air phase"
        assert len({unit.place for unit in game.units()}) == 66


# --- 20, 11.2 · Allied deployment ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def germans_stand() -> str:
    return place_all(battle_of_vimy("free"), "German").record()


@pytest.mark.clause("VR-11.2-2", "VR-20.2-3")
def test_20_2_allied_units_start_west_of_their_trench(germans_stand):
    game = fm.replay(germans_stand)
    reason = refusal(game, "place 46 4050")
    assert (reason.rule, "west of the Allied trench" in reason.text) == ("vimy:20.2", True)
    assert game.can("place 46 4049")


@pytest.mark.clause("VR-11.2-1", "VR-20.2-4")
def test_20_2_allied_units_start_south_of_the_river(germans_stand):
    game = fm.replay(germans_stand)
    reason = refusal(game, "place 46 4251")
    assert (reason.rule, "south of the river" in reason.text) == ("vimy:20.2", True)
    assert game.can("place 46 4250")


@pytest.mark.clause("VR-20.2-1")
def test_20_2_allied_units_start_one_to_a_hex(germans_stand):
    game = do(fm.replay(germans_stand), "place 46 4049")
    reason = refusal(game, "place 50 4049")
    assert (reason.rule, "holds a unit" in reason.text) == ("vimy:20.2", True)
    assert game.can("place 50 4150")
