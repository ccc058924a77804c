"""The real ground as a draw list, and how each thing on it looks, on the page as in the static picture."""

from collections.abc import Iterator
from math import cos, radians
from typing import Any, Final, NamedTuple

from fmbook.ground.hexes import Point
from fmbook.lessons.theatres import Place, Theatre
from fmbook.positions import Position
from fmbook.widgets import theme
from fmbook.widgets.shapes import Ink, Lettering, Lines, Path, Picture, Polygons, Shape, Texts

__all__ = ["FRONT", "FRONT_BEFORE", "INKS", "KEY", "UNITS", "Look", "groundplan", "stood"]

WIDTH: Final = 720
MARGIN: Final = 18.0
EAST: Final = 76.0  # room for the names that run over the edge
FOOT: Final = 46.0
TRENCH_BLUE, TRENCH_RED = "#173f7a", "#8a1512"


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


INKS: Final = {
    "80 m and more": _area("#e6d9ae", 0.7),
    "100 m and more": _area("#dcc590", 0.8),
    "120 m and more": _area("#cfac70", 0.85),
    "132 m and more": _area("#b98f52", 0.9),
    "woods": _area("#8ea06d", 0.75),
    "town": _area("#b1563f", 0.7),
    "Canadian front line, 9 April 05:30": _line(TRENCH_BLUE, 1.6),
    "German first line, 9 April 05:30": _line(TRENCH_RED, 1.6, 6, 2),
    "trench": _line(TRENCH_RED, 1.1, 3, 3),
    "river": _line(theme.WATER, 2.6),
    "road": _line("#8c7a58", 1.6),
    "railway": _line("#3c372c", 1.6, 8, 3, 2, 3),
    "grid": _line("#5b5440", 0.6, alpha=0.38),
    "glow": _line("#ffffff", 7.0),
    "chosen": Look(Ink(stroke=theme.CHOICE, width=3.4)),
}
FRONT: Final = (_line("#ffffff", 7.0, alpha=0.8), _line("#123a66", 3.4))
FRONT_BEFORE: Final = _line("#123a66", 1.6, 2, 5, alpha=0.8)
UNITS: Final = tuple(Look(Ink(fill=colour, stroke="#1d1a14", width=0.8)) for colour in theme.SIDES)
MARKS: Final = (  # squares and diamonds, in hexes from the middle
    ((-0.3, -0.3), (0.3, -0.3), (0.3, 0.3), (-0.3, 0.3), (-0.3, -0.3)),
    ((0.0, -0.42), (0.42, 0.0), (0.0, 0.42), (-0.42, 0.0), (0.0, -0.42)),
)
KEY: Final = {
    "the Canadian front at the time": FRONT[1],
    "before": FRONT_BEFORE,
    "Canadian trench": INKS["Canadian front line, 9 April 05:30"],
    "German first line": INKS["German first line, 9 April 05:30"],
    "German lines behind": INKS["trench"],
    "railway": INKS["railway"],
    "road": INKS["road"],
    "above 100, 120, 132 m": INKS["120 m and more"],
    "wood": INKS["woods"],
    "houses": INKS["town"],
}
NAMES: Final = {
    "town": Lettering(11.5, theme.INK, theme.SERIF, weight=700, halo=theme.HALO),
    "peak": Lettering(11, "#4a2d12", theme.SERIF, weight=700, halo=theme.HALO),
    "other": Lettering(10.5, theme.INK, theme.SERIF, italic=True, halo=theme.HALO),
}


def groundplan(theatre: Theatre, position: Position | None = None) -> Picture:
    """The ground with all front lines, for a page without a slider, and the units of a game, if any."""
    sheet = _Sheet(theatre, position)
    return Picture(WIDTH, round(sheet.height), theatre.title, tuple(sheet.shapes()))


