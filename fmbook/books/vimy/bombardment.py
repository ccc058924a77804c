"""Section 17 and 18.1: bombardment markers, aircraft, gas."""

from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from fmbook.books.vimy.facts import AIRCRAFT, FLIGHTS, LAID, SHELLS
from fmbook.books.vimy.observation import flights
from fmbook.books.vimy.orders import Fly, Shell
from fmbook.books.vimy.sequence import ALLIED, is_night
from fmbook.core import data
from fmbook.core.cache import per_board
from fmbook.core.dice import Chance
from fmbook.core.events import Answered, Asked, Eliminated, Event, PhaseBegan, Rolled, StepLost
from fmbook.core.orders import EndPhase, Order, Roll
from fmbook.core.sides import opening
from fmbook.core.state import Ask, State, Unit
from fmbook.core.verdicts import Bar, Only, Reason, Shift
from fmbook.engine.matters import ENDED_BY, OBSERVED, THROW_TO_COME, UNSPENT
from fmbook.engine.rulebook import Matter, answers, does, follows, forbids, settles
from fmbook.mechanics.sequence import next_phase

SHELL_MODIFIERS: "Matter[[State, Unit, int], tuple[Shift, ...]]" = Matter(
    "shell modifiers", "what is added to a die of bombardment"
)

MOST = 2  # markers on one unit, 17.2


# --- 17.1 · Allotment --------------------------------------------------------------------------


@follows(
    "vimy:17.1",
    PhaseBegan,
    clauses=("VR-11.1-1", "VR-11.1-4", "VR-17.1-1", "VR-17.1-2", "VR-17.1-5", "VR-17.1-6", "VR-17.2-5"),
)
def markers_of_the_artillery_track(state: State, event: PhaseBegan, chance: Chance) -> Iterator[Event]:
    """A side takes the number of its artillery track for its own turn only; what it had left before is gone."""
    if event.phase.kind == "shelling":
        box = state.setup.data["track"].get(state.turn)
        number = box.numbers["bombardment"][event.phase.side] if box else 0
        who = opening(state.setup.sides[event.phase.side])
        yield LAID.becomes(())
        yield SHELLS.becomes(number, f"{who:has} {number} bombardment marker{'s' * (number != 1)}.")


# --- 17.2 · Laying markers -----------------------------------------------------------------------


@settles("vimy:17.1/unspent", UNSPENT, clauses=("VR-17.2-5",))
def what_is_left_to_spend(state: State) -> Mapping[type[Order], tuple[int, str]]:
    """Count the markers and the aircraft that a side could still use in this phase."""
    shells = SHELLS.of(state)
    planes = AIRCRAFT.of(state) - len(flights(state, state.side))
    return {Shell: (shells, "bombardment marker"), Fly: (planes, "flight")}


@forbids("vimy:17.1/left", Shell, bars="units", clauses=("VR-17.1-2", "VR-17.1-5"))
def no_more_than_the_track_gives(state: State, side: int) -> Iterator[Only]:
    """A side lays no more markers than the track gives it for this turn."""
    if not SHELLS.of(state):
        yield Only(frozenset(), "{they:has} no bombardment marker left for this turn", "end-phase")


@forbids(
    "vimy:17.2",
    Shell,
    bars="units",
    replaces=("fm:8.4", "fm:8.4/first", "fm:8.4/once", "fm:8.4/open-fire", "fm:8.4/fire", "fm:8.4/results"),
    clauses=("VR-17.1-7", "VR-17.2-1", "VR-17.6-3"),
)
def markers_go_on_observed_enemies(state: State, side: int) -> Iterator[Bar]:
    """Markers go on observed enemy units, as many targets as you like, never in support of an attack."""
    yield Bar(state.on_map(side), "shells never fall on friendly units such as {unit}", why=_friendly)
    yield Only(state.on_map(1 - side), "{unit} is no enemy on the map")
    seen = OBSERVED.of(state.setup)(state, side)
    yield Only(seen, "{unit} is not observed", why=_unobserved)


def _friendly(state: State, side: int, number: int) -> Iterator[Reason]:
    unit = state.setup.units[number]
    yield Reason(f"{unit.id} is a friendly unit, and no bombardment hits one", "an enemy", rule="vimy:17.6")


def _unobserved(state: State, side: int, number: int) -> Iterator[Reason]:
    if number in state.on_map(1 - side):
        rule, unit = OBSERVED.rule(state.setup), state.setup.units[number]
        text = f"{unit.id} is not observed: nobody stands next to it or sees it, and no aircraft is near"
        yield Reason(text, "bring a unit or an aircraft closer", (state.board.places[state.where[number]],), rule.id)


