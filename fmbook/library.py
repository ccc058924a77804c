"""The written side of the rules: what each booklet says, in our words, and how we know it.

A book is a folder of the data: ``rulebook.toml`` holds the cards, one per section, and ``clauses.tsv`` the
single statements that an exclusive booklet makes. Either may be missing. Nothing here knows the engine.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from textwrap import fill
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from fmbook.data import data_root, load
from fmbook.errors import DataError, NoSuchName

__all__ = ["Clause", "RuleCard", "RuleId", "Ruling", "WrittenBook"]
__all__ += ["book", "books", "card", "parse_rule_id", "read_book", "read_clauses"]

Provenance = Literal["printed", "public", "recalled", "reconstructed", "ruling", "missing"]
Status = Literal["applied", "optional", "narrative", "missing"]

STANDING: dict[Provenance, tuple[str, str]] = {  # a mark and words for each
    "printed": ("✓", "printed in a booklet that we hold"),
    "public": ("◦", "read on a public page"),
    "recalled": ("≈", "recalled from the series, not checked against its text"),
    "reconstructed": ("~", "reconstructed"),
    "ruling": ("=", "our ruling"),
    "missing": ("?", "missing, its text was not found"),
}
LAYOUT = {  # kind of line: indent as plain text, form as Markdown
    "title": (0, "**{}**"),
    "text": (2, "&#8203;{}"),
    "clause": (2, "- {}"),
    "why": (6, "  *{}*"),
    "ruling": (2, "> **{}**"),
    "answer": (4, "> {}"),
}
OWES_A_REASON = ("reconstructed", "ruling")
COLUMNS = ["id", "clause", "testable"]
MARKUP = str.maketrans(
    {c: f"&#{ord(c)};" for c in "`*_{}[]<>#&|~"} | {c: f"<span>&#{ord(c)};</span>" for c in "$\\"}
)


class RuleId(NamedTuple):
    """A rule's full id, taken apart."""

    system: str
    section: str
    name: str


class _Page(Struct, frozen=True):
    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text("…" if cycle else str(self))


