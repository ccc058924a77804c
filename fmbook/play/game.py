"""One play of a scenario: give orders, take them back, read what happened."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from itertools import count, pairwise
from pathlib import Path
from typing import Any, NamedTuple, final

from fmbook.books.systems import playable
from fmbook.books.systems import system as find_system
from fmbook.components.scenarios import build_setup, opening
from fmbook.components.setup import Setup
from fmbook.core.dice import Chance, Said
from fmbook.core.errors import NoSuchName
from fmbook.core.events import Event
from fmbook.core.orders import Move, Order, as_order, names_in, sentence
from fmbook.core.state import State
from fmbook.core.verdicts import Reason, RuleViolation
from fmbook.engine.legality import allows, reasons_against
from fmbook.engine.resolution import DiaryEntry, perform, run, settle_down
from fmbook.mechanics.sequence import first_events
from fmbook.play.positions import Position
from fmbook.record.codes import Encoder
from fmbook.record.journal import Journal, NotWritten, place_of, write_whole
from fmbook.record.records import Line, RecordMark, header, line_of, seed_from, turn_mark, write

__all__ = ["Diary", "Game", "new_game"]


class GivenOrder(NamedTuple):
    """One order given: what was thrown for it, what came of it, and how things stand after it."""

    state: State
    order: Order | None
    thrown: tuple[Said, ...]
    said: bool
    entries: tuple[DiaryEntry, ...]
    branch: int = 0


@final
class Diary(Sequence[str]):
    """The story so far, a sentence a line, each with its rule."""

    def __init__(self, entries: Iterable[DiaryEntry]) -> None:
        self._lines = [f"{entry.event}  [{entry.rule}]" for entry in entries if not entry.event.silent]

    def __getitem__(self, index: Any) -> Any:
        return self._lines[index]

    def __len__(self) -> int:
        return len(self._lines)

    def __str__(self) -> str:
        return "\n".join(self._lines)

    __repr__ = __str__


class Game(Position):
    """A play of a scenario. It only ever changes through ``do``, ``undo`` and ``redo``."""

    def __init__(self, setup: Setup, seed: int) -> None:
        self.setup, self.seed = setup, seed_from(str(seed))
        self.header = header(setup, self.seed)
        """What is played: system, scenario, seed, options, house rules."""
        self._steps = [_opened(setup, self.seed)]
        self._now = 0
        self._seen = {0: self._steps[0].state.thrown}  # so many throws of each what-if branch have been seen
        self._watchers: list[Callable[[], None]] = []
        self._changes = 0
        self._journal: Journal | None = None
        self._encoder = Encoder()
        self.notices: list[str] = []  # what a reader should know of how this game came about

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
    def what_if(self) -> int:
        """Which what-if branch this is; 0 is the game itself."""
        return self._steps[self._now].branch

    # --- playing --------------------------------------------------------------------------

    def do(self, order: Order | str, roll: Said | Sequence[Said] | None = None) -> tuple[Event, ...]:
        """Give an order, or its notation; ``roll`` says aloud what the dice show, one number a die.

        Raises RuleViolation with every reason when the rules forbid it; then nothing has changed.
        """
        return self.give(as_order(order), said_aloud(roll), self._branch())

    def give(self, order: Order, said: tuple[Said, ...], branch: int) -> tuple[Event, ...]:
        """Give an order on a what-if branch."""
        step = self.tried(order, said, branch)
        self.take(step)
        return tuple(entry.event for entry in step.entries)

    def tried(self, order: Order, said: tuple[Said, ...], branch: int) -> GivenOrder:
        """Work out what an order brings about, and leave the game as it is."""
        state = self.state
        if not allows(state, order):
            raise RuleViolation(_Spoken(order), reasons_against(state, order))
        order = _as_printed(self.setup, order)
        chance, entries = Chance(self.seed, state.thrown, salt=branch, said=said), list[DiaryEntry]()
        after = perform(state, order, chance, entries)
        chance.finish()
        return GivenOrder(after, order, tuple(chance.thrown), bool(said), tuple(entries), branch)

    def take(self, step: GivenOrder) -> None:
        """Let an order that was tried happen."""
        self._keep(*_lines_of(self._steps[self._now], step))
        del self._steps[self._now + 1 :]
        self._steps.append(step)
        self._now += 1
        self._seen[step.branch] = max(self._seen.get(step.branch, 0), step.state.thrown)
        self._tell()

    def undo(self) -> None:
        """Take the last order back. Going on from before a throw opens a what-if branch with throws of its own."""
        if self._now == 0:
            raise RuleViolation("Undo", (Reason("nothing has been ordered yet"),))
        self._keep(RecordMark("undo"))
        self._now -= 1
        self._tell()

    def redo(self) -> None:
        """Give the order again that was last taken back, with the same throws."""
        if self._now + 1 == len(self._steps):
            raise RuleViolation("Redo", (Reason("nothing has been taken back"),))
        self._keep(RecordMark("redo"))
        self._now += 1
        self._tell()

    def at(self, number: int) -> Position:
        """How things stood after so many orders; 0 is the opening, -1 the last one."""
        played = self._steps[: self._now + 1]
        if not -len(played) <= number < len(played):
            orders = f"{self._now} order{'' if self._now == 1 else 's'}"
            raise NoSuchName("moment", number, (), f"a game of {orders}; 0 is the opening")
        return Position(played[number].state)

    def seen_by(self, side: str) -> Position:
        """The game as one side sees it: without the other's markers, without the seed."""
        own = self._side(side)
        state = self.state
        hands = tuple(hand if number == own else () for number, hand in enumerate(state.hands))
        return Position(state.but(hands=hands))

    def watch(self, tell: Callable[[], None]) -> None:
        """Be told whenever the game changes."""
        self._watchers.append(tell)

    def unwatch(self, tell: Callable[[], None]) -> None:
        """Be told no more."""
        self._watchers.remove(tell)

    # --- the record -------------------------------------------------------------------------

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders given so far."""
        return tuple(step.order for step in self.steps if step.order)

    @property
    def steps(self) -> tuple[GivenOrder, ...]:
        """The orders given so far, with what came of each."""
        return tuple(self._steps[1 : self._now + 1])

    def record(self) -> str:
        """The game as text: a header, then one order a line."""
        return write(self.header, _lines(self._steps[: self._now + 1]))

    def save(self, name: str | Path) -> Path:
        """Write the record to a file: a name lies in the folder of games, a Path wherever you say."""
        path = place_of(name)
        write_whole(path, self.record())
        return path

    def code(self) -> str:
        """The game as a short code that brings it back in a fresh notebook: ``fm.resume(code)``."""
        return self._encoder.code(self.header, self._steps[: self._now + 1])

    def keep_journal(self, folder: Path | None = None, *, chapter: str = "") -> Path:
        """Write every order to a file as it is given, so that a crash loses nothing; gives the file.

        ``chapter`` names the notebook that it is played in.
        """
        undone = [RecordMark("undo")] * (len(self._steps) - 1 - self._now)  # so that they can be given again
        self._journal = Journal.begun(self.header, (*_lines(self._steps), *undone), folder, chapter)
        return self._journal.path

    @property
    def journal(self) -> Path | None:
        """The file that every order is written to as it is given; None if there is none."""
        return self._journal.path if self._journal else None

    def _keep(self, *lines: Line | RecordMark) -> None:
        """Journal first, then the screen: what a reader has seen happen is on disk."""
        if self._journal:
            try:
                self._journal.append(lines)
            except NotWritten as error:
                self._journal = None
                self.notices.append(f"This game is no longer kept as it is played. {error}")

    def _branch(self) -> int:
        """A new branch begins where a throw that has been seen would otherwise be thrown anew."""
        step = self._steps[self._now]
        if self._seen.get(step.branch, 0) <= step.state.thrown:
            return step.branch
        return next(number for number in count(1) if number not in self._seen)

    def _tell(self) -> None:
        self._changes += 1
        for tell in self._watchers:
            tell()

    def board_svg(self) -> str:
        """Draw the board as it stands, as a picture for print and for pages without a kernel."""
        svg: str = import_module("fmbook.widgets.desk.desk").board_svg(self)
        return svg

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """IPython's own hook: a game that ends a cell shows its desk; where there are no widgets, its words."""
        try:
            shown = import_module("fmbook.widgets.desk.desk").desk_of(self)
        except ImportError:
            return {"text/plain": repr(self)}
        bundle: dict[str, Any] = shown._repr_mimebundle_(**kwargs)
        return bundle


