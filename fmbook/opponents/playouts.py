"""Whole games without a person."""

from collections.abc import Mapping
from random import Random

from fmbook.core.calls import checked
from fmbook.core.errors import NoSuchName
from fmbook.opponents import Opponent, opponent
from fmbook.play.game import Game

__all__ = ["play_out", "seated"]


@checked
def play_out(game: Game, opponents: Mapping[str, str | Opponent], *, seed: int | None = None) -> Game:
    """Play a game to its end; each side's opponent is a name or a function.

    >>> import fmbook as fm
    >>> game = fm.new_game("drill", "first_steps")
    >>> _ = fm.play_out(game, {"Blue": "cadet", "Red": "random"})
    >>> game.outcome is not None
    True
    """
    players = seated(game, opponents)
    chance = Random(game.seed if seed is None else seed)  # noqa: S311 - chance of a game, not of a lock
    while not game.outcome:
        side = game.side
        game.do(players[side](game.seen_by(side), chance))
    return game


def seated(game: Game, opponents: Mapping[str, str | Opponent]) -> dict[str, Opponent]:
    """Return who plays each side; what is missing or unknown is said in a sentence."""
    if missing := [side for side in game.sides if side not in opponents]:
        named = ", ".join(f'"{side}": "greedy"' for side in game.sides)
        raise NoSuchName("opponent for", missing[0], (), f"the opponents of this game; name both: {{{named}}}")
    return {side: opponent(opponents[side]) for side in game.sides}
