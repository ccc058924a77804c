"""Section 11: what arrives, and what is rebuilt."""

from collections.abc import Callable, Iterable, Iterator, Set

from msgspec.structs import replace

from fmbook.books.fire_and_movement.movement import only_units_that_are_due
from fmbook.books.scheldt.facts import CAME, REBUILT
from fmbook.books.scheldt.landings import BEVELAND, GROUPS, WALCHEREN
from fmbook.books.scheldt.pocket import ashore
from fmbook.books.scheldt.sequence import ALLIED, GERMAN
from fmbook.core.cache import per_board
from fmbook.core.dice import Chance
from fmbook.core.events import Entered, Event, Moved, PhaseBegan, Rebuilt
from fmbook.core.orders import Advance, Enter, Rebuild
from fmbook.core.sides import noun
from fmbook.core.state import OFF_MAP, State, Unit
from fmbook.core.verdicts import Bar, Only, Reason
from fmbook.engine.bars import free
from fmbook.engine.matters import not_due
from fmbook.engine.rulebook import Step, does, follows, forbids, settles
from fmbook.mechanics.retreat import Flee, full_hexes
from fmbook.mechanics.supply import tracer
from fmbook.mechanics.zones import adjacent_to, closed_to_chains, entangled, zone

EAST = 8  # hexes from the east edge, its own hex counted


# --- 11.0 · Rebuilding ------------------------------------------------------------


@forbids("scheldt:11.0", Rebuild, bars="units",
         clauses=("SC-11.0-2", "SC-11.0-3", "SC-11.0-8", "SC-11.0-9", "SC-11.0-15"))  # fmt: skip
def depleted_units_as_many_as_the_track_gives(state: State, side: int) -> Iterator[Only]:
    """Depleted units on the map are rebuilt, as many in a turn as its track gives; the dead never come back."""
    if left(state, side) < 1:
        yield Only(frozenset(), "{they:has} no rebuild left in this turn", "end-phase")
    depleted = frozenset(unit for unit in state.on_map(side) if not state.is_full(state.setup.units[unit]))
    yield Only(depleted, "{unit} is no depleted unit of {they} on the map")


@forbids("scheldt:11.0/enemy", Rebuild, bars="units", clauses=("SC-11.0-13", "SC-11.0-14"))
def not_next_to_an_enemy(state: State, side: int) -> Iterator[Bar]:
    """A unit next to an enemy, however weak, is not rebuilt."""
    near = adjacent_to(state, 1 - side)
    beside = frozenset(unit for unit in state.on_map(side) if state.where[unit] in near)
    yield Bar(beside | entangled(state, side), "{unit} stands next to an enemy", "fall back first")


@forbids("scheldt:11.0/german", Rebuild, bars="units", clauses=("SC-11.0-5", "SC-11.0-6"))
def germans_on_foot_near_the_east_edge(state: State, side: int) -> Iterator[Bar]:
    """Only German units on foot within eight hexes of the east edge are rebuilt."""
    if side == GERMAN:
        units = state.on_map(side)
        mobile = frozenset(unit for unit in units if "mobile" in state.setup.units[unit].traits)
        yield Bar(mobile, "{unit} is mobile, and only German units on foot are rebuilt")
        far = frozenset(unit for unit in units if state.where[unit] not in _in_the_east(state))
        yield Bar(far, "{unit} is more than eight hexes from the east edge of the map")


@per_board
def _in_the_east(state: State) -> Set[int]:
    board = state.board
    return frozenset[int]().union(*(board.within(place, EAST - 1) for place in board.having("east_edge")))


@forbids("scheldt:11.0/landed", Rebuild, bars="units", clauses=("SC-11.0-10", "SC-11.0-11"))
def landed_units_need_a_chain_to_antwerp(state: State, side: int) -> Iterator[Bar]:
    """A unit of the boats is rebuilt only if hexes free of enemies and their zones join it to Antwerp by land."""
    # by group and not by who was seen to land: a scenario may begin with some of them ashore
    groups, units = (BEVELAND, WALCHEREN), state.setup.units
    landed = [unit for unit in state.on_map(side) if units[unit].group in groups] if side == ALLIED else []
    if landed:
        linked = _linked_to_antwerp(state)
        cut_off = frozenset(unit for unit in landed if state.where[unit] not in linked)
        yield Bar(cut_off, "{unit} belongs to the boats, and no chain of hexes free of the enemy joins it to Antwerp")


def _linked_to_antwerp(state: State) -> Set[int]:
    return _by_land(state)(state.board.having("antwerp"), closed_to_chains(state, ALLIED))


