"""Counters as wargamers know them: symbol, designation, factors; side by colour and shape, depletion by stripe and cut.

Everything is worked out from a position and gathered into a few batches, so that a board full of counters is a
handful of messages' worth of drawing.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import Final, NamedTuple

from fmbook.play.positions import Counter, Position
from fmbook.widgets import theme
from fmbook.widgets.board.boardstyle import looks
from fmbook.widgets.board.fort.plan import plan_of
from fmbook.widgets.board.markers import HANGING, LEAST, Marker, markers, markers_by_place
from fmbook.widgets.board.outlines import edge, rim, rim_ink
from fmbook.widgets.board.sheets import Frame
from fmbook.widgets.board.stacks import fan, size_on
from fmbook.widgets.board.symbols import SILHOUETTES, symbols
from fmbook.widgets.drawing.shapes import Ink, Lettering, Lines, Path, Picture, Point, Polygons, Shape, Texts
from fmbook.widgets.drawing.svg import to_svg
from fmbook.widgets.drawing.text_size import width_of

__all__ = ["PRINTED_IN", "Look", "bodies", "card_face", "colour_of_side", "counters", "faces", "lifted", "reach_of"]
__all__ += ["rings", "room_of", "stack_spots"]

PRINTED_IN: ContextVar[tuple[str, str] | None] = ContextVar("PRINTED_IN", default=None)
"""The colours of both sides while something is drawn for a printer that has none; None for those of the board."""

BODY: Final = Ink(fill="#000000", stroke="#000000", width=theme.COUNTER_BODY.width)

Look = tuple[object, ...]
"""What lies in a hex looks like: something for each counter, and each marker."""


class Spot(NamedTuple):
    """Where a counter lies: its unit, its middle, its width, whether it has done its part."""

    unit: Counter
    at: Point
    size: float
    spent: bool
    chip: bool = False  # a weapon on a fort: a small plate beside its work
    ready: bool = True  # whether anybody is there to fire it
    afloat: bool = False  # a ship on a river: it lies between two places, perhaps beside others


def stack_spots(position: Position, frame: Frame, lifted: str = "") -> list[Spot]:
    """Lay out all counters; stacks fan out, and a unit that is taken up lies on top and is a little larger."""
    stacks: dict[str, list[Counter]] = defaultdict(list)
    moored = dict(position.shown.moored)
    for unit in position.units():
        if unit.id not in moored:
            stacks[unit.place].append(unit)
    held = size_on(frame) * theme.LIFTED
    lay = _abreast if looks(position.board).fort else _fanned
    spots = [
        spot._replace(size=held, chip=False) if spot.unit.id == lifted else spot
        for place, units in stacks.items()
        for spot in lay(position, frame, position.board.at(place), units)
    ] + _moored(position, frame, moored)
    return sorted(spots, key=lambda spot: spot.unit.id == lifted)


def _moored(position: Position, frame: Frame, moored: Mapping[str, tuple[int, int]]) -> list[Spot]:
    """Ships on a river lie on the side between its banks, those on one side in line ahead."""
    fleets: dict[tuple[int, int], list[Counter]] = defaultdict(list)
    for name, banks in moored.items():
        fleets[banks].append(position.unit(name))
    found = []
    for banks, ships in fleets.items():
        side = frame.pixels(position.board.side(*banks))
        (ax, ay), (bx, by) = min(side[0], side[-1]), max(side[0], side[-1])
        step = fan(len(ships)) * frame.hex / hypot(bx - ax, by - ay)
        for number, ship in enumerate(ships):
            share = 0.5 + step * (number - (len(ships) - 1) / 2)
            at = ax + (bx - ax) * share, ay + (by - ay) * share
            found.append(Spot(ship, at, size_on(frame), _spent(position, ship), afloat=True))
    return sorted(found, key=lambda spot: spot.at[1])  # what lies lower covers no name


def _spent(position: Position, unit: Counter) -> bool:
    """Units that have done their part are pale, unless they are asked about, such as an attacker that may move in."""
    state = position.state
    number = state.setup.unit_numbers[unit.id]
    return number in state.spent and not (state.asks and number in state.asks[-1].units)


def _abreast(position: Position, frame: Frame, place: int, units: list[Counter]) -> Iterator[Spot]:
    """In a sector of a fort all lie side by side, weapons as chips beside their work."""
    men = [unit for unit in units if unit.kind not in theme.CHIPS]
    chips = [unit for unit in units if unit.kind in theme.CHIPS]
    size, at = plan_of(position.board, frame).counter_spots(place, len(men), len(chips))
    manned = position.shown.manned
    for unit, spot in zip((*men, *chips), at, strict=True):
        chip = unit.kind in theme.CHIPS
        yield Spot(
            unit,
            spot,
            theme.CHIP_WIDE if chip else size,
            _spent(position, unit),
            chip,
            manned is None or place in manned,
        )


def _fanned(position: Position, frame: Frame, place: int, units: list[Counter]) -> Iterator[Spot]:
    x, y = frame.pixel(position.board.centre(place))
    step, rise = fan(len(units)) * frame.hex, theme.FAN_UP
    if frame.large and len(units) > 1 and _signed(position, place):  # edge upon edge, so that all beside them is seen
        step, rise = min(step, theme.PILE_MOST * frame.hex / (len(units) - 1)), theme.PILE_UP
    top = rise * step * (len(units) - 1) / 2  # the last lies as high as one alone, below the name and the number
    for number, unit in enumerate(units):
        off = step * (number - (len(units) - 1) / 2)
        yield Spot(unit, (x + off, y + frame.low + top - off * rise), size_on(frame), _spent(position, unit))


def _signed(position: Position, place: int) -> bool:
    """Whether signs stand to the left or the right of a hex's counters."""
    laid_out = {sign.place for sign in position.shown.signs if sign.kind in theme.FIELDS_LAID_OUT}
    return place in laid_out or not theme.SIGNS_BESIDE.isdisjoint(position.board.features[place])


