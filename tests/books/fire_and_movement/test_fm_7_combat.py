"""Fire & Movement 7.1 to 7.6 · Who attacks, the differential, the table, its results."""

from itertools import product

import pytest

from fmbook.core.events import Rolled
from fmbook.core.verdicts import RuleViolation
from fmbook.play.game import Game
from tests.tools.positions import at, do, fight, places, position, refusal, shoot, unit

FIELD = """
a1  a2  a3  a4  a5  a6
  b1  b2  b3  b4  b5  b6
c1  c2  c3  c4  c5  c6
  d1  d2  d3  d4  d5  d6
"""
FAR = "R9 1-1-1 a6"  # a side that has lost its last unit has lost the game


def combat(*units, **more) -> Game:
    return position(FIELD, *units, FAR, phase="Blue combat phase", **more)


# --- 7.1 ------------------------------------------------------------------------------------------


@pytest.mark.clause("S-38")
def test_7_1_only_a_neighbouring_enemy_is_attacked():
    game = combat("B1 4-4-4 b2", "R1 3-3-3 b3", "R2 3-3-3 b4")
    assert places(game, "attack") == {"b3"}
    why = {"b4": "none of your units stands next to the enemy in b4", "c2": "no enemy stands in c2"}
    for target, text in why.items():
        reason = refusal(game, f"attack {target}")
        assert (reason.rule, reason.text) == ("fm:7.1", text)


@pytest.mark.clause("S-38")
def test_7_1_only_neighbours_of_the_target_join():
    game = do(combat("B1 4-4-4 b2", "B2 4-4-4 c3", "B3 4-4-4 b1", "R1 3-3-3 b3"), "attack b3")
    reason = refusal(game, "join B3")
    assert (reason.rule, "next to the target" in reason.text) == ("fm:7.1/adjacent", True)
    assert places(game, "join") == {"B1", "B2"}


@pytest.mark.clause("S-38")
def test_7_1_nobody_strikes_over_a_hexside_that_nobody_can_cross():
    units = ("B1 4-4-4 b2", "B2 4-4-4 b6", "R1 3-3-3 b3")
    assert places(combat(*units), "attack") == {"b3", "a6"}
    assert places(combat(*units, sides={"cliff": ["b2/b3"]}), "attack") == {"a6"}


@pytest.mark.clause("S-38")
def test_7_1_attacks_are_voluntary():
    game = do(combat("B1 4-4-4 b2", "R1 3-3-3 b3"), "end-phase")
    assert (game.phase, at(game, "R1")) == ("Red movement phase", ["b3"])


@pytest.mark.clause("S-38")
def test_7_1_an_attack_needs_somebody_who_attacks():
    game = do(combat("B1 4-4-4 b2", "B2 4-4-4 c3", "R1 3-3-3 b3"), "attack b3")
    reason = refusal(game, "ready")
    assert (reason.rule, "nobody has joined" in reason.text) == ("fm:7.1/somebody", True)
    do(game, "join B2; ready")
    assert game.prompt.rule == "fm:7.6"


@pytest.mark.clause("S-39")
def test_7_1_a_unit_attacks_once_in_a_combat_phase():
    game = fight(combat("B1 4-4-4 b2", "B2 4-4-4 c4", "R1 3-4-3 b3", "R2 3-4-3 a2"), "b3", roll=3, by="B1")
    assert places(game, "attack") == set()
    more = ("B1 4-4-4 b2", "B2 4-4-4 a3", "B3 4-4-4 b1", "R1 3-4-3 b3", "R2 3-4-3 a2")
    again = do(fight(combat(*more), "b3", roll=3, by="B1"), "attack a2")
    assert places(again, "join") == {"B2", "B3"}
    reason = refusal(again, "join B1")
    assert (reason.rule, "has attacked in this phase" in reason.text) == ("fm:7.1/once", True)


@pytest.mark.clause("S-39")
def test_7_1_a_unit_attacks_with_its_whole_strength():
    game = combat("B1 7-4-4 b2", "R1 3-4-3 b3", "R2 3-4-3 a3")
    assert game.battle("b3").attack == game.battle("a3").attack == 7