@per_board
def _by_land(state: State) -> Callable[..., Set[int]]:
    near, prices = state.board.neighbours, state.setup.ways("leg Allied").prices
    ways = [[here for here in near[there] if (here, there) in prices] for there in range(len(near))]
    return tracer(ways, state.board.bit_index)


def left(state: State, side: int) -> int:
    """Return the rebuilds that a side has left in this turn."""
    box = state.setup.data["track"].get(state.turn)
    given = box.numbers["rebuild"][side] if box else 0
    return int(given) - REBUILT.of(state)


@does("scheldt:11.0/rebuild", Rebuild, clauses=("SC-11.0-2", "SC-11.0-8", "SC-11.0-9"))
def rebuild(state: State, order: Rebuild, chance: Chance) -> Iterator[Event]:
    """A rebuild gives a depleted unit its step back."""
    yield Rebuilt(order.unit)
    yield REBUILT.becomes(REBUILT.of(state) + 1)


@settles("scheldt:11.0/nobody", not_due(Rebuild), clauses=("SC-11.0-3", "SC-11.0-4", "SC-11.0-12"))
def when_nobody_rebuilds(state: State, order: Rebuild) -> Iterator[Reason]:
    """A side rebuilds when its player turn closes, the Germans not after turn 5, the Allies not after turn 20."""
    side = state.setup.unit(order.unit).side
    who = noun(state.setup.sides[side])
    if left(state, side) < 1:
        yield Reason(f"{who:has} no rebuild in turn {state.turn}")
    elif state.phase.kind != "rebuilding" or state.phase.side != side:
        yield Reason(f"{who:rebuilds} only when all movement and combat of the player turn is over")


# --- 11.1 · None is saved ------------------------------------------------------------


@follows("scheldt:11.1", PhaseBegan, clauses=("SC-11.1-1",))
def none_is_carried_over(state: State, event: PhaseBegan, chance: Chance) -> Iterator[Event]:
    """Each rebuilding phase begins with the number of its own turn; what was not used is lost."""
    if event.phase.kind == "rebuilding":
        yield REBUILT.becomes(0)


# --- 11.2 · Where they arrive ------------------------------------------------------------


@forbids("scheldt:11.2/due", Enter, bars="units", replaces="fm:5.1/due",
         clauses=("SC-11.0-1", "SC-11.2-A7x", "SC-11.3-1", "SC-16.1-11", "SC-16.2-8"))  # fmt: skip
def units_come_on_their_turn(state: State, side: int) -> Iterable[Only]:
    """A reinforcement comes in the turn of its schedule or later, a mobile one also when mobile units move."""
    return (replace(bar, why=_why_not_due) for bar in only_units_that_are_due(state, side))


def _why_not_due(state: State, side: int, number: int) -> Iterator[Reason]:
    unit = state.setup.units[number]
    boats = GROUPS.get(unit.group)
    if boats and unit.side == ALLIED and state.where[number] == OFF_MAP:
        yield Reason(f"{unit.id} comes into play by assault boat and in no other way", "land UNIT HEX", rule=boats)
    elif state.where[number] >= 0:
        yield Reason(f"{unit.id} is on the map already")
    elif state.where[number] == OFF_MAP and unit.arrives > state.turn:
        yield Reason(f"{unit.id} comes in turn {unit.arrives} by the schedule", f"wait for turn {unit.arrives}")
    else:
        yield Reason(f"{unit.id} is not due now")


@forbids("scheldt:11.4", Enter, bars="hexes", replaces="fm:5.1/entry",
         clauses=("SC-11.2-A7x", "SC-11.4-1"))  # fmt: skip
def only_at_the_hexes_of_the_schedule(state: State, unit: Unit) -> Iterable[Only]:
    """It comes in at a hex of its schedule."""
    return (Only(unit.entry, "{to} is no entry hex of {unit}"),)


@forbids("scheldt:11.3/full", Enter, bars="hexes", clauses=("SC-11.3-3",))
def not_on_top_of_a_friend(state: State, unit: Unit) -> Iterable[Bar]:
    """It does not come in where a friend stands."""
    return (Bar(full_hexes(state, unit.side), "{to} is taken by a friendly unit", "let that unit march first"),)


@forbids("scheldt:11.5", Enter, bars="hexes", clauses=("SC-11.5-2", "SC-11.5-3"))
def not_where_the_enemy_stands(state: State, unit: Unit) -> Iterable[Bar]:
    """It does not come in at a hex that an enemy occupies, but at another one or later."""
    return (Bar(state.forces[1 - unit.side].places, "{to} is held by the enemy", "another entry hex, or a later turn"),)


