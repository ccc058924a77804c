"""The real ground under the board of Vimy: how well it fits, there and back, and no question to any network."""

import asyncio
import json
import re
from dataclasses import replace
from itertools import pairwise
from math import atan2, cos, degrees, radians

import pytest
from msgspec import structs

import fmbook as fm
from fmbook.core.data import data_root
from fmbook.core.errors import NoSuchName
from fmbook.core.orders import Move
from fmbook.geometry.boardfile import load_board
from fmbook.lessons.theatre import Theatre, load_theatre, theatres
from fmbook.widgets.drawing.shapes import Texts
from fmbook.widgets.drawing.svg import to_svg
from fmbook.widgets.drawing.text_size import width_of
from fmbook.widgets.maps import stepping
from fmbook.widgets.maps.groundplan import groundplan
from fmbook.widgets.maps.moments import GLIDER, SHEET, SILENT, news
from fmbook.widgets.maps.theatre import TheatreMap, by_turn
from fmbook.widgets.maps.theatre import theatre as shown
from fmbook.widgets.page import guard
from tests.tools import draw_theatre

VIMY = load_theatre("vimy")
MEASURED = [place for place in VIMY.plan.place if place.measured]
GROUND = (data_root() / VIMY.plan.ground).read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def _errors_come_through(monkeypatch):
    monkeypatch.setattr(guard, "RERAISE", True)


@pytest.fixture
def on_page():
    return shown("vimy")


# --- the fit --------------------------------------------------------------------------------------------


def test_what_was_measured_lies_within_the_stated_error():
    assert len(MEASURED) == 6
    assert max(map(VIMY.off, MEASURED)) <= VIMY.plan.error.metres < 160


def test_the_text_tells_the_error_as_it_is():
    least, most = (round(value(map(VIMY.off, MEASURED))) for value in (min, max))
    told = [int(number) for number in re.findall(r"(\d+) to (\d+) metres", VIMY.plan.error.text)[0]]
    assert told == pytest.approx([least, most], abs=1)


@pytest.mark.parametrize("place", [place for place in VIMY.plan.place if place.hex], ids=lambda place: place.name)
def test_every_place_lies_in_its_hex_or_next_door(place):
    board, here = VIMY.board, VIMY.board.at(place.hex)
    assert board.distance(here, board.at(VIMY.hex_at(*place.at))) <= 1
    assert VIMY.off(place) <= 160


def test_the_fixed_point_is_the_printed_hex():
    assert VIMY.where("1534") == pytest.approx((50.3712, 2.7975))


def test_north_is_up_and_a_hex_is_160_metres():
    (south, west), (north, east) = VIMY.where("1534"), VIMY.where("1535")
    assert (north - south) * 111_195 == pytest.approx(160)
    assert east == pytest.approx(west)
    assert VIMY.where("1434")[1] > VIMY.where("1534")[1]  # files grow to the west


def test_every_hex_leads_to_the_ground_and_back():
    assert [VIMY.hex_at(*VIMY.where(name)) for name in VIMY.board.places] == list(VIMY.board.places)


@pytest.mark.parametrize("turned", [-40.0, 15.0, 90.0])
def test_a_board_may_lie_turned_on_the_ground(turned):
    style = {**VIMY.board.style, "fit": {**VIMY.board.style["fit"], "turned": turned}}
    there = Theatre(VIMY.plan, replace(VIMY.board, style=style))
    for name in ("1534", "2740", "0223", "3346"):
        assert there.hex_at(*there.where(name)) == name
    (lat, lon), (up_lat, up_lon) = there.where("1534"), there.where("1540")
    east, north = (up_lon - lon) * cos(radians(lat)), up_lat - lat
    assert degrees(atan2(east, north)) == pytest.approx(turned, abs=0.1)


def test_beyond_the_board_there_is_no_hex():
    assert VIMY.hex_at(50.30, 2.70) == ""


# --- what is on it ----------------------------------------------------------------------------------------


def test_the_bundled_ground_is_what_the_board_gives():
    assert draw_theatre.drawn(VIMY) == GROUND, "run python tests/tools/draw_theatre.py"


