"""The opponent's turns on the desk: one order at a time, to be followed, skipped or held; nothing freezes."""

import asyncio
from collections.abc import Callable
from functools import partial
from random import Random
from time import monotonic
from typing import Final, NoReturn, Protocol

from fmbook.opponents import Opponent, Player
from fmbook.opponents.search import Choice
from fmbook.play.positions import Position
from fmbook.widgets.desk.reasoning import SLICE

__all__ = ["Opposing"]

PAUSE: Final = 0.45  # seconds before each of an opponent's orders
READING: Final = 1.2  # and where dice have just come to rest: nobody's result goes within a second


class Seat(Protocol):
    """What an opponent needs to know of the desk."""

    @property
    def number(self) -> int:
        """The number of the state that is shown."""

    @property
    def rest(self) -> float:
        """The seconds before the opponent's next order."""

    def theirs(self) -> bool:
        """Whether the opponent decides now."""

    def seen_by_them(self) -> Position:
        """The game as the opponent sees it."""

    def take_theirs(self, think: Callable[[], Choice]) -> None:
        """Give the order that the opponent thinks of; whatever goes wrong is shown there."""

    def show(self) -> None:
        """Show how things stand."""


class Opposing:
    """Gives the orders of the side that nobody at this desk plays."""

    def __init__(self, seat: Seat, player: Opponent | None, seed: int) -> None:
        self._seat, self._player = seat, player
        self._chance = Random(seed)  # noqa: S311 - a game's chance
        self._task: asyncio.Task[None] | None = None
        self.is_held = self._in_haste = False

    @property
    def is_playing(self) -> bool:
        """Whether an opponent is about to give an order by itself."""
        return self._task is not None

    @property
    def is_there(self) -> bool:
        """Whether an opponent plays here at all."""
        return self._player is not None

    def begin(self) -> None:
        """Let the opponent play, if it is its turn; without an event loop it answers at once."""
        if self._player is None or self.is_held or self._task or not self._seat.theirs():
            return
        self._in_haste = False
        try:
            self._task = asyncio.get_running_loop().create_task(self._play())
        except RuntimeError:  # a plain script
            while self._seat.theirs() and self._one(self._think):
                pass

    def skip(self) -> None:
        """Let the rest of its turn go by without pauses."""
        self._in_haste = True

    def hold(self) -> None:
        """Stop before its next order, until ``go_on``."""
        self.stop()
        self.is_held = True

    def go_on(self) -> None:
        """Let it play again."""
        self.is_held = False
        self.begin()

    def stop(self) -> None:
        """Stop without holding, as before an undo."""
        if self._task:
            self._task.cancel()
            self._task = None

    async def _play(self) -> None:
        mine = asyncio.current_task()
        try:
            while self._seat.theirs():
                await asyncio.sleep(0 if self._in_haste else self._seat.rest)
                if self._seat.theirs() and (think := await self._thought()) and not self._one(think):
                    break
        finally:
            if self._task is mine:
                self._task = None
                self._seat.show()

    def _think(self) -> Choice:
        assert self._player is not None
        seen = self._seat.seen_by_them()
        if isinstance(self._player, Player):
            return self._player.choice(seen, self._chance)
        return Choice(self._player(seen, self._chance))

    async def _thought(self) -> Callable[[], Choice] | None:
        """Let a player think in slices, while the page stays alive; a fault comes up where its order is given.

        When the game changes meanwhile, as by an undo, the thought is about what is no more: then there is none.
        """
        if not isinstance(self._player, Player):
            return self._think
        thought, about = self._player.think(self._seat.seen_by_them(), self._chance), self._seat.number
        while self._seat.number == about:
            until = monotonic() + SLICE
            try:
                while monotonic() < until:
                    next(thought)
            except StopIteration as end:
                return partial(_given, end.value)
            except Exception as problem:
                return partial(_raise, problem)
            await asyncio.sleep(0)
        return None

    def _one(self, think: Callable[[], Choice]) -> bool:
        """Give one order; an opponent that fails is held, not asked for ever."""
        before = self._seat.number
        self._seat.take_theirs(think)
        if self._seat.number == before:
            self.is_held = True
        return not self.is_held


def _given(choice: Choice) -> Choice:
    return choice


def _raise(problem: Exception) -> NoReturn:
    raise problem
