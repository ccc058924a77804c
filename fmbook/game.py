"""One play of a scenario: give orders, take them back, read what happened."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import count, groupby, pairwise
from pathlib import Path
from typing import Any, NamedTuple, final
from warnings import simplefilter, warn
from weakref import ref

from fmbook.codes import Encoder
from fmbook.dice import Chance, Said
from fmbook.errors import NoSuchName, RecordError
from fmbook.events import Event
from fmbook.journal import Journal, NotWritten, place_of, write_whole
from fmbook.judging import allows, reasons_against
from fmbook.kit import Kit
from fmbook.mechanics.sequence import first_events
from fmbook.orders import Move, Order, as_order, names_in, sentence
from fmbook.positions import Position
from fmbook.records import LONGEST_LINE, MOST_BRANCHES, Line, Mark, header, line_of, seed_from, turn_mark, write
from fmbook.running import Entry, perform, run, settle_down
from fmbook.scenarios import build_kit, opening
from fmbook.state import State
from fmbook.systems import playable
from fmbook.systems import system as find_system
from fmbook.verdicts import Reason, RuleViolation

__all__ = ["Diary", "Game", "NotKept", "new_game"]


class NotKept(UserWarning):
    """A game that is kept as it is played could not be, at this order."""


simplefilter("always", NotKept, append=True)  # a second time in one notebook is as bad as the first


class Step(NamedTuple):
    """One order given: what was thrown for it, what came of it, and how things stand after it."""

    state: State
    order: Order | None
    thrown: tuple[Said, ...]
    said: bool
    entries: tuple[Entry, ...]
    branch: int = 0


@final
class Diary(Sequence[str]):
    """The story so far, a sentence a line, each with its rule."""

    def __init__(self, entries: Iterable[Entry]) -> None:
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

    def __init__(self, kit: Kit, seed: int) -> None:
        self.kit, self.seed = kit, seed_from(str(seed))
        self.header = header(kit, self.seed)
        """What is played: system, scenario, seed, options, house rules."""
        self._steps = [_opened(kit, self.seed)]
        self._now = 0
        self._seen = {0: self._steps[0].state.thrown}  # so many throws of each what-if branch have been seen
        self._watchers: list[Callable[[], None]] = []
        self._changes = 0
        self._fresh = 1  # the first what-if branch that may be new
        self._journal: Journal | None = None
        self._keeper: ref[Game] | None = None  # the game that the journal is of: a copy is another
        self._encoder = Encoder()
        self.notices: list[str] = []  # what a reader should know of how this game came about

    @property
    def state(self) -> State:
        """The engine's own view of this moment."""
        return self._steps[self._now].state

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What happened, each event with the rule that brought it about."""
        return self.entries_at(self._now)

    def entries_at(self, number: int) -> tuple[Entry, ...]:
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

    def tried(self, order: Order, said: tuple[Said, ...], branch: int) -> Step:
        """Work out what an order brings about, and leave the game as it is."""
        state = self.state
        if not allows(state, order):
            raise RuleViolation(_Spoken(order), reasons_against(state, order))
        order = _as_printed(self.kit, order)
        chance, entries = Chance(self.seed, state.thrown, salt=branch, said=said), list[Entry]()
        after = perform(state, order, chance, entries)
        chance.finish()
        if len(str(line_of(order, tuple(chance.thrown), said=bool(said)))) > LONGEST_LINE:
            raise RecordError(
                0, f"no record can hold an order of more than {LONGEST_LINE} characters", "pin fewer hexes"
            )
        return Step(after, order, tuple(chance.thrown), bool(said), tuple(entries), branch)

    def take(self, step: Step) -> None:
        """Let an order that was tried happen."""
        self._keep(lambda: _lines_of(self._steps[self._now], step))
        del self._steps[self._now + 1 :]
        self._steps.append(step)
        self._now += 1
        self.has_seen(step.branch, step.state.thrown)
        self._tell()

    def undo(self) -> None:
        """Take the last order back. Going on from before a throw opens a what-if branch with throws of its own."""
        if self._now == 0:
            raise RuleViolation("Undo", (Reason("nothing has been ordered yet"),))
        self._keep(lambda: (Mark("undo"),))
        self._now -= 1
        self._tell()

    def redo(self) -> None:
        """Give the order again that was last taken back, with the same throws."""
        if self._now + 1 == len(self._steps):
            raise RuleViolation("Redo", (Reason("nothing has been taken back"),))
        self._keep(lambda: (Mark("redo"),))
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
    def steps(self) -> tuple[Step, ...]:
        """The orders given so far, with what came of each."""
        return tuple(self._steps[1 : self._now + 1])

    def record(self, *, checked: bool = False) -> str:
        """The game as text: a header, then one order a line; ``checked`` as a save has it, where no line can change."""
        return write(self.header, _lines(self._steps[: self._now + 1]), checked=checked)

    def save(self, name: str | Path) -> Path:
        """Write the record to a file: a name lies in the folder of games, a Path wherever you say."""
        path = place_of(name)
        write_whole(path, self.record(checked=True))
        return path

    def code(self) -> str:
        """The game as a short code that brings it back in a fresh notebook: ``fm.resume(code)``."""
        return self._encoder.code(self.header, self._steps[: self._now + 1])

    def keep_journal(self, folder: Path | None = None, *, chapter: str = "") -> Path:
        """Write every order to a file as it is given, so that a crash loses nothing; gives the file.

        ``chapter`` names the notebook that it is played in. An order that cannot be written is played all the same: a
        warning says so, and so do ``notices``. A copy of a game, or a child process, keeps none until it is told to.
        """
        self._journal = Journal.begun(self.header, self._so_far(), folder, chapter)
        self._journal.expect(self._changes)
        self._keeper = ref(self)
        return self._journal.path

    @property
    def journal(self) -> Path | None:
        """The file that every order is written to as it is given; None if there is none."""
        return self._journal.path if self._journal and self._is_keeper(self._journal) else None

    def has_seen(self, branch: int, thrown: int) -> None:
        """Remember that so many throws of a what-if branch have been seen."""
        self._seen[branch] = max(self._seen.get(branch, 0), thrown)

    def _is_keeper(self, journal: Journal) -> bool:
        return journal.is_ours and self._keeper is not None and self._keeper() is self

    def _keep(self, lines: Callable[[], Iterable[Line | Mark]]) -> None:
        """Journal first, then the screen: what a reader has seen happen is on disk, or he is told that it is not."""
        journal = self._journal
        if journal is None:
            return
        before = journal.in_trouble
        try:
            if self._is_keeper(journal):
                told = journal.keep(self._changes, tuple(lines()), self._so_far)
            else:
                self._journal, told = (
                    None,
                    "This copy of a game is not kept as it is played; keep_journal() begins that.",
                )
        except NotWritten as error:
            self._journal, told = None, f"This game is no longer kept as it is played. {error}"
        if told:
            self.notices.append(told)
        if told and not (before and journal.in_trouble):
            warn(told, NotKept, stacklevel=_frames_of_ours())

    def _so_far(self) -> Iterator[Line | Mark]:
        """List all that a journal tells: orders, those that were taken back, and throws seen of what is gone."""
        yield from _lines(self._steps)
        yield from [Mark("undo")] * (len(self._steps) - 1 - self._now)  # so that they can be given again
        yield from _seen_marks(self._seen, self._steps)

    def _branch(self) -> int:
        """A new branch begins where a throw that has been seen would otherwise be thrown anew."""
        step = self._steps[self._now]
        if self._seen.get(step.branch, 0) <= step.state.thrown:
            return step.branch
        self._fresh = next(number for number in count(self._fresh) if number not in self._seen)
        if self._fresh > MOST_BRANCHES:
            raise RecordError(0, f"a game has at most {MOST_BRANCHES:,} what-if branches", "redo, or begin anew")
        return self._fresh

    def _tell(self) -> None:
        self._changes += 1
        for tell in self._watchers:
            tell()

    def board_svg(self) -> str:
        """Draw the board as it stands, as a picture for print and for pages without a kernel."""
        svg: str = import_module("fmbook.widgets.desk").board_svg(self)
        return svg

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """IPython's own hook: a game that ends a cell shows its desk; where there are no widgets, its words."""
        try:
            shown = import_module("fmbook.widgets.desk").desk_of(self)
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


