"""Result tables: read from text, looked up, printed."""

from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from IPython.core.formatters import PlainTextFormatter

import fmbook as fm
from fmbook.components.chart_pages import ChartLine, chart_page
from fmbook.components.tablefile import load_tables
from fmbook.components.tables import (
    ClassTable,
    Column,
    Dice,
    DifferentialTable,
    NameTable,
    RatioTable,
    Result,
    Rounding,
    Table,
    TableRow,
    down,
    half_down,
    nearest,
)
from fmbook.core.errors import DataError, NoSuchName
from fmbook.geometry import Provenance


def crt(system: str) -> DifferentialTable:
    table = load_tables(f"{system}/tables.toml")["crt"]
    assert isinstance(table, DifferentialTable)
    return table


CRTS = {system: crt(system) for system in ("fm", "vimy", "scheldt")}
GAMES = ("vimy", "scheldt")

RATIOS = """
die   1:2   1:1   2:1   3:1   4:1   5:1   6:1
1     2/0   2/0   1/0   1/0   1/1   0/1   0/1
2     2/0   1/0   1/0   1/1   0/1   0/1   0/1
3     1/0   1/0   1/1   1/1   0/1   0/1   0/2
4     1/0   1/1   1/1   0/1   0/1   0/2   0/2
5     1/1   1/1   0/1   0/1   0/2   0/2   0/2
6     1/1   0/1   0/1   0/2   0/2   0/2   0/3
"""
ASSAULT = """
2d6    1:4   1:3   1:2   1:1   2:1   3:1   4:1   5:1   6:1
2     10/1   9/1   8/1   7/1   6/2   5/3   4/4   3/5   2/7
3-9    9/-   8/1   7/1   6/1   5/1   4/2   4/3   3/4   2/6
10     4/-   3/-   3/-   3/1   2/2   2/3   1/4   1/5   1/6
11     4/-   4/1   3/1   2/2   2/3   2/4   1/5   1/6   1/7
12     5/1   4/1   3/2   2/3   1/4   1/5   1/6   1/7   1/8
"""
SHELLING = """
2d6    1  2-6  7-12  13-17  18-21  22-25  26+
2-6    6    9    11     13     15     17   19
7-12   -    1     2      3      4      6    8
"""
MACHINE_GUNS = """
die    3   6   9
1-6    1   2   3
"""
LANDING = """
2d6   effect
2-3   removed
4     two-lost
5-12  --
"""
DIFFERENTIALS = """
die   -1   0   +1,+2   +3
1-3   A1  --      D1   D2
4-6   A2  A1      --   D1
"""


