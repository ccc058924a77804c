"""A window on a board: a part of it, as large as a small board, with nothing lost that a reader needs there."""

import re

import pytest

from fmbook.geometry.boardfile import load_board
from fmbook.lessons.exercises import Exercise, ask, exercises_of
from fmbook.lessons.lessonfile import lesson_names
from fmbook.widgets import theme
from fmbook.widgets.board.counters import stack_spots
from fmbook.widgets.board.cursor import Cursor
from fmbook.widgets.board.sheets import Frame
from fmbook.widgets.board.windows import window
from fmbook.widgets.drawing.shapes import Picture, Point, Polygons, Texts
from fmbook.widgets.drawing.text_size import box_of
from fmbook.widgets.exercises import ExerciseBox

VIMY = load_board("vimy/board.toml")
CRATERS = VIMY.within(VIMY.at("2835"), 2)
SHOWN = [exercise for name in lesson_names() for exercise in exercises_of(name) if exercise.task.near]


def words_of(picture: Picture, name: str) -> list[tuple[str, Point]]:
    return [word for shape in picture.shapes if isinstance(shape, Texts) and shape.name == name for word in shape.words]


def test_a_window_shows_its_places_whole_and_as_large_as_on_a_small_board():
    frame = Frame.part(VIMY, CRATERS)
    assert frame.places(VIMY) >= CRATERS
    assert len(frame.places(VIMY)) < 60
    assert frame.hex == theme.HEX
    assert frame.width >= theme.WINDOW_LEAST


@pytest.mark.parametrize("name", ["2835", "2936", "2734"])
def test_a_click_in_a_window_finds_the_hex_under_it(name):
    frame, place = Frame.part(VIMY, CRATERS), VIMY.at(name)
    x, y = frame.pixel(VIMY.centre(place))
    assert 0 < x < frame.width
    assert 0 < y < frame.height - frame.strip
    assert VIMY.place_at(*frame.point(x, y)) == place


def test_words_in_a_window_are_whole_and_say_where_the_map_comes_from():
    frame = Frame.part(VIMY, CRATERS)
    words = {word for shape in window(VIMY, frame).shapes for word, _ in getattr(shape, "words", ())}
    assert {"2835", "2936"} <= words
    assert "0834" not in words
    assert "Reconstructed map." in " ".join(frame.notice)
    assert set(frame.notice) <= words


def test_a_wide_window_has_smaller_hexes_and_a_click_finds_them_too():
    board = load_board("scheldt/board.toml")
    ends = [board.at(name) for name in ("2042", "2021")]
    frame = Frame.part(board, ends)
    assert frame.width <= theme.WINDOW_MOST
    assert theme.ROOMY <= frame.hex < theme.HEX
    numbers = dict(words_of(window(board, frame), "numbers"))
    for place in ends:
        x, y = numbers[board.name(place)]
        assert board.place_at(*frame.point(x, y)) == place


@pytest.mark.parametrize("exercise", ["10.a", "10.e", "10.h", "20.f", "40.c"])
def test_no_counter_or_stack_hides_the_name_of_a_town_or_a_village_in_a_window(exercise):
    shown = ExerciseBox(ask(exercise)).map
    spots = stack_spots(ask(exercise).game, shown._frame)
    for kind, style in (("town", theme.TOWN_NAMES), ("place", theme.PLACE_NAMES)):
        for word, at in words_of(shown._kept, f"{kind}-names"):
            box = box_of(word, at, style)
            off = [(abs(box.x - spot.at[0]), abs(box.y - spot.at[1]), spot.size) for spot in spots]
            assert all(2 * x >= box.width + size or 2 * y >= box.height + size for x, y, size in off), word
    assert words_of(shown._kept, "town-names")


def test_where_the_board_ends_a_window_shows_paper():
    frame = Frame.part(VIMY, CRATERS)
    first = window(VIMY, frame).shapes[0]
    assert isinstance(first, Polygons)
    assert first.rings == (((0, 0), (frame.width, 0), (frame.width, frame.height), (0, frame.height)),)


def test_the_arrow_keys_stay_in_the_window():
    places = Frame.part(VIMY, CRATERS).places(VIMY)
    cursor = Cursor(VIMY, places)
    assert cursor.step((1, 0)) in places
    for way in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        for _ in range(30):
            assert cursor.step(way) in places


@pytest.mark.parametrize("exercise", SHOWN, ids=lambda exercise: exercise.id)
def test_what_an_exercise_is_about_lies_in_its_window(exercise: Exercise):
    shown = {exercise.game.board.name(place) for place in exercise.window}
    box = ExerciseBox(exercise).map
    seen = {box.board.name(place) for place in box._near or range(len(box.board.places))}  # no window: the whole board
    assert shown <= seen
    assert set(exercise.task.near) <= seen
    assert set(exercise.task.places(exercise.game)) <= seen


def test_a_picture_for_a_file_does_without_the_full_ground():
    box = ExerciseBox(next(each for each in SHOWN if each.id == "20.a")).map
    box.svg()
    assert "_picture" not in vars(box)


def test_the_picture_of_a_window_holds_only_what_is_in_it():
    exercise = next(each for each in SHOWN if each.id == "20.a")
    svg = ExerciseBox(exercise).map.svg()
    assert len(svg) < 60_000
    assert ">4M<" in svg
    assert ">I/263<" not in svg  # in 2629, far away
    assert re.search(r'viewBox="0 0 460 \d+"', svg)
