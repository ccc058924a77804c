"""A bar that shows how many games are done."""

import sys
from time import monotonic
from typing import Final, TextIO, final

__all__ = ["Bar"]

WIDE: Final = 40  # characters
PATIENCE: Final = 1.0  # seconds before which nobody needs a bar
OFTEN: Final = 0.1  # seconds from one drawing to the next


def _where() -> TextIO | None:
    """Tell where a reader sees a line that is drawn over again: a terminal, or a cell of a notebook."""
    if sys.stderr.isatty():
        return sys.stderr
    ipython = sys.modules.get("IPython")
    return sys.stdout if ipython and ipython.get_ipython() else None


@final
class Bar:
    """Draws a line of progress once there is something to wait for: ``bar(37, 100)``."""

    def __init__(self) -> None:
        self._out, self._begun, self._drawn = _where(), monotonic(), 0.0

    def __call__(self, done: int, total: int) -> None:
        """Show that so many of so many games are done."""
        now = monotonic()
        if self._out is None or now - self._begun < PATIENCE or (now - self._drawn < OFTEN and done < total):
            return
        self._drawn, full = now, WIDE * done // max(total, 1)
        end = "\n" if done == total else ""
        line = f"\r[{'#' * full}{'.' * (WIDE - full)}] {done} of {total} games"
        print(line, end=end, file=self._out, flush=True)
