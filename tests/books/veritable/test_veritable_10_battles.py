"""Veritable 10, 11 and 13 · Battles, losses, morale, special units."""

from fractions import Fraction
from typing import Any

import pytest

from fmbook.play.game import Game
from tests.tools.positions import at, do, places, refusal
from tests.tools.veritable_positions import CHOICE, FAR, FIELD, FIGHT, GERMAN_FIGHT, attack, column, front, shifts

DUEL = ("A1 4-4-4 b2", "G1 1-4-4 b3")


def fight(*units: str, phase: str = FIGHT, drawing: str = FIELD, **more) -> Game:
    return front(drawing, *units, *FAR, phase=phase, **more)


# --- 10.0 · The sequence ----------------------------------------------------------------------------------


@pytest.mark.clause("V-10.0-a", "V-10.0-r1")
def test_10_0_declare_join_fly_throw_lose_advance():
    game = fight("A1 8-4-4 b2", "A2 8-4-4 c3", "G1 1-4-4 b3")
    asked = []
    for order in ("attack b3", "join A1", "join A2"):
        game.do(order)
        asked.append(game.prompt.rule)
    assert asked == ["veritable:10.0", "veritable:10.0", "veritable:10.0"]
    game.do("roll", roll=3)  # 4:1, one defender
    assert (game.prompt.rule, game.side) == ("veritable:10.5", "German")
    game.do("lose G1")
    assert (game.prompt.rule, game.side) == ("veritable:10.4", "Allied")


@pytest.mark.clause("V-10.0-r1", "V-10.5-r1")
def test_10_0_the_defender_takes_his_losses_first():
    game = attack(fight("A1 4-4-4 b2", "G1 1-4-4 b3"), "b3", "A1", roll=4)  # 1/1
    assert game.side == "German"
    game.do("lose G1")
    assert game.side == "Allied"


# --- 10.1 and 10.2 · Who attacks --------------------------------------------------------------------------


@pytest.mark.clause("V-10.1-r1")
def test_10_1_attacks_are_voluntary_once_a_unit_and_once_a_hex():
    game = fight(*DUEL, "A2 4-4-4 c3", "G2 1-4-4 c4")
    assert game.can("end-phase")
    attack(game, "b3", "A1", roll=3)  # 1/0
    do(game, "lose A1" if "lose A1" in map(str, game.legal()) else "")
    assert refusal(game, "attack b3").rule == "veritable:10.1/target-once"
    attack(game, "c4", "A2", roll=3)
    assert "attack" not in " ".join(map(str, game.legal()))


@pytest.mark.clause("V-10.1-r1")
def test_10_1_a_hex_defends_as_a_whole():
    game = fight("A1 8-4-4 b2", "G1 1-2-4 b3", "G2 1-2-4 b3")
    assert (game.battle("b3").defence, column(game, "b3")) == (4, "2:1")


@pytest.mark.clause("V-10.1-r1")
def test_10_1_only_neighbours_join():
    game = do(fight(*DUEL, "A2 4-4-4 a1", "A3 4-4-4 c3"), "attack b3")
    assert refusal(game, "join A2").rule == "veritable:10.1/own"
    assert game.can("join A3")


@pytest.mark.clause("V-10.2-r1")
def test_10_2_nobody_attacks_over_a_great_river():
    game = fight(*DUEL, "A2 4-4-4 c3", "G2 1-4-4 c4", sides={"major_river": "b2/b3 b3/c3"})
    assert refusal(game, "attack b3").rule == "veritable:10.1"
    assert game.can("attack c4")


# --- 10.3 · Odds ------------------------------------------------------------------------------------------


@pytest.mark.clause("V-10.3-r1")
@pytest.mark.parametrize(
    ("strength", "label"), [(2, "1:2"), (3, "1:2"), (4, "1:1"), (7, "1:1"), (8, "2:1"), (40, "6:1")]
)
def test_10_3_odds_are_rounded_down_and_end_at_6_to_1(strength, label):
    assert column(fight(f"A1 {strength}-4-4 b2", "G1 1-4-4 b3"), "b3") == label


