"""Result tables: what a throw gives in a column, and how a column is found."""

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from textwrap import fill
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from fmbook.components.chart_pages import ChartLine, chart_page
from fmbook.components.charts import Dice
from fmbook.core.errors import NoSuchName
from fmbook.core.language import spoken_here
from fmbook.geometry.boards import Provenance

__all__ = [
    "NO_EFFECT",
    "RESULTS_IN_WORDS",
    "ClassTable",
    "Column",
    "Dice",
    "DifferentialTable",
    "NameTable",
    "RatioTable",
    "Result",
    "Rounding",
    "Table",
    "TableRow",
    "down",
    "half_down",
    "nearest",
]

NO_EFFECT = "--"
RESULTS_IN_WORDS: Final = {
    NO_EFFECT: "nothing happens", "NE": "nothing happens",
    "AE": "the attacker is eliminated", "AR": "the attacker retreats",
    "DR": "the defender retreats", "HX": "the weaker side is lost, the other loses half as much",
    "EX": "both lose the same", "DH": "half of the defender is lost, the rest retreats",
    "DE": "the defender is eliminated",
}  # fmt: skip
"""What codes mean that no clause of a book explains."""
FOOT = 88  # letters: a line of what stands below a table, on a narrow page

Rounding: TypeAlias = Callable[[int, int], tuple[int, int]]


