"""41.A.3 · Frost; airfields, on ice and on land; and aircraft that must leave a base in a hurry."""

from collections.abc import Iterable, Iterator
from typing import Final

from fmbook.books.europa_41.facts import AIRFIELDS, BUILDING_SUPPLY, FROST, RUINED
from fmbook.books.europa_41.orders import Build
from fmbook.books.europa_41.ownership import ashore, of_kind, owner_of
from fmbook.books.europa_41.tasks import did
from fmbook.components.tables import Table
from fmbook.core.dice import Chance
from fmbook.core.events import (
    Answered,
    Asked,
    Eliminated,
    Entered,
    Event,
    Halted,
    PhaseBegan,
    Rolled,
    Withheld,
)
from fmbook.core.orders import Roll
from fmbook.core.state import Ask, State, Unit
from fmbook.core.verdicts import Bar, Excuse, Only, Reason
from fmbook.engine.rulebook import does, excuses, follows, forbids

__all__ = ["bases_of", "escape_from", "frozen", "is_frozen", "succeeds"]

ON_ICE: Final = "europa_41:41.A.3"
NOWHERE: Final = frozenset[int]()


def frozen(state: State) -> frozenset[int]:
    """Return the hexes whose water is frozen: those that can freeze, while there is frost."""
    return state.board.having("freezes") if FROST.of(state) else NOWHERE


def is_frozen(state: State, place: int) -> bool:
    """Tell whether the water of a hex is frozen now."""
    return place in frozen(state)


def bases_of(state: State, side: int) -> frozenset[int]:
    """Return the hexes where a side's aircraft can stand: its own bases that are not ruined."""
    whole = (state.board.having("airbase") - RUINED.of(state)) | AIRFIELDS.of(state)
    return frozenset([place for place in whole if owner_of(state, place) == side]) if whole else NOWHERE


def succeeds(state: State, die: int) -> str:
    """Read the Success Table: F and F* fail, S and S* succeed."""
    table: Table = state.setup.tables["success"]
    return table.cell(min(max(die, table.rolls[0]), table.rolls[-1]), table.columns[0])


# --- building -------------------------------------------------------------------------------------


def on_ice(state: State, place: int) -> bool:
    """Tell whether a hex is a frozen partial lake hex."""
    return is_frozen(state, place) and "shore" in state.board.features[place]


@forbids("europa_41:base/construction", Build, bars="units")
def construction_units_build(state: State, side: int) -> Iterable[Only]:
    """On land an airfield is built by a construction unit."""
    able = of_kind(state, side, "construction")
    able = state.on_map(side) & able if able else able
    return (Only(able, "{unit} is no construction unit and does not stand on ice", why=_why_no_builder),)


def _why_no_builder(state: State, side: int, number: int) -> Iterator[Reason]:
    """On the shore of a lake it is the frost that is missing, elsewhere a construction unit."""
    unit, place = state.setup.units[number], state.where[number]
    if place >= 0 and "shore" in state.board.features[place] and unit.side == side:
        name = state.board.places[place]
        yield Reason(f"the lake at {name} is not frozen, and only on its ice may {unit.id} build", rule=ON_ICE)
    else:
        yield Reason(f"{unit.id} is no construction unit and does not stand on ice")


@excuses("europa_41:41.A.3/anyone", Build, from_rule="europa_41:base/construction", clauses=("R41-A.3-b",))
def anyone_builds_on_ice(state: State, side: int) -> Iterable[Excuse]:
    """On a frozen partial lake hex every ground unit counts as a construction unit."""
    if not frozen(state):
        return ()
    able = frozenset([unit for unit in ashore(state, side) if on_ice(state, state.where[unit])])
    return (Excuse(able, "on ice anyone can build"),)