@pytest.mark.clause("V-10.3-r1")
def test_10_3_worse_than_1_to_2_is_not_attacked():
    lone = fight("A1 1-4-4 b2", "G1 1-4-4 b3", "A2 4-4-4 c5", "G2 1-4-4 c6")
    assert refusal(lone, "attack b3").rule == "veritable:10.1"
    both = do(fight("A1 1-4-4 b2", "A2 1-4-4 c3", "G1 1-4-4 b3"), "attack b3; join A1")
    assert both.prompt.rule == "veritable:10.0"
    assert refusal(both, "ready").rule == "veritable:10.3"


@pytest.mark.clause("V-10.3-r1")
def test_10_3_shifts_end_with_the_table():
    city = FIELD.replace("b3 ", "b3#")
    assert column(fight("A1 2-4-4 b2", "G1 1-4-4 b3", drawing=city), "b3") == "1:2"
    assert column(do(fight("A1 40-4-4 b2", "G1 1-4-4 b3", phase=CHOICE), "fight-first"), "b3") == "6:1"


@pytest.mark.clause("V-10.0-r2")
@pytest.mark.parametrize(("mark", "shift"), [("", 0), ("+", -1), ("#", -2), ("%", -1), ("~", -1)])
def test_10_0_ground_shifts_for_the_defender(mark, shift):
    drawing = FIELD.replace("b3 ", f"b3{mark or ' '}")
    assert sum(amount for amount, _ in shifts(fight(*DUEL, drawing=drawing), "b3")) == shift


@pytest.mark.clause("V-10.0-r3")
def test_10_0_a_fortified_line_shifts_if_every_attacker_strikes_across_it():
    line: dict[str, Any] = {"sides": {"fortified_line": "b2/b3"}, "sheltered": "b3"}
    assert shifts(fight(*DUEL, **line), "b3") == [(-1, "veritable:10.0/line")]
    assert shifts(fight(*DUEL, "A2 4-4-4 c3", **line), "b3", "A1", "A2") == []


@pytest.mark.clause("V-10.0-r3")
def test_10_0_a_fortified_line_shelters_no_allied_unit():
    game = fight("A1 4-4-4 b3", "G1 4-4-4 b2", phase=GERMAN_FIGHT, sides={"fortified_line": "b2/b3"}, sheltered="b3")
    assert shifts(game, "b3", "G1") == []


# --- the Rule of Halving ----------------------------------------------------------------------------------


@pytest.mark.clause("V-halving-a", "V-halving-r1")
def test_halving_over_a_minor_river_unit_by_unit_and_rounded_up():
    game = fight("A1 5-4-4 b2", "A2 5-4-4 c3", "G1 1-4-4 b3", sides={"minor_river": "b2/b3"})
    assert game.battle("b3", ["A1", "A2"]).attack == 3 + 5


@pytest.mark.clause("V-halving-a", "V-12.2-c", "V-12.0-b")
def test_halving_without_supply_in_attack_and_defence():
    cut = fight("A1 5-4-4 b2", "G1 1-5-4 b3", west_edge="", east_edge="")
    assert (cut.battle("b3").attack, cut.battle("b3").defence) == (3, 3)


@pytest.mark.clause("V-halving-r1")
def test_halving_happens_only_once():
    cut = fight("A1 8-4-4 b2", "G1 1-4-4 b3", west_edge="", sides={"minor_river": "b2/b3"})
    assert cut.battle("b3").attack == 4


# --- 10.5 and 10.6 · Losses and retreat -------------------------------------------------------------------


@pytest.mark.clause("V-10.5-r1")
def test_10_5_the_owner_gives_a_unit_up_or_lets_it_fall_back():
    game = attack(fight("A1 8-4-4 b2", "G1 1-2-4 b3", "G2 1-2-4 b3"), "b3", "A1", roll=3)  # 2:1, 1/1
    assert {"lose G1", "lose G2", "retreat G1 b4"} <= set(map(str, game.legal()))


