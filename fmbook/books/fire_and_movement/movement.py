"""Sections 5 and 6: movement and zones of control."""

from collections.abc import Iterable, Iterator, Set

from fmbook.components.setup import Edge
from fmbook.core.cache import per_board, per_side
from fmbook.core.dice import Chance
from fmbook.core.events import Entered, Event, Halted, Moved
from fmbook.core.orders import Enter, Move
from fmbook.core.state import OFF_MAP, State, Unit
from fmbook.core.verdicts import Bar, Closed, Cost, Only, Reason
from fmbook.engine.matters import ALLOWANCE, CLOSED_TO_CHAINS, DEAR_FIRST_STEPS, FULL_HEXES, MOVER, ZONE
from fmbook.engine.rulebook import GoOn, Step, costs, does, forbids, settles
from fmbook.mechanics.closures import bar_of_reach, closed_by, search_of
from fmbook.mechanics.movement import field_of, points, way
from fmbook.mechanics.occupation import marched_through
from fmbook.mechanics.retreat import Flee, full_hexes
from fmbook.mechanics.zones import zone

# --- 5.1 · Who may move, and how far --------------------------------------------------------


@settles("fm:2.3/class", MOVER, clauses=("S-6",))
def leg_or_mobile(state: State, unit: Unit) -> str:
    """A unit is leg or mobile."""
    return "mobile" if "mobile" in unit.traits else "leg"


@settles("fm:5.1/allowance", ALLOWANCE, clauses=("S-8", "S-19", "S-24", "S-86"))
def printed_allowance(state: State, unit: Unit) -> int:
    """A unit, which is always in supply, spends at most its printed allowance; what is left over is lost."""
    return unit.allowance


@forbids("fm:5.1/own", Move, bars="units", clauses=("S-18",))
def own_units_on_the_map(state: State, side: int) -> Iterable[Only]:
    """Players move their own units that are on the map."""
    return (Only(state.on_map(side), "{unit} is no {side} unit on the map"),)


@forbids("fm:5.1/once", Move, bars="units", clauses=("S-19",))
def one_march_a_phase(state: State, side: int) -> Iterable[Bar]:
    """Units move one by one, each once in a phase."""
    return (Bar(state.spent, "{unit} has done its march in this phase", "another unit, or end the phase"),)


@forbids("fm:4.1/mobile", Move, bars="units", clauses=("S-24",))
def only_mobile_units_move_again(state: State, side: int) -> Iterable[Only]:
    """In the mobile movement phase only mobile units march, with their whole allowance and whatever they did before."""
    if state.phase.kind != "mobile movement":
        return ()
    return (Only(_mobile(state), "{unit} is a leg unit, and only mobile units march in the mobile movement phase"),)


@per_board
def _mobile(state: State) -> Set[int]:
    return frozenset(unit.number for unit in state.setup.units if "mobile" in unit.traits)


@forbids("fm:5.1", Move, bars="hexes", clauses=("S-19",))
def marches_within_reach(state: State, unit: Unit) -> Iterable[Bar]:
    """A march goes from hex to next hex, each at its price, as far as the points last."""
    return (bar_of_reach(field_of(state, unit)),)


@forbids("fm:5.1/enemy", Step, bars="hexes", alike=True, clauses=("S-20",))
def no_march_into_the_enemy(state: State, unit: Unit) -> Iterable[Bar]:
    """No unit enters a hex that an enemy holds."""
    return (
        Bar(
            state.forces[1 - unit.side].places,
            "{to} is held by the enemy",
            "stop next to it, and attack it in the combat phase",
        ),
    )


@forbids("fm:5.1/via", Move, clauses=("S-19",), listed=False)
def a_pinned_way_must_be_open(state: State, order: Move) -> Iterator[Reason]:
    """A march by way of named hexes keeps to the same rules at every step."""
    if order.via:
        unit, via, to = state.setup.unit(order.unit), tuple(map(state.board.at, order.via)), state.board.at(order.to)
        if way(state, unit, to, via) is None:
            yield from closed_by(search_of(state, unit), order)


