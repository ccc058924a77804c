"""The charts of Vimy Ridge, movement, combat and bombardment, against what is printed and decided."""

from typing import Any

import pytest

import fmbook as fm
from fmbook.components.scenarios import TerrainForm
from fmbook.components.tablefile import load_tables
from fmbook.components.tables import DifferentialTable
from fmbook.core import data
from fmbook.core.state import State
from fmbook.geometry.boardfile import load_board

BOARD = load_board("vimy/board.toml")
CRT = load_tables("vimy/tables.toml")["crt"]
assert isinstance(CRT, DifferentialTable)


def start(scenario: str = "battle") -> State:
    return fm.new_game("vimy", scenario).state


# --- charts -------------------------------------------------------------------------------------------


@pytest.mark.clause("VR-14.3-1")
def test_a_trench_costs_nothing_to_cross():
    setup = start().setup
    for pair in ("3035/2935", "2935/2835", "2034/2033", "1535/1635"):
        here, there = map(BOARD.at, pair.split("/"))
        assert "trench" in BOARD.border(here, there), pair
        [ground, *hexsides] = setup.price("leg", here, there)[1]
        assert ground[0].halves > 0
        assert [cost.halves for cost, _ in hexsides] == [0]


@pytest.mark.parametrize(
    ("step", "points"),
    [
        ("3435/3434", 1),  # clear
        ("3136/3037", 2),  # No Man's Land, across the trench
        ("2534/2434", 1),  # farm on a hill
        ("2841/2740", 2),  # peak
        ("1534/1635", 2),  # woods
        ("1434/1534", 1),  # town
        ("4052/4053", 2),  # clear, across the river
    ],
)
def test_what_a_step_costs(step, points):
    price, _ = start().setup.price("leg", *map(BOARD.at, step.split("/")))
    assert price == 2 * points


def test_movement_costs_are_ours_and_cover_all_terrain():
    costs = data.load(TerrainForm, "vimy/terrain.toml").movement
    assert costs.provenance == "reconstructed"
    terrain = {"clear", "no_mans_land", "hill", "peak", "woods", "town", "la_folie_farm"}
    assert set(costs.enter) == terrain
    assert set(costs.cross) == {"river", "trench"}
    assert costs.road is None


ROWS = {"peak": -1, "trench": -2, "woods": -2, "town": -3, "hill": -3, "la_folie_farm": -3, "river": -4, "clear": -5}


def above(first: int) -> list[list[int]]:
    """The differentials over each column: single ones up to +1, then pairs, +10 alone at the end."""
    return [*([n] for n in range(first, 2)), [2, 3], [4, 5], [6, 7], [8, 9], [10]]


@pytest.mark.clause("VR-CRT-1")
def test_the_table_takes_attack_minus_defence():
    assert CRT.column(9, 4, row="clear") == CRT.column(5, 0, row="clear") == CRT.column(12, 7, row="clear")
    assert CRT.column(4, 9, row="clear").number == 1


def row_reads(word: str) -> None:
    first = ROWS[word]
    assert CRT.column(20, 20 - first, row=word).number == 1
    for number, differentials in enumerate(above(first), start=1):
        for n in differentials:
            assert CRT.column(20 + n, 20, row=word).number == number, (word, n)


@pytest.mark.clause("VR-CRT-2")
def test_the_peak_row():
    row_reads("peak")


@pytest.mark.clause("VR-CRT-3")
@pytest.mark.parametrize("word", ["trench", "woods"])
def test_the_row_of_trench_and_woods(word):
    row_reads(word)


@pytest.mark.clause("VR-CRT-4")
@pytest.mark.parametrize("word", ["town", "hill", "la_folie_farm"])
def test_the_row_of_town_hill_and_farm(word):
    row_reads(word)


@pytest.mark.clause("VR-CRT-5")
def test_the_river_row():
    row_reads("river")


@pytest.mark.clause("VR-CRT-6")
def test_the_clear_row():
    row_reads("clear")


@pytest.mark.clause("VR-CRT-7")
@pytest.mark.parametrize("word", ROWS)
def test_every_row_begins_in_the_first_column_and_ends_with_ten(word):
    columns = CRT.columns_of(word)
    assert [column.number for column in columns] == list(range(1, 8 - ROWS[word]))
    assert CRT.column(10, 0, row=word) == columns[-1] == CRT.column(40, 0, row=word)
    assert CRT.column(9, 0, row=word) == columns[-2]


