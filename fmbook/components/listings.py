"""Printed tables that no die is read in, such as a list of modifiers: each line a word and its figure.

A section of a ``tables.toml`` with ``listed`` says in which file the figures stand, so that they are written once.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from fmbook.components.chart_pages import listing_page
from fmbook.core import data
from fmbook.geometry.boards import Provenance, Word

__all__ = ["ListedLine", "Listing", "load_listings"]


class ListedLine(NamedTuple):
    """A line: what it is for, its figure, its clause in the booklet."""

    head: str
    figure: str
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """A printed table of words and figures; it prints itself, and ``cell`` looks a figure up."""

    title: str
    provenance: Provenance
    lines: tuple[ListedLine, ...]
    foot: str = ""

    def cell(self, head: str) -> str:
        """Look the figure of a line up."""
        return next(line.figure for line in self.lines if line.head == head)

    def __str__(self) -> str:
        wide, side = (max(len(line[number]) for line in self.lines) for number in (0, 1))
        rows = [f"  {line.head:{wide}}  {line.figure:>{side}}  {line.clause}".rstrip() for line in self.lines]
        return "\n".join([f"{self.title} ({self.provenance.word})", *rows, *([f"  {self.foot}"] if self.foot else [])])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """IPython's own hook: the same as a table of the page."""
        foot = " ".join(filter(None, (self.foot, f"({self.provenance.word})")))
        return listing_page(self.title, self.lines, foot)


class _Form(msgspec.Struct, forbid_unknown_fields=True):
    """A listing in a file: where its lines stand, and which of their fields are shown."""

    title: str
    listed: str
    of: tuple[str, ...]
    provenance: Word
    source: str = ""
    head: str = ""
    figure: str = ""
    foot: str = ""


def load_listings(name: str) -> dict[str, Listing]:
    """Read the listings of a file such as ``vimy/tables.toml``."""
    sections = data.load(dict[str, Any], name)
    return {
        key: _listing(msgspec.convert(section, _Form))
        for key, section in sections.items()
        if isinstance(section, dict) and "listed" in section
    }


def _listing(form: _Form) -> Listing:
    found = data.load(dict[str, Any], form.listed)
    lines = tuple(line for path in form.of for line in _lines(form, _under(found, path.split("."))))
    return Listing(form.title, Provenance(form.provenance, form.source), lines, form.foot)


def _under(found: Any, path: Sequence[str]) -> Any:
    return _under(found[path[0]], path[1:]) if path else found


def _lines(form: _Form, found: Any) -> Iterator[ListedLine]:
    if isinstance(found, Mapping):
        yield from (ListedLine(str(word).replace("_", " "), str(figure)) for word, figure in found.items())
        return
    for line in found:
        figure = line.get(form.figure)
        signed = f"{figure:+d}" if isinstance(figure, int) else str(figure)
        yield ListedLine(str(line.get(form.head, "more")), signed, line.get("clause", ""))
