"""Moving into the hex that a battle has emptied: by one click, or by the button that says so."""

from random import Random

import pytest

import fmbook as fm
from fmbook.opponents import opponent
from fmbook.widgets.desk.clicks import Chooser
from fmbook.widgets.desk.desk import Desk, desk
from tests.tools.desks import labels, press
from tests.tools.vimy_positions import FIELD, FIGHT, ridge

pytestmark = pytest.mark.usefixtures("desk_apart")


def won(*joining: str) -> Desk:
    """A battle for b3 has been won by these battalions."""
    field = ("A1 9-9-6 b2", "A2 9-9-6 c3", "G1 1-1-5 b3 depleted", "G9 1-1-1 d6")
    game = ridge(FIELD, *field, phase=FIGHT)
    for order in ("attack b3", *(f"join {unit}" for unit in joining)):
        if fm.order(order) in game.legal():
            game.do(order)
    while game.state.asks[-1].what != "advance":
        orders = {order.verb: order for order in game.legal()}
        due = next(orders[verb] for verb in ("ready", "hold-fire", "roll") if verb in orders)
        game.do(due, roll=1 if due.verb == "roll" else None)
    return desk(game)


def test_the_emptied_hex_takes_a_click_and_each_answer_has_a_button():
    on = won("A1")
    assert labels(on) == ["Advance A1 to b3", "Stay back"]
    on._on_place("b3")
    assert on.game.unit("A1").place == "b3"


def test_if_several_could_go_there_a_click_asks_which():
    on = won("A1", "A2")
    assert labels(on) == ["Advance A1 to b3", "Advance A2 to b3", "Stay back"]
    assert on.choice.chooser.unit == ""
    on._on_place("b3")
    assert labels(on) == ["Advance A1 to b3", "Advance A2 to b3"]
    press(on, "Advance A2 to b3")
    assert on.game.unit("A2").place == "b3"


def test_the_words_that_tell_of_a_battle_say_how_to_answer():
    on = won("A1", "A2")
    assert "Click a hex that is lit up or press a button." in on.parts.shell.says


def test_who_moves_in_is_answered_by_a_click_as_well():
    game = fm.new_game("veritable", "first_days")
    for order in ("fight-first", "attack 0605", "join 71W", "join 158W", "ready"):
        game.do(order)
    game.do("roll", roll=4)
    on = desk(game)
    assert game.prompt.text == "Allied: who moves in?"
    assert labels(on) == ["Advance 71W to 0605", "Advance 158W to 0605", "Stay back"]
    on._on_place("0605")
    press(on, "Advance 158W to 0605")
    assert game.unit("158W").place == "0605"


def test_a_click_on_a_unit_that_could_fall_back_does_not_give_it_up():
    game, draw = fm.new_game("veritable", "cleve", seed=1), Random(1)
    while not {"lose", "retreat"} <= {order.verb for order in game.legal()}:
        game.do(opponent("random")(game, draw))
    both = [unit for unit in game.movers() if len({order.verb for order in game.legal(unit)}) == 2]
    assert both
    for unit in both:
        meant = Chooser(game).click(game.unit(unit).place)
        assert meant.kind == "choose"
        assert unit in meant.units
        assert Chooser(game).click_unit(unit).kind == "choose"


def test_a_desk_changes_hands_also_after_orders_from_a_cell():
    on = desk(fm.new_game("drill", "march"))
    while not on.curtain:
        on.game.do("end-phase")
    press(on, labels(on)[0])
    assert not on.curtain
