"""Eben-Emael 4 · Combat: strength, ratio, ground, losses, falling back."""

from fractions import Fraction
from itertools import product

import pytest

import fmbook as fm
from fmbook.components.tables import half_down, nearest
from fmbook.core.events import Rolled
from fmbook.engine.matters import IN_VAIN, LOST_BEFORE
from fmbook.play.game import Game
from tests.tools.eben_positions import COUNTERATTACK, fight, lost, men, roof
from tests.tools.positions import at, places, refusal

DICE = tuple(product(range(1, 7), repeat=2))


def line(game: Game, target: str, *by: str) -> tuple[int, int, str]:
    """Return attack, defence and column of an attack before it is made."""
    found = game.battle(target, by or None).sum
    return found.attack, found.defence, found.measure


# --- 4.1 -----------------------------------------------------------------------------------------------


def test_4_1_a_refused_target_says_what_is_missing():
    game = roof("G1 8 S19", "G2 8 S06", "P1 20 S18", "P2 20 S14")
    for target, why in (
        ("S05", "no enemy soldiers are in S05"),
        ("S14", "none of your units stands beside S14"),
    ):
        assert [reason.text for reason in game.can(f"attack {target}").reasons] == [why]
    fight(game, "S18", "G1", roll=(2, 2))
    game.do("keep")
    assert [reason.text for reason in game.can("attack S18").reasons] == ["G1 has attacked in this turn"]


def test_4_1_a_ratio_beyond_the_table_says_so_and_no_other_does():
    for squad, said in ((2, "8 against 1, 6:1 (the table goes no further): "), (1, "8 against 6, 1:1: ")):
        game = roof("G1 8 S19", f"P1 {1 if squad == 2 else 6} S18")
        fight(game, "S18", "G1", roll=(2, 2))
        assert said in "\n".join(game.diary)


@pytest.mark.clause("E-4.1-a", "E-4.1-c")
def test_4_1_all_attackers_from_all_sides_are_added():
    game = roof("G1 8 S19", "G2 8 S12", "G3 6 S19", "P1 20 S18")
    assert line(game, "S18") == (22, 20, "1:1")
    assert line(game, "S18", "G1", "G3") == (14, 20, "1:1")
    assert line(game, "S18", "G3") == (6, 20, "1:3")


@pytest.mark.clause("E-4.1-b")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(7, 2, "3:1"), (72, 20, "4:1"), (70, 20, "3:1"), (20, 70, "1:3"), (20, 71, "1:4"), (8, 3, "3:1"), (20, 20, "1:1")],
)
def test_4_1_a_ratio_is_rounded_to_the_nearest_a_half_down(attack, defence, column):
    attackers = [f"G{number} {share} S19" for number, share in enumerate(shares(attack), 1)]
    defenders = [f"P{number} {share} S18" for number, share in enumerate(shares(defence), 1)]
    assert line(roof(*attackers, *defenders), "S18") == (attack, defence, column)


def shares(total: int) -> list[int]:
    return [min(20, total - taken) for taken in range(0, total, 20)]


@pytest.mark.clause("E-4.1-b", "E-cbt-a")
def test_4_1_beyond_the_table_the_end_columns_hold():
    assert line(roof("G1 1 S19", "P1 20 S18"), "S18")[2] == "1:4"
    assert line(roof("G1 8 S19", "G2 8 S19", "P1 2 S18"), "S18")[2] == "6:1"


@pytest.mark.clause("E-4.1-d")
def test_4_1_no_more_than_80_points_attack_over_one_edge():
    game = roof("G1 8 S18", "C1 60 S13", "P1 20 S13", "P2 20 S13", "P3 20 S03", phase=COUNTERATTACK)
    game.do("attack S18")
    game.do("join C1")
    game.do("join P1")
    assert refusal(game, "join P2").rule == "eben_emael:4.1/edge"
    assert game.can("join P3")  # over another edge


