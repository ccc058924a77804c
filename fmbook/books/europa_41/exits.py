"""41.F · Leaving the map in Germany and in Iran."""

from collections.abc import Iterable, Iterator

from fmbook.books.europa_41.facts import EXITED
from fmbook.books.europa_41.ground import ground_of
from fmbook.books.europa_41.movement import land_way, trodden
from fmbook.books.europa_41.ownership import ashore, bearing
from fmbook.books.europa_41.supply import is_isolated, is_supplied
from fmbook.books.europa_41.tasks import did
from fmbook.core.dice import Chance
from fmbook.core.events import Event, Moved, Withheld
from fmbook.core.orders import Leave
from fmbook.core.state import State, Unit
from fmbook.core.verdicts import Bar, Only
from fmbook.engine.rulebook import does, forbids
from fmbook.mechanics.movement import allowance, field_of, limits, mover

__all__ = ["exit_price", "total_of"]

A_POINT = 2  # halves
WAYS_OUT = {"Soviet": ("west_edge", ("greater_germany", "south_of_germany")), "Axis": ("south_edge", ("iran",))}
"""By side the edge, and the countries in which it is a way out."""
OUT = {"Soviet": "by the west edge, in Greater Germany or south of it", "Axis": "by the south edge in Iran"}


@forbids("europa_41:41.F/who", Leave, bars="units", clauses=("R41-F-d",))
def who_may_leave(state: State, side: int) -> Iterable[Bar]:
    """A ground unit leaves while it moves or exploits by its own points, so once in a phase, where there is an edge."""
    able = Only(ashore(state, side), "{unit} is no ground unit of {they} on the map")
    if state.phase.kind == "exploitation":
        able = Only(ashore(state, side) & bearing(state, side, "cm"), "{unit} does not exploit")
    spent = Bar(state.spent, "{unit} has moved in this phase")
    if _edge(state, side):
        return able, spent
    return Only(frozenset(), "no edge of this map is a way out for {they}"), able, spent


@forbids("europa_41:41.F/supply", Leave, bars="units", clauses=("R41-F-c",))
def supplied_and_not_isolated(state: State, side: int) -> Iterable[Bar]:
    """It must be in supply and not isolated."""
    units = state.units(state.on_map(side))
    cut = frozenset([unit.number for unit in units if is_isolated(state, unit)])
    hungry = frozenset([unit.number for unit in units if unit.number not in cut and not is_supplied(state, unit)])
    return (
        Bar(cut, "{unit} is isolated", "open a line to its rear first"),
        Bar(hungry, "{unit} is out of supply"),
    )


@forbids("europa_41:41.F/where", Leave, bars="hexes", clauses=("R41-F-a", "R41-F-b"))
def which_edge(state: State, unit: Unit) -> Iterable[Bar]:
    """Soviet units leave by the west edge in or south of Greater Germany, Axis units by the south edge in Iran."""
    side, edge = state.setup.sides[unit.side], _edge(state, unit.side)
    where = OUT.get(side, "from nowhere on this map")
    return (
        Only(edge, f"{{unit}} may not leave the map from {{to}}: {side} units leave it {where}", where),
        Bar(edge - frozenset(exit_ways(state, unit)), "{unit} has not the points to leave the map from {to}"),
    )


def _edge(state: State, side: int) -> frozenset[int]:
    edge, countries = WAYS_OUT.get(state.setup.sides[side], ("", ()))
    return state.board.having(edge).intersection(frozenset[int]().union(*map(state.board.having, countries)))


def exit_price(state: State, unit: Unit, place: int) -> int:
    """Return what leaving from a hex costs: as much as entering it once more, whatever lies on its sides."""
    words = [word for word in ("clear", "woods", "swamp", "canal_intensive") if word in ground_of(state, place)]
    return state.setup.costs.enter[f"{words[0]} {mover(state, unit)}"] or 0


def exit_ways(state: State, unit: Unit) -> Iterator[int]:
    """Return the edge hexes that a unit can reach and then leave."""
    most, having, halts = allowance(state, unit), state.board.having, limits(state, unit).halts
    for place in sorted((having("west_edge") | having("south_edge")) - (halts - {state.where[unit.number]})):
        spent = _price_of(state, unit, place)
        if spent is not None and spent + exit_price(state, unit, place) <= most:
            yield place


def _price_of(state: State, unit: Unit, place: int) -> int | None:
    return 0 if place == state.where[unit.number] else field_of(state, unit).cost(place)


@does("europa_41:41.F/leave", Leave, clauses=("R41-F-e", "R41-F-f", "R41-F-g"))
def leave(state: State, order: Leave, chance: Chance) -> Iterator[Event]:
    """It pays the edge hex once more and is gone; attack strengths are totalled, for the Soviets in two totals."""
    unit, edge = state.setup.unit(order.unit), state.board.at(order.hex)
    here, price = state.where[unit.number], (_price_of(state, unit, edge) or 0) + exit_price(state, unit, edge)
    if edge != here:
        yield Moved(unit.id, state.board.places[here], order.hex)
        yield from trodden(state, unit, land_way(state, unit, field_of(state, unit), edge))
    yield Withheld(unit.id)
    region = region_of(state, edge)
    exited = (*EXITED.of(state), (unit.id, region))
    total = total_of(state, unit.side, region) + unit.attack
    paid = f"{price / 2:g} point{'s' * (price != A_POINT)}"
    yield EXITED.becomes(exited, f"{unit.id} leaves for {paid}; {region}: {total} attack strength in all.")
    yield did(state, f"leave {unit.id}")


def region_of(state: State, edge: int) -> str:
    """Name the total that counts a unit which leaves from a hex."""
    features = state.board.features[edge]
    if "greater_germany" in features:
        return "in Greater Germany"
    return "in Iran" if "iran" in features else "south of Greater Germany"


def total_of(state: State, side: int, region: str) -> int:
    """Add up the printed attack strengths of a side's units that left in a region."""
    gone = (state.setup.unit(name) for name, where in EXITED.of(state) if where == region)
    return sum(unit.attack for unit in gone if unit.side == side)
