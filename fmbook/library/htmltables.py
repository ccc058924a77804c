"""Tables as HTML: texts to the left, figures to the right, everything escaped."""

from collections.abc import Iterable, Sequence
from html import escape

__all__ = ["table"]


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], texts: int | None = None) -> str:
    """Write a table whose first cell of a row names it; so many columns are ``texts``, those behind them figures.

    >>> table(("a",), [("<b>",)]).count("<")
    14
    """
    texts = len(heads) if texts is None else texts
    head = "".join(_cell("th", "col", each, at >= texts) for at, each in enumerate(heads))
    lines = (
        "".join(_cell("td" if at else "th", "" if at else "row", each, at >= texts) for at, each in enumerate(line))
        for line in rows
    )
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(tag: str, scope: str, text: str, figure: bool) -> str:
    """A cell; JupyterLab would set every one of them to the right."""
    side = "right" if figure else "left"
    named = f' scope="{scope}"' if scope else ""
    shown = "<br>".join(map(escape, text.split("\n")))
    return f'<{tag}{named} style="text-align: {side}; vertical-align: top">{shown}</{tag}>'
