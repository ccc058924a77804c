"""Exercises about many games: a figure that is counted anew from the games, never stored."""

from collections.abc import Callable
from fractions import Fraction
from typing import ClassVar, Final, Literal

from fmbook.experiments.results import Results, results
from fmbook.lessons.questions import Reply, Task, number_of, shown_number
from fmbook.play.game import Game
from fmbook.play.hints import goals

__all__ = ["Figure", "Figures"]


def _chance(games: Results, side: str) -> float:
    return 100 * games.chance(side).share


Way = tuple[Callable[[Results, Results, str, float], float], str]
FIGURES: Final[dict[str, Way]] = {
    "chance": (
        lambda games, _, side, __: _chance(games, side),
        "the games that {side} won, of a hundred: results.chance({quoted})",
    ),
    "width": (
        lambda games, _, side, __: 100 * (games.chance(side).high - games.chance(side).low),
        "the upper end of the interval less the lower one: results.chance({quoted})",
    ),
    "needed": (
        lambda games, _, side, points: games.games_needed(side, points),
        "the games that put both ends {points:g} points from the middle: results.games_needed({quoted}, {points:g})",
    ),
    "effect": (
        lambda games, other, side, _: _chance(other, side) - _chance(games, side),
        "the chance without the rule less the chance with it: results.chance({quoted}), of either",
    ),
    "lost": (
        lambda games, _, side, __: sum(game.lost(side) for game in games) / len(games),
        "all steps that {side} lost, shared out among the games: game.lost({quoted})",
    ),
    "seed": (
        lambda games, _, __, ___: min(games, key=lambda game: (-game.orders, game.seed)).seed,
        "the seed of the game with most orders: game.orders and game.seed",
    ),
}
Figures = Literal["chance", "width", "needed", "effect", "lost", "seed"]


class Figure(Task, frozen=True, kw_only=True, tag="figure"):
    """What comes out, to so many digits, if one counts a set of games?"""

    games: str
    figure: Figures
    side: str = "Allied"
    other: str = ""
    points: float = 5
    digits: int = 0
    sort: ClassVar[str] = "number"
    tip: ClassVar[str] = "No rule of the booklet decides: count the games, as the page does above."

    def read(self, game: Game, typed: str) -> str:
        """A number, rounded as the question wants it."""
        return self._written(float(number_of(typed.removesuffix("%").strip())))

    def right(self, game: Game) -> tuple[str, ...]:
        """Count."""
        return (self._written(self._counted()),)

    def reply(self, game: Game, answer: str) -> Reply:
        """How it is counted; of a wrong one, how far it is off."""
        games = results(self.games)
        how = FIGURES[self.figure][1].format(side=f"the {self.side} side", quoted=f'"{self.side}"', points=self.points)
        if answer in self.right(game):
            return Reply(f"Counted in {len(games)} games: {how}.")
        off = Fraction(str(number_of(answer))) - Fraction(self.right(game)[0])
        far = f"{self._written(abs(float(off)))} too {'high' if off > 0 else 'low'}"
        return Reply(f"In these {len(games)} games that is {far}. What is asked for: {how}.")

    def places(self, game: Game) -> tuple[str, ...]:
        """What is played for, or where somebody stands."""
        wanted = [place for goal in goals(game) for place in goal.places]
        return tuple(wanted[:4]) or tuple(unit.place for unit in game.units())[:1]

    def _counted(self) -> float:
        games = results(self.games)
        return float(FIGURES[self.figure][0](games, results(self.other or self.games), self.side, self.points))

    def _written(self, number: float) -> str:
        return shown_number(round(number)) if self.digits == 0 else f"{number:.{self.digits}f}"
