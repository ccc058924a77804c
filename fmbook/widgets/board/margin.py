"""The margin of the sheet: paper, frame, title, north, scale, and a key to what is on the map."""

from typing import Final

from fmbook.widgets import theme
from fmbook.widgets.board.legend import GAP, SWATCH, Key, key_of, legend
from fmbook.widgets.board.sheets import Frame
from fmbook.widgets.board.survey import Survey
from fmbook.widgets.board.swatches import swatch
from fmbook.widgets.drawing.curves import rectangle
from fmbook.widgets.drawing.shapes import Lines, Path, Point, Polygons, Shape, Texts

__all__ = ["margin", "notice", "rim_of_sheet", "title_and_key"]

SCALES: Final = (50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000)  # metres
LONGEST: Final = 88.0  # pixels of the scale bar


def margin(survey: Survey) -> list[Shape]:
    """The paper below all."""
    return [Polygons("paper", (rectangle(0, 0, survey.frame.width, survey.frame.height),), theme.SHEET)]


def title_and_key(survey: Survey) -> list[Shape]:
    """What is written around the board: in a free corner of the map, or else below it."""
    frame = survey.frame
    below = frame.height - frame.strip
    if frame.corner:
        return [*rim_of_sheet(frame), *_in_corner(survey, frame.corner), notice(frame, below)]
    y = below + theme.STRIP / 2 - 10
    key = key_of(survey.board, frame.width)
    return [
        *rim_of_sheet(frame),
        Texts("title", ((survey.board.title, (theme.MARGIN, y)),), theme.TITLE),
        Texts(
            "subtitle",
            _subtitle(survey, (theme.MARGIN, y + theme.KEY_LINE)) if survey.looks.large else (),
            theme.SUBTITLE,
        ),
        *_key(key, y),
        *_north(frame.width - theme.MARGIN - 4, y),
        notice(frame, y + 22 + theme.KEY_LINE * (key.lines - 1)),
    ]


def _subtitle(survey: Survey, at: Point) -> tuple[tuple[str, Point], ...]:
    return ((survey.looks.subtitle, at),) if survey.looks.subtitle else ()


def rim_of_sheet(frame: Frame) -> list[Shape]:
    """The two lines around a sheet."""
    width, height = frame.width, frame.height
    return [
        Lines("frame", (_ring(5.5, 5.5, width - 5.5, height - 5.5),), theme.FRAME),
        Lines("frame-thin", (_ring(8.5, 8.5, width - 8.5, height - 8.5),), theme.FRAME_THIN),
    ]


def notice(frame: Frame, y: float) -> Texts:
    """Where the board comes from."""
    lines = tuple((line, (theme.MARGIN, y + i * theme.NOTICE_LINE)) for i, line in enumerate(frame.notice))
    return Texts("notice", lines, theme.NOTICE)


def _key(key: Key, y: float) -> list[Shape]:
    """Each swatch with its word to the right."""
    spots = [(entry, x, y + row * theme.KEY_LINE) for entry, x, row in key.spots]
    words = tuple((entry.word, (x + SWATCH + GAP, at)) for entry, x, at in spots)
    shapes = [shape for entry, x, at in spots for shape in swatch(entry, x + SWATCH / 2, at)]
    return [*shapes, Texts("key", words, theme.KEY_WORDS)]


# --- in a corner of the map -----------------------------------------------------------------


def _in_corner(survey: Survey, corner: Point) -> list[Shape]:
    x, y = corner[0], corner[1] + theme.CORNER_TITLE / 2
    subtitle, scale = y + theme.CORNER_TITLE, y + theme.CORNER_TITLE + theme.CORNER_SUBTITLE
    first = scale + (theme.CORNER_SCALE if survey.looks.fit else 0)
    shapes: list[Shape] = [
        Texts("title", ((survey.board.title, (x, y)),), theme.TITLE),
        Texts("subtitle", _subtitle(survey, (x, subtitle)), theme.SUBTITLE),
        *_scale(survey, x, scale),
        *_north(survey.frame.width - theme.MARGIN - 4, survey.frame.height - survey.frame.strip / 2 - 4),
    ]
    entries = legend(survey.board)
    key = Key(tuple((entry, x, row) for row, entry in enumerate(entries)), len(entries))
    return [*shapes, *_key(key, first)]


def _scale(survey: Survey, x: float, y: float) -> list[Shape]:
    """A bar as long as so many metres."""
    if (fit := survey.looks.fit) is None:
        return []
    metre = survey.frame.hex / fit.hex_metres
    metres = max((m for m in SCALES if m * metre <= LONGEST), default=SCALES[0])
    end, middle = x + metres * metre, x + metres * metre / 2
    word = f"{metres} m" if metres < 1000 else f"{metres // 1000} km"
    return [
        Polygons("scale", (rectangle(x, y, middle, y + 4),), theme.NORTH_DARK),
        Polygons("scale-light", (rectangle(middle, y, end, y + 4),), theme.NORTH_LIGHT),
        Texts("scale-words", ((word, (end + 6, y + 2)),), theme.KEY_WORDS),
    ]


def _north(x: float, y: float) -> list[Shape]:
    west = ((x, y - 12), (x, y + 7), (x - 5, y + 11))
    east = ((x, y - 12), (x + 5, y + 11), (x, y + 7))
    return [
        Polygons("north", (west,), theme.NORTH_DARK),
        Polygons("north-light", (east,), theme.NORTH_LIGHT),
        Texts("north-letter", (("N", (x - 19, y)),), theme.KEY_WORDS),
    ]


def _ring(left: float, top: float, right: float, bottom: float) -> Path:
    return (*rectangle(left, top, right, bottom), (left, top))
