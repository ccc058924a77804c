"""The arithmetic of a combat: each line is added *and* printed, so the sum and its sentences cannot differ."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import final

from msgspec import Struct

from fmbook.components.tables import Column, DifferentialTable, RatioTable, Table
from fmbook.core.rulenames import rule_name
from fmbook.core.state import Battle, State, Unit
from fmbook.core.verdicts import Shift
from fmbook.engine.matters import ARITHMETIC, FACTORS, ODDS, STRIKES
from fmbook.mechanics.odds import Chances

__all__ = [
    "Sum", "factors", "in_battle", "lines", "no_target_there", "odds", "read_as", "struck_from_here", "summed",
    "total",
]  # fmt: skip


@final
class Sum(Struct, frozen=True):
    """What a combat comes to: its lines, both totals, and the column that they lead to."""

    title: str
    lines: tuple[Shift, ...]
    attack: int
    defence: int
    measure: str
    table: Table
    column: Column
    row_rule: str = ""

    @property
    def comes_to(self) -> str:
        """Say what both totals come to; of odds also how they are read, and how far shifts move them."""
        if not isinstance(self.table, RatioTable):
            return self.measure
        start, by = self.table.column(self.attack, self.defence), total(self.lines, "column")
        read = read_as(self.table, self.attack, self.defence)  # a shift moves the column, it never changes the odds
        if not by:
            return read
        way = f"{abs(by)} column{'s' if abs(by) > 1 else ''} {'right' if by > 0 else 'left'}"
        short = start.number + by != self.column.number
        return f"{read}, then {way}: {self.column.label}{', where the table ends' if short else ''}"

    @property
    def read_in(self) -> str:
        """Say which column is read; where the ground shifts it, also what it would be in the open."""
        read, table = f"column {self.column.label}", self.table
        if not isinstance(table, DifferentialTable):
            return read
        plain = {column.number: column.label for column in table.columns_of(table.rows[-1].name)}
        found = plain.get(self.column.number, self.column.label)
        return read if found == self.column.label else f"{read}, which is no better than {found} in the open"

    def __str__(self) -> str:
        width = max(44, max((len(line.text) + 8 for line in self.lines), default=0))
        head = f"{self.title}  {self.attack} against {self.defence} = {self.comes_to}"
        body = [
            f"  {line.amount:+3d}  {line.text:<{width - 6}} {rule_name(line.rule)}"
            for line in self.lines
            if line.amount
        ]
        row = f"{self.column.row}, " if self.column.row else ""
        return "\n".join(
            [head, *body, f"  {row}column {self.column.label}".ljust(width) + f"  {rule_name(self.row_rule)}"]
        )


def no_target_there(state: State, side: int, to: int) -> str:
    """Say what a place lacks to be attacked: an enemy, somebody beside it, or somebody beside it who still may."""
    name = state.board.places[to]
    if to not in state.forces[1 - side].places:
        return f"no enemy stands in {name}"
    if state.forces[side].places.isdisjoint({to, *state.board.neighbours[to]}):
        return f"none of your units stands next to the enemy in {name}"
    return f"no unit of yours next to {name} may attack it now"


def in_battle(state: State) -> Battle:
    """Return the combat in progress; rules that need one are asked only while there is one."""
    if state.battle is None:
        raise ValueError("no combat is in progress")
    return state.battle


def struck_from_here(state: State, unit: int) -> frozenset[int]:
    """Return the places that a unit could attack from where it stands; none, where the rules do not say so."""
    stands = STRIKES.is_settled(state.setup) and state.where[unit] >= 0
    return STRIKES.of(state.setup)(state, unit) if stands else frozenset()


def factors(state: State, unit: Unit) -> tuple[int, int]:
    """Return a unit's attack and defence as it stands now."""
    return FACTORS.of(state.setup)(state, unit)


def lines(state: State) -> tuple[Shift, ...]:
    """Ask every rule what it adds to this combat, in the order of the booklet."""
    battle = in_battle(state)
    return tuple(
        Shift(shift.amount, shift.text, shift.to, rule.id)
        for rule in state.setup.book.shifts
        for shift in rule.function(state, battle)
    )


def total(of: Iterable[Shift], to: str) -> int:
    """Add up the lines that go to one total."""
    return sum(line.amount for line in of if line.to == to)


def summed(state: State) -> Sum:
    """Do the arithmetic of the combat in progress, as the rulebook settles it."""
    return ARITHMETIC.of(state.setup)(state)


def odds(state: State) -> Chances[str]:
    """Return the exact chance of each result of the combat in progress, as the rulebook settles it."""
    return ODDS.of(state.setup)(state)


def each(state: State, numbers: Iterable[int]) -> Iterator[Unit]:
    """Return units by number."""
    return (state.setup.units[number] for number in numbers)


# --- ratios ---------------------------------------------------------------------------------


def read_as(table: RatioTable, attack: int, defence: int) -> str:
    """Say the true ratio, and what is made of it: rounded, or read in an end column.

    >>> from fmbook.components.tablefile import load_tables
    >>> table = load_tables("veritable/tables.toml")["crt"]
    >>> read_as(table, 9, 1), read_as(table, 6, 2), read_as(table, 7, 4)
    ('9:1, read as 6:1 (the last column)', '3:1', '1.75:1, rounded to 1:1')
    """
    column = table.column(attack, defence)
    if min(attack, defence) <= 0:
        return f"{attack}:{defence}, read as {column}"
    ours, read = Fraction(attack, defence), Fraction(*table.ratios[column.number - 1])
    if ours == read:
        return column.label
    true = f"{_about(ours)}:1" if ours >= 1 else f"1:{_about(1 / ours)}"
    if column == table.columns[-1] and ours > read:
        return f"{true}, read as {column} (the last column)"
    if column == table.columns[0] and ours < read:
        return f"{true}, read as {column} (the first column)"
    return f"{true}, rounded to {column}"


def _about(number: Fraction) -> str:
    """Write a number with two figures behind the point, if it has any."""
    return f"{float(number):.2f}".rstrip("0").rstrip(".")
