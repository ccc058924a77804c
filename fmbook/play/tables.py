"""A game that two desks play from two Pythons: ``fm.table("7", "vimy", "first_morning")``, then ``sit("Allied")``.

Every desk plays the same record, from one file. An order is written there before it happens here, so it happens
everywhere or nowhere; who was cut off comes back and finds the game as it stands.
"""

import os
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final, final, overload
from weakref import WeakValueDictionary

from fmbook.core.calls import checked
from fmbook.core.errors import NoSuchName, nearest
from fmbook.core.shown import ShownByWidget
from fmbook.play.game import Game, new_game
from fmbook.play.replays import Replayer, begun
from fmbook.record.records import Line, RecordMark
from fmbook.record.tables import GivenAnswer, SeatLost, TableError, TableFile, table_place

__all__ = ["AtTable", "Table", "table"]

HALTED: Final = "halted"
TOLD: Final = "told"
WATCHER: Final = "watching"
REFEREE: Final = "FMBOOK_REFEREE"
LONGEST_SAID: Final = 300
LONGEST_ANSWER: Final = 4000

_OPEN: "WeakValueDictionary[Path, Table]" = WeakValueDictionary()


class AtTable(ShownByWidget, ABC):
    """One game, played by whoever sits down at it, wherever it is kept."""

    _widget = "table:TableDesk"

    name: str
    path: Path
    game: Game
    hides_hands = False
    """Whether this Python knows nothing of a hand that is not ours."""

    @property
    @abstractmethod
    def sides(self) -> tuple[str, ...]:
        """The sides that we sit with."""

    @property
    @abstractmethod
    def seats(self) -> dict[str, str]:
        """Who sits where: “you”, “taken”, “left” or “free”."""

    @abstractmethod
    def sit(self, side: str, *, key: str = "") -> None:
        """Sit down with a side."""

    @abstractmethod
    def leave(self, side: str) -> None:
        """Get up."""

    @abstractmethod
    def catch_up(self) -> int:
        """Play what the others have done since; return how many changes came."""

    @property
    @abstractmethod
    def halted(self) -> str:
        """What is said while nobody may order; nothing while the game goes on."""

    @property
    @abstractmethod
    def told(self) -> str:
        """What was last said to the whole table."""

    @property
    @abstractmethod
    def wish(self) -> str:
        """The side that asks to take the last order back; nothing if none does."""

    @abstractmethod
    def ask_back(self) -> None:
        """Ask the other side whether the last order may be taken back."""

    @abstractmethod
    def give_back(self) -> None:
        """Let the other side take its last order back, as it asks."""

    def named(self, side: str) -> str:
        """Return a side as the game names it."""
        for name in self.game.sides:
            if name.casefold() == side.strip().casefold():
                return name
        raise NoSuchName(
            "side", side, (), self.game.setup.system, meant=nearest(side, self.game.sides) or self.game.sides
        )

    def __repr__(self) -> str:
        seats = ", ".join(f"{side}: {who}" for side, who in self.seats.items())
        return f"<table {self.name}, {seats}. {self.game}>"


