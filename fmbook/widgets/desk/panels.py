"""The desk's words as HTML. Whatever comes from a file, a code or a text box is escaped here and nowhere else."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from html import escape
from typing import Final

from fmbook.books.cards import Provenance, RuleCard, card
from fmbook.components.tables import Column, DifferentialTable, Table
from fmbook.core.errors import FmbookError
from fmbook.core.events import Event, PhaseBegan, TurnEnded
from fmbook.core.rulenames import rule_name
from fmbook.core.verdicts import Shift, Verdict
from fmbook.engine.resolution import DiaryEntry
from fmbook.play.battle_previews import Preview
from fmbook.play.chances import Outlook
from fmbook.play.losses import joined
from fmbook.play.positions import Counter, Prompt
from fmbook.text import Section, Told, notes, payers, results_in_words
from fmbook.text.glossary import Word, glossary
from fmbook.text.tables import known
from fmbook.text.wording import sentence_of
from fmbook.widgets import theme
from fmbook.widgets.desk.threats import Option

__all__ = [
    "added",
    "battle",
    "board",
    "choices",
    "cited",
    "diary",
    "lit",
    "look",
    "meant",
    "opened",
    "outlook",
    "pressed",
    "prompt",
    "refusal",
    "story",
    "told",
    "unit_card",
]

SIGNS: Final = {
    "defender": ("▲", "the defender pays"),
    "both": ("◆", "both pay"),
    "nobody": ("–", "nobody pays"),
    "attacker": ("▼", "the attacker pays"),
}
SHUT: Final = '<p class="fmbook-closing"><button class="jupyter-button fmbook-shut">Close</button></p>'
AS_PRINTED = ("printed", "public")
IN_A_WORD = {"recalled": "recalled", "reconstructed": "reconstructed", "ruling": "our ruling", "missing": "missing"}
WIDEST = 7  # columns of a table beside the map; fm.tables shows all
LEAST, MOST, FEW = 5, 12, 3  # lines of what happened; so few more are no reason to leave them out
LONGEST_NAME = 200  # letters of a rule or a word that a page asks for
MOST_TOLD = 400  # lines of the diary on a page; the record has them all


@cache
def cited(rule: str, game: str = "") -> str:
    """Write a quiet link to a rule's card, with its number in the booklet; its title shows when pointed at.

    A word says if it is not printed, and more where it is pointed at. A house rule has no card to open. With a ``game``
    the booklet is named where it is another one.
    """
    if not rule:
        return ""
    try:
        found = card(rule)
    except FmbookError:
        return f'<span class="fmbook-rule">{escape(rule_name(rule))}</span>'
    how = "" if found.provenance in AS_PRINTED else f". {known(found.provenance)}"
    title = escape(f"{found.heading}{how}", quote=True)
    return (
        f'<button class="fmbook-rule" value="{escape(rule, quote=True)}" title="{title}">'
        f"{escape(rule_name(rule, game))}{_made(found.provenance)}</button>"
    )


def _made(provenance: Provenance) -> str:
    return "" if provenance in AS_PRINTED else f" <i>{IN_A_WORD[provenance]}</i>"


def pressed(content: Mapping[str, object]) -> tuple[str, str, str]:
    """Open what was pressed, a rule's number or a word of the trade: its card, what is said, and how that begins."""
    if "word" in content:
        word = glossary(str(content["word"])[:LONGEST_NAME])[0]
        return meant(word), f"{word.word}: {word.says}", f"{word.word}:"
    found = card(str(content.get("rule"))[:LONGEST_NAME])
    head = f"{found.name}, {found.title}:"
    return opened(found), f"{head} {' '.join(found.says.split())}", head


def opened(found: RuleCard) -> str:
    """Write the card of a rule beside the board: what it says, how we know, and what else could be read into it."""
    rulings = "".join(
        f"<h4>{escape(each.question)}</h4><p>{escape(f'{each.choice} {each.because}')}</p>"
        + "".join(f"<p><em>{head}:</em> {escape(text)}</p>" for head, text in each.otherwise)
        for each in found.rulings
    )
    return (
        f'<section class="fmbook-card fmbook-opened">{SHUT}<h3>{escape(found.heading)}</h3>'
        f"<p>{escape(' '.join(found.says.split()))}</p><p><em>{escape(known(found.provenance, found.because))}</em></p>"
        f"{rulings}</section>"
    )


def meant(found: Word) -> str:
    """Write what a word of the trade means, with the rule that settles it, which can be opened in turn."""
    return (
        f'<section class="fmbook-card fmbook-opened">{SHUT}<h3>{escape(", ".join(found.names))}</h3>'
        f"<p>{escape(found.says)} {cited(found.rule)}</p></section>"
    )


