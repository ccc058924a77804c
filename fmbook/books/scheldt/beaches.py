"""Section 16.3: fighting for a beach, two enemies in one hex."""

from collections.abc import Iterable, Iterator, Set

from msgspec.structs import replace

from fmbook.books.fire_and_movement.movement import six_hexes_around, within_a_step
from fmbook.books.fire_and_movement.results import brought_about
from fmbook.books.scheldt.facts import GARRISONS, LOST_BEACHES
from fmbook.books.scheldt.pocket import ashore, boats
from fmbook.books.scheldt.sequence import ALLIED, GERMAN
from fmbook.books.scheldt.support import anti_tank_guns_fired, losses_of_tanks
from fmbook.core.dice import Chance
from fmbook.core.events import Advanced, Asked, BattleOpened, Eliminated, Event, Joined, Moved, Retreated
from fmbook.core.orders import Advance, EndPhase, Move
from fmbook.core.state import Ask, State, Unit
from fmbook.core.verdicts import Bar, Reason
from fmbook.engine.matters import CONSEQUENCES, STRIKES, ZONE
from fmbook.engine.rulebook import Step, follows, forbids, settles
from fmbook.mechanics.combat import in_battle
from fmbook.mechanics.retreat import Flee
from fmbook.mechanics.zones import entangled, shared_places

# --- who stands in one hex --------------------------------------------------------------------------


@forbids("scheldt:16.3", Move, bars="units", clauses=("SC-16.3-2", "SC-16.3-10", "SC-16.3-13", "SC-16.3-15"))
def no_way_off_the_beach(state: State, side: int) -> Iterable[Bar]:
    """A landed unit does not move in the turn it lands, nor leave a hex shared with a German, who may."""
    if side != ALLIED:
        return ()
    return (
        Bar(entangled(state, side), "{unit} shares its hex with a German unit and cannot leave it", "attack that unit"),
        Bar(ashore(state), "{unit} has landed in this turn and moves no further"),
    )


@settles("scheldt:16.3/zone", ZONE, replaces="fm:6.0", clauses=("SC-12.0-12", "SC-12.0-13", "SC-16.3-14"))
def no_zone_from_a_beach_that_is_fought_for(state: State, side: int) -> Set[int]:
    """Zones are as ever; a unit that shares its landing hex has none, and the German beside it bars every way back."""
    shared = shared_places(state) if side == ALLIED else frozenset()
    if not shared:
        return six_hexes_around(state, side)
    near = within_a_step(state)
    return frozenset().union(*(near[place] for place in state.forces[side].places - shared))


@settles(
    "scheldt:16.3/reach",
    STRIKES,
    replaces="fm:7.1/reach",
    clauses=("SC-13.0-12", "SC-16.3-1", "SC-16.3-3", "SC-16.3-6", "SC-16.3-9", "SC-16.3-11", "SC-16.3-12"),
)
def landed_units_strike_where_they_stand(state: State, unit: int) -> frozenset[int]:
    """A landed unit that shares its hex attacks only there; the German in it may attack there or next door."""
    here, near = state.where[unit], within_a_step(state)
    if here not in state.forces[0].at or here not in state.forces[1].at:
        return near[here]
    return frozenset({here}) if state.setup.units[unit].side == ALLIED else near[here] | {here}


# --- the assault --------------------------------------------------------------------------------------


def _bound(state: State) -> frozenset[int]:
    """Return the units that landed in this turn on a German unit and have not attacked it yet."""
    return frozenset((entangled(state, ALLIED) & ashore(state)) - state.spent)


@forbids("scheldt:16.3/must", EndPhase, clauses=("SC-16.3-4",))
def the_landed_must_attack(state: State, order: EndPhase) -> Iterator[Reason]:
    """A unit that has landed on a German must attack it in that turn."""
    if state.phase.kind == "combat" and state.phase.side == ALLIED:
        for unit in sorted(_bound(state)):
            name, place = state.setup.units[unit].id, state.board.places[state.where[unit]]
            yield Reason(f"{name} has landed on a German unit and must attack it", f"attack {place}", (place,))


@follows("scheldt:16.3/join", BattleOpened, clauses=("SC-16.3-4", "SC-16.3-5"))
def the_landed_take_part(state: State, event: BattleOpened, chance: Chance) -> Iterator[Event]:
    """An attack on that German unit is not made without the unit that landed on it; others may join."""
    if event.kind == "attack" and event.side == ALLIED:
        target = state.board.at(event.target)
        yield from (Joined(state.setup.units[unit].id) for unit in sorted(_bound(state)) if state.where[unit] == target)


