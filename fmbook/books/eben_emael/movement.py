"""Section 3: movement over sectors."""

from collections.abc import Iterable, Iterator, Set

from fmbook.books.eben_emael.facts import BLOCKED, DESTROYED, GROUND, IN_HAND, INSIDE, POOL, SEALED
from fmbook.books.eben_emael.figures import limit
from fmbook.books.eben_emael.fort import BELGIAN, GERMAN, held, inside, men_by_place, near, on_foot
from fmbook.books.eben_emael.orders import CameUp
from fmbook.components.setup import Edge
from fmbook.core.cache import per_board, per_side
from fmbook.core.dice import Chance
from fmbook.core.events import Eliminated, Event, Moved
from fmbook.core.orders import Move
from fmbook.core.state import State, Unit
from fmbook.core.verdicts import Bar, Closed, Cost, Only, Reason
from fmbook.engine.matters import ALLOWANCE, MOVER, ZONE
from fmbook.engine.rulebook import GoOn, Step, costs, does, follows, forbids, settles
from fmbook.mechanics.closures import bar_of_reach, closed_by, search_of
from fmbook.mechanics.movement import field_of, way
from fmbook.mechanics.zones import zone

__all__ = ["crowded", "ground_taken", "no_way_out", "stuck"]

# --- who moves ------------------------------------------------------------------------------------


@settles("eben_emael:3.3/class", MOVER)
def all_on_foot(state: State, unit: Unit) -> str:
    """Everybody goes on foot."""
    return "foot"


@settles("eben_emael:3.3", ALLOWANCE, clauses=("E-3.3-a",))
def no_limit_to_a_march(state: State, unit: Unit) -> int:
    """A march has no limit but the enemy."""
    return 2 * len(state.board.places)


@forbids("eben_emael:3.0", Move, bars="units")
def own_soldiers_on_the_map(state: State, side: int) -> Iterable[Only]:
    """Players move their own soldiers that are on the map; weapons stay where they are."""
    return (Only(on_foot(state, side), "{unit} is no {side} unit on the map that can move"),)


@forbids("eben_emael:2.1/move-once", Move, bars="units", clauses=("E-2.1-c", "E-2.1-j"))
def one_march_a_turn(state: State, side: int) -> Iterable[Bar]:
    """A unit moves once a turn."""
    return (Bar(state.spent, "{unit} has moved in this turn", "another unit, or end the phase"),)


def no_way_out(state: State) -> frozenset[int]:
    """Return the sectors whose works let nobody out: without a door, with a blocked one, sealed or destroyed."""
    return _no_exit(state, BLOCKED.of(state), SEALED.of(state), DESTROYED.of(state))


@per_board
def _no_exit(state: State, *closed: frozenset[int]) -> frozenset[int]:
    return (state.setup.all_places - state.board.having("exit")).union(*closed)


def stuck(state: State) -> frozenset[int]:
    """Return the units that are in works which let nobody out."""
    return _stuck(state, BELGIAN, inside(state), no_way_out(state))


@per_side
def _stuck(state: State, _: int, sheltered: frozenset[int], closed: frozenset[int]) -> frozenset[int]:
    return frozenset([unit for unit in sheltered if state.where[unit] in closed])


@forbids("eben_emael:3.0/inside", Move, bars="units", clauses=("E-6.0-g", "E-6.0-h", "E-6.0-j"))
def who_is_inside_needs_a_door(state: State, side: int) -> Iterable[Bar]:
    """Men in a work leave it only by an open door."""
    return (Bar(stuck(state), "{unit} cannot get out of its work", why=_why_stuck),)


def _why_stuck(state: State, side: int, number: int) -> Iterator[Reason]:
    yield from why_no_door(state, state.where[number])


def why_no_door(state: State, place: int) -> Iterator[Reason]:
    """Say why nobody comes out of a work: the special action that shut it, a charge, or no door at all."""
    name = state.board.places[place]
    blocked, sealed = place in BLOCKED.of(state), place in SEALED.of(state)
    counter = _shut_by(state, name, blocked=blocked) if blocked or sealed else ""
    if counter:
        yield Reason(f"nobody leaves the work at {name}: {counter}", places=(name,), rule="eben_emael:6.0")
    elif sealed:
        yield Reason(f"the work at {name} is sealed", places=(name,), rule="eben_emael:hist")
    elif place in DESTROYED.of(state):
        yield Reason(f"the work at {name} is destroyed", places=(name,))
    else:
        yield Reason(f"no open door leads out of the work at {name}", "a work with an open door", (name,))


def _shut_by(state: State, name: str, *, blocked: bool) -> str:
    """Name the special action that has blocked the doors of a work or sealed it, if one did."""
    cup = state.setup.data.get("cup", ())
    unused = {*POOL.of(state), *IN_HAND.of(state)}
    shutting = [each for each in cup if each.side == "German" and name in each.where]
    doors = [each.title for each in shutting if each.name.startswith("blocked")]
    used = [each.title for each in shutting if each.name not in unused]
    return next(iter(doors if blocked else [title for title in used if title not in doors]), "")


# --- where to -------------------------------------------------------------------------------------