@pytest.mark.clause("V-10.5-r1")
def test_10_5_more_losses_than_units_are_ignored():
    game = attack(fight("A1 24-4-4 b2", "G1 1-4-4 b3"), "b3", "A1", roll=6)  # 6:1, 0/3
    game.do("lose G1")
    assert game.side == "Allied"
    assert at(game, "G1") == ["eliminated"]


@pytest.mark.clause("V-10.6-a", "V-10.6-r1", "V-11.0-r1", "V-11.2-a")
@pytest.mark.parametrize(("die", "end"), [(3, "b4"), (4, "eliminated")])
def test_10_6_a_unit_that_falls_back_checks_its_morale_and_is_lost_if_it_fails(die, end):
    game = attack(fight("A1 12-4-4 b2", "G1 1-4-4 b3"), "b3", "A1", roll=4)  # 3:1, 0/1
    game.do("retreat G1 b4", roll=die)
    assert at(game, "G1") == [end]


@pytest.mark.clause("V-11.2-b", "V-11.2-c", "V-11.2-d")
def test_11_2_a_broken_unit_fills_the_loss_and_the_others_may_stay():
    game = attack(fight("A1 12-4-4 b2", "G1 1-2-4 b3", "G2 1-2-4 b3"), "b3", "A1", roll=4)
    game.do("retreat G1 b4", roll=6)
    assert at(game, "G1", "G2") == ["eliminated", "b3"]
    assert game.side == "Allied"


@pytest.mark.clause("V-11.2-e")
def test_11_2_who_has_fallen_back_does_not_come_back():
    game = attack(fight("A1 24-4-4 b2", "G1 1-2-4 b3", "G2 1-2-4 b3"), "b3", "A1", roll=4)  # 6:1, 0/2
    game.do("retreat G1 b4", roll=1)
    assert not game.can("retreat G1 b3")
    game.do("retreat G2 b4", roll=6)
    assert at(game, "G1", "G2") == ["b4", "eliminated"]


@pytest.mark.clause("V-10.6-r1", "V-10.4-r1")
def test_10_6_an_attacker_does_not_fall_back_into_the_hex_that_it_attacked():
    game = attack(fight("A1 4-4-4 b2", "G1 1-4-4 b3", cleve="b3"), "b3", "A1", roll=4)  # 1:1, 1/1
    game.do("lose G1")
    assert places(game, "retreat", "A1") == {"a2", "a3", "b1", "c2", "c3"}
    assert refusal(game, "retreat A1 b3").rule == "veritable:10.6"


@pytest.mark.clause("V-7.2-a", "V-10.6-r1")
def test_7_2_no_retreat_into_a_hex_under_enemy_eyes():
    game = attack(fight("A1 12-4-4 b2", "A2 1-1-1 b5", "G1 1-4-4 b3"), "b3", "A1", roll=4)
    assert places(game, "retreat", "G1") == {"a4", "c4"}
    assert refusal(game, "retreat G1 b4").rule == "veritable:7.2"


@pytest.mark.clause("V-7.2-b")
def test_7_2_unless_a_friend_stands_there():
    game = attack(fight("A1 12-4-4 b2", "A2 1-1-1 b5", "G1 1-4-4 b3", "G2 1-4-4 b4"), "b3", "A1", roll=4)
    assert "b4" in places(game, "retreat", "G1")


@pytest.mark.clause("V-10.6-r1")
def test_10_6_no_retreat_over_a_great_river_or_into_a_crowd():
    river = {"major_river": "b3/b4"}
    game = attack(fight("A1 12-4-4 b2", "G1 1-4-4 b3", sides=river), "b3", "A1", roll=4)
    assert "b4" not in places(game, "retreat", "G1")
    crowd = attack(fight("A1 12-4-4 b2", "G1 1-4-4 b3", "H1 1-1-1 b4", "J1 1-1-1 b4"), "b3", "A1", roll=4)
    assert "b4" not in places(crowd, "retreat", "G1")


