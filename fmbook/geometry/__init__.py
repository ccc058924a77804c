"""Where things are: grids, boards and their files. No rules, no widgets."""

from fmbook.geometry.boardfile import load_board
from fmbook.geometry.boards import Board, Path, Provenance
from fmbook.geometry.grids import grid
from fmbook.geometry.hexes import Cube, Direction, Grid, Point, parse_side
from fmbook.geometry.sketches import sketch

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
