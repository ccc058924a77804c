"""The real ground under a board: where each hex lies, what is there, where the front was, and how well it all fits.

No widget is needed: a theatre answers in words and in degrees. ``fm.theatre("vimy")`` shows it as a map.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from itertools import pairwise
from math import cos, hypot, radians, sin
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias, final

from msgspec import Meta, Struct

from fmbook.core.data import data_root, load_of, systems_with
from fmbook.core.errors import NoSuchName
from fmbook.core.language import told
from fmbook.geometry.boardfile import load_board
from fmbook.geometry.boards import Board, Word
from fmbook.geometry.hexes import Point
from fmbook.geometry.layouts import HexLayout
from fmbook.lessons.documents import papers_by_place

__all__ = ["BoardFit", "GroundPlace", "LookForm", "Moment", "Theatre", "load_theatre", "theatres"]

_Corner: TypeAlias = tuple[float, float]
_Side: TypeAlias = frozenset[_Corner]

DEGREE: Final = 111_195.0  # metres from one parallel to the next, on a round Earth
COARSE: Final = 4  # digits of a degree: ten metres
FINE: Final = 6
WIDER: Final = 3.0  # boards: how far land that lies all around is drawn
SMALL: Final = 50  # metres: on a board with a smaller unit ten metres are seen


class GroundPlace(Struct, frozen=True, forbid_unknown_fields=True):
    """A place on the ground. ``measured`` is a published position that the fit was not made from."""

    name: str
    hex: str
    at: tuple[float, float]
    kind: Literal["town", "hamlet", "peak", "farm", "crater", "fort", "port", "island", "bridge", "breach"]
    side: Literal["over", "west", "east", "north", "south"]  # where its name is written
    measured: bool
    source: str


class Moment(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the front was at one moment, hex by hex; ``/`` parts one line from the next, and there may be none.

    ``turn`` is the turn of the game in which that was, 0 before the first one.
    """

    when: str
    says: str
    source: str
    front: str = ""
    turn: int = -1  # not laid over games
    gliders: str = ""  # where some are down: places of the board, one for each
    silent: str = ""  # whose works are out of action
    flag: str = ""  # where a white one is shown


class LookForm(Struct, frozen=True, forbid_unknown_fields=True):
    """How features of one name or kind are drawn, and the word for them in the key, if they are explained there."""

    of: str
    line: str = ""
    width: float = 1.0
    dash: tuple[float, ...] = ()
    fill: str = ""
    alpha: float = 1.0
    key: str = ""


