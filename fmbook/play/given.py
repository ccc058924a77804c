"""One order given, and how it is written down and told."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any, NamedTuple, final

from fmbook.components.scenarios import opening
from fmbook.components.setup import Setup
from fmbook.core.dice import Chance, Said
from fmbook.core.orders import Move, Order, sentence
from fmbook.core.state import State
from fmbook.engine.matters import SEQUENCE
from fmbook.engine.resolution import DiaryEntry, run, settle_down
from fmbook.mechanics.sequence import first_events
from fmbook.record.records import Line, RecordMark, line_of, turn_mark

__all__ = [
    "Diary", "GivenOrder", "SpokenOrder", "as_printed", "lines", "lines_of", "opened", "said_aloud", "seen_marks",
]  # fmt: skip


class GivenOrder(NamedTuple):
    """One order given: what was thrown for it, what came of it, and how things stand after it."""

    state: State
    order: Order | None
    thrown: tuple[Said, ...]
    said: bool
    entries: tuple[DiaryEntry, ...]
    branch: int = 0


def opened(setup: Setup, seed: int) -> GivenOrder:
    """Open a game: what happens before the first order."""
    chance, entries = Chance(seed), list[DiaryEntry]()
    state = run(opening(setup), SEQUENCE.rule(setup).id, first_events(setup), chance, entries)
    state = settle_down(state, chance, entries)
    return GivenOrder(state.but(thrown=chance.count), None, tuple(chance.thrown), False, tuple(entries))


class SpokenOrder:
    """An order as the head of a refusal says it."""

    def __init__(self, order: Order) -> None:
        self.order = order

    def __str__(self) -> str:
        return sentence(self.order)


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


def lines(steps: Sequence[GivenOrder], remarks: Sequence[tuple[int, RecordMark]]) -> Iterator[Line | RecordMark]:
    """Write steps; a remark stands after the order that it was made after, or after the last one, if that is gone."""
    last = len(steps) - 1
    yield from (said for given, said in remarks if min(given, last) == 0)
    for number, (before, step) in enumerate(pairwise(steps), 1):
        yield from lines_of(before, step)
        yield from (said for given, said in remarks if min(given, last) == number)


def lines_of(before: GivenOrder, step: GivenOrder) -> Iterator[Line | RecordMark]:
    """Write one step: the order, the what-if branch that it opens, the digest of the turn that it ends."""
    assert step.order is not None
    if step.branch != before.branch:
        yield RecordMark("what-if", str(step.branch))
    yield line_of(step.order, step.thrown, said=step.said)
    if step.state.outcome or step.state.turn != before.state.turn:
        yield turn_mark(step.state)


def seen_marks(seen: Mapping[int, int], steps: Sequence[GivenOrder]) -> Iterator[RecordMark]:
    """Tell how many throws of each what-if branch have been seen, where these steps do not show it."""
    shown = dict[int, int]()
    for step in steps:
        shown[step.branch] = max(shown.get(step.branch, 0), step.state.thrown)
    more = sorted((branch, thrown) for branch, thrown in seen.items() if thrown > shown.get(branch, -1))
    for (thrown, _), alike in groupby(enumerate(more), lambda each: (each[1][1], each[1][0] - each[0])):
        branches = [branch for _, (branch, _) in alike]
        named = f"{branches[0]}-{branches[-1]}" if len(branches) > 1 else f"{branches[0]}"
        yield RecordMark("seen", f"{named} {thrown}")


def said_aloud(roll: Said | Sequence[Said] | None) -> tuple[Said, ...]:
    """Take what was said of the dice: nothing, one number or name, or several."""
    if roll is None:
        return ()
    return tuple(roll) if isinstance(roll, Sequence) and not isinstance(roll, str) else (roll,)


def as_printed(setup: Setup, order: Order) -> Order:
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
