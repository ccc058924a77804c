"""Advice to a player: the order that the greedy opponent would give, and why."""

from random import Random

from fmbook.core.orders import Order, sentence
from fmbook.opponents.greedy import best_idea
from fmbook.play.positions import Position

__all__ = ["advise", "suggest"]


def suggest(position: Position) -> Order:
    """Return an order that is not bad; the same position always gives the same one."""
    return advise(position)[0]


def advise(position: Position) -> tuple[Order, str]:
    """Return an order that is not bad for the side that decides, and the reason in a sentence."""
    state = position.state
    own = tuple(hand if side == state.side else () for side, hand in enumerate(state.hands))
    idea = best_idea(state.but(hands=own), Random(0))  # noqa: S311 - the same advice every time
    return idea.order, f"{sentence(idea.order)}: {idea.why}."
