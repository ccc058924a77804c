"""Rule 41 where its entries meet each other and what surrounds them: cargo, drops, pinned ways, ice, odd moorings."""

from typing import Any

import pytest

from fmbook.books.europa_41.ground import flooding_of
from fmbook.books.europa_41.ice import bases_of
from fmbook.books.europa_41.supply import is_supplied
from fmbook.play.game import Game
from tests.tools.europa_positions import board, cost, end, fact, names, owner, tell
from tests.tools.positions import at, places, refusal

AXIS, SOVIET, ALLIED = "Axis movement", "Soviet movement", "Allied movement"
BOTH_AXIS: dict[str, Any] = {"given": {"Axis": "3525"}, "away": "S1 S3 A1"}


def kerch(*phases: str, **more: Any) -> Game:
    return board("41.E.1", *phases, **more)


def supplied(game: Game, unit: str) -> bool:
    return is_supplied(game.state, game.state.setup.unit(unit))


def attackers(game: Game, target: str, by: str) -> list[tuple[int, str]]:
    return [(line.amount, line.text) for line in game.battle(target, by=[by]).steps if line.to == "attack"]


def play_on(game: Game) -> Game:
    """Return any answer to all that is asked, every throw a 6."""
    while game.state.asks:
        order = game.legal()[-1]
        game.do(order, roll=6 if str(order) == "roll" else None)
    return game


# --- ships ----------------------------------------------------------------------------------------


@pytest.mark.clause("R41-E.1-f")
def test_41_e_1_from_the_black_sea_ships_come_to_both_enemy_shores_and_land_there():
    game = kerch(SOVIET, aboard=[["S2", "NS"]], at={"S2": "3626"}, **BOTH_AXIS)
    assert {"4A:3525", "4A:3526"} <= places(game, "move", "NS")
    assert cost(game, "NS", "3525") == "2"  # off Kerch, and over to the other shore
    game.do("move NS 3525")
    game.do("disembark S2 3525")
    assert (at(game, "S2"), owner(game, "3525")) == (["4A:3525"], "Soviet")


@pytest.mark.clause("R41-E.1-e")
@pytest.mark.parametrize("shore", ["3525", "3526"])
def test_41_e_1_nor_on_to_azov_from_either_enemy_shore_in_a_later_turn(shore):
    game = kerch(SOVIET, AXIS, SOVIET, **BOTH_AXIS)
    game.do(f"move NS {shore}")
    end(game, 2)
    assert refusal(game, "move NS 3425").rule == "europa_41:41.E.1/sail"
    assert refusal(game, "move NS 3524").rule == "europa_41:41.E.1/sail"
    assert "4A:3626" in places(game, "move", "NS")


@pytest.mark.clause("R41-E.1-e")
def test_41_e_1_a_ship_lies_on_the_side_of_the_strait_that_its_pinned_way_leads_to():
    def then(pinned: str) -> set[str]:
        """Where NS gets to once the Axis has both shores, after it went to Kerch by way of a hex."""
        game = kerch(SOVIET, AXIS, SOVIET, away="S1 S3")
        game.do(f"move NS 3526 via {pinned}")
        end(game)
        game.do("move A1 3525")
        end(game)
        return places(game, "move", "NS")

    assert "4A:3626" in then("3627")
    assert "4A:3425" not in then("3627")
    assert "4A:3425" in then("3425")
    assert "4A:3626" not in then("3425")


@pytest.mark.clause("R41-E.1-e")
def test_41_e_1_a_pinned_way_goes_on_from_the_water_that_it_has_come_to():
    game = kerch(SOVIET, **BOTH_AXIS)
    game.do("move NS 3527 via 3526")
    assert at(game, "NS") == ["4A:3527"]


@pytest.mark.clause("R41-A.1-d")
def test_41_a_1_ships_sail_by_pinned_hexes_and_from_the_inner_side_too():
    game = board("41.A.1", ALLIED)
    game.do("move NG1 0828 via 0728")
    assert at(game, "NG1") == ["16A:0828"]
    inner = board("41.A.1", ALLIED, at={"NG1": "0927"})
    assert {"16A:0826", "16A:0825", "16A:0827"} <= places(inner, "move", "NG1")
    assert refusal(inner, "move NG1 0728").rule == "europa_41:41.A.1/sail"


