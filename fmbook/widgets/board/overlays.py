"""What is laid over map and counters for a moment: where one can go, what it costs, zones, targets, reasons."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from dataclasses import replace
from functools import lru_cache
from typing import Final

from fmbook.geometry.boards import Board
from fmbook.widgets import theme
from fmbook.widgets.board.sheets import Frame
from fmbook.widgets.board.stacks import size_on
from fmbook.widgets.drawing.curves import added, slit
from fmbook.widgets.drawing.shapes import Circles, Lines, Path, Point, Polygons, Shape, Texts
from fmbook.widgets.drawing.text_size import Box, box_of

__all__ = [
    "costs",
    "crosses",
    "front",
    "goals",
    "hints",
    "names_above",
    "patches",
    "reach_rims",
    "reachable",
    "seen",
    "supply",
    "targets",
    "threat",
    "tint",
    "veil",
    "zone",
]

IN_SIGHT: Final = 0.92  # of a hex: the ring of a target lies inside its border
BORDER: Final = 0.5
TICK: Final = 0.13  # how long its ticks are at least
TICK_CLEAR: Final = 0.03  # how far they stay from a counter
ABOVE_NUMBER: Final = 0.48
CORNER_MARK: Final = (0.42, 0.3, 0.13)  # of a hex: how far aside and up, and half as wide; what it marks can be read


def hints(board: Board, frame: Frame, chosen: int | None, dotted: Collection[int]) -> list[Shape]:
    """A bright outline around the chosen place, dots on others."""
    shapes: list[Shape] = []
    if dotted:
        dots = tuple(frame.pixel(board.centre(place)) for place in dotted)
        shapes.append(Circles("hints", dots, frame.hex * 0.07, theme.HINT_DOT))
    if chosen is not None:
        ring = frame.pixels(board.outline(chosen))
        closed = (*ring, ring[0])
        if board.layout.kind == "hex":  # a sector is large, and much is written in it
            shapes.append(Polygons("chosen-veil", (ring,), theme.CHOSEN_VEIL))
        shapes += [
            Lines("chosen-glow", (closed,), theme.CHOSEN_GLOW),
            Lines("chosen", (closed,), theme.CHOSEN_LINE),
        ]
    return shapes


def reachable(board: Board, frame: Frame, places: Iterable[int]) -> list[Shape]:
    """Lighten the ground that a unit can go to."""
    found = _outlined(board, frame, frozenset(places))
    return [Polygons("reachable", tuple(map(slit, found)), theme.REACHABLE)] if found else []


def reach_rims(board: Board, frame: Frame, places: Iterable[int]) -> list[Shape]:
    """Draw one rim around the ground that a unit can go to, which is seen without its colour."""
    rims = tuple(rim for rims in _outlined(board, frame, frozenset(places)) for rim in rims)
    if not rims:
        return []
    small = frame.hex < theme.SMALL_HEX
    rim = replace(theme.REACHABLE_RIM, width=theme.REACHABLE_RIM.width * (0.55 if small else 1))
    case = [] if small else [Lines("reach-case", rims, theme.REACHABLE_CASE)]  # a large area's rim is many bytes
    return [*case, Lines("reach-rim", rims, rim)]


@lru_cache(8)
def _outlined(board: Board, frame: Frame, places: frozenset[int]) -> tuple[list[Path], ...]:
    """The rims of each patch."""
    return tuple(_rims(board, frame, patch) for patch in patches(board, sorted(places)))


def patches(board: Board, places: Iterable[int]) -> Iterator[frozenset[int]]:
    """Part places into those that hang together."""
    left = set(places)
    while left:
        patch, edge = set[int](), {left.pop()}
        while edge:
            patch |= edge
            edge = {there for here in edge for there in board.neighbours[here]} & left
            left -= edge
        yield frozenset(patch)


def _rims(board: Board, frame: Frame, patch: Set[int]) -> list[Path]:
    """The outer rim of a patch and those of its holes: sides that two hexes share run both ways, and cancel."""
    sides: dict[Point, list[Point]] = {}
    for place in patch:
        ring = _ring(board, frame, place)
        for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
            if a in sides.get(b, ()):
                sides[b].remove(a)
            else:
                sides.setdefault(a, []).append(b)
    return list(_walked(sides))


def _walked(sides: dict[Point, list[Point]]) -> Iterator[Path]:
    """Go along sides until a rim is closed, then along the next one."""
    for start, ends in sides.items():
        while ends:
            rim = [start]
            while sides.get(rim[-1]):
                rim.append(sides[rim[-1]].pop())
            yield tuple(rim)


@lru_cache(8192)
def _ring(board: Board, frame: Frame, place: int) -> Path:
    return tuple((round(x, 1), round(y, 1)) for x, y in frame.pixels(board.outline(place)))


def tint(board: Board, frame: Frame, places: Iterable[int]) -> list[Shape]:
    """Redden the hexes that can be attacked, below their counters: what these say is what an attack is about."""
    rings = _shrunk(board, frame, places, IN_SIGHT)
    return [Polygons("target-tint", rings, theme.TARGET)] if rings else []


def targets(board: Board, frame: Frame, places: Iterable[int]) -> list[Shape]:
    """Mark the hexes that can be attacked: a ring and four ticks, like a gun sight, around counters and number."""
    places = tuple(places)
    ticks = tuple(tick for place in places for tick in _ticks(frame, frame.pixel(board.centre(place))))
    rings = tuple((*ring, ring[0]) for ring in _shrunk(board, frame, places, IN_SIGHT))
    thin = min(1.0, frame.hex / theme.SMALL_HEX)
    return (
        [
            Lines("target-glow", (*rings, *ticks), theme.SIGHT_GLOW.thinned(thin)),
            Lines("sights", (*rings, *ticks), theme.SIGHT.thinned(thin)),
        ]
        if places
        else []
    )


def _ticks(frame: Frame, middle: Point) -> Iterator[tuple[Point, Point]]:
    (x, y), half = middle, size_on(frame) / 2 + TICK_CLEAR * frame.hex
    nearest = {(1, 0): half, (-1, 0): half, (0, 1): half + frame.low, (0, -1): ABOVE_NUMBER * frame.hex}
    for (dx, dy), near in nearest.items():
        far = max(near + TICK * frame.hex, BORDER * frame.hex)
        yield (x + dx * near, y + dy * near), (x + dx * far, y + dy * far)


def zone(board: Board, frame: Frame, places: Set[int], side: int) -> list[Shape]:
    """Hatch a zone of control: one side's strokes fall, the other's rise."""
    strokes: list[tuple[Point, Point]] = []
    for place in sorted(places):
        x, y = frame.pixel(board.centre(place))
        reach = frame.hex * 0.3
        lean = 1 if side == 0 else -1
        for off in (-0.26, 0.0, 0.26):
            shift, long = off * frame.hex, reach * (1 - abs(off))
            strokes.append(((x + shift - long * 0.5, y - lean * long), (x + shift + long * 0.5, y + lean * long)))
    drawn = tuple(strokes)
    inks = {f"zone-{side}-glow": theme.ZONE_GLOW, f"zone-{side}": theme.ZONES[side]}
    return [Lines(name, drawn, ink) for name, ink in inks.items() if drawn]


def threat(board: Board, frame: Frame, places: Set[int]) -> list[Shape]:
    """Mark the hexes that the enemy could attack: a small wedge that points down, beside the number of the hex."""
    wedges = []
    for place in sorted(places):
        x, y = frame.pixel(board.centre(place))
        x, y, wide = x - frame.hex * 0.28, y - frame.hex * 0.27, frame.hex * 0.09
        wedges.append(((x - wide, y - wide), (x + wide, y - wide), (x, y + wide)))
    return [Polygons("threat", tuple(wedges), theme.THREAT)] if wedges else []


def front(board: Board, frame: Frame, lines: Iterable[Iterable[int]]) -> list[Shape]:
    """Draw where the front was in fact: dashes and dots in a light case, which no other line on a board has."""
    paths = tuple(tuple(frame.pixel(board.centre(place)) for place in line) for line in lines)
    return [Lines("front-case", paths, theme.FRONT_CASE), Lines("front", paths, theme.FRONT_LINE)] if paths else []


def supply(board: Board, frame: Frame, places: Iterable[int]) -> list[Shape]:
    """Mark the hexes from which a side is fed: a small crate at the left of the hex, where no name stands."""
    crates, lids = [], []
    for place in places:
        x, y = frame.pixel(board.centre(place))
        x, wide = x - frame.hex * 0.42, frame.hex * 0.085
        crates.append(((x - wide, y - wide), (x + wide, y - wide), (x + wide, y + wide), (x - wide, y + wide)))
        lids.append(((x - wide, y), (x + wide, y)))
    if not crates:
        return []
    return [Polygons("supply", tuple(crates), theme.CRATE), Lines("supply-lids", tuple(lids), theme.CRATE_LID)]


def goals(board: Board, frame: Frame, places: Iterable[int]) -> list[Shape]:
    """Mark what the sides play for: a pennant at the upper left, clear of counters in the hex and beside it."""
    poles, cloths = [], []
    for place in places:
        x, y = frame.pixel(board.centre(place))
        x, foot, top, high = x - frame.hex * 0.39, y + frame.hex * 0.1, y - frame.hex * 0.46, frame.hex * 0.3
        poles.append(((x, foot), (x, top)))
        cloths.append(((x, top), (x - frame.hex * 0.14, top + high / 2), (x, top + high)))
    if not poles:
        return []
    glow = Lines("goal-glow", tuple(poles), theme.PENNANT_GLOW.thinned(min(1.0, frame.hex / theme.SMALL_HEX)))
    return [
        glow,
        Lines("goal-poles", tuple(poles), theme.PENNANT_POLE),
        Polygons("goals", tuple(cloths), theme.PENNANT),
    ]


def seen(board: Board, frame: Frame, places: Iterable[int], held: Set[int] = frozenset()) -> list[Shape]:
    """Mark what a side observes: an eye at the side of the hex, in the corner of one that is held."""
    eyes, pupils = [], []
    for place in places:
        x, y = frame.pixel(board.centre(place))
        off, up, share = CORNER_MARK if place in held else (0.3, 0.0, 0.17)
        x, y, wide = x + frame.hex * off, y - frame.hex * up, frame.hex * share
        eyes.append(
            ((x - wide, y), (x, y - wide * 0.75), (x + wide, y), (x, y + wide * 0.75), (x - wide, y)),
        )
        pupils.append((x, y))
    if not eyes:
        return []
    return [
        Lines("seen-rim", tuple(eyes), theme.SEEN_RIM),
        Lines("seen", tuple(eyes), theme.SEEN),
        Circles("seen-eye", tuple(pupils), frame.hex * 0.06, theme.SEEN_EYE),
    ]


def costs(
    board: Board,
    frame: Frame,
    prices: Mapping[int, str],
    held: Set[int] = frozenset(),
    ground: Iterable[Shape] = (),
) -> list[Shape]:
    """Write what it costs to get to each hex: below the counters in those that are held, else clear of names."""
    if frame.hex < theme.COSTS_FROM:
        return []
    written = [shape for shape in ground if isinstance(shape, Texts) and shape.name.endswith("-names")]
    names = [box_of(word, at, shape.lettering) for shape in written for word, at in shape.words]
    words = []
    for place, price in prices.items():
        x, y = frame.pixel(board.centre(place))
        downs = (theme.COST_BELOW,) if place in held else theme.COST_DOWN
        spots = [(x, y + frame.hex * down) for down in downs]
        hidden = [_hiding(price, at, names) for at in spots]
        words.append((price, spots[hidden.index(min(hidden))]))
    return [Texts("costs", tuple(words), theme.COST_WORDS)] if words else []


def _hiding(price: str, at: Point, names: Iterable[Box]) -> float:
    """How much of names a price would cover."""
    box = box_of(price, at, theme.COST_WORDS)
    return added(box.overlap(name) for name in names)


def names_above(
    board: Board, frame: Frame, places: Set[int], ground: Iterable[Shape], kinds: tuple[str, ...] = ("-names",)
) -> list[Shape]:
    """Write names of the ground once more where a veil has been laid over them; numbers are read through most veils."""
    found: list[Shape] = []
    for shape in ground:
        if isinstance(shape, Texts) and shape.name.endswith(kinds):
            words = tuple(
                (word, at) for word, at in shape.words if not places.isdisjoint(_under(board, frame, word, at))
            )
            if words:
                found.append(Texts(shape.name, words, shape.lettering))
    return found


def _under(board: Board, frame: Frame, word: str, at: Point) -> set[int | None]:
    """The places below a name: under its middle and its ends."""
    half = len(word) * theme.PLACE_NAMES.size * theme.LETTER / 2
    return {board.place_at(*frame.point(at[0] + off, at[1])) for off in (-half, -half / 2, 0.0, half / 2, half)}


def crosses(board: Board, frame: Frame, places: Iterable[int], held: Set[int] = frozenset()) -> list[Shape]:
    """Cross out the hexes that are the reason for a refusal, in a corner of those whose counters are to be read."""
    strokes: list[tuple[Point, Point]] = []
    for place in places:
        x, y = frame.pixel(board.centre(place))
        off, up, share = CORNER_MARK if place in held else (0.0, 0.0, 0.3)
        x, y, arm = x + frame.hex * off, y - frame.hex * up, frame.hex * share
        strokes += [((x - arm, y - arm), (x + arm, y + arm)), ((x - arm, y + arm), (x + arm, y - arm))]
    if not strokes:
        return []
    return [Lines("reasons-glow", tuple(strokes), theme.REASON_GLOW), Lines("reasons", tuple(strokes), theme.REASON)]


def veil(board: Board, frame: Frame) -> list[Shape]:
    """Lay the night over the board."""
    west, north, east, south = board.bounds
    corners = frame.pixels(((west, north), (east, north), (east, south), (west, south)))
    return [Polygons("night", (corners,), theme.NIGHT)]


def _shrunk(board: Board, frame: Frame, places: Iterable[int], share: float) -> tuple[tuple[Point, ...], ...]:
    rings = []
    for place in places:
        x, y = frame.pixel(board.centre(place))
        ring = frame.pixels(board.outline(place))
        rings.append(tuple((x + (px - x) * share, y + (py - y) * share) for px, py in ring))
    return tuple(rings)