def prompt(asked: Prompt, where: str, *, what_if: int = 0, apart: str = "", colour: str = "", verdict: str = "") -> str:
    """Write the one question, with its rule and where in the game it stands; ``apart`` names what is not the game.

    ``colour`` is that of the counters of the side that is asked; ``verdict`` says how what is thrown for may end.
    """
    end = f' <span class="fmbook-verdict">{escape(verdict)}.</span>' if verdict else ""
    badge = apart or (f"what-if {what_if}" if what_if else "")
    branch = f'<span class="fmbook-branch">{escape(badge)}</span> ' if badge else ""
    kind = "fmbook-prompt fmbook-apart" if badge else "fmbook-prompt"
    edge = f' style="border-left-color: {escape(colour)}"' if colour and not badge else ""
    return (
        f'<div class="{kind}"{edge}><span class="fmbook-when">{branch}{escape(where)}</span>'
        f'<span class="fmbook-asked"><strong>{escape(asked.text)}</strong> {cited(asked.rule)}{end}</span></div>'
    )


def told(title: str, text: str) -> str:
    """Write a short text under a heading."""
    return _section(title, text.splitlines())


def look(text: str) -> str:
    """Write what lies in a hex: its first line is the heading."""
    head, *rest = text.splitlines() or [""]
    return _section(head.rstrip("."), rest)


# --- units and attacks ------------------------------------------------------------------


def unit_card(
    unit: Counter,
    face: str,
    *,
    stack: Sequence[str] = (),
    ready: Sequence[str] = (),
    note: str = "",
    could: Iterable[Option] = (),
    places: str = "hex",
) -> str:
    """Write what a counter says and what it could do; ``face`` is its picture, ``ready`` may be taken up as well."""
    strength = "at full strength" if unit.full else f"depleted, {unit.steps} left"
    if unit.strength > 2:
        strength = f"{unit.steps} of {unit.strength} strength points"
    group = unit.group.replace("_", " ")
    rows: tuple[tuple[str, object], ...] = (
        ("Attack", unit.attack), ("Defence", unit.defence), ("Movement", unit.movement),
    )  # fmt: skip
    if unit.strength > 2:  # it fights with what it has left
        rows = (("Strength", unit.steps),)
    body = "".join(f"<tr><th scope='row'>{head}</th><td>{escape(str(value))}</td></tr>" for head, value in rows)
    group = "" if group.startswith(unit.sort) else group
    said = [f"{unit.side} {unit.sort}{f' of the {group}' if group else ''}, {strength}."]
    said.append(f"At {unit.place}." if unit.place else "Off the map.")
    if stack:
        said.append(f"With it: {', '.join(stack)}.")
    if ready:
        said.append(f"Click the {places} again to take up {ready[0] if len(ready) == 1 else 'the next one'}.")
    note = f"<p>{escape(note)}</p>" if note else ""
    name = unit.id if unit.name == unit.id else f"{unit.id} · {unit.name}"
    return (
        f'<section class="fmbook-card"><div class="fmbook-face">{face}</div><h3>{escape(name)}</h3>'
        f"<p>{escape(' '.join(said))}</p><table><tbody>{body}</tbody></table>{note}{_could(could)}</section>"
    )


def _could(could: Iterable[Option]) -> str:
    rows = [_option(f"{each.name} alone", each.preview) for each in could]
    return f"<h4>Could attack from here</h4><table><tbody>{''.join(rows)}</tbody></table>" if rows else ""


def choices(title: str, found: Iterable[Option], now: Preview | None = None) -> str:
    """Write how the attack would stand after each of several orders, and which of them change nothing."""
    rows = "".join(_option(each.name, each.preview, now) for each in found)
    return f'<section class="fmbook-card"><h3>{escape(title)}</h3><table><tbody>{rows}</tbody></table></section>'


def _option(name: str, preview: Preview, now: Preview | None = None) -> str:
    same = now is not None and preview.odds() == now.odds()
    shown = "changes nothing" if same else " · ".join(_by_payer(preview))
    column = "" if same else f" <small>(column {escape(preview.sum.column.label)})</small>"
    return f"<tr><th scope='row' class='fmbook-option'>{escape(name)}</th><td>{shown}{column}</td></tr>"


def _by_payer(preview: Preview) -> Iterator[str]:
    """Say of each side how likely it is to pay: all that can come, in a line."""
    yield from (
        f"{float(chance):.0%} <span>{SIGNS[payer][1]}</span>" for payer, chance in payers(preview).items() if chance
    )


