"""Think by playing on: try the best ideas in many play-outs, and keep the one that does best.

Flat Monte Carlo with sequential halving: a short list of orders, wider than greedy's; each is played on by quick
players for both sides, with fresh dice, the same for all; the worse half goes, until two are left. The enemy's
markers, which nobody sees, are dealt anew in each play-out. A short game is played to its end; a long one is cut off
once both sides have had a turn, and judged by what has been won.

The effort is counted in play-outs and in orders that are played out, never in seconds, and what is compared are whole
numbers: a seed gives the same game on every machine. An order on a full map is charged more than one among few units,
for it takes longer to think of; where play-outs are long, fewer orders are tried. Greedy's own order is left only for a
gain that can be seen through the chance.
"""

from collections.abc import Generator, Sequence
from hashlib import blake2b
from itertools import chain, zip_longest
from random import Random
from typing import Final, NamedTuple, final

from fmbook.core.dice import Chance
from fmbook.core.orders import Move, Order
from fmbook.core.state import State
from fmbook.engine.legality import legal, movers, question
from fmbook.engine.resolution import perform
from fmbook.opponents.evaluation import standing
from fmbook.opponents.greedy import NOTHING_BETTER, Idea, best_idea, ideas_of, marches_of
from fmbook.opponents.quick import Quick
from fmbook.play.positions import Position

__all__ = ["Choice", "Effort", "Tried", "dealt", "derived", "thinking"]

WON: Final = 2000
DRAWN: Final = 1000
HORIZON: Final = 100, 160  # so many orders are played out at least, at most; between them, until both had a turn
STEEP: Final = 25  # by how much a hundredth of an army tips the judgement of a game that is cut off
SURELY: Final = 900  # at most so far from even: nothing is won before it is won
IDEAS, PLACES, LOTS = 6, 6, 3  # how many orders come from greedy, from the units' best places, by lot
EACH: Final = 4  # so many play-outs must the budget have for each order that is tried, on average
ALONE: Final = 30  # what an order costs to think of beside the units on the map, of which each costs one

Playing = Generator[None, None, int]


class Tried(NamedTuple):
    """An order and how its play-outs came out, each from 0 (lost) to 2,000 (won)."""

    order: Order
    results: tuple[int, ...]

    @property
    def share(self) -> float:
        """The chance of winning, from 0 to 1."""
        return sum(self.results) / (WON * len(self.results)) if self.results else 0.5


class Effort(NamedTuple):
    """How much thought an order is worth: play-outs at most, and orders played out, each times the units on the map."""

    tries: int
    work: int


class Choice(NamedTuple):
    """What was chosen, and all that was tried, the best first; nothing was, where greedy knows as well."""

    order: Order
    tried: tuple[Tried, ...] = ()


Thought = Generator[None, None, Choice]


def thinking(seen: Position, chance: Random, effort: Effort) -> Thought:
    """Think about what to order; yields after each order that is played out, so that nobody has to wait."""
    state, salt = seen.state, chance.getrandbits(40)
    if question(state).routine:
        return Choice(best_idea(state, chance).order)
    orders = _candidates(state, chance)
    if len(orders) == 1:
        return Choice(orders[0])
    usual = _Arm(state, orders[0], seen.unseen, salt)
    yield from usual.play_out()
    arms = [usual, *(_Arm(state, order, seen.unseen, salt) for order in orders[1 : _affordable(effort, usual.spent)])]
    yield from _halved(arms, effort)
    tried = sorted((Tried(arm.order, tuple(arm.results)) for arm in arms), key=_rank)
    return Choice(_preferred(arms).order, tuple(tried))


