"""Around rule 41: who marches, sails and flies, how far, and what a march leads to."""

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from fmbook.books.europa_41.facts import ABOARD, FERRIED, LIES, SLOWED
from fmbook.books.europa_41.ground import GroundSurvey, per_ground, survey_of, table
from fmbook.books.europa_41.ice import bases_of
from fmbook.books.europa_41.ownership import bearing, garrisons, is_ground, taken
from fmbook.books.europa_41.sailing import ports_shut_to, why_a_port_is_shut
from fmbook.books.europa_41.tasks import begins_player_turn, did
from fmbook.books.europa_41.waters import (
    Voyage,
    chart_of,
    closed_to,
    course,
    hexes_of,
    is_ship,
    lies_on,
    reached,
    voyage_of,
)
from fmbook.components.setup import Ways
from fmbook.core.cache import per_state
from fmbook.core.dice import Chance
from fmbook.core.events import Entered, Event, Moved, PhaseBegan
from fmbook.core.orders import Move
from fmbook.core.state import State, Unit
from fmbook.core.verdicts import Bar, Only, Reason
from fmbook.engine.matters import FIELD, WAY
from fmbook.engine.rulebook import Matter, Step, does, follows, forbids, settles
from fmbook.mechanics.closures import (
    OpenedWays,
    Search,
    Wall,
    blamed,
    closed_by,
    closed_steps,
    step_reasons,
    walls_of,
    what_closes,
)
from fmbook.mechanics.movement import (
    NOWHERE,
    Field,
    Limits,
    allowance,
    field_of,
    limits,
    mover,
    points,
    spread,
    walked,
    way,
)

ROOM_ABOARD: "Matter[[State, Unit], bool]" = Matter("room aboard the ferry", "whether a ferry has room for a unit")
SHUT_TO_EXPLOITATION: "Matter[[State, Unit], frozenset[int]]" = Matter(
    "shut to exploitation", "the hexes that a unit cannot enter in the exploitation phase"
)

FAR = 100  # a hex that is further away than so many marches is not measured
SWAMP = "{hex} is swamp, and nobody exploits into swamp"
FERRY = 6  # halves of an RE that it carries in a player turn

__all__ = ["aboard", "land_field", "land_way", "toll", "trodden", "what_bars_a_step"]


def aboard(state: State, ship: Unit) -> tuple[Unit, ...]:
    """Return the units that a ship carries."""
    return tuple(state.setup.unit(name) for name, host in ABOARD.of(state) if host == ship.id)


def host_of(state: State, unit: Unit) -> Unit | None:
    """Return the ship that carries a unit."""
    carried = ABOARD.of(state)
    return next((state.setup.unit(host) for name, host in carried if name == unit.id), None) if carried else None


# --- on land --------------------------------------------------------------------------------------


def toll(state: State, unit: Unit, here: int, there: int) -> int | None:
    """Return what a step costs now, in half points; None if it cannot be made."""
    return survey_of(state, unit.side).toll(mover(state, unit), here, there)


def may_ferry(state: State, unit: Unit) -> bool:
    """Tell whether the ferry has room for a unit, as the rulebook settles it."""
    return bool(ROOM_ABOARD.of(state.setup)(state, unit))


@settles("europa_41:41.A.2/room", ROOM_ABOARD, clauses=("R41-A.2-a",))
def three_regiments_a_turn(state: State, unit: Unit) -> bool:
    """A rail ferry carries up to three regimental equivalents over its whole length in a player turn."""
    return int(FERRIED.of(state)) + unit.also["half_res"] <= FERRY


def land_field(state: State, unit: Unit, most: int) -> Field:
    """Return where so many points lead a unit on foot or on wheels."""
    survey = survey_of(state, unit.side)
    key = _steps(state, unit, survey), state.where[unit.number], most, _bounds(state, unit)
    fields = table(survey.memo, "fields")
    field: Field | None = fields.get(key)
    if field is None:
        field = fields[key] = spread(*key)
    return field


