"""Section 1 and what every other section asks of the fort: who stands where, what is manned, what is sealed."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from fmbook.books.eben_emael.facts import CHARGES, DESTROYED, FLAMES, INSIDE, SEALED
from fmbook.core.cache import per_board, per_side
from fmbook.core.state import State, Unit
from fmbook.engine.matters import FACTORS
from fmbook.engine.rulebook import settles

__all__ = [
    "BELGIAN", "GERMAN", "all_who", "at_hand", "charges", "comes_for_one_fight", "entered_by", "flames", "held",
    "inside", "is_weapon", "manned", "men", "men_at", "men_by_place", "near", "on_foot", "shut", "soldiers_at",
    "weapons_at",
]  # fmt: skip

GERMAN: Final = 0
BELGIAN: Final = 1
NOTHING: Final[frozenset[int]] = frozenset()
WEAPONS: Final = frozenset({"machine gun", "anti-tank gun", "gun", "mortar"})


def is_weapon(unit: Unit) -> bool:
    """Tell whether a counter is a weapon, which holds no ground by itself."""
    return unit.kind in WEAPONS


@settles("eben_emael:1.0", FACTORS, clauses=("E-1.0-r1",))
def a_man_is_a_point(state: State, unit: Unit) -> tuple[int, int]:
    """A unit attacks and defends with one strength point for each of its men; a weapon does neither by itself."""
    points = 0 if is_weapon(unit) else state.steps[unit.number]
    return points, points


# --- who stands where -----------------------------------------------------------------------------


@per_board
def all_who(state: State, test: Callable[[Unit], bool]) -> frozenset[int]:
    """Return all counters of which something is true that play does not change."""
    return frozenset(unit.number for unit in state.setup.units if test(unit))


def comes_for_one_fight(unit: Unit) -> bool:
    """Tell whether a counter leaves the map again after one counterattack."""
    return "one_fight" in unit.traits


@per_side
def _by_place(state: State, side: int) -> Mapping[int, tuple[int, ...]]:
    at = state.forces[side].at
    if side != BELGIAN:
        return at
    weapons = all_who(state, is_weapon)
    soldiers = {place: tuple([unit for unit in stack if unit not in weapons]) for place, stack in at.items()}
    return {place: stack for place, stack in soldiers.items() if stack}


@per_side
def on_foot(state: State, side: int) -> frozenset[int]:
    """Return the soldiers of a side that are on the map."""
    return state.on_map(side) - all_who(state, is_weapon)


@per_side
def held(state: State, side: int) -> frozenset[int]:
    """Return the sectors in which a side has soldiers."""
    return frozenset(_by_place(state, side))


def soldiers_at(state: State, place: int, side: int) -> tuple[int, ...]:
    """Return the soldiers of a side in a sector, without weapons."""
    return _by_place(state, side).get(place, ())


def weapons_at(state: State, place: int) -> tuple[int, ...]:
    """Return the weapons in a sector that are still in order, in no sealed work; all are Belgian."""
    if place in shut(state):
        return ()
    weapons = all_who(state, is_weapon)
    return tuple([number for number in state.forces[BELGIAN].at.get(place, ()) if number in weapons])


def men(state: State, units: Iterable[int]) -> int:
    """Count the men of some units."""
    return sum([state.steps[unit] for unit in units if state.where[unit] >= 0])


def men_by_place(state: State, side: int) -> Mapping[int, int]:
    """Count the men of a side in each sector where it has any."""
    return _men_by_place(state, side, state.steps)


@per_side
def _men_by_place(state: State, side: int, steps: bytes) -> Mapping[int, int]:
    return {place: sum([steps[unit] for unit in stack]) for place, stack in _by_place(state, side).items()}


def men_at(state: State, place: int, side: int) -> int:
    """Count the men of a side in a sector."""
    return men_by_place(state, side).get(place, 0)


@per_board
def near(state: State) -> tuple[frozenset[int], ...]:
    """Map each sector to those across an edge that is no water."""
    board = state.board
    return tuple(
        frozenset(there for there in around if "water" not in board.border(here, there))
        for here, around in enumerate(board.neighbours)
    )


@per_board
def at_hand(state: State) -> tuple[frozenset[int], ...]:
    """Map each sector to itself and those across an edge that is no water."""
    return tuple(around | {here} for here, around in enumerate(near(state)))


# --- works ----------------------------------------------------------------------------------------


def shut(state: State) -> frozenset[int]:
    """Return the works that are sealed or destroyed: nobody fires from them or comes out."""
    sealed, destroyed = SEALED.of(state), DESTROYED.of(state)
    return sealed | destroyed if sealed and destroyed else sealed or destroyed


def inside(state: State) -> frozenset[int]:
    """Return the units that are in the works: garrisons to begin with, and whoever manned a work since."""
    if not INSIDE.is_kept(state):
        return _garrisons(state, BELGIAN)
    return _on_map_of(state, BELGIAN, INSIDE.of(state))


@per_side
def _garrisons(state: State, side: int) -> frozenset[int]:
    return all_who(state, _is_garrison) & state.on_map(side)


@per_side
def _on_map_of(state: State, side: int, units: frozenset[int]) -> frozenset[int]:
    return units & state.on_map(side)


def _is_garrison(unit: Unit) -> bool:
    return unit.kind == "garrison"


def manned(state: State) -> frozenset[int]:
    """Return the sectors whose weapons have hands: works with men inside, and trenches that Belgians hold."""
    where = state.where
    works = frozenset([where[unit] for unit in inside(state)])
    return (works | (held(state, BELGIAN) & state.board.having("trenches"))) - shut(state)


# --- what squads carry ----------------------------------------------------------------------------


@per_board
def _printed(state: State, what: str) -> tuple[int, ...]:
    return tuple(unit.also.get(what, 0) for unit in state.setup.units)


def charges(state: State) -> tuple[int, ...]:
    """Map each unit to how many shaped charges it carries."""
    return CHARGES.of(state) or _printed(state, "charges")


def flames(state: State) -> tuple[int, ...]:
    """Map each unit to how many flamethrowers it carries that are not used up."""
    return FLAMES.of(state) or _printed(state, "flames")


def entered_by(counts: tuple[int, ...], unit: int, more: int) -> tuple[int, ...]:
    """Return such counts with one unit's changed."""
    return (*counts[:unit], counts[unit] + more, *counts[unit + 1 :])
