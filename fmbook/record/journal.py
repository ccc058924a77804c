"""Where games lie on disk, and the journal that is written before the screen changes.

What is kept. A save is on disk, whole, when ``save`` returns, and until then the file is as it was: neither a crash nor
a power cut leaves half of one. A journal has every order before it is acknowledged, so a crash or a kill of Python
loses none. Against a power cut it is secured whenever a turn ends, for that takes milliseconds, too many for a click;
of the orders since then a power cut takes those that the system had not written by itself, mostly of the last seconds.
An order that could not be written is still played, and the player is told at that order.
"""

import errno
import os
import re
import secrets
import stat
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from heapq import nsmallest
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple, Protocol, final
from unicodedata import normalize

from fmbook.core.errors import FmbookError, RecordError, nearest
from fmbook.record.records import (
    LONGEST,
    LONGEST_LINE,
    MOST_LINES,
    Header,
    Line,
    RecordMark,
    Seal,
    must_fit,
    parse,
    visible,
)  # fmt: skip

__all__ = [
    "BadName", "Journal", "Keeper", "Kept", "NotWritten", "chapter_name", "games_folder", "is_set_aside", "journals",
    "kept_in", "place_of", "read_bytes", "saved_names", "set_aside", "write_whole",
]  # fmt: skip

NAME: Final = re.compile(r"[^\W_][\w .+-]{0,80}", re.UNICODE)
LONGEST_NAME: Final = 200  # bytes; most file systems have room for 255
RESERVED: Final = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))})
JOURNAL: Final = "journal-"
CHAPTER: Final = "# chapter: "  # a remark, which every reader of records passes over
SET_ASIDE: Final = "set-aside"  # the file that names the journals whose games are not offered any more
BEGINNING: Final = 1000  # bytes that hold a header and the first orders, unless a header is very long
LONG_BEGINNING: Final = 64_000
FEW: Final = 20  # lines: more than any header has
LONGEST_LIST: Final = 1_000_000  # bytes
MOST_LIKE: Final = 300  # names of saves that are looked at closely for one that was meant
SLACK: Final = 4096  # lines that a journal may have beyond twice what it needs
BINARY: Final = getattr(os, "O_BINARY", 0)


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
    """Return the folder of games: FMBOOK_HOME, or “fmbook-games” beside the notebook."""
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
        real = Path(os.path.realpath(path))  # what a link leads to
        if real.is_symlink():
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        if real.name.casefold().startswith(JOURNAL):
            raise BadName(f"{path} leads to a journal: choose another name for this save.")
        _make_folder(real.parent)
        _replace(real, text.encode())
    except FmbookError:
        raise
    except (OSError, ValueError) as error:  # a name with a NUL in it is a ValueError
        raise NotWritten(path, error) from None


def _make_folder(folder: Path) -> None:
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        _secure_names(folder.parent)


def _replace(path: Path, text: bytes) -> os.stat_result:
    """Put a file of these bytes in the place of another, with its permissions; one or the other is always there."""
    beside = path.parent / f".{secrets.token_hex(8)}.part"
    try:
        _create(beside, text, secure=True)
        with suppress(FileNotFoundError):
            beside.chmod(stat.S_IMODE(path.stat().st_mode))
        beside.replace(path)
    except BaseException:  # an impatient player, too, leaves nothing beside it
        with suppress(OSError):
            beside.unlink()
        raise
    _secure_names(path.parent)
    return path.stat()


def _create(path: Path, text: bytes, *, secure: bool = False) -> os.stat_result:
    """Make a new file, secured against a power cut if wanted; when this fails, nothing is left of it."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY, 0o666)
    try:
        try:
            _write_all(handle, text)
            if secure:
                os.fsync(handle)
            return os.fstat(handle)
        finally:
            os.close(handle)
    except BaseException:
        with suppress(OSError):
            path.unlink()
        raise


def _secure_names(folder: Path) -> None:
    """See to it that the names in a folder outlive a power cut, where the system can do that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _write_all(handle: int, text: bytes) -> None:
    while text:
        text = text[os.write(handle, text) :]


