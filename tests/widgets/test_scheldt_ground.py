"""The Scheldt on its sheet, and the painters of water and of what is built in it."""

from itertools import combinations
from math import dist

import pytest
from ipycanvas.canvas import _CANVAS_MANAGER

import fmbook as fm
from fmbook.core.errors import DataError
from fmbook.core.state import OFF_MAP
from fmbook.geometry.boardfile import load_board
from fmbook.geometry.boards import Board
from fmbook.geometry.hexes import Grid
from fmbook.widgets import theme
from fmbook.widgets.board.hex import ground
from fmbook.widgets.board.sheets import Frame
from fmbook.widgets.board.survey import Survey
from fmbook.widgets.drawing import curves
from fmbook.widgets.drawing.canvas import Sheet, draw
from fmbook.widgets.drawing.shapes import Lettering, Lines, Picture, Polygons, Shape, Texts
from fmbook.widgets.drawing.svg import to_svg
from fmbook.widgets.drawing.text_size import Box, box_of

SCHELDT = load_board("scheldt/board.toml")
FRAME = Frame.around(SCHELDT)
FULL = ground(SCHELDT, FRAME)
LIGHT = ground(SCHELDT, FRAME, detail="light")
SURVEY = Survey(SCHELDT, FRAME)
POLDER = Board.of_hexes(
    Grid("south", "east", firsts=range(1, 6), seconds=range(1, 6)),
    features={
        "sea": ["0101", "0102", "0103"],
        "inlet": ["0303"],
        "flooded": ["0404", "0405"],
        "docks": ["0201"],
        "port": ["0202"],
        "major_port": ["0203"],
    },
    borders={"dyke": ["0302/0402"], "all_sea": ["0204/0205"], "canal": ["0301/0302"], "barred": ["0501/0502"]},
)


def named(name: str, picture: Picture = FULL) -> Shape:
    return next(shape for shape in picture.shapes if shape.name == name)  # the key may show another of it


def rings(name: str, picture: Picture = FULL) -> tuple[tuple[tuple[float, float], ...], ...]:
    shape = named(name, picture)
    assert isinstance(shape, Polygons)
    return shape.rings


def lines(name: str, picture: Picture = FULL) -> tuple[tuple[tuple[float, float], ...], ...]:
    shape = named(name, picture)
    assert isinstance(shape, Lines)
    return shape.paths


def covered(place: int, name: str) -> bool:
    return any(curves.inside(SURVEY.centre(place), ring) for ring in rings(name))


# --- land and water --------------------------------------------------------------------------------


@pytest.mark.parametrize("picture", [FULL, LIGHT], ids=["full", "light"])
def test_every_hex_of_land_has_its_middle_on_land_and_every_sea_hex_in_the_water(picture):
    land = rings("dry-land", picture)
    on_land = {
        place for place in range(len(SCHELDT.places)) if any(curves.inside(SURVEY.centre(place), r) for r in land)
    }
    assert not on_land & SCHELDT.having("sea")
    assert on_land | SCHELDT.having("sea") | SCHELDT.having("inlet") == set(range(len(SCHELDT.places)))


def test_flooded_ground_is_where_the_board_says_and_nowhere_else():
    assert {place for place in range(len(SCHELDT.places)) if covered(place, "flooded")} == SCHELDT.having("flooded")
    marks = {SURVEY.place_at(end) for dash in lines("flood-marks") for end in dash}
    assert SCHELDT.having("flooded") <= marks


def test_there_is_water_in_every_inlet():
    banks = [point for ring in (*rings("channels"), *rings("dry-land")) for point in ring]
    for place in SCHELDT.having("inlet"):
        x, y = SURVEY.centre(place)
        assert min(abs(u - x) + abs(v - y) for u, v in banks) < SURVEY.size(0.8), SCHELDT.name(place)


def test_the_shallows_grow_paler_towards_the_shore():
    bands = [shape for shape in FULL.shapes if shape.name.startswith("shallows-") and isinstance(shape, Polygons)]
    widths = [band.ink.width for band in bands]
    assert widths == sorted(widths, reverse=True)
    tints = [band.ink.stroke for band in bands if band.ink.stroke != theme.SHALLOW_LINE]
    assert [int(tint[1:3], 16) for tint in tints] == sorted(int(tint[1:3], 16) for tint in tints)


