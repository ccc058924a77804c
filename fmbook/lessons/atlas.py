"""Many small boards on one map: where each lies on the real ground, and what happened there.

No widget is needed: an atlas answers in words and in degrees. ``fm.atlas("europa_41")`` shows it as a map that opens
entry by entry, ``fm.page("europa_41:41.E.1")`` gives the page of one entry.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from math import cos, hypot, radians
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, final

from msgspec import Meta, Struct

from fmbook.books.cards import MARKUP
from fmbook.core.calls import checked
from fmbook.core.data import data_root, load_of
from fmbook.core.errors import DataError, NoSuchName
from fmbook.core.language import spoken_here
from fmbook.geometry.boardfile import load_board
from fmbook.geometry.boards import Board, Word
from fmbook.geometry.grids import grid
from fmbook.lessons.theatre import DEGREE, BoardFit
from fmbook.play.game import new_game
from fmbook.text.wording import listed

__all__ = ["Atlas", "AtlasEntry", "Box", "Laid", "Page", "Region", "load_atlas", "page"]

Degrees: TypeAlias = tuple[float, float]
Side: TypeAlias = Literal["over", "west", "east", "north", "south"]
Ring: TypeAlias = list[list[float]]
Box: TypeAlias = tuple[float, float, float, float]  # south, west, north, east

COARSE = 3  # digits of a degree: a hundred metres, where a hex is many kilometres


class _Control(Struct, frozen=True, forbid_unknown_fields=True):
    """A place whose hex and position are both known."""

    name: str
    hex: str
    at: Degrees


class _Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """How a sheet lies on the ground: the middle of one hex, and how far its north is turned to the east."""

    grid: str
    hex: str
    at: Degrees
    turned: float
    error: float  # kilometres
    text: str
    control: Annotated[tuple[_Control, ...], Meta(min_length=1)]


class Region(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the map that is shown larger; without a box there is nothing to show."""

    id: str
    title: str
    at: Degrees
    side: Side
    centre: Degrees = (0.0, 0.0)
    zoom: float = 0.0
    box: Box | None = None


class _Event(Struct, frozen=True, forbid_unknown_fields=True):
    when: str
    says: str
    source: str


class _Spot(Struct, frozen=True, forbid_unknown_fields=True):
    """A place that an event names."""

    name: str
    at: Degrees
    side: Side


class AtlasEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """One entry: a place, its board, and what happened there. Without a sheet its board is not to scale."""

    id: str
    title: str
    region: str
    at: Degrees
    side: Side
    says: str
    event: Annotated[tuple[_Event, ...], Meta(min_length=1)]
    sheet: str = ""
    place: tuple[_Spot, ...] = ()


class _Credit(Struct, frozen=True, forbid_unknown_fields=True):
    text: str


class AtlasFile(Struct, frozen=True, forbid_unknown_fields=True):
    """An atlas as its file describes it."""

    id: str
    title: str
    ground: str
    centre: Degrees
    zoom: float
    box: Box
    hex_metres: float
    provenance: Word
    notice: str
    credit: tuple[_Credit, ...]
    sheet: dict[str, _Sheet]
    region: tuple[Region, ...]
    entry: tuple[AtlasEntry, ...]
    sources: dict[str, str]


class Laid(NamedTuple):
    """A hex on the ground: its number, its closed outline (longitude first), and whether the rules name it."""

    name: str
    ring: Ring
    printed: bool

    @property
    def middle(self) -> Degrees:
        """Latitude and longitude of its middle."""
        (first, fourth) = self.ring[0], self.ring[3]
        return (first[1] + fourth[1]) / 2, (first[0] + fourth[0]) / 2


