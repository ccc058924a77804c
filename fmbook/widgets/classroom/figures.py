"""The figures of a class as pictures in words and boxes: who won, what it cost, what was answered."""

from collections.abc import Iterable, Sequence
from html import escape

from fmbook.core.sides import opening
from fmbook.lessons.classes import Asked, ClassGames, Losses

__all__ = ["answers_page", "games_page"]

MOST_COLUMNS = 40
LEGEND = "each box is a table; a filled one has ended; “machine” marks the average of the machine's games"


def games_page(games: ClassGames) -> str:
    """Show the games of a class beside the machine's and beside history."""
    said = "".join(f"<p>{escape(line)}</p>" for line in games.says())
    over = {game.table.name for game in games.tables if game.table.game.outcome}
    strips = "".join(_strip(each, over) for each in games.losses())
    return f"<section><h3>The class's games</h3>{_wins(games)}{strips}{said}</section>"


def _wins(games: ClassGames) -> str:
    rows = ""
    for side, won, machine in games.wins():
        share = round(100 * won / max(1, len(games.over)))
        rows += f"<span>{escape(str(opening(side)))}</span><span class='fmbook-bar' style='width:{share}%'></span>"
        rows += f"<span>{f'{won} of {len(games.over)}' if games.over else 'none is over'}</span>"
        if machine is not None:
            rows += (
                f"<small>the machine</small><span class='fmbook-bar fmbook-machine' style='width:{machine}%'></span>"
            )
            rows += f"<small>{machine} of 100</small>"
    return f"<p><strong>Won</strong></p><div class='fmbook-won'>{rows}</div>" if rows else ""


def _strip(losses: Losses, over: Iterable[str]) -> str:
    """Draw a box for each table above the number of steps that the side has lost there."""
    ended, machine = set(over), None if losses.machine is None else round(losses.machine)
    last = min(MOST_COLUMNS, max([*losses.by_table.values(), machine or 0, 5]))
    columns = ""
    for steps in range(last + 1):
        here = [name for name, lost in losses.by_table.items() if min(lost, last) == steps]
        boxes = "".join(f"<b class='{'' if name in ended else 'fmbook-on'}'>{escape(name)}</b>" for name in here)
        mark = "<i>machine</i>" if steps == machine else ""
        columns += f"<div>{mark}{boxes}</div>"
    scale = "".join(f"<span>{steps}</span>" for steps in range(last + 1))
    head = f"<p><strong>{escape(str(opening(losses.side)))}: steps lost</strong> <small>({LEGEND})</small></p>"
    return f"{head}<div class='fmbook-strip'>{columns}</div><div class='fmbook-scale'>{scale}</div>"


def answers_page(answers: Sequence[Asked]) -> str:
    """Show what was answered, question by question."""
    if not answers:
        return "<section><h3>Answers</h3><p>Nobody has answered a question yet.</p></section>"
    return f"<section><h3>Answers</h3>{''.join(map(_answered, answers))}</section>"


def _answered(asked: Asked) -> str:
    marked = asked.right + asked.wrong
    count = f"{asked.right} of {marked} right" if marked else f"{sum(map(len, asked.by_table.values()))} answers"
    rows = "".join(
        f"<tr><th>Table {escape(table)}</th><td>{escape(each.side)}</td>"
        f"<td>{ {True: '✓', False: '✗', None: ''}[each.well] } {escape(each.text)}</td></tr>"
        for table, given in asked.by_table.items()
        for each in given
    )
    head = f"<summary><strong>{escape(asked.id)}</strong> {escape(asked.question)} — {count}</summary>"
    return f"<details>{head}<table>{rows}</table></details>"
