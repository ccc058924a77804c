"""Scheldt 12 and the table · Floods on the march, in retreat and advance; engineers; which line holds."""

import pytest

from fmbook.play.game import Game
from tests.tools.positions import at, do, fight, places
from tests.tools.scheldt_positions import (
    AGAIN,
    FAR,
    FIGHT,
    GERMAN_FIGHT,
    cost,
    flee,
    front,
    row_of,
    rule_against,
    until,
)

CITY, CLEAR, FLOODED, DOCKS = "City or Across Canal", "Clear", "Flooded", "Antwerp Docks"


# --- 12.0 · On the march ----------------------------------------


@pytest.mark.clause("SC-12.0-1")
def test_12_0_the_floods_are_there_from_the_first_turn():
    game = front("A1 5-4-6 2221", FAR[1], turn=1)
    assert "flooded" in game.describe("2222")
    assert cost(game, "A1", "2222") == "6"


@pytest.mark.clause("SC-12.0-2", "SC-12.0-3", "SC-TEC-6")
@pytest.mark.parametrize("allowance", [1, 4, 6])
def test_12_0_a_flood_takes_the_whole_march_of_a_unit_that_begins_beside_it(allowance):
    game = front(f"A1 5-4-{allowance} 2221", FAR[1])
    assert {"2222", "2122", "2322"} <= places(game, "move", "A1")
    assert cost(game, "A1", "2222") == str(allowance)
    assert not {"2223", "2023", "2423"} & places(game, "move", "A1")
    assert rule_against(front("A1 5-4-6 2220", FAR[1]), "move A1 2222") == "scheldt:12.0/march"


@pytest.mark.clause("SC-12.0-3")
def test_12_0_a_march_does_not_go_on_from_a_flood_but_begins_there_next_turn():
    game = until(do(front("A1 5-4-6 2221", FAR[1]), "move A1 2222"), "Allied movement phase", 5)
    assert "2121" in places(game, "move", "A1")  # out again, by way of 2221
    assert cost(game, "A1", "2221") == "1"


@pytest.mark.clause("SC-12.0-4")
def test_12_0_a_road_in_a_flood_does_not_help():
    game = front("A1 5-4-6 1741", "A2 5-4-6 1942", "A3 5-4-6 1837", FAR[1])
    assert cost(game, "A1", "1841") == "6"
    assert cost(game, "A2", "2042") == "1"  # out of the water, a step on dry ground
    assert cost(game, "A3", "1834") == "1½"


@pytest.mark.clause("SC-12.0-5")
def test_12_0_nobody_infiltrates_into_a_flood():
    game = front("A1 5-4-6 2221", "G1 3-4-5 2321", "G2 3-4-5 2022")
    assert rule_against(game, "move A1 2322") == "scheldt:12.0/infiltration"
    assert rule_against(game, "move A1 2122") == "scheldt:12.0/infiltration"
    assert "2220" in places(game, "move", "A1")  # a dry hex of the zone


@pytest.mark.clause("SC-12.0-7", "SC-12.1-2")
def test_12_0_mobile_units_never_march_into_a_flood():
    for phase in ("Allied movement phase", AGAIN):
        game = front("10/1 2221", "A1 5-4-6 2220", FAR[1], phase=phase)
        assert {"2220", "2222", "2122", "2322"} & places(game, "move", "10/1") <= {"2220"}
        assert rule_against(game, "move 10/1 2222") == "scheldt:12.0/mobile"
    assert "2222" in places(front("4/2 2221", FAR[1]), "move", "4/2")


# --- 12.0 · Retreat and advance ----------------------------------------


def beaten(*units: str, roll: int = 1, options: tuple[str, ...] = ()) -> Game:
    """Let G1 attack the unit at 2221."""
    return fight(front(*units, phase=GERMAN_FIGHT, options=options), "2221", roll=roll, by="G1")


@pytest.mark.clause("SC-12.0-10")
def test_12_0_infantry_falls_back_into_the_first_flood_and_halts_there():
    assert at(flee(beaten("A1 1-1-6 2221 depleted", "G1 5-9-4 2121", "G2 1-1-4 2320")), "A1") == ["2222"]


@pytest.mark.clause("SC-12.0-8")
def test_12_0_mobile_units_do_not_fall_back_into_floods():
    game = beaten("A1 1-1-6 2221 mobile depleted", "G1 5-9-4 2121", "G2 1-1-4 2320")
    assert at(flee(game), "A1") == ["eliminated"]


