"""The works of a fort, each kind with a sign of its own, drawn as seen from above."""

from collections.abc import Callable, Iterator
from math import atan2, cos, degrees, radians, sin, tau
from typing import Final, NamedTuple

from fmbook.widgets.board.fort import inks
from fmbook.widgets.board.fort.plan import FortPlan
from fmbook.widgets.drawing.shapes import Circles, Ink, Lines, Path, Point, Polygons, Shape

__all__ = ["glider", "symbol", "works"]

# of a glider's span: its right half, from the nose to the tail
HALF: Final = (
    (0.05, 0.16), (0.5, 0.12), (0.5, 0.03), (0.05, -0.02), (0.035, -0.34), (0.15, -0.38), (0.15, -0.44),
)  # fmt: skip


class Stand(NamedTuple):
    """Where a work stands on a sheet, which way it looks, and how many pixels one of its metres has."""

    at: Point
    front: float
    size: float

    def point(self, right: float, ahead: float) -> Point:
        """A point so many metres to the right of the work's middle and ahead of it."""
        way = radians(self.front)
        x = right * cos(way) + ahead * sin(way)
        y = right * sin(way) - ahead * cos(way)
        return self.at[0] + x * self.size, self.at[1] + y * self.size

    def path(self, *points: Point) -> Path:
        """A line or ring of such points."""
        return tuple(self.point(*point) for point in points)

    def round(self, radius: float, count: int, turn: float = 0.0) -> Path:
        """A ring of equal sides; the first corner lies ahead."""
        corners = (tau * n / count + turn for n in range(count))
        return tuple(self.point(radius * sin(a), radius * cos(a)) for a in corners)


def works(plan: FortPlan) -> Iterator[Shape]:
    """All works, those that only look like guns among them."""
    size = plan.frame.scale * inks.WORK_SIZE
    middle = plan.at((0.0, 0.0))
    for work in plan.fort.work:
        at = plan.at(work.at)
        front = work.front if "cupola" not in work.kind else 0.0
        if work.kind in ("ditch_block", "ditch_block_with_cupola", "gate_block"):
            front = degrees(atan2(at[0] - middle[0], middle[1] - at[1]))
        if work.kind == "canal_block":
            yield Lines("shaft", (_shaft(plan, at),), inks.SHAFT)
        yield from symbol(work.kind, Stand(at, front, size))


def _shaft(plan: FortPlan, at: Point) -> Path:
    """From a block at the foot of the cutting to the nearest spot of the rim."""
    points = [point for ring in plan.rim for point in ring]
    nearest = sorted(points, key=lambda p: (p[0] - at[0]) ** 2 + (p[1] - at[1]) ** 2)[:2]
    (ax, ay), (bx, by) = nearest
    span = (bx - ax) ** 2 + (by - ay) ** 2 or 1.0
    share = max(0.0, min(1.0, ((at[0] - ax) * (bx - ax) + (at[1] - ay) * (by - ay)) / span))
    return at, (ax + share * (bx - ax), ay + share * (by - ay))


def symbol(kind: str, stand: Stand) -> Iterator[Shape]:
    """The sign of one work."""
    yield from SYMBOLS[kind](stand)


def glider(at: Point, way: float, wide: float) -> Path:
    """A glider on the ground: long wings, a thin body; nose ahead, then round by the right wing and the tail."""
    stand = Stand(at, way, wide)
    return stand.path((0, 0.34), *HALF, (0, -0.42), *((-right, ahead) for right, ahead in reversed(HALF)))


def _block(ring: Path) -> Iterator[Shape]:
    shadow = tuple((x + 1.8, y + 2.2) for x, y in ring)
    yield Polygons("work-shadow", (shadow,), inks.CONCRETE_SHADOW)
    yield Polygons("work", (ring,), inks.CONCRETE)


def _casemate(stand: Stand) -> Iterator[Shape]:
    """A long block with three guns in its front."""
    barrels = tuple(stand.path((right, 6), (right, 18)) for right in (-10, 0, 10))
    yield Lines("barrels", barrels, inks.BARRELS)
    yield from _block(stand.path((-17, -9), (17, -9), (17, 9), (-17, 9)))
    yield Lines("work-back", (stand.path((-17, -9), (17, -9)),), Ink(stroke=inks.CONCRETE.stroke, width=3.0))


