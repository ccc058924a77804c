"""Exact chance."""

from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from IPython.core.formatters import PlainTextFormatter

from fmbook.components.tablefile import load_tables
from fmbook.components.tables import Column, DifferentialTable, Table
from fmbook.core.data import data_root
from fmbook.mechanics.odds import Chances, certain, mixed, table_chances, throw

SIXTH = Fraction(1, 6)
ALL_TABLES = [
    table
    for file in sorted(data_root().glob("*/tables.toml"))
    for table in load_tables(f"{file.parent.name}/tables.toml").values()
]
SKEWED = """
[t]
provenance = "ours"
chart = '''
2d6   a     b
2-4   hit   miss
5-8   miss  miss
9-11  hit   miss
12    out   hit
'''
"""

ways = st.dictionaries(st.text("abcdef", max_size=2), st.integers(0, 50), max_size=8).filter(
    lambda counts: any(counts.values())
)


def labelled_columns(table: Table) -> list[Column]:
    rows = [row.name for row in table.rows] if isinstance(table, DifferentialTable) else []
    return [column for row in ["", *rows] for column in table.columns_of(row)]


def brute_force(table: Table, column: Column) -> dict[str, Fraction]:
    """Throw the dice every way there is and count."""
    throws = list(product(range(1, table.dice.sides + 1), repeat=table.dice.count))
    counts = Counter(table.cells[sum(dice)][column.number - 1] for dice in throws)
    return {result: Fraction(count, len(throws)) for result, count in counts.items()}


@pytest.mark.parametrize("table", ALL_TABLES, ids=lambda table: f"{table.name} {table.provenance.source}")
def test_the_odds_of_every_table_row_column_and_shift_equal_brute_force(table: Table) -> None:
    for column in labelled_columns(table):
        for by in range(-len(table.columns), len(table.columns) + 1):
            shifted = table.shifted(column, by)
            assert dict(table_chances(table, shifted)) == brute_force(table, shifted)


def test_the_odds_of_a_table_for_two_dice_equal_brute_force(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "tables.toml").write_text(SKEWED, encoding="utf-8")
    table = load_tables("game/tables.toml", root=tmp_path)["t"]
    for column in table.columns:
        assert dict(table_chances(table, column)) == brute_force(table, column)
    assert dict(table_chances(table, table.labelled("a"))) == {
        "hit": Fraction(15, 36),
        "miss": Fraction(20, 36),
        "out": Fraction(1, 36),
    }


def test_there_are_tables_to_test() -> None:
    assert len(ALL_TABLES) >= 3


def test_the_odds_of_a_column_come_in_the_order_of_the_rolls() -> None:
    table = load_tables("vimy/tables.toml")["crt"]
    assert list(table_chances(table, table.column(3, row="woods"))) == ["Ex", "--", "A2", "A3", "(A)"]


def test_one_die_and_the_sum_of_two() -> None:
    assert dict(throw()) == dict.fromkeys(range(1, 7), SIXTH)
    assert [throw(2)[total] * 36 for total in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]


@given(dice=st.integers(1, 3), sides=st.integers(2, 8))
def test_sums_are_dice_added_up(dice: int, sides: int) -> None:
    one_by_one = Counter(map(sum, product(range(1, sides + 1), repeat=dice)))
    assert throw(dice, sides) == {total: Fraction(ways, sides**dice) for total, ways in one_by_one.items()}


@given(ways)
def test_everything_sums_to_one_exactly(counts: dict[str, int]) -> None:
    chances = Chances.of_ways(counts)
    assert sum(chances.values()) == 1
    assert set(chances) == {label for label, count in counts.items() if count}
    assert Chances(dict(chances)) == chances
    assert hash(Chances(dict(chances))) == hash(chances)


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"a": Fraction(1, 2)},
        {"a": Fraction(1, 2), "b": Fraction(2, 3)},
        {"a": Fraction(3, 2), "b": -SIXTH * 3},
    ],
)
def test_chances_that_do_not_sum_to_one_are_stopped_at_the_door(wrong: dict[str, Fraction]) -> None:
    with pytest.raises(ValueError, match=r"sum to 1|below 0"):
        Chances(wrong)


def test_ways_need_something_that_can_happen() -> None:
    with pytest.raises(ValueError, match="something must be able to happen"):
        Chances.of_ways({"a": 0})
    with pytest.raises(ValueError, match="below 0"):
        Chances.of_ways({"a": 2, "b": -1})


