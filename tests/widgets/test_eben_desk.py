"""A morning on the desk by clicks alone: gliders come down, works are sealed, men come out, machine guns answer."""

import pytest

import fmbook as fm
from fmbook.widgets.desk.desk import Desk
from tests.tools.desks import end_phase, labels, press

pytestmark = pytest.mark.usefixtures("desk_apart")


def until(on: Desk, kind: str) -> None:
    while on.game.state.phase.kind != kind or on.game.state.asks:
        press(on, "Hold fire") if "Hold fire" in labels(on) else end_phase(on)


def test_a_glider_is_set_down_by_a_click_and_rolled_for_by_a_button():
    on = Desk(fm.new_game("eben_emael", seed=3), decisions=False)
    end_phase(on)
    assert on.choice.chooser.unit == "G1"
    assert "S06" in on.choice.chooser.targets
    on._on_place("S06")
    assert labels(on) == ["Roll"]
    press(on, "Roll")
    assert labels(on) == []
    assert [str(order) for order in on.game.orders] == ["end-phase", "place G1 S06", "roll"]
    assert on.choice.chooser.unit == "G2"


def test_the_line_for_typed_orders_gives_an_example_of_this_game():
    on = Desk(fm.new_game("eben_emael", "first_minutes", seed=4), decisions=False)
    example = on.parts.line.placeholder.removesuffix(", or: help")
    assert example in on.game.setup.data["form"].try_this
    assert "S" in example


def test_where_no_glider_can_land_a_click_is_refused_with_the_rule():
    on = Desk(fm.new_game("eben_emael", seed=3), decisions=False)
    end_phase(on)
    on._on_place("S20")
    assert "S20 is not one of the sectors where gliders come down" in on.said
    assert "The landing." in on.said


def test_a_work_is_sealed_by_clicks_and_the_chances_come_before_the_dice():
    on = Desk(fm.new_game("eben_emael", "first_minutes", seed=4), decisions=False)
    until(on, "assault")
    on._on_place("S06")
    assert on.choice.chooser.unit == "G1"
    thrown = on.game.state.thrown
    on._on_place("S06")
    assert on.game.state.thrown == thrown
    assert "sealed, 5 in 12" in on.said
    on._on_place("S06")
    while on.game.state.asks:
        press(on, "Hold fire")
    assert on.game.shown.shut == {on.game.board.at("S06")}


def test_of_two_squads_on_a_work_either_can_be_taken_up_and_further_clicks_lay_the_charge():
    game = fm.new_game("eben_emael", "first_minutes", seed=4)
    game.do("move G1 S07")
    on = Desk(game, decisions=False)
    until(on, "assault")
    on._on_place("S07")
    assert "Take up G4" in labels(on)
    on._on_place("S07")
    on._on_place("S07")
    assert str(game.orders[-1]) == "blow G1 S07"


def test_men_come_out_by_a_click_on_their_door_one_of_each_sort_to_choose_from():
    on = Desk(fm.new_game("eben_emael", "first_minutes", seed=4), decisions=False)
    until(on, "sortie")
    on._on_drop()
    out = [str(order) for order in on.choice.chooser.targets["S15"]]
    assert [order for order in out if order.startswith("sally")] == ["sally P1 S15", "sally C1 S15"]
    on._on_place("S15")
    press(on, next(label for label in labels(on) if label == "Let P1 come out at S15"))
    assert on.game.unit("P1").place == "S15"


def test_a_machine_gun_is_fired_at_its_own_chip():
    on = Desk(fm.new_game("eben_emael", "first_minutes", seed=4), decisions=False)
    until(on, "movement")
    on.parts.line.value = "move G9 S20"
    on._say_it()
    assert on.game.prompt.text.startswith("Belgian: fire at G9 in S20?")
    gun = next(unit for unit in on.choice.chooser.movers if on.game.legal(unit))
    on._on_unit(gun)
    assert on.choice.chooser.unit == gun
    assert "S20" in on.choice.chooser.targets
