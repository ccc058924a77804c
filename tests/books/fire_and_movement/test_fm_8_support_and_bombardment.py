"""Fire & Movement 8 · Support fire and bombardment."""

from collections.abc import Iterator

import pytest

import fmbook as fm
from fmbook.core.state import State
from fmbook.play.game import Game
from tests.tools.positions import at, do, fight, places, position, refusal, shoot, unit

FIELD = """
a1  a2  a3  a4  a5  a6
  b1  b2  b3  b4  b5  b6
c1  c2  c3  c4  c5  c6
  d1  d2  d3  d4  d5  d6
"""
FAR = "R9 1-1-1 d6"  # a side that has lost its last unit has lost the game
LANE = "a   b   c   d   e   f   g   h   i"


def guns(*units, blue=(), red=(), **more) -> Game:
    more.setdefault("phase", "Blue combat phase")
    return position(more.pop("drawing", FIELD), *units, support=(tuple(blue), tuple(red)), **more)


def next_turn(game: Game) -> Game:
    turn = game.turn
    while game.turn == turn:
        game.do("end-phase")
    return game


# --- 8.1 ------------------------------------------------------------------------------------------


@pytest.mark.clause("S-65")
def test_8_1_each_side_gets_as_many_markers_as_the_turn_track_says():
    track = ((3, 1, 0), (0, 2, 1))
    game = guns("B1 1-1-1 a1", FAR, blue=(1, 2, 3, 4), red=(1, 1, 1), track=track, phase="")
    for turn in (1, 2, 3):
        assert [len(game.hand(side)) for side in ("Blue", "Red")] == [track[0][turn - 1], track[1][turn - 1]]
        if turn < 3:
            next_turn(game)


@pytest.mark.clause("S-65")
def test_8_1_a_side_has_only_the_markers_of_its_pool():
    game = guns("B1 1-1-1 a1", FAR, blue=(4, 2), red=(3,), track=((5,), (5,)))
    assert (game.hand("Blue"), game.hand("Red")) == (("+2", "+4"), ("+3",))


@pytest.mark.clause("S-66")
def test_8_1_the_lowest_values_come_first():
    game = guns("B1 1-1-1 a1", FAR, blue=(5, 1, 4, 2), red=(), track=((2,), (0,)))
    assert game.hand("Blue") == ("+1", "+2")


@pytest.mark.clause("S-65")
def test_8_1_the_last_number_of_the_track_holds_on():
    game = guns("B1 1-1-1 a1", FAR, blue=(1, 2, 3), track=((3, 1), (0,)), phase="")
    hands = [game.hand("Blue"), next_turn(game).hand("Blue"), next_turn(game).hand("Blue")]
    assert [len(hand) for hand in hands] == [3, 1, 1]


# --- 8.2 ------------------------------------------------------------------------------------------


@pytest.mark.clause("S-70")
def test_8_2_support_reaches_every_combat_on_the_map():
    game = guns("B1 4-4-4 h", "R1 3-4-3 i", "R2 1-1-1 a", blue=(2, 3), drawing=LANE)
    assert places(game, "bombard") == {"a", "i"}
    do(game, "attack i")
    assert places(game, "support") == {"+2", "+3"}


# --- 8.3 ------------------------------------------------------------------------------------------


@pytest.mark.clause("S-67")
def test_8_3_a_side_sees_its_own_markers_and_chooses_which_to_play():
    game = guns("B1 4-4-4 b2", "R1 3-4-3 b3", blue=(1, 3), red=(2,))
    assert game.seen_by("Blue").hand("Blue") == ("+1", "+3")
    assert (game.seen_by("Red").hand("Blue"), game.seen_by("Blue").hand("Red")) == ((), ())
    assert places(do(game, "attack b3"), "support") == {"+1", "+3"}
    do(game, "support +3; hold-fire")
    assert game.hand("Blue") == ("+1",)


@pytest.mark.clause("S-67")
def test_8_3_a_side_may_hold_its_fire():
    game = do(guns("B1 4-4-4 b2", "R1 3-4-3 b3", blue=(1,), red=(2,)), "attack b3; hold-fire; hold-fire")
    assert (game.prompt.rule, game.hand("Blue"), game.hand("Red")) == ("fm:7.6", ("+1",), ("+2",))


