"""Hills as light and shade, and lines of equal height, from the heights in the board's file."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import cos, radians, sin
from typing import Final

import numpy as np

from fmbook.core.errors import DataError
from fmbook.geometry.boards import Board
from fmbook.geometry.layouts import HexLayout
from fmbook.widgets import theme
from fmbook.widgets.board.boardstyle import looks
from fmbook.widgets.board.survey import Survey
from fmbook.widgets.drawing import curves
from fmbook.widgets.drawing.isolines import Grid, areas_above, lines_at, smooth_grid
from fmbook.widgets.drawing.shapes import Ink, Lines, Path, Polygons, Shape

__all__ = ["contours", "heights_of", "shade", "shaded", "sunshine"]

STEP: Final = 0.5  # hexes from node to node of the surface
EDGE: Final = 1.0  # hexes: how far it runs on beyond the board
REACH: Final = 0.62  # hexes: how far a height bends the surface
STEEPER: Final = 6.0  # how many times the ground is steepened before light falls on it
DEEP: Final = 0.08
SHORTEST: Final = 2.5  # hexes: contours shorter than this are clutter
FINE: Final = 0.2  # pixels: how far a line may run beside the true one
ROUGH: Final = 1.3
LEAST_PATCH: Final = 0.5  # square hexes


def shade(survey: Survey) -> list[Shape]:
    """Shadow on slopes that turn from the light, in thin layers one upon the other, so that no edge is seen."""
    return _layers(survey, "shade", -1, theme.SHADES, theme.SHADE)


def sunshine(survey: Survey) -> list[Shape]:
    """Light on slopes that turn to it, in layers like those of the shade."""
    return _layers(survey, "light", 1, theme.LIGHTS, theme.LIGHT)


def _layers(survey: Survey, name: str, way: int, levels: Sequence[float], ink: Ink) -> list[Shape]:
    if not survey.looks.height_m:
        return []
    thick = 1 if survey.detail == "full" else 2
    layer = replace(ink, alpha=ink.alpha * thick)
    return [Polygons(name, tuple(_areas(survey, way, level)), layer) for level in levels[::thick]]


def contours(survey: Survey) -> list[Shape]:
    """A line every so many metres, every second one bolder; only the bold ones in a light picture."""
    if not survey.looks.height_m:
        return []
    surface, step = _surface(survey.board), theme.CONTOUR_STEP
    levels = range(int(surface.min() // step + 1) * step, int(surface.max()) + 1, step)
    bold = [level for level in levels if level % (2 * step) == 0]
    thin = [level for level in levels if level % (2 * step)] if survey.detail == "full" else []
    return [
        Lines("contours", tuple(line for level in thin for line in _lines(survey, surface, level)), theme.CONTOUR),
        Lines(
            "contours-bold",
            tuple(line for level in bold for line in _lines(survey, surface, level)),
            theme.CONTOUR_BOLD,
        ),
    ]


def shaded(survey: Survey) -> frozenset[int]:
    """The places that lie in deep shade."""
    if not survey.looks.height_m:
        return frozenset()
    west, north, *_ = survey.board.bounds
    centres = np.array([survey.board.centre(place) for place in range(len(survey.board.places))])
    columns, rows = np.rint((centres - (west - EDGE, north - EDGE)) / STEP).astype(int).T
    return frozenset(np.nonzero(_light(survey.board)[rows, columns] < -DEEP)[0].tolist())


# --- the surface ----------------------------------------------------------------------------


def heights_of(board: Board) -> dict[str, float]:
    """The height of each hex in metres, those that are not on the board included."""
    layout, rows = board.layout, looks(board).height_m.split("\n")
    if not isinstance(layout, HexLayout):
        raise DataError(board.id, "$.style.height_m", "expected a board of hexes")
    grid = layout.grid
    firsts = grid.firsts if grid.first in ("south", "east") else grid.firsts[::-1]
    seconds = grid.seconds if grid.second in ("south", "east") else grid.seconds[::-1]
    found: dict[str, float] = {}
    for row in filter(None, map(str.split, rows)):
        label, cells = int(row[0]), [float(cell) for cell in row[1:]]
        names = (
            [grid.name(first, label) for first in firsts] if grid.flat_top else [grid.name(label, s) for s in seconds]
        )
        if len(cells) != len(names):
            problem = f"expected {len(names)} heights in row {row[0]}, found {len(cells)}"
            raise DataError(board.id, "$.style.height_m", problem)
        found |= dict(zip(names, cells, strict=True))
    return found


@lru_cache(maxsize=4)
def _surface(board: Board) -> Grid:
    layout = board.layout
    assert isinstance(layout, HexLayout)
    on_board = {name: board.centre(place) for place, name in enumerate(board.places)}
    known = heights_of(board)
    points = np.array([on_board.get(name) or layout.grid.centre(name) for name in known])
    west, north, east, south = board.bounds
    xs, ys = (np.arange(least - EDGE, most + EDGE, STEP) for least, most in ((west, east), (north, south)))
    return smooth_grid(points, np.array(list(known.values())), xs, ys, REACH)


@lru_cache(maxsize=4)
def _light(board: Board) -> Grid:
    """How much more light falls on the ground than on level ground, at 45 degrees."""
    hints, surface = looks(board), _surface(board)
    fit = hints.fit
    metres = STEP * (fit.hex_metres if fit else 1000.0) / STEEPER
    down, across = np.gradient(surface, metres)
    from_east, from_north = sin(radians(hints.light)), cos(radians(hints.light))
    facing = -across * from_east + down * from_north
    level = sin(radians(45))
    return np.asarray((facing * level + level) / np.sqrt(1 + across**2 + down**2) - level)


@lru_cache(maxsize=32)
def _rings(board: Board, way: int, level: float) -> list[Grid]:
    """Around all ground that gets so much more light than level ground, or with the other sign so much less."""
    return areas_above(way * _light(board), level)


def _areas(survey: Survey, way: int, level: float) -> list[Path]:
    rings = [_on_sheet(survey, ring) for ring in _rings(survey.board, way, level)]
    least = LEAST_PATCH * survey.frame.hex**2
    return curves.with_holes([ring for ring in rings if abs(curves.area(ring)) > least])


def _lines(survey: Survey, surface: Grid, level: float) -> list[Path]:
    lines = [_on_sheet(survey, line) for line in lines_at(surface, level)]
    return [line for line in lines if curves.length(line) > survey.size(SHORTEST)]


def _on_sheet(survey: Survey, line: Grid) -> Path:
    west, north, *_ = survey.board.bounds
    path = survey.frame.pixels(tuple((west - EDGE + x * STEP, north - EDGE + y * STEP) for x, y in line.tolist()))
    if survey.detail == "light":
        return curves.simplified(path, ROUGH)
    return curves.simplified(curves.round_corners(path, times=1), FINE)