@pytest.mark.clause("SC-12.0-10", "SC-12.1-3")
def test_12_1_with_the_option_a_retreat_goes_on_through_the_floods():
    units = ("A1 1-1-6 2221 depleted", "G1 5-9-4 2121", "G2 1-1-4 2320")
    short = beaten(*units)
    assert at(flee(short), "A1") == ["2222"]
    long = beaten(*units, options=("free-retreat",))
    assert at(flee(long), "A1") not in (["2222"], ["2221"], ["eliminated"])
    assert long.board.distance(long.board.at("2221"), long.state.where[0]) == 2


@pytest.mark.clause("SC-12.0-12", "SC-12.0-13")
def test_12_0_zones_lie_over_floods_and_bar_a_retreat_into_them():
    game = front("A1 1-1-6 2221", "G1 9-9-4 2121", "G2 1-1-4 2322")
    assert "German" in game.describe("2222").partition("In the zone of")[2]
    lost = beaten("A1 1-1-6 2221 depleted", "G1 5-9-4 2121", "G2 1-1-4 2320", "G3 1-1-4 2223", "G4 1-1-4 2422")
    assert at(flee(lost), "A1") == ["eliminated"]


@pytest.mark.clause("SC-12.0-12")
def test_12_0_a_unit_in_a_flood_has_its_zone():
    game = front("A1 5-4-6 2222", "G1 3-4-5 2320")
    assert "Allied" in game.describe("2221").partition("In the zone of")[2]


@pytest.mark.clause("SC-12.0-9", "SC-12.1-2")
def test_12_0_mobile_units_do_not_advance_into_a_flood():
    for traits, advances in (("", True), ("mobile", False)):
        game = front(f"A1 9-4-6 2221 {traits}", "G1 1-1-4 2222 depleted", FAR[1], phase=FIGHT)
        game = flee(fight(game, "2222", roll=1))
        assert ("2222" in places(game, "advance")) == advances
        assert (game.state.battle is None) != advances


@pytest.mark.clause("SC-12.0-11")
def test_12_0_an_advance_ends_in_the_first_flood():
    game = front("A1 9-4-6 2221", "G1 1-1-4 2222 depleted", FAR[1], phase=FIGHT)
    do(fight(game, "2222", roll=1), "retreat G1 2223; advance A1 2222")
    assert at(game, "A1", "G1") == ["2222", "2223"]  # he fell back one hex: the flood stopped him
    game = front("A1 9-4-6 2221", "G1 1-1-4 2122 depleted", FAR[1], phase=FIGHT, options=("free-retreat",))
    game = flee(fight(game, "2122", roll=1))
    assert game.board.distance(game.board.at("2122"), game.state.where[1]) > 1
    do(game, "advance A1 2122")
    assert game.state.battle is None  # the way goes on, but not for him
    dry = front("A1 7-4-6 2720", "G1 1-1-4 2619 depleted", FAR[1], phase=FIGHT)
    do(flee(fight(dry, "2619", roll=1)), "advance A1 2619")
    assert places(dry, "advance")


@pytest.mark.clause("SC-12.0-11")
def test_12_0_who_stands_in_a_flood_advances_out_of_it():
    game = front("A1 9-4-6 2222", "G1 1-1-4 2221 depleted", FAR[1], phase=FIGHT)
    assert places(flee(fight(game, "2221", roll=1)), "advance") == {"2221"}


# --- engineers and the lines of the table ----------------------------------------


@pytest.mark.clause("SC-12.0-6", "SC-12.1-1", "SC-CRT-5")
def test_12_1_one_engineer_makes_a_flood_clear_on_the_table():
    units = ("A1 5-4-6 2221", "2Eng 2121", "G1 3-4-5 2122", FAR[1])
    game = front(*units, phase=FIGHT)
    assert row_of(game, "2122", "A1") == FLOODED
    assert row_of(game, "2122", "A1", "2Eng") == CLEAR
    assert row_of(game, "2122", "2Eng") == CLEAR
    inlet = front("A1 5-4-6 3221", "2Eng 3321", "G1 3-4-5 3322", FAR[1], phase=FIGHT)
    assert (row_of(inlet, "3322", "A1"), row_of(inlet, "3322", "2Eng")) == (FLOODED, CLEAR)


@pytest.mark.clause("SC-12.0-6", "SC-12.1-1")
def test_12_1_the_line_is_clear_even_over_a_canal():
    game = front("2Eng 3142", "A1 5-4-6 3143", "G1 3-4-5 3042", FAR[1], phase=FIGHT)
    assert row_of(game, "3042", "A1") == CITY
    assert row_of(game, "3042", "A1", "2Eng") == CLEAR


