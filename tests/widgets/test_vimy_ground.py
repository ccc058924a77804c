"""Vimy Ridge on its sheet: what the data says is on the picture, can be read and costs little."""

import json
from collections import Counter
from itertools import combinations, pairwise
from math import dist

import pytest
from ipycanvas.canvas import _CANVAS_MANAGER

from fmbook.core.errors import DataError
from fmbook.geometry.boardfile import load_board
from fmbook.geometry.boards import Board
from fmbook.geometry.hexes import Grid
from fmbook.widgets import theme
from fmbook.widgets.board.boardstyle import looks
from fmbook.widgets.board.hex import ground
from fmbook.widgets.board.hex.craters import behind
from fmbook.widgets.board.hex.relief import heights_of
from fmbook.widgets.board.labels import kind_of, printed
from fmbook.widgets.board.sheets import Frame
from fmbook.widgets.board.survey import Survey
from fmbook.widgets.drawing import curves
from fmbook.widgets.drawing.canvas import Sheet
from fmbook.widgets.drawing.shapes import Circles, Lines, Picture, Polygons, Shape, Texts
from fmbook.widgets.drawing.svg import to_svg
from fmbook.widgets.drawing.text_size import box_of

VIMY = load_board("vimy/board.toml")
DRILL = load_board("drill/board.toml")
FRAME = Frame.around(VIMY)
FULL = ground(VIMY, FRAME)
LIGHT = ground(VIMY, FRAME, detail="light")
SURVEY = Survey(VIMY, FRAME)


def all_named(name: str, picture: Picture = FULL) -> list[Shape]:
    return [shape for shape in picture.shapes if shape.name == name]


def words(*names: str, picture: Picture = FULL) -> dict[str, tuple[float, float]]:
    return {
        word: at
        for shape in picture.shapes
        if isinstance(shape, Texts) and shape.name in names
        for word, at in shape.words
    }


def places_of(points: list[tuple[float, float]]) -> Counter[int | None]:
    return Counter(VIMY.place_at(*FRAME.point(*point)) for point in points)


def test_a_name_stands_where_it_stood_in_the_picture_that_the_board_takes_the_place_of():
    for shape in FULL.shapes:
        if isinstance(shape, Texts) and shape.name.endswith("-names"):
            assert words(shape.name, picture=LIGHT) == words(shape.name)


# --- the sheet ------------------------------------------------------------------------------


def test_the_hexes_are_large_enough_for_their_numbers():
    assert FRAME.hex == FRAME.scale >= theme.NUMBERS_FROM
    assert 1000 <= FRAME.width <= 1150


def test_everything_that_is_written_stands_on_the_sheet():
    for picture in (FULL, LIGHT):
        for shape in picture.shapes:
            if isinstance(shape, Texts):
                style = shape.lettering
                for word, at in shape.words:
                    wide = 0 if not style.centred else box_of(word, at, style).width / 2
                    assert wide <= at[0] <= FRAME.width - wide, word
                    assert 5 <= at[1] <= FRAME.height - 5, word


def test_title_and_key_stand_where_the_board_leaves_room():
    assert FRAME.corner is not None
    assert Frame.around(DRILL).corner is None
    for word, (x, y) in words("key", "title", "subtitle").items():
        end = x + box_of(word, (x, y), theme.KEY_WORDS).width
        assert VIMY.place_at(*FRAME.point(end, y)) is None, word


def test_the_key_explains_what_occurs_and_nothing_else():
    assert list(words("key")) == [
        "Allied unit",
        "German unit",
        "Allied trench",
        "German first line",
        "Zwischenstellung",
        "second position",
        "No Man's Land",
        "wood",
        "splintered wood",
        "hill",
        "peak",
        "town",
        "ruins",
        "farm",
        "German supply",
        "river",
        "road",
        "railway",
        "aircraft above",
        "bombardment marker",
        "support in an attack",
        "there last: Canadians, Germans",
        "contour, 10 m",
    ]