@pytest.mark.clause("S-38")
def test_7_1_the_odds_of_an_attack_by_a_unit_that_is_too_far_say_so():
    game = combat("B1 5-1-1 b2", "B2 5-1-1 b6", "R1 1-4-1 b3")
    for by in (["B2"], ["B1", "B2"]):
        with pytest.raises(RuleViolation, match="B2 does not stand next to the target"):
            game.battle("b3", by)
    assert game.battle("b3", ["B1"]).attack == 5


@pytest.mark.clause("S-40")
def test_7_1_any_number_of_neighbours_join_one_after_another():
    ring = [f"B{number} 1-1-1 {place}" for number, place in enumerate(("b2", "b4", "a3", "a4", "c3", "c4"), 1)]
    game = do(combat(*ring, "R1 6-6-6 b3"), "attack b3; join B1; join B2; join B3; join B4; join B5; join B6")
    assert game.prompt.rule == "fm:7.6"  # nobody is left to join, so the list has closed by itself
    assert shoot(game, 3).diary[-1].startswith("The die shows 3: +0 in Clear, --")


@pytest.mark.clause("S-40")
def test_7_1_the_list_closes_when_the_player_says_so():
    game = do(combat("B1 4-4-4 b2", "B2 4-4-4 c3", "R1 3-4-3 b3"), "attack b3; join B1")
    assert places(game, "join") == {"B2"}
    assert shoot(do(game, "ready"), 3).diary[-1].startswith("The die shows 3: +0 in Clear, --")


@pytest.mark.clause("S-40")
def test_7_1_the_only_unit_that_can_attack_joins_by_itself():
    game = do(combat("B1 4-4-4 b2", "R1 3-3-3 b3"), "attack b3")
    assert game.diary[-1].startswith("B1 joins the attack.")
    assert game.prompt.rule == "fm:7.6"


@pytest.mark.clause("S-40")
def test_7_1_a_hex_is_attacked_once_in_a_combat_phase():
    units = ("B1 4-4-4 b2", "B2 4-4-4 c3", "R1 3-4-3 b3", "R2 3-4-3 d3")
    game = fight(combat(*units), "b3", roll=3, by="B1")
    reason = refusal(game, "attack b3")
    assert (reason.rule, "has been attacked" in reason.text) == ("fm:7.1/target-once", True)
    assert places(game, "attack") == {"d3"}


@pytest.mark.clause("S-39", "S-40")
def test_7_1_in_a_later_combat_phase_the_same_unit_attacks_the_same_hex_again():
    game = fight(combat("B1 4-4-4 b2", "R1 3-4-3 b3"), "b3", roll=3)
    while game.turn == 1 or game.phase != "Blue combat phase":
        do(game, "end-phase")
    assert fight(game, "b3", roll=3).diary[-1].startswith("The die shows 3: +0 in Clear")


@pytest.mark.clause("S-38", "S-40")
def test_7_1_an_attack_is_planned_while_its_units_still_march():
    plan = do(position(FIELD, "B1 4-4-4 b1", "B2 3-4-4 c3", "R1 3-4-3 b3", FAR), "move B1 b2")
    assert (plan.phase, plan.battle("b3").attack) == ("Blue movement phase", 4 + 3)
    while plan.phase != "Red movement phase":
        do(plan, "end-phase")
    assert plan.battle("b2").attack == 3  # it is Red's turn to plan


@pytest.mark.clause("S-51")
def test_7_1_the_attacker_chooses_the_order_of_his_attacks():
    units = ("B1 4-4-4 b2", "B2 4-4-4 c4", "R1 3-4-3 a2", "R2 3-4-3 d4")
    for first, second in (("a2", "d4"), ("d4", "a2")):
        game = fight(fight(combat(*units), first, roll=3), second, roll=3)
        declared = [line.split()[3] for line in game.diary if "is declared" in line]
        assert declared == [first, second]


@pytest.mark.clause("S-51")
def test_7_1_an_attack_is_finished_before_the_next_is_declared():
    game = do(combat("B1 4-4-4 b2", "B2 4-4-4 c4", "R1 3-3-3 a3", "R2 3-4-3 d4"), "attack a3")
    for step in (None, 1):
        reason = refusal(shoot(game, step) if step else game, "attack d4")
        assert "not what is due now" in reason.text
    do(game, "stand-fast R1; attack d4")
    assert game.prompt.rule == "fm:7.6"


# --- 7.3 ------------------------------------------------------------------------------------------


