"""Rule cards and clauses: what each booklet says, in our words, and how we know it.

A book is a folder of the data: ``rulebook.toml`` holds its cards, ``clauses.tsv`` its single statements.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from textwrap import fill
from types import MappingProxyType
from typing import Any, Literal

from msgspec import Struct, field, structs

from fmbook.core.data import data_root, load
from fmbook.core.errors import DataError, FmbookError, NoSuchName
from fmbook.core.language import told
from fmbook.core.rulenames import ANYWHERE, rule_name

__all__ = ["Cards", "Clause", "RuleCard", "Ruling", "Slip", "WrittenBook"]
__all__ += ["book", "books", "card", "check_rule", "parse_rule_id", "read_book", "read_clauses"]

Provenance = Literal["printed", "public", "recalled", "reconstructed", "ruling", "missing"]
Status = Literal["applied", "optional", "narrative", "missing"]

KNOWN: dict[Provenance, tuple[str, str]] = {  # a mark, and words
    "printed": ("✓", "printed"),
    "public": ("◦", "read on a public page"),
    "recalled": ("≈", "recalled from the series"),
    "reconstructed": ("~", "reconstructed"),
    "ruling": ("=", "our ruling"),
    "missing": ("?", "missing, the text was not found"),
}
HEAD = "id\tclause\ttestable"
MARKUP = str.maketrans({c: f"&#{ord(c)};" for c in "`*_{}[]<>#&|~"} | {c: f"<span>&#{ord(c)};</span>" for c in "$\\"})


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
        return f"{KNOWN[self.provenance][0]} {self.id}  {self.text}{_aside(self.status)}"


class Ruling(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Our answer where a booklet is silent or at odds with itself, the answer not taken, and what it would change."""

    question: str
    choice: str
    because: str
    other: str
    changes: str

    @property
    def otherwise(self) -> tuple[tuple[str, str], ...]:
        """The answer not taken and what it would change, each under its heading."""
        return ("The other reading", self.other), ("What it would change", self.changes)


class Slip(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a booklet tells the history wrong: what it says, in our words, what happened, and who says so."""

    section: str
    booklet: str
    fact: str
    source: str


class RuleCard(_Page, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One section of a booklet: what it says, how we know, its clauses and rulings."""

    id: str
    title: str
    says: str
    status: Status
    provenance: Provenance
    because: str = ""
    gathers: tuple[str, ...] = ()  # what else it shows of the clause list: "CRT" of VR-CRT-1, "17.2.1"
    clauses: tuple[Clause, ...] = field(default=(), name="clause")
    rulings: tuple[Ruling, ...] = field(default=(), name="ruling")

    @property
    def number(self) -> str:
        """Its number as the booklet prints it; empty for what has a name alone."""
        section = self.id.partition(":")[2]
        return section if section[:1].isdigit() else ""

    @property
    def name(self) -> str:
        """What it is called above its text: its number, with the booklet where several games share it."""
        name = rule_name(self.id, ANYWHERE)
        return f"{name[0].upper()}{name[1:]}"

    @property
    def heading(self) -> str:
        """What stands above its text; a section without a number has its title alone."""
        return f"{self.name} · {self.title}" if self.name.startswith("Rule ") else self.title

    def __str__(self) -> str:
        return "\n".join(fill(text, 96, initial_indent=i, subsequent_indent=s) for i, s, _, text in _lines(self))

    def _repr_markdown_(self) -> str:
        head, says, *more = _marked_up(self)
        return "\n\n".join((head, says, _folded(_weight(self), more)))


class Cards(_Page, frozen=True):
    """Several cards, one below the other; on a page each is folded under its title."""

    cards: tuple[RuleCard, ...]

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.cards))

    def _repr_markdown_(self) -> str:
        return "\n\n".join(_folded(_label(card), list(_marked_up(card))[1:]) for card in self.cards)


