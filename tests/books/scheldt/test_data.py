"""Order of battle, track, charts and scenarios of the Scheldt."""

import pytest

import fmbook as fm
from fmbook.components.scenarios import TerrainForm, TrackForm, UnitsForm, load_scenario, scenario_names
from fmbook.components.tablefile import load_tables
from fmbook.components.tables import DifferentialTable
from fmbook.core import data

CRT = load_tables("scheldt/tables.toml")["crt"]
assert isinstance(CRT, DifferentialTable)
TRACK = data.load(TrackForm, "scheldt/track.toml")
UNITS = data.load(UnitsForm, "scheldt/units.toml").unit
ROWS = {
    "beach_assault": -1, "docks": -2, "city": -3, "canal": -3, "causeway": -3, "flooded": -4, "inlet": -4, "clear": -5,
}  # fmt: skip
SCENARIOS = ("braakman", "breskens", "campaign", "causeway", "free", "isthmus", "walcheren")


# --- units and track ---------------------------------------------------------------------------------


def test_there_are_twenty_german_and_twenty_five_allied_units():
    sides = [unit.side for unit in UNITS]
    assert (sides.count("German"), sides.count("Allied")) == (20, 25)
    assert all(unit.steps == 2 for unit in UNITS)


def test_mobile_are_the_assault_guns_and_two_brigades_and_two_units_are_engineers():
    assert {unit.id for unit in UNITS if "mobile" in unit.traits} == {"1AG", "2AG", "3AG", "4AG", "10/1", "4/4"}
    assert {unit.id for unit in UNITS if "engineer" in unit.traits} == {"2Eng", "3Eng"}


def test_the_track_has_twenty_turns_of_two_days():
    assert [box.number for box in TRACK.turn] == list(range(1, 21))
    assert (TRACK.turn[0].name, TRACK.turn[3].name, TRACK.turn[-1].name) == (
        "2 to 3 October",
        "8 to 9 October",
        "9 to 10 November",
    )
    assert all(box.because for box in TRACK.turn)


def test_the_pools_hold_what_the_track_deals_and_the_special_markers_are_the_strongest():
    support = load_scenario("scheldt", "campaign").support
    assert support
    for side, pool in enumerate(support.pools):
        assert max(box.numbers["support"][side] for box in TRACK.turn) <= len(pool)
        assert max(pool) < min(special.value for special in support.special)


# --- charts ---------------------------------------------------------------------------------------------


def test_movement_costs_cover_all_terrain_of_the_board():
    costs, board = data.load(TerrainForm, "scheldt/terrain.toml").movement, fm.new_game("scheldt").board
    assert set(costs.enter) == {"clear", "city", "docks", "flooded", "inlet", "sea"}
    assert all(set(costs.enter) & features for features in board.features)
    assert costs.road == 0.5


@pytest.mark.parametrize(
    ("roll", "results"),
    [
        pytest.param(1, "(A) A3 A2 -- Ex Ex D2 D2 D2 D3 De De", marks=pytest.mark.clause("SC-CRT-d1")),
        pytest.param(2, "(A) (A) A3 A2 -- Ex Ex Ex D2 D2 D3 De", marks=pytest.mark.clause("SC-CRT-d2")),
        pytest.param(3, "(A) (A) (A) A3 A2 -- Ex Ex Ex D2 D2 D3", marks=pytest.mark.clause("SC-CRT-d3")),
        pytest.param(4, "(A) (A) (A) (A) A3 A2 -- Ex Ex Ex D2 D2", marks=pytest.mark.clause("SC-CRT-d4")),
        pytest.param(5, "Ae (A) (A) (A) (A) A3 A2 -- Ex Ex Ex D2", marks=pytest.mark.clause("SC-CRT-d5")),
        pytest.param(6, "Ae Ae (A) (A) (A) (A) (A) A1 -- Ex Ex Ex", marks=pytest.mark.clause("SC-CRT-d6")),
    ],
)
def test_a_line_of_the_combat_table(roll, results):
    for word, first in ROWS.items():
        columns = CRT.columns_of(word)
        assert [CRT.cell(roll, column) for column in columns] == results.split()[: 7 - first]


@pytest.mark.clause("SC-CRT-7", "SC-CRT-8")
@pytest.mark.parametrize("word", ROWS)
def test_every_row_begins_in_the_first_column_pairs_up_and_ends_with_ten(word):
    first = ROWS[word]
    above = [*([n] for n in range(first, 2)), [2, 3], [4, 5], [6, 7], [8, 9], [10, 40]]
    for number, differentials in enumerate(above, start=1):
        assert {CRT.column(50 + n, 50, row=word).number for n in differentials} == {number}
    assert CRT.column(0, 20, row=word).number == 1


# --- scenarios --------------------------------------------------------------------------------------------


def test_there_are_seven_scenarios():
    assert scenario_names("scheldt") == SCENARIOS
    assert fm.new_game("scheldt").header.scenario == "campaign"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_opens_and_its_first_orders_are_legal(scenario):
    game, form = fm.new_game("scheldt", scenario), load_scenario("scheldt", scenario)
    assert (game.turn, form.sides) == (form.from_turn, ("Allied", "German"))
    assert form.try_this
    for order in form.try_this:
        game.do(order)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_track_of_a_scenario_has_all_its_turns(scenario):
    form = load_scenario("scheldt", scenario)
    boxes = {box.number for box in data.load(TrackForm, form.track).turn}
    assert set(range(form.from_turn, form.turns + 1)) <= boxes


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nobody_stands_in_the_sea_or_in_a_flood_where_he_may_not(scenario):
    game = fm.new_game("scheldt", scenario)
    for unit in game.units():
        words = game.board.features[game.board.at(unit.place)]
        assert "sea" not in words
        assert "flooded" not in words or unit.kind != "armour"


def test_the_goal_is_to_clear_the_hexes_where_germans_still_stand():
    [goal] = fm.new_game("scheldt", "walcheren").goals
    assert (goal.side, goal.kind, goal.places) == ("Allied", "clear", ("1741", "2042"))
    [goal] = fm.new_game("scheldt", "causeway").goals
    assert (goal.kind, goal.places) == ("hold", ("1739",))
