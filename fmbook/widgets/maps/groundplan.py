"""The real ground as a draw list, and how each thing on it looks, on the page as in the static picture."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from math import cos, radians
from textwrap import wrap
from typing import Any, Final, NamedTuple

from fmbook.core.language import told
from fmbook.geometry.hexes import Point
from fmbook.lessons.theatre import GroundPlace, LookForm, Moment, Theatre
from fmbook.play.positions import Position
from fmbook.widgets import theme
from fmbook.widgets.drawing.shapes import Ink, Lettering, Lines, Path, Picture, Polygons, Shape, Texts
from fmbook.widgets.drawing.text_size import width_of

__all__ = ["CHOSEN", "FRONT", "FRONT_BEFORE", "UNITS", "Look", "grid_of", "groundplan", "key", "look_of", "stood"]

WIDTH: Final = 720
MARGIN: Final = 18.0
EAST: Final = 76.0  # room for the names that run over the edge
LINE: Final = 16.0


class Look(NamedTuple):
    """How an area or a line looks: an ink, told to Leaflet as a style."""

    ink: Ink

    @property
    def style(self) -> dict[str, Any]:
        """What Leaflet calls a path's options."""
        ink = self.ink
        style: dict[str, Any] = {"stroke": bool(ink.stroke), "fill": bool(ink.fill), "lineJoin": "round"}
        if ink.stroke:
            style |= {"color": ink.stroke, "weight": ink.width, "opacity": ink.alpha}
        if ink.dash:
            style["dashArray"] = " ".join(f"{dash:g}" for dash in ink.dash)
        if ink.fill:
            style |= {"fillColor": ink.fill, "fillOpacity": ink.alpha}
        return style

    @property
    def sample(self) -> str:
        """A little of it for the key, as SVG."""
        ink = self.ink
        if ink.fill:
            drawn = f'<rect x="1" y="1" width="24" height="9" fill="{ink.fill}" fill-opacity="{ink.alpha:g}" />'
        else:
            dash = f' stroke-dasharray="{" ".join(f"{d:g}" for d in ink.dash)}"' if ink.dash else ""
            drawn = f'<path d="M1 6H25" stroke="{ink.stroke}" stroke-width="{ink.width:g}"{dash} fill="none" />'
        return f'<svg width="26" height="11" aria-hidden="true">{drawn}</svg>'


def _line(colour: str, width: float, *dash: float, alpha: float = 1.0) -> Look:
    return Look(Ink(stroke=colour, width=width, dash=dash, alpha=alpha))


def _area(colour: str, alpha: float) -> Look:
    return Look(Ink(fill=colour, alpha=alpha))


INKS: Final = {  # of kinds of ground, where a theatre's file says nothing else
    "land": _area("#efe7cd", 1.0),
    "water": _area("#a9c8d6", 1.0),
    "flooded": _area("#c3d6d3", 0.9),
    "woods": _area("#8ea06d", 0.75),
    "town": _area("#b1563f", 0.7),
    "trench": _line("#8a1512", 1.1, 3, 3),
    "river": _line(theme.WATER, 2.6),
    "canal": _line(theme.WATER, 1.8),
    "road": _line("#8c7a58", 1.6),
    "railway": _line("#3c372c", 1.6, 8, 3, 2, 3),
}
PLAIN: Final = _line("#5f5640", 1.2)  # of a kind that nobody has drawn before
GRID: Final = _line("#5b5440", 0.6, alpha=0.38)
SECTORS: Final = _line("#4b4a3a", 1.2, 6, 4, alpha=0.8)  # few lines, so they may be stronger
CHOSEN: Final = (_line("#ffffff", 7.0), Look(Ink(stroke=theme.CHOICE, width=3.4)))
FRONT: Final = (_line("#ffffff", 7.0, alpha=0.8), _line("#123a66", 3.4))
FRONT_BEFORE: Final = _line("#123a66", 1.6, 2, 5, alpha=0.8)
UNITS: Final = tuple(Look(Ink(fill=colour, stroke="#1d1a14", width=0.8)) for colour in theme.SIDES)
SECTOR_MARK: Final = 30.0  # of a board in metres: as large as a work
MARKS: Final = (  # squares and diamonds, in hexes from the middle
    ((-0.3, -0.3), (0.3, -0.3), (0.3, 0.3), (-0.3, 0.3), (-0.3, -0.3)),
    ((0.0, -0.42), (0.42, 0.0), (0.0, 0.42), (-0.42, 0.0), (0.0, -0.42)),
)
NAMES: Final = {
    "town": Lettering(11.5, theme.INK, theme.SERIF, weight=700, halo=theme.HALO),
    "peak": Lettering(11, "#4a2d12", theme.SERIF, weight=700, halo=theme.HALO),
    "other": Lettering(10.5, theme.INK, theme.SERIF, italic=True, halo=theme.HALO),
}
PAPERS: Final = Lettering(10.5, theme.TRACE.fill, theme.SANS, weight=700, halo=theme.HALO)


