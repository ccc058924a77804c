"""Flags on places that count for whoever was there last: light ones of the first side, dark ones of the second."""

from collections.abc import Iterable
from typing import Final

from fmbook.widgets import theme
from fmbook.widgets.drawing.shapes import Lines, Path, Point, Polygons, Shape

__all__ = ["flags"]

POLE: Final = (-0.39, 0.1, -0.48)  # of a hex from its middle: how far aside it stands, its foot and its top
CLOTH: Final = (0.23, 0.25)  # of a hex: it flies to the left, clear of the counters in the hex and beside it
NOTCH: Final = 0.08  # in the end of the second side's


def flags(middles: Iterable[Point], side: int, hex_: float) -> list[Shape]:
    """Plant a flag of a side in each of some hexes, at its upper left."""
    found = [_planted(middle, side, hex_) for middle in middles]
    if not found:
        return []
    thin, (ink, _) = min(1.0, hex_ / theme.SMALL_HEX), theme.SUPPORT_PLATES[side]
    poles = tuple(pole for pole, _ in found)
    return [
        Lines("flag-glow", poles, theme.PENNANT_GLOW.thinned(thin)),
        Lines("flag-poles", poles, theme.PENNANT_POLE.thinned(thin)),
        Polygons(f"flags-{side}", tuple(cloth for _, cloth in found), ink.thinned(thin)),
    ]


def _planted(middle: Point, side: int, hex_: float) -> tuple[Path, Path]:
    """The pole and the cloth: a square end for the first side, a swallow's tail for the second."""
    aside, foot, top = POLE
    (wide, high), (x, y) = CLOTH, middle
    points = [(0.0, 0.0), (-wide, 0.0), *([(NOTCH - wide, high / 2)] if side else []), (-wide, high), (0.0, high)]
    pole = tuple((x + aside * hex_, y + up * hex_) for up in (foot, top))
    return pole, tuple((x + (aside + across) * hex_, y + (top + down) * hex_) for across, down in points)
