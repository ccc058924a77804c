"""Section 17.3: what is observed."""

from collections.abc import Set

from fmbook.books.vimy.facts import FLIGHTS
from fmbook.books.vimy.sequence import is_night
from fmbook.core.cache import per_board, per_side
from fmbook.core.state import State
from fmbook.engine.matters import OBSERVED
from fmbook.engine.rulebook import Matter, settles
from fmbook.mechanics.sight import seen_from
from fmbook.mechanics.zones import adjacent_to

BLOCKING_HEXES: "Matter[[State, int], frozenset[int]]" = Matter(
    "blocking hexes", "the hexes that hide what lies behind them from an observer"
)

FAR = 10  # hexes, 17.3
BLOCKING = ("woods", "town", "hill", "peak", "la_folie_farm")  # non-clear ground that hides; rivers and trenches do not


@settles(
    "vimy:17.3",
    OBSERVED,
    clauses=("VR-17.1-7", "VR-17.3-1", "VR-17.3-2", "VR-17.3-8", "VR-17.3-11", "VR-17.3-12"),
)
def observed(state: State, side: int) -> Set[int]:
    """An enemy is observed next to a friend, in a friend's line of sight by day, or within a hex of an aircraft."""
    seen = _seen(state, side, flights(state, side), is_night(state.setup, state.turn))
    return _units_in(state, 1 - side, seen)


@per_side
def _seen(state: State, side: int, flown_over: tuple[int, ...], night: bool) -> int:
    """Return the hexes that a side sees, as the bits of a number."""
    board = state.board
    seen = board.bit_index.bits(adjacent_to(state, side))
    if not night:
        for place in state.forces[side].at:
            seen |= view(state, place)
    for place in flown_over:
        seen |= board.bit_index.bits({place, *board.neighbours[place]})
    return seen


@per_side
def _units_in(state: State, side: int, seen: int) -> frozenset[int]:
    """Return the units of a side in some hexes, given as bits."""
    bit, at = state.board.bit_index.bit, state.forces[side].at.items()
    return frozenset(unit for place, stack in at if seen & bit[place] for unit in stack)


def flights(state: State, side: int) -> tuple[int, ...]:
    """Return the hexes over which a side has aircraft; only the Allies have any."""
    return FLIGHTS.of(state) if side == 0 else ()


@per_board
def view(state: State, place: int) -> int:
    """Return what is seen from a hex by day, as the bits of a number.

    Whoever stood in a hex that hides would see its neighbours only: what hides is settled for each observer anew.
    """
    blocks = BLOCKING_HEXES.of(state.setup)(state, place)
    near = frozenset({place, *state.board.neighbours[place]})
    return state.board.bit_index.bits(near if place in blocks else seen_from(state.board, place, blocks, FAR))


@settles(
    "vimy:17.3/line-of-sight",
    BLOCKING_HEXES,
    clauses=("VR-17.3-3", "VR-17.3-4", "VR-17.3-5", "VR-17.3-6", "VR-17.3-7", "VR-17.3-9", "VR-17.3-10"),
)
def what_hides(state: State, place: int) -> frozenset[int]:
    """Woods, towns and high ground hide what lies behind them within ten hexes; from a peak only another peak does."""
    board = state.board
    if "peak" in board.features[place]:
        return board.having("peak") - {place}
    return frozenset().union(*(board.having(word) for word in BLOCKING)) - {place}