def _mg_casemate(stand: Stand) -> Iterator[Shape]:
    """A hexagon with two slits."""
    yield from _block(stand.round(13, 6))
    slits = stand.path((-7, 0), (-2, 0)), stand.path((2, 0), (7, 0))
    yield Lines("slits", slits, inks.BARRELS)


def _cupola(stand: Stand, radius: float, ring: float = 0.0) -> Iterator[Shape]:
    shadow = (stand.at[0] + 1.8, stand.at[1] + 2.2)
    yield Circles("work-shadow", (shadow,), (ring or radius) * stand.size, inks.CONCRETE_SHADOW)
    if ring:
        yield Circles("cupola-ring", (stand.at,), ring * stand.size, inks.CUPOLA_RING)
    yield Circles("cupola", (stand.at,), radius * stand.size, inks.CUPOLA)
    barrels = tuple(stand.path((right, 1), (right, max(radius, ring) + 7)) for right in (-3.5, 3.5))
    yield Lines("barrels", barrels, inks.BARRELS)


def _fixed_cupola(stand: Stand) -> Iterator[Shape]:
    yield from _cupola(stand, 14)


def _retracting_cupola(stand: Stand) -> Iterator[Shape]:
    yield from _cupola(stand, 9, 14)


def _dummy_cupola(stand: Stand) -> Iterator[Shape]:
    yield Circles("dummy", (stand.at,), 11 * stand.size, inks.DUMMY)


def _ditch_block(stand: Stand) -> Iterator[Shape]:
    """A pentagon, its point outward."""
    yield from _block(stand.round(14, 5))


def _ditch_block_with_cupola(stand: Stand) -> Iterator[Shape]:
    yield from _block(stand.round(17, 5))
    yield Circles("cupola", (stand.at,), 8 * stand.size, inks.CUPOLA)
    barrels = tuple(
        ((stand.at[0] + right, stand.at[1]), (stand.at[0] + right, stand.at[1] - 11 * stand.size)) for right in (-2, 2)
    )
    yield Lines("barrels", barrels, inks.BARRELS.thinned(0.8))


def _gate_block(stand: Stand) -> Iterator[Shape]:
    """A pentagon with an arch."""
    yield from _block(stand.round(16, 5))
    x, y = stand.at
    s = stand.size
    arch = tuple((x + 4.5 * s * cos(tau * n / 16), y - 1 * s - 4.5 * s * sin(tau * n / 16)) for n in range(9))
    yield Polygons("gate", ((*arch, (x - 4.5 * s, y + 6 * s), (x + 4.5 * s, y + 6 * s)),), inks.CONCRETE_DARK)


def _canal_block(stand: Stand) -> Iterator[Shape]:
    yield from _block(stand.path((-10, -10), (10, -10), (10, 10), (-10, 10)))
    yield Lines("slits", (stand.path((-5, 0), (5, 0)),), inks.BARRELS)


def _open_mg(stand: Stand) -> Iterator[Shape]:
    """Three mounts like a Y."""
    mounts = [
        line
        for right in (-15, 0, 15)
        for line in (
            stand.path((right, -7), (right, 0)), stand.path((right - 5, 8), (right, 0), (right + 5, 8)),
        )
    ]  # fmt: skip
    yield Lines("mounts-glow", tuple(mounts), inks.MOUNTS_GLOW)
    yield Lines("mounts", tuple(mounts), inks.BARRELS)


SYMBOLS: Final[dict[str, Callable[[Stand], Iterator[Shape]]]] = {
    "casemate": _casemate,
    "mg_casemate": _mg_casemate,
    "fixed_cupola": _fixed_cupola,
    "retracting_cupola": _retracting_cupola,
    "dummy_cupola": _dummy_cupola,
    "ditch_block": _ditch_block,
    "ditch_block_with_cupola": _ditch_block_with_cupola,
    "gate_block": _gate_block,
    "canal_block": _canal_block,
    "open_mg": _open_mg,
}
