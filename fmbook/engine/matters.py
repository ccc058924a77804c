"""What shared code may ask a book: each matter once, with what it is asked with and what it answers.

One rule of a book settles a matter, ``@settles("drill:4.2", ALLOWANCE)``; code that needs the answer asks for it,
``ALLOWANCE.of(setup)(state, unit)``. The type checker holds both to the same form. What only one book asks is declared
in that book, beside the code that asks.
"""

from collections.abc import Iterator, Mapping, Set
from typing import TYPE_CHECKING, Protocol, TypeVar

from fmbook.core.mapsigns import MapSigns
from fmbook.core.orders import Order
from fmbook.engine.rulebook import Matter

if TYPE_CHECKING:
    from fmbook.components.setup import Edge, Setup
    from fmbook.core.events import Event
    from fmbook.core.state import Outcome, Phase, State, Unit
    from fmbook.core.verdicts import Reason, Shift
    from fmbook.mechanics.combat import Sum
    from fmbook.mechanics.odds import Chances
    from fmbook.mechanics.reach import Field

Given = TypeVar("Given", bound=Order)


class Ground(Protocol):
    """How the ground of a board lies now, in a book in which it changes."""

    def edge(self, setup: "Setup", here: int, there: int) -> "Edge":
        """Return a step as the rules see it."""
        ...


# --- turns and victory --------------------------------------------------------------------

SEQUENCE: "Matter[[Setup, int], tuple[Phase, ...]]" = Matter("sequence", "the phases of a turn, in order")
WORD_FOR_A_TURN: "Matter[[Setup], str]" = Matter("word for a turn", "what a turn is called", default=lambda _: "turn")
OUTCOME: "Matter[[State], Outcome]" = Matter("outcome", "how the game ends when the last turn is over")
VICTORY_POINTS: "Matter[[State], tuple[Shift, ...]]" = Matter(
    "victory points", "what there are points for, line by line"
)
LOST_BEFORE: "Matter[[Setup], tuple[int, int]]" = Matter(
    "lost before", "the losses of each side that a track shows as the game begins", default=lambda _: (0, 0)
)
POINTS: "Matter[[State], float]" = Matter("points", "how the points stand that the booklet counts, as one number")
IN_VAIN: "Matter[[State], str]" = Matter(
    "in vain", "why the answers to the question that is open come to the same", default=lambda _: ""
)
MORE_ASKED: "Matter[[State], str]" = Matter(
    "more asked",
    "what may make the other side be asked again in this phase, counted in words; nothing where that is rare",
    default=lambda _: "",
)
WATCHED: "Matter[[State], frozenset[int]]" = Matter(
    "watched", "the places where it matters who was there last", default=lambda _: frozenset()
)
HOLDERS: "Matter[[State], Mapping[int, int]]" = Matter(
    "holders", "which side holds each place that counts for the side that was there last", default=lambda _: {}
)
WORD_FOR_HELD: "Matter[[Setup], str]" = Matter(
    "word for held", "what is said of a place that a side holds, before the side's name", default=lambda _: "Last held"
)

# --- marches, zones, retreats, supply -----------------------------------------------------

MOVER: "Matter[[State, Unit], str]" = Matter("mover", "the class of mover that a unit is now")
ALLOWANCE: "Matter[[State, Unit], int]" = Matter("allowance", "the half points that a unit may spend on a march")
DEAR_FIRST_STEPS: "Matter[[State, Unit, int], Set[int]]" = Matter(
    "dear first steps", "the hexes that cost a whole march when they are entered first", default=lambda *_: frozenset()
)
FIELD: "Matter[[State, Unit], Field]" = Matter("field", "where a unit can march to, in a book with a way of its own")
WAY: "Matter[[State, Unit, tuple[int, ...]], tuple[int, tuple[int, ...]] | None]" = Matter(
    "way", "the price and the way of a march by some hexes, in a book with a way of its own"
)
BEYOND: "Matter[[State, Unit], str]" = Matter(
    "beyond", "why a unit may march for more than its movement, where it may; a sentence", default=lambda *_: ""
)
LIE_OF_THE_LAND: "Matter[[State, int], Ground]" = Matter(
    "lie of the land", "how the ground lies now for a side, in a book in which it changes"
)
ZONE: "Matter[[State, int], Set[int]]" = Matter(
    "zone", "the hexes in the zones of a side's units", default=lambda *_: frozenset()
)
CLOSED_TO_CHAINS: "Matter[[State, int], Set[int]]" = Matter(
    "closed to chains", "the hexes that a chain traced by a side cannot use"
)
FULL_HEXES: "Matter[[State, int], Set[int]]" = Matter(
    "full hexes", "the hexes in which a side has no room for another unit"
)
RETREAT_ENDS: "Matter[[State, Unit, tuple[int, ...], int], bool]" = Matter(
    "retreat ends", "whether a way back of so many hexes may end where it has come to"
)
SUPPLY: "Matter[[State, int], Set[int]]" = Matter("supply", "the places from which a side can trace its supply")
SUPPLIED: "Matter[[State, Unit], bool]" = Matter("supplied", "whether a unit is in supply")

