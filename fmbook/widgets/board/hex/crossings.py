"""What rules say about single hexsides: narrow straits, sounds, a guarded water, a limit; steam, borders, ways off."""

from collections.abc import Iterable, Iterator
from math import atan2, cos, hypot, sin, tau
from typing import Final

from fmbook.widgets import theme
from fmbook.widgets.board.survey import Survey
from fmbook.widgets.drawing import curves
from fmbook.widgets.drawing.shapes import Lines, Path, Point, Polygons, Shape

__all__ = [
    "ARROW",
    "CURL",
    "arrowheads",
    "boat",
    "borders",
    "crossings",
    "moved",
    "star",
    "steam",
    "struck_sword",
    "ways_off",
]

ARROW: Final = ((0.0, -4.6), (8.6, 0.0), (0.0, 4.6))
BOAT: Final = ((-6.4, 0.6), (6.4, 0.6), (4.0, 4.6), (-4.0, 4.6))
SAIL: Final = ((0.4, -7.6), (5.0, -1.0), (0.4, -1.0))
SWORD: Final = (((0.0, -7.0), (0.0, 6.4)), ((-3.0, 2.6), (3.0, 2.6)))
STRUCK: Final = ((-6.4, 5.4), (6.4, -5.4))
CURL: Final = ((0.0, 5.0), (-1.8, 3.0), (1.2, 0.6), (-1.4, -2.0), (0.6, -4.6))
CURLS_APART: Final = 0.3  # hexes
OFF: Final = {"exit_west": (-1.0, 0.0), "exit_south": (0.0, 1.0), "exit_north": (0.0, -1.0), "exit_east": (1.0, 0.0)}
WITHIN: Final = 0.93
POINT_OFF: Final = 0.47  # of a hex from its middle to the tip of an arrow off the map


def crossings(survey: Survey) -> list[Shape]:
    """Signs in the middle of hexsides, each with a line of its own that is known without its colour."""
    small = survey.mark(1.0)
    return [*_straits(survey, small), *_sounds(survey, small), *_guarded(survey, small), *_limits(survey, small)]


def _middles(survey: Survey, kind: str) -> Iterator[tuple[Point, Point, Path]]:
    """The middle of each side, the unit vector across it, and the side itself."""
    for side in survey.sides(kind):
        (ax, ay), (bx, by) = side[0], side[-1]
        far = hypot(bx - ax, by - ay) or 1.0
        yield ((ax + bx) / 2, (ay + by) / 2), (-(by - ay) / far, (bx - ax) / far), side


def _straits(survey: Survey, small: float) -> list[Shape]:
    """Two arrowheads that look across: one may march; a struck sword: nobody may attack."""
    arrows: list[Path] = []
    swords: list[Path] = []
    bars: list[Path] = []
    for at, way, _ in _middles(survey, "strait"):
        arrows += arrowheads(at, way, small)
        blade, bar = struck_sword(at, small)
        swords += blade
        bars.append(bar)
    return [
        Polygons("strait-arrows", tuple(arrows), theme.MARCH),
        Lines("swords-halo", (*swords, *bars), theme.SIGN_HALO.thinned(small)),
        Lines("swords", tuple(swords), theme.SWORD.thinned(small)),
        Lines("swords-struck", tuple(bars), theme.STRUCK.thinned(small)),
    ]


def arrowheads(at: Point, way: Point, small: float) -> list[Path]:
    """One to each side of a point, pointing away from it."""
    found = []
    for sign in (1, -1):
        dx, dy = way[0] * sign, way[1] * sign
        start = at[0] + dx * 9 * small, at[1] + dy * 9 * small
        found.append(moved(ARROW, start, small, atan2(dy, dx)))
    return found


def struck_sword(at: Point, small: float) -> tuple[list[Path], Path]:
    """A sword and the bar through it."""
    return [moved(stroke, at, small) for stroke in SWORD], moved(STRUCK, at, small)


def _sounds(survey: Survey, small: float) -> list[Shape]:
    """Dots from shore to shore and a small boat."""
    lines: list[Path] = []
    hulls: list[Path] = []
    for (x, y), (dx, dy), _ in _middles(survey, "sound"):
        reach = survey.size(0.2)
        lines.append(((x - dx * reach, y - dy * reach), (x + dx * reach, y + dy * reach)))
        hulls += boat((x, y), small)
    return [
        Lines("sounds-halo", tuple(lines), theme.SIGN_HALO.thinned(small)),
        Lines("sounds", tuple(lines), theme.SOUND.thinned(small)),
        Polygons("boats", tuple(hulls), theme.BOAT),
    ]


