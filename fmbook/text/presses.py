"""Orders that one press has given: they are taken back, and given again, as one."""

from collections.abc import Iterator
from itertools import pairwise
from typing import final

from fmbook.play.given import GivenOrder

__all__ = ["Presses"]


@final
class Presses:
    """Which orders of a game were given by one press.

    They are known by what came of them: an order that is given in their place belongs to no press.
    """

    def __init__(self) -> None:
        self._pairs: list[tuple[GivenOrder, GivenOrder]] = []

    def note(self, given: tuple[GivenOrder, ...]) -> None:
        """Remember orders that one press gave."""
        self._pairs += pairwise(given)

    def are_one(self, steps: tuple[GivenOrder, ...], number: int) -> bool:
        """Tell whether the orders before and after so many were given by one press."""
        return 0 < number < len(steps) and any(
            one is steps[number - 1] and other is steps[number] for one, other in self._pairs
        )

    def go_on(self, steps: tuple[GivenOrder, ...]) -> bool:
        """Tell whether the press that gave the last of these orders gave more."""
        return any(one is step for step in steps[-1:] for one in self._firsts())

    def _firsts(self) -> Iterator[GivenOrder]:
        return (one for one, _ in self._pairs)
