"""Search all rules of all books: by words, by status, by provenance, by number."""

import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from itertools import groupby
from typing import Any, Final, NamedTuple, final, get_args

from fmbook.books.cards import KNOWN, Provenance, RuleCard, Status
from fmbook.books.cards import book as written_book
from fmbook.books.systems import rulebooks
from fmbook.core.calls import checked
from fmbook.core.errors import NoSuchName
from fmbook.core.shown import ShownByWidget
from fmbook.text.wording import shown

__all__ = ["Found", "Query", "everything", "look_up", "shelf"]

LONGEST: Final = 80  # characters of a search
AROUND: Final = 36  # characters shown on either side of a word that was found
STATUSES: Final = get_args(Status)
BEST: Final = 0  # how well a rule fits: its number or a clause of it, its title, anything that it says


class Query(NamedTuple):
    """What is asked for; an empty part asks for nothing."""

    words: str = ""
    system: str = ""
    provenance: str = ""
    status: str = ""

    @property
    def sought(self) -> tuple[str, ...]:
        """The words, as they are compared."""
        return tuple(plain(self.words[:LONGEST]).split())


class _Entry(NamedTuple):
    """A card with what it is found by."""

    card: RuleCard
    names: frozenset[str]  # vimy:17.2, 17.2, VR-17.2-6
    title: str
    text: str
    known: frozenset[str]
    statuses: frozenset[str]

    def fits(self, query: Query) -> bool:
        """Tell whether the card is asked for."""
        return (
            (not query.system or self.card.id.partition(":")[0] == query.system)
            and (not query.provenance or query.provenance in self.known)
            and (not query.status or query.status in self.statuses)
            and all(word in self.text for word in query.sought)
        )

    def rank(self, query: Query) -> int:
        """How well the card fits, 0 best."""
        if " ".join(query.sought) in self.names:
            return BEST
        return 1 if all(word in self.title for word in query.sought) else 2


@final
class Found(ShownByWidget, Sequence[RuleCard]):
    """The rules that were asked for, in the order of their books. Print it; on a page it can be searched on."""

    _widget = "rules_browser:RulesBrowser"

    def __init__(self, query: Query) -> None:
        self.query = query
        fitting = sorted((entry for entry in everything() if entry.fits(query)), key=lambda entry: entry.rank(query))
        named = bool(query.words) and bool(fitting) and fitting[0].rank(query) == BEST
        if named:  # whoever asks for a number wants that rule, not all that mention it
            fitting = [entry for entry in fitting if entry.rank(query) == BEST]
        self.cards = tuple(entry.card for entry in fitting)

    def __getitem__(self, index: Any) -> Any:
        return self.cards[index]

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def heading(self) -> str:
        """How many there are, in words."""
        wanted = [self.query.system, self.query.provenance and KNOWN[self.query.provenance][1], self.query.status]  # type: ignore[index]
        among = ", ".join(filter(None, wanted))
        what = f" with “{self.query.words[:LONGEST]}”" if self.query.sought else ""
        return shown(f"{len(self)} rule{'s' * (len(self) != 1)}{what}{f' ({among})' if among else ''}")

    def __str__(self) -> str:
        if len(self) == 1:
            return str(self.cards[0])
        return "\n".join([f"{self.heading}.", *self._lines()])

    __repr__ = __str__

    def _lines(self) -> Iterator[str]:
        for card in self.cards:
            yield line(card)
            if self.query.sought:
                yield f"      {excerpt(card, self.query.sought)}"

    def _repr_html_(self) -> str:
        """The list without a kernel: folded book by book, with what each rule says."""
        books = groupby(self.cards, key=lambda card: card.id.partition(":")[0])
        return "".join([f"<p>{escape(self.heading)}.</p>", *(_folded(system, tuple(cards)) for system, cards in books)])


@cache
def everything() -> tuple[_Entry, ...]:
    """Every card of every book that is built, with what it is found by."""
    return tuple(_entry(card) for system in shelf() for card in written_book(system).cards.values())


