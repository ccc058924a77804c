"""Around rule 41: who owns a hex, a fortress island with its coast, and a side of the Suez Canal."""

from collections.abc import Iterable, Set
from typing import Any, Final

from fmbook.books.europa_41.facts import ABOARD, AXIS_HELD, HEXES, Border
from fmbook.core.cache import per_board, per_state
from fmbook.core.dice import Chance
from fmbook.core.events import Event, Recorded
from fmbook.core.state import State, Unit
from fmbook.engine.rulebook import Matter, follows, settles

__all__ = [
    "ashore", "axis_sides", "bearing", "garrisons", "holding", "is_ground", "of_kind", "owned", "owner_of",
    "owns", "taken", "taken_alone",
]  # fmt: skip

WHAT_CHANGES_HANDS: "Matter[[State, int, Set[int]], Iterable[Event]]" = Matter(
    "what changes hands", "what changes hands with the hexes that a side enters"
)
AXIS_SIDES: "Matter[[State], frozenset[Border]]" = Matter("axis sides", "the hexsides that are the Axis's")

NOTHING: Final = frozenset[Any]()


def is_ground(unit: Unit) -> bool:
    """Tell whether a unit fights on the ground."""
    return "ship" not in unit.traits and "air" not in unit.traits


def ashore(state: State, side: int) -> frozenset[int]:
    """Return the ground units of a side that are on the map and not aboard a ship."""
    return _standing(state, side)[1]


def garrisons(state: State, side: int) -> frozenset[int]:
    """Return the hexes where ground units of a side stand: ships and aircraft hold no ground."""
    return _standing(state, side)[2]


def holding(state: State, place: int, side: int) -> tuple[Unit, ...]:
    """Return the ground units of a side that hold a hex; those aboard a ship in it do not."""
    there = ashore(state, side)
    return tuple(unit for unit in state.units_at(place, side) if unit.number in there)


def _standing(state: State, side: int) -> tuple[Any, frozenset[int], frozenset[int]]:
    """Return who is aboard, the other ground units, and where they stand, as long as nobody of the side moves."""
    memo, aboard = state.forces[side].memo, ABOARD.of(state)
    found: tuple[Any, frozenset[int], frozenset[int]] | None = memo.get("standing")
    if found is None or found[0] is not aboard:
        setup, where = state.setup, state.where
        ashore = state.on_map(side) & _ground_units(state)
        if aboard:
            ashore = ashore.difference([setup.unit_numbers[name] for name, _ in aboard])
        found = memo["standing"] = aboard, ashore, frozenset([where[unit] for unit in ashore])
    return found


@per_board
def _ground_units(state: State) -> frozenset[int]:
    return frozenset(unit.number for unit in state.setup.units if is_ground(unit))


@per_board
def of_kind(state: State, side: int, kind: str) -> frozenset[int]:
    """Return the units of a side that are of a kind, such as engineers."""
    return frozenset(unit.number for unit in state.setup.units if unit.side == side and unit.kind == kind)


@per_board
def bearing(state: State, side: int, trait: str) -> frozenset[int]:
    """Return the units of a side that bear a trait, such as combat/motorized ones."""
    return frozenset(unit.number for unit in state.setup.units if unit.side == side and trait in unit.traits)


def owned(state: State, side: int) -> frozenset[int]:
    """Return the hexes that a side owns."""
    return HEXES.about(state.setup.sides[side]).of(state)


def owns(state: State, side: int, *places: int) -> bool:
    """Tell whether a side owns all of these hexes."""
    return owned(state, side).issuperset(places)


def owner_of(state: State, place: int) -> int | None:
    """Return the side that owns a hex; nobody owns the open sea."""
    return next((side for side in (0, 1) if place in owned(state, side)), None)


def taken(state: State, side: int, entered: Set[int]) -> Iterable[Event]:
    """Hand over hexes that ground units of a side have entered, as the rulebook settles it."""
    return WHAT_CHANGES_HANDS.of(state.setup)(state, side, entered)


@settles("europa_41:41.E.3/one-hex", WHAT_CHANGES_HANDS, clauses=("R41-E.3-a",))
def the_whole_hex_changes_hands(state: State, side: int, entered: Set[int]) -> Iterable[Event]:
    """A side that enters a hex on land owns all of it, with its port; a fortress island is one with its coast."""
    held, board = owned(state, side), state.board
    gained = entered - held
    if not gained or not (gained := gained - board.having("sea") - board.having("lake")):
        return ()
    ours, theirs = state.setup.sides[side], state.setup.sides[1 - side]
    names = ", ".join([board.places[place] for place in sorted(gained)])
    return (
        HEXES.about(ours).becomes(held | gained, f"{ours} now owns {names}."),
        HEXES.about(theirs).becomes(owned(state, 1 - side) - gained),
    )


def taken_alone(state: State, side: int, place: int) -> Iterable[Event]:
    """Hand over a hex in which units that were dropped there stand alone now: they do not march in any more."""
    alone = place in garrisons(state, side) and place not in garrisons(state, 1 - side)
    return taken(state, side, frozenset({place})) if alone else ()


# --- 41.B · The sides of the canal ----------------------------------------------------------------


def axis_sides(state: State) -> frozenset[Border]:
    """Return the hexsides of the canal that the Axis owns; all others are Allied."""
    return _axis_sides(state) if state.board.links("suez") else NOTHING


@per_state
def _axis_sides(state: State) -> frozenset[Border]:
    return AXIS_SIDES.of(state.setup)(state)


@settles("europa_41:41.B/owner", AXIS_SIDES, clauses=("R41-B-d",))
def both_banks_or_the_last_to_have_had_them(state: State) -> frozenset[Border]:
    """A side owns a hexside of the canal if it owns both banks, or was the last that did."""
    axis, held = state.setup.sides.index("Axis"), AXIS_HELD.of(state)
    ours, theirs = owned(state, axis), owned(state, 1 - axis)
    now = {pair for pair in state.board.links("suez") if ours.issuperset(pair)}
    return frozenset(now.union(pair for pair in held if not theirs.issuperset(pair)))


@follows("europa_41:41.B/changes", Recorded, clauses=("R41-B-d",))
def who_had_both_banks_is_remembered(state: State, event: Recorded, chance: Chance) -> Iterable[Event]:
    """When hexes change hands, the sides that the Axis owns are noted: it may be the last to have had both banks."""
    canal = state.board.links("suez") if HEXES.bears(event.name) else ()
    if not canal or (now := axis_sides(state)) == AXIS_HELD.of(state):
        return ()
    return (AXIS_HELD.becomes(now, f"The Axis owns {len(now)} of {len(canal)} sides of the canal."),)
