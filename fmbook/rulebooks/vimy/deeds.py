"""Orders and events that only Vimy knows: shells, aircraft, battalions that return."""

from dataclasses import dataclass
from typing import ClassVar

from fmbook.events import Event
from fmbook.orders import Order
from fmbook.state import State

__all__ = ["Fly", "ReturnDepleted", "ReturnFull", "Returned", "Shell", "Struck"]


@dataclass(frozen=True, slots=True, repr=False)
class Shell(Order):
    """Lay a bombardment marker on an enemy unit."""

    verb, takes, speaks = "shell", ("unit",), "Laying a bombardment marker on {unit}"
    unit: str


@dataclass(frozen=True, slots=True, repr=False)
class Fly(Order):
    """Send an aircraft over a hex."""

    verb, takes, speaks = "fly", ("hex",), "Sending an aircraft over {to}"
    hex: str


@dataclass(frozen=True, slots=True, repr=False)
class ReturnFull(Order):
    """Bring an eliminated unit back at full strength, for two replacements."""

    verb, takes, speaks = "return-full", ("unit", "hex"), "Returning {unit} at full strength to {to}"
    unit: str
    to: str


@dataclass(frozen=True, slots=True, repr=False)
class ReturnDepleted(Order):
    """Bring an eliminated unit back depleted, for one replacement."""

    verb, takes, speaks = "return-depleted", ("unit", "hex"), "Returning {unit} depleted to {to}"
    unit: str
    to: str


@dataclass(frozen=True, slots=True)
class Struck(Event):
    """A division has had its attack on a hex in this phase."""

    division: str
    place: int
    silent: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        return state.but(struck=state.struck | {(self.division, self.place)})


@dataclass(frozen=True, slots=True)
class Returned(Event):
    """An eliminated unit comes back as a replacement."""

    unit: str
    to: str
    steps: int

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        number = state.kit.unit_numbers[self.unit]
        back = state.with_unit(number, state.board.at(self.to)).with_steps(number, self.steps)
        return back.but(spent=state.spent | {number})

    def __str__(self) -> str:
        return f"{self.unit} returns to {self.to} {'at full strength' if self.steps > 1 else 'depleted'}."
