"""Sections 7.1, 8, 13.1 and 13.4: marches, the price of zones, force marches, arrivals, the way off the map."""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence, Set
from functools import partial

from fmbook.books.veritable.facts import CAPTURED, EXITED, FORTRESS_CHIT, HOST
from fmbook.books.veritable.ground import DRY, WET, as_treated, full, out_of_supply, toll_of
from fmbook.books.veritable.morale import checked
from fmbook.books.veritable.reach import (
    FORCE_MARCH,
    Ground,
    Marches,
    Pace,
    back,
    marches,
    may_force_march,
    paces,
    searched,
    way_to,
)  # fmt: skip
from fmbook.books.veritable.sequence import ALLIED, reserves
from fmbook.core.cache import per_board
from fmbook.core.dice import Chance
from fmbook.core.events import Entered, Event, Halted, Moved, Withheld
from fmbook.core.orders import Enter, Leave, Move
from fmbook.core.sides import noun, opening
from fmbook.core.state import OFF_MAP, State, Unit
from fmbook.core.verdicts import Bar, Only, Reason
from fmbook.engine.matters import ALLOWANCE, BEYOND, FIELD, MOVER, WAY
from fmbook.engine.rulebook import Step, does, forbids, settles
from fmbook.mechanics.closures import Lift, Search, Wall, blamed, closed_by, opened, walls_of, what_closes
from fmbook.mechanics.movement import NOWHERE, Field, allowance, field_of, limits, mover, points, way
from fmbook.mechanics.pathfinding import cheapest_way
from fmbook.mechanics.zones import zone

# --- 8 · How far ----------------------------------------------------------------------------------------


@settles("veritable:8.0/class", MOVER, clauses=("V-15.1-c", "V-15.1-f"))
def on_foot_or_afloat(state: State, unit: Unit) -> str:
    """The brigade with the amphibious vehicles moves in its own way; all others go over land."""
    return WET if unit.id == HOST.of(state) else DRY


