"""A table whose game a referee holds: this Python knows what its seat may see, and nothing more.

``fm.table("7", "vimy", "first_morning", referee="http://127.0.0.1:8867")``. Its game has no seed and no hand but ours;
orders go to the referee, and what came of them comes back.
"""

from collections.abc import Sequence
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import RLock
from typing import Any, Final, NoReturn, final
from urllib.parse import urlsplit
from weakref import WeakValueDictionary, finalize

import msgspec

from fmbook.core.calls import checked
from fmbook.core.dice import Said
from fmbook.core.errors import FmbookError
from fmbook.core.orders import Order
from fmbook.core.verdicts import Reason, RuleViolation
from fmbook.engine.legality import allows, reasons_against
from fmbook.play.game import Game, new_game
from fmbook.play.given import GivenOrder, as_printed
from fmbook.play.positions import NEITHER, Position
from fmbook.play.referee import Call, Refusal, Sight
from fmbook.play.seatviews import REMARK, UNDO, Change, encoded, step_of
from fmbook.play.tables import AtTable
from fmbook.record.tables import TableError, TooLate

__all__ = ["RefereedTable", "SeatGame", "refereed_table"]

PATIENCE: Final = 10.0  # seconds
SILENT: Final = (
    "The referee at {} does not answer: {}. What it has played is safe; ask whoever started it, or try again in a "
    "moment."
)
NOT_HERE: Final = "A referee holds this game, so this Python has no {} of it."

_OPEN: "WeakValueDictionary[tuple[str, str], RefereedTable]" = WeakValueDictionary()