def stood(theatre: Theatre, position: Position) -> Iterator[tuple[int, list[list[float]]]]:
    """Each unit on the map as a small ring on the ground, with its side: a square or a diamond."""
    for unit in position.units():
        side, middle = position.sides.index(unit.side), position.board.centre(position.board.at(unit.place))
        ring = (theatre.fit.on_ground(Point(middle.x + x, middle.y + y)) for x, y in MARKS[side])
        yield side, [[round(lon, 5), round(lat, 5)] for lat, lon in ring]


class _Sheet:
    """Where a latitude and longitude come to lie on the picture."""

    def __init__(self, theatre: Theatre, position: Position | None) -> None:
        self.theatre, self.position = theatre, position
        west, north, east, south = theatre.board.bounds
        (self._north, self._west), (self._south, self._east) = (
            theatre.fit.on_ground(theatre.board.centre(0)._replace(x=x, y=y)) for x, y in ((west, north), (east, south))
        )
        self._scale = (WIDTH - MARGIN - EAST) / (self._east - self._west)
        self._tall = self._scale / cos(radians(theatre.fit.lat))
        self.height = (self._north - self._south) * self._tall + 2 * MARGIN + FOOT

    def pixel(self, lon: float, lat: float) -> tuple[float, float]:
        return MARGIN + (lon - self._west) * self._scale, MARGIN + (self._north - lat) * self._tall

    def path(self, coordinates: list[list[float]]) -> Path:
        return tuple(self.pixel(lon, lat) for lon, lat in coordinates)

    def shapes(self) -> Iterator[Shape]:
        yield Polygons("paper", (((0, 0), (WIDTH, 0), (WIDTH, self.height), (0, self.height)),), theme.SHEET)
        yield from map(self._drawn, self.theatre.ground["features"])
        yield Lines("grid", tuple(map(self.path, self.theatre.grid)), INKS["grid"].ink)
        yield from self._units()
        *before, last = self.theatre.plan.moment
        yield Lines("front-before", tuple(self.path(self.theatre.front(m)) for m in before), FRONT_BEFORE.ink)
        yield from (Lines("front", (self.path(self.theatre.front(last)),), look.ink) for look in FRONT)
        yield from self._names()
        yield Texts("legend", tuple(self._legend()), theme.KEY_WORDS)

    def _units(self) -> Iterator[Shape]:
        if self.position:
            rings = [(side, self.path(ring)) for side, ring in stood(self.theatre, self.position)]
            for side, name in enumerate(self.position.sides):
                yield Polygons(name, tuple(ring for whose, ring in rings if whose == side), UNITS[side].ink)

    def _drawn(self, feature: dict[str, Any]) -> Shape:
        geometry, about = feature["geometry"], feature["properties"]
        ink = (INKS.get(about["name"]) or INKS[about["kind"]]).ink
        if geometry["type"] == "LineString":
            return Lines(about["kind"], (self.path(geometry["coordinates"]),), ink)
        rings = tuple(self.path(ring) for piece in geometry["coordinates"] for ring in piece)
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

    def _beside(self, place: Place, size: float) -> tuple[float, float]:
        x, y = self.pixel(*reversed(place.at))
        half = len(place.name) * size * 0.27 + 9
        dx = {"east": half, "west": -half}.get(place.side, 0)
        return x + dx, y + {"north": -size - 4, "south": size + 4}.get(place.side, 0)

    def _legend(self) -> Iterator[tuple[str, tuple[float, float]]]:
        last = self.theatre.plan.moment[-1]
        lines = (
            f"Thick line: the front on {last.when}; dotted: before. North is up; a hex is 160 m.",
            f"Trenches: Canadian in one line, German broken. Heights above 80, 100, 120, 132 m.{self._sides()}",
            self.theatre.plan.credit[0].text,
        )
        for number, line in enumerate(lines):
            yield line, (MARGIN, self.height - 42 + 16 * number)

    def _sides(self) -> str:
        return " Squares: {}; diamonds: {}.".format(*self.position.sides) if self.position else ""
