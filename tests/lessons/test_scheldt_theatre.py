"""The real ground under the board of the Scheldt, and what happened on it, dated and sourced."""

import json
import re
from itertools import pairwise

import pytest

import fmbook as fm
from fmbook.core.data import data_root
from fmbook.geometry.boardfile import load_board
from fmbook.lessons.historyfile import history
from fmbook.lessons.theatre import load_theatre
from fmbook.widgets.maps.theatre import theatre as shown

SCHELDT = load_theatre("scheldt")
MEASURED = [place for place in SCHELDT.plan.place if place.measured]
GROUND = (data_root() / SCHELDT.plan.ground).read_text(encoding="utf-8")
TOLD = history("scheldt")
BOARD = load_board("scheldt/board.toml")


# --- the fit --------------------------------------------------------------------------------------------


def test_what_was_measured_lies_within_the_stated_error():
    assert len(MEASURED) == 8
    assert max(map(SCHELDT.off, MEASURED)) <= SCHELDT.plan.error.metres < SCHELDT.fit.metres


def test_the_text_tells_the_error_as_it_is():
    least, most = (round(value(map(SCHELDT.off, MEASURED))) for value in (min, max))
    told = [int(number) for number in re.findall(r"(\d+) to (\d+) metres", SCHELDT.plan.error.text)[0]]
    assert told == pytest.approx([least, most], abs=1)


@pytest.mark.parametrize("place", SCHELDT.plan.place, ids=lambda place: place.name)
def test_every_place_lies_in_its_hex_or_next_door(place):
    there = SCHELDT.hex_at(*place.at)
    assert BOARD.distance(BOARD.at(place.hex), BOARD.at(there)) <= 1


def test_every_hex_leads_to_the_ground_and_back_though_the_board_is_pressed_and_leans():
    assert [SCHELDT.hex_at(*SCHELDT.where(name)) for name in BOARD.places] == list(BOARD.places)
    (north, west), (south, east) = SCHELDT.where("1930"), SCHELDT.where("2130")
    assert (north - south) * 111_195 == pytest.approx(3782, abs=10)  # two rows of 1.89 km
    assert east > west


# --- what is on it ----------------------------------------------------------------------------------------


def test_the_bundled_ground_is_light_sound_and_says_whose_it_is():
    ground = json.loads(GROUND)
    assert len(GROUND) <= 50_000
    assert ground["licence"] == "ODbL 1.0"
    for feature in ground["features"]:
        source, kind = feature["properties"]["source"], feature["geometry"]["type"]
        assert source
        assert ("OpenStreetMap" in source) == (feature["properties"]["kind"] == "land")
        for ring in feature["geometry"]["coordinates"] if kind == "Polygon" else ():
            assert ring[0] == ring[-1]
    assert "OpenStreetMap contributors, ODbL" in SCHELDT.plan.credit[0].text


def test_the_front_is_dated_and_runs_over_land():
    assert [moment.when for moment in SCHELDT.plan.moment] == [
        *("2 October", "9 October", "16 October", "24 October", "1 November", "6 November")
    ]
    sea = BOARD.having("sea")
    for moment in SCHELDT.plan.moment:
        assert moment.says
        assert moment.source
        assert SCHELDT.front(moment)
        for line in moment.front.split("/"):
            hexes = [BOARD.at(name) for name in line.split()]
            assert not sea & set(hexes)
            assert all(BOARD.distance(a, b) <= 2 for a, b in pairwise(hexes))


def test_the_four_breaches_of_walcheren_are_marked():
    breaches = [place for place in SCHELDT.plan.place if place.kind == "breach"]
    assert {place.name for place in breaches} == {"Westkapelle", "Nolle", "Rammekens", "Veere"}
    assert all(BOARD.at(place.hex) in BOARD.having("walcheren") for place in breaches)


def test_the_slider_moves_the_front_and_a_click_names_the_hex():
    page = shown("scheldt")
    before = len(page._front.data["features"])
    page.at(5)
    assert len(page._front.data["features"]) == before + 5
    page._on_interaction(type="click", coordinates=[51.3358, 3.8278])
    assert page.clicked == "2736"
    assert page._shell.says.startswith("2736 Terneuzen: ")