@pytest.mark.clause("E-4.1-e")
def test_4_1_no_more_than_80_points_defend_an_edge():
    crowd = ("C1 60 S18", "C2 60 S18")
    assert line(roof("G1 8 S19", *crowd), "S18") == (8, 80, "1:4")
    assert line(roof("G1 8 S19", "G2 8 S12", *crowd), "S18", "G1", "G2") == (16, 120, "1:4")


@pytest.mark.clause("E-2.1-e")
def test_4_1_an_enemy_in_the_same_sector_can_be_attacked():
    game = roof("G1 8 S05", "W05 20 S05")
    assert places(game, "attack") == {"S05"}
    assert line(game, "S05") == (3, 20, "1:4")


def test_4_1_an_attack_needs_somebody():
    game = roof("G1 8 S19", "G2 8 S19", "P1 20 S18")
    game.do("attack S18")
    assert refusal(game, "ready").rule == "eben_emael:4.1/somebody"


def test_1_0_weapons_neither_attack_nor_defend():
    game = roof("G1 8 S19", "P1 20 S18", "MG05 1 S18")
    assert line(game, "S18") == (8, 20, "1:2")
    assert refusal(roof("G1 8 S19", "MG05 1 S18", "P1 20 S12"), "attack S18").rule == "eben_emael:4.1"


@pytest.mark.clause("E-1.0-r1")
def test_1_0_a_man_is_a_point_and_a_weapon_fights_for_none():
    game = roof("G1 5 S19", "MG05 1 S05")
    assert (game.unit("G1").attack, game.unit("G1").defence) == (5, 5)
    assert (game.unit("MG05").attack, game.unit("MG05").defence) == (0, 0)


# --- 4.2 · ground ------------------------------------------------------------------------------------------


@pytest.mark.clause("E-4.2-d")
@pytest.mark.parametrize("ground", ["forest", "buildings"])
def test_4_2_forest_and_buildings_divide_by_2(ground):
    game = roof("G1 8 S19", "G3 7 S19", "P1 20 S18", terrain={"S18": ground})
    assert line(game, "S18") == (7, 20, "1:3")
    assert any(f"divided by 2: {ground}" in step.text for step in game.battle("S18").steps)


@pytest.mark.clause("E-4.2-e")
def test_4_2_trenches_divide_by_2():
    assert line(roof("G1 8 S14", "G3 8 S14", "P1 20 S17"), "S17") == (8, 20, "1:2")


@pytest.mark.clause("E-4.2-f")
def test_4_2_bunkers_divide_by_3():
    assert line(roof("G1 8 S19", "G3 8 S19", "P1 20 S04"), "S04") == (5, 20, "1:4")


@pytest.mark.clause("E-4.2-g")
def test_4_2_only_the_largest_divisor_counts():
    game = roof("G1 8 S19", "G3 7 S19", "P1 20 S18", terrain={"S18": "forest trenches bunker"})
    assert line(game, "S18") == (5, 20, "1:4")


@pytest.mark.clause("E-4.2-h")
def test_4_2_the_worked_example_27_against_20_behind_trenches_on_a_ten():
    """Printed is 14 for 27 halved; the column and the losses that are printed are those of 13."""
    game = roof("G1 8 S12", "G2 8 S12", "G3 8 S12", "G9 5 S12", "P1 20 S17")
    assert men(game, "G1", "G2", "G3", "G9") == [8, 8, 8, 5]
    example = roof("G1 8 S12", "G2 8 S12", "G3 8 S12", "G9 3 S12", "P1 20 S17")  # a machine gun has cost two
    assert line(example, "S17") == (13, 20, "1:2")
    fight(example, "S17", "G1", "G2", "G3", "G9", roll=(4, 6))
    assert example.side == "German"
    for _ in range(3):
        example.do("lose G1")
    assert (lost(example), men(example, "P1")) == ((3, 0), [20])


