"""Printed numbers, cube coordinates and points: what holds on every grid of the book."""

from collections import deque
from dataclasses import replace
from itertools import pairwise
from math import dist, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fmbook.core.errors import DataError, NoSuchName
from fmbook.geometry.grids import GridForm, grid
from fmbook.geometry.hexes import Grid, parse_side

NAMES = ("scheldt", "vimy", "veritable", "europa_portrait", "europa_landscape")
BOOK = tuple(map(grid, NAMES))
# and what the book does not have: the other stagger, the remaining directions, a sheet's prefix
MORE = (
    Grid("north", "east", "odd", range(1, 8), range(3, 9)),
    Grid("east", "north", "odd", range(10, 17), range(1, 7), prefix="16A:"),
    Grid("west", "south", "even", range(5), range(5)),
    replace(grid("europa_portrait"), firsts=range(5, 10), seconds=range(20, 30), prefix="4A:"),
)
every_grid = pytest.mark.parametrize(
    "lie", BOOK + MORE, ids=[*NAMES, "north-east", "east-north", "west-south", "sheet"]
)
grids = st.sampled_from(BOOK + MORE)


@st.composite
def grids_with_hexes(draw: st.DrawFn, count: int = 1) -> tuple[Grid, list[str]]:
    lie = draw(grids)
    numbers = st.tuples(st.sampled_from(lie.firsts), st.sampled_from(lie.seconds))
    return lie, [lie.name(*draw(numbers)) for _ in range(count)]


def is_inside(lie: Grid, name: str) -> bool:
    """Whether a hex has hexes all around."""
    first, second = lie.numbers(name)
    firsts, seconds = lie.firsts[1:-1], lie.seconds[1:-1]
    return first in firsts and second in seconds


def steps_from(lie: Grid, start: str) -> dict[str, int]:
    """Breadth first, along neighbours only."""
    steps, rim = {start: 0}, deque([start])
    while rim:
        name = rim.popleft()
        for beside in lie.neighbours(name):
            if beside not in steps:
                steps[beside] = steps[name] + 1
                rim.append(beside)
    return steps


# --- there and back -----------------------------------------------------------------------------------


@every_grid
def test_every_hex_has_its_numbers_cube_and_centre_to_itself(lie: Grid) -> None:
    names = list(lie.names())
    assert len(names) == len(lie.firsts) * len(lie.seconds)
    assert len({lie.cube(name) for name in names}) == len({lie.centre(name) for name in names}) == len(names)
    for name in names:
        assert lie.name(*lie.numbers(name)) == name
        assert lie.from_cube(lie.cube(name)) == name
        assert lie.at(*lie.centre(name)) == name
        assert sum(lie.cube(name)) == 0


@given(grids_with_hexes(), st.floats(-9, 9), st.floats(-9, 9))
def test_a_point_is_in_the_hex_with_the_nearest_centre(drawn: tuple[Grid, list[str]], dx: float, dy: float) -> None:
    lie, [name] = drawn
    x, y = lie.centre(name)[0] + dx, lie.centre(name)[1] + dy
    found = lie.at(x, y)
    nearest = min(dist((x, y), lie.centre(other)) for other in lie.names())
    if found is None:
        assert nearest > 0.499
    else:
        assert isclose(dist((x, y), lie.centre(found)), nearest, abs_tol=1e-9)


@every_grid
def test_a_point_just_within_a_corner_or_a_side_is_in_the_hex(lie: Grid) -> None:
    for name in lie.names():
        x, y = lie.centre(name)
        corners = lie.corners(name)
        middles = [((p.x + q.x) / 2, (p.y + q.y) / 2) for p, q in zip(corners, corners[1:] + corners[:1], strict=True)]
        for edge_x, edge_y in [*corners, *middles]:
            assert lie.at(x + 0.999 * (edge_x - x), y + 0.999 * (edge_y - y)) == name


@every_grid
def test_points_off_the_grid_are_in_no_hex(lie: Grid) -> None:
    for x, y in ((1e4, 0), (-1e4, 0), (0, 1e4), (0, -1e4)):
        assert lie.at(x, y) is None


