"""The drill ground: small, varied, and drawn so that river and bridge matter."""

from itertools import pairwise

from fmbook.geometry.boardfile import load_board

BOARD = load_board("drill/board.toml")
RIVER = {frozenset(map(BOARD.name, link)) for link in BOARD.links("river")}


def test_it_is_ours_and_says_so() -> None:
    assert BOARD.provenance.word == "ours"
    assert "no real place" in BOARD.notice


def test_it_is_small_and_varied() -> None:
    assert len(BOARD.places) == 9 * 7
    assert not BOARD.layout.grid.flat_top  # type: ignore[union-attr]
    for terrain, least in (("clear", 30), ("woods", 5), ("hill", 3), ("town", 2)):
        assert len(BOARD.having(terrain)) >= least
    assert all(len(features) == 1 for features in BOARD.features)


def test_both_towns_have_names() -> None:
    assert {BOARD.labels[place] for place in BOARD.having("town")} == {"Aldermill", "Eastbrook"}


def test_the_river_parts_the_board_in_two() -> None:
    start = BOARD.at("0101")
    west, rim = {start}, [start]
    for place in rim:
        for beside in BOARD.neighbours[place]:
            if beside not in west and "river" not in BOARD.border(place, beside):
                west.add(beside)
                rim.append(beside)
    assert BOARD.at("0404") in west
    assert BOARD.at("0406") not in west
    assert all((a in west) != (b in west) for a, b in BOARD.links("river"))


def test_the_river_is_one_unbroken_line_from_north_to_south() -> None:
    sides = [set(BOARD.side(a, b)) for a, b in BOARD.links("river")]
    corners = [corner for side in sides for corner in side]
    ends = [corner for corner in corners if corners.count(corner) == 1]
    assert len(ends) == 2
    assert {min(y for _, y in ends), max(y for _, y in ends)} <= {corner.y for corner in corners}
    assert max(corners.count(corner) for corner in corners) == 2


def test_the_road_crosses_the_river_by_the_bridge_and_nowhere_else() -> None:
    [road] = BOARD.paths
    wet = [(a, b) for a, b in pairwise(road.through) if "river" in BOARD.border(a, b)]
    assert wet == list(BOARD.links("bridge")) == [(BOARD.at("0404"), BOARD.at("0405"))]


def test_the_hill_in_the_bend_has_water_on_three_sides_and_the_bridge_at_its_foot() -> None:
    hill = BOARD.at("0305")
    assert "hill" in BOARD.features[hill]
    assert sum("river" in BOARD.border(hill, beside) for beside in BOARD.neighbours[hill]) == 3
    assert {BOARD.at("0404"), BOARD.at("0405")} <= set(BOARD.neighbours[hill])


def test_the_town_by_the_bridge_can_be_turned_from_the_south() -> None:
    assert {frozenset(("0404", "0405")), frozenset(("0404", "0305")), frozenset(("0405", "0505"))} <= RIVER
    assert frozenset(("0404", "0505")) not in RIVER
