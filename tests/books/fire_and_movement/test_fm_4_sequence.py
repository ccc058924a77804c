"""Fire & Movement 3 and 4 · Setting up, the sequence of play."""

import pytest

from fmbook.core.events import PhaseBegan, PhaseEnded
from fmbook.core.state import Phase
from fmbook.play.game import Game
from tests.tools.positions import at, do, fight, places, position, refusal, shoot, unit

FIELD = """
a1  a2  a3  a4  a5  a6
  b1  b2  b3  b4  b5  b6
c1  c2  c3  c4  c5  c6
"""
BLUE, RED = unit("B1 4-4-2 b1", traits=("mobile",)), unit("R1 3-3-2 b6", traits=("mobile",))
KINDS = ("movement", "combat", "mobile movement")


def begun(game: Game) -> list[str]:
    return [line.partition(" begins")[0] for line in game.diary if " begins." in line]


def played_out(game: Game) -> Game:
    while not game.outcome:
        game.do("end-phase")
    return game


# --- 3.0 ------------------------------------------------------------------------------------------


@pytest.mark.clause("S-12")
@pytest.mark.parametrize(("first", "side"), [(0, "Blue"), (1, "Red")])
def test_3_0_the_game_names_the_first_player(first, side):
    game = position(FIELD, BLUE, RED, first=first, phase="")
    assert (game.side, game.phase) == (side, f"{side} movement phase")


# --- 4.0 ------------------------------------------------------------------------------------------


@pytest.mark.clause("S-16", "S-18")
def test_4_0_a_game_turn_is_two_player_turns_one_after_the_other():
    game = played_out(position(FIELD, BLUE, RED, turns=2))
    turn = [f"{side} {kind} phase" for side in ("Blue", "Red") for kind in KINDS]
    assert begun(game) == ["Turn 1", *turn, "Turn 2", *turn]


@pytest.mark.clause("S-18")
def test_4_0_in_a_player_turn_one_side_moves_and_attacks_with_its_own_units():
    game = position(FIELD, BLUE, RED, "B2 4-4-2 b3", "R2 3-3-2 b4")
    reason = refusal(game, "move R1 b5")
    assert (reason.rule, "no Blue unit" in reason.text) == ("fm:5.1/own", True)
    do(game, "end-phase; attack b4")
    assert (game.prompt.rule, game.side) == ("fm:7.6", "Blue")


@pytest.mark.clause("S-18")
def test_4_0_nobody_joins_the_attack_of_the_other_side():
    game = position(FIELD, "B1 4-4-2 b3", "B2 4-4-2 a4", "R1 3-3-2 b4", "R2 3-3-2 b5", phase="Blue combat phase")
    do(game, "attack b4")
    reason = refusal(game, "join R2")
    assert (reason.rule, "no Blue unit" in reason.text) == ("fm:7.1/own", True)
    assert places(game, "join") == {"B1", "B2"}


# --- 4.1 ------------------------------------------------------------------------------------------


@pytest.mark.clause("S-13")
def test_4_1_a_turn_opens_with_both_sides_taking_their_markers():
    game = position(FIELD, BLUE, RED, support=((2,), (3, 1)), turns=2)
    assert (game.hand("Blue"), game.hand("Red")) == (("+2",), ("+1", "+3"))
    diary = list(played_out(game).diary)
    for turn in ("Turn 1 begins.", "Turn 2 begins."):
        start = next(number for number, line in enumerate(diary) if line.startswith(turn))
        assert [line.partition(" takes")[0] for line in diary[start + 1 : start + 3]] == ["Blue", "Red"]


@pytest.mark.clause("S-14", "S-15")
def test_4_1_a_player_turn_is_movement_then_combat_then_mobile_movement():
    game = position(FIELD, BLUE, "B2 4-4-2 b4", "R1 3-3-2 b5")
    met = []
    while game.side == "Blue":
        met.append((game.phase, {order.verb for order in game.legal()}))
        game.do("end-phase")
    assert met == [
        ("Blue movement phase", {"move", "end-phase"}),
        ("Blue combat phase", {"attack", "end-phase"}),
        ("Blue mobile movement phase", {"move", "end-phase"}),
    ]


