"""Eben-Emael 3 · Movement over sectors."""

import pytest

from fmbook.core.orders import Move
from tests.tools.eben_positions import ASSAULT, COUNTERATTACK, MARCH, SORTIE, fact, fight, roof
from tests.tools.positions import at, places, refusal


@pytest.mark.clause("E-3.1-a")
def test_3_1_a_march_crosses_edges_and_not_corners():
    game = roof("G1 8 S01", "P1 20 S13", phase=MARCH)  # S13 halts in S01, S03 and S18
    assert game.can("move G1 S02")
    assert game.can("move G1 S04 via S02")
    assert not game.can(Move("G1", "S04", via=("S01",)))


@pytest.mark.clause("E-3.2-a")
def test_3_2_a_unit_may_go_into_any_sector_next_door():
    game = roof("G1 8 S05", phase=MARCH)
    beside = {game.board.places[place] for place in game.board.neighbours[game.board.at("S05")]}
    assert beside <= places(game, "move G1")
    for place in sorted(beside):
        game.do(f"move G1 {place}")
        assert at(game, "G1") == [place]
        game.undo()


@pytest.mark.clause("E-3.3-a")
def test_3_3_a_march_has_no_limit():
    game = roof("G1 8 S08", phase=MARCH)
    assert places(game, "move G1") == set(game.board.places) - {"S08"}


@pytest.mark.clause("E-3.4-a")
def test_3_4_nobody_enters_a_sector_with_enemy_soldiers():
    game = roof("G1 8 S08", "P1 20 S06", "W07 20 S07", phase=MARCH)
    assert refusal(game, "move G1 S06").rule == refusal(game, "move G1 S07").rule == "eben_emael:3.4"
    game = roof("G1 8 S08", "MG07 1 S07", phase=MARCH)  # a weapon holds no ground
    assert game.can("move G1 S07")
    game = roof("G1 8 S06", "P1 20 S08", phase=SORTIE)
    assert refusal(game, "move P1 S06").rule == "eben_emael:3.4"


@pytest.mark.clause("E-3.5-a")
def test_3_5_a_unit_stops_next_to_the_enemy():
    game = roof("G1 8 S08", "P1 20 S15", phase=MARCH)
    assert game.can("move G1 S16")
    reason = refusal(game, "move G1 S16 via S17")
    assert reason.rule == "eben_emael:3.5"
    game = roof("G1 8 S02", "P1 20 S13", phase=MARCH)
    reason = refusal(game, "move G1 S13")
    assert reason.rule == "eben_emael:3.4"
    game = roof("G1 8 S14", "P1 20 S17", "P2 20 S18", phase=MARCH)
    assert places(game, "move G1") == {"S12", "S15"}
    assert refusal(game, "move G1 S19").rule == "eben_emael:3.5"


@pytest.mark.clause("E-3.5-a")
def test_3_5_a_unit_that_starts_next_to_the_enemy_may_leave():
    game = roof("G1 8 S06", "P1 20 S08", phase=MARCH)
    assert game.can("move G1 S11")


@pytest.mark.clause("E-3.5-a")
def test_3_5_nobody_stops_for_weapons_alone():
    game = roof("G1 8 S14", "P1 20 S17", "P2 20 S18", "MG05 1 S05", "MG16 1 S16", phase=MARCH)
    assert places(game, "move G1") == {"S12", "S15"}
    free = roof("G1 8 S08", "MG05 1 S05", "MG07 1 S07", "GU06 1 S06", phase=MARCH)
    assert places(free, "move G1") == set(free.board.places) - {"S08"}


@pytest.mark.clause("E-3.6-a")
def test_3_6_a_sector_holds_80_points_at_most():
    game = roof("G1 8 S08", "C1 60 S13", "P1 13 S13", "P2 8 S01", "P3 7 S03", phase=SORTIE)
    assert refusal(game, "move P2 S13").rule == "eben_emael:3.6"
    assert game.can("move P3 S13")
    assert game.can("move P2 S18")  # past the crowd


@pytest.mark.clause("E-3.7-a")
def test_3_7_nobody_crosses_water():
    dry = roof("G1 8 S18", "P1 20 S03", "P2 20 S14", "P3 20 S13", "P4 20 S12", phase=MARCH)
    assert places(dry, "move G1") == {"S19"}
    wet = roof("G1 8 S18", "P1 20 S03", "P2 20 S14", "P3 20 S13", "P4 20 S12", phase=MARCH, water="S18/S19")
    assert places(wet, "move G1") == set()
    assert roof("G1 8 S18", phase=MARCH).reach("G1")["S19"] == "1"
    assert roof("G1 8 S18", phase=MARCH, water="S18/S19").reach("G1")["S19"] == "2"  # by another way
    fighting = roof("G1 8 S18", "P1 20 S19", water="S18/S19", phase=ASSAULT)
    assert not fighting.can("attack S19")


