"""Sections 11, 13, 15, 19 and 20: set-up, sequence, nights, replacements."""

from collections.abc import Iterator, Set

from fmbook.dice import Chance
from fmbook.events import Event, PhaseBegan, Placed, Rebuilt
from fmbook.kit import Kit
from fmbook.mechanics.sequence import next_phase
from fmbook.mechanics.zones import zone
from fmbook.orders import EndPhase, Move, Place, Rebuild
from fmbook.rulebook import does, follows, forbids, settles
from fmbook.rulebooks.vimy.deeds import Recorded, ReturnDepleted, Returned, ReturnFull
from fmbook.state import DEAD, OFF_MAP, Phase, State, Unit
from fmbook.verdicts import Bar, Only, Reason

ALLIED, GERMAN = 0, 1
NIGHTLY = 2  # replacements a side each night, 11.3 and 11.6
FREE = "free-set-up"
FROM_THE_NORTH = ("16_Bav", "79_Res", "1_Bav_Res")


# --- 15 · Turn sequence, 13 · Night -----------------------------------------------------------


@settles(
    "vimy:15.0",
    "sequence",
    replaces="fm:4.0",
    clauses=("VR-10.3-3", "VR-11.1-1", "VR-11.1-2", "VR-13.1-1", "VR-13.1-2", "VR-13.1-4", "VR-15.1-1", "VR-15.2-1",
             "VR-17.2-10", "VR-20.2-2"),
)  # fmt: skip
def march_shell_attack(kit: Kit, turn: int) -> tuple[Phase, ...]:
    """The Allies go first; each player marches, bombards, attacks; turn 1 opens with fire, nights know no attack."""
    first = turn == kit.data["from turn"] and FREE in kit.book.options
    set_up = tuple(Phase(f"{kit.sides[side]} set-up", side, "set-up") for side in (GERMAN, ALLIED) if first)
    return (*set_up, *(Phase(*each) for side in (ALLIED, GERMAN) for each in _player_turn(kit, turn, side)))


def _player_turn(kit: Kit, turn: int, side: int) -> Iterator[tuple[str, int, str]]:
    night, name = is_night(kit, turn), kit.sides[side]
    if turn == 1 and side == ALLIED:
        yield f"{name} air phase", side, "air"
    else:
        yield f"{name} movement phase", side, "night movement" if night else "movement"
    yield f"{name} bombardment phase", side, "shelling"
    if not night:
        yield f"{name} combat phase", side, "combat"


def is_night(kit: Kit, turn: int) -> bool:
    """Tell whether the turn track shows a moon."""
    return turn in kit.data["track"] and bool(kit.data["track"][turn].night)


@forbids("vimy:13.1", Move, bars="units", clauses=("VR-13.1-3", "VR-11.3-11"))
def nobody_marches_at_night(state: State, side: int) -> Iterator[Only]:
    """At night nobody moves but replacements that come in."""
    if is_night(state.kit, state.turn):
        yield Only(frozenset(), "{unit} stays where it is: it is night", "use your replacements, then end the phase")


# --- 11, 19 and 20 · Set-up ---------------------------------------------------------------------


@forbids(
    "vimy:11.1",
    Place,
    bars="units",
    option=FREE,
    clauses=("VR-11.1-2", "VR-11.1-7", "VR-11.2-3", "VR-19.2-1", "VR-20.3-1"),
)
def units_are_set_up_in_order(state: State, side: int) -> Iterator[Only]:
    """All German units are set up before the first Allied one, unit by unit; nobody else ever arrives."""
    waiting = [unit.number for unit in state.kit.units if unit.side == side and state.where[unit.number] == OFF_MAP]
    yield Only(frozenset(waiting[:1]), "{unit} is not the next to be set up", "the next unit of the order of battle")


@forbids("vimy:20.2", Place, bars="hexes", option=FREE,
         clauses=("VR-11.2-1", "VR-11.2-2", "VR-20.2-1", "VR-20.2-3", "VR-20.2-4"))  # fmt: skip
def allies_start_west_of_their_trench(state: State, unit: Unit) -> Iterator[Bar]:
    """Allied units start one to a hex, west of the Allied trench line and south of the river."""
    if unit.side == ALLIED:
        yield Only(state.board.having("allied_setup"), "{to} is not west of the Allied trench and south of the river")
    yield Bar(state.forces[unit.side].places, "{to} holds a unit already")


@forbids("vimy:19.1", Place, bars="hexes", option=FREE,
         clauses=("VR-11.5-1", "VR-11.5-2", "VR-19.1-1", "VR-19.1-4", "VR-19.1-5"))  # fmt: skip
