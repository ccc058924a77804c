"""The floor of a sector as a fine mesh: where words, signs and counters find room, and clear of one another."""

from collections.abc import Iterable, Sequence
from copy import copy
from typing import Any, Final

import numpy as np

from fmbook.widgets.drawing.shapes import Path, Point
from fmbook.widgets.drawing.text_size import Box

__all__ = ["Floor"]

MESH: Final = 2.0  # pixels
BEYOND: Final = 1.0  # what it costs to lie on a spot outside the sector
TAKEN: Final = 9.0  # and on one where something lies already
FAR: Final = 0.35  # for each pixel away from where a thing wants to be


class Floor:
    """The spots inside a ring, those near its rim left out, and which of them are taken."""

    def __init__(self, ring: Path, rim: float = 3.0) -> None:
        xs, ys = zip(*ring, strict=True)
        self._left, self._top = min(xs), min(ys)
        columns, rows = int((max(xs) - self._left) / MESH) + 2, int((max(ys) - self._top) / MESH) + 2
        self._x = self._left + (np.arange(columns) + 0.5) * MESH
        self._y = self._top + (np.arange(rows) + 0.5) * MESH
        self._inside = _inside(self._x[None, :], self._y[:, None], ring) & _far(self._x, self._y, ring, rim)
        self._taken = np.zeros_like(self._inside)

    def another(self) -> "Floor":
        """The same floor to lay other things down on."""
        other = copy(self)
        other._taken = self._taken.copy()
        return other

    def take(self, boxes: Iterable[Box]) -> None:
        """Lay something down on the floor."""
        for box in boxes:
            left, top, right, bottom = box.edges
            columns = (self._x > left - MESH) & (self._x < right + MESH)  # a spot is taken if any of it is
            self._taken |= ((self._y > top - MESH) & (self._y < bottom + MESH))[:, None] & columns[None, :]

    def best(self, width: float, height: float, near: Point) -> Point:
        """Where a box lies best: inside, on nothing else, and near a point; it may reach out if it must."""
        cost = BEYOND * ~self._inside + TAKEN * self._taken
        x, y, over = self._windows(cost, width, height)
        far = np.hypot(x[None, :] - near[0], y[:, None] - near[1])
        row, column = np.unravel_index(np.argmin(over * MESH + FAR * far), over.shape)
        return float(x[column]), float(y[row])

    def spots(self, count: int, sizes: Sequence[float], near: Point, gap: float) -> tuple[float, list[Point]]:
        """So many squares side by side, as large as may be, near a point; fewer if not even the smallest find room."""
        for size in sizes:
            found = self._packed(count, size, near, gap)
            if len(found) == count:
                break
        return size, found

    def _packed(self, count: int, size: float, near: Point, gap: float) -> list[Point]:
        x, y, over = self._windows((~self._inside | self._taken).astype(float), size, size)
        free, found = over < 0.5, list[Point]()
        cost = np.hypot(x[None, :] - near[0], y[:, None] - near[1])
        while len(found) < count and free.any():
            row, column = np.unravel_index(np.argmin(np.where(free, cost, np.inf)), free.shape)
            found.append((float(x[column]), float(y[row])))
            apart = (np.abs(y - y[row]) >= size + gap)[:, None] | (np.abs(x - x[column]) >= size + gap)[None, :]
            free &= apart
            # from the second on they close up, so that less of the floor is cut to pieces
            cost = np.minimum.reduce([np.hypot(x[None, :] - px, y[:, None] - py) for px, py in found])
        return found

    def _windows(self, cost: Any, width: float, height: float) -> tuple[Any, Any, Any]:
        """For each place that a box can have, what its spots cost together."""
        wide, high = (max(1, round(side / MESH)) for side in (width, height))
        padded = np.pad(cost, ((high, high), (wide, wide)), constant_values=BEYOND)
        sums = np.pad(padded.cumsum(0).cumsum(1), ((1, 0), (1, 0)))
        over = sums[high:, wide:] - sums[:-high, wide:] - sums[high:, :-wide] + sums[:-high, :-wide]
        x = self._left + (np.arange(over.shape[1]) - wide + wide / 2) * MESH
        y = self._top + (np.arange(over.shape[0]) - high + high / 2) * MESH
        return x, y, over


def _inside(x: Any, y: Any, ring: Path) -> Any:
    inside = np.zeros(np.broadcast(x, y).shape, dtype=bool)
    for (ax, ay), (bx, by) in _edges(ring):
        if ay != by:
            inside ^= ((ay > y) != (by > y)) & (x < ax + (y - ay) / (by - ay) * (bx - ax))
    return inside


def _far(x: Any, y: Any, ring: Path, least: float) -> Any:
    """Whether each spot is so far from the ring itself."""
    far = np.full((len(y), len(x)), True)
    for (ax, ay), (bx, by) in _edges(ring):
        span = (bx - ax) ** 2 + (by - ay) ** 2 or 1.0
        t = np.clip(((x[None, :] - ax) * (bx - ax) + (y[:, None] - ay) * (by - ay)) / span, 0, 1)
        far &= np.hypot(x[None, :] - ax - t * (bx - ax), y[:, None] - ay - t * (by - ay)) >= least
    return far


def _edges(ring: Path) -> Iterable[tuple[Point, Point]]:
    return zip(ring, (*ring[1:], ring[0]), strict=True)
