"""Something that is worked out for each order of a game once, and follows what is taken back and given otherwise."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar, final

from fmbook.core.state import State
from fmbook.play.game import Game
from fmbook.play.given import GivenOrder

__all__ = ["Along"]

T = TypeVar("T")


@final
class Along(Generic[T]):
    """A sum that runs along with a game: ``add`` makes the next one of the last, of the state before, of the order."""

    def __init__(self, game: Game, first: T, add: Callable[[T, State, GivenOrder], T]) -> None:
        self._game, self._first, self._add = game, first, add
        self._known: list[tuple[GivenOrder, T]] = []

    def after(self, orders: int) -> T:
        """Return the sum after so many orders."""
        steps = self._game.steps
        self._forget(steps)
        for number in range(len(self._known), len(steps)):
            before, step = self._game.at(number).state, steps[number]
            self._known.append((step, self._add(self._last, before, step)))
        return self._known[orders - 1][1] if orders else self._first

    @property
    def _last(self) -> T:
        return self._known[-1][1] if self._known else self._first

    def _forget(self, steps: Sequence[GivenOrder]) -> None:
        """Forget orders that were taken back."""
        del self._known[len(steps) :]
        while self._known and self._known[-1][0] is not steps[len(self._known) - 1]:
            self._known.pop()
