"""Reads result tables as printed.

A file holds a table as aligned text that can be held beside the chart. The first word of its heading names
the dice (``die``, ``2d6``), the others the columns; each line below is a roll, or rolls such as ``5-10``::

    [crt]
    title = "Combat Results"
    columns = "ratio"
    provenance = "printed"
    chart = '''
    die   1:2   1:1   2:1
    1-3   2/0   1/0   1/1
    4-6   1/0   1/1   0/1
    '''

``columns`` says how a column is found: by ``differential``, ``ratio``, ``class`` of strength, or ``name``.
A table may lie over another, ``over = "fm:crt"``: the same results under its own terrain rows, if it has any.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import msgspec

from fmbook.components.charts import FilePlace, class_steps, differential_steps, ratio_steps, read_chart
from fmbook.components.tables import (
    ClassTable,
    Column,
    DifferentialTable,
    NameTable,
    RatioTable,
    Rounding,
    Table,
    TableRow,
    down,
    nearest,
)
from fmbook.core import data
from fmbook.geometry.boards import Provenance, Word

__all__ = ["load_tables"]


class _RowForm(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    first: int
    terrain: tuple[str, ...] = ()
    clause: str = ""
    provenance: Word | None = None
    source: str = ""

    def row(self) -> TableRow:
        """The row described."""
        return TableRow(
            name=self.name,
            first=self.first,
            terrain=self.terrain,
            clause=self.clause,
            provenance=Provenance(self.provenance, self.source) if self.provenance else None,
        )


class _RollForm(msgspec.Struct, forbid_unknown_fields=True):
    roll: int
    clause: str = ""  # the line's own, in its game
    clauses: tuple[str, ...] = ()  # those of the games whose tables lie over this line


class _Form(msgspec.Struct, forbid_unknown_fields=True):
    """A table in a file: a chart of its own, or rows over another table."""

    provenance: Word
    source: str = ""
    title: str = ""
    columns: Literal["differential", "ratio", "class", "name"] = "name"
    rounding: Literal["down", "nearest"] = "down"
    chart: str = ""
    beyond: tuple[int, ...] = ()  # rolls that only modifiers bring about
    over: str = ""
    rows: tuple[_RowForm, ...] = ()
    rolls: tuple[_RollForm, ...] = ()
    clauses: tuple[str, ...] = ()


ROUNDINGS: Mapping[str, Rounding] = {"down": down, "nearest": nearest}


def load_tables(name: str, *, root: Path | None = None) -> dict[str, Table]:
    """Read the tables of a file such as ``fm/tables.toml``; other sections of it are left to others."""
    sections = data.load(dict[str, Any], name, root=root)
    return {
        key: _Reader(FilePlace(name, f"$.{key}"), key, root).table(section)
        for key, section in sections.items()
        if isinstance(section, dict) and section.keys() & {"chart", "over"}
    }


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads one table of a file."""

    place: FilePlace
    key: str
    root: Path | None

    def table(self, section: object) -> Table:
        """The table of a section."""
        try:
            form = msgspec.convert(section, _Form)
        except msgspec.ValidationError as error:
            problem, _, path = str(error).partition(" - at ")
            self.place.under(path.strip("`").removeprefix("$")).refuse(problem)
        table = self._laid_over(form) if form.over else self._charted(form)
        for number, line in enumerate(form.rolls):
            if line.roll not in table.cells:
                self.place.under(f".rolls[{number}].roll").refuse(f"{table.dice} cannot show {line.roll}")
        return table

    def _laid_over(self, form: _Form) -> Table:
        system, _, key = form.over.partition(":")
        file, place = f"{system}/tables.toml", self.place.under(".over")
        section = data.load(dict[str, Any], file, root=self.root).get(key)
        if not isinstance(section, dict) or "chart" not in section:
            place.refuse(f"expected a chart such as fm:crt, but {file} has none called {key}")
        under = _Reader(FilePlace(file, f"$.{key}"), key, self.root).table(section)
        if form.chart or not isinstance(under, DifferentialTable):
            place.refuse("only terrain rows can lie over another table, and only over differentials")
        about = self._about(form) | {"title": form.title or under.title}
        return replace(under, **about, rows=self._rows(form, under.lows) or under.rows)

    def _charted(self, form: _Form) -> Table:
        chart, headings = (
            read_chart(form.chart, self.place.under(".chart"), form.beyond),
            self.place.under(".chart heading"),
        )
        columns = tuple(Column(number, label) for number, label in enumerate(chart.labels, 1))
        about = self._about(form) | {"dice": chart.dice, "cells": chart.cells, "columns": columns}
        if form.columns == "differential":
            lows = differential_steps(chart.labels, headings)
            about["columns"] = tuple(Column(each.number, each.label.replace(",", " or ")) for each in columns)
            return DifferentialTable(**about, lows=lows, rows=self._rows(form, lows))
        if form.rows:
            self.place.under(".rows").refuse("only a table of differentials has terrain rows")
        if form.columns == "ratio":
            ratios = ratio_steps(chart.labels, headings)
            return RatioTable(**about, ratios=ratios, rounding=ROUNDINGS[form.rounding])
        if form.columns == "class":
            return ClassTable(**about, lows=class_steps(chart.labels, headings))
        return NameTable(**about)

    def _about(self, form: _Form) -> dict[str, Any]:
        return {
            "name": self.key,
            "title": form.title,
            "provenance": Provenance(form.provenance, form.source),
            "table_clauses": form.clauses,
            "roll_clauses": {line.roll: line.clause for line in form.rolls if line.clause},
        }

    def _rows(self, form: _Form, lows: tuple[int, ...]) -> tuple[TableRow, ...]:
        words: set[str] = set()
        for number, row in enumerate(form.rows):
            place = self.place.under(f".rows[{number}]")
            if row.first not in lows:
                place.under(".first").refuse(f"expected the start of a column: {', '.join(map(str, lows))}")
            if number and row.first > form.rows[number - 1].first:
                place.refuse("expected the rows with the toughest first")
            if twice := words & {row.name, *row.terrain}:
                place.refuse(f"an earlier row is already for {', '.join(sorted(twice))}")
            words |= {row.name, *row.terrain}
        return tuple(row.row() for row in form.rows)