@pytest.mark.clause("V-10.4-r1")
def test_10_4_all_who_took_part_and_stayed_may_move_in():
    game = attack(fight("A1 6-4-4 b2", "A2 6-4-4 c3", "C1 1-1-1 a3", "G1 1-4-4 b3"), "b3", "A1 A2", roll=4)
    game.do("lose G1")
    assert {str(order) for order in game.legal()} == {"advance A1 b3", "advance A2 b3", "stay-back"}
    do(game, "advance A1 b3; advance A2 b3")
    assert at(game, "A1", "A2") == ["b3", "b3"]


@pytest.mark.clause("V-10.4-r1")
def test_10_4_nobody_advances_while_an_enemy_holds_the_hex():
    game = attack(fight("A1 12-4-4 b2", "G1 1-2-4 b3", "G2 1-2-4 b3"), "b3", "A1", roll=4)
    game.do("lose G1")
    assert game.state.battle is None


# --- 11.1 · Red rules -------------------------------------------------------------------------------------


def retreat_of_g1(*more: str, die: int) -> list[str]:
    game = attack(fight("A1 24-4-4 b2", "G1 1-4-4 b3", *more), "b3", "A1", roll=2)  # 0/1
    game.do("retreat G1 b4", roll=die)
    return at(game, "G1")


@pytest.mark.clause("V-11.1-a", "V-11.1-r1")
def test_11_1_a_friend_with_a_red_factor_that_stays_covers_the_retreat():
    assert retreat_of_g1(die=4) == ["eliminated"]
    assert retreat_of_g1("Q1 1-1-4 b3", die=4) == ["b4"]


@pytest.mark.clause("V-11.1-r1")
def test_11_1_an_enemy_with_a_red_factor_in_use_makes_it_harder():
    units = ("A1 1-4-4 b3", "P1 24-4-4 b2")
    game = attack(fight(*units, phase=GERMAN_FIGHT), "b3", "P1", roll=2)
    game.do("retreat A1 b4", roll=3)
    assert at(game, "A1") == ["eliminated"]
    plain = attack(fight("A1 1-4-4 b3", "Q1 24-4-4 b2", phase=GERMAN_FIGHT), "b3", "Q1", roll=2)
    plain.do("retreat A1 b4", roll=3)
    assert at(plain, "A1") == ["b4"]


@pytest.mark.clause("V-11.1-r1")
def test_11_1_red_factors_work_on_the_march_too():
    game = front(FIELD, "A1 1-4-4 b2", "Q1 1-1-4 b3", *FAR)
    game.do("move A1 b1", roll=3)
    assert at(game, "A1") == ["b2"]


@pytest.mark.clause("V-11.1-r1")
@pytest.mark.parametrize(
    ("watcher", "end"), [("J1 1-1-4 a4", "b4"), ("Q1 1-1-4 a4", "eliminated"), ("Q1 1-1-4 a5", "b4")]
)
def test_11_1_an_enemy_with_a_red_factor_that_only_watches_makes_it_harder_too(watcher, end):
    game = attack(fight("A1 1-4-4 b3", "A2 1-1-1 b4", "G1 24-4-4 b2", watcher, phase=GERMAN_FIGHT), "b3", "G1", roll=2)
    game.do("retreat A1 b4", roll=3)
    assert at(game, "A1") == [end]


@pytest.mark.clause("V-11.1-a", "V-11.1-r1")
@pytest.mark.parametrize(("other", "end"), [("J1 1-1-4 b2", "eliminated"), ("Q1 1-1-4 b2", "b1")])
def test_11_1_a_friend_with_a_red_factor_that_did_not_attack_covers_those_who_did(other, end):
    game = attack(fight("G1 4-4-4 b2", other, "A1 1-4-4 b3", phase=GERMAN_FIGHT), "b3", "G1", roll=2)  # 1:1, 1/0
    game.do("retreat G1 b1", roll=4)
    assert at(game, "G1") == [end]


@pytest.mark.clause("V-11.1-r1")
@pytest.mark.parametrize(("gone", "end"), [("J1", "b1"), ("Q1", "eliminated")])
def test_11_1_an_enemy_who_fought_with_a_red_factor_and_is_gone_makes_it_harder_still(gone, end):
    game = attack(fight("A1 4-4-4 b2", f"{gone} 1-4-4 b3", "G2 1-1-1 a3"), "b3", "A1", roll=4)  # 1:1, 1/1
    game.do(f"lose {gone}")
    game.do("retreat A1 b1", roll=3)
    assert at(game, "A1") == [end]


