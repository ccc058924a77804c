"""Boards on disk: what a file says, and every way in which one can be wrong."""

from collections.abc import Callable
from pathlib import Path

import pytest

from fmbook.core.errors import DataError
from fmbook.geometry.boardfile import load_board
from fmbook.geometry.boards import Board

HEAD = """
id = "b"
title = "a board"
notice = "not a real place"
credit = "drawn by us"
provenance = "reconstructed"
source = "a test"
"""
HEXES = (
    HEAD
    + """
kind = "hexes"

[grid]
first = "south"
second = "west"
firsts = [1, 3]
seconds = [1, 4]
prefix = "4A:"

[blocks.terrain]
legend = { "." = "clear", "w" = ["woods", "dark"] }
rows = \"\"\"
01    . . w .
02   . _ . .
03    w . . .
\"\"\"

[blocks.owner]
legend = { "A" = "Allied" }
rows = \"\"\"
01    A A _ _
02   A _ _ _
03    A _ _ _
\"\"\"

[hexsides]
river = ["0101/0102", "0102/0202"]

[[path]]
kind = "road"
name = "the road"
through = ["0101", "0201", "0301"]

[names]
"0104" = "Kirk"

[regions]
"the west" = ["0104", "0204"]

[[sourced]]
provenance = "printed"
source = "15.2"
places = ["0104"]
borders = ["0101/0102"]

[style]
sea = { colour = "blue", list = [1, 2] }
"""
)
SECTORS = (
    HEAD
    + """
kind = "sectors"

[vertices]
nw = [0, 10]
n = [10, 10]
ne = [20.5, 10]
sw = [0, 0]
s = [10, 0]
se = [20.5, 0]

[[sector]]
id = "S1"
name = "the gate"
ring = ["nw", "n", "s", "sw"]
centre = [2, 8]
features = ["bunker"]

[[sector]]
id = "S2"
ring = ["n", "ne", "se", "s"]

[borders]
trench = ["S2/S1"]

[regions]
exit = ["S2"]

[numbers.vp]
S2 = 3

[fields]
S1 = ["S2"]

[[path]]
kind = "track"
through = ["S1", "S2"]
"""
)
Load = Callable[[str], Board]


@pytest.fixture
def load(tmp_path: Path) -> Load:
    def written_and_loaded(text: str) -> Board:
        (tmp_path / "board.toml").write_text(text, encoding="utf-8")
        return load_board("board.toml", root=tmp_path)

    return written_and_loaded


# --- what a file says -----------------------------------------------------------------------------------


def test_a_file_says_what_the_board_says_of_itself(load: Load) -> None:
    for text in (HEXES, SECTORS):
        board = load(text)
        assert (board.id, board.title) == ("b", "a board")
        assert (board.notice, board.credit) == ("not a real place", "drawn by us")
        assert board.provenance == ("reconstructed", "a test")


def test_a_block_reads_as_a_map_with_west_on_the_left(load: Load) -> None:
    board = load(HEXES)
    assert board.having("woods") == board.having("dark") == {board.at("0102"), board.at("0304")}
    assert board.having("Allied") == {board.at(name) for name in ("0104", "0103", "0204", "0304")}
    assert board.features[board.at("0104")] == {"clear", "Allied", "the west"}


def test_a_blank_in_the_terrain_is_a_hole(load: Load) -> None:
    board = load(HEXES)
    assert len(board.places) == 11
    assert "4A:0203" not in board.places


def test_hexsides_paths_names_regions_and_style_are_read(load: Load) -> None:
    board = load(HEXES)
    first, second = board.at("4A:0101"), board.at("0102")
    assert board.border(first, second) == {"river"}
    assert board.links("road") == ((first, board.at("0201")), (board.at("0201"), board.at("0301")))
    assert board.paths[0].name == "the road"
    assert board.labels == {board.at("0104"): "Kirk"}
    assert board.having("the west") == {board.at("0104"), board.at("0204")}
    assert board.provenance_of(board.at("0104")) == ("printed", "15.2")
    assert board.provenance_of(first, second) == ("printed", "15.2")
    assert board.style == {"sea": {"colour": "blue", "list": (1, 2)}}


ALIKE = '[alike]\nwater = ["river", "brook"]\n\n[[path]]'


def test_lists_of_hexsides_may_share_a_further_feature(load: Load) -> None:
    text = HEXES.replace("river = [", 'brook = ["0301/0302"]\nriver = [').replace("[[path]]", ALIKE)
    board = load(text)
    assert board.border(board.at("0101"), board.at("0102")) == {"river", "water"}
    assert board.border(board.at("0301"), board.at("0302")) == {"brook", "water"}
    assert len(board.links("water")) == 3


def test_a_board_may_lie_on_a_grid_of_the_book(load: Load) -> None:
    named = load(HEAD + 'kind = "hexes"\ngrid = "veritable"')
    assert len(named.places) == 16 * 12
    like = load(HEAD + 'kind = "hexes"\ngrid = { like = "vimy", firsts = [14, 16], seconds = [33, 35] }')
    assert len(like.places) == 9
    assert like.centre(like.at("1535")).y < like.centre(like.at("1534")).y


