"""Section 13: the Breskens Pocket, frozen at first; the Braakman, the Leopold Canal, the 155th."""

from collections.abc import Iterable, Iterator, Set
from typing import Final

from fmbook.books.scheldt.facts import BOATS
from fmbook.books.scheldt.sequence import ALLIED, GERMAN, MARCHING
from fmbook.components.setup import Edge
from fmbook.core.cache import per_side
from fmbook.core.dice import Chance
from fmbook.core.events import Event, PhaseEnded, TurnEnded, Withheld
from fmbook.core.orders import Attack, Bombard, Join, Move, Rebuild
from fmbook.core.state import State, Unit
from fmbook.core.verdicts import Bar, Closed
from fmbook.engine.matters import MOVER
from fmbook.engine.rulebook import costs, follows, forbids, settles

FROZEN = 3  # turns
CROSSING = 4  # the turn of the Braakman
FERRY = 4  # half points on top of the ground
EAST_BANK, WEST_BANK = "braakman_east_bank", "braakman_west_bank"
LAST_OF_THE_155TH = 8  # turn
REGIMENT = "155/52"
LEG: Final = "leg German", "leg Allied", "leg Allied afloat"
MOBILE: Final = "mobile German", "mobile Allied", "mobile Allied afloat"


# --- 13.0 · Frozen in place ------------------------------------------------------------------------


def frozen(state: State, side: int) -> frozenset[int]:
    """Return the units of a side that are frozen: those around the pocket, and whoever stands in it."""
    return frozenset() if state.turn > FROZEN else _around_the_pocket(state, side)


@per_side
def _around_the_pocket(state: State, side: int) -> frozenset[int]:
    inside, units, where = state.board.having("breskens_pocket"), state.setup.units, state.where
    return frozenset([unit for unit in state.on_map(side) if "pocket" in units[unit].traits or where[unit] in inside])


def _where(state: State, units: Set[int]) -> frozenset[int]:
    return frozenset(state.where[unit] for unit in units)


@forbids("scheldt:13.0", Move, bars="units", clauses=("SC-13.0-2", "SC-13.0-3", "SC-13.0-9", "SC-13.1-1"))
def nobody_moves_around_the_pocket(state: State, side: int) -> Iterable[Bar]:
    """During the first three turns the units of both sides in and around the Breskens Pocket stay where they are."""
    return (Bar(frozen(state, side), "{unit} is frozen at the Breskens Pocket until turn 4"),)


@forbids("scheldt:13.0/join", Join, bars="units", clauses=("SC-13.0-4",))
def nobody_attacks_from_the_pocket(state: State, side: int) -> Iterable[Bar]:
    """Frozen units do not attack."""
    return (Bar(frozen(state, side), "{unit} is frozen at the Breskens Pocket until turn 4"),)


@forbids("scheldt:13.0/attack", Attack, bars="hexes", clauses=("SC-13.0-4",))
def nobody_attacks_the_pocket(state: State, side: int) -> Iterator[Bar]:
    """Frozen units are not attacked either."""
    yield Bar(_where(state, frozen(state, 1 - side)), "the unit at {to} is frozen at the Breskens Pocket until turn 4")


@forbids("scheldt:13.0/bombard", Bombard, bars="hexes", clauses=("SC-13.0-5",))
def nobody_bombards_the_pocket(state: State, side: int) -> Iterator[Bar]:
    """Frozen units are not bombarded."""
    yield Bar(_where(state, frozen(state, 1 - side)), "the unit at {to} is frozen at the Breskens Pocket until turn 4")


# --- 13.0 · Who crosses what -------------------------------------------------------------------------


@settles(
    "scheldt:13.0/class",
    MOVER,
    replaces="fm:2.3/class",
    clauses=("SC-12.0-7", "SC-13.0-6", "SC-13.0-7", "SC-13.0-10", "SC-13.0-11", "SC-15.0-3"),
)
def leg_or_mobile_by_side(state: State, unit: Unit) -> str:
    """A unit is leg or mobile, and of a side; Allied units on the Braakman have amphibious carriers in turn 4."""
    german, allied, afloat = MOBILE if "mobile" in unit.traits else LEG
    if unit.side == GERMAN:
        return german
    ready = state.turn == CROSSING and state.phase.kind in MARCHING
    return afloat if ready and state.where[unit.number] in state.board.having(EAST_BANK) else allied


