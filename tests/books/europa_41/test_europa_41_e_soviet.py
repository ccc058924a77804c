"""Rule 41.E and 41.F · Soviet terrain, and the edge of the map."""

from typing import Any

import pytest

from fmbook.books.europa_41.combat import force_against
from fmbook.books.europa_41.exits import total_of
from fmbook.books.europa_41.movement import toll
from fmbook.books.europa_41.supply import is_supplied
from fmbook.play.game import Game
from tests.tools.europa_positions import board, cost, end, fact, owner, tell
from tests.tools.positions import at, places, refusal

AXIS, SOVIET, STRIKE = "Axis movement", "Soviet movement", "Axis combat"


def supplied(game: Game, unit: str) -> bool:
    return is_supplied(game.state, game.state.setup.unit(unit))


def step(game: Game, unit: str, to: str) -> int | None:
    """Tell what a single step costs, in half points; None if it cannot be made."""
    one = game.state.setup.unit(unit)
    return toll(game.state, one, game.state.where[one.number], game.board.at(to))


def force(game: Game, unit: str, to: str) -> str:
    """Tell with what part of its strength a unit would attack a hex beside it."""
    one = game.state.setup.unit(unit)
    return force_against(game.state, one, game.state.where[one.number], game.board.at(to))


def attackers(game: Game, target: str, by: str) -> list[tuple[int, str]]:
    return [(line.amount, line.text) for line in game.battle(target, by=[by]).steps if line.to == "attack"]


# --- 41.E.1 · The Kerch Straits -------------------------------------------------------------------


def kerch(*phases: str, **more: Any) -> Game:
    return board("41.E.1", *(phases or (AXIS,)), **more)


@pytest.mark.clause("R41-E.1-a")
def test_41_e_1_ground_units_march_over_the_strait_as_over_a_major_river():
    game = kerch(away="S1 S3")
    assert cost(game, "A1", "3525") == "3"
    assert cost(game, "A2", "3525") == "5"  # 3526, then the hex and three


@pytest.mark.clause("R41-E.1-b")
def test_41_e_1_they_overrun_over_it_at_half_strength():
    game = kerch(away="S1")
    assert places(game, "overrun", "A2") == {"4A:3525"}
    game.do("overrun A2 3525")
    assert at(game, "A2", "S3") == ["4A:3525", "eliminated"]
    assert owner(game, "3525") == "Axis"
    assert refusal(kerch(), "overrun A2 3525").rule == "europa_41:overrun/where"  # 5 against 5 with S1 there
    assert not places(kerch(away="S1 A1", at={"S2": "3525"}), "overrun", "A2")  # 5 against 6


@pytest.mark.clause("R41-E.1-c")
def test_41_e_1_nobody_attacks_over_it():
    elsewhere: dict[str, Any] = {
        "at": {"S2": "3427"},
        "aboard": [],
    }  # somebody to attack by land, so that the phase is held
    assert refusal(kerch(STRIKE, **elsewhere), "attack 3525").rule == "europa_41:41.E.1/attack"
    assert refusal(kerch("Soviet combat", **elsewhere), "attack 3526").places == ()
    assert force(kerch(), "A1", "3525") == force(kerch(), "S1", "3526") == "none"


@pytest.mark.clause("R41-E.1-d")
def test_41_e_1_supply_crosses_it():
    game = kerch(at={"A1": "3525"}, away="S1 S3", given={"Axis": "3525"})
    assert supplied(game, "A1")
    cut = kerch(at={"A1": "3525", "S2": "3526"}, away="S1 S3 A2", given={"Axis": "3525"})
    assert not supplied(cut, "A1")


@pytest.mark.clause("R41-E.1-e")
def test_41_e_1_ships_pass_unless_the_enemy_owns_both_shores():
    assert "4A:3425" in places(kerch(SOVIET), "move", "NS")
    shut = kerch(SOVIET, given={"Axis": "3525"}, away="S1 S3")
    assert refusal(shut, "move NS 3425").rule == "europa_41:41.E.1/sail"
    assert "4A:3626" in places(kerch(AXIS, given={"Axis": "3525"}), "move", "NA")  # its own shores
    assert refusal(kerch(AXIS, given={"Soviet": "3526"}, away="A1"), "move NA 3626").rule == "europa_41:41.E.1/sail"


