"""One play of a scenario: give orders, take them back, read what happened."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, final

from fmbook.dice import Chance, Said
from fmbook.events import Event
from fmbook.judging import allows, reasons_against
from fmbook.kit import Kit
from fmbook.mechanics.sequence import first_events
from fmbook.orders import Order, as_order, sentence
from fmbook.positions import Position
from fmbook.records import Line, header, write
from fmbook.running import Entry, perform, run, settle_down
from fmbook.scenarios import build_kit, opening
from fmbook.state import State
from fmbook.systems import system as find_system
from fmbook.verdicts import RuleViolation, Verdict

__all__ = ["Diary", "Game", "new_game"]


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
        self.kit, self.seed = kit, seed
        self._steps = [_opened(kit, seed)]
        self._now = 0
        self._watchers: list[Callable[[], None]] = []

    @property
    def state(self) -> State:
        """The engine's own view of this moment."""
        return self._steps[self._now].state

    @property
    def diary(self) -> Diary:
        """What happened, as a story."""
        return Diary(entry for step in self._steps[: self._now + 1] for entry in step.entries)

    @property
    def what_if(self) -> int:
        """Which what-if branch this is; 0 is the game itself."""
        return self._steps[self._now].branch

    # --- playing --------------------------------------------------------------------------

    def do(self, order: Order | str, roll: Said | Sequence[Said] | None = None) -> tuple[Event, ...]:
        """Give an order, or its notation; ``roll`` says aloud what the dice show, one number a die.

        Raises RuleViolation with every reason when the rules forbid it; then nothing has changed.
        """
        wanted, state = as_order(order), self.state
        if not allows(state, wanted):
            raise RuleViolation(_Spoken(wanted), reasons_against(state, wanted))
        said = _said(roll)
        branch = self._branch()
        chance = Chance(self.seed, state.thrown, salt=branch, said=said)
        entries: list[Entry] = []
        after = perform(state, wanted, chance, entries)
        chance.finish()
        del self._steps[self._now + 1 :]
        self._steps.append(Step(after, wanted, tuple(chance.thrown), bool(said), tuple(entries), branch))
        self._now += 1
        self._tell()
        return tuple(entry.event for entry in entries)

    def undo(self) -> None:
        """Take the last order back. Going on from before a throw opens a what-if branch with throws of its own."""
        if self._now == 0:
            raise RuleViolation("undo", Verdict("undo", ()).reasons)
        self._now -= 1
        self._tell()

    def redo(self) -> None:
        """Give the order again that was last taken back, with the same throws."""
        if self._now + 1 < len(self._steps):
            self._now += 1
            self._tell()

    def at(self, number: int) -> Position:
        """How things stood after so many orders; 0 is the opening, -1 the last one."""
        played = self._steps[: self._now + 1]
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

    # --- the record -------------------------------------------------------------------------

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders given so far."""
        return tuple(step.order for step in self._steps[1 : self._now + 1] if step.order)

    def record(self) -> str:
        """The game as text: a header, then one order a line."""
        lines = [Line(step.order, step.thrown, step.said, step.state, step.branch) for step in self._played()]
        return write(header(self.kit, self.seed), lines)

    def _played(self) -> Iterator[Any]:
        return (step for step in self._steps[1 : self._now + 1] if step.order)

    def _branch(self) -> int:
        """A new branch begins where a throw that has been seen would otherwise be thrown anew."""
        dropped = self._steps[self._now + 1 :]
        if any(step.thrown for step in dropped):
            return max(step.branch for step in self._steps) + 1
        return self._steps[self._now].branch

    def _tell(self) -> None:
        for tell in self._watchers:
            tell()

    def __repr__(self) -> str:
        how = self.outcome.text if self.outcome else str(self.prompt)
        return f"{self.kit.system}, {self.kit.scenario}: turn {self.turn}, {self.phase}. {how}"


class _Spoken:
    """An order as the head of a refusal says it."""

    def __init__(self, order: Order) -> None:
        self.order = order

    def __str__(self) -> str:
        return sentence(self.order)


def _said(roll: Said | Sequence[Said] | None) -> tuple[Said, ...]:
    if roll is None:
        return ()
    return (roll,) if isinstance(roll, int | str) else tuple(roll)


def _opened(kit: Kit, seed: int) -> Step:
    chance, entries = Chance(seed), list[Entry]()
    state = run(opening(kit), "fm:4.1", first_events(kit), chance, entries)
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
    kit = build_kit(found.id, scenario or found.opens_with, found.book, tuple(options), tuple(house_rules))
    return Game(kit, seed)