@pytest.mark.clause("E-4.2-h", "E-4.2-b")
def test_4_2_the_worked_example_played_through_from_the_machine_gun_to_the_losses():
    squads = ("G1 8 S12", "G2 8 S12", "G3 8 S12", "G9 5 S12")
    game = roof(*squads, "P1 20 S17", "MG17 1 S17", terrain={"S12": "open"})
    game.do("attack S17")
    for name in ("G1", "G2", "G3", "G9"):
        game.do(f"join {name}")
    game.do("ready")
    game.do("fire MG17 S12", roll=(4, 4))  # column 3: two
    game.do("lose G1")
    assert men(game, "G1", "G2", "G3", "G9") == [6, 8, 8, 5]
    game.do("roll", roll=(4, 6))
    assert "13 against 20, 1:2: 3/-" in "\n".join(game.diary)
    for _ in range(3):
        game.do("lose G2")
    assert (lost(game), men(game, "P1", "G2")) == ((5, 0), [20, 5])


@pytest.mark.clause("E-4.2-h", "E-4.1-b")
def test_4_2_the_other_reading_of_the_worked_example_gives_another_result():
    table = roof("G1 8 S12", "P1 20 S17").state.setup.tables["crt"]
    assert (half_down(27, 2), nearest(13, 20), nearest(14, 20)) == (13, (1, 2), (1, 1))
    roof("G1 8 S12", "P1 20 S17").battle("S17")
    assert table.cell(10, table.column(13, 20)) == "3/-"
    assert table.cell(10, table.column(14, 20)) == "3/1"


# --- 4.2 · the throw and the losses --------------------------------------------------------------------------


@pytest.mark.clause("E-4.2-a", "E-cbt-a")
@pytest.mark.parametrize("roll", range(2, 13))
def test_4_2_the_result_is_read_at_ratio_and_roll(roll):
    game = roof("G1 8 S19", "G3 8 S19", "P1 8 S18", "P2 8 S08")
    table = game.state.setup.tables["crt"]
    ours, theirs = (int(part) if part.isdigit() else 0 for part in table.cell(roll, table.labelled("2:1")).split("/"))
    low = max(1, roll - 6)
    game.do("attack S18")
    game.do("join G1")
    game.do("join G3")
    game.do("ready")
    game.do("roll", roll=(low, roll - low))
    if theirs:
        game.do("keep")
    assert f"The dice show {low} and {roll - low}: 16 against 8, 2:1" in "\n".join(game.diary)
    for _ in range(ours):
        game.do("lose G1" if game.unit("G1").place != "eliminated" else "lose G3")
    assert lost(game) == (ours, theirs)


@pytest.mark.clause("E-4.2-i")
def test_4_2_losses_are_marked_at_once_and_spread_by_the_owner():
    game = roof("G1 8 S19", "G2 8 S19", "P1 20 S18")
    fight(game, "S18", "G1", "G2", roll=(1, 3))  # 16 against 20, four: 6/1
    assert (game.side, game.prompt.rule) == ("Belgian", "eben_emael:4.3")
    game.do("keep")
    assert (men(game, "P1"), lost(game)) == ([19], (0, 1))
    game.do("lose G1")
    assert (men(game, "G1", "G2"), lost(game)) == ([7, 8], (1, 1))
    game.do("lose G2")
    assert (men(game, "G1", "G2"), lost(game)) == ([7, 7], (2, 1))
    assert refusal(game, "lose P1").rule == "eben_emael:chart/equipment-first"


@pytest.mark.clause("E-4.2-i")
def test_4_2_a_unit_that_has_lost_all_its_men_is_gone():
    game = roof("G1 3 S19", "P1 20 S18", "P2 3 S08")
    fight(game, "S18", "G1", roll=(1, 1))
    game.do("keep")
    assert at(game, "G1") == ["eliminated"]
    assert lost(game) == (3, 1)


@pytest.mark.clause("E-4.2-b")
def test_4_2_what_machine_guns_cost_comes_off_one_chosen_unit():
    game = roof("G1 8 S19", "G2 8 S19", "W05 20 S05", "MG05 1 S05")
    game.do("attack S05")
    game.do("join G1")
    game.do("join G2")
    game.do("ready")
    game.do("fire MG05 S19", roll=(3, 4))  # two of the second column, undivided in the open
    assert game.prompt.rule == "eben_emael:4.2"
    game.do("lose G2")
    assert men(game, "G1", "G2") == [8, 6]