@pytest.mark.clause("R41-E.1-e")
def test_41_e_1_nor_in_two_steps_through_an_enemy_shore():
    game = kerch(SOVIET, AXIS, SOVIET, given={"Axis": "3525"}, away="S1 S3 A1")
    game.do("move NS 3526")
    end(game, 2)
    assert refusal(game, "move NS 3425").rule == "europa_41:41.E.1/sail"
    assert "4A:3626" in places(game, "move", "NS")


@pytest.mark.clause("R41-E.1-f")
def test_41_e_1_they_may_go_to_both_shores_and_land_troops_there():
    game = kerch(SOVIET, given={"Axis": "3525"}, away="S1 S3 A1", aboard=[["S2", "NS"]], at={"S2": "3626"})
    assert "4A:3526" in places(game, "move", "NS")
    game.do("move NS 3526")
    assert at(game, "S2") == ["4A:3526"]
    game.do("disembark S2 3526")
    assert tell(game).count("S2 arrives at 4A:3526.") == 2  # with its ship, then ashore
    assert owner(game, "3526") == "Soviet"
    assert fact(game, "aboard") == ()


@pytest.mark.clause("R41-E.1-f")
def test_41_e_1_troops_land_where_their_ship_lies_and_no_enemy_stands():
    aboard: dict[str, Any] = {"aboard": [["S2", "NS"]], "at": {"S2": "3626"}, "away": "S1 S3"}
    game = kerch(SOVIET, **aboard)
    assert refusal(game, "disembark S2 3526").rule == "europa_41:41.E.1/land"  # NS is still at sea
    assert refusal(game, "move S2 3526").text == "S2 is aboard NS"
    game.do("move NS 3526")
    assert refusal(game, "disembark S2 3526").text.endswith("3526 is held by the enemy")
    assert refusal(game, "disembark S3 3526").rule == "europa_41:sea/aboard"


# --- 41.E.2 · The Baltic islands ------------------------------------------------------------------


def baltic(*phases: str, **more: Any) -> Game:
    return board("41.E.2", *(phases or (AXIS,)), **more)


@pytest.mark.clause("R41-E.2-a")
def test_41_e_2_the_sounds_are_major_rivers_for_marching_and_overruns():
    game = baltic(away="S1 S2")
    assert cost(game, "A1", "0304") == "6"
    assert places(game, "overrun", "A2") == {"0103"}
    game.do("overrun A2 0103")
    assert at(game, "A2") == ["0103"]
    weak = baltic(at={"A2": "0302", "S3": "0103"}, away="A1")
    assert "0103" not in places(weak, "overrun", "A1")


@pytest.mark.clause("R41-E.2-b")
def test_41_e_2_attacks_over_them_have_half_their_strength():
    assert attackers(baltic(STRIKE), "0303", "A1") == [(3, "A1 attacks, halved over the water")]
    assert attackers(baltic(STRIKE), "0103", "A2") == [(3, "A2 attacks, halved over the water")]
    assert refusal(baltic(STRIKE), "attack 0304").rule == "europa_41:attack/target"  # nobody stands beside it


@pytest.mark.clause("R41-E.2-c")
def test_41_e_2_supply_crosses_them():
    game = baltic(at={"A1": "0304"}, away="S1 S2", given={"Axis": "0303 0304"})
    assert supplied(game, "A1")


@pytest.mark.clause("R41-E.2-c")
def test_41_e_2_an_enemy_on_the_only_way_cuts_the_line():
    game = baltic(at={"A1": "0304", "S2": "0303"}, away="S1", given={"Axis": "0304"})
    assert not supplied(game, "A1")


@pytest.mark.clause("R41-E.1-d")
@pytest.mark.clause("R41-E.2-c")
def test_41_e_2_but_not_the_open_sea():
    game = baltic(at={"A1": "0304", "S1": "0303", "S3": "0103"}, away="S2", given={"Axis": "0304"})
    assert not supplied(game, "A1")  # both sounds are shut by small units, which watch nothing around them


@pytest.mark.clause("R41-E.1-b")
@pytest.mark.clause("R41-E.2-a")
def test_41_e_2_overruns_are_halved_over_the_water_and_only_there():
    def halved(game: Game, unit: str, here: str, there: str) -> bool:
        rule, place = game.setup.book.settled["halved in an overrun"], game.board.at
        return bool(rule.function(game.state, game.setup.unit(unit), place(here), place(there)))

    assert halved(kerch(), "A2", "3526", "3525")
    assert halved(baltic(), "A1", "0302", "0303")
    assert not halved(kerch(), "A2", "3527", "3526")
    assert not halved(baltic(), "A1", "0302", "0301")


