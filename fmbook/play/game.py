"""One play of a scenario: give orders, take them back, read what happened."""

import logging
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from itertools import count
from pathlib import Path
from threading import RLock
from typing import Any
from warnings import simplefilter, warn

from fmbook.books.systems import playable
from fmbook.books.systems import system as find_system
from fmbook.components.scenarios import build_setup
from fmbook.components.setup import Setup
from fmbook.core.calls import checked
from fmbook.core.dice import Chance, Said
from fmbook.core.errors import FmbookError, NoSuchName, RecordError
from fmbook.core.events import Event
from fmbook.core.orders import Order, as_order, names_in
from fmbook.core.shown import ShownByWidget
from fmbook.core.state import State
from fmbook.core.verdicts import Reason, RuleViolation
from fmbook.engine.legality import allows, reasons_against
from fmbook.engine.resolution import DiaryEntry, perform
from fmbook.play.given import (
    Diary,
    GivenOrder,
    SpokenOrder,
    as_printed,
    lines,
    lines_of,
    opened,
    said_aloud,
    seen_marks,
)
from fmbook.play.positions import Position
from fmbook.record.codes import Encoder
from fmbook.record.journal import Journal, Keeper, NotWritten, place_of, write_whole
from fmbook.record.records import (
    LONGEST_LINE,
    MOST_BRANCHES,
    Line,
    RecordMark,
    header,
    line_of,
    remark,
    seed_of,
    visible,
    write,
)

__all__ = ["Game", "NotKept", "new_game"]


class NotKept(UserWarning):
    """A game that is kept as it is played could not be, at this order."""


simplefilter("always", NotKept, append=True)  # a second time in one notebook is as bad as the first

LOG = logging.getLogger("fmbook")


