"""What is told in words besides counters: the task, owners, floods, bridges, bases, pools, and what a unit is."""

from collections.abc import Iterator

from fmbook.books.europa_41.facts import AIRFIELDS, BLOWN, BUILDING_SUPPLY, CANAL, FROST, POOL, RAIL, RUINED, SLOWED
from fmbook.books.europa_41.floods import NATIONS
from fmbook.books.europa_41.ground import flooding_of, mover_of
from fmbook.books.europa_41.ice import is_frozen
from fmbook.books.europa_41.movement import host_of
from fmbook.books.europa_41.ownership import axis_sides
from fmbook.books.europa_41.sailing import CLOSED, OPEN, SHUT
from fmbook.books.europa_41.tasks import task_of
from fmbook.books.europa_41.waters import chart_of, is_ship, lies_on
from fmbook.core.state import State, Unit
from fmbook.engine.matters import TOLD_OF_A_PLACE, TOLD_OF_A_UNIT, TOLD_OF_THE_GAME
from fmbook.engine.rulebook import settles
from fmbook.mechanics.movement import allowance, points

__all__ = ["CLASSES", "STATUS"]

STATUS = {OPEN: "open", CLOSED: "closed for a time", SHUT: "blocked for good"}
CLASSES = {"cm": "combat/motorized", "mot": "motorized or artillery", "other": "on foot"}


@settles("europa_41:tasks/told", TOLD_OF_THE_GAME)
def task_canal_and_pools(state: State) -> tuple[str, ...]:
    """Say what the task is, how the canal stands, and what is left in pools and of rail capacity."""
    return tuple(_of_the_game(state))


def _of_the_game(state: State) -> Iterator[str]:
    yield f"The task: {task_of(state).says}"
    canal = state.board.links("suez")
    if canal:
        allied, status = len(canal) - len(axis_sides(state)), STATUS[CANAL.of(state)]
        yield f"The canal is {status}; {allied} of its {len(canal)} sides are Allied."
    if any(POOL.about(nation).is_kept(state) for nation in NATIONS):
        yield f"SRPs: {', '.join(f'{nation} {POOL.about(nation).of(state)}' for nation in NATIONS)}."
    for side in state.setup.sides:
        capacity = RAIL.about(side)
        if capacity.is_kept(state):
            yield f"{side} rail capacity: {capacity.of(state) / 2:g} RE."
    if BUILDING_SUPPLY.is_kept(state):
        yield f"Supply for building: {BUILDING_SUPPLY.of(state)}."
    if FROST.is_kept(state):
        yield "There is frost." if FROST.of(state) else "It has thawed."


@settles("europa_41:tasks/told-place", TOLD_OF_A_PLACE)
def floods_and_bases(state: State, place: int) -> tuple[str, ...]:
    """Say what floods, frost, sappers and builders have made of a hex."""
    return tuple(_of_a_place(state, place))


def _of_a_place(state: State, place: int) -> Iterator[str]:
    if flood := flooding_of(state, place):
        yield "Flooded: it counts as swamp." if flood == "swamp" else "Flooded: nobody may enter."
    if is_frozen(state, place):
        yield "Frozen."
    if place in RUINED.of(state):
        yield "Port and airbase are ruined."
    if place in AIRFIELDS.of(state):
        yield "A temporary airfield lies here."
    for pair in BLOWN.of(state):
        if place in pair:
            other = state.board.places[pair[0] if pair[1] == place else pair[1]]
            yield f"The bridge to {other} is blown."


@settles("europa_41:tasks/told-unit", TOLD_OF_A_UNIT)
def size_class_and_moorings(state: State, unit: Unit) -> tuple[str, ...]:
    """Say how large a unit is, how it moves, and what carries it."""
    return tuple(_of_a_unit(state, unit))


def _of_a_unit(state: State, unit: Unit) -> Iterator[str]:
    if "half_res" in unit.also:
        yield f"{points(unit.also['half_res'])} RE, {CLASSES[mover_of(unit)]}."
    for word in sorted(unit.traits & {"tf", "cg"}):
        yield f"It contains a {word.upper()}."
    if is_ship(unit) and state.where[unit.number] >= 0:
        side = chart_of(state).waters[lies_on(state, unit)].side
        if side:
            yield f"It lies on the river between {' and '.join(state.board.places[bank] for bank in side)}."
    if host := host_of(state, unit):
        yield f"It is aboard {host.id}."
    if unit.kind in ("naval_group", "river_flotilla", "air_unit"):
        yield "It does not fight here."
    if "unsupplied" in unit.traits:
        yield "Its depots are empty."
    if unit.number in SLOWED.of(state):
        yield f"+3 MP: it has {points(allowance(state, unit))} points for its next move."
