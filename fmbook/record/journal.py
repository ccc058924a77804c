"""Journals: where games lie on disk, each order flushed before the screen changes."""

import os
import re
import secrets
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple, final
from unicodedata import normalize

from fmbook.core.errors import FmbookError, RecordError, nearest
from fmbook.record.records import Header, Line, RecordMark, parse, visible, write

__all__ = [
    "BadName", "Journal", "Kept", "NotWritten", "chapter_name", "games_folder", "is_set_aside", "journals", "kept_in",
    "place_of", "read_bytes", "saved_names", "set_aside", "write_whole",
]  # fmt: skip

NAME: Final = re.compile(r"[^\W_][\w .+-]{0,80}", re.UNICODE)
LONGEST_NAME: Final = 200  # bytes; most file systems have room for 255
RESERVED: Final = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))})
JOURNAL: Final = "journal-"
CHAPTER: Final = "# chapter: "  # a remark, which every reader of records passes over
SET_ASIDE: Final = "set-aside"  # the file that names the journals whose games are not offered any more
BEGINNING: Final = 1000  # bytes that hold a header and the first orders, unless a header is very long
LONG_BEGINNING: Final = 32_000
FEW: Final = 20  # lines: more than any header has
LONGEST_LIST: Final = 1_000_000  # bytes


class BadName(FmbookError, ValueError):
    """A name that a save cannot have."""


class NotWritten(FmbookError):
    """A file that could not be written, and why; the game itself goes on."""

    def __init__(self, path: Path, error: OSError | ValueError) -> None:
        why = getattr(error, "strerror", None) or error
        super().__init__(
            f"{path} could not be written: {why}. The game goes on.\n  Try: another folder, such as "
            "game.save(pathlib.Path.home() / 'game.txt'), or copy game.code()."
        )


def games_folder() -> Path:
    """Give the folder of games: FMBOOK_HOME, or “fmbook-games” beside the notebook."""
    return Path(os.path.expanduser(os.environ.get("FMBOOK_HOME") or "fmbook-games"))  # noqa: PTH111 - never raises