class Kept:
    """Charts written into a data folder of their own."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def write(self, system: str, text: str) -> None:
        (self.root / system).mkdir(exist_ok=True)
        (self.root / system / "tables.toml").write_text(text, encoding="utf-8")

    def tables(self, text: str) -> dict[str, Table]:
        self.write("game", text)
        return load_tables("game/tables.toml", root=self.root)

    def table(self, chart: str, columns: str, more: str = "") -> Table:
        head = f'[t]\ntitle = "T"\nprovenance = "ours"\ncolumns = "{columns}"\n'
        return self.tables(f'{head}chart = """{chart}"""\n{more}')["t"]

    def refusal(self, chart: str, columns: str, more: str = "") -> str:
        with pytest.raises(DataError) as refused:
            self.table(chart, columns, more)
        return str(refused.value)


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    return Kept(tmp_path)


# --- the integrated combat results table --------------------------------------------------------------


@pytest.mark.clause(*(f"{game}-CRT-d{roll}" for game in ("VR", "SC") for roll in range(1, 7)))
@pytest.mark.parametrize("system", CRTS)
def test_the_first_line_of_the_crt_and_the_way_the_others_follow_from_it(system: str) -> None:
    """Each line is the one above moved right by a column, but for three cells that break the pattern."""
    table = CRTS[system]
    fed_in_on_the_left = {2: "(A)", 3: "(A)", 4: "(A)", 5: "Ae", 6: "Ae"}
    breaks = {(2, 8): "Ex", (6, 7): "(A)", (6, 8): "A1"}
    line = ["(A)", "A3", "A2", "--", "Ex", "Ex", "D2", "D2", "D2", "D3", "De", "De"]
    assert list(table.cells[1]) == line
    for roll in range(2, 7):
        line = [fed_in_on_the_left[roll], *line[:-1]]
        for (broken, column), result in breaks.items():
            if broken == roll:
                assert line[column - 1] != result
                line[column - 1] = result
        assert list(table.cells[roll]) == line


@pytest.mark.parametrize("system", CRTS)
def test_the_crt_holds_each_code_as_often_as_the_printed_ones_do(system: str) -> None:
    cells = [cell for roll in CRTS[system].rolls for cell in CRTS[system].cells[roll]]
    counts = {code: cells.count(code) for code in cells}
    assert counts == {
        "(A)": 19, "Ex": 17, "D2": 10, "A3": 5, "A2": 5, "Ae": 3, "D3": 3, "De": 3, "A1": 1, "--": 6,
    }  # fmt: skip


def test_low_rolls_favour_the_attacker() -> None:
    order = ["Ae", "(A)", "A3", "A2", "A1", "--", "Ex", "D2", "D3", "De"]
    table = CRTS["fm"]
    for column in table.columns:
        ranks = [order.index(table.cell(roll, column)) for roll in table.rolls]
        assert ranks == sorted(ranks, reverse=True)


@pytest.mark.clause("VR-CRT-2", "VR-CRT-3", "VR-CRT-4", "VR-CRT-5", "VR-CRT-6")
def test_the_terrain_rows_of_vimy() -> None:
    assert [(row.name, row.first, row.terrain) for row in CRTS["vimy"].rows] == [
        ("Peak", -1, ("peak",)),
        ("Trench hexside or Woods", -2, ("trench", "woods")),
        ("Town, Hill or La Folie Farm", -3, ("town", "hill", "la_folie_farm")),
        ("River", -4, ("river",)),
        ("Clear", -5, ("clear",)),
    ]


def test_the_terrain_rows_of_scheldt() -> None:
    assert [(row.name, row.first, row.terrain) for row in CRTS["scheldt"].rows] == [
        ("Coastal (beach assault)", -1, ("beach_assault",)),
        ("Antwerp Docks", -2, ("docks",)),
        ("City or Across Canal", -3, ("city", "canal", "causeway")),
        ("Flooded", -4, ("flooded", "inlet")),
        ("Clear", -5, ("clear",)),
    ]


def test_the_drills_use_rows_marked_as_taken_from_vimy() -> None:
    rows = CRTS["fm"].rows
    assert [row.first for row in rows] == [-1, -2, -3, -4, -5]
    assert {row.provenance and row.provenance.word for row in rows} == {"reconstructed"}
    assert all(row.provenance and "Vimy" in row.provenance.source for row in rows)


@pytest.mark.clause("VR-CRT-7", "SC-CRT-7", "SC-CRT-8")
@pytest.mark.parametrize("game", GAMES)
def test_every_row_begins_in_column_1_goes_up_in_single_steps_then_in_pairs_and_ends_at_10(game: str) -> None:
    table = CRTS[game]
    for row in table.rows:
        singles = [f"{n:+}" if n else "0" for n in range(row.first, 2)]
        columns = table.columns_of(row.name)
        assert [column.label for column in columns] == [*singles, "+2 or +3", "+4 or +5", "+6 or +7", "+8 or +9", "+10"]
        assert [column.number for column in columns] == list(range(1, len(singles) + 6))


@pytest.mark.parametrize("game", GAMES)
def test_a_differential_is_found_where_the_row_prints_it(game: str) -> None:
    table = CRTS[game]
    for row in table.rows:
        for column in table.columns_of(row.name):
            for differential in map(int, column.label.split(" or ")):
                assert table.column(differential, row=row.name) == column
                for terrain in row.terrain:
                    assert table.column(20 + differential, 20, row=terrain) == column


@pytest.mark.parametrize("system", CRTS)
@given(differential=st.integers(-60, 60))
def test_the_ends_of_every_row_are_closed(system: str, differential: int) -> None:
    """Under the first entry the first column holds; above +10 the row's last."""
    table = CRTS[system]
    for row in table.rows:
        column = table.column(differential, row=row.name)
        assert (column.number == 1) == (differential <= row.first)
        assert (column.label == "+10") == (differential >= 10)


