"""The support markers that are not drawn: where they stand in the scenario, and which they are."""

from fmbook.core.cache import per_board
from fmbook.core.state import State

__all__ = ["of_kind", "special_ones"]


def special_ones(state: State, side: int, kind: str) -> list[int]:
    """Give the special markers of a side and a kind, as the scenario lists them."""
    support, kit = state.kit.data["form"].support, state.kit
    listed = support.special if support else ()
    return [
        kit.marker_numbers[special.name]
        for special in listed
        if special.kind == kind and special.side == kit.sides[side]
        for _ in range(special.count)
    ]


@per_board
def of_kind(state: State, kind: str) -> frozenset[int]:
    """Return the markers of a kind."""
    return frozenset(number for number, marker in enumerate(state.kit.markers) if marker.special == kind)