def test_ships_sail_through_the_sounds():
    assert {"0304", "0403"} <= places(baltic(SOVIET), "move", "NS")


# --- 41.E.3 · Kronshtadt --------------------------------------------------------------------------


def kronshtadt(*phases: str, **more: Any) -> Game:
    return board("41.E.3", *(phases or (AXIS,)), **more)


@pytest.mark.clause("R41-E.3-a")
def test_41_e_3_who_enters_0832_from_land_owns_all_of_it():
    game = kronshtadt(away="S2")
    assert owner(game, "0832") == "Soviet"
    game.do("move A1 0832")
    assert owner(game, "0832") == "Axis"
    assert "Axis now owns 2A:0832" in tell(game)


@pytest.mark.clause("R41-E.3-b")
def test_41_e_3_the_soviets_cross_to_leningrad_while_they_own_both():
    assert cost(kronshtadt(SOVIET), "S1", "0832") == "3"
    assert cost(kronshtadt(SOVIET, given={"Axis": "0832"}, away="S2"), "S1", "0832") == "none"
    assert step(kronshtadt(AXIS, given={"Axis": "0832 0831"}, at={"A1": "0832"}, away="S1 S2"), "A1", "0831") is None
    assert step(kronshtadt(SOVIET), "S1", "0832") == 6


@pytest.mark.clause("R41-E.3-b")
def test_41_e_3_attacks_over_that_side_are_soviet_and_halved_or_none():
    assert force(kronshtadt(at={"A1": "0832"}, given={"Axis": "0832"}, away="S2"), "A1", "0831") == "none"
    assert force(kronshtadt(given={"Axis": "0832"}, at={"A1": "0832"}, away="S2"), "S1", "0832") == "none"
    ours = kronshtadt("Soviet combat", at={"A1": "0832"}, away="S2")
    assert attackers(ours, "0832", "S1") == [(2, "S1 attacks, halved over the water")]


# --- 41.E.4 and 41.E.5 · The Sivash and the Sea of Azov ---------------------------------------------


@pytest.mark.clause("R41-E.4-a")
@pytest.mark.parametrize(("ship", "phase", "hex_"), [("F1", SOVIET, "2929"), ("F1", SOVIET, "3029"),
                                                     ("NA", AXIS, "3130"), ("NA", AXIS, "3029")])  # fmt: skip
def test_41_e_4_no_ship_enters_the_line(ship, phase, hex_):
    assert refusal(board("41.E.4", phase), f"move {ship} {hex_}").rule == "europa_41:41.E.4/sail"


@pytest.mark.clause("R41-E.4-a")
def test_41_e_4_the_line_is_that_of_the_ruling_and_no_bar_on_foot():
    game = board("41.E.4", SOVIET, away="A1")
    assert {game.board.places[p][3:] for p in game.board.having("sivash")} == {"2929", "3029", "3130", "3230"}
    assert "4A:3028" in places(game, "move", "F1")
    assert {"4A:3030", "4A:2929"} <= places(game, "move", "S1")


@pytest.mark.clause("R41-E.5-a")
def test_41_e_5_a_flotilla_enters_every_all_sea_hex_of_azov_and_no_other():
    game = board("41.E.5", SOVIET)
    azov = {game.board.places[place] for place in game.board.having("azov")}
    assert azov <= places(game, "move", "F1")
    assert refusal(game, "move F2 3626").rule == "europa_41:naval/flotilla"
    assert "4A:3526" in places(game, "move", "F2")  # along the coast


# --- 41.E.6 · The Vuoksa --------------------------------------------------------------------------


def vuoksa(*phases: str, **more: Any) -> Game:
    return board("41.E.6", *(phases or (SOVIET,)), **more)


@pytest.mark.clause("R41-E.6-a")
def test_41_e_6_the_two_lakes_never_freeze_and_another_does():
    assert step(vuoksa(), "S3", "4615") is None
    assert step(vuoksa(), "S4", "4615") == 2
    assert step(vuoksa(frost=False), "S4", "4615") is None


