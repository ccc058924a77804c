"""Sections 7, 9 and 12 and the rivers: zones of control, room in a hex, supply. What the other rules ask about."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from typing import Final

from fmbook.books.veritable.facts import HOST, UNSUPPLIED
from fmbook.books.veritable.sequence import ALLIED, GERMAN
from fmbook.components.setup import A_POINT, Edge, MovementCosts
from fmbook.core.bitsets import PlaceSet
from fmbook.core.cache import per_board, per_side, per_state
from fmbook.core.dice import Chance
from fmbook.core.events import Event, PhaseBegan
from fmbook.core.state import Force, State, Unit
from fmbook.core.verdicts import Closed, Cost
from fmbook.engine.matters import CLOSED_TO_CHAINS, SUPPLIED, SUPPLY, ZONE
from fmbook.engine.rulebook import Matter, costs, follows, settles
from fmbook.mechanics.supply import Chains, shortest_chains, tracer
from fmbook.mechanics.zones import closed_to_chains, watched

__all__ = [
    "DRY", "WET", "across", "as_treated", "fits", "full", "is_supplied", "line_through", "on_road_line",
    "out_of_supply", "toll_of",
]  # fmt: skip

FULL: "Matter[[State, Unit], Set[int]]" = Matter("full", "the hexes that have no room for a unit")
ZONE_TOLL: "Matter[[State], int]" = Matter(
    "zone toll", "what entering an enemy zone costs besides, and leaving one again, in half points"
)
ROAD_LINE: "Matter[[State, bool], Set[int]]" = Matter("road line", "the hexes from which supply reaches a road")
LINE_THROUGH: "Matter[[State], bool]" = Matter("line through", "whether a line runs from edge to edge")

DRY, WET = "ground", "boats"  # classes of mover: on the ground, or the one brigade with amphibious vehicles
BONUS = "bonus"
ITSELF: Final = -1  # no kind: the stack as it stands


# --- terrain --------------------------------------------------------------------------------------


@costs("veritable:8.0", clauses=("V-8.0-c", "V-15.1-c", "V-15.1-d", "V-15.1-f", "V-8.0-r1"))
def ground_and_rivers(edge: Edge, mover: str) -> Iterator[Cost | Closed]:
    """A step costs what the hex entered costs and what the river adds; with boats floods and rivers are easier."""
    enter = edge.costs.enter
    words = [word for word in edge.entering if word in enter] or ["clear"]
    prices = [enter[as_treated(edge.costs, word, mover)] or 0 for word in words]
    yield Cost(max(prices), f"{words[prices.index(max(prices))]} ground")
    if "minor_river" in edge.border and (price := _crossing(edge, mover, "minor_river")):
        yield Cost(price, "the river")
    if "major_river" in edge.border:
        great = _crossing(edge, mover, "major_river")
        closed = Closed("the great river between {here} and {hex} is not crossed")
        yield closed if great is None else Cost(great, "the great river, three more")


def as_treated(chart: MovementCosts, ground: str, mover: str) -> str:
    """Return what a class of mover treats a kind of ground as: mostly as what it is."""
    row = chart.treated.get(ground)
    return row.march if row and row.mover == mover else ground


def _crossing(edge: Edge, mover: str, river: str) -> int | None:
    """Return what a river adds for a class of mover: by its own row, if the chart has one."""
    cross = edge.costs.cross
    return cross.get(f"{river} {mover}", cross[river])


@costs("veritable:8.0/road", clauses=("V-8.0-c", "V-8.0-r1"))
def road_rate(edge: Edge, mover: str) -> Iterator[Cost]:
    """From road hex to road hex along the road its price takes the place of all others, over a minor river too."""
    if "road" in edge.border and "major_river" not in edge.border and edge.costs.road is not None:
        yield Cost(edge.costs.road, "the road", instead=True)


# --- 7 · Zones of control ---------------------------------------------------------------------------


@per_board
def across(state: State) -> tuple[frozenset[int], ...]:
    """Map each hex to its neighbours that no major river parts from it."""
    board = state.board
    return tuple(
        frozenset(there for there in near if "major_river" not in board.border(here, there))
        for here, near in enumerate(board.neighbours)
    )


@settles("veritable:7.0", ZONE, clauses=("V-7.0-a", "V-7.1-e", "V-7.1-f", "V-13.4-d"))
@per_side
def six_hexes_around(state: State, side: int) -> Set[int]:
    """Every unit, an Outpost too, has a zone over the six hexes around it, but not over a major river, bridge or no."""
    near = across(state)
    return frozenset[int]().union(*(near[place] for place in state.forces[side].places))


@settles("veritable:7.1/toll", ZONE_TOLL, clauses=("V-7.1-a", "V-7.1-b", "V-7.1-d", "V-7.1-g"))
def a_point_in_and_a_point_out(state: State) -> int:
    """Entering a hex in an enemy zone costs a point more, whoever stands there, and leaving one costs a point more."""
    return A_POINT


def toll_of(state: State) -> int:
    """Return what a zone costs whoever enters it, and whoever leaves it, in half points, as the rulebook settles it."""
    return ZONE_TOLL.of(state.setup)(state)


@settles("veritable:7.3", CLOSED_TO_CHAINS, clauses=("V-7.3-a", "V-7.3-b", "V-12.1.1-b"))
def zones_cut_supply(state: State, side: int) -> Set[int]:
    """A supply line is cut by enemies and by their zones, but not where a friend stands."""
    enemy = 1 - side
    return state.held(enemy) | (watched(state, enemy) - state.held(side))


# --- 9 · Stacking -----------------------------------------------------------------------------------


def fits(units: Iterable[Unit]) -> bool:
    """Tell whether so many may stand together: two, or one division whole; one with the symbol on top."""
    stack = list(units)
    if _within_limit(stack):
        return True
    spare = (unit for unit in stack if BONUS in unit.traits)
    return any(_within_limit([other for other in stack if other is not unit]) for unit in spare)


def _within_limit(stack: list[Unit]) -> bool:
    return len(stack) <= 2 or (bool(stack[0].group) and len({unit.group for unit in stack}) == 1)


def full(state: State, unit: Unit) -> Set[int]:
    """Return the hexes in which a unit has no room, as the rulebook settles it."""
    return FULL.of(state.setup)(state, unit)


@settles(
    "veritable:9.1",
    FULL,
    clauses=("V-3.0-g", "V-9.1-a", "V-9.1.2-a", "V-9.1-r1", "V-9.1.1-r1", "V-9.1.2-r1", "V-13.2-b"),
)
def two_units_or_one_division(state: State, unit: Unit) -> Set[int]:
    """A hex holds two units, or any number of one division, and one with the bonus symbol beside; passing is free."""
    return _full(state, unit.side, _crowded(state).kinds[unit.number], state.where[unit.number])


@per_side
def _full(state: State, side: int, kind: int, place: int) -> PlaceSet:
    """Return where there is no room for a unit of a kind that stands in a hex: of its own stack it is part already."""
    full, own = _full_for(state, side, kind), state.forces[side].at.get(place, ())
    if len(own) < 2 or (place in full) == _crowded(state)[own, ITSELF]:
        return full
    return PlaceSet(full.bit_index, full.bits ^ full.bit_index.bit[place])


@per_side
def _full_for(state: State, side: int, kind: int) -> PlaceSet:
    at, crowded, bit_index = state.forces[side].at.items(), _crowded(state), state.board.bit_index
    full = [bit_index.bit[here] for here, stack in at if len(stack) > 1 and crowded[stack, kind]]
    return PlaceSet(bit_index, sum(full))  # a second unit always fits


@per_board
def _crowded(state: State) -> "_Crowded":
    return _Crowded(state.setup.units)


class _Crowded(dict[tuple[tuple[int, ...], int], bool]):
    """Tells of a stack and a kind of unit whether there is no room for one more; like stacks are looked at once.

    Units of one division with the same symbols are of one kind.
    """

    def __init__(self, units: Sequence[Unit]) -> None:
        super().__init__()
        self._units = units
        self._like: dict[tuple[tuple[int, ...], int], bool] = {}
        self._every: dict[tuple[str, bool], list[Unit]] = {}
        for unit in units:
            self._every.setdefault((unit.group, BONUS in unit.traits), []).append(unit)
        numbers = {kind: number for number, kind in enumerate(self._every)}
        self.kinds = [numbers[unit.group, BONUS in unit.traits] for unit in units]

    def __missing__(self, pair: tuple[tuple[int, ...], int]) -> bool:
        stack, kind = pair
        like = tuple(map(self.kinds.__getitem__, stack)), kind
        if like not in self._like:
            self._like[like] = not fits(self._with_one_more(stack, kind))
        found = self[pair] = self._like[like]
        return found

    def _with_one_more(self, stack: tuple[int, ...], kind: int) -> list[Unit]:
        others = () if kind == ITSELF else list(self._every.values())[kind]
        return [self._units[number] for number in stack] + [unit for unit in others if unit.number not in stack][:1]


# --- 12 · Supply ------------------------------------------------------------------------------------


@per_board
def _tracers(state: State) -> tuple[Callable[..., Set[int]], ...]:
    """Return what traces lines over land, over great rivers too, and along roads."""
    bit_index = state.board.bit_index
    return tuple(tracer(near, bit_index) for near in (across(state), state.board.neighbours, _roads(state)))


@settles("veritable:12.1", SUPPLY, clauses=("V-12.1-a", "V-12.1.1-a", "V-12.0-c", "V-12.0-d"))
def linked(state: State, side: int) -> Set[int]:
    """A side is supplied from all hexes that a line of open ones joins to its own edge."""
    (over_land, _, _), barred = _tracers(state), state.board.bit_index.set_of(closed_to_chains(state, side))
    return Chains(_way_home(state, side), barred, lambda: over_land(_own_edge(state, side), barred))


def _own_edge(state: State, side: int) -> frozenset[int]:
    return state.board.having("west_edge" if side == ALLIED else "east_edge")


@per_board
def _way_home(state: State, side: int) -> Mapping[int, int]:
    return shortest_chains(across(state), state.board.bit_index, _own_edge(state, side))


def _afloat(state: State) -> Set[int]:
    """Return the hexes from which the brigade with boats can trace its line, over great rivers too."""
    _, afloat, _ = _tracers(state)
    return afloat(state.board.having("west_edge"), closed_to_chains(state, ALLIED))


def is_supplied(state: State, unit: Unit) -> bool:
    """Tell whether a unit is in supply as things stand now."""
    return SUPPLIED.of(state.setup)(state, unit)


@settles("veritable:12.0", SUPPLIED, clauses=("V-12.0-e", "V-12.0-f", "V-15.1-h"))
def in_supply(state: State, unit: Unit) -> bool:
    """A line of hexes joins it to its own edge, or it is German and in Cleve or Goch; boats take it over rivers."""
    place = state.where[unit.number]
    if unit.id == HOST.of(state):
        return place in _afloat(state)
    if place in _line(state, unit.side):
        return True
    return unit.side == GERMAN and (place in state.board.having("cleve") or place in state.board.having("goch"))


def _line(state: State, side: int) -> Set[int]:
    memo, own = state.forces[1 - side].memo, state.forces[side]
    known: tuple[Force, Set[int]] | None = memo.get("linked")
    if known is None or known[0] is not own:  # a line hangs on both sides' units
        known = memo["linked"] = own, SUPPLY.of(state.setup)(state, side)
    return known[1]


def out_of_supply(state: State, unit: Unit) -> bool:
    """Tell whether a unit was found without supply as its movement phase began."""
    return unit.number in UNSUPPLIED.of(state)


@follows("veritable:12.2", PhaseBegan, clauses=("V-12.0-a", "V-12.2-a"))
def supply_is_checked(state: State, event: PhaseBegan, chance: Chance) -> Iterable[Event]:
    """As a movement phase begins its units are checked, and those without a line are marked until the next check."""
    if event.phase.kind != "movement":
        return ()
    units = state.units(sorted(state.on_map(event.phase.side)))
    supplied = SUPPLIED.of(state.setup)
    cut = [unit for unit in units if not supplied(state, unit)]
    names = ", ".join([unit.id for unit in cut])
    says = f"Out of supply: {names}." if cut else ""
    return (UNSUPPLIED.becomes(frozenset([unit.number for unit in cut]), says),)


# --- 12.1.2 · The line that victory asks for ----------------------------------------------------------


def _roads(state: State) -> tuple[tuple[int, ...], ...]:
    """Map each hex to the next ones along its roads, none of them over a great river."""
    board = state.setup.board
    return tuple(
        tuple(there for there in near if "road" in board.border(here, there)) for here, near in enumerate(across(state))
    )


def on_road_line(state: State, afloat: bool) -> Set[int]:
    """Return the hexes from which a line for victory leads west, as the rulebook settles it."""
    return ROAD_LINE.of(state.setup)(state, afloat)


def line_through(state: State) -> bool:
    """Tell whether roads join the edges, as the rulebook settles it."""
    return bool(LINE_THROUGH.of(state.setup)(state))


@settles("veritable:12.1.2", ROAD_LINE, clauses=("V-12.1.2-a", "V-12.1.2-b", "V-15.1-h"))
@per_state
def one_step_to_a_road(state: State, afloat: bool) -> Set[int]:
    """For victory a line takes one step to a road, then roads only, open all the way to the western edge."""
    closed, (over_land, over_water, by_road) = closed_to_chains(state, ALLIED), _tracers(state)
    roads = by_road(state.board.having("west_road"), closed)
    return (over_water if afloat else over_land)(roads, closed, steps=1)


@settles("veritable:12.1.2/through", LINE_THROUGH, clauses=("V-12.1.2-a", "V-14.0-f", "V-14.0-g"))
def line_from_edge_to_edge(state: State) -> bool:
    """A line for victory leads from the eastern edge, past no German unit or zone; no Ally need have been there."""
    return not on_road_line(state, afloat=False).isdisjoint(state.board.having("east_edge"))