def half_down(dividend: int, divisor: int) -> int:
    """Divide to the nearest whole number; a half goes down.

    >>> half_down(7, 2), half_down(351, 100), half_down(27, 2)
    (3, 4, 13)
    """
    return -((divisor - 2 * dividend) // (2 * divisor))


def down(attack: int, defence: int) -> tuple[int, int]:
    """Leave a ratio as it is: it is then read in the last column that it reaches, as the defender would."""
    return attack, defence


def nearest(attack: int, defence: int) -> tuple[int, int]:
    """Round a ratio to n:1 or 1:n, a half to the smaller n.

    >>> nearest(7, 2), nearest(13, 20), nearest(14, 20)
    ((3, 1), (1, 2), (1, 1))
    """
    if attack < defence:
        return 1, half_down(defence, attack)
    return half_down(attack, defence), 1


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table: its number from the left, and what stands over it (in a terrain row, if any)."""

    number: int
    label: str
    row: str = ""

    def __str__(self) -> str:
        return self.label


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """One line of differentials: the terrain it is for, and the differential over column 1."""

    name: str
    first: int
    terrain: tuple[str, ...] = ()
    clause: str = ""
    provenance: Provenance | None = None
    """Where the row comes from, if not from where the table does."""


class Result(NamedTuple):
    """One line of a column: a roll, in how many ways it falls, what it gives."""

    roll: int
    ways: int
    result: str


class _Printer(Protocol):
    def text(self, text: str) -> None: ...


# --- the tables ---------------------------------------------------------------------------------------


@spoken_here
@dataclass(frozen=True, eq=False, kw_only=True)
class Table(ABC):
    """A result table. ``column`` finds a column, ``cell`` looks a result up, ``str`` prints the chart.

    The kinds of table make no repr of their own: IPython would take it for the chart of ``_repr_pretty_``.
    """

    name: str
    title: str = field(repr=False)
    dice: Dice
    columns: tuple[Column, ...] = field(repr=False)
    cells: Mapping[int, tuple[str, ...]] = field(repr=False)
    provenance: Provenance = field(repr=False)
    table_clauses: tuple[str, ...] = field(default=(), repr=False)
    roll_clauses: Mapping[int, str] = field(default_factory=dict, repr=False)

    def column(self, attack: int, defence: int = 0, *, row: str = "") -> Column:
        """The column of an attack, closed at both ends: beyond the table its outermost column holds."""
        columns = self.columns_of(row)
        reached = self._reached(attack, defence, row)
        return columns[max(reached, 1) - 1]

    @abstractmethod
    def _reached(self, attack: int, defence: int, row: str) -> int:
        """The number of the last column that an attack is good for; 0 if none."""

    def columns_of(self, row: str = "") -> tuple[Column, ...]:
        """The columns in use; of a terrain row, if the table has them."""
        if row:
            raise NoSuchName("row", row, (), where=self.title)
        return self.columns

    def labelled(self, label: str, *, row: str = "") -> Column:
        """The column with this heading."""
        for column in self.columns_of(row):
            if column.label == label:
                return column
        raise NoSuchName("column", label, (column.label for column in self.columns_of(row)), where=self.title)

    def shifted(self, column: Column, by: int) -> Column:
        """So many columns to the right (to the left if negative), but never off the table."""
        columns = self.columns_of(column.row)
        return columns[min(max(column.number + by, 1), len(columns)) - 1]

    @property
    def rolls(self) -> tuple[int, ...]:
        """What the dice can show, or modifiers make of it, the lowest first."""
        return tuple(self.cells)

    def cell(self, roll: int, column: Column) -> str:
        """The result of a roll, as printed."""
        if roll not in self.cells:
            raise NoSuchName("roll", roll, map(str, self.cells), where=self.title)
        self._expect_own(column)
        return self.cells[roll][column.number - 1]

    def results(self, column: Column) -> tuple[Result, ...]:
        """Every roll of a column, with the number of ways it falls and what it gives."""
        self._expect_own(column)
        at = column.number - 1
        return tuple(Result(roll, ways, self.cells[roll][at]) for roll, ways in self.dice.ways.items())

    def _expect_own(self, column: Column) -> None:
        own = self.columns_of(column.row)
        if own[column.number - 1 : column.number] != (column,):
            labels = (each.label for each in own)
            raise NoSuchName("column", f"{column.number} {column.label}", labels, where=self.title)

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause of the rulebook that the table's data cites."""
        return (*self.table_clauses, *self.roll_clauses.values())

    def __str__(self) -> str:
        return self._shown(self._headings())

    def lit(self, column: Column) -> str:
        """The chart with one column marked by brackets."""
        self._expect_own(column)
        return self._shown(self._headings(column), column.number)

    def _repr_pretty_(self, printer: _Printer, cycle: bool) -> None:
        """IPython's own hook: a table that ends a cell shows its chart."""
        printer.text("…" if cycle else str(self))

    def _repr_html_(self) -> str:
        """IPython's own hook: the chart as a table of the page, with its headings."""
        return self.page()

    def page(self, lit: Column | None = None) -> str:
        """The chart as a table of a page, with one column lit if one is named."""
        body = self._body(lit.number if lit else 0)
        return chart_page(self.title, self._headings(lit), body, self._footnote())

    def _body(self, lit: int = 0) -> list[ChartLine]:
        return [ChartLine(str(roll), self.cells[roll], lit) for roll in self.rolls]

    def _shown(self, headings: list[ChartLine], lit: int = 0) -> str:
        lines = headings + self._body(lit)
        margin = 1 + max(len(line.head) for line in lines)
        width = 2 + max(len(cell) for line in lines for cell in line.cells)
        return "\n".join([self.title, *(line.shown(margin, width) for line in lines), fill(self._footnote(), FOOT)])

    def _headings(self, lit: Column | None = None) -> list[ChartLine]:
        return [ChartLine(str(self.dice), _labels(self.columns), lit.number if lit else 0)]

    def _footnote(self) -> str:
        word, source = self.provenance
        return f"({word}: {source})" if source else f"({word})"


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class DifferentialTable(Table):
    """Columns by attack less defence. Every terrain row begins in column 1, with another differential.

    Without a row a differential is read from the heading of the chart itself.
    """

    lows: tuple[int, ...] = field(repr=False)
    """The lowest differential of each column in the chart's heading."""
    rows: tuple[TableRow, ...] = field(default=(), repr=False)
    """The terrain rows, the toughest first."""

    def with_rows(
        self, rows: Iterable[TableRow], *, roll_clauses: Mapping[int, str] | None = None, **changes: Any
    ) -> "DifferentialTable":
        """The same results under the terrain rows of a game."""
        table = replace(self, rows=tuple(rows), roll_clauses=roll_clauses or {}, **changes)
        for row in table.rows:
            table.columns_of(row.name)
        return table

    def row(self, word: str) -> TableRow:
        """The row that bears a name or is for a terrain."""
        if word not in self._by_word:
            raise NoSuchName("row", word, self._by_word, where=self.title)
        return self._by_word[word]

    def toughest(self, terrain: Iterable[str]) -> TableRow:
        """The first of the rows that are for any of these: rows are listed toughest first."""
        wanted = frozenset(terrain)
        for row in self.rows:
            if not wanted.isdisjoint(row.terrain):
                return row
        raise NoSuchName("row for", ", ".join(sorted(wanted)), self._by_word, where=self.title)

    def columns_of(self, row: str = "") -> tuple[Column, ...]:
        """The columns in use; a row that begins higher ends in an earlier column."""
        return self._by_row[self.row(row).name] if row else self.columns

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause of the rulebook that the table's data cites."""
        return (*super().clauses, *(row.clause for row in self.rows if row.clause))

    def _reached(self, attack: int, defence: int, row: str) -> int:
        skipped = self._skipped(self.row(row)) if row else 0
        return max(bisect_right(self.lows, attack - defence) - skipped, 0)

    def _skipped(self, row: TableRow) -> int:
        """How many steps of the heading lie below the row's first."""
        if row.first not in self.lows:
            raise ValueError(f"{row.name} begins with {row.first:+}, which begins no column of {self.title}")
        return self.lows.index(row.first)

    @cached_property
    def _by_word(self) -> Mapping[str, TableRow]:
        return {word: row for row in self.rows for word in (row.name, *row.terrain)}

    @cached_property
    def _by_row(self) -> Mapping[str, tuple[Column, ...]]:
        return {row.name: self._columns(row) for row in self.rows}

    def _columns(self, row: TableRow) -> tuple[Column, ...]:
        labels = _labels(self.columns)[self._skipped(row) :]
        return tuple(Column(number, label, row.name) for number, label in enumerate(labels, 1))

    def _headings(self, lit: Column | None = None) -> list[ChartLine]:
        if not self.rows:
            return super()._headings(lit)
        named = {row.name: _labels(self.columns_of(row.name)) for row in self.rows}
        marked, number = (lit.row, lit.number) if lit else ("", 0)
        lines = [ChartLine(name, labels, number if name == marked else 0) for name, labels in named.items()]
        return [*lines, ChartLine(str(self.dice), ())]


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class RatioTable(Table):
    """Columns by attack to defence: the last column that the rounded ratio reaches."""

    ratios: tuple[tuple[int, int], ...] = field(repr=False)
    rounding: Rounding = field(default=down, repr=False)

    def _reached(self, attack: int, defence: int, row: str) -> int:
        self.columns_of(row)
        if attack <= 0:
            return 0
        if defence <= 0:
            return len(self.ratios)
        ours, theirs = self.rounding(attack, defence)
        return sum(ours * low >= high * theirs for high, low in self.ratios)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class ClassTable(Table):
    """Columns by class of strength; the defence counts for nothing."""

    lows: tuple[int, ...] = field(repr=False)

    def _reached(self, attack: int, _defence: int, row: str) -> int:
        self.columns_of(row)
        return bisect_right(self.lows, attack)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class NameTable(Table):
    """Columns by name, found with ``labelled``; ``column`` gives the first, which is often the only one."""

    def _reached(self, _attack: int, _defence: int, row: str) -> int:
        self.columns_of(row)
        return 1


def _labels(columns: Iterable[Column]) -> tuple[str, ...]:
    return tuple(column.label for column in columns)
