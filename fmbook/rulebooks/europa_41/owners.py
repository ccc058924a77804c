"""Who owns a hex, a fortress island with its coast, and a side of the Suez Canal."""

from collections.abc import Iterator, Set

from fmbook.dice import Chance
from fmbook.events import Event, Recorded
from fmbook.kit import Kit
from fmbook.rulebook import follows, settles
from fmbook.state import State, Unit

__all__ = ["Border", "ashore", "axis_sides", "garrisons", "is_ground", "of_kind", "owned", "owner_of", "owns", "taken"]

Border = tuple[int, int]


def is_ground(unit: Unit) -> bool:
    """Tell whether a unit fights on the ground."""
    return "ship" not in unit.traits and "air" not in unit.traits


def ashore(state: State, side: int) -> frozenset[int]:
    """Give the ground units of a side that are on the map and not aboard a ship."""
    known, numbers = state.known, state.kit.unit_numbers
    if ("ashore", side) not in known:
        carried = [numbers[name] for name, _ in state.facts.get("aboard", ())]
        known["ashore", side] = (state.on_map(side) & _ground_units(state.kit)).difference(carried)
    return known["ashore", side]  # type: ignore[no-any-return]


def _ground_units(kit: Kit) -> frozenset[int]:
    if "ground units" not in kit.memo:
        kit.memo["ground units"] = frozenset(unit.number for unit in kit.units if is_ground(unit))
    return kit.memo["ground units"]  # type: ignore[no-any-return]


def of_kind(kit: Kit, side: int, kind: str) -> frozenset[int]:
    """Give the units of a side that are of a kind, such as engineers."""
    memo, key = kit.memo, ("of kind", side, kind)
    if key not in memo:
        memo[key] = frozenset(unit.number for unit in kit.units if unit.side == side and unit.kind == kind)
    return memo[key]  # type: ignore[no-any-return]


def garrisons(state: State, side: int) -> frozenset[int]:
    """Give the hexes where ground units of a side stand: ships and aircraft hold no ground."""
    known, where = state.known, state.where
    if ("garrisons", side) not in known:
        known["garrisons", side] = frozenset(where[unit] for unit in ashore(state, side))
    return known["garrisons", side]  # type: ignore[no-any-return]


def owned(state: State, side: int) -> frozenset[int]:
    """Give the hexes that a side owns."""
    return state.facts.get(f"{state.kit.sides[side]} hexes", frozenset())  # type: ignore[no-any-return]


def owns(state: State, side: int, *places: int) -> bool:
    """Tell whether a side owns all of these hexes."""
    return owned(state, side) >= frozenset(places)


def owner_of(state: State, place: int) -> int | None:
    """Give the side that owns a hex; nobody owns the open sea."""
    return next((side for side in (0, 1) if place in owned(state, side)), None)


def taken(state: State, side: int, entered: Set[int]) -> Iterator[Event]:
    """Hand over hexes that ground units of a side have entered, as the rulebook settles it."""
    yield from state.kit.book.settled["what changes hands"].function(state, side, entered)


@settles("europa_41:41.E.3/one-hex", "what changes hands", clauses=("R41-E.3-a",))
def the_whole_hex_changes_hands(state: State, side: int, entered: Set[int]) -> Iterator[Event]:
    """Who enters a hex on land owns all of it, port and all; a fortress island is one with the coast in its hex."""
    ground = entered - state.board.having("sea") - state.board.having("lake")
    gained = ground - owned(state, side)
    if gained:
        ours, theirs = state.kit.sides[side], state.kit.sides[1 - side]
        names = ", ".join(state.board.places[place] for place in sorted(gained))
        yield Recorded(f"{ours} hexes", owned(state, side) | gained, f"{ours} now owns {names}.")
        yield Recorded(f"{theirs} hexes", owned(state, 1 - side) - gained)


# --- 41.B · The sides of the canal ----------------------------------------------------------------


def axis_sides(state: State) -> frozenset[Border]:
    """Give the hexsides of the canal that the Axis owns; all others are Allied."""
    return state.facts.get("axis sides", frozenset())  # type: ignore[no-any-return]


@follows("europa_41:41.B/owner", Recorded, clauses=("R41-B-d",))
def both_banks_or_the_last_to_have_had_them(state: State, event: Recorded, chance: Chance) -> Iterator[Event]:
    """A side owns a hexside of the canal if it owns both banks, or was the last that did."""
    canal = state.board.links("suez") if event.name.endswith(" hexes") else ()
    if not canal:
        return
    axis = state.kit.sides.index("Axis")
    held = axis_sides(state)
    now = {pair for pair in canal if owns(state, axis, *pair)} | {
        pair for pair in held if not owns(state, 1 - axis, *pair)
    }
    if now != held:
        yield Recorded("axis sides", frozenset(now), f"The Axis owns {len(now)} of {len(canal)} sides of the canal.")