def room_of(frame: Frame, count: int) -> float:
    """Return how far from a hex's middle anything of a stack's counters can reach."""
    return frame.low + size_on(frame) / 2 + fan(count) * frame.hex * max(count - 1, 0) / 2 + 2 * _shadow(size_on(frame))


def reach_of(frame: Frame, look: Look) -> float:
    """Return how far from a hex's middle anything that lies there can reach, with the markers on it."""
    lying = sum(isinstance(each, Marker) for each in look)
    room = room_of(frame, len(look) - lying)
    return max(room + HANGING * frame.hex, LEAST * frame.hex) if lying else room


def _shadow(size: float) -> float:
    """How far a counter's shadow falls."""
    return min(1.6, size * 0.03)


def counters(position: Position, frame: Frame, places: Iterable[str] | None = None) -> list[Shape]:
    """Draw the counters on the map with what lies on them, or only those in some hexes."""
    wanted = None if places is None else frozenset(places)
    spots = [spot for spot in stack_spots(position, frame) if wanted is None or spot.unit.place in wanted]
    drawn = [shape for layer in _layers(spots) for shape in _drawn(position, layer)]
    return [*drawn, *markers(position, frame, wanted)]


def bodies(position: Position, frame: Frame, places: Iterable[str]) -> list[Shape]:
    """Draw the room that the counters in some hexes take, and what lies on them, without a word."""
    wanted = frozenset(places)
    spots = [spot for spot in stack_spots(position, frame) if spot.unit.place in wanted]
    rings = tuple(_outline(spot, _side(position, spot)) for spot in spots)
    lying = [shape for shape in markers(position, frame, wanted) if not isinstance(shape, Texts)]
    return [*([Polygons("bodies", rings, BODY)] if rings else []), *lying]


def lifted(position: Position, frame: Frame, unit: str) -> list[Shape]:
    """Draw one counter larger, as one that is held in the hand."""
    spots = [spot for spot in stack_spots(position, frame, unit) if spot.unit.id == unit]
    return list(_drawn(position, spots)) if spots else []


