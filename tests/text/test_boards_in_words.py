"""The board in words: what the map shows, in lines that read well aloud."""

import unicodedata

import pytest

from fmbook.core.errors import NoSuchName
from fmbook.library.lookups import scenarios
from fmbook.play.game import new_game
from fmbook.text import board_in_words, board_sections, hex_in_words, unit_in_words
from tests.tools.positions import position

MARCH = """\
A march through a zone of control:
Turn 1 of 3, Blue movement phase.
Blue: move your units, one by one. Rule 4.1.
Goal: 0406 Eastbrook. Blue must reach it by the end of turn 3. R2 stands there. \
B1 is the nearest Blue unit, 5 hexes away.

Blue, 3 units on the map:
B1 at 0401, clear, on the road. Nearest enemy: R1 at 0305, 4 hexes east. \
Infantry of the 1st Brigade, attack 5, defence 4, movement 5, full strength.
B2 at 0302, clear. Nearest enemy: R1 at 0305, 3 hexes east. \
Infantry of the 1st Brigade, attack 5, defence 4, movement 5, full strength.
B3 at 0501, clear. Nearest enemy: R1 at 0305, 5 hexes north-east. \
Armour of the 2nd Brigade, attack 4, defence 3, movement 6, full strength.

Red, 2 units on the map:
R1 at 0305 Beacon Hill, hill. Nearest enemy: B2 at 0302, 3 hexes west. \
Infantry, attack 3, defence 4, movement 5, full strength.
R2 at 0406 Eastbrook, town, on the road. Nearest enemy: B1 at 0401, 5 hexes west. \
Infantry, attack 3, defence 4, movement 5, full strength.
R3 is to come on turn 2, at 0309, 0409 or 0509.

Places to know:
0406 Eastbrook: town, on the road. The goal of Blue. Red: R2.
0305 Beacon Hill: hill. Red: R1.
0404 Aldermill: town, on the road. Nobody is there."""


def test_the_opening_of_the_march_reads_well_aloud():
    assert board_in_words(new_game("drill", "march")) == MARCH


def test_the_short_board_has_a_line_a_side():
    said = board_in_words(new_game("drill", "march"), compact=True)
    assert "B1 at 0401, B2 at 0302 and B3 at 0501." in said
    assert "Places to know" not in said


@pytest.mark.parametrize("scenario", scenarios("drill"))
def test_no_drawing_no_alignment_no_colour(scenario):
    said = board_in_words(new_game("drill", scenario))
    assert "  " not in said
    assert "\t" not in said
    assert not [letter for letter in said if unicodedata.category(letter) in {"So", "Cc", "Cf"} and letter != "\n"]


@pytest.mark.parametrize("scenario", scenarios("drill"))
def test_every_line_is_a_sentence_and_every_heading_is_a_heading(scenario):
    for heading, lines in board_sections(new_game("drill", scenario)):
        assert not heading.endswith((".", ":"))
        assert all(line.endswith((".", "?")) for line in lines), lines


def test_a_unit_next_to_an_enemy_says_where_he_is_and_what_lies_between():
    game = new_game("drill", "flank")
    assert "Next to R1 at 0404 to the west across bridge, river and road." in unit_in_words(game, "B1")


def test_a_depleted_unit_says_what_is_printed_on_it():
    said = unit_in_words(new_game("drill", "no_way_out"), "R1")
    assert "1 of 2 steps left" in said
    assert "Printed, at full strength: attack 3, defence 4." in said


def test_units_off_the_map_say_when_they_come_or_that_they_are_lost():
    assert "R3 is to come on turn 2, at 0309, 0409 or 0509." in unit_in_words(new_game("drill", "march"), "R3")
    game = position("b1 b2 b3", "B1 9-4-5 b1", "R1 1-1-5 b2", "R2 1-1-5 b3", phase="Blue combat phase")
    game.do("attack b2")
    game.do("roll", roll=1)
    assert "Lost: R1." in board_in_words(game)
    assert unit_in_words(game, "R1").endswith("It is eliminated.")


def test_a_hex_says_what_lies_around_it():
    said = hex_in_words(new_game("drill", "march"), "0404")
    assert said.startswith(
        "0404 Aldermill: town, on the road. Nobody is there.\nIn the zone of the Red side.\nAround it:"
    )
    assert "To the north-east, 0305 Beacon Hill: hill. Red: R1. Between: river." in said
    assert said.count("\nTo the ") == 6


def test_a_hex_that_is_not_there_names_the_nearest():
    with pytest.raises(NoSuchName, match="Did you mean 0404"):
        hex_in_words(new_game("drill", "march"), "04044")


def test_a_combat_in_progress_has_its_own_heading():
    game = new_game("drill", "flank")
    for order in ("move B1 0504", "end-phase", "attack 0404", "join B1", "ready", "support +1"):
        game.do(order)
    said = board_in_words(game.seen_by("Blue"))
    assert "The combat in progress:\nAttack on 0404 Aldermill by Blue.\nAttacking: B1.\nDefending: R1." in said
    assert "Support fire of Blue: +1." in said


def test_a_view_shows_its_own_markers_only():
    game = new_game("drill", "flank")
    assert "Red has in hand: +1 and +2." in board_in_words(game.seen_by("Red"))
    assert "Blue has in hand" not in board_in_words(game.seen_by("Red"))


def test_sectors_are_called_sectors():
    assert "1 sector away" in board_in_words(new_game("drill", "sectors"))


def test_a_finished_game_says_who_has_won():
    game = new_game("drill", "no_way_out")
    while not game.outcome:
        game.do("end-phase")
    ending = "The game is over. Time is up, and Red has kept its ground. Red has won. Rule 1.0 of the drill."
    assert ending in board_in_words(game)


def test_places_to_know_are_those_near_the_fight_and_the_goals_first():
    told = board_in_words(new_game("scheldt", "braakman")).partition("Places to know:\n")[2].splitlines()
    assert [line.partition(":")[0] for line in told[:2]] == ["2739 Biervliet", "2540 Hoofdplaat"]
    assert not any("Steenbergen:" in line for line in told)
    assert len(told) == 13
    assert told[-1] == "… and 90 more; look and a name or number tells of any hex."


def test_who_waits_for_nothing_is_listed_in_one_line():
    told = board_in_words(new_game("eben_emael", "first_minutes"))
    assert told.count(" are not on the map.") + told.count(" is not on the map.") == 2