def test_the_sea_is_known_without_its_colour():
    assert len(lines("waves")) >= 15
    assert {SURVEY.place_at(point) for wave in lines("waves") for point in wave} <= SCHELDT.having("sea")


# --- what lies on hexsides ---------------------------------------------------------------------------


def test_each_kind_of_hexside_has_a_form_of_its_own():
    assert len(lines("canal-ticks")) > 100  # strokes across: no river has them
    assert len(lines("barred")) == 2 * 3  # a bar and two stops each
    assert len(lines("causeway")) == 1
    assert len(lines("causeway-stones")) >= 3


def test_the_causeway_carries_the_road_between_1838_and_1739():
    [dam] = lines("causeway")
    assert {SURVEY.place_at(point) for point in dam} <= {SCHELDT.at("1838"), SCHELDT.at("1739")}


def test_roads_under_water_have_gaps():
    drowned = {SURVEY.place_at(point) for road in lines("drowned-road") for point in road}
    assert drowned
    assert drowned <= SCHELDT.having("flooded")


def test_lesser_roads_are_thinner_and_no_road_is_drawn_twice():
    main, minor = named("road"), named("minor-road")
    assert isinstance(main, Lines)
    assert isinstance(minor, Lines)
    assert minor.ink.width < main.ink.width
    assert not set(main.paths) & set(minor.paths)
    assert set(SURVEY.looks.minor) < {road.name for road in SCHELDT.paths}


# --- words ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("detail", ["full", "light"])
def test_no_name_touches_another_or_a_caption(detail):
    survey = Survey(SCHELDT, FRAME, detail, "all" if detail == "full" else "named")
    for one, other in combinations(survey.names, 2):
        assert one.box.overlap(other.box) == 0, (one.name.text, other.name.text)
    for name in survey.names:
        for caption in survey.captions:
            shared = sum(name.box.overlap(box) for box in caption.boxes)
            assert shared < 0.12 * name.box.width * name.box.height, (name.name.text, caption.text)


def test_no_name_stands_in_a_hex_with_another_name():
    """Else it is read as the name of that hex: of one that is to be held, say."""
    start = fm.new_game("scheldt", "breskens").state.where
    frame = Frame.whole(SCHELDT)
    survey = Survey(SCHELDT, frame, taken=tuple(sorted(place for place in start if place != OFF_MAP)))
    for name in survey.names:
        for place, label in SCHELDT.labels.items():
            middle = Box(*survey.centre(place), 0.6 * frame.hex, 0.6 * frame.hex)
            assert label == name.name.text or not name.box.overlap(middle), (name.name.text, label)


@pytest.mark.parametrize("system", ["scheldt", "veritable", "vimy", "europa_41", "drill"])
def test_no_name_stands_much_nearer_to_something_else_with_a_name(system):
    game = fm.new_game(system)
    board, taken = game.board, tuple(sorted(place for place in game.state.where if place != OFF_MAP))
    survey = Survey(board, Frame.whole(board), taken=taken)
    for name in survey.names:
        gaps = {label: name.box.gap(survey.centre(place)) for place, label in board.labels.items()}
        nearest = min([gap for label, gap in gaps.items() if label != name.name.text], default=1e9)
        assert 0.75 * name.box.gap(name.name.at) <= nearest, name.name.text


def test_captions_keep_off_each_other_and_on_the_sheet():
    for one, other in combinations(SURVEY.captions, 2):
        assert sum(a.overlap(b) for a in one.boxes for b in other.boxes) == 0, (one.text, other.text)
    sheet = Box(FRAME.width / 2, FRAME.height / 2, FRAME.width, FRAME.height)
    for caption in SURVEY.captions:
        assert all(sheet.covers((box.x, box.y), -box.height / 2) for box in caption.boxes), caption.text


def test_the_key_explains_what_occurs_and_nothing_else():
    key = named("key")
    assert isinstance(key, Texts)
    assert [word for word, _ in key.words] == [
        *("Allied unit", "German unit"),
        *("sea", "inlet, Scheldt River", "flooded", "city", "docks", "canal", "road", "lesser road"),
        *("causeway", "barred hexside", "support in an attack", "there last: Allies, Germans", "victory line"),
    ]


