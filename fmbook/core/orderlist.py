"""Lists of orders that differ in one name, made without making each order."""

from collections.abc import Callable, Iterator, Sequence, Set
from typing import Any, final

from fmbook.core.bitsets import PlaceSet
from fmbook.core.orders import Order

__all__ = ["OrderRow"]


@final
class OrderRow(dict[int, Order]):
    """Orders that differ in one name, each made once: an order is drawn from here a thousand times a game."""

    __slots__ = ("_make", "_names", "_whole", "_within")

    def __init__(self, make: Callable[..., Order], names: Sequence[str]) -> None:
        super().__init__()
        self._make, self._names = make, names
        self._within: Set[int] | None = None
        self._whole: dict[int, Order] | None = None

    def __missing__(self, number: int) -> Order:
        made = self[number] = self._make(self._names[number])
        return made

    def listed(self, within: Set[int], barred: Sequence[Set[int]]) -> Sequence[Order]:
        """List the orders that name one of these, less those, by number."""
        return _Listed(self, within, barred) if type(within) is PlaceSet else self.cut(within, barred)

    def cut(self, within: Set[int], barred: Sequence[Set[int]]) -> list[Order]:
        """Make the list of the orders that name one of these, less those.

        A unit's field is the same set as long as the enemy stands still, while friends come and go: asked for the
        same set again, what friends bar is cut out of the whole list.
        """
        if not within:
            return []  # and the whole list is still there for the side that has a choice
        if within is not self._within:
            self._within, self._whole = within, None
            for these in barred:
                within = within - these
            return list(map(self.__getitem__, sorted(within)))
        if self._whole is None:
            self._whole = {number: self[number] for number in sorted(within)}
        whole = self._whole.copy()
        for these in barred:
            for number in within & these:
                whole.pop(number, None)
        return list(whole.values())


@final
class _Listed(Sequence[Order]):
    """Orders of a row that are counted and drawn one by one without making the others."""

    __slots__ = ("_barred", "_count", "_left", "_row", "_within")

    def __init__(self, row: OrderRow, within: PlaceSet, barred: Sequence[Set[int]]) -> None:
        self._row, self._within, self._barred = row, within, barred
        self._left = within.bits & ~within.bits_of_all(barred)
        self._count = self._left.bit_count()

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: Any) -> Any:
        if not isinstance(index, int):
            return list(self)[index]
        count = self._count
        if not -count <= index < count:
            raise IndexError("so many orders may not be given")
        return self._row[self._within.bit_index.nth(self._left, index % count)]

    def __iter__(self) -> Iterator[Order]:
        return iter(self._row.cut(self._within, self._barred))