def land_way(state: State, unit: Unit, field: Field, to: int) -> tuple[int, ...]:
    """Return the hexes of a march in such a field, its start included; ties go to the lower hex."""
    survey = survey_of(state, unit.side)
    ways, tracks = _steps(state, unit, survey), table(survey.memo, "tracks")
    track: tuple[int, ...] | None = tracks.get((ways, field, to))
    if track is None:
        track = tracks[ways, field, to] = (field.start, *walked(ways, field, _bounds(state, unit), to))
    return track


def _steps(state: State, unit: Unit, survey: GroundSurvey) -> Ways:
    return survey.steps(mover(state, unit), ferries=bool(survey.ferries) and may_ferry(state, unit))


def _bounds(state: State, unit: Unit) -> Limits:
    """Return what closes and halts a march: what rules bar, the enemy, and in this phase swamps."""
    return _bounds_of(state, unit.number)


@per_state
def _bounds_of(state: State, number: int) -> Limits:
    unit = state.setup.units[number]
    bounds, closed = limits(state, unit), garrisons(state, 1 - unit.side)
    for more in (bounds.closed, _shut(state, unit)):
        closed = closed | more if more else closed
    return Limits(closed, bounds.halts, NOWHERE)


def _shut(state: State, unit: Unit) -> frozenset[int]:
    """Return the hexes that are shut to a unit in this phase, as the rulebook settles it."""
    if state.phase.kind != "exploitation":
        return NOWHERE
    shut: frozenset[int] = SHUT_TO_EXPLOITATION.of(state.setup)(state, unit)
    return shut


@settles("europa_41:41.A.4.a/exploit", SHUT_TO_EXPLOITATION, clauses=("R41-A.4.a-i",))
def no_exploitation_into_swamp(state: State, unit: Unit) -> frozenset[int]:
    """Combat/motorized units do not exploit into swamp, and a flooded hex is swamp."""
    return _swamps(state, unit.side)


@per_ground
def _swamps(state: State, side: int) -> frozenset[int]:
    ground = survey_of(state, side).ground
    return frozenset(place for place in state.setup.all_places if "swamp" in ground(place))


# --- fields and ways ------------------------------------------------------------------------------


class Calls(NamedTuple):
    """Where a ship can lie at the end of a voyage: by hex the price, and the water there; and that as a field."""

    ports: Mapping[int, tuple[int, int]]
    field: Field


def _calls(state: State, ship: Unit) -> Calls:
    return _calls_of(state, ship.number)


@per_state
def _calls_of(state: State, number: int) -> Calls:
    ship = state.setup.units[number]
    voyage, start, shut = voyage_of(state, ship), state.where[ship.number], frozenset(ports_shut_to(state, ship))
    kept: dict[tuple[int, frozenset[int]], Calls] = table(voyage.memo, "calls")
    calls = kept.get((start, shut))
    if calls is None:
        ports = _ports_of_call(state, voyage, shut)
        prices = {place: cost for place, (cost, _) in ports.items() if place != start}
        calls = kept[start, shut] = Calls(ports, Field.of(start, prices))
    return calls


def _ports_of_call(state: State, voyage: Voyage, shut: frozenset[int]) -> dict[int, tuple[int, int]]:
    berths, found = chart_of(state).berths, dict[int, tuple[int, int]]()
    for water, (cost, _) in voyage.found.items():  # by their prices
        for place in berths[water]:
            if place not in found and place not in shut:
                found[place] = cost, water
    return found


@settles("europa_41:chart/field", FIELD)
def field(state: State, unit: Unit) -> Field:
    """A unit goes from hex to hex as far as its points last, a ship from water to water, aircraft to another base."""
    start, traits = state.where[unit.number], unit.traits
    if start < 0:
        return Field.of(start, {})
    if "ship" in traits:
        return _calls(state, unit).field
    if "air" in traits:
        return Field.of(start, dict.fromkeys(_bases(state, unit), 2))
    if host_of(state, unit):
        return Field.of(start, {})
    return land_field(state, unit, allowance(state, unit))


