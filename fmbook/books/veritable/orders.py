"""Orders that only Veritable knows: the action sequence, the marker of the boats, reserves asked for."""

from msgspec import Struct

from fmbook.core.orders import Order

__all__ = ["Attach", "FightFirst", "MoveFirst", "Request"]


class MoveFirst(Order, Struct, frozen=True, gc=False):
    """Move, then fight, in this player turn."""

    verb, takes, speaks = "move-first", (), "Moving before fighting"


class FightFirst(Order, Struct, frozen=True, gc=False):
    """Fight, then move, in this player turn."""

    verb, takes, speaks = "fight-first", (), "Fighting before moving"


class Request(Order, Struct, frozen=True, gc=False):
    """Ask the Führer for a unit of the reserve."""

    verb, takes, speaks = "request", ("unit",), "Asking for {unit}"
    unit: str


class Attach(Order, Struct, frozen=True, gc=False):
    """Give a brigade the amphibious vehicles."""

    verb, takes, speaks = "attach", ("unit",), "Giving the amphibious vehicles to {unit}"
    unit: str
