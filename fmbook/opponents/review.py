"""Look back on a game: its chances after every turn, and where they changed whether by a throw or by an order.

A position is worth what quick players make of it for both sides, played to the end many times with fresh dice. The
curve is drawn coarse first and finer where it moves: the ends of turns, then the middle of whatever changed by much,
down to single orders. What a single order changed is *luck* (what fell, beside what could have fallen) or *judgement*
(the order, beside what quick players do instead). What no look was taken into is told as such. Every figure is a count
of play-outs, the same on every machine.

The chances are those of the game as it was dealt: both hands are known. A better order is sought and counted by what
its side could see: the other hand is dealt anew in each play-out.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise
from math import sqrt
from random import Random
from typing import Final, NamedTuple

from fmbook.core.dice import Chance
from fmbook.core.events import Rolled
from fmbook.core.orders import Order
from fmbook.core.state import State
from fmbook.engine.legality import legal
from fmbook.engine.resolution import perform
from fmbook.opponents.quick import Quick
from fmbook.opponents.search import Effort, dealt, derived, thinking
from fmbook.opponents.strengths import Share, between
from fmbook.play.chances import outlook
from fmbook.play.game import Game
from fmbook.play.given import GivenOrder

__all__ = ["Better", "Change", "Findings", "Moment", "Progress", "reviewing"]

POINTS: Final = 26  # so many moments are looked at, at most
WORK: Final = 8_000  # play-outs of a moment times orders of the game, about
FEWEST, MOST = 16, 100  # play-outs of a moment
MUCH: Final = 5  # points of a hundred that are worth a closer look
THREE: Final = 3  # orders, and throws, that are named
THOUGHT: Final = Effort(64, 130_000)  # what the search for a better order may cost
TOO_LONG: Final = 3_000  # orders of a play-out that is then called a draw


class Progress(NamedTuple):
    """How many play-outs are done, of how many, about."""

    done: int
    total: int


class Moment(NamedTuple):
    """A point of the curve: after so many orders, in which turn, with which chance for the first side."""

    number: int
    turn: int
    chance: Share


class Better(NamedTuple):
    """Another order, and by how many points of a hundred it would have been better, with the standard error."""

    order: Order
    by: float
    error: float


class Change(NamedTuple):
    """What a single order changed, in points of a hundred for the first side."""

    number: int  # of the order, the first is 1
    turn: int
    side: str
    order: Order
    luck: float
    judgement: float
    error: float  # the standard error of either
    fell: str = ""  # what the dice said
    share: float | None = None  # how often they say so
    better: Better | None = None

    @property
    def is_clear(self) -> bool:
        """Whether the greater part of it can be told from chance."""
        return max(abs(self.luck), abs(self.judgement)) >= 2 * self.error


@dataclass(frozen=True)
class Findings:
    """All that was found about a game."""

    sides: tuple[str, str]
    turn_word: str
    curve: tuple[Moment, ...]
    changes: tuple[Change, ...]
    winner: str | None
    is_over: bool

    def luck(self, side: str) -> float:
        """Return what luck gave a side, in points of a hundred."""
        return self._for(side) * sum(change.luck for change in self.changes)

    def judgement(self, of: str, side: str) -> float:
        """Return what the orders of one side were worth to a side."""
        return self._for(side) * sum(change.judgement for change in self.changes if change.side == of)

    def chance(self, side: str, moment: int) -> float:
        """Return the chance of a side at the first moment (0) or the last (-1), in points of a hundred."""
        chance = 100 * self.curve[moment].chance.share
        return chance if side == self.sides[0] else 100 - chance

    def rest(self, side: str) -> float:
        """Return what changed in small steps, into which no look was taken."""
        found = self.luck(side) + sum(self.judgement(each, side) for each in self.sides)
        return self.chance(side, -1) - self.chance(side, 0) - found

    @property
    def costly(self) -> tuple[Change, ...]:
        """The orders that cost the side that gave them most, the dearest first."""
        lost = [change for change in self.changes if self._for(change.side) * change.judgement < 0]
        return tuple(sorted(lost, key=lambda change: self._for(change.side) * change.judgement)[:THREE])

    @property
    def turning(self) -> tuple[Change, ...]:
        """The throws that changed most."""
        return tuple(sorted((each for each in self.changes if each.luck), key=lambda each: -abs(each.luck))[:THREE])

    @property
    def named(self) -> tuple[Change, ...]:
        """All orders and throws that are named, in the order of the game: the first has the number 1."""
        return tuple(sorted({*self.costly, *self.turning}, key=lambda each: each.number))

    def _for(self, side: str) -> int:
        return 1 if side == self.sides[0] else -1


def reviewing(game: Game) -> Generator[Progress, None, Findings]:
    """Review a game step by step; the last step is what was found."""
    found = _Reviewer(game)
    yield from found.curve()
    changes = yield from found.changes()
    return Findings(
        game.sides, game.turn_word, tuple(found.moments()), tuple(changes),
        game.outcome.winner if game.outcome else None, bool(game.outcome),
    )  # fmt: skip


Counting = Generator[Progress, None, int]


class _Reviewer:
    """Works a review out. Chances are counted in halves of games, of twice as many as are played for a moment."""

    def __init__(self, game: Game) -> None:
        self._game, self._steps = game, game.steps
        self._states = [game.at(0).state, *(step.state for step in self._steps)]
        self._games = max(FEWEST, min(MOST, WORK // max(len(self._steps), 1)))
        self._salt = int.from_bytes(blake2b(game.record().encode(), digest_size=6).digest(), "big")
        self._known: dict[int, int] = {}
        self._done = 0

    # --- the curve ------------------------------------------------------------------------

    def curve(self) -> Generator[Progress, None, None]:
        """Look at the ends of turns, then at the middle of what changed most."""
        for number in self._ends_of_turns():
            yield from self._look(number)
        while len(self._known) < POINTS and (middle := self._middle()) is not None:
            yield from self._look(middle)

    def _ends_of_turns(self) -> list[int]:
        last = len(self._steps)
        ends = [number for number in range(1, last) if self._states[number].turn != self._states[number - 1].turn]
        every = 1 + 2 * len(ends) // POINTS
        return sorted({0, *ends[::every], last})

    def _middle(self) -> int | None:
        """Return the moment in the middle of the greatest change that takes more than one order."""
        spans = [(abs(self._known[b] - self._known[a]), a, b) for a, b in pairwise(sorted(self._known)) if b > a + 1]
        change, start, end = max(spans, default=(0, 0, 0))
        return (start + end) // 2 if 100 * change >= MUCH * 2 * self._games else None

    def _look(self, number: int) -> Generator[Progress, None, None]:
        self._known[number] = yield from self._count(self._states[number], None, number)

    def moments(self) -> Iterator[Moment]:
        """List the points of the curve."""
        for number, halves in sorted(self._known.items()):
            yield Moment(number, self._states[number].turn, between(halves, self._games))

    # --- luck and judgement -------------------------------------------------------------------

    def changes(self) -> Generator[Progress, None, list[Change]]:
        """Tell luck from judgement wherever single orders changed much."""
        found = list[Change]()
        for number, after in pairwise(sorted(self._known)):
            if after == number + 1 and 100 * abs(self._known[after] - self._known[number]) >= MUCH * 2 * self._games:
                found.append((yield from self._change(number)))
        return (yield from self._bettered(found))

    def _change(self, number: int) -> Generator[Progress, None, Change]:
        step, before = self._steps[number], self._states[number]
        assert step.order
        start, end = self._known[number], self._known[number + 1]
        expected = end
        if step.thrown:
            is_forced = len(legal(before)) == 1
            expected = start if is_forced else (yield from self._count(before, step.order, -number - 1))
        fell, share = _fallen(before, step) if step.thrown else ("", None)
        luck, judgement = self._points(end - expected), self._points(expected - start)
        side = self._game.sides[before.side]
        return Change(number + 1, before.turn, side, step.order, luck, judgement, self._error(end, start), fell, share)

    def _bettered(self, found: list[Change]) -> Generator[Progress, None, list[Change]]:
        """Look for a better order beside those that cost most."""
        sides = self._game.sides
        lost = [change.judgement * (1 if change.side == sides[0] else -1) for change in found]
        for index in sorted(range(len(found)), key=lambda index: lost[index])[:THREE]:
            if lost[index] < 0:
                better = yield from self._better(found[index])
                found[index] = found[index]._replace(better=better)
        return found

    def _better(self, change: Change) -> Generator[Progress, None, Better | None]:
        before = self._states[change.number - 1]
        seen = self._game.at(change.number - 1).seen_by(change.side)
        thought = thinking(seen, Random(self._salt), THOUGHT)  # noqa: S311 - the same review every time
        while True:
            try:
                next(thought)
                yield self._progress()
            except StopIteration as end:
                choice = end.value
                break
        if choice.order == change.order:
            return None
        other = yield from self._count(before, choice.order, change.number + 10**6, seen.unseen)
        given = yield from self._count(before, change.order, change.number + 10**6, seen.unseen)
        by = self._points(other - given) * (1 if change.side == self._game.sides[0] else -1)
        return Better(choice.order, by, self._error(other, given)) if by > 0 else None

    # --- counting -------------------------------------------------------------------------

    def _count(self, state: State, order: Order | None, about: int, unseen: int = 0) -> Counting:
        """Count the halves that the first side wins from a position, or after an order in it.

        So many markers of the other hand are dealt anew each time; without a number they are as they were.
        """
        halves = 0
        for number in range(self._games):
            seed = derived(self._salt + about, number)
            playing = _playing_out(dealt(state, state.side, unseen, seed), order, seed)
            while True:
                try:
                    next(playing)
                except StopIteration as end:
                    halves += end.value
                    break
                yield self._progress()  # in the middle of a play-out: one of a long game may take half a second
            self._done += 1
        return halves

    def _progress(self) -> Progress:
        """Tell how far it has come; how much there is to do is known only at the end."""
        return Progress(self._done, max(self._done, (POINTS + 3 * THREE) * self._games))

    def _points(self, halves: int) -> float:
        return 100 * halves / (2 * self._games)

    def _error(self, *halves: int) -> float:
        shares = [(each + 1) / (2 * self._games + 2) for each in halves]
        return 100 * sqrt(sum(share * (1 - share) for share in shares) / self._games)


def _playing_out(state: State, order: Order | None, seed: int) -> Generator[None, None, int]:
    """Play a position to its end, order by order: two for the first side, one for a draw."""
    now, chance, players = state, Random(seed), (Quick(), Quick())  # noqa: S311 - chance of a game
    for _ in range(TOO_LONG):
        if now.outcome:
            winner = now.outcome.winner
            return 1 if winner is None else 2 * (winner == now.setup.sides[0])
        now = perform(now, order or players[now.side](now, chance), Chance(seed, now.thrown), [])
        order = None
        yield
    return 1


def _fallen(before: State, step: GivenOrder) -> tuple[str, float | None]:
    """Say what the dice said, and how often they say so."""
    fell = ", then ".join(entry.event.result for entry in step.entries if isinstance(entry.event, Rolled))
    assert step.order
    seen = outlook(before, step.order)
    share = seen.odds.get(fell) if seen else None
    return fell or "as it was drawn", None if share is None else float(share)
