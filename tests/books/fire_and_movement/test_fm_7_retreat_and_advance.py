"""Fire & Movement 7.7 to 7.9 · Retreat, stiff resistance, advance after combat."""

from collections.abc import Iterator

import pytest

import fmbook as fm
from fmbook.components.setup import Edge
from fmbook.core.state import State, Unit
from fmbook.mechanics.retreat import Flee
from fmbook.play.game import Game
from tests.tools.positions import at, do, fight, places, position, refusal, unit

FIELD = """
a1  a2  a3  a4  a5  a6  a7
  b1  b2  b3  b4  b5  b6  b7
c1  c2  c3  c4  c5  c6  c7
  d1  d2  d3  d4  d5  d6  d7
"""
FAR = "R9 1-1-1 d1"  # a side that has lost its last unit has lost the game
LANE = "a   b   c   d   e   f   g   h"


def beaten(*units, roll: int = 1, target: str = "b3", drawing: str = FIELD, **more) -> Game:
    """Throw for an attack of B1 (at +1 a one is D2, a five A2) and stop at the first question."""
    more.setdefault("phase", "Blue combat phase")
    return fight(position(drawing, *units, **more), target, roll=roll, by="B1 B2")


# --- 7.7 ------------------------------------------------------------------------------------------


@pytest.mark.clause("S-52")
def test_7_7_the_owner_leads_his_beaten_units():
    game = beaten("B1 5-1-1 b2", "R1 1-4-1 b3", FAR)
    assert (game.side, game.phase) == ("Red", "Blue combat phase")
    for path in (("b4", "b5"), ("b4", "a5"), ("c4", "d4")):
        game = beaten("B1 5-1-1 b2", "R1 1-4-1 b3", FAR)
        do(game, f"retreat R1 {path[0]}; retreat R1 {path[1]}")
        assert at(game, "R1") == [path[1]]


@pytest.mark.clause("S-52")
def test_7_7_beaten_attackers_go_one_by_one_in_the_order_that_their_owner_likes():
    for names in (("B1", "B2"), ("B2", "B1")):
        game = beaten("B1 4-1-1 b3", "B2 1-1-1 c4", "R1 1-4-1 b4", FAR, target="b4", roll=5)
        for name in names:
            while places(game, "retreat", name):
                game.do(f"retreat {name} {min(places(game, 'retreat', name))}")
        fallen = [line.split()[0] for line in game.diary if "falls back" in line]
        assert fallen == list(names)


@pytest.mark.clause("S-52")
def test_7_7_who_has_begun_to_fall_back_finishes_before_the_next_begins():
    game = beaten("B1 4-1-1 b3", "B2 1-1-1 c4", "R1 1-4-1 b4", FAR, target="b4", roll=5)
    do(game, "retreat B1 b2")
    assert game.prompt.text == "Blue must fall back 1 more hex: where to?"
    reason = refusal(game, "retreat B2 c3")
    assert (reason.rule, "not told to retreat" in reason.text) == ("fm:7.7/who", True)
    assert at(game, "B1") == ["b3"]  # it stays put until its way is complete
    do(game, "retreat B1 b1")
    assert at(game, "B1") == ["b1"]


def test_7_7_beaten_attackers_and_depleted_defenders_are_not_asked_whether_they_stand_fast():
    attackers = beaten("B1 5-1-1 b3", "R1 1-4-1 b4", FAR, target="b4", roll=5)
    assert attackers.prompt.text == "Blue must fall back 2 hexes: where to?"
    full = beaten("B1 5-1-1 b2", "R1 1-4-1 b3", FAR)
    assert full.prompt.text == "Red must fall back 2 hexes, or stand fast for a step: where to?"
    depleted = beaten("B1 5-1-1 b2", unit("R1 1-8-1 b3", now=1), FAR)
    assert depleted.prompt.text == "Red must fall back 2 hexes: where to?"


