"""Where things are: grids, boards and their files. No rules, no widgets."""

from fmbook.ground.boards import Board, Path, Provenance
from fmbook.ground.hexes import Cube, Direction, Grid, Point, parse_side

__all__ = ["Board", "Cube", "Direction", "Grid", "Path", "Point", "Provenance", "parse_side"]
