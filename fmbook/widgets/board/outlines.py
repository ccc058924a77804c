"""The edge of a counter: its form and its rim say the side at any size, in any colour and to every kind of eye."""

from fmbook.widgets import theme
from fmbook.widgets.drawing.shapes import Ink, Path, Point, Polygons, Shape

__all__ = ["edge", "rim", "rim_ink", "rim_width", "sample"]

CLIPPED = (0.16, 0.4)  # of half a counter: how much of its corners the first side lacks, and the second
WORN = 0.62


def edge(at: Point, size: float, side: int, *, worn: bool = False) -> Path:
    """A square, its corners hardly clipped for the first side and clearly for the second; a depleted one lacks one."""
    (x, y), half = at, size / 2
    clip = half * CLIPPED[side]
    cut = half * WORN if worn else clip
    left, right, top, low = x - half, x + half, y - half, y + half
    return (
        (left + clip, top), (right - clip, top), (right, top + clip), (right, low - cut), (right - cut, low),
        (left + clip, low), (left, low - clip), (left, top + clip),
    )  # fmt: skip


def rim_width(size: float) -> float:
    """Return how broad the rim of a counter is."""
    return round(min(max(size * theme.SIDE_RIM, theme.SIDE_RIM_LEAST), theme.SIDE_RIM_MOST), 1)


def rim(at: Point, size: float, side: int, *, worn: bool = False) -> Path:
    """The middle of the line that runs inside the edge: a light one for the first side, a dark one for the second."""
    return edge(at, size - rim_width(size) - theme.COUNTER_BODY.width / 2, side, worn=worn)


def rim_ink(size: float, side: int) -> Ink:
    """What the rim is drawn with."""
    return Ink(stroke=theme.SIDE_RIMS[side], width=rim_width(size))


def sample(at: Point, size: float, side: int, fill: str) -> list[Shape]:
    """A counter without words, for a key."""
    body = Ink(fill=fill, stroke=theme.COUNTER_BODY.stroke, width=theme.COUNTER_BODY.width)
    return [
        Polygons("key-counter", (edge(at, size, side),), body),
        Polygons("key-rim", (rim(at, size, side),), rim_ink(size, side)),
    ]