class Clause(_Page, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One statement of a booklet, small enough for one test."""

    id: str
    text: str = ""
    testable: bool = True
    status: Status = "applied"
    provenance: Provenance
    because: str = ""

    def __str__(self) -> str:
        return f"{STANDING[self.provenance][0]} {self.id}  {self.text}{_aside(self.status)}"


class Ruling(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Our answer where a booklet is silent or at odds with itself, and the answer not taken."""

    question: str
    choice: str
    because: str
    other: str


class RuleCard(_Page, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One section of a booklet: what it says, how we know, its clauses and rulings."""

    id: str
    title: str
    says: str
    status: Status
    provenance: Provenance
    because: str = ""
    gathers: tuple[str, ...] = ()  # groups of the clause list that name no section, such as "VR-CRT"
    clauses: tuple[Clause, ...] = field(default=(), name="clause")
    rulings: tuple[Ruling, ...] = field(default=(), name="ruling")

    def __str__(self) -> str:
        return "\n".join(_indented(LAYOUT[kind][0], text) for kind, text in _lines(self))

    def _repr_markdown_(self) -> str:
        return "\n\n".join(LAYOUT[kind][1].format(_safe(text)) for kind, text in _lines(self))


class WrittenBook(_Page, frozen=True):
    """A booklet: its cards by section and its clauses by id."""

    id: str
    title: str
    cards: Mapping[str, RuleCard]
    clauses: Mapping[str, Clause]
    source: str = ""

    def __str__(self) -> str:
        lines = (f"{STANDING[card.provenance][0]} {card.id}  {card.title}" for card in self.cards.values())
        return "\n".join((f"{self.title}: {len(self.cards)} cards, {len(self.clauses)} clauses", *lines))

    @property
    def loose(self) -> tuple[Clause, ...]:
        """The clauses that no card shows yet."""
        shown = {clause.id for card in self.cards.values() for clause in card.clauses}
        return tuple(clause for clause in self.clauses.values() if clause.id not in shown)


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str
    source: str
    rule: tuple[RuleCard, ...]


def parse_rule_id(rule_id: str) -> RuleId:
    """Take a rule's full id apart.

    >>> parse_rule_id("vimy:17.5/night")
    RuleId(system='vimy', section='17.5', name='night')
    """
    if not (found := re.fullmatch(r"(\w+):([^:/\s]+)(?:/(\S+))?", rule_id)):
        raise NoSuchName("rule", rule_id, (), "the form system:section, as in vimy:17.5 or fm:6.1/stop")
    return RuleId(found[1], found[2], found[3] or "")


def books() -> tuple[str, ...]:
    """The systems of which something is written down."""
    files = (file for name in ("rulebook.toml", "clauses.tsv") for file in data_root().glob(f"*/{name}"))
    return tuple(sorted({file.parent.name for file in files}))


@cache
def book(system: str) -> WrittenBook:
    """The written book of a system: ``fm`` for the standard rules, or a game's name."""
    return read_book(_known(system))


def card(rule_id: str) -> RuleCard:
    """The card of a rule's section; a name after ``/`` is for the code and changes nothing here."""
    system, section, _ = parse_rule_id(rule_id)
    written = book(system)
    if section not in written.cards:
        raise NoSuchName("rule", rule_id, (shown.id for shown in written.cards.values()), written.title)
    return written.cards[section]


def read_clauses(system: str) -> tuple[Clause, ...]:
    """The clause list of a system, in the booklet's order; empty where there is none."""
    return tuple(_listed(data_root() / _known(system) / "clauses.tsv").values())


def read_book(system: str, *, root: Path | None = None) -> WrittenBook:
    """Read a system's folder afresh; a slip in it is a `DataError` that names the place."""
    name = f"{system}/rulebook.toml"
    root = root or data_root()
    listed = _listed(root / system / "clauses.tsv")
    if not (root / name).is_file():
        return WrittenBook(system, system, {}, MappingProxyType(listed))
    written = load(_File, name, root=root)
    for place, problem in _slips(written, system, listed):
        raise DataError(name, place, problem)
    cards = dict(_cards(written, listed))
    clauses = listed | {clause.id: clause for card in cards.values() for clause in card.clauses}
    return WrittenBook(
        system, written.title, MappingProxyType(cards), MappingProxyType(clauses), written.source
    )


def _known(system: str) -> str:
    if system not in books():
        raise NoSuchName("system", system, books())
    return system


def _listed(path: Path) -> dict[str, Clause]:
    clauses: dict[str, Clause] = {}
    rows = path.read_text(encoding="utf-8").rstrip("\n").split("\n") if path.is_file() else []
    for number, row in enumerate(rows, start=1):
        cells = row.split("\t")
        if slip := _row_slip(number, cells, clauses):
            raise DataError(f"{path.parent.name}/{path.name}", f"line {number}", slip)
        if number > 1:
            clauses[cells[0]] = _listed_clause(*cells)
    return clauses


def _row_slip(number: int, cells: list[str], known: Mapping[str, Clause]) -> str:
    if number == 1:
        return "" if cells == COLUMNS else f"expected the columns {COLUMNS}, found {cells}"
    if len(cells) != len(COLUMNS) or not all(cells):
        return f"expected {len(COLUMNS)} filled cells with tabs between them, found {cells}"
    if cells[2] not in ("yes", "no"):
        return f"expected yes or no under testable, found “{cells[2]}”"
    return f"expected each id once, found “{cells[0]}” again" if cells[0] in known else ""


def _listed_clause(id_: str, text: str, testable: str) -> Clause:
    if text.endswith("(text missing)"):
        return Clause(id=id_, text=text, testable=False, status="missing", provenance="missing")
    status: Status = "applied" if testable == "yes" else "narrative"
    return Clause(id=id_, text=text, testable=testable == "yes", status=status, provenance="printed")


def _slips(written: _File, system: str, listed: Mapping[str, Clause]) -> Iterator[tuple[str, str]]:
    if written.id != system:
        yield "$.id", f"expected “{system}”, the name of its folder, found “{written.id}”"
    places: dict[str, str] = {}
    for place, entry in _entries(written):
        if entry.id in places:
            yield place, f"expected each id once, but “{entry.id}” stands at {places[entry.id]} already"
        places[entry.id] = place
        if not re.fullmatch(r"[^:/\s]+", entry.id):
            yield f"{place}.id", f"expected an id without spaces, colons and strokes, found “{entry.id}”"
        if entry.provenance in OWES_A_REASON and not entry.because:
            yield f"{place}.because", f"expected a reason, since “{entry.id}” is marked {entry.provenance}"
        if isinstance(entry, Clause) and not entry.text and entry.id not in listed:
            yield (
                f"{place}.text",
                f"expected what “{entry.id}” says; only clauses of clauses.tsv may leave it out",
            )


def _entries(written: _File) -> Iterator[tuple[str, RuleCard | Clause]]:
    for r, rule in enumerate(written.rule):
        yield f"$.rule[{r}]", rule
        yield from ((f"$.rule[{r}].clause[{c}]", clause) for c, clause in enumerate(rule.clauses))


def _cards(written: _File, listed: Mapping[str, Clause]) -> Iterator[tuple[str, RuleCard]]:
    noted = {clause.id for rule in written.rule for clause in rule.clauses}
    homes = {id_: _home(id_, written.rule) for id_ in listed if id_ not in noted}
    for rule in written.rule:
        come = (clause for clause in listed.values() if homes.get(clause.id) == rule.id)
        own = (
            clause if clause.text else replace(clause, text=listed[clause.id].text) for clause in rule.clauses
        )
        yield rule.id, replace(rule, id=f"{written.id}:{rule.id}", clauses=(*come, *own))


def _home(clause_id: str, rules: tuple[RuleCard, ...]) -> str:
    """The section that shows a listed clause: who gathers it, else its own number, else the one above."""
    for rule in rules:
        if any(clause_id.startswith(f"{group}-") for group in rule.gathers):
            return rule.id
    sections = {rule.id for rule in rules}
    number = clause_id.partition("-")[2].rpartition("-")[0]
    while number:
        for section in (number, f"{number}.0"):
            if section in sections:
                return section
        number = number.rpartition(".")[0]
    return ""


def _standing(entry: RuleCard | Clause) -> str:
    words = STANDING[entry.provenance][1]
    return f"{words}: {entry.because}" if entry.because else words


def _lines(card: RuleCard) -> Iterator[tuple[str, str]]:
    yield "title", f"{card.id} · {card.title}" + _aside(card.status)
    yield "text", card.says
    yield "text", f"[{_standing(card)}]"
    for clause in card.clauses:
        yield "clause", str(clause)
        if clause.because:
            yield "why", _standing(clause)
    for ruling in card.rulings:
        yield "ruling", f"Ruling: {ruling.question}"
        yield "answer", f"{ruling.choice} {ruling.because}"
        yield "answer", f"The other reading: {ruling.other}"


def _aside(status: Status) -> str:
    return "" if status == "applied" else f" ({status})"


def _indented(by: int, text: str) -> str:
    return fill(text, 96, initial_indent=" " * by, subsequent_indent=" " * (by + 2), break_on_hyphens=False)


def _safe(text: str) -> str:
    return " ".join(text.split()).translate(MARKUP)
