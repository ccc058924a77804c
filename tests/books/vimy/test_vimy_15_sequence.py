"""Vimy 15 and 20.1 · Turn sequence: who goes first, zero hour, eleven turns."""

import pytest

from tests.tools.positions import do, refusal
from tests.tools.vimy_positions import (
    FIELD,
    FIGHT,
    GERMAN_FIGHT,
    GERMAN_MARCH,
    GERMAN_SHELL,
    MARCH,
    SHELL,
    battle_of_vimy,
    ended,
    ridge,
    until,
)

# everybody has something to do in every phase, so that none is passed over
BUSY = ("A1 5-4-6 b2", "A2 1-1-6 a1 depleted", "G1 3-4-5 b3", "G2 1-1-5 d6 depleted")
HALVES = ((MARCH, SHELL, FIGHT), (GERMAN_MARCH, GERMAN_SHELL, GERMAN_FIGHT))


def phases_of_a_turn(turn: int) -> list[str]:
    game, seen = ridge(FIELD, *BUSY, turn=turn, turns=turn, aircraft=1), []
    while not game.outcome:
        seen.append(game.phase)
        for unit in ("A2", "G2"):
            if game.can(f"rebuild {unit}"):
                game.do(f"rebuild {unit}")
        game.do("end-phase")
    return seen


@pytest.mark.clause("VR-15.1-1", "VR-17.2-10")
def test_15_1_in_each_turn_the_allies_march_bombard_and_attack_and_then_the_germans():
    assert phases_of_a_turn(2) == [*HALVES[0], *HALVES[1]]
    game = ridge(FIELD, *BUSY, turn=2)
    assert game.side == "Allied"


@pytest.mark.clause("VR-13.1-2", "VR-13.1-4")
def test_15_1_at_night_there_is_no_combat_phase():
    assert phases_of_a_turn(3) == [*HALVES[0][:2], *HALVES[1][:2]]


@pytest.mark.clause("VR-15.2-1")
def test_15_2_the_game_opens_with_fire_and_no_allied_march_comes_before_it():
    assert phases_of_a_turn(1) == ["Allied air phase", *HALVES[0][1:], *HALVES[1]]
    game = ridge(FIELD, *BUSY, turn=1, aircraft=1)
    reason = refusal(game, "move A1 b1")
    assert (reason.rule, "opens with fire" in reason.text) == ("vimy:15.2", True)
    assert until(game, GERMAN_MARCH).can("move G1 b4")
    assert until(game, MARCH, 2).can("move A1 b1")


@pytest.mark.clause("VR-15.2-1")
def test_15_2_so_does_the_battle_on_the_map():
    game = battle_of_vimy()
    assert (game.turn, game.phase) == (1, "Allied air phase")
    assert refusal(game, "move 46 4050").rule == "vimy:15.2"
    do(game, "end-phase")
    assert (game.turn, game.phase) == (1, SHELL)


@pytest.mark.clause("VR-15.2-1")
def test_15_2_enemies_that_stand_beside_each_other_can_be_attacked_in_the_first_turn():
    game = until(ridge(FIELD, *BUSY, turn=1, aircraft=1), FIGHT)
    assert game.can("attack b3")


@pytest.mark.clause("VR-15.2-1")
def test_15_2_the_other_reading_lets_the_infantry_march_once_the_guns_have_fired():
    game = ridge(FIELD, *BUSY, turn=1, aircraft=1, options=("march-after-fire",))
    assert refusal(game, "move A1 b1").rule == "vimy:15.2"
    until(game, FIGHT)
    do(game, "end-phase")
    assert (game.turn, game.phase) == (1, MARCH)
    do(game, "move A1 b1; end-phase")
    assert (game.turn, game.side) == (1, "German")


@pytest.mark.clause("VR-15.1-1")
def test_15_1_only_the_side_whose_half_it_is_moves():
    game = ridge(FIELD, *BUSY, turn=2, phase=MARCH)
    assert game.can("move A1 b1")
    assert refusal(game, "move G1 b4").rule == "fm:5.1/own"
    until(game, GERMAN_MARCH)
    assert game.can("move G1 b4")
    assert refusal(game, "move A1 b1").rule == "fm:5.1/own"


@pytest.mark.clause("VR-17.2-10", "VR-17.2-8")
def test_15_1_shells_fall_after_the_march_and_before_the_attacks():
    game = ridge(FIELD, *BUSY, turn=2, phase=MARCH)
    assert "not what is due now" in refusal(game, "shell G1").text
    do(game, "end-phase")
    assert game.can("shell G1")
    for order in ("move A1 b1", "attack b3"):
        assert refusal(game, order).rule == "vimy:17.2"
    do(game, "end-phase")
    assert "not what is due now" in refusal(game, "shell G1").text


@pytest.mark.clause("VR-20.1-1", "VR-12.2-1")
def test_20_1_the_game_lasts_eleven_turns():
    game = until(battle_of_vimy(), "no such phase")
    assert (game.turn, ended(game).winner, ended(game).rule) == (11, "German", "vimy:12.2")
    assert len([line for line in game.diary if line.startswith("Turn ") and " begins" in line]) == 11
