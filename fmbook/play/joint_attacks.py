"""An attack by all who can join it: the orders that it takes, so that one press may give them all."""

from fmbook.core.dice import Chance
from fmbook.core.errors import FmbookError
from fmbook.core.orders import Attack, Join, Order, Ready
from fmbook.core.state import State
from fmbook.engine.legality import allows, question
from fmbook.engine.resolution import perform

__all__ = ["attackers_after", "joint_attack"]


def joint_attack(state: State, attack: Attack) -> tuple[Order, ...]:
    """Return the orders for an attack with all who can join; only the attack itself, where nobody is asked.

    >>> import fmbook as fm
    >>> game = fm.new_game("drill", "flank")
    >>> for said in ("move B2 0403", "end-phase"):
    ...     _ = game.do(said)
    >>> joint_attack(game.state, Attack("0404"))
    (Attack('0404'), Join('B1'), Join('B2'))
    """
    found: list[Order] = [attack]
    try:
        after = _given(state, attack)
        if Join not in question(after).offers or after.side != state.side:
            return (attack,)
        for unit in after.setup.units:
            if after.asks and _may(after, state.side, join := Join(unit.id)):
                found.append(join)
                after = _given(after, join)
        if after.asks and _may(after, state.side, Ready()):
            found.append(Ready())
    except FmbookError:  # a die is thrown on the way: what comes after it nobody knows
        return (attack,)
    return tuple(found)


def attackers_after(state: State, orders: tuple[Order, ...]) -> tuple[str, ...]:
    """Name the units that attack once these orders were given, but for a last one that ends the joining."""
    for order in orders:
        if not isinstance(order, Ready):
            state = _given(state, order)
    units = state.setup.units
    return tuple(units[number].id for number in sorted(state.battle.attackers)) if state.battle else ()


def _may(state: State, side: int, order: Order) -> bool:
    return state.side == side and allows(state, order)


def _given(state: State, order: Order) -> State:
    return perform(state, order, Chance(0, said=()), [])