def _bases(state: State, aircraft: Unit) -> frozenset[int]:
    """Return the bases that aircraft can fly to."""
    return bases_of(state, aircraft.side) - limits(state, aircraft).closed - {state.where[aircraft.number]}


@settles("europa_41:chart/way", WAY)
def priced_way(state: State, unit: Unit, goals: tuple[int, ...]) -> tuple[int, tuple[int, ...]] | None:
    """A march by way of some hexes to the last has a price."""
    before, spent, path = state, 0, [state.where[unit.number]]
    for number, goal in enumerate(goals, start=1):
        found = _leg(before, unit, goal)
        if found is None:
            return None
        spent, path = spent + found[0], [*path, *found[1][1:]]
        if number < len(goals):
            before = _moved(before, unit, found[1], goal)
    return (spent, tuple(path)) if spent <= allowance(state, unit) or "air" in unit.traits else None


def _moved(state: State, unit: Unit, leg: tuple[int, ...], to: int) -> State:
    """Suppose that a leg has been made: a ship lies on the water it has come by, and nobody takes a ferry twice."""
    if is_ship(unit):
        state = LIES.supposed(state, _moored(state, unit, to))
    elif is_ground(unit) and _by_ferry(state, unit, leg):
        state = FERRIED.supposed(state, FERRY)
    return state.with_unit(unit.number, to)


def _moored(state: State, ship: Unit, to: int) -> tuple[tuple[int, int], ...]:
    others = tuple(entry for entry in LIES.of(state) if entry[0] != ship.number)
    return (*others, (ship.number, _calls(state, ship).ports[to][1]))


def _by_ferry(state: State, unit: Unit, path: tuple[int, ...]) -> bool:
    near = state.board.neighbours
    return bool(survey_of(state, unit.side).ferries) and any(b not in near[a] for a, b in itertools.pairwise(path))


def _leg(state: State, unit: Unit, to: int) -> tuple[int, tuple[int, ...]] | None:
    here = state.where[unit.number]
    if is_ship(unit):
        calls = _calls(state, unit).ports
        if to not in calls or to == here:
            return None
        waters = course(reached(state, unit), lies_on(state, unit), calls[to][1])
        return calls[to][0], hexes_of(chart_of(state), waters)
    if "air" in unit.traits:
        return (2, (here, to)) if to in _bases(state, unit) else None
    reach = land_field(state, unit, allowance(state, unit))
    cost = reach.cost(to)
    return (cost, land_way(state, unit, reach, to)) if cost else None


# --- who moves, and where to ----------------------------------------------------------------------


@forbids("europa_41:chart/own", Move, bars="units")
def own_units_move(state: State, side: int) -> Iterable[Only]:
    """Players move their own units on the map; in the exploitation phase combat/motorized ones only."""
    able = state.on_map(side)
    if state.phase.kind == "exploitation":
        able = able & bearing(state, side, "cm")
    return (Only(able, "{unit} is not one of those that {they:moves} in this phase"),)


@forbids("europa_41:chart/once", Move, bars="units")
def one_march_a_phase(state: State, side: int) -> Iterable[Bar]:
    """A unit moves once in a phase."""
    return (Bar(state.spent, "{unit} has moved in this phase", "another unit, or end the phase"),)


@forbids("europa_41:chart/reach", Move, bars="hexes")
def within_reach(state: State, unit: Unit) -> Iterable[Bar]:
    """A march goes as far as the points last and never into an enemy."""
    return (Only(field_of(state, unit).reach, "{unit} cannot reach {to}", why=why_not),)


