"""A window on a board: the part that a question is about, as large as on a small board."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from fmbook.geometry.boards import Board
from fmbook.widgets import theme
from fmbook.widgets.board.hex import Detail, ground
from fmbook.widgets.board.hex.captions import names
from fmbook.widgets.board.margin import notice, rim_of_sheet
from fmbook.widgets.board.prepared import picture
from fmbook.widgets.board.sheets import Frame
from fmbook.widgets.board.survey import Survey
from fmbook.widgets.drawing.curves import rectangle
from fmbook.widgets.drawing.shapes import Circles, Lines, Path, Picture, Point, Polygons, Shape, Texts
from fmbook.widgets.drawing.text_size import Box, box_of, box_over

__all__ = ["seen_in", "window"]

EDGE: Final = 10.0  # pixels between a name and the edge of a window


@lru_cache(maxsize=2)  # it takes a megabyte and a moment
def window(
    board: Board, frame: Frame, detail: Detail = "full", taken: tuple[int, ...] = (), flown: tuple[int, ...] = ()
) -> Picture:
    """The ground behind a window's frame: cut out of the whole, so that it is the same ground.

    Its names alone keep clear of the counters that lie in the ``taken`` places when a game begins, and of pennants.
    """
    asked = ("window", frame, detail, taken, flown)
    return picture(board, asked, lambda: _cut_out(board, frame, detail, taken, flown))


def _cut_out(board: Board, frame: Frame, detail: Detail, taken: tuple[int, ...], flown: tuple[int, ...]) -> Picture:
    whole = frame.whole_of(board)
    east, south = frame.left - whole.left, frame.top - whole.top
    lying = list(ground(board, whole, detail=detail, key=False).shapes)
    if board.layout.kind == "hex" and not frame.large:
        lying = [shape for shape in lying if not shape.name.endswith(("-names", "leaders"))]
        wide, high = frame.width, frame.height - frame.strip
        seen = Box(wide / 2 - east, high / 2 - south, wide - 2 * EDGE, high - 2 * EDGE)
        lying += names(Survey(board, whole, detail, taken=taken, flown=flown, within=seen))
    shown = seen_in(frame, lying, (-east, -south))  # the rest of a large board is many megabytes: it is not moved
    drawn = _moved(shown, east, south)
    paper = Polygons("paper", (rectangle(0, 0, frame.width, frame.height),), theme.SHEET)  # where the board has an end
    below = Polygons("below", (rectangle(0, frame.height - frame.strip, frame.width, frame.height),), theme.SHEET)
    written = notice(frame, frame.height - frame.strip + theme.NOTICE_GAP * 0.8)
    shapes = (paper, *drawn, below, *rim_of_sheet(frame), written)
    return Picture(frame.width, frame.height, f"{board.title or 'A map'}, a part of it", shapes)


def seen_in(frame: Frame, shapes: Iterable[Shape], corner: Point = (0.0, 0.0)) -> Iterator[Shape]:
    """What of a picture falls on a sheet that lies somewhere on it; words that its edge would cut are left out."""
    wide, high = frame.width, frame.height - frame.strip
    sheet = Box(corner[0] + wide / 2, corner[1] + high / 2, wide, high)
    for shape in shapes:
        match shape:
            case Polygons(rings=rings):
                if seen := tuple(ring for ring in rings if _touches(sheet, ring)):
                    yield replace(shape, rings=seen)
            case Lines(paths=paths):
                if seen := tuple(path for path in paths if _touches(sheet, path)):
                    yield replace(shape, paths=seen)
            case Circles(centres=centres, radius=radius):
                if dots := tuple(at for at in centres if sheet.covers(at, radius)):
                    yield replace(shape, centres=dots)
            case Texts(words=words, lettering=style):
                if whole := tuple((word, at) for word, at in words if _within(sheet, box_of(word, at, style))):
                    yield replace(shape, words=whole)


def _touches(sheet: Box, path: Path) -> bool:
    box = box_over(path)
    return abs(box.x - sheet.x) * 2 <= box.width + sheet.width and abs(box.y - sheet.y) * 2 <= box.height + sheet.height


def _within(sheet: Box, words: Box) -> bool:
    left, top, right, bottom = words.edges
    return sheet.covers((left, top)) and sheet.covers((right, bottom))


def _moved(shapes: Iterable[Shape], east: float, south: float) -> Iterator[Shape]:
    def there(points: Iterable[Point]) -> Path:
        return tuple((x + east, y + south) for x, y in points)

    masks: dict[tuple[Path, ...], tuple[Path, ...]] = {}  # many shapes have one in common

    def mask(within: tuple[Path, ...]) -> tuple[Path, ...]:
        if within not in masks:
            masks[within] = tuple(map(there, within))
        return masks[within]

    for shape in shapes:
        match shape:
            case Polygons(rings=rings):
                yield replace(shape, rings=tuple(map(there, rings)), within=mask(shape.within))
            case Lines(paths=paths):
                yield replace(shape, paths=tuple(map(there, paths)), within=mask(shape.within))
            case Circles(centres=centres):
                yield replace(shape, centres=there(centres))
            case Texts(words=words):
                yield replace(shape, words=tuple((word, (x + east, y + south)) for word, (x, y) in words))
