"""A hundred throws on the page: dots fall into columns, beside them the exact chances and one's own throw."""

from html import escape
from typing import Final

from ipywidgets import VBox

from fmbook.lessons.many_throws import Throws
from fmbook.text.wording import counted
from fmbook.widgets.desk.controls import Pieces
from fmbook.widgets.essays import headed, pressed
from fmbook.widgets.page.guard import guarded
from fmbook.widgets.page.lifetime import DisplayedWidget
from fmbook.widgets.page.shell import PageShell
from fmbook.widgets.page.told import HTML
from fmbook.widgets.theme import PAGE

__all__ = ["ThrowsBox"]

HUNDRED: Final = 100
ACROSS: Final = 5  # dots in a row of a column
PITCH: Final = 10  # pixels from dot to dot
COLUMN: Final = 96
BASE: Final = 42  # below the columns, for codes and counts
LATEST: Final = 0.35  # seconds until the last dot of a column sets out
ASKED: Final = "What comes of one throw is luck. What comes of a hundred?"
INVITATION: Final = "Press the button. An outline shows how high each column would be by the chances alone."


class ThrowsBox(DisplayedWidget, VBox):  # type: ignore[misc]  # ipywidgets has no types
    """An attack, a button that throws it a hundred times, and what came of it."""

    def __init__(self, throws: Throws) -> None:
        self.throws, pieces = throws, Pieces()
        title = throws.attack.sum.title
        self._shell = PageShell(label=f"{title}, thrown a hundred times", says=INVITATION)
        hundred = pressed(pieces, f"Throw it {HUNDRED} times", self._on_hundred)
        self._words: HTML = pieces.words("fmbook-page", value=told(throws))
        parts = [HTML(headed(title, ASKED)), pieces.row(hundred), self._shell, self._words]
        super().__init__(parts, layout={"margin": "4px 0 12px"}, _dom_classes=("fmbook-desk", "fmbook-rules"))
        self._tie(self._shell)

    @guarded
    def _on_hundred(self) -> None:
        self.throws.again(HUNDRED)
        self._words.value = told(self.throws)
        self._shell.says = aloud(self.throws)

    def _still(self) -> dict[str, str]:
        return {"text/html": f"<section>{table(self.throws)}</section>"}

    def __repr__(self) -> str:
        return str(self.throws)


def told(throws: Throws) -> str:
    """Write the columns and, below them, the same as a table."""
    found = throws.attack.sum
    stands = escape(f"{found.attack} against {found.defence}, which is {found.comes_to}.")
    return f"<section><p>{stands}</p>{columns(throws)}{table(throws)}</section>"


def aloud(throws: Throws) -> str:
    """Say what came of the last hundred, and what comes of all."""
    odds = {str(result): float(chance) for result, chance in throws.attack.odds().items()}
    far = max(odds, key=lambda result: abs(throws.last[result] - odds[result] * HUNDRED))
    said = f"Of {HUNDRED} throws {throws.last[far]} were {far}; {odds[far] * HUNDRED:.0f} were to be expected"
    if throws.total == HUNDRED:
        return f"{said}, and no other result was further off. Throw again, and see what stays the same."
    whole = throws.counts[far] / throws.total
    return f"{said}. Of all {throws.total} throws {whole:.0%} were {far}; the table says {odds[far]:.0%}."


def columns(throws: Throws) -> str:
    """Draw a column for each result: an outline as high as its chance, dots for throws, a mark for one's own."""
    odds = {str(result): float(chance) * HUNDRED for result, chance in throws.attack.odds().items()}
    high, own = (int(max(*throws.last.values(), *odds.values())) // ACROSS + 2) * PITCH, throws.own
    drawn = "".join(
        _column(at, result, expected, throws.last[result], high) + (_own(at, high) if result == own else "")
        for at, (result, expected) in enumerate(odds.items())
    )
    wide, deep = len(odds) * COLUMN, high + BASE
    said = escape(", ".join(f"{result} {throws.last[result]}" for result in odds), quote=True)
    label = f"A hundred throws: {said}" if throws.total else "Nothing has been thrown yet"
    return (
        f'<div class="fmbook-strip" tabindex="0"><svg class="fmbook-throws" role="img" aria-label="{label}" '
        f'width="{wide}" height="{deep}" viewBox="0 0 {wide} {deep}">'
        f'<path d="M0 {high}H{wide}" style="stroke:{PAGE.ink};stroke-width:1.5"/>{drawn}</svg></div>'
    )


def _column(at: int, result: str, expected: float, count: int, high: int) -> str:
    middle, left = (at + 0.5) * COLUMN, (at + 0.5) * COLUMN - ACROSS * PITCH / 2
    outline = expected / ACROSS * PITCH
    dots = "".join(
        f'<circle class="fmbook-falls" cx="{left + (n % ACROSS + 0.5) * PITCH:.1f}" '
        f'cy="{high - (n // ACROSS + 0.5) * PITCH:.1f}" r="4" '
        f'style="fill:{PAGE.choice};animation-delay:{LATEST * n / count:.3f}s"/>'
        for n in range(count)
    )
    return (
        f'<rect x="{left - 3:.1f}" y="{high - outline:.1f}" width="{ACROSS * PITCH + 6}" height="{outline:.1f}" '
        f'style="fill:none;stroke:{PAGE.quiet};stroke-width:1.5;stroke-dasharray:4 3"/>{dots}'
        f"{_word(middle, high + 16, result, PAGE.ink)}{_word(middle, high + 33, f'{count}', PAGE.quiet)}"
    )


def _own(at: int, high: int) -> str:
    x = (at + 0.5) * COLUMN - ACROSS * PITCH / 2 - 12
    return f'<path d="M{x - 5} {high - 11}h10l-5 10z" style="fill:{PAGE.alarm}"><title>your throw</title></path>'


def _word(x: float, y: float, text: str, colour: str) -> str:
    return f'<text x="{x:.0f}" y="{y}" text-anchor="middle" style="fill:{colour}">{escape(text)}</text>'


def table(throws: Throws) -> str:
    """Write what came of it as a table: these hundred, all so far, the chance."""
    own, meanings = throws.own, throws.told
    rows = "".join(
        f"<tr><th scope='row'>{escape(meanings[result].says)} <small>{escape(meanings[result].short)}</small></th>"
        f"{_cell(str(throws.last[result]) if throws.total else '')}"
        f"{_cell(f'{throws.counts[result] / throws.total:.1%}' if throws.total else '')}"
        f"{_cell(f'{float(chance):.1%}')}<td>{'your throw ▾' if result == own else ''}</td></tr>"
        for result, chance in ((str(result), chance) for result, chance in throws.attack.odds().items())
    )
    so_far = f"all {counted(throws.total, 'throw')}" if throws.total else "all throws"
    heads = "".join(f"<th scope='col'>{head}</th>" for head in ("result", "these 100", so_far, "by the table", ""))
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


def _cell(text: str) -> str:
    return f"<td class='fmbook-number'>{text}</td>"
