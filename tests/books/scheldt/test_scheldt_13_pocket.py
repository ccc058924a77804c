"""Scheldt 13 · The Breskens Pocket: frozen at first; the Braakman, the Leopold Canal, the 155th."""

import pytest

from fmbook.mechanics.movement import mover
from fmbook.play.game import Game
from tests.tools.positions import at, do, fight, places
from tests.tools.scheldt_positions import (
    FAR,
    FIGHT,
    GERMAN_FIGHT,
    GERMAN_MARCH,
    MARCH,
    attackers,
    cost,
    flee,
    front,
    row_of,
    rule_against,
    scheldt,
    until,
)

ALLIES = ("9/3", "3Eng", "8/3", "10/4", "155/52", "7/3")
GERMANS = ("64", "1037", "1038", "1039")


# --- 13.0 · Frozen ----------------------------------------


@pytest.mark.clause("SC-13.0-2", "SC-13.1-1")
@pytest.mark.parametrize("name", ALLIES)
def test_13_0_the_allied_units_around_the_pocket_stand_still_for_three_turns(name):
    game = scheldt()
    while game.turn < 4:
        if game.phase == MARCH:
            assert rule_against(game, f"move {name} 3039") == "scheldt:13.0"
            assert name not in game.movers()
            assert "4/2" in game.movers()
        game.do("end-phase")
    assert name in until(game, MARCH).movers()


@pytest.mark.clause("SC-13.0-3", "SC-13.0-9")
@pytest.mark.parametrize("name", GERMANS)
def test_13_0_so_do_the_germans_in_it(name):
    game = scheldt()
    while game.turn < 4:
        if game.phase == GERMAN_MARCH:
            assert rule_against(game, f"move {name} 2842") == "scheldt:13.0"
            assert "346" in game.movers()
        game.do("end-phase")
    assert places(until(game, GERMAN_MARCH), "move", name)


@pytest.mark.clause("SC-13.0-2")
def test_13_0_whoever_comes_into_the_pocket_is_frozen_too():
    units = ("A1 5-4-6 3143", "A2 5-4-6 3242", FAR[1])
    game = do(front(*units, turn=2), "move A1 3043")
    assert "A1" not in until(game, MARCH, 3).movers()
    assert "A1" in until(game, MARCH, 4).movers()


PAIR = ("7/3 3144", "A1 5-4-6 3145", "1039 3044", "G1 3-4-5 3019", "A2 5-4-6 3119")


@pytest.mark.clause("SC-13.0-4")
def test_13_0_nobody_attacks_out_of_or_into_the_pocket_before_turn_4():
    game = front(*PAIR, turn=3, phase=FIGHT)
    assert places(game, "attack") == {"3019"}
    assert rule_against(game, "attack 3044") == "scheldt:13.0/attack"
    german = front(*PAIR, turn=3, phase=GERMAN_FIGHT)
    assert places(german, "attack") == {"3119"}
    assert places(front(*PAIR, turn=4, phase=FIGHT), "attack") == {"3019", "3044"}
    assert places(front(*PAIR, turn=4, phase=GERMAN_FIGHT), "attack") == {"3119", "3144", "3145"}


@pytest.mark.clause("SC-13.0-4")
def test_13_0_a_frozen_unit_joins_no_attack_on_others():
    units = ("10/4 3038", "A1 5-4-6 3138", "G1 3-4-5 3139", FAR[1])
    game = do(front(*units, turn=3, phase=FIGHT), "attack 3139")
    assert attackers(game) == ["A1"]
    game = do(front(*units, turn=4, phase=FIGHT), "attack 3139")
    assert places(game, "join") == {"10/4", "A1"}


@pytest.mark.clause("SC-13.0-5")
def test_13_0_nobody_bombards_out_of_or_into_the_pocket_before_turn_4():
    support = ((1, 2), (1, 2))
    for phase, targets in ((FIGHT, {"3044", "3019"}), (GERMAN_FIGHT, {"3144", "3145", "3119"})):
        early, later = (front(*PAIR, turn=turn, phase=phase, support=support) for turn in (3, 4))
        assert places(early, "bombard") == {"3019" if phase == FIGHT else "3119"}
        assert places(later, "bombard") == targets
    assert rule_against(front(*PAIR, turn=3, phase=FIGHT, support=support), "bombard 3044") == "scheldt:13.0/bombard"


