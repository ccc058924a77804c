"""Sections 14 and 16: support markers that are not drawn, where they stand in the scenario, which they are."""

from fmbook.core.cache import per_board
from fmbook.core.state import State

__all__ = ["of_kind", "special_ones"]


def special_ones(state: State, side: int, kind: str) -> list[int]:
    """Return the special markers of a side and a kind, as the scenario lists them."""
    support, setup = state.setup.data["form"].support, state.setup
    listed = support.special if support else ()
    return [
        setup.marker_numbers[special.name]
        for special in listed
        if special.kind == kind and special.side == setup.sides[side]
        for _ in range(special.count)
    ]


@per_board
def of_kind(state: State, kind: str) -> frozenset[int]:
    """Return the markers of a kind."""
    return frozenset(number for number, marker in enumerate(state.setup.markers) if marker.special == kind)