@does("fm:5.1/march", Move, clauses=("S-19",))
def march(state: State, order: Move, chance: Chance) -> Iterator[Event]:
    """A march takes the unit to its goal."""
    start = state.board.places[state.where[state.setup.unit_numbers[order.unit]]]
    yield Moved(order.unit, start, order.to, order.via, marched_through(state, order))


# --- 5.2 · Terrain --------------------------------------------------------------------------


@costs("fm:5.2", clauses=("S-19",))
def ground_and_hexsides(edge: Edge, mover: str) -> Iterator[Cost | Closed]:
    """A step costs what the dearest terrain of the hex entered costs, and what the hexside crossed adds."""
    enter, cross = edge.costs.enter, edge.costs.cross
    ground = {word: enter[word] for word in sorted(edge.entering) if word in enter} or {"clear": enter.get("clear", 2)}
    for word, price in ground.items():
        if price is None:
            yield Closed(f"{{hex}} is {_plain(word)}, which nobody enters")
    known = [price for price in ground.values() if price is not None]
    if known:
        yield Cost(max(known, key=lambda price: (price < 0, price)), "the ground")
    for word in sorted(edge.border & cross.keys()):
        extra = cross[word]
        yield (
            Closed(f"nobody crosses the {_plain(word)} hexside between {{here}} and {{hex}}")
            if extra is None
            else Cost(extra, f"the {_plain(word)}, {points(extra)} more")
        )


def _plain(word: str) -> str:
    return word.replace("_", " ")


@costs("fm:5.2/road", clauses=("S-23",))
def road_rate(edge: Edge, mover: str) -> Iterator[Cost]:
    """From one road hex to the next along the road the road's price takes the place of all others."""
    if "road" in edge.border and edge.costs.road is not None:
        yield Cost(edge.costs.road, "the road", instead=True)


# --- 5.3 · Stacking -------------------------------------------------------------------------


@settles("fm:5.3", FULL_HEXES, clauses=("S-21",))
def one_unit_to_a_hex(state: State, side: int) -> Set[int]:
    """A hex holds one unit at the end of a march, retreat or advance; markers do not count."""
    return state.held(side)


@forbids("fm:5.3/march", Move, bars="hexes", alike=True, clauses=("S-21", "S-22", "SC-11.3-3"))
def no_march_ends_on_a_full_hex(state: State, unit: Unit) -> Iterator[Bar]:
    """A march may pass friends but does not end where there is no room."""
    yield Bar(full_hexes(state, unit.side), "{to} is taken by a friendly unit", "stop one hex short, or go past it")


# --- 5.1 · Arrivals -------------------------------------------------------------------------


@forbids("fm:5.1/due", Enter, bars="units", clauses=("S-26",))
def only_units_that_are_due(state: State, side: int) -> Iterable[Only]:
    """A reinforcement arrives in the turn of its schedule or later, a mobile one also in the mobile movement phase."""
    where = state.where
    due = frozenset(
        [number for number in _scheduled(state, side, state.turn) - state.on_map(side) if where[number] == OFF_MAP]
    )
    mobile = state.phase.kind == "mobile movement"
    return (Only(due & _mobile(state) if mobile else due, "{unit} is not due now"),)


@per_board
def _scheduled(state: State, side: int, turn: int) -> frozenset[int]:
    """Return the reinforcements of a side whose turn has come."""
    units = (unit for unit in state.setup.units if unit.side == side)
    return frozenset(unit.number for unit in units if 0 < unit.arrives <= turn)


@forbids("fm:5.1/entry", Enter, bars="hexes",
         clauses=("S-26",))  # fmt: skip
def only_at_its_entry_hexes(state: State, unit: Unit) -> Iterator[Bar]:
    """It arrives at a free hex of its schedule."""
    yield Only(unit.entry, "{to} is no entry hex of {unit}")
    yield Bar(state.forces[1 - unit.side].places, "{to} is held by the enemy")
    yield Bar(full_hexes(state, unit.side), "{to} is taken by a friendly unit")