class WrittenBook(_Page, frozen=True):
    """A booklet: its cards by section and its clauses by id."""

    id: str
    title: str
    cards: Mapping[str, RuleCard]
    clauses: Mapping[str, Clause]
    source: str = ""
    slips: tuple[Slip, ...] = ()

    def __str__(self) -> str:
        lines = (f"{KNOWN[card.provenance][0]} {card.id}  {card.title}" for card in self.cards.values())
        return "\n".join((f"{self.title}: {len(self.cards)} cards, {len(self.clauses)} clauses", *lines))


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str
    source: str
    rule: tuple[RuleCard, ...] = ()
    slip: tuple[Slip, ...] = ()


def parse_rule_id(rule_id: str) -> tuple[str, str, str]:
    """Take a rule's full id apart: system, section, and the name after the stroke if there is one.

    >>> parse_rule_id("vimy:17.5/night")
    ('vimy', '17.5', 'night')
    """
    if not (found := re.fullmatch(r"(\w+):([^:/\s]+)(?:/(\S+))?", rule_id)):
        raise NoSuchName("rule", rule_id, (), "the form system:section, as in vimy:17.5 or fm:6.1/stop")
    return found[1], found[2], found[3] or ""


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
        where = written.title if written.cards else f"{system}, which has no cards yet"
        raise NoSuchName("rule", rule_id, (shown.id for shown in written.cards.values()), where)
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
    cards = MappingProxyType(dict(_cards(written, listed)))
    clauses = listed | {clause.id: clause for card in cards.values() for clause in card.clauses}
    return WrittenBook(system, written.title, cards, MappingProxyType(clauses), written.source, written.slip)


def _known(system: str) -> str:
    if system not in books():
        raise NoSuchName("system", system, books())
    return system


def _listed(path: Path) -> dict[str, Clause]:
    name = f"{path.parent.name}/{path.name}"
    clauses: dict[str, Clause] = {}
    head, *rows = path.read_text(encoding="utf-8").rstrip("\n").split("\n") if path.is_file() else [HEAD]
    if head != HEAD:
        raise DataError(name, "line 1", f"expected the columns {HEAD.split()}, found {head.split()}")
    for number, row in enumerate(rows, start=2):
        match row.split("\t"):
            case [id_, text, "yes" | "no" as testable] if id_ and text and id_ not in clauses:
                clauses[id_] = _listed_clause(id_, text, testable == "yes")
            case cells:
                raise DataError(name, f"line {number}", f"expected a new id, a clause, yes or no; found {cells}")
    return clauses


def _listed_clause(id_: str, text: str, testable: bool) -> Clause:
    missing = text.endswith("(text missing)")
    status: Status = "missing" if missing else "applied" if testable else "narrative"
    provenance: Provenance = "missing" if missing else "printed"
    return Clause(id=id_, text=text, testable=testable, status=status, provenance=provenance)


def _slips(written: _File, system: str, listed: Mapping[str, Clause]) -> Iterator[tuple[str, str]]:
    if written.id != system:
        yield "$.id", f"expected “{system}”, the name of its folder, found “{written.id}”"
    places: dict[str, str] = {}
    for place, entry in _entries(written):
        for name in (entry.id, *(entry.gathers if isinstance(entry, RuleCard) else ())):
            if name in places:
                yield place, f"expected each id once, but “{name}” stands at {places[name]} already"
            places[name] = place
        if not re.fullmatch(r"[^:/\s]+", entry.id):
            yield f"{place}.id", f"expected an id without space, colon and stroke, found “{entry.id}”"
        if entry.provenance in ("reconstructed", "ruling") and not entry.because:
            yield f"{place}.because", f"expected a reason, since “{entry.id}” is marked {entry.provenance}"
        if isinstance(entry, Clause) and not entry.text and entry.id not in listed:
            yield f"{place}.text", f"expected what “{entry.id}” says, which clauses.tsv does not list"
    sections = {rule.id for rule in written.rule}
    for number, slip in enumerate(written.slip):
        if slip.section not in sections:
            yield f"$.slip[{number}].section", f"expected a section with a card, found “{slip.section}”"


