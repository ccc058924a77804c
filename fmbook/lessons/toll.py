"""What a game has cost so far, in steps and in people: a count that runs along with the game."""

from typing import final

from fmbook.core.sides import noun
from fmbook.core.state import State
from fmbook.lessons.along import Along
from fmbook.lessons.historyfile import histories, history
from fmbook.play.game import Game
from fmbook.play.given import GivenOrder
from fmbook.play.losses import steps_lost

__all__ = ["Toll"]


@final
class Toll:
    """Counts what each order of a game has cost; nothing is said of systems whose history is not known."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.history = history(game.setup.system) if game.setup.system in histories() else None
        self._lost = Along(game, (0, 0), _with)

    def after(self, orders: int) -> tuple[int, int]:
        """Return the steps that each side had lost after so many orders."""
        return self._lost.after(orders)

    def says(self, orders: int) -> str:
        """Say what the game had cost after so many orders, own and enemy; nothing if nobody was lost."""
        if self.history is None:
            return ""
        lost = zip(self.game.sides, self.after(orders), strict=True)
        said = [f"{noun(side)} {self.history.step.of(steps)}" for side, steps in lost if steps]
        return f"Lost in this game so far: {', '.join(said)}." if said else ""

    @property
    def reckoned(self) -> str:
        """Say where the number of people comes from."""
        return self.history.step.reckoned if self.history else ""


def _with(lost: tuple[int, int], before: State, step: GivenOrder) -> tuple[int, int]:
    sums = [*lost]
    for side, steps in steps_lost(before, step.entries):
        sums[side] += steps
    return sums[0], sums[1]
