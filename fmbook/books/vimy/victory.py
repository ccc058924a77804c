"""Section 12: who wins, and when."""

from collections.abc import Iterator, Mapping

from fmbook.books.vimy.facts import ALLIED_GROUND
from fmbook.books.vimy.orders import Returned
from fmbook.books.vimy.sequence import ALLIED, GERMAN
from fmbook.core.cache import per_board
from fmbook.core.dice import Chance
from fmbook.core.events import Advanced, Eliminated, Event, GameEnded, Moved, Retreated
from fmbook.core.sides import noun, opening
from fmbook.core.state import Outcome, State
from fmbook.core.verdicts import Shift
from fmbook.engine.matters import HOLDERS, OUTCOME, POINTS, VICTORY_POINTS, WATCHED
from fmbook.engine.rulebook import follows, settles
from fmbook.mechanics.occupation import changes_hands, held_or_denied

NEEDED = 2  # victory points, 12.1
EDGE_UNITS = 3


# --- 12.1 · Points ------------------------------------------------------------------------------


@settles("vimy:12.1", VICTORY_POINTS, clauses=("VR-12.1-1", "VR-12.1-2", "VR-12.1-3"))
def victory_points(state: State) -> tuple[Shift, ...]:
    """A point each for all peaks, for the supply hex, and for three units of one division on the east edge."""
    peaks, ours = state.board.having("peak"), ALLIED_GROUND.of(state)
    edge = [unit for place in state.board.having("east_edge") for unit in state.units_at(place, ALLIED)]
    largest = max((sum(other.group == unit.group for other in edge) for unit in edge), default=0)
    held, all_peaks = len(ours & peaks), len(peaks)
    supply = state.board.having("german_supply") <= ours
    who = "Canadians" if supply else "Germans"
    return (
        Shift(int(held == all_peaks), f"{held} of {all_peaks} peaks last held by Canadians", "points", "vimy:12.1"),
        Shift(int(supply), f"the supply hex at Petit Vimy last held by {who}", "points", "vimy:12.1"),
        Shift(int(largest >= EDGE_UNITS), f"{largest} units of one division on the east edge", "points", "vimy:12.1"),
    )


@settles("vimy:12.1/points", POINTS)
def points_counted(state: State) -> float:
    """Count the Canadian victory points."""
    return float(sum(line.amount for line in VICTORY_POINTS.of(state.setup)(state)))


@settles("vimy:12.2", OUTCOME, clauses=("VR-12.1-4", "VR-12.2-1", "VR-20.1-1"))
def two_points_win(state: State) -> Outcome:
    """After the last turn two points win for the Canadians; fewer win for the Germans."""
    goal = state.setup.data["goal"]
    if goal.get("kind") == "hold":
        return held_or_denied(state, "vimy:12.2")
    points = VICTORY_POINTS.of(state.setup)(state)
    score = sum(line.amount for line in points)
    winner = state.setup.sides[ALLIED if score >= NEEDED else GERMAN]
    why = "; ".join(line.text for line in points)
    return Outcome(
        winner, f"{score} points", "vimy:12.2", f"{opening(winner):wins} with {score} of {NEEDED} points needed: {why}."
    )


def petit_vimy_is_free(state: State) -> bool:
    """Tell whether no German is left in Petit Vimy."""
    return not state.board.having("petit_vimy") & state.forces[GERMAN].places


# --- who was there last ----------------------------------------------------------------------------


@settles("vimy:12.1/watched", WATCHED, clauses=("VR-12.1-1", "VR-12.1-2", "VR-12.1-5"))
@per_board
def where_it_matters_who_was_there(state: State) -> frozenset[int]:
    """Of peaks, of the supply hex and of Vimy it matters who was there, if only in passing."""
    return _prizes(state) | state.board.having("vimy_town")


@settles("vimy:12.1/holders", HOLDERS)
def who_was_there_last(state: State) -> Mapping[int, int]:
    """Each peak and the supply hex belong to the side that was there last, wherever points decide the game."""
    if state.setup.data["goal"].get("kind") == "hold":
        return {}
    ours = ALLIED_GROUND.of(state)
    return {place: ALLIED if place in ours else GERMAN for place in _prizes(state)}


def _prizes(state: State) -> frozenset[int]:
    return state.board.having("peak") | state.board.having("german_supply")


def _trodden(state: State, side: int, places: frozenset[int]) -> Iterator[Event]:
    if not places:
        return
    yield from changes_hands(state, ALLIED_GROUND, places & _prizes(state), gained=side == ALLIED)
    if side == ALLIED and places & state.board.having("vimy_town"):
        yield from _town_entered(state)


def _town_entered(state: State) -> Iterator[Event]:
    """Allied units in Vimy win at once, if Petit Vimy is free of Germans (12.1)."""
    if petit_vimy_is_free(state):
        name = state.setup.sides[ALLIED]
        text = f"{name} troops are in Vimy, and no German is left in Petit Vimy: {noun(name):wins}."
        yield GameEnded(Outcome(name, "at once", "vimy:12.1", text))


@follows("vimy:12.1/march", Moved, clauses=("VR-12.1-1", "VR-12.1-2", "VR-12.1-5", "VR-12.1-6"))
def who_marched_there(state: State, event: Moved, chance: Chance) -> Iterator[Event]:
    """Whoever marches over a peak or the supply hex was there last; Allied units that step into Vimy win at once."""
    return _trodden(state, state.setup.unit(event.unit).side, event.passed)


@follows("vimy:12.1/advance", Advanced, clauses=("VR-12.1-1", "VR-12.1-5"))
def who_advanced_there(state: State, event: Advanced, chance: Chance) -> Iterator[Event]:
    """An advance occupies as well as a march does."""
    unit = state.setup.unit(event.unit)
    return _trodden(state, unit.side, frozenset({state.board.at(event.to)}))


@follows("vimy:12.1/retreat", Retreated, clauses=("VR-12.1-1", "VR-12.1-5"))
def who_fell_back_there(state: State, event: Retreated, chance: Chance) -> Iterator[Event]:
    """A retreat occupies the hexes that it leads through."""
    unit = state.setup.unit(event.unit)
    return _trodden(state, unit.side, frozenset(map(state.board.at, event.way)))


@follows("vimy:12.1/return", Returned, clauses=("VR-12.1-2",))
def who_returned_there(state: State, event: Returned, chance: Chance) -> Iterator[Event]:
    """A replacement that comes in on such a hex occupies it."""
    unit = state.setup.unit(event.unit)
    return _trodden(state, unit.side, frozenset({state.board.at(event.to)}))


@follows("vimy:12.1/extinction", Eliminated, clauses=("VR-12.1-7",))
def no_german_is_left(state: State, event: Eliminated, chance: Chance) -> Iterator[Event]:
    """The Allies win at once when no German unit is left."""
    if not state.forces[GERMAN].places:
        name = state.setup.sides[ALLIED]
        yield GameEnded(Outcome(name, "at once", "vimy:12.1", f"No German unit is left: {noun(name):wins}."))