def test_where_the_board_comes_from_is_said_below_it_with_its_credit():
    notice = " ".join(words("notice"))
    assert VIMY.notice in notice
    assert VIMY.credit in notice


# --- names and numbers ----------------------------------------------------------------------


@pytest.mark.parametrize("board", [VIMY, DRILL], ids=lambda board: board.id)
@pytest.mark.parametrize("detail", ["full", "light"])
def test_no_name_touches_another(board, detail):
    frame = Frame.around(board)
    survey = Survey(board, frame, detail, "all" if detail == "full" else "named")
    for one, other in combinations(survey.names, 2):
        assert one.box.overlap(other.box) == 0, (one.name.text, other.name.text)


@pytest.mark.parametrize("board", [VIMY, DRILL], ids=lambda board: board.id)
def test_no_name_hides_a_number(board):
    survey = Survey(board, Frame.around(board))
    for name in survey.names:
        hidden = [place for place, box in survey.numbers.items() if box.overlap(name.box)]
        assert set(hidden) <= printed(survey), name.name.text


@pytest.mark.parametrize("picture", [FULL, LIGHT], ids=["full", "light"])
def test_every_named_hex_has_its_name_on_the_picture(picture):
    written = {name.text: name for name in (written.name for written in SURVEY.names)}
    lines = words(*(f"{kind}-names" for kind in theme.NAMES), picture=picture)
    for text in VIMY.labels.values():
        assert text in written
        assert text in lines or any(
            f"{one} {other}" == text for one in lines for other in lines if text.startswith(one)
        ), text


def test_a_name_stands_by_its_hex_or_a_line_leads_to_it():
    for written in SURVEY.names:
        if written.name.text in VIMY.labels.values():
            assert written.leader or written.box.gap(written.name.at) <= FRAME.hex, written.name.text


def test_names_of_towns_are_larger_than_those_of_woods_and_places():
    sizes = {kind: lettering.size for kind, lettering in theme.NAMES.items()}
    assert sizes["town"] > sizes["village"] > sizes["woods"] > sizes["place"]
    assert kind_of(SURVEY, VIMY.at("0834")) == "town"
    assert kind_of(SURVEY, VIMY.at("1534")) == "town"  # two hexes, but the rulebook names it
    assert kind_of(SURVEY, VIMY.at("2022")) == "village"


def test_few_numbers_give_way_to_names():
    assert len(SURVEY.numbers) >= 0.92 * len(VIMY.places)
    assert len(words("numbers", "numbers-open")) == len(SURVEY.numbers)


def test_a_light_picture_has_the_numbers_that_the_rulebook_names():
    assert list(words("numbers", "numbers-open", picture=LIGHT)) == ["1534"]


@pytest.mark.parametrize(("numbering", "many"), [("all", 1500), ("named", 1), ("none", 0)])
def test_numbers_can_be_asked_for(numbering, many):
    picture = ground(VIMY, FRAME, numbers=numbering)
    assert len(words("numbers", "numbers-open", picture=picture)) >= many
    assert bool(words("numbers", "numbers-open", picture=picture)) == bool(many)


def test_in_small_hexes_only_named_ones_have_a_number():
    west, _, east, _ = VIMY.bounds
    small = Frame(20.0, 26.0, 26.0, round((east - west) * 20) + 52, 1000, 60.0, 20.0)
    assert list(words("numbers", "numbers-open", picture=ground(VIMY, small))) == ["1534"]


# --- the ground -----------------------------------------------------------------------------


def test_no_mans_land_has_nine_craters_a_hex_and_the_ground_behind_it_three():
    craters = [c for shape in all_named("craters") if isinstance(shape, Circles) for c in shape.centres]
    counted = places_of(craters)
    torn = VIMY.having("no_mans_land")
    assert {counted[place] for place in torn} == {9}
    assert {counted[place] for place in behind(SURVEY)} == {3}
    assert set(counted) == torn | behind(SURVEY)


