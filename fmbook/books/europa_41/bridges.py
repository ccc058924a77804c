"""Around rule 41: bridges blown and mended, causeways among them, and railways for the rail ferry."""

from collections.abc import Iterable, Iterator, Set
from typing import Final

from fmbook.books.europa_41.facts import BLOWN, RAIL, Border
from fmbook.books.europa_41.orders import Demolish, Repair, Train
from fmbook.books.europa_41.ownership import ashore, of_kind, owned, taken
from fmbook.books.europa_41.tasks import did
from fmbook.components.setup import Ways
from fmbook.core.cache import per_board
from fmbook.core.dice import Chance
from fmbook.core.events import Event, Halted, Moved
from fmbook.core.state import State, Unit
from fmbook.core.verdicts import Bar, Only
from fmbook.engine.rulebook import Matter, does, forbids, settles
from fmbook.mechanics.movement import Limits, limits, spread

BRIDGES: "Matter[[State], frozenset[Border]]" = Matter("bridges", "the hexsides that have a bridge now")

__all__: list[str] = []

NOWHERE: Final = frozenset[int]()


def _pair(a: int, b: int) -> Border:
    return (a, b) if a < b else (b, a)


@settles("europa_41:41.A.1/bridge", BRIDGES, clauses=("R41-A.1-f",))
def causeways_are_bridges(state: State) -> frozenset[Border]:
    """A causeway counts as a bridge for whoever builds or destroys."""
    treated = [word for word, row in state.setup.costs.treated.items() if row.sappers == "bridge"]
    return frozenset(pair for word in ("bridge", *treated) for pair in state.board.links(word))


def _bridges_from(state: State, unit: Unit, *, blown: bool) -> frozenset[int]:
    here = state.where[unit.number]
    bridges = BRIDGES.of(state.setup)(state)
    wanted = bridges & BLOWN.of(state) if blown else bridges - BLOWN.of(state)
    if not wanted:
        return NOWHERE
    return frozenset([near for near in state.board.neighbours[here] if _pair(here, near) in wanted])


def _sappers(state: State, able: frozenset[int], side: int, says: str) -> Iterable[Bar]:
    able = ashore(state, side) & able if able else able
    return Only(able, says), Bar(state.spent, "{unit} has been used in this phase")


@forbids("europa_41:bridge/who-blows", Demolish, bars="units")
def engineers_blow_bridges(state: State, side: int) -> Iterable[Bar]:
    """Engineers blow bridges, instead of moving."""
    able = of_kind(state, side, "engineer")
    return _sappers(state, able, side, "{unit} is no engineer unit of {they}")


@forbids("europa_41:bridge/blow", Demolish, bars="hexes")
def a_bridge_of_the_own_hex(state: State, unit: Unit) -> Iterable[Only]:
    """A bridge is blown from one of the hexes that it joins."""
    return (Only(_bridges_from(state, unit, blown=False), "no bridge or causeway leads from {unit} to {to}"),)


@does("europa_41:bridge/blown", Demolish)
def blow(state: State, order: Demolish, chance: Chance) -> Iterator[Event]:
    """A bridge that is blown carries nobody until it is mended."""
    pair = _pair(state.where[state.setup.unit_numbers[order.unit]], state.board.at(order.to))
    yield Halted(order.unit)
    yield BLOWN.becomes(BLOWN.of(state) | {pair}, f"{order.unit} blows the bridge to {order.to}.")
    yield did(state, f"demolish {order.unit}")


@forbids("europa_41:bridge/who-mends", Repair, bars="units")
def engineers_mend_bridges(state: State, side: int) -> Iterable[Bar]:
    """Engineers and construction units mend bridges, instead of moving."""
    able = of_kind(state, side, "engineer") | of_kind(state, side, "construction")
    return _sappers(state, able, side, "{unit} is no engineer or construction unit of {they}")


@forbids("europa_41:bridge/mend", Repair, bars="hexes")
def a_blown_bridge_of_the_own_hex(state: State, unit: Unit) -> Iterable[Only]:
    """A bridge is mended from one of the hexes that it joins."""
    return (Only(_bridges_from(state, unit, blown=True), "no blown bridge lies between {unit} and {to}"),)


@does("europa_41:bridge/mended", Repair)
def mend(state: State, order: Repair, chance: Chance) -> Iterator[Event]:
    """A bridge that is mended carries everybody again."""
    pair = _pair(state.where[state.setup.unit_numbers[order.unit]], state.board.at(order.to))
    yield Halted(order.unit)
    yield BLOWN.becomes(BLOWN.of(state) - {pair}, f"{order.unit} mends the bridge to {order.to}.")
    yield did(state, f"repair {order.unit}")


# --- railways -------------------------------------------------------------------------------------


def _line(state: State, unit: Unit) -> Set[int]:
    """Return the hexes that the railway joins to a unit through hexes of its own side."""
    return _line_from(state, state.where[unit.number], owned(state, unit.side), limits(state, unit))


@per_board
def _line_from(state: State, here: int, own: frozenset[int], bounds: Limits) -> Set[int]:
    every = state.setup.all_places
    closed = Limits((every - own) | bounds.closed, bounds.halts, NOWHERE)
    return spread(_rails(state), here, len(every), closed).reach


@per_board
def _rails(state: State) -> Ways:
    board = state.board
    joined = ((here, there) for here, near in enumerate(board.neighbours) for there in near)
    return Ways({pair: 1 for pair in joined if "rail" in board.border(*pair)}, board.bit_index)


@forbids("europa_41:rail/who", Train, bars="units")
def who_goes_by_rail(state: State, side: int) -> Iterable[Bar]:
    """A ground unit goes by rail instead of marching, if the capacity of its side is enough for it."""
    capacity = RAIL.about(state.setup.sides[side]).of(state)
    able = NOWHERE
    if capacity > 0:
        units = state.units(ashore(state, side))
        able = frozenset([unit.number for unit in units if 0 < unit.also.get("half_res", 0) <= capacity])
    says = "{they:has} not the rail capacity for {unit}"
    return Only(able, says), Bar(state.spent, "{unit} has been used in this phase")


@forbids("europa_41:rail/where", Train, bars="hexes")
def along_the_line(state: State, unit: Unit) -> Iterable[Only]:
    """It goes along a railway line of its own side, as far as that reaches."""
    return (Only(_line(state, unit), "no railway of its side takes {unit} to {to}"),)


@does("europa_41:rail/go", Train)
def go_by_rail(state: State, order: Train, chance: Chance) -> Iterator[Event]:
    """A journey by rail uses capacity."""
    unit = state.setup.unit(order.unit)
    capacity = RAIL.about(state.setup.sides[unit.side])
    left = capacity.of(state) - unit.also["half_res"]
    yield Moved(unit.id, state.board.places[state.where[unit.number]], order.to)
    yield from taken(state, unit.side, frozenset({state.board.at(order.to)}))
    yield capacity.becomes(left, f"Rail capacity left: {left / 2:g} RE.")
    yield did(state, f"train {unit.id}")
