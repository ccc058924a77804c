"""Scheldt 11.0 and 11.1 · Who is rebuilt, where, and how often."""

import pytest

from tests.tools.positions import at, do, fight, places
from tests.tools.scheldt_positions import FAR, GERMAN_REBUILD, REBUILD, front, rule_against, until

WEAK = tuple(f"G{number} 3-4-5 {place} depleted" for number, place in enumerate(("1117", "1518", "2022", "2523"), 1))
TIRED = tuple(f"A{number} 5-4-6 {place} depleted" for number, place in enumerate(("3420", "3421", "3320", "3321"), 1))
LANDED = {"boats": ((0, 0, 12),)}
"""The first unit of the position has come by boat."""


@pytest.mark.clause("SC-11.0-2", "SC-11.0-3")
@pytest.mark.parametrize(("turn", "number"), [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 0), (7, 0), (20, 0)])
def test_11_0_the_germans_rebuild_one_unit_a_turn_up_to_turn_5(turn, number):
    game = front(FAR[0], *WEAK, turn=turn, phase=GERMAN_REBUILD)
    for _ in range(number):
        assert places(game, "rebuild") == {"G1", "G2", "G3", "G4"}
        game.do("rebuild G1")
        assert (game.unit("G1").steps, game.unit("G1").attack) == (2, 3)
    assert not places(game, "rebuild")
    if game.phase == GERMAN_REBUILD and game.turn == turn and not game.outcome:
        assert rule_against(game, "rebuild G2") == "scheldt:11.0"


@pytest.mark.clause("SC-11.0-8", "SC-11.0-9")
@pytest.mark.parametrize(("turn", "number"), [(1, 2), (5, 2), (10, 2), (11, 1), (15, 1), (20, 1)])
def test_11_0_the_allies_rebuild_two_units_a_turn_up_to_turn_10_and_then_one(turn, number):
    game = front(*TIRED, FAR[1], turn=turn, phase=REBUILD)
    for name in ("A1", "A2")[:number]:
        game.do(f"rebuild {name}")
    assert [game.unit(name).full for name in ("A1", "A2", "A3")] == [True, number > 1, False]
    assert not places(game, "rebuild")
    assert rule_against(game, "rebuild A3") == "scheldt:11.0"


@pytest.mark.clause("SC-11.1-1")
def test_11_1_what_is_not_used_in_its_turn_is_lost():
    game = front(*TIRED, FAR[1], turn=9, phase=REBUILD)
    do(game, "rebuild A1")
    until(game, REBUILD, 10)
    do(game, "rebuild A2; rebuild A3")
    assert not places(game, "rebuild")
    until(game, REBUILD, 11)
    assert places(game, "rebuild") == {"A4"}


@pytest.mark.clause("SC-11.0-15")
def test_11_0_full_units_the_enemys_and_the_dead_are_not_rebuilt():
    game = front("A1 5-4-6 3420", "A2 5-4-6 3320 depleted", "156/52", FAR[1], phase=REBUILD)
    for name in ("A1", "245", "156/52"):
        assert rule_against(game, f"rebuild {name}") == "scheldt:11.0"
    dead = front("A1 1-1-6 2642 depleted", "A2 5-4-6 3320 depleted", "G1 19-9-4 2643", phase="German combat phase")
    fight(dead, "2642", roll=5)  # an exchange
    assert at(dead, "A1") == ["eliminated"]
    until(do(dead, "stay-back"), REBUILD)
    assert rule_against(dead, "rebuild A1") == "scheldt:11.0"


@pytest.mark.clause("SC-11.0-5")
def test_11_0_no_mobile_german_unit_is_rebuilt():
    game = front(FAR[0], "G1 6-6-7 1518 mobile depleted", "G2 3-4-5 1520 depleted", turn=3, phase=GERMAN_REBUILD)
    assert places(game, "rebuild") == {"G2"}
    assert rule_against(game, "rebuild G1") == "scheldt:11.0/german"
    assert places(front("A1 6-3-6 3420 mobile depleted", FAR[1], phase=REBUILD), "rebuild") == {"A1"}


@pytest.mark.clause("SC-11.0-6")
@pytest.mark.parametrize(("place", "near"), [("2124", True), ("2125", False), ("2224", True),
                                             ("2225", False), ("1832", False), ("1417", True)])  # fmt: skip
def test_11_0_a_german_unit_is_rebuilt_within_eight_hexes_of_the_east_edge(place, near):
    game = front(FAR[0], f"G1 3-4-5 {place} depleted", "G2 3-4-5 1218 depleted", turn=3, phase=GERMAN_REBUILD)
    assert ("G1" in places(game, "rebuild")) == near


@pytest.mark.clause("SC-11.0-6")
def test_11_0_the_allies_rebuild_anywhere():
    game = front("A1 5-4-6 1832 depleted", "A2 5-4-6 2642 depleted", FAR[1], phase=REBUILD)
    assert places(game, "rebuild") == {"A1", "A2"}