def test_the_torn_ground_behind_the_first_line_lies_east_of_it_and_two_hexes_deep():
    line = {place for side in VIMY.links("german_first") for place in side}
    first = {place for place in line if place not in VIMY.having("no_mans_land")}
    assert all(min(VIMY.distance(place, other) for other in first) <= 1 for place in behind(SURVEY))
    assert not behind(SURVEY) & VIMY.having("no_mans_land")
    assert VIMY.at("2732") in behind(SURVEY)
    assert VIMY.at("3036") not in behind(SURVEY)  # Canadian


def test_great_craters_lie_in_chains_where_the_board_names_craters():
    [chain] = all_named("great-craters")
    assert isinstance(chain, Circles)
    assert {VIMY.name(p) for p in places_of(list(chain.centres)) if p is not None} == set(looks(VIMY).craters)


@pytest.mark.parametrize("feature", looks(VIMY).trenches)
def test_each_line_of_trenches_runs_along_its_borders_with_two_teeth_each(feature):
    sides = VIMY.links(feature)
    [line], [teeth] = all_named(feature), all_named(f"{feature}-teeth")
    assert isinstance(line, Lines)
    assert isinstance(teeth, Lines)
    assert len(teeth.paths) == 2 * len(sides)
    corners = {(round(x), round(y)) for a, b in sides for x, y in FRAME.pixels(VIMY.side(a, b))}
    assert corners <= {(round(x), round(y)) for path in line.paths for x, y in path}


@pytest.mark.parametrize(("feature", "way"), [("allied_trench", 1), ("german_first", -1), ("german_second", -1)])
def test_the_teeth_point_at_the_enemy(feature, way):
    [teeth] = all_named(f"{feature}-teeth")
    assert isinstance(teeth, Lines)
    eastward = sum(path[1][0] - path[0][0] for path in teeth.paths)
    assert eastward * way > len(teeth.paths)


def test_the_front_is_drawn_broader_than_what_lies_behind():
    widths = [shape.ink.width for name in looks(VIMY).trenches for shape in all_named(name) if isinstance(shape, Lines)]
    assert widths[0] == widths[1] > widths[2] > widths[3]


def test_a_sign_and_a_height_stand_on_each_peak():
    [lit] = all_named("hill-lit")
    assert isinstance(lit, Polygons)
    assert len(lit.rings) == len(VIMY.having("peak")) == 13
    assert words("heights").keys() >= {"145", "135"}


def test_ruined_towns_have_walls_and_no_roofs():
    [walls], [roofs] = all_named("ruins"), all_named("houses")
    assert isinstance(walls, Lines)
    assert isinstance(roofs, Polygons)
    ruined = SURVEY.at(name for town in looks(VIMY).ruined for name in looks(VIMY).towns[town])
    assert set(places_of([path[0] for path in walls.paths])) == ruined
    assert set(places_of([ring[0] for ring in roofs.rings])) <= VIMY.having("town") - ruined


def test_splintered_woods_have_stumps_and_dense_ones_crowns():
    [crowns], [stumps] = all_named("trees"), all_named("stumps")
    assert isinstance(crowns, Circles)
    assert isinstance(stumps, Lines)
    gone = SURVEY.at(name for wood in looks(VIMY).splintered for name in looks(VIMY).woods[wood])
    assert set(places_of(list(crowns.centres))) <= VIMY.having("woods") - gone
    assert set(places_of([path[0] for path in stumps.paths])) - {None} <= VIMY.having("woods")


def test_roads_and_railway_run_through_the_places_that_they_are_named_for():
    for line, kind in ((way, way.kind) for way in looks(VIMY).line if way.name):
        [drawn] = all_named(kind)
        assert isinstance(drawn, Lines)
        x, y = VIMY.centre(VIMY.at("1534"))
        for east, north in line.points[1:-1]:
            spot = FRAME.pixel((x + east / 160, y - north / 160))
            assert min(dist(spot, point) for path in drawn.paths for point in path) < 1


