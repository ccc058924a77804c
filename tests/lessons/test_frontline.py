"""The front of that hour in fact: on hexes of the board, dated, ours, and how the game differs in one sentence."""

from itertools import pairwise
from pathlib import Path

import pytest

import fmbook as fm
from fmbook.lessons.frontline import FrontLine, fronts
from fmbook.lessons.sidelights import Sidelight
from fmbook.lessons.theatre import load_theatre
from fmbook.text import Talk

PLAYED = Path(__file__).parents[1] / "playthroughs"
each_system = pytest.mark.parametrize("system", ["scheldt", "veritable", "vimy"])


def test_where_nobody_knows_of_a_front_none_is_drawn():
    assert fronts() == ("scheldt", "veritable", "vimy")
    assert Sidelight(fm.new_game("eben_emael")).front() == ""
    assert "Nobody knows of a front" in Talk(fm.new_game("drill", "march")).answer("front")


@each_system
def test_each_line_lies_on_the_board_and_its_turns_go_on_with_the_story(system):
    game = fm.new_game(system)
    turns = [moment.turn for moment in load_theatre(system).plan.moment]
    assert turns[0] == 0
    assert all(before < after for before, after in pairwise(turns))
    assert turns[-1] <= game.setup.turns
    for turn in range(1, game.setup.turns + 1):
        assert all(len(line) > 1 for line in FrontLine(game).lines(turn))


@each_system
def test_a_line_is_said_to_be_drawn_for_this_book_and_names_its_sources(system):
    said = FrontLine(fm.new_game(system)).says(0)
    assert "The line is drawn for this book; sources: " in said
    assert said.startswith("The front in fact (19")


def test_how_far_a_game_is_behind_is_told_of_the_places_that_had_fallen_by_then():
    said = FrontLine(fm.new_game("vimy")).says(0)
    assert "The Canadians stood at La Folie Farm by then; yours are 6 hexes short of it." in said


def test_a_place_that_was_taken_and_left_behind_counts_and_one_that_came_early_is_told():
    game = fm.replay((PLAYED / "veritable-operation.txt").read_text(encoding="utf-8"))
    line = FrontLine(game)
    sixth = next(number for number in range(len(game.orders)) if game.at(number).turn == 6)
    assert "have reached the same places" in line.says(sixth)
    braakman = fm.replay((PLAYED / "scheldt-braakman.txt").read_text(encoding="utf-8"))
    assert "they have reached Hoofdplaat already" in FrontLine(braakman).says(len(braakman.orders))


def test_in_words_the_front_may_be_asked_for():
    speaker = Talk(fm.new_game("vimy"), "Allied", aside=Sidelight)
    assert "short of it" in speaker.answer("front")
