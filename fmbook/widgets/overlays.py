"""What is laid over map and counters for a moment: where one can go, what it costs, zones, targets, reasons."""

from collections.abc import Iterable, Mapping, Set

from fmbook.ground.boards import Board
from fmbook.widgets import theme
from fmbook.widgets.shapes import Lines, Point, Polygons, Shape, Texts
from fmbook.widgets.sheets import Frame

__all__ = ["costs", "crosses", "reachable", "targets", "veil", "zone"]


def reachable(board: Board, frame: Frame, places: Iterable[int]) -> list[Shape]:
    """Lighten the hexes that a unit can go to, with a rim that is seen without its colour."""
    rings = _shrunk(board, frame, places, 0.9)
    rims = tuple((*ring, ring[0]) for ring in rings)
    return (
        [Polygons("reachable", rings, theme.REACHABLE), Lines("reach-rim", rims, theme.REACHABLE_RIM)] if rings else []
    )


def targets(board: Board, frame: Frame, places: Iterable[int]) -> list[Shape]:
    """Mark the hexes that can be attacked: a ring and four ticks, like a gun sight."""
    ticks: list[tuple[Point, Point]] = []
    places = tuple(places)
    rings = _shrunk(board, frame, places, 0.92)
    for place in places:
        x, y = frame.pixel(board.centre(place))
        far, near = frame.scale * 0.5, frame.scale * 0.36
        ticks += [((x + dx * far, y + dy * far), (x + dx * near, y + dy * near)) for dx, dy in _COMPASS]
    return [Polygons("targets", rings, theme.TARGET), Lines("sights", tuple(ticks), theme.SIGHT)] if rings else []


def zone(board: Board, frame: Frame, places: Set[int], side: int) -> list[Shape]:
    """Hatch a zone of control: one side's strokes fall, the other's rise."""
    strokes: list[tuple[Point, Point]] = []
    for place in places:
        x, y = frame.pixel(board.centre(place))
        reach = frame.scale * 0.3
        lean = 1 if side == 0 else -1
        for off in (-0.26, 0.0, 0.26):
            shift, long = off * frame.scale, reach * (1 - abs(off))
            strokes.append(((x + shift - long * 0.5, y - lean * long), (x + shift + long * 0.5, y + lean * long)))
    return [Lines(f"zone-{side}", tuple(strokes), theme.ZONES[side])] if strokes else []


def costs(board: Board, frame: Frame, prices: Mapping[int, str]) -> list[Shape]:
    """Write what it costs to get to each hex."""
    if frame.scale < theme.COSTS_FROM:
        return []
    words = tuple(
        (price, (x, y + frame.scale * 0.32))
        for place, price in prices.items()
        for x, y in (frame.pixel(board.centre(place)),)
    )
    return [Texts("costs", words, theme.COST_WORDS)] if words else []


def crosses(board: Board, frame: Frame, places: Iterable[int]) -> list[Shape]:
    """Cross out the hexes that are the reason for a refusal."""
    strokes: list[tuple[Point, Point]] = []
    for place in places:
        x, y = frame.pixel(board.centre(place))
        arm = frame.scale * 0.3
        strokes += [((x - arm, y - arm), (x + arm, y + arm)), ((x - arm, y + arm), (x + arm, y - arm))]
    return [Lines("reasons-glow", tuple(strokes), theme.REASON_GLOW), Lines("reasons", tuple(strokes), theme.REASON)]


def veil(board: Board, frame: Frame) -> list[Shape]:
    """Lay the night over the board."""
    west, north, east, south = board.bounds
    corners = frame.pixels(((west, north), (east, north), (east, south), (west, south)))
    return [Polygons("night", (corners,), theme.NIGHT)]


_COMPASS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def _shrunk(board: Board, frame: Frame, places: Iterable[int], share: float) -> tuple[tuple[Point, ...], ...]:
    rings = []
    for place in places:
        x, y = frame.pixel(board.centre(place))
        ring = frame.pixels(board.outline(place))
        rings.append(tuple((x + (px - x) * share, y + (py - y) * share) for px, py in ring))
    return tuple(rings)