@pytest.mark.clause("S-41")
def test_7_3_the_differential_is_attack_and_markers_less_defence_and_markers():
    units = ("B1 5-4-4 b2", unit("B2 5-4-4 c3", now=1), "R1 3-4-3 b3")
    battle = combat(*units, support=((2,), (1,))).battle("b3", support=["+2"], against=["+1"])
    assert (battle.attack, battle.defence, battle.sum.measure) == (5 + 3 + 2, 4 + 1, "+5")
    assert [(shift.amount, shift.to, shift.rule) for shift in battle.steps] == [
        (5, "attack", "fm:7.3/attackers"), (3, "attack", "fm:7.3/attackers"), (4, "defence", "fm:7.3/defenders"),
        (2, "attack", "fm:8.3"), (1, "defence", "fm:8.3"),
    ]  # fmt: skip


@pytest.mark.clause("S-41")
def test_7_3_the_sum_prints_every_line_that_counts_with_its_rule_and_none_of_nothing():
    game = combat("B1 5-4-4 b2", "B2 0-4-4 c3", "R1 3-4-3 b3")
    lines = str(game.battle("b3").sum).splitlines()
    assert [" ".join(line.split()) for line in lines] == [
        "Attack on b3 5 against 4 = +1",
        "+5 B1 attacks rule 7.3",
        "+4 R1 defends rule 7.3",
        "Clear, column +1 rule 7.4",
    ]


# --- 7.4 ------------------------------------------------------------------------------------------

CHART = """
(A) A3  A2  --  Ex  Ex  D2  D2  D2  D3  De  De
(A) (A) A3  A2  --  Ex  Ex  Ex  D2  D2  D3  De
(A) (A) (A) A3  A2  --  Ex  Ex  Ex  D2  D2  D3
(A) (A) (A) (A) A3  A2  --  Ex  Ex  Ex  D2  D2
Ae  (A) (A) (A) (A) A3  A2  --  Ex  Ex  Ex  D2
Ae  Ae  (A) (A) (A) (A) (A) A1  --  Ex  Ex  Ex
"""
RESULTS = [line.split() for line in CHART.strip().splitlines()]
KINDEST_FIRST = ("De", "D3", "D2", "Ex", "--", "A1", "A2", "A3", "(A)", "Ae")
OVER = (-5, -4, -3, -2, -1, 0, 1, 2, 4, 6, 8, 10)


@pytest.mark.clause("S-42")
@pytest.mark.parametrize(("die", "column"), list(product(range(1, 7), range(12))))
def test_7_4_every_cell_of_the_table_is_read_by_differential_and_die(die, column):
    game = do(combat(f"B1 {7 + OVER[column]}-4-4 b2", "R1 3-7-3 b3"), "attack b3")
    (rolled,) = [event for event in game.do("roll", roll=die) if isinstance(event, Rolled)]
    assert rolled.result == RESULTS[die - 1][column]


@pytest.mark.clause("S-42")
@pytest.mark.parametrize(
    ("mark", "row", "first"),
    [("", "Clear", -5), ("+", "Town or Hill", -3), ("^", "Town or Hill", -3), ("*", "Woods or Trench", -2)],
)
def test_7_4_tougher_ground_puts_the_same_differential_further_left(mark, row, first):
    game = position(f"a   b{mark:<3}c", "B1 4-4-4 a", "R1 3-4-3 b", FAR.replace("a6", "c"), phase="Blue combat phase")
    column = game.battle("b").sum.column
    assert (column.row, column.number) == (row, 0 - first + 1)


@pytest.mark.clause("S-42")
def test_7_4_low_rolls_help_the_attacker():
    for attack in range(1, 18):
        odds = [RESULTS[die][min(attack - 1, 11)] for die in range(6)]
        ranks = [KINDEST_FIRST.index(code) for code in odds]
        assert ranks == sorted(ranks)
    low, high = (fight(combat("B1 9-4-4 b2", "R1 3-1-3 b3"), "b3", roll=roll) for roll in (1, 6))
    assert at(low, "R1") == ["eliminated"]
    assert (at(high, "R1"), high.unit("R1").full) == (["b3"], False)


@pytest.mark.clause("S-42")
def test_7_4_the_odds_are_the_shares_of_the_throws():
    battle = combat("B1 5-4-4 b2", "R1 3-4-3 b3").battle("b3")
    shares = [str(battle.chance(code)) for code in ("D2", "Ex", "--", "A2", "(A)", "De")]
    assert shares == ["1/6", "1/3", "1/6", "1/6", "1/6", "0"]


