"""Lines of equal height through a grid of values, and the areas above them. Pure geometry on numpy."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["Grid", "areas_above", "lines_at", "smooth_grid"]

Grid: TypeAlias = "npt.NDArray[np.float64]"
Chain: TypeAlias = "npt.NDArray[np.float64]"

TOP, RIGHT, BOTTOM, LEFT = range(4)
# for each set of corners above the level (1 north-west, 2 north-east, 4 south-east, 8 south-west):
# the pieces of line from side to side, the higher ground on the left hand
PIECES: Final = {
    1: ((LEFT, TOP),),
    2: ((TOP, RIGHT),),
    3: ((LEFT, RIGHT),),
    4: ((RIGHT, BOTTOM),),
    5: ((LEFT, TOP), (RIGHT, BOTTOM)),
    6: ((TOP, BOTTOM),),
    7: ((LEFT, BOTTOM),),
    8: ((BOTTOM, LEFT),),
    9: ((BOTTOM, TOP),),
    10: ((TOP, RIGHT), (BOTTOM, LEFT)),
    11: ((BOTTOM, RIGHT),),
    12: ((RIGHT, LEFT),),
    13: ((RIGHT, TOP),),
    14: ((TOP, LEFT),),
}


def smooth_grid(points: Grid, values: Grid, xs: Grid, ys: Grid, reach: float) -> Grid:
    """Bend scattered values to a smooth surface: each node is the mean of what lies near, the nearest counting most.

    A bell is the product of a bell in x and one in y, and points of a map stand in files and rows: two small matrices
    do for all pairs.
    """
    files, file = np.unique(points[:, 0].round(6), return_inverse=True)
    rows, row = np.unique(points[:, 1].round(6), return_inverse=True)
    there, known = np.zeros((len(rows), len(files))), np.zeros((len(rows), len(files)))
    there[row, file], known[row, file] = 1.0, values
    across = np.exp(-(((files[:, None] - xs) / reach) ** 2) / 2)
    down = np.exp(-(((ys[:, None] - rows) / reach) ** 2) / 2)
    return np.asarray((down @ known @ across) / (down @ there @ across))


def lines_at(grid: Grid, level: float) -> list[Chain]:
    """The lines on which the grid has this value, in steps of the grid (column, row).

    A line ends at the rim of the grid, or comes back to its first point.
    """
    return list(_chains(grid, level))


def areas_above(grid: Grid, level: float) -> list[Chain]:
    """Rings around all ground above the level, the rim of the grid included; higher ground on the left hand.

    A ring that turns the other way is the rim of a hollow.
    """
    low = min(float(grid.min()), level) - 1e4
    return [np.clip(ring - 1, 0, (grid.shape[1] - 1, grid.shape[0] - 1)) for ring in _chains(_walled(grid, low), level)]


def _walled(grid: Grid, low: float) -> Grid:
    return np.pad(grid, 1, constant_values=low)


def _chains(grid: Grid, level: float) -> Iterator[Chain]:
    follows = dict(_pieces(grid, level))
    reached = set(follows.values())
    starts = [start for start in follows if start not in reached]
    for start in (*starts, *follows):
        if start in follows:
            yield _points(grid, level, _walk(start, follows))


def _walk(start: int, follows: dict[int, int]) -> list[int]:
    chain = [start]
    while (following := follows.pop(chain[-1], None)) is not None:
        chain.append(following)
    return chain


def _pieces(grid: Grid, level: float) -> Iterable[tuple[int, int]]:
    """Each piece as the edges of the grid that it starts and ends on."""
    above = (grid >= level).astype(np.int8)
    cases = above[:-1, :-1] + 2 * above[:-1, 1:] + 4 * above[1:, 1:] + 8 * above[1:, :-1]
    columns = grid.shape[1]
    rows, places = np.nonzero((cases > 0) & (cases < 15))
    for row, column, case in zip(rows.tolist(), places.tolist(), cases[rows, places].tolist(), strict=True):
        at = 2 * (row * columns + column)
        sides = at, at + 3, at + 2 * columns, at + 1
        for here, there in PIECES[case]:
            yield sides[here], sides[there]


def _points(grid: Grid, level: float, chain: list[int]) -> Chain:
    """Where the line crosses its edges. Edge 2n lies east of node n, edge 2n + 1 south of it."""
    edges: npt.NDArray[Any] = np.array(chain)
    rows, columns = np.divmod(edges // 2, grid.shape[1])
    south = edges % 2
    one, other = grid[rows, columns], grid[rows + south, columns + 1 - south]
    share = (level - one) / (other - one)
    return np.stack([columns + share * (1 - south), rows + share * south], axis=1)