@final
class Table(AtTable):
    """A table of which each Python reads the file. ``catch_up()`` brings what the others have done."""

    in_trouble = False
    is_shared = True

    def __init__(self, file: TableFile, house_rules: tuple[Any, ...] = ()) -> None:
        self._file = file
        self.path = file.path
        self.name = file.path.stem
        self.game = begun(file.head, house_rules)
        self._replayer = Replayer(self.game)
        self._keys: dict[str, str] = {}
        self._lost = ""
        self._n = 0
        self._following, self._process = False, os.getpid()
        self.game.kept_by(self)
        self.catch_up()

    # --- sitting down ---------------------------------------------------------------------

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that we sit with."""
        return tuple(side for side in self.game.sides if side in self._keys)

    @property
    def seats(self) -> dict[str, str]:
        """Who sits where: “you”, “taken”, “left” or “free”."""
        alive = self._file.seats()
        words = {None: "free", True: "taken", False: "left"}
        return {side: "you" if side in self._keys else words[alive.get(side)] for side in self.game.sides}

    @checked
    def sit(self, side: str, *, key: str = "") -> None:
        """Sit down with a side. A seat that somebody has is refused; ``key`` says that it is ours from before."""
        named = self.named(side)
        key = key or self._keys.get(named) or secrets.token_hex(8)
        self._file.sit(named, key)
        self._keys[named], self._lost = key, ""
        self.catch_up()

    @checked
    def leave(self, side: str) -> None:
        """Get up, so that somebody else can sit down."""
        named = self.named(side)
        if named in self._keys:
            self._file.leave(named, self._keys.pop(named))

    # --- the others -----------------------------------------------------------------------

    def catch_up(self) -> int:
        """Play what the others have done since; return how many changes came."""
        changed = self._file.has_changed()
        for side in self._file.sign(self._keys, look=changed):
            self._lost = side
            del self._keys[side]
        if not changed:
            return 0
        rows = self._file.after(self._n)
        for row in rows:
            self._follow(row.text)
            self._n = row.n
        return len(rows)

    def _follow(self, text: str) -> None:
        self._following = True
        try:
            self._replayer.go_on(text)
        finally:
            self._following = False

    # --- the teacher ----------------------------------------------------------------------

    @property
    def halted(self) -> str:
        """What is said while nobody may order; nothing while the game goes on."""
        return self._file.notes().get(HALTED, "")

    @property
    def told(self) -> str:
        """What was last said to the whole table."""
        return self._file.notes().get(TOLD, "")

    @checked
    def halt(self, why: str = "") -> None:
        """Let nobody order until ``go_on``."""
        self._file.note(HALTED, why.strip()[:LONGEST_SAID] or "The games pause for a moment.")

    def go_on(self) -> None:
        """Let the game go on after ``halt``."""
        self._file.note(HALTED, "")

    @checked
    def tell(self, text: str) -> None:
        """Say a sentence to the whole table, in place of the last one."""
        self._file.note(TOLD, " ".join(text.split())[:LONGEST_SAID])

    @checked
    def clear(self, side: str) -> None:
        """Let a seat be free, whoever has it."""
        self._file.clear(self.named(side))

    @property
    def answers(self) -> tuple[GivenAnswer, ...]:
        """What was answered here to questions of a lesson."""
        return self._file.answers()

    @checked
    def keep_answer(self, about: str, text: str, well: bool | None = None) -> None:
        """Keep the answer to a question of a lesson, for our side, with the game."""
        self._file.keep_answer(" and ".join(self.sides) or WATCHER, about, text[:LONGEST_ANSWER], well)

    # --- taking back ----------------------------------------------------------------------

    @property
    def wish(self) -> str:
        """The side that asks to take the last order back; nothing if none does."""
        return self._file.wished(self._n) if self._n else ""

    def ask_back(self) -> None:
        """Ask the other side whether the last order may be taken back."""
        if not self.sides or not self.game.given:
            raise TableError("There is nothing that you could take back at this table.")
        self._file.wish(self._n, self.sides[0])

    def give_back(self) -> None:
        """Let the other side take its last order back, as it asks."""
        if not self.wish or (self.wish in self._keys and len(self._keys) == 1):
            raise TableError("Nobody asks you to let an order be taken back. Ask yourself: table.ask_back().")
        self.game.undo()

    # --- what a game asks of whoever keeps it -----------------------------------------------

    @property
    def is_ours(self) -> bool:
        """Whether this process sits at the table: a child has the same game in memory, and keeps none."""
        return self._process == os.getpid()

    def expect(self, change: int) -> None:
        """Say which change of the game is the next one: here the file knows."""

    def keep(
        self,
        change: int,  # noqa: ARG002 - the file counts
        lines: Sequence[Line | RecordMark],
        so_far: Callable[[], Iterable[Line | RecordMark]],  # noqa: ARG002 - and has it
    ) -> str:
        """Write lines before they happen; what may not happen at this table is refused."""
        if self._following:
            return ""
        side = self._who(lines)
        key = self._keys.get(side) or next(iter(self._keys.values()))  # who agrees to take back writes for who asked
        self._file.append(self._n + 1, side, "\n".join(map(str, lines)), key)
        self._n += 1
        return ""

    def _who(self, lines: Sequence[Line | RecordMark]) -> str:
        """Return the side that may do this now: who decides gives orders, and whoever has a seat makes remarks."""
        decides = self.game.side
        if said := self.halted:
            raise TableError(f"{said} Orders wait until the games go on.")
        if not self.sides and self._lost:
            raise SeatLost(self._lost, self.name)
        if not self.sides:
            raise TableError(f'You are watching table {self.name}. To play, sit down: table.sit("{decides}").')
        if any(isinstance(line, RecordMark) and line.kind in ("undo", "redo") for line in lines):
            return self._may_take_back()
        if not any(isinstance(line, Line) for line in lines):
            return self.sides[0]
        if decides not in self._keys:
            raise TableError(
                f"{decides} decides now, and you sit with {' and '.join(self.sides)}. Wait for the other desk."
            )
        return decides

    def _may_take_back(self) -> str:
        """Return who takes an order back; one side alone asks the other first."""
        if set(self._keys) == set(self.game.sides):
            return self.game.side
        wish = self.wish
        if wish and wish not in self._keys and self._keys:
            return wish
        raise TableError("An order is taken back only if the other side agrees: table.ask_back() asks it.")


@overload
def table(
    name: str,
    system: str | None = None,
    scenario: str | None = None,
    *,
    seed: int | None = None,
    options: Iterable[str] = (),
    house_rules: Iterable[Any] = (),
) -> Table: ...


@overload
def table(
    name: str, system: str | None = None, scenario: str | None = None, *, options: Iterable[str] = (), referee: str
) -> AtTable: ...


@checked
def table(
    name: str,
    system: str | None = None,
    scenario: str | None = None,
    *,
    seed: int | None = None,
    options: Iterable[str] = (),
    house_rules: Iterable[Any] = (),
    referee: str | None = None,
) -> AtTable:
    """Open a table, or come to one: ``fm.table("7", "vimy", "first_morning")`` here, ``fm.table("7")`` at another desk.

    Both Pythons share the folder of games. What is played there is said by whoever comes first. With a ``referee``, the
    address of one (or the environment variable FMBOOK_REFEREE), that one holds the game, throws the dice, and tells
    each seat only what it may see.

    >>> import os, tempfile
    >>> import fmbook as fm
    >>> os.environ["FMBOOK_HOME"] = tempfile.mkdtemp()
    >>> table = fm.table("7", "drill", "first_steps")
    >>> table.sit("Blue")
    >>> table.seats
    {'Blue': 'you', 'Red': 'free'}
    """
    path, rules = table_place(name), tuple(house_rules)
    if referee := referee or os.environ.get(REFEREE, ""):
        return _with_a_referee(referee, name, (system, scenario, tuple(options)), seed, rules)
    there = path.is_file()
    head, options = None, tuple(options)
    if system is not None:
        wanted = secrets.randbelow(10**6) if seed is None else seed
        head = new_game(system, scenario, wanted, options, rules).header
    found = _OPEN.get(path)
    if found is None:
        found = _OPEN[path] = Table(TableFile(path, head), rules)
    now = found.game.header
    other = head and (head[:2] != now[:2] or (options and head.options != now.options))
    if there and other:
        with_ = f" with {', '.join(now.options)}" if now.options else ""
        raise TableError(f"At table {found.name} people play {now.system}, {now.scenario}{with_}. Take another name.")
    return found


def _with_a_referee(
    address: str,
    name: str,
    game: tuple[str | None, str | None, tuple[str, ...]],
    seed: int | None,
    house_rules: tuple[Any, ...],
) -> AtTable:
    from fmbook.play.refereed import refereed_table  # which stands on this module

    if seed is not None or house_rules:
        raise TableError(
            "A referee throws dice that nobody knows, by the printed rules: give no seed and no house rules."
        )
    return refereed_table(address, name, *game)
