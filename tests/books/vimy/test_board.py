"""The ground of Vimy Ridge: everything that the booklet names is where it says, and as often as it says."""

from collections.abc import Iterable
from itertools import pairwise

import pytest

from fmbook.core import data
from fmbook.geometry.boardfile import HexBoardForm, load_board
from fmbook.geometry.layouts import HexLayout
from fmbook.mechanics.sight import seen_from

BOARD = load_board("vimy/board.toml")
FORM = data.load(HexBoardForm, "vimy/board.toml")
TRENCHES = ("allied_trench", "german_first", "german_zwischen", "german_second")
HIDES = frozenset().union(*(BOARD.having(word) for word in ("woods", "town", "hill", "peak", "la_folie_farm")))


def names(places: Iterable[int]) -> set[str]:
    return set(map(BOARD.name, places))


def reached(start: str, *walls: str) -> frozenset[int]:
    """All hexes that can be walked to without crossing one of these lines."""
    seen, rim = {BOARD.at(start)}, [BOARD.at(start)]
    for place in rim:
        for beside in BOARD.neighbours[place]:
            if beside not in seen and not BOARD.border(place, beside) & set(walls):
                seen.add(beside)
                rim.append(beside)
    return frozenset(seen)


# --- what it is ---------------------------------------------------------------------------------


def test_it_says_that_it_is_reconstructed():
    assert (BOARD.id, BOARD.provenance.word) == ("vimy", "reconstructed")
    assert "only hex 1534" in BOARD.notice
    assert "GeoNames" in BOARD.credit


def test_it_is_the_grid_of_vimy_less_the_corner_in_the_south_west():
    assert isinstance(BOARD.layout, HexLayout)
    assert BOARD.layout.grid.flat_top
    assert len(BOARD.places) == 43 * 44 - 138 == 1754
    assert all(int(hole[:2]) >= 33 for hole in set(BOARD.layout.grid.names()) - set(BOARD.places))


def test_only_petit_vimy_is_printed():
    printed = [place for place in range(len(BOARD.places)) if BOARD.provenance_of(place).word == "printed"]
    assert names(printed) == {"1534"}
    assert BOARD.labels[BOARD.at("1534")] == "Petit Vimy"


# --- what the booklet names ------------------------------------------------------------------------


def test_there_are_13_peaks_down_the_crest():
    peaks = sorted(BOARD.having("peak"), key=lambda place: -int(BOARD.name(place)[:2]))
    assert [BOARD.name(place) for place in peaks] == [
        *("3346", "3145", "2841", "2740", "2638", "2436", "2233", "2032", "1829", "1527", "1325", "1122", "0820")
    ]
    assert all(place in BOARD.labels for place in peaks)
    assert all(BOARD.features[place].isdisjoint({"hill", "clear", "woods", "town"}) for place in peaks)


@pytest.mark.parametrize(
    ("peak", "name"), [("2740", "Hill 145"), ("3346", "The Pimple"), ("1527", "Hill 135 (Telegraphen-Höhe)")]
)
def test_a_peak_bears_its_name(peak, name):
    assert BOARD.labels[BOARD.at(peak)] == name


def test_vimy_has_12_town_hexes_in_one_piece():
    town = BOARD.having("vimy_town")
    assert len(town) == 12
    assert town <= BOARD.having("town")
    assert "0834" in names(town)
    for place in town:
        assert town & set(BOARD.neighbours[place])


def test_petit_vimy_has_two_town_hexes_and_the_german_supply_lies_in_one():
    assert names(BOARD.having("petit_vimy")) == {"1534", "1434"}
    assert BOARD.having("petit_vimy") <= BOARD.having("town")
    assert BOARD.at("1434") in BOARD.neighbours[BOARD.at("1534")]
    assert names(BOARD.having("german_supply")) == {"1534"}
    assert not BOARD.having("petit_vimy") & BOARD.having("vimy_town")


def test_la_folie_woods_are_the_woods_within_seven_hexes_of_either_hex_of_petit_vimy():
    woods = BOARD.having("woods")
    for hamlet in BOARD.having("petit_vimy"):
        assert BOARD.having("la_folie_woods") == woods & BOARD.within(hamlet, 7)
    assert {"1836", "1331"} <= names(BOARD.having("la_folie_woods"))
    assert len(woods - BOARD.having("la_folie_woods")) > 20


def test_la_folie_farm_lies_on_the_crest_beside_its_wood():
    [farm] = BOARD.having("la_folie_farm")
    assert (BOARD.name(farm), BOARD.labels[farm]) == ("2434", "La Folie Farm")
    assert "hill" in BOARD.features[farm]
    assert 0 < min(BOARD.distance(farm, wood) for wood in BOARD.having("la_folie_woods")) <= 4


def test_the_east_edge_is_the_easternmost_file():
    east = max(BOARD.centre(place).x for place in range(len(BOARD.places)))
    assert BOARD.having("east_edge") == {p for p in range(len(BOARD.places)) if BOARD.centre(p).x == east}
    assert names(BOARD.having("east_edge")) == {f"01{row}" for row in range(12, 56)}


# --- lines ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", [*TRENCHES, "river"])
def test_a_line_is_unbroken_from_one_end_to_the_other(line):
    sides = [tuple(map(BOARD.at, side.split("/"))) for side in FORM.hexsides[line]]
    assert len(set(map(frozenset, sides))) == len(sides) == len(BOARD.links(line))
    for one, next_ in pairwise(sides):
        assert len(set(BOARD.side(*one)) & set(BOARD.side(*next_))) == 1, (one, next_)


