"""Tracing chains of places to a source: what is linked.

Every place of a chain is open, its two ends included: a unit whose own place is closed to it has no chain.
``neighbours`` say from where the chain may come into each place, so a border that may not be crossed has none.
"""

from collections.abc import Callable, Collection, Iterable, Sequence, Set
from typing import TypeAlias

from fmbook.core.bitsets import BitIndex, PlaceSet
from fmbook.geometry.floodfill import stepped, waves

__all__ = ["traced", "tracer"]

Neighbours: TypeAlias = Sequence[Collection[int]]
NOTHING: frozenset[int] = frozenset()


def traced(neighbours: Neighbours, sources: Iterable[int], blocked: Set[int] = NOTHING) -> frozenset[int]:
    """All places from which a chain leads to a source.

    >>> row = [(1,), (0, 2), (1, 3), (2,)]
    >>> sorted(traced(row, sources=[0], blocked={2}))
    [0, 1]
    """
    rim: Set[int] = set(sources) - blocked
    done = {*blocked, *rim}
    while rim:
        rim = set[int]().union(*[neighbours[nearer] for nearer in rim]) - done
        done |= rim
    return frozenset(done - blocked)


def tracer(neighbours: Neighbours, bit_index: BitIndex) -> Callable[..., Set[int]]:
    """Return ``traced``, many places at once and in so many steps at most, for whoever asks again and again."""
    leads = [[(1, there) for there in near] for near in neighbours]
    enters = [[(1, here) for here, near in enumerate(neighbours) if there in near] for there in range(len(leads))]
    ways, bits = waves(bit_index, leads, enters), PlaceSet(bit_index, 0).bits_of

    def over(sources: Set[int], blocked: Set[int] = NOTHING, steps: int | None = None) -> PlaceSet:
        free, left = bit_index.every & ~bits(blocked), steps
        rim = found = bits(sources) & free
        while rim and left != 0:
            rim = stepped(ways, rim) & free & ~found
            found |= rim
            left = None if left is None else left - 1
        return PlaceSet(bit_index, found)

    return over
