"""The roof of the fort on its sheet: what the data says is on the picture, can be read, and hides nothing else."""

from itertools import combinations
from typing import Any

import pytest

from fmbook.geometry.boardfile import load_board
from fmbook.widgets import theme
from fmbook.widgets.board.fort import inks
from fmbook.widgets.board.fort.key import SIGNS, THINGS
from fmbook.widgets.board.fort.plan import plan_of
from fmbook.widgets.board.fort.works import SYMBOLS
from fmbook.widgets.board.hex import ground
from fmbook.widgets.board.sheets import Frame
from fmbook.widgets.drawing.curves import inside
from fmbook.widgets.drawing.shapes import Circles, Lines, Picture, Point, Polygons, Texts
from fmbook.widgets.drawing.svg import to_svg
from fmbook.widgets.drawing.text_size import Box, box_of

BOARD = load_board("eben_emael/board.toml")
FRAME = Frame.around(BOARD)
PLAN = plan_of(BOARD, FRAME)
FULL, LIGHT = ground(BOARD, FRAME), ground(BOARD, FRAME, detail="light")
PLACES = range(len(BOARD.places))
ROOMY = [place for place in PLACES if BOARD.name(place) in {"S01", "S02", "S08", "S14", "S15", "S16", "S18", "S20"}]


def shapes(name: str, picture: Picture = FULL) -> list[Any]:
    return [shape for shape in picture.shapes if shape.name == name]


def written(name: str) -> dict[str, Point]:
    return {word: at for shape in shapes(name) for word, at in shape.words}


def apart(one: Box, other: Box) -> bool:
    return one.overlap(other) < 12  # square pixels: boxes of words are estimated generously


# --- what is on it --------------------------------------------------------------------------------


def test_each_sector_bears_its_name_and_number_on_its_own_ground():
    for place, sign in enumerate(PLAN.signs):
        assert BOARD.place_at(*FRAME.point(*sign.number)) == place
        assert all(BOARD.place_at(*FRAME.point(*at)) == place for _, at in sign.name)
    assert set(written("sector-numbers")) == set(BOARD.places)


def test_stars_stairs_and_dots_stand_where_the_board_has_points_exits_and_white_dots():
    signs = dict(enumerate(PLAN.signs))
    assert {place for place, sign in signs.items() if sign.star} == set(BOARD.numbers["vp"])
    assert {place for place, sign in signs.items() if sign.stairs} == BOARD.having("exit")
    assert {place for place, sign in signs.items() if sign.dot} == BOARD.fields[BOARD.at("S07")]
    figures, *_in_the_key = shapes("victory-figures")
    assert sum(int(number) for number, _ in figures.words) == 24


def test_every_work_has_a_sign_and_each_kind_its_own():
    assert {work.kind for work in PLAN.fort.work} == set(SYMBOLS)
    assert len(shapes("work")) + len(shapes("cupola")) + len(shapes("dummy")) >= len(PLAN.fort.work)


def test_every_border_is_drawn_and_both_corners_bear_their_ring():
    [borders] = shapes("sectors")
    assert len(borders.paths) == len(BOARD.links()) == 44
    [corners] = shapes("corners")
    assert len(corners.centres) == 2


def test_water_and_ditches_lie_outside_the_roof():
    around = [PLAN.line(out.ring) for out in PLAN.fort.outside]
    for place in PLACES:
        assert not any(inside(FRAME.pixel(BOARD.centre(place)), ring) for ring in around)
    assert {out.kind for out in PLAN.fort.outside} == {"water", "ditch", "approach"}


def test_what_lies_around_begins_at_the_wall_of_the_roof():
    rim = {(round(x, 1), round(y, 1)) for ring in PLAN.rim for x, y in ring}
    around = {(round(x, 1), round(y, 1)) for out in PLAN.fort.outside for x, y in PLAN.line(out.ring)}
    assert rim <= around


def test_the_key_explains_works_ground_and_signs():
    everything = {word for shape in shapes("key") for word, _ in shape.words}
    assert everything == {*SIGNS, *THINGS, "German unit", "Belgian unit"}


def test_the_notice_says_that_the_map_is_reconstructed():
    [notice] = shapes("notice")
    said = " ".join(word for word, _ in notice.words)
    assert "Reconstructed map" in said
    assert "fortif.be" in said


# --- that it can be read --------------------------------------------------------------------------


@pytest.mark.parametrize("picture", [FULL, LIGHT])
def test_everything_that_is_written_stands_on_the_sheet(picture):
    for shape in picture.shapes:
        if isinstance(shape, Texts):
            for word, at in shape.words:
                wide = box_of(word, at, shape.lettering).width
                left, right = (wide / 2, wide / 2) if shape.lettering.centred else (0, wide)
                assert at[0] - left >= 5, word
                assert at[0] + right <= FRAME.width - 5, word
                assert 5 <= at[1] <= FRAME.height - 5, word


