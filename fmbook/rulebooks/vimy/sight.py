"""Section 17.3: what is observed."""

from collections.abc import Set

from fmbook.mechanics.sight import seen_from
from fmbook.mechanics.zones import adjacent_to
from fmbook.rulebook import settles
from fmbook.rulebooks.vimy.turns import is_night
from fmbook.state import State

FAR = 10  # hexes, 17.3
BLOCKING = ("woods", "town", "hill", "peak", "la_folie_farm")  # non-clear ground that hides; rivers and trenches do not


@settles(
    "vimy:17.3",
    "observed",
    clauses=("VR-17.1-7", "VR-17.3-1", "VR-17.3-2", "VR-17.3-8", "VR-17.3-11", "VR-17.3-12"),
)
def observed(state: State, side: int) -> Set[int]:
    """An enemy is observed next to a friend, in a friend's line of sight by day, or within a hex of an aircraft."""
    own, enemy = state.forces[side], state.forces[1 - side]
    known, so_far = own.memo.get("observed"), (enemy, flights(state, side), state.turn)
    if known is None or known[0] != so_far:
        own.memo["observed"] = known = so_far, _observed(state, side)
    return known[1]


def _observed(state: State, side: int) -> frozenset[int]:
    own, enemy, board = state.forces[side], state.forces[1 - side], state.board
    seen = board.seats.bits(adjacent_to(state, side))
    if not is_night(state.kit, state.turn):
        for place in own.at:
            seen |= view(state, place)
    for place in flights(state, side):
        seen |= board.seats.bits({place, *board.neighbours[place]})
    bit = board.seats.bit
    return frozenset(unit for place, stack in enemy.at.items() if seen & bit[place] for unit in stack)


def flights(state: State, side: int) -> tuple[int, ...]:
    """Give the hexes over which a side has aircraft; only the Allies have any."""
    return tuple(state.facts.get("flights", ())) if side == 0 else ()


def view(state: State, place: int) -> int:
    """Give what is seen from a hex by day, as the bits of a number; the ground does not change, so it is kept.

    Whoever stood in a hex that hides would see his neighbours only: what hides is settled for each observer anew.
    """
    views = state.kit.memo.setdefault("views", {})
    if place not in views:
        blocks = state.kit.book.settled["blocking hexes"].function(state, place)
        near = frozenset({place, *state.board.neighbours[place]})
        seen = near if place in blocks else seen_from(state.board, place, blocks, FAR)
        views[place] = state.board.seats.bits(seen)
    return views[place]  # type: ignore[no-any-return]


@settles(
    "vimy:17.3/line-of-sight",
    "blocking hexes",
    clauses=("VR-17.3-3", "VR-17.3-4", "VR-17.3-5", "VR-17.3-6", "VR-17.3-7", "VR-17.3-9", "VR-17.3-10"),
)
def what_hides(state: State, place: int) -> frozenset[int]:
    """Woods, towns and high ground hide what lies behind them within ten hexes; from a peak only another peak does."""
    board = state.board
    if "peak" in board.features[place]:
        return board.having("peak") - {place}
    return frozenset().union(*(board.having(word) for word in BLOCKING)) - {place}
