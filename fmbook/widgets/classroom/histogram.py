"""A class's games beside the machine's and beside what happened: steps lost, dots of tables over bars of games."""

from collections import Counter
from collections.abc import Iterable
from html import escape
from typing import Final

from fmbook.core.sides import noun, opening
from fmbook.lessons.classes import Losses
from fmbook.text.wording import counted
from fmbook.widgets.theme import PAGE

__all__ = ["histogram"]

COLUMN: Final = 30  # pixels
MOST: Final = 60  # columns; who has lost more stands in the last one
FEWEST: Final = 8
DOT: Final = 24
BAR: Final = 90  # the longest bar
SCALE: Final = 22
MARK: Final = 24
LEFT: Final = 6
LEGEND: Final = "a dot is a table, a filled one has ended"


def histogram(losses: Losses, over: Iterable[str], games: int) -> str:
    """Draw what a side has lost: dots with the names of tables; below the scale the machine's games hang as bars."""
    ended, last = set(over), _last(losses)
    stacks = Counter(min(lost, last) for lost in losses.by_table.values())
    high = max([*stacks.values(), 1]) * DOT + 6
    below = high + SCALE
    deep = below + (BAR + 18 if losses.spread else 0) + (MARK if losses.fact else 0) + 4
    width = max((last + 1) * COLUMN, 330) + 2 * LEFT
    parts = [
        _scale(last, high),
        _dots(losses, ended, last, high),
        _bars(losses, last, below),
        _fact(losses, last, deep),
    ]
    side, said = escape(str(opening(losses.side))), escape(alt(losses, ended, games), quote=True)
    head = f"<p><strong>{side}: steps lost</strong> <small>({_legend(losses, games)})</small></p>"
    return (
        f'{head}<div class="fmbook-strip" tabindex="0"><svg role="img" aria-label="{said}" '
        f'width="{width}" height="{deep}" viewBox="0 0 {width} {deep}">{"".join(parts)}</svg></div>'
    )


def alt(losses: Losses, ended: Iterable[str], games: int) -> str:
    """Say what the picture shows."""
    done = set(ended)
    tables = (f"table {name} {lost}{'' if name in done else ' so far'}" for name, lost in losses.by_table.items())
    said = f"Steps lost by {noun(losses.side)}: {', '.join(tables)}."
    if losses.spread:
        usual = max(losses.spread, key=lambda steps: losses.spread[steps])
        said += (
            f" In {games} games of the machine from {min(losses.spread)} to {max(losses.spread)}, most often {usual}."
        )
    if losses.fact:
        said += f" In fact about {losses.fact[0]} to {losses.fact[1]}, as we reckon."
    return said


def _last(losses: Losses) -> int:
    far = losses.fact[1] if losses.fact else 0
    return min(MOST, max([*losses.by_table.values(), *losses.spread, far, FEWEST]))


def _legend(losses: Losses, games: int) -> str:
    said = [LEGEND]
    if losses.spread:
        said.append(f"bars show in how many of the machine's {counted(games, 'game')} it was so")
    if losses.fact:
        said.append("the line below marks what it was in fact, as we reckon steps in people")
    return "; ".join(said)


def _at(steps: int, last: int) -> float:
    return LEFT + (min(steps, last) + 0.5) * COLUMN


def _scale(last: int, high: int) -> str:
    rule = f'<path d="M{LEFT} {high}H{LEFT + (last + 1) * COLUMN}" style="stroke:{PAGE.ink};stroke-width:2"/>'
    return rule + "".join(_word(_at(steps, last), high + 16, f"{steps}", PAGE.quiet) for steps in range(last + 1))


def _word(x: float, y: float, text: str, colour: str) -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="middle" style="fill:{colour}">{escape(text)}</text>'


def _dots(losses: Losses, ended: set[str], last: int, high: int) -> str:
    drawn, stack = "", Counter[int]()
    for name, lost in losses.by_table.items():
        place = min(lost, last)
        x, y = _at(place, last), high - 5 - DOT * (stack[place] + 0.5)
        stack[place] += 1
        fill, ink = (PAGE.choice, PAGE.on_choice) if name in ended else ("none", PAGE.ink)
        drawn += f'<circle cx="{x:.0f}" cy="{y:.0f}" r="11" style="fill:{fill};stroke:{PAGE.choice};stroke-width:1.5"/>'
        drawn += _word(x, y + 4.5, name[:3], ink)
    return drawn


def _bars(losses: Losses, last: int, below: int) -> str:
    drawn, most = "", max(losses.spread.values(), default=1)
    shown = Counter[int]()
    for steps, games in losses.spread.items():
        shown[min(steps, last)] += games
    for steps, games in shown.items():
        x, length = _at(steps, last), max(2.0, BAR * games / most)
        drawn += f'<rect x="{x - 11:.0f}" y="{below}" width="22" height="{length:.0f}" style="fill:{PAGE.rule}"/>'
        drawn += _word(x, below + length + 13, f"{games}", PAGE.quiet)
    return drawn


def _fact(losses: Losses, last: int, deep: int) -> str:
    if not losses.fact:
        return ""
    start, end = (_at(steps, last) for steps in losses.fact)
    line = f'<path d="M{start - 10:.0f} {deep - 18}H{end + 10:.0f}" style="stroke:{PAGE.alarm};stroke-width:4"/>'
    return line + _word((start + end) / 2, deep - 4, "in fact", PAGE.alarm)