def _entries(written: _File) -> Iterator[tuple[str, RuleCard | Clause]]:
    for r, rule in enumerate(written.rule):
        yield f"$.rule[{r}]", rule
        yield from ((f"$.rule[{r}].clause[{c}]", clause) for c, clause in enumerate(rule.clauses))


def _cards(written: _File, listed: Mapping[str, Clause]) -> Iterator[tuple[str, RuleCard]]:
    noted = {clause.id for rule in written.rule for clause in rule.clauses}
    sections = {id_: id_.partition("-")[2].rpartition("-")[0] for id_ in listed if id_ not in noted}
    for rule in written.rule:
        shown = {rule.id, *rule.gathers}
        come = (listed[id_] for id_, section in sections.items() if section in shown)
        own = (c if c.text else structs.replace(c, text=listed[c.id].text) for c in rule.clauses)
        yield rule.id, structs.replace(rule, id=f"{written.id}:{rule.id}", clauses=(*come, *own))


def _lines(card: RuleCard) -> Iterator[tuple[str, str, str, str]]:
    """A card's paragraphs: indents of the first and other lines as plain text, form as Markdown, words."""
    yield "", "  ", "**{}**", told(_title(card))
    yield "  ", "  ", "&#8203;{}", told(card.says)
    yield "  ", "  ", "*{}*", f"({told(_standing(card))})"
    for clause in card.clauses:
        yield "  ", " " * 4, "- {}", told(str(clause))
        if clause.because:
            yield " " * 6, " " * 6, "  *{}*", told(_standing(clause))
    for ruling in card.rulings:
        yield "  ", "  ", "> **{}**", told(f"Ruling: {ruling.question}")
        yield " " * 4, " " * 4, "> {}", told(f"{ruling.choice} {ruling.because}")
        yield from ((" " * 4, " " * 4, "> {}", told(f"{head}: {text}")) for head, text in ruling.otherwise)


def _marked_up(card: RuleCard) -> Iterator[str]:
    return (form.format(" ".join(text.split()).translate(MARKUP)) for _, _, form, text in _lines(card))


def _folded(summary: str, parts: Sequence[str]) -> str:
    """Parts that a reader unfolds; a page without a kernel has them all the same."""
    head = " ".join(told(summary).split()).translate(MARKUP)
    return "\n\n".join((f"<details><summary>{head}</summary>", *parts, "</details>"))


def _weight(card: RuleCard) -> str:
    """What is folded away: how we know the rule, and how much there is to read."""
    counts = ((len(card.clauses), "clause", _filled_in(card)), (len(card.rulings), "ruling", 0))
    said = (
        f"{count} {noun}{'s' * (count != 1)}{f', {own} reconstructed' if own else ''}"
        for count, noun, own in counts
        if count
    )
    return " · ".join((KNOWN[card.provenance][1], *said))


def _filled_in(card: RuleCard) -> int:
    """How many clauses of a card that is printed are nevertheless reconstructed."""
    return 0 if card.provenance == "reconstructed" else sum(c.provenance == "reconstructed" for c in card.clauses)


def _label(card: RuleCard) -> str:
    """The title of a card that is folded: what is reconstructed says so before it is opened."""
    if card.status == "missing" or not (card.provenance == "reconstructed" or _filled_in(card)):
        return _title(card)
    return f"{_title(card)} (reconstructed{' in part' if _filled_in(card) else ''})"


def _title(card: RuleCard) -> str:
    return f"{card.heading}{_aside(card.status)}"


def _standing(entry: RuleCard | Clause) -> str:
    return ": ".join(filter(None, (KNOWN[entry.provenance][1], entry.because)))


def _aside(status: Status) -> str:
    return "" if status == "applied" else f" ({status})"


def check_rule(rule: str, file: str, place: str) -> None:
    """Make sure that a rule that a data file names is there."""
    try:
        card(rule)
    except FmbookError as error:
        raise DataError(file, place, str(error)) from None