@pytest.mark.clause("SC-13.0-5")
def test_13_0_a_frozen_unit_directs_no_bombardment():
    units = ("10/4 3038", "A1 5-4-6 3420", "G1 3-4-5 3136", "G2 3-4-5 1117")
    assert not places(front(*units, turn=3, phase=FIGHT, support=((1,), ())), "bombard")
    assert places(front(*units, turn=4, phase=FIGHT, support=((1,), ())), "bombard") == {"3136"}


# --- 13.0 · The Braakman ----------------------------------------


def step(game: Game, start: str, to: str) -> int | None:
    """Return the price of one step of A1, in half points."""
    board, unit = game.board, game.setup.unit("A1")
    return game.setup.price(mover(game.state, unit), board.at(start), board.at(to))[0]


@pytest.mark.clause("SC-13.0-6", "SC-13.0-7", "SC-13.0-8", "SC-15.0-3", "SC-15.1-6")
@pytest.mark.parametrize(
    ("start", "to"),
    [("2637", "2638"), ("2637", "2738"), ("2737", "2738"), ("2837", "2738"), ("2837", "2838")],
)
def test_13_0_in_turn_4_allied_units_cross_the_braakman_westward_for_two_points_more(start, to):
    assert cost(front(f"A1 5-4-6 {start}", FAR[1], turn=4), "A1", to) == "3"
    assert cost(front(f"A1 6-3-6 {start} mobile", FAR[1], turn=4), "A1", to) == "3"
    assert cost(front(f"A1 5-4-2 {start}", FAR[1], turn=4), "A1", to) == ""
    early = front(f"A1 5-4-6 {start}", FAR[1], turn=3)
    assert step(early, start, to) is None
    in_time = front(f"A1 5-4-6 {start}", FAR[1], turn=4)
    assert (step(in_time, start, to), step(in_time, to, start)) == (6, None)  # half points


@pytest.mark.clause("SC-13.0-6")
def test_13_0_on_later_turns_nobody_crosses_the_braakman():
    assert cost(front("A1 5-4-5 2637", FAR[1], turn=5), "A1", "2638") == ""


@pytest.mark.clause("SC-13.0-6")
def test_13_0_who_only_passes_the_three_hexes_in_turn_4_does_not_cross():
    game = front("A1 6-3-5 2636", FAR[1], turn=4)
    assert "2637" in places(game, "move", "A1")
    assert cost(game, "A1", "2638") == ""


@pytest.mark.clause("SC-13.0-6", "SC-13.0-7")
@pytest.mark.parametrize(
    ("units", "turn", "to", "places"),
    [
        (("A1 5-4-5 2637",), 5, "2638", {"2637", "2638"}),  # too late
        (("A1 5-4-5 2637",), 3, "2638", {"2637", "2638"}),  # too early
        (("A1 5-4-3 2636",), 4, "2738", {"2637", "2738"}),  # only passes by
        (("A1 5-4-2 2738",), 4, "2737", {"2737", "2738"}),  # to the east
        (("A1 5-4-2 2938",), 4, "2838", {"2838", "2938"}),  # at the head of the inlet
    ],
)
def test_13_0_who_may_not_cross_the_braakman_is_told_so_with_the_place(units, turn, to, places):
    reasons = front(*units, *FAR[1:], turn=turn).can(f"move A1 {to}").reasons
    assert [reason.rule for reason in reasons] == ["scheldt:13.0/braakman"]
    assert "the Braakman lies between" in reasons[0].text
    assert set(reasons[0].places) == places


@pytest.mark.clause("SC-13.0-6", "SC-15.0-3")
def test_15_0_to_a_german_the_braakman_is_all_sea():
    game = front(FAR[0], "G1 3-4-5 2737", turn=4, phase=GERMAN_MARCH)
    assert game.can("move G1 2738").reasons[0].rule == "scheldt:15.0"


@pytest.mark.clause("SC-13.0-6", "SC-13.0-7")
def test_13_0_the_head_of_the_inlet_is_no_crossing():
    game = front("A1 5-4-6 2938", FAR[1], turn=4)
    assert step(game, "2938", "2838") is step(game, "2838", "2938") is None


@pytest.mark.clause("SC-13.0-6", "SC-15.0-3")
def test_13_0_no_german_crosses_the_braakman():
    game = front(FAR[0], "G1 3-4-5 2637", turn=4, phase=GERMAN_MARCH)
    assert not {"2638", "2738"} & places(game, "move", "G1")


@pytest.mark.clause("SC-13.0-6", "SC-15.0-3")
def test_13_0_nobody_attacks_or_falls_back_over_the_braakman():
    assert not places(front("A1 5-4-6 2737", "G1 3-4-5 2738", turn=4, phase=FIGHT), "attack")
    units = ("A1 1-1-6 2637 depleted", "G1 5-9-4 2737", "G2 1-1-4 1117")
    assert at(flee(fight(front(*units, turn=9, phase=GERMAN_FIGHT), "2637", roll=1)), "A1") == ["eliminated"]


