"""The opponent that looks one order ahead: exact odds for combats, a plain worth of ground for marches.

For every kind of order that is offered it has ideas, each worth so many hundredths of its army (:mod:`ideas`), and it
gives the best one. To end a phase, to stay back, to hold fire is worth nothing: that is what it does when nothing is
worth more. It knows no game, so it plays them all; a kind of order that nobody has taught it is drawn by lot.
"""

from collections.abc import Iterator
from random import Random

from fmbook.judging import allows, legal, question
from fmbook.opponents.ideas import IDEAS, Idea, plain
from fmbook.orders import Order
from fmbook.positions import Position
from fmbook.state import State

__all__ = ["best_idea", "greedy"]


def greedy(seen: Position, chance: Random) -> Order:
    """Give the order that is worth most at once."""
    return best_idea(seen.state, chance).order


def best_idea(state: State, chance: Random) -> Idea:
    """Give the best idea that the rules allow; of several, the first."""
    return max(_ideas(state, chance), key=lambda idea: idea.worth, default=None) or _drawn(legal(state), chance)


def _ideas(state: State, chance: Random) -> Iterator[Idea]:
    for kind in question(state).offers:
        if kind.takes and kind.verb not in IDEAS:
            # worth as often more as less than the end of the phase, so that it is tried and the phase ends all the same
            orders = [order for order in legal(state) if isinstance(order, kind)]
            yield from ([_drawn(orders, chance)] if orders else [])
        else:
            yield from (idea for idea in IDEAS.get(kind.verb, plain)(state, kind) if allows(state, idea.order))


def _drawn(orders: list[Order], chance: Random) -> Idea:
    return Idea(chance.random() - 0.5, chance.choice(orders), "nobody has weighed such orders, and this one is drawn")
