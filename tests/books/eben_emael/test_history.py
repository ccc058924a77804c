"""The fort on the real ground and in May 1940: dated, sourced, and no better known than it says."""

import json
import re

import pytest

import fmbook as fm
from fmbook.core.data import data_root
from fmbook.geometry.boardfile import load_board
from fmbook.lessons.historyfile import history
from fmbook.lessons.theatre import load_theatre
from fmbook.widgets import theme
from fmbook.widgets.maps.theatre import theatre as shown
from fmbook.widgets.page import guard
from tests.tools import draw_fort_theatre

FORT = load_theatre("eben_emael")
TOLD = history("eben_emael")
GROUND = (data_root() / FORT.plan.ground).read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def _errors_come_through(monkeypatch):
    monkeypatch.setattr(guard, "RERAISE", True)


# --- on the ground --------------------------------------------------------------------------------------


def test_mi_sud_lies_where_it_was_published():
    [measured] = [place for place in FORT.plan.place if place.measured]
    assert (measured.name, measured.hex, measured.at) == ("Mi-Sud", "S05", (50.798436, 5.678873))
    assert FORT.off(measured) < 10


def test_every_place_lies_in_its_sector():
    for place in FORT.plan.place:
        if place.hex:
            assert FORT.hex_at(*place.at) == place.hex
            assert FORT.off(place) <= FORT.plan.error.metres


def test_the_error_is_stated_and_nothing_is_called_measured_that_was_not():
    assert FORT.plan.error.metres == 100
    assert "100 metres" in FORT.plan.error.text
    assert "not seen" in FORT.plan.error.text
    assert FORT.plan.provenance == "reconstructed"


def test_every_sector_leads_to_the_ground_and_back():
    assert [FORT.hex_at(*FORT.where(name)) for name in FORT.board.places] == list(FORT.board.places)


def test_sectors_that_share_a_border_share_it_on_the_ground_too():
    for a, b in FORT.board.links():
        one, other = (set(map(tuple, FORT.outline(FORT.board.name(place)))) for place in (a, b))
        assert len(one & other) >= 2


def test_the_bundled_ground_is_what_the_board_gives():
    assert draw_fort_theatre.drawn(FORT) == GROUND, "run python tests/tools/draw_fort_theatre.py"
    assert len(GROUND) < 20_000
    for feature in json.loads(GROUND)["features"]:
        shape = feature["geometry"]
        rings = [ring for piece in shape["coordinates"] for ring in piece] if shape["type"] == "MultiPolygon" else []
        assert all(ring[0] == ring[-1] for ring in rings)
        assert feature["properties"]["source"]


def test_the_map_names_a_sector_and_speaks_of_sectors():
    ground = shown("eben_emael")
    assert "names the sector" in ground._shell.says
    assert ground._slider.description == "When"
    ground._on_interaction(type="click", coordinates=[50.798436, 5.678873])
    assert ground.clicked == "S05"
    assert ground._shell.says.startswith("S05 Mi-Sud: bunker, a door for the garrison.")
    assert "hex" not in str(FORT)
    assert "hex" not in ground.svg()
    assert len(ground.svg()) < 40_000


def test_a_game_stands_on_the_ground_without_its_weapons():
    game = fm.new_game("eben_emael", "first_minutes")
    marks = shown("eben_emael", game)._units.data["features"]
    assert len(marks) == len([unit for unit in game.units() if unit.kind not in theme.CHIPS]) > 8


# --- in 1940 ---------------------------------------------------------------------------------------------


def test_every_event_is_dated_sourced_and_in_order():
    assert [event.turn for event in TOLD.event] == sorted(event.turn for event in TOLD.event)
    for event in TOLD.event:
        assert 1 <= event.turn <= 15
        assert event.says.endswith(".")


def test_every_source_is_used():
    used = {key for said in (*(event.source for event in TOLD.event), TOLD.cost.source) for key in said.split(", ")}
    assert used == TOLD.sources.keys()


def test_every_place_is_on_the_board_and_falls_in_a_turn_that_tells_of_it():
    board = load_board("eben_emael/board.toml")
    for place in TOLD.place:
        [sector] = place.on(board)
        assert board.labels[sector] == place.name
        said = " ".join(
            event.says for event in TOLD.event if event.turn in (place.turn, place.turn + 1) or not place.turn
        )
        assert place.name.split(",")[0].removeprefix("Bloc 5 with ") in said, place.name


def test_the_errors_of_the_booklet_are_not_repeated():
    told = " ".join(event.says for event in TOLD.event)
    assert "twelve" not in told
    assert re.search(r"Nine gliders .* Two of eleven", told)
    assert "05:40" not in told  # the booklet's hour is German time


def test_the_front_page_of_the_ground_and_the_history_agree():
    moments = " ".join(moment.says for moment in FORT.plan.moment)
    for word in ("71 men", "Wenzel", "twenty shots", "Two of eleven", "sheet"):
        assert word in moments
        assert word.split()[0].lower() in " ".join(event.says for event in TOLD.event).lower()


# --- after a game ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_game_that_was_played_is_laid_beside_history_and_debriefed(seed):
    game = fm.new_game("eben_emael", "first_minutes", seed=seed)
    fm.play_out(game, {"German": "greedy", "Belgian": "greedy"}, seed=seed)
    assert game.outcome
    told = fm.compare(game)
    assert [row.turn for row in told.rows] == [1, 2, 3]
    assert ("Maastricht 2", 1, 1) in told.falls
    page = str(fm.debrief(game))
    assert game.outcome.text in page
    assert "Turn 3" in page


def test_the_throw_of_a_gun_is_not_taken_for_that_of_the_assault():
    game = fm.new_game("eben_emael", "full_readiness", seed=5)
    fm.play_out(game, {"German": "random", "Belgian": "greedy"}, seed=5)
    fired = [step for step in game.steps if step.order and step.order.verb == "fire"]
    assert fired
    assert all("fires into" not in throw.text for throw in fm.debrief(game).throws)


def test_works_that_fell_alike_are_told_in_one_sentence_and_a_point_is_a_man():
    game = fm.new_game("eben_emael", "first_minutes", seed=1)
    fm.play_out(game, {"German": "greedy", "Belgian": "greedy"}, seed=1)
    told = fm.compare(game)
    assert told.rows[0].here.count("The Germans stand at ") == 1
    assert "Maastricht 2, Maastricht 1, Mi-Nord" in told.rows[0].here
    assert re.search(
        r"The Germans lost \d+ men, the Belgians \d+ men\. Here a strength point is a man\.", told.costs[1]
    )
