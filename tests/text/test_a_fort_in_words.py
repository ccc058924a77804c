"""A fort in words: what only its own rules can tell of the game, of a sector and of a unit."""

import fmbook as fm
from fmbook.text.boards import board_in_words, hex_in_words
from fmbook.text.choices import choices_in_words
from fmbook.text.units import unit_in_words
from tests.tools.eben_positions import GUNS, MARCH, roof


def test_the_board_tells_points_losses_men_below_and_special_actions():
    held = ["sappers", "counter-bloc-1"]
    game = roof("G1 8 S05", "P1 20 S13", phase=MARCH, lost=(12, 40), sealed=["S05"], ground=["S05"], held=held)
    told = board_in_words(game)
    assert "Victory points in German hands: 2." in told
    assert "German losses: 12 of 85." in told
    assert "Belgian losses: 40 of 329." in told
    assert "Belgian men below: 658." in told
    assert "German special actions: sappers." in told
    assert "Belgian special actions: counter-bloc-1." in told


def test_a_sector_tells_its_points_its_door_and_its_work():
    game = roof("G1 8 S05", "W07 20 S07", "MG07 1 S07", sealed=["S05"], destroyed=["S09"], blocked=["S01"])
    assert "Its points are held by the Germans. 2 victory points. The work is sealed." in hex_in_words(game, "S05")
    assert "2 victory points. The door is open. Its weapons are manned." in hex_in_words(game, "S07")
    assert "The work is destroyed." in hex_in_words(game, "S09")
    assert "1 victory point. The door is blocked." in hex_in_words(game, "S01")
    assert "victory point" not in hex_in_words(game, "S18").partition("Around it")[0]


def test_a_unit_tells_what_it_carries_and_whether_it_has_fired():
    game = roof("G3 8 S05", "G1 8 S06", "W07 20 S07", "MG07 1 S07", "MG13 1 S13", fired=frozenset())
    assert "2 charges." in unit_in_words(game, "G3")
    assert "1 flamethrower." in unit_in_words(game, "G3")
    assert "A machine gun." in unit_in_words(game, "G3")
    assert "movement" not in unit_in_words(game, "G3")
    assert "Inside the work." in unit_in_words(game, "W07")
    assert "Nobody serves it." in unit_in_words(game, "MG13")
    assert "Nobody serves it." not in unit_in_words(game, "MG07")
    game.do("blow G1 S06")
    assert "1 charge." in unit_in_words(game, "G1")
    guns = roof("G1 8 S08", "W01 20 S01", "MO01 1 S01", "AT01 1 S01", phase=GUNS)
    guns.do("fire MO01 S08", roll=(3, 4))
    assert "Has fired in this turn." in unit_in_words(guns, "MO01")


def test_a_squad_goes_as_far_as_it_likes_and_no_points_are_counted():
    game = roof("G1 8 S06", phase=MARCH)
    told = choices_in_words(game, "G1")
    assert "movement points" not in told
    assert "1 step away: S05, S07, S08, S10 or S20." in told


def test_a_glider_that_may_not_land_is_told_where_it_may():
    game = fm.new_game("eben_emael")
    game.do("end-phase")
    [reason] = game.can("place G1 S20").reasons
    assert "S03 or S04" in reason.advice