@pytest.mark.clause("S-53")
def test_7_7_a_retreat_ends_exactly_so_many_hexes_away():
    game = beaten("B1 5-1-1 b2", "R1 1-4-1 b3", FAR)
    do(game, "retreat R1 b4")
    assert places(game, "retreat", "R1") == {"a5", "b5", "c5"}
    reason = refusal(game, "retreat R1 c4")  # next door to where it stood
    assert (reason.rule, "away from" in reason.text) == ("fm:7.7", True)


@pytest.mark.clause("S-53")
def test_7_7_no_retreat_leads_into_an_enemy():
    units = ("B1 6-1-1 b3", "R1 1-4-1 b4")  # a six at +2 is A1; all other hexes lie in a zone
    assert at(beaten(*units, "R2 1-1-1 b2", target="b4", roll=6), "B1") == ["eliminated"]
    assert places(beaten(*units, "R2 1-1-1 c1", target="b4", roll=6), "retreat", "B1") == {"a3", "b2", "c3"}


@pytest.mark.clause("S-53")
@pytest.mark.parametrize(("drawing", "sides"), [("a   b   c=  d", {}), ("a   b   c   d", {"cliff": ["b/c"]})])
def test_7_7_no_retreat_leads_over_ground_or_hexsides_that_are_closed_to_the_unit(drawing, sides):
    units = ("B1 5-1-1 a", unit("R1 1-7-1 b", now=1))
    game = position(drawing, *units, phase="Blue combat phase", sides=sides)
    fight(game, "b", roll=1)
    assert at(game, "R1") == ["eliminated"]


@pytest.mark.clause("S-53")
def test_7_7_a_hex_that_closes_a_retreat_is_named_by_its_own_rule():
    game = beaten("B1 5-1-1 b2", "R1 1-4-1 b3", "B2 1-1-1 c5", "R2 1-1-1 a4", FAR)
    assert refusal(game, "retreat R1 c4").rule == "fm:6.2"
    walled = beaten("B1 5-1-1 b2", "R1 1-4-1 b3", FAR, sides={"cliff": ["b3/b4"]})
    assert (refusal(walled, "retreat R1 b4").rule, refusal(walled, "retreat R1 b4").places) == ("fm:5.2", ("b3", "b4"))


def test_7_7_the_diary_says_that_a_unit_had_no_way_back():
    game = position("a   b   c=  d", "B1 5-1-1 a", unit("R1 1-7-1 b", now=1), phase="Blue combat phase")
    fight(game, "b", roll=1)
    assert "R1 is eliminated: it has no way back." in str(game.diary)


@pytest.mark.clause("S-53")
def test_7_7_a_retreat_counts_no_movement_points():
    game = position("a   b   c*  d*  e", "B1 5-1-1 a", unit("R1 1-7-0 b", now=1), phase="Blue combat phase")
    assert at(fight(game, "b", roll=1), "R1") == ["d"]


@fm.forbids("house:shelter", Flee, bars="hexes")
def only_into_woods(state: State, unit: Unit) -> Iterator[fm.Only]:
    """Units fall back through woods alone."""
    yield fm.Only(state.board.having("woods"), "{to} gives no shelter")


@fm.excuses("house:daring", from_rule="fm:6.2")
def zones_do_not_matter(state: State, unit: Unit) -> Iterator[fm.Excuse]:
    """Units fall back through zones, too."""
    yield fm.Excuse(state.setup.all_places, "they are daring")


@pytest.mark.clause("S-53")
def test_7_7_a_house_rule_may_close_ground_to_retreats_or_open_zones_to_them():
    units = ("B1 5-1-1 b2", "R1 1-4-1 b3", "B3 1-1-1 d4", FAR)
    wooded = FIELD.replace("a4 ", "a4*").replace("a5 ", "a5*")
    assert places(beaten(*units), "retreat", "R1") == {"a4", "b4"}
    assert places(beaten(*units, drawing=wooded, house_rules=[only_into_woods]), "retreat", "R1") == {"a4"}
    assert places(beaten(*units, house_rules=[zones_do_not_matter]), "retreat", "R1") >= {"a4", "b4", "c4"}