def battle(preview: Preview, title: str = "") -> str:
    """Write a battle's odds, what each result means first, its arithmetic, and the table with its column lit."""
    found = preview.sum
    row = f"{found.column.row}, " if found.column.row else ""
    told, chances = results_in_words(preview), preview.odds().values()
    lines = _lines(found.lines, taken=isinstance(found.table, DifferentialTable))
    beside = "".join(f"<p>{escape(each)}</p>" for each in notes(preview))
    return (
        f'<section class="fmbook-card"><h3>{escape(title or found.title)}</h3>'
        f"{added(preview)}<p>{found.attack} against {found.defence} is <strong>{escape(found.comes_to)}</strong>, "
        f"{escape(row)}{escape(found.read_in)} {cited(found.row_rule)}</p>"
        f"{_results(told, chances)}{beside}<h4>The sum</h4>{lines}"
        f"<h4>{escape(found.table.title)}</h4>{lit(found.table, found.column)}</section>"
    )


def added(preview: Preview) -> str:
    """Write what either side has added, a line each, before the sum that holds it."""
    return "".join(f"<p class='fmbook-added'>{escape(each)}</p>" for each in preview.added)


def _results(told: Sequence[Told], chances: Iterable[Fraction]) -> str:
    rows = "".join(map(_result, told, chances))
    paying = {each.pays for each in told}
    signs = "".join(f"<li>{sign} {says}</li>" for pays, (sign, says) in SIGNS.items() if pays in paying)
    return f"<table class='fmbook-odds'><tbody>{rows}</tbody></table><ul class='fmbook-signs'>{signs}</ul>"


def _result(told: Told, chance: Fraction) -> str:
    """Write a result: its chance, who pays for it, what it means, its code, and a bar below them."""
    code = f" <small style='white-space:nowrap'>{escape(told.short)}</small>" if told.code else ""
    sign, pays = SIGNS[told.pays]
    return (
        f"<tr class='fmbook-{told.pays}'><td class='fmbook-number'>{float(chance):.0%}</td>"
        f"<td class='fmbook-number'>{chance}</td>"
        f"<th scope='row'><span role='img' aria-label='{pays}'>{sign}</span> {escape(told.says)}{code}"
        f"<br><span class='fmbook-bar' style='width:{float(chance) * 100:.0f}%'></span></th></tr>"
    )


def outlook(found: Outlook) -> str:
    """Write what the dice may make of an order, and what is added to them."""
    added = f"<h4>Added to each die</h4>{_lines(found.steps)}" if found.steps else ""
    return (
        f'<section class="fmbook-card"><h3>{escape(found.title)}</h3>'
        f"<p>What may come of it {cited(found.rule)}</p>{_odds(found.odds)}{added}</section>"
    )


def _lines(lines: Iterable[Shift], *, taken: bool = False) -> str:
    """Write an arithmetic, each line with its rule below it: beside it there is no room for both.

    Where the sum is a difference, what the defender has is ``taken`` off.
    """
    rows = "".join(
        f"<tr><td class='fmbook-number'>{_signed(line, taken=taken)}{_unit_of(line)}</td>"
        f"<td>{escape(line.text)}<br>{cited(line.rule)}</td></tr>"
        for line in lines
        if line.amount
    )
    return f"<table><tbody>{rows}</tbody></table>"


def _signed(line: Shift, *, taken: bool) -> str:
    amount = -line.amount if taken and line.to == "defence" else line.amount
    return f"{amount:+d}".replace("-", "\u2212")


def _unit_of(line: Shift) -> str:
    """Tell columns of the table from strength, which goes without a word."""
    if line.to != "column":
        return ""
    return " column" if abs(line.amount) == 1 else " columns"


def _odds(odds: Mapping[str, Fraction]) -> str:
    rows = "".join(
        f"<tr><th scope='row'>{escape(str(result))}</th><td class='fmbook-number'>{float(chance):.0%}</td>"
        f"<td class='fmbook-number'>{chance}</td>"
        f"<td><span class='fmbook-bar' style='width:{float(chance) * theme.BAR:.0f}px'></span></td></tr>"
        for result, chance in odds.items()
    )
    return f"<table class='fmbook-odds'><tbody>{rows}</tbody></table>"


