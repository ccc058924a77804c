"""Vimy 18 · The Red Baron, the La Folie Woods, divisions that fight alone."""

from itertools import pairwise
from typing import Any

import pytest

import fmbook as fm
from fmbook.play.game import Game
from tests.tools.positions import at, do, fight, places, refusal, shoot
from tests.tools.vimy_positions import (
    FIELD,
    FIGHT,
    GERMAN_FIGHT,
    GERMAN_MARCH,
    MARCH,
    SHELL,
    battle_of_vimy,
    ridge,
    until,
)

FAR = "G9 1-1-1 d6"


def combat(*units: str, phase: str = FIGHT, **more: Any) -> Game:
    return ridge(FIELD, *units, FAR, phase=phase, **more)


# --- 18.1 ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("VR-18.1-1")
def test_18_1_every_night_costs_the_allies_one_aircraft_for_good():
    game, left = battle_of_vimy(), []
    while game.turn < 10:
        left.append((game.turn, game.state.facts["aircraft"]))
        game.do("end-phase")
    assert [turn for (turn, had), (_, has) in pairwise(left) if has < had] == [2, 5, 8]
    assert game.state.facts["aircraft"] == 1
    assert len([line for line in game.diary if "does not come home" in line]) == 3


@pytest.mark.clause("VR-18.1-1")
def test_18_1_it_is_gone_before_it_could_fly_that_night():
    game = ridge(FIELD, "A1 5-4-6 a1", "G1 3-4-5 d6", turn=3, phase=MARCH, aircraft=2)
    do(game, "fly d6")
    assert refusal(game, "fly d5").rule == "vimy:17.3/aircraft"


@pytest.mark.clause("VR-18.1-1")
def test_18_1_a_side_without_aircraft_loses_none():
    game = ridge(FIELD, "A1 5-4-6 a1", "A2 1-1-1 a2 depleted", "G1 3-4-5 d6", turn=3, phase=MARCH, aircraft=0)
    assert game.state.facts["aircraft"] == 0
    by_day = ridge(FIELD, "A1 5-4-6 a1", "G1 3-4-5 d6", turn=2, phase=MARCH, aircraft=2)
    assert by_day.state.facts["aircraft"] == 2


# --- 18.2 · La Folie Woods ----------------------------------------------------------------------------------

GUNS = ((2, 2), (3, 3))


@pytest.mark.clause("VR-18.2-3")
def test_18_2_no_allied_support_fire_reaches_the_la_folie_woods():
    units = ("A1 5-4-6 b2", "G1 3-4-5 b3")
    shut = do(combat(*units, support=GUNS, woods="b3", la_folie_woods="b3"), "attack b3")
    assert (shut.side, shut.prompt.rule) == ("German", "fm:8.3")  # the Allies are not even asked
    open_ = do(combat(*units, support=GUNS, woods="b3"), "attack b3")
    assert open_.side == "Allied"
    assert open_.can("support +2")


@pytest.mark.clause("VR-18.2-3")
def test_18_2_nor_when_the_allies_defend_there():
    units = ("A1 5-4-6 b2", "G1 3-4-5 b3")
    game = do(combat(*units, support=GUNS, woods="b2", la_folie_woods="b2", phase=GERMAN_FIGHT), "attack b2")
    assert game.side == "German"
    do(game, "support +3; hold-fire")
    assert str(game.legal()[0]) == "roll"


@pytest.mark.clause("VR-18.2-3")
def test_18_2_an_attack_out_of_the_woods_may_be_supported():
    units = ("A1 5-4-6 b2", "G1 3-4-5 b3")
    game = do(combat(*units, support=GUNS, woods="b2", la_folie_woods="b2"), "attack b3")
    assert game.can("support +2")


