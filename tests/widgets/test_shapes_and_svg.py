"""The draw list of a board, and the picture that it becomes."""

import re
from math import dist
from xml.etree import ElementTree

import pytest

import fmbook as fm
from fmbook.geometry.boardfile import load_board
from fmbook.geometry.boards import Board
from fmbook.geometry.hexes import Grid
from fmbook.widgets import theme
from fmbook.widgets.board.areas import union
from fmbook.widgets.board.counters import rings, stack_spots
from fmbook.widgets.board.hex import ground
from fmbook.widgets.board.hex.relief import DEEP
from fmbook.widgets.board.sheets import Frame
from fmbook.widgets.board.survey import Survey
from fmbook.widgets.drawing.shapes import Circles, Ink, Lines, Picture, Point, Polygons, Shape, Texts
from fmbook.widgets.drawing.svg import to_svg
from fmbook.widgets.drawing.text_size import box_of

DRILL = load_board("drill/board.toml")
FRAME = Frame.around(DRILL)
SVG = "{http://www.w3.org/2000/svg}"


def picture_of(board: Board) -> Picture:
    return ground(board, Frame.around(board))


def small(**about: object) -> Board:
    return Board.of_hexes(Grid("east", "south", firsts=range(1, 5), seconds=range(1, 5)), **about)  # type: ignore[arg-type]


def points_of(shape: Shape) -> list[Point]:
    match shape:
        case Polygons(rings=paths) | Lines(paths=paths):
            return [point for path in paths for point in path]
        case Circles(centres=centres):
            return list(centres)
        case Texts(words=words):
            return [at for _, at in words]


def shapes(picture: Picture) -> dict[str, Shape]:
    return {shape.name: shape for shape in picture.shapes}


# --- the draw list --------------------------------------------------------------------------


def test_the_same_board_gives_the_same_picture():
    assert picture_of(DRILL) == picture_of(load_board("drill/board.toml"))


def test_everything_lies_on_the_sheet():
    for shape in picture_of(DRILL).shapes:
        for x, y in points_of(shape):
            assert 0 <= x <= FRAME.width, shape.name
            assert 0 <= y <= FRAME.height, shape.name


def test_every_hex_has_its_number():
    numbers = shapes(picture_of(DRILL))["numbers"]
    assert isinstance(numbers, Texts)
    assert sorted(word for word, _ in numbers.words) == sorted(DRILL.places)


def test_each_kind_of_ground_has_a_mark_besides_its_colour():
    drawn = shapes(picture_of(DRILL))
    assert {"trees", "hachures", "hill-lit", "houses", "river-banks", "road-edge", "bridge"} <= set(drawn)


def test_a_mark_stands_in_every_hex_of_its_kind():
    drawn = shapes(picture_of(DRILL))
    for feature, mark in {"woods": "trees", "hill": "hill-lit", "town": "houses"}.items():
        shape = drawn[mark]
        marked = {DRILL.place_at(*FRAME.point(x, y)) for x, y in points_of(shape)}
        assert DRILL.having(feature) <= marked


def test_trees_keep_off_words():
    survey = Survey(DRILL, FRAME)
    trees = shapes(picture_of(DRILL))["trees"]
    assert isinstance(trees, Circles)
    assert not [tree for tree in trees.centres for box in survey.words if box.covers(tree)]


def test_a_plain_board_needs_no_features():
    assert "trees" not in shapes(picture_of(small()))


def test_a_feature_without_a_drawing_does_no_harm():
    assert picture_of(small(features={"quicksand": ["0101"]})).shapes


def test_patches_are_joined_and_a_hole_stays_open():
    board = small()
    clearing = board.at("0202")
    [outline] = union(board, board.neighbours[clearing], soft=0)
    hole = board.centre(clearing)
    assert min(dist(hole, corner) for corner in outline) == pytest.approx(3**-0.5, abs=1e-5)
    assert len(outline) == 18 + 1 + 6 + 2  # the outer corners, back to the first, the hole, the slit


