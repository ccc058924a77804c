"""Scheldt 15 · The sea, inlets, the causeway."""

import pytest

from tests.tools.positions import at, fight, places
from tests.tools.scheldt_positions import FAR, FIGHT, GERMAN_FIGHT, GERMAN_MARCH, cost, flee, front, rule_against


@pytest.mark.clause("SC-15.0-1", "SC-15.0-2", "SC-TEC-7")
def test_15_0_nobody_marches_into_the_sea():
    game = front("A1 5-4-6 2232", *FAR)
    sea = {place for place in game.board.places if "sea" in game.describe(place).split(".")[0]}
    assert {"2231", "2332", "2132"} <= sea
    assert not sea & places(game, "move", "A1")
    assert rule_against(game, "move A1 2231") == "scheldt:15.0"
    assert "2231 is a sea hex, and no unit enters it but by assault boat" in str(game.can("move A1 2231"))


@pytest.mark.clause("SC-15.0-3", "SC-15.1-6", "SC-TEC-7")
def test_15_0_an_all_sea_hexside_is_closed_and_so_is_2737_2738():
    game = front("A1 5-4-2 2738", FAR[1])
    assert not {"2637", "2737", "2837"} & places(game, "move", "A1")
    german = front(*FAR[:1], "G1 3-4-2 2737", phase=GERMAN_MARCH)
    assert cost(german, "G1", "2738") == ""


@pytest.mark.clause("SC-15.0-3")
def test_15_0_zones_and_attacks_do_not_reach_over_it():
    game = front("A1 5-4-6 2737", "G1 3-4-5 2738", phase=FIGHT, turn=9)
    assert "2737" not in places(game, "attack")
    assert "German" not in game.describe("2737").partition("In the zone of")[2]


# --- 15.1 · Inlets ----------------------------------------


@pytest.mark.clause("SC-15.1-1", "SC-15.1-2", "SC-15.1-3", "SC-15.1-4", "SC-TEC-6")
@pytest.mark.parametrize(
    ("start", "inlet", "beyond"), [("3522", "3523", "3524"), ("1635", "1536", ""), ("1622", "1623", "")]
)
def test_15_1_an_inlet_takes_a_whole_march_from_the_next_hex(start, inlet, beyond):
    game = front(f"A1 5-4-4 {start}", FAR[1])
    assert "inlet" in game.describe(inlet)
    assert cost(game, "A1", inlet) == "4"
    assert beyond not in places(game, "move", "A1")
    far_off = front("A1 5-4-9 3420", FAR[1])
    assert rule_against(far_off, f"move A1 {inlet}") == "scheldt:15.1"
    (reason, *_) = far_off.can(f"move A1 {inlet}").reasons
    (at,) = reason.places
    assert reason.text.endswith(
        f"the river inlet in {at} takes a whole march and can only be entered by a unit that starts beside it"
    )
    assert "inlet" in far_off.describe(at)


@pytest.mark.clause("SC-15.1-5")
def test_15_1_leaving_an_inlet_costs_nothing_special():
    game = front("A1 5-4-6 3322", FAR[1])
    assert (cost(game, "A1", "3323"), cost(game, "A1", "3221")) == ("1", "1")
    assert cost(game, "A1", "3222") == "6"  # into the next inlet


@pytest.mark.clause("SC-15.1-2")
def test_15_1_mobile_units_enter_inlets_and_no_retreat_ends_there():
    assert cost(front("A1 6-3-6 3321 mobile", FAR[1]), "A1", "3322") == "6"
    units = ("A1 1-1-6 3323 depleted", "G1 5-9-4 3324", "G2 1-1-4 3223", "G3 1-1-4 3424")
    game = flee(fight(front(*units, phase=GERMAN_FIGHT), "3323", roll=1, by="G1"))
    assert at(game, "A1")[0] not in ("3322", "3422", "3323", "eliminated")


# --- 15.2 · The causeway ----------------------------------------


@pytest.mark.clause("SC-15.2-1", "SC-15.2-2", "SC-15.2-3")
@pytest.mark.parametrize("barred", ["1839", "1939"])
def test_15_2_from_1838_one_goes_to_1739_alone_and_back(barred):
    game = front("A1 5-4-2 1838", f"A2 5-4-1 {barred}", FAR[1])
    near = {name for name in ("1739", "1839", "1939") if name in places(game, "move", "A1")}
    assert near == {"1739"}
    assert "1838" not in places(game, "move", "A2")
    assert "1838" in places(front("A1 5-4-2 1739", FAR[1]), "move", "A1")


def test_15_2_nobody_attacks_over_the_barred_hexsides():
    game = front("A1 5-4-6 1838", "G1 3-4-5 1839", "G2 3-4-5 1939", "G3 3-4-5 1739", phase=FIGHT)
    assert places(game, "attack") == {"1739"}


@pytest.mark.clause("SC-15.2-3")
def test_15_2_there_is_no_other_way_to_walcheren_by_land():
    game = front("A1 5-4-6 1838", FAR[1])
    board, prices = game.board, game.setup.ways("leg Allied afloat").prices
    island, sea = board.having("walcheren"), board.having("sea")
    over = {(board.name(a), board.name(b)) for a, b in prices if (a in island) != (b in island) and a not in sea}
    assert over == {("1838", "1739"), ("1739", "1838")}
