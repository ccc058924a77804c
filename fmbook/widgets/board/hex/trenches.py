"""Trenches along the borders: a line that zigzags in bays, with teeth toward the enemy."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from math import dist
from typing import Final

from fmbook.widgets import theme
from fmbook.widgets.board.boardstyle import TrenchLook
from fmbook.widgets.board.hex.craters import WAYS
from fmbook.widgets.board.survey import Survey
from fmbook.widgets.drawing.curves import between
from fmbook.widgets.drawing.shapes import Ink, Lines, Path, Point, Shape

__all__ = ["teeth", "trench_inks", "trenches", "zigzag"]

BAY: Final = (0.28, 0.72)  # of a side: where it runs a little nearer to the enemy
TEETH: Final = (0.3, 0.7)
WOBBLE: Final = 0.4  # of the depth of a bay


def trenches(survey: Survey) -> list[Shape]:
    """The rear lines first, so that the front lies on top; the halos below all."""
    ranked = sorted(survey.trenches.items(), key=lambda line: -survey.looks.trenches[line[0]].rank)
    halos: list[Shape] = []
    lines: list[Shape] = []
    for feature, chains in ranked:
        look = survey.looks.trenches[feature]
        halo, line, tooth = trench_inks(look)
        paths = [(chain, facing(chain, look)) for chain in chains]
        fine = survey.detail == "full"
        zigzags = tuple(zigzag(chain, side, look.rank) for chain, side in paths) if fine else chains
        at, every = (TEETH, 1) if fine else ((0.5,), 2)
        points = tuple(tip for chain, side in paths for tip in teeth(chain, side, look.rank, at, every))
        halos.append(Lines(f"{feature}-halo", zigzags, halo))
        lines += [Lines(f"{feature}-teeth", points, tooth), Lines(feature, zigzags, line)]
    return [*halos, *lines]


def trench_inks(look: TrenchLook) -> tuple[Ink, Ink, Ink]:
    """Halo, line and teeth."""
    colour = (theme.TRENCH_BLUE if look.colour == "blue" else theme.TRENCH_RED)[look.rank - 1]
    width = theme.TRENCH_WIDTHS[look.rank - 1]
    halo = replace(theme.TRENCH_HALO, width=width + theme.TRENCH_HALO.width)
    return halo, Ink(stroke=colour, width=width), Ink(stroke=colour, width=max(1.0, width * theme.TRENCH_TOOTH))


def facing(chain: Path, look: TrenchLook) -> int:
    """On which hand of the line the enemy is: 1 if on the left of the screen's walker, else -1."""
    way = WAYS[look.toward]
    toward = sum((by - ay) * way[0] - (bx - ax) * way[1] for (ax, ay), (bx, by) in pairwise(chain))
    return 1 if toward > 0 else -1


def zigzag(chain: Path, side: int, rank: int) -> Path:
    """Every side of a hex has a bay, a little uneven, as if dug by hand."""
    deep = theme.TRENCH_WIDTHS[rank - 1] * theme.TRENCH_BAY
    points: list[Point] = [chain[0]]
    for n, (a, b) in enumerate(pairwise(chain)):
        out = _across(a, b, side)
        depth = deep * (1 + WOBBLE * ((n * 7919 % 13) / 6 - 1))
        for share, off in ((BAY[0], 0.0), (BAY[0] + 0.04, depth), (BAY[1] - 0.04, depth), (BAY[1], 0.0)):
            x, y = between(a, b, share)
            points.append((x + out[0] * off, y + out[1] * off))
        points.append(b)
    return tuple(points)


def teeth(chain: Path, side: int, rank: int, at: Iterable[float] = TEETH, every: int = 1) -> Iterator[Path]:
    """Short strokes at the sides of hexes, two at each unless said otherwise."""
    long = theme.TRENCH_TEETH[rank - 1]
    for a, b in list(pairwise(chain))[::every]:
        out = _across(a, b, side)
        for share in at:
            x, y = between(a, b, share)
            yield (x, y), (x + out[0] * long, y + out[1] * long)


def _across(a: Point, b: Point, side: int) -> Point:
    far = dist(a, b) or 1.0
    return side * (b[1] - a[1]) / far, -side * (b[0] - a[0]) / far
