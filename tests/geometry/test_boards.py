"""Boards: hexes and sectors are both a graph of places with things printed on it."""

from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fmbook.core.errors import DataError, NoSuchName
from fmbook.geometry.boards import Board, Provenance, Surveyor
from fmbook.geometry.grids import grid
from fmbook.geometry.hexes import Grid, Point
from fmbook.geometry.layouts import HexLayout

LIE = Grid("south", "east", firsts=range(1, 6), seconds=range(1, 7))
HEXES = Board.of_hexes(
    LIE,
    holes=["0303"],
    features={"woods": ["0101", "0202"], "hill": ["0202"]},
    borders={"river": ["0202/0203", "0203/0204"], "bridge": ["0203/0202"]},
    paths={"road": ["0201 0202 0203"]},
    labels={"0202": "Kirk"},
    id="hexes",
    title="the hexes",
    notice="not a real place",
    provenance=Provenance("reconstructed", "a test"),
)
VIMY = Board.of_hexes(grid("vimy"))

# four squares around one point, and a fifth beyond two of them whose border has a corner
VERTICES: dict[str, tuple[float, float]] = {
    "nw": (0, 0), "n": (1, 0), "ne": (2, 0), "w": (0, 1), "mid": (1, 1), "e": (2, 1),
    "sw": (0, 2), "s": (1, 2), "se": (2, 2), "far_n": (3, 0), "far_s": (3, 2),
}  # fmt: skip
RINGS = {
    "A": ["nw", "n", "mid", "w"],
    "B": ["n", "ne", "e", "mid"],
    "C": ["w", "mid", "s", "sw"],
    "D": ["e", "se", "s", "mid"],
    "E": ["ne", "far_n", "far_s", "se", "e"],
}
SECTORS = Board.of_sectors(
    RINGS, VERTICES, centres={"A": (0.25, 0.25)}, borders={"wall": ["A/B"]}, features={"bunker": ["D"]}
)
BOTH = pytest.mark.parametrize("board", [HEXES, SECTORS], ids=["hexes", "sectors"])


def names(board: Board, places: object) -> list[str]:
    assert isinstance(places, tuple | frozenset)
    return [board.name(place) for place in places]


# --- names ----------------------------------------------------------------------------------------------


@BOTH
def test_a_place_goes_by_its_index(board: Board) -> None:
    for number, name in enumerate(board.places):
        assert board.at(name) == number
        assert board.name(number) == name


def test_hexes_come_in_the_order_of_their_numbers_without_the_holes() -> None:
    assert HEXES.places == tuple(name for name in LIE.names() if name != "0303")


def test_an_unknown_place_is_refused_with_the_nearest_three() -> None:
    with pytest.raises(NoSuchName) as refused:
        HEXES.at("0210")
    assert str(refused.value).startswith("No hex “0210” in the hexes. Did you mean ")
    assert len(refused.value.suggestions) == 3
    with pytest.raises(NoSuchName, match="No sector “Q”"):
        SECTORS.at("Q")


def test_a_hole_is_no_place() -> None:
    with pytest.raises(NoSuchName):
        HEXES.at("0303")
    assert HEXES.place_at(*LIE.centre("0303")) is None
    assert "0303" not in names(HEXES, HEXES.neighbours[HEXES.at("0302")])


def test_the_prefix_of_a_map_sheet_may_be_left_out() -> None:
    board = Board.of_hexes(replace(LIE, prefix="4A:"))
    assert board.at("0202") == board.at("4A:0202")
    assert board.name(board.at("0202")) == "4A:0202"


def test_hexes_may_be_called_by_other_names() -> None:
    board = Board.of_hexes(LIE, called={"0101": "a"})
    assert board.places[:2] == ("a", "0102")
    assert board.centre(board.at("a")) == LIE.centre("0101")


# --- what is printed there ------------------------------------------------------------------------------


def test_places_bear_features_and_labels() -> None:
    kirk = HEXES.at("0202")
    assert HEXES.features[kirk] == {"woods", "hill"}
    assert HEXES.features[HEXES.at("0505")] == frozenset()
    assert HEXES.having("woods") == {HEXES.at("0101"), kirk}
    assert HEXES.having("sea") == frozenset()
    assert HEXES.labels == {kirk: "Kirk"}