# --- fights -------------------------------------------------------------------------------

FACTORS: "Matter[[State, Unit], tuple[int, int]]" = Matter("factors", "a unit's attack and defence as it stands now")
STRIKES: "Matter[[State, int], frozenset[int]]" = Matter("strikes", "the places that a unit can attack")
ARITHMETIC: "Matter[[State], Sum]" = Matter("arithmetic", "the sum of the combat in progress")
ODDS: "Matter[[State], Chances[str]]" = Matter("odds", "the exact chance of each result of the combat in progress")
CONSEQUENCES: "Matter[[State, str], Iterator[Event]]" = Matter("consequences", "what a result of an attack brings")
SHELLING: "Matter[[State, str], Iterator[Event]]" = Matter("shelling", "what a result of a bombardment brings")
OBSERVED: "Matter[[State, int], Set[int]]" = Matter("observed", "the enemy units that a side observes")
UNSPENT: "Matter[[State], Mapping[type[Order], tuple[int, str]]]" = Matter(
    "unspent", "what a phase has left to spend, by the order that spends it", default=lambda _: {}
)
ENDED_BY: "Matter[[State], str]" = Matter(
    "ended by", "what is done by ending the phase, in a word or two; empty if nothing is", default=lambda _: ""
)
THROW_TO_COME: "Matter[[State, Order], tuple[State, Order, tuple[Shift, ...]] | None]" = Matter(
    "throw to come", "where the throw is made that an order leads to later, and what is added", default=lambda *_: None
)

# --- what is told of a game ---------------------------------------------------------------

ABOUT: "Matter[[State], str]" = Matter("about", "what the question that is asked now is about", default=lambda _: "")
ON_THE_MAP: "Matter[[State], MapSigns]" = Matter(
    "on the map", "what the map shows besides counters", default=lambda _: MapSigns()
)
TOLD_OF_THE_GAME: "Matter[[State], tuple[str, ...]]" = Matter(
    "told of the game", "what only this book can tell of a game", default=lambda _: ()
)
TOLD_OF_A_PLACE: "Matter[[State, int], tuple[str, ...]]" = Matter(
    "told of a place", "what only this book can tell of a place", default=lambda *_: ()
)
TOLD_OF_A_UNIT: "Matter[[State, Unit], tuple[str, ...]]" = Matter(
    "told of a unit", "what only this book can tell of a unit", default=lambda *_: ()
)


def not_due(kind: type[Given]) -> "Matter[[State, Given], Iterator[Reason]]":
    """Return the matter of why an order of a kind is passed over now."""
    return Matter(f"not due: {kind.verb}", "why such an order is passed over", default=lambda *_: iter(()))


AFTER_THE_END: "Matter[[State, Order], Iterator[Reason]]" = Matter(
    "not due: after the end", "why no more is played", default=lambda *_: iter(())
)

# --- what opponents are told --------------------------------------------------------------

OBJECTIVES: "Matter[[State, int], Mapping[int, float]]" = Matter("objectives", "the places that a side fights for")
SCORE: "Matter[[State, int], float]" = Matter(
    "score", "how far a side leads by what its booklet counts besides places", default=lambda *_: 0.0
)
MERIT: "Matter[[State, Order], float | Mapping[int, float] | None]" = Matter(
    "merit", "what an order is worth, where only this book can tell", default=lambda *_: None
)
GROUNDS: "Matter[[State, Order], str]" = Matter(
    "grounds", "why an order is good, in a clause, where only this book can tell", default=lambda *_: ""
)
PRICE: "Matter[[State, Order], str]" = Matter(
    "price", "what an order costs its side at once by what the game counts", default=lambda *_: ""
)
