"""What the key of a board explains, and how its entries fill lines."""

from typing import Final, NamedTuple

from fmbook.geometry.boards import Board
from fmbook.widgets import theme
from fmbook.widgets.board.boardstyle import TrenchLook, looks
from fmbook.widgets.drawing.curves import added
from fmbook.widgets.drawing.text_size import width_of

__all__ = ["UNITS", "Key", "KeyEntry", "corner_lines", "key_of", "legend", "units"]

SWATCH: Final = 26.0
GAP: Final = 7.0
NORTH: Final = 40.0
# kinds of ground in the order of the key; those that have another word there
GROUNDS: Final = (
    *("sea", "inlet", "flooded", "shell_torn", "woods", "splintered", "hill", "peak", "town", "city", "ruins", "farm"),
    *("delta", "ditches", "swamp", "dot_city", "major_city", "airbase", "docks", "port", "major_port", "inland_port"),
    "supply",
)
LINES: Final = (
    *("posts", "great_river", "river", "canal", "dyke", "road", "minor_road", "railway", "bridge", "causeway"),
    *(
        "barred",
        "all_sea",
        "steaming",
        "rail_ferry",
        "strait",
        "sound",
        "guarded",
        "limit",
        "outlined",
        "border",
        "exit",
    ),
)
UNITS: Final = ("first_side", "second_side")
EXITS: Final = ("exit_north", "exit_east", "exit_south", "exit_west")


class KeyEntry(NamedTuple):
    """A swatch of a kind, and its word."""

    kind: str
    word: str
    trench: TrenchLook | None = None
    owner: str = ""
    """Whose sign it is, and in which colour."""
    fill: str = ""

    @property
    def width(self) -> float:
        """The room that it takes in a line."""
        return SWATCH + GAP + width_of(self.word, theme.KEY_WORDS) + 2 * GAP


class Key(NamedTuple):
    """Where the entries of a key begin, in lines of which title and subtitle take the first."""

    spots: tuple[tuple[KeyEntry, float, int], ...]
    lines: int


def legend(board: Board) -> list[KeyEntry]:
    """An entry for each kind of thing that this board has."""
    hints = looks(board)
    trenches = [
        KeyEntry("trench", look.title or _plain(feature), look)
        for feature, look in hints.trenches.items()
        if board.links(feature)
    ]
    kinds = {kind: _word(board, kind) for kind in (*GROUNDS, *LINES) if _has(board, kind)}
    look_alikes = ({"hill": "bare_hill"} if "peak" in kinds else {}) | ({} if "town" in kinds else {"city": "town"})
    entries = [*units(board), *trenches, *(KeyEntry(look_alikes.get(kind, kind), word) for kind, word in kinds.items())]
    entries += [KeyEntry("owner", f"{side}-owned", None, side, hints.counters[side]) for side in hints.owners]
    entries += [KeyEntry(kind, word) for kind, word in hints.markers.items()]
    entries += [KeyEntry("boundary", boundary.title) for boundary in hints.boundary]
    entries += [KeyEntry(f"edge_{edge.side}", edge.title) for edge in hints.edge]
    return [*entries, KeyEntry("contour", f"contour, {theme.CONTOUR_STEP} m")] if hints.height_m else entries


def units(board: Board) -> list[KeyEntry]:
    """The counters of both sides, in no formation's colour where colours tell formations apart."""
    hints = looks(board)
    plain = (theme.ANY_COLOUR, theme.ANY_COLOUR) if hints.counters else theme.SIDES
    return [
        KeyEntry(UNITS[number], f"{side} unit", fill=hints.counters.get(side, plain[number]))
        for number, side in enumerate(hints.sides)
    ]


def key_of(board: Board, width: float) -> Key:
    """Set the key in columns: beside title and subtitle, if it fits there before the arrow, else below them."""
    entries = legend(board)
    titles = [width_of(board.title, theme.TITLE)]
    if looks(board).large:
        titles.append(width_of(looks(board).subtitle, theme.SUBTITLE))
    whole = width - 2 * theme.MARGIN - NORTH
    if not entries:
        return Key((), len(titles))
    beside = _columns(entries, -(-len(entries) // len(titles)))
    if added(beside) <= whole - max(titles) - 2 * GAP:
        return _set(entries, beside, theme.MARGIN + whole - added(beside) + 2 * GAP, 0, len(titles))
    count = next(n for n in range(len(entries), 0, -1) if n == 1 or added(_columns(entries, n)) <= whole + NORTH)
    count = -(-len(entries) // -(-len(entries) // count))  # no more than so many lines need
    return _set(entries, _columns(entries, count), theme.MARGIN, len(titles), len(titles))


def _columns(entries: list[KeyEntry], count: int) -> list[float]:
    """How wide each of so many columns is."""
    return [max(entry.width for entry in entries[n::count]) for n in range(min(count, len(entries)))]


def _set(entries: list[KeyEntry], columns: list[float], left: float, first: int, least: int) -> Key:
    starts = [left + added(columns[:n]) for n in range(len(columns))]
    rows = [divmod(n, len(columns)) for n in range(len(entries))]
    spots = tuple((entry, starts[n], first + row) for entry, (row, n) in zip(entries, rows, strict=True))
    return Key(spots, max(least, spots[-1][2] + 1))


def corner_lines(board: Board) -> list[tuple[float, float]]:
    """Width and height of each line of title and key, one below the other."""
    title = [
        (width_of(board.title, theme.TITLE), theme.CORNER_TITLE),
        (width_of(looks(board).subtitle, theme.SUBTITLE), theme.CORNER_SUBTITLE),
        *([(theme.CORNER_SCALE_WIDTH, theme.CORNER_SCALE)] if looks(board).fit else []),
    ]
    return [*title, *((entry.width - GAP, theme.KEY_LINE) for entry in legend(board))]


def _has(board: Board, kind: str) -> bool:
    hints = looks(board)
    if kind == "splintered":
        return bool(hints.splintered)
    if kind == "ruins":
        return bool(hints.ruined)
    if kind == "minor_road":
        return bool(hints.minor)
    if kind == "all_sea" and hints.coast:
        return False  # open water between two shores explains itself
    if kind == "border":
        return bool(hints.border)
    if kind == "exit":
        return any(_has(board, way) for way in EXITS)
    if (
        kind == "port"
        and hints.large
        and board.having("port") <= board.having("major_port") | board.having("inland_port")
    ):
        return False  # all of them have a sign of their own
    alike = [kind, *(own for own, other in hints.drawn_as.items() if other == kind)]
    return any(board.having(word) or board.links(word) for word in alike) or any(way.kind == kind for way in hints.line)


def _word(board: Board, kind: str) -> str:
    return looks(board).words.get(kind, _plain(kind))


def _plain(feature: str) -> str:
    return feature.replace("_", " ")
