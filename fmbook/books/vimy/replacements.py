"""Sections 11.3 and 11.6: what comes back at night."""

from collections.abc import Iterator, Set

from fmbook.books.vimy.facts import REPLACEMENTS
from fmbook.books.vimy.orders import ReturnDepleted, Returned, ReturnFull
from fmbook.books.vimy.sequence import ALLIED, GERMAN
from fmbook.core.cache import per_board
from fmbook.core.dice import Chance
from fmbook.core.events import Event, PhaseBegan, Rebuilt
from fmbook.core.orders import EndPhase, Order, Rebuild
from fmbook.core.sides import opening
from fmbook.core.state import DEAD, State, Unit
from fmbook.core.verdicts import Bar, Only, Reason
from fmbook.engine.matters import not_due
from fmbook.engine.rulebook import does, follows, forbids, settles
from fmbook.mechanics.zones import zone

NIGHTLY = 2  # replacements a side each night


# --- how many ------------------------------------------------------------------------------------


@follows("vimy:11.3/allotment", PhaseBegan, clauses=("VR-11.3-1", "VR-11.3-6", "VR-11.6-1", "VR-11.6-5"))
def two_replacements_a_night(state: State, event: PhaseBegan, chance: Chance) -> Iterator[Event]:
    """Each night either side gets two replacements; none is ever saved."""
    if event.phase.kind == "night movement":
        who = opening(state.setup.sides[event.phase.side])
        yield REPLACEMENTS.becomes(NIGHTLY, f"{who:has} two replacements for tonight.")


@forbids("vimy:11.3/at-once", EndPhase, clauses=("VR-11.3-6", "VR-11.3-7", "VR-11.6-5", "VR-11.6-6"))
def replacements_are_used_at_once(state: State, order: EndPhase) -> Iterator[Reason]:
    """A replacement is used in its night as long as any counter can take it; otherwise it is lost."""
    if state.phase.kind == "night movement" and REPLACEMENTS.of(state) and _can_use_one(state):
        advice = "rebuild UNIT, or return-depleted UNIT HEX"
        rule = "vimy:11.6" if state.side == GERMAN else ""
        yield Reason("a replacement is left, and it cannot be saved", advice, rule=rule)


def _can_use_one(state: State) -> bool:
    side = state.side
    if _depleted(state, side) - state.spent:
        return True
    dead = _dead(state, side)
    return bool(dead) and bool(_gates(state, side) - _taken(state))


def _by_night(state: State, order: Order) -> Iterator[Reason]:
    if state.phase.kind != "night movement":
        yield Reason("replacements are used at night, in the movement phase of their side")


@settles("vimy:11.3/by-night", not_due(Rebuild), clauses=("VR-11.3-1",))
def units_are_restored_at_night(state: State, order: Rebuild) -> Iterator[Reason]:
    """Units are restored at night."""
    return _by_night(state, order)


@settles("vimy:11.3/full-by-night", not_due(ReturnFull), clauses=("VR-11.3-1",))
def units_return_in_full_at_night(state: State, order: ReturnFull) -> Iterator[Reason]:
    """Units return at full strength at night."""
    return _by_night(state, order)


@settles("vimy:11.3/depleted-by-night", not_due(ReturnDepleted), clauses=("VR-11.3-1",))
def units_return_depleted_at_night(state: State, order: ReturnDepleted) -> Iterator[Reason]:
    """Units return depleted at night."""
    return _by_night(state, order)


# --- what they do ----------------------------------------------------------------------------------


@forbids("vimy:11.3/restore", Rebuild, bars="units",
         clauses=("VR-11.3-4", "VR-11.3-5", "VR-11.3-10", "VR-11.6-4"))  # fmt: skip
def depleted_units_are_restored(state: State, side: int) -> Iterator[Bar]:
    """A replacement restores a depleted unit on the map, even in an enemy zone, unless it came in tonight."""
    yield from _needed(state, 1)
    yield Only(_depleted(state, side), "{unit} is no depleted unit of {they} on the map")
    yield Bar(state.spent, "{unit} has come in tonight, and no unit that moved is restored in the same night")


@forbids("vimy:11.3/full", ReturnFull, bars="units", clauses=("VR-11.3-2", "VR-11.6-2"))
def eliminated_units_return_in_full(state: State, side: int) -> Iterator[Only]:
    """Two replacements bring one eliminated unit back at full strength."""
    yield from _needed(state, 2)
    yield Only(_dead(state, side), "{unit} is no eliminated unit of {they}")


@forbids("vimy:11.3/depleted", ReturnDepleted, bars="units", clauses=("VR-11.3-3", "VR-11.6-3"))
def eliminated_units_return_depleted(state: State, side: int) -> Iterator[Only]:
    """One replacement brings an eliminated unit back depleted, so that two bring two."""
    yield from _needed(state, 1)
    yield Only(_dead(state, side), "{unit} is no eliminated unit of {they}")