@forbids("vimy:17.2/two", Shell, bars="units", clauses=("VR-17.2-2",))
def two_markers_a_target(state: State, side: int) -> Iterator[Bar]:
    """At most two markers go on one unit."""
    laid = LAID.of(state)
    yield Bar(frozenset(unit for unit in laid if laid.count(unit) >= MOST), "{unit} has two markers already")


@forbids("vimy:17.2/la-folie", Shell, bars="units", clauses=("VR-17.2-7", "VR-18.2-1", "VR-18.2-2", "VR-18.2-4"))
def the_reverse_slope_is_safe(state: State, side: int) -> Iterator[Bar]:
    """No shell reaches the La Folie Woods, the woods within seven hexes of Petit Vimy."""
    at = state.forces[1 - side].at
    safe = frozenset(unit for place in state.board.having("la_folie_woods") if place in at for unit in at[place])
    yield Bar(safe, "{unit} stands in the La Folie Woods, which the guns do not reach")


@does("vimy:17.2/lay", Shell)
def lay(state: State, order: Shell, chance: Chance) -> Iterator[Event]:
    """A marker is laid; the dice come when all are laid."""
    unit = state.setup.unit_numbers[order.unit]
    yield LAID.becomes((*LAID.of(state), unit), f"A bombardment marker is laid on {order.unit}.")
    yield SHELLS.becomes(SHELLS.of(state) - 1)


@does("vimy:17.2/fire", (EndPhase, "shelling"), clauses=("VR-17.2-3", "VR-17.2-4", "VR-17.2-9"))
def open_fire(state: State, order: EndPhase, chance: Chance) -> Iterator[Event]:
    """When all markers are laid they are resolved one target after the other; the enemy cannot answer."""
    laid = LAID.of(state)
    if not laid:
        yield from next_phase(state)
        return
    targets = tuple(dict.fromkeys(laid))
    asks = (Ask("shells", state.side, (unit,), laid.count(unit)) for unit in reversed(targets))
    yield Asked((Ask("cease fire", state.side), *asks))


@settles("vimy:17.2/word", ENDED_BY)
def what_ends_the_laying(state: State) -> str:
    """Where markers are laid, the guns fire when the phase is ended."""
    return "Fire" if LAID.of(state) and state.phase.kind == "shelling" and not state.asks else ""