@pytest.mark.clause("S-68")
def test_8_3_a_side_plays_at_most_two_markers_in_one_combat():
    game = guns("B1 4-4-4 b2", "R1 3-4-3 b3", FAR, blue=(1, 1, 1), red=(1, 1, 1))
    do(game, "attack b3; support +1; support +1")
    assert game.side == "Red"  # a side that may play no more is not asked
    do(game, "support +1; support +1")
    assert (game.prompt.rule, game.hand("Blue"), game.hand("Red")) == ("fm:7.6", ("+1",), ("+1",))


@pytest.mark.clause("S-68")
def test_8_3_the_limit_is_for_one_combat_and_not_for_the_turn():
    game = guns("B1 4-4-4 b2", "R1 3-4-3 b3", FAR, blue=(1, 1, 1))
    shoot(do(game, "bombard d6; support +1; support +1"), 6)
    do(game, "attack b3; support +1")
    assert shoot(game, 3).hand("Blue") == ()


@pytest.mark.clause("S-69")
def test_8_3_a_marker_adds_its_value_to_its_side():
    game = guns("B1 4-4-4 b2", "R1 3-4-3 b3", blue=(2, 5), red=(3,))
    plain, helped, both = (
        game.battle("b3", support=blue, against=red)
        for blue, red in (((), ()), (("+2", "+5"), ()), (("+2", "+5"), ("+3",)))
    )
    assert [(battle.attack, battle.defence) for battle in (plain, helped, both)] == [(4, 4), (11, 4), (11, 7)]
    do(game, "attack b3; support +2; support +5; support +3; roll")
    assert "+4 in Clear" in str(game.diary)


@pytest.mark.clause("S-69")
def test_8_3_markers_of_the_second_player_add_to_his_attack_and_those_of_the_first_to_the_defence():
    game = guns("B1 4-4-4 b2", "R1 3-4-3 b3", blue=(2,), red=(3,), phase="Red combat phase")
    battle = game.battle("b2", support=["+3"], against=["+2"])
    assert (battle.attack, battle.defence) == (3 + 3, 4 + 2)


@pytest.mark.clause("S-71")
def test_8_3_the_attacker_plays_all_his_markers_first_then_the_defender_answers():
    game = do(guns("B1 4-4-4 b2", "R1 3-4-3 b3", blue=(1, 2, 3), red=(1, 2)), "attack b3")
    sides = []
    for order in ("support +1", "hold-fire", "support +2", "hold-fire"):
        sides.append(game.side)
        do(game, order)
    assert sides == ["Blue", "Blue", "Red", "Red"]
    assert (game.hand("Blue"), game.hand("Red")) == (("+2", "+3"), ("+1",))
    assert next(line for line in game.diary if "nothing more" in line).startswith("Blue adds")
    assert "holds its fire" not in str(game.diary)
    assert (game.side, game.prompt.rule) == ("Blue", "fm:7.6")


# --- 8.4 ------------------------------------------------------------------------------------------


@pytest.mark.clause("S-76")
def test_8_4_a_bombardment_is_made_by_markers_against_a_hex_with_an_enemy():
    game = guns("B1 1-1-1 a1", "R1 3-4-3 b3", FAR, blue=(4,))
    for place in ("b4", "a1"):
        reason = refusal(game, f"bombard {place}")
        assert (reason.rule, "holds no enemy" in reason.text) == ("fm:8.4", True)
    assert places(game, "bombard") == {"b3", "d6"}
    unarmed = guns("B1 1-1-1 b2", "R1 3-4-3 b3", red=(4,))
    assert refusal(unarmed, "bombard b3").rule == "fm:8.4"


@pytest.mark.clause("S-76")
def test_8_4_a_bombardment_takes_at_least_one_marker_and_at_most_two():
    game = do(guns("B1 1-1-1 a1", "R1 3-4-3 b3", FAR, blue=(1, 1, 1)), "bombard b3")
    reason = refusal(game, "hold-fire")
    assert (reason.rule, "at least one marker" in reason.text) == ("fm:8.4/fire", True)
    assert "hold fire" not in game.prompt.text
    do(game, "support +1")
    assert game.can("hold-fire")
    assert "or hold fire?" in game.prompt.text
    do(game, "support +1")
    assert (game.hand("Blue"), game.prompt.rule) == (("+1",), "fm:7.6")