@spoken_here
@final
class Page:
    """The page of one entry: what the place is, where its board lies, what happened there and where that is told."""

    def __init__(self, atlas: "Atlas", entry: AtlasEntry) -> None:
        self.atlas, self.entry = atlas, entry

    @property
    def says(self) -> str:
        """All that a reader reads on it, as running text."""
        told = (f"{event.when}: {event.says}" for event in self.entry.event)
        return " ".join((self.entry.says, *told, self.atlas.lies(self.entry), *self.atlas.tasks(self.entry)))

    def _lines(self) -> Iterator[str]:
        entry, atlas = self.entry, self.atlas
        yield f"{entry.id} {entry.title}. {entry.says}"
        yield from (f"  {e.when}: {e.says} ({atlas.told(e.source)})" for e in entry.event)
        yield f"  {atlas.lies(entry)}"
        yield from (f"  Task {number}. {said}" for number, said in enumerate(atlas.tasks(entry), 1))

    def __str__(self) -> str:
        return "\n".join(self._lines())

    __repr__ = __str__

    def _repr_markdown_(self) -> str:
        entry, atlas = self.entry, self.atlas
        told = (
            f"| {e.when} | {e.says.translate(MARKUP)} | *{atlas.told(e.source).translate(MARKUP)}* |"
            for e in entry.event
        )
        rows = ("| When | What happened | Told by |", "| --- | --- | --- |", *told)
        tasks = (f"- **Task {number}.** {said.translate(MARKUP)}" for number, said in enumerate(atlas.tasks(entry), 1))
        lies = f"*{atlas.lies(entry).translate(MARKUP)}*"
        return "\n".join((entry.says.translate(MARKUP), "", *rows, "", lies, "", *tasks))


