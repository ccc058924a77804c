"""Where one can go in a fort and what one can attack: rims that are told apart without their colour."""

from collections.abc import Iterable, Iterator

from fmbook.widgets import theme
from fmbook.widgets.board.fort import inks
from fmbook.widgets.board.fort.plan import FortPlan
from fmbook.widgets.drawing import curves
from fmbook.widgets.drawing.shapes import Lines, Path, Polygons, Shape

__all__ = ["targets"]

EVERY = 26.0  # pixels from tick to tick
TICK = 9.0
INSIDE = 0.93  # of a sector: the rim of a target lies inside its border


def targets(plan: FortPlan, places: Iterable[int]) -> list[Shape]:
    """Sectors that can be attacked: a rim with ticks that point inward, as in a gun sight."""
    found = [(place, _shrunk(plan, place)) for place in places]
    if not found:
        return []
    rings = tuple((*ring, ring[0]) for _, ring in found)
    ticks = tuple(tick for place, ring in found for tick in _ticks(plan, place, ring))
    return [
        Polygons("targets", tuple(ring for _, ring in found), inks.TARGET_FILL),
        Lines("target-glow", (*rings, *ticks), theme.SIGHT_GLOW),
        Lines("sights", (*rings, *ticks), theme.SIGHT),
    ]


def _shrunk(plan: FortPlan, place: int) -> Path:
    ring = plan.ring(place)
    x, y = curves.added(px for px, _ in ring) / len(ring), curves.added(py for _, py in ring) / len(ring)
    return tuple((x + (px - x) * INSIDE, y + (py - y) * INSIDE) for px, py in ring)


def _ticks(plan: FortPlan, place: int, ring: Path) -> Iterator[Path]:
    board, frame = plan.board, plan.frame
    for (x, y), (dx, dy) in curves.along((*ring, ring[0]), EVERY):
        ends = [(x - dy * TICK * side, y + dx * TICK * side) for side in (1, -1)]
        yield (x, y), next((end for end in ends if board.place_at(*frame.point(*end)) == place), (x, y))
