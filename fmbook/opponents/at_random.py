"""The opponent without a plan: any legal order is as good as another. It finds dead ends that no player would."""

from random import Random

from fmbook.core.orders import EndPhase, Order
from fmbook.engine.legality import legal, movers
from fmbook.play.positions import Position

__all__ = ["at_random"]

PATIENCE = 0.1
"""How often a drawn “end the phase” is meant: without patience most units would never be ordered."""


def at_random(seen: Position, chance: Random) -> Order:
    """Draw a unit and then one of its orders, or an order without a unit."""
    state = seen.state
    units = movers(state)
    while units:
        unit = units.pop(chance.randrange(len(units)))
        orders = legal(state, unit)
        if orders and chance.random() > 0.05:
            return chance.choice(orders)
    orders = legal(state)
    drawn = chance.choice(orders)
    if isinstance(drawn, EndPhase) and len(orders) > 1 and chance.random() > PATIENCE:
        return chance.choice(orders)
    return drawn
