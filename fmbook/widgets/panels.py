"""The desk's words as HTML. Whatever comes from a file, a code or a text box is escaped here and nowhere else."""

from collections.abc import Iterable, Sequence
from html import escape

from fmbook.errors import FmbookError
from fmbook.library import card
from fmbook.mechanics.tables import Column, Table
from fmbook.positions import Counter, Prompt
from fmbook.previews import Preview
from fmbook.running import Entry
from fmbook.verdicts import Verdict

__all__ = ["battle", "cited", "diary", "look", "prompt", "refusal", "rule_card", "unit_card"]


def cited(rule: str) -> str:
    """Write a rule's number, with its card's title to be seen when pointed at."""
    if not rule:
        return ""
    return f'<span class="fmbook-rule" title="{escape(_title(rule), quote=True)}">{escape(rule)}</span>'


def _title(rule: str) -> str:
    try:
        return card(rule).title
    except FmbookError:
        return "a house rule"


def prompt(asked: Prompt, where: str, *, what_if: int = 0) -> str:
    """Write the one question, with its rule and where in the game it stands."""
    branch = f'<span class="fmbook-branch">what-if {what_if}</span> ' if what_if else ""
    return (
        f'<div class="fmbook-prompt"><span class="fmbook-when">{branch}{escape(where)}</span>'
        f"<strong>{escape(asked.text)}</strong> {cited(asked.rule)}</div>"
    )


def unit_card(unit: Counter, note: str = "") -> str:
    """Write what a counter says."""
    strength = "at full strength" if unit.full else f"depleted: {unit.steps} left"
    rows = (
        ("Attack", unit.attack), ("Defence", unit.defence), ("Movement", unit.movement),
        ("Formation", unit.group.replace("_", " ") or "none"), ("At", unit.place or "off the map"),
    )  # fmt: skip
    body = "".join(f"<tr><th scope='row'>{head}</th><td>{escape(str(value))}</td></tr>" for head, value in rows)
    more = f"<p>{escape(note)}</p>" if note else ""
    return (
        f'<section class="fmbook-card"><h4>{escape(unit.name)}</h4>'
        f"<p>{escape(unit.side)} {escape(unit.kind)}, {strength}</p><table>{body}</table>{more}</section>"
    )


def look(text: str) -> str:
    """Write what lies in a hex."""
    return _section("Look", text.splitlines())


def refusal(verdict: Verdict) -> str:
    """Write why not: every reason, its rule, what to try instead."""
    items = "".join(
        f"<li>{escape(reason.text)} {cited(reason.rule)}"
        + (f"<br><em>Try: {escape(reason.advice)}.</em>" if reason.advice else "")
        + "</li>"
        for reason in verdict.reasons
    )
    return f'<section class="fmbook-refusal"><h4>{escape(verdict.subject)}: not allowed</h4><ul>{items}</ul></section>'


def battle(preview: Preview) -> str:
    """Write a battle's arithmetic, its odds as bars and numbers, and the table with its column lit."""
    found = preview.sum
    lines = "".join(
        f"<tr><td class='fmbook-number'>{line.amount:+d}</td><td>{escape(line.text)}</td>"
        f"<td>{cited(line.rule)}</td></tr>"
        for line in found.lines
        if line.amount
    )
    row = f"{found.column.row}, " if found.column.row else ""
    return (
        f'<section class="fmbook-card"><h4>{escape(found.title)}</h4>'
        f"<p>{found.attack} against {found.defence} = <strong>{escape(found.measure)}</strong></p>"
        f"<table>{lines}</table><p>{escape(row)}column {escape(found.column.label)} {cited(found.row_rule)}</p>"
        f"{_odds(preview)}{_lit(found.table, found.column)}</section>"
    )


def _odds(preview: Preview) -> str:
    rows = "".join(
        f"<tr><th scope='row'>{escape(str(result))}</th><td class='fmbook-number'>{float(chance):.0%}</td>"
        f"<td class='fmbook-number'>{chance}</td>"
        f"<td><span class='fmbook-bar' style='width:{float(chance) * 100:.0f}px'></span></td></tr>"
        for result, chance in preview.odds().items()
    )
    return f"<table class='fmbook-odds'>{rows}</table>"


def _lit(table: Table, column: Column) -> str:
    columns = table.columns_of(column.row)
    head = "".join(f"<th{_here(each, column)}>{escape(each.label)}</th>" for each in columns)
    rows = "".join(
        f"<tr><th scope='row'>{roll}</th>"
        + "".join(f"<td{_here(each, column)}>{escape(table.cell(roll, each))}</td>" for each in columns)
        + "</tr>"
        for roll in table.rolls
    )
    return f"<table class='fmbook-chart'><tr><th></th>{head}</tr>{rows}</table>"


def _here(each: Column, column: Column) -> str:
    return " class='fmbook-lit'" if each.number == column.number else ""


def rule_card(rule: str) -> str:
    """Write the card of a rule."""
    try:
        return _section("", str(card(rule)).splitlines())
    except FmbookError as error:
        return _section("", [str(error)])


def diary(entries: Sequence[Entry], last: int = 14) -> str:
    """Write the last lines of the story, the newest first."""
    told = [entry for entry in entries if not entry.event.silent]
    items = "".join(f"<li>{escape(str(entry.event))} {cited(entry.rule)}</li>" for entry in reversed(told[-last:]))
    more = f"<p>… and {len(told) - last} lines before that.</p>" if len(told) > last else ""
    return f'<section class="fmbook-diary"><h4>Diary</h4><ol reversed>{items}</ol>{more}</section>'


def _section(title: str, lines: Iterable[str]) -> str:
    head = f"<h4>{escape(title)}</h4>" if title else ""
    return f'<section class="fmbook-card">{head}<p>{"<br>".join(map(escape, lines))}</p></section>'
