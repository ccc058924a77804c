"""A board as a picture: paper, sea, fields, hills, woods, towns, rivers, roads, trenches, grid, names.

What is drawn is looked up by the plain names of features (``woods``, ``river``, ``road`` …); the board's ``[style]``
may say that a feature is drawn like another. One that has no drawing here is still named when a reader asks about
its hex.
"""

from functools import lru_cache

from fmbook.geometry.boards import Board
from fmbook.widgets import theme
from fmbook.widgets.board.boardstyle import looks
from fmbook.widgets.board.fort import fort
from fmbook.widgets.board.hex.captions import captions, heights, marks, names, numbers
from fmbook.widgets.board.hex.cities import bases
from fmbook.widgets.board.hex.craters import craters, torn_ground
from fmbook.widgets.board.hex.crossings import borders, crossings, steam, ways_off
from fmbook.widgets.board.hex.hills import hills, peaks
from fmbook.widgets.board.hex.land import edge, fields, grid, land, mat
from fmbook.widgets.board.hex.marsh import marshes, reeds
from fmbook.widgets.board.hex.relief import contours, shade, sunshine
from fmbook.widgets.board.hex.roads import posts, railways, rivers, roads
from fmbook.widgets.board.hex.towns import cities, houses, towns
from fmbook.widgets.board.hex.trenches import trenches
from fmbook.widgets.board.hex.water import channels, floods, sea, shoreline, waves
from fmbook.widgets.board.hex.waterworks import boundaries, canals, causeways, closed_sides, docks, dykes, ports
from fmbook.widgets.board.hex.woods import trees, woods
from fmbook.widgets.board.margin import margin, title_and_key
from fmbook.widgets.board.prepared import picture
from fmbook.widgets.board.sheets import Frame
from fmbook.widgets.board.survey import Detail, Numbering, Survey, on_screen
from fmbook.widgets.drawing.shapes import Circles, Lines, Picture, Polygons, Shape, Texts

__all__ = ["Detail", "Numbering", "ground"]

LAYERS = (
    *(land, sea, sunshine, torn_ground, fields, hills, marshes, woods, floods, towns, docks, shade, contours),
    *(shoreline, channels, waves, rivers, craters, grid, canals, closed_sides, dykes, peaks, trees, reeds),
    *(causeways, roads, railways, cities, houses, bases, ports, mat, edge),
    *(borders, steam, crossings, ways_off, boundaries, posts, trenches, marks, heights, captions, numbers, names),
)


@lru_cache(maxsize=4)  # one of a large board takes two megabytes
def ground(
    board: Board,
    frame: Frame,
    *,
    detail: Detail = "full",
    numbers: Numbering | None = None,
    key: bool = True,
    taken: tuple[int, ...] = (),
    flown: tuple[int, ...] = (),
) -> Picture:
    """Everything about a board that never changes, from the paper up; drawn once for each board, sheet and set-up.

    ``light`` is for a picture that is kept in a file: fewer trees and craters, and on a large board no numbers but
    those of the places that the rulebook names. Without ``key`` nothing is written around the board. Names keep clear
    of the counters that lie in the ``taken`` places when a game begins, and of the pennants in the ``flown`` ones.
    """
    asked = ("ground", frame, detail, numbers, key, taken, flown)
    return picture(board, asked, lambda: _drawn(board, frame, detail, numbers, key, taken, flown))


def _drawn(
    board: Board,
    frame: Frame,
    detail: Detail,
    numbers: Numbering | None,
    key: bool,
    taken: tuple[int, ...],
    flown: tuple[int, ...],
) -> Picture:
    if looks(board).fort:
        return fort(board, frame, detail=detail, with_key=key)
    survey = Survey(board, frame, detail, numbers or _numbering(frame, detail), taken, flown)
    shapes = (shape for layer in (margin, *LAYERS, *((title_and_key,) if key else ())) for shape in layer(survey))
    return Picture(frame.width, frame.height, board.title or "A map", tuple(filter(_content, shapes)))


def _numbering(frame: Frame, detail: Detail) -> Numbering:
    crowded = frame.hex < theme.ROOMY and detail == "light"
    return "named" if crowded else on_screen(frame)


def _content(shape: Shape) -> bool:
    match shape:
        case Polygons(rings=things) | Lines(paths=things) | Circles(centres=things) | Texts(words=things):
            return bool(things)
