"""What a booklet changes in the one that it builds on: a table for the classroom, read off the rules themselves."""

from collections.abc import Iterator
from typing import NamedTuple, final

from fmbook.rulebook import Rule, Rulebook

__all__ = ["Difference", "Differences"]


class Difference(NamedTuple):
    """One change: what it does, the rule before (if any), the rule now."""

    kind: str  # replaces, excuses, adds
    before: str
    now: str
    says: str
    option: str


@final
class Differences:
    """The changes of a booklet, in its order. Print it, or iterate over it."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self._rows = tuple(_rows(book))

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
        return "\n".join(lines)

    __repr__ = __str__


def _rows(book: Rulebook) -> Iterator[Difference]:
    for rule in book.rules if book.extends else ():
        before = ", ".join(rule.replaces) or rule.excused
        yield Difference(_kind(rule), before, rule.id, rule.says, rule.option)


def _kind(rule: Rule) -> str:
    if rule.replaces:
        return "replaces"
    return "excuses from" if rule.excused else "adds"
