"""Where a board lies on its sheet of paper: board units to CSS pixels and back."""

import sys
from collections.abc import Collection
from dataclasses import dataclass, replace
from textwrap import wrap

from fmbook.core.language import told
from fmbook.geometry.boards import Board
from fmbook.widgets import theme
from fmbook.widgets.board.boardstyle import looks
from fmbook.widgets.board.legend import NORTH, corner_lines, key_of
from fmbook.widgets.drawing.shapes import Path, Point
from fmbook.widgets.drawing.text_size import WIDE, width_of

__all__ = ["Frame"]

WIDOW = 4  # a last line that is shorter than such a part of the others looks lost
LONGEST_WORD = 12  # letters


@dataclass(frozen=True, slots=True)
class Frame:
    """The scale, the margin and the size of a sheet."""

    scale: float
    left: float
    top: float
    width: int
    height: int
    strip: float
    """The part of the height below the map: title, key and notice, or the notice alone."""
    hex: float
    """The size of a hex from flat side to flat side in pixels; marks on sectors are as large as in such a hex."""
    notice: tuple[str, ...] = ()
    """Where the board comes from, broken into lines that fit the sheet."""
    large: bool = False
    """Whether this is a board of few, large hexes."""
    corner: Point | None = None
    """Where title and key begin in the south-west of the map, if the board leaves room for them there."""

    @classmethod
    def around(cls, board: Board, sheet_width: int = theme.SHEET_WIDTH) -> "Frame":
        """A sheet with a margin all round and a strip below, no wider than asked for unless hexes were too small."""
        west, north, east, south = _drawn(board)
        unit, fort = _unit(board), looks(board).fort is not None
        fitting = (sheet_width - 2 * theme.MARGIN) / (east - west)
        large, most = looks(board).large, _largest(board)
        scale = min(fitting, theme.METRE) if fort else max(min(most / unit, fitting), theme.LEAST_HEX / unit)
        needed = round((east - west) * scale + 2 * theme.MARGIN)
        width = max(needed, _narrowest(board, fort=fort))
        spare = (width - needed) / 2 if large else 0.0
        map_height = round((south - north) * scale + 2 * theme.MARGIN)
        notice = _notice(board, width)
        corner = None if fort else _corner(board, scale, map_height)
        keyless = (
            theme.NOTICE_GAP if corner or fort else theme.STRIP + theme.KEY_LINE * (key_of(board, width).lines - 1)
        )
        strip = keyless + theme.NOTICE_LINE * len(notice)
        left, top = theme.MARGIN - west * scale + spare, theme.MARGIN - north * scale
        size = min(scale * unit, most if large else theme.HEX)
        return cls(scale, left, top, width, round(map_height + strip), strip, size, notice, large, corner)

    @property
    def low(self) -> float:
        """How far below the middle of a hex its counters lie, in pixels: its number, or its name, stands above them."""
        roomy = theme.LOW_ROOMY if self.hex >= theme.SMALL_HEX else theme.LOW_SMALL
        return (theme.LOW if self.large else roomy) * self.hex

    @classmethod
    def whole(cls, board: Board) -> "Frame":
        """A sheet for a whole board, with hexes as large as those of a small one, however wide it becomes."""
        return cls.around(board, sheet_width=sys.maxsize)

    @classmethod
    def part(cls, board: Board, places: Collection[int]) -> "Frame":
        """A sheet for some places of a board: cut out of the whole one, with the notice below."""
        whole = cls.whole(board)
        xs, _ = zip(*(corner for place in places for corner in whole.pixels(board.outline(place))), strict=True)
        if (wide := max(xs) - min(xs) + 2 * theme.WINDOW) > theme.WINDOW_MOST:
            whole = cls.around(board, sheet_width=round(whole.width * theme.WINDOW_MOST / wide))
        xs, ys = zip(*(corner for place in places for corner in whole.pixels(board.outline(place))), strict=True)
        width = max(theme.WINDOW_LEAST, round(max(xs) - min(xs) + 2 * theme.WINDOW))
        left, top = round((min(xs) + max(xs) - width) / 2), round(min(ys) - theme.WINDOW)
        height = round(max(ys) + theme.WINDOW) - top
        notice = _notice(board, width)
        strip = theme.NOTICE_GAP + theme.NOTICE_LINE * len(notice)
        return replace(
            whole, left=whole.left - left, top=whole.top - top, width=width, height=round(height + strip),
            strip=strip, notice=notice, corner=None,
        )  # fmt: skip

    def whole_of(self, board: Board) -> "Frame":
        """The sheet of the whole board that this one is a part of."""
        whole, (west, _, east, _) = Frame.whole(board), _drawn(board)
        if self.scale == whole.scale:
            return whole
        return self.around(board, sheet_width=round((east - west) * self.scale + 2 * theme.MARGIN))

    def places(self, board: Board) -> frozenset[int]:
        """The places that lie whole on the sheet."""
        wide, high = self.width, self.height - self.strip
        outlines = {place: self.pixels(board.outline(place)) for place in range(len(board.places))}
        return frozenset(
            place for place, corners in outlines.items() if all(0 <= x <= wide and 0 <= y <= high for x, y in corners)
        )

    def pixel(self, point: Point) -> Point:
        """A point of the board on the sheet."""
        return point[0] * self.scale + self.left, point[1] * self.scale + self.top

    def pixels(self, path: Path) -> Path:
        """A line or a ring on the sheet."""
        scale, left, top = self.scale, self.left, self.top
        return tuple((x * scale + left, y * scale + top) for x, y in path)

    def point(self, x: float, y: float) -> Point:
        """A pixel of the sheet on the board."""
        return (x - self.left) / self.scale, (y - self.top) / self.scale


