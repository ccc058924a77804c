"""Veritable in words: the score, and supply, which on the map only an overlay shows."""

from typing import Any

import fmbook as fm
from fmbook.text import board_in_words, hex_in_words, unit_in_words
from tests.tools.veritable_positions import CHOICE, FIELD, front


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


def test_15_1_it_is_told_who_has_the_amphibious_vehicles():
    game = fm.new_game("veritable", options=("amphibious",))
    assert "amphibious" not in unit_in_words(game, "7Cdn")
    game.do("attach 7Cdn")
    assert "It has the amphibious vehicles." in unit_in_words(game, "7Cdn")
    assert "It has" not in unit_in_words(game, "8Cdn")
    assert "The amphibious vehicles are with 7Cdn." in board_in_words(game)


def test_15_3_1_it_is_told_that_cleve_is_a_fortress_while_it_is_one():
    units = ("A1 4-4-4 b2", "G1 1-1-4 b3", "A9 1-1-1 d1", "G9 1-1-1 a6")
    siege: dict[str, Any] = {"options": ("fortress-cleve",), "cleve": "b3"}
    game = front(FIELD, *units, facts={"fortress": "prepared"}, **siege)
    assert "It is a fortress." in hex_in_words(game, "b3").splitlines()[0]
    assert "fortress" not in hex_in_words(game, "b4").splitlines()[0]
    assert "fortress" not in hex_in_words(front(FIELD, *units, facts={"fortress": ""}, **siege), "b3")