def _lines(steps: Sequence[Step]) -> Iterator[Line | Mark]:
    for before, step in pairwise(steps):
        yield from _lines_of(before, step)


def _lines_of(before: Step, step: Step) -> Iterator[Line | Mark]:
    assert step.order is not None
    if step.branch != before.branch:
        yield Mark("what-if", str(step.branch))
    yield line_of(step.order, step.thrown, said=step.said)
    if step.state.outcome or step.state.turn != before.state.turn:
        yield turn_mark(step.state)


def _seen_marks(seen: Mapping[int, int], steps: Sequence[Step]) -> Iterator[Mark]:
    """Tell how many throws of each what-if branch have been seen, where these steps do not show it."""
    shown = dict[int, int]()
    for step in steps:
        shown[step.branch] = max(shown.get(step.branch, 0), step.state.thrown)
    more = sorted((branch, thrown) for branch, thrown in seen.items() if thrown > shown.get(branch, -1))
    for (thrown, _), alike in groupby(enumerate(more), lambda each: (each[1][1], each[1][0] - each[0])):
        branches = [branch for _, (branch, _) in alike]
        named = f"{branches[0]}-{branches[-1]}" if len(branches) > 1 else f"{branches[0]}"
        yield Mark("seen", f"{named} {thrown}")


def _frames_of_ours() -> int:
    """Count the calls up to the line of the player's own that gave the order."""
    frame, count = sys._getframe(1), 1
    while frame.f_back and frame.f_globals.get("__name__", "").startswith("fmbook."):
        frame, count = frame.f_back, count + 1
    return count


def said_aloud(roll: Said | Sequence[Said] | None) -> tuple[Said, ...]:
    """Take what was said of the dice: nothing, one number or name, or several."""
    if roll is None:
        return ()
    return tuple(roll) if isinstance(roll, Sequence) and not isinstance(roll, str) else (roll,)


def _as_printed(kit: Kit, order: Order) -> Order:
    """Name hexes as the board does: where map sheets have letters, people leave them out."""
    if not kit.board.has_sheets or "hex" not in order.takes:
        return order
    named = zip(order.names, order.takes, strict=True)
    names = [_printed(kit, name) if sort == "hex" else name for name, sort in named]
    if isinstance(order, Move):
        return Move(names[0], names[1], tuple(_printed(kit, name) for name in order.via))
    return type(order)(*names)


def _printed(kit: Kit, name: str) -> str:
    return kit.board.name(kit.board.at(name))


def _opened(kit: Kit, seed: int) -> Step:
    chance, entries = Chance(seed), list[Entry]()
    state = run(opening(kit), kit.book.settled["sequence"].id, first_events(kit), chance, entries)
    state = settle_down(state, chance, entries)
    return Step(state.but(thrown=chance.count), None, tuple(chance.thrown), False, tuple(entries))


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
    kit = build_kit(found.id, scenario or found.opens_with, found.book, names_in(options), tuple(house_rules))
    return Game(kit, seed)
