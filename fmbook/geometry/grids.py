"""The grids of the book by name, and how a file describes one."""

from dataclasses import replace
from functools import cache
from typing import Literal, TypeAlias

import msgspec

from fmbook.core import data
from fmbook.core.errors import DataError, NoSuchName
from fmbook.geometry.boards import Word
from fmbook.geometry.hexes import Direction, Grid

__all__ = ["GridForm", "grid"]

Extent: TypeAlias = tuple[int, int]
FIELDS = ("first", "second", "shifted", "firsts", "seconds", "prefix")


class GridForm(msgspec.Struct, forbid_unknown_fields=True):
    """A grid in a file: like one of the book, or by itself; what is said here wins over what it is like."""

    like: str | None = None
    first: Direction | None = None
    second: Direction | None = None
    shifted: Literal["even", "odd"] | None = None
    firsts: Extent | None = None
    seconds: Extent | None = None
    prefix: str | None = None

    def grid(self) -> Grid:
        """The grid described."""
        said = {key: value for key in FIELDS if (value := getattr(self, key)) is not None}
        said |= {key: _range(*said[key]) for key in ("firsts", "seconds") if key in said}
        if self.like is not None:
            return replace(grid(self.like), **said)
        if missing := [key for key in ("first", "second", "firsts", "seconds") if key not in said]:
            raise DataError("grid", missing[0], "expected this, or the name of a grid that it is like")
        return Grid(**said)


class _Entry(GridForm, forbid_unknown_fields=True, kw_only=True):
    """A grid of data/grids.toml, with what is known of it."""

    provenance: Word
    printed: str
    pinned_by: str


def grid(name: str) -> Grid:
    """One of the grids of the book: scheldt, vimy, veritable, europa_portrait or europa_landscape."""
    entries = _entries()
    if name not in entries:
        raise NoSuchName("grid", name, entries)
    return entries[name].grid()


@cache
def _entries() -> dict[str, _Entry]:
    return data.load(dict[str, _Entry], "grids.toml")


def _range(first: int, last: int) -> range:
    return range(first, last + 1)
