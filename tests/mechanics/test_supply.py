"""Tracing a chain of places to a source."""

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from fmbook.core.bitsets import BitIndex
from fmbook.geometry import Board, Grid
from fmbook.mechanics.supply import Chains, shortest_chains, traced, tracer

NOTHING: frozenset[int] = frozenset()
# 36 hexes, first numbers growing to the east, second to the south
BOARD = Board.of_hexes(Grid("east", "south", firsts=range(1, 7), seconds=range(1, 7)))
HEXES = range(len(BOARD.places))
AROUND = BOARD.neighbours
WEST, EAST = (frozenset(BOARD.at(f"0{first}0{second}") for second in range(1, 7)) for first in (1, 6))

hexes = st.sampled_from(HEXES)
sets = st.one_of(st.frozensets(hexes, max_size=6), st.frozensets(hexes))
walls = st.frozensets(st.sampled_from(BOARD.links()), max_size=60)


def named(*names: str) -> frozenset[int]:
    return frozenset(map(BOARD.at, names))


def unless(walls: frozenset[tuple[int, int]]) -> Callable[[int, int], bool]:
    return lambda a, b: (min(a, b), max(a, b)) not in walls


def column(first: int) -> frozenset[int]:
    return frozenset(BOARD.at(f"{first:02}{second:02}") for second in range(1, 7))


# --- a naive oracle: let every place ask its neighbours until nobody learns anything new ----------------


def distances(sources: frozenset[int], blocked: frozenset[int], passes: Callable[[int, int], bool]) -> dict[int, int]:
    far = dict.fromkeys(HEXES, 999) | dict.fromkeys(sources - blocked, 0)
    for _ in HEXES:
        for a in HEXES:
            for b in AROUND[a]:
                if a not in blocked and b not in blocked and passes(a, b):
                    far[a] = min(far[a], far[b] + 1)
    return {place: steps for place, steps in far.items() if steps < 999}


def within(walls: frozenset[tuple[int, int]]) -> list[tuple[int, ...]]:
    return [tuple(there for there in AROUND[here] if unless(walls)(here, there)) for here in HEXES]


@given(sets, sets, walls)
def test_traced_agrees_with_asking_until_nothing_changes(
    sources: frozenset[int], blocked: frozenset[int], walls: frozenset[tuple[int, int]]
) -> None:
    assert traced(within(walls), sources, blocked) == distances(sources, blocked, unless(walls)).keys()


@given(sets, sets, walls, st.none() | st.integers(0, 6), st.booleans())
def test_many_places_traced_at_once_are_those_traced_one_by_one(
    sources: frozenset[int], blocked: frozenset[int], walls: frozenset[tuple[int, int]], steps: int | None, lines: bool
) -> None:
    far, bit_index = distances(sources, blocked, unless(walls)), BOARD.bit_index if lines else BitIndex(HEXES)
    found = tracer(within(walls), bit_index)(sources, blocked, steps=steps)
    assert set(found) == {place for place, away in far.items() if steps is None or away <= steps}


@given(sets, sets, walls)
def test_the_chain_of_one_place_is_found_where_those_of_all_places_are(
    sources: frozenset[int], blocked: frozenset[int], walls: frozenset[tuple[int, int]]
) -> None:
    bit_index, near = BOARD.bit_index, within(walls)
    every = tracer(near, bit_index)(sources, blocked)
    chains = Chains(shortest_chains(near, bit_index, sources), bit_index.set_of(blocked), lambda: every)
    assert [place in chains for place in HEXES] == [place in every for place in HEXES]
    assert set(chains) == set(every)


# --- by example ---------------------------------------------------------------------------------------


def test_a_line_of_enemies_cuts_the_east_from_the_west() -> None:
    assert traced(AROUND, WEST, column(4)) == column(1) | column(2) | column(3)


def test_a_friend_in_an_enemy_zone_holds_the_chain_open() -> None:
    """Zones close a place unless a friend is there: the caller takes the friends' places out."""
    zones, friends = column(4), named("0403")
    assert BOARD.at("0601") not in traced(AROUND, WEST, zones)
    assert BOARD.at("0601") in traced(AROUND, WEST, zones - friends)


def test_a_border_that_may_not_be_crossed_cuts_like_a_line_of_closed_places() -> None:
    river = frozenset((a, b) for a, b in BOARD.links() if {a, b} & column(3) and {a, b} & column(4))
    assert traced(within(river), WEST) == column(1) | column(2) | column(3)


def test_a_closed_source_is_no_source() -> None:
    assert traced(AROUND, WEST, WEST) == NOTHING
