"""Orders that only rule 41 knows: bridges, ice, floods, canals, ships and their cargo, and answers to questions."""

from dataclasses import dataclass

from fmbook.orders import Order

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


@dataclass(frozen=True, slots=True, repr=False)
class Say(Order):
    """Answer a question."""

    verb, takes, speaks = "say", ("marker",), "Answering {marker}"
    answer: str


@dataclass(frozen=True, slots=True, repr=False)
class Overrun(Order):
    """March a unit into a hex and over the enemy in it."""

    verb, takes, speaks = "overrun", ("unit", "hex"), "Overrunning {to} with {unit}"
    unit: str
    to: str


@dataclass(frozen=True, slots=True, repr=False)
class Train(Order):
    """Move a unit by rail."""

    verb, takes, speaks = "train", ("unit", "hex"), "Taking {unit} by rail to {to}"
    unit: str
    to: str


@dataclass(frozen=True, slots=True, repr=False)
class Demolish(Order):
    """Blow the bridge that leads from a unit's hex to another."""

    verb, takes, speaks = "demolish", ("unit", "hex"), "Blowing the bridge to {to} with {unit}"
    unit: str
    to: str


@dataclass(frozen=True, slots=True, repr=False)
class Repair(Order):
    """Make a blown bridge good."""

    verb, takes, speaks = "repair", ("unit", "hex"), "Mending the bridge to {to} with {unit}"
    unit: str
    to: str


@dataclass(frozen=True, slots=True, repr=False)
class Build(Order):
    """Build a temporary airfield where a unit stands."""

    verb, takes, speaks = "build", ("unit", "hex"), "Building an airfield in {to} with {unit}"
    unit: str
    hex: str


@dataclass(frozen=True, slots=True, repr=False)
class Drop(Order):
    """Drop an airborne unit."""

    verb, takes, speaks = "drop", ("unit", "hex"), "Dropping {unit} on {to}"
    unit: str
    to: str


@dataclass(frozen=True, slots=True, repr=False)
class Disembark(Order):
    """Put a unit that is aboard ship ashore."""

    verb, takes, speaks = "disembark", ("unit", "hex"), "Putting {unit} ashore at {to}"
    unit: str
    to: str


@dataclass(frozen=True, slots=True, repr=False)
class Flood(Order):
    """Try to flood the hex that is attacked."""

    verb, takes, speaks = "flood", (), "Trying to flood the hex"


@dataclass(frozen=True, slots=True, repr=False)
class FloodMassively(Order):
    """Try to flood the hex that is attacked for good."""

    verb, takes, speaks = "flood-massively", (), "Trying to flood the hex for good"


@dataclass(frozen=True, slots=True, repr=False)
class LetBe(Order):
    """Leave the sluices shut."""

    verb, takes, speaks = "let-be", (), "Leaving the sluices shut"


@dataclass(frozen=True, slots=True, repr=False)
class CallOff(Order):
    """Call the attack on a flooded hex off."""

    verb, takes, speaks = "call-off", (), "Calling the attack off"


@dataclass(frozen=True, slots=True, repr=False)
class PressOn(Order):
    """Attack the flooded hex all the same."""

    verb, takes, speaks = "press-on", (), "Attacking all the same"


@dataclass(frozen=True, slots=True, repr=False)
class Pay(Order):
    """Pay relief out of one nation's pool."""

    verb, takes, speaks = "pay", ("marker",), "Paying relief out of the {marker} pool"
    pool: str


@dataclass(frozen=True, slots=True, repr=False)
class CloseCanal(Order):
    """Close the canal for a time."""

    verb, takes, speaks = "close-canal", (), "Closing the canal for a time"


@dataclass(frozen=True, slots=True, repr=False)
class ReopenCanal(Order):
    """Open the canal again."""

    verb, takes, speaks = "reopen-canal", (), "Opening the canal again"
