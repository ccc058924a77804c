"""Numbers and names as they are written on the ground."""

from dataclasses import replace

from fmbook.widgets import theme
from fmbook.widgets.board.hex.hills import summits
from fmbook.widgets.board.hex.relief import heights_of, shaded
from fmbook.widgets.board.labels import number_style, printed
from fmbook.widgets.board.survey import Survey
from fmbook.widgets.drawing.shapes import Circles, Lettering, Lines, Point, Shape, Texts

__all__ = ["captions", "heights", "marks", "names", "numbers"]


def numbers(survey: Survey) -> list[Shape]:
    """The number of each place: paler on open ground, where on a large board there are many."""
    style, open_ground, sea = number_style(survey), _open_ground(survey), survey.having("sea")
    colours = {"numbers": style.fill, "numbers-open": theme.NUMBERS_OPEN, "numbers-sea": theme.NUMBERS_SEA}
    words: dict[str, list[tuple[str, Point]]] = {group: [] for group in colours}
    stressed = printed(survey) if survey.looks.large else frozenset[int]()
    for place, box in survey.numbers.items():
        if place in stressed:
            continue
        group = "numbers-sea" if place in sea else "numbers-open" if place in open_ground else "numbers"
        words[group].append((survey.board.name(place).rpartition(":")[2], (box.x, box.y)))
    plain: list[Shape] = [
        Texts(group, tuple(words[group]), replace(style, fill=fill)) for group, fill in colours.items()
    ]
    return [*plain, *_stressed(survey)] if survey.looks.large else plain


def _stressed(survey: Survey) -> list[Shape]:
    """The numbers that the rulebook prints: bold, above a thin line."""
    style = replace(number_style(survey), fill=theme.INK, weight=700)
    boxes = {place: survey.numbers[place] for place in sorted(printed(survey)) if place in survey.numbers}
    words = tuple((survey.board.name(place).rpartition(":")[2], (box.x, box.y)) for place, box in boxes.items())
    lines = tuple(((left, low), (right, low)) for left, _, right, low in (box.edges for box in boxes.values()))
    return [Texts("printed-numbers", words, style), Lines("printed-lines", lines, theme.PRINTED_LINE)]


def _open_ground(survey: Survey) -> frozenset[int]:
    """On a large board the places with nothing dark below the number."""
    if survey.frame.hex >= theme.ROOMY:
        return frozenset()
    dark = survey.having("shell_torn", "woods", "hill", "peak") | survey.towns | shaded(survey)
    return frozenset(range(len(survey.board.places))) - dark


def names(survey: Survey) -> list[Shape]:
    """All names, the small ones first, so that the large ones lie on top."""
    groups: dict[tuple[str, Lettering], list[tuple[str, Point]]] = {}
    for written in reversed(survey.names):
        groups.setdefault((written.name.kind, written.name.style), []).extend(written.lines)
    leaders = tuple(written.leader for written in survey.names if written.leader)
    return [
        Lines("leaders", leaders, theme.LEADERS),
        *(Texts(f"{kind}-names", tuple(lines), style) for (kind, style), lines in groups.items()),
    ]


def captions(survey: Survey) -> list[Shape]:
    """The words that stand where the board's file says, turned along a coast or a river."""
    return [Texts(f"{set_.kind}-caption", ((set_.text, set_.at),), set_.style) for set_ in survey.captions]


def heights(survey: Survey) -> list[Shape]:
    """The height of each peak below its sign."""
    if not survey.looks.height_m:
        return []
    metres, below = heights_of(survey.board), survey.mark(15.0)
    places = zip(sorted(survey.summits), summits(survey), strict=True)
    words = [(f"{metres[survey.board.name(place)]:g}", (x, y + below)) for place, (x, y) in places]
    return [Texts("heights", tuple(words), theme.HEIGHTS)]


def marks(survey: Survey) -> list[Shape]:
    """Rings around the places that matter to supply."""
    spots = tuple(survey.centre(place) for place in sorted(survey.having("supply")))
    radius = survey.size(0.4)
    return [
        Circles("supply-glow", spots, radius, survey.ink(theme.SUPPLY_GLOW)),
        Circles("supply", spots, radius, survey.ink(theme.SUPPLY)),
    ]
