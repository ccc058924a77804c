"""Rule 41.A.1 to 41.A.3 · Causeways, rail ferries, ice airfields."""

from typing import Any

import pytest
from msgspec.structs import replace

import fmbook as fm
from fmbook.books.europa_41.combat import STRENGTH
from fmbook.books.europa_41.ground import OPEN_WATER
from fmbook.components.setup import Edge
from fmbook.play.game import Game
from tests.tools.europa_positions import board, cost, end, fact, names, owner, tell
from tests.tools.positions import at, places, refusal

NOTHING: frozenset[str] = frozenset()
MARCH, STRIKE, ALLIED = "Axis movement", "Axis combat", "Allied movement"


def dike(*phases: str, **more: Any) -> Game:
    return board("41.A.1", *phases, **more)


# --- what counts as what ---------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["causeway", "rail_ferry", "strait", "baltic", "open", "vuoksa", "vuoksa_lake"])
def test_41_what_water_is_treated_as_stands_in_a_row_of_the_chart(word: str):
    setup = fm.new_game("europa_41", "41.A.1").setup
    row, border = setup.costs.treated[word], frozenset({word})
    prices = {}
    for march in ("major_river", "minor_river", "open_water"):
        chart = setup.costs._replace(treated={**setup.costs.treated, word: replace(row, march=march)})
        prices[march], _ = setup.priced("cm", Edge(NOTHING, frozenset({"clear"}), border, chart))
    assert prices == {"major_river": 8, "minor_river": 4, "open_water": None}  # in half points, the hex with it


def test_41_each_row_of_what_counts_as_what_names_a_row_of_the_chart():
    chart = fm.new_game("europa_41", "41.A.1").setup.costs
    crossed = {word.rpartition(" ")[0] for word in chart.cross}
    for row in chart.treated.values():
        assert row.march in {*crossed, OPEN_WATER}
        assert row.attack in {"", *STRENGTH}
        assert row.overrun in {"", "major_river"}
        assert row.sappers in {"", "bridge"}


# --- 41.A.1 · Causeways ---------------------------------------------------------------------------


@pytest.mark.clause("R41-A.1-a")
@pytest.mark.clause("R41-A.1-b")
def test_41_a_1_a_causeway_costs_what_a_major_river_does():
    game = dike(MARCH, away="L1 E1")
    assert cost(game, "A1", "0727") == "3"  # the hex, and two for the dike
    assert cost(game, "A2", "0727") == "5"  # 0827, then the hex and three for the dike
    game.do("move A1 0727")
    assert at(game, "A1") == ["16A:0727"]


@pytest.mark.clause("R41-A.1-c")
def test_41_a_1_an_attack_over_a_causeway_has_half_its_strength():
    lines = dike(STRIKE).battle("0727", by=["A1"]).steps
    assert [(line.amount, line.text) for line in lines if line.to == "attack"] == [
        (2, "A1 attacks, halved over the water")
    ]


@pytest.mark.clause("R41-A.1-d")
def test_41_a_1_ships_do_not_pass_a_causeway():
    game = dike(ALLIED)
    assert "16A:0927" not in places(game, "move", "NG1")
    assert refusal(game, "move NG1 0927").rule == "europa_41:41.A.1/sail"
    assert "16A:0728" in places(game, "move", "NG1")


@pytest.mark.clause("R41-A.1-e")
def test_41_a_1_example_a_ship_in_0827_gets_neither_to_0826_nor_to_0825():
    game = dike(ALLIED)
    for hex_ in ("0826", "0825"):
        said = refusal(game, f"move NG1 {hex_}")
        assert (said.rule, "causeway" in said.text) == ("europa_41:41.A.1/sail", True)


