"""How booklets were read: rulings, what is reconstructed, and where a booklet tells the history wrong."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from textwrap import fill
from typing import Any, Final, NamedTuple, final

from fmbook.books.cards import KNOWN, RuleCard, Ruling, Slip
from fmbook.books.cards import book as written_book
from fmbook.books.systems import playable
from fmbook.books.systems import system as find_system
from fmbook.components.scenarios import build_setup, scenario_names
from fmbook.core.calls import checked
from fmbook.library.htmltables import table
from fmbook.library.search import shelf

__all__ = ["Reconstructed", "Rulings", "Share", "Slips", "reconstructed", "rulings", "slips"]

WORDS: Final = ("printed", "public", "recalled", "reconstructed", "ruling", "missing", "ours")
OURS: Final = ("reconstructed", "ruling", "ours")
WIDTH: Final = 96
MARGIN: Final = " " * 4
MEANS: Final = {word: said for word, (_, said) in KNOWN.items()} | {"ours": "made up for this book"}


class _Page:
    """What prints as text and shows as a page."""

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text("…" if cycle else self.brief)

    @property
    def brief(self) -> str:
        """A short form, for pages that show the whole beside it."""
        return str(self)


# --- rulings ----------------------------------------------------------------------------------------


@final
class Rulings(_Page, Sequence[tuple[RuleCard, Ruling]]):
    """Every place where a booklet is silent or at odds with itself: its card, our reading, and another one."""

    def __init__(self, systems: Sequence[str]) -> None:
        cards = (card for system in systems for card in written_book(system).cards.values())
        self._rows = tuple((card, ruling) for card in cards for ruling in card.rulings)

    def __getitem__(self, index: Any) -> Any:
        return self._rows[index]

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def brief(self) -> str:
        """The questions alone."""
        return "\n".join([f"{len(self)} rulings", *(f"{card.id}  {ruling.question}" for card, ruling in self)])

    def __str__(self) -> str:
        return "\n".join([f"{len(self)} rulings", *(_told(card, ruling) for card, ruling in self)])

    def _repr_html_(self) -> str:
        books = groupby(self._rows, key=lambda row: row[0].id.partition(":")[0])
        return "".join(_book_of_rulings(system, tuple(rows)) for system, rows in books)


@checked
def rulings(system: str | None = None) -> Rulings:
    """Return every ruling of a system, or of all: how we read it, why, and what the other reading would change.

    >>> import fmbook as fm
    >>> "Where may a glider come down?" in str(fm.rulings())
    True
    """
    return Rulings(_systems(system))


def _told(card: RuleCard, ruling: Ruling) -> str:
    lines = (
        f"{ruling.choice} {ruling.because}",
        *(f"{head}: {text}" for head, text in ruling.otherwise),
    )
    told = (
        fill(text, WIDTH, initial_indent=MARGIN, subsequent_indent=MARGIN, break_on_hyphens=False) for text in lines
    )
    return "\n".join((f"{card.id}  {ruling.question}", *told))


def _book_of_rulings(system: str, rows: Sequence[tuple[RuleCard, Ruling]]) -> str:
    told = "".join(
        f"<p><strong>{escape(ruling.question)}</strong> {escape(card.name)}<br>{escape(ruling.choice)} "
        f"<em>{escape(ruling.because)}</em>"
        f"{''.join(f'<br>{head}: {escape(text)}' for head, text in ruling.otherwise)}</p>"
        for card, ruling in rows
    )
    head = f"{written_book(system).title}: {len(rows)} ruling{'s' * (len(rows) != 1)}"
    return f"<details><summary>{escape(head)}</summary>{told}</details>"


# --- slips of history -------------------------------------------------------------------------------


@final
class Slips(_Page, Sequence[tuple[str, Slip]]):
    """Where booklets tell the history wrong: the section's number, what it says, what happened, who says so."""

    def __init__(self, systems: Sequence[str]) -> None:
        self._rows = tuple((f"{name}:{slip.section}", slip) for name in systems for slip in written_book(name).slips)

    def __getitem__(self, index: Any) -> Any:
        return self._rows[index]

    def __len__(self) -> int:
        return len(self._rows)

    def __str__(self) -> str:
        return "\n".join(
            f"{where}  The booklet: {slip.booklet}\n    In fact: {slip.fact}\n    Source: {slip.source}."
            for where, slip in self
        )

    def _repr_html_(self) -> str:
        heads = ("Rule", "The booklet", "In fact", "Source")
        return table(heads, ((where, slip.booklet, slip.fact, slip.source) for where, slip in self))


