"""The text on a board and its letters: numbers, names of places, captions."""

from collections import Counter
from collections.abc import Iterable, Iterator, Set
from dataclasses import replace
from math import cos, radians, sin
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fmbook.core.language import told
from fmbook.widgets import theme
from fmbook.widgets.board.label_places import LEADING, Name, Numbers, Obstacles, Written, write_names
from fmbook.widgets.board.legend import corner_lines
from fmbook.widgets.board.stacks import stack_box
from fmbook.widgets.drawing import curves
from fmbook.widgets.drawing.shapes import Lettering, Path, Point
from fmbook.widgets.drawing.text_size import Box, width_of

if TYPE_CHECKING:
    from fmbook.widgets.board.survey import Survey

__all__ = [
    "KINDS",
    "PlacedCaption",
    "kind_of",
    "number",
    "number_style",
    "points_of_lines",
    "possible_numbers",
    "printed",
    "set_captions",
    "write",
]

NUMBER_UP: Final = 0.4  # of a hex: how far above the centre its number stands, clear of counters
NUMBER_UP_SMALL: Final = 0.385
NUMBER_UP_SECTOR: Final = 0.35
NUMBER_UP_LARGE: Final = 0.43
NAME_UP: Final = (0.25, 0.3)  # in large hexes, of one line and of two
PUSHED: Final = 0.07
NAME_WIDE: Final = 0.94
NUMBER_LOWER: Final = 0.37  # where something runs along the side above it
ROOMY_CLEAR: Final = 0.95  # a counter hides what is nearer
HALO: Final = 0.05  # of a hex: the rim round a counter that may be ordered
HOME_WIDE: Final = 0.8  # of a hex: so much of one with a name is kept clear of other names
HOME_HIGH: Final = 0.7
BESIDE: Final = 0.75  # of a hex: what lies so near to a window is named in it
VILLAGE: Final = 2  # hexes: a town that has no more is a village
# what it costs a name to hide a thing: a number in large hexes and in small ones; a line, at each of its points
ROOMY_NUMBER: Final = 60.0
COUNTER: Final = 150.0
HOME: Final = 120.0
SMALL_HOME: Final = 12.0
SMALL_NUMBER: Final = 3.0
PRINTED_NUMBER: Final = 2e3
SYMBOL: Final = 200.0
FEW_HOUSES: Final = 8.0
TRENCH: Final = {1: 4.0, 2: 1.3, 3: 1.1}
WATER: Final = 2.5
SHORE: Final = 1.6
ROAD: Final = 1.0
CORNER: Final = 900.0
CAPTION: Final = {"sea": 900.0, "canal": 900.0, "beyond": 900.0, "land": 400.0}
THIN_SPACE: Final = "\u2009"
BROAD_SPACE: Final = "\u2003"
STEP: Final = 4.0  # pixels between two points of a line
# who chooses first; and how far the words stay from the middle, in hexes
KINDS: Final = {
    "town": 0.3,
    "village": 0.3,
    "peak": 0.4,
    "farm": 0.26,
    "crater": 0.4,
    "place": 0.0,
    "woods": 0.0,
    "water": 0.0,
    "blue": 0.0,
    "red": 0.0,
    "ground": 0.0,
}


# --- numbers --------------------------------------------------------------------------------


def number_style(survey: "Survey") -> Lettering:
    """Smaller in small hexes."""
    size = min(theme.NUMBERS.size, round(theme.NUMBER_SHARE * survey.frame.hex, 1))
    return replace(theme.NUMBERS, size=size)


def printed(survey: "Survey") -> frozenset[int]:
    """The places that the rulebook itself names."""
    known = survey.board.sourced.items()
    return frozenset(place for place, origin in known if isinstance(place, int) and origin.word == "printed")


