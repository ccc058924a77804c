"""A fixed list of actions for a scenario, so that the same number always means the same thing.

All orders of a scenario, one number for each, would be up to 800,000, far more than anything learns to tell apart. So
an order is given in two actions where it names a place: first what is done and by whom, then where. First come the
kinds of orders in alphabetical order, each with as many numbers as there are units (or markers, or one if it names
neither); then a number for each place of the board. Which unit or place has which number is settled by the scenario's
files alone, and both ways are sums: nothing is looked up in a list that was made ahead, and no two orders collide.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final, NamedTuple, final

from fmbook.components.setup import Setup
from fmbook.core.orders import Move, Order

__all__ = ["Actions", "Menu"]

Menu = dict[int, Order | dict[int, Order]]
"""What may be done now, by number: an order, or the orders that go on with a place, by its number."""

PLACE: Final = "hex"


class Row(NamedTuple):
    """A kind of order: its numbers begin here, one for each name of this sort."""

    kind: type[Order]
    begin: int
    names: Sequence[str]


@final
class Actions:
    """The actions of a scenario: ``of(order)`` gives their numbers, ``words(number)`` says what a number means."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        kinds = {kind for asked in setup.book.questions.values() for kind in asked.offers}
        self._rows: dict[type[Order], Row] = {}
        begin = 0
        for kind in sorted(kinds, key=lambda kind: kind.verb):
            names = self._names.get(kind.takes[0], ("",)) if kind.takes else ("",)
            self._rows[kind] = Row(kind, begin, names)
            begin += len(names)
        self.places = begin
        """The number of the first place; those below it are orders."""
        self.count = begin + len(setup.board.places)
        """How many there are."""

    @cached_property
    def _names(self) -> dict[str, tuple[str, ...]]:
        setup = self._setup
        return {"unit": tuple(unit.id for unit in setup.units), "marker": tuple(each.name for each in setup.markers)}

    @cached_property
    def _numbers(self) -> dict[str, dict[str, int]]:
        return {sort: {name: number for number, name in enumerate(names)} for sort, names in self._names.items()}

    def of(self, order: Order) -> tuple[int, ...]:
        """Return the numbers of an order: one, or two where it names a place."""
        row, named = self._rows[type(order)], dict(zip(order.takes, order.names, strict=True))
        whom = next((self._numbers[sort][name] for sort, name in named.items() if sort != PLACE), 0)
        if PLACE not in named:
            return (row.begin + whom,)
        return row.begin + whom, self.places + self._setup.board.at(named[PLACE])

    def words(self, number: int) -> str:
        """Say what a number means, as the record has it: ``move 8/3``, or the name of a place."""
        if number >= self.places:
            return self._setup.board.places[number - self.places]
        row = max((row for row in self._rows.values() if row.begin <= number), key=lambda row: row.begin)
        return f"{row.kind.verb} {row.names[number - row.begin]}".rstrip()

    def menu(self, orders: Iterable[Order]) -> Menu:
        """Sort legal orders by their numbers. A way that is pinned has no number of its own."""
        found: Menu = {}
        for order in orders:
            first, *then = self.of(order)
            if not then:
                found[first] = order
            elif not (isinstance(order, Move) and order.via):
                further = found.setdefault(first, {})
                assert isinstance(further, dict)
                further[then[0]] = order
        return found