def look_of(theatre: Theatre, feature: Mapping[str, Any]) -> Look:
    """How a feature of the base layer is drawn: by its name, or by its kind."""
    own = {form.of: _made(form) for form in theatre.plan.look}
    about = feature["properties"]
    name, kind = about.get("name", ""), about["kind"]
    return own.get(name) or own.get(kind) or INKS.get(kind, PLAIN)


def grid_of(theatre: Theatre) -> Look:
    """How the borders of the board's places are drawn on the ground."""
    return GRID if theatre.noun == "hex" else SECTORS


def key(theatre: Theatre) -> dict[str, Look]:
    """What the key explains, by its words: the front, if there is any, then what the theatre's file names."""
    fronts = {theatre.plan.front: FRONT[1], "before": FRONT_BEFORE}
    drawn = any(map(theatre.front, theatre.plan.moment))
    return (fronts if drawn else {}) | {form.key: _made(form) for form in theatre.plan.look if form.key}


def _made(form: LookForm) -> Look:
    default = INKS.get(form.of, PLAIN)
    drawn = form.line or form.fill
    return Look(Ink(form.fill, form.line, form.width, form.dash, form.alpha)) if drawn else default


def groundplan(theatre: Theatre, position: Position | None = None) -> Picture:
    """The ground with all front lines, for a page without a slider, and the units of a game, if any."""
    sheet = _Sheet(theatre, position)
    return Picture(WIDTH, round(sheet.height), theatre.title, tuple(sheet.shapes()))


def stood(theatre: Theatre, position: Position) -> Iterator[tuple[int, list[list[float]]]]:
    """Each unit on the map as a small ring on the ground, with its side: a square or a diamond."""
    size, apart = (1.0, 0.0) if theatre.noun == "hex" else (SECTOR_MARK, SECTOR_MARK / 2)
    for unit in position.units():
        if unit.kind in theme.CHIPS:  # a weapon belongs to its work, which is there already
            continue
        side, middle = position.sides.index(unit.side), position.board.centre(position.board.at(unit.place))
        east = middle.x + apart * (2 * side - 1)  # a sector may hold both sides
        ring = (theatre.fit.on_ground(Point(east + size * x, middle.y + size * y)) for x, y in MARKS[side])
        yield side, [[round(lon, 6), round(lat, 6)] for lat, lon in ring]