@given(ways, st.integers(1, 3))
def test_map_adds_up_what_gets_one_name(counts: dict[str, int], length: int) -> None:
    chances = Chances.of_ways(counts)
    shorter = chances.map(lambda label: label[:length])
    for label in shorter:
        assert shorter[label] == sum(chances[old] for old in chances if old[:length] == label)


@given(ways, ways, ways)
def test_then_multiplies_along_each_branch_and_adds_the_branches(
    first: dict[str, int], short: dict[str, int], long: dict[str, int]
) -> None:
    chances = Chances.of_ways(first)
    branches = {True: Chances.of_ways(short), False: Chances.of_ways(long)}
    end = chances.then(lambda label: branches[len(label) < 2])
    for label in {*branches[True], *branches[False]}:
        expected = sum(chances[old] * branches[len(old) < 2].get(label, Fraction(0)) for old in chances)
        assert end.get(label, Fraction(0)) == expected


def test_then_with_certainty_is_map() -> None:
    assert throw(2).then(lambda total: certain(total % 2)) == throw(2).map(lambda total: total % 2)
    assert certain(3).then(throw) == throw(3)


def test_a_second_throw_only_after_some_outcomes() -> None:
    """A die; on a 1 a second one decides."""
    hit = throw().then(lambda die: throw().map(lambda second: second <= 3) if die == 1 else certain(False))
    assert hit[True] == Fraction(1, 12)


def test_given_what_is_known() -> None:
    assert dict(throw().given(lambda die: die % 2 == 0)) == dict.fromkeys((2, 4, 6), Fraction(1, 3))
    with pytest.raises(ValueError, match="nothing is left"):
        throw().given(lambda die: die > 6)


@given(ways, ways, st.fractions(0, 1, max_denominator=30))
def test_mixing_weighs_each_part(one: dict[str, int], other: dict[str, int], share: Fraction) -> None:
    first, second = Chances.of_ways(one), Chances.of_ways(other)
    mixture = mixed([(share, first), (1 - share, second)])
    for label in {*first, *second}:
        expected = share * first.get(label, Fraction(0)) + (1 - share) * second.get(label, Fraction(0))
        assert mixture.get(label, Fraction(0)) == expected


@pytest.mark.parametrize("shares", [(Fraction(1, 2), Fraction(1, 3)), (2, -1), (0, 0)])
def test_shares_must_sum_to_one(shares: tuple[Fraction | int, Fraction | int]) -> None:
    with pytest.raises(ValueError, match=r"sum to 1|below 0"):
        mixed([(shares[0], certain("a")), (shares[1], certain("b"))])


def test_mean_and_chance() -> None:
    assert throw().mean(lambda die: die) == Fraction(7, 2)
    assert throw(2).chance(lambda total: total > 12) == 0
    assert throw().mean(lambda die: Fraction(die, 2)) == Fraction(7, 4)


def test_chances_print_as_a_table_with_bars() -> None:
    chances = Chances({"D2": Fraction(1, 2), "Ex": Fraction(1, 3), "--": Fraction(7, 60), "rare": Fraction(1, 20)})
    assert str(chances).splitlines() == [
        "D2     1/2   50.0 %  ###############",
        "Ex     1/3   33.3 %  ##########",
        "--    7/60   11.7 %  ####",
        "rare  1/20    5.0 %  ##",
    ]
    assert PlainTextFormatter()(chances) == str(chances)
    assert str(certain("sure")) == f"sure  1  100.0 %  {'#' * 30}"


def test_their_repr_can_be_pasted_back() -> None:
    chances = throw().map(lambda die: die > 4)
    assert eval(repr(chances)) == chances


def test_chances_compare_with_plain_mappings() -> None:
    assert throw() == dict.fromkeys(range(1, 7), SIXTH)
    assert throw() != dict.fromkeys(range(1, 6), Fraction(1, 5))
    assert throw() != throw(2)


def test_the_bar_of_a_small_chance_is_short_and_never_nothing() -> None:
    rare, likely = str(Chances({"rare": Fraction(1, 100), "likely": Fraction(99, 100)})).splitlines()
    assert (rare.count("#"), likely.count("#")) == (1, 30)