class Wire:
    """The way to a referee."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        if parts.scheme != "http" or not parts.hostname:
            raise TableError(f"A referee has an address such as http://127.0.0.1:8867, not {address!r:.60}.")
        self.address = f"http://{parts.hostname}:{parts.port or 80}{parts.path.rstrip('/')}"
        self._path = f"{parts.path.rstrip('/')}/"
        self._line = HTTPConnection(parts.hostname, parts.port or 80, timeout=PATIENCE)
        self._lock = RLock()
        finalize(self, self._line.close)

    def ask(self, call: Call) -> Sight:
        """Send a call and return the answer; a refusal is raised."""
        with self._lock:
            answer = self._sent(encoded(call))
        try:
            found: Sight | Refusal = _read(answer)
        except msgspec.MsgspecError:
            raise TableError(f"What answers at {self.address} is no referee.") from None
        if isinstance(found, Refusal):
            raise TooLate if found.late else TableError(found.refused)
        return found

    def _sent(self, body: bytes) -> bytes:
        """Send a call; once more, if the line was cut meanwhile. An order that was played is then refused as late."""
        try:
            return self._exchange(body)
        except (OSError, HTTPException):
            self._line.close()
        try:
            return self._exchange(body)
        except (OSError, HTTPException) as error:
            self._line.close()
            raise TableError(SILENT.format(self.address, str(error) or type(error).__name__)) from None

    def _exchange(self, body: bytes) -> bytes:
        self._line.request("POST", self._path, body, {"Content-Type": "application/json"})
        return self._line.getresponse().read()


def _read(answer: bytes) -> "Sight | Refusal":
    try:
        return msgspec.json.decode(answer, type=Sight)
    except msgspec.ValidationError:
        return msgspec.json.decode(answer, type=Refusal)


@final
class SeatGame(Game):
    """A game as one seat knows it: its moments come from the referee, without seed, dice or the other hand."""

    _widget = "desk.desk:desk_of"

    def __init__(self, sight: Sight, table: "RefereedTable") -> None:
        setup = new_game(sight.system, sight.scenario, 0, sight.options).setup
        super().__init__(setup, 0)
        self._table, self._own, self._unseen = table, "", [0]
        self.kept_by(table)

    # --- what the referee tells -----------------------------------------------------------

    def follow(self, sight: Sight, *, anew: bool) -> None:
        """Take over what has happened; ``anew`` begins with the opening."""
        with self._lock:
            self._own = sight.side
            if anew:
                self._steps, self._unseen, self._now, self._remarks = [], [], -1, []
            for change in sight.changes:
                self._follow(change)
            self._changes = sight.number
        if sight.changes:
            self._tell()

    def _follow(self, change: Change) -> None:
        if change.kind == UNDO:
            self._now -= 1
        elif change.kind == REMARK:
            self.recall([(self._now, change.text)])
        elif change.state is not None:
            del self._steps[self._now + 1 :], self._unseen[self._now + 1 :]
            self._steps.append(step_of(change, self.setup))
            self._unseen.append(change.state.unseen)
            self._now += 1

    @property
    def viewer(self) -> str:  # type: ignore[override]
        """Through whose eyes all of it is seen."""
        return self._own or NEITHER

    @property
    def unseen(self) -> int:  # type: ignore[override]
        """How many markers the other side has in hand."""
        return self._unseen[self._now]

    def at(self, number: int) -> Position:
        """How things stood after so many orders, as our seat saw it."""
        found = super().at(number)
        return Position(found.state, self.viewer, self._unseen[: self._now + 1][number])

    # --- orders ---------------------------------------------------------------------------

    def tried(self, order: Order, said: tuple[Said, ...] = (), branch: int | None = None) -> GivenOrder:
        """Ask the rules about an order; what comes of it only the referee knows."""
        if said:
            raise TableError("At this table the referee throws the dice; nobody says what they show.")
        if not allows(self.state, order):
            raise RuleViolation(order, reasons_against(self.state, order))
        return GivenOrder(self.state, as_printed(self.setup, order), (), False, (), branch or 0)

    def _taken(self, step: GivenOrder) -> GivenOrder:
        self._table.ask("order", text=str(step.order), number=self.number)
        return self._steps[self._now]

    def undo(self) -> None:
        """Take the last order back, where that has been agreed on."""
        if not self._now:
            raise RuleViolation("Undo", (Reason("nothing has been ordered yet"),))
        self._table.ask("undo", number=self.number)

    def redo(self) -> None:
        """Give the order again that was last taken back."""
        self._table.ask("redo", number=self.number)

    def remark(self, text: str) -> None:
        """Write a remark into the record."""
        self._table.ask("remark", text=text)

    # --- what it does not have ------------------------------------------------------------

    def record(self, *, checked: bool = False) -> str:  # noqa: ARG002 - the referee writes it as a save has it
        """Fetch the record from the referee, once the game is over."""
        return self._table.ask("record").record

    def code(self) -> str:
        """Refuse: a code holds seed and hands."""
        raise TableError(NOT_HERE.format("code"))

    def __reduce__(self) -> NoReturn:
        raise TableError(NOT_HERE.format("record"))

    def __repr__(self) -> str:
        return f"<{self}>"


@final
class RefereedTable(AtTable):
    """A seat at a table whose game a referee holds, or a place from which to watch it."""

    in_trouble = False
    is_shared = True
    is_ours = True
    hides_hands = True

    game: SeatGame

    def __init__(self, wire: Wire, sight: Sight) -> None:
        self._wire, self._sight, self._after = wire, sight, -1
        self.name, self.path = sight.table, Path(f"table {sight.table}")
        self.game = SeatGame(sight, self)
        self._take(sight)

    def ask(self, what: Any, *, side: str = "", text: str = "", number: int = -1) -> Sight:
        """Ask the referee for something, and see what has happened."""
        now = self._sight
        call = Call(what, self.name, now.key, now.telling, self._after, side, text, number)
        sight = self._wire.ask(call)
        self._take(sight)
        return sight

    def _take(self, sight: Sight) -> None:
        anew = self._after < 0 or sight.telling != self._sight.telling
        self._after = len(sight.changes) - 1 + (0 if anew else self._after + 1)
        self._sight = sight
        self.game.follow(sight, anew=anew)

    # --- the seat -------------------------------------------------------------------------

    @property
    def sides(self) -> tuple[str, ...]:
        """The side that we sit with."""
        return (self._sight.side,) if self._sight.side else ()

    @property
    def seats(self) -> dict[str, str]:
        """Who sits where: “you”, “taken”, “left” or “free”."""
        return self._sight.seats

    @checked
    def sit(self, side: str, *, key: str = "") -> None:
        """Sit down with a side; ``key`` says that the seat is ours from before."""
        if key:
            self._sight = msgspec.structs.replace(self._sight, key=key)
        self.ask("sit", side=self.named(side))

    @checked
    def leave(self, side: str) -> None:
        """Get up, so that somebody else can sit down."""
        if self.named(side) in self.sides:
            self.ask("leave")

    def catch_up(self) -> int:
        """See what the others have done since; return how many changes came."""
        return len(self.ask("look").changes)

    # --- what is said and asked -----------------------------------------------------------

    @property
    def halted(self) -> str:
        """What is said while nobody may order."""
        return self._sight.halted

    @property
    def told(self) -> str:
        """What was last said to the whole table."""
        return self._sight.told

    @property
    def wish(self) -> str:
        """The side that asks to take the last order back; nothing if none does."""
        return self._sight.wish

    def ask_back(self) -> None:
        """Ask the other side whether the last order may be taken back."""
        self.ask("ask back")

    def give_back(self) -> None:
        """Let the other side take its last order back, as it asks."""
        self.ask("give back")

    # --- what a game asks of whoever keeps it -----------------------------------------------

    def expect(self, change: int) -> None:
        """Say which change of the game is the next one: here the referee knows."""

    def keep(self, change: int, lines: Sequence[Any], so_far: Any) -> str:  # noqa: ARG002 - a keeper's form
        """Refuse: nothing happens here that the referee has not played."""
        raise FmbookError(NOT_HERE.format("file"))


def refereed_table(
    address: str, name: str, system: str | None, scenario: str | None, options: tuple[str, ...]
) -> RefereedTable:
    """Open a table with a referee, or come to one; asked again, it is the same seat."""
    wire = Wire(address)
    sight = wire.ask(Call("open", name, system=system, scenario=scenario, options=options))
    found = _OPEN.get((wire.address, sight.table))
    if found is None:
        found = _OPEN[wire.address, sight.table] = RefereedTable(wire, sight)
    return found