@pytest.mark.clause("R41-A.1-f")
def test_41_a_1_sappers_blow_and_mend_a_causeway_as_a_bridge():
    game = dike(ALLIED, MARCH, ALLIED, MARCH, away="L1")
    assert places(game, "demolish", "E1") == {"16A:0827"}
    assert refusal(game, "demolish L2 0827").rule == "europa_41:bridge/who-blows"
    assert refusal(game, "demolish E1 0726").rule == "europa_41:bridge/blow"
    game.do("demolish E1 0827")
    end(game)
    assert refusal(game, "move A1 0727")
    end(game)
    assert places(game, "repair", "E1") == {"16A:0827"}
    game.do("repair E1 0827")
    assert not places(game, "repair", "E1")
    end(game)
    assert fact(game, "blown") == frozenset()


def test_41_a_1_a_blown_causeway_is_named_when_it_stops_a_march():
    game = dike(ALLIED, MARCH, away="L1 E1", at={"L2": "0727"})
    assert refusal(game, "demolish L2 0827")
    game = dike(ALLIED, MARCH, away="L1 L2")
    game.do("demolish E1 0827")
    end(game)
    assert refusal(game, "overrun A1 0727").rule == "europa_41:overrun/where"


# --- 41.A.2 · Rail ferries ------------------------------------------------------------------------


def ferry(*phases: str, **more: Any) -> Game:
    return board("41.A.2", *(phases or (MARCH,)), **more)


@pytest.mark.clause("R41-A.2-a")
def test_41_a_2_three_res_cross_in_a_player_turn_and_no_more():
    game = ferry(MARCH, MARCH)
    for unit in ("A1", "A2", "A3"):
        game.do(f"move {unit} 0926")
    assert at(game, "A1", "A2", "A3") == ["16A:0926"] * 3
    assert refusal(game, "move A5 0926")  # half an RE too many
    assert "16A:0926" not in places(game, "move", "A4")
    end(game)
    assert "16A:0926" in places(game, "move", "A5")  # the next player turn


@pytest.mark.clause("R41-A.2-a")
def test_41_a_2_the_ferry_runs_both_ways_and_only_to_its_end():
    game = ferry(at={"A1": "0926"})
    assert "16A:0928" in places(game, "move", "A1")
    assert "16A:0927" not in places(game, "move", "A1")


@pytest.mark.clause("R41-A.2-b")
def test_41_a_2_the_whole_way_costs_one_major_river():
    game = ferry(away="A5")
    assert cost(game, "A1", "0926") == "3"
    assert cost(game, "A4", "0926") == "5"  # one hex to the pier, then the hex and three


@pytest.mark.clause("R41-A.2-c")
def test_41_a_2_engineers_make_no_difference():
    assert cost(ferry(), "A4", "0926") == cost(ferry(away="A5"), "A4", "0926") == "5"
    assert cost(dike(MARCH, away="L1 E1"), "A2", "0727") == "5"
    assert cost(dike(ALLIED, at={"L1": "0727"}, away="A1 A2"), "L1", "0827") == "2"  # E1 stands by: a point less


@pytest.mark.clause("R41-A.2-d")
def test_41_a_2_the_ferry_uses_no_rail_capacity_but_a_train_does():
    game = ferry()
    game.do("move A1 0926")
    assert (fact(game, "rail Axis"), fact(game, "ferried")) == (6, 2)
    game.do("train A2 1028")
    assert fact(game, "rail Axis") == 4
    assert at(game, "A2") == ["16A:1028"]
    assert refusal(game, "train A1 0925").rule == "europa_41:rail/who"  # it has moved


@pytest.mark.clause("R41-A.2-d")
def test_41_a_2_nor_does_a_ship_that_takes_its_cargo_along():
    cargo: dict[str, Any] = {"aboard": [["S2", "NS"]], "at": {"S2": "3626"}, "rail_Soviet": 6}
    game = board("41.E.1", "Soviet movement", away="S1 S3", **cargo)
    game.do("move NS 3526")
    assert at(game, "NS", "S2") == ["4A:3526", "4A:3526"]
    assert fact(game, "rail Soviet") == 6