class _Sheet:
    """Where a latitude and longitude come to lie on the picture."""

    def __init__(self, theatre: Theatre, position: Position | None) -> None:
        self.theatre, self.position = theatre, position
        west, north, east, south = theatre.board.bounds
        corners = [theatre.fit.on_ground(Point(x, y)) for x in (west, east) for y in (north, south)]
        self._north, self._south = max(lat for lat, _ in corners), min(lat for lat, _ in corners)
        self._west, self._east = min(lon for _, lon in corners), max(lon for _, lon in corners)
        self._scale = (WIDTH - MARGIN - EAST) / (self._east - self._west)
        self._tall = self._scale / cos(radians(theatre.fit.lat))
        self.height = (self._north - self._south) * self._tall + 2 * MARGIN + self._foot

    def pixel(self, lon: float, lat: float) -> tuple[float, float]:
        return MARGIN + (lon - self._west) * self._scale, MARGIN + (self._north - lat) * self._tall

    def path(self, coordinates: list[list[float]]) -> Path:
        return tuple(self.pixel(lon, lat) for lon, lat in coordinates)

    def shapes(self) -> Iterator[Shape]:
        yield Polygons("paper", (((0, 0), (WIDTH, 0), (WIDTH, self.height), (0, self.height)),), theme.SHEET)
        yield from map(self._drawn, self.theatre.ground["features"])
        yield Lines("grid", tuple(map(self.path, self.theatre.grid)), grid_of(self.theatre).ink)
        yield from self._units()
        *before, last = self.theatre.plan.moment
        yield Lines("front-before", tuple(line for moment in before for line in self._front(moment)), FRONT_BEFORE.ink)
        yield from (Lines("front", self._front(last), look.ink) for look in FRONT)
        yield from self._names()
        yield Texts("papers", tuple(self._papers()), PAPERS)
        foot, high = self.height - self._foot - MARGIN / 2, self.height
        yield Polygons("foot", (((0, foot), (WIDTH, foot), (WIDTH, high), (0, high)),), theme.SHEET)
        yield Texts("legend", tuple(self._legend()), theme.KEY_WORDS)

    def _front(self, moment: Moment) -> tuple[Path, ...]:
        return tuple(map(self.path, self.theatre.front(moment)))

    def _units(self) -> Iterator[Shape]:
        if self.position:
            rings = [(side, self.path(ring)) for side, ring in stood(self.theatre, self.position)]
            for side, name in enumerate(self.position.sides):
                yield Polygons(name, tuple(ring for whose, ring in rings if whose == side), UNITS[side].ink)

    def _drawn(self, feature: dict[str, Any]) -> Shape:
        geometry, about = feature["geometry"], feature["properties"]
        ink = look_of(self.theatre, feature).ink
        if geometry["type"] == "LineString":
            return Lines(about["kind"], (self.path(geometry["coordinates"]),), ink)
        pieces = geometry["coordinates"] if geometry["type"] == "MultiPolygon" else [geometry["coordinates"]]
        rings = tuple(self.path(ring) for piece in pieces for ring in piece)
        return Polygons(about["kind"], rings, ink)

    def _names(self) -> Iterator[Shape]:
        for sort, lettering in NAMES.items():
            words = tuple(
                (place.name, self._beside(place, lettering.size))
                for place in self.theatre.plan.place
                if (place.kind if place.kind in NAMES else "other") == sort and place.hex
            )
            yield Texts(f"names-{sort}", words, lettering)
        peaks = tuple(
            ("▲", self.pixel(*reversed(place.at))) for place in self.theatre.plan.place if place.kind == "peak"
        )
        yield Texts("peaks", peaks, NAMES["peak"])

    def _papers(self) -> Iterator[tuple[str, tuple[float, float]]]:
        """The letters of papers that tell of a place, on the side where its name is not."""
        for place, letters in self.theatre.papered:
            x, y = self.pixel(*reversed(place.at))
            dx, dy = {"over": (0, 16), "east": (-14, 0), "west": (14, 0), "north": (0, 14)}.get(place.side, (0, -14))
            word = f"[{letters}]"
            half = width_of(word, PAPERS) / 2 + 2
            if 0 < x < WIDTH and 0 < y < self.height - self._foot:  # others are beyond the sheet
                yield word, (min(max(x + dx, half), WIDTH - half), y + dy)

    def _beside(self, place: GroundPlace, size: float) -> tuple[float, float]:
        x, y = self.pixel(*reversed(place.at))
        half = len(place.name) * size * 0.27 + 9
        dx = {"east": half, "west": -half}.get(place.side, 0)
        return x + dx, y + {"north": -size - 4, "south": size + 4}.get(place.side, 0)

    def _legend(self) -> Iterator[tuple[str, tuple[float, float]]]:
        for number, line in enumerate(self._lines):
            yield line, (MARGIN, self.height - self._foot + 4 + LINE * number)

    @cached_property
    def _lines(self) -> tuple[str, ...]:
        """What is written below the map, in lines that the sheet has room for."""
        plan = self.theatre.plan
        last = plan.moment[-1]
        front = f"Thick line: the front on {last.when}; dotted: before. " if last.front else ""
        papers = " Letters: papers that tell of a place." if self.theatre.papered else ""
        said = f"{front}North is up; {self._size()}. {plan.legend}{self._sides()}{papers}"
        room = int((WIDTH - 2 * MARGIN) / width_of("e", theme.KEY_WORDS))
        return (*wrap(told(said), room), plan.credit[0].text)

    @property
    def _foot(self) -> float:
        return LINE * len(self._lines) - 2

    def _size(self) -> str:
        west, _, east, _ = self.theatre.board.bounds
        metres = self.theatre.fit.metres
        if self.theatre.noun == "hex":
            return f"a hex is {shown_metres(metres)}"
        return f"the board is {shown_metres(round((east - west) * metres))} wide"

    def _sides(self) -> str:
        return " Squares: {}; diamonds: {}.".format(*self.position.sides) if self.position else ""


def shown_metres(metres: float) -> str:
    """A length as people say it."""
    return f"{metres:g} m" if metres < 1000 else f"{metres / 1000:g} km"
