"""Section 1 and what every other section asks of the fort: who stands where, what is manned, what is sealed."""

from collections.abc import Iterable, Mapping, Set
from typing import Final, cast

from fmbook.rulebook import settles
from fmbook.state import State, Unit

__all__ = [
    "BELGIAN", "GERMAN", "charges", "entered_by", "flames", "held", "inside", "is_weapon", "manned", "men", "men_at",
    "near", "shut", "soldiers_at", "the_set", "weapons_at",
]  # fmt: skip

GERMAN: Final = 0
BELGIAN: Final = 1
WEAPONS: Final = frozenset({"machine gun", "anti-tank gun", "gun", "mortar"})


def is_weapon(unit: Unit) -> bool:
    """Tell whether a counter is a weapon, which holds no ground by itself."""
    return unit.kind in WEAPONS


@settles("eben_emael:1.0", "factors", clauses=("E-1.0-r1",))
def a_man_is_a_point(state: State, unit: Unit) -> tuple[int, int]:
    """A unit attacks and defends with one strength point for each of its men; a weapon does neither by itself."""
    points = 0 if is_weapon(unit) else state.steps[unit.number]
    return points, points


# --- who stands where -----------------------------------------------------------------------------


def _by_place(state: State, side: int) -> Mapping[int, tuple[int, ...]]:
    memo, units = state.forces[side].memo, state.kit.units
    if "soldiers" not in memo:
        stacks = (
            (place, tuple(number for number in stack if not is_weapon(units[number])))
            for place, stack in state.forces[side].at.items()
        )
        memo["soldiers"] = {place: stack for place, stack in stacks if stack}
    return cast(Mapping[int, tuple[int, ...]], memo["soldiers"])


def held(state: State, side: int) -> Set[int]:
    """Give the sectors in which a side has soldiers."""
    memo = state.forces[side].memo
    if "held" not in memo:
        memo["held"] = frozenset(_by_place(state, side))
    return cast(Set[int], memo["held"])


def soldiers_at(state: State, place: int, side: int) -> tuple[int, ...]:
    """Give the soldiers of a side in a sector, without weapons."""
    return _by_place(state, side).get(place, ())


def weapons_at(state: State, place: int) -> tuple[int, ...]:
    """Give the weapons in a sector that are still in order; all are Belgian."""
    stack = state.forces[BELGIAN].at.get(place, ())
    return tuple(number for number in stack if is_weapon(state.kit.units[number]))


def men(state: State, units: Iterable[int]) -> int:
    """Count the men of some units."""
    return sum(state.steps[unit] for unit in units if state.where[unit] >= 0)


def men_at(state: State, place: int, side: int) -> int:
    """Count the men of a side in a sector."""
    return men(state, soldiers_at(state, place, side))


def near(state: State) -> tuple[frozenset[int], ...]:
    """Give for each sector those across an edge that is no water."""
    memo, board = state.kit.memo, state.board
    if "near" not in memo:
        memo["near"] = tuple(
            frozenset(there for there in around if "water" not in board.border(here, there))
            for here, around in enumerate(board.neighbours)
        )
    return cast(tuple[frozenset[int], ...], memo["near"])


# --- works ----------------------------------------------------------------------------------------


def the_set(state: State, name: str) -> frozenset[int]:
    """Give a set of numbers that the game keeps, such as the sealed works; a scenario may name its sectors."""
    return frozenset(state.board.at(each) if isinstance(each, str) else each for each in state.facts.get(name, ()))


def shut(state: State) -> frozenset[int]:
    """Give the works that are sealed or destroyed: nobody fires from them or comes out."""
    return the_set(state, "sealed") | the_set(state, "destroyed")


def inside(state: State) -> frozenset[int]:
    """Give the units that are in the works: garrisons to begin with, and whoever manned a work since."""
    known = state.facts.get("inside")
    if known is None:
        known = frozenset(unit.number for unit in state.kit.units if unit.kind == "garrison")
    return frozenset(unit for unit in known if state.where[unit] >= 0)


def manned(state: State) -> frozenset[int]:
    """Give the sectors whose weapons have hands: works with men inside, and trenches that Belgians hold."""
    works = frozenset(state.where[unit] for unit in inside(state))
    return (works | (held(state, BELGIAN) & state.board.having("trenches"))) - shut(state)


# --- what squads carry ----------------------------------------------------------------------------


def _carried(state: State, what: str) -> tuple[int, ...]:
    known = state.facts.get(what)
    return tuple(known) if known else tuple(unit.also.get(what, 0) for unit in state.kit.units)


def charges(state: State) -> tuple[int, ...]:
    """Give for each unit how many shaped charges it carries."""
    return _carried(state, "charges")


def flames(state: State) -> tuple[int, ...]:
    """Give for each unit how many flamethrowers it carries that are not used up."""
    return _carried(state, "flames")


def entered_by(counts: tuple[int, ...], unit: int, more: int) -> tuple[int, ...]:
    """Give such counts with one unit's changed."""
    return (*counts[:unit], counts[unit] + more, *counts[unit + 1 :])
