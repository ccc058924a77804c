"""Opponents: whoever gives orders without being a person.

An opponent is a function of what its side may see and of a source of chance of its own, so that the same seed plays
the same game again. Register one by name to use the name in ``fm.play_out`` and on the desk.
"""

from collections.abc import Callable
from random import Random

from fmbook.core.errors import NoSuchName
from fmbook.core.orders import Order
from fmbook.opponents.advice import advise
from fmbook.opponents.at_random import at_random
from fmbook.opponents.greedy import greedy
from fmbook.play import hints
from fmbook.play.positions import Position

__all__ = ["OPPONENTS", "Opponent", "opponent"]

Opponent = Callable[[Position, Random], Order]

hints.ADVISERS.append(advise)

OPPONENTS: dict[str, Opponent] = {"random": at_random, "greedy": greedy}


def opponent(name: "str | Opponent") -> Opponent:
    """Give an opponent by its name; an opponent itself is given back."""
    if callable(name):
        return name
    if name not in OPPONENTS:
        raise NoSuchName("opponent", name, OPPONENTS)
    return OPPONENTS[name]