@forbids("scheldt:11.2", Enter, bars="hexes", clauses=("SC-11.2-G2x",))
def the_first_open_hex_to_the_north(state: State, unit: Unit) -> Iterator[Only]:
    """The 719th comes in at 2717, or at the first hex north of it that no enemy holds or has in its zone."""
    if "first_open_entry" in unit.traits:
        enemy = state.forces[1 - unit.side].places | zone(state, 1 - unit.side)
        first = [place for place in _from_the_south(state, unit) if place not in enemy][:1]
        yield Only(frozenset(first), "{to} is not the first hex from 2717 north that is clear of the enemy")


def _from_the_south(state: State, unit: Unit) -> list[int]:
    return sorted(unit.entry, key=lambda place: -state.board.centre(place).y)


# --- 11.2 · The 104th Division ----------------------------------------------------------------------


@forbids("scheldt:11.2/march", Step, bars="hexes", clauses=("SC-11.2-A7y",))
def timberwolves_march_no_further_west(state: State, unit: Unit) -> Iterable[Bar]:
    """Units of the 104th Division do not go west of Woensdrecht."""
    return _kept_east(state, unit)


@forbids("scheldt:11.2/advance", Advance, bars="hexes", clauses=("SC-11.2-A7y",))
def timberwolves_advance_no_further_west(state: State, unit: Unit) -> Iterable[Bar]:
    """They do not advance there."""
    return _kept_east(state, unit)


@forbids("scheldt:11.2/retreat", Flee, bars="hexes", clauses=("SC-11.2-A7y",))
def timberwolves_fall_back_no_further_west(state: State, unit: Unit) -> Iterable[Bar]:
    """They do not fall back there either."""
    return _kept_east(state, unit)


def _kept_east(state: State, unit: Unit) -> Iterable[Bar]:
    if unit.group != "104_US":
        return ()
    return (Bar(_west_of_woensdrecht(state), "{to} is west of Woensdrecht, where the 104th Division does not go"),)


@per_board
def _west_of_woensdrecht(state: State) -> frozenset[int]:
    board = state.board
    town = board.centre(board.at("2021")).x
    return frozenset(place for place in range(len(board.places)) if board.centre(place).x < town - 0.01)


# --- 11.3 to 11.5 · When they arrive ------------------------------------------------------------------------


@forbids("scheldt:11.3", Enter, bars="units", clauses=("SC-11.3-1",))
def arrivals_come_before_marches(state: State, side: int) -> Iterable[Only]:
    """Reinforcements come in as a movement phase opens: once another unit has marched it is too late."""
    if state.spent and state.spent.difference(CAME.of(state), ashore(state)):
        return (Only(frozenset(), "{unit} comes in before any other unit marches", "next turn"),)
    return ()


@follows("scheldt:11.3/came", Entered)
def a_unit_has_come_in(state: State, event: Entered, chance: Chance) -> Iterator[Event]:
    """A unit that has just come in may march before the next one comes in."""
    yield CAME.becomes((*CAME.of(state), state.setup.unit_numbers[event.unit]))


@follows("scheldt:11.3/room", Moved, clauses=("SC-11.3-1",))
def a_friend_makes_room(state: State, event: Moved, chance: Chance) -> Iterable[Event]:
    """A German who marches off the only hex by which another can come in makes room, and is not ahead of it."""
    unit, gate = state.setup.unit(event.unit), state.board.at(event.start)
    if unit.side == GERMAN and any(_open_to(state, other) == {gate} for other in _waiting_at(state, gate)):
        return (CAME.becomes((*CAME.of(state), unit.number)),)
    return ()


def _waiting_at(state: State, gate: int) -> list[Unit]:
    """Return the German units that are due, still off the map, and might come in by this hex."""
    arrivals, where = _german_arrivals(state, gate), state.where
    return [unit for unit in arrivals if unit.arrives <= state.turn and where[unit.number] == OFF_MAP]


@per_board
def _german_arrivals(state: State, gate: int) -> list[Unit]:
    units = state.setup.units
    return [unit for unit in units if unit.side == GERMAN and unit.arrives and gate in unit.entry]


def _open_to(state: State, unit: Unit) -> Set[int]:
    """Return the hexes by which a unit could come in now, whoever has marched before."""
    return free(state.setup.book.guard(Enter).second, state, unit, state.setup.all_places)


@follows("scheldt:11.3/new-phase", PhaseBegan)
def a_new_phase_opens(state: State, event: PhaseBegan, chance: Chance) -> Iterator[Event]:
    """In a new phase nobody has come in yet."""
    if CAME.of(state):
        yield CAME.becomes(())
