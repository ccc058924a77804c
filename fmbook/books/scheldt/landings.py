"""Sections 16.0 to 16.2: the two assault groups, when they may land and where."""

from collections.abc import Iterable, Iterator, Mapping

from fmbook.books.scheldt.facts import BOATS, GARRISONS
from fmbook.books.scheldt.orders import Land, Landed
from fmbook.books.scheldt.pocket import REGIMENT
from fmbook.books.scheldt.road import ROAD, last_held, was_last_in
from fmbook.books.scheldt.sequence import ALLIED, GERMAN
from fmbook.core.cache import per_board, per_side
from fmbook.core.dice import Chance
from fmbook.core.events import Event
from fmbook.core.orders import EndPhase
from fmbook.core.state import DEAD, OFF_MAP, State, Unit
from fmbook.core.verdicts import Bar, Only, Reason
from fmbook.engine.legality import legal_of
from fmbook.engine.matters import HOLDERS, not_due
from fmbook.engine.rulebook import does, forbids, settles

BEVELAND, WALCHEREN = "52_Div", "49_Div"
GROUPS = {BEVELAND: "scheldt:16.1", WALCHEREN: "scheldt:16.2"}
"""The section of each group."""
IN_THE_ALLIED_PHASE = "a landing is declared in the Allied movement phase, and in no other"
EARLIEST = 12  # turn, 16.1
FAR, NEAR = 10, 6  # hexes from Terneuzen: on the coast of South Beveland, on any other, 16.1


# --- 16.0 · Who has boats -------------------------------------------------------------------------


@per_board
def _group(state: State, name: str) -> frozenset[int]:
    return frozenset(unit.number for unit in state.setup.units if unit.group == name and unit.side == ALLIED)


@per_board
def _with_boats(state: State) -> frozenset[int]:
    return _group(state, BEVELAND) | _group(state, WALCHEREN)


def _waiting(state: State) -> frozenset[int]:
    """Return those with boats that have not come yet."""
    return frozenset([unit for unit in _with_boats(state) - state.on_map(ALLIED) if state.where[unit] == OFF_MAP])


@forbids("scheldt:16.0", Land, bars="units",
         clauses=("SC-11.0-7", "SC-13.1-5", "SC-13.1-6", "SC-16.0-1", "SC-16.1-11", "SC-16.2-8"))  # fmt: skip
def two_groups_have_boats(state: State, side: int) -> Iterable[Only]:
    """The brigades of the 52nd and 49th Divisions and 2nd Brigade wait for their boats; the dead do not come."""
    waiting = _waiting(state) if side == ALLIED else frozenset()
    return (Only(waiting, "{unit} is not waiting for an assault boat", why=_why_no_boat),)


def _why_no_boat(state: State, side: int, number: int) -> Iterator[Reason]:
    unit, where = state.setup.units[number], state.where[number]
    if unit.id == REGIMENT and where == DEAD:
        yield Reason(f"{unit.id} has been eliminated, and does not come back with the boats", rule="scheldt:13.1")
    elif unit.group in GROUPS and side != ALLIED:
        yield Reason(IN_THE_ALLIED_PHASE, rule=GROUPS[unit.group])
    elif unit.group not in GROUPS:
        yield Reason(f"{unit.id} has no assault boats: two groups have, those of the 52nd and of the 49th Division")
    else:
        state_of_it = "has been eliminated" if where == DEAD else "is on the map already"
        yield Reason(f"{unit.id} {state_of_it} and does not land")


def _landed_in(state: State, group: str) -> frozenset[int]:
    """Return the turns in which units of a group have landed."""
    units = _group(state, group)
    return frozenset([turn for unit, _, turn in BOATS.of(state) if unit in units])


def _of_one_turn(state: State, group: str) -> Iterator[Bar]:
    if turns := _landed_in(state, group) - {state.turn} if BOATS.of(state) else ():
        yield Bar(_group(state, group), f"the group of {{unit}} landed in turn {min(turns)}, and nobody follows it")


@settles("scheldt:16.0/phase", not_due(Land), clauses=("SC-16.1-4", "SC-16.2-2"))
def landings_are_declared_while_units_move(state: State, order: Land) -> Iterator[Reason]:
    """An assault is declared in the Allied movement phase, not when mobile units move again."""
    yield Reason(IN_THE_ALLIED_PHASE, rule=GROUPS.get(state.setup.unit(order.unit).group, ""))


# --- 16.1 · South Beveland --------------------------------------------------------------------------


@forbids("scheldt:16.1", Land, bars="units",
         clauses=("SC-16.1-1", "SC-16.1-2", "SC-16.1-3", "SC-16.1-4", "SC-16.1-10"))  # fmt: skip
def when_the_pocket_is_cleared(state: State, side: int) -> Iterator[Bar]:
    """From turn 12, with the garrison of the pocket dead and Woensdrecht taken, the 52nd lands, all in one turn."""
    group = _group(state, BEVELAND)
    if state.turn < EARLIEST:
        yield Bar(group, "{unit} does not land before turn 12")
    alive = _holding_out(state)
    if alive:
        yield Bar(group, f"{{unit}} waits until {alive.id} of the Breskens Pocket is eliminated")
    if not was_last_in(state, state.board.at("2021")):
        yield Bar(group, "{unit} waits until an Allied unit has been the last in Woensdrecht")
    yield from _of_one_turn(state, BEVELAND)


