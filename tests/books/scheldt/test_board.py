"""The ground of the Scheldt: every hex that the rulebook names is where it says."""

from collections.abc import Iterable
from itertools import pairwise

import pytest

import fmbook as fm
from fmbook.core import data
from fmbook.geometry.boardfile import HexBoardForm, load_board
from fmbook.geometry.layouts import HexLayout

BOARD = load_board("scheldt/board.toml")
FORM = data.load(HexBoardForm, "scheldt/board.toml")
CANALS = tuple(FORM.alike["canal"])
WATER = BOARD.having("sea") | BOARD.having("inlet")
LANDS = (
    *("walcheren", "south_beveland", "north_beveland", "tholen", "isthmus", "breskens_pocket", "zeeland_flanders"),
    *("flanders", "waasland", "antwerp", "brabant"),
)


def at(*names: str) -> set[int]:
    return set(map(BOARD.at, names))


def names(places: Iterable[int]) -> set[str]:
    return set(map(BOARD.name, places))


def around(name: str) -> set[str]:
    return names(BOARD.neighbours[BOARD.at(name)])


def border(side: str) -> frozenset[str]:
    return BOARD.border(*map(BOARD.at, side.split("/")))


def reached(start: str, *walls: str, shut: frozenset[int] = WATER) -> frozenset[int]:
    """All hexes that can be walked to without entering water or crossing one of these lines."""
    seen, rim = at(start), [BOARD.at(start)]
    for place in rim:
        for beside in BOARD.neighbours[place]:
            if beside not in seen and beside not in shut and not BOARD.border(place, beside) & set(walls):
                seen.add(beside)
                rim.append(beside)
    return frozenset(seen)


# --- what it is ---------------------------------------------------------------------------------


def test_it_says_that_it_is_reconstructed():
    assert (BOARD.id, BOARD.provenance.word) == ("scheldt", "reconstructed")
    assert "The publisher's map was not used" in BOARD.notice
    assert "OpenStreetMap contributors, ODbL" in BOARD.credit


def test_it_is_the_whole_grid_with_north_on_top_and_west_on_the_left():
    assert isinstance(BOARD.layout, HexLayout)
    assert not BOARD.layout.grid.flat_top
    assert len(BOARD.places) == 26 * 32 == 832
    north, south = BOARD.centre(BOARD.at("1117")), BOARD.centre(BOARD.at("3617"))
    west = BOARD.centre(BOARD.at("1148"))
    assert north.y < south.y
    assert west.x < north.x


def test_every_hex_has_one_terrain():
    terrain = {"sea", "clear", "flooded", "inlet", "city", "docks"}
    assert {len(features & terrain) for features in BOARD.features} == {1}


def test_every_hex_but_the_water_belongs_to_one_land():
    lands = [BOARD.having(land) for land in LANDS]
    assert all(lands)
    assert sum(map(len, lands)) == len(frozenset().union(*lands))
    assert frozenset().union(*lands) == frozenset(range(len(BOARD.places))) - WATER


# --- where the rules put things --------------------------------------------------------------------

NAMED = {
    "1832": "Goes",
    "2042": "Flushing",
    "1917": "Esschen",
    "2819": "Kapellen",
    "3018": "Brasschaet",
    "2642": "Schoondike",
    "2021": "Woensdrecht",
    "2736": "Terneuzen",
}


@pytest.mark.parametrize(("place", "name"), NAMED.items())
def test_a_town_of_the_rules_bears_its_name(place, name):
    assert BOARD.labels[BOARD.at(place)] == name
    assert BOARD.provenance_of(BOARD.at(place)).word == "printed"


def test_every_name_stands_once_and_on_land_or_a_river():
    assert len(set(BOARD.labels.values())) == len(BOARD.labels)
    assert not set(BOARD.labels) & BOARD.having("sea")