# --- relief ---------------------------------------------------------------------------------


def test_contours_are_closed_or_end_where_the_relief_ends():
    west, north, east, south = VIMY.bounds
    left, top = FRAME.pixel((west - 1, north - 1))
    right, bottom = FRAME.pixel((east + 0.5, south + 0.5))
    lines = [
        path
        for name in ("contours", "contours-bold")
        for s in all_named(name)
        if isinstance(s, Lines)
        for path in s.paths
    ]
    assert len(lines) >= 10
    for path in lines:
        ends = path[0], path[-1]
        on_rim = all(x <= left + 1 or x >= right - 1 or y <= top + 1 or y >= bottom - 1 for x, y in ends)
        assert on_rim or dist(*ends) < 0.01


def test_the_east_of_the_ridge_lies_in_shade_and_the_west_in_light():
    def cover(name: str, hex_: str) -> int:
        spot = FRAME.pixel(VIMY.centre(VIMY.at(hex_)))
        shapes = [shape for shape in all_named(name) if isinstance(shape, Polygons)]
        return sum(any(curves.inside(spot, ring) for ring in shape.rings) for shape in shapes)

    assert cover("shade", "2239") >= 3
    assert cover("light", "2239") == 0
    assert cover("light", "3139") >= 2
    assert cover("shade", "3139") == 0
    assert cover("shade", "0542") == cover("light", "0542") == 0  # the plain


def test_heights_are_read_as_the_block_lies():
    heights = heights_of(VIMY)
    assert (heights["2740"], heights["3346"], heights["1527"]) == (145, 120, 135)


def test_a_row_of_heights_that_is_too_short_is_named():
    board = Board.of_hexes(
        Grid("east", "south", firsts=range(1, 4), seconds=range(1, 4)), id="b", style={"height_m": "01 1 2 3\n02 1 2"}
    )
    with pytest.raises(DataError, match=r"b at \$\.style\.height_m: expected 3 heights in row 02, found 2"):
        heights_of(board)


def test_a_hint_of_the_wrong_kind_is_named():
    board = Board.of_hexes(
        Grid("east", "south", firsts=range(1, 4), seconds=range(1, 4)), id="b", style={"light": "from above"}
    )
    with pytest.raises(DataError, match=r"b at \$\.style: .*light"):
        looks(board)


# --- what it costs --------------------------------------------------------------------------


def test_a_picture_is_drawn_once_for_a_board():
    assert ground(VIMY, FRAME) is ground(VIMY, Frame.around(VIMY))
    assert ground(load_board("vimy/board.toml"), FRAME) == FULL


def test_the_static_picture_leaves_room_for_counters():
    assert len(to_svg(LIGHT).encode()) < 80_000
    assert len(to_svg(ground(DRILL, Frame.around(DRILL), detail="light")).encode()) < 40_000


def test_the_ground_is_few_bytes_and_commands_on_the_wire(monkeypatch):
    sent: list[tuple[int, int]] = []

    def count(_about: object, buffers: list[memoryview]) -> None:
        sent.append((len(json.loads(bytes(buffers[0]))), sum(len(bytes(each)) for each in buffers)))

    monkeypatch.setattr(_CANVAS_MANAGER, "send", count)
    Sheet(FRAME.width, FRAME.height, sharpness=1).show(0, FULL.shapes)
    [(commands, size)] = sent
    assert commands - len(SURVEY.numbers) < 1000
    assert size < 400_000


def test_no_line_of_the_grid_is_missing():
    [grid], [edge] = all_named("grid"), all_named("rim")
    assert isinstance(grid, Lines)
    assert isinstance(edge, Lines)
    drawn = {
        frozenset((round(x), round(y)) for x, y in step)
        for path in (*grid.paths, *edge.paths)
        for step in pairwise(path)
    }
    for a, b in VIMY.links():
        assert frozenset((round(x), round(y)) for x, y in FRAME.pixels(VIMY.side(a, b))) in drawn