def _largest(board: Board) -> float:
    """How large a place is drawn at most."""
    if board.layout.kind != "hex":
        return theme.SECTOR
    return theme.LARGE_HEX if looks(board).large else theme.HEX


def _narrowest(board: Board, *, fort: bool) -> int:
    """Room for the title and the arrow beside it."""
    return 0 if fort else round(width_of(board.title, theme.TITLE) + 2 * theme.MARGIN + NORTH)


def _notice(board: Board, width: float) -> tuple[str, ...]:
    letters = int((width - 2 * theme.MARGIN) / (theme.NOTICE.size * WIDE))
    words = " ".join(filter(None, (board.notice, board.credit)))
    lines = wrap(told(words), letters)
    if len(lines) > 1 and len(lines[-1]) < letters / WIDOW:
        lines = wrap(told(words), -(-len(told(words)) // len(lines)) + LONGEST_WORD)
    return tuple(lines)


def _drawn(board: Board) -> tuple[float, float, float, float]:
    """The frame of what is drawn: of a fort more than the board."""
    if (fort := looks(board).fort) is None:
        return board.bounds
    west, south, east, north = fort.bounds
    return west, -north, east, -south


def _unit(board: Board) -> float:
    """The size of a typical place in the units of the board."""
    if board.layout.kind == "hex":
        return 1.0
    west, north, east, south = board.bounds
    return float(((east - west) * (south - north) / len(board.places)) ** 0.5)


def _corner(board: Board, scale: float, map_height: float) -> Point | None:
    """The south-west corner of the map, if title and key hide no place there."""
    lines = corner_lines(board)
    high, reach = sum(line for _, line in lines), 0.6 * _unit(board) * scale
    west, north, _, _ = board.bounds
    centres = [board.centre(place) for place in range(len(board.places))]
    spots = [((x - west) * scale + theme.MARGIN, (y - north) * scale + theme.MARGIN) for x, y in centres]
    at = top = map_height - theme.MARGIN + theme.CORNER_SUNK - high
    low = [(x, y) for x, y in spots if y > top - reach]
    for wide, line in lines:
        beside = (x for x, y in low if abs(y - at - line / 2) < line / 2 + reach)
        if any(x - reach < theme.CORNER_LEFT + wide for x in beside):
            return None
        at += line
    return theme.CORNER_LEFT, top