def test_15_2_the_causeway_joins_1838_and_1739_and_the_other_two_sides_to_walcheren_are_barred():
    assert around("1838") == {"1738", "1739", "1837", "1839", "1938", "1939"}
    assert {name for name in around("1838") if border(f"1838/{name}") & {"causeway", "barred"}} == {
        *("1739", "1839", "1939")
    }
    assert "causeway" in border("1838/1739")
    assert border("1838/1839") == border("1838/1939") == {"barred"}
    assert len(BOARD.links("causeway")) == 1
    assert len(BOARD.links("barred")) == 2


def test_15_2_no_other_way_leads_to_walcheren_on_land():
    walcheren = BOARD.having("walcheren")
    ways = {(a, b) for a, b in BOARD.links() if (a in walcheren) != (b in walcheren) and not {a, b} & WATER}
    assert {side for side in ways if not BOARD.border(*side) & {"barred"}} == {tuple(sorted(at("1739", "1838")))}
    assert walcheren == reached("1741", "causeway", "barred")


def test_15_0_the_sea_lies_where_nobody_walks():
    assert len(BOARD.having("sea")) == 190
    assert at("1148", "2240", "2432") <= BOARD.having("sea")
    assert not BOARD.having("sea") & frozenset().union(*map(BOARD.having, LANDS))


@pytest.mark.clause("SC-15.1-1")
@pytest.mark.parametrize("place", ["3523", "1536", "1623"])
def test_15_1_the_inlets_of_the_rules_are_inlets(place):
    assert "inlet" in BOARD.features[BOARD.at(place)]
    assert BOARD.provenance_of(BOARD.at(place)).word == "printed"


def test_15_1_the_scheldt_above_the_estuary_runs_through_inlets_from_the_sea_to_the_south_edge():
    river = sorted((n for n in names(BOARD.having("inlet")) if n > "2800"), reverse=True)
    assert river[0] == "3623"
    assert all(BOARD.distance(BOARD.at(a), BOARD.at(b)) == 1 for a, b in pairwise(river))
    assert around(river[-1]) & names(BOARD.having("sea"))


def test_15_1_and_13_0_the_braakman_is_all_sea_from_its_mouth_to_the_head_of_the_canal():
    banks = BOARD.links("all_sea")
    assert tuple(sorted(at("2737", "2738"))) in banks
    assert BOARD.provenance_of(*at("2737", "2738")).word == "printed"
    east = at("2637", "2737", "2837")
    assert all(len({a, b} & east) == 1 or {a, b} == at("2938", "2838") for a, b in banks)
    assert all(place in BOARD.having("coastal") for side in banks for place in side)


@pytest.mark.clause("SC-13.0-1")
def test_13_0_the_pocket_is_closed_off_by_the_leopold_canal_and_the_braakman():
    assert reached("2642", "leopold_canal", "all_sea") == BOARD.having("breskens_pocket")
    assert at("3043", "3044", "3045", "2642", "2738") <= BOARD.having("breskens_pocket")
    assert not at("2637", "2737", "2837", "3038", "3142", "3147") & BOARD.having("breskens_pocket")


def test_18_0_the_german_regiments_and_the_canadian_brigades_face_each_other_across_the_canal():
    beside = {place for side in BOARD.links("leopold_canal") for place in side}
    assert at("3043", "3044", "3045", "3038", "3142", "3147") <= beside


def test_11_2_and_18_0_antwerp_has_its_docks_at_3320_and_3321():
    assert names(BOARD.having("docks")) == {"3320", "3321"}
    assert names(BOARD.having("antwerp")) == {"3320", "3321", "3420", "3421"}
    assert BOARD.having("antwerp") - BOARD.having("docks") <= BOARD.having("city")


def test_11_2_and_16_2_the_road_from_woensdrecht_to_schore_joins_two_cities():
    road = FORM.regions["road_to_schore"]
    assert (road[0], road[-1], len(road)) == ("2021", "2030", 11)
    assert all("road" in border(f"{a}/{b}") for a, b in pairwise(road))
    assert at("2021", "2030") <= BOARD.having("city")
    assert BOARD.labels[BOARD.at("2030")] == "Schore"