def test_turned_words_are_turned_on_both_pens():
    words = Texts("turned", (("Sloe", (30.0, 40.0)),), Lettering(12, "#000000", theme.SERIF, turn=72))
    assert box_of("Sloe", (30.0, 40.0), words.lettering).height > box_of("Sloe", (30.0, 40.0), words.lettering).width
    assert 'transform="translate(30 40) rotate(72)"' in to_svg(Picture(60, 60, "Turned", (words,)))
    canvas = Sheet(60, 60).widget.canvases[0]
    seen = len(_CANVAS_MANAGER._commands_cache)
    _CANVAS_MANAGER._caching = True
    try:
        draw(canvas, words)
        sent = [str(command) for command in _CANVAS_MANAGER._commands_cache[seen:]]
    finally:
        del _CANVAS_MANAGER._commands_cache[seen:]
        _CANVAS_MANAGER._caching = False
    assert any("40" in command and "30" in command for command in sent)
    assert len(sent) >= 5  # save, translate, rotate, write, restore


# --- weight ----------------------------------------------------------------------------------------------


def test_the_picture_for_pages_without_a_kernel_is_small():
    assert len(to_svg(LIGHT).encode()) <= 62_000


# --- boards that give no outlines ---------------------------------------------------------------------------


def test_a_board_without_outlines_has_its_water_by_hexes():
    picture = ground(POLDER, Frame.around(POLDER))
    drawn = {shape.name for shape in picture.shapes}
    assert {"sea", "dry-land", "flooded", "channels", "docks", "basins", "dyke", "dyke-slope", "strait"} <= drawn
    assert {"canal", "barred", "anchors", "great-ports"} <= drawn
    survey = Survey(POLDER, Frame.around(POLDER))
    assert not any(curves.inside(survey.centre(POLDER.at("0102")), ring) for ring in rings("dry-land", picture))
    [land] = rings("dry-land", picture)
    corner = survey.outline(POLDER.at("0505"))[2]
    assert min(dist(corner, point) for point in land) < 0.1  # no shore, so the rim keeps its corners
    [shore] = lines("shore", picture)
    assert {survey.place_at(point) for point in shore} & set(map(POLDER.at, ("0201", "0202", "0103")))
    assert shore[0] != shore[-1]
    assert rings("paper-around", picture)
    [pool] = rings("channels", picture)
    assert {survey.place_at(point) for point in pool} == {POLDER.at("0303")}


def test_its_key_shows_a_swatch_for_each():
    key = named("key", ground(POLDER, Frame.around(POLDER)))
    assert isinstance(key, Texts)
    assert {"sea", "inlet", "flooded", "docks", "port", "major port", "dyke", "canal", "barred", "all sea"} == {
        word for word, _ in key.words
    }


def test_an_outline_that_is_no_list_of_points_is_refused_with_its_place():
    board = Board.of_hexes(
        Grid("south", "east", firsts=range(1, 3), seconds=range(1, 3)),
        features={"sea": ["0101"]},
        style={"coast": {"origin": "0101", "land": ["0,0 1,x 1,1"]}},
    )
    with pytest.raises(DataError, match=r"expected a point such as 1\.5,-2, found “1,x”"):
        ground(board, Frame.around(board))


# --- who sees it ------------------------------------------------------------------------------------------------


def light_of(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((light_of(one), light_of(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def test_words_on_water_and_land_can_be_read():
    deep, land, flood = theme.SEA.fill, theme.LAND_FILL.fill, theme.FLOOD_FILL.fill
    for words, below in (
        (theme.NUMBERS_SEA, deep),
        (theme.SET_CAPTIONS["sea"].fill, deep),
        (theme.SET_CAPTIONS["land"].fill, land),
        (theme.SET_CAPTIONS["canal"].fill, land),
        (theme.NUMBERS.fill, flood),
        (theme.NUMBERS_OPEN, flood),
    ):
        assert contrast(words, below) >= 4.5, (words, below)


def test_lines_and_marks_stand_out_from_what_they_lie_on():
    deep, land, flood = theme.SEA.fill, theme.LAND_FILL.fill, theme.FLOOD_FILL.fill
    for ink, below in (
        *((theme.SHORE, deep), (theme.SHORE, land), (theme.CANAL, land), (theme.BARRED, land), (theme.BOUNDARY, land)),
        *((theme.ROAD_CASE, land), (theme.DYKE, land), (theme.FLOOD_MARKS, flood), (theme.WAVES, deep)),
        (theme.CAUSEWAY_WALLS, theme.SHALLOW_WATER.fill),
    ):
        assert contrast(ink.stroke, below) >= 3.0, (ink, below)
