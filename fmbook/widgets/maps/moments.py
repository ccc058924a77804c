"""What stands on the ground at one moment besides a front: gliders that are down, silent works, a white sheet."""

from collections import defaultdict
from collections.abc import Iterator
from html import escape
from typing import Any, Final

from fmbook.geometry.hexes import Point
from fmbook.lessons.theatre import Moment, Theatre
from fmbook.widgets import theme
from fmbook.widgets.board.fort.works import glider
from fmbook.widgets.drawing.shapes import Ink
from fmbook.widgets.maps.groundplan import Look

__all__ = ["GLIDER", "SHEET", "SILENT", "key_of_moments", "news", "seen_at"]

GLIDER: Final = Look(Ink(fill="#2f3a1e", stroke="#ffffff", width=1.6))
SILENT: Final = Look(Ink(fill=theme.SIDES[0], alpha=0.5))
SHEET: Final = Look(Ink(fill="#ffffff", stroke="#1d1a14", width=1.6))
WIDE: Final = 56.0  # metres from wing to wing: larger than they were, so that they are seen
APART: Final = 58.0
BESIDE: Final = Point(44.0, -8.0)  # of the work that it came down at, where no name stands
FLAG: Final = ((0.0, 14.0), (0.0, -34.0), (34.0, -34.0), (34.0, -10.0), (0.0, -10.0))  # metres from the middle

Found = tuple[Look, list[list[float]]]


def seen_at(theatre: Theatre, moment: Moment) -> Iterator[Found]:
    """Each thing that stands there at a moment: its look, and its ring on the ground."""
    for place in moment.silent.split():
        yield SILENT, theatre.outline(place)
    down = defaultdict[str, int](int)
    for place in moment.gliders.split():
        middle, many = _work(theatre, place), moment.gliders.split().count(place)
        east = (down[place] - (many - 1) / 2) * APART
        down[place] += 1
        at = middle.x + BESIDE.x + east, middle.y + BESIDE.y
        yield GLIDER, _ring(theatre, glider(at, 20.0, WIDE))
    for place in moment.flag.split():
        middle = _work(theatre, place)
        yield SHEET, _ring(theatre, [(middle.x + x, middle.y + y) for x, y in FLAG])


def _work(theatre: Theatre, place: str) -> Point:
    """Where the work of a sector stands on the board, or else its middle."""
    found = next((each for each in theatre.plan.place if each.hex == place), None)
    return theatre.fit.on_board(*found.at) if found else Point(*theatre.board.centre(theatre.board.at(place))[:2])


def _ring(theatre: Theatre, points: Any) -> list[list[float]]:
    ring = [theatre.fit.on_ground(Point(x, y)) for x, y in points]
    return [[round(lon, 6), round(lat, 6)] for lat, lon in (*ring, ring[0])]


def key_of_moments(theatre: Theatre) -> dict[str, Look]:
    """What the key explains of it, where it is ever seen."""
    moments = theatre.plan.moment
    shown = {
        "glider, drawn at the work that it came for": (GLIDER, any(each.gliders for each in moments)),
        "work overrun or put out of action": (SILENT, any(each.silent for each in moments)),
        "white sheet": (SHEET, any(each.flag for each in moments)),
    }
    return {words: look for words, (look, is_seen) in shown.items() if is_seen}


def news(theatre: Theatre, number: int) -> str:
    """Write what is told of a moment. The others lie unseen in the same place, so that it is always as high."""
    said = (
        f"<div{'' if at == number else ' style=visibility:hidden aria-hidden=true'}><b>{escape(each.when)}.</b> "
        f'{escape(each.says)} <span class="fmbook-small">({escape(each.source)})</span></div>'
        for at, each in enumerate(theatre.plan.moment)
    )
    return f'<div class="fmbook-note fmbook-moments" role="status">{"".join(said)}</div>'
