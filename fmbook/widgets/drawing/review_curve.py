"""The curve of a reviewed game: the chances of the first side after each order, turn by turn, on its own paper."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from fmbook.core.sides import noun
from fmbook.opponents.review import Findings, Moment
from fmbook.widgets.drawing.shapes import Circles, Ink, Lettering, Lines, Path, Picture, Point, Polygons, Shape, Texts
from fmbook.widgets.drawing.svg import to_svg
from fmbook.widgets.theme import INK, PAPER, QUIET_INK, SANS

__all__ = ["curve_picture", "curve_svg"]

WIDTH, HEIGHT = 640, 260
LEFT, RIGHT, TOP, BOTTOM = 48, 624, 30, 218
CURVE: Final = Ink(stroke="#1f4e79", width=2.4)
BAND: Final = Ink(fill="#1f4e79", alpha=0.18)
EVEN: Final = Ink(stroke=QUIET_INK, width=0.8, dash=(4.0, 3.0))
TURN: Final = Ink(stroke=QUIET_INK, width=0.5, alpha=0.5)
LUCK: Final = Ink(fill=PAPER, stroke="#a33b1f", width=2.2)
JUDGED: Final = Ink(fill="#a33b1f", stroke="#a33b1f", width=1.0)
QUIET: Final = Lettering(11, QUIET_INK, SANS)
NUMBER: Final = Lettering(12, "#a33b1f", SANS, weight=700, halo=PAPER)
APART: Final = 12.0  # pixels between two numbers
AT_LEFT: Final = Lettering(12, INK, SANS, centred=False)


def curve_svg(found: Findings) -> str:
    """Draw the curve as SVG."""
    return to_svg(curve_picture(found))


def curve_picture(found: Findings) -> Picture:
    """Draw the curve as shapes: light paper under dark ink, whatever the page around it."""
    who = noun(found.sides[0])
    title = f"Chances of {who} after each order, from {found.chance(found.sides[0], 0):.0f} to " + (
        f"{found.chance(found.sides[0], -1):.0f} in 100"
    )
    return Picture(WIDTH, HEIGHT, title, tuple(_shapes(found, f"Chances of {who}, in 100 games")))


def _shapes(found: Findings, head: str) -> Iterator[Shape]:
    last = max(found.curve[-1].number, 1)
    points = tuple(_at(each.number, each.chance.share, last) for each in found.curve)
    yield Polygons("paper", (((0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)),), Ink(fill=PAPER))
    turns = [b for a, b in pairwise(found.curve) if b.turn != a.turn]
    yield Lines("turn", tuple(_upright(each, last) for each in turns), TURN)
    yield Lines("even", (((LEFT, _high(0.5)), (RIGHT, _high(0.5))),), EVEN)
    yield Polygons("interval", (_band(found.curve, last),), BAND)
    if len(points) > 1:
        yield Lines("chance", (points,), CURVE)
    where = {each.number: _at(each.number, each.chance.share, last) for each in found.curve}
    yield Circles("throw", tuple(where[each.number] for each in found.turning), 5, LUCK)
    yield Circles("order", tuple(where[each.number] for each in found.costly), 4, JUDGED)
    yield Texts("number", tuple(_numbered(found, where)), NUMBER)
    yield Texts("head", ((head, (LEFT, 15)),), AT_LEFT)
    yield Texts("scale", tuple((f"{share:.0%}".rstrip("%"), (LEFT - 18, _high(share))) for share in (0, 0.5, 1)), QUIET)
    words = tuple((str(each.turn), (_at(each.number, 0, last)[0], BOTTOM + 13)) for each in turns)
    yield Texts("turns", words, QUIET)
    key = (
        f"{found.turn_word.capitalize()}s along the foot · ring: a throw that turned it · dot: an order that cost much"
    )
    yield Texts("key", ((key, (WIDTH / 2, HEIGHT - 14)),), QUIET)


def _numbered(found: Findings, where: dict[int, Point]) -> Iterator[tuple[str, Point]]:
    """Write beside each mark the number under which it is told; of two that are close the second one goes below."""
    last = -APART, 0.0
    for count, each in enumerate(found.named, 1):
        across, high = where[each.number]
        above = across - last[0] >= APART or abs(high - last[1]) >= APART
        yield str(count), (across, high - 12 if above else high + 13)
        last = (across, high) if above else (-APART, 0.0)


def _at(number: int, share: float, last: int) -> Point:
    return LEFT + (RIGHT - LEFT) * number / last, _high(share)


def _high(share: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * share


def _upright(moment: Moment, last: int) -> Path:
    across = _at(moment.number, 0, last)[0]
    return (across, TOP), (across, BOTTOM)


def _band(curve: tuple[Moment, ...], last: int) -> Path:
    """Outline what the curve may be by chance."""
    above = [_at(each.number, each.chance.high, last) for each in curve]
    below = [_at(each.number, each.chance.low, last) for each in reversed(curve)]
    return (*above, *below)
