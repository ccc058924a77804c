"""Random games, the positions met in them, and every order that could be thought of in one."""

import os
from collections.abc import Iterator
from random import Random

import fmbook as fm
from fmbook.components.scenarios import scenario_names
from fmbook.components.setup import Setup
from fmbook.core.orders import VERBS, Order
from fmbook.engine.legality import question
from fmbook.opponents import opponent
from fmbook.play.game import Game
from fmbook.play.positions import Position
from tests.bench.exercise import SMALL, exercise_setup

DRILLS = scenario_names("drill")
"""Every drill."""
FIELDS = (*DRILLS, "exercise-1", "exercise-2")
"""Every drill, and two exercises drawn by lot: more ground than the drills have."""


def how_many(variable: str, usual: int) -> int:
    """Read from the environment how much to try; the suite tries a sample."""
    return int(os.environ.get(variable, usual))


def begin(field: str, seed: int) -> Game:
    """Begin a drill or an exercise."""
    name, _, number = field.partition("-")
    return Game(_exercise(int(number)), seed) if name == "exercise" else fm.new_game("drill", field, seed)


_KITS: dict[int, Setup] = {}


def _exercise(number: int) -> Setup:
    if number not in _KITS:
        _KITS[number] = exercise_setup(SMALL, number)
    return _KITS[number]


def play_on(game: Game, chance: Random) -> None:
    """Return one order drawn by lot, as the random opponent draws it."""
    game.do(opponent("random")(game, chance))


def play(field: str, seed: int) -> Iterator[Game]:
    """Play a random game to its end and stop at every position, the last one included."""
    game, chance = begin(field, seed), Random(seed)
    yield game
    while not game.outcome:
        play_on(game, chance)
        yield game


def positions_from(field: str, wanted: int) -> Iterator[Position]:
    """Sample positions from random games, about 20 from each."""
    found = seed = 0
    while found < wanted:
        keep = Random(seed)
        for game in play(field, seed):
            if found < wanted and keep.random() < 0.5:
                found += 1
                yield game.at(-1)
        seed += 1


def thought_of(position: Position, draw: Random, *, due: bool) -> Order:
    """Think of an order of any kind, or of one that is due, with any names."""
    setup = position.state.setup
    kinds = question(position.state).offers if due else tuple(VERBS.values())
    kind = draw.choice(kinds)
    names = {
        "unit": lambda: draw.choice(setup.units).id,
        "hex": lambda: draw.choice(setup.board.places),
        "marker": lambda: draw.choice(setup.markers).name,
    }
    return kind(*(names[sort]() for sort in kind.takes))