def is_ferry(edge: Edge, mover: str) -> bool:
    """Tell whether a step leads over the Braakman to the west in amphibious carriers."""
    banks = EAST_BANK in edge.leaving and WEST_BANK in edge.entering
    return banks and "all_sea" in edge.border and mover.endswith("afloat")


def is_closed_braakman(edge: Edge, mover: str) -> bool:
    """Tell whether an Allied step would lead over the Braakman, and no carriers are there for it."""
    banks = not (edge.leaving | edge.entering).isdisjoint({EAST_BANK, WEST_BANK})
    return banks and "all_sea" in edge.border and "Allied" in mover and not is_ferry(edge, mover)


@costs("scheldt:13.0/braakman", clauses=("SC-13.0-6", "SC-13.0-7", "SC-15.0-3", "SC-15.1-6"))
def only_those_on_its_bank_cross_the_braakman(edge: Edge, mover: str) -> Iterator[Closed]:
    """No Allied unit crosses the Braakman but those that stand on its three hexes in turn 4, and they to the west."""
    if is_closed_braakman(edge, mover):
        yield Closed(
            "the Braakman lies between {here} and {hex}; only units that set out from 2637, 2737 or 2837 in turn 4 "
            "cross it, to the west"
        )


@costs("scheldt:13.0/leopold-canal", clauses=("SC-13.0-10", "SC-13.0-11", "SC-13.0-12"))
def no_german_crosses_the_leopold_canal(edge: Edge, mover: str) -> Iterator[Closed]:
    """No German unit marches, falls back or follows up over the Leopold Canal; it may attack there."""
    if "leopold_canal" in edge.border and mover.endswith("German"):
        yield Closed("no German unit crosses the Leopold Canal, which runs between {here} and {hex}")


# --- 13.1 · The 155th --------------------------------------------------------------------------------


def serves_at_the_pocket(state: State) -> bool:
    """Tell whether the 155th is on the map and has not yet come back by boat."""
    number = state.setup.unit_numbers.get(REGIMENT, -1)
    return number >= 0 and state.where[number] >= 0 and number not in boats(state)


def boats(state: State) -> dict[int, tuple[int, int]]:
    """Return the units that came by boat, each with the hex of its Assault Boat marker and the turn."""
    return {unit: (place, turn) for unit, place, turn in BOATS.of(state)}


def ashore(state: State) -> frozenset[int]:
    """Return the units that have come by boat in this turn."""
    return frozenset([unit for unit, _, turn in BOATS.of(state) if turn == state.turn])


@follows("scheldt:13.1", PhaseEnded, clauses=("SC-13.1-2",))
def the_155th_leaves_when_it_is_depleted(state: State, event: PhaseEnded, chance: Chance) -> Iterator[Event]:
    """The 155th leaves the map when an Allied player turn ends with it depleted."""
    over = event.phase.kind == "rebuilding" and event.phase.side == ALLIED
    if over and serves_at_the_pocket(state) and not state.is_full(state.setup.unit(REGIMENT)):
        yield Withheld(REGIMENT)


@follows("scheldt:13.1/turn-8", TurnEnded, clauses=("SC-13.1-3",))
def the_155th_leaves_after_turn_8(state: State, event: TurnEnded, chance: Chance) -> Iterator[Event]:
    """The 155th leaves the map when turn 8 ends, if it is still there."""
    if event.turn == LAST_OF_THE_155TH and serves_at_the_pocket(state):
        yield Withheld(REGIMENT)


@forbids("scheldt:13.1/rebuild", Rebuild, bars="units", clauses=("SC-13.1-4",))
def the_155th_is_not_rebuilt_at_the_pocket(state: State, side: int) -> Iterator[Bar]:
    """The 155th is not rebuilt while it serves at the pocket."""
    if side == ALLIED and serves_at_the_pocket(state):
        regiment = frozenset({state.setup.unit_numbers[REGIMENT]})
        yield Bar(regiment, "{unit} is not rebuilt while it serves at the Breskens Pocket")
