"""Sections 11.1 to 11.5, 19 and 20: setting up."""

from collections.abc import Iterator
from itertools import accumulate

from fmbook.books.vimy.sequence import ALLIED, FREE, GERMAN
from fmbook.core.bitsets import PlaceSet
from fmbook.core.cache import per_board
from fmbook.core.dice import Chance
from fmbook.core.events import Event
from fmbook.core.orders import Place
from fmbook.core.state import OFF_MAP, State, Unit
from fmbook.core.verdicts import Bar, Only
from fmbook.engine.rulebook import does, forbids
from fmbook.mechanics.sequence import only_the_next, placed

FROM_THE_NORTH = ("16_Bav", "79_Res", "1_Bav_Res")


# --- 11.1 · Who sets up when ----------------------------------------------------------------------


@forbids(
    "vimy:11.1",
    Place,
    bars="units",
    option=FREE,
    clauses=("VR-11.1-2", "VR-11.1-7", "VR-11.2-3", "VR-19.2-1", "VR-20.3-1"),
)
def units_are_set_up_in_order(state: State, side: int) -> Iterator[Only]:
    """All German units are set up before the first Allied one, unit by unit; nobody else ever arrives."""
    yield only_the_next(_waiting(state, side))


def _waiting(state: State, side: int) -> list[int]:
    return [unit.number for unit in state.setup.units if unit.side == side and state.where[unit.number] == OFF_MAP]


@does("vimy:11.1/place", Place)
def set_up(state: State, order: Place, chance: Chance) -> Iterator[Event]:
    """A unit is placed; with the last one the other side begins, and then the battle."""
    yield from placed(state, order, _waiting(state, state.side))


# --- 19 · German deployment ------------------------------------------------------------------------


@forbids("vimy:19.1", Place, bars="hexes", option=FREE,
         clauses=("VR-11.5-1", "VR-11.5-2", "VR-19.1-1", "VR-19.1-4", "VR-19.1-5"))  # fmt: skip
def germans_start_east_of_the_allied_trench(state: State, unit: Unit) -> Iterator[Bar]:
    """German units start one to a hex, east of the Allied trench line and south of the river."""
    if unit.side == GERMAN:
        yield Only(state.board.marked("german_setup"), "{to} is not east of the Allied trench and south of the river")
        yield Bar(state.held(GERMAN), "{to} holds a unit already")


@forbids("vimy:19.1/bands", Place, bars="hexes", option=FREE, clauses=("VR-19.1-2", "VR-19.1-3"))
def divisions_stand_from_north_to_south(state: State, unit: Unit) -> Iterator[Only]:
    """From the north: 16th Bavarian, 79th Reserve, 1st Bavarian Reserve; room is left for those still to come."""
    if unit.group in FROM_THE_NORTH:
        fitting, bit_index = _in_line(state, unit), state.board.bit_index
        yield Only(PlaceSet(bit_index, sum(fitting)), "{to} is out of line: the divisions stand from north to south")
        deep = PlaceSet(bit_index, sum(_deep_enough(state, unit, fitting)))
        yield Only(deep, "{to} leaves no room for those still to come", "a hex further north")


def _row(place: str) -> int:
    return int(place[2:])


@per_board
def _rows(state: State) -> dict[int, int]:
    """Return the hexes in which Germans are set up, row by row from the south, each row as the bits of a number."""
    board = state.board
    rows = dict.fromkeys(sorted({_row(name) for name in board.places}), 0)
    for place in board.having("german_setup"):
        rows[_row(board.places[place])] |= board.bit_index.bit[place]
    return rows


def _in_line(state: State, unit: Unit) -> list[int]:
    """Return the free hexes that are not south of a division to the south, nor north of one to the north, by rows."""
    rank, places = FROM_THE_NORTH.index(unit.group), state.board.places
    placed = [
        (FROM_THE_NORTH.index(other.group), _row(places[state.where[other.number]]))
        for other in state.units(state.on_map(GERMAN))
        if other.group in FROM_THE_NORTH
    ]
    lowest = max((row for at, row in placed if at > rank), default=0)
    highest = min((row for at, row in placed if at < rank), default=99)
    taken = state.held(GERMAN).bits
    return [hexes & ~taken for row, hexes in _rows(state).items() if lowest <= row <= highest]


def _deep_enough(state: State, unit: Unit, fitting: list[int]) -> list[int]:
    """Return the rows that leave, together with those further south, a hex for each unit of a division to the south."""
    further = frozenset(FROM_THE_NORTH[FROM_THE_NORTH.index(unit.group) + 1 :])
    to_come = sum(state.setup.units[number].group in further for number in _waiting(state, GERMAN))
    room = accumulate(row.bit_count() for row in fitting)
    return [row for row, hexes in zip(fitting, room, strict=True) if hexes > to_come]


# --- 20 · Allied deployment -------------------------------------------------------------------------


@forbids("vimy:20.2", Place, bars="hexes", option=FREE,
         clauses=("VR-11.2-1", "VR-11.2-2", "VR-20.2-1", "VR-20.2-3", "VR-20.2-4"))  # fmt: skip
def allies_start_west_of_their_trench(state: State, unit: Unit) -> Iterator[Bar]:
    """Allied units start one to a hex, west of the Allied trench line and south of the river."""
    if unit.side == ALLIED:
        yield Only(state.board.marked("allied_setup"), "{to} is not west of the Allied trench and south of the river")
        yield Bar(state.held(ALLIED), "{to} holds a unit already")