@pytest.mark.clause("S-76")
def test_8_4_a_hex_is_bombarded_once_in_a_phase():
    game = shoot(do(guns("B1 1-1-1 a1", "R1 3-4-3 b3", FAR, blue=(1, 1)), "bombard b3; support +1"), 6)
    reason = refusal(game, "bombard b3")
    assert (reason.rule, "has been bombarded" in reason.text) == ("fm:8.4/once", True)
    assert places(game, "bombard") == {"d6"}


@pytest.mark.clause("S-77")
def test_8_4_the_defender_may_answer_with_two_markers_at_most():
    game = do(guns("B1 1-1-1 a1", "R1 3-4-3 b3", FAR, blue=(4,), red=(1, 2, 3)), "bombard b3; support +4")
    assert (game.side, places(game, "support")) == ("Red", {"+1", "+2", "+3"})
    do(game, "support +2; support +3")
    assert (game.hand("Red"), game.prompt.rule) == (("+1",), "fm:7.6")
    silent = do(guns("B1 1-1-1 a1", "R1 3-4-3 b3", FAR, blue=(4,), red=(1,)), "bombard b3; support +4; hold-fire")
    assert silent.prompt.rule == "fm:7.6"


@pytest.mark.clause("S-78")
@pytest.mark.parametrize(("answer", "said"), [("hold-fire", "+3 in Clear, Ex"), ("support +2", "+1 in Clear, Ex")])
def test_8_4_markers_less_defence_and_counterbattery_go_to_the_table(answer, said):
    game = guns("B1 1-1-1 a1", "R1 3-4-3 b3", FAR, blue=(7,), red=(2,))
    shoot(do(game, f"bombard b3; support +7; {answer}"), 3)
    assert f"The die shows 3: {said}" in str(game.diary)


@pytest.mark.clause("S-78")
def test_8_4_a_depleted_target_defends_with_half():
    game = shoot(do(guns("B1 1-1-1 a1", unit("R1 3-5-3 b3", now=1), FAR, blue=(3,)), "bombard b3; support +3"), 4)
    assert "+0 in Clear" in str(game.diary)


@pytest.mark.clause("S-79")
@pytest.mark.parametrize(
    ("value", "roll", "code"), [(1, 6, "Ae"), (2, 4, "(A)"), (5, 6, "A1"), (4, 5, "A3"), (4, 4, "A2")]
)
def test_8_4_results_against_the_attacker_do_nothing(value, roll, code):
    defence = {"Ae": 6, "A1": 3}.get(code, 4)
    game = guns("B1 1-1-1 b2", f"R1 3-{defence}-3 b3", FAR, blue=(value,))
    before = game.units()
    shoot(do(game, f"bombard b3; support +{value}"), roll)
    assert f", {code}." in str(game.diary)
    assert (game.units(), game.prompt.rule) == (before, "fm:4.1")


@pytest.mark.clause("S-80")
@pytest.mark.parametrize(("value", "roll"), [(5, 2), (5, 1), (10, 1)])
def test_8_4_ex_d2_and_d3_cost_the_target_a_step(value, roll):
    game = guns("B1 1-1-1 a1", "R1 3-4-3 b3", FAR, blue=(value,))
    shoot(do(game, f"bombard b3; support +{value}"), roll)
    assert (game.side, game.prompt.rule) == ("Red", "fm:8.4")
    do(game, "lose R1")
    assert (game.unit("R1").steps, at(game, "R1"), game.prompt.rule) == (1, ["b3"], "fm:4.1")


@pytest.mark.clause("S-80")
def test_8_4_a_depleted_target_that_loses_the_step_is_eliminated():
    game = guns("B1 1-1-1 a1", unit("R1 3-8-3 b3", now=1), FAR, blue=(5,))
    do(shoot(do(game, "bombard b3; support +5"), 2), "lose R1")
    assert (at(game, "R1"), game.prompt.rule) == (["eliminated"], "fm:4.1")


@pytest.mark.clause("S-80")
def test_8_4_de_eliminates_the_target():
    game = shoot(do(guns("B1 1-1-1 b2", "R1 3-4-3 b3", FAR, blue=(14,)), "bombard b3; support +14"), 1)
    assert (at(game, "R1"), game.prompt.rule) == (["eliminated"], "fm:4.1")