def test_it_is_sound_geojson():
    ground = json.loads(GROUND)
    assert ground["type"] == "FeatureCollection"
    for feature in ground["features"]:
        shape, kind = feature["geometry"], feature["geometry"]["type"]
        rings = [ring for piece in shape["coordinates"] for ring in piece] if kind == "MultiPolygon" else []
        assert all(ring[0] == ring[-1] and len(ring) >= 4 for ring in rings)
        points = [point for ring in rings for point in ring] or shape["coordinates"]
        assert all(2.7 < lon < 2.9 and 50.3 < lat < 50.5 for lon, lat in points)
        assert feature["properties"]["source"]


def test_it_is_light():
    grid = json.dumps(VIMY.grid, separators=(",", ":"))
    assert len(GROUND) <= 50_000
    assert len(GROUND) + len(grid) <= 150_000


def test_no_hexside_is_drawn_twice():
    sides = [frozenset(map(tuple, side)) for line in VIMY.grid for side in pairwise(line)]
    assert len(sides) == len(set(sides))


def test_the_front_runs_from_north_to_south_over_hexes_of_the_board():
    for moment in VIMY.plan.moment:
        (line,) = VIMY.front(moment)
        rows = [lat for _, lat in line]
        assert len(rows) > 15
        assert rows == sorted(rows, reverse=True)


def test_the_front_never_goes_back():
    """Nothing that the Canadians had reached was lost again in these days."""
    fronts = [moment.front.split() for moment in VIMY.plan.moment]
    for row in range(20, 50):
        files = [min(int(hex_[:2]) for hex_ in front if abs(int(hex_[2:]) - row) <= 2) for front in fronts]
        assert all(after <= before + 1 for before, after in pairwise(files)), row


def test_every_moment_says_what_happened_and_where_that_is_told():
    assert [moment.when for moment in VIMY.plan.moment] == [
        "9 April, 05:30", "9 April, about 08:00", "9 April, evening", "10 April, evening", "12 April, evening",
    ]  # fmt: skip
    assert all(moment.says and moment.source for moment in VIMY.plan.moment)


# --- words --------------------------------------------------------------------------------------------------


def test_a_place_is_found_by_name_or_number():
    assert (VIMY.named("thélus"), VIMY.named(" Zouave Valley "), VIMY.named("1534")) == ("1222", "3440", "1534")
    with pytest.raises(NoSuchName, match="Farbus"):
        VIMY.named("Farbos")


def test_words_tell_all_that_the_map_shows():
    told = str(VIMY)
    for words in (*(place.name for place in VIMY.plan.place), *(moment.when for moment in VIMY.plan.moment)):
        assert words in told
    assert VIMY.plan.error.text in told
    assert "GeoNames" in told


def test_only_known_ground_can_be_shown():
    assert "vimy" in theatres()
    with pytest.raises(NoSuchName):
        load_theatre("atlantis")


# --- the map on the page ---------------------------------------------------------------------------------------


def test_a_click_on_the_ground_names_the_hex(on_page):
    on_page._on_interaction(type="mousemove", coordinates=[50.3712, 2.7975])
    assert on_page.clicked == ""
    on_page._on_interaction(type="click", coordinates=[50.3794, 2.7739])
    assert on_page.clicked == "2740"
    assert on_page._shell.says.startswith("2740 Hill 145: ")


def test_a_click_beyond_the_board_says_so(on_page):
    on_page._on_interaction(type="click", coordinates=[50.30, 2.70])
    assert (on_page.clicked, on_page._shell.says) == ("", "The board does not reach so far.")


def test_show_outlines_a_hex(on_page):
    on_page.show("1534")
    ring = on_page._chosen.data["features"][0]["geometry"]["coordinates"][0]
    assert len(ring) == 7
    assert ring[0] == ring[-1]


def test_what_was_typed_is_found_or_answered(on_page, monkeypatch):
    on_page._find.value = "the pimple"
    assert on_page.clicked == "3346"
    monkeypatch.setattr(guard, "RERAISE", False)
    on_page._find.value = "<b>nowhere</b>"
    assert on_page._shell.fault.startswith("No hex or place “<b>nowhere</b>”")


