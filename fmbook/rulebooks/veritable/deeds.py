"""Orders that only Veritable knows: the action sequence, the marker of the boats, reserves asked for."""

from dataclasses import dataclass

from fmbook.orders import Order

__all__ = ["Attach", "FightFirst", "MoveFirst", "Request"]


@dataclass(frozen=True, slots=True, repr=False)
class MoveFirst(Order):
    """Move, then fight, in this player turn."""

    verb, takes, speaks = "move-first", (), "Moving before fighting"


@dataclass(frozen=True, slots=True, repr=False)
class FightFirst(Order):
    """Fight, then move, in this player turn."""

    verb, takes, speaks = "fight-first", (), "Fighting before moving"


@dataclass(frozen=True, slots=True, repr=False)
class Request(Order):
    """Ask the Führer for a unit of the reserve."""

    verb, takes, speaks = "request", ("unit",), "Asking for {unit}"
    unit: str


@dataclass(frozen=True, slots=True, repr=False)
class Attach(Order):
    """Give a brigade the amphibious vehicles."""

    verb, takes, speaks = "attach", ("unit",), "Giving the amphibious vehicles to {unit}"
    unit: str
