"""What is written of each sector: its name, its number, the sign of an exit, the white dot, its victory points."""

from collections.abc import Iterator
from math import cos, sin, tau

from fmbook.widgets import theme
from fmbook.widgets.board.fort import inks
from fmbook.widgets.board.fort.plan import FortPlan
from fmbook.widgets.drawing.shapes import Circles, Lines, Path, Point, Polygons, Shape, Texts

__all__ = ["dot", "stairs", "star", "words"]


def words(plan: FortPlan) -> Iterator[Shape]:
    """All names and signs."""
    board, signs = plan.board, plan.signs
    stairs_at = [sign.stairs for sign in signs if sign.stairs]
    yield from stairs(*stairs_at)
    yield from dot(*(sign.dot for sign in signs if sign.dot))
    stars = [(place, sign.star) for place, sign in enumerate(signs) if sign.star]
    yield from star({at: board.number("vp", place) for place, at in stars})
    numbers = tuple((board.name(place), sign.number) for place, sign in enumerate(signs))
    yield Texts("sector-numbers", numbers, theme.SECTOR_NUMBERS)
    yield Texts("sector-names", tuple(line for sign in signs for line in sign.name), theme.SECTOR_NAMES)


def stairs(*spots: Point) -> Iterator[Shape]:
    """Steps that lead down, for an exit."""
    glow = inks.MOUNTS_GLOW
    paths = tuple(
        ((x - 6, y + 5), (x - 6, y + 1.5), (x - 2, y + 1.5), (x - 2, y - 2), (x + 2, y - 2), (x + 2, y - 5.5),
         (x + 6, y - 5.5))
        for x, y in spots
    )  # fmt: skip
    yield Lines("exit-glow", paths, glow)
    yield Lines("exits", paths, inks.STAIRS)


def dot(*spots: Point) -> Iterator[Shape]:
    """The white dot of a sector that a certain work sweeps."""
    yield Circles("white-dots", spots, 3.6, inks.SWEPT_DOT)


def star(points: dict[Point, int], *, taken: bool = False) -> Iterator[Shape]:
    """A star with the victory points in it: gold ones, and those that have been taken in the first side's colour."""
    ink, style = (inks.VP_TAKEN, theme.VP_TAKEN_FIGURES) if taken else (inks.VP, theme.VP_FIGURES)
    yield Polygons("victory-taken" if taken else "victory-points", tuple(map(_star, points)), ink)
    figures = tuple((str(number), (x, y + 0.6)) for (x, y), number in points.items())
    yield Texts("victory-figures", figures, style)


def _star(at: Point) -> Path:
    spokes = ((tau * n / 10, 11.0 if n % 2 == 0 else 7.0) for n in range(10))
    return tuple((at[0] + far * sin(turn), at[1] - far * cos(turn)) for turn, far in spokes)