def faces(position: Position) -> dict[str, Look]:
    """Tell for each hex what lies there looks like: where two positions agree nothing has to be drawn anew."""
    found: dict[str, Look] = {}
    moored = dict(position.shown.moored)
    for unit in position.units():
        look = unit.id, unit.steps, unit.attack, unit.defence, _spent(position, unit), moored.get(unit.id)
        found[unit.place] = (*found.get(unit.place, ()), look)
    for place, lying in markers_by_place(position).items():
        found[place] = (*found.get(place, ()), *lying)
    return found


def _layers(spots: list[Spot]) -> Iterable[list[Spot]]:
    """Part the counters so that within a part none lies on another: batches know no order.

    A ship on a river may reach over counters on its banks, and over other ships: it has a part of its own.
    """
    layers: list[list[Spot]] = []
    seen: dict[str, int] = defaultdict(int)
    for spot in sorted(spots, key=lambda spot: spot.afloat):
        depth = len(layers) if spot.afloat else seen[spot.unit.place]
        seen[spot.unit.place] += 1
        while len(layers) <= depth:
            layers.append([])
        layers[depth].append(spot)
    return layers


def _drawn(position: Position, spots: list[Spot]) -> Iterator[Shape]:
    yield from _faces(position, [spot for spot in spots if not spot.chip])
    yield from _chips([spot for spot in spots if spot.chip])


def _chips(spots: list[Spot]) -> Iterator[Shape]:
    """Weapons as plates with their names; one that nobody mans is an empty outline."""
    if not spots:
        return
    for ink, words, ready in ((theme.CHIP, theme.CHIP_WORDS, True), (theme.CHIP_IDLE, theme.CHIP_IDLE_WORDS, False)):
        found = [spot for spot in spots if spot.ready is ready]
        if found:
            yield Polygons("weapons", tuple(_outline(spot, 1) for spot in found), ink)
            yield Texts("weapon-words", tuple((spot.unit.id, spot.at) for spot in found), words)


def _faces(position: Position, spots: list[Spot]) -> Iterator[Shape]:
    if not spots:
        return
    body: dict[str, list[Path]] = defaultdict(list)
    for spot in spots:
        body[_body_of(position, spot)].append(_outline(spot, _side(position, spot)))
    shadows = tuple(
        tuple((x + 0.7 * _shadow(spot.size), y + _shadow(spot.size)) for x, y in _outline(spot, _side(position, spot)))
        for spot in spots
    )
    yield Polygons("counter-shadows", shadows, theme.COUNTER_SHADOW)
    for fill, rings in body.items():
        yield Polygons("counters", tuple(rings), replace(theme.COUNTER_BODY, fill=fill))
    yield from _rims(position, spots)
    for words, ink in theme.DEPLETED.items():  # a stripe takes nothing from the words that it runs below
        worn = (spot for spot in spots if _worn(spot) and paper_of(_body_of(position, spot)) == words)
        if stripes := tuple(map(_stripe, worn)):
            yield Polygons("depleted", stripes, ink)
    yield from _symbols(position, spots)
    yield from _words(position, spots)


def _rims(position: Position, spots: list[Spot]) -> Iterator[Shape]:
    """A light line inside the edge, or a dark one: it says the side where colours say the formation."""
    rims: dict[tuple[int, float], list[Path]] = defaultdict(list)
    for spot in spots:
        side = _side(position, spot)
        rims[side, spot.size].append(rim(spot.at, spot.size, side, worn=_worn(spot)))
    for (side, size), rings in rims.items():
        yield Polygons("rims", tuple(rings), rim_ink(size, side))


def _side(position: Position, spot: Spot) -> int:
    return position.sides.index(spot.unit.side)


def colour_of(position: Position, unit: Counter) -> str:
    """Return the colour of a unit's formation, as the board's data says, else that of its side."""
    hinted = None if PRINTED_IN.get() else _hinted(position).get(unit.group)
    return str(hinted or colour_of_side(position, unit.side))