class _Net(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the hex grid is drawn: around a line on the board, and on hexes with a feature. Left out: everywhere."""

    line: str
    near: int
    also: str = ""
    without: str = ""


class _Beyond(Struct, frozen=True, forbid_unknown_fields=True):
    """An area beyond the board's rim: its corners as latitude and longitude, and whence we know it."""

    kind: str
    name: str
    ring: tuple[tuple[float, float], ...]
    source: str


class _Error(Struct, frozen=True, forbid_unknown_fields=True):
    metres: float
    text: str


class _Credit(Struct, frozen=True, forbid_unknown_fields=True):
    text: str


class TheatreFile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A theatre as its file describes it."""

    id: str
    title: str
    board: str
    centre: tuple[float, float]
    zoom: float
    provenance: Word
    source: str
    error: _Error
    credit: tuple[_Credit, ...]
    place: tuple[GroundPlace, ...]
    moment: Annotated[tuple[Moment, ...], Meta(min_length=1)]
    ground: str = ""  # the bundled base layer
    front: str = "the front at the time"  # in the key
    legend: str = ""  # what else a picture explains
    quiet: tuple[str, ...] = ()  # features of the board that are not read out
    words: dict[str, str] = {}  # how others are read out
    look: tuple[LookForm, ...] = ()
    grid: _Net | None = None
    land: bool = False  # whether land lies all around the board
    beyond: tuple[_Beyond, ...] = ()


class BoardFit(NamedTuple):
    """How a board lies on the ground: one hex at one place, a size, and how far its north is turned to the east.

    A map may be pressed from north to south, and lean: each step of a hex's width to the south is then of other
    metres, and goes some metres to the east.
    """

    anchor: Point
    lat: float
    lon: float
    metres: float
    turned: float = 0.0  # degrees
    south: float = 0.0  # metres, where they are not those from side to side
    lean: float = 0.0

    def on_ground(self, point: Point) -> tuple[float, float]:
        """Latitude and longitude of a point of the board."""
        down = point.y - self.anchor.y
        right, up = (point.x - self.anchor.x) * self.metres + down * self.lean, -down * (self.south or self.metres)
        turn = radians(self.turned)
        return self.from_metres(right * cos(turn) + up * sin(turn), up * cos(turn) - right * sin(turn))

    def from_metres(self, east: float, north: float) -> tuple[float, float]:
        """Latitude and longitude of what lies so many metres east and north of the fixed point."""
        return self.lat + north / DEGREE, self.lon + east / (DEGREE * cos(radians(self.lat)))

    def on_board(self, lat: float, lon: float) -> Point:
        """The point of the board under a latitude and longitude."""
        east = (lon - self.lon) * DEGREE * cos(radians(self.lat))
        north = (lat - self.lat) * DEGREE
        turn = radians(self.turned)
        right, up = east * cos(turn) - north * sin(turn), north * cos(turn) + east * sin(turn)
        down = -up / (self.south or self.metres)
        return Point(self.anchor.x + (right - down * self.lean) / self.metres, self.anchor.y + down)


@final
class Theatre:
    """A board on the real ground. Print it for the places and the front lines in words."""

    def __init__(self, plan: TheatreFile, board: Board) -> None:
        self.plan, self.board = plan, board
        self.id, self.title = plan.id, plan.title
        fit = board.style["fit"]
        anchor = board.centre(board.at(fit["hex"]))
        form = (fit.get(key, 0.0) for key in ("turned", "south", "lean"))
        self.fit = BoardFit(anchor, fit["lat"], fit["lon"], fit["hex_metres"], *form)

    # --- there and back ------------------------------------------------------------------------------

    def where(self, hex: str) -> tuple[float, float]:  # noqa: A002
        """Latitude and longitude of the middle of a hex."""
        return self.fit.on_ground(self.board.centre(self.board.at(hex)))

    def hex_at(self, lat: float, lon: float) -> str:
        """The hex at a place on the ground; empty where the board does not reach."""
        place = self.board.place_at(*self.fit.on_board(lat, lon))
        return "" if place is None else self.board.name(place)

    def outline(self, hex: str) -> list[list[float]]:  # noqa: A002
        """The corners of a hex on the ground, closed, as GeoJSON writes them: longitude first."""
        corners = self.board.outline(self.board.at(hex))
        return [self._lonlat(corner) for corner in (*corners, corners[0])]

    def named(self, text: str) -> str:
        """The hex of this number, or of the place of this name."""
        wanted = text.strip().casefold()
        known = {name.casefold(): self.board.name(place) for place, name in self.board.labels.items()}
        known |= {place.name.casefold(): place.hex for place in self.plan.place if place.hex}
        if wanted in known:
            return known[wanted]
        if text.strip() in self.board.places:
            return text.strip()
        names = (*(place.name for place in self.plan.place), *self.board.places)
        raise NoSuchName(f"{self.noun} or place", text, names, self.title)

    def off(self, place: GroundPlace) -> float:
        """How many metres a place lies from the middle of its hex."""
        (lat, lon), (middle_lat, middle_lon) = place.at, self.where(place.hex)
        return hypot(lat - middle_lat, (lon - middle_lon) * cos(radians(self.fit.lat))) * DEGREE

    @property
    def noun(self) -> str:
        """What a place of the board is: a hex or a sector."""
        return self.board.layout.kind

    def placed(self, place: GroundPlace) -> str:
        """Where a place is on the board."""
        return f"{self.noun} {place.hex}" if place.hex else "off the board"

    @property
    def papered(self) -> tuple[tuple[GroundPlace, str], ...]:
        """The places of which papers tell, with their letters."""
        letters = papers_by_place(self.id)
        return tuple((place, letters[place.name]) for place in self.plan.place if place.name in letters)

    # --- words -------------------------------------------------------------------------------------------

    def told(self, place: GroundPlace) -> str:
        """Say where a place is, whence we know it, and which papers tell of it."""
        letters = dict(self.papered).get(place, "")
        papers = f"; {'papers' if ',' in letters else 'paper'} {letters}" if letters else ""
        return f"{place.name}: {self.placed(place)} ({place.source}){papers}"

    def describe(self, hex: str) -> str:  # noqa: A002
        """What is at a hex, on the board and on the ground.

        >>> load_theatre("vimy").describe("1534")
        '1534 Petit Vimy: town, about 60 m high. On the ground: 50.371 N, 2.797 E.'
        """
        place, (lat, lon) = self.board.at(hex), self.where(hex)
        words = sorted(self.board.features[place] - {*self.board.style.get("quiet", ()), *self.plan.quiet})
        said = [word for word in words if not any(other.endswith(f"_{word}") for other in words)]
        ground = ", ".join(self.plan.words.get(word, self.board.said(word)) for word in said)
        name = f" {self.board.labels[place]}" if place in self.board.labels else ""
        height = f", about {self.heights[place]} m high" if place in self.heights else ""
        return told(f"{hex}{name}: {ground or 'open ground'}{height}. On the ground: {lat:.3f} N, {lon:.3f} E.")

    def summary(self) -> str:
        """The whole map in words: places, moments, how well it fits, whose data it is."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"{self.title}: the board on the real ground, north up."
        for place in self.plan.place:
            yield f"  {self.told(place)}"
        for moment in self.plan.moment:
            yield f"{moment.when}. {moment.says} [{moment.source}]"
        yield self.plan.error.text
        yield from (credit.text for credit in self.plan.credit)

    __str__ = summary
    __repr__ = summary

    # --- shapes, as GeoJSON -------------------------------------------------------------------------------

    @cached_property
    def ground(self) -> Mapping[str, Any]:
        """The bundled base layer: heights, woods, towns, trenches, river, roads, railway."""
        if not self.plan.ground:
            return {"type": "FeatureCollection", "features": []}
        read: Mapping[str, Any] = json.loads((data_root() / self.plan.ground).read_text(encoding="utf-8"))
        return read

    @cached_property
    def beyond(self) -> tuple[Mapping[str, Any], ...]:
        """What goes on beyond the board's rim, as features; land first, where it lies all around."""
        west, north, east, south = self.board.bounds
        wide, high = WIDER * (east - west), WIDER * (south - north)
        corners = ((west - wide, north - high), (east + wide, north - high), (east + wide, south + high))
        around = [self.fit.on_ground(Point(*corner)) for corner in (*corners, (west - wide, south + high))]
        land = [_area("land", "", around)] if self.plan.land else []
        return (*land, *(_area(each.kind, each.name, each.ring) for each in self.plan.beyond))

    @cached_property
    def heights(self) -> Mapping[int, int]:
        """The height of each hex in metres, as the board models it; none where it does not."""
        if not isinstance(self.board.layout, HexLayout) or "height_m" not in self.board.style:
            return {}
        first = range(self.board.layout.grid.firsts[-1], 0, -1)
        rows = (row.split() for row in self.board.style["height_m"].strip().splitlines())
        named = {
            f"{file:02d}{row}": int(metres) for row, *line in rows for file, metres in zip(first, line, strict=True)
        }
        return {place: named[name] for place, name in enumerate(self.board.places) if name in named}

    def front(self, moment: Moment) -> tuple[list[list[float]], ...]:
        """The front at a moment: as lines on the ground."""
        lines = (line.split() for line in moment.front.split("/"))
        centres = (map(self.board.centre, map(self.board.at, line)) for line in lines if line)
        return tuple([self._lonlat(centre) for centre in line] for line in centres)

    @cached_property
    def grid(self) -> tuple[list[list[float]], ...]:
        """The hexsides as few lines, each side once, for the part of the board where the battle was."""
        places = sorted(self._fought_over)
        left = dict.fromkeys(frozenset((a, b)) for place in places for a, b in self._sides(place) if a != b)
        beside: dict[_Corner, list[_Side]] = {}
        for side in left:
            for corner in side:
                beside.setdefault(corner, []).append(side)
        return tuple(self._chain(side, left, beside) for side in tuple(left) if side in left)

    def _chain(self, side: _Side, left: dict[_Side, None], beside: Mapping[_Corner, list[_Side]]) -> list[list[float]]:
        way = sorted(side)
        del left[side]
        for _ in range(2):  # first one end, then the other
            while step := next((each for each in beside[way[-1]] if each in left), None):
                del left[step]
                way += step - {way[-1]}
            way.reverse()
        return [list(corner) for corner in way]

    def _sides(self, place: int) -> Iterator[tuple[_Corner, _Corner]]:
        corners = [(lon, lat) for lon, lat in map(self._lonlat, self.board.outline(place))]
        yield from pairwise((*corners, corners[0]))

    @cached_property
    def _fought_over(self) -> frozenset[int]:
        """The hexes that the grid is drawn on: those of the file's net, or all."""
        board, net = self.board, self.plan.grid
        if net is None:
            return frozenset(range(len(board.places)))
        line = {place for pair in board.links(net.line) for place in pair}
        near = frozenset[int]().union(*(board.within(place, net.near) for place in line))
        return near | (board.having(net.also) - board.having(net.without))

    def _lonlat(self, point: Point) -> list[float]:
        lat, lon = self.fit.on_ground(point)
        digits = FINE if self.fit.metres < SMALL else COARSE
        return [round(lon, digits), round(lat, digits)]


def _area(kind: str, name: str, ring: Iterable[tuple[float, float]]) -> Mapping[str, Any]:
    """An area as GeoJSON writes it: longitude first, closed."""
    corners = [[lon, lat] for lat, lon in ring]
    geometry = {"type": "Polygon", "coordinates": [[*corners, corners[0]]]}
    return {"type": "Feature", "properties": {"kind": kind, "name": name}, "geometry": geometry}


def theatres() -> tuple[str, ...]:
    """The systems whose ground is known."""
    return systems_with("theatre")


@cache
def load_theatre(system: str) -> Theatre:
    """The theatre of a system."""
    plan = load_of(TheatreFile, system, "theatre")
    return Theatre(plan, load_board(plan.board))