def test_names_numbers_and_stars_do_not_hide_one_another():
    boxes = [(place, box) for place, sign in enumerate(PLAN.signs) for box in sign.boxes]
    for (one, a), (other, b) in combinations(boxes, 2):
        assert apart(a, b), (BOARD.name(one), BOARD.name(other))


def test_names_do_not_hide_the_works():
    for place in PLACES:
        for work in PLAN.works_in(place):
            core = Box(*PLAN.at(work.at), PLAN.long(18), PLAN.long(18))
            assert all(apart(box, core) for box in PLAN.signs[place].boxes), work.name


def test_the_key_and_the_notes_keep_off_the_map():
    outside = [PLAN.line(found.ring) for found in PLAN.fort.outside]
    for shape in FULL.shapes:
        if isinstance(shape, Texts) and shape.name in {"key", "title", "subtitle", "scale-words"}:
            for word, (x, y) in shape.words:
                end = x + box_of(word, (x, y), shape.lettering).width
                assert BOARD.place_at(*FRAME.point(end, y)) is None, word
                assert not any(inside((end, y), ring) for ring in outside), word


def test_the_sectors_are_told_apart_without_colour():
    """Each kind of ground has a mark besides its colour: tufts, trees, a trench; bunkers have their works."""
    for name in ("tufts", "trees", "sap", "work"):
        assert shapes(name), name
    [edge], [wall] = shapes("sectors"), shapes("wall")
    assert edge.ink.dash
    assert not wall.ink.dash


def test_the_picture_for_a_file_is_small():
    assert len(to_svg(LIGHT).encode()) < 60_000
    assert len(to_svg(LIGHT)) < len(to_svg(FULL))


def test_a_picture_is_the_same_each_time():
    again = ground.__wrapped__(BOARD, FRAME)
    assert again == FULL
    assert all(isinstance(shape, Polygons | Lines | Circles | Texts) for shape in again.shapes)


# --- room for counters ----------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 2, 3, 5, 8, 11])
def test_counters_in_a_sector_lie_clear_of_one_another_and_inside_it(count):
    for place in PLACES:
        size, spots = PLAN.counter_spots(place, count)
        assert len(set(spots)) == count, BOARD.name(place)
        for (ax, ay), (bx, by) in combinations(spots, 2):
            assert max(abs(ax - bx), abs(ay - by)) >= size, BOARD.name(place)
        assert all(BOARD.place_at(*FRAME.point(*spot)) == place for spot in spots), BOARD.name(place)


@pytest.mark.parametrize("place", PLACES, ids=BOARD.places)
def test_two_counters_are_large_enough_to_be_read_and_hide_neither_name_nor_work(place):
    size, spots = PLAN.counter_spots(place, 2)
    assert size >= 22
    for spot in spots:
        box = Box(*spot, size, size)
        assert all(apart(box, sign) for sign in PLAN.signs[place].boxes)
        assert all(apart(box, Box(*PLAN.at(work.at), 10, 10)) for work in PLAN.works_in(place))


def test_a_lone_counter_is_as_large_as_the_theme_lets_it_be_where_there_is_room():
    assert {PLAN.counter_spots(place, 1)[0] for place in ROOMY} == {38.0}
    assert theme.SMALL_COUNTER <= 38


# --- contrast ---------------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("kind", inks.GROUNDS)
def test_what_is_written_of_a_sector_can_be_read_on_its_ground(kind):
    for style in (theme.SECTOR_NAMES, theme.SECTOR_NUMBERS):
        assert contrast(style.fill, inks.GROUNDS[kind]) >= 4.5
        assert contrast(style.fill, style.halo) >= 4.5


def test_signs_chips_and_tracks_stand_out():
    assert contrast(theme.VP_FIGURES.fill, inks.VP.fill) >= 4.5
    assert contrast(theme.CHIP_WORDS.fill, theme.CHIP.fill) >= 4.5
    assert contrast(theme.CHIP_IDLE_WORDS.fill, theme.CHIP_IDLE.fill) >= 4.5
    assert contrast(theme.TRACK_SAYS.fill, theme.PAPER) >= 4.5
    for under in inks.GROUNDS.values():
        for ink in (inks.SECTOR_EDGE, inks.WALL, theme.SIGHT, inks.FIRE_CHOSEN_EDGE, inks.CONCRETE):
            assert contrast(ink.stroke, under) >= 3


def test_what_lies_around_can_be_read():
    for kind, style in theme.AROUND.items():
        assert contrast(style.fill, inks.OUTSIDES[kind]) >= 4.5
