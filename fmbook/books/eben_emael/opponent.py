"""What orders of this game are worth to an opponent, in hundredths of its army. All figures are ours."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from math import fsum
from typing import Final

from fmbook.books.eben_emael.combat import bound_to_attack
from fmbook.books.eben_emael.facts import DESTROYED, RAID
from fmbook.books.eben_emael.figures import divisor, figures
from fmbook.books.eben_emael.fire import cost_of, fire_chances, fire_cost, guns_that_reach
from fmbook.books.eben_emael.fort import (
    BELGIAN,
    GERMAN,
    at_hand,
    charges,
    held,
    manned,
    men,
    men_at,
    near,
    shut,
    soldiers_at,
    weapons_at,
)
from fmbook.books.eben_emael.orders import Blow, Equip, FallBack, Fire, Flame, Garrison, Sally, Strike, Use
from fmbook.books.eben_emael.victory import controlled, points
from fmbook.books.eben_emael.works import exits
from fmbook.components.tables import half_down
from fmbook.core.cache import per_board
from fmbook.core.orders import Attack, Join, Move, Order
from fmbook.core.state import State, Unit
from fmbook.engine.matters import GROUNDS, MERIT, OBJECTIVES
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
COMPANY: Final = 0.7  # what a sector is worth to a second squad, as a part, while men must live through the day,
SHARED: Final = 0.15  # and in the last turns, when every squad holds a work of its own
LAST: Final = 3  # the last turns
COVER: Final = 0.5  # each part by which ground divides an attack
NEARER: Final = 0.5  # to come nearer to the enemy
CROWD: Final = 0.1  # what men who come out are worth, as a part: the next group is as welcome
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


@advises("eben_emael:opponent/grounds", GROUNDS)
def what_an_order_is_good_for(state: State, order: Order) -> str:
    """Say what fire, a charge or men who come out may bring, and why an attack is made that costs more than it wins."""
    if isinstance(order, Fire):
        return _fire_may(state, order)
    if isinstance(order, Attack | Join):
        return _belgians_attack(state, order) if state.side == BELGIAN else ""
    if isinstance(order, Blow):
        points = state.board.number("vp", _place(state, order))
        counts = f", which counts {points} point{'s' * (points > 1)}," if points else ""
        return f"with {figures().charge.least} or more on two dice the work{counts} is out of the fight"
    return _men_may(state, order) if isinstance(order, Sally) else ""


def _fire_may(state: State, order: Fire) -> str:
    unit, place = state.setup.unit(order.unit), _place(state, order)
    there, weapons = men_at(state, place, 1 - unit.side), 0 if unit.side == BELGIAN else len(weapons_at(state, place))
    hit = fire_chances(state, unit, place).items()
    lost = fsum(min(max(count - weapons, 0), there) * float(share) for count, share in hit)
    return f"on average it costs {lost:.1f} of the {there} men there" if there else ""


def _belgians_attack(state: State, order: Attack | Join) -> str:
    """Say why Belgians attack, most often at a loss: some must, and for the others a German counts for many men."""
    must = [unit for unit in sorted(bound_to_attack(state)) if _may_make(state, unit, order)]
    if must:
        names = " and ".join(unit.id for unit in state.units(must))
        return f"next to Germans {names} must attack, by rule 2.1"
    return "the Germans are few, and a man lost is worse for them"


def _may_make(state: State, unit: int, order: Attack | Join) -> bool:
    if isinstance(order, Join):
        return state.setup.units[unit].id == order.unit
    return _place(state, order) in at_hand(state)[state.where[unit]]


def _men_may(state: State, order: Sally) -> str:
    place, steps = _place(state, order), state.steps[state.setup.unit_numbers[order.unit]]
    targets = sorted((near(state)[place] | {place}) & held(state, GERMAN))
    names = " and ".join(state.board.places[there] for there in targets[:2])
    return f"its {steps} men can attack {names} from there" if names else f"its {steps} men are on the roof then"


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
    idle = weapons_at(state, here) and here not in manned(state)
    return SOON if idle and swept and here not in shut(state) else -SOON


def _fall_back(state: State, order: Order) -> float:
    battle = state.battle
    if battle is None or state.side == BELGIAN:
        return -SOON
    held_here, door = battle.target in controlled(state), battle.target in exits(state)
    return MAN[GERMAN] - POINT * held_here * state.board.number("vp", battle.target) - GUARD * door


def _equip(state: State, order: Order) -> float:
    return float(state.steps[state.setup.unit_numbers[order.names[0]]])


def _march(state: State, order: Order) -> float:
    """A squad goes where a work waits for its charge or for somebody to hold it; Belgians join in an attack."""
    unit = state.setup.unit_numbers[order.names[0]]
    if state.side == BELGIAN:
        return _storm(state, unit, _place(state, order)) - _storm(state, unit, state.where[unit]) - TROUBLE
    return _post(state, unit, _place(state, order)) - _post(state, unit, state.where[unit]) - TROUBLE


def _post(state: State, unit: int, place: int) -> float:
    """Say what a sector is worth to a squad: its points, door and weapons, less where others stand, and its cover."""
    alone = not set(soldiers_at(state, place, GERMAN)) - {unit}
    worth = POINT * state.board.number("vp", place) * (place not in DESTROYED.of(state))
    door = DOOR if charges(state)[unit] else GUARD
    worth += door * (place in exits(state))
    if charges(state)[unit] and place in manned(state):
        worth += _silence(state, place)
    return worth * (1.0 if alone else _second(state)) + COVER * divisor(state, place)


def _second(state: State) -> float:
    """Say what part of its worth a sector has for a second squad: one that stands alone for long is wiped out."""
    return SHARED if state.turn > state.setup.turns - LAST else COMPANY


# --- how Belgians storm ---------------------------------------------------------------------------


def _sally(state: State, order: Order) -> float:
    """Men come out as long as Germans are on the roof, the larger group first, where they add most to an attack."""
    unit = state.setup.unit_numbers[order.names[0]]
    if not held(state, GERMAN):
        return -SOON
    return SOON + CROWD * (MAN[BELGIAN] * state.steps[unit] + _storm(state, unit, _place(state, order)))


def _storm(state: State, unit: int, place: int) -> float:
    """Say what a sector is worth to Belgians: what they add to an attack from there, and points taken back."""
    by, germans = near(state), held(state, GERMAN)
    targets = frozenset({place}) & germans or by[place] & germans
    worth = max((_adds(state, unit, target) for target in targets), default=NEARER / _away(state, place))
    alone = not set(soldiers_at(state, place, BELGIAN)) - {unit}
    taken_back = alone and place in controlled(state) and place not in germans
    return worth + POINT * state.board.number("vp", place) * taken_back


def _away(state: State, place: int) -> int:
    """Return how far the nearest Germans are from a sector, 1 at least."""
    distance = state.board.distance
    return max(min((distance(place, there) for there in held(state, GERMAN)), default=state.setup.turns), 1)


def _adds(state: State, unit: int, target: int) -> float:
    """Say what a unit adds to an attack on a sector, beside those who could make it already."""
    places = near(state)[target] | {target}
    there = {other for place in places for other in soldiers_at(state, place, BELGIAN)} - {unit}
    others = men(state, there)
    return _gain(state, others + state.steps[unit], target) - (_gain(state, others, target) if others else 0.0)


def _gain(state: State, strength: int, target: int) -> float:
    by, defence = divisor(state, target), men_at(state, target, GERMAN)
    return _exchange(state, half_down(strength, by), defence)


@per_board
def _exchange(state: State, attack: int, defence: int) -> float:
    """Say what an attack is worth to the Belgians on average: a German counts for many of their own men."""
    table = state.setup.tables["crt"]
    worth = 0.0
    for result, share in table_chances(table, table.column(attack, defence)).items():
        own, theirs = (int(part) if part.isdigit() else 0 for part in result.split("/"))
        worth += float(share) * (MAN[GERMAN] * min(theirs, defence) - MAN[BELGIAN] * own)
    return worth


def _flame(state: State, order: Order) -> float:
    return SOON


WEIGHED: Final[dict[type[Order], Callable[[State, Order], float | None]]] = {
    Move: _march, Fire: _fire, Strike: _strike, Blow: _blow, Use: _use, Garrison: _garrison, FallBack: _fall_back,
    Equip: _equip, Flame: _flame, Sally: _sally,
}  # fmt: skip