@settles(
    "scheldt:16.3/results", CONSEQUENCES, replaces="fm:7.6/results", clauses=("SC-16.3-7", "SC-16.3-8", "SC-14.1-7")
)
def no_way_back_to_the_boats(state: State, result: str) -> Iterator[Event]:
    """What goes against the attacker costs the landed unit its life; the anti-tank marker makes tanks pay."""
    battle = in_battle(state)
    landed = tuple(unit for unit in battle.attackers if state.where[unit] == battle.target and battle.side == ALLIED)
    if not landed or result[0] not in "A(":
        yield from _adjusted(state, brought_about(state, result))
        return
    yield from (Eliminated(state.setup.units[unit].id, "no way leads back to the boats") for unit in landed)
    others = tuple(unit for unit in battle.attackers if unit not in landed)
    rest = state.but(battle=replace(battle, attackers=others))
    yield from _adjusted(rest, brought_about(rest, result), paid=True)


def _adjusted(state: State, events: Iterator[Event], *, paid: bool = False) -> Iterator[Event]:
    """Let a loss of the attacker fall on those that may take it; a landed unit that died has paid for the others."""
    spared = paid and not anti_tank_guns_fired(state)  # that marker wants a step of a mobile unit besides
    for event in events:
        if not isinstance(event, Asked):
            yield event
            continue
        asks = []
        for ask in event.asks:
            units = losses_of_tanks(state, ask.units) if ask.what == "loss" else ask.units
            if ask.what == "advance" or (units and not (spared and ask.what == "loss")):
                asks.append(Ask(ask.what, ask.side, units, ask.count))
        yield Asked(tuple(asks))


# --- a beach that a German has left -----------------------------------------------------------------------


def _landed_at(state: State) -> frozenset[int]:
    """Return the hexes in which whoever came ashore there still stands."""
    return frozenset(place for unit, (place, _) in boats(state).items() if state.where[unit] == place)


def _left(state: State, name: str) -> Iterator[Event]:
    """Close a beach to the Germans once the one who fought for it has left it to the landed unit."""
    unit = state.setup.unit_numbers[name]
    for place, german in GARRISONS.of(state):
        gone = german == unit and state.where[unit] != place
        if gone and place in _landed_at(state) and place not in LOST_BEACHES.of(state):
            text = f"No German unit may enter {state.board.places[place]} again."
            yield LOST_BEACHES.becomes((*sorted(LOST_BEACHES.of(state)), place), text)


@follows("scheldt:16.3/walked-out", Moved, clauses=("SC-16.3-16",))
def a_german_walks_out(state: State, event: Moved, chance: Chance) -> Iterator[Event]:
    """A hex that the German has left to a landed unit is closed to all Germans."""
    return _left(state, event.unit)


@follows("scheldt:16.3/driven-out", Retreated, clauses=("SC-16.3-16",))
def a_german_is_driven_out(state: State, event: Retreated, chance: Chance) -> Iterator[Event]:
    """So is one from which the enemy fell back."""
    return _left(state, event.unit)


@follows("scheldt:16.3/followed-up", Advanced, clauses=("SC-16.3-16",))
def a_german_follows_up(state: State, event: Advanced, chance: Chance) -> Iterator[Event]:
    """So is one that the enemy left to follow up elsewhere."""
    return _left(state, event.unit)


@forbids("scheldt:16.3/march", Step, bars="hexes", alike=True, clauses=("SC-16.3-16",))
def no_german_marches_back(state: State, unit: Unit) -> Iterable[Bar]:
    """No German unit marches into such a hex."""
    return _closed(state, unit)


@forbids("scheldt:16.3/fall-back", Flee, bars="hexes", clauses=("SC-16.3-16",))
def no_german_falls_back_there(state: State, unit: Unit) -> Iterable[Bar]:
    """No German unit falls back into it."""
    return _closed(state, unit)


@forbids("scheldt:16.3/advance", Advance, bars="hexes", clauses=("SC-16.3-16",))
def no_german_advances_there(state: State, unit: Unit) -> Iterable[Bar]:
    """No German unit advances into it."""
    return _closed(state, unit)


def _closed(state: State, unit: Unit) -> Iterable[Bar]:
    lost = frozenset(LOST_BEACHES.of(state)) if unit.side == GERMAN else ()
    return (Bar(lost, "{to} is a beach that a German unit has left, and none may enter it again"),) if lost else ()