def test_chart_a_way_that_nobody_can_go_is_refused():
    game = board("41.A.1", AXIS, away="L1 E1")
    assert refusal(game, "move A1 0727 via 0627").rule == "europa_41:chart/water"
    assert at(game, "A1") == ["16A:0827"]


@pytest.mark.clause("R41-A.1-b")
def test_41_a_1_engineers_help_from_either_end_of_a_causeway():
    game = board("41.A.1", ALLIED, at={"L1": "0827"}, away="A1 A2")
    assert cost(game, "L1", "0727") == "2"  # the hex, and one of two for the dike: E1 stands at its far end
    assert cost(board("41.A.1", ALLIED, at={"L1": "0827", "E1": "0726"}, away="A1 A2"), "L1", "0727") == "3"


def test_chart_a_pinned_way_costs_what_it_is_long():
    game = board("41.A.1", AXIS, away="L1 E1")
    assert refusal(game, "move A1 0727 via 0828 0827 0828").rule == "europa_41:chart/via"  # seven points of six
    game.do("move A1 0727 via 0828")
    assert at(game, "A1") == ["16A:0727"]


@pytest.mark.clause("R41-E.3-b")
def test_41_e_3_leningrad_too_must_be_soviet_for_the_crossing():
    game = board("41.E.3", SOVIET, away="S1", given={"Axis": "0831"})
    assert "2A:0831" not in places(game, "move", "S2")
    assert cost(board("41.E.3", SOVIET, away="S1"), "S2", "0831") == "3"


@pytest.mark.clause("R41-B-b")
def test_41_b_the_canal_leads_on_into_the_gulf_of_suez():
    assert "19A:3719" in places(board("41.B", ALLIED), "move", "NG1")


@pytest.mark.clause("R41-D-b")
def test_41_d_the_river_is_entered_at_its_mouth_from_abadan_too():
    game = board("41.D", ALLIED, at={"NG1": "4410"}, given={"Allied": "4410"}, away="I1")
    assert cost(game, "NG1", "4313") == "7"


@pytest.mark.clause("R41-T1-d")
def test_41_t1_after_great_success_in_the_second_player_turn_the_hex_opens_with_the_third_game_turn():
    game = board("41.A.4.a", AXIS, "Allied combat", AXIS, ALLIED, AXIS, at={"L1": "1123", "A2": "1122"},
                 announced={"on": "1122", "by": ["L1"]})  # fmt: skip
    end(game)
    game.do("flood", roll=6)
    seen = []
    while not game.outcome:
        seen.append(flooding_of(game.state, game.board.at("1122")))
        end(game)
    assert seen == ["prohibited", "prohibited", "prohibited", ""]


@pytest.mark.clause("R41-A.4.a-a")
@pytest.mark.clause("R41-A.4.b-g")
def test_41_a_4_b_what_was_flooded_for_good_is_not_flooded_again_but_its_neighbours_are():
    game = board("41.A.4.b", "Allied combat", AXIS, ALLIED, AXIS, "Allied combat",
                 announced={"on": "0922", "by": ["L2"]})  # fmt: skip
    game.do("flood-massively", roll=6)
    end(play_on(game), 3)
    game.do(f"move {next(unit for unit in ('A1', 'A2') if '16A:0922' in places(game, 'move', unit))} 0922")
    end(game)
    game.do("attack 0723")  # by L1, the only one near
    assert game.side == "Axis"  # the owner is asked
    game.do("let-be")
    game.do("roll", roll=1)
    game.do("attack 0922")
    assert [str(order) for order in game.legal()] == ["roll"]


@pytest.mark.clause("R41-A.4.b-p")
def test_41_a_4_b_each_massive_flood_costs_its_own_point():
    game = board("41.A.4.b", "Allied combat", AXIS, "Allied initial", at={"L1": "0822", "A5": "0623"}, week=2)
    for order in ("attack 0922", "join L2", "ready"):
        game.do(order)
    game.do("flood-massively", roll=6)
    play_on(game)
    game.do("attack 0723")
    game.do("flood-massively", roll=6)
    play_on(game)
    end(game)
    before = sum(fact(game, f"SRP {nation}") for nation in ("British", "American"))
    end(game)
    play_on(game)
    assert sum(fact(game, f"SRP {nation}") for nation in ("British", "American")) == before - 2


