"""The end of a game: who won and by which rule, beside what happened and how others ended; and what may come next."""

import pytest

import fmbook as fm
from fmbook.opponents.balance import balance
from fmbook.widgets.desk.callbacks import AGAIN, LOOK_BACK
from fmbook.widgets.desk.desk import Desk, desk
from tests.tools.desks import labels, press

pytestmark = pytest.mark.usefixtures("desk_apart")


def ended(system: str = "drill", scenario: str = "first_steps", **seats: str) -> Desk:
    game = fm.new_game(system, scenario, seed=3)
    return desk(fm.play_out(game, dict.fromkeys(game.sides, "random")), **seats)  # type: ignore[arg-type]


def test_a_game_that_is_over_offers_to_look_back_and_to_play_again():
    on = ended()
    assert labels(on) == [LOOK_BACK, AGAIN]
    press(on, LOOK_BACK)
    assert on.parts.tabs_of["Replay"].value
    press(on, AGAIN)
    assert on.game.orders == ()
    assert on.game.outcome is None
    assert on.game.header[:2] == ("drill", "first_steps")
    assert on.parts.shell.says.startswith("A new game.")


def test_whoever_played_one_side_may_take_the_other_and_the_opponent_changes_too():
    on = ended(you="Blue", opponent="random")
    press(on, "Play Red")
    assert on.you == on.game.side == "Red"  # no loop runs here: the opponent has played Blue at once
    assert on.game.outcome is None


def test_the_end_is_told_beside_what_happened_and_beside_other_games():
    shown = ended("vimy", "first_morning").parts.side.value
    assert "In fact: " in shown
    [found] = (each for each in balance("vimy").measured if each.scenario == "first_morning")
    assert f"the Allies won {found.wins['Allied']} of {found.games} games between two machine players." in shown


def test_a_game_without_such_figures_ends_all_the_same():
    assert "In fact" not in ended().parts.side.value