class Game(ShownByWidget, Position):
    """A play of a scenario. It only ever changes through ``do``, ``undo`` and ``redo``.

    >>> new_game("drill", "first_steps").movers()
    ('B1',)
    """

    _widget = "desk.desk:desk_of"

    viewer, unseen = "", 0  # all is seen

    def __init__(self, setup: Setup, seed: int) -> None:
        self.setup, self.seed = setup, seed_of(seed)
        self.header = header(setup, self.seed)
        """What is played: system, scenario, seed, options, house rules."""
        self._steps = [opened(setup, self.seed)]
        self._now = 0
        self._seen = {0: self._steps[0].state.thrown}  # so many throws of each what-if branch have been seen
        self._watchers: list[Callable[[], None]] = []
        self._changes = 0
        self._fresh = 1  # the first what-if branch that may be new
        self._journal: Keeper | None = None
        self._encoder = Encoder()
        self._remarks: list[tuple[int, RecordMark]] = []  # each after so many orders
        self.notices: list[str] = []  # what a reader should know of how this game came about
        self._lock = RLock()  # who changes or writes down the game has it alone

    @property
    def state(self) -> State:
        """The engine's own view of this moment."""
        return self._steps[self._now].state

    @property
    def entries(self) -> tuple[DiaryEntry, ...]:
        """What happened, each event with the rule that brought it about."""
        return self.entries_at(self._now)

    def entries_at(self, number: int) -> tuple[DiaryEntry, ...]:
        """What had happened after so many orders."""
        return tuple(entry for step in self._steps[: number + 1] for entry in step.entries)

    @property
    def diary(self) -> Diary:
        """What happened, as a story."""
        return Diary(self.entries)

    @property
    def number(self) -> int:
        """How often the game has changed: an order that was made for another number comes too late."""
        return self._changes

    @property
    def given(self) -> int:
        """How many orders have been given, those taken back left aside."""
        return self._now

    @property
    def taken_back(self) -> int:
        """How many orders that were taken back could be given again."""
        return len(self._steps) - 1 - self._now

    @property
    def what_if(self) -> int:
        """Which what-if branch this is; 0 is the game itself."""
        return self._steps[self._now].branch

    # --- playing --------------------------------------------------------------------------

    def do(self, order: Order | str, roll: Said | Sequence[Said] | None = None) -> tuple[Event, ...]:
        """Give an order, or its notation; ``roll`` says aloud what the dice show, one number a die.

        Raises RuleViolation with every reason when the rules forbid it; then nothing has changed.

        >>> print(new_game("drill", "first_steps").do("move B1 0405")[0])
        B1 marches from 0404 to 0405.
        """
        wanted, said = as_order(order), said_aloud(roll)
        with self._lock:
            step = self._taken(self.tried(wanted, said))
        self._tell()
        return tuple(entry.event for entry in step.entries)

    def give(self, order: Order, said: tuple[Said, ...], branch: int) -> tuple[Event, ...]:
        """Give an order on a what-if branch."""
        with self._lock:
            step = self._taken(self.tried(order, said, branch))
        self._tell()
        return tuple(entry.event for entry in step.entries)

    def tried(self, order: Order, said: tuple[Said, ...] = (), branch: int | None = None) -> GivenOrder:
        """Work out what an order brings about, and leave the game as it is; raises RuleViolation as ``do`` does."""
        state, branch = self.state, self._branch() if branch is None else branch
        if not allows(state, order):
            raise RuleViolation(SpokenOrder(order), reasons_against(state, order))
        order = as_printed(self.setup, order)
        chance, entries = Chance(self.seed, state.thrown, salt=branch, said=said), list[DiaryEntry]()
        after = perform(state, order, chance, entries)
        chance.finish()
        if len(str(line_of(order, tuple(chance.thrown), said=bool(said)))) > LONGEST_LINE:
            raise RecordError(
                0, f"no record can hold an order of more than {LONGEST_LINE} characters", "pin fewer hexes"
            )
        return GivenOrder(after, order, tuple(chance.thrown), bool(said), tuple(entries), branch)

    def take(self, step: GivenOrder) -> tuple[Event, ...]:
        """Let an order that was tried happen."""
        with self._lock:
            self._taken(step)
        self._tell()
        return tuple(entry.event for entry in step.entries)

    def _taken(self, step: GivenOrder) -> GivenOrder:
        self._keep(lambda: lines_of(self._steps[self._now], step))
        del self._steps[self._now + 1 :]
        self._steps.append(step)
        self._now += 1
        self._changes += 1
        self.has_seen(step.branch, step.state.thrown)
        return step

    def undo(self) -> None:
        """Take the last order back. Going on from before a throw opens a what-if branch with throws of its own.

        >>> game = new_game("drill", "first_steps")
        >>> _ = game.do("move B1 0405")
        >>> game.undo()
        >>> game.unit("B1").place
        '0404'
        """
        with self._lock:
            if self._now == 0:
                raise RuleViolation("Undo", (Reason("nothing has been ordered yet"),))
            self._keep(lambda: (RecordMark("undo"),))
            self._now, self._changes = self._now - 1, self._changes + 1
        self._tell()

    def redo(self) -> None:
        """Give the order again that was last taken back, with the same throws.

        >>> game = new_game("drill", "first_steps")
        >>> _ = game.do("move B1 0405")
        >>> game.undo()
        >>> game.redo()
        >>> game.unit("B1").place
        '0405'
        """
        with self._lock:
            if not self.taken_back:
                raise RuleViolation("Redo", (Reason("nothing has been taken back"),))
            self._keep(lambda: (RecordMark("redo"),))
            self._now, self._changes = self._now + 1, self._changes + 1
        self._tell()

    @checked
    def remark(self, text: str) -> None:
        """Write a remark into the record, after the last order; nothing is played by it.

        >>> game = new_game("drill", "first_steps")
        >>> game.remark("We begin by the bridge.")
        >>> game.remarks
        ('We begin by the bridge.',)
        """
        said = remark(text)
        with self._lock:
            self._keep(lambda: (said,))
            self._remarks.append((self._now, said))
            self._changes += 1
        self._tell()

    def recall(self, remarks: Iterable[tuple[int, str]]) -> None:
        """Take over the remarks of a record, each after so many orders."""
        self._remarks += [(max(0, given), remark(text)) for given, text in remarks]

    @property
    def remarks(self) -> tuple[str, ...]:
        """What players have remarked, as the record has it."""
        return tuple(said.value for _, said in self._remarks)

    @checked
    def at(self, number: int) -> Position:
        """How things stood after so many orders; 0 is the opening, -1 the last one.

        >>> game = new_game("drill", "first_steps")
        >>> _ = game.do("move B1 0405")
        >>> game.at(0).unit("B1").place
        '0404'
        """
        played = self._steps[: self._now + 1]
        if not -len(played) <= number < len(played):
            orders = f"{self._now} order{'' if self._now == 1 else 's'}"
            raise NoSuchName("moment", number, (), f"a game of {orders}; 0 is the opening")
        return Position(played[number].state)

    @checked
    def watch(self, tell: Callable[[], None]) -> None:
        """Be told whenever the game changes.

        >>> game = new_game("drill", "first_steps")
        >>> game.watch(lambda: print("Something has changed."))
        >>> _ = game.do("move B1 0405")
        Something has changed.
        """
        self._watchers.append(tell)

    @checked
    def unwatch(self, tell: Callable[[], None]) -> None:
        """Be told no more.

        >>> game = new_game("drill", "first_steps")
        >>> game.watch(print)
        >>> game.unwatch(print)
        """
        self._watchers.remove(tell)

    # --- the record -------------------------------------------------------------------------

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders given so far."""
        return tuple(step.order for step in self.steps if step.order)

    @property
    def opened(self) -> GivenOrder:
        """How it stood before the first order, with what brought that about."""
        return self._steps[0]

    @property
    def steps(self) -> tuple[GivenOrder, ...]:
        """The orders given so far, with what came of each."""
        return tuple(self._steps[1 : self._now + 1])

    @checked
    def record(self, *, checked: bool = False) -> str:
        """The game as text: a header, then one order a line; ``checked`` as a save has it, where no line can change.

        >>> game = new_game("drill", "first_steps")
        >>> _ = game.do("move B1 0405")
        >>> game.record().splitlines()[-1]
        'move B1 0405'
        """
        return write(self.header, lines(self._played(), self._remarks), checked=checked)

    @checked
    def save(self, name: str | Path) -> Path:
        """Write the record to a file: a name lies in the folder of games, a Path wherever you say.

        >>> from tempfile import mkdtemp
        >>> new_game("drill", "first_steps").save(Path(mkdtemp()) / "monday.txt").name
        'monday.txt'
        """
        path = place_of(name)
        write_whole(path, self.record(checked=True))
        return path

    def code(self) -> str:
        """The game as a short code that brings it back in a fresh notebook: ``fm.resume(code)``.

        >>> new_game("drill", "first_steps").code().startswith("fm1.")
        True
        """
        with self._lock:
            return self._encoder.code(self.header, self._played())

    @checked
    def keep_journal(self, folder: Path | None = None, *, chapter: str = "") -> Path:
        """Write every order to a file as it is given, so that a crash loses nothing; gives the file.

        ``chapter`` names the notebook that it is played in. An order that cannot be written is played all the same: a
        warning says so, and so do ``notices``. A copy of a game, or a child process, keeps none until it is told to.

        >>> game = new_game("drill", "first_steps")
        >>> from tempfile import mkdtemp
        >>> game.keep_journal(Path(mkdtemp())) == game.journal
        True
        """
        with self._lock:
            if self.is_shared:
                raise FmbookError("This game is kept by its table: come back to it by the name of the table.")
            about = visible(chapter, 80).replace("\n", " ")
            journal = self._journal = Journal.begun(self.header, self._so_far(), folder, about)
            journal.expect(self._changes)
            return journal.path

    def kept_by(self, keeper: Keeper) -> None:
        """Let somebody else write the game down, and refuse what must not happen."""
        with self._lock:
            self._journal = keeper

    @property
    def journal(self) -> Path | None:
        """The file that every order is written to as it is given; None if there is none."""
        return self._journal.path if self._journal and self._journal.is_ours else None

    @property
    def is_shared(self) -> bool:
        """Whether it is played at a table, which keeps it for everybody."""
        return self._journal is not None and self._journal.is_shared

    def has_seen(self, branch: int, thrown: int) -> None:
        """Remember that so many throws of a what-if branch have been seen."""
        self._seen[branch] = max(self._seen.get(branch, 0), thrown)

    def _keep(self, lines: Callable[[], Iterable[Line | RecordMark]]) -> None:
        """Journal first, then the screen: what a reader has seen happen is on disk, or they are told that it is not."""
        journal = self._journal
        if journal is None:
            return
        before = journal.in_trouble
        try:
            if journal.is_ours:
                told = journal.keep(self._changes, tuple(lines()), self._so_far)
            else:
                self._journal = None
                told = "This copy of a game is not kept as it is played; keep_journal() begins that."
        except NotWritten as error:
            self._journal, told = None, f"This game is no longer kept as it is played. {error}"
        if told:
            self.notices.append(told)
        if told and not (before and journal.in_trouble):
            warn(told, NotKept, stacklevel=_frames_of_ours())

    def _so_far(self) -> Iterator[Line | RecordMark]:
        """List all that a journal tells: orders, those that were taken back, and throws seen of what is gone."""
        yield from lines(self._steps, self._remarks)
        yield from [RecordMark("undo")] * (len(self._steps) - 1 - self._now)  # so that they can be given again
        yield from seen_marks(self._seen, self._steps)

    def _branch(self) -> int:
        """A new branch begins where a throw that has been seen would otherwise be thrown anew."""
        step = self._steps[self._now]
        if self._seen.get(step.branch, 0) <= step.state.thrown:
            return step.branch
        self._fresh = next(number for number in count(self._fresh) if number not in self._seen)
        if self._fresh > MOST_BRANCHES:
            raise RecordError(0, f"a game has at most {MOST_BRANCHES:,} what-if branches", "redo, or begin anew")
        return self._fresh

    def _played(self) -> list[GivenOrder]:
        with self._lock:
            return self._steps[: self._now + 1]

    def _tell(self) -> None:
        """Tell who watches. What goes wrong with them is not the order's fault."""
        for tell in tuple(self._watchers):
            try:
                tell()
            except Exception:
                LOG.exception("Somebody who watches this game failed; the game itself goes on.")

    # --- another one like it ------------------------------------------------------------------

    def copy(self) -> "Game":
        """Return a game of its own that stands as this one does; no journal is kept of it.

        >>> game = new_game("drill", "first_steps")
        >>> _ = game.copy().do("move B1 0405")
        >>> game.unit("B1").place
        '0404'
        """
        with self._lock:
            other = Game(self.setup, self.seed)
            other._steps, other._now, other._seen = [*self._steps], self._now, dict(self._seen)
            other.notices.extend(self.notices)
            return other

    __copy__ = copy

    def __deepcopy__(self, _: dict[int, Any]) -> "Game":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the record, and the house rules by their names; whoever reads it plays it again."""
        with self._lock:
            known = {"_seen": dict(self._seen), "notices": [*self.notices]}
            return _played_again, (write(self.header, self._so_far()), self.house_rules), known

    @property
    def house_rules(self) -> tuple[Any, ...]:
        """The house rules that it is played with, as they were given."""
        return tuple(rule.function for rule in self.setup.book.house)

    __str__ = Position.__repr__

    def __repr__(self) -> str:
        """Say how to bring this game back: the line can be pasted."""
        rules = ", ".join(rule.__name__ for rule in self.house_rules)
        house = f", house_rules=[{rules}]" if rules else ""
        if self._now:
            return f"fm.resume({self.code()!r}{house})"
        head = self.header
        options = f", options={head.options!r}" if head.options else ""
        return f"fm.new_game({head.system!r}, {head.scenario!r}, seed={self.seed}{options}{house})"

    def board_svg(self) -> str:
        """Draw the board as it stands, as a picture for print and for pages without a kernel.

        >>> new_game("drill", "first_steps").board_svg()[:4]
        '<svg'
        """
        svg: str = import_module("fmbook.widgets.desk.desk").board_svg(self)
        return svg


def _played_again(text: str, house_rules: tuple[Any, ...]) -> Game:
    from fmbook.play.replays import replay  # which stands on this module

    return replay(text, house_rules=house_rules)


def _frames_of_ours() -> int:
    """Count the calls up to the line of the player's own that gave the order."""
    frame, count = sys._getframe(1), 1
    while frame.f_back and frame.f_globals.get("__name__", "").startswith("fmbook."):
        frame, count = frame.f_back, count + 1
    return count


@checked
def new_game(
    system: str,
    scenario: str | None = None,
    seed: int = 1917,
    options: Iterable[str] = (),
    house_rules: Iterable[Any] = (),
) -> Game:
    """Begin a play: ``new_game("drill", "march", seed=1917)``.

    >>> print(new_game("drill", "march", seed=7))
    drill, march: turn 1, Blue movement phase. Blue: move your units, one by one.  [fm:4.1]
    """
    found = find_system(system)
    if not found.opens_with:
        raise NoSuchName("game", found.id, (), ", ".join(playable()))  # the standard rules have no scenario
    setup = build_setup(found.id, scenario or found.opens_with, found.book, names_in(options), tuple(house_rules))
    return Game(setup, seed)