@pytest.mark.clause("R41-A.4.a-l")
def test_41_a_4_a_who_was_called_off_stays_idle_when_water_stops_another_attack():
    game = board("41.A.4.a", "Axis combat", ALLIED, at={"L2": "0823"})
    game.do("attack 0823")  # by A1, the only one near
    game.do("flood", roll=2)
    game.do("call-off")
    game.do("attack 0922")  # by A2, the only one that is free
    game.do("flood", roll=6)
    assert fact(game, "called off") == frozenset(map(game.state.setup.unit_numbers.__getitem__, ("A1", "A2")))
    assert [str(order) for order in game.legal()] == ["end-phase"]


def test_attack_a_hex_is_attacked_once_in_a_phase_called_off_or_not():
    game = board("41.A.4.a", "Axis combat", ALLIED, announced={"on": "0922", "by": ["A1"]})
    game.do("flood", roll=2)
    game.do("call-off")
    assert places(game, "attack") == {"16A:1023"}  # A2, which stands beside both


@pytest.mark.clause("R41-T1-d")
def test_41_t1_nobody_strikes_out_of_prohibited_ground():
    game = board("41.A.4.a", "Axis combat", "Allied combat", announced={"on": "0922", "by": ["A1"]})
    game.do("let-be")
    game.do("roll", roll=1)  # 6 against 3: nothing happens
    assert "16A:0822" in places(end(game), "attack")  # L1 may answer
    shut = board("41.A.4.a", "Axis combat", "Allied combat", announced={"on": "0922", "by": ["A1"]})
    shut.do("flood", roll=6)
    assert places(end(shut), "attack") == {"16A:1022"}  # L2 alone strikes


@pytest.mark.clause("R41-B.1-a")
def test_41_b_1_a_ship_off_the_delta_is_no_unit_in_it():
    game = board("41.B", AXIS, "Allied initial", ALLIED, at={"A1": "3615"})
    game.do("move NG2 3313")
    end(game)
    assert game.phase == "Allied movement phase"  # nothing to decide


@pytest.mark.clause("R41-B-d")
@pytest.mark.clause("R41-B.3-a")
def test_41_b_both_banks_held_from_the_start_are_an_axis_side():
    game = board("41.B", "Axis initial", ALLIED, given={"Axis": "3616 3617"}, away="L1")
    assert fact(game, "canal") == "shut"
    open_still = board("41.B", ALLIED, given={"Axis": "3616 3617"}, at={"L1": "3517"}, away="A1 A2")
    assert refusal(open_still, "move NG1 3718").rule == "europa_41:41.B/sail"
    open_still.do("move L1 3617")
    assert len(fact(open_still, "axis sides")) == 1  # the Axis was the last to own both


# --- cargo ----------------------------------------------------------------------------------------


@pytest.mark.clause("R41-E.1-d")
def test_41_e_1_a_division_aboard_a_ship_cuts_no_line_of_supply():
    there: dict[str, Any] = {"given": {"Axis": "3525"}, "away": "S1 S3 A2"}
    afloat = kerch(AXIS, at={"A1": "3525", "S2": "3626"}, aboard=[["S2", "NS"]], **there)
    assert supplied(afloat, "A1")
    assert not supplied(kerch(AXIS, at={"A1": "3525", "S2": "3625"}, **there), "A1")  # ashore it watches 3526


@pytest.mark.clause("R41-E.1-b")
def test_41_e_1_cargo_neither_defends_nor_is_overrun():
    ships: dict[str, Any] = {"aboard": [["S2", "NS"]], "away": "S1"}
    struck = kerch("Axis combat", at={"S2": "3525", "NS": "3525", "A2": "3624"}, **ships)
    assert struck.battle("3525", by=["A2"]).defence == 1  # S3 alone
    game = kerch(AXIS, at={"S2": "3525", "NS": "3525"}, **ships)
    game.do("overrun A2 3525")
    assert at(game, "S2", "S3") == ["4A:3525", "eliminated"]


@pytest.mark.clause("R41-A.4.b-j")
def test_41_a_4_b_a_ship_that_puts_to_sea_takes_its_cargo_along():
    game = board("41.A.4.b", "Allied combat", AXIS, at={"A4": "0723"}, aboard=[["A4", "S1"]],
                 announced={"on": "0723", "by": ["L1"]})  # fmt: skip
    game.do("flood-massively", roll=6)
    play_on(game)
    assert at(game, "S1", "A4") == ["16A:0622", "16A:0622"]


