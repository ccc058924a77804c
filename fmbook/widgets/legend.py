"""What the key of a board explains, and how its entries fill lines."""

from typing import Final, NamedTuple

from fmbook.ground.boards import Board
from fmbook.widgets import theme
from fmbook.widgets.lettering import width_of
from fmbook.widgets.looks import TrenchLook, looks

__all__ = ["Entry", "corner_lines", "legend", "rows"]

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
EXITS: Final = ("exit_north", "exit_east", "exit_south", "exit_west")


class Entry(NamedTuple):
    """A swatch of a kind, and its word."""

    kind: str
    word: str
    trench: TrenchLook | None = None

    @property
    def width(self) -> float:
        """The room that it takes in a line."""
        return SWATCH + GAP + width_of(self.word, theme.KEY_WORDS) + 2 * GAP


def legend(board: Board) -> list[Entry]:
    """An entry for each kind of thing that this board has."""
    hints = looks(board)
    trenches = [
        Entry("trench", look.title or _plain(feature), look)
        for feature, look in hints.trenches.items()
        if board.links(feature)
    ]
    kinds = {kind: _word(board, kind) for kind in (*GROUNDS, *LINES) if _has(board, kind)}
    look_alikes = ({"hill": "bare_hill"} if "peak" in kinds else {}) | ({} if "town" in kinds else {"city": "town"})
    entries = [*trenches, *(Entry(look_alikes.get(kind, kind), word) for kind, word in kinds.items())]
    entries += [Entry("boundary", boundary.title) for boundary in hints.boundary]
    entries += [Entry(f"edge_{edge.side}", edge.title) for edge in hints.edge]
    return [*entries, Entry("contour", f"contour, {theme.CONTOUR_STEP} m")] if hints.height_m else entries


def rows(board: Board, width: float) -> list[list[Entry]]:
    """The entries in lines that fit a sheet of this width; the first lines leave room for title and subtitle."""
    whole = width - 2 * theme.MARGIN - NORTH
    beside = [width_of(board.title, theme.TITLE) + 2 * GAP]
    if looks(board).large:
        beside.append(width_of(looks(board).subtitle, theme.SUBTITLE) + 2 * GAP)
    lines: list[list[Entry]] = [[]]
    left = whole - beside[0]
    for entry in legend(board):
        while entry.width > left and (lines[-1] or len(lines) <= len(beside)):
            lines.append([])
            left = whole - (beside[len(lines) - 1] if len(lines) <= len(beside) else 0)
        lines[-1].append(entry)
        left -= entry.width
    return [*lines, *([] for _ in range(len(beside) - len(lines)))]


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
