"""What a throw of the other side has cost is said, man by man, and may be taken at once."""

import pytest

import fmbook as fm
from fmbook.core.orders import Lose
from fmbook.play.coaching import course
from fmbook.play.losses import points_one_by_one, taken
from fmbook.widgets.desk.desk import desk
from tests.tools.desks import labels, press

pytestmark = pytest.mark.usefixtures("desk_apart")


def under_fire() -> fm.Game:
    """Six men are to be lost in S08, where two squads stand."""
    game = fm.new_game("eben_emael", "first_minutes", seed=1)
    game.do("end-phase")
    game.do("fire AT02 S08", roll=[2, 2])
    return game


def test_the_question_says_how_many_are_still_to_be_lost():
    game = under_fire()
    assert game.prompt.text == "German: who loses a man? 6 to go."
    game.do("lose G6")
    assert game.prompt.text == "German: who loses a man? 5 to go."
    assert taken(game) == (1, 6)


def test_the_desk_counts_what_is_taken_and_a_button_takes_all_of_it():
    game = under_fire()
    on = desk(game, you="German")
    press(on, "Take 1 from G7")
    assert "1 of 6 are taken." in on.parts.shell.says
    assert labels(on)[:4] == ["Take 1 from G6", "Take all 5 from G6", "Take 1 from G7", "Take all 5 from G7"]
    press(on, "Take all 5 from G6")
    assert (game.unit("G6").steps, game.unit("G7").steps) == (3, 7)
    assert not game.state.asks
    assert game.given == 8  # each man is an order of the record, as when they are taken one by one


def test_no_more_are_taken_from_a_unit_than_it_has():
    game = under_fire()
    for _ in range(6):
        game.do("lose G6")
    game.do("fire AT01 S08", roll=[2, 2])
    assert points_one_by_one(game, Lose("G6")) == 2
    assert points_one_by_one(game, Lose("G7")) == 6


def test_a_loss_of_one_has_one_button_each():
    game = fm.new_game("eben_emael", "first_minutes", seed=1)
    game.do("end-phase")
    game.do("fire AT02 S08", roll=[6, 4])
    assert labels(desk(game, you="German")) == ["Take the loss from G6", "Take the loss from G7"]


def test_a_step_says_what_the_enemys_throws_cost_and_by_which_rule():
    game = under_fire()
    steps = course("30.charges", game, "German")
    assert "cost" not in steps.in_words()  # nobody has been chosen yet
    for _ in range(6):
        game.do("lose G6")
    assert steps.cost == ("What it cost you: G6 lost 6.", ("eben_emael:5.0",))
    assert "What it cost you: G6 lost 6. Rule eben_emael:5.0." in steps.in_words()
    game.do("fire AT01 S08", roll=[2, 2])
    for _ in range(2):
        game.do("lose G6")
    assert "What it cost you: G6 lost 8 and is gone; G7 lost 4." in steps.in_words()


def test_where_the_enemy_has_thrown_nothing_a_step_speaks_of_no_cost():
    game = fm.new_game("eben_emael", "first_minutes", seed=1)
    steps = course("30.charges", game, "German")
    game.do("end-phase")
    game.do("end-phase")
    assert steps.cost == ("", ())


def test_the_step_that_may_cost_men_says_so_before_it_is_done():
    steps = course("30.charges", fm.new_game("eben_emael", "first_minutes"), "German")
    assert "may wipe out a squad or two" in steps.says
