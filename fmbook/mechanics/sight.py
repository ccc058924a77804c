"""Line of sight on hexes: most corners of the one see the same corner of the other.

A blocking hex bars a line that meets its inside. A line along a hexside is barred only if the hexes on both
sides block. Of the six lines, one from each corner, four must be open. The two ends never block, and neighbours
always see each other.

All of it is whole numbers: hex (q, r) has its centre at (3q, 3r), and then corners are whole points too. The
axes stand at 60 degrees instead of 90, which changes no answer to "on which side of the line?".
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple, TypeAlias

from fmbook.geometry import Board
from fmbook.geometry.hexes import disc
from fmbook.geometry.layouts import HexLayout

__all__ = ["seen_from", "sees"]

Step: TypeAlias = tuple[int, int]
"""From one hex to another, in (q, r)."""
Spot: TypeAlias = tuple[int, int]
"""A point of the finer lattice on which centres and corners lie."""

# in turn around the hex; the k-th corner and the next are the ends of the side toward the k-th neighbour
CORNERS: tuple[Spot, ...] = ((2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2))
NEIGHBOURS: tuple[Step, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
TURNS = tuple((NEIGHBOURS[k], NEIGHBOURS[(k + hand) % 6]) for k in range(6) for hand in (1, -1))
"""The twelve ways to lay the lattice on itself: where (1, 0) and (0, 1) go."""
WIDTHS = ((1, -1), (1, 2), (2, 1))
"""What grows square to each pair of opposite sides; from the middle of a hex to a side it is 3."""
MOST = 4
"""So many of the six lines must be open."""


def sees(board: Board, frm: int, to: int, blocks: frozenset[int], reach: int) -> bool:
    """Whether one hex sees another that is at most so far away."""
    away = board.distance(frm, to)
    return away <= 1 or (away <= reach and _is_open(*_view(board, frm, to, blocks)))


def seen_from(board: Board, frm: int, blocks: frozenset[int], reach: int) -> frozenset[int]:
    """All hexes that one sees, itself and its neighbours included."""
    return _lookout(board, max(reach, 1)).seen_from(frm, blocks)


# --- the board ----------------------------------------------------------------------------------------


class _Field(NamedTuple):
    """Where the hexes of a board lie."""

    at: tuple[Step, ...]
    place: dict[Step, int]

    def step(self, frm: int, to: int) -> Step:
        """From one hex to another."""
        (q, r), (to_q, to_r) = self.at[frm], self.at[to]
        return to_q - q, to_r - r

    def around(self, frm: int, steps: Iterable[Step]) -> dict[Step, int]:
        """The hexes that are so many steps away from one; those off the board are left out."""
        q, r = self.at[frm]
        found = {step: self.place.get((q + step[0], r + step[1])) for step in steps}
        return {step: place for step, place in found.items() if place is not None}


@lru_cache(maxsize=16)
def _field(board: Board) -> _Field:
    if not isinstance(board.layout, HexLayout):
        raise TypeError(f"sight is drawn on hexes, and {board.title or 'this board'} has none")
    grid = board.layout.grid
    at = tuple(grid.cube_at(*board.centre(place))[:2] for place in range(len(board.places)))
    return _Field(at, {step: place for place, step in enumerate(at)})


def _view(board: Board, frm: int, to: int, blocks: frozenset[int]) -> tuple["tuple[_Line, ...]", int]:
    """The lines from one hex to another, and which of the hexes that they meet block."""
    step = _field(board).step(frm, to)
    bits = _bits(_length(step))
    met = _field(board).around(frm, _met(step))
    return _lines(step), sum(bits[step] for step, place in met.items() if place in blocks)


# --- lines; a set of hexes is a whole number with a bit for each step -----------------------------------


class _Line(NamedTuple):
    """A line from corner to corner: the hexes whose inside it meets, the pairs between which it runs."""

    crossed: int
    pairs: tuple[int, ...]

    def is_open(self, mask: int) -> bool:
        """Whether none of these hexes bar the line."""
        return not self.crossed & mask and all(pair & mask != pair for pair in self.pairs)

    def barred(self, blocking: Sequence[int]) -> int:
        """From where the line is barred, given for each hex that it may meet from where that one blocks."""
        found = 0
        for met in _numbers(self.crossed):
            found |= blocking[met]
        for pair in self.pairs:
            one, other = _numbers(pair)
            found |= blocking[one] & blocking[other]
        return found


def _is_open(lines: Iterable[_Line], mask: int) -> bool:
    return sum(line.is_open(mask) for line in lines) >= MOST


def _numbers(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


@cache
def _bits(reach: int) -> dict[Step, int]:
    """A bit for each step, the nearest first, so that a longer reach only adds more."""
    return {step: 1 << n for n, step in enumerate(sorted(disc(reach), key=lambda step: (_length(step), step)))}


@cache
def _lines(step: Step) -> tuple[_Line, ...]:
    """The six lines from the corners to the same corners of a hex so far away.

    They are worked out for one twelfth of all directions and turned into the others.
    """
    short, long, length = sorted(map(abs, (*step, sum(step))))
    base = long, short
    turn = next(turn for turn in TURNS if _turned(turn, base) == step)
    bits = {met: _bits(length)[_turned(turn, met)] for met in _between(base)}
    return tuple(
        _Line(_union(bits, crossed), tuple(_union(bits, pair) for pair in pairs)) for crossed, pairs in _drawn(base)
    )


@cache
def _met(step: Step) -> tuple[Step, ...]:
    """The steps to the hexes that bear on the view."""
    every = 0
    for line in _lines(step):
        for hexes in (line.crossed, *line.pairs):
            every |= hexes
    return tuple(met for met, bit in _bits(_length(step)).items() if bit & every)


def _union(bits: dict[Step, int], steps: Iterable[Step]) -> int:
    return sum(bits[step] for step in steps)


# --- the views from all hexes of a board at once, a number with a bit for each of them ---------------------

KEPT = 16
"""Of so many sets of blocking hexes the views are kept."""


class _Lookout:
    """What is seen from the hexes of a board, as far as sight reaches."""

    def __init__(self, board: Board, reach: int) -> None:
        self.field, self.steps = _field(board), tuple(_bits(reach))
        first_q, first_r = (min(along, default=0) for along in zip(*self.field.at, strict=True))
        # between two lines lies a rim: no step within reach leads from the one to the other
        line = max(r for _, r in self.field.at) - first_r + 1 + reach
        self.bit = tuple(1 << (q - first_q) * line + r - first_r for q, r in self.field.at)
        self.ahead = tuple(q * line + r for q, r in self.steps)
        self.views: dict[frozenset[int], list[tuple[Step, int]]] = {}

    def seen_from(self, frm: int, blocks: frozenset[int]) -> frozenset[int]:
        """All hexes that one sees."""
        views = self.views.get(blocks | {frm}) or self.views.get(blocks)  # the hex itself never blocks
        if views is None:
            if len(self.views) >= KEPT:
                self.views.clear()
            views = self.views[blocks] = list(zip(self.steps, self._seers(blocks), strict=True))
        here = self.bit[frm]
        return frozenset(self.field.around(frm, [step for step, seers in views if seers & here]).values())

    def _seers(self, blocks: frozenset[int]) -> Iterator[int]:
        """Map each step to the hexes from which one sees where it leads."""
        every, blocking = sum(self.bit), sum(self.bit[place] for place in blocks)
        barred = [blocking >> ahead if ahead >= 0 else blocking << -ahead for ahead in self.ahead]
        for step in self.steps:
            once = twice = hidden = 0  # of how many lines one hex or another is barred; by three the view is
            for line in _lines(step) if _length(step) > 1 else ():
                shut = line.barred(barred)
                hidden |= twice & shut
                twice |= once & shut
                once |= shut
            yield every & ~hidden


@lru_cache(maxsize=16)
def _lookout(board: Board, reach: int) -> _Lookout:
    return _Lookout(board, reach)


# --- geometry -----------------------------------------------------------------------------------------

Steps: TypeAlias = frozenset[Step]
Drawn: TypeAlias = tuple[Steps, frozenset[Steps]]
"""A line as sets of steps: the hexes crossed, and the pairs with the line between them."""


@cache
def _drawn(to: Step) -> list[Drawn]:
    """The lines from the corners of one hex to the same corners of another."""
    hexes = _between(to)
    lines = [((q, r), (3 * to[0] + q, 3 * to[1] + r)) for q, r in CORNERS]
    return [
        (
            frozenset(step for step in hexes if _crosses(start, end, step)),
            frozenset(frozenset(pair) for pair in _beside(start, end, hexes)),
        )
        for start, end in lines
    ]


@cache
def _between(to: Step) -> tuple[Step, ...]:
    """The hexes, other than the two ends, that a line between the two may meet."""
    length = _length(to)
    steps = (step for step in disc(length) if step not in ((0, 0), to))
    return tuple(step for step in steps if _length(step) + _length((to[0] - step[0], to[1] - step[1])) <= length + 1)


def _crosses(start: Spot, end: Spot, step: Step) -> bool:
    """Whether a line meets the inside of a hex: neither a hexside nor the line itself keeps the two apart."""
    q, r = 3 * step[0], 3 * step[1]
    for by_q, by_r in WIDTHS:
        low, high = sorted((by_q * start[0] + by_r * start[1], by_q * end[0] + by_r * end[1]))
        middle = by_q * q + by_r * r
        if high <= middle - 3 or low >= middle + 3:
            return False
    sides = [_side(start, end, (q + corner_q, r + corner_r)) for corner_q, corner_r in CORNERS]
    return min(sides) < 0 < max(sides)


def _beside(start: Spot, end: Spot, hexes: tuple[Step, ...]) -> Iterator[tuple[Step, Step]]:
    """The pairs of hexes with a line running along the hexside between them."""
    if all(by_q * (end[0] - start[0]) + by_r * (end[1] - start[1]) for by_q, by_r in WIDTHS):
        return  # it runs along no hexside at all
    for (q, r), k in product(hexes, range(3)):
        other = (q + NEIGHBOURS[k][0], r + NEIGHBOURS[k][1])
        hexside = ((3 * q + CORNERS[n][0], 3 * r + CORNERS[n][1]) for n in (k, k + 1))
        if all(_lies_on(start, end, corner) for corner in hexside) and other in hexes:
            yield (q, r), other


def _lies_on(start: Spot, end: Spot, spot: Spot) -> bool:
    return _side(start, end, spot) == 0 and all(
        min(one, other) <= here <= max(one, other) for one, here, other in zip(start, spot, end, strict=True)
    )


def _side(start: Spot, end: Spot, spot: Spot) -> int:
    """On which side of a line a spot lies: the sign tells, and 0 is on it."""
    return (end[0] - start[0]) * (spot[1] - start[1]) - (end[1] - start[1]) * (spot[0] - start[0])


def _turned(turn: tuple[Step, Step], step: Step) -> Step:
    (right_q, right_r), (down_q, down_r) = turn
    return right_q * step[0] + down_q * step[1], right_r * step[0] + down_r * step[1]


def _length(step: Step) -> int:
    q, r = step
    return max(abs(q), abs(r), abs(q + r))