def shelf() -> tuple[str, ...]:
    """Every book that is built; last those without clauses, which no booklet stands behind."""
    return tuple(sorted((book.id for book in rulebooks()), key=lambda system: not written_book(system).clauses))


@checked
def look_up(words: str = "", *, system: str = "", provenance: str = "", status: str = "") -> Found:
    """Look rules up by their words, by a number, a clause, or by how we know them: ``fm.look_up("retreat flood")``.

    >>> import fmbook as fm
    >>> "fm:7.7" in str(fm.look_up("flood retreat"))
    True
    """
    for kind, wanted, known in (
        ("system", system, tuple(book.id for book in rulebooks())),
        ("provenance", provenance, get_args(Provenance)),
        ("status", status, STATUSES),
    ):
        if wanted and wanted not in known:
            raise NoSuchName(kind, str(wanted)[:40], known)
    return Found(Query(str(words), system, provenance, status))


def line(card: RuleCard) -> str:
    """A card in a line: how we know it, its number, its title, and whether it is in force."""
    aside = "" if card.status == "applied" else f" ({card.status})"
    return f"{KNOWN[card.provenance][0]} {card.id}  {card.title}{aside}"


def excerpt(card: RuleCard, sought: Sequence[str]) -> str:
    """Where the first of the words stands that the title does not have, with what stands around it."""
    texts = [card.says, *_more(card)]
    for word in (*(word for word in sought if word not in plain(card.title)), *sought):
        for text in (" ".join(text.split()) for text in texts):
            if (at := plain(text).find(word)) >= 0:
                return _around(text, at, at + len(word))
    return " ".join(card.says.split())[: 2 * AROUND]


def _around(text: str, first: int, end: int) -> str:
    """Some words on either side of a place in a text."""
    begin = text.rfind(" ", 0, first - AROUND) + 1 if first > AROUND else 0
    stop = text.find(" ", end + AROUND)
    return f"{'…' * (begin > 0)}{text[begin:stop] if stop > 0 else text[begin:]}{'…' * (stop > 0)}"


@cache
def plain(text: str) -> str:
    """A text as it is compared: small letters without accents, one sign for each of the text's own.

    >>> plain("FÜHRER Côte")
    'fuhrer cote'
    """
    return "".join(unicodedata.normalize("NFD", sign)[0].lower()[:1] for sign in text)


def _entry(card: RuleCard) -> _Entry:
    clauses = card.clauses
    names = {card.id, card.id.partition(":")[2], *(clause.id for clause in clauses)}
    ruled = {"ruling"} if card.rulings else set()
    return _Entry(
        card,
        frozenset(plain(name) for name in names),
        plain(f"{card.id} {card.title}"),
        plain(" ".join(" ".join((card.id, card.title, card.says, *_more(card))).split())),
        frozenset({card.provenance, *ruled, *(clause.provenance for clause in clauses)}),
        frozenset({card.status, *(clause.status for clause in clauses)}),
    )


def _more(card: RuleCard) -> Iterator[str]:
    """All that a card says below its first words."""
    yield card.because
    yield KNOWN[card.provenance][1]
    for clause in card.clauses:
        yield f"{clause.id} {clause.text} {clause.because}"
    for ruling in card.rulings:
        yield from (ruling.question, ruling.choice, ruling.because, ruling.other, ruling.changes)


def _folded(system: str, cards: Sequence[RuleCard]) -> str:
    rows = "".join(
        f"<li><strong>{escape(line(card))}</strong><br>{escape(' '.join(card.says.split()))}</li>" for card in cards
    )
    book = written_book(system)
    head = f"{book.title}: {len(cards)} rule{'s' * (len(cards) != 1)}"
    return f"<details><summary>{escape(head)}</summary><p>Source: {escape(book.source)}.</p><ul>{rows}</ul></details>"
