"""Small games as text, for the tests of records, saves and journals."""

import pytest

import fmbook as fm
from fmbook.core.verdicts import Bar
from fmbook.play.game import Game
from fmbook.record.records import digest

__all__ = ["HEAD", "OPENING", "flank", "no_aldermill", "refused", "same", "to_a_roll", "whole_game"]

HEAD = "fmbook: 1\nsystem: drill\nscenario: flank\nseed: 3\n\n"
OPENING = ("end-phase", "attack 0404", "join B1", "ready")


def flank(*orders: str, seed: int = 3) -> Game:
    game = fm.new_game("drill", "flank", seed)
    for order in orders:
        said, _, roll = order.partition(" = ")
        game.do(said, roll=int(roll) if roll else None)
    return game


def whole_game(scenario: str = "flank", seed: int = 3) -> Game:
    game = fm.new_game("drill", scenario, seed)
    return fm.play_out(game, dict.fromkeys(game.sides, "random"))


def same(one: Game, other: Game) -> bool:
    return one.record() == other.record() and digest(one.state) == digest(other.state)


def refused(text: str, **more) -> fm.RecordError:
    with pytest.raises(fm.RecordError) as caught:
        fm.replay(text, **more)
    return caught.value


@fm.forbids("house:no_aldermill", fm.Attack, bars="hexes")
def no_aldermill(state, side):
    """Nobody attacks Aldermill."""
    yield Bar({state.board.at("0404")}, "{hex} is sacred ground", "leave it alone")


def to_a_roll(seed: int = 3) -> Game:
    game = flank(*OPENING, seed=seed)
    while not game.can("roll"):
        game.do("hold-fire")
    return game