@pytest.mark.parametrize("system", CRTS)
@given(attack=st.integers(0, 60), defence=st.integers(0, 60))
def test_more_attack_never_means_a_lower_column_and_more_defence_never_a_higher(
    system: str, attack: int, defence: int
) -> None:
    table = CRTS[system]
    for row in table.rows:
        here = table.column(attack, defence, row=row.name).number
        assert table.column(attack + 1, defence, row=row.name).number >= here
        assert table.column(attack, defence + 1, row=row.name).number <= here


@pytest.mark.parametrize("system", CRTS)
@given(differential=st.integers(-20, 20))
def test_a_tougher_row_never_gives_a_higher_column(system: str, differential: int) -> None:
    table = CRTS[system]
    numbers = [table.column(differential, row=row.name).number for row in table.rows]
    assert numbers == sorted(numbers)


def test_without_a_row_the_heading_of_the_chart_itself_is_read() -> None:
    assert CRTS["fm"].column(0).number == CRTS["fm"].column(0, row="clear").number == 6
    assert CRTS["fm"].column(0).row == ""


def test_of_several_terrains_the_toughest_row_counts() -> None:
    assert CRTS["vimy"].toughest(["clear", "hill", "woods"]).name == "Trench hexside or Woods"
    assert CRTS["vimy"].toughest({"hill", "clear"}).terrain == ("town", "hill", "la_folie_farm")


def test_terrain_that_has_no_row_is_refused_by_name() -> None:
    with pytest.raises(NoSuchName, match="marsh"):
        CRTS["vimy"].toughest(["marsh"])
    with pytest.raises(NoSuchName, match="woods"):
        CRTS["vimy"].column(0, row="wods")


def test_each_line_and_row_of_a_game_cites_its_own_clause() -> None:
    vimy, scheldt = CRTS["vimy"], CRTS["scheldt"]
    assert [vimy.roll_clauses[roll] for roll in vimy.rolls] == [f"VR-CRT-d{roll}" for roll in range(1, 7)]
    assert [row.clause for row in scheldt.rows] == [f"SC-CRT-{n}" for n in range(2, 7)]
    assert set(vimy.clauses) == {
        *(f"VR-CRT-{n}" for n in range(1, 8)),
        *(f"VR-CRT-d{n}" for n in range(1, 7)),
    }
    assert set(scheldt.clauses) == {
        *(f"SC-CRT-{n}" for n in range(1, 9)),
        *(f"SC-CRT-d{n}" for n in range(1, 7)),
    }
    assert not CRTS["fm"].roll_clauses


def test_a_table_that_lays_no_rows_of_its_own_keeps_those_below() -> None:
    assert crt("drill").rows == CRTS["fm"].rows != CRTS["vimy"].rows


def test_a_house_lays_its_own_rows_over_the_shared_results() -> None:
    table = CRTS["fm"].with_rows([TableRow(name="Fortress", first=1, terrain=("fortress",))])
    assert [column.label for column in table.columns_of("fortress")][:2] == ["+1", "+2 or +3"]
    assert table.cell(1, table.column(1, row="fortress")) == "(A)"
    assert CRTS["fm"].rows[0].name == "Peak"


def test_a_row_that_begins_within_a_column_is_refused() -> None:
    with pytest.raises(ValueError, match=r"Fortress begins with \+3"):
        CRTS["fm"].with_rows([TableRow(name="Fortress", first=3)])


# --- shifts, cells, results ---------------------------------------------------------------------------