def _body_of(position: Position, spot: Spot) -> str:
    """Return the colour of a counter as it lies there."""
    colour = colour_of(position, spot.unit)
    return paled(colour) if spot.spent else colour


@lru_cache(256)
def paled(colour: str) -> str:
    """Return the colour of a counter that has done its part: words on it are dark, whatever they were before."""
    parts = [[int(each[at : at + 2], 16) for at in (1, 3, 5)] for each in (colour, theme.PAPER)]
    mixed = (round(own + (paper - own) * theme.PALED) for own, paper in zip(*parts, strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def colour_of_side(position: Position, side: str) -> str:
    """Return the colour of a side: as the board's data says, or by whether it is the first."""
    number, plain = position.sides.index(side), PRINTED_IN.get()
    return plain[number] if plain else str(_hinted(position).get(side) or theme.SIDES[number])


def _hinted(position: Position) -> Mapping[str, str]:
    return position.board.style.get("counters", {}) if position.board.style else {}


def paper_of(colour: str) -> str:
    """Return the ink that can be read on a colour."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return theme.ON_LIGHT if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else theme.ON_DARK


# --- shapes ------------------------------------------------------------------------------


def _outline(spot: Spot, side: int) -> Path:
    if spot.chip:
        (x, y), half = spot.at, spot.size / 2
        high = theme.CHIP_HIGH / 2 * spot.size / theme.CHIP_WIDE
        return (x - half, y - high), (x + half, y - high), (x + half, y + high), (x - half, y + high)
    return edge(spot.at, spot.size, side, worn=_worn(spot))


def _worn(spot: Spot) -> bool:
    """Whether a unit has lost a step; one of many strength points shows them in figures instead."""
    return not spot.unit.full and spot.unit.strength <= 2


def _stripe(spot: Spot) -> Path:
    """A band across the counter from the lower left to the upper right."""
    (x, y), half = spot.at, spot.size / 2
    wide = half * 0.2
    return (
        (x - half + wide * 0.6, y + half - wide * 1.6), (x + half - wide * 1.6, y - half + wide * 0.6),
        (x + half - wide * 0.6, y - half + wide * 0.6), (x + half - wide * 0.6, y - half + wide * 1.6),
        (x - half + wide * 1.6, y + half - wide * 0.6), (x - half + wide * 0.6, y + half - wide * 0.6),
    )  # fmt: skip


def _symbols(position: Position, spots: list[Spot]) -> Iterator[Shape]:
    """The box of a unit's kind: crossed for infantry, an oval for armour, a bridge for engineers."""
    large = (spot for spot in spots if spot.size >= theme.SMALL_COUNTER)
    yield from symbols((spot.unit.kind, spot.at, spot.size, paper_of(_body_of(position, spot))) for spot in large)


def _words(position: Position, spots: list[Spot]) -> Iterator[Shape]:
    """Designation above, factors below; letters are as large as the counter's width lets them be."""
    names: dict[tuple[str, float, float], list[tuple[str, Point]]] = defaultdict(list)
    factors: dict[tuple[str, float, float], list[tuple[str, Point]]] = defaultdict(list)
    for spot in spots:
        unit, (x, y), size = spot.unit, spot.at, spot.size
        wide = round(size * theme.FILLED, 1)
        ink, small = paper_of(_body_of(position, spot)), size < theme.SMALL_COUNTER
        height = _fitting(unit.id, theme.DESIGNATION, size, 0.4 if small else 0.2)
        names[ink, height, wide].append((unit.id, (x, y - size * (0.19 if small else 0.315))))
        if not (figures := _figures(unit)):
            continue
        height = _fitting(figures, theme.FACTORS, size, 0.36 if small else 0.26)
        factors[ink, height, wide].append((figures, (x, y + size * (0.22 if small else 0.285))))
    for (ink, height, wide), words in names.items():
        yield Texts("designations", tuple(words), replace(theme.DESIGNATION, fill=ink, size=height, fits=wide))
    for (ink, height, wide), words in factors.items():
        yield Texts("factors", tuple(words), replace(theme.FACTORS, fill=ink, size=height, fits=wide))


def _figures(unit: Counter) -> str:
    """Attack, defence and movement; of a unit of many strength points what is left of them."""
    if unit.kind in theme.CHIPS:
        return theme.CHIPS[unit.kind]
    if unit.kind in SILHOUETTES:
        return ""  # it carries and does not fight
    if unit.strength <= 2:
        return f"{unit.attack}-{unit.defence}-{unit.movement}"
    return str(unit.steps) if unit.full else f"{unit.steps}/{unit.strength}"


@lru_cache(maxsize=2048)
def _fitting(words: str, style: Lettering, size: float, share: float) -> float:
    """How large words are that may be so high in parts of a counter's size, and no wider than there is room."""
    return int(2 * min(size * share, size * theme.FILLED * style.size / (width_of(words, style) or 1.0))) / 2


def rings(position: Position, frame: Frame, units: Iterable[str]) -> list[Shape]:
    """Ring some counters along their own edge, such as those that may be ordered now; of a stack only one."""
    wanted, gap = frozenset(units), max(1.2, size_on(frame) * 0.05)
    if not wanted:
        return []
    laid = stack_spots(position, frame)
    spots = [(number, spot) for number, spot in enumerate(laid) if spot.unit.id in wanted]
    piled = not looks(position.board).fort  # there they lie side by side
    if piled:
        spots = list({spot.unit.place: (number, spot) for number, spot in spots}.values())
    found = tuple(
        path
        for number, spot in spots
        for ring in (_outline(spot._replace(size=spot.size + 2 * gap), _side(position, spot)),)
        for path in _uncovered(
            (*ring, ring[0]),
            [(up.at, up.size / 2 + gap) for up in laid[number + 1 :] if piled and up.unit.place == spot.unit.place],
        )
    )
    share = min(1.0, size_on(frame) / 40)
    case, ring = (replace(ink, width=ink.width * max(share, 0.5)) for ink in (theme.READY_CASE, theme.READY_RING))
    return [Lines("ready-case", found, case), Lines("may-be-ordered", found, ring)] if found else []


def _uncovered(line: Path, above: Iterable[tuple[Point, float]]) -> list[Path]:
    """The parts of a line that no square covers, each given by its middle and half its width."""
    parts = [line]
    for middle, half in above:
        pieces = [piece for part in parts for leg in pairwise(part) for piece in _outside(*leg, middle, half)]
        parts = []
        for start, end in pieces:
            if parts and parts[-1][-1] == start:
                parts[-1] = (*parts[-1], end)
            else:
                parts.append((start, end))
    return parts


def _outside(start: Point, end: Point, middle: Point, half: float) -> Iterator[tuple[Point, Point]]:
    """What is left of a stretch before and after a square."""
    enters, leaves = 0.0, 1.0
    for a, b, at in zip(start, end, middle, strict=True):
        if a == b and abs(a - at) >= half:
            enters = 1.0
        elif a != b:
            near, far = sorted(((at - half - a) / (b - a), (at + half - a) / (b - a)))
            enters, leaves = max(enters, near), min(leaves, far)
    if enters >= leaves:
        yield start, end
        return
    (x, y), (u, v) = start, end
    if enters > 0:
        yield start, (x + (u - x) * enters, y + (v - y) * enters)
    if leaves < 1:
        yield (x + (u - x) * leaves, y + (v - y) * leaves), end


def card_face(position: Position, unit: Counter) -> str:
    """Draw one counter by itself, as SVG, for its card."""
    size = theme.CARD_COUNTER
    spot = Spot(unit, (size / 2 + 2, size / 2 + 2), size, spent=False)
    side = round(size + 6)
    drawn = to_svg(Picture(side, side, f"The counter of {unit.id}", tuple(_drawn(position, [spot]))))
    return _NEEDLESS.sub("", drawn)


_NEEDLESS = re.compile(r' (?:xmlns|style|class|font-family)="[^"<>]*"|<title>[^<]*</title>\n?')