@pytest.mark.clause("V-11.1-r1")
def test_11_1_nobody_covers_himself():
    game = attack(fight("A1 24-4-4 b2", "Q1 1-4-4 b3"), "b3", "A1", roll=2)  # 0/1
    game.do("retreat Q1 b4", roll=4)
    assert at(game, "Q1") == ["eliminated"]


@pytest.mark.clause("V-11.0-r1", "V-11.1-r1")
def test_11_0_a_one_holds_from_factor_2_on_whatever_is_added():
    game = attack(fight("A1 1-2-4 b3", "P1 24-4-4 b2", phase=GERMAN_FIGHT), "b3", "P1", roll=2)  # 0/1
    game.do("retreat A1 b4", roll=1)
    assert at(game, "A1") == ["b4"]


@pytest.mark.clause("V-11.0-r1")
def test_11_0_a_six_always_fails_and_a_one_holds_from_factor_2_on():
    for factor, die, end in ((9, 6, "eliminated"), (2, 1, "b4"), (1, 1, "eliminated")):
        game = attack(fight("A1 60-4-4 b2", f"G1 1-{factor}-4 b3"), "b3", "A1", roll=2)
        game.do("retreat G1 b4", roll=die)
        assert at(game, "G1") == [end]


@pytest.mark.clause("V-11.0-r1", "V-10.6-r1")
def test_11_0_an_attacker_checks_on_his_attack_factor_unhalved():
    game = attack(fight("A1 4-1-4 b2", "G1 1-4-4 b3", sides={"minor_river": "b2/b3"}), "b3", "A1", roll=3)  # 1:2, 1/0
    game.do("retreat A1 b1", roll=3)
    assert at(game, "A1") == ["b1"]


# --- 13.2 and 13.3 · The 79th Armoured, and guns against it -----------------------------------------------


@pytest.mark.clause("V-13.2-a", "V-13.2.1-a")
def test_13_2_1_each_brigade_beside_an_attacker_gives_a_shift():
    game = fight("A1 4-4-4 b2", "T1 0-0-5 b2", "G1 1-4-4 b3")
    assert game.battle("b3", ["A1", "T1"]).attack == 4
    assert shifts(game, "b3", "A1", "T1") == [(1, "veritable:13.2.1/shift")]


@pytest.mark.clause("V-13.2.1-a", "V-13.2-a")
def test_13_2_1_a_brigade_joins_only_beside_an_attacker_with_factors():
    game = do(fight("A1 4-4-4 b2", "T1 0-0-5 c3", "A2 4-4-4 a3", "G1 1-4-4 b3"), "attack b3; join A1")
    assert refusal(game, "join T1").rule == "veritable:13.2.1"


@pytest.mark.clause("V-13.2.1-b")
def test_13_2_1_each_brigade_beside_a_defender_gives_a_shift():
    game = fight("A1 4-4-4 b3", "T1 0-0-5 b3", "G1 4-4-4 b2", phase=GERMAN_FIGHT)
    assert shifts(game, "b3", "G1") == [(-1, "veritable:13.2.1/shift")]


@pytest.mark.clause("V-13.2.1-b", "V-13.2.2-a")
def test_13_2_1_brigades_among_themselves_give_no_shift():
    game = fight("T1 0-0-5 b3", "T2 0-0-5 b3", "G1 4-4-4 b2", phase=GERMAN_FIGHT)
    assert (game.battle("b3").defence, shifts(game, "b3", "G1")) == (2, [])


@pytest.mark.clause("V-13.2.1-c", "V-13.3-a", "V-13.3-b")
def test_13_3_each_red_factor_in_use_takes_one_shift_away_and_never_more():
    units = ("A1 4-4-4 b2", "T1 0-0-5 b2", "G1 1-4-4 b3")
    assert sum(amount for amount, _ in shifts(fight(*units, "Q1 1-0-4 b3"), "b3", "A1", "T1")) == 0
    two = fight(*units, "Q1 1-0-4 b3", "Q2 1-0-4 b3")
    assert sum(amount for amount, _ in shifts(two, "b3", "A1", "T1")) == 0


