"""What a game has cost so far, in steps and in people: a count that runs along with the game."""

from typing import final

from fmbook.core.sides import noun
from fmbook.core.state import State
from fmbook.engine.matters import LOST_BEFORE
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
        before = LOST_BEFORE.of(self.game.setup)(self.game.setup)
        said = [
            self._of(side, *lost)
            for side, *lost in zip(self.game.sides, self.after(orders), before, strict=True)
            if lost[0]
        ]
        return f"Lost in this game so far: {', '.join(said)}." if said else ""

    def _of(self, side: str, steps: int, before: int) -> str:
        assert self.history is not None
        earlier = f" (and {before} before it began)" if before else ""
        return f"{noun(side)} {self.history.step.of(steps)}{earlier}"

    @property
    def reckoned(self) -> str:
        """Say where the number of people comes from."""
        return self.history.step.reckoned if self.history else ""


def _with(lost: tuple[int, int], before: State, step: GivenOrder) -> tuple[int, int]:
    sums = [*lost]
    for side, steps in steps_lost(before, step.entries):
        sums[side] += steps
    return sums[0], sums[1]