def germans_start_east_of_the_allied_trench(state: State, unit: Unit) -> Iterator[Only]:
    """German units start one to a hex, east of the Allied trench line and south of the river."""
    if unit.side == GERMAN:
        yield Only(state.board.having("german_setup"), "{to} is not east of the Allied trench and south of the river")


@forbids("vimy:19.1/bands", Place, bars="hexes", option=FREE, clauses=("VR-19.1-2", "VR-19.1-3"))
def divisions_stand_from_north_to_south(state: State, unit: Unit) -> Iterator[Only]:
    """From the north: 16th Bavarian, 79th Reserve, 1st Bavarian Reserve; room is left for those still to come."""
    if unit.side == GERMAN and unit.group in FROM_THE_NORTH:
        yield Only(_band(state, unit), "{to} is out of line, or leaves no room for those still to come")


def _row(state: State, place: int) -> int:
    return int(state.board.places[place][2:])


def _band(state: State, unit: Unit) -> frozenset[int]:
    rank = FROM_THE_NORTH.index(unit.group)
    placed = [(FROM_THE_NORTH.index(other.group), _row(state, state.where[other.number])) for other in _placed(state)]
    lowest = max((row for at, row in placed if at > rank), default=0)
    highest = min((row for at, row in placed if at < rank), default=99)
    free = state.board.having("german_setup") - state.forces[GERMAN].places
    fitting = frozenset(place for place in free if lowest <= _row(state, place) <= highest)
    waiting = sum(1 for other in state.kit.units if other.side == GERMAN and state.where[other.number] == OFF_MAP) - 1
    rows = sorted(_row(state, place) for place in fitting)
    # the units still to come stand in this row or further south: that many hexes must be left there
    deep_enough = rows[waiting] if waiting < len(rows) else 99
    return frozenset(place for place in fitting if _row(state, place) >= deep_enough)


def _placed(state: State) -> tuple[Unit, ...]:
    return tuple(unit for unit in state.units(state.on_map(GERMAN)) if unit.group in FROM_THE_NORTH)


@does("vimy:11.1/place", Place)
def set_up(state: State, order: Place, chance: Chance) -> Iterator[Event]:
    """A unit is placed; with the last one the other side begins, and then the battle."""
    yield Placed(order.unit, order.to)
    waiting = [unit for unit in state.kit.units if unit.side == state.side and state.where[unit.number] == OFF_MAP]
    if len(waiting) == 1:
        yield from next_phase(state)


# --- 11.3 and 11.6 · Replacements -----------------------------------------------------------------


@follows("vimy:11.3/allotment", PhaseBegan, clauses=("VR-11.3-1", "VR-11.3-6", "VR-11.6-1", "VR-11.6-5"))
def two_replacements_a_night(state: State, event: PhaseBegan, chance: Chance) -> Iterator[Event]:
    """Each night either side gets two replacements; none is ever saved."""
    if event.phase.kind == "night movement":
        name = state.kit.sides[event.phase.side]
        yield Recorded("replacements", NIGHTLY, f"{name} has two replacements for tonight.")


def left(state: State) -> int:
    """Give the replacements that are left tonight."""
    return int(state.facts.get("replacements", 0))


@forbids("vimy:11.3/restore", Rebuild, bars="units",
         clauses=("VR-11.3-4", "VR-11.3-5", "VR-11.3-10", "VR-11.6-4"))  # fmt: skip
def depleted_units_are_restored(state: State, side: int) -> Iterator[Bar]:
    """A replacement restores a depleted unit on the map, even in an enemy zone, unless it came in tonight."""
    depleted = frozenset(unit for unit in state.on_map(side) if state.steps[unit] == 1)
    yield Only(depleted if left(state) else frozenset(), "{unit} is not depleted, or no replacement is left")
    yield Bar(state.spent, "{unit} has come in tonight, and no unit that moved is restored in the same night")


@forbids("vimy:11.3/full", ReturnFull, bars="units", clauses=("VR-11.3-2", "VR-11.6-2"))
def eliminated_units_return_in_full(state: State, side: int) -> Iterator[Only]:
    """Two replacements bring one eliminated unit back at full strength."""
    yield Only(
        _dead(state, side) if left(state) >= 2 else frozenset(),
        "{unit} is not eliminated, or two replacements are needed",
    )


