"""The figures of a class as pictures in words and boxes: who won, what it cost, what was answered."""

from collections.abc import Sequence
from html import escape

from fmbook.core.sides import opening
from fmbook.lessons.classes import Asked, ClassGames
from fmbook.widgets.classroom.histogram import histogram

__all__ = ["answers_page", "games_page"]


def games_page(games: ClassGames) -> str:
    """Show the games of a class beside the machine's and beside history."""
    said = "".join(f"<p>{escape(line)}</p>" for line in games.says())
    over = {game.table.name for game in games.tables if game.table.game.outcome}
    count = games.figures.games if games.figures else 0
    strips = "".join(histogram(each, over, count) for each in games.losses())
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