@pytest.mark.clause("S-54")
def test_7_7_a_retreat_passes_friends_and_goes_one_hex_further_if_it_would_end_on_one():
    units = ("B1 5-1-1 a", unit("R1 1-7-1 b", now=1))
    for friends, end in (
        ((), "d"),
        (("R2 1-1-1 c",), "d"),
        (("R2 1-1-1 d",), "e"),
        (("R2 1-1-1 d", "R3 1-1-1 e"), "f"),
    ):
        game = position(LANE, *units, *friends, "R9 1-1-1 h", phase="Blue combat phase")
        assert at(fight(game, "b", roll=1), "R1") == [end]


@pytest.mark.clause("S-54")
def test_7_7_the_owner_is_asked_for_the_extra_hex():
    game = beaten("B1 5-1-1 b2", "R1 1-4-1 b3", "R2 1-1-1 b5", FAR)
    do(game, "retreat R1 b4; retreat R1 b5")
    assert at(game, "R1") == ["b3"]
    assert places(game, "retreat", "R1") == {"a6", "b6", "c6"}
    do(game, "retreat R1 c6")
    assert at(game, "R1", "R2") == ["c6", "b5"]


@pytest.mark.clause("S-55")
def test_7_7_a_depleted_unit_without_a_way_back_is_eliminated():
    units = ("B1 5-1-1 b2", "B3 1-1-1 c5", "B4 1-1-1 a5", unit("R1 1-7-1 b3", now=1), FAR)
    assert at(beaten(*units), "R1") == ["eliminated"]
    assert at(beaten(*(u for u in units if u != "B3 1-1-1 c5")), "R1") != ["eliminated"]


@pytest.mark.clause("S-55")
def test_7_7_a_way_that_ends_too_early_is_no_way():
    short, long = (
        position(lane, "B1 5-1-1 a", unit("R1 1-7-1 b", now=1), phase="Blue combat phase")
        for lane in ("a   b   c", "a   b   c   d")
    )
    assert (at(fight(short, "b", roll=1), "R1"), at(fight(long, "b", roll=1), "R1")) == (["eliminated"], ["d"])


@pytest.mark.clause("S-53", "S-55")
def test_7_7_a_way_back_may_end_in_any_hex_the_first_of_the_board_included():
    game = position(LANE, "B1 5-1-1 d", unit("R1 1-7-1 c", now=1), "R9 1-1-1 h", phase="Blue combat phase")
    assert game.board.at("a") == 0
    assert at(fight(game, "c", roll=1), "R1") == ["a"]


@pytest.mark.clause("S-55")
def test_7_7_beaten_attackers_without_a_way_back_are_lost_one_by_one():
    units = ("B1 4-1-1 a1", "B2 1-1-1 a2", "B3 1-1-1 a3", "R1 1-4-1 b1")
    game = beaten(*units, target="b1", roll=5, drawing="a1  a2  a3\n  b1  b2")
    assert at(game, "B1", "B2", "B3") == ["eliminated", "eliminated", "a3"]
    assert [line.split()[0] for line in game.diary if "is eliminated" in line] == ["B1", "B2"]


@pytest.mark.clause("S-55")
def test_7_7_nobody_is_lost_before_those_who_can_have_fallen_back():
    game = beaten("B1 4-1-1 c1", "B2 1-1-1 b2", "R1 1-4-1 c2", "R2 1-1-1 d1", target="c2", roll=5)
    assert at(game, "B1") == ["c1"]
    while order := next((order for order in game.legal() if order.verb == "retreat"), None):
        game.do(order)
    assert at(game, "B1") == ["eliminated"]
    assert "falls back" in str(game.diary).partition("B1 is eliminated")[0]


