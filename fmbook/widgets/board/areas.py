"""What some places of a board cover, as rings."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from fmbook.geometry.boards import Board
from fmbook.widgets.drawing import curves
from fmbook.widgets.drawing.shapes import Path, Point

__all__ = ["rim", "union"]


def union(board: Board, places: Collection[int], *, soft: int) -> Iterator[Path]:
    """The outline of each connected patch of places, its corners cut so many times; holes are cut in by slits."""
    for patch in _patches(board, places):
        rings = curves.chains(_outer_edges(board, patch))
        yield curves.slit(curves.round_corners(ring, times=soft) for ring in rings)


def rim(board: Board) -> list[Path]:
    """The rim of a board as closed lines (first point = last), those of holes too."""
    return curves.chains(_outer_edges(board, range(len(board.places))))


def _outer_edges(board: Board, patch: Collection[int]) -> Iterable[tuple[Point, Point]]:
    """The edges that only one place of the patch has."""
    inside = set(patch)
    if board.layout.kind == "hex":
        return [edge for place in patch for edge in _open_sides(board, place, inside)]
    edges: dict[frozenset[Point], tuple[Point, Point]] = {}
    for place in patch:
        for edge in _edges(board, place):
            if edges.pop(frozenset(edge), None) is None:
                edges[frozenset(edge)] = edge
    return list(edges.values())


def _open_sides(board: Board, hex_: int, inside: set[int]) -> list[tuple[Point, Point]]:
    """The sides of a hex without those that it shares; on a large board most hexes have none."""
    beside = inside.intersection(board.neighbours[hex_])
    if len(beside) == 6:
        return []
    corners = _hex_corners(board)
    around = [corners(other) for other in beside]
    return [(a, b) for a, b in _closed(corners(hex_)) if not any(a in other and b in other for other in around)]


@lru_cache(maxsize=8)
def _hex_corners(board: Board) -> Callable[[int], tuple[Point, ...]]:
    """Gives the corners of a hex, rounded so that neighbours name them alike; each is reckoned once."""
    x, y = board.centre(0)
    offsets = [(u - x, v - y) for u, v in board.outline(0)]

    @cache
    def corners(place: int) -> tuple[Point, ...]:
        middle_x, middle_y = board.centre(place)
        return tuple(_rounded((middle_x + u, middle_y + v)) for u, v in offsets)

    return corners


def _edges(board: Board, place: int) -> Iterable[tuple[Point, Point]]:
    return _closed([_rounded(corner) for corner in board.outline(place)])


def _closed(corners: Sequence[Point]) -> Iterable[tuple[Point, Point]]:
    return pairwise((*corners, corners[0]))


def _rounded(point: Point) -> Point:
    return round(point[0], 6) + 0.0, round(point[1], 6) + 0.0


def _patches(board: Board, places: Iterable[int]) -> Iterator[list[int]]:
    left = set(places)
    for start in sorted(left):
        if start in left:
            left.discard(start)
            patch = [start]
            for place in patch:
                beside = [other for other in board.neighbours[place] if other in left]
                left.difference_update(beside)
                patch += beside
            yield sorted(patch)