def test_blocks_of_flat_topped_hexes_have_a_row_for_each_second_number(load: Load) -> None:
    board = load(
        HEAD
        + """
kind = "hexes"
grid = { like = "vimy", firsts = [1, 3], seconds = [12, 13] }
blocks.terrain.legend = { a = "a", b = "b", c = "c", "." = [] }
blocks.terrain.rows = \"\"\"
13 a.b
12 ..c
\"\"\"
"""
    )
    assert [board.name(*board.having(letter)) for letter in "abc"] == ["0313", "0113", "0112"]


def test_figures_and_fields_of_fire_stand_in_their_places(load: Load) -> None:
    board = load(SECTORS)
    assert (board.number("vp", board.at("S2")), board.number("vp", board.at("S1"))) == (3, 0)
    assert board.number("men", board.at("S2")) == 0
    assert board.fields == {board.at("S1"): frozenset({board.at("S2")})}


def test_sectors_are_read_with_y_turned_to_the_screen(load: Load) -> None:
    board = load(SECTORS)
    gate, other = board.at("S1"), board.at("S2")
    assert board.neighbours == ((other,), (gate,))
    assert board.border(gate, other) == {"trench", "track"}
    assert board.centre(gate) == (2, -8)
    assert board.bounds == (0, -10, 20.5, 0)
    assert board.labels == {gate: "the gate"}
    assert (board.having("bunker"), board.having("exit")) == (frozenset({gate}), frozenset({other}))
    assert load(SECTORS.replace("[vertices]", 'y = "south"\n[vertices]')).centre(gate) == (2, 8)


# --- every way in which one can be wrong ----------------------------------------------------------------


def fault(load: Load, text: str) -> tuple[str, str]:
    """Where the file is wrong, and what the message says."""
    with pytest.raises(DataError) as refused:
        load(text)
    assert refused.value.file == "board.toml"
    assert str(refused.value).startswith("board.toml at " if refused.value.path else "board.toml: ")
    return refused.value.path, refused.value.problem


def test_hexsides_that_are_alike_must_be_listed(load: Load) -> None:
    path, problem = fault(load, HEXES.replace("[[path]]", ALIKE))
    assert path == "$.alike.water[1]"
    assert "No list of hexsides “brook”" in problem


@pytest.mark.parametrize(
    ("right", "wrong", "path", "problem"),
    [
        (
            "01    . . w .",
            "01    . q w .",
            "$.blocks.terrain.rows",
            "row 01, hex 4A:0103: “q” is not in the legend, which has . w",
        ),
        (
            "02   . _ . .",
            "02   . _ .",
            "$.blocks.terrain.rows",
            "row 02: expected 4 letters, 4A:0204 to 4A:0201, found 3",
        ),
        (
            "02   . _ . .",
            "02   . _ . . .",
            "$.blocks.terrain.rows",
            "row 02: expected 4 letters, 4A:0204 to 4A:0201, found 5",
        ),
        (
            "02   . _ . .",
            "04   . _ . .",
            "$.blocks.terrain.rows",
            "expected row 02 here, found “04”; rows go from 01 to 03, north on top",
        ),
        (
            "02   . _ . .\n",
            "",
            "$.blocks.terrain.rows",
            "expected 3 rows, 01 in the north to 03 in the south, found 2",
        ),
        (
            '"." = "clear"',
            '".." = "clear"',
            "$.blocks.terrain.legend",
            "expected a single letter other than “_”, found “..”",
        ),
        (
            '"." = "clear"',
            '"_" = "clear"',
            "$.blocks.terrain.legend",
            "expected a single letter other than “_”, found “_”",
        ),
        ('"." = "clear"', '"." = 1', "$.blocks[...].legend[...]", "Expected `str | array`, got `int`"),
        ("02   A _ _ _", "02   A A _ _", "$.blocks.owner.rows", "No hex “4A:0203”"),
        (
            '"0102/0202"]',
            '"0102/0304"]',
            "$.hexsides.river[1]",
            "No side shared by “0102/0304”. Did you mean 4A:0102/4A:0",
        ),
        ('"0102/0202"]', '"0102/0909"]', "$.hexsides.river[1]", "No hex “0909”"),
        (
            '"0102/0202"]',
            '"0102-0202"]',
            "$.hexsides.river[1]",
            "No hexside (two places with a slash between them) “0102-0202”",
        ),
        ('"0102/0202"]', "7]", "$.hexsides[...][1]", "Expected `str`, got `int`"),
        ('"0201", "0301"]', '"0301"]', "$.path[0].through", "No side shared by “0101/0301”"),
        ('"0201", "0301"]', '"201", "0301"]', "$.path[0].through", "No hex “201”. Did you mean 4A:0201"),
        ('kind = "road"', "", "$.path[0]", "Object missing required field `kind`"),
        ('"0104" = "Kirk"', '"0105" = "Kirk"', "$.names.0105", "No hex “0105”"),
        ('["0104", "0204"]', '["0104", "0203"]', "$.regions.the west[1]", "No hex “0203”"),
        ('places = ["0104"]', 'places = ["0105"]', "$.sourced[0].places[0]", "No hex “0105”"),
        (
            'borders = ["0101/0102"]',
            'borders = ["0101/0103"]',
            "$.sourced[0].borders[0]",
            "No side shared by",
        ),
        (
            'provenance = "printed"',
            'provenance = "guessed"',
            "$.sourced[0].provenance",
            "Invalid enum value 'guessed'",
        ),
        ('second = "west"', 'second = "north"', "$.grid.second", "expected east or west, square to south"),
        ('second = "west"', 'second = "left"', "$.grid.second", "Invalid enum value 'left'"),
        ("firsts = [1, 3]", "firsts = [3, 1]", "$.grid.firsts", "expected two numbers from 0 to 99"),
        ("firsts = [1, 3]", "firsts = [1]", "$.grid.firsts", "Expected `array` of length 2, got 1"),
        ("firsts = [1, 3]", "", "$.grid.firsts", "expected this, or the name of a grid that it is like"),
        ("firsts = [1, 3]", 'like = "viny"', "$.grid", "No grid “viny”. Did you mean vimy"),
        ('kind = "hexes"', "", "$", "Object missing required field `kind`"),
        ('kind = "hexes"', 'kind = "hexagons"', "$.kind", "Invalid value 'hexagons'"),
        ('title = "a board"', "", "$", "Object missing required field `title`"),
        ('title = "a board"', 'title = "a"\ntitel = "b"', "$", "Object contains unknown field `titel`"),
        ('id = "b"', 'id = "b"\nid = "c"', "line 3, column", "this is not TOML: Cannot overwrite a value"),
        ("[names]", "[names", "line ", "this is not TOML"),
    ],
)
def test_a_slip_in_a_board_of_hexes_is_named(load: Load, right: str, wrong: str, path: str, problem: str) -> None:
    assert right in HEXES
    found_path, found_problem = fault(load, HEXES.replace(right, wrong, 1))
    assert found_path == path or (path.startswith("line") and found_path.startswith("line"))
    assert problem in found_problem


