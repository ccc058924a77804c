"""Where games lie on disk, and the journal that is flushed before the screen changes."""

import os
import re
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Final, final

from fmbook.errors import FmbookError
from fmbook.records import Header, Line, Mark, write

__all__ = ["BadName", "Journal", "games_folder", "journals", "place_of", "write_whole"]

NAME: Final = re.compile(r"[^\W_][\w .+-]{0,80}", re.UNICODE)
RESERVED: Final = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))})


class BadName(FmbookError, ValueError):
    """A name that a save cannot have."""


def games_folder() -> Path:
    """Give the folder of games: FMBOOK_HOME, or “fmbook-games” beside the notebook."""
    return Path(os.environ.get("FMBOOK_HOME") or "fmbook-games")


def place_of(name: str | Path) -> Path:
    """Tell where a save lies: a name, as a reader types it, in the folder of games; a Path wherever it says."""
    if isinstance(name, Path):
        return name
    plain = name.strip()
    stem = plain.split(".")[0].casefold()
    if not NAME.fullmatch(plain) or plain.endswith((".", " ")) or stem in RESERVED:
        raise BadName(
            "A save is named with letters, digits, spaces, dots and dashes, such as “monday 3b”; it lies in the folder "
            f"{games_folder()}. To save elsewhere, give a pathlib.Path."
        )
    return games_folder() / (plain if plain.endswith(".txt") else f"{plain}.txt")


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is either the old one or the new one, never half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_text(text, encoding="utf-8", newline="\n")
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def journals(folder: Path | None = None) -> tuple[Path, ...]:
    """Give the journals that lie in a folder, the newest first."""
    found = (folder or games_folder()).glob("journal-*.txt")
    return tuple(sorted(found, key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True))


@final
class Journal:
    """A record that grows by a line an order, on disk before the order is acknowledged."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = path.open("a", encoding="utf-8", newline="\n")

    @classmethod
    def begun(cls, head: Header, lines: Iterable[Line | Mark], folder: Path | None = None) -> "Journal":
        """Begin a journal of a game, with what has been played already."""
        folder = folder or games_folder()
        folder.mkdir(parents=True, exist_ok=True)
        now = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
        for count in range(1000):
            path = folder / f"journal-{head.system}-{head.scenario}-{now}{f'-{count}' if count else ''}.txt"
            try:
                with path.open("x", encoding="utf-8", newline="\n") as file:
                    file.write(write(head, lines))
            except FileExistsError:
                continue
            return cls(path)
        raise BadName(f"No journal could be begun in {folder}: it is full of journals of this second.")

    def append(self, lines: Iterable[Line | Mark]) -> None:
        """Add lines and hand them to the operating system, which outlives this process."""
        self._file.write("".join(f"{line}\n" for line in lines))
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()