def lit(table: Table, column: Column, row: int = 0) -> str:
    """Write the part of a table about the column that counts, which must not lie beyond the panel's edge.

    A row that was thrown is lit as well, and where they meet stands the result.
    """
    columns = table.columns_of(column.row)
    here = next(at for at, each in enumerate(columns) if each.number == column.number)
    first = max(0, min(here - WIDEST // 2, len(columns) - WIDEST))
    columns = columns[first : first + WIDEST]
    head = "".join(f"<th scope='col'{_here(each, column)}>{escape(each.label)}</th>" for each in columns)
    rows = "".join(
        f"<tr{_thrown(roll, row)}><th scope='row'>{roll}</th>"
        + "".join(f"<td{_here(each, column)}>{escape(table.cell(roll, each))}</td>" for each in columns)
        + "</tr>"
        for roll in table.rolls
    )
    head = f"<thead><tr><th scope='col'>Die</th>{head}</tr></thead>"
    return f"<table class='fmbook-chart'>{head}<tbody>{rows}</tbody></table>"


def _thrown(roll: int, row: int) -> str:
    return " class='fmbook-row-lit'" if roll == row else ""


def _here(each: Column, column: Column) -> str:
    return " class='fmbook-lit'" if each.number == column.number else ""


def refusal(verdict: Verdict, game: str = "") -> str:
    """Write why not: every reason, its rule, what to try instead."""
    items = "".join(
        f"<li>{escape(sentence_of(reason.text))} {cited(reason.rule, game)}"
        + (f"<br><em>Try: {escape(reason.advice)}.</em>" if reason.advice else "")
        + "</li>"
        for reason in verdict.reasons
    )
    return f'<section class="fmbook-refusal"><h3>{escape(verdict.subject)}: not allowed</h3><ul>{items}</ul></section>'


# --- what has happened, how things stand ------------------------------------------------


def diary(
    entries: Sequence[DiaryEntry],
    since: int = 0,
    cost: str = "",
    marked: Mapping[int, int] | None = None,
    whys: Mapping[int, str] | None = None,
    *,
    kept: Sequence[int] = (),
    enemy: str = "",
    written: Callable[[Event], str] | None = None,
) -> str:
    """Write the last lines of the story, the newest first, all since an entry if not too many; and its cost.

    ``marked`` are those that an arrow on the map stands for, with its number; ``whys`` are the reasons for some of
    them, folded. ``kept`` stay in sight whatever came after them, and ``enemy`` says what they come to, above all.
    ``written`` marks names in what happened.
    """
    heard = [(at, entry) for at, entry in enumerate(joined(entries)) if entry and not _is_left_out(entry.event)]
    fresh = sum(at >= since for at, _ in heard) if since else 0
    last, held = min(max(LEAST, fresh), MOST), {*kept[-MOST:]}
    last += len(heard) - last if len(heard) - last <= FEW else 0
    shown = [
        (number, at, entry) for number, (at, entry) in enumerate(heard, 1) if number > len(heard) - last or at in held
    ]
    items = "".join(
        _line(entry, (marked or {}).get(at, 0), (whys or {}).get(at, ""), written or _plain, number)
        for number, at, entry in reversed(shown)
    )
    left = len(heard) - len(shown)
    more = f'<p>{left} earlier line{"s" * (left > 1)}: <button class="fmbook-to">Diary</button></p>' if left > 0 else ""
    done = f'<p class="fmbook-enemy">{escape(enemy)}</p>' if enemy else ""
    return f'<section class="fmbook-diary"><h3>What happened</h3>{done}<ol>{items}</ol>{more}{cost}</section>'


def _is_left_out(event: Event) -> bool:
    """Whether the head of the desk says it anyway; the whole story is under Diary."""
    return event.silent or isinstance(event, PhaseBegan | TurnEnded)


def story(entries: Sequence[DiaryEntry], whys: Mapping[int, str] | None = None) -> str:
    """Write the whole story in order, as far as a page can bear it."""
    told = ((at, entry) for at, entry in enumerate(joined(entries)) if entry and not entry.event.silent)
    heard = [(entry, (whys or {}).get(at, "")) for at, entry in told]
    left = max(0, len(heard) - MOST_TOLD)
    items = "".join(_line(entry, why=why) for entry, why in heard[left:])
    note = f"<p>{left} lines before these are in the record.</p>" if left else ""
    return f'<section class="fmbook-long"><h3>Diary</h3>{note}<ol start="{left + 1}">{items}</ol></section>'


def _plain(event: Event) -> str:
    return escape(str(event))


def _line(
    entry: DiaryEntry, arrow: int = 0, why: str = "", written: Callable[[Event], str] = _plain, number: int = 0
) -> str:
    folded = f"<details><summary>Why</summary>{escape(why)}</details>" if why else ""
    at = f' value="{number}"' if number else ""
    mark = f'<span class="fmbook-arrow" title="arrow {arrow} on the map">{arrow}</span> ' if arrow else ""
    return f"<li{at}>{mark}{written(entry.event)} {cited(entry.rule)}{folded}</li>"


def board(sections: Iterable[Section]) -> str:
    """Write the board in words, with real headings."""
    parts = "".join(
        f"<h4>{escape(each.heading)}</h4><ul>{''.join(f'<li>{escape(line)}</li>' for line in each.lines)}</ul>"
        for each in sections
    )
    return f'<section class="fmbook-long"><h3>The board in words</h3>{parts}</section>'


def _section(title: str, lines: Iterable[str]) -> str:
    head = f"<h3>{escape(title)}</h3>" if title else ""
    body = "<br>".join(map(escape, lines))
    return f'<section class="fmbook-card">{head}{f"<p>{body}</p>" if body else ""}</section>'
