"""Ratios in words: what a table makes of a ratio that stands over none of its columns."""

from fractions import Fraction

from fmbook.components.tables import RatioTable

__all__ = ["read_as"]


def read_as(table: RatioTable, attack: int, defence: int) -> str:
    """Say the true ratio, and what is made of it: rounded, or read in an end column.

    >>> from fmbook.components.tables import load_tables
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