# --- neighbours and distances -------------------------------------------------------------------------


@every_grid
def test_neighbours_are_mutual_and_six_inside(lie: Grid) -> None:
    for name in lie.names():
        around = lie.neighbours(name)
        assert len(set(around)) == len(around) >= 2
        assert all(name in lie.neighbours(other) for other in around)
        assert len(around) == 6 or not is_inside(lie, name)


@every_grid
def test_neighbours_stand_one_width_away_and_nobody_else_so_near(lie: Grid) -> None:
    start = lie.name(lie.firsts[2], lie.seconds[2])
    for name in lie.names():
        apart = dist(lie.centre(start), lie.centre(name))
        assert lie.adjacent(start, name) == isclose(apart, 1.0) == (name in lie.neighbours(start))
        assert name == start or apart > 0.999


@every_grid
def test_neighbours_go_clockwise_from_north_or_north_east(lie: Grid) -> None:
    start = lie.name(lie.firsts[2], lie.seconds[2])
    x, y = lie.centre(start)
    expected = [(0.0, -1.0), (0.866, -0.5), (0.866, 0.5), (0.0, 1.0), (-0.866, 0.5), (-0.866, -0.5)]
    if not lie.flat_top:
        expected = [(0.5, -0.866), (1.0, 0.0), (0.5, 0.866), (-0.5, 0.866), (-1.0, 0.0), (-0.5, -0.866)]
    found = [(round(p.x - x, 3), round(p.y - y, 3)) for p in map(lie.centre, lie.neighbours(start))]
    assert found == expected


@given(grids_with_hexes())
def test_distance_is_the_number_of_steps_along_neighbours(drawn: tuple[Grid, list[str]]) -> None:
    lie, [start] = drawn
    assert steps_from(lie, start) == {name: lie.distance(start, name) for name in lie.names()}


@given(grids_with_hexes(3))
def test_distance_is_a_measure(drawn: tuple[Grid, list[str]]) -> None:
    lie, [a, b, c] = drawn
    assert lie.distance(a, b) == lie.distance(b, a)
    assert (lie.distance(a, b) == 0) == (a == b)
    assert lie.distance(a, c) <= lie.distance(a, b) + lie.distance(b, c)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("n", range(5))