@pytest.mark.parametrize("entry", ["1117", "1217", "1317", "1417", "1517", "1617", "2717"])
def test_11_2_reinforcements_enter_on_land_at_the_east_edge(entry):
    place = BOARD.at(entry)
    assert place not in WATER
    assert BOARD.centre(place).x >= max(BOARD.centre(p).x for p in range(len(BOARD.places))) - 0.5


SET_UP = (
    *("1832", "2042", "1917", "2819", "3018", "2642", "3043", "3044", "3045"),
    *("2637", "2737", "2837", "3038", "3142", "3147", "3317", "3318", "3319", "3320", "3321"),
)


@pytest.mark.parametrize("place", SET_UP)
def test_18_0_every_unit_begins_on_land_in_a_hex_that_is_printed(place):
    assert BOARD.at(place) not in WATER
    assert "flooded" not in BOARD.features[BOARD.at(place)]
    assert BOARD.provenance_of(BOARD.at(place)).word == "printed"


# --- coast, floods, victory ---------------------------------------------------------------------------


def test_coastal_is_land_with_the_sea_on_one_side():
    sea, all_sea = BOARD.having("sea"), {place for side in BOARD.links("all_sea") for place in side}
    land = set(range(len(BOARD.places))) - WATER
    assert BOARD.having("coastal") == {p for p in land if sea & set(BOARD.neighbours[p])} | all_sea


@pytest.mark.clause("SC-12.0-1")
def test_12_0_the_board_says_which_hexes_are_flooded():
    flooded = BOARD.having("flooded")
    assert len(flooded) == 49
    assert len(flooded & BOARD.having("walcheren")) == 22
    assert flooded & BOARD.having("breskens_pocket")
    assert flooded & BOARD.having("isthmus")


def test_12_0_no_dry_way_leads_north_between_the_river_and_the_zone_of_kapellen():
    west_of_brasschaet = {f"29{number}" for number in range(18, 24)}  # as far as the river
    dry = west_of_brasschaet - names(BOARD.having("flooded") | WATER)
    assert dry
    assert dry <= names(fm.new_game("scheldt").zone("German"))


def test_17_0_west_of_the_line_is_what_lies_west_of_2022_and_3217():
    head, foot = BOARD.centre(BOARD.at("2022")), BOARD.centre(BOARD.at("3217"))
    expected = set()
    for place in set(range(len(BOARD.places))) - BOARD.having("sea"):
        x, y = BOARD.centre(place)
        share = min(1.0, max(0.0, (y - head.y) / (foot.y - head.y)))
        if x < head.x + share * (foot.x - head.x) - 1e-9 or y > foot.y + 1e-9:
            expected.add(place)
    assert BOARD.having("west_of_the_line") == expected
    assert at("2819", "3018", "1832", "2042", "2642") <= expected
    assert not at("2022", "3217", "2021", "1917") & expected


# --- lines ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["all_sea", *CANALS])
def test_a_line_is_unbroken_from_one_end_to_the_other(line):
    sides = [tuple(map(BOARD.at, side.split("/"))) for side in FORM.hexsides[line]]
    assert len(set(map(frozenset, sides))) == len(sides) == len(BOARD.links(line))
    for one, next_ in pairwise(sides):
        assert len(set(BOARD.side(*one)) & set(BOARD.side(*next_))) == 1, (one, next_)


def test_every_canal_is_a_canal_and_nothing_else_is():
    assert set(BOARD.links("canal")) == {side for canal in CANALS for side in BOARD.links(canal)}


def test_a_canal_is_read_out_by_its_name_alone():
    assert BOARD.border_words(BOARD.at("3043"), BOARD.at("3143")) == ["Leopold Canal"]
    assert BOARD.border_words(BOARD.at("1838"), BOARD.at("1739")) == ["causeway", "road"]


def test_no_canal_runs_through_the_sea():
    assert not [side for side in BOARD.links("canal") if set(side) <= BOARD.having("sea")]


def test_roads_stay_on_land_and_cross_water_only_by_the_causeway():
    for a, b in BOARD.links("road"):
        assert not {a, b} & WATER
        assert not BOARD.border(a, b) & {"all_sea", "barred"}
