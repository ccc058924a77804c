"""The map of a scenario on a sheet of paper, with its key, and how large its hexes become there."""

from html import escape
from math import ceil
from typing import Final, NamedTuple

from fmbook.lessons.guide import Guide
from fmbook.play.game import Game
from fmbook.widgets.board.deskmap import Scene
from fmbook.widgets.board.legend import KeyEntry, legend
from fmbook.widgets.board.sectormap import painted
from fmbook.widgets.board.swatches import swatch
from fmbook.widgets.drawing.shapes import Picture
from fmbook.widgets.drawing.svg import to_svg

__all__ = ["PAPERS", "Paper", "PrintedMap", "printed_map"]

MARGIN: Final = 10  # millimetres, on each side of a sheet
HEAD: Final = 16  # millimetres, for the lines above a map
KEY_LINE: Final = 6  # millimetres
KEY_ENTRY: Final = 34  # millimetres, with its word
SWATCH: Final = 26  # pixels, and
SWATCH_HIGH: Final = 22
FEW: Final = 100  # hexes: of a board with no more all are shown


class Paper(NamedTuple):
    """A size of paper, upright, in millimetres."""

    name: str
    wide: float
    high: float


PAPERS: Final = {
    "a4": Paper("A4", 210, 297),
    "a3": Paper("A3", 297, 420),
    "letter": Paper("letter", 215.9, 279.4),
}


class PrintedMap(NamedTuple):
    """A picture and its size on the sheet: whether it lies on its side, and how wide a hex is, in millimetres."""

    svg: str
    lying: bool
    wide: float
    hex: float
    key: str = ""


def printed_map(guide: Guide, game: Game, paper: Paper) -> PrintedMap:
    """Draw the part of the board that the scenario needs, without counters, as large as the paper allows."""
    near = _needed(guide, game)
    painting = painted(Scene(game, hidden=True, goals=_goals(game)), near)
    wide, high = painting.size
    lying = wide > high
    room = (paper.wide - 2 * MARGIN, paper.high - 2 * MARGIN)
    across, up = (room[1], room[0]) if lying else room
    entries = legend(game.board) if near else []  # a whole board has its own
    key = KEY_LINE * ceil(len(entries) / (across // KEY_ENTRY))
    scale = min(across / wide, (up - HEAD - key) / high)
    return PrintedMap(painting.svg(), lying, wide * scale, painting.hex_width * scale, _key(entries))


def _key(entries: list[KeyEntry]) -> str:
    return "".join(f"<span>{_swatch(entry)}{escape(entry.word)}</span>" for entry in entries)


def _swatch(entry: KeyEntry) -> str:
    drawn = swatch(entry, SWATCH / 2, SWATCH_HIGH / 2)
    return to_svg(Picture(SWATCH, SWATCH_HIGH, entry.word, tuple(drawn)))


def _goals(game: Game) -> tuple[str, ...]:
    return tuple(game.setup.data["form"].goal.get("hexes", ()))


def _needed(guide: Guide, game: Game) -> frozenset[int]:
    """The hexes around units and goals; none, which is all, where the board is small."""
    board = game.board
    if board.layout.kind != "hex" or len(board.places) <= FEW:
        return frozenset()
    named = {*(unit.place for unit in game.units()), *_goals(game), *guide.also}
    return frozenset[int]().union(*(board.within(board.at(place), guide.around) for place in named if place))
