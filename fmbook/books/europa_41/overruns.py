"""Around rule 41: overruns, which march over a weak enemy instead of attacking it."""

from collections.abc import Iterable, Iterator

from fmbook.books.europa_41.combat import HALF, force_against
from fmbook.books.europa_41.ground import edge_of
from fmbook.books.europa_41.movement import land_way, toll, trodden
from fmbook.books.europa_41.orders import Overrun
from fmbook.books.europa_41.ownership import ashore, garrisons, holding
from fmbook.books.europa_41.tasks import did
from fmbook.core.cache import per_side
from fmbook.core.dice import Chance
from fmbook.core.events import Eliminated, Event, Moved
from fmbook.core.state import State, Unit
from fmbook.core.verdicts import Bar, Only
from fmbook.engine.rulebook import Matter, does, forbids, settles
from fmbook.mechanics.movement import allowance, field_of, limits

HALVED_IN_AN_OVERRUN: "Matter[[State, Unit, int, int], bool]" = Matter(
    "halved in an overrun", "whether a unit has half its strength in an overrun"
)

__all__: list[str] = []

OVERRUN = 3  # to 1


@settles("europa_41:41.E.1/overrun", HALVED_IN_AN_OVERRUN, clauses=("R41-E.1-b", "R41-E.2-a"))
def halved_like_over_a_major_river(state: State, unit: Unit, here: int, there: int) -> bool:
    """An overrun over the Kerch Straits or a Baltic sound has half its strength, as over any major river."""
    edge = edge_of(state, unit, here, there)
    rivers = [word for word, row in edge.costs.treated.items() if row.overrun == "major_river"]
    return not edge.border.isdisjoint(rivers) or force_against(state, unit, here, there) == HALF


def _overruns(state: State, unit: Unit) -> dict[int, tuple[int, int, int]]:
    """Return the hexes that a unit can overrun: the price, the way there included, and the hex from which it does."""
    found: dict[int, tuple[int, int, int]] = {}
    weak = [place for place, least in _victims(state, 1 - unit.side) if 0 < unit.attack >= least]
    if not weak:
        return found
    most, start, near = allowance(state, unit), state.where[unit.number], field_of(state, unit)
    bounds = limits(state, unit)
    halts = bounds.halts - {start}
    for there in (place for place in weak if place not in bounds.closed):
        for here in (place for place in state.board.neighbours[there] if place not in halts):
            spent = 0 if here == start else near.cost(here)
            price = None if spent is None else toll(state, unit, here, there)
            if spent is None or price is None or spent + price > most or not _runs_over(state, unit, here, there):
                continue
            found[there] = min(found.get(there, (most + 1, 0, 0)), (spent + price, spent, here))
    return found


def _victims(state: State, side: int) -> Iterable[tuple[int, int]]:
    """Return the hexes that a side holds on the ground, each with the strength that it takes to run over it."""
    return _held_with(state, side, ashore(state, side))


@per_side
def _held_with(state: State, side: int, _: frozenset[int]) -> list[tuple[int, int]]:
    return [(place, OVERRUN * _defence(state, place, side)) for place in garrisons(state, side)]


def _defence(state: State, place: int, side: int) -> int:
    return sum(victim.defence for victim in holding(state, place, side))


def _runs_over(state: State, unit: Unit, here: int, there: int) -> bool:
    halved = HALVED_IN_AN_OVERRUN.of(state.setup)(state, unit, here, there)
    strength = (unit.attack + 1) // 2 if halved else unit.attack
    return strength >= OVERRUN * _defence(state, there, 1 - unit.side)


@forbids("europa_41:overrun/who", Overrun, bars="units")
def own_ground_units_overrun(state: State, side: int) -> Iterable[Bar]:
    """A ground unit overruns while it moves, once in a phase."""
    able = Only(ashore(state, side), "{unit} is no ground unit of {they}")
    return able, Bar(state.spent, "{unit} has moved in this phase")


@forbids("europa_41:overrun/where", Overrun, bars="hexes")
def three_to_one(state: State, unit: Unit) -> Iterable[Only]:
    """It needs the points to get there, and three times the strength of all who stand there."""
    return (Only(frozenset(_overruns(state, unit)), "{unit} cannot overrun {to}: not in reach, or not at 3:1"),)


@does("europa_41:overrun", Overrun)
def overrun(state: State, order: Overrun, chance: Chance) -> Iterator[Event]:
    """Units that are overrun are lost, and the attacker stands in the hex."""
    unit, to = state.setup.unit(order.unit), state.board.at(order.to)
    here, last = state.where[unit.number], _overruns(state, unit)[to][2]
    path = (here,) if last == here else land_way(state, unit, field_of(state, unit), last)
    for victim in holding(state, to, 1 - unit.side):
        yield Eliminated(victim.id)
    yield Moved(unit.id, state.board.places[here], order.to)
    yield from trodden(state, unit, (*path, to))
    yield did(state, f"overrun {order.to.rpartition(':')[2]}")