@costs("eben_emael:3.1", clauses=("E-3.1-a", "E-3.2-a", "E-3.7-a"))
def over_any_edge_but_water(edge: Edge, mover: str) -> Iterator[Cost | Closed]:
    """A march leads over the edge of a sector into any sector next door, but never across water."""
    if "water" in edge.border | edge.entering:
        yield Closed("{unit} cannot cross the water between {here} and {hex}")
    yield Cost(2, "a sector")


@forbids("eben_emael:3.2", Move, bars="hexes", clauses=("E-3.1-a", "E-3.2-a", "E-3.3-a"))
def marches_within_reach(state: State, unit: Unit) -> Iterable[Bar]:
    """A march goes from sector to sector as far as the enemy lets it."""
    return (bar_of_reach(field_of(state, unit)),)


@forbids("eben_emael:3.4", Step, bars="hexes", alike=True, clauses=("E-3.4-a",))
def no_march_into_the_enemy(state: State, unit: Unit) -> Iterable[Bar]:
    """No unit enters a sector that an enemy occupies."""
    return (Bar(held(state, 1 - unit.side), "{to} is occupied by the enemy", "attack it in your attack phase"),)


@settles("eben_emael:3.5/reach", ZONE)
@per_side
def sectors_next_to_soldiers(state: State, side: int) -> Set[int]:
    """The enemy stops in every sector next to one that a side occupies."""
    around = near(state)
    return frozenset[int]().union(*[around[place] for place in held(state, side)])


@forbids("eben_emael:3.5", GoOn, bars="hexes", alike=True, clauses=("E-3.5-a", "E-2.1-b", "E-2.1-i"))
def stop_next_to_the_enemy(state: State, unit: Unit) -> Iterator[Bar]:
    """A unit stops when it enters a sector next to the enemy."""
    yield Bar(
        zone(state, 1 - unit.side),
        "the march would have to stop at {hex}, next to the enemy",
        "go around it",
    )


def crowded(state: State, unit: Unit) -> frozenset[int]:
    """Return the sectors that would hold too much if a unit came there."""
    return _with_more_than(state, unit.side, state.steps, limit("sector") - state.steps[unit.number])


@per_side
def _with_more_than(state: State, side: int, _: bytes, most: int) -> frozenset[int]:
    return frozenset([place for place, count in men_by_place(state, side).items() if count > most])


@forbids("eben_emael:3.6", Move, bars="hexes", clauses=("E-3.6-a",))
def eighty_points_to_a_sector(state: State, unit: Unit) -> Iterable[Bar]:
    """A march may pass friends but does not end where more than 80 strength points would stand."""
    return (Bar(crowded(state, unit), "{to} would hold more than 80 strength points", "another sector"),)


@forbids("eben_emael:3.2/via", Move, clauses=("E-3.1-a",), listed=False)
def a_pinned_way_must_be_open(state: State, order: Move) -> Iterator[Reason]:
    """A march by way of named sectors keeps to the same rules at every step."""
    unit, board = state.setup.unit(order.unit), state.board
    if order.via and way(state, unit, board.at(order.to), tuple(map(board.at, order.via))) is None:
        yield from closed_by(search_of(state, unit), order)


@does("eben_emael:3.2/march", Move, clauses=("E-2.1-b", "E-2.1-i", "E-3.2-a"))
def march(state: State, order: Move, chance: Chance) -> Iterator[Event]:
    """A march takes the unit to its goal, out of the work that it was in."""
    unit = state.setup.unit_numbers[order.unit]
    if unit in inside(state):
        yield INSIDE.becomes(inside(state) - {unit})
    yield Moved(order.unit, state.board.places[state.where[unit]], order.to, order.via)


# --- whose ground it is ---------------------------------------------------------------------------


def ground_taken(state: State, unit: Unit, place: int) -> tuple[Event, ...]:
    """Write down whose a sector is now, and the one that the unit may have left to the enemy, if that has changed."""
    ground = GROUND.of(state)
    return _written_down(state, ground | {place} if unit.side == GERMAN else ground - {place})


def _written_down(state: State, ground: frozenset[int]) -> tuple[Event, ...]:
    now = ground - (held(state, BELGIAN) - held(state, GERMAN))
    return () if now == GROUND.of(state) else (GROUND.becomes(now),)


@follows("eben_emael:3.0/ground", Moved)
def who_comes_last_has_the_ground(state: State, event: Moved, chance: Chance) -> Iterable[Event]:
    """A sector belongs to whoever was there last."""
    return ground_taken(state, state.setup.unit(event.unit), state.board.at(event.to))


@follows("eben_emael:3.0/ground-lost", Eliminated)
def who_is_left_has_the_ground(state: State, event: Eliminated, chance: Chance) -> Iterable[Event]:
    """Where both stood, the sector belongs to the Belgians when the last German has fallen."""
    return _written_down(state, GROUND.of(state))


@follows("eben_emael:3.0/ground-won", CameUp)
def who_comes_out_has_the_ground(state: State, event: CameUp, chance: Chance) -> Iterable[Event]:
    """Men who come out of a work take its sector, unless Germans are there."""
    unit, place = state.setup.unit(event.unit), state.board.at(event.to)
    return () if place in held(state, 1 - unit.side) else ground_taken(state, unit, place)