@pytest.mark.clause("S-56")
def test_7_7_a_retreat_ends_in_the_first_flooded_hex():
    for lane, end in (("a   b   c   d   e   f", "d"), ("a   b   c~  d   e   f", "c"), ("a   b   c   d~  e   f", "d")):
        game = position(lane, "B1 5-1-1 a", unit("R1 1-7-1 b", now=1), phase="Blue combat phase")
        assert at(fight(game, "b", roll=1), "R1") == [end]


@pytest.mark.clause("S-54", "S-56")
def test_7_7_a_flooded_hex_with_a_friend_in_it_ends_no_retreat():
    for lane, end in (("a   b   c~  d   e   f", "d"), ("a   b   c~  d~  e   f", "d")):
        units = ("B1 5-1-1 a", unit("R1 1-7-1 b", now=1), "R2 1-1-1 c")
        game = position(lane, *units, phase="Blue combat phase")
        assert at(fight(game, "b", roll=1), "R1", "R2") == [end, "c"]


@pytest.mark.clause("S-52")
@pytest.mark.parametrize(
    ("to", "says"),
    [
        ("b5", "one hex at a time, and b5 is not next to b3"),  # which is further away, as was asked for
        ("b2", "held by the enemy"),
        ("b3", "it has come to"),
    ],
)
def test_7_7_a_refused_retreat_says_what_is_wrong_with_it_and_which_hexes_are_open(to, says):
    game = beaten("B1 3-1-1 b2", "R1 1-2-1 b3", FAR)
    reason = refusal(game, f"retreat R1 {to}")
    assert says in reason.text
    assert set(reason.advice.split(" or ")) == places(game, "retreat", "R1") == {"a4", "b4", "c4"}


# --- 7.8 ------------------------------------------------------------------------------------------


@pytest.mark.clause("S-57")
def test_7_8_a_full_defender_may_stand_fast_for_a_step():
    game = beaten("B1 5-1-1 b2", "R1 1-4-1 b3", FAR)
    assert (game.side, str(game.legal()[-1])) == ("Red", "stand-fast R1")
    do(game, "stand-fast R1")
    assert (at(game, "R1"), game.unit("R1").steps, game.prompt.rule) == (["b3"], 1, "fm:4.1")
    assert [line.partition(".")[0] for line in game.diary[-2:]] == ["R1 stands fast", "R1 loses a step"]


@pytest.mark.clause("S-57")
def test_7_8_a_depleted_defender_cannot_pay():
    game = beaten("B1 5-1-1 b2", unit("R1 1-7-1 b3", now=1), FAR)
    reason = refusal(game, "stand-fast R1")
    assert (reason.rule, "full defender" in reason.text) == ("fm:7.8", True)
    assert places(game, "retreat", "R1") == {"a4", "b4", "c4"}


@pytest.mark.clause("S-57")
def test_7_8_who_has_begun_to_fall_back_cannot_think_better_of_it():
    game = do(beaten("B1 5-1-1 b2", "R1 1-4-1 b3", FAR), "retreat R1 b4")
    assert refusal(game, "stand-fast R1").rule == "fm:7.8"


@pytest.mark.clause("S-55", "S-57")
def test_7_8_a_full_defender_without_a_way_back_stands_fast():
    units = ("B1 5-1-1 b2", "B3 1-1-1 c5", "B4 1-1-1 a5", "R1 1-4-1 b3", FAR)
    game = beaten(*units)
    assert (at(game, "R1"), game.unit("R1").steps, game.prompt.rule) == (["b3"], 1, "fm:4.1")
    assert "R1 stands fast" in str(game.diary)


