"""Board files, of kind ``hexes`` or ``sectors``: their form, and how they become boards."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Literal, cast

import msgspec

from fmbook.core import data
from fmbook.core.errors import DataError, NoSuchName
from fmbook.geometry.boards import Board, Provenance, Surveyor, Word
from fmbook.geometry.grids import GridForm, grid
from fmbook.geometry.layouts import HexLayout, SectorLayout
from fmbook.geometry.lettermaps import BLANK, read_letters

__all__ = [
    "BlockForm",
    "HexBoardForm",
    "PathForm",
    "SectorBoardForm",
    "SectorForm",
    "SourcedForm",
    "load_board",
]


class BlockForm(msgspec.Struct, forbid_unknown_fields=True):
    """A map of letters; the legend says which feature, or features, a letter stands for."""

    legend: dict[str, str | list[str]]
    rows: str


class PathForm(msgspec.Struct, forbid_unknown_fields=True):
    """A road or the like, from place to place."""

    kind: str
    through: list[str]
    name: str = ""


class SourcedForm(msgspec.Struct, forbid_unknown_fields=True):
    """Places and borders that come from elsewhere than the rest of the board."""

    provenance: Word
    source: str = ""
    places: list[str] = []
    borders: list[str] = []


class SectorForm(msgspec.Struct, forbid_unknown_fields=True):
    """A sector: its outline as a ring of vertices, and where its counters stand."""

    id: str
    ring: list[str]
    name: str = ""
    features: list[str] = []
    centre: tuple[float, float] | None = None


class _BoardForm(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, tag_field="kind"):
    """What both kinds of board have; ``regions`` are sets of places that bear a feature."""

    id: str
    title: str
    provenance: Word
    source: str
    notice: str = ""
    credit: str = ""
    names: dict[str, str] = {}
    regions: dict[str, list[str]] = {}
    numbers: dict[str, dict[str, int]] = {}  # figures printed in places, such as victory points
    fields: dict[str, list[str]] = {}  # the places that the guns of a place sweep
    clauses: tuple[str, ...] = ()  # of the rulebook, held by what is drawn here
    path: list[PathForm] = []
    sourced: list[SourcedForm] = []
    style: dict[str, Any] = {}


class HexBoardForm(_BoardForm, tag="hexes", kw_only=True):
    """A board of hexes; a blank in the block ``terrain`` is a hole in the board."""

    grid: str | GridForm
    blocks: dict[str, BlockForm] = {}
    hexsides: dict[str, list[str]] = {}
    alike: dict[str, list[str]] = {}  # a further feature for all hexsides of these lists


class SectorBoardForm(_BoardForm, tag="sectors", kw_only=True):
    """A board of sectors; y grows north as on a map, unless the file says south."""

    vertices: dict[str, tuple[float, float]]
    sector: list[SectorForm]
    y: Literal["north", "south"] = "north"
    borders: dict[str, list[str]] = {}


# to a type checker a union is no type
EITHER_FORM = cast(type[HexBoardForm | SectorBoardForm], HexBoardForm | SectorBoardForm)


def load_board(name: str, *, root: Path | None = None) -> Board:
    """Read ``drill/board.toml`` and the like, from another root afresh; the book's own boards are read once and shared.

    A board never changes, so all games, exercises and maps on it can have the same one, and its picture with it.
    """
    return _read(name, root) if root else _own(name)


@cache
def _own(name: str) -> Board:
    return _read(name, None)


def _read(name: str, root: Path | None) -> Board:
    form = data.load(EITHER_FORM, name, root=root)
    try:
        return _board(form)
    except DataError as error:
        raise DataError(name, error.path, error.problem) from error


def _board(form: HexBoardForm | SectorBoardForm) -> Board:
    surveyor = _hexes(form) if isinstance(form, HexBoardForm) else _sectors(form)
    _each("$.regions", form.regions, surveyor.mark)
    for index, path in enumerate(form.path):
        with _blaming(f"$.path[{index}].through"):
            surveyor.path(path.kind, path.through, path.name)
    for place, text in form.names.items():
        with _blaming(f"$.names.{place}"):
            surveyor.label(place, text)
    for what, printed in form.numbers.items():
        for place, number in printed.items():
            with _blaming(f"$.numbers.{what}.{place}"):
                surveyor.number(place, what, number)
    for place, swept in form.fields.items():
        with _blaming(f"$.fields.{place}"):
            surveyor.field(place, swept)
    for index, sourced in enumerate(form.sourced):
        _source(surveyor, sourced, f"$.sourced[{index}]")
    return surveyor.board(
        id=form.id,
        title=form.title,
        notice=form.notice,
        credit=form.credit,
        provenance=Provenance(form.provenance, form.source),
        style=form.style,
    )


def _source(surveyor: Surveyor, form: SourcedForm, path: str) -> None:
    provenance = Provenance(form.provenance, form.source)
    names = {"places": form.places, "borders": form.borders}
    _each(path, names, lambda name, _: surveyor.source(name, provenance))


def _hexes(form: HexBoardForm) -> Surveyor:
    with _blaming("$.grid"):
        lie = grid(form.grid) if isinstance(form.grid, str) else form.grid.grid()
    letters: dict[str, dict[str, str]] = {}
    for key, block in form.blocks.items():
        with _blaming(f"$.blocks.{key}"):
            letters[key] = read_letters(block.rows, block.legend, lie)
    holes = [name for name, letter in letters.get("terrain", {}).items() if letter == BLANK]
    surveyor = Surveyor(HexLayout(lie, holes))
    for key, block in form.blocks.items():
        with _blaming(f"$.blocks.{key}.rows"):
            _mark_letters(surveyor, letters[key], block.legend)
    _each("$.hexsides", form.hexsides, surveyor.border)
    _each("$.alike", form.alike, lambda lines, feature: _mark_alike(surveyor, form.hexsides, lines, feature))
    return surveyor


def _mark_alike(surveyor: Surveyor, hexsides: Mapping[str, list[str]], lines: str, feature: str) -> None:
    if lines not in hexsides:
        raise NoSuchName("list of hexsides", lines, hexsides)
    for side in hexsides[lines]:
        surveyor.border(side, feature)


def _mark_letters(surveyor: Surveyor, letters: Mapping[str, str], legend: Mapping[str, str | list[str]]) -> None:
    for name, letter in letters.items():
        if letter != BLANK:
            features = legend[letter]
            surveyor.mark(name, *([features] if isinstance(features, str) else features))


def _sectors(form: SectorBoardForm) -> Surveyor:
    for index, sector in enumerate(form.sector):
        _check_sector(sector, {before.id for before in form.sector[:index]}, form, f"$.sector[{index}]")
    turn = -1 if form.y == "north" else 1
    with _blaming("$.sector"):
        layout = SectorLayout(
            rings={sector.id: sector.ring for sector in form.sector},
            vertices={name: (x, turn * y) for name, (x, y) in form.vertices.items()},
            centres={s.id: (s.centre[0], turn * s.centre[1]) for s in form.sector if s.centre},
        )
    surveyor = Surveyor(layout)
    for sector in form.sector:
        surveyor.mark(sector.id, *sector.features)
        if sector.name:
            surveyor.label(sector.id, sector.name)
    _each("$.borders", form.borders, surveyor.border)
    return surveyor


def _check_sector(sector: SectorForm, before: set[str], form: SectorBoardForm, path: str) -> None:
    if sector.id in before:
        raise DataError("", f"{path}.id", f"expected an id of its own; there is a sector “{sector.id}” already")
    if len(set(sector.ring)) != len(sector.ring) or len(sector.ring) < 3:
        raise DataError("", f"{path}.ring", "expected three or more vertices, none of them twice")
    for index, vertex in enumerate(sector.ring):
        if vertex not in form.vertices:
            raise DataError("", f"{path}.ring[{index}]", str(NoSuchName("vertex", vertex, form.vertices)))


def _each(path: str, named: Mapping[str, list[str]], do: Callable[[str, str], None]) -> None:
    """Do something with each name and the key that it stands under."""
    for key, names in named.items():
        for index, name in enumerate(names):
            with _blaming(f"{path}.{key}[{index}]"):
                do(name, key)


@contextmanager
def _blaming(path: str) -> Iterator[None]:
    """Say of what the ground finds wrong where in the file it stands."""
    try:
        yield
    except NoSuchName as error:
        raise DataError("", path, str(error)) from error
    except DataError as error:
        raise DataError("", f"{path}.{error.path}", error.problem) from error
