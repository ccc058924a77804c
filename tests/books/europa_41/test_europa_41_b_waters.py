"""Rule 41.B to 41.D · The Suez Canal, the Corinth Canal, the Shatt al Arab and the Tigris."""

from typing import Any

import pytest

from fmbook.core.dice import Chance
from fmbook.engine.resolution import run
from fmbook.play.game import Game
from tests.tools.europa_positions import board, cost, end, fact, owner, tell
from tests.tools.positions import at, places, refusal

ALLIED, AXIS = "Allied movement", "Axis movement"
CANAL = "3413/3514 3414/3514 3414/3515 3415/3515 3415/3516 3416/3516 3516/3517 3517/3616 3616/3617 3617/3717 3617/3718"


def suez(*phases: str, **more: Any) -> Game:
    return board("41.B", *(phases or (ALLIED,)), **more)


# --- 41.B · The Suez Canal ------------------------------------------------------------------------


@pytest.mark.clause("R41-B-a")
def test_41_b_the_canal_runs_from_port_said_to_suez():
    game = suez()
    sides = {frozenset((game.board.places[a], game.board.places[b])) for a, b in game.board.links("suez")}
    assert sides == {frozenset(f"19A:{end}" for end in side.split("/")) for side in CANAL.split()}
    game.do("move NG1 3718")
    assert at(game, "NG1") == ["19A:3718"]


@pytest.mark.clause("R41-B-b")
def test_41_b_allied_ships_use_the_allied_sides_of_an_open_canal():
    assert {"19A:3414", "19A:3515", "19A:3617", "19A:3718"} <= places(suez(), "move", "NG1")


@pytest.mark.clause("R41-B-b")
def test_41_b_a_side_that_the_axis_owns_bars_the_way_and_the_way_before_it_stays_open():
    game = suez(AXIS, ALLIED, at={"A2": "3617"}, away="L1 A1", given={"Axis": "3617"})
    game.do("move A2 3616")
    end(game)
    assert "19A:3517" in places(game, "move", "NG1")
    said = refusal(game, "move NG1 3718")
    assert (said.rule, "Axis" in said.text) == ("europa_41:41.B/sail", True)


@pytest.mark.clause("R41-B-c")
@pytest.mark.parametrize("given", ["", CANAL.replace("/", " ")])
def test_41_b_axis_ships_never_use_it_whoever_owns_it(given):
    game = suez(AXIS, given={"Axis": " ".join(dict.fromkeys(given.split()))})
    assert refusal(game, "move NG2 3718").rule == "europa_41:41.B/axis"
    assert refusal(game, "move NG2 3414").rule == "europa_41:41.B/axis"
    assert "19A:3513" in places(game, "move", "NG2")


@pytest.mark.clause("R41-B-d")
def test_41_b_a_side_belongs_to_who_holds_both_banks_or_held_them_last():
    game = suez(AXIS, AXIS, ALLIED, at={"A1": "3615"}, away="")
    game.do("move A2 3616")
    assert fact(game, "axis sides", frozenset()) == frozenset()  # one bank alone changes nothing
    end(game)
    game.do("move A1 3617")
    named = {tuple(game.board.places[place] for place in pair) for pair in fact(game, "axis sides")}
    assert named == {("19A:3616", "19A:3617")}
    end(game)
    game.do("move L1 3517")
    assert len(fact(game, "axis sides")) == 1  # the Axis was the last to own both


@pytest.mark.clause("R41-B-d")
def test_41_b_the_allies_win_a_side_back_with_both_banks():
    game = suez(AXIS, ALLIED, ALLIED, at={"A2": "3717", "A1": "3314", "L1": "3517"}, given={"Axis": "3617"})
    game.do("move A2 3616")
    assert len(fact(game, "axis sides")) == 1
    end(game)
    game.do("move L1 3617")
    assert owner(game, "3617") == "Allied"
    assert len(fact(game, "axis sides")) == 1  # 3616 is still Axis
    both = suez(ALLIED, at={"A2": "3717", "L1": "3517"}, given={"Axis": "3616 3617"}, axis_sides=[])
    before = both.state.with_fact("axis sides", frozenset({(both.board.at("3616"), both.board.at("3617"))}))
    taken = before.setup.book.settled["what changes hands"].function(
        before, 0, frozenset(map(both.board.at, ("3616", "3617")))
    )
    changed = run(before, "test", taken, Chance(1), [])
    assert changed.facts["axis sides"] == frozenset()


@pytest.mark.clause("R41-B-e")
def test_41_b_the_canal_is_open_at_the_start():
    game = suez("Allied initial", ALLIED)
    assert refusal(game, "reopen-canal").text == "the canal is open"
    end(game)
    assert "19A:3718" in places(game, "move", "NG1")


@pytest.mark.clause("R41-B.1-a")
def test_41_b_1_the_allies_close_it_with_a_supplied_axis_unit_in_the_delta():
    game = suez("Allied initial", ALLIED)
    game.do("close-canal")
    end(game)
    assert refusal(game, "move NG1 3718").text == "the Suez Canal is closed for a time"


@pytest.mark.clause("R41-B.1-a")
@pytest.mark.parametrize(
    "more",
    [
        {"away": "A1"},
        {"at": {"A1": "3615"}},
        {"at": {"A1": "3416", "L1": "3516"}, "given": {"Axis": "3416"}, "away": "A2"},
    ],
)
def test_41_b_1_not_without_one_there_or_without_its_supply(more):
    game = suez("Allied initial", ALLIED, **more)
    assert game.phase == "Allied movement phase"  # nothing to decide: the canal cannot be closed


