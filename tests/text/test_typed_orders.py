"""Whatever may be ordered may be typed: in every game the notation of the record gives that very order."""

from random import Random

import pytest

import fmbook as fm
from fmbook.text.commands import COMMANDS
from fmbook.text.parsing import read_order, read_throws, understand
from tests.tools.eben_positions import roof
from tests.tools.random_play import play_on

SHORT = {
    "drill": "flank",
    "vimy": "hill_145",
    "scheldt": "braakman",
    "eben_emael": "first_minutes",
    "veritable": "first_days",
}


def typed(game: fm.Game, line: str) -> str:
    """The order that a line gives in this position."""
    heard, _said = read_throws(understand(line, game.at(-1), COMMANDS))
    return str(read_order(game.at(-1), heard))


@pytest.mark.parametrize("system", SHORT)
def test_every_order_of_a_random_game_can_be_typed_as_the_record_writes_it(system):
    game, chance = fm.new_game(system, SHORT[system], seed=11), Random(11)
    for _step in range(150):
        if game.outcome:
            break
        orders = game.legal()
        for order in chance.sample(orders, min(8, len(orders))):
            assert typed(game, str(order)) == str(order)
        play_on(game, chance)


def test_a_word_that_is_a_verb_of_this_game_means_that_verb_and_elsewhere_its_everyday_meaning():
    game = roof("G5 8 S17", "P1 20 S14")
    assert typed(game, "fire G5 S14") == "fire G5 S14"
    assert typed(game, "fall-back S11") == typed(game, "fall back S11") == "fall-back S11"
    flank = fm.new_game("drill", "flank")
    assert typed(flank, "fall back B1 0304") == "retreat B1 0304"
    assert typed(flank, "fire 1") == "support +1"
