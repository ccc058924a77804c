"""Sets of places as bits of one number, so that hundreds of places are cut, joined and counted in one go.

Each place of a board has a bit. Places that lie alike to one another have bits that are equally far apart, so that a
shift moves any number of them by one step at once.
"""

from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import compress
from typing import Any, Final, final

__all__ = ["BitIndex", "PlaceSet"]

KEPT: Final = 256
"""Of so many sets the bits are kept: what a side holds and watches is asked for as long as it stands still."""
FEW: Final = 20
"""So many are picked out one by one; of more all digits are looked at."""
DIGITS: Final = bytes.maketrans(b"01", b"\0\1")


@final
class BitIndex:
    """One bit for each place of a board, in ascending order.

    ``line`` tells how far apart the lines of a hex board are: one bit more than a line has hexes. No place has that
    bit, so a step off the end of one line never leads to the next.
    """

    __slots__ = ("_halves", "_kept", "_latest", "at", "bit", "every", "line")

    def __init__(self, numbers: Iterable[int], line: int = 0) -> None:
        order, self.line = tuple(numbers), line
        self.bit = tuple(1 << number for number in order)
        self.every = sum(self.bit)
        self.at = [0] * (max(order, default=0) + 1)
        for place, number in enumerate(order):
            self.at[number] = place
        powers = (1 << power for power in reversed(range(len(self.at).bit_length())))
        self._halves = tuple((half, (1 << half) - 1) for half in powers)
        self._kept: dict[frozenset[int], int] = {}
        self._latest: tuple[Set[int], int] = frozenset(), 0

    def bits(self, places: Set[int]) -> int:
        """Return some places as one number; remember the latest, for what bars one unit mostly bars the next one."""
        latest, bits = self._latest
        if latest is not places or type(places) is not frozenset:
            bits = sum(map(self.bit.__getitem__, places))
            self._latest = places, bits
        return bits

    def kept_bits(self, places: frozenset[int]) -> int:
        """Return some places that are asked for again and again as one number."""
        bits = self._kept.get(places)
        if bits is None:
            if len(self._kept) >= KEPT:
                self._kept.clear()
            bits = self._kept[places] = self.bits(places)
        return bits

    def around(self, bits: int) -> int:
        """Return the bits next to these, on a hex board; not all of them belong to a place."""
        pairs = bits | bits << 1
        return bits << 1 | bits >> 1 | pairs << self.line | pairs >> self.line + 1

    def places(self, bits: int) -> list[int]:
        """Return the places that a number stands for, the lowest first."""
        if bits.bit_count() > FEW:
            first = (bits & -bits).bit_length() - 1
            digits = f"{bits >> first:b}"[::-1].encode().translate(DIGITS)
            return [*compress(self.at[first : first + len(digits)], digits)]
        found = []
        while bits:
            lowest = bits & -bits
            found.append(self.at[lowest.bit_length() - 1])
            bits ^= lowest
        return found

    def nth(self, bits: int, n: int) -> int:
        """Return the place at an index among those that a number stands for, without listing the others."""
        number = 0
        for half, lower in self._halves:
            low = bits & lower
            before = low.bit_count()
            if n < before:
                bits = low
            else:
                bits >>= half
                n -= before
                number += half
        return self.at[number]

    def set_of(self, places: Set[int]) -> "PlaceSet":
        """Return some places as a set of bits, if they are not one yet."""
        return places if type(places) is PlaceSet else PlaceSet(self, self.bits(places))


@final
class PlaceSet(Set[int]):
    """A set of places, known by its bits."""

    __slots__ = ("bit_index", "bits")

    def __init__(self, bit_index: BitIndex, bits: int) -> None:
        self.bit_index, self.bits = bit_index, bits

    def __contains__(self, place: object) -> bool:
        return isinstance(place, int) and self.bits & self.bit_index.bit[place] != 0

    def __iter__(self) -> Iterator[int]:
        return iter(self.bit_index.places(self.bits))

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __bool__(self) -> bool:
        return self.bits != 0

    def __and__(self, other: Set[Any]) -> "PlaceSet":
        return PlaceSet(self.bit_index, self.bits & self.bits_of(other))

    __rand__ = __and__

    def __or__(self, other: Set[Any]) -> Set[Any]:
        return PlaceSet(self.bit_index, self.bits | other.bits) if type(other) is PlaceSet else super().__or__(other)

    def __sub__(self, other: Set[Any]) -> "PlaceSet":
        return PlaceSet(self.bit_index, self.bits & ~self.bits_of(other))

    def __rsub__(self, other: Set[Any]) -> frozenset[Any]:
        return frozenset(other).difference(self)

    def bits_of(self, other: Set[int]) -> int:
        """Return the bits of another set of places on the same board."""
        return other.bits if type(other) is PlaceSet else self.bit_index.bits(other)

    def bits_of_all(self, others: Sequence[Set[int]]) -> int:
        """Return several sets of places as one number."""
        bits = 0
        for these in others:
            bits |= these.bits if type(these) is PlaceSet else self.bit_index.bits(these)
        return bits

    @classmethod
    def _from_iterable(cls, places: Iterable[Any]) -> Any:
        return frozenset(places)
