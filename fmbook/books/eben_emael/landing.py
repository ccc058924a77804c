"""Section 0: how gliders come down, before the first turn."""

from collections.abc import Iterator

from fmbook.books.eben_emael.facts import GLIDERS_WANTED, GROUND, LANDED
from fmbook.books.eben_emael.figures import figures, limit
from fmbook.books.eben_emael.fort import GERMAN, all_who, men_at
from fmbook.books.eben_emael.orders import CameDown, MenLost
from fmbook.core.dice import Chance
from fmbook.core.events import Answered, Asked, Event, Rolled
from fmbook.core.orders import Place, Roll
from fmbook.core.state import OFF_MAP, Ask, State, Unit
from fmbook.core.verdicts import Bar, Only
from fmbook.engine.rulebook import Matter, does, forbids, settles
from fmbook.mechanics.sequence import next_phase

__all__ = ["landed", "start_places"]

GLIDERS_ENOUGH: "Matter[[State, int], bool]" = Matter("gliders enough", "whether enough gliders are down")

SAYS = {
    "removed": "the glider of {0} never arrives",
    "one": "{0} comes down hard and loses a man",
    "two": "{0} comes down hard and loses two men",
    "safe": "{0} lands unharmed",
}
IN_SHORT = {"removed": "never arrives", "one": "a man lost", "two": "two men lost", "safe": "unharmed"}


def landed(state: State) -> tuple[int, ...]:
    """Return the sectors in which gliders have come down, one entry for each; a scenario may name them."""
    return tuple(state.board.at(each) if isinstance(each, str) else each for each in LANDED.of(state))


def start_places(state: State) -> frozenset[int]:
    """Return the starting sectors that still have room for a glider."""
    room, down = state.board.numbers.get("start", {}), landed(state)
    return frozenset(place for place, number in room.items() if down.count(place) < number)


def _in_the_air(state: State) -> list[int]:
    return sorted([unit for unit in all_who(state, _is_glider) if state.where[unit] == OFF_MAP])


def _is_glider(unit: Unit) -> bool:
    return unit.group == "gliders"


@forbids("eben_emael:0/next", Place, bars="units", clauses=("E-0-a", "E-hist-c", "E-full-c"))
def gliders_land_one_by_one(state: State, side: int) -> Iterator[Only]:
    """The gliders come down one after another, in the order of their numbers; a twelfth only by its counter."""
    due = state.asks[-1].units if state.asks else tuple(_in_the_air(state)[:1])
    yield Only(frozenset(due), "{unit} is not the next to land", "the next glider")


@forbids("eben_emael:0", Place, bars="hexes", clauses=("E-0-a", "E-6.0-n"))
def gliders_land_on_starting_sectors(state: State, unit: Unit) -> Iterator[Bar]:
    """A glider comes down in a starting sector with room for it; the twelfth where none has come down before."""
    starts, free = frozenset(state.board.numbers.get("start", {})), start_places(state)
    if unit.group != "gliders":
        free -= frozenset(landed(state))
    advice = f"a starting sector with room, such as {_some(state, free)}"
    yield Only(starts, "{to} is not one of the sectors where gliders come down", advice)
    yield Bar(starts - free, "no more gliders can come down at {to}", advice)
    most = limit("sector")
    full = frozenset(place for place in free if men_at(state, place, GERMAN) + unit.steps > most)
    yield Bar(full, "{to} would hold more than its strength points")


def _some(state: State, places: frozenset[int]) -> str:
    return " or ".join(state.board.places[place] for place in sorted(places)[:2])


@does("eben_emael:0/place", Place, clauses=("E-0-a", "E-0-b"))
def a_glider_comes_down(state: State, order: Place, chance: Chance) -> Iterator[Event]:
    """A glider that is set down throws two dice at once."""
    unit = state.setup.unit_numbers[order.unit]
    yield CameDown(order.unit, order.to)
    yield LANDED.becomes((*landed(state), state.board.at(order.to)))
    if state.asks:
        yield Answered()
    yield Asked((Ask("touch down", state.side, (unit,)),))


@does("eben_emael:0/roll", (Roll, "touch down"), clauses=("E-0-b", "E-0-c", "E-0-d", "E-0-e", "E-0-f", "E-0-g"))
def how_it_comes_down(state: State, order: Roll, chance: Chance) -> Iterator[Event]:
    """The dice say whether the glider arrives and what it costs; squad and equipment then stand in that sector."""
    unit = state.setup.units[state.asks[-1].units[0]]
    dice = chance.die(), chance.die()
    effect = next(line.effect for line in figures().landing if sum(dice) in line.rolls)
    yield Answered()
    yield Rolled(dice, IN_SHORT[effect], SAYS[effect].format(unit.id))
    lost = {"removed": unit.steps, "one": 1, "two": 2, "safe": 0}[effect]
    if effect == "removed":
        yield LANDED.becomes(landed(state)[:-1])
    else:
        yield GROUND.becomes(GROUND.of(state) | {state.where[unit.number]})
    if lost:
        yield MenLost(unit.id, lost)
    if state.phase.kind == "landing":
        yield from _go_on(state, effect != "removed")


def _go_on(state: State, arrived: bool) -> Iterator[Event]:
    left, down = _in_the_air(state), len(landed(state)) - (not arrived)
    if GLIDERS_ENOUGH.of(state.setup)(state, down):
        if left:
            yield LANDED.becomes(landed(state), "Enough gliders are down, and the others are removed.")
        for unit in left:
            yield MenLost(state.setup.units[unit].id, state.steps[unit])
        left = []
    if not left:
        yield from next_phase(state)


@settles("eben_emael:hist/nine", GLIDERS_ENOUGH, clauses=("E-hist-m", "E-full-k"))
def nine_are_enough(state: State, down: int) -> bool:
    """Once nine gliders are down the others are removed, where the scenario says so."""
    return bool(GLIDERS_WANTED.of(state)) and down >= GLIDERS_WANTED.of(state)