def test_pixels_and_points_are_inverse():
    for place in range(len(DRILL.places)):
        assert DRILL.place_at(*FRAME.point(*FRAME.pixel(DRILL.centre(place)))) == place


# --- the picture as text ------------------------------------------------------------------------


def test_the_svg_is_well_formed_and_always_the_same():
    text = to_svg(picture_of(DRILL))
    assert text == to_svg(picture_of(DRILL))
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-label"] == "The drill ground"
    assert root.findtext(f"{SVG}title") == "The drill ground"


def test_numbers_are_rounded_to_a_tenth():
    assert not re.findall(r"\.\d\d", re.sub(r'(opacity|width|font-size)="[^"]*"', "", to_svg(picture_of(DRILL))))


def test_a_line_is_its_start_and_steps_and_what_follows_starts_where_the_pen_is():
    lines = Lines("l", (((1, 1), (3, 1), (3, 5.25), (2.5, 4)), ((2.5, 3), (0, 0))), Ink(stroke="#112233"))
    assert 'd="M1 1h2v4.2l-.5-1.2m0-1l-2.5-3"' in to_svg(Picture(9, 9, "", (lines,)))


def test_the_pen_is_back_at_the_start_after_a_ring():
    rings = Polygons("p", (((1, 1), (3, 1), (3, 3)), ((5, 5), (6, 5), (6, 6))), Ink(fill="#112233"))
    assert 'd="M1 1h2v2zm4 4h1v1z"' in to_svg(Picture(9, 9, "", (rings,)))


def test_a_long_form_that_comes_often_is_written_once():
    def wave(at: float) -> tuple[Point, ...]:
        return tuple((at + i, at + (i * 7) % 5 / 10) for i in range(40))

    text = to_svg(Picture(99, 99, "", (Lines("waves", tuple(map(wave, (0, 10.02, 20, 31))), Ink(stroke="#112233")),)))
    [name] = re.findall(r'id="(\w+)"', text)
    assert re.findall(r'<use href="#(\w+)" x="([\d.]+)" y="([\d.]+)"/>', text) == [
        (name, "0", "0"),
        (name, "10", "10"),
        (name, "20", "20"),
        (name, "31", "31"),
    ]


def test_two_shapes_may_use_one_form_each_in_its_own_places():
    def waves(*at: float) -> tuple[tuple[Point, ...], ...]:
        return tuple(tuple((x + i, i * i % 7) for i in range(60)) for x in at)

    one, two = (Lines("l", waves(*at), Ink(stroke="#112233")) for at in ((1, 2, 3), (5, 6, 7)))
    text = to_svg(Picture(9, 9, "", (one, two)))
    assert text.count(" d=") == 1
    assert re.findall(r' x="(\d)"', text) == ["1", "2", "3", "5", "6", "7"]


def test_a_line_in_two_inks_is_written_once():
    way = (tuple((i, i * i % 7) for i in range(60)),)
    text = to_svg(
        Picture(9, 9, "", (Lines("edge", way, Ink(stroke="#112233")), Lines("road", way, Ink(stroke="#ffffff"))))
    )
    assert text.count(" d=") == 1
    assert re.search(r'<use class="road" href="#\w+" stroke="#ffffff"', text)


@pytest.mark.parametrize("evil", ["<script>alert(1)</script>", '"><img src=x onerror=y>', "a & b", "\x00\x0b"])
def test_a_label_stays_text(evil):
    board = small(title=evil, labels={"0202": evil}, notice=evil)
    root = ElementTree.fromstring(to_svg(picture_of(board)))
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        "svg",
        "title",
        "path",
        "g",
        "text",
        "use",
        "defs",
    }
    words = [element.text for element in root.iter(f"{SVG}text")]
    assert evil.translate({0: "\ufffd", 11: "\ufffd"}) in words


