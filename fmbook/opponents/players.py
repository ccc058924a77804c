"""The machine players, from the simplest to the one that thinks longest, and what each of them does."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Final

from fmbook.core.errors import NoSuchName
from fmbook.core.orders import Move, Order
from fmbook.core.state import State
from fmbook.engine.legality import legal, movers, question
from fmbook.opponents.at_random import at_random
from fmbook.opponents.greedy import LEAST, Idea, greedy, ideas_of, marches_of
from fmbook.opponents.search import Choice, Effort, Thought, thinking
from fmbook.opponents.strengths import strength
from fmbook.play.positions import Position

__all__ = ["OPPONENTS", "Opponent", "Player", "opponent", "players"]

Opponent = Callable[[Position, Random], Order]

SEES: Final = 0.6  # the share of its good ideas that a cadet has
THOUGHT: Final = Effort(48, 110_000)  # about a second of processor time an order in the longest games, less in others


@dataclass(frozen=True)
class Player:
    """A machine player. Call it with what its side may see and a source of chance, and it gives an order."""

    name: str
    says: str
    """What it does, in a sentence."""
    think: Callable[[Position, Random], Thought] = field(repr=False)
    """Thinks step by step, so that a page stays alive meanwhile; the last step is the choice."""

    @property
    def strength(self) -> str:
        """How strong it is, as measured against the player below it."""
        found = strength(self.name)
        names = [each.name for each in PLAYERS]
        below = names[max(names.index(self.name) - 1, 0)]
        return f"wins {found} against “{below}”" if found else "the weakest"

    def __call__(self, seen: Position, chance: Random) -> Order:
        """Think to the end and return the order."""
        return self.choice(seen, chance).order

    def choice(self, seen: Position, chance: Random) -> Choice:
        """Think to the end and return the order with all that was tried."""
        thought = self.think(seen, chance)
        while True:
            try:
                next(thought)
            except StopIteration as end:
                choice: Choice = end.value
                return choice


def _at_once(decide: Opponent, seen: Position, chance: Random) -> Thought:
    """Think without looking ahead: one step."""
    return Choice(decide(seen, chance))
    yield  # a generator all the same


def _with(effort: Effort, seen: Position, chance: Random) -> Thought:
    return thinking(seen, chance, effort)


def cadet(seen: Position, chance: Random) -> Order:
    """Return the best order among those that come to mind: like a beginner, it overlooks and it hurries."""
    state = seen.state
    ideas = [idea for idea in _ideas(state, chance) if chance.random() < SEES]
    if ideas:
        return max(ideas, key=lambda idea: idea.worth).order
    passing = [order for order in legal(state) if not order.takes]
    return chance.choice(passing or list(legal(state)))


def _ideas(state: State, chance: Random) -> Iterator[Idea]:
    for kind in question(state).offers:
        if kind is Move and not state.asks:
            marches = (idea for unit in movers(state) for idea in marches_of(state, unit))
            yield from (idea for idea in marches if idea.worth > LEAST)
        else:
            yield from ideas_of(state, kind, chance)


PLAYERS: Final = (
    Player("random", "Gives any order that the rules allow, by lot.", partial(_at_once, at_random)),
    Player("cadet", "Wants what pays at once, overlooks much of it and hurries.", partial(_at_once, cadet)),
    Player("sergeant", "Takes what pays most at once, by exact odds; does not look ahead.", partial(_at_once, greedy)),
    Player("captain", "Plays its best ideas on, short games to their end, before it orders.", partial(_with, THOUGHT)),
)
OPPONENTS: Final = {each.name: each for each in PLAYERS}
FORMER: Final = {
    "greedy": "sergeant",  # its name until there were others
    "colonel": "captain",  # it thought for longer, and was not seen to play better
}
OPPONENTS.update({name: OPPONENTS[now] for name, now in FORMER.items()})


def players() -> tuple[Player, ...]:
    """Return the machine players, from the simplest to the one that thinks longest; each knows its ``strength``.

    >>> import fmbook as fm
    >>> [player.name for player in fm.players()]
    ['random', 'cadet', 'sergeant', 'captain']
    """
    return PLAYERS


def opponent(name: str | Opponent) -> Opponent:
    """Return an opponent by its name; an opponent itself is returned as it is."""
    if callable(name):
        return name
    if name not in OPPONENTS:
        raise NoSuchName("opponent", name, OPPONENTS)
    return OPPONENTS[name]