@pytest.mark.clause("V-13.3-c")
def test_13_3_guns_with_a_red_defence_cancel_only_in_defence():
    units = ("A1 4-4-4 b3", "T1 0-0-5 b3")
    anti_tank = fight(*units, "Q1 4-4-4 b2", phase=GERMAN_FIGHT)
    panzer = fight(*units, "P1 4-4-4 b2", phase=GERMAN_FIGHT)
    assert sum(amount for amount, _ in shifts(anti_tank, "b3", "Q1")) == -1
    assert sum(amount for amount, _ in shifts(panzer, "b3", "P1")) == 0


@pytest.mark.clause("V-13.2.2-a")
def test_13_2_2_a_lonesome_brigade_defends_with_1():
    game = fight("T1 0-0-5 b3", "G1 4-4-4 b2", phase=GERMAN_FIGHT)
    assert game.battle("b3").defence == 1
    assert fight("T1 0-0-5 b3", "A1 1-3-4 b3", "G1 4-4-4 b2", phase=GERMAN_FIGHT).battle("b3").defence == 3


@pytest.mark.clause("V-13.2.3-a")
@pytest.mark.parametrize(("die", "end"), [(4, "b1"), (5, "b2")])
def test_13_2_3_its_morale_factor_is_5(die, end):
    game = front(FIELD, "T1 0-0-5 b2", "G1 1-1-4 b3", *FAR)
    game.do("move T1 b1", roll=die)
    assert at(game, "T1") == [end]


@pytest.mark.clause("V-13.2.4-a")
def test_13_2_4_losing_a_brigade_fills_a_loss():
    game = attack(fight("A1 4-4-4 b2", "T1 0-0-5 b2", "G1 1-4-4 b3"), "b3", "A1 T1", roll=2)  # 2:1, 1/0
    assert (game.side, game.prompt.rule) == ("Allied", "veritable:10.5")
    game.do("lose T1")
    assert at(game, "A1", "T1") == ["b2", "eliminated"]
    assert game.state.battle is None


# --- 13.4 · Outposts --------------------------------------------------------------------------------------


@pytest.mark.clause("V-13.4-b", "V-13.4-e")
def test_13_4_an_outpost_never_falls_back_and_losing_it_fills_a_loss():
    game = attack(fight("A1 4-4-4 b2", "O1 0-1-0 b3", "G1 1-3-4 b3"), "b3", "A1", roll=6)  # 1:1, 0/1
    assert refusal(game, "retreat O1 b4").rule == "veritable:13.4/retreat"
    game.do("lose O1")
    assert at(game, "O1", "G1") == ["eliminated", "b3"]


# --- exact odds -------------------------------------------------------------------------------------------


@pytest.mark.clause("V-10.3-r1", "V-11.0-r1")
def test_10_5_the_odds_count_the_chance_of_breaking():
    odds = fight("A1 12-4-4 b2", "G1 1-4-4 b3").battle("b3").odds()  # 3:1
    assert odds["0/1"] == Fraction(2, 6) * Fraction(3, 6)
    assert odds["0/1, 1 German unit lost"] == Fraction(2, 6) * Fraction(3, 6)
    assert sum(odds.values()) == 1


@pytest.mark.clause("V-10.5-r1")
def test_10_5_the_odds_let_those_fall_back_who_are_likeliest_to_get_away():
    one = fight("A1 24-4-4 b2", "G1 1-1-4 b3", "G2 1-5-4 b3").battle("b3").odds()  # 4:1
    assert one["0/1"] == Fraction(3, 6) * Fraction(4, 6)


@pytest.mark.clause("V-10.5-r1")
def test_10_5_the_odds_know_that_whom_nobody_watches_is_sure_to_get_away():
    units = ("A1 2-4-4 b2", "A2 8-4-4 c3", "G1 1-10-4 b3", "G2 1-1-4 d2")  # G2 watches A2; A1 only G1 does
    odds = fight(*units).battle("b3", ["A1", "A2"]).odds()  # 1:1, with 1/1 for a 4 and a 5
    assert "1/1, 1 Allied unit lost" not in odds
    assert odds["1/1, 1 German unit lost"] == Fraction(2, 6) * Fraction(1, 6)


