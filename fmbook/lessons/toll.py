"""What a game has cost so far, in steps and in people: a count that runs along with the game."""

from collections.abc import Sequence
from typing import final

from fmbook.core.sides import noun
from fmbook.lessons.history import histories, history
from fmbook.lessons.losses import steps_lost
from fmbook.play.game import Game, GivenOrder

__all__ = ["Toll"]


@final
class Toll:
    """Counts what each order of a game has cost, once; nothing is said of systems whose history is not known."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.history = history(game.setup.system) if game.setup.system in histories() else None
        self._counted: list[tuple[GivenOrder, tuple[int, int]]] = []

    def after(self, orders: int) -> tuple[int, int]:
        """Return the steps that each side had lost after so many orders."""
        steps = self.game.steps
        self._forget(steps)
        for number in range(len(self._counted), len(steps)):
            self._counted.append((steps[number], self._with(number, steps[number])))
        return self._counted[orders - 1][1] if 0 < orders <= len(self._counted) else (0, 0)

    def _forget(self, steps: Sequence[GivenOrder]) -> None:
        """Forget orders that were taken back."""
        del self._counted[len(steps) :]
        while self._counted and self._counted[-1][0] is not steps[len(self._counted) - 1]:
            self._counted.pop()

    def _with(self, number: int, step: GivenOrder) -> tuple[int, int]:
        lost = [*self._counted[-1][1]] if self._counted else [0, 0]
        for side, steps in steps_lost(self.game.at(number).state, step.entries):
            lost[side] += steps
        return lost[0], lost[1]

    def says(self, orders: int) -> str:
        """Say what the game had cost after so many orders, own and enemy; nothing if nobody was lost."""
        if self.history is None:
            return ""
        lost = zip(self.game.sides, self.after(orders), strict=True)
        said = [f"{noun(side)} {self.history.step.of(steps)}" for side, steps in lost if steps]
        return f"Lost so far: {', '.join(said)}." if said else ""

    @property
    def reckoned(self) -> str:
        """Say where the number of people comes from."""
        return self.history.step.reckoned if self.history else ""