@pytest.mark.clause("E-4.2-c")
def test_4_2_a_unit_that_has_lost_men_still_attacks_with_the_rest():
    game = roof("G1 8 S19", "W05 20 S05", "MG05 1 S05")
    game.do("attack S05")
    game.do("fire MG05 S19", roll=(3, 4))
    assert game.state.setup.book.settled["arithmetic"].function(game.state).lines[0].amount == 6
    game.do("roll", roll=(3, 4))
    assert (men(game, "G1"), lost(game)) == ([1], (7, 0))
    assert (game.state.asks, game.state.battle) == ((), None)


@pytest.mark.clause("E-4.2-b")
def test_4_2_an_attack_whose_men_all_fall_to_machine_guns_is_over():
    game = roof("G1 2 S19", "G2 8 S08", "W05 20 S05", "MG05 1 S05")
    game.do("attack S05")
    game.do("fire MG05 S19", roll=(3, 4))
    assert (at(game, "G1"), game.state.battle, game.state.asks) == (["eliminated"], None, ())


@pytest.mark.clause("E-chart-b", "E-4.2-i")
def test_chart_weapons_are_lost_before_men_each_for_one_point():
    game = roof("G1 8 S18", "G2 8 S18", "G3 8 S18", "W13 4 S13", "MG13 1 S13", "AT13 1 S13")
    fight(game, "S13", "G1", "G2", "G3", roll=(4, 5))  # 8 against 4, nine: 2/1
    assert refusal(game, "lose W13").rule == "eben_emael:chart/equipment-first"
    game.do("lose AT13")
    assert (at(game, "AT13", "MG13"), men(game, "W13"), lost(game)[1]) == (["eliminated", "S13"], [4], 0)
    game = roof("G1 8 S18", "G2 8 S18", "G3 8 S18", "W13 4 S13", "MG13 1 S13", "AT13 1 S13")
    fight(game, "S13", "G1", "G2", "G3", roll=(5, 6))  # eleven: 2/3
    assert at(game, "AT13", "MG13") == ["eliminated", "eliminated"]
    assert (men(game, "W13"), lost(game)[1]) == ([3], 1)


# --- 4.2 · odds ------------------------------------------------------------------------------------------------


@pytest.mark.clause("E-4.2-a", "E-4.2-b")
@pytest.mark.parametrize(("squads", "defence"), [((8, 8, 8), 5), ((8, 5), 3), ((4,), 1), ((8, 8), 20), ((2,), 20)])
def test_4_2_the_odds_over_two_chained_throws_are_those_of_all_throws_one_by_one(squads, defence):
    names = [f"G{number}" for number in range(1, len(squads) + 1)]
    units = [f"{name} {share} S19" for name, share in zip(names, squads, strict=True)]
    game = roof(*units, f"W05 {defence} S05", "MG05 1 S05")
    odds, tables = game.battle("S05", names).odds(), game.state.setup.tables
    guns, fight_table = tables["mg"], tables["crt"]
    counted: dict[str, int] = {}
    for first, second in product(DICE, repeat=2):
        shot = guns.cell(sum(first), guns.labelled("6"))
        left = sum(squads) - (int(shot) if shot.isdigit() else 0)
        column = fight_table.column(half_down(left, 3), defence)
        result = fight_table.cell(sum(second), column) if left > 0 else "beaten off"
        counted[result] = counted.get(result, 0) + 1
    assert dict(odds) == {result: Fraction(ways, 36**2) for result, ways in counted.items()}


@pytest.mark.clause("E-4.2-a", "E-4.2-b")
def test_4_2_the_odds_are_those_of_playing_every_throw():
    game = roof("G1 8 S19", "G6 3 S19", "W05 2 S05", "MG05 1 S05")
    odds = game.battle("S05", ["G1", "G6"]).odds()
    for order in ("attack S05", "join G1", "join G6"):
        game.do(order)
    counted: dict[str, int] = {}
    for first in DICE:
        given = len(game.orders)
        game.do("fire MG05 S19", roll=first)
        while places(game, "lose"):
            game.do(game.legal()[0])
        for second in DICE if game.state.battle else ():
            shown = next(event.result for event in game.do("roll", roll=second) if isinstance(event, Rolled))
            counted[shown] = counted.get(shown, 0) + 1
            game.undo()
        counted["beaten off"] = counted.get("beaten off", 0) + (0 if game.state.battle else 36)
        while len(game.orders) > given:
            game.undo()
    assert dict(odds) == {result: Fraction(ways, 36**2) for result, ways in counted.items() if ways}