def test_shapes_become_elements_that_carry_their_names():
    ink = Ink(fill="#112233", stroke="#445566", width=2, dash=(3, 1), alpha=0.5)
    picture = Picture(9, 9, "t", (Circles("dot", ((1, 2),), 1, ink), Lines("line", (((0, 0), (-0.01, 4)),), ink)))
    text = to_svg(picture)
    assert '<path class="dot" d="M0 2a1 1 0 1 0 2 0a1 1 0 1 0 -2 0z" fill="#112233"' in text
    assert 'class="line" d="M0 0v4" stroke="#445566"' in text  # a line is not filled, as on a canvas
    assert 'stroke-dasharray="3 1" opacity="0.5"' in text


def test_the_static_picture_is_small_enough_to_keep():
    assert len(to_svg(picture_of(DRILL))) < 80_000


# --- the theme -------------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("ground_colour", [theme.LAND, theme.WOOD, theme.HILL, theme.BUILT, theme.TORN])
def test_words_on_the_map_can_be_read(ground_colour):
    for lettering in (theme.NUMBERS, theme.TOWN_NAMES, theme.PLACE_NAMES):
        assert contrast(lettering.fill, ground_colour) >= 4.5


def test_names_can_be_read_on_their_halo_and_numbers_on_open_ground():
    for lettering in (*theme.NAMES.values(), *theme.ROOMY_NAMES.values(), theme.HEIGHTS):
        assert contrast(lettering.fill, lettering.halo) >= 4.5
    assert contrast(theme.NUMBERS_OPEN, theme.LAND) >= 4.5


def veiled(colour: str, *inks: Ink) -> str:
    """A colour below thin layers of others."""
    parts = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    for ink in inks:
        over = [int(ink.fill[i : i + 2], 16) for i in (1, 3, 5)]
        parts = [round(below * (1 - ink.alpha) + above * ink.alpha) for below, above in zip(parts, over, strict=True)]
    return "#" + "".join(f"{part:02x}" for part in parts)


def test_numbers_can_be_read_in_the_deepest_shade():
    night = veiled(theme.LAND, *[theme.SHADE] * len(theme.SHADES))
    assert contrast(theme.NUMBERS.fill, night) >= 4.5
    little = veiled(theme.LAND, *[theme.SHADE] * sum(level <= DEEP for level in theme.SHADES))
    assert contrast(theme.NUMBERS_OPEN, little) >= 4.5


def test_the_deepest_shade_takes_a_fifth_of_the_light():
    night = veiled(theme.LAND, *[theme.SHADE] * len(theme.SHADES))
    brightness = [sum(int(colour[i : i + 2], 16) for i in (1, 3, 5)) for colour in (theme.LAND, night)]
    assert 0.79 <= brightness[1] / brightness[0] <= 0.9


def test_lines_of_trenches_stand_out_from_every_ground():
    for colour in (*theme.TRENCH_BLUE, *theme.TRENCH_RED):
        assert contrast(colour, theme.TRENCH_HALO.stroke) >= 3


def test_words_beside_the_map_can_be_read():
    assert contrast(theme.QUIET_INK, theme.PAPER) >= 4.5
    assert contrast(theme.INK, theme.PAPER) >= 4.5
    assert contrast("#ffffff", theme.ALARM) >= 4.5


def test_the_choice_stands_out_from_every_ground():
    for colour in (theme.LAND, theme.WOOD, theme.HILL, theme.BUILT, theme.PAPER):
        assert contrast(theme.CHOICE, colour) >= 3


# --- boards of other forms ----------------------------------------------------------------------


def test_a_board_of_sectors_is_drawn_at_a_size_of_its_own():
    corners = {
        "a": (0.0, 0.0),
        "b": (800.0, 0.0),
        "c": (1600.0, 0.0),
        "d": (0.0, 700.0),
        "e": (800.0, 700.0),
        "f": (1600.0, 700.0),
    }
    board = Board.of_sectors(
        {"S01": ["a", "b", "e", "d"], "S02": ["b", "c", "f", "e"]},
        corners,
        features={"woods": ["S01"]},
        labels={"S02": "Gate"},
    )
    frame = Frame.around(board)
    assert theme.LEAST_HEX <= frame.hex <= theme.HEX
    drawn = shapes(ground(board, frame))
    assert {"grid", "trees", "numbers"} <= set(drawn)


