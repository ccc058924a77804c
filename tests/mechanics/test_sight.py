"""Line of sight on hexes."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fmbook.geometry import Board, Grid
from fmbook.geometry.hexes import Point
from fmbook.mechanics.sight import seen_from, sees

NOTHING: frozenset[int] = frozenset()
FLAT = Board.of_hexes(Grid("west", "north", firsts=range(1, 10), seconds=range(1, 10)), holes=["0305"])
POINTY = Board.of_hexes(Grid("south", "west", firsts=range(1, 10), seconds=range(1, 10)), holes=["0502"])
WIDE = Board.of_hexes(Grid("west", "north", firsts=range(1, 44), seconds=range(12, 56)))
BOARDS = pytest.mark.parametrize("board", [FLAT, POINTY], ids=["flat", "pointy"])

places = st.integers(0, 79)
some = st.frozensets(places, max_size=12)
many = st.one_of(
    st.frozensets(places, max_size=20),
    st.frozensets(places, max_size=20).map(frozenset(range(80)).difference),
    st.lists(st.booleans(), min_size=80, max_size=80).map(
        lambda draws: frozenset(place for place, blocks in enumerate(draws) if blocks)
    ),
)


def named(board: Board, *names: str) -> frozenset[int]:
    return frozenset(map(board.at, names))


# --- an oracle that cuts each line at every hexside it crosses and asks in which hexes each piece lies ---

Spot = tuple[int, int]


def spot(board: Board, point: Point) -> Spot:
    """A corner in whole numbers: steps of a sixth of √3 one way, of a half the other."""
    sixth, half = (point.y, point.x) if board is POINTY else (point.x, point.y)
    return round(sixth * 6 / 3**0.5), round(half * 2)


@cache
def corners(board: Board, place: int) -> tuple[Spot, ...]:
    return tuple(spot(board, point) for point in board.outline(place))


def turn(a: Spot, b: Spot, c: Spot) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def cuts(start: Spot, end: Spot, edges: set[tuple[Spot, Spot]]) -> list[Fraction]:
    """Where a line meets the lines on which hexsides lie, as shares of its length."""
    found = {Fraction(0), Fraction(1)}
    for a, b in edges:
        before, after = turn(a, b, start), turn(a, b, end)
        if before != after and 0 < (share := Fraction(before, before - after)) < 1:
            found.add(share)
    return sorted(found)


def pieces(start: Spot, end: Spot, edges: set[tuple[Spot, Spot]]) -> Iterator[tuple[Spot, int]]:
    """A rational point on each piece of a line: a spot, and what to divide it by."""
    for share, following in pairwise(cuts(start, end, edges)):
        at = (share + following) / 2
        n, d = at.numerator, at.denominator
        yield (start[0] * (d - n) + end[0] * n, start[1] * (d - n) + end[1] * n), d


def holds(board: Board, place: int, piece: tuple[Spot, int]) -> int:
    """1 if a point is inside a hex, 0 if on its side, -1 if outside."""
    at, d = piece
    ring = [(x * d, y * d) for x, y in corners(board, place)]
    turns = [turn(a, b, at) for a, b in pairwise([*ring, ring[0]])]
    return 1 if min(turns) > 0 or max(turns) < 0 else 0 if min(turns) >= 0 or max(turns) <= 0 else -1


def sees_by_pieces(board: Board, frm: int, to: int, blocks: frozenset[int]) -> bool:
    away = board.distance(frm, to)
    if away <= 1:
        return True
    near = [p for p in range(len(board.places)) if board.distance(frm, p) + board.distance(p, to) <= away + 3]
    edges = {edge for p in near for edge in pairwise([*corners(board, p), corners(board, p)[0]])}
    barring = blocks - {frm, to}

    def is_barred(piece: tuple[Spot, int]) -> bool:
        held = {place: holds(board, place, piece) for place in near}
        inside = {place for place, how in held.items() if how == 1}
        beside = {place for place, how in held.items() if how == 0}
        return bool(inside & barring) or (len(beside) == 2 and beside <= barring)

    lines = zip(corners(board, frm), corners(board, to), strict=True)
    return sum(not any(map(is_barred, pieces(start, end, edges))) for start, end in lines) >= 4


@BOARDS
@settings(max_examples=200)
@given(frm=places, to=places, blocks=many)
def test_sight_agrees_with_a_look_at_every_piece_of_every_line(
    board: Board, frm: int, to: int, blocks: frozenset[int]
) -> None:
    assert sees(board, frm, to, blocks, 20) == sees_by_pieces(board, frm, to, blocks)


@settings(max_examples=25)
@given(to=st.sampled_from(sorted(WIDE.within(WIDE.at("2030"), 10))), wood=st.randoms(use_true_random=False))
def test_so_it_does_at_ten_hexes_with_a_tenth_of_the_ground_in_woods(to: int, wood: Random) -> None:
    frm = WIDE.at("2030")
    blocks = frozenset(place for place in WIDE.within(frm, 11) if wood.random() < 0.1)
    assert sees(WIDE, frm, to, blocks, 10) == sees_by_pieces(WIDE, frm, to, blocks)


# --- the rule by example ------------------------------------------------------------------------------
# The flat board: the second number grows to the north. 0505 lies below 0506, which lies below 0507; the four
# hexes beside 0506 on both sides are 0405, 0406 to the east and 0605, 0606 to the west.


def test_one_hex_in_the_straight_way_hides_what_is_behind_it() -> None:
    """Two lines run along its sides and are open; the other four lead through it."""
    frm = FLAT.at("0505")
    assert not sees(FLAT, frm, FLAT.at("0507"), named(FLAT, "0506"), 10)
    assert not sees(FLAT, frm, FLAT.at("0509"), named(FLAT, "0506"), 10)


def test_one_hex_beside_the_way_is_looked_past() -> None:
    frm, to = FLAT.at("0505"), FLAT.at("0507")
    assert all(sees(FLAT, frm, to, named(FLAT, near), 10) for near in ("0605", "0606", "0405", "0406"))


def test_four_open_lines_are_enough_and_three_are_not() -> None:
    frm = WIDE.at("2030")
    hidden = WIDE.within(frm, 10) - seen_from(WIDE, frm, named(WIDE, "2031"), 10)
    assert len(hidden) == 49  # behind a lone wood next door
    assert WIDE.at("2040") in hidden


@pytest.mark.parametrize(
    ("blocks", "seen"), [((), True), (("0605",), True), (("0506",), True), (("0605", "0506"), False)]
)
def test_a_line_along_a_hexside_is_barred_only_by_both_hexes(blocks: tuple[str, ...], seen: bool) -> None:
    """0505 and 0606 are two apart, with one hexside between 0605 and 0506 lying between them."""
    frm, to = FLAT.at("0505"), FLAT.at("0606")
    assert FLAT.distance(frm, to) == 2
    assert FLAT.at("0506") in FLAT.neighbours[FLAT.at("0605")]
    assert sees(FLAT, frm, to, named(FLAT, *blocks), 10) == seen


def test_a_line_along_a_hole_in_the_board_is_open() -> None:
    frm, to = FLAT.at("0205"), FLAT.at("0406")
    blocks = frozenset(range(len(FLAT.places)))
    assert sees(FLAT, frm, to, blocks, 10) == sees_by_pieces(FLAT, frm, to, blocks)


def test_neither_end_blocks_whatever_stands_there() -> None:
    frm, to = FLAT.at("0505"), FLAT.at("0508")
    assert sees(FLAT, frm, to, frozenset({frm, to}), 10)


@BOARDS
def test_neighbours_always_see_each_other(board: Board) -> None:
    everything = frozenset(range(len(board.places)))
    for frm in everything:
        assert all(sees(board, frm, to, everything, 1) for to in board.neighbours[frm])
        assert seen_from(board, frm, everything, 10) >= {frm, *board.neighbours[frm]}


def test_in_the_thick_of_it_only_neighbours_are_seen() -> None:
    everything = frozenset(range(len(WIDE.places)))
    frm = WIDE.at("2030")
    assert seen_from(WIDE, frm, everything, 10) == {frm, *WIDE.neighbours[frm]}


def test_on_open_ground_everything_within_reach_is_seen_and_nothing_beyond() -> None:
    frm = WIDE.at("2030")
    for reach in (1, 2, 10):
        assert seen_from(WIDE, frm, NOTHING, reach) == WIDE.within(frm, reach)
    assert len(seen_from(WIDE, frm, NOTHING, 10)) == 331
    assert seen_from(WIDE, frm, NOTHING, 0) == WIDE.within(frm, 1)
    assert sees(WIDE, frm, WIDE.at("2040"), NOTHING, 10)
    assert not sees(WIDE, frm, WIDE.at("2041"), NOTHING, 10)


# --- properties ---------------------------------------------------------------------------------------


@BOARDS
@given(frm=places, to=places, blocks=many)
def test_who_sees_is_seen(board: Board, frm: int, to: int, blocks: frozenset[int]) -> None:
    assert sees(board, frm, to, blocks, 10) == sees(board, to, frm, blocks, 10)


@BOARDS
@given(frm=places, blocks=many, reach=st.integers(0, 10))
def test_seen_from_is_sees_for_every_hex(board: Board, frm: int, blocks: frozenset[int], reach: int) -> None:
    one_by_one = {to for to in range(len(board.places)) if sees(board, frm, to, blocks, reach)}
    assert seen_from(board, frm, blocks, reach) == one_by_one


@BOARDS
@given(frm=places, blocks=some, more=some)
def test_more_blocking_hexes_never_show_more(
    board: Board, frm: int, blocks: frozenset[int], more: frozenset[int]
) -> None:
    assert seen_from(board, frm, blocks | more, 9) <= seen_from(board, frm, blocks, 9)


@pytest.mark.parametrize(
    "look",
    [
        lambda board: sees(board, 0, 2, NOTHING, 5),
        lambda board: seen_from(board, 0, NOTHING, 5),
    ],
)
def test_sectors_have_no_lines_of_sight(look: Callable[[Board], object]) -> None:
    corner = {name: (float(n % 4), float(n // 4)) for n, name in enumerate("abcdefgh")}
    row = Board.of_sectors({"A": "abfe", "B": "bcgf", "C": "cdhg"}, corner)
    with pytest.raises(TypeError, match="sight is drawn on hexes"):
        look(row)
