"""What the rulebooks say about which hexes touch, each under its rule's number."""

from itertools import pairwise
from math import isclose

import pytest

from fmbook.geometry.grids import grid
from fmbook.geometry.hexes import Grid, parse_side

SCHELDT, EUROPA, SUEZ = grid("scheldt"), grid("europa_portrait"), grid("europa_landscape")


def is_chain(names: str) -> bool:
    """Whether each hex of ``a-b-c`` touches the next, on the Europa portrait sheet."""
    return all(EUROPA.adjacent(a, b) for a, b in pairwise(names.split("-")))


def is_unbroken(sides: str, lie: Grid) -> bool:
    """Whether each hexside of a list shares just one corner with the next."""
    ends = [set(lie.side(*parse_side(side))) for side in sides.split()]
    return all(len(one & other) == 1 for one, other in pairwise(ends))


# --- Scheldt ------------------------------------------------------------------------------------------


def test_scheldt_15_2_the_causeway_hex_touches_three_hexes_of_walcheren() -> None:
    x = SCHELDT.centre("1838").x
    west = {name for name in SCHELDT.neighbours("1838") if SCHELDT.centre(name).x < x}
    assert west == {"1739", "1839", "1939"}
    assert set(SCHELDT.neighbours("1838")) - west == {"1738", "1837", "1938"}


def test_scheldt_15_2_the_causeway_is_a_hexside() -> None:
    assert SCHELDT.adjacent("1838", "1739")


def test_scheldt_13_0_the_braakman_hexes_are_a_chain() -> None:
    assert SCHELDT.adjacent("2637", "2737")
    assert SCHELDT.adjacent("2737", "2837")


def test_scheldt_15_1_the_all_sea_hexside_lies_west_of_2737() -> None:
    assert SCHELDT.adjacent("2737", "2738")
    assert SCHELDT.centre("2738").x < SCHELDT.centre("2737").x


def test_scheldt_18_0_the_set_up_along_the_canal_is_a_straight_line() -> None:
    assert SCHELDT.line("3043", "3045") == ("3043", "3044", "3045")
    assert len({SCHELDT.centre(name).y for name in ("3043", "3044", "3045")}) == 1


def test_scheldt_18_0_the_set_up_at_antwerp_is_one_unbroken_line() -> None:
    assert SCHELDT.line("3317", "3321") == ("3317", "3318", "3319", "3320", "3321")
    assert len({SCHELDT.centre(f"33{rr}").y for rr in range(17, 22)}) == 1


@pytest.mark.parametrize(("target", "steps"), [("2042", 10), ("1832", 9), ("2134", 6), ("2236", 5)])
def test_scheldt_16_the_crossings_from_terneuzen_are_as_far_as_the_map_has_them(target: str, steps: int) -> None:
    assert SCHELDT.distance("2736", target) == steps


def test_scheldt_17_0_the_boundary_runs_south_east_from_woensdrecht() -> None:
    north, south = SCHELDT.centre("2022"), SCHELDT.centre("3217")
    assert north.y < south.y
    assert north.x < south.x


# --- Vimy and Veritable -------------------------------------------------------------------------------


def test_vimy_12_1_petit_vimy_has_the_east_edge_to_its_east() -> None:
    lie = grid("vimy")
    edge = [lie.centre(lie.name(1, rr)).x for rr in lie.seconds]
    assert len(set(edge)) == 1
    assert edge[0] == max(lie.centre(name).x for name in lie.names())
    assert lie.centre("1534").x < edge[0]


def test_veritable_15_3_goch_lies_south_of_cleve() -> None:
    lie = grid("veritable")
    assert lie.centre("1510").y > lie.centre("1304").y
    assert lie.distance("1304", "1510") == 7


def test_veritable_set_up_the_outpost_line_runs_north_to_south() -> None:
    assert grid("veritable").line("0603", "0609") == tuple(f"06{row:02}" for row in range(3, 10))


# --- Europa, rule 41 ----------------------------------------------------------------------------------


@pytest.mark.parametrize("pair", ["0827-0826", "0826-0825", "0827-0727"])
def test_europa_41_a_1_the_dike_and_the_sea_lane_inside_it(pair: str) -> None:
    assert is_chain(pair)


def test_europa_41_a_1_the_far_end_of_the_dike_touches_the_lane_too() -> None:
    assert is_chain("0727-0826")


def test_europa_41_b_port_said_and_suez_are_joined_by_one_unbroken_canal() -> None:
    canal = (
        "3413/3514 3414/3514 3414/3515 3415/3515 3415/3516 3416/3516 3516/3517 3517/3616 3616/3617 3617/3717 3617/3718"
    )
    assert is_unbroken(canal, SUEZ)
    assert SUEZ.centre("3413").x < SUEZ.centre("3718").x
    assert SUEZ.centre("3413").y < SUEZ.centre("3718").y


def test_europa_41_c_the_corinth_canal_is_a_hexside() -> None:
    assert is_chain("0813-0814")


def test_europa_41_d_khorramshahr_touches_abadan() -> None:
    assert is_chain("4311-4410")


def test_europa_41_d_the_limit_at_kut_is_a_hexside() -> None:
    assert is_chain("3219-3220")


def test_europa_41_d_one_unbroken_river_joins_the_ports_the_labels_and_the_limit() -> None:
    river = (
        "4410/4511 4410/4411 4311/4411 4311/4312 4211/4312 4212/4312 4212/4313 4212/4213 4113/4213 4113/4114 "
        "4013/4114 4013/4014 3914/4014 3914/3915 3814/3915 3814/3815 3715/3815 3715/3716 3615/3716 3615/3616 "
        "3516/3616 3516/3517 3416/3517 3416/3417 3317/3417 3317/3318 3217/3318 3218/3318 3218/3319 3219/3319 "
        "3219/3320 3219/3220"
    )
    assert is_unbroken(river, EUROPA)
    banks = {name for side in river.split() for name in side.split("/")}
    assert banks >= {"4410", "4311", "4313", "3219", "4211", "4114", "3217"}


def test_europa_41_e_1_the_kerch_strait_is_a_hexside() -> None:
    assert is_chain("3525-3526")


def test_europa_41_e_3_leningrad_lies_next_to_kronshtadt_in_the_east() -> None:
    assert set(EUROPA.neighbours("0832")) == {"0831", "0833", "0732", "0733", "0932", "0933"} & set(EUROPA.names())
    assert EUROPA.centre("0831").x > EUROPA.centre("0832").x


def test_europa_41_e_4_the_line_through_the_sivash_is_a_chain() -> None:
    assert is_chain("2929-3029-3130-3230")


def test_europa_41_e_6_imatra_is_a_hexside() -> None:
    assert is_chain("4317-4316")


@pytest.mark.parametrize("pair", ["0610-0711", "0201-0102", "5003-4904"])
def test_europa_public_pairs_that_fix_the_stagger_touch(pair: str) -> None:
    assert is_chain(pair)


@pytest.mark.parametrize(
    ("start", "to", "km"),
    [("0126", "0330", 112), ("0610", "0813", 89), ("4410", "3219", 354), ("3525", "2929", 169)],
)
def test_europa_distances_on_the_sheet_are_those_of_the_check_table(start: str, to: str, km: float) -> None:
    p, q = EUROPA.centre(start), EUROPA.centre(to)
    found = 25.75 * ((p.x - q.x) ** 2 + (p.y - q.y) ** 2) ** 0.5
    assert isclose(found, km, abs_tol=0.6)