@settles("veritable:8.3", ALLOWANCE, clauses=("V-8.3-a", "V-12.2-c"))
def printed_or_halved(state: State, unit: Unit) -> int:
    """A unit out of supply has half its allowance, rounded up to a whole point."""
    whole = unit.allowance // 2
    return 2 * ((whole + 1) // 2) if out_of_supply(state, unit) else unit.allowance


@settles("veritable:8.2", FORCE_MARCH, clauses=("V-8.2-a", "V-8.2-b", "V-12.2-b"))
def supplied_and_unwatched(state: State, unit: Unit) -> bool:
    """A supplied unit that neither leaves nor enters an enemy zone in the whole phase may go twice as far."""
    return not out_of_supply(state, unit) and state.where[unit.number] not in zone(state, 1 - unit.side)


@settles("veritable:8.2/beyond", BEYOND)
def what_a_force_march_costs(state: State, unit: Unit) -> str:
    """Say what the costs are that pass a unit's movement."""
    found = marches(state, unit)
    if not (found.forced and found.every != found.usual.every):
        return ""
    usual = points(found.usual.most)
    return (
        f"A cost above {usual} is a force march: up to {points(found.forced.most)}, and on its whole way it neither "
        "leaves nor enters an enemy zone."
    )


@settles("veritable:8.1", FIELD, clauses=("V-8.1-a", "V-8.1-b"))
def field(state: State, unit: Unit) -> Field:
    """Each hex is paid before it is entered, and a point more for each zone entered or left; one hex always goes."""
    return marches(state, unit)


@settles("veritable:8.0/way", WAY, clauses=("V-8.0-b", "V-8.0-c"))
def priced_way(state: State, unit: Unit, goals: tuple[int, ...]) -> tuple[int, tuple[int, ...]] | None:
    """A march by way of some hexes to the last has a price, and goes in the first pace that gets there."""
    if len(goals) == 1:
        return way_to(state, unit, goals[0])
    start = state.where[unit.number]
    found = (cheapest_way(start, goals, pace.most, pace.leads) for pace in paces(state, unit))
    return next(filter(None, found), None)


def way_of(state: State, unit: Unit, goals: tuple[int, ...]) -> tuple[int, ...]:
    """Return the hexes that a march enters, the last one included; none, if there is no way."""
    found = way(state, unit, goals[-1], goals[:-1])
    return found[1][1:] if found else ()


# --- 8 · Who may march, and where to ----------------------------------------------------------------------


@forbids("veritable:8.0/own", Move, bars="units", clauses=("V-8.0-a",))
def own_units_on_the_map(state: State, side: int) -> Iterable[Only]:
    """Players move any, all or none of their own units on the map."""
    return (Only(state.on_map(side), "{unit} is no {side} unit on the map", why=_why_not_here),)


def _why_not_here(state: State, side: int, number: int) -> Iterator[Reason]:
    unit = state.setup.units[number]
    if unit.id in dict(EXITED.of(state)):
        yield Reason(f"{unit.id} has left the map, and no unit that left comes back", rule="veritable:14.0")
    else:
        yield Reason(f"{unit.id} is no {state.setup.sides[side]} unit on the map")


@forbids("veritable:8.0/once", Move, bars="units", clauses=("V-8.0-b",))
def one_march_a_phase(state: State, side: int) -> Iterable[Bar]:
    """Units move one at a time, each once in a phase."""
    return (Bar(state.spent, "{unit} has done its march in this phase", "another unit, or end the phase"),)


@forbids("veritable:13.4", Move, bars="units", clauses=("V-13.4-a",))
def outposts_stay(state: State, side: int) -> Iterable[Bar]:
    """Outposts never move."""
    return (Bar(outposts(state), "{unit} is an Outpost, and Outposts never move"),)


@per_board
def outposts(state: State) -> frozenset[int]:
    """Return the Outposts."""
    return frozenset(unit.number for unit in state.setup.units if "outpost" in unit.traits)


@forbids("veritable:8.0/reach", Move, bars="hexes", clauses=("V-8.0-c", "V-8.1-a"))
def marches_within_reach(state: State, unit: Unit) -> Iterable[Bar]:
    """A march goes from hex to next hex as far as the points last, never into the enemy or over a great river."""
    return (Only(field_of(state, unit).reach, "{unit} cannot reach {to}", why=why_not),)


@forbids("veritable:9.1/march", Move, bars="hexes", clauses=("V-9.1-r1",))
def no_march_ends_in_a_crowd(state: State, unit: Unit) -> Iterable[Bar]:
    """A march may pass through a full hex but does not end there."""
    return (Bar(full(state, unit), "{to} has no room for {unit}", "stop one hex short, or go past it"),)


def why_not(state: State, unit: Unit, to: int) -> Iterator[Reason]:
    """Say what keeps a unit from a hex."""
    name = state.board.places[to]
    if to == state.where[unit.number]:
        yield Reason(f"{unit.id} stands at {name} already", "another hex, or leave it where it is")
    elif to in state.forces[1 - unit.side].places:
        yield Reason(f"{name} is held by the enemy", "stop next to it, and attack it in the combat phase")
    elif to in limits(state, unit).closed:
        yield from blamed(state, unit, Step, to)
    elif to not in full(state, unit):  # of a hex without room the stacking limit says enough
        yield from what_closes(search_of(state, unit), to)


ZONES = "; entering an enemy zone costs one more, and so does leaving one"


def _short_of_points(state: State, unit: Unit, to: int, cost: int) -> Iterator[Reason]:
    """Name the rule that, lifted, would make the points last: no supply, no force march; else say how far it is."""
    name, most = state.board.places[to], allowance(state, unit)
    text = f"{name} is {points(cost)} movement points away and {unit.id} has {points(most)}"
    hungry, watched = out_of_supply(state, unit), sorted(zone(state, 1 - unit.side) & {state.where[unit.number], to})
    places = tuple(state.board.places[place] for place in watched)
    if hungry and cost <= unit.allowance:
        half = f"{text}: out of supply it has half of {points(unit.allowance)}"
        yield Reason(half, "open its line of supply first", rule="veritable:8.3")
        yield Reason(f"{unit.id} is out of supply, and its movement is halved", rule="veritable:12.2")
    elif cost <= 2 * unit.allowance and hungry and not places:
        yield Reason(f"{text}, and only a supplied unit force marches", rule="veritable:8.2")
        yield Reason(f"{unit.id} is out of supply and cannot force march", rule="veritable:12.2")
    elif cost <= 2 * most and places:
        yield Reason(f"{text}{ZONES}", "go as far as the points last", places, "veritable:8.1")
        march = f"a force march would lead {unit.id} to {name}, but it neither leaves nor enters an enemy zone"
        yield Reason(march, "go around the zones", places, "veritable:8.2")
    elif cost <= 2 * most:
        twice = f"{text}, or twice that if it neither leaves nor enters an enemy zone"
        yield Reason(twice, "go around the zones, or as far as the points last", rule="veritable:8.2")
    else:
        yield Reason(f"{text}{ZONES if places else ''}", "go as far as the points last", places, "veritable:8.1")


def search_of(state: State, unit: Unit) -> Search:
    """Return how a unit looks for a way, with the toll of enemy zones, and all that bounds it."""
    kind, enemies = mover(state, unit), state.forces[1 - unit.side].places
    risky = full(state, unit) & zone(state, 1 - unit.side)
    walls = [
        *walls_of(state, unit),
        Wall(Step, Bar(enemies, "{hex} is held by the enemy"), "veritable:8.0/reach"),
        Wall(
            Step, Bar(risky, "{hex} has no room for {unit}, which might fail to leave it again"), "veritable:9.1/march"
        ),
    ]
    return Search(
        state, unit, kind, allowance(state, unit), opened(state, kind), walls,
        spread=partial(_spread, state, unit), track=_track, steps=partial(_steps, state, unit),
        short=partial(_short_of_points, state, unit), marches=15,
    )  # fmt: skip


def _steps(state: State, unit: Unit, lift: Lift) -> Callable[[int, bool], Iterable[tuple[int, int]]]:
    return Pace(0, _ground(state, unit, lift).tolled, NOWHERE, lift.bounds.halts).leads


def _ground(state: State, unit: Unit, lift: Lift) -> Ground:
    return Ground(lift.ways, zone(state, 1 - unit.side), NOWHERE, toll_of(state), lift.bounds)


def _spread(state: State, unit: Unit, lift: Lift, most: int) -> Field:
    forces = most == allowance(state, unit) and may_force_march(state, unit)
    return searched(_ground(state, unit, lift), state.where[unit.number], most, 0, forces)


def _track(_: Lift, field: Field, to: int) -> tuple[int, ...]:
    assert isinstance(field, Marches)
    return back(field, to, forced=(field.cost(to) or 0) > field.usual.most)


@forbids("veritable:8.0/via", Move, clauses=("V-8.0-b",), listed=False)
def a_pinned_way_must_be_open(state: State, order: Move) -> Iterator[Reason]:
    """A march by way of named hexes keeps to the same rules at every step."""
    if order.via:
        goals = tuple(map(state.board.at, (*order.via, order.to)))
        if not way_of(state, state.setup.unit(order.unit), goals):
            yield from closed_by(search_of(state, state.setup.unit(order.unit)), order)


@does("veritable:7.1", Move, clauses=("V-7.1-c", "V-7.1-d", "V-8.0-a", "V-8.0-b", "V-7.1-r1", "V-14.0-b", "V-14.0-c"))
def march(state: State, order: Move, chance: Chance) -> Iterable[Event]:
    """A march goes hex by hex; at each zone that it would leave it throws for its nerve, and stays where that fails."""
    unit, names = state.setup.unit(order.unit), state.board.places
    goals = tuple(map(state.board.at, (*order.via, order.to)))
    start, path = state.where[unit.number], way_of(state, unit, goals)
    if path and zone(state, 1 - unit.side).isdisjoint((start, *path[:-1])):
        return (Moved(unit.id, names[start], names[path[-1]], order.via), *trodden(state, unit, path))
    return _watched(state, unit, path, chance, order.via)


def _watched(state: State, unit: Unit, path: tuple[int, ...], chance: Chance, via: tuple[str, ...]) -> Iterator[Event]:
    walked = yield from _walked(state, unit, path, chance)
    held_back, names = len(walked) <= len(path), state.board.places
    if len(walked) == 1:
        yield Halted(unit.id)
        return
    pinned = tuple(names[place] for place in walked[1:-1]) if held_back else via
    yield Moved(unit.id, names[walked[0]], names[walked[-1]], pinned)
    yield from trodden(state, unit, walked[1:])


def _walked(state: State, unit: Unit, path: tuple[int, ...], chance: Chance) -> Generator[Event, None, list[int]]:
    """Return the hexes of a march, the first one too, as far as the unit keeps its nerve where the enemy watches it."""
    walked, held = [state.where[unit.number]], zone(state, 1 - unit.side)
    for there in path:
        if walked[-1] in held:
            passed, event = checked(state, unit, walked[-1], chance)
            yield event
            if not passed:
                break
        walked.append(there)
    return walked


# --- 14 · Who was there last -----------------------------------------------------------------------------


def trodden(state: State, unit: Unit, places: Sequence[int]) -> Iterable[Event]:
    """Write down whose a town of victory is now: the side's that was there last."""
    cleve, goch = state.board.having("cleve"), state.board.having("goch")
    if cleve.isdisjoint(places) and goch.isdisjoint(places):
        return ()
    return _in_towns(state, unit, cleve, (cleve | goch).intersection(places))


def _in_towns(state: State, unit: Unit, cleve: Set[int], towns: Set[int]) -> Iterator[Event]:
    held = CAPTURED.of(state)
    after = held | towns if unit.side == ALLIED else held - towns
    if after != held:
        who, verb = opening(state.setup.sides[unit.side]), "takes" if unit.side == ALLIED else "takes back"
        said = "Cleve" if cleve & (after ^ held) else "Goch"
        yield CAPTURED.becomes(after, f"{who:{verb}} {said}.")
    if unit.side == ALLIED and cleve & towns and FORTRESS_CHIT.of(state):
        yield FORTRESS_CHIT.becomes("", "The fortress of Cleve is no more.")


# --- 13.1 · Reserves ---------------------------------------------------------------------------------------


@forbids("veritable:13.1", Enter, bars="units", clauses=("V-13.1-b", "V-13.1-c", "V-4.0-c"))
def reserves_come_when_called(state: State, side: int) -> Iterable[Only]:
    """From turn 2 on players may bring in any unit of their reserve; it costs what section 14 says."""
    called = Only(reserves(state, side), "{unit} is not in the reserve of {they}", why=_why_no_reserve)
    if state.turn >= 2:
        return (called,)
    return (Only(NOWHERE, "{unit} may not come before turn 2", "wait for turn 2, and count what it costs"), called)


def _why_no_reserve(state: State, side: int, number: int) -> Iterator[Reason]:
    unit, who = state.setup.units[number], noun(state.setup.sides[side])
    if unit.id in dict(EXITED.of(state)):
        yield Reason(f"{unit.id} has left the map, and no unit that left comes back", rule="veritable:14.0")
    else:
        yield Reason(f"{unit.id} is not in the reserve of {who}")


@forbids("veritable:13.1/where", Enter, bars="hexes", clauses=("V-13.1-d", "V-13.1-e", "V-13.1-f"))
def on_the_roads_of_the_own_edge(state: State, unit: Unit) -> Iterator[Bar]:
    """It comes in where a road leaves the own edge, if no enemy stands there and there is room; else it waits."""
    gates = state.board.having("west_road" if unit.side == ALLIED else "east_road")
    yield Only(gates, "{to} is no road hex of the own edge")
    yield Bar(state.forces[1 - unit.side].places, "{to} is held by the enemy")
    yield Bar(full(state, unit), "{to} has no room for {unit}")


@does("veritable:13.1/arrive", Enter, clauses=("V-4.0-c", "V-13.1-b", "V-13.1-r1"))
def arrive(state: State, order: Enter, chance: Chance) -> Iterator[Event]:
    """A unit called from the reserve stands on the edge and may march on."""
    yield Entered(order.unit, order.to)


# --- 14 · Off the map ----------------------------------------------------------------------------------------


@forbids("veritable:14.0/who", Leave, bars="units", clauses=("V-14.0-e",))
def allied_units_leave(state: State, side: int) -> Iterable[Only]:
    """Allied units that have not marched yet may leave the map by the eastern edge, where points are counted."""
    counted = state.setup.data["goal"].get("kind") == "victory points"
    able = state.on_map(ALLIED) - state.spent if side == ALLIED and counted else frozenset()
    return (Only(able, "{unit} cannot leave the map now"),)


@forbids("veritable:14.0/where", Leave, bars="hexes", clauses=("V-14.0-e", "V-14.0-h"))
def by_the_eastern_edge(state: State, unit: Unit) -> Iterator[Bar]:
    """It needs the points to reach an edge hex and, once more, the price of that hex to leave it."""
    yield Only(state.board.having("east_edge"), "{to} is not on the eastern edge")
    yield Only(ways_out(state, unit), "{unit} has not the points to leave the map from {to}")


def ways_out(state: State, unit: Unit) -> frozenset[int]:
    """Return the edge hexes from which a unit can leave now: for most of them the edge is too far away."""
    edge = state.board.having("east_edge")
    if marches(state, unit).meets(edge) or state.where[unit.number] in edge:
        return frozenset(_ways_out(state, unit, edge))
    return NOWHERE


def _ways_out(state: State, unit: Unit, edge: frozenset[int]) -> Iterator[int]:
    found, held, here = marches(state, unit), zone(state, 1 - unit.side), state.where[unit.number]
    toll = toll_of(state)
    open_to_it = edge - (limits(state, unit).halts - {here})
    for place in open_to_it & found.reach:
        last = _price_of(state, unit, place) + (toll if place in held else 0)
        if _is_forced(state, unit, place) or (found.cost(place) or 0) + last <= found.usual.most:
            yield place
    if here in open_to_it and found.usual.most:
        last = _price_of(state, unit, here) + (toll if here in held else 0)
        if last <= found.most:
            yield here


def _is_forced(state: State, unit: Unit, edge: int) -> bool:
    """Tell whether a force march leads off the map: the better way, for no enemy watches it."""
    found = marches(state, unit)
    cost = found.forced.cost(edge) if found.forced else None
    return cost is not None and cost + _price_of(state, unit, edge) <= found.most


def _price_of(state: State, unit: Unit, place: int) -> int:
    """Return what the hex itself costs: by road, where one leaves the map, else by its ground."""
    features, costs = state.board.features[place], state.setup.costs
    if "east_road" in features and costs.road is not None:
        return costs.road
    words = {as_treated(costs, word, mover(state, unit)) for word in features}
    return max((costs.enter[word] or 0 for word in words if word in costs.enter), default=costs.enter["clear"] or 0)


@does("veritable:14.0/exit", Leave, clauses=("V-14.0-e", "V-14.0-h", "V-14.0-i"))
def leave_the_map(state: State, order: Leave, chance: Chance) -> Iterator[Event]:
    """A unit marches to the edge and off the map, and never comes back; a zone at the edge is left like any other."""
    unit, edge = state.setup.unit(order.unit), state.board.at(order.hex)
    here = state.where[unit.number]
    path = () if edge == here else back(marches(state, unit), edge, forced=_is_forced(state, unit, edge))[1:]
    walked = yield from _walked(state, unit, (*path, OFF_MAP), chance)
    stopped = walked[-1] != OFF_MAP
    names, last = state.board.places, [place for place in walked if place >= 0]
    if len(last) > 1:
        yield Moved(unit.id, names[here], names[last[-1]])
        yield from trodden(state, unit, last[1:])
    elif stopped:
        yield Halted(unit.id)
    if not stopped:
        yield Withheld(unit.id)
        yield EXITED.becomes((*EXITED.of(state), (unit.id, edge)))
