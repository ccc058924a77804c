"""The scenarios of Eben-Emael: they open, their first orders are legal, opponents play them."""

import pytest

import fmbook as fm
from fmbook.books.cards import book
from fmbook.components.scenarios import MarkersForm, UnitsForm, load_scenario
from fmbook.core import data
from tests.tools.eben_positions import historical

SCENARIOS = ("first_minutes", "full_readiness", "historical")


def test_there_are_three_scenarios_and_one_is_ours():
    assert fm.scenarios("eben_emael") == SCENARIOS
    words = {name: load_scenario("eben_emael", name).provenance for name in SCENARIOS}
    assert words == {"first_minutes": "ours", "full_readiness": "printed", "historical": "printed"}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_opens_and_its_first_orders_are_legal(scenario):
    game = historical(1917, scenario)
    form = load_scenario("eben_emael", scenario)
    assert form.sides == ("German", "Belgian")
    assert form.try_this
    for order in form.try_this:
        game.do(order)


def test_the_first_minutes_open_with_nine_gliders_down_where_they_came_down():
    game = historical(1, "first_minutes")
    squads = {unit.id: unit.place for unit in game.units(side="German")}
    assert len(squads) == 9
    landed = sorted(game.board.places[place] for place in _landed(game))
    assert landed == sorted(squads.values())
    assert game.state.facts["lost"] == (15, 0)
    assert not {"G2", "G11"} & set(squads)


def _landed(game: fm.Game) -> tuple[int, ...]:
    return tuple(game.board.at(place) for place in game.state.facts["landed"])


def test_658_men_are_in_the_fort_in_every_scenario():
    for scenario in SCENARIOS:
        game = historical(1, scenario)
        garrisons = sum(unit.steps for unit in game.units(side="Belgian") if unit.kind == "garrison")
        assert game.state.facts["below"] + garrisons == 658 == 2 * 329


def test_85_soldiers_18_charges_and_4_flamethrowers_are_in_the_gliders():
    squads = [unit for unit in data.load(UnitsForm, "eben_emael/units.toml").unit if unit.group == "gliders"]
    assert [unit.steps for unit in squads] == [8] * 8 + [7] * 3
    assert sum(unit.also.get("charges", 0) for unit in squads) == 18
    assert sum(unit.also.get("flames", 0) for unit in squads) == 4
    assert sum("mg" in unit.traits for unit in squads) == 6


def test_every_work_with_machine_guns_has_their_counter_with_its_column():
    board = historical().board
    guns = {
        unit.at: unit.also["fire"] for unit in data.load(UnitsForm, "eben_emael/units.toml").unit if "fire" in unit.also
    }
    assert guns == {board.places[place]: column for place, column in board.numbers["mg"].items()}
    assert {board.places[place] for place in board.fields} == set(guns)


def test_guns_print_16_and_lighter_weapons_say_that_theirs_is_ours():
    weapons = [unit for unit in data.load(UnitsForm, "eben_emael/units.toml").unit if "strength" in unit.also]
    assert {unit.also["strength"] for unit in weapons if unit.kind == "gun"} == {16}
    assert all(unit.note and not unit.provenance for unit in weapons if unit.kind != "gun")


def test_special_actions_cite_their_clauses_and_name_what_is_on_the_board():
    board, units = historical().board, {unit.id for unit in historical().state.setup.units}
    for marker in data.load(MarkersForm, "eben_emael/actions.toml").marker:
        assert marker.clause in book("eben_emael").clauses
        assert all(place in board.places for place in marker.where)
        assert set(marker.brings) <= units
        assert marker.side in ("German", "Belgian")


def test_a_general_counterattack_has_a_unit_for_each_door():
    setup = historical().state.setup
    marker = next(each for each in setup.data["cup"] if each.name == "counter-all")
    doors = [place for name in marker.brings for place in setup.unit(name).entry]
    assert sorted(doors) == sorted(setup.board.having("exit"))


def test_both_readings_of_the_worked_example_stand_on_its_card():
    ruling = next(each for each in fm.rule("eben_emael:4.2").rulings if "(C1)" in each.because)
    assert ("13" in ruling.choice, "14" in ruling.other) == (True, True)


def test_hist_greedy_germans_do_better_than_random_ones():
    def points(german: str, seed: int) -> int:
        game = fm.new_game("eben_emael", "first_minutes", seed)
        outcome = fm.play_out(game, {"German": german, "Belgian": "greedy"}).outcome
        return int(outcome.text.split()[3]) if outcome and "hold" in outcome.text else 0

    greedy, random = (sum(points(name, seed) for seed in range(3)) for name in ("greedy", "random"))
    assert greedy > random


@pytest.mark.parametrize("scenario", ["historical", "full_readiness"])
def test_orders_drawn_by_lot_lose_on_either_side_most_of_the_time(scenario):
    def lost_by_lot(lot: str) -> int:
        players = {side: "random" if side == lot else "greedy" for side in ("German", "Belgian")}
        ends = (fm.play_out(fm.new_game("eben_emael", scenario, seed), players).outcome for seed in range(6))
        return sum(end is not None and end.winner != lot for end in ends)

    assert lost_by_lot("German") == 6
    assert lost_by_lot("Belgian") >= 4
