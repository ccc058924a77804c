"""Orders that only rule 41 knows: bridges, ice, floods, canals, ships and their cargo, and answers to questions."""

from msgspec import Struct

from fmbook.core.orders import Order

__all__ = [
    "Build",
    "CallOff",
    "CloseCanal",
    "Demolish",
    "Disembark",
    "Drop",
    "Flood",
    "FloodMassively",
    "LetBe",
    "Overrun",
    "Pay",
    "PressOn",
    "ReopenCanal",
    "Repair",
    "Say",
    "Train",
]  # fmt: skip


class Say(Order, Struct, frozen=True, gc=False):
    """Answer a question."""

    verb, takes, speaks = "say", ("marker",), "Answering {marker}"
    answer: str


class Overrun(Order, Struct, frozen=True, gc=False):
    """March a unit into a hex and over the enemy in it."""

    verb, takes, speaks = "overrun", ("unit", "hex"), "Overrunning {to} with {unit}"
    unit: str
    to: str


class Train(Order, Struct, frozen=True, gc=False):
    """Move a unit by rail."""

    verb, takes, speaks = "train", ("unit", "hex"), "Taking {unit} by rail to {to}"
    unit: str
    to: str


class Demolish(Order, Struct, frozen=True, gc=False):
    """Blow the bridge that leads from a unit's hex to another."""

    verb, takes, speaks, aimed = "demolish", ("unit", "hex"), "Blowing the bridge to {to} with {unit}", True
    unit: str
    to: str


class Repair(Order, Struct, frozen=True, gc=False):
    """Make a blown bridge good."""

    verb, takes, speaks, aimed = "repair", ("unit", "hex"), "Mending the bridge to {to} with {unit}", True
    unit: str
    to: str


class Build(Order, Struct, frozen=True, gc=False):
    """Build a temporary airfield where a unit stands."""

    verb, takes, speaks, aimed = "build", ("unit", "hex"), "Building an airfield in {to} with {unit}", True
    unit: str
    hex: str


class Drop(Order, Struct, frozen=True, gc=False):
    """Drop an airborne unit."""

    verb, takes, speaks = "drop", ("unit", "hex"), "Dropping {unit} on {to}"
    unit: str
    to: str


class Disembark(Order, Struct, frozen=True, gc=False):
    """Put a unit that is aboard ship ashore."""

    verb, takes, speaks = "disembark", ("unit", "hex"), "Putting {unit} ashore at {to}"
    unit: str
    to: str


class Flood(Order, Struct, frozen=True, gc=False):
    """Try to flood the hex that is attacked."""

    verb, takes, speaks = "flood", (), "Trying to flood the hex"
    in_full = True


class FloodMassively(Order, Struct, frozen=True, gc=False):
    """Try to flood the hex that is attacked for good."""

    verb, takes, speaks = "flood-massively", (), "Trying to flood the hex for good"
    in_full = True


class LetBe(Order, Struct, frozen=True, gc=False):
    """Leave the sluices shut."""

    verb, takes, speaks = "let-be", (), "Leaving the sluices shut"
    in_full = True


class CallOff(Order, Struct, frozen=True, gc=False):
    """Call the attack on a flooded hex off."""

    verb, takes, speaks = "call-off", (), "Calling the attack off"
    in_full = True


class PressOn(Order, Struct, frozen=True, gc=False):
    """Attack the flooded hex all the same."""

    verb, takes, speaks = "press-on", (), "Attacking all the same"
    in_full = True


class Pay(Order, Struct, frozen=True, gc=False):
    """Pay relief out of one nation's pool."""

    verb, takes, speaks = "pay", ("marker",), "Paying relief out of the {marker} pool"
    in_full = True
    pool: str


class CloseCanal(Order, Struct, frozen=True, gc=False):
    """Close the canal for a time."""

    verb, takes, speaks = "close-canal", (), "Closing the canal for a time"
    in_full = True


class ReopenCanal(Order, Struct, frozen=True, gc=False):
    """Open the canal again."""

    verb, takes, speaks = "reopen-canal", (), "Opening the canal again"
    in_full = True