@pytest.mark.clause("S-58")
def test_7_8_beaten_attackers_cannot_stand_fast():
    game = beaten("B1 5-1-1 b3", "R1 1-4-1 b4", FAR, target="b4", roll=5)
    reason = refusal(game, "stand-fast B1")
    assert (game.side, reason.rule) == ("Blue", "fm:7.8")
    assert {order.verb for order in game.legal()} == {"retreat"}


@pytest.mark.clause("S-58")
@pytest.mark.parametrize(("attack", "roll", "verbs"), [(5, 2, set()), (14, 1, {"advance", "stay-back"})])
def test_7_8_it_answers_neither_ex_nor_de(attack, roll, verbs):
    game = beaten(f"B1 {attack}-1-1 b2", "R1 1-4-1 b3", FAR, roll=roll)
    assert "stand-fast" not in {order.verb for order in game.legal()}
    assert verbs <= {order.verb for order in game.legal()}
    retreat = beaten("B1 5-1-1 b2", "R1 1-4-1 b3", FAR)
    assert "stand-fast" in {order.verb for order in retreat.legal()}


@pytest.mark.clause("S-59")
@pytest.mark.parametrize(("kind", "mark"), [((), " "), (("mobile",), " "), ((), "*"), (("mobile",), "^"), ((), "~")])
def test_7_8_leg_and_mobile_units_may_stand_fast_on_any_ground(kind, mark):
    units = ("B1 16-1-1 a", unit("R1 1-9-1 b", traits=kind), "R9 1-1-1 g")
    game = position(f"a   b{mark:<3}c   d   e   f   g", *units, phase="Blue combat phase")
    fight(game, "b", roll=1)
    do(game, "stand-fast R1")
    assert (at(game, "R1"), game.unit("R1").steps) == (["b"], 1)


# --- 7.9 ------------------------------------------------------------------------------------------


def cleared(*units, roll: int = 1, **more) -> Game:
    """Beat R1 back from b3 by b4 to b5 and stop at the question of the advance."""
    return do(beaten("B1 3-1-1 b2", "B2 2-1-1 c3", "R1 1-4-1 b3", FAR, *units, **more), "retreat R1 b4; retreat R1 b5")


@pytest.mark.clause("S-60")
def test_7_9_one_surviving_attacker_may_enter_the_hex_that_combat_has_emptied():
    game = cleared("B3 1-1-1 a3")
    assert (places(game, "advance", "B1"), places(game, "advance", "B2")) == ({"b3"}, {"b3"})
    reason = refusal(game, "advance B3 b3")
    assert (reason.rule, "took no part" in reason.text) == ("fm:7.9/who", True)
    assert reason.advice == "advance B1 b3 or advance B2 b3 or stay-back"
    do(game, "advance B2 b3")
    assert at(game, "B1", "B2") == ["b2", "b3"]
    assert refusal(game, "advance B1 b3").rule == "fm:7.9/who"


@pytest.mark.clause("S-60")
def test_7_9_nobody_advances_while_the_target_hex_is_held():
    game = do(beaten("B1 5-1-1 b2", "R1 1-4-1 b3", FAR), "stand-fast R1")
    assert (game.prompt.rule, at(game, "B1")) == ("fm:4.1", ["b2"])


@pytest.mark.clause("S-60")
def test_7_9_an_eliminated_defender_leaves_one_hex_to_enter():
    game = do(beaten("B1 14-1-1 b2", "R1 1-4-1 b3", FAR), "advance B1 b3")
    assert (at(game, "B1", "R1"), game.prompt.rule) == (["b3", "eliminated"], "fm:4.1")


@pytest.mark.clause("S-61")
def test_7_9_the_advance_goes_along_the_retreat_and_no_further_than_it_was_long():
    game = do(cleared(), "advance B1 b3")
    reason = refusal(game, "advance B1 a4")
    assert (reason.rule, "along the retreat" in reason.text) == ("fm:7.9", True)
    assert reason.advice == "advance B1 b4 or stay-back"
    do(game, "advance B1 b4")
    assert (at(game, "B1", "R1"), game.prompt.rule) == (["b4", "b5"], "fm:4.1")


