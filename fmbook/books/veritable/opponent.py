"""What orders of this game are worth to an opponent, in hundredths of its army. All figures are ours."""

from collections.abc import Callable, Mapping
from typing import Final

from fmbook.books.veritable.combat import strikes
from fmbook.books.veritable.facts import HOST
from fmbook.books.veritable.ground import line_through, on_road_line
from fmbook.books.veritable.orders import FightFirst, Request
from fmbook.books.veritable.sequence import ALLIED, GERMAN, RESERVE
from fmbook.books.veritable.victory import HALF, halves_of, level_at
from fmbook.core.cache import per_state
from fmbook.core.orders import Enter, Leave, Order
from fmbook.core.state import State
from fmbook.engine.matters import MERIT, OBJECTIVES, PRICE, SCORE
from fmbook.engine.rulebook import advises

__all__: list[str] = []

POINT: Final = 6.0  # a victory point
FIGHT: Final = 7.0  # what a unit may still do in each turn that is left
SOON: Final = 0.5  # what had better be done than not
WAIT: Final = 3  # an Allied reserve waits until so many turns are left
READY: Final = 3  # every so-manyth unit must stand next to the enemy for a fight before the march


@advises("veritable:opponent/objectives", OBJECTIVES)
def what_to_fight_for(state: State, side: int) -> Mapping[int, float]:
    """Say for opponents what ground is worth to a side, in hundredths of its army."""
    goal, having = state.setup.data["goal"], state.board.having
    if goal.get("kind") == "hold":
        return dict.fromkeys(map(state.board.at, goal["hexes"]), 60 / len(goal["hexes"]))
    weights = dict.fromkeys(having("cleve") | having("goch"), 10.0)
    return weights | dict.fromkeys(having("east_road"), 6.0)


@advises("veritable:opponent/merits", MERIT)
def what_an_order_is_worth(state: State, order: Order) -> float | None:
    """Say for opponents what reserves, the way off the map and the course of a turn are worth."""
    weigh = WEIGHED.get(type(order))
    return weigh(state, order) if weigh else None


@advises("veritable:opponent/score", SCORE)
def what_the_points_are_worth(state: State, side: int) -> float:
    """Say for opponents what a side leads by in victory points, as things stand."""
    if state.setup.data["goal"].get("kind") == "hold":
        return 0.0
    lead = POINT * halves_of(state) / HALF
    return lead if side == ALLIED else -lead


@advises("veritable:opponent/price", PRICE)
def what_a_reserve_costs(state: State, order: Order) -> str:
    """Say for advice what an order costs at once in victory points: only reserves do."""
    if state.setup.data["goal"].get("kind") == "hold" or not isinstance(order, Enter | Request):
        return ""
    if RESERVE not in state.setup.unit(order.names[0]).traits:
        return ""
    if state.side == GERMAN:
        return f"Once {order.names[0]} is called, the Allies have one victory point more."
    return "Held back, it is worth two victory points if open roads join both edges in the end; called, none."


def _leave(state: State, order: Order) -> float:
    """Off the map a unit is worth a point, but without a road behind it it costs half a one, and never fights again."""
    supplied = state.board.at(order.names[1]) in on_road_line(state, afloat=order.names[0] == HOST.of(state))
    return POINT - FIGHT * _turns_left(state) if supplied else -POINT


def _turns_left(state: State) -> int:
    return state.setup.turns - state.turn


def _enter(state: State, order: Order) -> float | None:
    """A reserve that is worth its price goes where it serves best; any other stays where it is."""
    return None if _is_worth_its_price(state) else -POINT


def _request(state: State, order: Order) -> float:
    return SOON if _is_worth_its_price(state) else -POINT


@per_state
def _is_worth_its_price(state: State) -> bool:
    """A German reserve must not cost the game as it stands; an Allied one comes half-way, where no road is open.

    Held back it is worth two points, if in the end a road leads east. Called at once, as it was before, it won no more
    games of the printed set-up, and far fewer where both sides set up.
    """
    if state.side == GERMAN:
        halves = halves_of(state)
        return level_at(halves + HALF) == level_at(halves)
    return _turns_left(state) == WAIT and not line_through(state)


def _fight_first(state: State, order: Order) -> float:
    """To fight first is worth its shift where enough units stand next to the enemy already."""
    enemy = state.forces[1 - state.side].places
    fighters = [unit.number for unit in state.units(state.on_map(state.side)) if unit.attack]
    ready = sum(not enemy.isdisjoint(strikes(state, unit)) for unit in fighters)
    return SOON if READY * ready > len(fighters) else -SOON


WEIGHED: Final[dict[type[Order], Callable[[State, Order], float | None]]] = {
    Leave: _leave, Enter: _enter, Request: _request, FightFirst: _fight_first,
}  # fmt: skip