def test_borders_bear_features_both_ways_and_roads_are_among_them() -> None:
    a, b = HEXES.at("0202"), HEXES.at("0203")
    assert HEXES.border(a, b) == HEXES.border(b, a) == {"river", "bridge", "road"}
    assert HEXES.border(b, HEXES.at("0204")) == {"river"}
    assert HEXES.border(HEXES.at("0101"), HEXES.at("0102")) == frozenset()


def test_links_are_pairs_of_neighbours_each_once() -> None:
    for board in (HEXES, SECTORS):
        links = board.links()
        assert len(links) == len(set(links)) == sum(map(len, board.neighbours)) / 2
        assert all(a < b and b in board.neighbours[a] for a, b in links)
    assert HEXES.links("road") == tuple((HEXES.at(a), HEXES.at(b)) for a, b in (("0201", "0202"), ("0202", "0203")))
    assert HEXES.links("canal") == ()


def test_paths_keep_their_chains() -> None:
    [road] = HEXES.paths
    assert (road.kind, names(HEXES, road.through)) == ("road", ["0201", "0202", "0203"])


def test_a_border_or_a_path_between_hexes_that_do_not_touch_is_refused() -> None:
    with pytest.raises(NoSuchName, match="No side shared by “0101/0103”"):
        Board.of_hexes(LIE, borders={"river": ["0101/0103"]})
    with pytest.raises(NoSuchName, match="No side shared by “0102/0104”"):
        Board.of_hexes(LIE, paths={"road": ["0101 0102 0104"]})
    with pytest.raises(NoSuchName, match="No side shared by"):
        HEXES.side(HEXES.at("0101"), HEXES.at("0505"))


def test_single_places_and_borders_have_a_provenance_of_their_own() -> None:
    surveyor = Surveyor(HexLayout(LIE))
    surveyor.source("0202", Provenance("printed", "15.2"))
    surveyor.source("0203/0202", Provenance("ruling"))
    board = surveyor.board(provenance=Provenance("reconstructed"))
    a, b, c = map(board.at, ("0202", "0203", "0204"))
    assert board.provenance_of(a) == ("printed", "15.2")
    assert board.provenance_of(a, b) == board.provenance_of(b, a) == ("ruling", "")
    assert board.provenance_of(b) == board.provenance_of(b, c) == board.provenance


def test_a_board_does_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        HEXES.title = "other"  # type: ignore[misc]


def test_a_board_is_itself_and_no_other() -> None:
    assert HEXES == HEXES
    assert Board.of_hexes(LIE) != Board.of_hexes(LIE)
    assert repr(HEXES) == "Board(id='hexes', title='the hexes')"


# --- shape ----------------------------------------------------------------------------------------------


@given(st.data())
def test_a_board_of_hexes_has_the_shape_of_its_grid(data: st.DataObject) -> None:
    lie = grid("vimy")
    place = st.integers(0, len(VIMY.places) - 1)
    a, b = data.draw(place), data.draw(place)
    name, other = VIMY.name(a), VIMY.name(b)
    assert tuple(names(VIMY, VIMY.neighbours[a])) == lie.neighbours(name)
    assert VIMY.distance(a, b) == lie.distance(name, other)
    assert tuple(names(VIMY, VIMY.line(a, b))) == lie.line(name, other)
    assert set(names(VIMY, VIMY.within(a, 3))) == set(lie.within(name, 3))
    assert VIMY.centre(a) == lie.centre(name)
    assert VIMY.outline(a) == lie.corners(name)
    assert VIMY.place_at(*lie.centre(name)) == a


@BOTH
def test_neighbours_are_mutual_and_one_step_away(board: Board) -> None:
    for place, around in enumerate(board.neighbours):
        assert all(place in board.neighbours[other] for other in around)
        assert board.within(place, 1) == {place, *around}
        assert all(board.distance(place, other) == 1 for other in around)


@BOTH
def test_a_side_is_shared_by_both_outlines(board: Board) -> None:
    for a, b in board.links():
        side = board.side(a, b)
        assert set(side) <= set(board.outline(a)) & set(board.outline(b))
        assert set(side) == set(board.side(b, a))
        assert len(side) >= 2


@BOTH
def test_the_centre_of_a_place_is_in_it(board: Board) -> None:
    for place in range(len(board.places)):
        assert board.place_at(*board.centre(place)) == place


