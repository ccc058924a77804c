"""Tables as they stand in a booklet, for paper."""

from collections.abc import Collection, Iterator
from html import escape
from typing import Any

from fmbook.components.listings import Listing
from fmbook.components.tables import DifferentialTable, Table
from fmbook.library.lookups import tables

__all__ = ["charts"]


def charts(system: str, wanted: Collection[str] = ()) -> Iterator[str]:
    """Yield the tables of a system, or those that are named."""
    known = tables(system)
    for found in (known[name] for name in wanted or known):
        yield f'<div class="chart">{_listing(found) if isinstance(found, Listing) else _table(found)}</div>'


def _table(table: Table) -> str:
    wide = len(table.columns)
    rows = table.rows if isinstance(table, DifferentialTable) else ()
    heads = [(row.name, table.columns_of(row.name)) for row in rows] or [(str(table.dice), table.columns)]
    lines = [_row(name, [column.label for column in columns], wide, "th") for name, columns in heads]
    if rows:
        lines.append(f'<tr class="die"><th scope="row">{escape(str(table.dice))}</th><td colspan="{wide}"></td></tr>')
    lines += [_row(str(roll), table.cells[roll], wide, "td") for roll in table.rolls]
    return f"<h2>{escape(table.title)}</h2><table>{''.join(lines)}</table><p>{escape(_known(table))}</p>"


def _row(head: str, cells: Any, wide: int, tag: str) -> str:
    filled = [*cells, *[""] * (wide - len(cells))]
    inside = "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in filled)
    return f'<tr><th scope="row">{escape(head)}</th>{inside}</tr>'


def _listing(found: Listing) -> str:
    lines = "".join(
        f'<tr><th scope="row">{escape(line.head)}</th><td>{escape(line.figure)}</td></tr>' for line in found.lines
    )
    foot = f"<p>{escape(found.foot)}</p>" if found.foot else ""
    return f'<h2>{escape(found.title)}</h2><table class="list">{lines}</table>{foot}<p>{escape(_known(found))}</p>'


def _known(found: Table | Listing) -> str:
    word, source = found.provenance
    return f"{word}: {source}" if source else str(word)
