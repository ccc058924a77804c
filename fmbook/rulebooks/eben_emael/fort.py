"""Section 1 and what every other section asks of the fort: who stands where, what is manned, what is sealed."""

from collections.abc import Callable, Iterable, Mapping, Set
from typing import Final

from fmbook.rulebook import settles
from fmbook.state import State, Unit

__all__ = [
    "BELGIAN", "GERMAN", "all_who", "at_hand", "charges", "comes_for_one_fight", "entered_by", "flames", "held",
    "inside", "is_weapon", "manned", "men", "men_at", "men_by_place", "near", "on_foot", "shut", "soldiers_at",
    "the_set", "weapons_at",
]  # fmt: skip

GERMAN: Final = 0
BELGIAN: Final = 1
NOTHING: Final[frozenset[int]] = frozenset()
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


def all_who(state: State, test: Callable[[Unit], bool]) -> frozenset[int]:
    """Give all counters of which something is true that play does not change."""
    memo = state.kit.memo
    if test not in memo:
        memo[test] = frozenset(unit.number for unit in state.kit.units if test(unit))
    return memo[test]  # type: ignore[no-any-return]


def comes_for_one_fight(unit: Unit) -> bool:
    """Tell whether a counter leaves the map again after one counterattack."""
    return "one_fight" in unit.traits


def _by_place(state: State, side: int) -> Mapping[int, tuple[int, ...]]:
    force = state.forces[side]
    if "soldiers" not in force.memo:
        weapons, at = all_who(state, is_weapon), force.at.items()
        stacks = ((place, tuple([unit for unit in stack if unit not in weapons])) for place, stack in at)
        force.memo["soldiers"] = {place: stack for place, stack in stacks if stack} if side == BELGIAN else force.at
    return force.memo["soldiers"]  # type: ignore[no-any-return]


def on_foot(state: State, side: int) -> frozenset[int]:
    """Give the soldiers of a side that are on the map."""
    memo = state.forces[side].memo
    if "on foot" not in memo:
        memo["on foot"] = state.on_map(side) - all_who(state, is_weapon)
    return memo["on foot"]  # type: ignore[no-any-return]


def held(state: State, side: int) -> Set[int]:
    """Give the sectors in which a side has soldiers."""
    memo = state.forces[side].memo
    if "held" not in memo:
        memo["held"] = frozenset(_by_place(state, side))
    return memo["held"]  # type: ignore[no-any-return]


def soldiers_at(state: State, place: int, side: int) -> tuple[int, ...]:
    """Give the soldiers of a side in a sector, without weapons."""
    return _by_place(state, side).get(place, ())


def weapons_at(state: State, place: int) -> tuple[int, ...]:
    """Give the weapons in a sector that are still in order, in no sealed work; all are Belgian."""
    if place in shut(state):
        return ()
    weapons = all_who(state, is_weapon)
    return tuple([number for number in state.forces[BELGIAN].at.get(place, ()) if number in weapons])


def men(state: State, units: Iterable[int]) -> int:
    """Count the men of some units."""
    return sum([state.steps[unit] for unit in units if state.where[unit] >= 0])


def men_by_place(state: State, side: int) -> Mapping[int, int]:
    """Count the men of a side in each sector where it has any."""
    memo, steps = state.forces[side].memo, state.steps
    if "men" not in memo:
        stacks = _by_place(state, side).items()
        memo["men"] = {place: sum([steps[unit] for unit in stack]) for place, stack in stacks}
    return memo["men"]  # type: ignore[no-any-return]


def men_at(state: State, place: int, side: int) -> int:
    """Count the men of a side in a sector."""
    return men_by_place(state, side).get(place, 0)


def near(state: State) -> tuple[frozenset[int], ...]:
    """Give for each sector those across an edge that is no water."""
    memo, board = state.kit.memo, state.board
    if "near" not in memo:
        memo["near"] = tuple(
            frozenset(there for there in around if "water" not in board.border(here, there))
            for here, around in enumerate(board.neighbours)
        )
    return memo["near"]  # type: ignore[no-any-return]


def at_hand(state: State) -> tuple[frozenset[int], ...]:
    """Give for each sector itself and those across an edge that is no water."""
    memo = state.kit.memo
    if "at hand" not in memo:
        memo["at hand"] = tuple(around | {here} for here, around in enumerate(near(state)))
    return memo["at hand"]  # type: ignore[no-any-return]


# --- works ----------------------------------------------------------------------------------------


def the_set(state: State, name: str) -> frozenset[int]:
    """Give a set of numbers that the game keeps, such as the sealed works; a scenario may name its sectors."""
    known = state.facts.get(name)
    if type(known) is frozenset:
        return known
    if not known:
        return NOTHING
    return frozenset(state.board.at(each) if isinstance(each, str) else each for each in known)


def shut(state: State) -> frozenset[int]:
    """Give the works that are sealed or destroyed: nobody fires from them or comes out."""
    sealed, destroyed = the_set(state, "sealed"), the_set(state, "destroyed")
    return sealed | destroyed if sealed and destroyed else sealed or destroyed


def inside(state: State) -> frozenset[int]:
    """Give the units that are in the works: garrisons to begin with, and whoever manned a work since."""
    manned_since, memo = state.facts.get("inside"), state.forces[BELGIAN].memo
    kept = memo.get("inside")
    if kept is None or kept[0] is not manned_since:
        garrisons = all_who(state, _is_garrison) if manned_since is None else frozenset(manned_since)
        kept = memo["inside"] = manned_since, garrisons & state.on_map(BELGIAN)
    return kept[1]


def _is_garrison(unit: Unit) -> bool:
    return unit.kind == "garrison"


def manned(state: State) -> frozenset[int]:
    """Give the sectors whose weapons have hands: works with men inside, and trenches that Belgians hold."""
    where = state.where
    works = frozenset([where[unit] for unit in inside(state)])
    return (works | (held(state, BELGIAN) & state.board.having("trenches"))) - shut(state)


# --- what squads carry ----------------------------------------------------------------------------


def _carried(state: State, what: str) -> tuple[int, ...]:
    known, memo = state.facts.get(what), state.kit.memo
    if known:
        return tuple(known)
    if what not in memo:
        memo[what] = tuple(unit.also.get(what, 0) for unit in state.kit.units)
    return memo[what]  # type: ignore[no-any-return]


def charges(state: State) -> tuple[int, ...]:
    """Give for each unit how many shaped charges it carries."""
    return _carried(state, "charges")


def flames(state: State) -> tuple[int, ...]:
    """Give for each unit how many flamethrowers it carries that are not used up."""
    return _carried(state, "flames")


def entered_by(counts: tuple[int, ...], unit: int, more: int) -> tuple[int, ...]:
    """Give such counts with one unit's changed."""
    return (*counts[:unit], counts[unit] + more, *counts[unit + 1 :])