@forbids("europa_41:chart/via", Move, listed=False)
def a_way_by_the_pinned_hexes(state: State, order: Move) -> Iterator[Reason]:
    """A march whose way was pinned must be able to go that way, with the points that it has."""
    unit, board = state.setup.unit(order.unit), state.board
    if order.via and way(state, unit, board.at(order.to), tuple(map(board.at, order.via))) is None:
        if _takes_the_ferry_again(state, unit, (*map(board.at, order.via), board.at(order.to))):
            yield Reason(f"{unit.id} takes the ferry once in a player turn", rule="europa_41:41.A.2/room")
        elif is_ground(unit):
            yield from closed_by(_search(state, unit), order)
        else:
            by = ", ".join(order.via)
            yield Reason(f"{order.unit} has no way to {order.to} by {by}", "leave the way open", order.via)


def _takes_the_ferry_again(state: State, unit: Unit, goals: tuple[int, ...]) -> bool:
    for goal in goals:
        found = _leg(state, unit, goal)
        if found is None:
            return bool(FERRIED.of(state)) and _would_ferry(state, unit, goal)
        state = _moved(state, unit, found[1], goal)
    return False


def why_not(state: State, unit: Unit, to: int) -> Iterator[Reason]:
    """Say what keeps a unit from a hex."""
    name = state.board.places[to]
    if to == state.where[unit.number]:
        yield Reason(f"{unit.id} stands at {name} already", "another hex, or leave it where it is")
    elif is_ship(unit):
        yield from _why_no_ship(state, unit, to, name)
    elif to in limits(state, unit).closed:
        yield from blamed(state, unit, Step, to)
    elif "air" in unit.traits:
        yield Reason(f"{name} is no airbase of the side of {unit.id}")
    elif host := host_of(state, unit):
        yield Reason(f"{unit.id} is aboard {host.id}", "put it ashore first")
    elif to in garrisons(state, 1 - unit.side):
        yield Reason(f"{name} is held by the enemy", "stop next to it and attack it in the combat phase, or overrun it")
    else:
        yield from _why_no_march(state, unit, to, name)


def _why_no_ship(state: State, ship: Unit, to: int, name: str) -> Iterator[Reason]:
    chart, start = chart_of(state), lies_on(state, ship)
    if to in ports_shut_to(state, ship):
        yield why_a_port_is_shut(state, ship, to)
        return
    freely, closed = reached(state, ship, freely=True), closed_to(state, ship)
    ends = [water for water in chart.of_hex.get(to, ()) if water in freely]
    if not ends:
        yield Reason(f"no water leads {ship.id} to {name} within its range")
        return
    waters = course(freely, start, min(ends, key=lambda water: freely[water][0]))
    barred = [link for a, b in _pairs(waters) for link in chart.leads[a] if link.end == b and link.number in closed]
    for link in barred[:1]:
        text, rule = closed[link.number]
        places = hexes_of(chart, (link.start, link.end))
        yield Reason(text, places=tuple(state.board.places[place] for place in places), rule=rule)
    if not barred:
        yield Reason(f"{name} is further than {ship.id} can go")