@pytest.mark.clause("S-42a")
@pytest.mark.parametrize(("attack", "label"), [(1, "-5"), (3, "-5"), (17, "+9"), (18, "+10"), (30, "+10")])
def test_7_4_the_end_columns_are_open(attack, label):
    column = combat(f"B1 {attack}-4-4 b2", "R1 3-8-3 b3").battle("b3").sum.column
    assert column.label == ("+8 or +9" if label == "+9" else label)


@pytest.mark.clause("S-42b")
def test_7_4_where_two_rows_fit_the_tougher_holds():
    for drawing in ("a   b*^ c", "a   b^* c"):
        game = position(drawing, "B1 4-4-4 a", "R1 3-4-3 b", "R9 1-1-1 c", phase="Blue combat phase")
        assert game.battle("b").sum.column.row == "Woods or Trench"
    hill = position(
        "a   b^  c", "B1 4-4-4 a", "R1 3-4-3 b", "R9 1-1-1 c", phase="Blue combat phase", sides={"river": ["a/b"]}
    )
    assert hill.battle("b").sum.column.row == "Town or Hill"


@pytest.mark.clause("S-42c")
def test_7_4_a_hexside_row_holds_only_if_every_attacker_strikes_across():
    units = ("B1 4-4-4 b2", "B2 4-4-4 c3", "R1 3-4-3 b3")
    rows = {}
    for river in (["b2/b3"], ["b2/b3", "c3/b3"]):
        game = combat(*units, sides={"river": river})
        rows[len(river)] = [game.battle("b3", by=by).sum.column.row for by in (["B1"], ["B1", "B2"])]
    assert rows == {1: ["River or Across water", "Clear"], 2: ["River or Across water", "River or Across water"]}


@pytest.mark.clause("S-42c")
def test_7_4_two_kinds_of_hexside_of_one_row_are_the_same_row():
    sides = {"river": ["b2/b3"], "across_water": ["c3/b3"]}
    game = combat("B1 4-4-4 b2", "B2 4-4-4 c3", "R1 3-4-3 b3", sides=sides)
    assert game.battle("b3").sum.column.row == "River or Across water"
    mixed = combat("B1 4-4-4 b2", "B2 4-4-4 c3", "R1 3-4-3 b3", sides={"river": ["b2/b3"], "trench": ["c3/b3"]})
    assert mixed.battle("b3").sum.column.row == "Clear"


# --- 7.6 ------------------------------------------------------------------------------------------


@pytest.mark.clause("S-43")
def test_7_6_ae_eliminates_every_attacker():
    game = fight(combat("B1 2-4-4 b2", "B2 1-4-4 c3", "B3 1-1-1 d1", "R1 3-8-3 b3"), "b3", roll=6, by="B1 B2")
    assert at(game, "B1", "B2", "B3", "R1") == ["eliminated", "eliminated", "d1", "b3"]
    assert game.unit("R1").full


@pytest.mark.clause("S-44")
def test_7_6_a_in_brackets_costs_one_attacker_of_the_owners_choice_a_step_and_nobody_retreats():
    game = fight(combat("B1 3-4-4 b2", "B2 1-4-4 c3", "B3 1-4-4 b1", "R1 3-6-3 b3"), "b3", roll=4, by="B1 B2")
    assert (places(game, "lose"), game.side) == ({"B1", "B2"}, "Blue")
    reason = refusal(game, "lose B3")
    assert (reason.rule, "cannot take this loss" in reason.text) == ("fm:7.6/loss", True)
    do(game, "lose B2")
    assert [game.unit(name).full for name in ("B1", "B2", "R1")] == [True, False, True]
    assert (at(game, "B1", "B2"), game.prompt.rule) == (["b2", "c3"], "fm:4.1")


@pytest.mark.clause("S-44")
def test_7_6_a_single_attacker_takes_the_loss_without_being_asked():
    game = fight(combat("B1 2-4-4 b2", "R1 3-4-3 b3"), "b3", roll=4)
    assert (game.unit("B1").steps, game.prompt.rule) == (1, "fm:4.1")


