"""Arrows for what the enemy did last: each way with a head, and the number of its line in the story."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from math import dist
from typing import Final

from fmbook.geometry.boards import Board
from fmbook.widgets import theme
from fmbook.widgets.board.sheets import Frame
from fmbook.widgets.drawing.curves import added, between
from fmbook.widgets.drawing.shapes import Circles, Lines, Path, Point, Polygons, Shape, Texts
from fmbook.widgets.drawing.text_size import Box, box_of

__all__ = ["arrows"]

MOST_NUMBERED: Final = 12  # beyond that numbers would hide the ground
SHORT: Final = 0.52  # of a hex: how far from a middle an arrow ends, clear of the counter there
HEAD: Final = 0.17  # of a hex
LEAST_HEAD: Final = 6.0  # pixels
DOT: Final = 7.5  # pixels
PARTS: Final = (0.5, 0.4, 0.6, 0.3, 0.7)  # of a way: where its number may stand, the best first


def arrows(
    board: Board,
    frame: Frame,
    ways: Iterable[Sequence[int]],
    words: Sequence[Shape] = (),
    above: Sequence[Shape] = (),
) -> list[Shape]:
    """Draw each way as an arrow that begins and ends beside the counters; no words that it crosses are struck out.

    Its number keeps clear of these words and of those that lie ``above``.
    """
    lines = [_line(board, frame, way) for way in ways]
    paths = tuple(line for line in lines if len(line) > 1)
    if not paths:
        return []
    heads = tuple(_head(frame, line[-2], line[-1]) for line in paths)
    shapes: list[Shape] = [
        Lines("trace-case", paths, theme.FRONT_CASE.thinned(0.7)),
        Lines("trace", paths, replace(theme.TRACE, fill="")),
        Polygons("trace-heads", heads, theme.TRACE),
        *words,
    ]
    if len(lines) > MOST_NUMBERED:
        return shapes
    written = (shape for shape in (*words, *above) if isinstance(shape, Texts))
    boxes = [box_of(word, at, shape.lettering) for shape in written for word, at in shape.words]
    spots = tuple((str(number), _spot(line, boxes)) for number, line in enumerate(lines, 1) if len(line) > 1)
    dots = Circles("trace-dots", tuple(at for _, at in spots), DOT, theme.TRACE_DOT)
    return [*shapes, dots, Texts("trace-numbers", spots, theme.TRACE_NUMBERS)]


def _line(board: Board, frame: Frame, way: Sequence[int]) -> Path:
    """The way from middle to middle, cut short at its end; nothing of a way whose start is off the map."""
    points = [frame.pixel(board.centre(place)) for place in way]
    if len(points) < 2:
        return ()
    points[-1] = _toward(points[-1], points[-2], frame.hex * SHORT)
    return tuple(points)


def _toward(here: Point, there: Point, far: float) -> Point:
    """The point so far from here on the way to there."""
    part = min(0.6, far / (dist(here, there) or 1.0))
    return here[0] + (there[0] - here[0]) * part, here[1] + (there[1] - here[1]) * part


def _head(frame: Frame, before: Point, tip: Point) -> Path:
    size, away = max(frame.hex * HEAD, LEAST_HEAD), dist(before, tip) or 1.0
    dx, dy = (tip[0] - before[0]) / away * size, (tip[1] - before[1]) / away * size
    end = tip[0] + dx * 0.7, tip[1] + dy * 0.7
    return end, (tip[0] - dx - dy * 0.8, tip[1] - dy + dx * 0.8), (tip[0] - dx + dy * 0.8, tip[1] - dy - dx * 0.8)


def _spot(line: Path, words: Sequence[Box]) -> Point:
    """Where the number of a way stands: near its middle, where it hides the least of words."""
    spots = [_along(line, part) for part in PARTS]
    hidden = [added(word.overlap(Box(*spot, 2 * DOT, 2 * DOT)) for word in words) for spot in spots]
    return spots[hidden.index(min(hidden))]


def _along(line: Path, part: float) -> Point:
    """The point so far along a line."""
    left = added(dist(a, b) for a, b in pairwise(line)) * part
    for a, b in pairwise(line):
        if (long := dist(a, b)) >= left:
            return between(a, b, left / (long or 1.0))
        left -= long
    return line[-1]