@pytest.mark.parametrize(
    ("right", "wrong", "path", "problem"),
    [
        (
            'id = "S2"',
            'id = "S1"',
            "$.sector[1].id",
            "expected an id of its own; there is a sector “S1” already",
        ),
        ('"se", "s"]', '"see", "s"]', "$.sector[1].ring[2]", "No vertex “see”. Did you mean se"),
        (
            '"se", "s"]',
            '"se", "n"]',
            "$.sector[1].ring",
            "expected three or more vertices, none of them twice",
        ),
        (
            '"ne", "se", "s"]',
            '"s"]',
            "$.sector[1].ring",
            "expected three or more vertices, none of them twice",
        ),
        ("n = [10, 10]", "n = [10]", "$.vertices[...]", "Expected `array` of length 2, got 1"),
        ('"S2/S1"', '"S2/S3"', "$.borders.trench[0]", "No sector “S3”"),
        ('"S2/S1"', '"S2/S2"', "$.borders.trench[0]", "No side shared by “S2/S2”. Did you mean S2/S1?"),
        ("S2 = 3", "S9 = 3", "$.numbers.vp.S9", "No sector “S9”"),
        ("S2 = 3", 'S2 = "3"', "$.numbers[...][...]", "Expected `int`, got `str`"),
        ('S1 = ["S2"]', 'S1 = ["S9"]', "$.fields.S1", "No sector “S9”"),
        ('exit = ["S2"]', 'exit = ["S9"]', "$.regions.exit[0]", "No sector “S9”"),
        ('features = ["bunker"]', "feature = 1", "$.sector[0]", "Object contains unknown field `feature`"),
    ],
)
def test_a_slip_in_a_board_of_sectors_is_named(load: Load, right: str, wrong: str, path: str, problem: str) -> None:
    assert right in SECTORS
    found_path, found_problem = fault(load, SECTORS.replace(right, wrong, 1))
    assert found_path == path
    assert problem in found_problem


def test_a_sector_without_ground_is_named(load: Load) -> None:
    path, problem = fault(load, SECTORS.replace("20.5", "10"))
    assert path == "$.sector.ring"
    assert "expected a ring around some ground" in problem


def test_an_edge_of_three_sectors_is_named(load: Load) -> None:
    third = '[[sector]]\nid = "S3"\nring = ["n", "s", "se"]\n\n[borders]'
    path, problem = fault(load, SECTORS.replace("[borders]", third))
    assert path == "$.sector.n-s"
    assert problem == "an edge has two sides, but S1, S2, S3 share it"


def test_a_fault_reads_well_aloud(load: Load) -> None:
    with pytest.raises(DataError) as refused:
        load(HEXES.replace("03    w . . .", "03    w . ."))
    assert str(refused.value) == (
        "board.toml at $.blocks.terrain.rows: row 03: expected 4 letters, 4A:0304 to 4A:0301, found 3"
    )
