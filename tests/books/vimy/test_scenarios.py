"""The scenarios of Vimy Ridge, and what a scenario can say."""

import re
from collections import Counter
from typing import Any

import pytest

import fmbook as fm
from fmbook.books.vimy import VIMY
from fmbook.components.scenarios import Scenario, TrackForm, UnitForm, load_scenario, setup_of
from fmbook.components.setup import Setup
from fmbook.core import data
from fmbook.core.errors import DataError, NoSuchName
from fmbook.core.state import State
from fmbook.geometry.boardfile import load_board

BOARD = load_board("vimy/board.toml")
TRACK = data.load(TrackForm, "vimy/track.toml")
SCENARIOS = ("battle", "first_morning", "free", "hill_145")


def start(scenario: str = "battle") -> State:
    return fm.new_game("vimy", scenario).state


def built(form: Scenario) -> Setup:
    return setup_of(form, "vimy", "a-test", VIMY)


# --- scenarios ----------------------------------------------------------------------------------------------


def test_there_are_four_scenarios():
    assert tuple(sorted(fm.scenarios("vimy"))) == SCENARIOS


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_opens_and_its_first_orders_are_legal(scenario):
    game = fm.new_game("vimy", scenario)
    form = load_scenario("vimy", scenario)
    assert (game.turn, form.sides) == (form.from_turn, ("Allied", "German"))
    assert form.try_this
    for order in form.try_this:
        game.do(order)


@pytest.mark.clause("VR-11.1-5")
@pytest.mark.parametrize("scenario", ["battle", "free"])
def test_four_aircraft_wait_beside_the_map(scenario):
    state = start(scenario)
    assert state.facts["aircraft"] == 4
    assert not state.facts.get("flights")
    assert fm.new_game("vimy", "battle").can("fly 2740")


def test_the_battle_is_set_up_as_in_history_and_the_free_one_not_at_all():
    assert len(fm.new_game("vimy", "battle").units()) == 66
    assert fm.new_game("vimy", "free").units() == ()
    assert "free-set-up" in load_scenario("vimy", "free").options
    assert {load_scenario("vimy", name).goal["kind"] for name in ("battle", "free")} == {"victory points"}


@pytest.mark.parametrize(("scenario", "units", "turns"), [("first_morning", 14, 2), ("hill_145", 15, 2)])
def test_the_short_ones_are_short_and_say_that_they_are_ours(scenario, units, turns):
    form, game = load_scenario("vimy", scenario), fm.new_game("vimy", scenario)
    assert form.provenance == data.load(TrackForm, form.track).provenance == "ours"
    assert form.because
    assert len(game.units()) == units
    assert form.turns - form.from_turn + 1 == turns
    assert form.goal["kind"] == "hold"
    assert all(BOARD.at(place) in BOARD.having("german_setup") for place in form.goal["hexes"])
    assert not any(game.units(at=place, side="Allied") for place in form.goal["hexes"])


@pytest.mark.parametrize("scenario", ["first_morning", "hill_145"])
def test_the_track_of_a_short_one_has_a_box_for_each_of_its_turns(scenario):
    form = load_scenario("vimy", scenario)
    boxes = data.load(TrackForm, form.track).turn
    assert [box.number for box in boxes] == list(range(form.from_turn, form.turns + 1))
    for box in boxes:
        whole = TRACK.turn[box.number - 1]
        assert (box.name, box.night) == (whole.name, whole.night)
        assert all(
            ours < all_ for ours, all_ in zip(box.numbers["bombardment"], whole.numbers["bombardment"], strict=True)
        )


def test_the_first_morning_is_the_front_of_one_division():
    groups = Counter(unit.group for unit in fm.new_game("vimy", "first_morning").units())
    assert groups == {"3_Cdn": 9, "79_Res": 5}
    assert all("sector 3" in BOARD.features[BOARD.at(u.place)] for u in fm.new_game("vimy", "first_morning").units())


def test_hill_145_finds_the_fourth_division_worn_down():
    units = fm.new_game("vimy", "hill_145").units()
    assert {unit.group for unit in units if unit.side == "Allied"} == {"4_Cdn"}
    assert {unit.id for unit in units if unit.side == "Allied" and unit.full} == {"44", "50", "85", "38", "78", "72"}
    assert len({unit.place for unit in units}) == len(units)


def test_nobody_stands_where_he_could_not():
    for scenario in SCENARIOS:
        places = [BOARD.at(unit.place) for unit in fm.new_game("vimy", scenario).units()]
        assert not set(places) & BOARD.having("north_of_river")


def test_every_scenario_tells_a_player_what_to_try():
    for scenario in SCENARIOS:
        says = " ".join(load_scenario("vimy", scenario).says.split())
        assert 200 < len(says) < 700, scenario
        assert re.search(r"As the (Allied side|Allies|German side)", says), scenario


# --- what scenarios can say ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "value"), [("take", ("5_Cdn",)), ("at", {"99": "1534"}), ("depleted", ("99",))])
def test_a_unit_or_group_that_the_order_of_battle_lacks_is_named(key, value):
    form = load_scenario("vimy", "battle")
    setattr(form, key, value)
    with pytest.raises(DataError, match="no unit or group") as caught:
        built(form)
    assert caught.value.path == f"$.{key}"


def test_a_whole_group_is_placed_at_once_and_a_unit_goes_before_its_group():
    form = load_scenario("vimy", "first_morning")
    form.at, form.depleted = {"3_Cdn": "", "PP": "3335"}, ("PP",)
    units: tuple[UnitForm, ...] = built(form).data["form"].unit
    canadians = [unit for unit in units if unit.group == "3_Cdn"]
    assert {unit.at for unit in canadians if unit.id != "PP"} == {""}
    assert [(unit.at, unit.now) for unit in canadians if unit.id == "PP"] == [("3335", 1)]


def test_a_track_that_deals_out_more_than_there_is_is_refused(monkeypatch, tmp_path):
    (tmp_path / "track.toml").write_text(
        'provenance = "ours"\nsource = "a test"\nstock = { shells = 5 }\n'
        '[[turn]]\nnumber = 1\nname = "one"\nnumbers = { shells = [3, 2] }\n'
        '[[turn]]\nnumber = 2\nname = "two"\nnumbers = { shells = [3, 3] }\n',
        encoding="utf-8",
    )
    original = data.load

    def load(type_: Any, name: str, **more: Any) -> Any:
        return original(type_, name, root=tmp_path) if name == "track.toml" else original(type_, name, **more)

    monkeypatch.setattr(data, "load", load)
    form = load_scenario("vimy", "battle")
    form.track = "track.toml"
    with pytest.raises(DataError, match="no more than 5 in all") as caught:
        built(form)
    assert caught.value.path == "$.turn[1].numbers.shells"


def test_an_unknown_scenario_is_named_with_its_neighbours():
    with pytest.raises(NoSuchName, match="hill_145"):
        load_scenario("vimy", "hill_135")