@pytest.mark.parametrize("system", CRTS)
@given(by=st.integers(-30, 30), differential=st.integers(-10, 15))
def test_a_shift_moves_by_columns_and_stops_at_the_ends_of_the_row(system: str, by: int, differential: int) -> None:
    table = CRTS[system]
    for row in table.rows:
        column = table.column(differential, row=row.name)
        last = table.columns_of(row.name)[-1].number
        shifted = table.shifted(column, by)
        assert shifted.number == max(1, min(column.number + by, last))
        assert shifted.row == row.name


def test_results_list_every_roll_with_its_ways(kept: Kept) -> None:
    table = kept.table(LANDING, "name")
    assert table.results(table.column(0))[:3] == (
        Result(2, 1, "removed"), Result(3, 2, "removed"), Result(4, 3, "two-lost"),
    )  # fmt: skip
    assert sum(result.ways for result in table.results(table.column(0))) == 36
    assert table.rolls == tuple(range(2, 13))


def test_a_roll_that_the_dice_cannot_show_is_no_name_of_a_line(kept: Kept) -> None:
    table = kept.table(LANDING, "name")
    for roll in (1, 13):
        with pytest.raises(NoSuchName, match=str(roll)):
            table.cell(roll, table.columns[0])


def test_a_column_of_another_table_is_refused() -> None:
    for foreign in (CRTS["vimy"].column(0, row="peak"), Column(13, "+11"), Column(0, "-6")):
        for use in (CRTS["scheldt"].results, CRTS["scheldt"].lit, partial(CRTS["scheldt"].cell, 1)):
            with pytest.raises(NoSuchName):
                use(foreign)


# --- ratios -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack", "defence", "label"),
    [(7, 2, "3:1"), (6, 2, "3:1"), (5, 2, "2:1"), (4, 4, "1:1"), (3, 4, "1:2"), (4, 8, "1:2"),
     (1, 9, "1:2"), (12, 2, "6:1"), (90, 1, "6:1"), (5, 0, "6:1"), (0, 5, "1:2"), (0, 0, "1:2")],
)  # fmt: skip
def test_ratios_rounded_down_favour_the_defender(kept: Kept, attack: int, defence: int, label: str) -> None:
    assert kept.table(RATIOS, "ratio").column(attack, defence).label == label


@pytest.mark.parametrize(
    ("attack", "defence", "label"),
    [(7, 2, "3:1"), (351, 100, "4:1"), (13, 20, "1:2"), (14, 20, "1:1"), (27, 40, "1:1"), (2, 3, "1:1"),
     (3, 2, "1:1"), (151, 100, "2:1"), (100, 151, "1:2"), (1, 50, "1:4"), (50, 1, "6:1"), (13, 2, "6:1")],
)  # fmt: skip
def test_ratios_to_the_nearest_send_a_half_to_the_smaller_number(
    kept: Kept, attack: int, defence: int, label: str
) -> None:
    table = kept.table(ASSAULT, "ratio", 'rounding = "nearest"')
    assert table.column(attack, defence).label == label


def test_27_against_20_in_trenches_on_a_ten_costs_the_attacker_three(kept: Kept) -> None:
    table = kept.table(ASSAULT, "ratio", 'rounding = "nearest"')
    assert table.cell(10, table.column(half_down(27, 2), 20)) == "3/-"


@given(attack=st.integers(1, 200), defence=st.integers(1, 200))
def test_nearest_is_never_further_than_a_half_from_the_ratio(attack: int, defence: int) -> None:
    ours, theirs = nearest(attack, defence)
    larger, smaller = max(attack, defence), min(attack, defence)
    assert min(ours, theirs) == 1
    assert -smaller < 2 * (max(ours, theirs) * smaller - larger) + smaller <= 2 * smaller
    assert attack == defence or (ours >= theirs) == (attack > defence) or ours == theirs


@given(st.integers(-100, 100), st.integers(1, 30))
def test_half_down_is_the_nearest_whole_number_below_a_half_up_from_it(dividend: int, divisor: int) -> None:
    whole = half_down(dividend, divisor)
    assert -divisor <= 2 * (whole * divisor - dividend) < divisor


