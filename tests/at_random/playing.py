"""How a game is played at random, and what a module of this folder says about its own."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

import fmbook as fm
from fmbook.components.scenarios import scenario_names
from fmbook.core.orders import Move
from fmbook.core.state import State
from fmbook.play.game import Game
from fmbook.play.positions import Position
from tests.tools.random_play import how_many, play_on

BOUND = 4000
"""No random game may take more orders than this; the longest takes some 1,300."""


@dataclass(frozen=True)
class Wild:
    """What random play of a system looks for."""

    system: str
    keeps: Callable[[State | None, Game], None]
    """Asserts what must hold now, and since the state before, if there was one."""
    kinds: str
    """The kinds of orders that come up."""
    shown: tuple[tuple[str, tuple[str, ...]], ...]
    """Scenarios with options in which they do, in a few games."""
    options: tuple[tuple[str, ...], ...] = ((),)
    eagerly: Callable[[Game, Random], None] = play_on
    """How an order is given in every other game."""

    @property
    def fields(self) -> Iterator["Field"]:
        """Every scenario, with each set of options."""
        return (Field(self, name, options) for name in scenario_names(self.system) for options in self.options)


@dataclass(frozen=True)
class Field:
    """A scenario with options."""

    wild: Wild
    scenario: str
    options: tuple[str, ...]

    def __str__(self) -> str:
        return "-".join((self.wild.system, self.scenario, *self.options))

    @property
    def can_be_kept(self) -> bool:
        """Whether a save or a code can name what is played."""
        return True

    def begin(self, seed: int) -> Game:
        return fm.new_game(self.wild.system, self.scenario, seed, options=self.options)

    def play(self, seed: int) -> Iterator[Game]:
        """Play a random game to its end and stop at every position; in every other one play eagerly."""
        game, chance = self.begin(seed), Random(seed)
        give = self.wild.eagerly if seed % 2 else play_on
        yield game
        while not game.outcome:
            give(game, chance)
            yield game
            assert len(game.orders) < BOUND, "an endless game"

    def positions(self) -> Iterator[Position]:
        """Sample positions from random games, at most 40 from each; 300 of a system, unless more are wanted."""
        left, seed = how_many("FMBOOK_POSITIONS", 300) // len(tuple(self.wild.fields)), 0
        while left > 0:
            met = [Position(game.state) for game in self.play(seed)]
            taken = Random(seed).sample(met, min(40, left, len(met)))
            yield from taken
            left, seed = left - len(taken), seed + 1


def seek_a_fight(game: Game, chance: Random) -> None:
    """Draw some orders by lot; fight or land if one of them does, else take the march that ends nearest to an enemy."""
    units = game.movers()
    orders = game.legal(unit=chance.choice(units)) if units and chance.random() < 0.9 else ()
    drawn = chance.choices(orders or game.legal(), k=6)
    fighting = [order for order in drawn if order.verb in ("attack", "join", "shell", "land")]
    marches = [order for order in drawn if isinstance(order, Move)]
    board, enemies = game.board, game.state.forces[1 - game.state.side].places
    if marches and enemies and not fighting:
        game.do(min(marches, key=lambda order: min(board.distance(board.at(order.to), place) for place in enemies)))
    else:
        game.do((fighting or drawn)[0])


def keep_busy(game: Game, chance: Random) -> None:
    """Whoever can do something mostly does not end his phase."""
    busy = [order for order in game.legal() if order.verb not in ("end-phase", "hold-fire", "stay-back")]
    if busy and chance.random() < 0.8:
        game.do(chance.choice(busy))
    else:
        play_on(game, chance)