def number(survey: "Survey") -> dict[int, Box]:
    """Where the number of each place stands; in small hexes one that lies under a name is left out."""
    boxes = survey.possible_numbers
    if survey.frame.hex >= theme.ROOMY or not boxes:
        return boxes
    middles = np.array([(box.x, box.y) for box in boxes.values()])
    size = next(iter(boxes.values()))
    hidden: set[int] = set()
    for box in (*(name.box for name in survey.names), *(box for caption in survey.captions for box in caption.boxes)):
        reach = (box.width + size.width) / 2, (box.height + size.height) / 2
        touched = (np.abs(middles - (box.x, box.y)) < reach).all(axis=1)
        hidden.update(np.nonzero(touched)[0].tolist())
    kept = printed(survey)
    return {place: box for k, (place, box) in enumerate(boxes.items()) if k not in hidden or place in kept}


def possible_numbers(survey: "Survey") -> Iterator[tuple[int, Box]]:
    """Where the number of each place would stand if nothing else were written."""
    style, large = number_style(survey), survey.looks.large
    lower = _below_great_rivers(survey) if large else _below_lines(survey)
    up = survey.size(NUMBER_UP if survey.frame.hex >= theme.ROOMY else NUMBER_UP_SMALL)
    high = up if survey.board.layout.kind == "hex" else NUMBER_UP_SECTOR * theme.SECTOR
    ups = {False: high, True: survey.size(NUMBER_LOWER)}
    if large:
        ups = {False: survey.size(NUMBER_UP_LARGE), True: survey.size(NUMBER_UP_LARGE - PUSHED)}
    widths: dict[int, float] = {}
    for place in _numbered(survey):
        word = survey.board.name(place).rpartition(":")[2]
        wide = widths.setdefault(len(word), width_of(word, style))
        x, y = survey.centre(place)
        yield place, Box(x, y - ups[place in lower], wide, style.size * 1.15)


def _below_lines(survey: "Survey") -> Set[int]:
    """The hexes with trenches or a river along their north side; in large hexes the number has room for them."""
    if survey.frame.hex >= theme.ROOMY:
        return set()
    sides = [side for feature in (*survey.looks.trenches, "river") for side in survey.board.links(feature)]
    straight = [pair for pair in sides if abs(survey.centre(pair[0])[0] - survey.centre(pair[1])[0]) < 1]
    return {max(pair, key=lambda place: survey.centre(place)[1]) for pair in straight}


def _numbered(survey: "Survey") -> Iterable[int]:
    match survey.numbering:
        case "all":
            return range(len(survey.board.places))
        case "named":
            return sorted(printed(survey))
        case "none":
            return ()


# --- names ----------------------------------------------------------------------------------


def write(survey: "Survey") -> list[Written]:
    """All names and captions in their places."""
    if survey.looks.large:
        return list(_above_counters(survey))
    order = list(KINDS)
    sheet = survey.within or _sheet(survey)
    named = (
        name
        for name in (*_names(survey), *_captions(survey))
        if not survey.within or sheet.covers(name.at, survey.size(BESIDE))
    )
    names = sorted(named, key=lambda name: order.index(name.kind))
    return write_names(names, _obstacles(survey), sheet, survey.frame.hex)


def _sheet(survey: "Survey") -> Box:
    """The sheet within its margin."""
    frame = survey.frame
    high = frame.height - frame.strip
    return Box(frame.width / 2, high / 2, frame.width - 2 * theme.MARGIN, high - 2 * theme.MARGIN)


def _above_counters(survey: "Survey") -> Iterator[Written]:
    """In large hexes each name stands below the number and above the counters, in one line or two."""
    pushed, wide = _below_great_rivers(survey), NAME_WIDE if survey.frame.hex >= theme.SMALL_LARGE_HEX else 1.0
    for name in _names(survey):
        size, (x, y) = name.style.size, name.at
        lines = _folded(name, survey.size(wide))
        down = PUSHED if survey.place_at(name.at) in pushed else 0.0
        top = y - survey.size(NAME_UP[len(lines) - 1] - down)
        words = tuple((line, (x, top + n * size * LEADING)) for n, line in enumerate(lines))
        longest = max(width_of(line, name.style) for line in lines)
        yield Written(name, words, Box(x, (top + words[-1][1][1]) / 2, longest, size * LEADING * len(lines)))