@checked
def slips(system: str | None = None) -> Slips:
    """Return every place where the booklet of a system, or of any, tells the history wrong, with what happened.

    >>> import fmbook as fm
    >>> str(fm.slips()).startswith("eben_emael")
    True
    """
    return Slips(_systems(system))


# --- what is ours -----------------------------------------------------------------------------------


class Share(NamedTuple):
    """How we know one kind of thing in one system: so many by each word of provenance."""

    system: str
    what: str
    known: Mapping[str, int]

    @property
    def total(self) -> int:
        """How many there are."""
        return sum(self.known.values())

    @property
    def ours(self) -> str:
        """How many of them are of our making, in percent; neither all nor none is said of less."""
        ours = sum(self.known.get(word, 0) for word in OURS)
        if 0 < ours < self.total:
            return {0: "under 1 %", 100: "over 99 %"}.get(percent := round(100 * ours / self.total), f"{percent} %")
        return "100 %" if ours else "0 %"


@final
class Reconstructed(_Page):
    """What is printed and what is ours: ``rows`` by system and kind, counted from the data that the games play by."""

    def __init__(self, systems: Sequence[str]) -> None:
        self.rows = tuple(row for system in systems for row in _shares(system) if row.total)
        seen = set[str]().union(*(row.known for row in self.rows))
        self.words = tuple(word for word in WORDS if word in seen)

    def __str__(self) -> str:
        head, *rows = (self.heads, *self.lines)
        widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
        texts = ("  ".join(_aligned(cell, width, at) for at, (cell, width) in enumerate(zip(row, widths, strict=True)))
                 for row in (head, *rows))  # fmt: skip
        return "\n".join(text.rstrip() for text in texts)

    @property
    def heads(self) -> tuple[str, ...]:
        """What stands over the columns."""
        return "System", "What", *self.words, "of our making"

    @property
    def lines(self) -> Iterator[tuple[str, ...]]:
        """The rows as texts."""
        for row in self.rows:
            counts = (f"{row.known.get(word, 0) or '–'}" for word in self.words)
            yield row.system, row.what, *counts, row.ours

    def _repr_html_(self) -> str:
        key = "; ".join(f"{word}: {MEANS[word]}" for word in self.words if MEANS[word] != word)
        return f"{table(self.heads, self.lines, 2)}<p>{escape(key)}.</p>"


@checked
def reconstructed(system: str | None = None) -> Reconstructed:
    """Count for a system, or for all, what is printed, what is recalled, and what is of our making.

    >>> import fmbook as fm
    >>> "vimy" in str(fm.reconstructed())
    True
    """
    return Reconstructed(_systems(system))


def _shares(system: str) -> Iterator[Share]:
    book = written_book(system)
    yield Share(system, "clauses", Counter(clause.provenance for clause in book.clauses.values()))
    bare = (card.provenance for card in book.cards.values() if not card.clauses)
    yield Share(system, "other rules", Counter(bare))
    if system in playable():
        yield from _played(system)


def _played(system: str) -> Iterator[Share]:
    """What the scenarios of a system are played with: places, counters, tables; each counted once."""
    book = find_system(system).book
    setups = [build_setup(system, name, book) for name in scenario_names(system)]
    boards = {id(setup.board): setup.board for setup in setups}.values()
    places: Counter[str] = Counter(
        board.provenance_of(place).word for board in boards for place in range(len(board.places))
    )
    units = {unit.id: unit.provenance for setup in setups for unit in setup.units}
    tables: dict[str, str] = {table.title: table.provenance.word for setup in setups for table in setup.tables.values()}
    yield Share(system, "map places", places)
    yield Share(system, "counters", Counter(units.values()))
    yield Share(system, "tables", Counter(tables.values()))


# --- for all of them ----------------------------------------------------------------------------------


def _systems(wanted: str | None) -> tuple[str, ...]:
    """The one that is named, or every book that is built."""
    return shelf() if wanted is None else (find_system(wanted).id,)


def _aligned(cell: str, width: int, at: int) -> str:
    return cell.ljust(width) if at < 2 else cell.rjust(width)
