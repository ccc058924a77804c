"""Pictures made when a package was built: where drawing takes long, as in a browser's own Python, it brings them.

An archive beside the package holds the result of each slow drawing under a name that is made from the board and from
all else that the drawing depends on. Without the archive, or with another board, all is drawn when it is asked for.
"""

import json
from collections.abc import Callable, Mapping, Set
from dataclasses import fields
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeVar
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec

from fmbook.geometry.boards import Board
from fmbook.widgets.drawing.shapes import Circles, Lines, Picture, Polygons, Shape, Texts

__all__ = ["ARCHIVE", "picture", "prepared", "recorded", "write"]

T = TypeVar("T")
ARCHIVE: Final = Path(__file__).parents[2] / "_prepared.zip"
KINDS: Final[dict[str, type[Shape]]] = {kind.__name__: kind for kind in (Circles, Lines, Polygons, Texts)}
DRAWN: Final = ("title", "notice", "credit", "places", "features", "labels", "paths", "borders", "numbers", "style")
TAKEN_APART: Final = tuple[int, int, str, list[tuple[str, msgspec.Raw]]]
FINE: Final = 2  # decimals of a pixel

recorded: dict[str, bytes] | None = None
"""What has been drawn since somebody began to collect it."""


def picture(board: Board, what: tuple[Any, ...], draw: Callable[[], Picture]) -> Picture:
    """Return a picture that was made before, or draw it."""
    return _put_together(*prepared(board, what, lambda: _taken_apart(draw()), TAKEN_APART))


def prepared(board: Board, what: tuple[Any, ...], work_out: Callable[[], T], kind: Any) -> T:
    """Return what was worked out before and is of this kind, or work it out."""
    if recorded is None and not ARCHIVE.is_file():
        return work_out()
    name = sha256(f"{_digest(board)} {_plain(what)}".encode()).hexdigest()[:24]
    if recorded is None and name in _archive().NameToInfo:
        found: T = msgspec.json.decode(_archive().read(name), type=kind)
        return found
    return work_out() if recorded is None else _record(name, work_out)


def _record(name: str, work_out: Callable[[], T]) -> T:
    """Work something out and keep it; what is needed on the way is not kept for itself."""
    global recorded
    kept, recorded = recorded, None
    try:
        made = work_out()
    finally:
        recorded = kept
    if recorded is not None:
        recorded[name] = json.dumps(_rounded(msgspec.to_builtins(made)), separators=(",", ":")).encode()
    return made


def write(archive: Path, drawings: Mapping[str, bytes]) -> None:
    """Keep what was drawn."""
    with ZipFile(archive, "w", ZIP_DEFLATED, compresslevel=9) as kept:
        for name, drawn in sorted(drawings.items()):
            kept.writestr(name, drawn)


@cache
def _archive() -> ZipFile:
    return ZipFile(ARCHIVE)


@lru_cache(maxsize=64)
def _digest(board: Board) -> str:
    return sha256(f"{[_plain(getattr(board, name)) for name in DRAWN]}".encode()).hexdigest()


def _plain(thing: Any) -> Any:
    """Write a thing in one way only, whatever order its sets were made in."""
    if isinstance(thing, Mapping):
        return sorted((str(key), str(_plain(value))) for key, value in thing.items())
    if isinstance(thing, Set):
        return sorted(map(str, thing))
    if isinstance(thing, list | tuple):
        return [_plain(each) for each in thing]
    if hasattr(thing, "__dataclass_fields__"):
        return [_plain(getattr(thing, each.name)) for each in fields(thing)]
    return round(thing, FINE) if isinstance(thing, float) else thing


def _rounded(thing: Any) -> Any:
    if isinstance(thing, float):
        return round(thing, FINE)
    if isinstance(thing, dict):
        return {key: _rounded(value) for key, value in thing.items()}
    return [_rounded(each) for each in thing] if isinstance(thing, list | tuple) else thing


def _taken_apart(drawn: Picture) -> Any:
    return drawn.width, drawn.height, drawn.title, [(type(shape).__name__, shape) for shape in drawn.shapes]


def _put_together(width: int, height: int, title: str, shapes: list[tuple[str, Any]]) -> Picture:
    made = (
        msgspec.json.decode(shape, type=KINDS[kind]) if isinstance(shape, msgspec.Raw) else shape
        for kind, shape in shapes
    )
    return Picture(width, height, title, tuple(made))