@forbids("vimy:11.3/depleted", ReturnDepleted, bars="units", clauses=("VR-11.3-3", "VR-11.6-3"))
def eliminated_units_return_depleted(state: State, side: int) -> Iterator[Only]:
    """One replacement brings an eliminated unit back depleted, so that two bring two."""
    yield Only(_dead(state, side) if left(state) else frozenset(), "{unit} is not eliminated, or none is left")


def _dead(state: State, side: int) -> frozenset[int]:
    return frozenset(unit.number for unit in state.kit.units if unit.side == side and state.where[unit.number] == DEAD)


def _gates(state: State, unit: Unit) -> Iterator[Bar]:
    enemy = zone(state, 1 - unit.side)
    if unit.side == ALLIED:
        yield Only(allied_trench_hexes(state) - enemy, "{to} is no Allied trench hex outside enemy zones")
    else:
        gates = state.board.having("east_edge") | (rear_trench_hexes(state) - enemy)
        yield Only(gates, "{to} is neither on the east edge nor by a rear trench outside enemy zones")
    yield Bar(state.forces[unit.side].places | state.forces[1 - unit.side].places, "{to} is taken")


@forbids("vimy:11.3/where-full", ReturnFull, bars="hexes",
         clauses=("VR-11.3-8", "VR-11.3-9", "VR-11.6-7", "VR-11.6-8"))  # fmt: skip
def full_units_return_behind_the_line(state: State, unit: Unit) -> Iterator[Bar]:
    """Allied units come back at an Allied trench, German ones at the east edge or a trench away from No Man's Land."""
    return _gates(state, unit)


@forbids("vimy:11.3/where-depleted", ReturnDepleted, bars="hexes",
         clauses=("VR-11.3-8", "VR-11.3-9", "VR-11.6-7", "VR-11.6-8"))  # fmt: skip
def depleted_units_return_behind_the_line(state: State, unit: Unit) -> Iterator[Bar]:
    """Depleted units come back at the same places as full ones."""
    return _gates(state, unit)


def allied_trench_hexes(state: State) -> Set[int]:
    """Give the hexes outside No Man's Land along the Allied trench."""
    return _along(state, frozenset({"allied_trench"}))


def rear_trench_hexes(state: State) -> Set[int]:
    """Give the hexes along trenches that do not border No Man's Land."""
    return _along(state, frozenset({"german_zwischen", "german_second"}))


def _along(state: State, trenches: frozenset[str]) -> Set[int]:
    memo, board = state.kit.memo, state.board
    key = "along", trenches
    if key not in memo:
        sides = (pair for trench in trenches for pair in board.links(trench))
        memo[key] = frozenset(place for pair in sides for place in pair) - board.having("no_mans_land")
    return memo[key]  # type: ignore[no-any-return]


@does("vimy:11.3/restored", Rebuild)
def restore(state: State, order: Rebuild, chance: Chance) -> Iterator[Event]:
    """Restoring a unit uses one replacement up."""
    yield Rebuilt(order.unit)
    yield Recorded("replacements", left(state) - 1)


@does("vimy:11.3/return-full", ReturnFull)
def return_full(state: State, order: ReturnFull, chance: Chance) -> Iterator[Event]:
    """A unit at full strength uses both replacements up."""
    yield Returned(order.unit, order.to, 2)
    yield Recorded("replacements", left(state) - 2)


@does("vimy:11.3/return-depleted", ReturnDepleted)
def return_depleted(state: State, order: ReturnDepleted, chance: Chance) -> Iterator[Event]:
    """A depleted unit uses one replacement up."""
    yield Returned(order.unit, order.to, 1)
    yield Recorded("replacements", left(state) - 1)


@forbids("vimy:11.3/at-once", EndPhase, clauses=("VR-11.3-6", "VR-11.3-7", "VR-11.6-5", "VR-11.6-6"))
def replacements_are_used_at_once(state: State, order: EndPhase) -> Iterator[Reason]:
    """A replacement is used in its night as long as any counter can take it; otherwise it is lost."""
    if state.phase.kind == "night movement" and left(state) and _can_use_one(state):
        yield Reason("a replacement is left, and it cannot be saved", "rebuild UNIT, or return-depleted UNIT HEX")


def _can_use_one(state: State) -> bool:
    side = state.side
    depleted = any(state.steps[unit] == 1 and unit not in state.spent for unit in state.on_map(side))
    dead = _dead(state, side)
    if depleted or not dead:
        return depleted
    return bool(_open_gates(state, state.kit.units[min(dead)]))


def _open_gates(state: State, unit: Unit) -> Set[int]:
    only, taken = _gates(state, unit)
    return only.these - taken.these
