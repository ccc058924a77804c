"""A fort seen from above as a picture: paper, cutting and ditches, turf, works, sectors, names, key."""

from functools import lru_cache

from fmbook.geometry.boards import Board
from fmbook.widgets.board.fort import grounds
from fmbook.widgets.board.fort.captions import words
from fmbook.widgets.board.fort.key import key, paper
from fmbook.widgets.board.fort.plan import Detail, plan_of
from fmbook.widgets.board.fort.works import works
from fmbook.widgets.board.sheets import Frame
from fmbook.widgets.drawing.shapes import Circles, Lines, Picture, Polygons, Shape, Texts

__all__ = ["fort"]


@lru_cache(maxsize=8)
def fort(board: Board, frame: Frame, *, detail: Detail = "full", with_key: bool = True) -> Picture:
    """Everything about a fort that never changes; ``light`` has less grass and fewer trees."""
    plan = plan_of(board, frame)
    shapes = (
        *paper(plan), *grounds.around(plan, detail), *grounds.turf(plan, detail), *grounds.wood(plan, detail),
        *grounds.features(plan), *grounds.borders(plan), *works(plan), *grounds.captions(plan), *words(plan),
        *(key(plan) if with_key else ()),
    )  # fmt: skip
    return Picture(frame.width, frame.height, board.title, tuple(filter(_content, shapes)))


def _content(shape: Shape) -> bool:
    match shape:
        case Polygons(rings=things) | Lines(paths=things) | Circles(centres=things) | Texts(words=things):
            return bool(things)