def test_4_2_two_machine_guns_fire_one_after_the_other():
    game = roof("G1 4 S20", "G2 8 S20", "W05 20 S05", "MG05 1 S05", "W02 20 S02", "MG02 1 S02")
    tables = game.state.setup.tables
    strong, weak, crt = tables["mg"].labelled("6"), tables["mg"].labelled("3"), tables["crt"]
    found = game.battle("S05", ["G1", "G2"]).odds()
    gone = 0
    for first, second in product(DICE, repeat=2):
        shots = [tables["mg"].cell(sum(first), weak), tables["mg"].cell(sum(second), strong)]
        gone += sum(half_down(int(shot), 2) if shot.isdigit() else 0 for shot in shots) >= 12
    assert found.chance(lambda result: result == "beaten off") == Fraction(gone, 36**2)
    assert crt.provenance.word == "printed"


def test_4_2_once_the_guns_have_fired_only_the_second_throw_is_left():
    game = roof("G1 8 S19", "W05 20 S05", "MG05 1 S05")
    game.do("attack S05")
    game.do("hold-fire")
    table = game.state.setup.tables["crt"]
    found = game.state.setup.book.settled["odds"].function(game.state)
    assert found["8/-"] == Fraction(2 + 0, 36) or sum(found.values()) == 1
    assert set(found) == {table.cell(roll, table.labelled("1:4")) for roll in table.rolls}


# --- 4.3 ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("E-4.3-c")
def test_4_3_who_falls_back_by_a_sector_loses_one_less():
    game = roof("G1 8 S19", "G2 8 S19", "G3 8 S19", "P1 8 S18", "P2 4 S18")
    fight(game, "S18", "G1", "G2", "G3", roll=(5, 5))  # two to one, ten: 2/2
    assert places(game, "fall-back") == {"S03", "S12", "S13", "S14"}
    game.do("fall-back S13")
    assert at(game, "P1", "P2") == ["S13", "S13"]
    game.do("lose P2")
    assert (men(game, "P1", "P2"), lost(game)[1]) == ([8, 3], 1)


@pytest.mark.clause("E-4.3-c")
def test_4_3_a_loss_of_one_is_saved_by_falling_back():
    game = roof("G1 8 S19", "P1 4 S18")
    fight(game, "S18", "G1", roll=(4, 5))  # two to one, nine: 2/1
    game.do("fall-back S13")
    assert lost(game) == (2, 0)


@pytest.mark.clause("E-4.3-c")
def test_4_3_nobody_falls_back_into_the_enemy_into_a_crowd_or_out_of_a_work():
    game = roof("G1 8 S19", "G2 8 S12", "P1 4 S18", "C1 60 S13", "P2 18 S13")
    fight(game, "S18", "G1", roll=(4, 5))
    assert places(game, "fall-back") == {"S03", "S14"}
    assert refusal(game, "fall-back S12").rule == "eben_emael:4.3"
    assert refusal(game, "fall-back S13").rule == "eben_emael:3.6"
    garrison = roof("G1 8 S18", "G2 8 S18", "W13 2 S13", "P3 9 S08")
    fight(garrison, "S13", "G1", "G2", roll=(4, 5))  # 5 against 2, nine: 2/1
    assert lost(garrison)[1] == 1  # nobody was asked


@pytest.mark.clause("E-4.3-c")
def test_4_3_who_holds_loses_all():
    game = roof("G1 8 S19", "P1 4 S18")
    fight(game, "S18", "G1", roll=(4, 5))
    game.do("keep")
    assert (lost(game), at(game, "P1")) == ((2, 1), ["S18"])


