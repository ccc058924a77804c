"""What a throw of the other side has cost is said, man by man, and may be taken at once."""

from random import Random

import pytest

import fmbook as fm
from fmbook.core.orders import Lose
from fmbook.opponents import OPPONENTS
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
    assert "What it cost you: G6 lost 6. Rule 5.0." in steps.in_words()
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
    game = fm.new_game("eben_emael", "first_minutes")
    steps = course("30.charges", game, "German")
    while str(steps.standing.wanted) != "end-phase":
        game.do(steps.standing.wanted or "hold-fire")
    assert "may cost you some men" in steps.says


def test_what_the_guide_advises_before_the_guns_fire_saves_men():
    assert 2 * men_lost_to_the_guns(led=True) < men_lost_to_the_guns(led=False)


def men_lost_to_the_guns(*, led: bool) -> int:
    """The men that six games cost until the guns of the fort have fired, along the guide or with nobody moved."""
    lost = 0
    for seed in range(6):
        game, chance = fm.new_game("eben_emael", "first_minutes", seed), Random(seed)
        steps, before = course("30.charges", game, "German"), men(game)
        while game.state.phase.kind in ("movement", "gun fire"):
            wanted = steps.standing.wanted if led else fm.order("end-phase")
            mine = game.side == "German" and not game.state.asks
            game.do(wanted if mine and wanted else OPPONENTS["greedy"](game, chance))
        lost += before - men(game)
    return lost


def men(game: fm.Game) -> int:
    return sum(unit.steps for unit in game.units(side="German") if unit.place)


def test_what_a_step_cost_is_told_of_all_that_came_of_it_and_not_of_the_last_throw_alone():
    game = under_fire()
    steps = course("30.charges", game, "German")
    for _ in range(6):
        game.do("lose G6")
    game.do("fire AT01 S04", roll=[1, 1])
    assert steps.cost[0] == "What it cost you: G3 lost 3; G6 lost 6."


def test_men_whom_a_squad_loses_one_after_another_are_told_as_one_loss():
    game = under_fire()
    on = desk(game, you="German", decisions=False)
    press(on, "Take 1 from G7")
    press(on, "Take all 5 from G6")
    assert on.said.startswith("G6 loses 5 men.")
    story = on.parts.story.value
    assert (story.count("> loses 5 men."), story.count("> loses 1 man.")) == (1, 1)
    on.page = "Diary"
    on.show()
    assert on.text.value.count("G6 loses") == 1
    assert str(game.diary).count("G6 loses 1 man.") == 5  # what happened stays as it was


def test_men_lost_before_the_game_began_are_told_beside_those_lost_in_it():
    game = under_fire()
    for _ in range(6):
        game.do("lose G6")
    on = desk(game, you="German", decisions=False)
    assert "Lost in this game so far: the Germans 6 men (and 15 before it began)." in on.parts.story.value
