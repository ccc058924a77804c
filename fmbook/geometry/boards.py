"""Boards: places, the borders between them, and what is printed on both.

A place goes by its number, which is its index in ``places``; people see and type names.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any, Literal, NamedTuple, TypeAlias, TypedDict, Unpack, cast

from fmbook.core.bitsets import BitIndex, PlaceSet
from fmbook.core.data import frozen
from fmbook.core.errors import NoSuchName
from fmbook.geometry.hexes import Grid, Point, parse_side
from fmbook.geometry.layouts import HexLayout, Layout, SectorLayout

__all__ = ["Board", "Path", "Provenance", "Surveyor", "Word"]

Word: TypeAlias = Literal["printed", "public", "recalled", "reconstructed", "ruling", "missing", "ours"]
Border: TypeAlias = tuple[int, int]
NOTHING: frozenset[str] = frozenset()
MAPPINGS = "labels", "borders", "numbers", "fields", "sourced", "style"


class Provenance(NamedTuple):
    """Where a thing comes from, in one word and a sentence."""

    word: Word = "ours"
    source: str = ""


class Path(NamedTuple):
    """A road or the like: a chain of places, each next door to the one before."""

    kind: str
    through: tuple[int, ...]
    name: str = ""


class About(TypedDict, total=False):
    """What a board says of itself."""

    id: str
    title: str
    notice: str
    credit: str
    provenance: Provenance
    style: Mapping[str, Any]


class Drawing(About, total=False):
    """What is drawn on a board by name, kind by kind: ``a/b`` is a border, ``a b c`` a path."""

    features: Mapping[str, Iterable[str]]
    borders: Mapping[str, Iterable[str]]
    paths: Mapping[str, Iterable[str]]
    labels: Mapping[str, str]


class _Remembering:
    """Has room for what is worked out when it is first asked for; slots alone have none."""


@dataclass(frozen=True, eq=False, slots=True)
class Board(_Remembering):
    """A graph of places and borders, hexes and sectors alike; it never changes.

    >>> board = Board.of_hexes(
    ...     Grid("south", "east", firsts=range(1, 4), seconds=range(1, 4)),
    ...     features={"woods": ["0202"]},
    ...     borders={"river": ["0202/0203"]},
    ... )
    >>> board.features[board.at("0202")], board.border(board.at("0203"), board.at("0202"))
    (frozenset({'woods'}), frozenset({'river'}))
    """

    layout: Layout = field(repr=False)
    id: str = ""
    title: str = ""
    notice: str = field(default="", repr=False)
    """The honest line shown under the map."""
    credit: str = field(default="", repr=False)
    provenance: Provenance = field(default=Provenance(), repr=False)
    features: tuple[frozenset[str], ...] = field(default=(), repr=False)
    """Terrain and marks of each place, by number."""
    labels: Mapping[int, str] = field(default_factory=dict, repr=False)
    """Names of towns and the like."""
    paths: tuple[Path, ...] = field(default=(), repr=False)
    """Roads and the like as drawn; each link of one is a feature of its border too."""
    borders: Mapping[Border, frozenset[str]] = field(default_factory=dict, repr=False)
    """What lies on a border, under both orders of its two places; plain ones are left out."""
    numbers: Mapping[str, Mapping[int, int]] = field(default_factory=dict, repr=False)
    """Figures printed in places, kind by kind: victory points and the like."""
    fields: Mapping[int, frozenset[int]] = field(default_factory=dict, repr=False)
    """The places that the guns of a place sweep."""
    sourced: Mapping[int | Border, Provenance] = field(default_factory=dict, repr=False)
    """The provenance of single places and borders, where it is not the board's."""
    style: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """Hints for whoever draws the board, as the file has them."""
    places: tuple[str, ...] = field(init=False, repr=False)
    """The printed names, in the order of the numbers."""
    neighbours: tuple[tuple[int, ...], ...] = field(init=False, repr=False)
    """The places next door to each; hexes clockwise from north or north-east."""
    bit_index: BitIndex = field(init=False, repr=False)
    """The bit that stands for each place in a number."""
    _numbers: dict[str, int] = field(init=False, repr=False)
    _having: dict[str, frozenset[int]] = field(init=False, repr=False)
    _marked: dict[str, PlaceSet] = field(init=False, repr=False, default_factory=dict)
    _discs: dict[tuple[int, int], int] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        found = {
            "places": self.layout.places,
            "neighbours": self.layout.neighbours,
            "bit_index": self.layout.bit_index,
            "_numbers": _numbers(self.layout.places),
            "_having": _having(self.features),
        }
        found |= {name: frozen(getattr(self, name)) for name in MAPPINGS}  # a game's board is that of all games
        for name, value in found.items():
            object.__setattr__(self, name, value)

    @classmethod
    def of_hexes(
        cls,
        grid: Grid,
        *,
        holes: Iterable[str] = (),
        called: Mapping[str, str] | None = None,
        **drawing: Unpack[Drawing],
    ) -> "Board":
        """A board of all hexes of a grid but its holes; ``called`` gives some another name."""
        return _drawn(HexLayout(grid, holes, called), drawing)

    @classmethod
    def of_sectors(
        cls,
        rings: Mapping[str, Sequence[str]],
        vertices: Mapping[str, tuple[float, float]],
        *,
        centres: Mapping[str, tuple[float, float]] | None = None,
        **drawing: Unpack[Drawing],
    ) -> "Board":
        """A board of sectors, each a ring of named vertices (x to the east, y to the south)."""
        return _drawn(SectorLayout(rings, vertices, centres), drawing)

    # --- names ----------------------------------------------------------------------------------------

    def at(self, name: str) -> int:
        """The number of the place with this printed name; the map sheet's prefix may be left out."""
        if (place := self._numbers.get(name)) is None:
            word = str(name).casefold()  # who writes what the map calls a place is told its number
            meant = [self.places[here] for here, label in self.labels.items() if label.casefold() == word]
            raise NoSuchName(self.layout.kind, name, self.places, where=self.title, meant=meant)
        return place

    def name(self, place: int) -> str:
        """The printed name of a place."""
        return self.places[place]

    @cached_property
    def has_sheets(self) -> bool:
        """Whether names begin with a map sheet, as in 16A:0827."""
        return any(":" in name for name in self.places)

    # --- what is printed there ------------------------------------------------------------------------

    def having(self, feature: str) -> frozenset[int]:
        """The places that bear a feature; none if the board does not know it."""
        return self._having.get(feature, frozenset())

    def marked(self, feature: str) -> PlaceSet:
        """The same places as bits, for sets that are cut with others of that kind."""
        if feature not in self._marked:
            self._marked[feature] = PlaceSet(self.bit_index, self.bit_index.bits(self.having(feature)))
        return self._marked[feature]

    def border(self, a: int, b: int) -> frozenset[str]:
        """What lies between two places, roads across included; empty if nothing does."""
        return self.borders.get((a, b), NOTHING)

    def number(self, what: str, place: int) -> int:
        """A figure printed in a place; 0 where there is none.

        >>> Board.of_sectors({"A": "abc"}, {"a": (0, 0), "b": (1, 0), "c": (0, 1)}).number("vp", 0)
        0
        """
        return self.numbers.get(what, {}).get(place, 0)

    def words(self, place: int) -> list[str]:
        """What is read out of a place: its features but for those that the board's style calls quiet."""
        quiet = self.style.get("quiet", ()) if self.style else ()
        return [self.said(word) for word in sorted(self.features[place]) if word not in quiet]

    def border_words(self, a: int, b: int) -> list[str]:
        """What is read out of a border: no quiet word, and no canal beside a Leopold Canal."""
        here = self.border(a, b).difference(self.style.get("quiet", ()) if self.style else ())
        exact = (word for word in here if not any(other.endswith(f"_{word}") for other in here))
        return [self.said(word) for word in sorted(exact)]

    def said(self, feature: str) -> str:
        """Say a feature; a name as it is written, where the board's style says how: Leopold Canal."""
        names: Mapping[str, str] = self.style.get("said", {}) if self.style else {}
        return names.get(feature, feature.replace("_", " "))

    def links(self, feature: str | None = None) -> tuple[Border, ...]:
        """The pairs of neighbours, the smaller number first: all, or those whose border bears a feature."""
        if feature is None:
            return tuple((a, b) for a, around in enumerate(self.neighbours) for b in sorted(around) if a < b)
        return self._linked.get(feature, ())

    def provenance_of(self, place: int, other: int | None = None) -> Provenance:
        """Where a place comes from, or the border between two."""
        return self.sourced.get(place if other is None else _border(place, other), self.provenance)

    @cached_property
    def _linked(self) -> dict[str, tuple[Border, ...]]:
        found: dict[str, list[Border]] = {}
        for (a, b), what in sorted(self.borders.items()):
            for feature in what if a < b else ():
                found.setdefault(feature, []).append((a, b))
        return {feature: tuple(links) for feature, links in found.items()}

    # --- shape ----------------------------------------------------------------------------------------

    def distance(self, a: int, b: int) -> int:
        """Steps between two places: straight on hexes, by the shortest way on sectors."""
        return self.layout.distance(a, b)

    def line(self, a: int, b: int) -> tuple[int, ...]:
        """The places on the straight line between two, both included; on sectors a shortest way."""
        return self.layout.line(a, b)

    def within(self, place: int, n: int) -> frozenset[int]:
        """The places at most n steps away, itself included."""
        return self.layout.within(place, n)

    def disc(self, place: int, n: int) -> int:
        """The same places as the bits of a number."""
        if (place, n) not in self._discs:
            self._discs[place, n] = self.bit_index.bits(self.within(place, n))
        return self._discs[place, n]

    def centre(self, place: int) -> Point:
        """Where the counter stands."""
        return self.layout.centre(place)

    def outline(self, place: int) -> tuple[Point, ...]:
        """The corners in order."""
        return self.layout.outline(place)

    def side(self, a: int, b: int) -> tuple[Point, ...]:
        """The shared border as a line: two points between hexes, two or more between sectors."""
        if b not in self.neighbours[a]:
            raise _no_side(self, a, f"{self.name(a)}/{self.name(b)}")
        return self.layout.side(a, b)

    def place_at(self, x: float, y: float) -> int | None:
        """The place under a point of the drawing plane."""
        return self.layout.place_at(x, y)

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """The frame of the drawing: least x, least y, greatest x, greatest y."""
        return self.layout.bounds