@pytest.mark.parametrize("rounding", [down, nearest])
@given(attack=st.integers(0, 80), defence=st.integers(0, 80))
def test_ratio_columns_are_monotone(rounding: Rounding, attack: int, defence: int) -> None:
    table = RatioTable(
        name="t",
        title="T",
        dice=Dice(),
        columns=tuple(Column(number, label) for number, label in enumerate(("1:3", "1:1", "2:1", "4:1"), 1)),
        cells={},
        provenance=Provenance(),
        ratios=((1, 3), (1, 1), (2, 1), (4, 1)),
        rounding=rounding,
    )
    here = table.column(attack, defence).number
    assert table.column(attack + 1, defence).number >= here
    assert table.column(attack, defence + 1).number <= here


def test_a_shift_on_ratios_stops_at_the_ends(kept: Kept) -> None:
    table = kept.table(RATIOS, "ratio")
    assert table.shifted(table.column(4, 2), 2).label == "4:1"
    assert table.shifted(table.column(4, 2), 9).label == "6:1"
    assert table.shifted(table.column(4, 2), -9).label == "1:2"


# --- classes and names --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("strength", "label"),
    [(0, "1"), (1, "1"), (2, "2-6"), (6, "2-6"), (7, "7-12"), (25, "22-25"), (26, "26+"), (99, "26+")],
)
def test_strength_classes(kept: Kept, strength: int, label: str) -> None:
    table = kept.table(SHELLING, "class")
    assert isinstance(table, ClassTable)
    assert table.column(strength).label == label


def test_columns_of_single_numbers_hold_up_to_the_next(kept: Kept) -> None:
    table = kept.table(MACHINE_GUNS, "class")
    assert [table.column(strength).label for strength in (2, 3, 5, 6, 9, 12)] == [
        "3",
        "3",
        "3",
        "6",
        "9",
        "9",
    ]


def test_a_table_of_one_named_column_needs_no_search(kept: Kept) -> None:
    table = kept.table(LANDING, "name")
    assert isinstance(table, NameTable)
    assert table.cell(4, table.column(0)) == table.cell(4, table.labelled("effect")) == "two-lost"


def test_a_heading_that_is_not_there_is_refused_with_those_that_are(kept: Kept) -> None:
    with pytest.raises(NoSuchName, match="3:1"):
        kept.table(RATIOS, "ratio").labelled("3-1")


def test_tables_without_terrain_rows_refuse_a_row(kept: Kept) -> None:
    for chart, columns in ((RATIOS, "ratio"), (SHELLING, "class"), (LANDING, "name")):
        with pytest.raises(NoSuchName, match="woods"):
            kept.table(chart, columns).column(1, 1, row="woods")


# --- what is printed ----------------------------------------------------------------------------------


def test_a_table_prints_as_its_chart(kept: Kept) -> None:
    assert str(kept.table(DIFFERENTIALS, "differential")) == "\n".join(
        [
            "T",
            "die     -1        0      +1 or +2     +3",
            "1       A1        --        D1        D2",
            "2       A1        --        D1        D2",
            "3       A1        --        D1        D2",
            "4       A2        A1        --        D1",
            "5       A2        A1        --        D1",
            "6       A2        A1        --        D1",
            "(ours)",
        ]
    )


def test_one_column_is_marked_in_its_row_and_in_every_line() -> None:
    table = CRTS["vimy"]
    lines = table.lit(table.column(3, row="woods")).splitlines()
    assert [line.count("[") for line in lines] == [0, 0, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0]
    assert "[+2 or +3]" in lines[2]
    assert [line.partition("[")[2].partition("]")[0] for line in lines[7:13]] == [
        "Ex",
        "--",
        "A2",
        "A3",
        "(A)",
        "(A)",
    ]
    assert table.lit(table.column(3, row="woods")).replace("[", " ").replace("]", " ").split() == str(table).split()


def test_a_table_that_ends_a_cell_shows_its_chart() -> None:
    table = CRTS["vimy"]
    assert PlainTextFormatter()(table) == str(table)
    assert repr(table) == "DifferentialTable(name='crt', dice=Dice(count=1, sides=6))"
    assert str(table.column(3, row="woods")) == "+2 or +3"


