"""What orders of this game are worth to an opponent, in hundredths of its army. All figures are ours."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from math import fsum
from typing import Final

from fmbook.books.eben_emael.facts import DESTROYED, RAID
from fmbook.books.eben_emael.figures import divisor, figures
from fmbook.books.eben_emael.fire import cost_of, fire_chances, fire_cost, guns_that_reach
from fmbook.books.eben_emael.fort import (
    BELGIAN,
    GERMAN,
    charges,
    held,
    manned,
    men_at,
    near,
    shut,
    soldiers_at,
    weapons_at,
)
from fmbook.books.eben_emael.orders import Blow, Equip, FallBack, Fire, Flame, Garrison, Strike, Use
from fmbook.books.eben_emael.victory import controlled, points
from fmbook.books.eben_emael.works import exits
from fmbook.core.orders import Move, Order
from fmbook.core.state import State, Unit
from fmbook.engine.matters import MERIT, OBJECTIVES
from fmbook.engine.rulebook import advises
from fmbook.mechanics.odds import Chances, certain, table_chances

__all__: list[str] = []

POINT: Final = 4.0  # a victory point
DOOR: Final = 7.0  # a door that nobody comes out of any more
WEAPON: Final = 0.6  # a weapon that does not fire any more,
SHOTS: Final = 5  # or what it would cost in so many turns, if it has hands
GUARD: Final = 4.0  # an open door with Germans on top, by which few come out
MAN: Final = (1.1, 0.08)  # a soldier, by side
SOON: Final = 0.5  # what had better be done than not
SHARED: Final = 0.15  # what a sector is worth to a second squad, as a part
COVER: Final = 0.5  # each part by which ground divides an attack
TROUBLE: Final = 0.1  # a march for less is not worth it
CLEAR: Final = 13  # points with which a German ends the game if possible


@advises("eben_emael:opponent/objectives", OBJECTIVES)
def works_are_fought_for(state: State, side: int) -> Mapping[int, float]:
    """Say for opponents what each work is worth: its share of all points, while it is not the other side's for good."""
    printed = state.board.numbers.get("vp", {})
    gone = DESTROYED.of(state)
    return {place: 100 * worth / sum(printed.values()) for place, worth in printed.items() if place not in gone}


@advises("eben_emael:opponent/merits", MERIT)
def what_an_order_is_worth(state: State, order: Order) -> float | None:
    """Say for opponents what fire, charges and special actions are worth; other orders they weigh by themselves."""
    weigh = WEIGHED.get(type(order))
    return weigh(state, order) if weigh else None


def _place(state: State, order: Order) -> int:
    return state.board.at(order.names[-1])


def _hurt(state: State, place: int, side: int, losses: Iterable[tuple[int, float]]) -> float:
    """Return what losses in a sector are worth to the enemy of a side: weapons first, then men."""
    weapons = len(weapons_at(state, place)) if side == BELGIAN else 0
    men = men_at(state, place, side)
    return fsum(
        share * (WEAPON * min(lost, weapons) + MAN[side] * min(max(lost - weapons, 0), men)) for lost, share in losses
    )


def _fire(state: State, order: Order) -> float:
    unit, place = state.setup.unit(order.names[0]), _place(state, order)
    losses = ((lost, float(share)) for lost, share in fire_chances(state, unit, place).items())
    return 0.01 + _hurt(state, place, 1 - unit.side, losses)


def _strike(state: State, order: Order) -> float:
    place, ask = _place(state, order), state.ask
    if ask and ask.what == "canal":
        return float(len(soldiers_at(state, place, GERMAN)) - len(soldiers_at(state, place, BELGIAN)))
    table = state.setup.tables["artillery"]
    column, by = table.column(_strength(state)), divisor(state, place)
    losses = ((cost_of(result, by), float(share)) for result, share in table_chances(table, column).items())
    return 0.01 + _hurt(state, place, 1 - state.side, losses)


def _strength(state: State) -> int:
    """Return the strength of what strikes now: a special action, the aircraft before the landing, or a battery."""
    if state.ask and state.ask.what == "strike":
        return state.ask.count
    raid: int = RAID.of(state)
    return raid if state.phase.kind == "first raid" else figures().artillery.strength


