"""Orders and events that only Eben-Emael knows: fire, charges, men who come out of the galleries, special actions."""

from typing import ClassVar

from msgspec import Struct

from fmbook.core.events import BattleOpened, Entered, Event, Joined, Placed, StepLost, Withheld
from fmbook.core.orders import Order
from fmbook.core.state import State

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


class Fire(Order, Struct, frozen=True, gc=False):
    """Fire a machine gun, a gun or a mortar into a sector."""

    verb, takes, speaks, aimed = "fire", ("unit", "hex"), "Firing {unit} into {to}", True
    weigh = "where does the shot cost most? Many men in the open lose more than a few behind cover."
    unit: str
    target: str


class Strike(Order, Struct, frozen=True, gc=False):
    """Aim aircraft, or guns that no counter shows, at a sector."""

    verb, takes, speaks = "strike", ("hex",), "Striking {to}"
    target: str


class Blow(Order, Struct, frozen=True, gc=False):
    """Spend a shaped charge on a work."""

    verb, takes, speaks, aimed = "blow", ("unit", "hex"), "Blowing up the work at {to} with a charge of {unit}", True
    weigh = "which work counts? One that still fires at you, or one that is worth a point."
    unit: str
    target: str


class Sally(Order, Struct, frozen=True, gc=False):
    """Let men come out of the galleries."""

    verb, takes, speaks = "sally", ("unit", "hex"), "Letting {unit} come out at {to}"
    weigh = "what can they reach from that door before they are shot at?"
    unit: str
    to: str


class Garrison(Order, Struct, frozen=True, gc=False):
    """Let a unit go into the work of its sector."""

    verb, takes, speaks = "garrison", ("unit",), "Manning the work with {unit}"
    unit: str


class Use(Order, Struct, frozen=True, gc=False):
    """Play a special action."""

    verb, takes, speaks = "use", ("marker",), "Using {marker}"
    marker: str


class Equip(Order, Struct, frozen=True, gc=False):
    """Return what was dropped to a squad."""

    verb, takes, speaks = "equip", ("unit",), "Equipping {unit}"
    unit: str


class Flame(Order, Struct, frozen=True, gc=False):
    """Let an attacking squad use its flamethrower."""

    verb, takes, speaks = "flame", ("unit",), "Using the flamethrower of {unit}"
    unit: str


class FallBack(Order, Struct, frozen=True, gc=False):
    """Give up the sector that is attacked."""

    verb, takes, speaks = "fall-back", ("hex",), "Falling back to {to}"
    weigh = "what is worth more here, the men or the sector?"
    in_full = True
    to: str


class Keep(Order, Struct, frozen=True, gc=False):
    """Keep the sector that is attacked, and take the whole loss."""

    verb, takes, speaks = "keep", (), "Keeping the sector"
    in_full, lasting = True, "Keep every sector"


class MenLost(StepLost, frozen=True, gc=False):
    """A unit loses so many men."""

    noun = "men"

    def __str__(self) -> str:
        return f"{self.unit} loses {self.count} {'man' if self.count == 1 else 'men'}."


class CameDown(Placed, frozen=True, gc=False):
    """A glider comes down."""

    def __str__(self) -> str:
        return f"The glider of {self.unit} comes in to land at {self.to}."


class CameUp(Entered, frozen=True, gc=False):
    """Men come out of a work."""

    has = "came out"

    def __str__(self) -> str:
        return f"{self.unit} comes out at {self.to}."


class WentBelow(Withheld, frozen=True, gc=False):
    """Men go down into the galleries."""

    def __str__(self) -> str:
        return f"{self.unit} goes below."


class ChargeLaid(BattleOpened, frozen=True, gc=False):
    """A charge is laid at a work, which machine guns meet like an attack."""

    def __str__(self) -> str:
        return f"A charge is brought up to the work at {self.target}."


class LaidBy(Joined, frozen=True, gc=False):
    """A squad brings a charge up."""

    def __str__(self) -> str:
        return f"{self.unit} lays it."


class CameOut(Event, Struct, frozen=True, gc=False):
    """A group has come out at a door in this phase."""

    place: int
    silent: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        return state.but(struck=state.struck | {("sally", self.place)})


class WentIn(Event, Struct, frozen=True, gc=False):
    """A unit goes into a work, which is its move."""

    unit: int
    silent: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        """Make the state that follows."""
        return state.but(spent=state.spent | {self.unit})