def test_a_table_says_where_it_comes_from() -> None:
    assert str(CRTS["vimy"]).splitlines()[-1] == "(printed: Vimy Ridge, Integrated Combat Results Table)"
    assert CRTS["vimy"].provenance.word == "printed"
    assert CRTS["vimy"].title == CRTS["fm"].title


# --- files that are wrong -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("A1  --      D1   D2", "A1  --      D1", "chart roll 1-3: expected 4 cells, as in the heading"),
        ("4-6   A2  A1      --   D1", "4-5   A2  A1      --   D1", "missing: 6"),
        ("4-6   A2", "3-6   A2", "an earlier line is for 3 too"),
        ("4-6   A2", "4-7   A2", "die cannot show 7"),
        ("4-6   A2", "six   A2", "expected a roll such as 5 or 5-10, not six"),
        ("4-6   A2", "6-4   A2", "6-4 runs backward"),
        ("+1,+2   +3", "+1,+2   +4", "columns +1,+2 and +4 leave a gap"),
        ("+1,+2   +3", "+1,+2   +2", "columns +1,+2 and +2 leave an overlap"),
        ("+1,+2   +3", "+2,+1   +3", "+2,+1 runs backward"),
        ("+1,+2   +3", "+1..2   +3", "expected -1 or +2,+3, not +1..2"),
        ("-1   0", "0   0", "more than one column is headed 0"),
        ("die", "3dice", "expected die, 2d6 or the like before the columns, not 3dice"),
        (DIFFERENTIALS, "", "expected a heading"),
    ],
)  # fmt: skip
def test_a_faulty_chart_of_differentials_is_refused(kept: Kept, old: str, new: str, said: str) -> None:
    assert old in DIFFERENTIALS
    refusal = kept.refusal(DIFFERENTIALS.replace(old, new), "differential")
    assert refusal.startswith("game/tables.toml at $.t.chart")
    assert said in refusal


@pytest.mark.parametrize(
    ("chart", "columns", "said"),
    [
        (RATIOS.replace("5:1", "4:1").replace("4:1", "5:1", 1), "ratio", "expected column 4:1 to be better"),
        (RATIOS.replace("3:1", "4:2"), "ratio", "expected column 4:2 to be better for the attacker than 2:1"),
        (RATIOS.replace("1:1", "even"), "ratio", "expected 3:1, not even"),
        (RATIOS.replace("1:1", "0:1"), "ratio", "expected 3:1, not 0:1"),
        (SHELLING.replace("7-12  13", "8-12  13"), "class", "columns 2-6 and 8-12 leave a gap"),
        (SHELLING.replace("7-12  13", "6-12  13"), "class", "columns 2-6 and 6-12 leave an overlap"),
        (SHELLING.replace("26+", "26++"), "class", "not 26+"),
        (MACHINE_GUNS.replace("9", "5"), "class", "leave"),
    ],
)
def test_faulty_ratios_and_classes_are_refused(kept: Kept, chart: str, columns: str, said: str) -> None:
    assert said in kept.refusal(chart, columns)


ROW = '[[t.rows]]\nname = "{}"\nfirst = {}\nterrain = ["{}"]\n'


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (ROW.format("A", 2, "a"), "$.t.rows[0].first: expected the start of a column: -1, 0, 1, 3"),
        (ROW.format("A", -2, "a"), "$.t.rows[0].first: expected the start of a column"),
        (
            ROW.format("A", 0, "a") + ROW.format("B", 1, "b"),
            "$.t.rows[1]: expected the rows with the toughest",
        ),
        (ROW.format("A", 0, "a") + ROW.format("B", 0, "a"), "$.t.rows[1]: an earlier row is already for a"),
        (ROW.format("A", 0, "a") + ROW.format("A", 0, "b"), "an earlier row is already for A"),
        ('[[t.rolls]]\nroll = 7\nclause = "X"\n', "$.t.rolls[0].roll: die cannot show 7"),
        ('[[t.rows]]\nname = "A"\nfirst = "low"\n', "$.t.rows[0].first: Expected `int`, got `str`"),
        ("provenence = 1", "provenence"),
    ],
)
def test_faulty_rows_and_lines_are_refused(kept: Kept, more: str, said: str) -> None:
    assert said in kept.refusal(DIFFERENTIALS, "differential", more)


