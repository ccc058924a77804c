"""Why an opponent ordered what it did, as far as the reader may know; and what the captain would order."""

import asyncio
from collections.abc import Callable, Sequence
from random import Random
from time import monotonic
from typing import Final

from fmbook.core.orders import instruction
from fmbook.engine.resolution import DiaryEntry
from fmbook.opponents import OPPONENTS, Player
from fmbook.opponents.reasons import reasons
from fmbook.opponents.search import Choice, Thought
from fmbook.play.hints import advised
from fmbook.play.positions import Position

__all__ = ["SLICE", "Adviser", "Whys", "advice_in_words", "why"]

SLICE: Final = 0.03  # seconds that a thought may take before others get their turn
ADVISER: Final = "captain"


def why(seen: Position, choice: Choice) -> str:
    """Say why an order was given, from what the reader sees: of markers in the other hand nothing is told."""
    orders = [choice.order, *(tried.order for tried in choice.tried)]
    if any("marker" in order.takes for order in orders) or not (choice.tried or choice.order.takes):
        return ""
    return reasons(seen.state, choice)


class Whys:
    """The reasons for what stands in a diary, each by its line; a line that was taken back has none."""

    def __init__(self) -> None:
        self._said: dict[int, tuple[DiaryEntry, str]] = {}

    def note(self, entries: Sequence[DiaryEntry], since: int, said: str) -> None:
        """Keep the reason for an order at the first line that it wrote."""
        first = next((at for at in range(since, len(entries)) if not entries[at].event.silent), None)
        if said and first is not None:
            self._said[first] = entries[first], said

    def of(self, entries: Sequence[DiaryEntry]) -> dict[int, str]:
        """Return the reasons that belong to this diary, by the number of the line."""
        known = ((at, said) for at, (entry, said) in self._said.items() if entries[at : at + 1] == (entry,))
        return dict(known)


def advice_in_words(position: Position, choice: Choice) -> str:
    """Say what would be ordered, and why."""
    return advised(choice.order, reasons(position.state, choice, instruction))


class Adviser:
    """Thinks about what the reader could order, in slices, while the page stays alive."""

    def __init__(self, tell: Callable[[Choice], None], number: Callable[[], int], put_away: Callable[[], None]) -> None:
        self._tell, self._number, self._put_away = tell, number, put_away
        self._task: asyncio.Task[None] | None = None

    def begin(self, seen: Position) -> None:
        """Begin to think; without an event loop the answer comes at once."""
        self.stop()
        player: Player = OPPONENTS[ADVISER]
        thought = player.think(seen, Random(0))  # noqa: S311 - the same advice every time
        try:
            self._task = asyncio.get_running_loop().create_task(self._think(thought, self._number()))
        except RuntimeError:  # a plain script
            while not self._slice(thought):
                pass

    def stop(self) -> None:
        """Leave off."""
        if self._task:
            self._task.cancel()
            self._task = None

    async def _think(self, thought: Thought, about: int) -> None:
        while self._number() == about:
            if self._slice(thought):
                break
            await asyncio.sleep(0)
        else:
            self._put_away()
        self._task = None

    def _slice(self, thought: Thought) -> bool:
        until = monotonic() + SLICE
        try:
            while monotonic() < until:
                next(thought)
        except StopIteration as end:
            self._tell(end.value)
            return True
        return False
