"""A referee holds the games of a class and gives each seat no more than that side may see.

It alone opens the files of its tables. Players send it a ``Call`` and get a ``Sight``: what has happened, as their seat
sees it. For each seat the referee plays at the table as anybody does, so who may order, and who takes what back, is
decided by the same code as at a table of which every Python reads the file.
"""

import secrets
from contextlib import closing
from pathlib import Path
from threading import RLock
from time import monotonic
from typing import Final, Literal

import msgspec

from fmbook.core.errors import FmbookError
from fmbook.play.game import new_game
from fmbook.play.seatviews import REMARK, UNDO, Change, encoded, seen
from fmbook.play.tables import Table
from fmbook.record.records import LARGEST_SEED
from fmbook.record.tables import TABLES, TableError, TableFile, TooLate, table_place

__all__ = ["Call", "Referee", "Refusal", "Sight"]

MOST_TABLES: Final = 100
MOST_SEATS: Final = 400
LEFT: Final = 600.0  # seconds without a call: then a seat's game is forgotten, and read anew when it is wanted
LONGEST_CALL: Final = 20_000
NO_GAME: Final = "There is no table {} with this referee. To open one, say what is played at it."
NOT_UNDERSTOOD: Final = "The referee does not understand this call."


class Call(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player asks for. ``number`` is that of the state that an order was made for."""

    what: Literal["open", "look", "sit", "leave", "order", "undo", "redo", "remark", "ask back", "give back", "record"]
    table: str
    key: str = ""
    since: str = ""  # which telling of the game the player has, and how many changes of it
    after: int = -1
    side: str = ""
    text: str = ""
    number: int = -1
    system: str | None = None
    scenario: str | None = None
    options: tuple[str, ...] = ()


class Sight(msgspec.Struct, frozen=True):
    """What a seat may know now: the changes since the last time, who sits where, and what was said to the table."""

    table: str
    system: str
    scenario: str
    options: tuple[str, ...]
    telling: str
    number: int
    changes: tuple[Change, ...]
    side: str
    key: str
    seats: dict[str, str]
    wish: str
    halted: str
    told: str
    record: str = ""


class Refusal(msgspec.Struct, frozen=True):
    """What cannot be done, in a sentence."""

    refused: str
    late: bool = False


class _Seat:
    """One side of one table, or those who watch it: plays along, and tells it as that side sees it."""

    def __init__(self, path: Path, side: str = "", key: str = "") -> None:
        self.table, self.side, self.key = Table(TableFile(path)), side, key
        self.telling = secrets.token_hex(4)
        self.called = monotonic()
        game = self.table.game
        self._own = game.sides.index(side) if side else None
        if side:
            self.table.sit(side, key=key)
        self.changes = [seen(game.opened, self._own), *(seen(step, self._own) for step in game.steps)]
        self._given = game.given
        game.watch(self._on_change)

    def _on_change(self) -> None:
        game, before = self.table.game, self._given
        self._given = game.given
        if game.given < before:
            self.changes.append(Change(UNDO))
        elif game.given > before:
            self.changes.append(seen(game.steps[-1], self._own))
        else:
            self.changes.append(Change(REMARK, text=game.remarks[-1]))

    def sight(self, call: Call, record: str = "") -> Sight:
        """Tell what is new to a player."""
        table, head = self.table, self.table.game.header
        known = call.after + 1 if call.since == self.telling else 0
        return Sight(
            table.name, head.system, head.scenario, head.options, self.telling, table.game.number,
            tuple(self.changes[max(0, known) :]), self.side, self.key, table.seats, table.wish, table.halted,
            table.told, record,
        )  # fmt: skip


class Referee:
    """Answers calls, one at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._seats: dict[tuple[str, str], _Seat] = {}
        self._lock = RLock()
        self._decoder = msgspec.json.Decoder(Call)

    def answer(self, sent: bytes) -> bytes:
        """Answer a call as it came in; whatever is wrong with it is a sentence."""
        try:
            if len(sent) > LONGEST_CALL:
                raise TableError(NOT_UNDERSTOOD)
            call = self._decoder.decode(sent)
            with self._lock:
                return encoded(self._answered(call))
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return encoded(Refusal(NOT_UNDERSTOOD))
        except FmbookError as refused:
            return encoded(Refusal(str(refused), isinstance(refused, TooLate)))

    def _answered(self, call: Call) -> Sight:
        path = self._path(call.table)
        if call.what == "open":
            self._open(path, call)
        if not path.is_file():
            raise TableError(NO_GAME.format(path.stem))
        if call.what == "sit":
            return self._sat_down(path, call)
        seat = self._seat(path, call.key)
        seat.table.catch_up()
        if call.what == "leave":
            return self._left(path, call, seat)
        return seat.sight(call, self._done(call, seat))

    def _path(self, name: str) -> Path:
        return self.folder / TABLES / table_place(name).name

    def _open(self, path: Path, call: Call) -> None:
        """Lay a table with dice of its own; at one that is there, the same game must be meant.

        There are so many seeds that nobody finds this one by trying which of them throws what was seen.
        """
        if call.system is None:
            return
        head = new_game(call.system, call.scenario, secrets.randbelow(LARGEST_SEED), call.options).header
        if not path.is_file() and len(list(path.parent.glob("*.sqlite"))) >= MOST_TABLES:
            raise TableError(f"This referee has {MOST_TABLES} tables already. Go to one of those.")
        with closing(TableFile(path, head)) as file:
            now = file.head
        if head[:2] != now[:2] or (head.options and head.options != now.options):
            raise TableError(f"At table {path.stem} people play {now.system}, {now.scenario}. Take another name.")

    # --- seats ----------------------------------------------------------------------------

    def _seat(self, path: Path, key: str) -> _Seat:
        """Return the seat that a key belongs to; whoever has none, or lost it, watches."""
        now = monotonic()
        found = self._seats.get((path.stem, key))
        if found is None or (key and not found.table.sides):
            found = self._seat_anew(path, key, now)
        found.called = now
        return found

    def _seat_anew(self, path: Path, key: str, now: float) -> _Seat:
        self._seats = {name: seat for name, seat in self._seats.items() if now - seat.called < LEFT}
        with closing(TableFile(path)) as file:
            side = file.holder(key) if key else ""
        if not side and key:
            self._seats.pop((path.stem, key), None)
            return self._seat(path, "")
        if len(self._seats) >= MOST_SEATS:
            raise TableError("Too many people play with this referee. Wait a few minutes.")
        self._seats[path.stem, key] = made = _Seat(path, side, key)
        return made

    def _sat_down(self, path: Path, call: Call) -> Sight:
        seat = self._seat(path, call.key)
        side = seat.table.named(call.side)
        if seat.side and seat.side != side:
            raise TableError(f"You sit with {seat.side}. With a referee one Python plays one side: leave that first.")
        if not seat.side:
            key = secrets.token_hex(16)
            with closing(TableFile(path)) as file:
                file.sit(side, key)
            seat = self._seat(path, key)
        return seat.sight(call)

    def _left(self, path: Path, call: Call, seat: _Seat) -> Sight:
        if seat.side:
            seat.table.leave(seat.side)
            del self._seats[path.stem, seat.key]
        return self._seat(path, "").sight(call)

    # --- playing --------------------------------------------------------------------------

    def _done(self, call: Call, seat: _Seat) -> str:
        table, game = seat.table, seat.table.game
        if call.what in ("order", "undo", "redo") and call.number != game.number:
            raise TooLate
        if call.what == "order":
            game.do(call.text)
        elif call.what in ("undo", "redo"):
            game.undo() if call.what == "undo" else game.redo()
        elif call.what == "remark":
            game.remark(call.text)
        elif call.what == "ask back":
            table.ask_back()
        elif call.what == "give back":
            table.give_back()
        elif call.what == "record":
            if not game.outcome:
                raise TableError("The record holds seed and hands: the referee shows it when the game is over.")
            return str(game.record(checked=True))
        return ""
