"""The page after a game: what it says was lost was lost, and luck is weighed by exact odds."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

import fmbook as fm
from fmbook.core.errors import FmbookError
from fmbook.lessons import reviews
from fmbook.lessons.debriefs import debrief
from fmbook.lessons.historyfile import history
from fmbook.opponents import review as working_out
from fmbook.play.game import Game
from tests.tools.positions import do, fight, position

PLAYED = Path(__file__).parents[1] / "playthroughs"
FIELD = """
a1      a2      a3      a4
    b1      b2      b3      b4
c1      c2      c3      c4
"""


def fought(*rolls: int) -> Game:
    game = position(FIELD, "B1 6-4-5 b1", "R1 3-4-5 b2", "R2 2-2-5 c4", phase="Blue combat phase")
    for roll in rolls:
        fight(game, "b2", roll)
    return game


def test_before_the_first_order_it_says_so():
    assert "Nothing has been ordered yet" in str(debrief(fought()))


def test_what_a_review_has_found_stands_in_the_debrief_from_then_on(monkeypatch, tmp_path):
    monkeypatch.setenv("FMBOOK_HOME", str(tmp_path / "none"))
    monkeypatch.setattr(working_out, "FEWEST", 4)
    monkeypatch.setattr(working_out, "MOST", 4)
    reviews._known.clear()
    game = fm.new_game("drill", "bombardment", 3)
    fm.play_out(game, {"Blue": "cadet", "Red": "sergeant"})
    assert "fm.review(game)" in str(debrief(game))
    assert fm.review(game).verdict in str(debrief(game))


def test_the_best_throw_is_the_luckiest():
    game = fought(1)  # +2 in the open: D2 on a 1 alone
    (throw,) = debrief(game).throws
    assert (throw.side, throw.turn) == ("Blue", 1)
    assert throw.as_good == Fraction(1, 6)
    assert debrief(game).luckiest == (throw,)
    assert debrief(game).unluckiest == ()


def test_the_worst_throw_is_the_unluckiest():
    (throw,) = debrief(fought(6)).throws
    assert throw.as_bad == Fraction(1, 6)
    assert debrief(fought(6)).unluckiest == (throw,)


def test_losses_are_counted_by_turn_and_side():
    game = fought(2)  # Ex: a step each
    (first, *_) = debrief(game).turns
    assert first.lost == (1, 1)
    assert debrief(game).losses == ("Blue: depleted B1.", "Red: depleted R1.")


def test_losses_are_told_for_each_task_when_all_pieces_are_set_up_anew():
    game = fm.load(PLAYED / "europa_41-41.E.1.txt")
    assert game.unit("S3").place != "eliminated"  # it fell in the first task, and was back for the second
    assert debrief(game).losses == (
        "Task 1. Axis: none. Soviet: lost S3.",
        "Task 2. Axis: none. Soviet: none.",
        "Task 3. Axis: none. Soviet: none.",
    )


def test_orders_are_counted_for_who_gave_them():
    game = do(fought(), "end-phase")
    assert debrief(game).turns[0].orders[0] == 1


def test_it_reads_any_game_of_any_system():
    for system in fm.systems():
        for scenario in fm.scenarios(system)[:8]:
            game = fm.new_game(system, scenario, seed=3)
            if system == "drill":
                game = fm.play_out(game, dict.fromkeys(game.sides, "random"))
            page = debrief(game)
            assert str(page)
            assert page._repr_html_()
            assert all(0 < throw.as_good <= 1 and 0 < throw.as_bad <= 1 for throw in page.throws)


def test_what_a_name_says_cannot_become_markup():
    game = position(FIELD, "B1 6-4-5 b1", "R<b>1 3-4-5 b2", phase="Blue combat phase")
    fight(game, "b2", 2)
    page = debrief(game)._repr_html_()
    assert "R&lt;b&gt;1" in page
    assert "<b>" not in page


def test_a_page_of_one_line_is_a_line():
    says = "This page tells of the game as soon as orders are given on its board."
    page = f"<p><strong>Nothing has been ordered yet.</strong> {says}</p>"
    assert debrief(fought())._repr_html_() == page


def test_of_several_games_the_one_that_was_played_is_looked_back_on_and_again_when_asked():
    game = fought()
    page = debrief(fought(), game)
    fight(game, "b2", 1)
    assert page.throws == ()
    assert page.afresh().throws == debrief(game).throws != ()
    with pytest.raises(FmbookError, match="Name the game"):
        debrief()


def test_it_asks_what_the_heaviest_loss_was_for():
    game = fm.play_out(fm.new_game("vimy", "hill_145"), {"Allied": "greedy", "German": "greedy"}, seed=1)
    turn = max(debrief(game).turns, key=lambda turn: max(turn.lost))
    assert f"Turn {turn.number} cost " in str(debrief(game))
    assert "What was it for?" in str(debrief(game))
    assert "What was it for?" not in str(debrief(fought(2)))  # a step each


@pytest.mark.parametrize(
    ("system", "scenario"),
    [("scheldt", "braakman"), ("vimy", "hill_145"), ("eben_emael", "first_minutes"), ("veritable", "cleve")],
)
def test_it_asks_of_this_battle_and_tells_each_turn_what_happened(system, scenario):
    game = fm.new_game(system, scenario)
    fm.play_out(game, dict.fromkeys(game.sides, "greedy"), seed=1)
    page, told = debrief(game), history(system)
    asked = [talk.says for talk in told.talk if page.turns[0].number <= talk.turn <= page.turns[-1].number]
    assert asked
    assert all(question in str(page) for question in asked)
    assert [talk.says for talk in told.talk if talk.turn > page.turns[-1].number and talk.says in str(page)] == []
    assert all(turn.history in str(page) for turn in page.turns)
    assert any(turn.history for turn in page.turns)


def test_without_a_throw_nobody_is_asked_about_dice():
    game = fought()
    game.do("end-phase")
    said = str(debrief(game))
    assert "throw did" not in said
    assert "Which rule surprised you" in said
    assert "At which throw did the plan change" in str(debrief(fought(1)))


def test_throws_for_nerve_and_support_count_as_throws_and_luck_is_told_of_attacks_alone():
    game = fm.new_game("veritable", "cleve")
    game.do("roll", roll=3)
    do(game, "move-first")
    game.do("move 44Low 1203", roll=6)
    game.do("move 46Hi 1203", roll=6)
    page = debrief(game)
    assert "That took 4 orders, 3 throws." in str(page)
    assert page.throws == ()
    assert "luck did not decide" not in str(page)


def test_at_the_fort_men_are_lost_and_elsewhere_steps():
    fort = fm.play_out(fm.new_game("eben_emael", "first_minutes", 4), {"German": "cadet", "Belgian": "cadet"})
    assert re.search(r"German: \d+ orders?, \d+ m[ae]n lost", str(fm.debrief(fort)))
    assert " step" not in str(fm.debrief(fort)).partition("Questions")[0]
    ridge = fm.play_out(fm.new_game("vimy", "hill_145", 4), {"Allied": "cadet", "German": "cadet"})
    assert re.search(r"Allied: \d+ orders?, \d+ steps? lost", str(fm.debrief(ridge)))
