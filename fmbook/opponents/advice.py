"""Advice to a player: the order that an opponent would give, and why."""

from random import Random
from typing import NamedTuple

from fmbook.core.errors import NoSuchName
from fmbook.core.orders import Order, instruction
from fmbook.opponents.greedy import best_idea
from fmbook.opponents.players import PLAYERS
from fmbook.opponents.reasons import grounds, price_of, reasons
from fmbook.opponents.search import Choice
from fmbook.play.positions import Position

__all__ = ["Advice", "advise", "consider"]


class Advice(NamedTuple):
    """What a player would order, why, and all that it tried."""

    order: Order
    why: str
    choice: Choice

    def __str__(self) -> str:
        return self.why


def advise(position: Position) -> tuple[Order, str]:
    """Return an order that is not bad for the side that decides, and the reason in a sentence, at once."""
    state = _own_eyes(position).state
    idea = best_idea(state, Random(0))  # noqa: S311 - the same advice every time
    why = f"{instruction(idea.order)}: {grounds(state, idea)}."
    return idea.order, " ".join(filter(None, [why, price_of(state, idea.order)]))


def consider(position: Position, player: str = "captain") -> Advice:
    """Let a player think about what the side that decides should order; the same position gives the same advice."""
    found = next((each for each in PLAYERS if each.name == player), None)
    if found is None:
        raise NoSuchName("player", player, [each.name for each in PLAYERS])
    seen = _own_eyes(position)
    choice = found.choice(seen, Random(0))  # noqa: S311 - the same advice every time
    return Advice(choice.order, reasons(seen.state, choice, instruction), choice)


def _own_eyes(position: Position) -> Position:
    """Return a position as the side that decides sees it."""
    return position.seen_by(position.side)
