"""Hex grids as they are printed: four digits to and from cube coordinates and points.

The unit of length is a hex's width from flat side to flat side; x grows east and y south, as on a screen.
Inside, points stand on a lattice of whole numbers, so that two hexes name their shared corners exactly alike:
``across`` the lines in steps of a sixth of √3, ``along`` a line in steps of a half.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from fmbook.core.errors import DataError, NoSuchName

__all__ = ["Cube", "Direction", "Grid", "Point", "parse_side"]

Direction: TypeAlias = Literal["north", "south", "east", "west"]
Cube: TypeAlias = tuple[int, int, int]

SIGN = {"north": -1, "south": 1, "west": -1, "east": 1}
STEP_ACROSS = 3**0.5 / 6
# clockwise; the k-th corner and the next one are the ends of the side toward the k-th neighbour
POINTY_NEIGHBOURS = ((-1, 1), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0))  # (q, r) from north-east
POINTY_CORNERS = ((-2, 0), (-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1))  # (across, along) from north
FLAT_NEIGHBOURS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))  # (q, r) from north
FLAT_CORNERS = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))  # (across, along) from north-west
# a hair to the north and less to the east, in (q, r): too little to matter unless two hexes have equal claims
POINTY_NUDGE = (-2e-6, 1.1e-6)
FLAT_NUDGE = (1e-7, -1e-6)


class Point(NamedTuple):
    """A point of the drawing plane: x to the east, y to the south."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Grid:
    """How the printed numbers of a hex map lie: AABB, two pairs of digits.

    >>> scheldt = Grid(first="south", second="west")
    >>> scheldt.neighbours("1838")
    ('1738', '1837', '1938', '1939', '1839', '1739')
    """

    first: Direction
    """Where the first pair grows; hexes with one first pair form a straight line."""
    second: Direction
    """Where the second pair grows, along that line."""
    shifted: Literal["even", "odd"] = "even"
    """These lines stand half a hex toward the higher second number."""
    firsts: range = range(1, 100)
    seconds: range = range(1, 100)
    prefix: str = ""
    """The map sheet, such as ``16A:``; part of the printed name, but whoever asks may leave it out."""

    def __post_init__(self) -> None:
        if self.flat_top == (self.first in ("north", "south")):
            across = "east or west" if self.flat_top else "north or south"
            raise DataError("grid", "second", f"expected {across}, square to {self.first}")
        for pair, numbers in (("firsts", self.firsts), ("seconds", self.seconds)):
            if not numbers or numbers.step != 1 or not 0 <= numbers[0] <= numbers[-1] <= 99:
                raise DataError("grid", pair, "expected two numbers from 0 to 99, the smaller first")

    @property
    def flat_top(self) -> bool:
        """Whether hexes have a flat side to the north: the lines run north and south."""
        return self.second in ("north", "south")

    @property
    def directions(self) -> tuple[tuple[int, int], ...]:
        """The steps to the six neighbours in (q, r), clockwise from north or north-east."""
        return FLAT_NEIGHBOURS if self.flat_top else POINTY_NEIGHBOURS

    def names(self) -> Iterator[str]:
        """Every hex of the grid, in the order of the numbers."""
        return (self.name(first, second) for first in self.firsts for second in self.seconds)

    def name(self, first: int, second: int) -> str:
        """The printed name of a pair of numbers."""
        return f"{self.prefix}{first:02}{second:02}"

    def numbers(self, name: str) -> tuple[int, int]:
        """The two numbers in a printed name."""
        digits = name.removeprefix(self.prefix)
        if len(digits) == 4 and digits.isascii() and digits.isdigit():
            first, second = int(digits[:2]), int(digits[2:])
            if first in self.firsts and second in self.seconds:
                return first, second
        raise NoSuchName("hex", name, self.names())

    # --- cube coordinates: q counts the lines, r the hexes along them ---------------------------------

    def cube(self, name: str) -> Cube:
        """The cube coordinates of a hex, true to the screen whichever way the numbers grow."""
        first, second = self.numbers(name)
        q = SIGN[self.first] * first
        along = SIGN[self.second] * (2 * second + self._shift(first))
        r = (along - q) // 2
        return q, r, -q - r

    def from_cube(self, cube: Cube) -> str | None:
        """The hex with these cube coordinates; None off the grid."""
        first = SIGN[self.first] * cube[0]
        second = (SIGN[self.second] * self._along(*cube[:2]) - self._shift(first)) // 2
        return self.name(first, second) if first in self.firsts and second in self.seconds else None

    def neighbours(self, name: str) -> tuple[str, ...]:
        """The hexes around one, clockwise from north or north-east, without those off the grid."""
        q, r, _ = self.cube(name)
        around = (self.from_cube(_cube(q + dq, r + dr)) for dq, dr in self.directions)
        return tuple(hex_ for hex_ in around if hex_ is not None)

    def adjacent(self, a: str, b: str) -> bool:
        """Whether two hexes share a side."""
        return self.distance(a, b) == 1

    def distance(self, a: str, b: str) -> int:
        """How many steps one hex is from another, the rim of the map left aside."""
        return max(abs(p - q) for p, q in zip(self.cube(a), self.cube(b), strict=True))

    def line(self, a: str, b: str) -> tuple[str, ...]:
        """The hexes on the straight line between two centres, both ends included.

        Where the line runs along a hexside the northern hex counts, and of two level ones the eastern; if
        that is off the grid, the other. So the line back holds the same hexes.
        """
        nudge_q, nudge_r = FLAT_NUDGE if self.flat_top else POINTY_NUDGE
        (q, r, _), (to_q, to_r, _) = self.cube(a), self.cube(b)
        steps = self.distance(a, b)
        hexes = []
        for step in range(steps + 1):
            share = step / steps if steps else 0.0
            at_q, at_r = q + (to_q - q) * share, r + (to_r - r) * share
            chosen = self.from_cube(_nearest(at_q + nudge_q, at_r + nudge_r))
            hexes.append(chosen or self.from_cube(_nearest(at_q - nudge_q, at_r - nudge_r)))
        return tuple(hex_ for hex_ in hexes if hex_ is not None)

    def ring(self, name: str, n: int) -> tuple[str, ...]:
        """The hexes exactly n steps away that the grid has, in the order of the numbers."""
        return tuple(hex_ for hex_ in self.within(name, n) if self.distance(name, hex_) == n)

    def within(self, name: str, n: int) -> tuple[str, ...]:
        """The hexes at most n steps away that the grid has, in the order of the numbers."""
        q, r, _ = self.cube(name)
        found = (self.from_cube(_cube(q + dq, r + dr)) for dq, dr in disc(n))
        return tuple(sorted(hex_ for hex_ in found if hex_ is not None))

    # --- points ---------------------------------------------------------------------------------------

    def centre(self, name: str) -> Point:
        """The middle of a hex."""
        return self.middle(*self.cube(name)[:2])

    def middle(self, q: int, r: int) -> Point:
        """The middle of the hex with these cube coordinates."""
        return self._point(3 * q, self._along(q, r))

    def corners(self, name: str) -> tuple[Point, ...]:
        """The six corners, clockwise from north or north-west."""
        q, r, _ = self.cube(name)
        offsets = FLAT_CORNERS if self.flat_top else POINTY_CORNERS
        return tuple(self._point(3 * q + across, self._along(q, r) + along) for across, along in offsets)

    def frame(self, cubes: Iterable[tuple[int, int]]) -> tuple[Point, Point]:
        """The north-west and the south-east of all that some hexes cover."""
        across, along = zip(*((3 * q, self._along(q, r)) for q, r in cubes), strict=True)
        off_across, off_along = map(max, zip(*(FLAT_CORNERS if self.flat_top else POINTY_CORNERS), strict=True))
        first = self._point(min(across) - off_across, min(along) - off_along)
        return first, self._point(max(across) + off_across, max(along) + off_along)

    def side(self, a: str, b: str) -> tuple[Point, Point]:
        """The two ends of the hexside between two neighbours."""
        (q, r, _), (to_q, to_r, _) = self.cube(a), self.cube(b)
        if (to_q - q, to_r - r) not in self.directions:
            raise NoSuchName("side shared by", f"{a}/{b}", (f"{a}/{other}" for other in self.neighbours(a)))
        k = self.directions.index((to_q - q, to_r - r))
        corners = self.corners(a)
        return corners[k], corners[(k + 1) % 6]

    def at(self, x: float, y: float) -> str | None:
        """The hex under a point; None off the grid."""
        return self.from_cube(self.cube_at(x, y))

    def cube_at(self, x: float, y: float) -> Cube:
        """The cube coordinates of the hex under a point, on the grid or off it."""
        across, along = (x, y) if self.flat_top else (y, x)
        q = across / (3 * STEP_ACROSS)
        return _nearest(q, along - (q + self._parity) / 2)

    def _point(self, across: int, along: int) -> Point:
        one, other = across * STEP_ACROSS, along / 2
        return Point(one, other) if self.flat_top else Point(other, one)

    def _along(self, q: int, r: int) -> int:
        return 2 * r + q + self._parity

    @property
    def _parity(self) -> int:
        """What the rounding in ``cube`` takes away, the same for every hex of the grid."""
        return 1 if self.shifted == "even" else 0

    def skew(self, first: int) -> int:
        """How many hexes a line has moved on if each second one does, after those that stand half a hex further."""
        return (first + (self.shifted == "odd")) // 2 - (self.firsts[0] + (self.shifted == "odd")) // 2

    def _shift(self, first: int) -> int:
        return int((first % 2 == 0) == (self.shifted == "even"))


def parse_side(side: str) -> tuple[str, str]:
    """The two hexes of a hexside.

    >>> parse_side("2737/2738")
    ('2737', '2738')
    """
    a, slash, b = side.partition("/")
    if not (a and slash and b) or "/" in b:
        raise NoSuchName("hexside (two places with a slash between them)", side, ())
    return a, b


def disc(n: int) -> Iterator[tuple[int, int]]:
    """The steps in (q, r) to every hex at most n away."""
    for q in range(-n, n + 1):
        for r in range(max(-n, -q - n), min(n, -q + n) + 1):
            yield q, r


def _cube(q: int, r: int) -> Cube:
    return q, r, -q - r


def _nearest(q: float, r: float) -> Cube:
    """The hex whose centre is nearest: round, then mend the coordinate that rounding moved most."""
    near_q, near_r, near_s = round(q), round(r), round(-q - r)
    off_q, off_r, off_s = abs(near_q - q), abs(near_r - r), abs(near_s + q + r)
    if off_q > off_r and off_q > off_s:
        near_q = -near_r - near_s
    elif off_r > off_s:
        near_r = -near_q - near_s
    return _cube(near_q, near_r)