def test_every_trench_is_a_trench_and_nothing_else_is():
    assert set(BOARD.links("trench")) == {side for line in TRENCHES for side in BOARD.links(line)}
    assert sum(len(BOARD.links(line)) for line in TRENCHES) == len(BOARD.links("trench"))
    assert BOARD.border(BOARD.at("3035"), BOARD.at("2935")) == {"trench", "allied_trench"}


def test_no_mans_land_is_what_lies_between_the_facing_trenches():
    between = reached("3037", "allied_trench", "german_first", "river")
    assert between == BOARD.having("no_mans_land")
    assert len(between) == 87
    assert all(BOARD.features[place].isdisjoint({"clear", "hill", "woods"}) for place in between)


def test_the_river_cuts_the_north_off():
    assert reached("4155", "river") == BOARD.having("north_of_river")
    assert len(BOARD.having("north_of_river")) == 18


def test_the_allied_trench_parts_the_set_up_areas():
    assert reached("3435", "allied_trench", "river") == BOARD.having("allied_setup")
    assert reached("1534", "allied_trench", "river") == BOARD.having("german_setup")


def test_every_hex_is_in_one_set_up_area_or_north_of_the_river():
    areas = [BOARD.having(area) for area in ("allied_setup", "german_setup", "north_of_river")]
    assert sum(map(len, areas)) == len(BOARD.places)
    assert frozenset().union(*areas) == frozenset(range(len(BOARD.places)))
    assert BOARD.having("no_mans_land") <= BOARD.having("german_setup")


@pytest.mark.parametrize("line", ["german_zwischen", "german_second"])
def test_the_rear_trenches_stay_away_from_no_mans_land(line):
    assert not {place for side in BOARD.links(line) for place in side} & BOARD.having("no_mans_land")


def test_the_trenches_lie_behind_each_other_from_west_to_east():
    for row in range(14, 50, 4):
        files = [
            max(int(BOARD.name(p)[:2]) for side in BOARD.links(line) for p in side if BOARD.name(p)[2:] == f"{row}")
            for line in TRENCHES
        ]
        assert files == sorted(files, reverse=True), row


def test_allied_replacements_have_50_trench_hexes():
    beside = {place for side in BOARD.links("allied_trench") for place in side} - BOARD.having("no_mans_land")
    assert len(beside) == 50
    assert beside <= BOARD.having("allied_setup")


# --- terrain and ground --------------------------------------------------------------------------------


def test_every_hex_has_terrain():
    terrain = {"clear", "no_mans_land", "hill", "peak", "woods", "town", "la_folie_farm"}
    here = [features & terrain for features in BOARD.features]
    assert all(here)
    assert {frozenset(words) for words in here if len(words) > 1} == {
        frozenset({"town", "hill"}),
        frozenset({"la_folie_farm", "hill"}),
    }


def test_each_sector_runs_across_the_map_the_fourth_in_the_north():
    sectors = [BOARD.having(f"sector {number}") for number in (4, 3, 2, 1)]
    assert all(sectors)
    assert sum(map(len, sectors)) == len(frozenset().union(*sectors))
    rows = [sum(int(BOARD.name(place)[2:]) for place in sector) / len(sector) for sector in sectors]
    assert rows == sorted(rows, reverse=True)


def test_a_hex_is_160_metres_so_villages_are_as_far_apart_as_on_the_ground():
    for one, other, metres in (("1534", "0834", 1000), ("1534", "2740", 2050), ("1534", "1222", 1890)):
        assert abs(BOARD.distance(BOARD.at(one), BOARD.at(other)) * 160 - metres) <= 320


def test_the_heights_cover_the_map_and_hill_145_is_the_top():
    rows = {row.split()[0]: row.split()[1:] for row in BOARD.style["height_m"].strip().splitlines()}
    assert set(map(len, rows.values())) == {43}
    height = {f"{file:02}{row}": int(rows[row][43 - file]) for row in rows for file in range(1, 44)}
    assert set(BOARD.places) <= set(height)
    assert max(BOARD.places, key=height.__getitem__) == "2740"
    assert (height["2740"], height["3346"]) == (145, 120)


def test_every_town_wood_and_name_of_the_drawer_is_on_the_board():
    for kind, feature in (("towns", "town"), ("woods", "woods")):
        listed = [place for places in BOARD.style[kind].values() for place in places]
        assert {BOARD.at(place) for place in listed} == BOARD.having(feature)
        assert len(listed) == len(set(listed))
    assert set(BOARD.style["names"]) == names(BOARD.labels)
    assert set(BOARD.style["quiet"]) <= frozenset().union(*BOARD.features)


# --- sight on this ground -----------------------------------------------------------------------------


def test_both_sides_see_across_no_mans_land():
    assert BOARD.at("2835") in seen_from(BOARD, BOARD.at("3035"), HIDES, 10)
    assert BOARD.at("3035") in seen_from(BOARD, BOARD.at("2835"), HIDES, 10)


def test_the_crest_hides_petit_vimy_from_the_west():
    hamlet = BOARD.at("1534")
    assert not any(hamlet in seen_from(BOARD, place, HIDES, 10) for place in BOARD.having("allied_setup"))


def test_whoever_stands_on_the_crest_looks_down_on_petit_vimy():
    crest, peaks = BOARD.at("2233"), BOARD.having("peak")
    assert BOARD.at("1534") in seen_from(BOARD, crest, peaks - {crest}, 10)
    assert BOARD.at("1534") not in seen_from(BOARD, crest, HIDES - {crest}, 10)
