"""Where games lie on disk, and the journal that is flushed before the screen changes."""

import os
import re
import secrets
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Final, final
from unicodedata import normalize

from fmbook.errors import FmbookError, RecordError, nearest
from fmbook.records import Header, Line, Mark, write

__all__ = ["BadName", "Journal", "NotWritten", "games_folder", "journals", "place_of", "read_bytes", "write_whole"]

NAME: Final = re.compile(r"[^\W_][\w .+-]{0,80}", re.UNICODE)
LONGEST_NAME: Final = 200  # bytes; most file systems have room for 255
RESERVED: Final = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))})
JOURNAL: Final = "journal-"


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
    def begun(cls, head: Header, lines: Iterable[Line | Mark], folder: Path | None = None) -> "Journal":
        """Begin a journal of a game, with what has been played already."""
        place = (folder or games_folder()).absolute()  # a notebook may change its folder later
        now = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
        name = re.sub(r"[^\w.-]+", "-", f"{JOURNAL}{head.system}-{head.scenario}-{now}")
        text = write(head, lines).encode()
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

    def append(self, lines: Iterable[Line | Mark]) -> None:
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
