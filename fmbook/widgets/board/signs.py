"""What has become of places, below the counters: owners, floods, ice, blown bridges, ruins, new airfields, tags."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import hypot
from typing import Final

from fmbook.core.mapsigns import Sign
from fmbook.geometry.boards import Board
from fmbook.play.positions import Position
from fmbook.widgets import theme
from fmbook.widgets.board.counters import colour_of_side
from fmbook.widgets.board.flags import flags
from fmbook.widgets.board.hex.cities import AIRFIELD, OWNER_SIZE, owned_by, runway
from fmbook.widgets.board.hex.waterworks import LOW_PORT
from fmbook.widgets.board.sheets import Frame
from fmbook.widgets.board.survey import Survey
from fmbook.widgets.drawing.shapes import Circles, Lines, Path, Point, Polygons, Shape, Texts
from fmbook.widgets.drawing.text_size import width_of

__all__ = ["signs", "wet"]

OWNER: Final = (-0.31, 0.2)  # of a hex from its middle: the lower left corner
WAVES: Final = (-0.36, -0.2, 0.0, 0.2, 0.36)  # rows of waves on flooded ground
WAVE: Final = ((-0.13, 0.02), (-0.09, -0.02), (-0.04, 0.02), (0.0, -0.02), (0.04, 0.02), (0.09, -0.02), (0.13, 0.02))
CROSS: Final = 0.36
CRACK: Final = ((-0.28, -0.06), (-0.16, 0.03), (-0.05, -0.05), (0.08, 0.06), (0.17, -0.02), (0.28, 0.05))
GAP: Final = 0.09


def signs(position: Position, frame: Frame) -> list[Shape]:
    """Draw all signs of a position."""
    shown = position.shown.signs
    if not shown:
        return []
    found: list[Shape] = []
    for draw in (_frozen, _flooded, _owners, _airfields, _ruined, _blown, _tags):
        found += draw(_Sheet(position, frame), shown)
    return [shape for shape in found if _any(shape)]


def wet(position: Position) -> frozenset[int]:
    """Return the places whose words water or ice covers."""
    covering = _of(position.shown.signs, "frozen", "swamp", "prohibited")
    return frozenset(place for sign in covering for place in (sign.place, sign.to) if place >= 0)


class _Sheet:
    """Where a hex and its parts lie on the sheet."""

    def __init__(self, position: Position, frame: Frame) -> None:
        self.position, self.frame, self.board = position, frame, position.board
        self.survey = Survey(position.board, frame)
        self.small = self.survey.mark(1.0)

    def spot(self, place: int, off: Point = (0.0, 0.0)) -> Point:
        x, y = self.survey.centre(place)
        return x + self.survey.size(off[0]), y + self.survey.size(off[1])

    def side(self, sign: Sign) -> tuple[Point, Point]:
        side = self.frame.pixels(self.board.side(sign.place, sign.to))
        return side[0], side[-1]

    def hexes(self, form: Sequence[Point], place: int, off: Point = (0.0, 0.0)) -> Path:
        """A form in parts of a hex around the middle of one."""
        return tuple(self.spot(place, (x + off[0], y + off[1])) for x, y in form)


def _any(shape: Shape) -> bool:
    match shape:
        case Polygons(rings=things) | Lines(paths=things) | Circles(centres=things) | Texts(words=things):
            return bool(things)


def _of(shown: Iterable[Sign], *kinds: str) -> list[Sign]:
    return [sign for sign in shown if sign.kind in kinds]


# --- water ----------------------------------------------------------------------------------------


def _frozen(sheet: _Sheet, shown: Iterable[Sign]) -> list[Shape]:
    """Pale ice with cracks, over water alone: a hex of it, or what lies along a side; a river is a pale line."""
    found = _of(shown, "frozen")
    sides = [sign for sign in found if sign.to >= 0]
    rings = [sheet.survey.outline(sign.place) for sign in found if sign.to < 0]
    rings += [_around(sheet, sign) for sign in sides]
    rivers = sheet.survey.kinds("river")
    streams = tuple(sheet.side(sign) for sign in sides if sheet.board.border(sign.place, sign.to) & rivers)
    middles = [sheet.spot(sign.place, (0.0, dy)) for sign in found if sign.to < 0 for dy in (-0.12, 0.4)]
    cracks = tuple(
        tuple((x + sheet.survey.size(dx), y + sheet.survey.size(dy)) for dx, dy in CRACK) for x, y in middles
    )
    cracks += tuple(_crack_along(*sheet.side(sign)) for sign in sides)
    water = _water(sheet.board, sheet.frame) if found else ()
    return [
        Polygons("ice", tuple(rings), theme.ICE, water),
        Lines("frozen-rivers", streams, sheet.survey.ink(theme.FROZEN_RIVER)),
        Lines("cracks", cracks, sheet.survey.ink(theme.CRACKS)),
    ]


def _around(sheet: _Sheet, sign: Sign) -> Path:
    """The half of each hex that lies toward a side."""
    a, b = sheet.side(sign)
    return sheet.spot(sign.place), a, sheet.spot(sign.to), b


def _crack_along(a: Point, b: Point) -> Path:
    (ax, ay), (bx, by) = a, b
    across = -(by - ay) * 0.06, (bx - ax) * 0.06
    shares = ((0.18, 0), (0.32, 1), (0.46, -1), (0.58, 1), (0.7, -1), (0.82, 0))
    return tuple((ax + (bx - ax) * t + across[0] * k, ay + (by - ay) * t + across[1] * k) for t, k in shares)


@lru_cache(8)
def _water(board: Board, frame: Frame) -> tuple[Path, ...]:
    """The sheet without the land: each ring of land runs the other way round."""
    land = Survey(board, frame, "light").dry
    if not land:
        return ()
    wide, high = frame.width * 3.0, frame.height * 3.0
    sheet = ((-wide, -high), (wide, -high), (wide, high), (-wide, high))
    return (sheet, *(ring if _turns(ring) < 0 else ring[::-1] for ring in land))


def _turns(ring: Path) -> float:
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True))


def _flooded(sheet: _Sheet, shown: Iterable[Sign]) -> list[Shape]:
    """Waves over a hex that counts as swamp now; a great cross as well, if nobody may enter."""
    wet = _of(shown, "swamp", "prohibited")
    shut = [sign.place for sign in wet if sign.kind == "prohibited"]
    rows = [(-0.2, 0.2) if abs(dy) > 0.3 else (-0.3, 0.0, 0.3) for dy in WAVES]
    waves = tuple(
        sheet.hexes(WAVE, sign.place, (dx, dy))
        for sign in wet
        for dy, row in zip(WAVES, rows, strict=True)
        for dx in row
    )
    crosses = tuple(sheet.hexes(((-CROSS, -CROSS * k), (CROSS, CROSS * k)), place) for place in shut for k in (1, -1))
    return [
        Polygons("floods", tuple(sheet.survey.outline(sign.place) for sign in wet), theme.FLOODED_NOW),
        Lines("flood-waves", waves, sheet.survey.ink(theme.FLOOD_WAVES)),
        Lines("prohibited-halo", crosses, sheet.survey.ink(theme.PROHIBITED_HALO)),
        Lines("prohibited", crosses, sheet.survey.ink(theme.PROHIBITED)),
    ]


# --- marks --------------------------------------------------------------------------------------------


def _owners(sheet: _Sheet, shown: Iterable[Sign]) -> list[Shape]:
    """A small square, disc or star in the lower left corner of a large hex, by the name of the owner; else a flag."""
    shapes: list[Shape] = []
    if sheet.board.layout.kind != "hex":
        return shapes  # a fort has signs of its own
    for number, name in enumerate(sheet.position.sides):
        places = [sign.place for sign in _of(shown, "owned") if sign.side == number]
        if not sheet.frame.large:
            shapes += flags(map(sheet.spot, places), number, sheet.frame.hex)
            continue
        spots = tuple(sheet.spot(place, OWNER) for place in places)
        shapes.append(owned_by(name, spots, OWNER_SIZE * sheet.small, colour_of_side(sheet.position, name)))
    return shapes


def _airfields(sheet: _Sheet, shown: Iterable[Sign]) -> list[Shape]:
    """Like a base, but not for good: its ring is open, and on ice it is dashed and pale."""
    shapes: list[Shape] = []
    for kind, ink in (("airfield", theme.NEW_AIRFIELD), ("ice airfield", theme.ICE_AIRFIELD)):
        spots = tuple(sheet.spot(sign.place, AIRFIELD) for sign in _of(shown, kind))
        ways = tuple(runway(at, sheet.small) for at in spots)
        shapes += [
            Circles(kind.replace(" ", "-"), spots, 7.6 * sheet.small, ink),
            Lines("new-runways", ways, theme.RUNWAY.thinned(sheet.small)),
        ]
    return shapes


def _ruined(sheet: _Sheet, shown: Iterable[Sign]) -> list[Shape]:
    """A cross over the anchor and over the runway."""
    crosses: list[Path] = []
    for sign in _of(shown, "ruined"):
        port = sheet.survey.having("port", "major_port")
        spots = [sheet.spot(sign.place, LOW_PORT)] if sign.place in port else []
        if sign.place in sheet.survey.having("airbase") or not spots:
            spots.append(sheet.spot(sign.place, AIRFIELD))
        crosses += [stroke for at in spots for stroke in _cross(at, 7.0 * sheet.small)]
    return _crossed("ruined", crosses, sheet)


def _blown(sheet: _Sheet, shown: Iterable[Sign]) -> list[Shape]:
    """A gap of water across the dam and a cross in it."""
    gaps: list[Path] = []
    crosses: list[Path] = []
    for sign in _of(shown, "blown"):
        (ax, ay), (bx, by) = sheet.side(sign)
        x, y, far = (ax + bx) / 2, (ay + by) / 2, hypot(bx - ax, by - ay)
        dx, dy = (bx - ax) / far * sheet.survey.size(GAP), (by - ay) / far * sheet.survey.size(GAP)
        gaps.append(((x - dx, y - dy), (x + dx, y + dy)))
        crosses += _cross((x, y), 8.0 * sheet.small)
    return [Lines("gaps", tuple(gaps), theme.GAP.thinned(sheet.small)), *_crossed("blown", crosses, sheet)]


def _cross(at: Point, half: float) -> Iterator[Path]:
    x, y = at
    for k in (1, -1):
        yield (x - half, y - half * k), (x + half, y + half * k)


def _crossed(name: str, crosses: Sequence[Path], sheet: _Sheet) -> list[Shape]:
    return [
        Lines(f"{name}-halo", tuple(crosses), theme.SIGN_HALO.thinned(sheet.small)),
        Lines(name, tuple(crosses), theme.STRUCK.thinned(1.2 * sheet.small)),
    ]


def _tags(sheet: _Sheet, shown: Iterable[Sign]) -> list[Shape]:
    """Words on a small plate beside a border."""
    words, plates = [], []
    for sign in _of(shown, "tag"):
        (ax, ay), (bx, by) = sheet.side(sign)
        at = (ax + bx) / 2, (ay + by) / 2
        wide, high = width_of(sign.says, theme.TAG_WORDS) / 2 + 5, theme.TAG_WORDS.size * 0.8
        words.append((sign.says, at))
        x, y = at
        plates.append(((x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high)))
    return [Polygons("tags", tuple(plates), theme.TAG), Texts("tag-words", tuple(words), theme.TAG_WORDS)]
