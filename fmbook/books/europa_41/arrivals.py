"""Around rule 41: units that come by air and by sea, and attacks that a task begins with."""

from collections.abc import Iterable, Iterator
from typing import Final

from fmbook.books.europa_41.combat import after_the_announcement
from fmbook.books.europa_41.facts import ABOARD, ANNOUNCEMENT, DELUGES, PLAYER_TURN, Deluge
from fmbook.books.europa_41.floods import MASSIVE, PARTIAL, swept
from fmbook.books.europa_41.ground import per_ground, survey_of
from fmbook.books.europa_41.movement import host_of
from fmbook.books.europa_41.orders import Disembark, Drop
from fmbook.books.europa_41.ownership import garrisons, holding, of_kind, taken
from fmbook.books.europa_41.tasks import Announced, did, task_of
from fmbook.core.dice import Chance
from fmbook.core.events import Answered, Asked, BattleOpened, Entered, Event, Halted, Joined, PhaseBegan
from fmbook.core.state import OFF_MAP, Ask, State, Unit
from fmbook.core.verdicts import Bar, Only
from fmbook.engine.rulebook import answers, does, follows, forbids
from fmbook.mechanics.combat import in_battle

__all__: list[str] = []

NOBODY: Final = frozenset[int]()
WATER: Final = frozenset({"sea", "lake", "prohibited"})


# --- by air ---------------------------------------------------------------------------------------


@forbids("europa_41:air/drop", Drop, bars="units")
def airborne_units_drop(state: State, side: int) -> Iterable[Only]:
    """An airborne unit that waits off the map may be dropped."""
    able = of_kind(state, side, "airborne")
    waiting = frozenset([unit for unit in able if state.where[unit] == OFF_MAP]) if able else able
    return (Only(waiting, "{unit} is no airborne unit that waits to be dropped"),)


@forbids("europa_41:air/where", Drop, bars="hexes")
def on_dry_ground(state: State, unit: Unit) -> Iterable[Bar]:
    """It is dropped on any land hex, on enemies too, but not into water."""
    return (Bar(_wet(state, state.phase.side), "{to} is no ground to drop {unit} on"),)


@per_ground
def _wet(state: State, side: int) -> frozenset[int]:
    ground = survey_of(state, side).ground
    return frozenset(place for place in state.setup.all_places if ground(place) & WATER)


@does("europa_41:air/dropped", Drop)
def drop(state: State, order: Drop, chance: Chance) -> Iterator[Event]:
    """A dropped unit stands in the hex, beside whoever holds it, and takes it if nobody does."""
    unit, place = state.setup.unit(order.unit), state.board.at(order.to)
    yield Entered(unit.id, order.to)
    yield Halted(unit.id)
    if place not in garrisons(state, 1 - unit.side):
        yield from taken(state, unit.side, frozenset({place}))
    yield did(state, f"drop {unit.id}")


# --- by sea ---------------------------------------------------------------------------------------


@forbids("europa_41:sea/aboard", Disembark, bars="units")
def who_is_aboard(state: State, side: int) -> Iterable[Bar]:
    """A unit that a ship carries may go ashore, once in a phase."""
    aboard, numbers = ABOARD.of(state), state.setup.unit_numbers
    carried = state.on_map(side) & {numbers[name] for name, _ in aboard} if aboard else NOBODY
    spent = Bar(state.spent, "{unit} has been put ashore in this phase")
    return Only(carried, "{unit} is not aboard a ship"), spent


@forbids("europa_41:41.E.1/land", Disembark, bars="hexes", clauses=("R41-E.1-f",))
def where_to_go_ashore(state: State, unit: Unit) -> Iterable[Bar]:
    """It lands on the coast of the hex where its ship lies, the enemy's too, at the Kerch Straits as anywhere."""
    host = host_of(state, unit)
    here = frozenset({state.where[host.number] if host else OFF_MAP}) & state.board.having("coast")
    return (
        Only(here, "the ship of {unit} does not lie at the coast of {to}"),
        Bar(garrisons(state, 1 - unit.side), "{to} is held by the enemy"),
        Bar(_wet(state, state.phase.side), "{to} is no ground to put {unit} ashore on"),
    )


@does("europa_41:sea/ashore", Disembark)
def go_ashore(state: State, order: Disembark, chance: Chance) -> Iterator[Event]:
    """A unit that goes ashore takes the hex."""
    unit = state.setup.unit(order.unit)
    yield ABOARD.becomes(tuple(entry for entry in ABOARD.of(state) if entry[0] != unit.id))
    yield Entered(unit.id, order.to)
    yield Halted(unit.id)
    yield from taken(state, unit.side, frozenset({state.board.at(order.to)}))
    yield did(state, f"disembark {unit.id}")


# --- attacks that a task begins with --------------------------------------------------------------


@follows("europa_41:tasks/announced", PhaseBegan)
def an_attack_has_been_announced(state: State, event: PhaseBegan, chance: Chance) -> Iterable[Event]:
    """A task may begin with an attack that has been announced, before or after the hex was flooded."""
    said = task_of(state).announced if event.phase.kind == "combat" else None
    return () if said is None or ANNOUNCEMENT.of(state) else _announced(state, said, event.phase.side)


def _announced(state: State, said: Announced, side: int) -> Iterator[Event]:
    place = state.board.at(said.on)
    defenders = tuple(unit.id for unit in holding(state, place, 1 - side))
    yield ANNOUNCEMENT.becomes(True)
    yield BattleOpened("attack", state.board.places[place], side, defenders)
    for unit in said.by:
        yield Joined(unit)
    water = said.flooded == PARTIAL
    if water:
        came = Deluge(place, PARTIAL, PLAYER_TURN.of(state))
        yield DELUGES.becomes((*DELUGES.of(state), came), f"{said.on} is flooded.")
    yield Asked((Ask("roll", side), Ask("call off" if water else "announced", side)))


@answers("europa_41:tasks/owner-asked", "announced")
def then_the_owner_is_asked(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """Then the owner of the hex is asked as after any announcement, unless the water has come for good."""
    said = task_of(state).announced
    yield Answered()
    if said and said.flooded == MASSIVE:
        yield from swept(state, in_battle(state).target, 1 - in_battle(state).side)
    else:
        yield Asked(after_the_announcement(state))