def test_rings_have_six_n_hexes_and_discs_their_sum(name: str, n: int) -> None:
    lie = grid(name)
    middle = lie.name(lie.firsts[len(lie.firsts) // 2], lie.seconds[len(lie.seconds) // 2])
    ring, disc = lie.ring(middle, n), lie.within(middle, n)
    assert len(ring) == len(set(ring)) == max(1, 6 * n)
    assert len(disc) == len(set(disc)) == 1 + 3 * n * (n + 1)
    assert set(ring) <= set(disc)
    assert {lie.distance(middle, other) for other in ring} == {n}


@given(grids_with_hexes(), st.integers(0, 6))
def test_rings_and_discs_at_the_rim_hold_what_the_grid_has(drawn: tuple[Grid, list[str]], n: int) -> None:
    lie, [name] = drawn
    assert lie.within(name, n) == tuple(o for o in sorted(lie.names()) if lie.distance(name, o) <= n)
    assert lie.ring(name, n) == tuple(o for o in sorted(lie.names()) if lie.distance(name, o) == n)


# --- lines and sides ----------------------------------------------------------------------------------


@given(grids_with_hexes(2))
def test_a_line_goes_step_by_step_and_is_as_long_as_the_distance(drawn: tuple[Grid, list[str]]) -> None:
    lie, [a, b] = drawn
    line = lie.line(a, b)
    assert (line[0], line[-1]) == (a, b)
    assert len(line) == lie.distance(a, b) + 1
    assert all(lie.adjacent(p, q) for p, q in pairwise(line))


@given(grids_with_hexes(2))
def test_a_line_is_the_same_both_ways(drawn: tuple[Grid, list[str]]) -> None:
    lie, [a, b] = drawn
    assert lie.line(a, b) == lie.line(b, a)[::-1]


@given(grids_with_hexes(2))
def test_every_hex_of_a_line_is_touched_by_it(drawn: tuple[Grid, list[str]]) -> None:
    lie, [a, b] = drawn
    start, end = lie.centre(a), lie.centre(b)
    length = dist(start, end) or 1.0
    for name in lie.line(a, b):
        x, y = lie.centre(name)
        off = abs((end.x - start.x) * (y - start.y) - (end.y - start.y) * (x - start.x)) / length
        assert off < 3**-0.5 + 1e-9


def test_a_line_along_hexsides_takes_the_northern_hex_and_of_two_level_ones_the_eastern() -> None:
    pointy, flat = grid("scheldt"), grid("vimy")
    assert pointy.line("2030", "2230") == ("2030", "2130", "2230")  # due south: 2130 lies east of 2131
    assert pointy.line("2130", "2228") == ("2130", "2129", "2228")  # along the side 2129/2229
    assert flat.line("2030", "1830") == ("2030", "1931", "1830")  # due east: 1931 lies north of 1930


def test_a_line_along_the_rim_takes_the_hex_that_is_there() -> None:
    lie = grid("scheldt")
    assert lie.line("1117", "1317") == ("1117", "1217", "1317")
    assert lie.line("1248", "1448") == ("1248", "1348", "1448")


@every_grid
def test_a_side_is_two_neighbouring_corners_of_both_hexes(lie: Grid) -> None:
    for name in lie.names():
        for other in lie.neighbours(name):
            side = lie.side(name, other)
            assert set(side) == set(lie.corners(name)) & set(lie.corners(other)) == set(lie.side(other, name))
            assert isclose(dist(*side), 3**-0.5)


@every_grid
def test_corners_go_clockwise_around_the_centre(lie: Grid) -> None:
    name = next(lie.names())
    corners, (x, y) = lie.corners(name), lie.centre(name)
    for p, q in zip(corners, corners[1:] + corners[:1], strict=True):
        assert isclose(dist(p, (x, y)), 3**-0.5)
        assert (p.x - x) * (q.y - y) - (p.y - y) * (q.x - x) > 0  # clockwise where y grows south


def test_hexes_that_do_not_touch_share_no_side() -> None:
    with pytest.raises(NoSuchName, match=r"No side shared by “1838/1840”\. Did you mean .*1838/1839"):
        grid("scheldt").side("1838", "1840")


# --- which way is which -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "west", "east"),
    [
        ("scheldt", "2030", "2029"),
        ("vimy", "1534", "0134"),
        ("veritable", "0607", "0707"),
        ("europa_portrait", "0827", "0826"),
        ("europa_landscape", "3413", "3513"),
    ],
)
def test_east_is_to_the_right(name: str, west: str, east: str) -> None:
    assert grid(name).centre(west).x < grid(name).centre(east).x


@pytest.mark.parametrize(
    ("name", "north", "south"),
    [
        ("scheldt", "2030", "2130"),
        ("vimy", "1535", "1534"),
        ("veritable", "0603", "0609"),
        ("europa_portrait", "0727", "0827"),
        ("europa_landscape", "3413", "3414"),
    ],
)
def test_north_is_up(name: str, north: str, south: str) -> None:
    assert grid(name).centre(north).y < grid(name).centre(south).y


@pytest.mark.parametrize("name", NAMES)
def test_lines_are_straight_rows_or_files(name: str) -> None:
    lie = grid(name)
    for first in lie.firsts:
        centres = [lie.centre(lie.name(first, second)) for second in lie.seconds]
        assert len({point.x if lie.flat_top else point.y for point in centres}) == 1


@pytest.mark.parametrize("name", NAMES)
def test_even_lines_stand_half_a_hex_toward_the_higher_second_number(name: str) -> None:
    lie = grid(name)
    even, second = lie.firsts[2] // 2 * 2, lie.seconds[1]
    low, high, shifted = lie.name(even - 1, second), lie.name(even - 1, second + 1), lie.name(even, second)
    coordinate = 1 if lie.flat_top else 0
    halfway = (lie.centre(low)[coordinate] + lie.centre(high)[coordinate]) / 2
    assert lie.centre(shifted)[coordinate] == halfway


def test_scheldt_agrees_with_the_formula_of_its_map() -> None:
    lie = grid("scheldt")
    for name in lie.names():
        cc, rr = lie.numbers(name)
        x, y = 49 - rr - (0.5 if cc % 2 == 0 else 0), cc * 0.8660254
        assert isclose(lie.centre(name).x, x - 49)
        assert isclose(lie.centre(name).y, y, rel_tol=1e-6)


def test_vimy_agrees_with_the_formula_of_its_map() -> None:
    lie = grid("vimy")
    petit_vimy = lie.centre("1534")
    for name in lie.names():
        cc, rr = lie.numbers(name)
        east_m, north_m = (15 - cc) * 138.564, (rr + (0.5 if cc % 2 == 0 else 0) - 34) * 160
        assert isclose((lie.centre(name).x - petit_vimy.x) * 160, east_m, abs_tol=0.01)
        assert isclose((petit_vimy.y - lie.centre(name).y) * 160, north_m, abs_tol=0.01)


# --- names that are none ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["", "18", "18380", "1a38", "9999", "3716", "1849", "١٨٣٨", "16A:1838", " 1838"])
def test_a_name_that_the_grid_does_not_have_is_refused(name: str) -> None:
    with pytest.raises(NoSuchName, match="No hex"):
        grid("scheldt").numbers(name)


def test_a_mistyped_hex_suggests_the_nearest() -> None:
    with pytest.raises(NoSuchName) as refused:
        grid("scheldt").neighbours("183")
    assert len(refused.value.suggestions) == 3
    assert all("183" in name or "18" in name for name in refused.value.suggestions)


def test_a_sheet_prefix_is_printed_and_may_be_left_out() -> None:
    lie = replace(grid("europa_portrait"), prefix="16A:")
    assert lie.name(8, 27) == "16A:0827"
    assert lie.numbers("0827") == lie.numbers("16A:0827") == (8, 27)
    assert "16A:0826" in lie.neighbours("0827")


def test_a_hexside_is_two_hexes_with_a_slash() -> None:
    assert parse_side("2737/2738") == ("2737", "2738")
    assert parse_side("4A:3525/3526") == ("4A:3525", "3526")


@pytest.mark.parametrize("side", ["", "2737", "2737-2738", "2737/", "/2738", "2737/2738/2739"])
def test_what_is_no_hexside_is_refused(side: str) -> None:
    with pytest.raises(NoSuchName, match="No hexside"):
        parse_side(side)


def test_a_grid_that_the_book_does_not_have_suggests_the_nearest() -> None:
    with pytest.raises(NoSuchName, match=r"No grid “viny”\. Did you mean vimy"):
        grid("viny")


# --- grids that are none ------------------------------------------------------------------------------


def test_both_pairs_cannot_grow_along_one_axis() -> None:
    with pytest.raises(DataError, match="second: expected east or west, square to south"):
        Grid("south", "north")
    with pytest.raises(DataError, match="second: expected north or south, square to east"):
        Grid("east", "west")


@pytest.mark.parametrize("numbers", [range(5, 5), range(3, 0), range(1, 101), range(-1, 5), range(1, 9, 2)])
def test_numbers_must_be_pairs_of_digits_in_a_row(numbers: range) -> None:
    with pytest.raises(DataError, match="seconds: expected two numbers from 0 to 99"):
        Grid("south", "west", seconds=numbers)


def test_a_described_grid_is_like_another_but_for_what_it_says() -> None:
    described = GridForm(like="europa_portrait", firsts=(6, 9), prefix="16A:").grid()
    assert described == replace(grid("europa_portrait"), firsts=range(6, 10), prefix="16A:")


def test_a_described_grid_without_a_model_says_everything() -> None:
    described = GridForm(first="south", second="east", firsts=(0, 7), seconds=(1, 9)).grid()
    assert described == Grid("south", "east", "even", range(8), range(1, 10))
    with pytest.raises(DataError, match="seconds: expected this"):
        GridForm(first="south", second="east", firsts=(1, 7)).grid()