@pytest.mark.clause("R41-B.1-a")
def test_41_b_1_only_the_allies_in_their_own_initial_phase():
    game = suez("Axis initial", "Allied initial")
    assert game.phase == "Allied initial phase"  # the Axis has nothing to decide
    assert refusal(suez(ALLIED), "close-canal")


@pytest.mark.clause("R41-B.1-b")
def test_41_b_1_only_an_open_canal_is_closed_for_a_time():
    game = suez("Allied initial")
    game.do("close-canal")
    assert "only an open canal" in refusal(game, "close-canal").text


@pytest.mark.clause("R41-B.2-a")
def test_41_b_2_the_allies_open_it_again_when_all_sides_are_theirs():
    game = suez("Allied initial", ALLIED, AXIS, "Allied initial", ALLIED)
    game.do("close-canal")
    end(game, 3)
    game.do("reopen-canal")
    end(game)
    assert "19A:3718" in places(game, "move", "NG1")


@pytest.mark.clause("R41-B.2-a")
@pytest.mark.clause("R41-B.3-a")
def test_41_b_3_an_axis_side_as_an_initial_phase_begins_blocks_it_for_good():
    game = suez("Allied initial", ALLIED, AXIS, "Axis initial", AXIS, "Allied initial", ALLIED, away="L1",
                at={"A2": "3617"}, given={"Axis": "3617"})  # fmt: skip
    game.do("close-canal")
    end(game, 2)
    game.do("move A2 3616")
    end(game)
    assert fact(game, "canal") in ("closed", "shut")
    end(game)
    assert fact(game, "canal") == "shut"
    assert "blocked for good" in tell(game)


@pytest.mark.clause("R41-B.3-b")
def test_41_b_3_a_blocked_canal_never_opens_again():
    game = suez("Allied initial", ALLIED, canal="shut")
    assert game.phase == "Allied movement phase"  # nothing to decide about it
    assert "blocked" in refusal(game, "move NG1 3718").text


# --- 41.C · The Corinth Canal ---------------------------------------------------------------------


def corinth(**more: Any) -> Game:
    return board("41.C", AXIS, **more)


@pytest.mark.clause("R41-C-a")
@pytest.mark.clause("R41-C-b")
def test_41_c_who_owns_both_hexes_passes_0813_0814():
    one_bank = corinth(away="L1")
    assert refusal(one_bank, "move NG1 0913").rule == "europa_41:41.C/owner"
    one_bank.do("move A1 0813")
    assert "15B:0913" in places(one_bank, "move", "NG1")
    assert [one_bank.board.links("corinth")] == [((one_bank.board.at("0813"), one_bank.board.at("0814")),)]


@pytest.mark.clause("R41-C-b")
def test_41_c_the_other_side_does_not_pass_then():
    game = board("41.C", ALLIED, given={"Axis": "0813"}, away="L1")
    assert refusal(game, "move NG3 0714").rule == "europa_41:41.C/owner"
    assert "15B:0714" in places(board("41.C", ALLIED, given={"Allied": "0814"}, away="A1"), "move", "NG3")


@pytest.mark.clause("R41-C-c")
def test_41_c_no_task_force_and_no_carrier_group():
    game = corinth(given={"Axis": "0813"}, away="L1")
    assert refusal(game, "move NG2 0913").rule == "europa_41:41.C/size"
    assert "15B:0715" in places(game, "move", "NG2")


# --- 41.D · Shatt al Arab and Tigris --------------------------------------------------------------


def tigris(**more: Any) -> Game:
    return board("41.D", ALLIED, **more)


@pytest.mark.clause("R41-D-a")
def test_41_d_the_inland_ports_and_none_of_the_enemys():
    game = tigris()
    inland = game.board.having("inland_port")
    assert {game.board.places[place][4:] for place in inland} == {"4410", "4311", "4313", "3219"}
    assert {"22A:4313", "22A:3219"} <= places(game, "move", "NG1")
    for hex_ in ("4410", "4311"):
        assert refusal(game, f"move NG1 {hex_}").rule == "europa_41:41.D"
    assert "22A:4311" in places(tigris(given={"Allied": "4311"}), "move", "NG1")


@pytest.mark.clause("R41-D-b")
def test_41_d_groups_go_up_the_river_side_by_side():
    game = tigris()
    assert cost(game, "NG1", "4313") == "7"
    game.do("move NG1 4313")
    assert at(game, "NG1") == ["22A:4313"]


@pytest.mark.clause("R41-D-b")
def test_41_d_not_those_with_a_task_force_or_a_carrier_group():
    game = tigris()
    assert refusal(game, "move NG2 4313").rule == "europa_41:41.D/size"
    assert "22A:4511" in places(game, "move", "NG2")


@pytest.mark.clause("R41-D-a")
@pytest.mark.clause("R41-D-b")
def test_41_d_a_carrier_group_does_not_lie_at_abadan_over_its_coast_either():
    game = tigris(given={"Allied": "4410"}, away="I1")
    assert "22A:4410" in places(game, "move", "NG1")
    assert "22A:4410" not in places(game, "move", "NG2")
    said = refusal(game, "move NG2 4410")
    assert (said.rule, said.text) == ("europa_41:41.D/size", "22A:4410 is an inland port, and NG2 contains a TF or CG")


@pytest.mark.clause("R41-D-c")
def test_41_d_kut_is_the_end():
    game = tigris()
    assert cost(game, "NG1", "3220") == "32"
    said = refusal(game, "move NG1 3120")
    assert (said.rule, "further upriver" in said.text) == ("europa_41:41.D/limit", True)


@pytest.mark.clause("R41-D-d")
@pytest.mark.parametrize("hex_", ["4310", "4210", "4214"])
def test_41_d_not_into_the_rivers_that_join(hex_):
    assert refusal(tigris(), f"move NG1 {hex_}").rule == "europa_41:41.D/branches"
