"""Pictures for a printer that has only black: counters in white and black, ground in light greys, words dark."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from fmbook.widgets.board.counters import PRINTED_IN

__all__ = ["BLACK_AND_WHITE", "in_grey", "press"]

BLACK_AND_WHITE: Final = ("#ffffff", "#2e2e2e")  # the first side's counters and the second's
DARK: Final = 0.25  # ink of letters and lines: it stays as dark as it is
_COLOUR: Final = re.compile(r"#([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})\b")


@contextmanager
def press(*, colour: bool) -> Iterator[Callable[[str], str]]:
    """Give what makes a picture ready for paper; counters that are drawn meanwhile have the colours of paper."""
    token = PRINTED_IN.set(None if colour else BLACK_AND_WHITE)
    try:
        yield str if colour else in_grey
    finally:
        PRINTED_IN.reset(token)


def in_grey(svg: str) -> str:
    """Return a picture in greys: what is dark stays dark, all else is lifted toward white.

    >>> in_grey('fill="#4f87a6" stroke="#000000"')
    'fill="#a9a9a9" stroke="#000000"'
    """
    return _COLOUR.sub(_grey, svg)


def _grey(found: "re.Match[str]") -> str:
    red, green, blue = (int(part, 16) / 255 for part in found.groups())
    light = 0.299 * red + 0.587 * green + 0.114 * blue
    if light > DARK:
        light = DARK + (1 - DARK) * ((light - DARK) / (1 - DARK)) ** 0.5
    return "#" + f"{round(light * 255):02x}" * 3