@pytest.mark.clause("S-45")
@pytest.mark.parametrize(("attack", "roll", "hexes"), [(10, 6, 1), (8, 4, 2), (7, 4, 3)])
def test_7_6_a_with_a_number_drives_every_attacker_back_so_many_hexes(attack, roll, hexes):
    units = (f"B1 {attack - 1}-4-4 b4", "B2 1-4-4 c5", "R1 3-8-3 b5")
    game = fight(combat(*units), "b5", roll=roll, by="B1 B2")
    assert (game.side, set(places(game, "retreat", "B2")) != set()) == ("Blue", True)
    while order := next((order for order in game.legal() if order.verb == "retreat"), None):
        game.do(order)
    board = game.board
    gone = [
        board.distance(board.at(start), board.at(end))
        for start, end in zip(("b4", "c5"), at(game, "B1", "B2"), strict=True)
    ]
    assert gone == [hexes, hexes]
    assert at(game, "R1") == ["b5"]


@pytest.mark.clause("S-46")
def test_7_6_a_blank_cell_does_nothing():
    game = combat("B1 4-4-4 b2", "R1 3-4-3 b3")
    before = game.units()
    assert fight(game, "b3", roll=3).units() == before
    assert (game.prompt.rule, game.phase) == ("fm:4.1", "Blue combat phase")


@pytest.mark.clause("S-47")
def test_7_6_ex_costs_the_defender_a_step_and_one_attacker_of_the_owners_choice_another():
    game = fight(combat("B1 3-4-4 b2", "B2 1-4-4 c3", "R1 3-4-3 b3"), "b3", roll=2, by="B1 B2")
    assert (places(game, "lose"), game.unit("R1").steps) == ({"B1", "B2"}, 1)
    do(game, "lose B1")
    assert [game.unit(name).steps for name in ("B1", "B2", "R1")] == [1, 2, 1]
    assert at(game, "B1", "R1") == ["b2", "b3"]


@pytest.mark.clause("S-47", "S-60")
def test_7_6_ex_between_units_of_one_step_kills_both_and_nobody_is_left_to_advance():
    units = (unit("B1 7-4-4 b2", now=1), "B3 1-1-1 d1", unit("R1 3-8-3 b3", now=1))
    game = fight(combat(*units), "b3", roll=2)
    assert (at(game, "B1", "R1"), game.prompt.rule) == (["eliminated", "eliminated"], "fm:4.1")


@pytest.mark.clause("S-47", "S-60")
def test_7_6_after_an_ex_that_kills_a_surviving_attacker_may_advance():
    units = (unit("B1 5-4-4 b2", now=1), "B2 1-4-4 c3", unit("R1 3-8-3 b3", now=1))
    game = do(fight(combat(*units), "b3", roll=2, by="B1 B2"), "lose B1; advance B2 b3")
    assert at(game, "B1", "B2", "R1") == ["eliminated", "b3", "eliminated"]


@pytest.mark.clause("S-48")
@pytest.mark.parametrize(("attack", "hexes"), [(5, 2), (10, 3)])
def test_7_6_d_with_a_number_drives_the_defender_back_so_many_hexes(attack, hexes):
    game = fight(combat(f"B1 {attack}-4-4 b1", "R1 3-4-3 b2"), "b2", roll=1)
    assert (game.side, f"{hexes} hexes" in str(game.prompt)) == ("Red", True)
    do(game, "; ".join(f"retreat R1 b{number}" for number in range(3, 3 + hexes)))
    assert (at(game, "R1"), game.unit("R1").full) == ([f"b{2 + hexes}"], True)


@pytest.mark.clause("S-49")
def test_7_6_de_eliminates_the_defender():
    game = fight(combat("B1 12-4-4 b2", "R1 3-4-3 b3"), "b3", roll=1)
    assert (at(game, "B1", "R1"), game.unit("R1").steps) == (["b2", "eliminated"], 0)


@pytest.mark.clause("S-50")
def test_7_6_support_markers_take_no_losses():
    units = ("B1 1-4-4 b2", "B2 1-4-4 c3", "B3 1-1-1 d1", "R1 3-9-3 b3")
    game = do(combat(*units, support=((2,), ())), "attack b3; join B1; join B2; support +2")
    shoot(game, 3)
    assert places(game, "lose") == {"B1", "B2"}
    do(game, "lose B1")
    while game.turn == 1:
        game.do("end-phase")
    assert game.hand("Blue") == ("+2",)
