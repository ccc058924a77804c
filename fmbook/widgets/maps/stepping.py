"""Steps a slider on by itself, moment by moment, until its end or until somebody stops it. Nothing moves in between."""

import asyncio
from typing import Final

from fmbook.widgets.page.told import Button, SelectionSlider

__all__ = ["Stepping"]

REST: Final = 3.0  # seconds: long enough to read a moment's sentence
PLAY, STOP = ("Play", "Step through all moments, one after the other"), ("Stop", "Stay at this moment")


class Stepping:
    """A button that says Play, or Stop while the slider goes on; after the last moment it begins anew."""

    def __init__(self, slider: SelectionSlider) -> None:
        self._slider = slider
        self._task: asyncio.Task[None] | None = None
        self.button = Button(description=PLAY[0], tooltip=PLAY[1], icon="play", layout={"width": "auto"})

    @property
    def is_playing(self) -> bool:
        """Whether the slider goes on by itself."""
        return self._task is not None

    def stop(self) -> None:
        """Stay where the slider is."""
        if self._task:
            self._task.cancel()
        self._task = None
        self._say(PLAY, "play")

    def press(self) -> None:
        """Begin, or stop."""
        if self._task:
            self.stop()
        else:
            self._task = asyncio.get_running_loop().create_task(self._play())
            self._say(STOP, "stop")

    async def _play(self) -> None:
        last = len(self._slider.options) - 1
        if self._slider.index == last:
            self._slider.index = 0
            await asyncio.sleep(REST)
        while self._slider.index < last:
            self._slider.index += 1
            await asyncio.sleep(REST if self._slider.index < last else 0)
        self._task = None
        self._say(PLAY, "play")

    def _say(self, words: tuple[str, str], icon: str) -> None:
        self.button.description, self.button.tooltip = words
        self.button.icon = icon
