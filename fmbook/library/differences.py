"""What a booklet changes in the one that it builds on: a table for the classroom, read off the rules themselves."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, final

from fmbook.books.cards import book as written_book
from fmbook.books.cards import card
from fmbook.engine.matters import POINTS, THROW_TO_COME
from fmbook.engine.rulebook import Rule, Rulebook
from fmbook.library.htmltables import table

AIDS: Final = frozenset(matter.name for matter in (POINTS, THROW_TO_COME))
"""What a book settles for previews alone: no booklet has it."""

__all__ = ["Difference", "Differences", "SideBySide"]


class Difference(NamedTuple):
    """One change: what it does, the rule before (if any), the rule now."""

    kind: str  # replaces, excuses, adds
    before: str
    now: str
    says: str
    option: str

    @property
    def sections(self) -> frozenset[str]:
        """The sections of the rules before, without the names that tell functions apart."""
        return frozenset(rule.partition("/")[0] for rule in self.before.split(", ") if rule)


@final
class Differences:
    """The changes of a booklet, in its order. Print it, or iterate over it."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        order = [card.id for card in written_book(book.id).cards.values()]  # a module may gather several sections
        self._rows = tuple(sorted(_rows(book), key=lambda row: order.index(row.now.partition("/")[0])))

    def __iter__(self) -> Iterator[Difference]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __str__(self) -> str:
        below = self.book.extends
        if below is None:
            return f"{self.book.title} builds on no other booklet."
        lines = [f"{self.book.title} on top of {below.title}", ""]
        for row in self:
            option = f"  (option “{row.option}”)" if row.option else ""
            before = f" {row.before}" if row.before else ""
            lines += [f"{row.now} {row.kind}{before}{option}", f"    {row.says}"]
        if self.kept:
            lines += ["", f"What the booklet states and {below.title} hold already:", ""]
        for rule, sections in self.kept.items():
            lines += [f"{rule.id} holds {', '.join(sections)}", f"    {rule.says}"]
        return "\n".join(lines)

    @property
    def kept(self) -> dict[Rule, list[str]]:
        """The rules below that hold what this booklet states as well, each with the sections that state it."""
        found, below = dict[Rule, list[str]](), self.book.extends.all_rules if self.book.extends else ()
        gone = {before for row in self if not row.option for before in row.before.split(", ")}
        for stated in written_book(self.book.id).cards.values():
            own = {clause.id for clause in stated.clauses}
            for rule in below:
                if rule.id not in gone and not own.isdisjoint(rule.clauses):
                    found.setdefault(rule, []).append(stated.id)
        return found

    __repr__ = __str__


@final
class SideBySide:
    """What several booklets change in the one below them: a row a rule, a column a booklet. Options are left out."""

    def __init__(self, books: Iterable[Rulebook]) -> None:
        changes = {book: tuple(row for row in _rows(book) if not row.option) for book in books}
        self.books = tuple(book for book, rows in changes.items() if any(row.before for row in rows))
        self.changes = {book: changes[book] for book in self.books}

    @property
    def sections(self) -> tuple[str, ...]:
        """The rules that any of them changes, in the order of the booklet below."""
        changed = {section for rows in self.changes.values() for row in rows for section in row.sections}
        below = dict.fromkeys(book.extends.id for book in self.books if book.extends)
        cards = (card.id for name in below for card in written_book(name).cards.values())
        return tuple(section for section in cards if section in changed)

    def at(self, section: str, book: Rulebook) -> tuple[Difference, ...]:
        """What a booklet changes in a rule."""
        return tuple(row for row in self.changes[book] if section in row.sections)

    def added(self, book: Rulebook) -> int:
        """How many rules of its own a booklet adds."""
        return sum(not row.before for row in self.changes[book])

    def __str__(self) -> str:
        lines: list[str] = []
        for section in self.sections:
            lines.append(f"{section}  {card(section).title}")
            for book in self.books:
                lines += (f"    {row.now} {row.kind} it: {row.says}" for row in self.at(section, book))
        return "\n".join([*lines, *(f"{book.id} adds {self.added(book)} rules of its own" for book in self.books)])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        heads = ("Standard rule", *(book.title for book in self.books))
        rows = ((f"{section} {card(section).title}", *self._cells(section)) for section in self.sections)
        added = ("added to them", *(f"{self.added(book)} rules" for book in self.books))
        return table(heads, [*rows, added])

    def _cells(self, section: str) -> Iterator[str]:
        for book in self.books:
            yield "\n".join(f"{row.now}: {row.says}" for row in self.at(section, book)) or "as it stands"


def _rows(book: Rulebook) -> Iterator[Difference]:
    for rule in book.rules if book.extends else ():
        if rule.mark == "advises" or rule.about in AIDS:
            continue
        before = ", ".join(rule.replaces) or rule.excused
        yield Difference(_kind(rule), before, rule.id, rule.says, rule.option)


def _kind(rule: Rule) -> str:
    if rule.replaces:
        return "replaces"
    return "excuses from" if rule.excused else "adds"
