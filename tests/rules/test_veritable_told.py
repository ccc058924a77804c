"""Veritable in words: the score, and supply, which on the map only an overlay shows."""

import fmbook as fm
from fmbook.words import board_in_words, hex_in_words, unit_in_words
from tests.veritable_positions import CHOICE, front


def test_12_0_supply_is_told_of_the_game_of_a_hex_and_of_a_unit():
    game = front("a   b   c   d   e", "A1 1-9-4 d", "G1 1-1-1 c", phase=CHOICE, west_edge="a", east_edge="e")
    assert "Allied units without supply: A1." in board_in_words(game)
    assert "Supply: Allied." in hex_in_words(game, "a").splitlines()[0]
    assert "Out of supply: it attacks and defends with half." in unit_in_words(game, "A1")
    game.do("move-first")
    assert "It was found without supply and marches half as far." in unit_in_words(game, "A1")


def test_14_0_the_score_is_told_where_points_decide():
    assert "Victory points as things stand: 0." in board_in_words(fm.new_game("veritable"))
    assert "Victory points" not in board_in_words(fm.new_game("veritable", "cleve"))
    assert "Also: bonus." in unit_in_words(fm.new_game("veritable"), "1ARE")
