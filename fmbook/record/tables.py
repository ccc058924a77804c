"""Where a table is kept: one game that several Pythons play, in one SQLite file. Its lines are the truth.

A change of the game has a number, and the file takes each number once: of two orders made for the same moment one is
written, and the other comes too late. What is written stays. Whoever follows asks whether the file has changed, which
costs next to nothing, and reads what is new. The file wants one machine, or one disk that knows SQLite's locks: a
network drive is none.
"""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import time
from typing import Final, NamedTuple
from weakref import finalize

from fmbook.core.errors import FmbookError, RecordError, nearest
from fmbook.record.journal import BadName, games_folder, place_of
from fmbook.record.records import Header, parse

__all__ = ["GivenAnswer", "Row", "SeatLost", "SeatTaken", "TableError", "TableFile", "TooLate"]
__all__ += ["table_names", "table_place"]

TABLES: Final = "tables"
PATIENCE: Final = 5.0  # seconds to wait for another writer
GONE_AFTER: Final = 60.0  # seconds without a sign of life: then the seat is free
SIGN_EVERY: Final = 20.0
MADE: Final = """
create table if not exists head(one integer primary key check (one = 1), text text not null);
create table if not exists seats(side text primary key, key text not null, seen real not null);
create table if not exists lines(n integer primary key, side text not null, text text not null);
create table if not exists wishes(n integer primary key, side text not null);
create table if not exists notes(what text primary key, text text not null);
create table if not exists answers(n integer primary key, side text not null, about text not null,
    text text not null, well integer, at real not null);
create trigger if not exists kept before update on lines begin select raise(abort, 'what is written stays'); end;
create trigger if not exists stays before delete on lines begin select raise(abort, 'what is written stays'); end;
"""
WRITTEN: Final = "insert into lines select ?, ?, ? where exists (select 1 from seats where key = ?)"


class TableError(FmbookError):
    """What cannot be done at a table, and what to do instead."""


class TooLate(TableError):
    """An order for a moment at which another one was given: nothing has been played."""

    def __init__(self) -> None:
        super().__init__("Another order was given at this table a moment ago, so yours was not. Look, then order anew.")


class SeatTaken(TableError):
    """Somebody sits there."""

    def __init__(self, side: str, table: str) -> None:
        super().__init__(
            f"Somebody sits with {side} at table {table}. Take the other side, or watch. A seat that was left without "
            f"a word is free after {GONE_AFTER:.0f} seconds."
        )


class SeatLost(TableError):
    """Whoever orders does not sit there any more: nothing has been played."""

    def __init__(self, side: str, table: str) -> None:
        super().__init__(
            f"You no longer sit with {side} at table {table}, so nothing was played: the seat was emptied, or somebody "
            "took it while you were away. Sit down again, if it is free."
        )


class Row(NamedTuple):
    """One change of the game: its number, who made it, and its lines as a record has them."""

    n: int
    side: str
    text: str


class GivenAnswer(NamedTuple):
    """What somebody at the table answered: the side, the id of the question, the answer, whether it was right."""

    side: str
    about: str
    text: str
    well: bool | None  # None where only a person can mark it
    at: float  # seconds since 1970


def table_place(name: str) -> Path:
    """Tell where a table lies: a name as people say it, “7” or “table 7”, in the folder of games."""
    plain = name.strip().casefold().removeprefix("table").strip()
    try:
        stem = place_of(plain).stem
    except BadName:
        raise TableError(f"A table is named with letters, digits and spaces, such as “7”; not {name!r:.40}.") from None
    return games_folder() / TABLES / f"{stem}.sqlite"


def table_names() -> tuple[str, ...]:
    """List the tables in the folder of games."""
    return tuple(sorted(path.stem for path in (games_folder() / TABLES).glob("*.sqlite")))


