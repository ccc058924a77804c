"""Where things are: grids, boards and their files. No rules, no widgets."""

from fmbook.ground.boardfile import load_board
from fmbook.ground.boards import Board, Path, Provenance
from fmbook.ground.grids import grid
from fmbook.ground.hexes import Cube, Direction, Grid, Point, parse_side
from fmbook.ground.sketches import sketch

__all__ = [
    "Board",
    "Cube",
    "Direction",
    "Grid",
    "Path",
    "Point",
    "Provenance",
    "grid",
    "load_board",
    "parse_side",
    "sketch",
]