@pytest.mark.clause("SC-12.0-6")
def test_12_1_engineers_change_no_other_ground_and_bridge_no_canal():
    game = front("2Eng 2121", "G1 3-4-5 2021", FAR[1], phase=FIGHT)
    assert row_of(game, "2021", "2Eng") == CITY
    dry = front("2Eng 3143", "G1 3-4-5 3043", FAR[1], phase=FIGHT)
    assert row_of(dry, "3043", "2Eng") == CITY


@pytest.mark.clause("SC-CRT-2", "SC-12.0-6")
def test_12_1_nor_do_they_change_a_beach_assault():
    game = front("146/49 2041", "1019 2041", "2Eng 1941", FAR[1], phase=FIGHT, turn=14)  # a flooded coast
    assert row_of(game, "2041", "2Eng") == CLEAR
    assert row_of(game, "2041", "146/49", "2Eng") == "Coastal (beach assault)"


@pytest.mark.clause("SC-CRT-3", "SC-CRT-4", "SC-CRT-5", "SC-CRT-6")
@pytest.mark.parametrize(
    ("target", "attacker", "row"),
    [
        ("3320", "3220", DOCKS), ("3420", "3419", CITY), ("2021", "2020", CITY), ("2619", "2618", CLEAR),
        ("2222", "2221", FLOODED), ("3322", "3221", FLOODED),  # an inlet
    ],
)  # fmt: skip
def test_crt_the_ground_of_the_target_gives_the_line(target, attacker, row):
    assert row_of(front(f"A1 5-4-6 {attacker}", f"G1 3-4-5 {target}", FAR[1], phase=FIGHT), target) == row


@pytest.mark.clause("SC-CRT-4")
def test_crt_the_line_of_a_canal_or_the_causeway_holds_if_every_attacker_crosses_it():
    game = front("A1 5-4-6 3143", "A2 5-4-6 3042", "G1 3-4-5 3043", FAR[1], phase=FIGHT)
    assert row_of(game, "3043", "A1") == CITY
    assert row_of(game, "3043", "A1", "A2") == CLEAR
    assert row_of(front("A1 5-4-6 1838", "G1 3-4-5 1739", phase=FIGHT), "1739") == CITY


@pytest.mark.clause("SC-CRT-2")
def test_crt_a_coast_is_clear_ground_to_whoever_comes_by_land():
    assert row_of(front("A1 5-4-6 2233", "G1 3-4-5 2232", FAR[1], phase=FIGHT), "2232") == CLEAR


# --- 18 · What a step costs ----------------------------------------


@pytest.mark.clause("SC-TEC-1", "SC-TEC-2", "SC-TEC-3", "SC-TEC-4", "SC-TEC-5")
@pytest.mark.parametrize(
    ("start", "to", "price"),
    [
        ("2618", "2718", "1"),  # clear
        ("2818", "2819", "1"),  # a city
        ("2720", "2819", "½"),  # along a road
        ("2820", "2720", "1"),  # onto a road hex, not along it
        ("3042", "3043", "1"),
        ("3143", "3043", "2"),  # a canal
        ("2029", "2030", "1½"),  # a canal on a road
        ("1837", "1838", "½"),
        ("1838", "1739", "1½"),  # the causeway
        ("1739", "1838", "1½"),
        ("3220", "3320", "½"),  # docks, along the road
        ("3221", "3321", "1"),  # docks
    ],
)
def test_tec_what_a_step_costs(start, to, price):
    game = front(f"A1 5-4-6 {start}", FAR[1])
    kind = game.setup.book.settled["mover"].function(game.state, game.setup.unit("A1"))
    halves, _ = game.setup.price(kind, game.board.at(start), game.board.at(to))
    assert halves == 2 * float(price.replace("1½", "1.5").replace("½", "0.5"))
    assert cost(game, "A1", to) == price


@pytest.mark.clause("SC-TEC-3")
def test_tec_a_road_is_half_a_point_from_hex_to_joined_hex():
    game = front("A1 5-4-6 2819", FAR[1], turn=20)
    assert cost(game, "A1", "2121") == "3½"
    assert cost(game, "A1", "1921") == "4½"


@pytest.mark.clause("SC-CRT-1")
def test_crt_attack_less_defence():
    game = front("A1 7-4-6 2618", "A2 5-4-6 2519", "G1 3-4-5 2619", FAR[1], phase=FIGHT)
    both = game.battle("2619", ["A1", "A2"])
    assert (both.attack, both.defence, both.sum.measure, str(both.sum.column.label)) == (12, 4, "+8", "+8 or +9")