def _below_great_rivers(survey: "Survey") -> frozenset[int]:
    """The hexes with a great river above them: words stand lower there."""
    links = (link for kind in survey.kinds("great_river") for link in survey.board.links(kind))
    pairs = ((a, b) for a, b in links if abs(survey.centre(a)[1] - survey.centre(b)[1]) > 1)
    return frozenset(max(pair, key=lambda place: survey.centre(place)[1]) for pair in pairs)


def _folded(name: Name, width: float) -> tuple[str, ...]:
    """One line if it fits, or two as equal as can be."""
    words = name.text.split()
    if width_of(name.text, name.style) <= width or len(words) == 1:
        return (name.text,)
    cuts = ((" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words)))
    return min(cuts, key=lambda lines: max(width_of(line, name.style) for line in lines))


def kind_of(survey: "Survey", place: int) -> str:
    """Whether a name is that of a town, a village, a peak …"""
    if (look := survey.looks.names.get(survey.board.name(place))) and look.kind != "town":
        return look.kind
    if place not in survey.towns:
        return "place"
    hexes = survey.looks.towns.get(survey.board.labels[place], ())
    return "village" if hexes and len(hexes) <= VILLAGE and place not in printed(survey) else "town"


def _names(survey: "Survey") -> Iterator[Name]:
    for place, text in sorted(survey.board.labels.items()):
        kind = kind_of(survey, place)
        hexes = survey.looks.woods.get(text) if kind == "woods" else None
        at = _middle(survey, hexes) if hexes else survey.centre(place)
        roomy = survey.frame.hex >= theme.ROOMY
        clear = survey.size(KINDS.get(kind, 0.0) * (ROOMY_CLEAR if roomy else 1.0))
        yield Name(text, at, _style(survey, kind), kind, clear, below=roomy)


def _captions(survey: "Survey") -> Iterator[Name]:
    for caption in survey.looks.caption:
        if caption.size:
            continue
        at = survey.centre(survey.board.at(caption.at))
        text = caption.text if caption.kind == "water" else _spaced(caption.text)
        yield Name(text, at, _style(survey, caption.kind), caption.kind, apart=0.0)


class PlacedCaption(NamedTuple):
    """Words that have their place, the letters they are in, and the small boxes that they fill."""

    text: str
    at: Point
    kind: str
    style: Lettering

    @property
    def boxes(self) -> Iterator[Box]:
        """One for each letter's height along the line, however it is turned."""
        size, wide = self.style.size, width_of(self.text, self.style)
        way = cos(radians(self.style.turn)), sin(radians(self.style.turn))
        steps = max(1, round(wide / size))
        for n in range(steps):
            off = (n + 0.5) / steps * wide - wide / 2
            yield Box(self.at[0] + way[0] * off, self.at[1] + way[1] * off, size, size)


def set_captions(survey: "Survey") -> Iterator[PlacedCaption]:
    """The captions that the board's file puts in their places."""
    for caption in survey.looks.caption:
        if caption.size:
            x, y = survey.centre(survey.board.at(caption.at))
            at = x + survey.size(caption.off[0]), y + survey.size(caption.off[1])
            size = round(caption.size * theme.LEAST_HEX * survey.mark(1.0) / theme.SMALL_MARK, 1)
            style = replace(theme.SET_CAPTIONS[caption.kind], size=size, turn=caption.turn)
            yield PlacedCaption(
                _spaced(told(caption.text)) if caption.kind == "land" else caption.text, at, caption.kind, style
            )


def _spaced(text: str) -> str:
    """Capitals with thin spaces between them and broad ones between words."""
    return BROAD_SPACE.join(THIN_SPACE.join(word.upper()) for word in text.split())


def _style(survey: "Survey", kind: str) -> Lettering:
    roomy = survey.frame.hex >= theme.ROOMY
    style = theme.ROOMY_NAMES.get(kind, theme.NAMES[kind]) if roomy else theme.NAMES[kind]
    crowded = survey.looks.large and survey.frame.hex < theme.SMALL_LARGE_HEX
    return replace(style, size=min(style.size, theme.CROWDED_NAME)) if crowded else style


def _middle(survey: "Survey", hexes: Iterable[str]) -> Point:
    centres = [survey.centre(survey.board.at(name)) for name in hexes]
    return curves.added(x for x, _ in centres) / len(centres), curves.added(y for _, y in centres) / len(centres)


def _obstacles(survey: "Survey") -> Obstacles:
    written = *_number_boxes(survey), *_caption_boxes(survey), *_corner_boxes(survey)
    boxes = *_symbols(survey), *written, *_counters(survey)
    return Obstacles.of(_hidden_points(survey), boxes, _homes(survey))


def _homes(survey: "Survey") -> Iterator[tuple[Box, float]]:
    """The hexes with names: another name there would be read as theirs."""
    cost = HOME if survey.frame.hex >= theme.ROOMY else SMALL_HOME
    for place in survey.board.labels:
        yield Box(*survey.centre(place), survey.size(HOME_WIDE), survey.size(HOME_HIGH)), cost


def _counters(survey: "Survey") -> Iterator[tuple[Box, float]]:
    """The counters of the set-up, and the pennants at the goals."""
    rim = survey.size(2 * HALO)
    for place, count in Counter(survey.taken).items():
        box = stack_box(survey.frame, survey.centre(place), count)
        yield replace(box, width=box.width + rim, height=box.height + rim), COUNTER
    for place in survey.flown:
        (x, y), (off, up, across, down) = survey.centre(place), map(survey.size, theme.PENNANT_BOX)
        yield Box(x + off, y - up, across, down), COUNTER


def _caption_boxes(survey: "Survey") -> Iterator[tuple[Box, float]]:
    for caption in survey.captions:
        yield from ((box, CAPTION[caption.kind]) for box in caption.boxes)


def _corner_boxes(survey: "Survey") -> Iterator[tuple[Box, float]]:
    """Title, scale and key, where they stand in a corner of the map."""
    if corner := survey.frame.corner:
        left, top = corner
        for wide, high in corner_lines(survey.board):
            yield Box(left + wide / 2, top + high / 2, wide, high), CORNER
            top += high


def _hidden_points(survey: "Survey") -> Numbers:
    shores = (curves.along((*ring, ring[0]), STEP) for ring in (*survey.shores.land, *survey.shores.channels))
    dots = [(*point, SHORE) for shore in shores for point, _ in shore]
    return np.concatenate([survey.points_of_lines, dots]) if dots else survey.points_of_lines


def points_of_lines(survey: "Survey") -> Numbers:
    """Points on all lines that a name should not hide, and what each costs."""
    lines: list[tuple[Path, float]] = []
    for feature, trenches in survey.trenches.items():
        lines += [(line, TRENCH[survey.looks.trenches[feature].rank]) for line in trenches]
    lines += [(line, WATER) for line in (*survey.rivers, *survey.canals)]
    lines += [(line, ROAD) for line in (*survey.roads, *survey.railways)]
    dots = [(*point, cost) for line, cost in lines for point, _ in curves.along(line, STEP)]
    return np.array(dots or np.empty((0, 3)), dtype=float)


def _symbols(survey: "Survey") -> Iterator[tuple[Box, float]]:
    houses = SYMBOL if survey.frame.hex >= theme.ROOMY else FEW_HOUSES
    for place in sorted(survey.towns):
        yield Box(*survey.centre(place), survey.size(0.4), survey.size(0.25)), houses
    wide, high = (0.72, 0.5) if survey.looks.height_m else (0.4, 0.28)  # a height stands below the sign
    for place in sorted(survey.summits | survey.having("farm")):
        x, y = survey.centre(place)
        yield Box(x, y + survey.size(0.06), survey.size(wide), survey.size(high)), SYMBOL


def _number_boxes(survey: "Survey") -> Iterator[tuple[Box, float]]:
    cost = ROOMY_NUMBER if survey.frame.hex >= theme.ROOMY else SMALL_NUMBER
    kept = printed(survey)
    for place, box in survey.possible_numbers.items():
        yield box, PRINTED_NUMBER if place in kept else cost