@answers("vimy:17.2/cease-fire", "cease fire")
def cease_fire(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """With the last target the bombardment is over."""
    yield Answered()
    yield from next_phase(state)


# --- 17.4 and 17.5 · Resolution --------------------------------------------------------------------


class Modifier(msgspec.Struct, frozen=True):
    """A line of the modifiers: what it is for, how much, whether it adds to the others."""

    on: str
    amount: int
    adds: bool
    says: str


class BombardmentResult(msgspec.Struct, frozen=True):
    """A line of the result table: sums up to here give this."""

    result: str
    at_most: int = 99


class Natural(msgspec.Struct, frozen=True):
    """A die that gives its result whatever is added to it."""

    roll: int
    result: str


class BombardmentChart(msgspec.Struct, frozen=True):
    """The bombardment chart."""

    modifier: tuple[Modifier, ...]
    natural: Natural
    result: tuple[BombardmentResult, ...]


@cache
def chart() -> BombardmentChart:
    """Read the bombardment chart."""
    return data.load(BombardmentChart, "vimy/bombardment.toml")


def outcome_of(die: int, change: int) -> str:
    """Read a die in the result table: “hit”, or “--”."""
    if die == chart().natural.roll:
        return chart().natural.result
    return next(line.result for line in chart().result if die + change <= line.at_most)


@settles(
    "vimy:17.4",
    SHELL_MODIFIERS,
    clauses=("VR-17.4-3", "VR-17.6-1", "VR-17.6-2", "VR-BMB-3", "VR-BMB-6", "VR-BMB-12"),
)
def modifiers(state: State, unit: Unit, side: int) -> tuple[Shift, ...]:
    """The dearest terrain of the target's hex counts, and on top of it gas, aircraft, night and the Allied crowd."""
    place = state.where[unit.number]
    holds = {
        *state.board.features[place],
        *(["trench_hex"] if place in trench_hexes(state) else []),
        *(["gas"] if side == ALLIED and state.turn == 1 else []),
        *(["aircraft"] if place in flights(state, side) else []),
        *(["allied_target"] if unit.side == ALLIED else []),
        *(["night"] if is_night(state.setup, state.turn) else []),
    }
    lines = [line for line in chart().modifier if line.on in holds]
    ground = [line for line in lines if not line.adds]
    largest = [max(ground, key=lambda line: line.amount)] if ground else []
    counting = (*largest, *(line for line in lines if line.adds))
    return tuple(Shift(line.amount, line.says, "die", "vimy:17.4") for line in counting if line.amount)


@per_board
def trench_hexes(state: State) -> frozenset[int]:
    """Return the hexes outside No Man's Land that have a trench on any side."""
    beside = frozenset(place for link in state.board.links("trench") for place in link)
    return beside - state.board.having("no_mans_land")


@does(
    "vimy:17.5",
    (Roll, "shells"),
    replaces=("fm:7.7.1", "fm:7.7.1/no-way-back"),
    clauses=("VR-16.0-3", "VR-17.2-6", "VR-17.4-1", "VR-17.4-2", "VR-17.5-1", "VR-17.5-2", "VR-17.5-3", "VR-17.5-4",
             "VR-17.5-5"),
)  # fmt: skip
def shells_fall(state: State, order: Roll, chance: Chance) -> Iterator[Event]:
    """A die is thrown for each marker; a natural 1 or a net 2 hits; a hit costs one step, and nobody retreats."""
    ask = state.asks[-1]
    unit = state.setup.units[ask.units[0]]
    lines = SHELL_MODIFIERS.of(state.setup)(state, unit, ask.side)
    change = sum(line.amount for line in lines)
    dice = tuple(chance.die() for _ in range(ask.count))
    hits = [die for die in dice if outcome_of(die, change) == "hit"]
    hit, added = bool(hits), ", ".join(f"{line.amount:+d} {line.text}" for line in lines)
    yield Answered()
    yield Rolled(dice, "hit" if hit else "miss", f"{unit.id} is {_fate(dice, hits)}{f' ({added})' if added else ''}")
    if hit:
        yield StepLost(unit.id) if state.steps[unit.number] > 1 else Eliminated(unit.id)


def _fate(dice: tuple[int, ...], hits: list[int]) -> str:
    """Say whether a target is hit; of several dice also which of them do it."""
    if not hits:
        return "missed"
    misses = [die for die in dice if die not in hits]
    return f"hit by the {hits[0]}, not by the {misses[0]}" if misses else "hit"


@settles("vimy:17.5/to-come", THROW_TO_COME)
def the_throw_of_a_target(state: State, order: Order) -> tuple[State, Order, tuple[Shift, ...]] | None:
    """Say what a marker leads to: the dice of all that lie on its target, with what is added to each."""
    if isinstance(order, Shell):
        unit = state.setup.unit(order.unit)
        ask = Ask("shells", state.side, (unit.number,), LAID.of(state).count(unit.number) + 1)
    elif isinstance(order, Roll) and state.ask and state.ask.what == "shells":
        ask, unit = state.ask, state.setup.units[state.ask.units[0]]
    else:
        return None
    lines = SHELL_MODIFIERS.of(state.setup)(state, unit, ask.side)
    return state.but(asks=(*state.asks, ask)), Roll(), lines


# --- 17.3 and 18.1 · Aircraft -------------------------------------------------------------------------


@forbids("vimy:17.3/aircraft", Fly, bars="hexes", clauses=("VR-11.1-5", "VR-11.1-6", "VR-17.3-11", "VR-BMB-3"))
def aircraft_fly_anywhere(state: State, side: int) -> Iterator[Bar]:
    """The Allies send aircraft anywhere in their movement phase, one to a hex, as long as they have any."""
    flying = flights(state, side)
    if side != ALLIED or len(flying) >= AIRCRAFT.of(state):
        yield Only(frozenset(), "{they:has} no aircraft to send")
    yield Bar(frozenset(flying), "an aircraft is over {to} already")


@does("vimy:17.3/fly", Fly)
def fly(state: State, order: Fly, chance: Chance) -> Iterator[Event]:
    """An aircraft stays over its hex until the Allied player turn is over."""
    place = state.board.at(order.hex)
    yield FLIGHTS.becomes((*flights(state, ALLIED), place), f"An aircraft circles over {order.hex}.")


@follows("vimy:17.3/home", PhaseBegan)
def aircraft_fly_home(state: State, event: PhaseBegan, chance: Chance) -> Iterator[Event]:
    """When the German player turn begins the aircraft go home."""
    if event.phase.side != ALLIED and FLIGHTS.of(state):
        yield FLIGHTS.becomes(())


@follows("vimy:18.1", PhaseBegan, clauses=("VR-18.1-1",))
def the_red_baron(state: State, event: PhaseBegan, chance: Chance) -> Iterator[Event]:
    """Every night the Allies lose one aircraft for good."""
    if event.phase.kind == "night movement" and event.phase.side == ALLIED and AIRCRAFT.of(state):
        yield AIRCRAFT.becomes(AIRCRAFT.of(state) - 1, "One Allied aircraft does not come home.")