def read_bytes(path: Path, most: int) -> bytes:
    """Read a file whole, if it is one and no longer than so many bytes; else say what is wrong in a RecordError."""
    try:
        if path.exists() and not path.is_file():  # a pipe would be waited for, a device read without end
            raise RecordError(0, f"{path} is not a file", "a file that game.save or game.keep_journal has written")
        with path.open("rb") as file:
            found = file.read(most + 1)
    except FileNotFoundError:
        near = nearest(path.stem, _like(path.stem, [entry.name[:-4] for entry in _texts(path.parent)]))
        advice = f"the name {' or '.join(near)}" if near else "another name"
        raise RecordError(0, f"there is no file {path}", advice) from None
    except (OSError, ValueError) as error:
        raise RecordError(0, f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(found) > most:
        raise RecordError(0, f"{path} is too large for a record")
    return found


def _like(name: str, names: Iterable[str]) -> list[str]:
    """Sift names that may be meant by a mistyped one, quickly: by the pairs of letters that they share."""
    pairs = set(pairwise(name.casefold()))
    return nsmallest(MOST_LIKE, names, key=lambda other: len(pairs.symmetric_difference(pairwise(other.casefold()))))


def _texts(folder: Path, beginning: str = "") -> list[os.DirEntry[str]]:
    with suppress(OSError, ValueError), os.scandir(folder) as entries:
        return [entry for entry in entries if entry.name.endswith(".txt") and entry.name.startswith(beginning)]
    return []


def _by_age(entries: Iterable[os.DirEntry[str]]) -> list[tuple[int, str, int]]:
    """Say when each file was written, its name and its size, the newest first."""
    found = []
    for entry in entries:
        with suppress(OSError):  # it went away while we looked, or is a link to nowhere
            about = entry.stat()
            found.append((about.st_mtime_ns, entry.name, about.st_size))
    return sorted(found, reverse=True)


def journals(folder: Path | None = None) -> tuple[Path, ...]:
    """List the journals that lie in a folder, the newest first; those that a full disk has left empty are none."""
    place = folder or games_folder()
    return tuple(place / name for _, name, size in _by_age(_texts(place, JOURNAL)) if size)


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


def saved_names() -> tuple[str, ...]:
    """List the names under which games lie in the folder of games, the newest first."""
    return tuple(name[:-4] for _, name, _ in _by_age(_texts(games_folder())) if _is_a_name(name[:-4]))


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


class Keeper(Protocol):
    """Who writes a game down as it is played: a journal, or the table that it is played at."""

    path: Path
    in_trouble: bool
    is_shared: bool

    @property
    def is_ours(self) -> bool:
        """Whether this process keeps it."""
        ...

    def expect(self, change: int) -> None:
        """Say which change of the game is the next one."""
        ...

    def keep(
        self, change: int, lines: Sequence[Line | RecordMark], so_far: Callable[[], Iterable[Line | RecordMark]]
    ) -> str:
        """Write lines before they happen, and return what a player should know of it."""
        ...


@final
class Journal:
    """A record that grows by a line an order, on disk before the order is acknowledged.

    One game of one process writes it. After whatever has gone wrong the next order writes the file anew, whole; so it
    is, too, when orders that were taken back have made it long.
    """

    path: Path
    is_shared = False
    _seal: Seal

    def __init__(self, head: Header, folder: Path | None = None, chapter: str = "") -> None:
        self._head, self._chapter = head, chapter
        self._folder = (folder or games_folder()).absolute()  # a notebook may change its folder later
        self._process = os.getpid()
        self._file = (0, 0)  # what the system calls the file; nothing, if we have none
        self._size = self._lines = self._most = self._largest = 0
        self._is_named = False  # whether a power cut leaves its name in the folder
        self._due = 0  # the change of the game that is to be written next; -1 if the file must be written anew
        self.in_trouble = False  # whether the last order is not on disk

    @classmethod
    def begun(
        cls, head: Header, lines: Iterable[Line | RecordMark], folder: Path | None = None, chapter: str = ""
    ) -> "Journal":
        """Begin a journal of a game, with what has been played already."""
        journal = cls(head, folder, chapter)
        journal._begin(lines)
        return journal

    @property
    def is_ours(self) -> bool:
        """Whether this process has begun it: a child has the same game in memory, and must not write the same file."""
        return self._process == os.getpid()

    def expect(self, change: int) -> None:
        """Say which change of the game is the next one."""
        self._due = change

    def keep(
        self, change: int, lines: Sequence[Line | RecordMark], so_far: Callable[[], Iterable[Line | RecordMark]]
    ) -> str:
        """Write lines before they happen, and return what a player should know of it: nothing, if all is well.

        ``change`` counts what has happened to the game, ``so_far`` lists what stands before these lines. NotWritten
        says that the file has gone, and then nothing is tried again.
        """
        sound, self._due = self._due == change, -1
        try:
            told = self._keep(lines, so_far) if sound else self._put_right(lines, so_far)
        except FileNotFoundError as error:
            raise NotWritten(self.path, error) from None
        except (OSError, FmbookError) as error:
            self.in_trouble = True
            why = error if isinstance(error, FmbookError) else NotWritten(self.path, error)
            return f"This order is not on disk, and the next one will try again. {why}"
        self._due = change + 1
        return told

    def _keep(self, lines: Sequence[Line | RecordMark], so_far: Callable[[], Iterable[Line | RecordMark]]) -> str:
        seal = self._seal.copy()
        text = "".join([f"{line}\n" for line in seal.checked(lines)]).encode()
        is_long = self._lines + len(lines) > self._most or self._size + len(text) > self._largest
        secure = any(line.kind in ("turn", "end") for line in lines if isinstance(line, RecordMark))
        if not self._append(b"" if is_long else text, secure=secure):
            self._file = (0, 0)
            return self._put_right(lines, so_far)
        if is_long:
            self._renew([*so_far(), *lines])
        else:
            self._seal, self._size, self._lines = seal, self._size + len(text), self._lines + len(lines)
        return ""

    def _put_right(self, lines: Sequence[Line | RecordMark], so_far: Callable[[], Iterable[Line | RecordMark]]) -> str:
        whole, old, was_in_trouble = [*so_far(), *lines], self.path, self.in_trouble
        if is_ours := self._file != (0, 0):
            self._renew(whole)
        else:
            self._begin(whole)
        self.in_trouble = False
        if is_ours:
            return f"This game is on disk again, whole, in {old}." if was_in_trouble else ""
        return f"{old} was changed by another program and is left alone; this game is now kept in {self.path}."

    def _begin(self, lines: Iterable[Line | RecordMark]) -> None:
        now = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
        name = re.sub(r"[^\w.-]+", "-", f"{JOURNAL}{self._head.system}-{self._head.scenario}-{now}")
        text, seal = self._written(lines)
        try:
            _make_folder(self._folder)
            for count in range(1000):
                path = self._folder / f"{name}{f'-{count}' if count else ''}.txt"
                with suppress(FileExistsError):
                    self._holds(path, _create(path, text), text, seal)
                    return
        except (OSError, ValueError) as error:
            raise NotWritten(self._folder, error) from None
        raise BadName(f"No journal could be begun in {self._folder}: it is full of journals of this second.")

    def _renew(self, lines: Iterable[Line | RecordMark]) -> None:
        text, seal = self._written(lines)
        self._holds(self.path, _replace(self.path, text), text, seal)

    def _written(self, lines: Iterable[Line | RecordMark]) -> tuple[bytes, Seal]:
        seal = Seal(self._head)
        about = [f"{CHAPTER}{self._chapter}"] if self._chapter else []
        text = "\n".join([str(self._head), f"check: {seal}", "", *about, *seal.checked(lines), ""]).encode()
        must_fit(text.count(b"\n"), len(text))
        return text, seal

    def _holds(self, path: Path, about: os.stat_result, text: bytes, seal: Seal) -> None:
        self.path, self._file, self._seal = path, (about.st_dev, about.st_ino), seal
        self._size, self._lines = len(text), text.count(b"\n")
        self._most = min(2 * self._lines + SLACK, MOST_LINES)
        self._largest = min(2 * self._size + SLACK * LONGEST_LINE // 10, LONGEST)

    def _append(self, text: bytes, *, secure: bool) -> bool:
        """Add to the file, if it is as we left it."""
        # opened anew each time: no file is left open, and one that was taken away is noticed, not made again
        handle = os.open(self.path, os.O_WRONLY | os.O_APPEND | BINARY)
        try:
            about = os.fstat(handle)
            if (about.st_dev, about.st_ino) != self._file or about.st_size != self._size:
                return False
            _write_all(handle, text)
            if secure:
                os.fsync(handle)
        finally:
            os.close(handle)
        if secure and not self._is_named:
            _secure_names(self._folder)
            self._is_named = True
        return True