def test_41_a_2_trains_need_a_line_of_their_own_side_and_capacity():
    game = ferry()
    assert places(game, "train", "A4") == {"16A:0928"}
    assert refusal(game, "train A4 0925").rule == "europa_41:rail/where"
    none = ferry(rail_Axis=1)
    assert refusal(none, "train A4 0928").rule == "europa_41:rail/who"


# --- 41.A.3 · Ice airfields -----------------------------------------------------------------------


def ice(*phases: str, **more: Any) -> Game:
    return board("41.A.3", *(phases or (ALLIED,)), **more)


@pytest.mark.clause("R41-A.3-a")
def test_41_a_3_an_airfield_is_built_on_the_frozen_shore_not_on_the_open_lake():
    game = ice()
    game.do("build L1 0926")
    assert names(game, "airfields") == {"0926"}
    assert refusal(ice(at={"C1": "0927"}), "build C1 0927").rule == "europa_41:41.A.3/where"
    assert refusal(ice(), "build L1 1026").rule == "europa_41:41.A.3/where"


@pytest.mark.clause("R41-A.3-b")
def test_41_a_3_on_ice_any_unit_builds_on_land_only_construction_units():
    game = ice()
    assert places(game, "build") == {"16A:0926", "16A:1026"}  # L1 and C1, both on ice
    assert refusal(game, "build L2 0925").rule == "europa_41:base/construction"
    assert places(ice(at={"C1": "0925"}), "build", "C1") == {"16A:0925"}
    assert refusal(ice(at={"C1": "0925"}, smp=0), "build C1 0925").rule == "europa_41:41.A.3/where"


@pytest.mark.clause("R41-A.3-c")
def test_41_a_3_ice_costs_no_supply_and_land_does():
    on_ice = ice()
    on_ice.do("build L1 0926")
    assert fact(on_ice, "smp") == 2
    on_land = ice(at={"C1": "0925"})
    on_land.do("build C1 0925")
    assert fact(on_land, "smp") == 1
    assert refusal(on_land, "move C1 0926").rule == "europa_41:chart/once"


def test_41_a_3_aircraft_fly_to_the_bases_of_their_side():
    game = ice()
    assert places(game, "move", "F1") == set()
    game.do("build L1 0926")
    assert places(game, "move", "F1") == {"16A:0926"}
    game.do("move F1 0926")
    assert at(game, "F1") == ["16A:0926"]


@pytest.mark.clause("R41-A.3-d")
def test_41_a_3_the_thaw_takes_the_airfield_on_ice_but_not_the_one_on_land():
    game = ice("Allied thaw", held={"airfields": "0926 0925"})
    assert names(game, "airfields") == {"0925"}
    assert fact(game, "frost") is False
    assert "thaws" in tell(game)


@pytest.mark.clause("R41-A.3-e")
@pytest.mark.parametrize(("die", "where"), [(3, "eliminated"), (4, "16A:0826")])
def test_41_a_3_aircraft_on_the_ice_throw_to_escape(die, where):
    game = ice("Allied thaw", at={"F1": "0926"}, held={"airfields": "0926"})
    assert str(game.prompt).startswith("Allied: does F1 get away?")
    game.do("roll", roll=die)
    assert game.unit("F1").place == where
    assert not game.state.asks
    assert "escape F1" in fact(game, "done")
    assert ("does not get away" in tell(game)) is (die == 3)


@pytest.mark.clause("R41-A.3-e")
def test_41_a_3_only_aircraft_on_the_ice_have_to_escape():
    game = ice("Allied thaw", held={"airfields": "0926"})
    assert game.outcome
    assert game.unit("F1").place == "16A:0826"


def test_frozen_lakes_can_be_marched_over():
    frozen = ice()
    assert cost(frozen, "L1", "0927") == "1"
    assert cost(ice(frost=False), "L1", "0927") == "none"
    assert owner(frozen, "0927") == "nobody"