def test_4_3_weapons_stay_behind_when_men_fall_back():
    game = roof("G1 8 S14", "G2 8 S14", "P1 4 S17", "MG17 1 S17")
    game.do("attack S17")
    for order in ("join G1", "join G2", "ready", "hold-fire"):
        if game.can(order):
            game.do(order)
    game.do("roll", roll=(4, 5))
    game.do("fall-back S15")
    assert at(game, "P1", "MG17") == ["S15", "S17"]


def test_4_3_it_is_said_where_falling_back_saves_nobody():
    for roll, said in (((4, 5), ""), ((6, 4), "Falling back saves nobody: all are lost either way.")):
        game = roof("G1 8 S19", "G2 8 S19", "G3 8 S19", "P1 4 S18", "MG17 1 S18")
        fight(game, "S18", "G1", "G2", "G3", roll=roll)
        assert "give up S18" in game.prompt.text
        assert IN_VAIN.of(game.state.setup)(game.state) == said


@pytest.mark.clause("E-4.3-c", "E-chart-b")
def test_4_3_weapons_left_behind_still_take_the_first_loss():
    game = roof("G1 8 S19", "G2 8 S19", "G3 8 S19", "P1 4 S18", "MG17 1 S18")
    fight(game, "S18", "G1", "G2", "G3", roll=(6, 4))  # six to one, ten: 1/6
    game.do("fall-back S13")  # five are lost: the weapon, then four men
    assert (at(game, "MG17"), men(game, "P1"), lost(game)[1]) == (["eliminated"], [0], 4)
    game = roof("G1 8 S19", "P1 5 S18", "MG17 1 S18")
    fight(game, "S18", "G1", roll=(6, 4))  # two to one, ten: 2/2
    game.do("fall-back S13")
    assert (at(game, "P1", "MG17"), lost(game)[1]) == (["S13", "eliminated"], 0)


@pytest.mark.clause("E-4.3-b", "E-4.3-c")
def test_4_3_attackers_may_enter_the_sector_that_was_given_up():
    game = roof("G1 8 S19", "G2 8 S12", "P1 8 S18")
    fight(game, "S18", "G1", "G2", roll=(4, 5))
    game.do("fall-back S13")
    while str(game.legal()[0]).startswith("lose"):
        game.do("lose G1")
    assert places(game, "advance G1") == places(game, "advance G2") == {"S18"}
    assert refusal(game, "advance G1 S13").rule == "eben_emael:4.3/where"
    game.do("advance G1 S18")
    game.do("advance G2 S18")
    assert at(game, "G1", "G2") == ["S18", "S18"]
    assert not game.state.asks
    assert game.board.at("S18") in game.state.facts["ground"]


@pytest.mark.clause("E-4.3-b")
def test_4_3_nobody_enters_where_the_defender_holds_and_nobody_has_to():
    game = roof("G1 8 S19", "P1 4 S18")
    fight(game, "S18", "G1", roll=(4, 5))
    game.do("keep")
    assert (game.state.asks, game.state.battle) == ((), None)
    game = roof("G1 8 S19", "P1 4 S18")
    fight(game, "S18", "G1", roll=(4, 5))
    game.do("fall-back S13")
    assert refusal(game, "advance P1 S18").rule == "eben_emael:4.3/who"
    game.do("stay-back")
    assert (at(game, "G1"), game.state.battle) == (["S19"], None)


@pytest.mark.clause("E-4.3-a")
def test_4_3_germans_stay_on_the_map_after_a_fight_whoever_attacked():
    game = roof("G1 8 S19", "P1 8 S18")
    fight(game, "S18", "G1", roll=(4, 4))
    assert at(game, "G1") == ["S19"]
    game = roof("G2 8 S19", "G6 8 S19", "P1 8 S18", phase=COUNTERATTACK)
    fight(game, "S19", "P1", roll=(4, 4))
    assert at(game, "G2", "G6", "P1") == ["S19", "S19", "S18"]


