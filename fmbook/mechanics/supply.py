"""Tracing a chain of places to a source: what is linked, and by which way.

Every place of a chain is open, its two ends included: a unit whose own place is closed to it has no chain.
``passes(a, b)`` says whether the border may be crossed on the way from a to b, toward the source.
"""

from collections.abc import Callable, Collection, Iterable, Sequence, Set
from typing import TypeAlias

from fmbook.core.bitsets import BitIndex, PlaceSet
from fmbook.geometry.floodfill import stepped, waves

__all__ = ["chain", "traced", "tracer"]

Neighbours: TypeAlias = Sequence[Collection[int]]
Passes: TypeAlias = Callable[[int, int], bool]
NOTHING: frozenset[int] = frozenset()


def traced(
    neighbours: Neighbours,
    sources: Iterable[int],
    blocked: Set[int] = NOTHING,
    passes: Passes | None = None,
    steps: int | None = None,
) -> frozenset[int]:
    """All places from which a chain leads to a source, in so many steps at most.

    A line of several kinds is traced piece by piece: first the roads, then, with the roads as sources and one
    step, the places beside them.

    >>> row = [(1,), (0, 2), (1, 3), (2,)]
    >>> sorted(traced(row, sources=[0], blocked={2}))
    [0, 1]
    """
    rim: Set[int] = set(sources) - blocked
    done = {*blocked, *rim}
    while rim and steps != 0:
        rim = _next_to(rim, neighbours, passes) - done
        done |= rim
        steps = None if steps is None else steps - 1
    return frozenset(done - blocked)


def tracer(neighbours: Neighbours, bit_index: BitIndex) -> Callable[..., Set[int]]:
    """Return ``traced`` over open borders, many places at once, for whoever asks again and again."""
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


def _next_to(rim: Set[int], neighbours: Neighbours, passes: Passes | None) -> set[int]:
    if passes is None:
        return set().union(*[neighbours[nearer] for nearer in rim])
    return {place for nearer in rim for place in neighbours[nearer] if passes(place, nearer)}


def chain(
    start: int,
    neighbours: Neighbours,
    sources: Set[int],
    blocked: Set[int] = NOTHING,
    passes: Passes | None = None,
) -> tuple[int, ...] | None:
    """A shortest chain from a place to a source, both included; None if there is none."""
    before = _flood(start, neighbours, blocked, passes)
    end = next((place for place in before if place in sources), None)
    if end is None:
        return None
    way = [end]
    while way[-1] != start:
        way.append(before[way[-1]])
    return tuple(reversed(way))


def _flood(start: int, neighbours: Neighbours, blocked: Set[int], passes: Passes | None) -> dict[int, int]:
    """What can be reached, in the order of its distance, each with the place before it."""
    before = {} if start in blocked else {start: start}
    for place in (queue := list(before)):
        for further in neighbours[place]:
            if further in before or further in blocked or not (passes is None or passes(place, further)):
                continue
            before[further] = place
            queue.append(further)
    return before