@does("fm:5.1/arrive", Enter, clauses=("S-27", "SC-11.3-2", "SC-11.5-1"))
def arrive(state: State, order: Enter, chance: Chance) -> Iterator[Event]:
    """An arrival may march on, unless it arrives in an enemy zone."""
    yield Entered(order.unit, order.to)
    if state.board.at(order.to) in zone(state, 1 - state.side):
        yield Halted(order.unit)


# --- 6 · Zones of control -------------------------------------------------------------------


@settles("fm:6.0", ZONE, clauses=("S-28", "S-36", "S-37"))
@per_side
def six_hexes_around(state: State, side: int) -> Set[int]:
    """Every unit, full or depleted, has a zone over the hexes around it, but not over a hexside nobody can cross."""
    near = within_a_step(state)
    return frozenset[int]().union(*(near[place] for place in state.forces[side].places))


@per_board
def within_a_step(state: State) -> tuple[frozenset[int], ...]:
    """Map each hex to its neighbours over hexsides that can be crossed."""
    barred, board = frozenset(word for word, price in state.setup.costs.cross.items() if price is None), state.board
    return tuple(
        frozenset(there for there in near if not barred & board.border(here, there))
        for here, near in enumerate(board.neighbours)
    )


@settles("fm:6.0/chains", CLOSED_TO_CHAINS, clauses=("S-35",))
def zones_cut_chains(state: State, side: int) -> Set[int]:
    """A chain of hexes that has to be traced is cut by enemies and by their zones."""
    return state.forces[1 - side].places | zone(state, 1 - side)


@forbids("fm:6.1/stop", GoOn, bars="hexes", alike=True, clauses=("S-29",))
def stop_in_an_enemy_zone(state: State, unit: Unit) -> Iterable[Bar]:
    """A unit stops when it enters an enemy zone."""
    why = "the march would have to stop in the enemy's zone at {hex}"
    return (Bar(zone(state, 1 - unit.side), why, "go around it", why=_whose_zone),)


def _whose_zone(state: State, unit: Unit, to: int) -> Iterator[Reason]:
    """Name those who watch a hex: its number alone says nothing of them."""
    near = within_a_step(state)[to] & state.forces[1 - unit.side].places
    names = [each.id for place in sorted(near) for each in state.units_at(place, 1 - unit.side)[:1]]
    if names:
        here, whose = (
            state.board.places[to],
            f"zone of {names[0]}" if len(names) == 1 else f"zones of {' and '.join(names)}",
        )
        yield Reason(f"the march would have to stop in the {whose} at {here}", "go around it", (here,))


@settles("fm:6.1/infiltration", DEAR_FIRST_STEPS, clauses=("S-30", "S-31"))
def infiltration(state: State, unit: Unit, start: int) -> Set[int]:
    """A unit that starts in an enemy zone may walk out of it, or slip into its next hex for its whole allowance."""
    held = zone(state, 1 - unit.side)
    return held & within_a_step(state)[start] if start in held else frozenset()


@forbids("fm:6.1/flooded", Step, bars="hexes", clauses=("S-32",))
def no_infiltration_into_floods(state: State, unit: Unit) -> Iterable[Bar]:
    """Nobody infiltrates into a flooded hex."""
    start = state.where[unit.number]
    if start not in _beside_floods(state):
        return ()
    shut = state.board.having("flooded") & DEAR_FIRST_STEPS.of(state.setup)(state, unit, start)
    why = "{to} is flooded, and nobody infiltrates into floods"
    return (Bar(shut, why, "leave the enemy's zone first"),) if shut else ()


@per_board
def _beside_floods(state: State) -> frozenset[int]:
    board = state.board
    return frozenset[int]().union(*(board.neighbours[place] for place in board.having("flooded")))


@forbids("fm:6.2", Flee, bars="hexes", clauses=("S-33", "SC-12.0-13"))
def zones_bar_retreat(state: State, unit: Unit) -> Iterator[Bar]:
    """No retreat leads into an enemy zone."""
    yield Bar(zone(state, 1 - unit.side), "{to} lies in an enemy zone")
