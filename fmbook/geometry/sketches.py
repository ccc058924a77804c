"""Boards drawn in text, for tests, exercises and small positions in a chapter."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from textwrap import dedent
from typing import NamedTuple

from fmbook.core.errors import DataError
from fmbook.geometry.boards import Board
from fmbook.geometry.hexes import Grid

__all__ = ["MARKS", "sketch"]

MARKS = {"~": "flooded", "^": "hill", "*": "woods", "+": "town", "#": "city", "=": "sea"}
HOLE = "."


def sketch(
    text: str,
    title: str = "",
    *,
    sides: Mapping[str, Iterable[str]] | None = None,
    paths: Mapping[str, Iterable[str]] | None = None,
    regions: Mapping[str, Iterable[str]] | None = None,
    marks: Mapping[str, str] = MARKS,
) -> Board:
    """A board of hexes as drawn: rows from north to south, every other one half a cell further right.

    A token is a name and the marks of its terrain; ``.`` is a hole. Neighbours follow from the drawing. ``regions``
    names hexes that share what has no mark.

    >>> board = sketch('''
    ...     a    b~   c~
    ...       d    e
    ... ''', sides={"river": ["a/d"]}, paths={"road": ["d b c"]})
    >>> [board.name(place) for place in board.neighbours[board.at("d")]]
    ['b', 'e', 'a']
    >>> board.features[board.at("b")]
    frozenset({'flooded'})
    """
    cells = _in_place(_tokens(text))
    grid = _grid(cells)
    called = {grid.name(cell.row + 1, cell.half // 2 + 1): cell for cell in cells if cell.text != HOLE}
    names = _names(called.values(), marks)
    features = {what: [names[c] for c in names if mark in c.text] for mark, what in marks.items()}
    return Board.of_hexes(
        grid,
        holes=[name for name in grid.names() if name not in called],
        called={name: names[cell] for name, cell in called.items()},
        features={**features, **{word: [*features.get(word, ()), *named] for word, named in (regions or {}).items()}},
        borders=sides or {},
        paths=paths or {},
        title=title or "the sketch",
    )


class _Cell(NamedTuple):
    """A token of the drawing; ``half`` counts half cells from the left."""

    text: str
    row: int
    column: int
    half: int = 0

    def fault(self, problem: str) -> DataError:
        return DataError("sketch", f"line {self.row + 1}, column {self.column + 1}", f"“{self.text}” {problem}")


def _tokens(text: str) -> list[_Cell]:
    rows = dedent(text.expandtabs()).strip("\n").splitlines()
    tokens = [
        _Cell(match[0], row, match.start()) for row, line in enumerate(rows) for match in re.finditer(r"\S+", line)
    ]
    if not any(token.text != HOLE for token in tokens):
        raise DataError("sketch", "", "expected at least one name")
    return tokens


def _in_place(tokens: Sequence[_Cell]) -> list[_Cell]:
    """The tokens with their half cells, if each stands where one can."""
    width = _cell_width(tokens)
    cells = [token._replace(half=round(2 * token.column / width)) for token in tokens]
    for cell in cells:
        if abs(cell.column - cell.half * width / 2) > 0.5:
            raise cell.fault(f"is crooked: columns here go in steps of half of {width}")
        if (cell.half + cell.row) % 2 != (cells[0].half + cells[0].row) % 2:
            raise cell.fault("is crooked: expected every other row half a cell further right")
    return cells


def _cell_width(tokens: Sequence[_Cell]) -> int:
    """The least step along a row; where no row has two tokens, twice the step from row to row."""
    along = [b.column - a.column for a, b in pairwise(tokens) if a.row == b.row]
    down = [2 * abs(b.column - a.column) for a, b in pairwise(tokens) if a.column != b.column]
    return min(along or down or [2])


def _grid(cells: Sequence[_Cell]) -> Grid:
    first_is_shifted = (cells[0].half + cells[0].row) % 2 == 1
    return Grid(
        first="south",
        second="east",
        shifted="odd" if first_is_shifted else "even",
        firsts=range(1, cells[-1].row + 2),
        seconds=range(1, max(cell.half for cell in cells) // 2 + 2),
    )


def _names(cells: Iterable[_Cell], marks: Mapping[str, str]) -> dict[_Cell, str]:
    names: dict[_Cell, str] = {}
    for cell in cells:
        name = re.sub(r"\W+$", "", cell.text)
        if not re.fullmatch(r"\w+", name):
            raise cell.fault("is no name: expected letters or digits, then marks")
        if unknown := set(cell.text[len(name) :]) - set(marks):
            raise cell.fault(f"has the mark {min(unknown)}, which is none of {' '.join(marks)}")
        if name in names.values():
            raise cell.fault("is there twice: expected each name once")
        names[cell] = name
    return names