class Surveyor:
    """Draws on a blank layout, one thing at a time, and hands over the finished board.

    Each step raises NoSuchName if it names what the layout does not have.
    """

    def __init__(self, layout: Layout) -> None:
        self._blank = Board(layout)
        self._features: list[set[str]] = [set() for _ in layout.places]
        self._borders: dict[Border, set[str]] = {}
        self._paths: list[Path] = []
        self._labels: dict[int, str] = {}
        self._numbers: dict[str, dict[int, int]] = {}
        self._fields: dict[int, frozenset[int]] = {}
        self._sourced: dict[int | Border, Provenance] = {}

    def mark(self, place: str, *features: str) -> None:
        """Give a place features."""
        self._features[self._blank.at(place)].update(features)

    def border(self, side: str, feature: str) -> None:
        """Give the border ``a/b`` a feature."""
        self._borders.setdefault(self._side(side), set()).add(feature)

    def path(self, kind: str, through: Sequence[str], name: str = "") -> None:
        """Lay a path from place to place; every link bears its kind."""
        for a, b in pairwise(through):
            self.border(f"{a}/{b}", kind)
        self._paths.append(Path(kind, tuple(map(self._blank.at, through)), name))

    def label(self, place: str, text: str) -> None:
        """Write a name on a place."""
        self._labels[self._blank.at(place)] = text

    def number(self, place: str, what: str, number: int) -> None:
        """Print a figure in a place."""
        self._numbers.setdefault(what, {})[self._blank.at(place)] = number

    def field(self, place: str, swept: Sequence[str]) -> None:
        """Say which places the guns of a place sweep."""
        self._fields[self._blank.at(place)] = frozenset(map(self._blank.at, swept))

    def source(self, place_or_side: str, provenance: Provenance) -> None:
        """Say where a place or a border ``a/b`` comes from."""
        name = place_or_side
        self._sourced[self._side(name) if "/" in name else self._blank.at(name)] = provenance

    def board(self, **about: Unpack[About]) -> Board:
        """The board with all that was drawn on it."""
        borders = {side: frozenset(features) for side, features in self._borders.items()}
        return Board(
            layout=self._blank.layout,
            features=tuple(map(frozenset, self._features)),
            borders=borders | {(b, a): features for (a, b), features in borders.items()},
            paths=tuple(self._paths),
            labels=self._labels,
            numbers=self._numbers,
            fields=self._fields,
            sourced=self._sourced,
            **about,
        )

    def _side(self, side: str) -> Border:
        a, b = map(self._blank.at, parse_side(side))
        if b not in self._blank.neighbours[a]:
            raise _no_side(self._blank, a, side)
        return _border(a, b)


