"""The roof of the fort: what the rules print is there, and what they leave open is said to be ours."""

from collections.abc import Iterable
from itertools import combinations, pairwise
from math import atan2, degrees, dist
from typing import Any

import pytest

from fmbook.core import data
from fmbook.geometry.boardfile import SectorBoardForm, load_board
from fmbook.geometry.hexes import Point
from fmbook.geometry.layouts import SectorLayout

BOARD = load_board("eben_emael/board.toml")
FORM = data.load(SectorBoardForm, "eben_emael/board.toml")
RINGS = {sector.id: sector.ring for sector in FORM.sector}


def names(places: Iterable[int]) -> set[str]:
    return set(map(BOARD.name, places))


def touch(a: str, b: str) -> bool:
    """Whether two sectors share an edge: two vertices that follow each other in both rings."""
    edges = [{frozenset(edge) for edge in pairwise((*RINGS[s], RINGS[s][0]))} for s in (a, b)]
    return bool(edges[0] & edges[1])


# --- what it is -----------------------------------------------------------------------------------


def test_it_says_that_it_is_reconstructed():
    assert (BOARD.id, BOARD.provenance.word) == ("eben_emael", "reconstructed")
    assert "map of the game was not seen" in BOARD.notice
    assert "100 m" in BOARD.notice
    assert "fortif.be" in BOARD.credit


def test_only_mi_sud_has_a_published_place_and_nothing_is_called_printed():
    words = {name: BOARD.provenance_of(BOARD.at(name)).word for name in BOARD.places}
    assert {name for name, word in words.items() if word == "public"} == {"S05"}
    assert {name for name, word in words.items() if word == "recalled"} == {"S08"}
    assert "printed" not in words.values()


def test_it_has_20_sectors_each_with_a_name_of_its_own():
    assert BOARD.places == tuple(f"S{number:02}" for number in range(1, 21))
    assert len(set(BOARD.labels.values())) == 20


# --- edges and corners ------------------------------------------------------------------------------


def test_3_1_who_shares_an_edge_is_adjacent_and_nobody_else():
    for a, b in combinations(BOARD.places, 2):
        assert (BOARD.at(b) in BOARD.neighbours[BOARD.at(a)]) == touch(a, b), (a, b)
    assert len(BOARD.links()) == 44


@pytest.mark.parametrize(("a", "b"), [("S01", "S04"), ("S02", "S03"), ("S05", "S10"), ("S06", "S11")])
def test_3_1_touching_in_a_corner_is_not_adjacency(a, b):
    assert set(RINGS[a]) & set(RINGS[b])
    assert BOARD.at(b) not in BOARD.neighbours[BOARD.at(a)]


def test_there_is_no_gap_and_no_overlap():
    """The edges that only one sector has make one ring: the rim of the roof."""
    owners: dict[frozenset[str], int] = {}
    for ring in RINGS.values():
        for edge in pairwise((*ring, ring[0])):
            owners[frozenset(edge)] = owners.get(frozenset(edge), 0) + 1
    rim = [edge for edge, count in owners.items() if count == 1]
    assert set(owners.values()) == {1, 2}
    start, *_ = sorted(min(rim, key=sorted))
    seen, here, before = {start}, start, None
    while True:
        here, before = next(v for edge in rim if here in edge for v in edge if v not in (here, before)), here
        if here == start:
            break
        seen.add(here)
    assert seen == frozenset().union(*rim)


def test_each_point_of_the_roof_lies_in_the_sector_that_the_map_names():
    for place, name in enumerate(BOARD.places):
        assert BOARD.place_at(*BOARD.centre(place)) == place, name
    assert BOARD.place_at(9999, 0) is None