def _affordable(effort: Effort, spent: int) -> int:
    """Return how many orders can be tried often enough, when a play-out costs so much."""
    return max(2, min(effort.tries, effort.work // spent) // EACH)


def _halved(arms: "Sequence[_Arm]", effort: Effort) -> Generator[None, None, None]:
    """Share the effort out: in each round the better half of what is left is tried again."""
    alive, rounds = list(arms), (len(arms) - 1).bit_length()
    for _ in range(rounds):
        tries, work = (each // (rounds * len(alive)) for each in effort)
        for arm in alive:
            enough, until = len(arm.results) + max(1, tries), arm.spent + work
            while len(arm.results) < enough and arm.spent < until:
                yield from arm.play_out()
        alive = sorted(alive, key=_rank)[: max(2, (len(alive) + 1) // 2)]
        alive = alive if arms[0] in alive else [*alive[:-1], arms[0]]  # greedy's order stays to the end


def _rank(tried: "Tried | _Arm") -> int:
    return -(sum(tried.results) * 1000 // max(len(tried.results), 1))


def _preferred(arms: "Sequence[_Arm]") -> "_Arm":
    """Leave greedy's order, the first, for half a standard error and more."""
    usual = arms[0]
    best = min((arm for arm in arms if 2 * len(arm.results) >= len(usual.results)), key=_rank)
    gains = [new - old for new, old in zip(best.results, usual.results, strict=False)]  # of the same dice each
    gain, squares, count = sum(gains), sum(each * each for each in gains) + DRAWN * DRAWN, len(gains)
    return best if gain > 0 and (4 * count + 1) * gain * gain >= count * squares else usual


@final
class _Arm:
    """An order that is tried: how it came out so far, and what that took.

    Until dice fall or the enemy decides, each of its play-outs is the same, and is played once.
    """

    def __init__(self, state: State, order: Order, unseen: int, salt: int) -> None:
        self.order, self.results, self.spent = order, list[int](), 0
        self._root, self._unseen, self._salt = state, unseen, salt
        self._before = standing(state, state.side)
        self._fork: tuple[State, Quick, Order] | None = None

    def play_out(self) -> Generator[None, None, None]:
        """Play once more to the end or the horizon."""
        if self._fork is None:
            self._fork = yield from self._up_to_chance()
        self.results.append((yield from self._on(derived(self._salt, len(self.results)))))

    def _up_to_chance(self) -> Generator[None, None, tuple[State, Quick, Order]]:
        root, lot, own = self._root, Random(self._salt), Quick()  # noqa: S311
        now, order = dealt(root, root.side, self._unseen, self._salt), self.order
        while True:
            before, after = now, perform(now, order, Chance(self._salt, now.thrown), [])
            self._charge(after)
            yield
            if after.thrown != root.thrown or after.outcome or after.side != root.side:
                return before, own, order
            now, order = after, own(after, lot)

    def _charge(self, state: State) -> None:
        self.spent += ALONE + len(state.on_map(0)) + len(state.on_map(1))

    def _on(self, seed: int) -> Playing:
        """Play on from where dice fall or the enemy decides: how it comes out for the side that thinks."""
        assert self._fork
        now, own, order = self._fork
        side = self._root.side
        players = (own.again(), Quick()) if side == 0 else (Quick(), own.again())
        now, chance = dealt(now, side, self._unseen, seed), Random(seed)  # noqa: S311
        phases = 0
        for count in range(HORIZON[1]):
            here = now.phase.side
            now = perform(now, order, Chance(seed, now.thrown), [])
            self._charge(now)
            yield
            phases += now.phase.side != here
            if now.outcome:
                winner = now.outcome.winner
                return DRAWN if winner is None else WON * (winner == now.setup.sides[side])
            if phases >= 2 and count >= HORIZON[0] and not now.asks:
                break
            order = players[now.side](now, chance)
        won = round(STEEP * (standing(now, side) - self._before))
        return DRAWN + max(-SURELY, min(SURELY, won))


def dealt(state: State, side: int, unseen: int, seed: int) -> State:
    """Deal the markers that a side does not see anew from all that there are: as many as are known to be in hand."""
    pools = state.setup.data.get("pools")
    if not unseen or not pools:
        return state.but()
    pool = list(pools[1 - side])
    other = tuple(sorted(Random(seed + 1).sample(pool, min(unseen, len(pool)))))  # noqa: S311 - chance of a game
    return state.but(hands=(state.hands[0], other) if side == 0 else (other, state.hands[1]))


def _candidates(state: State, chance: Random) -> list[Order]:
    """List what is worth trying: greedy's order first, then by turns what passes, good places, other ideas, lots."""
    ideas = [idea for kind in question(state).offers for idea in ideas_of(state, kind, chance)]
    possible = legal(state)
    ideas = ideas or [Idea(0.0, chance.choice(possible), NOTHING_BETTER)]
    best = max(ideas, key=lambda idea: idea.worth).order
    sources = (
        (order for order in possible if not order.takes),
        _good_places(state),
        (idea.order for idea in sorted(ideas, key=lambda idea: -idea.worth)[:IDEAS]),
        chance.sample(possible, min(LOTS, len(possible))),
    )
    by_turns = chain.from_iterable(zip_longest(*sources))
    return list(dict.fromkeys([best, *(order for order in by_turns if order)]))


def _good_places(state: State) -> list[Order]:
    """List the best march of each unit, the best of them only."""
    if Move not in question(state).offers or state.asks:
        return []
    ideas = [idea for unit in movers(state) for idea in marches_of(state, unit)]
    return [idea.order for idea in sorted(ideas, key=lambda idea: -idea.worth)[:PLACES]]


def derived(salt: int, number: int) -> int:
    """Return a seed of its own for each play-out."""
    return int.from_bytes(blake2b(f"{salt} {number}".encode(), digest_size=6).digest(), "big")
