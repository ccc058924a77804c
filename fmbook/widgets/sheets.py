"""Where a board lies on its sheet of paper: board units to CSS pixels and back."""

from dataclasses import dataclass
from textwrap import wrap

from fmbook.ground.boards import Board
from fmbook.widgets import theme
from fmbook.widgets.lettering import WIDE
from fmbook.widgets.shapes import Path, Point

__all__ = ["Frame"]


@dataclass(frozen=True, slots=True)
class Frame:
    """The scale, the margin and the size of a sheet."""

    scale: float
    left: float
    top: float
    width: int
    height: int
    strip: float
    """The part of the height below the map: title, key and notice."""
    notice: tuple[str, ...] = ()
    """Where the board comes from, broken into lines that fit the sheet."""

    @classmethod
    def around(cls, board: Board, sheet_width: int = theme.SHEET_WIDTH) -> "Frame":
        """A sheet with a margin all round and a strip for the title below, no wider than asked for."""
        west, north, east, south = board.bounds
        scale = min(theme.HEX, (sheet_width - 2 * theme.MARGIN) / (east - west))
        width = round((east - west) * scale + 2 * theme.MARGIN)
        letters = (width - 2 * theme.MARGIN) / (theme.NOTICE.size * WIDE)
        notice = tuple(wrap(board.notice, int(letters)))
        strip = theme.STRIP + theme.NOTICE_LINE * len(notice)
        height = round((south - north) * scale + 2 * theme.MARGIN + strip)
        return cls(scale, theme.MARGIN - west * scale, theme.MARGIN - north * scale, width, height, strip, notice)

    def pixel(self, point: Point) -> Point:
        """A point of the board on the sheet."""
        return point[0] * self.scale + self.left, point[1] * self.scale + self.top

    def pixels(self, path: Path) -> Path:
        """A line or a ring on the sheet."""
        return tuple(map(self.pixel, path))

    def point(self, x: float, y: float) -> Point:
        """A pixel of the sheet on the board."""
        return (x - self.left) / self.scale, (y - self.top) / self.scale