def boat(at: Point, small: float) -> list[Path]:
    """Hull and sail."""
    return [moved(BOAT, at, small), moved(SAIL, at, small)]


def _guarded(survey: Survey, small: float) -> list[Shape]:
    """Dots along the side and a star: only one side may cross, while it holds both banks."""
    found = list(_middles(survey, "guarded"))
    sides = tuple(side for _, _, side in found)
    return [
        Lines("guarded-halo", sides, theme.SIGN_HALO.thinned(small)),
        Lines("guarded", sides, theme.GUARDED.thinned(small)),
        Polygons("guarded-stars", tuple(star(at, 8.0 * small) for at, _, _ in found), theme.STAR),
    ]


def star(at: Point, radius: float) -> Path:
    """Five points, one of them up."""
    x, y = at
    reach = [radius, radius * 0.42] * 5
    return tuple((x + r * sin(tau * n / 10), y - r * cos(tau * n / 10)) for n, r in enumerate(reach))


def _limits(survey: Survey, small: float) -> list[Shape]:
    """A bar across the river."""
    bars = []
    for (x, y), (dx, dy), _ in _middles(survey, "limit"):
        reach = 11.0 * small
        bars.append(((x - dx * reach, y - dy * reach), (x + dx * reach, y + dy * reach)))
    return [
        Lines("limit-halo", tuple(bars), theme.SIGN_HALO.thinned(1.4 * small)),
        Lines("limit", tuple(bars), theme.LIMIT.thinned(small)),
    ]


def moved(form: Path, at: Point, small: float, turn: float = 0.0) -> Path:
    """A small form at its place, its size and its angle."""
    c, s = cos(turn), sin(turn)
    return tuple((at[0] + (x * c - y * s) * small, at[1] + (x * s + y * c) * small) for x, y in form)


# --- along sides --------------------------------------------------------------------------------


def steam(survey: Survey) -> list[Shape]:
    """Curls above a river that never freezes."""
    lines = survey.along_borders("steaming")
    spots = [at for line in lines for at, _ in curves.along(line, survey.size(CURLS_APART))]
    small = survey.mark(1.0)
    curls = tuple(curves.through(moved(CURL, at, small), steps=3) for at in spots)
    return [
        Lines("steam-halo", curls, theme.STEAM_HALO.thinned(small)),
        Lines("steam", curls, theme.STEAM.thinned(small)),
    ]


def borders(survey: Survey) -> list[Shape]:
    """A thin line of dashes and dots between two countries; a dotted one in each hex that a rule singles out."""
    lines: list[Path] = []
    for one, other in survey.looks.border:
        here, there = survey.board.having(one), survey.board.having(other)
        links = ((a, b) for a, b in survey.board.links() if (a in here and b in there) or (b in here and a in there))
        pieces = ((side[0], side[-1]) for side in (survey.board.side(a, b) for a, b in links))
        lines += map(survey.frame.pixels, curves.chains(pieces))
    return [
        Polygons(
            "outlined", tuple(_within(survey, place) for place in sorted(survey.having("outlined"))), theme.OUTLINED
        ),
        Lines("border-halo", tuple(lines), survey.ink(theme.BORDER_HALO)),
        Lines("border", tuple(lines), survey.ink(theme.BORDER)),
    ]


def _within(survey: Survey, place: int) -> Path:
    """A ring a little within the sides of a hex."""
    x, y = survey.centre(place)
    return tuple((x + (u - x) * WITHIN, y + (v - y) * WITHIN) for u, v in survey.outline(place))


def ways_off(survey: Survey) -> list[Shape]:
    """An arrow at the rim where units leave the map."""
    return [Polygons("ways-off", tuple(_arrows_off(survey, OFF)), theme.WAY_OFF)]


def _arrows_off(survey: Survey, kinds: Iterable[str]) -> Iterator[Path]:
    for kind in kinds:
        dx, dy = OFF[kind]
        for place in sorted(survey.having(kind)):
            x, y = survey.centre(place)
            reach = survey.size(POINT_OFF + (0.07 if dy else 0.0)) - 8.6 * survey.mark(1.0)
            yield moved(ARROW, (x + dx * reach, y + dy * reach), survey.mark(1.0), atan2(dy, dx))
