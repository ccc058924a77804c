"""What the map shows besides counters: owners, floods, frost, blown bridges, bases, the canal, ships on rivers."""

from collections.abc import Iterator, Mapping

from fmbook.books.europa_41.descriptions import STATUS
from fmbook.books.europa_41.facts import AIRFIELDS, BLOWN, CANAL, RUINED
from fmbook.books.europa_41.ground import flooding_of
from fmbook.books.europa_41.ice import is_frozen
from fmbook.books.europa_41.ownership import owner_of
from fmbook.books.europa_41.waters import chart_of, is_ship, lies_on
from fmbook.components.setup import Setup
from fmbook.core.mapsigns import MapSigns, Sign
from fmbook.core.state import State
from fmbook.engine.matters import HOLDERS, ON_THE_MAP, WORD_FOR_HELD
from fmbook.engine.rulebook import settles

__all__: list[str] = []

FREEZING = frozenset({"lake", "minor_river"})


@settles("europa_41:tasks/holders", HOLDERS)
def each_hex_has_its_owner(state: State) -> Mapping[int, int]:
    """Each hex that has an owner bears its sign."""
    owners = ((place, owner_of(state, place)) for place in range(len(state.board.places)))
    return {place: owner for place, owner in owners if owner is not None}


@settles("europa_41:tasks/owned", WORD_FOR_HELD)
def hexes_are_owned(setup: Setup) -> str:
    """Say that a hex is owned, as the booklet does."""
    return "Owned"


@settles("europa_41:tasks/shown", ON_THE_MAP)
def floods_frost_and_bases(state: State) -> MapSigns:
    """Water, ice, sappers and builders leave their signs; ships lie on their river."""
    return MapSigns(signs=(*_signs(state), *_frozen_sides(state), *_canal(state)), moored=tuple(_moored(state)))


def _signs(state: State) -> Iterator[Sign]:
    lake, ruined, built = state.board.having("lake"), RUINED.of(state), AIRFIELDS.of(state)
    for place in range(len(state.board.places)):
        if flood := flooding_of(state, place):
            yield Sign("swamp" if flood == "swamp" else "prohibited", place)
        if place in lake and is_frozen(state, place):
            yield Sign("frozen", place)
        if place in built:
            yield Sign("ice airfield" if place in lake else "airfield", place)
        if place in ruined:
            yield Sign("ruined", place)
    for here, there in sorted(BLOWN.of(state)):
        yield Sign("blown", here, there)


def _frozen_sides(state: State) -> Iterator[Sign]:
    """Rivers and lakes between two hexes; what never freezes has another name."""
    for here, there in sorted({link for kind in FREEZING for link in state.board.links(kind)}):
        if is_frozen(state, here) and is_frozen(state, there):
            yield Sign("frozen", here, there)


def _canal(state: State) -> Iterator[Sign]:
    sides = sorted(state.board.links("suez"))
    if sides:
        here, there = sides[2 * len(sides) // 5]  # there it hides nothing
        yield Sign("tag", here, there, says="canal " + STATUS[CANAL.of(state)])


def _moored(state: State) -> Iterator[tuple[str, tuple[int, int]]]:
    waters = chart_of(state).waters
    for unit in state.setup.units:
        if is_ship(unit) and state.where[unit.number] >= 0 and (side := waters[lies_on(state, unit)].side):
            yield unit.id, side