def _needed(state: State, number: int) -> Iterator[Only]:
    if REPLACEMENTS.of(state) < number:
        wanted = "no replacement is left" if number == 1 else "it takes two replacements, and they are not left"
        yield Only(frozenset(), f"{wanted} for {{unit}}")


def _depleted(state: State, side: int) -> frozenset[int]:
    return frozenset(unit for unit in state.on_map(side) if state.steps[unit] == 1)


def _dead(state: State, side: int) -> frozenset[int]:
    return frozenset(
        unit.number for unit in state.setup.units if unit.side == side and state.where[unit.number] == DEAD
    )


@does("vimy:11.3/restored", Rebuild, clauses=("VR-11.3-4", "VR-11.6-4"))
def restore(state: State, order: Rebuild, chance: Chance) -> Iterator[Event]:
    """Restoring a unit uses one replacement up."""
    yield Rebuilt(order.unit)
    yield REPLACEMENTS.becomes(REPLACEMENTS.of(state) - 1)


@does("vimy:11.3/return-full", ReturnFull, clauses=("VR-11.3-2", "VR-11.6-2"))
def return_full(state: State, order: ReturnFull, chance: Chance) -> Iterator[Event]:
    """A unit at full strength uses both replacements up."""
    yield Returned(order.unit, order.to, 2)
    yield REPLACEMENTS.becomes(REPLACEMENTS.of(state) - 2)


@does("vimy:11.3/return-depleted", ReturnDepleted, clauses=("VR-11.3-3", "VR-11.6-3"))
def return_depleted(state: State, order: ReturnDepleted, chance: Chance) -> Iterator[Event]:
    """A depleted unit uses one replacement up."""
    yield Returned(order.unit, order.to, 1)
    yield REPLACEMENTS.becomes(REPLACEMENTS.of(state) - 1)


# --- where they come in ------------------------------------------------------------------------------


@forbids("vimy:11.3/where-full", ReturnFull, bars="hexes", clauses=("VR-11.3-8", "VR-11.3-9"))
def full_allied_units_return_at_their_trench(state: State, unit: Unit) -> Iterator[Bar]:
    """Allied units come back in a hex of the Allied trench that no enemy zone covers."""
    return _at_the_allied_trench(state, unit)


@forbids("vimy:11.3/where-depleted", ReturnDepleted, bars="hexes", clauses=("VR-11.3-8", "VR-11.3-9"))
def depleted_allied_units_return_at_their_trench(state: State, unit: Unit) -> Iterator[Bar]:
    """Depleted Allied units come back where full ones do."""
    return _at_the_allied_trench(state, unit)


def _at_the_allied_trench(state: State, unit: Unit) -> Iterator[Bar]:
    if unit.side == ALLIED:
        yield Only(_gates(state, ALLIED), "{to} is no Allied trench hex outside enemy zones")
        yield Bar(_taken(state), "{to} is taken")


@forbids("vimy:11.6/where-full", ReturnFull, bars="hexes", clauses=("VR-11.6-7", "VR-11.6-8"))
def full_german_units_return_in_the_rear(state: State, unit: Unit) -> Iterator[Bar]:
    """German units come back on the east edge, or by a trench away from No Man's Land and outside enemy zones."""
    return _in_the_german_rear(state, unit)


@forbids("vimy:11.6/where-depleted", ReturnDepleted, bars="hexes", clauses=("VR-11.6-7", "VR-11.6-8"))
def depleted_german_units_return_in_the_rear(state: State, unit: Unit) -> Iterator[Bar]:
    """Depleted German units come back where full ones do."""
    return _in_the_german_rear(state, unit)


def _in_the_german_rear(state: State, unit: Unit) -> Iterator[Bar]:
    if unit.side == GERMAN:
        yield Only(_gates(state, GERMAN), "{to} is neither on the east edge nor by a rear trench outside enemy zones")
        yield Bar(_taken(state), "{to} is taken")


def _taken(state: State) -> Set[int]:
    return state.forces[0].places | state.forces[1].places


def _gates(state: State, side: int) -> Set[int]:
    enemy = zone(state, 1 - side)
    if side == ALLIED:
        return allied_trench_hexes(state) - enemy
    return state.board.having("east_edge") | (rear_trench_hexes(state) - enemy)


@per_board
def allied_trench_hexes(state: State) -> Set[int]:
    """Return the hexes outside No Man's Land along the Allied trench."""
    ends = frozenset(place for link in state.board.links("allied_trench") for place in link)
    return ends - state.board.having("no_mans_land")


@per_board
def rear_trench_hexes(state: State) -> Set[int]:
    """Return the hexes along trenches that do not border No Man's Land."""
    mud = state.board.having("no_mans_land")
    rear = (link for link in state.board.links("trench") if mud.isdisjoint(link))
    return frozenset(place for link in rear for place in link)