def _drawn(layout: Layout, drawing: Drawing) -> Board:
    surveyor = Surveyor(layout)
    for feature, places in drawing.pop("features", {}).items():
        for place in places:
            surveyor.mark(place, feature)
    for feature, sides in drawing.pop("borders", {}).items():
        for side in sides:
            surveyor.border(side, feature)
    for kind, chains in drawing.pop("paths", {}).items():
        for chain in chains:
            surveyor.path(kind, chain.split())
    for place, text in drawing.pop("labels", {}).items():
        surveyor.label(place, text)
    return surveyor.board(**cast(About, drawing))  # nothing else is left


def _numbers(places: Sequence[str]) -> dict[str, int]:
    short = {name.rpartition(":")[2]: number for number, name in enumerate(places)}
    return short | {name: number for number, name in enumerate(places)}


def _having(features: Sequence[frozenset[str]]) -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for place, words in enumerate(features):
        for word in words:
            found.setdefault(word, set()).add(place)
    return {word: frozenset(places) for word, places in found.items()}


def _border(a: int, b: int) -> Border:
    return (a, b) if a < b else (b, a)


def _no_side(board: Board, a: int, side: str) -> NoSuchName:
    known = (f"{board.name(a)}/{board.name(b)}" for b in board.neighbours[a])
    return NoSuchName("side shared by", side, known, where=board.title)
