"""Which game is at the desk: one that is resumed, or a new one, takes the place of the one that was there."""

from collections.abc import Callable, Iterable, Iterator
from typing import final
from weakref import WeakKeyDictionary

from fmbook.play.game import Game

__all__ = ["Watch", "at_desk", "in_place_of", "take_place"]

_AFTER: "WeakKeyDictionary[Game, Game]" = WeakKeyDictionary()


def take_place(old: Game, new: Game) -> None:
    """Let a game take the place of another one for good; who watches that one is told.

    >>> from fmbook.play.game import new_game
    >>> old, new = new_game("drill", "first_steps"), new_game("drill", "first_steps")
    >>> take_place(old, new)
    >>> _ = new.do("move B1 0405")
    >>> at_desk(old) is new
    True
    """
    _AFTER.pop(new, None)
    if new is not old:
        _AFTER[old] = new
        old._tell()


def in_place_of(game: Game) -> Iterator[Game]:
    """Yield a game, then whatever took its place, one after the other."""
    here: Game | None = game
    while here is not None:
        yield here
        here = _AFTER.get(here)


def at_desk(game: Game) -> Game:
    """Return the game that is played where this one was: the latest that has orders."""
    return next((each for each in reversed([*in_place_of(game)]) if each.given), game)


@final
class Watch:
    """Tells of every change of some games and of those that take their places, until it is stopped."""

    def __init__(self, games: Iterable[Game], tell: Callable[[], None]) -> None:
        self._games, self._tell, self._watched = tuple(games), tell, list[Game]()
        self._look()

    def _look(self) -> None:
        for game in self._games:
            for each in in_place_of(game):
                if each not in self._watched:
                    self._watched.append(each)
                    each.watch(self._on_change)

    def _on_change(self) -> None:
        self._look()
        self._tell()

    def stop(self) -> None:
        """Tell no more."""
        for each in self._watched:
            each.unwatch(self._on_change)
        self._watched.clear()