@pytest.mark.clause("S-15")
def test_4_1_a_phase_that_is_over_does_not_come_back_in_the_same_player_turn():
    game = position(FIELD, BLUE, "B2 4-4-2 b4", "R1 3-3-2 b5")
    ended, begun_, *_ = game.do("end-phase")
    assert (ended, begun_) == (PhaseEnded(Phase("Blue movement phase", 0, "movement")), PhaseBegan(game.state.phase))
    reason = refusal(game, "move B1 b2")
    assert (reason.rule, "Blue combat phase" in reason.text) == ("fm:4.1", True)


@pytest.mark.clause("S-17")
def test_4_1_when_a_turn_ends_the_markers_return_and_the_turn_number_goes_up():
    game = position(FIELD, BLUE, RED, support=((2,), ()), phase="Blue combat phase")
    do(game, "bombard b6; support +2")
    assert (shoot(game, 6).hand("Blue"), game.turn) == ((), 1)
    while game.turn == 1:
        game.do("end-phase")
    assert (game.hand("Blue"), game.turn, game.phase) == (("+2",), 2, "Blue movement phase")
    assert [line[:11] for line in game.diary if line.startswith("Turn")] == [
        "Turn 1 begi",
        "Turn 1 ends",
        "Turn 2 begi",
    ]


@pytest.mark.clause("S-24")
def test_4_1_a_mobile_unit_that_has_moved_and_fought_moves_again_with_its_whole_allowance():
    game = position(FIELD, unit("B1 4-4-3 a1", traits=("mobile",)), "R1 1-4-1 b4", "R2 1-1-1 c6")
    fight(do(game, "move B1 b3; end-phase"), "b4", roll=3)
    do(game, "end-phase; move B1 a1")
    assert (game.phase, at(game, "B1")) == ("Blue mobile movement phase", ["a1"])


@pytest.mark.clause("S-24")
def test_4_1_leg_units_do_not_move_in_the_mobile_movement_phase():
    game = position(FIELD, BLUE, "B2 4-4-2 c1", RED, phase="Blue mobile movement phase")
    reason = refusal(game, "move B2 c2")
    assert (reason.rule, "leg unit" in reason.text) == ("fm:4.1/mobile", True)
    assert game.movers() == ("B1",)
    assert "c2" in places(position(FIELD, BLUE, "B2 4-4-2 c1", RED), "move", "B2")


@pytest.mark.clause("S-25")
def test_4_1_nobody_attacks_after_the_mobile_movement_phase():
    game = position(FIELD, unit("B1 4-4-2 b2", traits=("mobile",)), "R1 3-3-2 b5", support=((2,), ()))
    do(game, "end-phase; end-phase; move B1 b4")
    for order in ("attack b5", "bombard b5"):
        assert "mobile movement" in refusal(game, order).text
    assert {order.verb for order in game.legal()} == {"end-phase"}
    do(game, "end-phase")
    assert game.phase == "Red movement phase"


def test_4_1_who_orders_out_of_turn_is_told_of_orders_only_that_may_be_given():
    game = position(FIELD, BLUE, RED)
    assert refusal(game, "roll").advice == "one of: move, end-phase"  # nobody is due to enter
    fought = do(position(FIELD, "B1 4-4-4 b2", RED, phase="Blue combat phase", support=((2,), ())), "")
    assert refusal(fought, "roll").advice == "one of: bombard, end-phase"


def test_4_1_after_the_last_turn_the_game_is_decided():
    game = played_out(position(FIELD, BLUE, RED, turns=2))
    assert (game.turn, game.legal()) == (2, ())
    assert at(game, "B1", "R1") == ["b1", "b6"]