@pytest.mark.clause("R41-A.4.b-f")
def test_41_a_4_b_nobody_lands_in_a_hex_that_is_shut():
    game = board("41.A.4.b", "Allied combat", AXIS, at={"A4": "0622", "S1": "0622"}, aboard=[["A4", "S1"]],
                 announced={"on": "0723", "by": ["L1"]})  # fmt: skip
    game.do("flood-massively", roll=6)
    end(play_on(game))
    game.do("move S1 0723")
    assert refusal(game, "disembark A4 0723").rule == "europa_41:41.E.1/land"


# --- drops, bases, supply, ferries ----------------------------------------------------------------


@pytest.mark.parametrize("said", [pytest.param("flood-massively", marks=pytest.mark.clause("R41-A.4.b-m")), "let-be"])
def test_41_a_4_b_who_was_dropped_and_stands_alone_in_the_hex_owns_it(said):
    game = board("41.A.4.b", "Allied combat", AXIS, at={"P1": "0922"},
                 announced={"on": "0922", "by": ["L1", "L2", "P1"]})  # fmt: skip
    game.do(said, roll=6 if said != "let-be" else None)
    if said == "let-be":
        assert owner(game, "0922") == "Axis"
        game.do("roll", roll=6)  # the defender is eliminated
    while game.state.asks:
        game.do(next(order for order in game.legal() if str(order).split()[0] in ("pay", "stay-back", "retreat")))
    assert (at(game, "P1"), owner(game, "0922")) == (["16A:0922"], "Allied")


def test_41_a_4_a_who_was_dropped_beside_the_enemy_owns_nothing():
    game = board("41.A.4.b", "Allied combat", AXIS, at={"P1": "0922"}, announced={"on": "0922", "by": ["P1"]})
    game.do("let-be")
    game.do("roll", roll=5)  # 3 against 3: the defender retreats
    assert owner(play_on(game), "0922") == "Allied"
    game = board("41.A.4.b", "Allied combat", AXIS, at={"P1": "0922"}, announced={"on": "0922", "by": ["P1"]})
    game.do("let-be")
    game.do("roll", roll=4)  # nothing happens
    assert owner(play_on(game), "0922") == "Axis"


@pytest.mark.clause("R41-A.4.b-k")
def test_41_a_4_b_nothing_is_left_of_a_temporary_airfield_under_water():
    game = board("41.A.4.b", "Allied combat", AXIS, announced={"on": "0723", "by": ["L1"]}, held={"airfields": "0723"})
    game.do("flood-massively", roll=6)
    assert "airbase and port of 16A:0723" in tell(game)
    assert (names(game, "airfields"), bases_of(game.state, 0)) == (set(), frozenset())


def test_supply_comes_from_no_source_that_the_enemy_has_taken():
    game = board("41.B", ALLIED, at={"A1": "3415"}, away="A2 L1")
    assert supplied(game, "A1")
    assert not supplied(board("41.B", ALLIED, at={"A1": "3415"}, given={"Allied": "3314 3615"}, away="A2 L1"), "A1")


@pytest.mark.clause("R41-A.2-a")
def test_41_a_2_a_unit_takes_the_ferry_once_and_does_not_come_back_with_it():
    game = board("41.A.2", AXIS, at={"A5": "1028"})
    assert refusal(game, "move A4 0928 via 0926").rule == "europa_41:41.A.2/room"
    game.do("move A4 0926 via 0928")
    assert (at(game, "A4"), fact(game, "ferried")) == (["16A:0926"], 4)


@pytest.mark.clause("R41-A.2-a")
def test_41_a_2_in_the_next_player_turn_it_carries_three_res_again():
    game = board("41.A.2", AXIS, AXIS)
    for to in ("0926", "0928"):
        for unit in ("A1", "A2", "A3"):
            game.do(f"move {unit} {to}")
        end(game)
    assert at(game, "A1", "A2", "A3") == ["16A:0928"] * 3


