"""Where land and water meet: the outlines of a board's file in pixels, or those of its hexes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING, Final

from fmbook.core.errors import DataError
from fmbook.widgets.board.boardstyle import Channel, Coast
from fmbook.widgets.drawing import curves
from fmbook.widgets.drawing.shapes import Path, Point

if TYPE_CHECKING:
    from fmbook.widgets.board.survey import Survey

__all__ = ["Shores", "shores"]

POOL: Final = 0.72  # of a hex


@dataclass(frozen=True, slots=True)
class Shores:
    """Land in the sea, ground under water, and narrow water in the land, as rings."""

    land: tuple[Path, ...] = ()
    flooded: tuple[Path, ...] = ()
    channels: tuple[Path, ...] = ()
    banks: tuple[Path, ...] = ()
    """Both sides of each channel."""
    shore: tuple[Path, ...] = ()
    """Where land meets sea, if that is not all of the outlines of the land."""


def shores(survey: "Survey") -> Shores:
    """What the board's file draws, or else the hexes with their corners cut."""
    if coast := survey.looks.coast:
        land = tuple(_soft(survey, coast, ring) for ring in coast.land)
        bands = [band for channel in coast.channel if all(band := _band(survey, coast, channel, land))]
        return Shores(
            land=land,
            flooded=tuple(_ring(survey, coast, ring) for ring in coast.flooded),
            channels=tuple((*left, *right[::-1]) for left, right in bands),
            banks=tuple(bank for band in bands for bank in band),
        )
    pools = tuple(_pool(survey, place) for place in sorted(survey.having("inlet")))
    return Shores(
        land=tuple(_land(survey)),
        flooded=survey.area(survey.having("flooded")),
        channels=pools,
        banks=tuple((*pool, pool[0]) for pool in pools),
        shore=tuple(map(curves.round_corners, _between_land_and_sea(survey))),
    )


def _land(survey: "Survey") -> Iterator[Path]:
    """All that is not sea; corners are cut towards the sea, not at the rim of the board."""
    sea = survey.having("sea")
    if not sea:
        return
    rim = {_key(point) for ring in survey.rim for point in ring}
    for ring in survey.area(frozenset(range(len(survey.board.places))) - sea, soft=False):
        for _ in range(2):
            ring = tuple(_cut(ring, rim))
        yield ring


def _cut(ring: Path, kept: set[Point]) -> Iterator[Point]:
    """A ring with its corners cut by a quarter, but for those that are kept."""
    for before, (x, y), after in zip((ring[-1], *ring), ring, (*ring[1:], ring[0]), strict=False):
        if _key((x, y)) in kept:
            yield x, y
        else:
            yield from (((3 * x + u) / 4, (3 * y + v) / 4) for u, v in (before, after))


def _between_land_and_sea(survey: "Survey") -> list[Path]:
    sea = survey.having("sea")
    sides = (survey.board.side(a, b) for a, b in survey.board.links() if (a in sea) != (b in sea))
    return [survey.frame.pixels(line) for line in curves.chains(piece for side in sides for piece in pairwise(side))]


def _key(point: Point) -> Point:
    return round(point[0], 2), round(point[1], 2)


def _pool(survey: "Survey", place: int) -> Path:
    """Water that reaches no side of its hex."""
    x, y = survey.centre(place)
    corners = tuple((x + (u - x) * POOL, y + (v - y) * POOL) for u, v in survey.outline(place))
    return curves.round_corners((*corners, corners[0]))[:-1]


def _soft(survey: "Survey", coast: Coast, text: str) -> Path:
    ring = _ring(survey, coast, text)
    if survey.detail == "light":
        return curves.simplified(ring, 0.5)
    return curves.round_corners((*ring, ring[0]), times=1)[:-1]


def _band(survey: "Survey", coast: Coast, channel: Channel, land: Sequence[Path]) -> tuple[Path, Path]:
    """The two banks along a soft line, as far as it runs in the land."""
    line = curves.through(_ring(survey, coast, channel.points), steps=4)
    first, last = map(survey.size, channel.width)
    left, right = [], []
    for n, ((x, y), (across_x, across_y)) in enumerate(zip(line, _across(line), strict=True)):
        if any(curves.inside((x, y), ring) for ring in land):
            half = (first + (last - first) * n / (len(line) - 1)) / 2
            left.append((x + across_x * half, y + across_y * half))
            right.append((x - across_x * half, y - across_y * half))
    return tuple(left), tuple(right)


def _across(line: Path) -> Iterator[Point]:
    """Square to the line, of length 1, at each of its points."""
    for (ax, ay), (bx, by) in pairwise((line[0], *_middles(line), line[-1])):
        far = hypot(bx - ax, by - ay) or 1.0
        yield (by - ay) / far, -(bx - ax) / far


def _middles(line: Path) -> list[Point]:
    return [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in pairwise(line)]


def _ring(survey: "Survey", coast: Coast, text: str) -> Path:
    x, y = survey.board.centre(survey.board.at(coast.origin))
    return survey.frame.pixels(tuple((x + east, y + south) for east, south in _points(survey, text.split())))


def _points(survey: "Survey", words: Sequence[str]) -> Iterator[Point]:
    for word in words:
        east, _, south = word.partition(",")
        try:
            yield float(east), float(south)
        except ValueError:
            raise DataError(
                survey.board.id, "$.style.coast", f"expected a point such as 1.5,-2, found “{word}”"
            ) from None