# --- what is easily forgotten -------------------------------------------------------------------------------


@pytest.mark.clause("V-10.1-r1")
def test_10_1_who_has_attacked_attacks_nobody_else():
    game = attack(fight("A1 24-9-4 b2", "G1 1-4-4 b3", "G2 1-4-4 c3"), "b3", "A1", roll=1)  # 6:1, 0/1
    do(game, "lose G1; stay-back")
    assert refusal(game, "attack c3").rule == "veritable:10.1"


@pytest.mark.clause("V-10.0-r1", "V-10.4-r1")
def test_10_4_nobody_has_to_advance_and_then_the_battle_is_over():
    game = attack(fight("A1 12-4-4 b2", "G1 1-4-4 b3"), "b3", "A1", roll=4)
    do(game, "lose G1; stay-back")
    assert (game.state.asks, game.state.battle) == ((), None)
    assert at(game, "A1") == ["b2"]


@pytest.mark.clause("V-10.0-r1")
def test_10_0_the_only_one_who_can_attack_need_not_be_named():
    game = do(fight(*DUEL), "attack b3")
    assert [str(order) for order in game.legal()] == ["roll"]
    assert "A1 joins the attack." in str(game.diary)


@pytest.mark.clause("V-10.5-r1")
def test_10_5_two_losses_take_two_units():
    game = attack(fight("A1 24-4-4 b2", "G1 1-2-4 b3", "G2 1-2-4 b3"), "b3", "A1", roll=6)  # 6:1, 0/3
    do(game, "lose G1")
    assert (game.side, game.prompt.rule) == ("German", "veritable:10.5")
    do(game, "lose G2")
    assert at(game, "G1", "G2") == ["eliminated", "eliminated"]


@pytest.mark.clause("V-10.5-r1")
def test_10_5_nobody_else_takes_the_loss():
    game = attack(fight("A1 12-4-4 b2", "G1 1-4-4 b3", "G2 1-4-4 b5"), "b3", "A1", roll=4)
    assert refusal(game, "lose G2").rule == "veritable:10.5/who"


@pytest.mark.clause("V-10.5-r1", "V-13.4-e")
def test_10_5_a_loss_that_leaves_no_choice_is_taken_at_once():
    game = attack(fight("A1 4-4-4 b2", "O1 0-1-0 b3"), "b3", "A1", roll=4)  # 4:1, 0/1
    assert at(game, "O1") == ["eliminated"]
    assert game.prompt.rule == "veritable:10.4"


@pytest.mark.clause("V-10.6-r1", "V-10.4-r1")
def test_10_6_who_has_fallen_back_does_not_follow_up():
    game = attack(fight("A1 4-9-4 b2", "A2 4-9-4 c3", "G1 1-8-4 b3", "G2 1-1-1 b1"), "b3", "A1 A2", roll=4)  # 1/1
    game.do("lose G1")
    game.do("retreat A1 a3", roll=1)
    assert game.board.at("a3") in game.board.neighbours[game.board.at("b3")]
    assert {str(order) for order in game.legal()} == {"advance A2 b3", "stay-back"}
    assert "A1 throws 1 where it needs less than 4" in str(game.diary)


@pytest.mark.clause("V-10.1-r1")
def test_10_1_where_nobody_can_attack_that_is_the_only_reason():
    game = fight("A1 1-1-4 b2", "A2 9-9-4 d5", "G1 9-9-4 b3", "G2 1-1-4 b5", "G3 1-1-4 d6")
    (far,) = game.can("attack b5").reasons
    assert far.text == "none of your units stands next to the enemy in b5"
    (empty,) = game.can("attack d4").reasons
    assert empty.text == "no enemy stands in d4"
    (weak,) = game.can("attack b3").reasons
    assert weak.text == "all who can attack b3 together do not come to 1:2"
    assert weak.advice
