"""How much room text takes. Fonts differ from machine to machine, so the estimate is a generous one."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, hypot, radians, sin
from typing import Final

from fmbook.core.language import told
from fmbook.widgets.drawing.curves import added
from fmbook.widgets.drawing.shapes import Lettering, Point

__all__ = ["WIDE", "Box", "box_of", "box_over", "width_of"]

WIDE = 0.56  # of the size: an average letter of running text
# of the size: letters of the widest font in the theme's lists; what is not here is as wide as an n
WIDTHS: Final = {
    **dict.fromkeys(" iljI.,:;'\u2019-()|", 0.34),
    **dict.fromkeys("frtJ", 0.45),
    **dict.fromkeys("wABEFKLPRSTUVXYZ", 0.78),
    **dict.fromkeys("CDGHNOQ", 0.85),
    **dict.fromkeys("mMW", 1.0),
    **dict.fromkeys("\u2003", 1.0),
    **dict.fromkeys("\u2009", 0.2),
}
LETTER: Final = 0.62
BOLDER: Final = 1.1  # how much wider bold letters are
SLIMMER: Final = 0.88  # how much slimmer letters without serifs are


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle by its middle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def edges(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom."""
        half_width, half_height = self.width / 2, self.height / 2
        return self.x - half_width, self.y - half_height, self.x + half_width, self.y + half_height

    def covers(self, point: Point, room: float = 0.0) -> bool:
        """Whether a point lies in the box or within ``room`` of it."""
        inside_x = abs(point[0] - self.x) <= self.width / 2 + room
        return inside_x and abs(point[1] - self.y) <= self.height / 2 + room

    def overlap(self, other: "Box") -> float:
        """The area that two boxes share."""
        wide = _shared(self.x, self.width, other.x, other.width)
        return wide * _shared(self.y, self.height, other.y, other.height)

    def nearest(self, point: Point) -> Point:
        """The point of the box that is nearest to another one."""
        left, top, right, bottom = self.edges
        return min(max(point[0], left), right), min(max(point[1], top), bottom)

    def gap(self, point: Point) -> float:
        """How far a point is from the box."""
        x, y = self.nearest(point)
        return hypot(point[0] - x, point[1] - y)


def width_of(words: str, style: Lettering) -> float:
    """The room that words take along the line, by estimate."""
    letters = added(WIDTHS.get(letter, LETTER) for letter in told(words))
    return letters * style.size * (BOLDER if style.weight > 500 else 1.0) * (1.0 if style.serif else SLIMMER)


def box_of(words: str, at: Point, style: Lettering) -> Box:
    """The room that words take, by estimate; turned ones take more of it."""
    wide, high = width_of(words, style), style.size * 1.15
    if not style.turn:
        return Box(at[0], at[1], wide, high)
    c, s = abs(cos(radians(style.turn))), abs(sin(radians(style.turn)))
    return Box(at[0], at[1], wide * c + high * s, wide * s + high * c)


def box_over(points: Iterable[Point]) -> Box:
    """The least box over some points."""
    xs, ys = zip(*points, strict=True)
    left, top, right, bottom = min(xs), min(ys), max(xs), max(ys)
    return Box((left + right) / 2, (top + bottom) / 2, right - left, bottom - top)


def _shared(middle: float, size: float, other_middle: float, other_size: float) -> float:
    """How much of two stretches of a line lies in both."""
    return max(0.0, min(size, other_size, (size + other_size) / 2 - abs(middle - other_middle)))