# --- what happened --------------------------------------------------------------------------------------------


def test_every_event_is_dated_sourced_and_in_order():
    assert [event.turn for event in TOLD.event] == sorted(event.turn for event in TOLD.event)
    assert {event.turn for event in TOLD.event} == set(range(1, 21))
    for event in TOLD.event:
        assert re.search(r"October|November", event.when)
        assert event.says.endswith(".")
        assert set(event.source.split(", ")) <= TOLD.sources.keys()


def test_every_event_lies_in_the_two_days_of_its_turn():
    for event in TOLD.event[:-1]:
        days = [int(day) for day in re.findall(r"\b(\d+)(?:(?= and)|(?= October)|(?= November))", event.when)]
        offset = 31 if "November" in event.when else 0
        assert {(day + offset) // 2 for day in days} == {event.turn}, event.when


def test_every_source_is_used():
    used = {key for said in (*(event.source for event in TOLD.event), TOLD.cost.source) for key in said.split(", ")}
    assert used == TOLD.sources.keys()


def test_every_place_is_on_the_board_and_falls_in_a_turn_that_tells_of_it():
    for place in TOLD.place:
        assert place.on(BOARD)
        said = " ".join(event.says for event in TOLD.event if event.turn == place.turn)
        assert place.name in said, place.name


def test_the_slips_of_the_booklet_are_not_repeated():
    walcheren = [event.says for event in TOLD.event if event.turn >= 16]
    assert any("No. 4 Commando" in says and "155th Brigade" in says for says in walcheren)
    assert not any("49th" in says for says in walcheren)
    assert TOLD.event[0].when == "2 October"
    assert not any("247" in event.says or "15th" in event.says for event in TOLD.event)


# --- a game of a part beside history ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "places"),
    [
        ("braakman", ["Hoofdplaat"]),  # cleared a turn after the end of this game; it is what the game is about
        ("breskens", ["Hoofdplaat", "Breskens"]),  # Woensdrecht was due, and is on the other side of the river
        ("isthmus", ["Woensdrecht"]),
        ("walcheren", ["Flushing", "Middelburg"]),  # the Causeway is held as it begins
    ],
)
def test_a_part_of_the_campaign_is_compared_by_the_places_that_it_is_about(part, places):
    told = fm.compare(fm.new_game("scheldt", part))
    assert [name for name, _, _ in told.falls] == places
    assert ("First Allies at" in told._repr_html_()) == ("First reached" in str(told)) == bool(places)


@pytest.mark.parametrize("part", ["braakman", "breskens", "isthmus", "walcheren"])
def test_the_road_to_schore_is_counted_where_the_game_is_about_it(part):
    game = fm.new_game("scheldt", part)
    game.do("end-phase")
    assert ("road hexes" in fm.compare(game).rows[0].here) == (part == "isthmus")


def test_the_braakman_says_that_hoofdplaat_fell():
    game = fm.new_game("scheldt", "braakman")
    fm.play_out(game, {"Allied": "greedy", "German": "greedy"}, seed=2)
    told = fm.compare(game)
    assert told.falls == (("Hoofdplaat", 6, 4),)
    assert "The Allies stand at Hoofdplaat, 2 turns early." in told.rows[0].here
    assert told.aims == (
        "2540 Hoofdplaat: held, first reached in turn 4.",
        "2739 Biervliet: held, first reached in turn 4.",
    )


def test_ground_that_is_to_be_cleared_is_told_by_who_still_stands_there():
    game = fm.new_game("scheldt", "breskens")
    game.do("end-phase")
    (aim,) = fm.compare(game).aims
    assert aim.startswith("The enemy still stands at 2642 Schoondike")


def test_the_whole_campaign_is_compared_by_all_places():
    assert [name for name, _, _ in fm.compare(fm.new_game("scheldt")).falls] == [place.name for place in TOLD.place]
