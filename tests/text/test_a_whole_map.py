"""Words for a game of 66 units on 1,754 hexes: no flood, no wait."""

import pytest

from fmbook.library.lookups import scenarios
from fmbook.play.game import new_game
from fmbook.text import Talk, hex_in_words
from tests.tools.effort import effort

MUCH = 500_000  # calls


@pytest.fixture
def battle() -> Talk:
    talk = Talk(new_game("vimy", "battle"))
    talk.greeting()
    return talk


@pytest.mark.parametrize(
    "command", ["board", "orders", "hint", "hint 2", "help", "look 1534", "units", "", "orders 46"]
)
def test_no_answer_is_much_work(battle, command):
    with effort() as made:
        assert battle.answer(command)
    assert made.calls < MUCH


@pytest.mark.parametrize("command", ["board", "orders", "hint", "", "orders 46", "unit 46", "look 1534"])
def test_no_answer_is_a_flood(battle, command):
    answer = battle.answer(command)
    assert len(answer.splitlines()) <= 40
    assert len(answer) < 4_000


def test_a_full_board_has_a_line_for_every_unit(battle):
    assert "46, 46th (South Saskatchewan) Battalion, at 4049" in battle.answer("board full")


def test_a_place_says_its_terrain_and_what_else_is_marked_when_one_looks(battle):
    said = hex_in_words(battle.view, "4049")
    assert said.splitlines()[0] == "4049: clear. Allied: 46."
    assert "Also marked: allied setup and sector 4." in said


def test_units_that_come_alike_are_said_together():
    talk = Talk(new_game("vimy", "free"))
    assert "5M, 58, 26" in talk.answer("board full")
    assert len(talk.answer("board full").splitlines()) < 40


@pytest.mark.parametrize("scenario", scenarios("vimy"))
def test_completions_are_little_work_and_bounded(scenario):
    talk = Talk(new_game("vimy", scenario))
    for verb in talk.completions(""):
        with effort() as made:
            assert len(talk.completions(f"{verb} ")) <= 200
        assert made.calls < MUCH
