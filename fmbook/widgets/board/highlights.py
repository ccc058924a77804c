"""Highlights over the ground: the chosen place, and where one might go from there."""

from collections.abc import Collection

from fmbook.geometry.boards import Board
from fmbook.widgets import theme
from fmbook.widgets.board.sheets import Frame
from fmbook.widgets.drawing.shapes import Circles, Lines, Polygons, Shape

__all__ = ["hints"]


def hints(board: Board, frame: Frame, chosen: int | None, dotted: Collection[int]) -> list[Shape]:
    """A bright outline around the chosen place, dots on others."""
    shapes: list[Shape] = []
    if dotted:
        dots = tuple(frame.pixel(board.centre(place)) for place in dotted)
        shapes.append(Circles("hints", dots, frame.hex * 0.07, theme.HINT_DOT))
    if chosen is not None:
        ring = frame.pixels(board.outline(chosen))
        closed = (*ring, ring[0])
        if board.layout.kind == "hex":  # a sector is large, and much is written in it
            shapes.append(Polygons("chosen-veil", (ring,), theme.CHOSEN_VEIL))
        shapes += [
            Lines("chosen-glow", (closed,), theme.CHOSEN_GLOW),
            Lines("chosen", (closed,), theme.CHOSEN_LINE),
        ]
    return shapes
