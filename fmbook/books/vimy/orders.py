"""Orders and events that only Vimy knows: shells, aircraft, battalions that return."""

from typing import ClassVar

from msgspec import Struct

from fmbook.core.events import Event
from fmbook.core.orders import Order
from fmbook.core.state import State

__all__ = ["Fly", "ReturnDepleted", "ReturnFull", "Returned", "Shell", "Struck"]


class Shell(Order, Struct, frozen=True, gc=False):
    """Lay a bombardment marker on an enemy unit."""

    verb, takes, speaks = "shell", ("unit",), "Laying a bombardment marker on {unit}"
    weigh = "whom will you attack in this turn? A hit counts most on a unit that then meets your attack weakened."
    unit: str


class Fly(Order, Struct, frozen=True, gc=False):
    """Send an aircraft over a hex."""

    verb, takes, speaks = "fly", ("hex",), "Sending an aircraft over {to}"
    hex: str


class ReturnFull(Order, Struct, frozen=True, gc=False):
    """Bring an eliminated unit back at full strength, for two replacements."""

    verb, takes, speaks = "return-full", ("unit", "hex"), "Returning {unit} at full strength to {to}"
    unit: str
    to: str


class ReturnDepleted(Order, Struct, frozen=True, gc=False):
    """Bring an eliminated unit back depleted, for one replacement."""

    verb, takes, speaks = "return-depleted", ("unit", "hex"), "Returning {unit} depleted to {to}"
    unit: str
    to: str


class Struck(Event, Struct, frozen=True, gc=False):
    """A division has had its attack on a hex in this phase."""

    division: str
    place: int
    silent: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        return state.but(struck=state.struck | {(self.division, self.place)})


class Returned(Event, Struct, frozen=True, gc=False):
    """An eliminated unit comes back as a replacement."""

    unit: str
    to: str
    steps: int

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        number = state.setup.unit_numbers[self.unit]
        back = state.with_unit(number, state.board.at(self.to)).with_steps(number, self.steps)
        return back.but(spent=state.spent | {number})

    def __str__(self) -> str:
        return f"{self.unit} returns to {self.to} {'at full strength' if self.steps > 1 else 'depleted'}."
