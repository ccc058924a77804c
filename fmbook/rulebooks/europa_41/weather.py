"""Frost: which hexes are frozen now."""

from fmbook.state import State

__all__ = ["is_frozen"]


def is_frozen(state: State, place: int) -> bool:
    """Tell whether the water of a hex is frozen: it can freeze, and there is frost."""
    return bool(state.facts.get("frost")) and "freezes" in state.board.features[place]
