"""Veritable 2 and 3 · What is in the game, and where it starts."""

import pytest

import fmbook as fm
from fmbook.core.dice import ChanceError
from fmbook.core.events import PhaseEnded
from tests.tools.positions import places, refusal
from tests.tools.veritable_positions import FAR, FIELD, FIGHT, attack, front, operation

FREE = "free"


def placed(*lines: str) -> fm.Game:
    game = operation(FREE)
    for line in lines:
        game.do(f"place {line}")
    return game


OUTPOSTS = ("OutN 0603", "OutCN 0605", "OutCS 0607", "OutS 0609")
GARRISONS = ("19FJR 1304", "20FJR 1304", "Ktzm 1510")
GERMANS = ("1051 0804", "1052 0804", "1062 0806", "1222 0806", "2FJR 0704", "655AT 0704", "12FStG 0704")


@pytest.mark.clause("V-2.0-a", "V-2.2-e")
def test_2_0_there_are_48_units():
    units = operation().state.setup.units
    assert len(units) == 48
    assert [sum(unit.side == side for unit in units) for side in (0, 1)] == [27, 21]


@pytest.mark.clause("V-2.0-b")
def test_2_0_a_battle_is_one_die_with_six_sides():
    game = attack(front(FIELD, "A1 4-4-4 b2", "G1 1-4-4 b3", *FAR, phase=FIGHT), "b3", "A1")
    with pytest.raises(ChanceError, match="from 1 to 6"):
        game.do("roll", roll=7)
    game.do("roll", roll=6)
    assert "The die shows 6: 1:1" in str(game.diary)


@pytest.mark.clause("V-2.1-b", "V-4.0-a")
def test_2_1_the_allies_come_from_the_west_and_the_germans_from_the_east():
    game = operation()
    assert all(int(unit.place[:2]) <= 5 for unit in game.units(side="Allied") if unit.place.isdigit())
    assert all(int(unit.place[:2]) >= 6 for unit in game.units(side="German") if unit.place.isdigit())


@pytest.mark.clause("V-2.2-a", "V-2.2-b", "V-2.2-c", "V-2.2-d")
def test_2_2_a_unit_shows_its_factors_its_marks_and_what_is_red():
    wessex, guns = (operation().state.setup.unit(name) for name in ("3Wx", "655AT"))
    assert (wessex.attack, wessex.defence, wessex.allowance // 2, "reserve" in wessex.traits) == (5, 5, 5, True)
    assert (guns.attack, guns.defence, guns.allowance // 2) == (1, 1, 4)
    assert {"bonus", "red-defence"} <= guns.traits


@pytest.mark.clause("V-3.0-a")
def test_3_0_the_german_side_sets_up_first_and_then_the_allied_side():
    game = operation(FREE)
    assert (game.side, game.phase) == ("German", "German set-up")
    for line in (*OUTPOSTS, *GARRISONS, *GERMANS):
        phase, events = game.state.phase, game.do(f"place {line}")
    assert PhaseEnded(phase) in events
    assert (game.side, game.phase) == ("Allied", "Allied set-up")


@pytest.mark.clause("V-3.0-b", "V-3.0-h")
def test_3_0_reserves_wait_in_their_boxes():
    assert len(operation().units()) == 48 - 12
    assert refusal(placed(*OUTPOSTS), "place 16Pz 1304").rule == "veritable:3.0"


@pytest.mark.clause("V-3.0-c")
def test_3_0_outposts_stand_east_of_the_line():
    game = operation(FREE)
    assert "0603" in places(game, "place", "OutN")
    assert refusal(game, "place OutN 0503").rule == "veritable:3.0/where"


@pytest.mark.clause("V-3.0-d")
def test_3_0_each_hex_along_the_line_holds_or_touches_an_outpost_in_the_end():
    assert "0609" in places(placed(*OUTPOSTS[:3]), "place", "OutS")
    assert refusal(placed(*OUTPOSTS[:3]), "place OutS 0606").rule == "veritable:3.0/outposts"


@pytest.mark.clause("V-3.0-d")
def test_3_0_an_outpost_that_would_leave_a_gap_for_good_is_refused_at_once():
    assert operation(FREE).can("place OutN 1205")  # the other three can still do it
    assert refusal(placed("OutN 1205"), "place OutCN 1205").rule == "veritable:3.0/outposts"


@pytest.mark.clause("V-3.0-e")
def test_3_0_garrisons_start_in_cleve_or_goch():
    game = placed(*OUTPOSTS)
    assert places(game, "place", "19FJR") == {"1304", "1510"}
    assert places(placed(*OUTPOSTS, "19FJR 1304", "20FJR 1304"), "place", "Ktzm") == {"1510"}


@pytest.mark.clause("V-3.0-f")
def test_3_0_other_germans_start_in_columns_06_to_16():
    game = placed(*OUTPOSTS, *GARRISONS)
    columns = {name[:2] for name in places(game, "place", "1051")}
    assert (min(columns), max(columns)) == ("06", "16")


@pytest.mark.clause("V-3.0-i", "V-3.0-r1")
def test_3_0_allies_start_in_columns_01_to_05_and_not_over_a_great_river():
    game = placed(*OUTPOSTS, *GARRISONS, *GERMANS)
    where = places(game, "place", "4Cdn")
    assert {name[:2] for name in where} == {"01", "02", "03", "04", "05"}
    assert "0503" in where
    assert where.isdisjoint({"0301", "0409"})


@pytest.mark.clause("V-3.0-g")
def test_3_0_the_stacking_limit_holds_at_set_up():
    game = placed(*OUTPOSTS, *GARRISONS, "1051 0804", "1052 0804", "1062 0804")
    assert refusal(game, "place 1222 0804").rule == "veritable:3.0/where"
    assert "0806" in places(game, "place", "1222")


@pytest.mark.clause("V-3.0-j")
def test_3_0_the_game_begins_with_turn_1_and_a_choice_of_the_sequence():
    game = operation()
    assert (game.turn, game.phase) == (1, "Allied action sequence")
    game.do("move-first")
    assert game.phase == "Allied movement phase"


@pytest.mark.clause("V-3.0-k")
def test_3_0_aircraft_are_with_their_owners():
    game = operation()
    assert game.state.hands == ((), ())
    assert game.state.setup.data["pools"] == ((1, 1, 1), (0,))
