"""What stands beside a game of history: its moments to decide, what it has cost, and where the front was in fact."""

from functools import cached_property
from typing import final

from fmbook.lessons.frontline import FrontLine, fronts
from fmbook.lessons.pauses import Pauses, pauses_of
from fmbook.lessons.toll import Toll
from fmbook.play.coaching import course_for
from fmbook.play.game import Game

__all__ = ["Sidelight"]


@final
class Sidelight:
    """The sidelights of one game. In words it answers whoever plays by typed lines; ``since`` counts orders."""

    def __init__(self, game: Game, *, decisions: bool = True, since: int | None = None, you: str | None = None) -> None:
        self.game, self._turn = game, game.turn
        self.pauses = pauses_of(game, since) if decisions else Pauses(game, (), 0)
        self.toll = Toll(game)
        self.course = course_for(game, you)
        """The steps through its first orders, if somebody has written any."""

    @cached_property
    def line(self) -> FrontLine | None:
        """The front in fact, where somebody knows it."""
        return FrontLine(self.game) if self.game.setup.system in fronts() else None

    def asks(self) -> str:
        """Say what is to be decided now, and how to answer; steps are not interrupted."""
        return "" if self.course and self.course.is_leading else self.pauses.asks()

    def answer(self, words: str) -> str:
        """Take an answer to what is to be decided."""
        return self.pauses.answer(words)

    def news(self) -> str:
        """Tell, once a turn is over, what was chosen in fact, and what the game has cost so far."""
        told = [self.pauses.news()]
        if self.game.turn != self._turn:
            self._turn = self.game.turn
            told.append(self.toll.says(self.game.given))
        if self.course and not self.course.left:
            told.append(self.course.in_words())
        return "\n".join(filter(None, told))

    def losses(self) -> str:
        """Say what the game has cost so far, and how that is reckoned."""
        said = self.toll.says(self.game.given) or "Nobody has been lost so far."
        return f"{said} {self.toll.reckoned}".strip()

    def front(self) -> str:
        """Say where the front was in fact at that hour, and how the game differs."""
        return self.line.says(self.game.given) if self.line else ""
