"""Sides in sentences: an Allied unit moves, but the Allies have won."""

import re

import pytest

import fmbook as fm
from fmbook.books.systems import SYSTEMS
from fmbook.core.sides import noun, opening
from fmbook.core.state import Outcome
from fmbook.text.boards import board_in_words, ending_in_words


def test_a_verb_agrees_with_the_noun_before_it():
    assert f"{opening('Allied'):holds its} fire" == "The Allies hold their fire"
    assert f"{opening('Blue'):holds its} fire" == "Blue holds its fire"
    assert f"what {noun('German'):has}, what {noun('Axis'):is}" == "what the Germans have, what the Axis is"


def test_a_noun_without_a_verb_stands_by_itself():
    assert f"{noun('Soviet')} of {noun('Red')}" == "the Soviets of Red"
    assert "{they:observes}, {they}".format(they=noun("Belgian")) == "the Belgians observe, the Belgians"


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_side_of_every_game_wins_in_good_english(system):
    sides = {side for name in fm.scenarios(system) for side in fm.new_game(system, str(name)).sides}
    for side in sides:
        ending = ending_in_words(Outcome(side, "won", "fm:4.0", "Time is up."))
        assert re.search(r"(Allies|Germans|Belgians|Soviets) have won\.$|(The Axis|Blue|Red) has won\.$", ending)


def test_the_board_in_words_says_whose_goal_a_place_is():
    said = board_in_words(fm.new_game("vimy", "hill_145"))
    assert "The goal of the Allies." in said
    assert "The Allies must hold it when turn" in said
