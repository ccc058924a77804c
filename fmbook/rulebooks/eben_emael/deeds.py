"""Orders and events that only Eben-Emael knows: fire, charges, men who come out of the galleries, special actions."""

from dataclasses import dataclass
from typing import ClassVar

from fmbook.events import BattleOpened, Entered, Event, Joined, Placed, StepLost, Withheld
from fmbook.orders import Order
from fmbook.state import State

__all__ = [
    "Blow",
    "CameDown",
    "CameOut",
    "CameUp",
    "ChargeLaid",
    "Equip",
    "FallBack",
    "Fire",
    "Flame",
    "Garrison",
    "Keep",
    "LaidBy",
    "MenLost",
    "Sally",
    "Strike",
    "Use",
    "WentBelow",
    "WentIn",
]


@dataclass(frozen=True, slots=True, repr=False)
class Fire(Order):
    """Fire a machine gun, a gun or a mortar into a sector."""

    verb, takes, speaks = "fire", ("unit", "hex"), "Firing {unit} into {to}"
    unit: str
    target: str


@dataclass(frozen=True, slots=True, repr=False)
class Strike(Order):
    """Aim aircraft, or guns that no counter shows, at a sector."""

    verb, takes, speaks = "strike", ("hex",), "Striking {to}"
    target: str


@dataclass(frozen=True, slots=True, repr=False)
class Blow(Order):
    """Spend a shaped charge on a work."""

    verb, takes, speaks = "blow", ("unit", "hex"), "Blowing up the work at {to} with a charge of {unit}"
    unit: str
    target: str


@dataclass(frozen=True, slots=True, repr=False)
class Sally(Order):
    """Let men come out of the galleries."""

    verb, takes, speaks = "sally", ("unit", "hex"), "Letting {unit} come out at {to}"
    unit: str
    to: str


@dataclass(frozen=True, slots=True, repr=False)
class Garrison(Order):
    """Let a unit go into the work of its sector."""

    verb, takes, speaks = "garrison", ("unit",), "Manning the work with {unit}"
    unit: str


@dataclass(frozen=True, slots=True, repr=False)
class Use(Order):
    """Play a special action."""

    verb, takes, speaks = "use", ("marker",), "Using {marker}"
    marker: str


@dataclass(frozen=True, slots=True, repr=False)
class Equip(Order):
    """Give what was dropped to a squad."""

    verb, takes, speaks = "equip", ("unit",), "Equipping {unit}"
    unit: str


@dataclass(frozen=True, slots=True, repr=False)
class Flame(Order):
    """Let an attacking squad use its flamethrower."""

    verb, takes, speaks = "flame", ("unit",), "Using the flamethrower of {unit}"
    unit: str


@dataclass(frozen=True, slots=True, repr=False)
class FallBack(Order):
    """Give up the sector that is attacked."""

    verb, takes, speaks = "fall-back", ("hex",), "Falling back to {to}"
    to: str


@dataclass(frozen=True, slots=True, repr=False)
class Keep(Order):
    """Keep the sector that is attacked, and take the whole loss."""

    verb, takes, speaks = "keep", (), "Keeping the sector"


@dataclass(frozen=True, slots=True)
class MenLost(StepLost):
    """A unit loses so many men."""

    def __str__(self) -> str:
        return f"{self.unit} loses {self.count} {'man' if self.count == 1 else 'men'}."


@dataclass(frozen=True, slots=True)
class CameDown(Placed):
    """A glider comes down."""

    def __str__(self) -> str:
        return f"The glider of {self.unit} comes in to land at {self.to}."


@dataclass(frozen=True, slots=True)
class CameUp(Entered):
    """Men come out of a work."""

    def __str__(self) -> str:
        return f"{self.unit} comes out at {self.to}."


@dataclass(frozen=True, slots=True)
class WentBelow(Withheld):
    """Men go down into the galleries."""

    def __str__(self) -> str:
        return f"{self.unit} goes below."


class ChargeLaid(BattleOpened, frozen=True):
    """A charge is laid at a work, which machine guns meet like an attack."""

    def __str__(self) -> str:
        return f"A charge is brought up to the work at {self.target}."


class LaidBy(Joined, frozen=True):
    """A squad brings a charge up."""

    def __str__(self) -> str:
        return f"{self.unit} lays it."


@dataclass(frozen=True, slots=True)
class CameOut(Event):
    """A group has come out at a door in this phase."""

    place: int
    silent: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        return state.but(struck=state.struck | {("sally", self.place)})


@dataclass(frozen=True, slots=True)
class WentIn(Event):
    """A unit goes into a work, which is its move."""

    unit: int
    silent: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        return state.but(spent=state.spent | {self.unit})