@pytest.mark.clause("S-21", "S-61")
def test_7_9_an_advance_never_enters_a_hex_that_somebody_holds():
    for holder in ("R2 1-1-1 b4", "R2 1-1-1 b9"):
        units = () if holder.endswith("b9") else (holder,)
        game = do(cleared(*units), "advance B1 b3")
        assert places(game, "advance", "B1") == (set() if units else {"b4"})


@pytest.mark.clause("S-21")
def test_7_9_after_retreat_and_advance_no_hex_holds_two_units():
    game = do(cleared("R2 1-1-1 b6"), "advance B1 b3; advance B1 b4")
    stood = [counter.place for counter in game.units()]
    assert len(set(stood)) == len(stood)


@fm.costs("house:marsh")
def woods_are_closed_to_mobile_units(edge: Edge, mover: str) -> Iterator[fm.Cost | None]:
    """Mobile units do not enter woods."""
    if mover == "mobile" and "woods" in edge.entering:
        yield None


@pytest.mark.clause("S-60")
@pytest.mark.parametrize(("traits", "follows"), [((), {"b3"}), (("mobile",), set())])
def test_7_9_an_advance_enters_only_ground_that_the_unit_may_enter(traits, follows):
    units = (unit("B1 14-1-1 b2", traits=traits), unit("R1 1-1-1 b3", now=1), FAR)
    game = position(
        FIELD.replace("b3 ", "b3*"), *units, phase="Blue combat phase", house_rules=[woods_are_closed_to_mobile_units]
    )
    fight(game, "b3", roll=3)  # Ex
    assert (at(game, "R1"), places(game, "advance", "B1")) == (["eliminated"], follows)


@pytest.mark.clause("S-62")
def test_7_9_an_advance_is_a_choice_made_at_once_and_takes_no_movement_points():
    game = cleared()
    assert "not what is due now" in refusal(game, "end-phase").text
    do(game, "stay-back")
    assert (at(game, "B1", "B2"), game.prompt.rule) == (["b2", "c3"], "fm:4.1")
    slow = unit("B1 8-1-0 b2")
    mired = position(FIELD.replace("b3 ", "b3*"), slow, "R1 1-1-1 b3", FAR, phase="Blue combat phase")
    assert at(do(fight(mired, "b3", roll=1), "retreat R1 b4; retreat R1 b5; advance B1 b3; advance B1 b4"), "B1") == [
        "b4"
    ]


@pytest.mark.clause("S-62")
def test_7_9_who_has_begun_to_advance_may_stop():
    game = do(cleared(), "advance B1 b3; stay-back")
    assert (at(game, "B1"), game.prompt.rule) == (["b3"], "fm:4.1")


@pytest.mark.clause("S-62")
def test_7_9_a_unit_that_has_advanced_attacks_no_more_but_moves_again_if_it_is_mobile():
    units = (unit("B1 5-1-2 b2", traits=("mobile",)), "R1 1-4-1 b3", "R2 1-1-1 a4", FAR)
    game = do(beaten(*units), "retreat R1 c4; retreat R1 c5; advance B1 b3; stay-back")
    assert places(game, "attack") == set()
    do(game, "end-phase")
    assert (game.phase, "b2" in places(game, "move", "B1")) == ("Blue mobile movement phase", True)


@pytest.mark.clause("S-64")
def test_7_9_defenders_do_not_advance_when_attackers_fall_back():
    game = beaten("B1 5-1-1 b3", "R1 1-4-1 b4", FAR, target="b4", roll=5)
    do(game, "retreat B1 b2; retreat B1 b1")
    assert (at(game, "B1", "R1"), game.prompt.rule, game.side) == (["b1", "b4"], "fm:4.1", "Blue")
    assert "advance" not in {order.verb for order in game.legal()}