@pytest.mark.clause("R41-E.6-a")
@pytest.mark.clause("R41-E.6-b")
def test_41_e_6_the_river_costs_what_an_open_minor_river_does():
    game = vuoksa(away="F1")
    assert cost(game, "S2", "4416") == "3"  # woods, and one for the river
    assert cost(vuoksa(away="F1", at={"S2": "4416"}), "S2", "4417") == "2"  # the side stream is frozen
    assert cost(vuoksa(away="F1", at={"S2": "4416"}, frost=False), "S2", "4417") == "3"
    assert cost(game, "S1", "4416") == "1"  # infantry crosses a minor river for nothing


# --- 41.F · Leaving the map -----------------------------------------------------------------------


def edge(*phases: str, **more: Any) -> Game:
    return board("41.F", *(phases or (SOVIET,)), **more)


@pytest.mark.clause("R41-F-a")
def test_41_f_soviets_leave_by_the_west_edge():
    game = edge()
    assert places(game, "leave", "S1") >= {"0104"}
    assert refusal(game, "leave S1 0803").rule == "europa_41:41.F/where"
    assert "0404" in places(game, "leave", "S4")


@pytest.mark.clause("R41-F-b")
def test_41_f_axis_units_leave_by_the_south_edge_in_iran():
    game = edge(AXIS)
    assert places(game, "leave", "A1") == {"0802", "0803"}
    assert "0802" in places(game, "leave", "A2")
    assert refusal(game, "leave A3 0204").rule == "europa_41:41.F/where"


@pytest.mark.clause("R41-F-a")
@pytest.mark.clause("R41-F-b")
def test_41_f_the_country_decides_and_not_the_edge_alone():
    game = edge(AXIS, away="S4", at={"A1": "0803"})
    assert "0804" in places(game, "move", "A1")
    said = refusal(game, "leave A1 0804")  # the south edge, but in Turkey
    assert said.rule == "europa_41:41.F/where"
    assert said.text == "A1 may not leave the map from 0804: Axis units leave it by the south edge in Iran"
    assert len(game.can("leave A1 0804").reasons) == 1  # it has the points, and nobody says otherwise


@pytest.mark.clause("R41-F-c")
def test_41_f_only_in_supply_and_not_isolated():
    game = edge()
    said = refusal(game, "leave S3 0304")
    assert (said.rule, said.text) == ("europa_41:41.F/supply", "S3 is out of supply")
    alone = edge(away="S1 S3", at={"A3": "0203", "A1": "0304", "A2": "0104"})
    assert refusal(alone, "leave S2 0204").text == "S2 is isolated"


@pytest.mark.clause("R41-F-d")
def test_41_f_a_unit_that_has_moved_in_this_phase_does_not_leave_any_more():
    game = edge()
    game.do("move S4 0403")
    assert refusal(game, "leave S4 0404").rule == "europa_41:41.F/who"
    assert refusal(edge("Soviet combat"), "leave S4 0404")


@pytest.mark.clause("R41-F-e")
def test_41_f_leaving_costs_the_edge_hex_once_more():
    game = edge(AXIS)
    game.do("leave A2 0802")
    assert "A2 leaves for 2 points" in tell(game)
    assert "A2 marches from 0703 to 0802" in tell(game)
    assert game.unit("A2").place == ""
    swamp = edge()
    swamp.do("leave S2 0204")
    assert "S2 leaves for 2 points" in tell(swamp)
    tired: dict[str, Any] = {
        "at": {"S2": "0103"},
        "slowed": [1],
    }  # three points: enough to enter, not to leave
    assert "0204" in places(edge(**tired), "move", "S2")
    assert "0204" not in places(edge(**tired), "leave", "S2")


@pytest.mark.clause("R41-F-f")
@pytest.mark.clause("R41-F-g")
def test_41_f_printed_attack_strengths_are_totalled_in_two_totals():
    game = edge()
    for order in ("leave S1 0104", "leave S2 0204", "leave S4 0404"):
        game.do(order)
    assert total_of(game.state, 0, "in Greater Germany") == 13
    assert total_of(game.state, 0, "south of Greater Germany") == 6
    assert "in Greater Germany: 13 attack strength in all" in tell(game)
    axis = edge(AXIS)
    axis.do("leave A1 0802")
    assert total_of(axis.state, 1, "in Iran") == 5