@pytest.mark.clause("E-4.3-c")
def test_4_3_germans_may_fall_back_too():
    game = roof("G2 8 S19", "C1 40 S18", phase=COUNTERATTACK, ground=["S19"])
    fight(game, "S19", "C1", roll=(4, 5))  # five to one, nine: 1/4
    game.do("fall-back S04")
    assert (at(game, "G2"), men(game, "G2")) == (["S04"], [5])
    assert game.board.at("S04") in game.state.facts["ground"]


@pytest.mark.clause("E-chart-b", "E-hist-b")
def test_chart_the_weapons_of_a_sealed_work_take_no_losses_for_men_on_its_roof():
    for sealed, fallen in (((), 1), (("S13",), 3)):
        game = roof("G1 8 S18", "G6 8 S18", "G7 8 S18", "P1 4 S13", "MG13 1 S13", "AT13 1 S13", sealed=sealed)
        fight(game, "S13", "G1", "G6", "G7", roll=(5, 6))  # 8 against 4, eleven: 2/3
        game.do("keep")
        assert lost(game)[1] == fallen
        assert at(game, "MG13", "AT13") == (["S13"] * 2 if sealed else ["eliminated"] * 2)


@pytest.mark.clause("E-4.2-f")
def test_4_2_the_ground_that_divides_is_named_without_its_door():
    steps = roof("G1 8 S19", "G3 8 S19", "P1 20 S05").battle("S05").steps
    assert [step.text for step in steps if "divided" in step.text] == ["divided by 3: bunker"]


@pytest.mark.clause("E-4.3-c")
def test_4_3_men_on_the_roof_do_not_fall_back_without_the_garrison_below_them():
    game = roof("G1 8 S18", "G2 8 S18", "W13 1 S13", "P1 1 S13", "P2 9 S08")
    fight(game, "S13", "G1", "G2", roll=(4, 5))  # 5 against 2, nine: 2/1
    assert (game.side, {order.verb for order in game.legal()}) == ("Belgian", {"lose"})


@pytest.mark.clause("E-4.3-b")
def test_4_3_no_more_than_80_points_follow():
    game = roof("G6 1 S18", "G7 8 S18", "C1 60 S13", "P1 20 S03", "P2 20 S03", phase=COUNTERATTACK)
    fight(game, "S18", "C1", "P1", "P2", roll=(4, 5))  # six to one, nine: 1/5
    game.do("fall-back S14")
    while places(game, "lose"):
        game.do("lose P1" if game.can("lose P1") else game.legal()[0])
    for name in ("C1", "P1"):
        game.do(f"advance {name} S18")
    assert men(game, "C1", "P1", "P2") == [60, 19, 20]
    assert at(game, "P2") == ["S03"]
    assert game.state.battle is None  # nobody is left who could follow


@pytest.mark.clause("E-4.3-b", "E-2.1-g")
def test_4_3_a_garrison_that_follows_is_in_its_work_no_more():
    game = roof("G6 8 S06", "W05 20 S05", "MG05 1 S05", phase=COUNTERATTACK)
    fight(game, "S06", "W05", roll=(5, 6))  # seven against eight, eleven: 2/2
    game.do("fall-back S07")
    game.do("advance W05 S06")
    assert (at(game, "W05"), set(game.state.facts["inside"])) == (["S06"], set())


@pytest.mark.clause("E-chart-b")
def test_chart_belgian_weapons_take_no_losses_for_germans_who_stand_beside_them():
    game = roof("G6 8 S17", "MG17 1 S17", "P1 20 S14", phase=COUNTERATTACK)
    fight(game, "S17", "P1", roll=(5, 6))  # ten against eight, eleven: 2/2
    game.do("keep")
    assert (men(game, "G6"), at(game, "MG17")) == ([6], ["S17"])


def test_4_2_men_of_gliders_that_never_came_are_lost_as_a_later_game_begins():
    later, earlier = (fm.new_game("eben_emael", name) for name in ("first_minutes", "historical"))
    assert lost(later) == (15, 0)
    assert [LOST_BEFORE.of(game.state.setup)(game.state.setup) for game in (later, earlier)] == [(15, 0), (0, 0)]
