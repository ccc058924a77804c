"""An answer may be given once for the rest of the enemy's turn; what cannot matter is not asked at all."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import fmbook as fm
from fmbook.core.orders import EndPhase, HoldFire
from fmbook.opponents import OPPONENTS
from fmbook.opponents.search import Choice as Chosen
from fmbook.play.game import Game
from fmbook.widgets.desk.desk import Desk
from tests.tools.eben_positions import COUNTERATTACK, roof

pytestmark = pytest.mark.usefixtures("desk_apart")

HOLD, LIFT = "Hold fire for the rest of this turn", "Ask me each time again"


def after(*lines: str) -> tuple[Game, Desk]:
    """The fort at the Belgian march of the first turn, before a German reader; the machine waits for each order."""
    game = fm.new_game("eben_emael", "first_minutes")
    while game.state.phase.kind != "assault":
        game.do("end-phase")
    desk = Desk(game, you="German", opponent="sergeant", decisions=False)
    desk.opposing.hold()
    desk.give(EndPhase())
    for line in lines:
        order(desk, line)
    return game, desk


def order(desk: Desk, line: str) -> None:
    """The machine gives an order."""
    desk.take_theirs(lambda: Chosen(fm.order(line)))


def buttons(desk: Desk) -> dict[str, Callable[[], Any]]:
    return dict(desk.actions())


def press(desk: Desk, label: str) -> None:
    with desk.together():
        buttons(desk)[label]()


def test_fire_is_held_for_the_rest_of_the_turn_by_ordinary_orders():
    game, desk = after("sally C1 S14")
    press(desk, HOLD)
    order(desk, "sally C2 S02")
    assert game.side == "Belgian"
    assert [str(each) for each in game.orders[-3:]] == ["hold-fire", "sally C2 S02", "hold-fire"]
    assert fm.resume(game.code()).state.where == game.state.where


def test_what_holds_is_shown_and_can_be_lifted():
    _, desk = after("sally C1 S14")
    assert "Answered for you" not in desk.parts.side.value
    press(desk, HOLD)
    assert HOLD in desk.parts.side.value
    press(desk, LIFT)
    assert HOLD not in desk.parts.side.value
    order(desk, "sally C2 S02")
    assert desk.mine()


def test_undo_takes_it_back_with_all_that_was_answered():
    game, desk = after("sally C1 S14")
    before = game.given
    press(desk, HOLD)
    order(desk, "sally C2 S02")
    with desk.together():
        desk.take_back()
    assert game.given == before
    assert LIFT not in buttons(desk)
    desk.give(HoldFire())
    order(desk, "sally C2 S02")
    assert desk.mine()


def test_it_ends_with_the_turn():
    game, desk = after("sally C1 S14")
    press(desk, HOLD)
    assert desk.standing.holding == ["Hold fire"]
    chance = Random(1)
    while game.turn == 1:
        found = OPPONENTS["greedy"](game, chance)
        desk.give(found) if desk.mine() else order(desk, str(found))
    assert desk.standing.holding == []


def attacked(men: int) -> tuple[Game, Desk]:
    """So many Germans in a meadow, attacked by eighty Belgians next door; the dice show what a test says."""
    game = roof(f"G1 {men} S18", "C1 60 S13", "P1 20 S13", phase=COUNTERATTACK)
    desk = Desk(game, you="German", opponent="sergeant", decisions=False)
    while game.can("hold-fire"):  # the machine attacks at once
        desk.give(HoldFire())
    return game, desk


def test_what_cannot_matter_is_answered_and_said_in_a_line(monkeypatch):
    monkeypatch.setattr("fmbook.core.dice.Chance.die", lambda chance: 6)
    game, desk = attacked(2)
    assert "keep" in map(str, game.orders)
    assert "Not asked: “German: give up S18 for one loss less, or keep it?” Falling back saves nobody" in (
        desk.parts.side.value
    )


def test_what_can_matter_is_asked(monkeypatch):
    monkeypatch.setattr("fmbook.core.dice.Chance.die", lambda chance: 6)
    game, desk = attacked(8)
    assert "keep" not in map(str, game.orders)
    assert "give up S18" in desk.said


def test_it_is_offered_where_the_question_comes_often_and_says_what_may_come():
    _, desk = after("sally C1 S14")
    assert HOLD in buttons(desk)
    assert "5 open doors there can let out others." in desk.said
    vimy = fm.new_game("vimy", "hill_145", 1917)
    other = Desk(vimy, you="German", opponent="sergeant", decisions=False)
    assert HOLD not in buttons(other)
