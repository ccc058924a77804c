"""The room: a folder with the tables of a class. What its files say is the truth, so a server may be started again."""

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from fmbook.core.errors import FmbookError
from fmbook.play.game import new_game
from fmbook.record.records import LARGEST_SEED
from fmbook.record.tables import TABLES, SeatTaken, TableFile

__all__ = ["ClassError", "Place", "Room", "Seat"]

SAVED: Final = "answers-table-*.json"
SUFFIXES: Final = ("", "-wal", "-shm")
MOST_TABLES: Final = 60


class ClassError(FmbookError):
    """What cannot be done in a class, and what to do instead."""


class Seat(NamedTuple):
    """One side of one table, and whose it is."""

    table: str
    side: str
    key: str


class Place(NamedTuple):
    """A side of a table as those see it who look for a seat: “free”, “taken” or “left”."""

    side: str
    who: str


class Room:
    """The tables of a class, all at the same scenario, each with dice of its own."""

    def __init__(self, folder: Path, system: str, scenario: str, seats: int) -> None:
        if not 1 <= seats <= 2 * MOST_TABLES:
            raise ClassError(f"A class has 1 to {2 * MOST_TABLES} seats, not {seats}.")
        self.folder, self.seats = folder, seats
        self.system, self.scenario = system, scenario
        self.sides = new_game(system, scenario).sides
        self._files: dict[str, TableFile] = {}
        self.open()

    def open(self) -> None:
        """Lay the tables, or come back to those that are there."""
        for number in range(1, (self.seats + 1) // 2 + 1):
            head = new_game(self.system, self.scenario, secrets.randbelow(LARGEST_SEED)).header
            file = TableFile(self.folder / TABLES / f"{number}.sqlite", head)
            if (file.head.system, file.head.scenario) != (self.system, self.scenario):
                raise ClassError(f"In {self.folder} another game is played: take a folder of its own for this one.")
            self._files[str(number)] = file

    def places(self) -> dict[str, tuple[Place, ...]]:
        """List all tables with their sides, as those see them who look for a seat."""
        words = {None: "free", True: "taken", False: "left"}
        found = ((name, file.seats()) for name, file in self._files.items())
        return {name: tuple(Place(side, words[alive.get(side)]) for side in self.sides) for name, alive in found}

    @property
    def taken(self) -> int:
        """How many seats somebody has."""
        return sum(len(file.seats()) for file in self._files.values())

    def seat_of(self, key: str) -> Seat | None:
        """Return the seat that a key belongs to, wherever it was taken."""
        for name, file in self._files.items():
            if key and (side := file.holder(key)):
                return Seat(name, side, key)
        return None

    def sit(self, table: str, side: str, key: str) -> Seat:
        """Let somebody sit down; a seat that was held before is given up only if this one can be had."""
        file, before = self._files.get(table), self.seat_of(key)
        if file is None or side not in self.sides:
            raise ClassError("There is no such seat in this class. Choose one of those that are shown.")
        if before and before[:2] == (table, side):
            return before
        if not before and self._is_full():
            raise ClassError(f"All {self.seats} seats are taken. Ask your teacher for more: fmbook class --seats 40.")
        self._sit(file, side, key)
        if before:
            self._files[before.table].leave(before.side, key)
        return Seat(table, side, key)

    def _sit(self, file: TableFile, side: str, key: str) -> None:
        try:
            file.sit(side, key)
        except SeatTaken:
            raise ClassError(
                f"Somebody has just sat down there: {side} at table {file.path.stem}. Take another seat."
            ) from None

    def _is_full(self) -> bool:
        return sum(sum(file.seats().values()) for file in self._files.values()) >= self.seats

    def leave(self, key: str) -> None:
        """Let somebody get up."""
        if seat := self.seat_of(key):
            self._files[seat.table].leave(seat.side, key)

    def halted(self) -> bool:
        """Tell whether the games pause."""
        return any(file.notes().get("halted") for file in self._files.values())

    def forget_keys(self) -> None:
        """Let nobody have a seat any more: what is left behind are games and answers."""
        for file in self._files.values():
            for side in self.sides:
                file.clear(side)

    def close(self) -> None:
        """Let the files go."""
        for file in self._files.values():
            file.close()
        self._files.clear()

    def delete(self) -> None:
        """Delete all games and answers, also those that were saved, and lay the tables anew."""
        self.close()
        for path in self._left():
            path.unlink(missing_ok=True)
        self.open()

    def is_unused(self) -> bool:
        """Tell whether nobody has given an order or an answer."""
        return not any(file.after(0) or file.answers() for file in self._files.values())

    def remove(self) -> None:
        """Take the folder away, if nothing else is in it."""
        self.close()
        for path in self._left():
            path.unlink(missing_ok=True)
        for folder in (self.folder / TABLES, self.folder):
            if folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()

    def _left(self) -> Iterator[Path]:
        yield from (path for end in SUFFIXES for path in (self.folder / TABLES).glob(f"*.sqlite{end}"))
        yield from self.folder.glob(SAVED)
