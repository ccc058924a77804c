"""Boards drawn in text: what is drawn is what there is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fmbook.core.errors import DataError, NoSuchName
from fmbook.geometry.boards import Board
from fmbook.geometry.sketches import sketch

POLDER = sketch("""
    a    b~   c~
      d    e
""")


def around(board: Board, name: str) -> str:
    """The names next door, in order of the alphabet."""
    return "".join(sorted(board.name(place) for place in board.neighbours[board.at(name)]))


def test_neighbours_follow_from_the_drawing() -> None:
    assert {name: around(POLDER, name) for name in "abcde"} == {
        "a": "bd", "b": "acde", "c": "be", "d": "abe", "e": "bcd",
    }  # fmt: skip


def test_places_stand_in_reading_order() -> None:
    assert POLDER.places == ("a", "b", "c", "d", "e")
    assert POLDER.centre(POLDER.at("a")).x < POLDER.centre(POLDER.at("d")).x < POLDER.centre(POLDER.at("b")).x
    assert POLDER.centre(POLDER.at("a")).y < POLDER.centre(POLDER.at("d")).y


def test_marks_are_terrain() -> None:
    assert POLDER.having("flooded") == {POLDER.at("b"), POLDER.at("c")}
    hill = sketch("a^*  b+   c#   d=   e")
    assert [set(features) for features in hill.features] == [
        {"hill", "woods"},
        {"town"},
        {"city"},
        {"sea"},
        set(),
    ]


def test_marks_may_be_agreed_for_one_sketch() -> None:
    assert sketch("a! b", marks={"!": "fort"}).having("fort") == {0}


def test_sides_and_paths_are_drawn_by_name() -> None:
    board = sketch("a b c", sides={"river": ["b/c"]}, paths={"road": ["a b c"]})
    assert board.border(1, 2) == {"river", "road"}
    assert board.border(0, 1) == {"road"}
    with pytest.raises(NoSuchName, match="No side shared by “a/c”"):
        sketch("a b c", sides={"river": ["a/c"]})


def test_a_point_is_a_hole() -> None:
    board = sketch("""
        a  .  b
         c  d
        .  e
    """)
    assert board.places == ("a", "b", "c", "d", "e")
    assert around(board, "a") == "c"
    assert around(board, "d") == "bce"


def test_the_first_row_may_be_the_one_further_right() -> None:
    board = sketch("""
          a   b
        c   d   e
          f
    """)
    assert around(board, "a") == "bcd"
    assert around(board, "d") == "abcef"


def test_words_and_numbers_are_names_too() -> None:
    assert sketch("Kirk+  0102   x_1").places == ("Kirk", "0102", "x_1")


def test_one_place_is_a_board() -> None:
    assert sketch("a").neighbours == ((),)


def test_one_file_of_places_is_a_board() -> None:
    assert sketch("a\n b\nc").neighbours == ((1,), (2, 0), (1,))


@given(st.integers(1, 6), st.integers(1, 6), st.integers(4, 9), st.booleans())
def test_a_full_drawing_of_any_size_has_as_many_links_as_it_should(
    rows: int, columns: int, width: int, first_right: bool
) -> None:
    lines = []
    for row in range(rows):
        indent = " " * (width // 2) if row % 2 == first_right else ""
        lines.append(indent + "".join(f"p{row}{column}".ljust(width) for column in range(columns)))
    board = sketch("\n".join(lines))
    assert len(board.places) == rows * columns
    assert len(board.links()) == rows * (columns - 1) + (rows - 1) * (2 * columns - 1)


@pytest.mark.parametrize(
    ("text", "where", "problem"),
    [
        ("a    b\n   c    d\n   e", "line 3, column 4", "“e” is crooked: expected every other row"),
        ("a    b    c\na", "line 2, column 1", "“a” is crooked"),
        ("a   b     c", "line 1, column 11", "“c” is crooked: expected every other row"),
        ("a    b\n    c", "line 2, column 5", "“c” is crooked: columns here go in steps of half of 5"),
        ("a  b%", "line 1, column 4", "“b%” has the mark %, which is none of ~"),
        ("a  b\n a", "line 2, column 2", "“a” is there twice"),
        ("a  ~", "line 1, column 4", "“~” is no name"),
        ("a  b~c", "line 1, column 4", "“b~c” is no name"),
        ("", "", "expected at least one name"),
        (" .  .\n", "", "expected at least one name"),
    ],
)
def test_a_crooked_sketch_is_told_where(text: str, where: str, problem: str) -> None:
    with pytest.raises(DataError) as refused:
        sketch(text)
    assert (refused.value.file, refused.value.path) == ("sketch", where)
    assert problem in refused.value.problem