def test_the_roof_is_as_large_as_the_fort_was():
    layout = BOARD.layout
    assert isinstance(layout, SectorLayout)
    area = sum(
        abs(sum(p.x * q.y - q.x * p.y for p, q in pairwise((*ring, ring[0])))) / 2
        for ring in map(layout.outline, range(20))
    )
    west, north, east, south = BOARD.bounds
    assert 42e4 < area < 46e4  # square metres; 45 hectares are told
    assert (east - west, south - north) == (700, 950)


# --- what is printed in the sectors -----------------------------------------------------------------


def test_the_victory_points_make_every_level_possible():
    vp = {BOARD.name(place): number for place, number in BOARD.numbers["vp"].items()}
    assert sum(vp.values()) == 24 >= 17
    assert sum(vp[sector] for sector in ("S04", "S05", "S06", "S07", "S10", "S12")) == 12
    assert BOARD.number("vp", BOARD.at("S11")) == 3
    assert BOARD.number("vp", BOARD.at("S18")) == 0


def test_eleven_gliders_have_a_sector_to_start_in():
    starts = BOARD.numbers["start"]
    assert sum(starts.values()) >= 11
    assert BOARD.number("start", BOARD.at("S08")) == 2
    assert all(BOARD.features[place] & {"open", "bunker", "trenches"} for place in starts)


def test_every_sector_has_one_terrain_of_the_table():
    terrain = ("open", "bunker", "trenches", "forest")
    assert [len(features & set(terrain)) for features in BOARD.features] == [1] * 20
    assert [len(BOARD.having(word)) for word in terrain] == [3, 15, 1, 1]


def test_the_blocks_that_special_actions_name_have_an_exit():
    exits = names(BOARD.having("exit"))
    assert exits == {"S01", "S02", "S05", "S07", "S10", "S13", "S14", "S15"}
    assert BOARD.having("exit") <= BOARD.having("bunker")
    for name in ("Bloc 1", "Bloc 2", "Bloc 3", "Bloc 4", "Bloc 5", "Mi-Nord", "Mi-Sud"):
        assert any(name in BOARD.labels[place] for place in BOARD.having("exit")), name


# --- machine guns -------------------------------------------------------------------------------------


def test_machine_guns_use_the_three_columns_of_their_table():
    guns = BOARD.numbers["mg"]
    assert set(guns.values()) == {3, 6, 9}
    assert (BOARD.number("mg", BOARD.at("S07")), BOARD.number("mg", BOARD.at("S05"))) == (9, 6)
    assert set(guns) == set(BOARD.fields)


def test_mi_nord_has_its_white_dots():
    assert names(BOARD.fields[BOARD.at("S07")]) == {"S05", "S06", "S08", "S09", "S10", "S20"}


def test_no_work_fires_into_its_own_sector_and_every_sector_swept_lies_near():
    for place, swept in BOARD.fields.items():
        assert place not in swept
        assert all(BOARD.distance(place, other) <= 2 for other in swept)


def test_every_work_of_the_drawing_stands_in_its_sector_or_at_its_wall():
    for work in FORM.style["fort"]["work"]:
        x, y = work["at"]
        place = BOARD.at(work["sector"])
        near = min(dist((x, -y), corner) for corner in BOARD.outline(place))
        assert BOARD.place_at(x, -y) == place or near < 60, work["name"]


def test_every_sector_swept_has_its_counters_in_an_arc_that_is_drawn():
    for work in FORM.style["fort"]["work"]:
        for swept in BOARD.fields.get(BOARD.at(work["sector"]), ()) if work.get("arcs") else ():
            assert any(_in_arc(work["at"], arc, BOARD.centre(swept)) for arc in work["arcs"]), (work["name"], swept)


def _in_arc(at: list[float], arc: dict[str, Any], target: Point) -> bool:
    east, north = target.x - at[0], -target.y - at[1]
    bearing = degrees(atan2(east, north)) % 360
    aimed = any(arc["from"] <= bearing + turn <= arc["to"] for turn in (0, 360))
    return aimed and dist((0, 0), (east, north)) <= arc["range"] + 1
