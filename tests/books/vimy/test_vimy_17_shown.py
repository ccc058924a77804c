"""Vimy 17.2 and 17.3 on the map and in words: aircraft over their hex, markers until their dice are thrown."""

from fmbook.core.mapsigns import Sign
from fmbook.play.game import Game
from fmbook.text import hex_in_words, unit_in_words
from tests.tools.vimy_positions import FIELD, GERMAN_MARCH, MARCH, SHELL, ridge, until

PAIR = ("A1 5-4-6 b2", "G1 3-4-5 b3", "G2 3-4-5 c3")


def shown(game: Game, kind: str) -> list[str]:
    return [game.board.name(sign.place) for sign in game.shown.signs if sign.kind == kind]


def test_17_3_an_aircraft_is_shown_and_told_of_until_the_german_turn():
    game = ridge(FIELD, *PAIR, phase=MARCH, aircraft=2)
    game.do("fly d5")
    game.do("fly b3")
    assert shown(game, "aircraft") == ["d5", "b3"]
    assert "An aircraft circles over it." in hex_in_words(game, "d5")
    assert "An aircraft circles over it." not in hex_in_words(game, "a1")
    until(game, GERMAN_MARCH)
    assert shown(game, "aircraft") == []


def test_17_2_a_marker_lies_on_its_target_until_its_die_is_thrown():
    game = ridge(FIELD, *PAIR, phase=SHELL)
    for unit in ("G1", "G2", "G1"):
        game.do(f"shell {unit}")
    assert shown(game, "shells") == ["b3", "b3", "c3"]
    assert "2 bombardment markers lie on it." in unit_in_words(game, "G1")
    assert "1 bombardment marker lies on it." in unit_in_words(game, "G2")
    game.do("end-phase")
    assert sorted(shown(game, "shells")) == ["b3", "b3", "c3"]
    game.do("roll", roll=6)
    assert shown(game, "shells") == ["c3"]
    assert Sign("shells", game.board.at("c3"), says="G2") in game.shown.signs
    game.do("roll", roll=6)
    assert shown(game, "shells") == []
    assert "marker" not in unit_in_words(game, "G2")
