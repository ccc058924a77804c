"""What the map shows besides counters, and says in words: aircraft over a hex, and markers that wait for their dice."""

from collections import Counter
from collections.abc import Iterator, Mapping

from fmbook.books.vimy.facts import FLIGHTS, LAID
from fmbook.core.mapsigns import MapSigns, Sign
from fmbook.core.state import State, Unit
from fmbook.engine.matters import ON_THE_MAP, TOLD_OF_A_PLACE, TOLD_OF_A_UNIT
from fmbook.engine.rulebook import settles

__all__: list[str] = []


@settles("vimy:17.3/shown", ON_THE_MAP)
def aircraft_and_markers(state: State) -> MapSigns:
    """An aircraft circles above its hex until it goes home; a marker lies on its target until its die is thrown."""
    return MapSigns(signs=(*(Sign("aircraft", place) for place in FLIGHTS.of(state)), *_markers(state)))


def _markers(state: State) -> Iterator[Sign]:
    for number, count in _waiting(state).items():
        if (place := state.where[number]) >= 0:
            yield from [Sign("shells", place, says=state.setup.units[number].id)] * count


def _waiting(state: State) -> Mapping[int, int]:
    """Count the markers on each unit that are still to be thrown for: none once the guns are silent."""
    if any(ask.what == "cease fire" for ask in state.asks):
        return Counter({ask.units[0]: ask.count for ask in state.asks if ask.what == "shells"})
    return Counter(LAID.of(state) if state.phase.kind == "shelling" else ())


@settles("vimy:17.3/told-place", TOLD_OF_A_PLACE)
def who_circles_above(state: State, place: int) -> tuple[str, ...]:
    """Say of a hex that an aircraft circles over it."""
    return ("An aircraft circles over it.",) if place in FLIGHTS.of(state) else ()


@settles("vimy:17.2/told-unit", TOLD_OF_A_UNIT)
def what_lies_on_it(state: State, unit: Unit) -> tuple[str, ...]:
    """Say of a unit how many markers lie on it."""
    count = _waiting(state).get(unit.number, 0)
    return (f"{count} bombardment marker{'s lie' if count > 1 else ' lies'} on it.",) if count else ()
