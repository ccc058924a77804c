"""Blocks of letters that read as a map: north on top, west on the left.

Each row is led by the number that its hexes share; spaces and empty lines are for the eye only.
"""

from collections.abc import Mapping

from fmbook.core.errors import DataError
from fmbook.geometry.hexes import Grid

__all__ = ["BLANK", "read_letters"]

BLANK = "_"
"""The letter that stands in no legend: it says nothing, or in the terrain that there is no hex."""


def read_letters(rows: str, legend: Mapping[str, object], grid: Grid) -> dict[str, str]:
    """The letter of each hex of the grid; a DataError says whether ``rows`` or ``legend`` is at fault."""
    for letter in legend:
        if len(letter) != 1 or letter.isspace() or letter == BLANK:
            raise DataError("", "legend", f"expected a single letter other than “{BLANK}”, found “{letter}”")
    expected = _map_rows(grid)
    found = [cells for line in rows.splitlines() if (cells := line.split())]
    north, *_, south = *expected, *expected
    if len(found) != len(expected):
        problem = f"expected {len(expected)} rows, {north} in the north to {south} in the south, found {len(found)}"
        raise DataError("", "rows", problem)
    letters: dict[str, str] = {}
    for (label, names), (lead, *cells) in zip(expected.items(), found, strict=True):
        if lead != label:
            problem = f"expected row {label} here, found “{lead}”; rows go from {north} to {south}, north on top"
            raise DataError("", "rows", problem)
        letters |= _row(f"row {label}", names, "".join(cells), legend)
    return letters


def _row(row: str, names: list[str], cells: str, legend: Mapping[str, object]) -> dict[str, str]:
    if len(cells) != len(names):
        problem = f"{row}: expected {len(names)} letters, {names[0]} to {names[-1]}, found {len(cells)}"
        raise DataError("", "rows", problem)
    for name, letter in zip(names, cells, strict=True):
        if letter != BLANK and letter not in legend:
            problem = f"{row}, hex {name}: “{letter}” is not in the legend, which has {' '.join(legend)}"
            raise DataError("", "rows", problem)
    return dict(zip(names, cells, strict=True))


def _map_rows(grid: Grid) -> dict[str, list[str]]:
    """The label of each row from north to south, and its hexes from west to east."""
    firsts = grid.firsts if grid.first in ("south", "east") else grid.firsts[::-1]
    seconds = grid.seconds if grid.second in ("south", "east") else grid.seconds[::-1]
    if grid.flat_top:
        return {f"{second:02}": [grid.name(first, second) for first in firsts] for second in seconds}
    return {f"{first:02}": [grid.name(first, second) for second in seconds] for first in firsts}