def _pairs(waters: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    return itertools.pairwise(waters)


def _why_no_march(state: State, unit: Unit, to: int, name: str) -> Iterator[Reason]:
    if to in _shut(state, unit):
        yield Reason(SWAMP.format(hex=name), rule="europa_41:41.A.4.a/exploit")
        return
    if not land_field(state, unit, FAR * max(unit.allowance, 2)).cost(to) and _would_ferry(state, unit, to):
        full = f"the ferry has carried {points(FERRIED.of(state))} REs in this player turn, and takes 3"
        yield Reason(full, "the next player turn", rule="europa_41:41.A.2/room")
    else:
        yield from what_closes(_search(state, unit), to)


def _would_ferry(state: State, unit: Unit, to: int) -> bool:
    return land_field(FERRIED.supposed(state, 0), unit, allowance(state, unit)).cost(to) is not None


def _search(state: State, unit: Unit) -> Search:
    """Return how a unit looks for a way over land, and all that bounds it."""
    survey, kind = survey_of(state, unit.side), mover(state, unit)
    ways = _steps(state, unit, survey)
    kept: dict[Ways, OpenedWays] = table(survey.memo, "opened")
    if ways not in kept:
        near = state.board.neighbours
        edges = (((here, there), survey.edge(here, there)) for here, around in enumerate(near) for there in around)
        kept[ways] = OpenedWays(ways, closed_steps(state.setup, kind, edges))
    walls = [*walls_of(state, unit), Wall(Step, _enemies(state, unit), "europa_41:chart/reach")]
    walls.append(Wall(Step, Bar(_shut(state, unit), SWAMP), "europa_41:41.A.4.a/exploit"))
    return Search(state, unit, kind, allowance(state, unit), kept[ways], walls, edge=survey.edge)


def what_bars_a_step(state: State, unit: Unit, to: int) -> list[Reason]:
    """List what the ground has against a step next door."""
    return step_reasons(_search(state, unit), state.where[unit.number], to)


def _enemies(state: State, unit: Unit) -> Bar:
    return Bar(
        garrisons(state, 1 - unit.side),
        "{hex} is held by the enemy",
        "stop next to it, and attack it in the combat phase",
    )


# --- what a march leads to ------------------------------------------------------------------------


@follows("europa_41:41.A.2/turn", PhaseBegan, clauses=("R41-A.2-a",))
def the_ferry_is_free_again(state: State, event: PhaseBegan, chance: Chance) -> Iterable[Event]:
    """With each player turn the ferry may carry as much again."""
    used = FERRIED.of(state) and begins_player_turn(state, event.phase)
    return (FERRIED.becomes(0),) if used else ()


@does("europa_41:chart/march", Move, clauses=("R41-A.2-d",))
def march(state: State, order: Move, chance: Chance) -> Iterator[Event]:
    """Ground units take the hexes that they enter, ships take their cargo along; a ferry uses no rail capacity."""
    unit, to = state.setup.unit(order.unit), state.board.at(order.to)
    found = way(state, unit, to, tuple(map(state.board.at, order.via)))
    assert found is not None
    spent, path = found
    yield Moved(unit.id, state.board.places[path[0]], order.to, order.via, verb=_verb(unit))
    if is_ship(unit):
        yield from _sailed(state, unit, (*map(state.board.at, order.via), to))
    elif is_ground(unit):
        yield from trodden(state, unit, path)
    yield did(state, f"move {unit.id} {_short(order.to)} {points(spent)}")


def _verb(unit: Unit) -> str:
    return "sails" if is_ship(unit) else "flies" if "air" in unit.traits else "marches"


def _short(name: str) -> str:
    return name.rpartition(":")[2]


def _sailed(state: State, ship: Unit, goals: tuple[int, ...]) -> Iterator[Event]:
    cargo = aboard(state, ship)
    for goal in goals[:-1]:  # by the waters of the course that was ordered, not by those of the shortest
        state = _moved(state, ship, (), goal)
    yield LIES.becomes(_moored(state, ship, goals[-1]))
    for unit in cargo:
        yield Entered(unit.id, state.board.places[goals[-1]])


def trodden(state: State, unit: Unit, path: tuple[int, ...]) -> Iterable[Event]:
    """Note what a march has done: hexes taken, a ferry used, a marker worn off."""
    found = list(taken(state, unit.side, frozenset(path[1:])))
    if _by_ferry(state, unit, path):
        used = FERRIED.of(state) + unit.also["half_res"]
        found.append(FERRIED.becomes(used, f"The ferry has carried {used / 2:g} RE."))
    slow = SLOWED.of(state)
    if slow and unit.number in slow:
        found.append(SLOWED.becomes(slow - {unit.number}))
    return found
