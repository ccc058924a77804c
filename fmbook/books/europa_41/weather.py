"""41.A.3 · Frost: which hexes are frozen now."""

from typing import Final

from fmbook.core.state import State

__all__ = ["frozen", "is_frozen"]

NOWHERE: Final = frozenset[int]()


def frozen(state: State) -> frozenset[int]:
    """Give the hexes whose water is frozen: those that can freeze, while there is frost."""
    return state.board.having("freezes") if state.facts.get("frost") else NOWHERE


def is_frozen(state: State, place: int) -> bool:
    """Tell whether the water of a hex is frozen now."""
    return place in frozen(state)