@final
class Atlas:
    """The places of a system on the real ground. Print it for all of it in words."""

    def __init__(self, plan: AtlasFile) -> None:
        self.plan = plan
        self.entries = {entry.id: entry for entry in plan.entry}
        self.regions = {region.id: region for region in plan.region}

    def entry(self, name: str) -> AtlasEntry:
        """The entry of this number or title."""
        wanted = name.strip().casefold()
        for entry in self.plan.entry:
            if wanted in (entry.id.casefold(), entry.title.casefold()):
                return entry
        names = [known for entry in self.plan.entry for known in (entry.id, entry.title)]
        raise NoSuchName("entry", name, names, self.plan.title)

    def of(self, region: Region) -> tuple[AtlasEntry, ...]:
        """The entries of a part of the map."""
        return tuple(entry for entry in self.plan.entry if entry.region == region.id)

    # --- there and back ---------------------------------------------------------------------------------

    def tasks(self, entry: AtlasEntry) -> tuple[str, ...]:
        """What is to be done on the board of an entry, each with the side that does it."""
        goal = new_game(self.plan.id, entry.id).setup.data.get("goal") or {}
        return tuple(f"{task['side']}: {task['says']}" for task in goal.get("task", ()))

    def board(self, entry: AtlasEntry) -> Board:
        """The board of an entry."""
        return load_board(f"{self.plan.id}/boards/{entry.id}.toml")

    def fit(self, sheet: str) -> BoardFit:
        """How a sheet lies on the ground."""
        lies = self.plan.sheet[sheet]
        return BoardFit(grid(lies.grid).centre(lies.hex), *lies.at, self.plan.hex_metres, lies.turned)

    def hexes(self, entry: AtlasEntry) -> tuple[Laid, ...]:
        """The hexes of an entry's board on the ground; none, where the board is not to scale."""
        if not entry.sheet:
            return ()
        board, fit = self.board(entry), self.fit(entry.sheet)
        return tuple(self._laid(board, fit, place) for place in range(len(board.places)))

    def hex_at(self, entry: AtlasEntry, lat: float, lon: float) -> str:
        """The hex of an entry's board at a place on the ground; empty where the board does not reach."""
        if not entry.sheet:
            return ""
        board = self.board(entry)
        place = board.place_at(*self.fit(entry.sheet).on_board(lat, lon))
        return "" if place is None else board.name(place)

    def off(self, sheet: str, control: _Control) -> float:
        """How many kilometres a known place lies from the middle of its hex."""
        lies = self.plan.sheet[sheet]
        lat, lon = self.fit(sheet).on_ground(grid(lies.grid).centre(control.hex))
        east, north = (control.at[1] - lon) * cos(radians(lat)), control.at[0] - lat
        return hypot(east, north) * DEGREE / 1000

    def _laid(self, board: Board, fit: BoardFit, place: int) -> Laid:
        corners = [fit.on_ground(corner) for corner in board.outline(place)]
        ring = [[round(lon, COARSE), round(lat, COARSE)] for lat, lon in (*corners, corners[0])]
        return Laid(board.name(place), ring, board.provenance_of(place).word == "printed")

    # --- shapes -------------------------------------------------------------------------------------------

    def ground(self, region: str = "") -> tuple[Mapping[str, Any], ...]:
        """The land, lakes and lines of a part of the map; of the small map, if none is named."""
        return tuple(each for each in self._features if each["properties"]["region"] == region)

    @cached_property
    def _features(self) -> tuple[Mapping[str, Any], ...]:
        read = json.loads((data_root() / self.plan.ground).read_text(encoding="utf-8"))
        return tuple(read["features"])

    # --- words --------------------------------------------------------------------------------------------

    def told(self, source: str) -> str:
        """Who tells an event, in words."""
        return "; ".join(self.plan.sources[key] for key in source.split(", "))

    def lies(self, entry: AtlasEntry) -> str:
        """Where the board of an entry lies: its sheet, its hexes, how well that fits."""
        board = self.board(entry)
        if not entry.sheet:
            return f"The rule gives no hex numbers: the board of {len(board.places)} hexes is not to scale."
        named = [board.name(at).rpartition(":")[2] for at in range(len(board.places)) if self._named(board, at)]
        if not named:
            said = f"The rule names none of the board's {len(board.places)} hexes on sheet {entry.sheet}."
        else:
            ours = len(board.places) - len(named)
            said = f"Sheet {entry.sheet}: the rule names {listed(named, len(named))}; {ours} more hexes are ours."
        return f"{said} {self.plan.sheet[entry.sheet].text}"

    def _named(self, board: Board, place: int) -> bool:
        return board.provenance_of(place).word == "printed"

    def describe(self, entry: AtlasEntry, hex: str) -> str:  # noqa: A002
        """What is in a hex of an entry's board, and where that is."""
        board = self.board(entry)
        place = board.at(hex)
        lat, lon = self.fit(entry.sheet).on_ground(board.centre(place))
        name = f" {board.labels[place]}" if place in board.labels else ""
        whose = "named by the rule" if self._named(board, place) else "placed by us"
        return f"{hex}{name}: {', '.join(board.words(place))}; {whose}. On the ground: {lat:.2f} N, {lon:.2f} E."

    def page(self, name: str) -> Page:
        """The page of one entry."""
        return Page(self, self.entry(name))

    def summary(self) -> str:
        """The whole atlas in words."""
        return "\n".join((self.plan.title, *(str(Page(self, entry)) for entry in self.plan.entry), self.plan.notice))

    __str__ = summary
    __repr__ = summary


@cache
def load_atlas(system: str) -> Atlas:
    """The atlas of a system; a part, sheet or source that it does not have is a complaint that names the entry."""
    plan = load_of(AtlasFile, system, "atlas")
    regions = {region.id for region in plan.region}
    if empty := regions - {entry.region for entry in plan.entry}:
        raise DataError(f"{system}/atlas.toml", "$.region", f"no entry lies in {listed(sorted(empty))}")
    for number, entry in enumerate(plan.entry):
        keys = {key for event in entry.event for key in event.source.split(", ")}
        unknown = ({entry.region} - regions) | ({entry.sheet} - {"", *plan.sheet}) | (keys - plan.sources.keys())
        if unknown:
            raise DataError(
                f"{system}/atlas.toml", f"$.entry[{number}]", f"nothing is called {listed(sorted(unknown))}"
            )
    return Atlas(plan)


@checked
def page(id: str) -> Page:  # noqa: A002
    """Return the page of one place: ``fm.page("europa_41:41.E.1")``.

    >>> import fmbook as fm
    >>> str(fm.page("europa_41:41.C")).startswith("41.C The Corinth Canal")
    True
    """
    system, _, name = id.partition(":")
    return load_atlas(system).page(name)