@pytest.mark.clause("S-81")
@pytest.mark.parametrize(("value", "roll", "hexes"), [(5, 2, 1), (5, 1, 2), (10, 1, 3)])
def test_7_7_1_the_target_may_fall_back_instead_by_the_number_shown(value, roll, hexes):
    game = guns("B1 1-1-1 a1", "R1 3-4-3 b1", FAR, blue=(value,))
    shoot(do(game, f"bombard b1; support +{value}"), roll)
    for number in range(2, 2 + hexes):
        if f"retreat R1 c{number}" in map(str, game.legal()):
            do(game, f"retreat R1 c{number}")
    gone = game.board.distance(game.board.at("b1"), game.board.at(game.unit("R1").place))
    assert (gone, game.unit("R1").full, game.prompt.rule) == (hexes, True, "fm:4.1")


@pytest.mark.clause("S-81")
def test_7_7_1_a_target_without_a_way_back_loses_the_step():
    narrow, wide = (
        shoot(do(guns("B1 1-1-1 a", "R1 3-4-3 d", blue=(5,), drawing=lane), "bombard d; support +5"), 1)
        for lane in ("a   b   c   d", "a   b   c   d   e   f")
    )  # two hexes back from d lie b, in the zone of B1, and f
    assert (narrow.unit("R1").steps, narrow.prompt.rule) == (1, "fm:4.1")
    assert (wide.unit("R1").steps, places(wide, "retreat", "R1")) == (2, {"e"})


@pytest.mark.clause("S-81")
def test_7_7_1_who_has_begun_to_fall_back_cannot_lose_the_step_any_more():
    game = guns("B1 1-1-1 a1", "R1 3-4-3 b3", FAR, blue=(5,))
    do(shoot(do(game, "bombard b3; support +5"), 1), "retreat R1 b4")
    assert refusal(game, "lose R1").rule == "fm:7.6/loss"
    do(game, "retreat R1 b5")
    assert (at(game, "R1"), game.prompt.rule) == (["b5"], "fm:4.1")


@pytest.mark.clause("S-81")
def test_7_7_1_who_has_begun_to_fall_back_takes_a_single_way_on_at_once():
    game = guns("B1 1-1-1 a", "R1 3-4-3 d", blue=(5,), drawing="a   b   c   d   e   f   g")
    do(shoot(do(game, "bombard d; support +5"), 1), "retreat R1 e")
    assert (at(game, "R1"), game.unit("R1").full, game.prompt.rule) == (["f"], True, "fm:4.1")


@pytest.mark.clause("S-81")
def test_7_7_1_a_bombarded_unit_has_no_stiff_resistance():
    game = shoot(do(guns("B1 1-1-1 a1", "R1 3-4-3 b3", FAR, blue=(5,)), "bombard b3; support +5"), 1)
    assert {order.verb for order in game.legal()} == {"lose", "retreat"}


@pytest.mark.clause("S-63")
@pytest.mark.parametrize(("value", "answers"), [(14, ""), (5, "retreat R1 b4; retreat R1 b5")])
def test_7_9_no_advance_after_a_bombardment(value, answers):
    game = guns("B1 1-1-1 b2", "R1 3-4-3 b3", FAR, blue=(value,))
    do(shoot(do(game, f"bombard b3; support +{value}"), 1), answers)
    assert (at(game, "B1"), game.units(at="b3")) == (["b2"], ())
    assert "advance" not in {order.verb for order in game.legal()}
    assert game.prompt.rule == "fm:4.1"


@pytest.mark.clause("S-82")
def test_8_4_bombardments_come_before_the_ground_attacks_of_the_phase():
    game = guns("B1 4-4-4 b2", "R1 3-4-3 b3", FAR, blue=(1,))
    assert {"bombard", "attack"} <= {order.verb for order in game.legal()}
    fight(game, "b3", roll=3)
    reason = refusal(game, "bombard d6")
    assert (reason.rule, "have begun" in reason.text) == ("fm:8.4/first", True)


@pytest.mark.clause("S-82")
def test_8_4_a_bombarded_hex_may_still_be_attacked_on_the_ground():
    game = shoot(do(guns("B1 4-4-4 b2", "R1 3-4-3 b3", FAR, blue=(1,)), "bombard b3; support +1"), 6)
    assert "b3" in places(game, "attack")


