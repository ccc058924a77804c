"""Victory, as the scenarios print it: points on the map, five levels, and the losses that end the game."""

from collections.abc import Iterable, Mapping

from fmbook.books.eben_emael.facts import DESTROYED, GOAL, GROUND, LOST, SEALED
from fmbook.books.eben_emael.figures import figures, level
from fmbook.books.eben_emael.fort import BELGIAN, GERMAN, held, near
from fmbook.books.eben_emael.orders import MenLost
from fmbook.components.setup import Setup
from fmbook.core.dice import Chance
from fmbook.core.events import Event, GameEnded
from fmbook.core.state import Outcome, State
from fmbook.engine.matters import HOLDERS, OUTCOME, POINTS, WORD_FOR_HELD
from fmbook.engine.rulebook import Matter, follows, settles

__all__ = ["controlled", "points", "wanted"]

CONTROLLED: "Matter[[State], frozenset[int]]" = Matter("controlled", "the sectors that the Germans control")


@settles("eben_emael:hist/control", CONTROLLED)
def controlled(state: State) -> frozenset[int]:
    """A sealed work with no Belgian on it is German if Germans were there last or stand next to it."""
    germans = frozenset(held(state, GERMAN))
    beside = germans.union(*(near(state)[place] for place in germans))
    shut_for_good = SEALED.of(state) - DESTROYED.of(state)
    return shut_for_good & (GROUND.of(state) | beside) - held(state, BELGIAN)


@settles("eben_emael:hist/holders", HOLDERS)
def whose_works(state: State) -> Mapping[int, int]:
    """A work with points is Belgian until the Germans control it."""
    taken = controlled(state)
    worth = (place for place in range(len(state.board.places)) if state.board.number("vp", place))
    return {place: GERMAN if place in taken else BELGIAN for place in worth}


@settles("eben_emael:hist/held", WORD_FOR_HELD)
def works_are_held(setup: Setup) -> str:
    """Say that the points of a work are held: an enemy may stand on it who has not taken them yet."""
    return "Its points are held"


def points(state: State) -> int:
    """Count the German victory points."""
    ours = CONTROLLED.of(state.setup)(state)
    return sum(state.board.number("vp", place) for place in ours)


@settles("eben_emael:hist/points", POINTS)
def points_counted(state: State) -> float:
    """Count the German victory points."""
    return points(state)


def wanted(state: State) -> int:
    """Return the points that the Germans need to win a scenario of our own; 0 where the printed levels decide."""
    goal: int = GOAL.of(state)
    return goal


@settles(
    "eben_emael:hist",
    OUTCOME,
    clauses=("E-hist-e", "E-hist-f", "E-hist-g", "E-hist-h", "E-hist-i", "E-full-i", "E-hist-r1"),
)
def points_decide(state: State) -> Outcome:
    """The Germans count the points of the works that they control; the sum has a level, or meets a goal of our own."""
    found, goal = points(state), wanted(state)
    reached = level(found)
    won, title, said = reached.least > 0, reached.title, f"German {reached.title}"
    if goal:
        won = found >= goal
        title, said = f"goal {'reached' if won else 'missed'}", f"{goal} were wanted"
    text = f"The Germans hold {found} victory points: {said}."
    return Outcome(state.setup.sides[GERMAN if won else BELGIAN], title, "eben_emael:hist", text)


@follows("eben_emael:hist/break", MenLost, clauses=("E-hist-o", "E-hist-p", "E-full-g", "E-full-h"))
def a_side_breaks(state: State, event: MenLost, chance: Chance) -> Iterable[Event]:
    """A side that has lost so many men has lost the game at once."""
    lost, sides = LOST.of(state), state.setup.sides
    if state.outcome:
        return ()
    count = {side: lost[number] for number, side in enumerate(sides)}
    return [_defeat(state, line.side, count[line.side]) for line in figures().breaks if count[line.side] >= line.men]


def _defeat(state: State, loser: str, count: int) -> Event:
    winner = state.setup.sides[1 - state.setup.sides.index(loser)]
    text = f"{count} {loser} men are lost: automatic victory for the {winner} side."
    return GameEnded(Outcome(winner, "automatic victory", "eben_emael:hist", text))
