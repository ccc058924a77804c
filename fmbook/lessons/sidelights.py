"""What stands beside a game of history while it is played in words: its moments to decide, and what it has cost."""

from typing import final

from fmbook.lessons.pauses import Pauses, pauses_of
from fmbook.lessons.toll import Toll
from fmbook.play.game import Game

__all__ = ["Sidelight"]


@final
class Sidelight:
    """The decisions and the losses of one game, for whoever plays it by typed lines."""

    def __init__(self, game: Game, *, decisions: bool = True) -> None:
        self.game, self._turn = game, game.turn
        self._pauses = pauses_of(game) if decisions else Pauses(game, (), 0)
        self._toll = Toll(game)

    def asks(self) -> str:
        """Say what is to be decided now, and how to answer."""
        return self._pauses.asks()

    def answer(self, words: str) -> str:
        """Take an answer to what is to be decided."""
        return self._pauses.answer(words)

    def news(self) -> str:
        """Tell, once a turn is over, what was chosen in fact, and what the game has cost so far."""
        told = [self._pauses.news()]
        if self.game.turn != self._turn:
            self._turn = self.game.turn
            told.append(self._toll.says(len(self.game.steps)))
        return "\n".join(filter(None, told))

    def losses(self) -> str:
        """Say what the game has cost so far, and how that is reckoned."""
        said = self._toll.says(len(self.game.steps)) or "Nobody has been lost so far."
        return f"{said} {self._toll.reckoned}".strip()
