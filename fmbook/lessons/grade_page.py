"""A class's answers as a page to read: marks at a glance, what was written beside its rubric, games beside history."""

from collections.abc import Iterator
from html import escape
from itertools import chain
from typing import Final

from fmbook.lessons.decisions import Moment
from fmbook.lessons.essays import Question
from fmbook.lessons.exercises import Exercise
from fmbook.lessons.grading import Grades, Marked, Played
from fmbook.lessons.lessonfile import lesson_form
from fmbook.text.wording import counted

__all__ = ["page"]

STYLE: Final = (
    "body{font:15px/1.45 Georgia,serif;max-width:62rem;margin:1.5rem auto;padding:0 1rem;color:#111;background:#fff}"
    "table{border-collapse:collapse;font:13px sans-serif}th,td{border:1px solid #888;padding:.25rem .45rem;"
    "text-align:left;vertical-align:top}h2{margin-top:2rem;border-top:2px solid #111;padding-top:.4rem}"
    ".wrong{background:#ddd}.answer{border-left:4px solid #555;padding:0 .8rem;margin:.8rem 0;break-inside:avoid}"
    ".answer p{white-space:pre-wrap;margin:.3rem 0}.level{font:13px sans-serif}"
)


def page(grades: Grades) -> str:
    """Return a page: the marks at a glance, then each question with what the tables wrote."""
    title = escape(lesson_form(grades.chapter).title)
    told = {each.title: _prose(grades, each) for each in grades.questions}
    told |= {each.title: _decided(grades, each) for each in grades.moments}
    silent = ", ".join(title for title, found in told.items() if not found)
    games = "".join(map(_games, grades.tables))
    parts = (
        *(_problems(grades), _overview(grades), *told.values()),
        f"<h2>Games</h2>{games}" if games else "",
        f"<h2>Nobody has answered</h2><p>{escape(silent)}</p>" if silent else "",
    )
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Answers: {title}</title>'
    return f"{head}<style>{STYLE}</style><h1>{title}</h1>{''.join(parts)}</html>"


def _problems(grades: Grades) -> str:
    lines = "".join(f"<li><b>{escape(each.where)}</b>: {escape(each.says)}</li>" for each in grades.problems)
    return f"<h2>Not marked, or not whole</h2><ul>{lines}</ul>" if lines else ""


def _overview(grades: Grades) -> str:
    heads = "".join(f'<th title="{escape(each.task.question)}">{escape(each.id)}</th>' for each in grades.exercises)
    rows = "".join(_row(grades, each) for each in grades.tables)
    counts = (sum(bool(_right(table, each)) for table in grades.tables) for each in grades.exercises)
    foot = "".join(f"<td>{count}</td>" for count in counts)
    last = f"<tr><th>right, of {len(grades.tables)}</th>{foot}<td></td></tr>"
    first = f"<tr><th>Table</th>{heads}<th>right</th></tr>"
    return f"<h2>Rules questions, marked by the rules</h2><table>{first}{rows}{last}</table>"


def _row(grades: Grades, table: Marked) -> str:
    cells = "".join(_cell(table, each) for each in grades.exercises)
    return f"<tr><th>{escape(table.table)}</th>{cells}<td>{table.right}</td></tr>"


def _prose(grades: Grades, asked: Question) -> str:
    """A question with its levels and what was written; nothing if nobody wrote."""
    found = "".join(_written(each.table, each.said[asked.id]) for each in grades.tables if asked.id in each.said)
    levels = "".join(f"<li>{escape(level)}</li>" for level in asked.essay.rubric)
    model = f"<details><summary>A model answer</summary><p>{escape(asked.model)}</p></details>"
    head = f"<h2>{escape(asked.title)}</h2><p><b>{escape(asked.asked)}</b></p>"
    return f"{head}<ol>{levels}</ol>{model}{found}" if found else ""


def _decided(grades: Grades, moment: Moment) -> str:
    """What the tables chose beside what was chosen in fact; nothing if nobody chose."""
    told = [(each.table, said) for each in grades.tables for said in _choices(each, moment.id)]
    found = "".join(f"<tr><th>{escape(table)}</th><td>{escape(said)}</td></tr>" for table, said in told)
    head = f"<h2>{escape(moment.title)}</h2><p><b>{escape(moment.asked)}</b></p><p>{escape(moment.fact)}</p>"
    return f"{head}<table>{found}</table>" if found else ""


def _right(table: Marked, asked: Exercise) -> bool | None:
    return table.marks[asked.id].right if asked.id in table.marks else None


def _cell(table: Marked, asked: Exercise) -> str:
    if asked.id not in table.marks:
        return "<td></td>"
    marked, said = table.marks[asked.id], table.said.get(asked.id, "")
    sign = {True: "✓", False: "✗", None: "?"}[marked.right]
    kind = "" if marked.right else ' class="wrong"'
    shown = f" {escape(said[:40])}" if not marked.right else ""
    return f'<td{kind} title="{escape(marked.text)}">{sign}{shown}</td>'


def _written(table: str, text: str) -> str:
    level = '<span class="level">level: 1 ☐ 2 ☐ 3 ☐ 4 ☐</span>'
    return f'<div class="answer"><b>Table {escape(table)}</b> {level}<p>{escape(text)}</p></div>'


def _choices(table: Marked, id_: str) -> Iterator[str]:
    """What was chosen on the page, and in the middle of games."""
    if id_ in table.said:
        yield table.said[id_]
    remarks = chain.from_iterable(game.remarks for game in table.games)
    yield from (said.partition(" ")[2] for said in remarks if said.startswith(f"{id_} "))


def _games(table: Marked) -> str:
    return "".join(_game(table.table, each) for each in table.games)


def _game(table: str, game: Played) -> str:
    said = "".join(f"<li>{escape(each)}</li>" for each in game.remarks)
    remarks = f"<p>Remarked in play:</p><ul>{said}</ul>" if said else ""
    told = (
        f"<details><summary>What was done in fact, and here</summary>{game.compared}</details>" if game.compared else ""
    )
    head = f"<p><b>Table {escape(table)}: {escape(game.title)}.</b> {escape(game.ended)} {escape(game.lost)}"
    return f'<div class="answer">{head} {counted(game.orders, "order")}.</p>{remarks}{told}</div>'