def _blow(state: State, order: Order) -> float:
    place = _place(state, order)
    worth = POINT * state.board.number("vp", place) + DOOR * (place in exits(state))
    unit = state.setup.unit(order.names[0])
    alive, lost = _under_fire(state, unit)
    bursts = sum(min(total - 1, 13 - total) for total in range(figures().charge.least, 13)) / 36
    return alive * bursts * (worth + _silence(state, place)) - MAN[GERMAN] * lost


def _silence(state: State, place: int) -> float:
    """Say what it is worth that the weapons of a work do not fire any more: above all those that have hands."""
    weapons, men = state.units(weapons_at(state, place)), place in manned(state)
    turns = min(state.setup.turns - state.turn + 1, SHOTS) if men else 0
    hurt = fsum(fire_cost(state, unit, place) for unit in weapons if "optional" not in unit.traits)
    return max(WEAPON * len(weapons), MAN[GERMAN] * turns * hurt)


def _under_fire(state: State, unit: Unit) -> tuple[float, float]:
    """Tell how likely a squad lives through the machine guns that reach it, and how many men they cost it."""
    here, men = state.where[unit.number], state.steps[unit.number]
    left = certain(men)
    for gun in guns_that_reach(state, here):
        hit = fire_chances(state, state.setup.units[gun], here)
        left = left.then(partial(_fewer, hit))
    shares = {now: float(share) for now, share in left.items()}
    return 1 - shares.get(0, 0.0), sum((men - now) * share for now, share in shares.items())


def _fewer(hit: Chances[int], men: int) -> Chances[int]:
    return hit.map(lambda lost: max(men - lost, 0))


def _use(state: State, order: Order) -> float:
    name = order.names[0]
    if name == "tunnels":
        return SOON if points(state) >= CLEAR else -SOON
    if name.startswith("counter"):
        doors = _doors(state, name)
        around = frozenset().union(*(near(state)[place] | {place} for place in doors))
        return SOON if around & held(state, GERMAN) else -SOON
    return SOON


def _doors(state: State, name: str) -> frozenset[int]:
    brings = next(marker.brings for marker in state.setup.data["cup"] if marker.name == name)
    return frozenset().union(*(state.setup.unit(unit).entry for unit in brings))


def _garrison(state: State, order: Order) -> float:
    here = state.where[state.setup.unit_numbers[order.names[0]]]
    swept = state.board.fields.get(here, frozenset()) & held(state, GERMAN)
    return SOON if weapons_at(state, here) and swept and here not in shut(state) else -SOON


def _fall_back(state: State, order: Order) -> float:
    battle = state.battle
    if battle is None or state.side == BELGIAN:
        return -SOON
    held_here, door = battle.target in controlled(state), battle.target in exits(state)
    return MAN[GERMAN] - POINT * held_here * state.board.number("vp", battle.target) - GUARD * door


def _equip(state: State, order: Order) -> float:
    return float(state.steps[state.setup.unit_numbers[order.names[0]]])


def _march(state: State, order: Order) -> float | None:
    """A squad goes where a work waits for its charge or has nobody to hold it; Belgians march like everybody else."""
    unit = state.setup.unit_numbers[order.names[0]]
    if state.side == BELGIAN:
        return None
    return _post(state, unit, _place(state, order)) - _post(state, unit, state.where[unit]) - TROUBLE


def _post(state: State, unit: int, place: int) -> float:
    """Say what a sector is worth to a squad: its points, door and weapons, less where others stand, and its cover."""
    alone = not set(soldiers_at(state, place, GERMAN)) - {unit}
    worth = POINT * state.board.number("vp", place) * (place not in DESTROYED.of(state))
    door = DOOR if charges(state)[unit] else GUARD
    worth += door * (place in exits(state))
    if charges(state)[unit] and place in manned(state):
        worth += _silence(state, place)
    return worth * (1.0 if alone else SHARED) + COVER * divisor(state, place)


def _flame(state: State, order: Order) -> float:
    return SOON


WEIGHED: Final[dict[type[Order], Callable[[State, Order], float | None]]] = {
    Move: _march, Fire: _fire, Strike: _strike, Blow: _blow, Use: _use, Garrison: _garrison, FallBack: _fall_back,
    Equip: _equip, Flame: _flame,
}  # fmt: skip