def test_a_wide_board_gets_a_wider_sheet_and_no_smaller_hexes():
    board = Board.of_hexes(Grid("south", "west", firsts=range(1, 40), seconds=range(1, 60)))
    frame = Frame.around(board)
    assert frame.hex == theme.LEAST_HEX
    assert frame.width > theme.SHEET_WIDTH
    assert len(to_svg(ground(board, frame, detail="light"))) < 20_000


def test_a_feature_may_be_drawn_like_another():
    board = small(features={"orchard": ["0202"]}, style={"drawn_as": {"orchard": "woods"}})
    assert "trees" in shapes(picture_of(board))


# --- Veritable's own ------------------------------------------------------------------------------


VERITABLE = load_board("veritable/board.toml")


def test_a_city_has_a_ring_where_there_are_towns_too():
    ring = shapes(picture_of(VERITABLE))["city-ring"]
    assert isinstance(ring, Lines)
    assert len(ring.paths) == len(VERITABLE.having("city")) > 0
    assert not VERITABLE.having("city") & VERITABLE.having("town")
    assert "city-ring" not in shapes(picture_of(load_board("scheldt/board.toml")))  # all of them are cities


def test_the_edges_of_the_two_sides_are_told_apart_by_form_too():
    drawn, frame = shapes(picture_of(VERITABLE)), Frame.around(VERITABLE)
    west, east = drawn["west-edge"], drawn["east-edge"]
    assert isinstance(west, Polygons)
    assert isinstance(east, Polygons)
    assert (len(west.rings), len(east.rings) > 10) == (1, True)
    assert max(x for x, _ in points_of(west)) < theme.MARGIN
    assert min(x for x, _ in points_of(east)) > frame.width - theme.MARGIN


def test_the_title_of_a_narrow_board_has_room_beside_the_arrow():
    board = Board.of_hexes(Grid("east", "south", firsts=range(1, 2), seconds=range(1, 3)), title="A long name indeed")
    drawn = shapes(picture_of(board))
    title = drawn["title"]
    assert isinstance(title, Texts)
    [(word, at)] = title.words
    assert box_of(word, at, theme.TITLE).width + at[0] < min(x for x, _ in points_of(drawn["north-letter"]))


def test_the_name_of_a_sector_stands_above_its_counters():
    game = fm.new_game("drill", "sectors")
    frame = Frame.around(game.board)
    names = Survey(game.board, frame).numbers
    spots = {spot.unit.place: spot for spot in stack_spots(game, frame)}
    casemate = spots["Casemate"]
    assert names[game.board.at("Casemate")].edges[3] < casemate.at[1] - casemate.size / 2


@pytest.mark.parametrize("scenario", ["drill/first_steps", "drill/march", "drill/flank", "veritable/operation"])
def test_no_counter_of_the_set_up_hides_a_name(scenario):
    game = fm.new_game(*scenario.split("/"))
    spots, sheet = stack_spots(game, Frame.around(game.board)), ElementTree.fromstring(game.board_svg())
    read = 0
    for kind, style in theme.ROOMY_NAMES.items():
        for text in sheet.iterfind(f".//{SVG}g[@class='{kind}-names']/{SVG}text"):
            words = box_of(text.text or "", (float(text.attrib["x"]), float(text.attrib["y"])), style)
            off = [(abs(words.x - spot.at[0]), abs(words.y - spot.at[1]), spot.size) for spot in spots]
            assert all(2 * x >= words.width + size or 2 * y >= words.height + size for x, y, size in off), text.text
            read += 1
    assert read >= len(game.board.labels)


def test_of_a_stack_one_counter_has_the_rim():
    game = fm.new_game("drill", "stack")
    [_, rims] = rings(game, Frame.around(game.board), game.movers())
    assert isinstance(rims, Lines)
    assert len(rims.paths) == len({game.unit(unit).place for unit in game.movers()}) < len(game.movers())