def test_only_differentials_have_terrain_rows(kept: Kept) -> None:
    assert "only a table of differentials" in kept.refusal(RATIOS, "ratio", ROW.format("A", 0, "a"))


@pytest.mark.parametrize(
    ("over", "said"),
    [
        ("base:nothing", "base/tables.toml has none called nothing"),
        ("base:over", "base/tables.toml has none called over"),
        ("base:ratios", "only over differentials"),
        ("nowhere:t", "there is no such file"),
    ],
)
def test_rows_lie_only_over_a_chart_of_differentials(kept: Kept, over: str, said: str) -> None:
    kept.write(
        "base",
        f'[ratios]\nprovenance = "ours"\ncolumns = "ratio"\nchart = """{RATIOS}"""\n'
        '[over]\nprovenance = "ours"\nover = "base:ratios"\n',
    )
    with pytest.raises(DataError, match=said):
        kept.tables(f'[t]\nprovenance = "ours"\nover = "{over}"\n')


def test_other_sections_of_the_file_are_left_to_others(kept: Kept) -> None:
    tables = kept.tables(f'edition = 1\n[costs]\nclear = 1\n[t]\nprovenance = "ours"\nchart = """{LANDING}"""\n')
    assert list(tables) == ["t"]


def test_columns_are_found_in_one_of_four_ways(kept: Kept) -> None:
    assert isinstance(kept.table(RATIOS, "ratio"), RatioTable)
    assert "$.t.columns: Invalid enum value 'odds'" in kept.refusal(RATIOS, "odds")


class TestAsAPage:
    """What a cell of a notebook shows of a table."""

    @pytest.mark.parametrize(("system", "name"), [(one, key) for one in fm.systems() for key in fm.tables(one)])
    def test_a_table_has_a_caption_and_each_heading_says_what_it_is_over(self, system: str, name: str) -> None:
        page = page_of(system, name)
        assert page.find("div/table/caption").text == fm.tables(system)[name].title
        heads = page.findall(".//th")
        assert heads
        assert {each.get("scope") for each in heads} <= {"row", "col"}

    @pytest.mark.parametrize("system", ["vimy", "veritable", "eben_emael"])
    def test_it_holds_each_result_under_its_column(self, system: str) -> None:
        table = fm.tables(system)["crt"]
        lines = page_of(system, "crt").findall(".//tbody/tr")
        shown = [(line.find("th").text, tuple(cell.text for cell in line.findall("td"))) for line in lines]
        assert shown == [(str(roll), table.cells[roll]) for roll in table.rolls]

    def test_a_row_of_terrain_that_begins_higher_ends_in_an_earlier_column(self) -> None:
        peak, clear = page_of("vimy", "crt").findall(".//thead/tr")[0::4]
        assert [each.text for each in peak][:3] == ["Peak", "-1", "0"]
        assert len(peak) == len(clear)
        assert peak[-1].text is None
        assert clear[-1].text == "+10"

    def test_a_narrow_page_moves_it_sideways_with_the_keyboard_too(self) -> None:
        frame = page_of("vimy", "crt").find("div")
        assert (frame.get("role"), frame.get("tabindex")) == ("region", "0")
        assert "overflow-x: auto" in frame.get("style")
        assert frame.get("aria-label") == "Integrated Combat Results Table"

    def test_what_a_title_holds_is_never_read_as_markup(self) -> None:
        assert "<b>" not in chart_page("<b>", [ChartLine("<b>", ("<b>",))], [ChartLine("<b>", ("<b>",))], "<b>")


def page_of(system: str, name: str) -> Any:
    return ElementTree.fromstring(f"<div>{fm.tables(system)[name]._repr_html_()}</div>")