@BOTH
def test_bounds_hold_every_outline_closely(board: Board) -> None:
    points = [point for place in range(len(board.places)) for point in board.outline(place)]
    left, top, right, bottom = board.bounds
    assert all(left <= x <= right and top <= y <= bottom for x, y in points)
    assert {left, right} <= {point.x for point in points}
    assert {top, bottom} <= {point.y for point in points}


def test_lines_and_distances_go_over_a_hole_which_is_left_out() -> None:
    a, b = HEXES.at("0302"), HEXES.at("0304")
    assert HEXES.distance(a, b) == 2
    assert HEXES.line(a, b) == (a, b)


def test_sectors_that_share_an_edge_touch_and_those_that_share_a_point_do_not() -> None:
    around = {name: set(names(SECTORS, SECTORS.neighbours[SECTORS.at(name)])) for name in RINGS}
    assert around == {
        "A": {"B", "C"},
        "B": {"A", "D", "E"},
        "C": {"A", "D"},
        "D": {"B", "C", "E"},
        "E": {"B", "D"},
    }


def test_sectors_are_as_far_as_the_fewest_borders() -> None:
    a, d, e = map(SECTORS.at, "ADE")
    assert SECTORS.distance(a, a) == 0
    assert SECTORS.distance(a, d) == SECTORS.distance(a, e) == 2
    assert names(SECTORS, SECTORS.line(a, e)) == ["A", "B", "E"]
    assert names(SECTORS, SECTORS.line(a, d)) == ["A", "B", "D"]
    assert SECTORS.within(a, 1) == {SECTORS.at(name) for name in "ABC"}


def test_sectors_without_a_way_between_them_say_so() -> None:
    board = Board.of_sectors({"A": RINGS["A"], "D": RINGS["D"]}, VERTICES)
    with pytest.raises(NoSuchName, match="No way “from A to D”"):
        board.distance(0, 1)


def test_the_border_of_sectors_runs_from_end_to_end() -> None:
    assert SECTORS.side(SECTORS.at("A"), SECTORS.at("B")) in (((1, 0), (1, 1)), ((1, 1), (1, 0)))
    bent = Board.of_sectors({"P": ["nw", "ne", "e", "mid", "s", "sw"], "Q": ["mid", "e", "se", "s"]}, VERTICES)
    assert bent.side(0, 1) == ((2, 1), (1, 1), (1, 2))
    assert bent.side(1, 0) == ((1, 2), (1, 1), (2, 1))


def test_sectors_drawn_the_other_way_round_are_the_same() -> None:
    turned = Board.of_sectors({name: ring if name == "A" else ring[::-1] for name, ring in RINGS.items()}, VERTICES)
    assert turned.neighbours == SECTORS.neighbours
    assert turned.side(0, 1) == SECTORS.side(0, 1)


def test_a_point_is_found_in_its_sector() -> None:
    assert SECTORS.place_at(0.1, 0.9) == SECTORS.at("A")
    assert SECTORS.place_at(2.9, 1.9) == SECTORS.at("E")
    assert SECTORS.place_at(-0.1, 0.5) is None
    notched = Board.of_sectors({"P": ["nw", "ne", "e", "mid", "s", "sw"]}, VERTICES)
    assert notched.place_at(1.5, 1.5) is None


def test_the_centre_of_a_sector_is_as_given_or_in_the_middle() -> None:
    assert SECTORS.centre(SECTORS.at("A")) == Point(0.25, 0.25)
    assert SECTORS.centre(SECTORS.at("B")) == Point(1.5, 0.5)


def test_an_edge_has_two_sides() -> None:
    third = {**RINGS, "F": ["n", "mid", "w"]}
    with pytest.raises(DataError, match=r"mid-n: an edge has two sides, but A, B, F share it"):
        Board.of_sectors(third, VERTICES)


def test_a_sector_needs_vertices_that_exist_and_some_ground() -> None:
    with pytest.raises(NoSuchName, match=r"No vertex “nx”\. Did you mean"):
        Board.of_sectors({"A": ["nw", "nx", "mid"]}, VERTICES)
    with pytest.raises(DataError, match="expected a ring around some ground"):
        Board.of_sectors({"A": ["nw", "n", "ne"]}, VERTICES)