def test_the_slider_moves_the_front(on_page):
    before = on_page._front.data
    on_page.at(3)
    assert len(on_page._front.data["features"]) == len(before["features"]) + 3
    assert "the Pimple" in on_page._news.value.partition("<div><b>")[2].partition("</div>")[0]  # the rest is unseen


def test_it_follows_a_desk(on_page):
    desk = fm.desk(fm.new_game("vimy", "first_morning"))
    on_page.follow(desk)
    desk.map.clicked = "2835"
    assert on_page.clicked == "2835"


def test_nothing_on_it_lies_outside(on_page):
    parts = [on_page._map, *on_page._map.layers, *on_page._map.controls, *on_page.children]
    parts += [layer.icon for layer in on_page._map.layers if hasattr(layer, "icon")]
    told = json.dumps([part.get_state() for part in parts], default=str) + on_page.svg()
    assert set(re.findall(r"https?://[^\s\"'\\<>]+", told)) <= {"http://www.w3.org/2000/svg"}
    assert on_page._map.layers[0].data["features"]
    assert not any(type(layer).__name__ == "TileLayer" for layer in on_page._map.layers)


def test_ground_without_fronts_layers_or_heights_is_shown_all_the_same():
    bare = structs.replace(
        VIMY.plan, ground="", grid=None, look=(), quiet=(), words={}, legend="",
        moment=(structs.replace(VIMY.plan.moment[0], front=""),),
    )  # fmt: skip
    drill = load_board("drill/board.toml")
    style = {"fit": {"hex": "0404", "lat": 50.0, "lon": 5.0, "hex_metres": 2000.0}}
    places = tuple(structs.replace(place, hex="0404" if place.hex else "") for place in bare.place)
    there = Theatre(structs.replace(bare, place=places), replace(drill, style=style))
    ground = TheatreMap(there)
    ground.show("0404")
    assert ground._shell.says.startswith("0404 Aldermill: ")
    assert "a hex is 2 km." in ground.svg()
    assert "the front" not in ground.svg()
    assert len(there.grid) > 5


def test_two_fronts_at_once_are_two_lines():
    first = VIMY.plan.moment[0]
    parted = structs.replace(first, front="4151 3950 / 2215 2114 2012")
    assert [len(line) for line in VIMY.front(parted)] == [2, 3]


def test_without_a_kernel_there_is_a_picture(on_page):
    bundle = on_page._repr_mimebundle_()
    assert bundle["image/svg+xml"] == on_page.svg()
    assert len(on_page.svg()) <= 80_000
    assert "Thélus" in on_page.svg()
    assert "widget-view" in str(bundle.keys())


def test_a_game_stands_on_the_ground_and_moves_there():
    game = fm.new_game("vimy", "hill_145")
    ground = shown("vimy", game)
    assert len(ground._units.data["features"]) == len(game.units())
    before = ground._units.data
    game.do("move 85 2840")
    assert ground._units.data != before
    assert 'class="Allied"' in ground.svg()
    assert 'class="German"' in ground.svg()


def test_sides_are_told_apart_by_shape():
    rings = [ring["geometry"]["coordinates"][0] for ring in shown("vimy", fm.new_game("vimy"))._units.data["features"]]
    squares = [ring for ring in rings if ring[0][0] == ring[3][0]]  # two corners on one meridian
    assert len(squares) == 40
    assert len(rings) == 66


def test_a_place_of_which_papers_tell_bears_their_letters_on_the_map_and_in_words():
    assert [(place.name, letters) for place, letters in VIMY.papered] == [("Hill 145", "A, B")]
    assert "; papers A, B" in str(VIMY)
    assert "[A, B]" in to_svg(groundplan(VIMY))
    assert load_theatre("veritable").papered == ()


@pytest.mark.parametrize("system", theatres())
def test_no_word_runs_over_the_edge_of_the_map_that_is_printed(system):
    picture = groundplan(load_theatre(system), fm.new_game(system))
    for shape in (each for each in picture.shapes if isinstance(each, Texts)):
        for word, (x, y) in shape.words:
            wide = width_of(word, shape.lettering)
            left = x - wide / 2 if shape.lettering.centred else x
            assert left >= 0, word
            assert left + wide <= picture.width, word
            assert 0 < y < picture.height, word


