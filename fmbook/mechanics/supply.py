"""Tracing chains of places to a source: what is linked.

Every place of a chain is open, its two ends included: a unit whose own place is closed to it has no chain.
``neighbours`` say from where the chain may come into each place, so a border that may not be crossed has none.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from typing import TypeAlias, final

from fmbook.core.bitsets import BitIndex, PlaceSet
from fmbook.geometry.floodfill import stepped, waves

__all__ = ["Chains", "shortest_chains", "traced", "tracer"]

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


# --- one place rather than all ------------------------------------------------------------------------


def shortest_chains(neighbours: Neighbours, bit_index: BitIndex, sources: Iterable[int]) -> Mapping[int, int]:
    """Map each place to a shortest chain from it to a source, as bits, its two ends included."""
    found, rim = {source: bit_index.bit[source] for source in sources}, list(sources)
    for nearer in rim:  # which grows as it goes on
        for place in neighbours[nearer]:
            if place not in found:
                found[place] = found[nearer] | bit_index.bit[place]
                rim.append(place)
    return found


@final
class Chains(Set[int]):
    """The places from which a chain leads to a source; nearly all of them along the shortest one, which nobody bars."""

    def __init__(self, shortest: Mapping[int, int], barred: PlaceSet, trace: Callable[[], Set[int]]) -> None:
        self._shortest, self._barred, self._trace = shortest, barred.bits, trace

    def __contains__(self, place: object) -> bool:
        chain = self._shortest.get(place)  # type: ignore[call-overload]
        return (chain is not None and not chain & self._barred) or place in self._all

    def __iter__(self) -> Iterator[int]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    @cached_property
    def _all(self) -> Set[int]:
        return self._trace()
