"""Which buttons lie at the other end of their row: those that end what the others do."""

from collections.abc import Iterable

from fmbook.core.orders import EndPhase, HoldFire, Order, Support
from fmbook.widgets.desk import scene as seeing
from fmbook.widgets.desk.clicks import ending

__all__ = ["apart"]


def apart(choice: seeing.Choice) -> tuple[str, ...]:
    """Name the buttons that end what the others do: they have a place of their own, wherever the others come and go."""
    found, position = choice.chooser.buttons, choice.chooser.position
    if choice.leaving:  # a second press, which is no double click, is a yes
        return seeing.NOT_YET, seeing.all_the_same(position)
    held = [order for order in found if isinstance(order, HoldFire)] if _adds_support(found) else []
    ends = [ending(position)] if EndPhase() in found else []
    return (
        *ends,
        *(seeing.button_label(position, order) for order in held),
        *([seeing.HOLD_AND_THROW] if held else []),
    )


def _adds_support(orders: Iterable[Order]) -> bool:
    return any(isinstance(order, Support) for order in orders)