class TableFile:
    """The file of one table."""

    def __init__(self, path: Path, head: Header | None = None) -> None:
        """Open a table; with a header, begin it if it is not there."""
        self.path = path
        if head is None and not path.is_file():
            near = nearest(path.stem, table_names())
            meant = f" There is {' and '.join(near)}." if near else ""
            raise TableError(f"There is no table {path.stem}.{meant} To open one, say what is played at it.")
        with self._told():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._base = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
            finalize(self, self._base.close)  # from Python 3.13 on, one that is only let go is warned of
            self._base.execute("pragma journal_mode = wal")
            self._base.execute("pragma synchronous = full")
            self._base.executescript(MADE)
            if head:
                self._base.execute("insert or ignore into head values (1, ?)", (str(head),))
        self._version = -1
        self._signed = 0.0

    @property
    def head(self) -> Header:
        """What is played here."""
        with self._told():
            found = self._base.execute("select text from head").fetchone()
        if not found:
            raise TableError(f"The file of table {self.path.stem} has no game in it. Take another name.")
        return parse(f"{found[0]}\n\n").head

    # --- the game -------------------------------------------------------------------------

    def append(self, n: int, side: str, text: str, key: str) -> None:
        """Write a change, which is then acknowledged: by whose key holds a seat, and under a number that is free."""
        try:
            with self._told():
                done = self._base.execute(WRITTEN, (n, side, text, key))
        except sqlite3.IntegrityError:
            raise TooLate from None
        if not done.rowcount:
            raise SeatLost(side, self.path.stem)

    def after(self, n: int) -> tuple[Row, ...]:
        """Read the changes that came after one, in their order."""
        with self._told():
            found = self._base.execute("select n, side, text from lines where n > ? order by n", (n,)).fetchall()
        return tuple(Row(*row) for row in found)

    def has_changed(self) -> bool:
        """Tell whether anybody else has written since this was last asked."""
        with self._told():
            (version,) = self._base.execute("pragma data_version").fetchone()
        changed, self._version = version != self._version, version
        return bool(changed)

    # --- the seats ------------------------------------------------------------------------

    def seats(self) -> dict[str, bool]:
        """Tell which sides somebody has sat down at, and whether there has been a sign of life of late."""
        with self._told():
            found = self._base.execute("select side, seen from seats").fetchall()
        return {side: time() - seen < GONE_AFTER for side, seen in found}

    def sit(self, side: str, key: str) -> None:
        """Take a seat that is free, or our own."""
        with self._told():
            self._base.execute("begin immediate")
            try:
                found = self._base.execute("select key, seen from seats where side = ?", (side,)).fetchone()
                if found and found[0] != key and time() - found[1] < GONE_AFTER:
                    raise SeatTaken(side, self.path.stem)
                self._base.execute("insert or replace into seats values (?, ?, ?)", (side, key, time()))
                self._base.execute("commit")
            except BaseException:
                self._base.execute("rollback")
                raise

    def leave(self, side: str, key: str) -> None:
        """Give a seat up."""
        with self._told():
            self._base.execute("delete from seats where side = ? and key = ?", (side, key))

    def sign(self, held: Mapping[str, str], *, look: bool) -> tuple[str, ...]:
        """Give a sign of life for these seats, now and then; if it is time or ``look``, return those that are lost."""
        now = time()
        due = now - self._signed >= SIGN_EVERY
        if not held or not (due or look):
            return ()
        with self._told():
            if due:
                signs = [(now, *seat) for seat in held.items()]
                self._base.executemany("update seats set seen = ? where side = ? and key = ?", signs)
                self._signed = now
            found = dict(self._base.execute("select side, key from seats").fetchall())
        return tuple(side for side, key in held.items() if found.get(side) != key)

    def holder(self, key: str) -> str:
        """Return the side that a key sits with; nothing if it has no seat here."""
        with self._told():
            found = self._base.execute("select side from seats where key = ?", (key,)).fetchone()
        return str(found[0]) if found else ""

    def clear(self, side: str) -> None:
        """Let a seat be free, whoever has it."""
        with self._told():
            self._base.execute("delete from seats where side = ?", (side,))

    # --- what a teacher says, what pupils answer --------------------------------------------

    def note(self, what: str, text: str) -> None:
        """Leave a sentence for the whole table, in place of the last one of its kind; an empty one takes it away."""
        with self._told():
            self._base.execute("insert or replace into notes values (?, ?)", (what, text))

    def notes(self) -> dict[str, str]:
        """Read what was left for the whole table."""
        with self._told():
            found = self._base.execute("select what, text from notes where text <> ''").fetchall()
        return dict(found)

    def keep_answer(self, side: str, about: str, text: str, well: bool | None) -> None:
        """Keep what was answered; of several answers to one question each stays."""
        with self._told():
            self._base.execute(
                "insert into answers(side, about, text, well, at) values (?, ?, ?, ?, ?)",
                (side, about, text, None if well is None else int(well), time()),
            )

    def answers(self) -> tuple[GivenAnswer, ...]:
        """Read what was answered at the table, in the order of time."""
        with self._told():
            found = self._base.execute("select side, about, text, well, at from answers order by n").fetchall()
        return tuple(
            GivenAnswer(side, about, text, None if well is None else bool(well), at)
            for side, about, text, well, at in found
        )

    # --- asking for an order back ---------------------------------------------------------

    def wish(self, n: int, side: str) -> None:
        """Ask for the last change back."""
        with self._told():
            self._base.execute("insert or replace into wishes values (?, ?)", (n, side))

    def wished(self, n: int) -> str:
        """Return the side that asks for the last change back; nothing if none does."""
        with self._told():
            found = self._base.execute("select side from wishes where n = ?", (n,)).fetchone()
        return str(found[0]) if found else ""

    def close(self) -> None:
        """Let the file go."""
        self._base.close()

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Say in a sentence what the file does not let us do."""
        try:
            yield
        except sqlite3.IntegrityError:
            raise
        except (sqlite3.Error, OSError) as error:
            raise TableError(
                f"The file of table {self.path.stem} cannot be used: {error}. Nothing was played; what was "
                f"played before is safe. See to {self.path.parent}, or take another table."
            ) from None
        except RecordError as error:
            raise TableError(f"The file of table {self.path.stem} is damaged: {error}") from None