@pytest.mark.clause("E-6.0-n")
def test_3_7_who_lands_crosses_it():
    game = roof("G1 8 S05", phase="German air attack", held=["glider-12"], water="S18/S19")
    game.do("use glider-12")
    assert game.can("place G12 S18")


def test_3_3_everybody_goes_on_foot():
    state = roof("G1 8 S08", "P1 20 S13", phase=MARCH).state
    assert {state.setup.book.settled["mover"].function(state, unit) for unit in state.setup.units} == {"foot"}


def test_3_0_weapons_do_not_move():
    game = roof("G1 8 S08", "P1 20 S13", "MG13 1 S13", phase=SORTIE)
    assert refusal(game, "move MG13 S01").rule == "eben_emael:3.0"


@pytest.mark.clause("E-6.0-g", "E-6.0-h", "E-6.0-j")
def test_3_0_a_garrison_comes_out_by_an_open_door_only():
    game = roof("G1 8 S08", "W05 20 S05", "W04 20 S04", phase=SORTIE)
    assert refusal(game, "move W04 S19").rule == "eben_emael:3.0/inside"
    assert game.can("move W05 S19")
    blocked = roof("G1 8 S08", "W05 20 S05", "P1 20 S01", phase=SORTIE, blocked=["S05"])
    assert refusal(blocked, "move W05 S19").rule == "eben_emael:6.0"


@pytest.mark.clause("E-3.2-a")
def test_3_0_who_marches_out_is_inside_no_more():
    game = roof("G1 8 S08", "W05 20 S05", "MG05 1 S05", phase=SORTIE)
    game.do("move W05 S19")
    assert not game.state.facts["inside"]


def test_a_work_that_a_charge_has_sealed_is_not_laid_at_the_door_of_sappers_who_are_still_in_the_cup():
    sealed = roof("G1 8 S13", "W01 20 S01", phase=SORTIE, sealed=["S01"], pool=("sappers", "tunnels"))
    assert refusal(sealed, "move W01 S02").rule == "eben_emael:hist"
    drawn = roof("G1 8 S13", "W01 20 S01", phase=SORTIE, sealed=["S01"], pool=("tunnels",))
    assert refusal(drawn, "move W01 S02").rule == "eben_emael:6.0"


def test_3_0_a_sector_belongs_to_whoever_was_there_last():
    game = roof("G1 8 S08", phase=MARCH)
    game.do("move G1 S19")
    assert game.board.at("S19") in game.state.facts["ground"]
    game = roof("G1 8 S08", "P1 20 S13", phase=SORTIE, ground=["S18", "S05"])
    game.do("move P1 S18")
    assert fact(game, "ground") == {"S05"}
    game = roof("G1 8 S08", phase=SORTIE, ground=["S14", "S05"])
    game.do("sally P1 S14")
    assert fact(game, "ground") == {"S05"}
    game = roof("G2 8 S14", phase=SORTIE, ground=["S14", "S05"])
    game.do("sally P1 S14")
    assert fact(game, "ground") == {"S14", "S05"}  # Germans are there still


def test_3_0_where_both_stood_the_sector_is_belgian_once_the_last_german_has_marched_off():
    game = roof("G6 8 S14", "G7 8 S14", "P1 20 S14", phase=MARCH, ground=["S14", "S05"])
    game.do("move G6 S12")
    assert fact(game, "ground") == {"S14", "S05", "S12"}  # G7 is there still
    game.do("move G7 S12")
    assert fact(game, "ground") == {"S05", "S12"}


def test_3_0_where_both_stood_the_sector_is_belgian_once_the_last_german_has_fallen_or_fallen_back():
    game = roof("G6 8 S14", "P1 20 S14", phase=COUNTERATTACK, ground=["S14", "S05"])
    fight(game, "S14", "P1", roll=(5, 5))  # 7 against 8: 3/1
    game.do("fall-back S12")
    assert fact(game, "ground") == {"S05", "S12"}
    game = roof("G6 1 S14", "G7 8 S08", "P1 20 S14", phase=COUNTERATTACK, ground=["S14", "S05"])
    fight(game, "S14", "P1", roll=(5, 5))
    game.do("keep")
    assert (at(game, "G6"), fact(game, "ground")) == (["eliminated"], {"S05"})


def test_3_0_where_both_stood_the_sector_is_belgian_once_the_germans_have_followed_elsewhere():
    game = roof("G6 8 S14", "P1 20 S14", "P2 4 S18", ground=["S14"])
    fight(game, "S18", "G6", roll=(4, 5))  # two to one, nine: 2/1
    game.do("fall-back S03")
    game.do("advance G6 S18")
    assert fact(game, "ground") == {"S18"}