@pytest.mark.clause("VR-18.2-3")
def test_18_2_german_support_fire_reaches_them():
    units = ("A1 5-4-6 b2", "G1 3-4-5 b3")
    game = do(combat(*units, support=GUNS, woods="b3", la_folie_woods="b3"), "attack b3")
    do(game, "support +3")
    assert refusal(game, "support +2").text.startswith("the Germans have no +2")


@pytest.mark.clause("VR-18.2-3")
def test_18_2_the_diary_says_that_the_guns_are_silent_and_nobody_can_plan_with_them():
    game = combat("A1 5-4-6 b2", "G1 3-4-5 b3", support=GUNS, woods="b3", la_folie_woods="b3")
    with pytest.raises(fm.RuleViolation, match="the Allies have no marker to play"):
        game.battle("b3", support=["+2"])
    assert game.battle("b3", against=["+3"]).defence == 7
    do(game, "attack b3")
    silent = "The Allies hold their fire.  [vimy:18.2/silent]"
    assert silent in list(game.diary)
    spent = do(combat("A1 5-4-6 b2", "G1 3-4-5 b3", support=((1, 2, 3), ())), "attack b3; support +1; support +2")
    assert spent.hand("Allied") == ("+3",)  # two are the most, and they have not been silent
    assert silent not in list(spent.diary)


@pytest.mark.clause("VR-18.2-1", "VR-18.2-2", "VR-18.2-4")
def test_18_2_on_the_map_the_woods_within_seven_hexes_of_petit_vimy_are_safe_and_others_are_not():
    game = battle_of_vimy("hill_145")
    board = game.board
    petit = board.at("1534")
    safe = board.having("la_folie_woods")
    assert safe == {place for place in board.having("woods") if board.distance(place, petit) <= 7}
    do(game, "fly 2440; end-phase")
    assert board.at("2440") in board.having("woods") - safe
    assert game.can("shell II/261")
    morning = do(battle_of_vimy("first_morning"), "fly 2036; end-phase")
    reason = refusal(morning, "shell II/261")
    assert (reason.rule, "La Folie" in reason.text) == ("vimy:17.2/la-folie", True)


@pytest.mark.clause("VR-18.2-4", "VR-18.2-2")
def test_18_2_woods_elsewhere_are_shelled_like_any_other():
    game = ridge(FIELD, "A1 5-4-6 b2", "G1 3-4-5 b3", "G2 3-4-5 a3", phase=SHELL, woods="a3 b3", la_folie_woods="b3")
    assert places(game, "shell") == {"G2"}


# --- 18.3 · Divisional integrity ----------------------------------------------------------------------------

MIXED = ("A1 5-4-6 b2", "A2 5-4-6 a3", "C1 5-4-6 c3", "C2 5-4-6 c4", "G1 3-9-5 b3")


@pytest.mark.clause("VR-18.3-1")
def test_18_3_all_attackers_are_of_the_division_of_the_first():
    game = do(combat(*MIXED), "attack b3")
    assert places(game, "join") == {"A1", "A2", "C1", "C2"}
    do(game, "join A1")
    reason = refusal(game, "join C1")
    assert (reason.rule, "another division" in reason.text) == ("vimy:18.3", True)
    assert places(game, "join") == {"A2"}
    do(game, "join A2")
    assert str(game.legal()[0]) == "roll"


@pytest.mark.clause("VR-18.3-1", "VR-18.3-2")
def test_18_3_german_divisions_fight_alone_as_well():
    units = ("A1 5-9-6 b3", "G1 3-4-5 b2", "G2 3-4-5 a3", "B1 3-4-5 c3")
    game = do(combat(*units, phase=GERMAN_FIGHT), "attack b3; join B1")
    assert str(game.legal()[0]) == "roll"  # nobody else of its division is there
    game = do(combat(*units, phase=GERMAN_FIGHT), "attack b3; join G1")
    assert places(game, "join") == {"G2"}
    assert refusal(game, "join B1").rule == "vimy:18.3"


