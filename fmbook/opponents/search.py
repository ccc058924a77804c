"""Think by playing on: try the best ideas in many play-outs, and keep the one that wins most.

Flat Monte Carlo with sequential halving: a short list of orders, wider than greedy's; each is played on by quick
players for both sides, with fresh dice, the same for all; the worse half goes, until two are left. The enemy's
markers, which nobody sees, are dealt anew in each play-out. A long game is cut off and judged by what has been won.

The budget is counted in play-outs, never in seconds, and what is compared are whole numbers: a seed
gives the same game on every machine. Greedy's own order is left only for a gain that can be seen through the chance.
"""

from collections.abc import Generator, Sequence
from hashlib import blake2b
from random import Random
from typing import Final, NamedTuple

from fmbook.core.dice import Chance
from fmbook.core.orders import Move, Order
from fmbook.core.state import State
from fmbook.engine.legality import legal, movers, question
from fmbook.engine.resolution import perform
from fmbook.opponents.evaluation import standing
from fmbook.opponents.greedy import best_idea, ideas_of, marches_of
from fmbook.opponents.quick import Quick
from fmbook.play.positions import Position

__all__ = ["Choice", "Tried", "thinking"]

WON: Final = 2000
DRAWN: Final = 1000
HORIZON: Final = 100  # orders after which a play-out is cut off
STEEP: Final = 25  # by how much a hundredth of an army tips the judgement of a game that is cut off
SURELY: Final = 900  # at most so far from even: nothing is won before it is won
IDEAS, PLACES, LOTS = 6, 6, 3  # how many orders come from greedy, from the units' best places, by lot
QUIET: Final = frozenset({"support", "advance", "retreat", "rebuilding", "choice", "loss"})
"""Questions that greedy answers as well as a long search does, as measured."""


class Tried(NamedTuple):
    """An order and how its play-outs came out, each from 0 (lost) to 2,000 (won)."""

    order: Order
    results: tuple[int, ...]

    @property
    def share(self) -> float:
        """The chance of winning, from 0 to 1."""
        return sum(self.results) / (WON * len(self.results)) if self.results else 0.5


class Choice(NamedTuple):
    """What was chosen, and all that was tried, the best first; nothing was, where greedy knows as well."""

    order: Order
    tried: tuple[Tried, ...] = ()


Thought = Generator[None, None, Choice]
Trials = Generator[None, None, list[Tried]]


def thinking(seen: Position, chance: Random, budget: int) -> Thought:
    """Think about what to order; yields after each order that is played out, so that nobody has to wait."""
    state, salt = seen.state, chance.getrandbits(40)
    if question(state).what in QUIET:
        return Choice(best_idea(state, chance).order)
    arms = _candidates(state, chance)
    if len(arms) == 1:
        return Choice(arms[0])
    found = yield from _halved(state, arms, seen.unseen, salt, budget)
    return Choice(_preferred(found), tuple(sorted(found, key=_rank)))


def _halved(state: State, arms: Sequence[Order], unseen: int, salt: int, budget: int) -> Trials:
    """Share so many play-outs out: in each round the better half of what is left is tried again."""
    found, alive = [Tried(arm, ()) for arm in arms], list(range(len(arms)))
    rounds = (len(arms) - 1).bit_length()
    for _ in range(rounds):
        for arm in alive:
            for _ in range(max(1, budget // (len(alive) * rounds))):
                order, results = found[arm]
                result = yield from _played_out(state, order, unseen, _derived(salt, len(results)))
                found[arm] = Tried(order, (*results, result))
        alive = sorted(alive, key=lambda arm: (_rank(found[arm]), arm))[: max(2, (len(alive) + 1) // 2)]
        alive = alive if 0 in alive else [*alive[:-1], 0]  # greedy's order stays to the end
    return found


def _rank(tried: Tried) -> int:
    return -(sum(tried.results) * 1000 // max(len(tried.results), 1))


def _preferred(found: Sequence[Tried]) -> Order:
    """Leave greedy's order, the first, for half a standard error and more."""
    usual = found[0]
    best = min((tried for tried in found if len(tried.results) >= len(usual.results) // 2), key=_rank)
    count = min(len(best.results), len(usual.results))
    new, old = sum(best.results[:count]), sum(usual.results[:count])
    spread = sum((part + WON) * (count * WON - part + WON) for part in (new, old))  # twice the variance, smoothed
    return best.order if new > old and 4 * count * (new - old) ** 2 >= spread else usual.order


def _played_out(state: State, order: Order, unseen: int, seed: int) -> Generator[None, None, int]:
    """Play a game on from an order, to its end or the horizon: how it came out for the side that gives it."""
    side = state.side
    now, chance, players = _dealt(state, side, unseen, seed), Random(seed), (Quick(), Quick())  # noqa: S311
    for _ in range(HORIZON):
        now = perform(now, order, Chance(seed, now.thrown), [])
        yield
        if now.outcome:
            winner = now.outcome.winner
            return DRAWN if winner is None else WON * (winner == state.setup.sides[side])
        order = players[now.side](now, chance)
    won = round(STEEP * (standing(now, side) - standing(state, side)))
    return DRAWN + max(-SURELY, min(SURELY, won))


def _dealt(state: State, side: int, unseen: int, seed: int) -> State:
    """Deal the enemy's markers anew from all that there are: as many as are known to be in hand."""
    pools = state.setup.data.get("pools")
    if not unseen or not pools:
        return state.but()
    pool = list(pools[1 - side])
    dealt = tuple(sorted(Random(seed + 1).sample(pool, min(unseen, len(pool)))))  # noqa: S311 - chance of a game
    return state.but(hands=(state.hands[0], dealt) if side == 0 else (dealt, state.hands[1]))


def _candidates(state: State, chance: Random) -> list[Order]:
    """List what is worth trying: greedy's order first, its other ideas, what passes, good places, some by lot."""
    orders = [best_idea(state, chance).order]
    ideas = [idea for kind in question(state).offers for idea in ideas_of(state, kind, chance)]
    orders += [idea.order for idea in sorted(ideas, key=lambda idea: -idea.worth)[:IDEAS]]
    possible = legal(state)
    orders += [order for order in possible if not order.takes]
    if Move in question(state).offers and not state.asks:
        orders += _good_places(state)
    rest = [order for order in possible if order not in orders]
    orders += chance.sample(rest, min(LOTS, len(rest)))
    return list(dict.fromkeys(orders))


def _good_places(state: State) -> list[Order]:
    """List the best march of each unit, the best of them only."""
    ideas = [idea for unit in movers(state) for idea in marches_of(state, unit)]
    return [idea.order for idea in sorted(ideas, key=lambda idea: -idea.worth)[:PLACES]]


def _derived(salt: int, number: int) -> int:
    return int.from_bytes(blake2b(f"{salt} {number}".encode(), digest_size=6).digest(), "big")
