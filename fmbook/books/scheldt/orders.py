"""Orders and events that only the Scheldt knows: landings, and markers that are not drawn."""

from typing import ClassVar

from msgspec import Struct

from fmbook.core.events import Event
from fmbook.core.orders import Order
from fmbook.core.state import State

__all__ = ["LaidReady", "Land", "Landed"]


class Land(Order, Struct, frozen=True, gc=False):
    """Bring a unit ashore in an assault boat."""

    verb, takes, speaks = "land", ("unit", "hex"), "Landing {unit} at {to}"
    unit: str
    to: str


class Landed(Event, Struct, frozen=True, gc=False):
    """A unit comes ashore at full strength and moves no further in this phase."""

    unit: str
    to: str

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        setup = state.setup
        number = setup.unit_numbers[self.unit]
        ashore = state.with_unit(number, setup.board.at(self.to)).with_steps(number, setup.units[number].steps)
        return ashore.but(spent=state.spent | {number})

    def __str__(self) -> str:
        return f"{self.unit} comes ashore at {self.to}, under an Assault Boat marker."


class LaidReady(Event, Struct, frozen=True, gc=False):
    """A side has markers at hand that it did not draw."""

    side: int
    markers: tuple[int, ...]
    silent: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        hands = list(state.hands)
        hands[self.side] = (*hands[self.side], *self.markers)
        return state.but(hands=tuple(hands))