# --- 13.0 · The Leopold Canal ----------------------------------------


@pytest.mark.clause("SC-13.0-10")
@pytest.mark.parametrize("turn", [4, 12, 20])
def test_13_0_no_german_ever_marches_over_the_leopold_canal(turn):
    game = front(FAR[0], "G1 3-4-9 3044", "G2 3-4-9 3143", turn=turn, phase=GERMAN_MARCH)
    south = {place for place in places(game, "move", "G1") if place > "3140"}
    pocket = {game.board.places[place] for place in game.board.having("breskens_pocket")}
    north = places(game, "move", "G2") & pocket
    assert "3043" in pocket
    assert (south, north) == (set(), set())
    allied = front("A1 5-4-6 3143", FAR[1], turn=turn)
    assert cost(allied, "A1", "3043") == "2"


@pytest.mark.clause("SC-13.0-10")
def test_13_0_the_road_to_maldegem_makes_no_difference():
    game = front(FAR[0], "G1 3-4-9 3047", turn=9, phase=GERMAN_MARCH)
    assert "3147" not in places(game, "move", "G1")


@pytest.mark.clause("SC-13.0-11", "SC-13.0-12")
def test_13_0_germans_attack_over_the_leopold_canal_and_do_not_follow_up():
    units = ("A1 1-1-6 3143 depleted", "G1 9-4-5 3043", FAR[1])
    game = front(*units, phase=GERMAN_FIGHT)
    assert places(game, "attack") == {"3143"}
    assert row_of(game, "3143") == "City or Across Canal"
    flee(fight(game, "3143", roll=1))
    assert at(game, "A1") != ["3143"]
    assert game.state.battle is None  # nobody is asked to advance
    allied = front("A1 9-4-6 3143", "G1 1-1-5 3043 depleted", FAR[1], phase=FIGHT)
    assert places(flee(fight(allied, "3043", roll=1)), "advance") == {"3043"}


@pytest.mark.clause("SC-13.0-10")
def test_13_0_nor_do_they_fall_back_over_it():
    units = ("A1 5-9-6 2943", "A2 1-1-6 2945", "A3 1-1-6 2941", "G1 1-1-5 3043 depleted", FAR[1])
    assert at(flee(fight(front(*units, phase=FIGHT), "3043", roll=1, by="A1")), "G1") == ["eliminated"]
    alone = (units[0], *units[3:])
    assert at(flee(fight(front(*alone, phase=FIGHT), "3043", roll=1)), "G1")[0] < "3100"


# --- 13.1 · The 155th ----------------------------------------


@pytest.mark.clause("SC-13.1-1")
def test_13_1_the_155th_begins_at_the_canal():
    assert at(scheldt(), "155/52") == ["3142"]


@pytest.mark.clause("SC-13.1-2")
def test_13_1_the_155th_leaves_when_an_allied_player_turn_ends_with_it_depleted():
    game = front("155/52 3142 depleted", *FAR, turn=5)
    assert at(until(game, "German movement phase"), "155/52") == [""]
    whole = front("155/52 3142", *FAR, turn=5)
    assert at(until(whole, "German movement phase"), "155/52") == ["3142"]


@pytest.mark.clause("SC-13.1-2")
def test_13_1_depleted_in_the_german_turn_it_stays_until_the_next_allied_one_ends():
    game = front("155/52 3142 depleted", "A1 1-1-6 3617", "G1 3-4-5 1719", turn=5, phase="German movement phase")
    assert at(until(game, MARCH, 6), "155/52") == ["3142"]
    assert at(until(game, "German movement phase", 6), "155/52") == [""]


@pytest.mark.clause("SC-13.1-3")
def test_13_1_the_155th_leaves_when_turn_8_ends():
    game = front("155/52 3142", *FAR, turn=7)
    assert at(until(game, GERMAN_MARCH, 8), "155/52") == ["3142"]
    assert at(until(game, MARCH, 9), "155/52") == [""]
    assert game.unit("155/52").steps == 2


@pytest.mark.clause("SC-13.1-3")
def test_13_1_a_155th_that_came_back_by_boat_stays():
    landed = {"boats": ((0, 0, 8),)}
    game = front("155/52 2232 depleted", *FAR, turn=8, facts=landed)
    assert at(until(game, MARCH, 9), "155/52") == ["2232"]
