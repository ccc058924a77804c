"""Where names are written: beside what they name, and clear of everything else."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import dist

from fmbook.widgets.shapes import Lettering, Point

__all__ = ["Box", "box_of", "place_names"]

WIDE = 0.56  # of the size: an average letter; fonts differ from machine to machine, so a little generous


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle by its middle."""

    x: float
    y: float
    width: float
    height: float

    def covers(self, point: Point, room: float = 0.0) -> bool:
        """Whether a point lies in the box or within ``room`` of it."""
        inside_x = abs(point[0] - self.x) <= self.width / 2 + room
        return inside_x and abs(point[1] - self.y) <= self.height / 2 + room

    def overlap(self, other: "Box") -> float:
        """The area that two boxes share."""
        wide = _shared(self.x, self.width, other.x, other.width)
        return wide * _shared(self.y, self.height, other.y, other.height)


def box_of(words: str, at: Point, style: Lettering) -> Box:
    """The room that words take, by estimate."""
    return Box(at[0], at[1], len(words) * style.size * WIDE, style.size * 1.15)


def place_names(
    names: Iterable[tuple[str, Point]],
    style: Lettering,
    *,
    reach: float,
    points: Iterable[Point],
    boxes: Iterable[Box],
    sheet: Box,
) -> list[tuple[str, Point]]:
    """Write each name near its place where it hides the fewest points and boxes, straight below if it can.

    ``reach`` is the distance from a place to the end of its hex. What is written is an obstacle for the next.
    """
    crowd, taken, placed = list(points), list(boxes), []
    for name, place in names:
        room = box_of(name, place, style)
        around = Box(*place, 3 * room.width + 2 * reach, 3 * room.height + 4 * reach)
        near_points = [point for point in crowd if around.covers(point)]
        near_boxes = [box for box in taken if around.overlap(box)]
        tries = [box_of(name, spot, style) for spot in _spots(place, reach, room.width / 2)]
        troubles = [
            _trouble(box, near_points, near_boxes, sheet) + 6 * dist((box.x, box.y), place) / reach for box in tries
        ]
        best = tries[troubles.index(min(troubles))]
        placed.append((name, (best.x, best.y)))
        taken.append(best)
    return placed


def _trouble(box: Box, points: Iterable[Point], boxes: Iterable[Box], sheet: Box) -> float:
    """How much words in this box would hide, and how far they would stick out."""
    hidden = sum(box.covers(point, 2) for point in points)
    shared = sum(box.overlap(other) for other in boxes)
    return hidden + shared + 9 * (box.width * box.height - box.overlap(sheet))


def _shared(middle: float, size: float, other_middle: float, other_size: float) -> float:
    """How much of two stretches of a line lies in both."""
    return max(0.0, min(size, other_size, (size + other_size) / 2 - abs(middle - other_middle)))


def _spots(place: Point, reach: float, half: float) -> list[Point]:
    """Below, above and beside a place, the most usual first."""
    x, y = place
    ups = [share * reach for share in (0.62, 0.72, 0.84, 0.0, 0.3, -0.3, -0.42, 1.1, 1.3, -0.95, -1.1)]
    asides = [share * (reach * 0.45 + half) for share in (0.0, 0.5, -0.5, 1.0, -1.0)]
    return [(x + aside, y + up) for aside in asides for up in ups]