@pytest.mark.clause("VR-18.3-2")
def test_18_3_the_division_of_a_unit_is_on_its_counter():
    game = battle_of_vimy()
    assert {game.unit(unit).group for unit in ("102", "87", "85")} == {"4_Cdn"}
    assert {unit.group for unit in game.units(side="German")} == {"16_Bav", "79_Res", "1_Bav_Res"}
    mixed = combat("A1 5-4-6 b2", "A2 5-4-6 a3", "C1 5-4-6 c3", "G1 3-4-5 b3")
    assert mixed.battle("b3", ["A1", "A2"]).attack == mixed.battle("b3").attack == 10
    with pytest.raises(fm.RuleViolation, match="another division"):
        mixed.battle("b3", ["A1", "C1"])


@pytest.mark.clause("VR-18.3-3")
def test_18_3_another_division_may_attack_the_same_enemy_again():
    game = fight(combat(*MIXED), "b3", roll=3, by="A1")
    assert at(game, "G1") == ["b3"]
    assert "b3" in places(game, "attack")
    do(game, "attack b3")
    assert places(game, "join") == {"C1", "C2"}
    reason = refusal(game, "join A2")
    assert (reason.rule, "struck this target already" in reason.text) == ("vimy:18.3/again", True)
    do(game, "join C1")
    assert places(game, "join") == {"C2"}


@pytest.mark.clause("VR-18.3-3")
def test_18_3_a_division_attacks_an_enemy_once_in_a_phase():
    units = ("A1 5-4-6 b2", "A2 5-4-6 a3", "C1 5-4-6 d1", "G1 3-9-5 b3", "G2 1-1-1 a4")
    game = fight(combat(*units), "b3", roll=3, by="A1")
    reason = refusal(game, "attack b3")
    assert (reason.rule, "no other division" in reason.text) == ("vimy:18.3/target", True)
    assert places(game, "attack") == {"a4"}


@pytest.mark.clause("VR-18.3-3")
def test_18_3_a_division_may_attack_several_enemies_each_once():
    units = ("A1 5-4-6 b2", "A2 5-4-6 a3", "A3 5-4-6 c3", "G1 3-9-5 b3", "G2 1-9-1 a4")
    game = fight(combat(*units), "b3", roll=3, by="A1")
    do(game, "attack a4")  # only A2 is beside it, and joins by itself
    assert game.state.battle
    assert game.state.battle.attackers == (game.setup.unit("A2").number,)


@pytest.mark.clause("VR-18.3-3")
def test_18_3_nor_when_the_other_division_has_spent_its_units():
    units = ("A1 5-4-6 b2", "C1 5-4-6 c4", "G1 3-9-5 b3", "G2 1-9-1 d4")
    game = fight(fight(combat(*units), "d4", roll=3), "b3", roll=3)
    assert places(game, "attack") == set()


@pytest.mark.clause("VR-18.3-3")
def test_18_3_next_turn_each_division_may_strike_again():
    game = fight(combat(*MIXED, nights=()), "b3", roll=3, by="A1")
    until(game, GERMAN_MARCH)
    until(game, FIGHT, 3)
    do(game, "attack b3")
    assert {"A2", "C1", "C2"} <= places(game, "join")


@pytest.mark.clause("VR-18.3-1", "VR-18.3-3")
def test_18_3_three_attacks_by_three_divisions_on_one_battalion():
    """Worked through: each is resolved by itself, and the strengths of two divisions never add up."""
    units = ("A1 5-4-6 b2", "C1 6-4-6 c3", "G1 3-9-5 b3", "G2 1-9-1 d6")
    game = combat(*units[:3])
    assert game.battle("b3", ["A1"]).attack == 5
    assert game.battle("b3", ["C1"]).attack == 6
    do(game, "attack b3; join A1")
    shoot(game, 3)
    shoot(do(game, "attack b3"), 3)  # only C1 is left, and joins by itself
    declared = [line for line in game.diary if "is declared" in line]
    assert len(declared) == 2
    assert places(game, "attack") == set()