def _holding_out(state: State) -> Unit | None:
    """Return the first unit of the garrison that is not dead."""
    return _alive(state, GERMAN)


@per_side
def _alive(state: State, side: int) -> Unit | None:
    return next((unit for unit in _garrison(state, side) if state.where[unit.number] != DEAD), None)


@per_board
def _garrison(state: State, side: int) -> tuple[Unit, ...]:
    return tuple(unit for unit in state.setup.units if unit.side == side and "pocket" in unit.traits)


@forbids("scheldt:16.1/where", Land, bars="hexes",
         clauses=("SC-15.0-2", "SC-16.1-5", "SC-16.1-6", "SC-16.1-7", "SC-16.1-9"))  # fmt: skip
def on_the_coast_near_terneuzen(state: State, unit: Unit) -> Iterator[Only]:
    """The 52nd lands on South Beveland within ten hexes of Terneuzen, or on any other coast within six."""
    if unit.group == BEVELAND:
        board = state.board
        terneuzen, coast = board.at("2736"), board.having("coastal")
        beaches = board.within(terneuzen, FAR) & coast & board.having("south_beveland")
        yield Only(
            beaches | board.within(terneuzen, NEAR) & coast,
            "{to} is no coast within ten hexes of Terneuzen on South Beveland, or within six elsewhere",
        )


# --- 16.2 · Walcheren --------------------------------------------------------------------------------


@forbids("scheldt:16.2", Land, bars="units",
         clauses=("SC-11.2-V8", "SC-16.2-1", "SC-16.2-2", "SC-16.2-7"))  # fmt: skip
def when_the_road_to_schore_is_open(state: State, side: int) -> Iterator[Bar]:
    """With every road hex from Woensdrecht to Schore in Allied hands the Walcheren force lands, all in one turn."""
    missing = state.board.having("road_to_schore") - last_held(state)
    if missing:
        yield Bar(
            _group(state, WALCHEREN),
            "{unit} waits until Allied units have been the last in every road hex from Woensdrecht to Schore",
            places=missing,
        )
    yield from _of_one_turn(state, WALCHEREN)


@settles("scheldt:16.2/holders", HOLDERS)
def whose_road(state: State) -> Mapping[int, int]:
    """As long as boats wait for it, the road to Schore belongs, hex by hex, to the side that was there last."""
    if not _waiting(state):
        return {}
    ours = last_held(state)
    return {place: ALLIED if place in ours else GERMAN for place in state.board.having(ROAD)}


@forbids("scheldt:16.2/where", Land, bars="hexes", clauses=("SC-16.2-3", "SC-16.2-4", "SC-16.2-6"))
def on_the_coast_of_walcheren(state: State, unit: Unit) -> Iterator[Only]:
    """The Walcheren force lands on any coastal hex of Walcheren, with a German in it or not."""
    if unit.group == WALCHEREN:
        yield Only(state.board.having("coastal") & state.board.having("walcheren"), "{to} is no coast of Walcheren")


# --- ashore --------------------------------------------------------------------------------------------


@forbids("scheldt:16.0/room", Land, bars="hexes")
def one_landing_unit_to_a_hex(state: State, unit: Unit) -> Iterable[Bar]:
    """A landing unit does not go where a friend stands."""
    return (Bar(state.forces[unit.side].places, "{to} is taken by a friendly unit"),)


@does("scheldt:16.0/land", Land, clauses=("SC-13.1-5", "SC-16.1-8", "SC-16.2-5", "SC-16.3-2"))
def land(state: State, order: Land, chance: Chance) -> Iterator[Event]:
    """A unit comes ashore at full strength with an Assault Boat marker, and does not move in that turn."""
    unit, place = state.setup.unit_numbers[order.unit], state.board.at(order.to)
    garrison = state.forces[GERMAN].at.get(place, ())
    yield Landed(order.unit, order.to)
    yield BOATS.becomes((*BOATS.of(state), (unit, place, state.turn)))
    if garrison:
        yield GARRISONS.becomes((*GARRISONS.of(state), (place, garrison[0])))


@forbids("scheldt:16.0/together", EndPhase, clauses=("SC-16.1-10", "SC-16.2-7"))
def whoever_can_lands_with_the_group(state: State, order: EndPhase) -> Iterator[Reason]:
    """Once one unit of a group has landed, the others land in the same turn, as far as there is room."""
    if state.phase.kind != "movement" or state.phase.side != ALLIED or not BOATS.of(state):
        return
    begun = [group for group in (BEVELAND, WALCHEREN) if state.turn in _landed_in(state, group)]
    if not begun:
        return
    late = {order.names[0] for order in legal_of(state, Land) if state.setup.unit(order.names[0]).group in begun}
    if late:
        rule = GROUPS[state.setup.unit(min(late)).group]
        yield Reason(f"{min(late)} must land in the same turn as its group", "land UNIT HEX", rule=rule)