@pytest.mark.parametrize(
    ("roll", "results"),
    [
        pytest.param(1, "(A) A3 A2 -- Ex Ex D2 D2 D2 D3 De De", marks=pytest.mark.clause("VR-CRT-d1")),
        pytest.param(2, "(A) (A) A3 A2 -- Ex Ex Ex D2 D2 D3 De", marks=pytest.mark.clause("VR-CRT-d2")),
        pytest.param(3, "(A) (A) (A) A3 A2 -- Ex Ex Ex D2 D2 D3", marks=pytest.mark.clause("VR-CRT-d3")),
        pytest.param(4, "(A) (A) (A) (A) A3 A2 -- Ex Ex Ex D2 D2", marks=pytest.mark.clause("VR-CRT-d4")),
        pytest.param(5, "Ae (A) (A) (A) (A) A3 A2 -- Ex Ex Ex D2", marks=pytest.mark.clause("VR-CRT-d5")),
        pytest.param(6, "Ae Ae (A) (A) (A) (A) (A) A1 -- Ex Ex Ex", marks=pytest.mark.clause("VR-CRT-d6")),
    ],
)
def test_a_line_of_the_combat_table(roll, results):
    assert [CRT.cell(roll, column) for column in CRT.columns_of("clear")] == results.split()
    for word in ROWS:
        columns = CRT.columns_of(word)
        assert [CRT.cell(roll, column) for column in columns] == results.split()[: len(columns)]


# --- bombardment ----------------------------------------------------------------------------------------

BOMBARDMENT = data.load(dict[str, Any], "vimy/bombardment.toml")
MODIFIERS = {line["on"]: line for line in BOMBARDMENT["modifier"]}


def modifier(on: str) -> tuple[int, bool]:
    return MODIFIERS[on]["amount"], MODIFIERS[on]["adds"]


@pytest.mark.clause("VR-BMB-1")
def test_gas_takes_two_off_on_top_of_the_rest():
    assert modifier("gas") == (-2, True)


@pytest.mark.clause("VR-BMB-2")
def test_an_aircraft_takes_one_off_on_top_of_the_rest():
    assert modifier("aircraft") == (-1, True)


@pytest.mark.clause("VR-BMB-4")
def test_an_allied_target_takes_one_off():
    assert modifier("allied_target") == (-1, True)


@pytest.mark.clause("VR-BMB-5")
def test_clear_ground_changes_nothing_and_has_no_other_feature():
    assert modifier("clear") == (0, False)
    others = {"no_mans_land", "hill", "peak", "woods", "town", "la_folie_farm"}
    assert all(BOARD.features[place].isdisjoint(others) for place in BOARD.having("clear"))


@pytest.mark.clause("VR-BMB-7")
def test_no_mans_land_adds_one():
    assert modifier("no_mans_land") == (1, False)


@pytest.mark.clause("VR-BMB-8")
def test_night_adds_one_on_top_of_the_rest():
    assert modifier("night") == (1, True)


@pytest.mark.clause("VR-BMB-9")
def test_a_town_adds_two():
    assert modifier("town") == (2, False)


@pytest.mark.clause("VR-BMB-10")
def test_woods_add_two():
    assert modifier("woods") == (2, False)


@pytest.mark.clause("VR-BMB-11")
def test_a_trench_hex_adds_three():
    assert modifier("trench_hex") == (3, False)


def test_what_the_list_passes_over_is_a_ruling_with_its_reason():
    ruled = {on: line["amount"] for on, line in MODIFIERS.items() if line.get("provenance") == "ruling"}
    assert ruled == {"la_folie_farm": 2, "hill": 0, "peak": 0}
    assert all(MODIFIERS[on]["because"] for on in ruled)
    assert all(("clause" in line) != (on in ruled) for on, line in MODIFIERS.items())


def test_two_or_less_hits_and_so_does_every_thrown_one():
    assert [(line.get("at_most"), line["result"]) for line in BOMBARDMENT["result"]] == [(2, "hit"), (None, "--")]
    assert (BOMBARDMENT["natural"]["roll"], BOMBARDMENT["natural"]["result"]) == (1, "hit")
