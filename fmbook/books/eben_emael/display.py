"""What the map shows besides counters: tracks, works that are manned, works that are out of play."""

from collections.abc import Iterator

from fmbook.books.eben_emael.facts import LANDING, LOST
from fmbook.books.eben_emael.figures import figures, level
from fmbook.books.eben_emael.fort import GERMAN, manned, shut
from fmbook.books.eben_emael.landing import landed
from fmbook.books.eben_emael.victory import points, wanted
from fmbook.components.setup import Setup
from fmbook.core.mapsigns import MapSigns, Track
from fmbook.core.state import OFF_MAP, State
from fmbook.engine.matters import LOST_BEFORE, ON_THE_MAP
from fmbook.engine.rulebook import settles

__all__: list[str] = []


@settles("eben_emael:4.2/tracks", ON_THE_MAP)
def tracks_and_works(state: State) -> MapSigns:
    """Turn, losses and points stand on tracks; works are manned, empty or shut; gliders lie where they came down."""
    return MapSigns(tuple(_tracks(state)), manned(state), shut(state), landed(state))


@settles("eben_emael:4.2/before", LOST_BEFORE)
def lost_as_the_game_begins(setup: Setup) -> tuple[int, int]:
    """A scenario that begins later counts who was lost before: those of two gliders, in the first ten minutes."""
    return LOST.at_first(setup)


def _tracks(state: State) -> Iterator[Track]:
    yield Track("Turn", max(state.turn, 1), state.setup.turns)
    lost = LOST.of(state)
    for line in figures().breaks:
        side = state.setup.sides.index(line.side)
        yield Track(f"{line.side} losses", lost[side], line.men, side)
    printed, now, goal = sum(state.board.numbers["vp"].values()), points(state), wanted(state)
    yield Track("Points", now, printed, GERMAN, f"{goal} wanted" if goal else level(now).title)
    gliders = [unit.number for unit in state.setup.units if unit.group == "gliders"]
    waiting = sum(state.where[unit] == OFF_MAP for unit in gliders)
    if waiting and LANDING.of(state):
        yield Track("Gliders to come", waiting, len(gliders), GERMAN)
