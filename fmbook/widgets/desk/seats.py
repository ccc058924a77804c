"""Who sits at a desk, and over what: what no desk can be made of is refused before anything is made."""

from fmbook.books.systems import playable
from fmbook.core.errors import FmbookError, NoSuchName, in_short, nearest
from fmbook.opponents import OPPONENTS, players
from fmbook.play.game import Game
from fmbook.record.records import visible

__all__ = ["NotAGame", "check_seats"]


def check_seats(game: object, you: object, opponent: object) -> None:
    """Refuse what no desk can be made of, before anything is made."""
    if not isinstance(game, Game):
        raise NotAGame(game)
    if you is not None and in_short(you).casefold() not in map(str.casefold, game.sides):
        raise NoSuchName("side", you, (), game.setup.system, meant=nearest(in_short(you), game.sides) or game.sides)
    if opponent is not None and not callable(opponent) and in_short(opponent) not in OPPONENTS:
        known = [each.name for each in players()]
        raise NoSuchName("opponent", opponent, (), meant=nearest(in_short(opponent), OPPONENTS) or known)


class NotAGame(FmbookError, TypeError):
    """What was to be put on a desk is no game."""

    def __init__(self, given: object) -> None:
        name = given if isinstance(given, str) and given in playable() else "drill"
        what = f"the name “{visible(given)}”" if isinstance(given, str) else _kind_of(given)
        super().__init__(f'fm.desk needs a game, not {what}: game = fm.new_game("{name}"), then fm.desk(game).')


def _kind_of(given: object) -> str:
    return "None" if given is None else f"a thing of the type {type(given).__name__}"