@pytest.mark.clause("R41-E.1-b")
def test_41_e_1_an_overrun_must_be_paid_from_where_the_unit_starts():
    there: dict[str, Any] = {"away": "S1 A2", "slowed": [0]}  # A1 has three points
    assert places(kerch(AXIS, at={"A1": "3526"}, **there), "overrun", "A1") == {"4A:3525"}
    assert not places(kerch(AXIS, at={"A1": "3527"}, **there), "overrun", "A1")


def test_41_a_3_aircraft_do_not_fly_to_an_airfield_of_the_enemy():
    game = board("41.A.3", ALLIED, held={"airfields": "0825 0926"})
    assert places(game, "move", "F1") == {"16A:0926"}


def test_41_a_2_a_train_runs_on_the_last_of_the_capacity():
    assert places(board("41.A.2", AXIS, rail_Axis=2), "train", "A1") == {"16A:1028"}
    assert not places(board("41.A.2", AXIS, rail_Axis=1), "train", "A1")


def test_air_who_is_on_the_map_is_dropped_no_more():
    assert places(board("41.A.4.b", ALLIED), "drop", "P1")
    assert not places(board("41.A.4.b", ALLIED, at={"P1": "0824"}), "drop", "P1")


@pytest.mark.clause("R41-A.4.b-h")
def test_41_a_4_b_nobody_retreats_onto_those_who_were_dropped_behind_him():
    game = board("41.A.4.b", "Allied combat", AXIS, at={"P1": "0923"}, announced={"on": "0922", "by": ["L1"]})
    game.do("flood-massively", roll=6)
    assert at(game, "A1") == ["eliminated"]  # 0923 is Axis-owned still, but P1 stands there


@pytest.mark.clause("R41-A.4.b-k")
def test_41_a_4_b_what_was_ruined_before_stays_ruined():
    game = board("41.A.4.b", "Allied combat", AXIS, announced={"on": "0723", "by": ["L1"]}, held={"ruined": "0722"})
    game.do("flood-massively", roll=6)
    assert names(game, "ruined") == {"0722", "0723"}


@pytest.mark.clause("R41-A.4.b-p")
def test_41_a_4_b_an_axis_initial_phase_costs_the_allies_nothing():
    game = board("41.A.4.b", "Allied combat", "Axis initial", AXIS, announced={"on": "0922", "by": ["L1"]}, week=1)
    game.do("flood-massively", roll=6)
    game.do("pay British")
    end(game)
    assert game.phase == "Axis movement phase"
    assert (fact(game, "SRP British"), fact(game, "SRP American")) == (5, 12)


# --- frost and fights -----------------------------------------------------------------------------


@pytest.mark.clause("R41-E.6-b")
def test_41_e_6_in_an_attack_too_the_vuoksa_is_an_open_minor_river_and_a_frozen_one_is_none():
    assert attackers(board("41.E.6", "Soviet combat"), "4416", "S2") == [
        (2, "S2 attacks, halved: combat/motorized over a river")
    ]
    assert cost(board("41.E.6", SOVIET, away="F1"), "S2", "4416") == "3"  # as for a march
    beside: dict[str, Any] = {"at": {"S2": "4417"}}
    assert attackers(board("41.E.6", "Soviet combat", **beside), "4416", "S2") == [(3, "S2 attacks")]
    assert attackers(board("41.E.6", "Soviet combat", frost=False, **beside), "4416", "S2")[0][0] == 2
    assert attackers(board("41.E.6", "Soviet combat", at={"S3": "4415"}), "4416", "S3") == [(3, "S3 attacks")]


# --- the edge of the map --------------------------------------------------------------------------


@pytest.mark.clause("R41-F-d")
def test_41_f_who_exploits_moves_by_points_and_so_may_leave():
    game = board("41.F", "Soviet exploitation")
    assert refusal(game, "leave S4 0404").rule == "europa_41:41.F/who"  # no combat/motorized unit
    assert refusal(game, "leave S3 0304")
    game.do("leave S1 0104")
    assert "in Greater Germany: 8 attack strength in all" in tell(game)


@pytest.mark.clause("R41-F-e")
def test_41_f_the_last_point_is_enough_to_leave():
    game = board("41.F", SOVIET, at={"S2": "0102"}, slowed=frozenset({1}))  # three points left
    assert "0104" in places(game, "leave", "S2")  # two hexes, and the edge
    game.do("leave S2 0104")
    assert "S2 leaves for 3 points" in tell(game)
