"""Free room on a crowded sheet: what is already there, found quickly by where it is."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from fmbook.widgets.drawing.curves import from_segment
from fmbook.widgets.drawing.shapes import Path, Point
from fmbook.widgets.drawing.text_size import Box

__all__ = ["Room"]

CELL: Final = 24.0
FAR: Final = 12.0  # nobody asks for more room than this


class Room:
    """Lines and boxes that small marks must not touch."""

    def __init__(self, lines: Iterable[Path] = (), boxes: Iterable[Box] = ()) -> None:
        self._segments: defaultdict[tuple[int, int], list[tuple[Point, Point]]] = defaultdict(list)
        self._boxes: defaultdict[tuple[int, int], list[Box]] = defaultdict(list)
        for line in lines:
            for a, b in pairwise(line):
                for cell in _cells(min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])):
                    self._segments[cell].append((a, b))
        for box in boxes:
            half_width, half_height = box.width / 2, box.height / 2
            edges = box.x - half_width, box.y - half_height, box.x + half_width, box.y + half_height
            for cell in _cells(*edges):
                self._boxes[cell].append(box)

    def free(self, point: Point, room: float) -> bool:
        """Whether nothing lies within ``room`` of the point."""
        cell = int(point[0] // CELL), int(point[1] // CELL)
        if any(box.covers(point, room) for box in self._boxes.get(cell, ())):
            return False
        near = (ends for ends in self._segments.get(cell, ()) if not _beyond(point, room, *ends))
        return all(from_segment(point, a, b) >= room for a, b in near)


def _beyond(point: Point, room: float, a: Point, b: Point) -> bool:
    """Whether a line lies so far to one side of a point that its distance need not be reckoned."""
    x, y = point
    aside = (a[0] > x + room and b[0] > x + room) or (a[0] < x - room and b[0] < x - room)
    return aside or (a[1] > y + room and b[1] > y + room) or (a[1] < y - room and b[1] < y - room)


def _cells(left: float, top: float, right: float, bottom: float) -> Iterator[tuple[int, int]]:
    for column in range(int((left - FAR) // CELL), int((right + FAR) // CELL) + 1):
        for row in range(int((top - FAR) // CELL), int((bottom + FAR) // CELL) + 1):
            yield column, row