@pytest.mark.clause("S-82")
def test_8_4_a_side_bombards_in_its_own_combat_phase_and_in_no_other():
    game = guns(unit("B1 4-4-4 b2", traits=("mobile",)), "R1 3-4-3 b3", blue=(1,), phase="Blue movement phase")
    allowed = {}
    while game.turn == 1:
        allowed[game.phase] = bool(game.can("bombard b3"))
        do(game, "end-phase")
    assert [phase for phase, can in allowed.items() if can] == ["Blue combat phase"]


@pytest.mark.clause("S-83")
def test_8_4_no_friend_needs_to_stand_near():
    game = shoot(
        do(
            guns("B1 1-1-1 a", "R1 3-4-3 i", FAR.replace("d6", "g"), blue=(14,), drawing=LANE), "bombard i; support +14"
        ),
        1,
    )
    assert at(game, "R1") == ["eliminated"]


# --- 8.5 ------------------------------------------------------------------------------------------


@pytest.mark.clause("S-74")
def test_8_5_ground_leaves_the_marker_alone_and_picks_the_row_as_in_an_attack():
    for mark, row in ((" ", "Clear"), ("*", "Woods or Trench"), ("^", "Town or Hill")):
        game = guns("B1 4-4-4 a", "R1 3-4-3 b", "R9 1-1-1 d", blue=(5,), drawing=f"a   b{mark:<3}c   d")
        supported = game.battle("b", support=["+5"])
        assert (supported.attack, supported.sum.column.row) == (9, row)
        do(game, "bombard b; support +5; roll")
        assert f"+1 in {row}" in str(game.diary)


@pytest.mark.clause("S-74")
def test_8_5_no_hexside_helps_against_guns():
    game = guns(
        "B1 4-4-4 a", "R1 3-4-3 b", "R9 1-1-1 d", blue=(5,), drawing="a   b   c   d", sides={"river": ["a/b", "b/c"]}
    )
    do(game, "bombard b; support +5; roll")
    assert "+1 in Clear" in str(game.diary)


# --- 8.6 ------------------------------------------------------------------------------------------


@pytest.mark.clause("S-72")
def test_8_6_a_marker_serves_once_in_a_turn_in_either_player_turn():
    game = guns("B1 4-4-4 b2", "R1 3-4-3 b3", FAR, blue=(2, 2))
    shoot(do(game, "bombard d6; support +2"), 6)
    assert game.hand("Blue") == ("+2",)
    do(game, "attack b3; support +2")
    shoot(game, 4)
    while game.phase != "Red combat phase":
        do(game, "end-phase")
    do(game, "attack b2")
    assert (game.side, game.prompt.rule) == ("Red", "fm:7.6")  # Blue has nothing left to answer with
    assert next_turn(shoot(game, 3)).hand("Blue") == ("+2", "+2")


@pytest.mark.clause("S-72")
def test_8_6_only_a_marker_in_hand_is_played():
    game = do(guns("B1 4-4-4 b2", "R1 3-4-3 b3", blue=(1, 2), red=(3,)), "attack b3; support +1")
    for marker in ("+1", "+3"):
        reason = refusal(game, f"support {marker}")
        assert (reason.rule, f"no {marker} in hand" in reason.text) == ("fm:8.6", True)


@pytest.mark.clause("S-73")
def test_8_6_an_unused_marker_is_not_saved():
    game = guns("B1 4-4-4 b2", "R1 3-4-3 b3", FAR, blue=(1, 2), track=((2, 0), (0, 0)))
    assert game.hand("Blue") == ("+1", "+2")
    assert next_turn(game).hand("Blue") == ()


@fm.forbids("house:red", fm.Support, bars="markers")
def the_red_five_is_for_defence(state: State, side: int) -> Iterator[fm.Bar]:
    """A marker with a red five serves the defender alone."""
    if state.battle and state.battle.side == side:
        yield fm.Bar({state.setup.marker_numbers["+5"]}, "{marker} is red and serves the defender alone")


@pytest.mark.clause("S-75")
def test_8_6_a_games_own_rules_limit_markers_with_a_red_value():
    units = ("B1 4-4-4 b2", "R1 3-4-3 b3", FAR)
    game = do(guns(*units, blue=(2, 5), red=(5,), house_rules=[the_red_five_is_for_defence]), "attack b3")
    reason = refusal(game, "support +5")
    assert (reason.rule, "red" in reason.text, places(game, "support")) == ("house:red", True, {"+2"})
    do(game, "support +2")
    assert (game.side, places(game, "support")) == ("Red", {"+5"})  # what may not be played is not asked for
