"""Pictures that were drawn ahead, when a package was built or a checkout was set up.

An archive beside the package holds the result of each slow drawing under a name that is made from the board, from all
else that the drawing depends on, and from the code that drew it. Without the archive, or once anything of that has
changed, all is drawn when it is asked for.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeVar
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

import msgspec

from fmbook.core.language import language
from fmbook.geometry.boards import Board
from fmbook.widgets.drawing.shapes import Circles, Lines, Picture, Polygons, Shape, Texts

__all__ = ["ARCHIVE", "DRAWN_BY", "picture", "prepared", "recorded", "write"]

T = TypeVar("T")
PACKAGE: Final = Path(__file__).parents[2]
ARCHIVE: Final = PACKAGE / "_prepared.zip"
DRAWN_BY: Final = ("widgets/board", "widgets/drawing", "widgets/theme.py", "geometry", "core/language.py")
"""The code that decides what a drawing of a board looks like."""
KINDS: Final[dict[str, type[Shape]]] = {kind.__name__: kind for kind in (Circles, Lines, Polygons, Texts)}
TAKEN_APART: Final = tuple[int, int, str, list[tuple[str, msgspec.Raw]]]
LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)  # two archives of the same drawings are the same

recorded: dict[str, bytes] | None = None
"""What has been drawn since somebody began to collect it."""


def picture(board: Board, what: tuple[Any, ...], draw: Callable[[], Picture]) -> Picture:
    """Return a picture that was made before, or draw it."""
    return _put_together(*prepared(board, what, lambda: _taken_apart(draw()), TAKEN_APART))


def prepared(board: Board, what: tuple[Any, ...], work_out: Callable[[], T], kind: Any) -> T:
    """Return what was worked out before and is of this kind, or work it out."""
    if recorded is None and _archive() is None:
        return work_out()
    name = _digested([_drawing_code(PACKAGE), language(), _digest(board), what])[:24]
    if recorded is not None:
        return _record(name, work_out)
    found: T | None = _found(name, kind)
    return work_out() if found is None else found


def _record(name: str, work_out: Callable[[], T]) -> T:
    """Work something out and keep it; what is needed on the way is not kept for itself."""
    global recorded
    kept, recorded = recorded, None
    try:
        made = work_out()
    finally:
        recorded = kept
    if recorded is not None:
        recorded[name] = msgspec.json.encode(made)
    return made


def write(archive: Path, drawings: Mapping[str, bytes]) -> None:
    """Keep what was drawn; who reads the archive meanwhile reads the old one."""
    unfinished = archive.with_name(f"{archive.name}.new")
    with ZipFile(unfinished, "w") as kept:
        for name, drawn in sorted(drawings.items()):
            kept.writestr(ZipInfo(name, LONG_AGO), drawn, ZIP_DEFLATED, 9)
    unfinished.replace(archive)


def _found(name: str, kind: Any) -> Any:
    """Return what was drawn ahead under this name, None if there is no such thing, or if it cannot be read."""
    archive = _archive()
    if archive is None or name not in archive.NameToInfo:
        return None
    try:
        return msgspec.json.decode(archive.read(name), type=kind)
    except (OSError, ValueError, BadZipFile):
        return None


@cache
def _archive() -> ZipFile | None:
    try:
        return ZipFile(ARCHIVE)
    except (OSError, BadZipFile):
        return None


@cache
def _drawing_code(package: Path) -> str:
    """Digest the code that draws."""
    named = [package / name for name in DRAWN_BY]
    files = [path for each in named for path in (sorted(each.rglob("*.py")) if each.is_dir() else [each])]
    code = sha256()
    for path in files:
        code.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return code.hexdigest()


@lru_cache(maxsize=64)
def _digest(board: Board) -> str:
    """Digest all that a board's file says, and where its places lie."""
    said = [getattr(board, each.name) for each in fields(board) if each.init and each.name != "layout"]
    alike = board.layout.kind == "hex"  # one of them is as good as all
    outlines = [board.outline(place) for place in range(1 if alike else len(board.places))]
    lies = board.layout.kind, board.places, list(map(board.centre, range(len(board.places)))), outlines
    return _digested([said, lies])


def _digested(thing: Any) -> str:
    return sha256(ENCODER.encode(thing)).hexdigest()


def _as_pairs(thing: Any) -> list[tuple[Any, Any]]:
    """Write a mapping that nobody can write to in one way only; all else has a way of its own."""
    if isinstance(thing, MappingProxyType):
        return sorted(thing.items(), key=lambda pair: str(pair[0]))
    raise NotImplementedError(type(thing))


ENCODER: Final = msgspec.msgpack.Encoder(enc_hook=_as_pairs, order="deterministic")


def _taken_apart(drawn: Picture) -> Any:
    return drawn.width, drawn.height, drawn.title, [(type(shape).__name__, shape) for shape in drawn.shapes]


def _put_together(width: int, height: int, title: str, shapes: list[tuple[str, Any]]) -> Picture:
    made = (
        msgspec.json.decode(shape, type=KINDS[kind]) if isinstance(shape, msgspec.Raw) else shape
        for kind, shape in shapes
    )
    return Picture(width, height, title, tuple(made))