@forbids("europa_41:base/own", Build, bars="units")
def own_units_build(state: State, side: int) -> Iterable[Bar]:
    """A unit builds instead of moving, for its own side."""
    own = Only(state.on_map(side), "{unit} is no {side} unit on the map")
    return own, Bar(state.spent, "{unit} has been used in this phase")


@forbids("europa_41:41.A.3/where", Build, bars="hexes", clauses=("R41-A.3-a",))
def airfields_on_frozen_shores(state: State, unit: Unit) -> Iterable[Bar]:
    """A temporary airfield is built where the unit stands: on land, or on the ice of a partial lake hex."""
    here = frozenset({state.where[unit.number]})
    found = [
        Only(here, "{unit} builds where it stands"),
        Bar(state.board.having("lake"), "{to} is all lake: the ice must have a shore"),
        Bar(bases_of(state, unit.side), "{to} has an airfield already"),
    ]
    if not on_ice(state, state.where[unit.number]) and BUILDING_SUPPLY.of(state) < 1:
        found.append(Bar(here, "{to} is land, and no supply is left to build there"))
    return found


@does("europa_41:41.A.3/build", Build, clauses=("R41-A.3-c",))
def build(state: State, order: Build, chance: Chance) -> Iterator[Event]:
    """An airfield costs a point of supply for construction on land, and nothing on ice."""
    place, unit = state.board.at(order.hex), state.setup.unit(order.unit)
    yield Halted(unit.id)
    if not on_ice(state, place):
        yield BUILDING_SUPPLY.becomes(BUILDING_SUPPLY.of(state) - 1, "A point of supply is spent on it.")
    yield AIRFIELDS.becomes(AIRFIELDS.of(state) | {place}, f"{order.unit} builds an airfield at {order.hex}.")
    yield did(state, f"build {unit.id} {'ice' if on_ice(state, place) else 'land'}")


# --- thaw -----------------------------------------------------------------------------------------


@follows("europa_41:41.A.3/thaw", PhaseBegan, clauses=("R41-A.3-d", "R41-A.3-e"))
def when_the_ice_breaks(state: State, event: PhaseBegan, chance: Chance) -> Iterable[Event]:
    """With the thaw airfields on ice are gone, and the aircraft on them must try to escape."""
    return _thaw(state) if event.phase.kind == "thaw" else ()


def _thaw(state: State) -> Iterator[Event]:
    lost = frozenset(place for place in AIRFIELDS.of(state) if on_ice(state, place))
    yield FROST.becomes(False, "It thaws.")
    if lost:
        names = ", ".join(state.board.places[place] for place in sorted(lost))
        yield AIRFIELDS.becomes(AIRFIELDS.of(state) - lost, f"The airfield on the ice of {names} is gone.")
    yield from escape_from(state, lost)
    yield did(state, "thaw")


def escape_from(state: State, places: frozenset[int]) -> Iterator[Event]:
    """Let aircraft at these places try to get away."""
    flyers = [unit for unit in state.setup.units if "air" in unit.traits and state.where[unit.number] in places]
    if flyers:
        yield Asked(tuple(Ask("escape", unit.side, (unit.number,)) for unit in flyers))


@does("europa_41:41.A.3/escape", (Roll, "escape"), clauses=("R41-A.3-e", "R41-A.4.b-i"))
def escape(state: State, order: Roll, chance: Chance) -> Iterator[Event]:
    """The Success Table says whether aircraft get away: to another base, or off the board if there is none."""
    unit = state.setup.units[state.asks[-1].units[0]]
    die = chance.die()
    result = succeeds(state, die)
    yield Answered()
    if result.startswith("F"):
        yield Rolled((die,), result, f"{unit.id} does not get away")
        yield Eliminated(unit.id)
    else:
        yield Rolled((die,), result, f"{unit.id} gets away")
        bases = sorted(bases_of(state, unit.side) - {state.where[unit.number]})
        yield Entered(unit.id, state.board.places[bases[0]]) if bases else Withheld(unit.id)
    yield did(state, f"escape {unit.id}")