def place_of(name: str | Path) -> Path:
    """Tell where a save lies: a name, as a reader types it, in the folder of games; a Path wherever it says."""
    if isinstance(name, Path):
        return name
    plain = normalize("NFC", name[:1000]).strip()
    stem = normalize("NFKC", plain.split(".")[0]).strip().casefold()
    long = len(name) > 1000 or len(plain.encode("utf-8", "replace")) > LONGEST_NAME
    if long or not NAME.fullmatch(plain) or plain.endswith(".") or stem in RESERVED:
        raise BadName(
            "A save is named with letters, digits, spaces, dots and dashes, such as “monday 3b”; it lies in the folder "
            f"{games_folder()}. To save elsewhere, give a pathlib.Path."
        )
    return games_folder() / (plain if plain.endswith(".txt") else f"{plain}.txt")


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is either the old one or the new one, never half of it."""
    if path.name.casefold().startswith(JOURNAL):
        raise BadName(f"Names that begin with “{JOURNAL}” are kept for journals: choose another one for this save.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.parent / f".{secrets.token_hex(8)}.part"
        try:
            with beside.open("xb") as file:
                file.write(text.encode())
                file.flush()
                os.fsync(file.fileno())
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
    except (OSError, ValueError) as error:  # a name with a NUL in it is a ValueError
        raise NotWritten(path, error) from None


def read_bytes(path: Path, most: int) -> bytes:
    """Read a file whole, if it is one and no longer than so many bytes; else say what is wrong in a RecordError."""
    try:
        if path.exists() and not path.is_file():  # a pipe would be waited for, a device read without end
            raise RecordError(0, f"{path} is not a file", "a file that game.save or game.keep_journal has written")
        with path.open("rb") as file:
            found = file.read(most + 1)
    except FileNotFoundError:
        near = nearest(path.stem, (other.stem for other in path.parent.glob("*.txt")))
        advice = f"the name {' or '.join(near)}" if near else "another name"
        raise RecordError(0, f"there is no file {path}", advice) from None
    except (OSError, ValueError) as error:
        raise RecordError(0, f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(found) > most:
        raise RecordError(0, f"{path} is too large for a record")
    return found


def journals(folder: Path | None = None) -> tuple[Path, ...]:
    """Give the journals that lie in a folder, the newest first."""
    found = [(_age(path), path.name, path) for path in (folder or games_folder()).glob(f"{JOURNAL}*.txt")]
    return tuple(path for _, _, path in sorted(found, reverse=True))


class Kept(NamedTuple):
    """What a journal is of, as its first lines say."""

    head: Header
    chapter: str
    has_orders: bool
    written: datetime


def kept_in(path: Path) -> Kept | None:
    """Read the first lines of a journal; None where there is nothing to be read."""
    try:
        if not path.is_file():  # a pipe would be waited for
            return None
        with path.open("rb") as file:
            beginning = file.read(BEGINNING)
            if beginning.count(b"\n") < FEW:
                beginning += file.read(LONG_BEGINNING)
            record = parse(text := beginning.decode("utf-8-sig", "replace"))
            written = datetime.fromtimestamp(os.fstat(file.fileno()).st_mtime)
    except (OSError, FmbookError):
        return None
    named = re.search(rf"^{CHAPTER}(.+)$", text, re.MULTILINE)
    has_orders = any(not row.text.startswith("--") for row in record.rows)
    return Kept(record.head, named[1].strip() if named else "", has_orders, written)


def chapter_name(notebook: str) -> str:
    """Name a chapter by the path of its notebook, in words that fit into one line; empty if that is no notebook.

    >>> chapter_name("/books/ada/01_hexes_and_zones.ipynb")
    '01_hexes_and_zones'
    """
    name = re.split(r"[\\/]", notebook)[-1]
    return visible(name.removesuffix(".ipynb"), 80).replace("\n", " ").strip() if name.endswith(".ipynb") else ""


def saved_names(folder: Path | None = None) -> tuple[str, ...]:
    """List the names under which games lie in a folder, the newest first."""
    with suppress(OSError):
        found = [(_age(path), path.stem) for path in (folder or games_folder()).glob("*.txt")]
        return tuple(name for _, name in sorted(found, reverse=True) if _is_a_name(name))
    return ()


def _is_a_name(name: str) -> bool:
    with suppress(BadName):
        return bool(place_of(name))
    return False


def set_aside(journal: Path) -> None:
    """Remember, beside a journal, that its game is not to be offered any more."""
    _SET_ASIDE.add(journal.absolute())  # in a folder that cannot be written it is remembered until the session ends
    with suppress(OSError), (journal.parent / SET_ASIDE).open("a", encoding="utf-8") as file:
        file.write(f"{journal.name}\n")


def is_set_aside(journal: Path) -> bool:
    """Tell whether a journal has been set aside, now or in an earlier session."""
    if journal.absolute() in _SET_ASIDE:
        return True
    try:
        listed = read_bytes(journal.parent / SET_ASIDE, LONGEST_LIST).decode("utf-8", "replace")
    except RecordError:
        return False
    return journal.name in listed.splitlines()


_SET_ASIDE: set[Path] = set()


def _age(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:  # it went away while we looked
        return 0


@final
class Journal:
    """A record that grows by a line an order, on disk before the order is acknowledged."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def begun(
        cls, head: Header, lines: Iterable[Line | RecordMark], folder: Path | None = None, chapter: str = ""
    ) -> "Journal":
        """Begin a journal of a game, with what has been played already."""
        place = (folder or games_folder()).absolute()  # a notebook may change its folder later
        now = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
        name = re.sub(r"[^\w.-]+", "-", f"{JOURNAL}{head.system}-{head.scenario}-{now}")
        about = f"{CHAPTER}{chapter}\n" if chapter else ""
        text = write(head, lines).replace("\n\n", f"\n\n{about}", 1).encode()
        try:
            place.mkdir(parents=True, exist_ok=True)
            for count in range(1000):
                path = place / f"{name}{f'-{count}' if count else ''}.txt"
                try:
                    with path.open("xb", buffering=0) as file:
                        _all_of(text, file.fileno())
                except FileExistsError:
                    continue
                return cls(path)
        except (OSError, ValueError) as error:
            raise NotWritten(place, error) from None
        raise BadName(f"No journal could be begun in {place}: it is full of journals of this second.")

    def append(self, lines: Iterable[Line | RecordMark]) -> None:
        """Add lines and hand them to the operating system, which outlives this process."""
        # opened anew each time: no file is left open, and one that was taken away is noticed, not made again
        text = "".join(f"{line}\n" for line in lines).encode()
        try:
            handle = os.open(self.path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
            try:
                _all_of(text, handle)
            finally:
                os.close(handle)
        except OSError as error:
            raise NotWritten(self.path, error) from None


def _all_of(text: bytes, handle: int) -> None:
    while text:
        text = text[os.write(handle, text) :]
