"""A chart as people see it: in columns of letters, and as the table of a page, in the colours of that page."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final, NamedTuple

__all__ = ["ChartLine", "chart_page", "listing_page"]

FRAME: Final = "overflow-x: auto; max-width: 100%"
LEFT: Final = "text-align:left"
MIDDLE: Final = "text-align:center"  # JupyterLab would set each cell to the right
LIT: Final = "font-weight:bold;box-shadow:inset 0 0 0 2px currentcolor"
CAPTION: Final = "text-align: left; font-weight: bold; caption-side: top"


class ChartLine(NamedTuple):
    """A line of a chart: what stands on the left, the cells, which of them is marked (the first is 1)."""

    head: str
    cells: tuple[str, ...]
    lit: int = 0

    def shown(self, margin: int, width: int) -> str:
        """Write the line in columns of one width."""
        framed = (f"[{cell}]" if at == self.lit else cell for at, cell in enumerate(self.cells, 1))
        return (self.head.ljust(margin) + "".join(cell.center(width) for cell in framed)).rstrip()


def chart_page(title: str, heads: Sequence[ChartLine], body: Iterable[ChartLine], foot: str) -> str:
    """Write a chart as a table of a page: headings over its columns, each line under its roll.

    A heading that ends in an earlier column leaves the last ones empty; one without columns names the lines below.
    """
    wide = max(len(line.cells) for line in heads)
    over = "".join(_row(line, wide, "th", "col") for line in heads)
    lines = "".join(_row(line, wide, "td") for line in body)
    return _framed(title, f"<thead>{over}</thead><tbody>{lines}</tbody>", foot)


def listing_page(title: str, lines: Iterable[Sequence[str]], foot: str) -> str:
    """Write words and their figures as a table of a page."""
    rows = "".join(
        f'<tr><th scope="row" style="{LEFT}">{escape(head)}</th>'
        + "".join(f'<td style="{LEFT}">{escape(each)}</td>' for each in rest)
        + "</tr>"
        for head, *rest in lines
    )
    return _framed(title, f"<tbody>{rows}</tbody>", foot)


def _framed(title: str, rows: str, foot: str) -> str:
    """Frame a table so that a narrow page can move it sideways, with the keyboard too."""
    name = escape(title, quote=True)
    caption = f'<caption style="{CAPTION}">{escape(title)}</caption>'
    return (
        f'<div role="region" aria-label="{name}" tabindex="0" style="{FRAME}">'
        f'<table style="white-space: nowrap">{caption}{rows}</table></div>'
        f"<p><small>{escape(foot)}</small></p>"
    )


def _cell(text: str, tag: str, named: str, *, lit: bool) -> str:
    """Write a cell; one that is lit is framed and bold, so that nobody needs to see its colour."""
    look = ' class="fmbook-lit"' if lit else ""
    return f'<{tag}{named}{look} style="{f"{MIDDLE};{LIT}" if lit else MIDDLE}">{escape(text)}</{tag}>'


def _row(line: ChartLine, wide: int, tag: str, scope: str = "") -> str:
    """Write a line, with empty cells behind its last; one that has none stands over the lines below."""
    kind = "row" if line.cells else "col"
    named = f' scope="{scope}"' if scope else ""
    cells = "".join(_cell(cell, tag, named, lit=at == line.lit) for at, cell in enumerate(line.cells, 1))
    empty = "<td></td>" * (wide - len(line.cells))
    return f'<tr><th scope="{kind}" style="{LEFT}">{escape(line.head)}</th>{cells}{empty}</tr>'
