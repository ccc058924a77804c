"""Replay on the desk: an earlier moment of the game, step by step or played like a film."""

import asyncio
from collections.abc import Callable
from typing import Final

from fmbook.widgets.desk.tabs import ReplayPage

__all__ = ["Replaying"]

STEP: Final = 0.7  # seconds


class Replaying:
    """Which moment is shown: None is the present."""

    def __init__(self, show: Callable[[], None]) -> None:
        self._show = show
        self.page: ReplayPage | None = None
        self.moment: int | None = None
        self._last = 0
        self._task: asyncio.Task[None] | None = None

    def follow(self, last: int) -> None:
        """Take note of how long the game is now."""
        self._last = last
        if self.page:
            with self.page.slider.hold_sync():
                self.page.slider.max = last
                self.page.slider.value = last if self.moment is None else min(self.moment, last)

    def go_to(self, moment: int) -> None:
        """Show how things stood after so many orders; the last one is the present."""
        self.moment = moment if 0 <= moment < self._last else None

    def back(self) -> None:
        """Return to the present."""
        self.moment = None
        self._halt()

    def toggle(self) -> None:
        """Play from here, or pause."""
        if self._task:
            self._halt()
            return
        if self.moment is None:
            self.moment = 0
        try:
            self._task = asyncio.get_running_loop().create_task(self._play())
            self._name_button("Pause")
        except RuntimeError:  # no loop, nothing to watch
            self.go_to(self.moment + 1)

    def _name_button(self, name: str) -> None:
        if self.page:
            self.page.play.description = name

    def _halt(self) -> None:
        if self._task:
            self._task.cancel()
        self._task = None
        self._name_button("Play")

    async def _play(self) -> None:
        try:
            while self.moment is not None:
                self._show()
                await asyncio.sleep(STEP)
                self.go_to(self.moment + 1)
        finally:
            if self._task is asyncio.current_task():
                self._task = None
                self._name_button("Play")
            self._show()