class _Spoken:
    """An order as the head of a refusal says it."""

    def __init__(self, order: Order) -> None:
        self.order = order

    def __str__(self) -> str:
        return sentence(self.order)


def _lines(steps: Sequence[GivenOrder]) -> Iterator[Line | RecordMark]:
    for before, step in pairwise(steps):
        yield from _lines_of(before, step)


def _lines_of(before: GivenOrder, step: GivenOrder) -> Iterator[Line | RecordMark]:
    assert step.order is not None
    if step.branch != before.branch:
        yield RecordMark("what-if", str(step.branch))
    yield line_of(step.order, step.thrown, said=step.said)
    if step.state.outcome or step.state.turn != before.state.turn:
        yield turn_mark(step.state)


def said_aloud(roll: Said | Sequence[Said] | None) -> tuple[Said, ...]:
    """Take what was said of the dice: nothing, one number or name, or several."""
    if roll is None:
        return ()
    return tuple(roll) if isinstance(roll, Sequence) and not isinstance(roll, str) else (roll,)


def _as_printed(setup: Setup, order: Order) -> Order:
    """Name hexes as the board does: where map sheets have letters, people leave them out."""
    if not setup.board.has_sheets or "hex" not in order.takes:
        return order
    named = zip(order.names, order.takes, strict=True)
    names = [_printed(setup, name) if sort == "hex" else name for name, sort in named]
    if isinstance(order, Move):
        return Move(names[0], names[1], tuple(_printed(setup, name) for name in order.via))
    return type(order)(*names)


def _printed(setup: Setup, name: str) -> str:
    return setup.board.name(setup.board.at(name))


def _opened(setup: Setup, seed: int) -> GivenOrder:
    chance, entries = Chance(seed), list[DiaryEntry]()
    state = run(opening(setup), setup.book.settled["sequence"].id, first_events(setup), chance, entries)
    state = settle_down(state, chance, entries)
    return GivenOrder(state.but(thrown=chance.count), None, tuple(chance.thrown), False, tuple(entries))


def new_game(
    system: str,
    scenario: str | None = None,
    seed: int = 1917,
    options: Iterable[str] = (),
    house_rules: Iterable[Any] = (),
) -> Game:
    """Begin a play: ``new_game("drill", "march", seed=1917)``."""
    found = find_system(system)
    if not found.opens_with:
        raise NoSuchName("game", found.id, (), ", ".join(playable()))  # the standard rules have no scenario
    setup = build_setup(found.id, scenario or found.opens_with, found.book, names_in(options), tuple(house_rules))
    return Game(setup, seed)