def test_play_steps_through_the_moments_and_stop_stays_there(on_page, monkeypatch):
    """Nothing moves between two moments, so it is the same for those who asked for less motion."""
    monkeypatch.setattr(stepping, "REST", 0.0)
    seen: list[int] = []
    on_page._slider.observe(lambda change: seen.append(change["new"]), "value")

    async def play_twice() -> None:
        on_page._steps.button.click()
        assert on_page._steps.button.description == "Stop"
        while len(seen) < 2:
            await asyncio.sleep(0)
        on_page._steps.button.click()
        assert on_page._steps.button.description == "Play"
        assert seen == [1, 2]
        on_page._steps.button.click()
        while on_page._steps.is_playing:
            await asyncio.sleep(0)

    asyncio.run(play_twice())
    assert seen == list(range(1, len(VIMY.plan.moment)))
    assert on_page._steps.button.description == "Play"


def test_units_stand_where_they_stood_in_the_turn_of_a_moment(monkeypatch):
    """Of a turn that the game has not reached yet nobody knows: they stand where they stand now."""
    game = fm.new_game("vimy", "first_morning", seed=1)
    opening = [unit.place for unit in game.units()]
    turns = {moment.turn: number for number, moment in enumerate(VIMY.plan.moment)}
    while game.state.turn == 1 and game.legal():
        moves = [order for order in game.legal() if isinstance(order, Move)]
        game.do(moves[0] if moves else game.legal()[-1])
        if game.state.turn == 1:
            late = [unit.place for unit in game.units()]
    assert [unit.place for unit in by_turn(game, 0).units()] == opening
    assert [unit.place for unit in by_turn(game, 1).units()] == late != opening
    assert by_turn(game, max(turns)) is game


def test_what_moves_on_the_fort_moves_with_the_date():
    ground = fm.theatre("eben_emael")
    counts = []
    for when in range(len(ground.theatre.plan.moment)):
        ground.at(when)
        fills = [each["properties"]["style"].get("fillColor") for each in ground._front.data["features"]]
        counts.append(tuple(fills.count(look.ink.fill) for look in (GLIDER, SILENT, SHEET)))
    assert counts == [(0, 0, 0), (9, 1, 0), (9, 7, 0), (9, 7, 0), (9, 7, 1)]


@pytest.mark.parametrize("system", theatres())
def test_gliders_silent_works_and_flags_stand_on_the_board_inside_its_ground(system):
    known = load_theatre(system)
    for moment in known.plan.moment:
        assert {*moment.gliders.split(), *moment.silent.split(), *moment.flag.split()} <= {*known.board.places}


def test_what_is_told_of_a_moment_takes_the_room_of_the_longest_so_that_nothing_below_it_moves():
    known = load_theatre("eben_emael")
    for number, moment in enumerate(known.plan.moment):
        said = news(known, number)
        assert said.count("visibility:hidden aria-hidden=true") == len(known.plan.moment) - 1
        assert f"<div><b>{moment.when}.</b>" in said


@pytest.mark.parametrize("system", [each for each in theatres() if load_theatre(each).plan.land])
def test_the_ground_goes_on_beyond_the_boards_rim_as_far_as_the_map_can_be_moved_away(system):
    known = load_theatre(system)
    west, north, east, south = known.board.bounds
    ring = known.beyond[0]["geometry"]["coordinates"][0]
    far = [known.fit.on_board(lat, lon) for lon, lat in ring]
    assert min(x for x, _ in far) < west - 2 * (east - west)
    assert max(x for x, _ in far) > east + 2 * (east - west)
    assert min(y for _, y in far) < north - 2 * (south - north)
    assert max(y for _, y in far) > south + 2 * (south - north)
    assert fm.theatre(system)._map.layers[0].data["features"][0]["geometry"]["coordinates"][0] == ring


def test_the_canal_goes_on_from_the_boards_rim_to_the_bridge():
    known = load_theatre("eben_emael")
    bridge = next(place for place in known.plan.place if place.name == "Kanne bridge")
    canal = next(each for each in known.plan.beyond if "Kanne" in each.name)
    north, south = max(lat for lat, _ in canal.ring), min(lat for lat, _ in canal.ring)
    assert south < 50.8033 < bridge.at[0] < north
    assert all(each.source for each in known.plan.beyond)