@pytest.mark.clause("SC-11.0-13", "SC-11.0-14")
@pytest.mark.parametrize("state", ["", "depleted"])
def test_11_0_nobody_is_rebuilt_next_to_an_enemy_however_weak(state):
    units = ("A1 5-4-6 1618 depleted", "A2 5-4-6 3320 depleted", f"G1 3-4-5 1617 {state}", "G2 3-4-5 1117 depleted")
    game = front(*units, turn=3, phase=REBUILD)
    assert places(game, "rebuild") == {"A2"}
    assert rule_against(game, "rebuild A1") == "scheldt:11.0/enemy"
    german = front(*units, "G3 3-4-5 1518 depleted", turn=3, phase=GERMAN_REBUILD)
    assert places(german, "rebuild") == {"G2"}
    assert rule_against(german, "rebuild G3") == "scheldt:11.0/enemy"


@pytest.mark.clause("SC-11.0-13")
def test_11_0_nor_is_a_landed_unit_in_one_hex_with_a_german_or_he():
    units = ("156/52 2232 depleted", "A2 5-4-6 3320 depleted", "G1 3-4-5 2232", FAR[1])
    game = front(*units, turn=13, phase=REBUILD, facts=LANDED)
    assert places(game, "rebuild") == {"A2"}
    assert rule_against(game, "rebuild 156/52") == "scheldt:11.0/enemy"
    units = ("156/52 2323", "G1 3-4-5 2323 depleted", "G2 3-4-5 1520 depleted", FAR[0])
    assert places(front(*units, turn=3, phase=GERMAN_REBUILD, facts=LANDED), "rebuild") == {"G2"}


# --- units that came by boat ----------------------------------------


@pytest.mark.clause("SC-11.0-10", "SC-11.0-11")
@pytest.mark.parametrize(
    ("german", "linked"),
    [
        ((), True),
        (("G1 3-4-5 2021",), True),  # the polders south of the town are open
        (("G1 3-4-5 2125",), False),  # stands in the way
        (("G1 3-4-5 2224",), False),  # the road north of it lies in its zone
    ],
)
def test_11_0_a_landed_unit_needs_a_chain_to_antwerp_clear_of_germans_and_their_zones(german, linked):
    game = front(
        "156/52 2232 depleted", "A2 5-4-6 2333 depleted", *german, FAR[1], turn=13, phase=REBUILD, facts=LANDED
    )
    assert ("156/52" in places(game, "rebuild")) == linked
    assert "A2" in places(game, "rebuild")  # it did not come by boat
    if not linked:
        assert rule_against(game, "rebuild 156/52") == "scheldt:11.0/landed"


@pytest.mark.clause("SC-11.0-10")
@pytest.mark.parametrize("name", ["155/52", "156/52", "157/52", "146/49", "147/49", "148/49", "2Bde"])
def test_11_0_so_does_a_unit_of_these_groups_that_a_scenario_begins_with_ashore(name):
    units = (f"{name} 2232 depleted", "A2 5-4-6 2333 depleted", "G1 3-4-5 2125", FAR[1])
    game = front(*units, turn=17, phase=REBUILD)
    assert places(game, "rebuild") == {"A2"}
    assert "scheldt:11.0/landed" in {reason.rule for reason in game.can(f"rebuild {name}").reasons}


@pytest.mark.clause("SC-11.0-11")
def test_11_0_the_antwerp_hex_at_the_end_of_the_chain_must_be_clear_as_well():
    around = ("G1 3-4-5 3220", "G2 3-4-5 3419", "G3 3-4-5 3521")
    game = front("156/52 2232 depleted", "A2 5-4-6 3018 depleted", *around, turn=13, phase=REBUILD, facts=LANDED)
    assert rule_against(game, "rebuild 156/52") == "scheldt:11.0/landed"
    some = front("156/52 2232 depleted", "A2 5-4-6 2333 depleted", *around[1:2], turn=13, phase=REBUILD, facts=LANDED)
    assert "156/52" in places(some, "rebuild")  # 3320 and 3421 are in the zone, 3321 is not


@pytest.mark.clause("SC-11.0-10")
def test_11_0_no_chain_leads_over_the_sea():
    game = front(
        "156/52 1744 depleted", "A2 5-4-6 3320 depleted", "G1 3-4-5 1838", turn=13, phase=REBUILD, facts=LANDED
    )
    assert places(game, "rebuild") == {"A2"}
    free = front("156/52 1744 depleted", "A2 5-4-6 3320 depleted", FAR[1], turn=13, phase=REBUILD, facts=LANDED)
    assert "156/52" in places(free, "rebuild")


@pytest.mark.clause("SC-13.1-4")
def test_13_1_the_155th_is_not_rebuilt_at_the_pocket_but_after_its_landing():
    game = front("155/52 3242 depleted", "A2 5-4-6 3320 depleted", FAR[1], phase=REBUILD)
    assert rule_against(game, "rebuild 155/52") == "scheldt:13.1/rebuild"
    game = front("155/52 3242 depleted", "A2 5-4-6 3320 depleted", FAR[1], phase=REBUILD, turn=13, facts=LANDED)
    assert "155/52" in places(game, "rebuild")
