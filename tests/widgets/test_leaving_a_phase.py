"""A phase is not left with something unspent before that was asked; nor is anything asked that nobody need be asked."""

import re
from random import Random

import pytest

import fmbook as fm
from fmbook.core.orders import Attack
from fmbook.play.positions import Position
from fmbook.widgets.desk import callbacks
from fmbook.widgets.desk.desk import Desk, desk
from fmbook.widgets.desk.leaving_phases import lost_by_leaving
from fmbook.widgets.desk.scene import ALL_THE_SAME, NOT_YET
from tests.tools.desks import labels, press
from tests.tools.europa_positions import board, end
from tests.tools.vimy_positions import FIELD, SHELL, ridge

pytestmark = pytest.mark.usefixtures("desk_apart")


def shelling() -> Desk:
    return desk(ridge(FIELD, "A1 5-4-6 b2", "G1 3-4-5 b3", "G9 1-1-1 d6", phase=SHELL, woods="b3"))


def asked(on: Desk) -> str:
    return lost_by_leaving(on.position, on.game.at(-2) if on.game.orders else None)


def test_unspent_markers_are_counted_and_asked_about_once():
    on = shelling()
    shells = on.game.state.facts["shells"]
    press(on, "End phase")
    assert on.game.orders == ()
    assert f"{shells} bombardment markers are unspent. End the phase all the same?" in on.parts.prompt.value
    assert on.parts.shell.says == f"{shells} bombardment markers are unspent. End the phase all the same?"
    assert labels(on) == [NOT_YET, ALL_THE_SAME]
    press(on, ALL_THE_SAME)
    assert list(map(str, on.game.orders)) == ["end-phase"]


def test_not_yet_brings_the_phase_back():
    on = shelling()
    before, question = labels(on), on.parts.prompt.value
    press(on, "End phase")
    press(on, NOT_YET)
    assert (labels(on), on.parts.prompt.value, on.game.orders) == (before, question, ())


def test_a_click_on_the_map_takes_the_question_back_as_well():
    on = shelling()
    press(on, "End phase")
    on._on_place("b3")
    assert ALL_THE_SAME not in labels(on)
    assert "unspent" not in on.parts.prompt.value


def test_markers_that_could_go_nowhere_are_not_asked_about():
    on = desk(ridge(FIELD, "A1 5-4-6 b2", "G1 3-4-5 b3", phase=SHELL))
    for _ in range(2):
        assert "unspent" in asked(on)
        on.give(fm.order("shell G1"))
    assert on.game.state.facts["shells"] > 0
    assert asked(on) == ""


def test_one_marker_is_unspent_and_two_are():
    on = shelling()
    state = on.game.state
    told = {number: state.but(facts={**state.facts, "shells": number}) for number in (1, 2)}
    assert lost_by_leaving(Position(told[1]), None).startswith("1 bombardment marker is unspent.")
    assert lost_by_leaving(Position(told[2]), None).startswith("2 bombardment markers are unspent.")


def test_an_attack_that_is_more_likely_to_go_badly_is_not_brought_to_mind():
    on = desk(fm.new_game("drill", "flank"))
    while "combat" not in on.game.phase:
        on.give(fm.order("end-phase"))
    assert fm.order("attack 0404") in on.game.legal()
    assert asked(on) == "You could still bombard 0302 or 0404. End the phase all the same?"


def test_good_attacks_are_named_with_their_chances_at_most_three_and_best_first():
    game, lot, most = fm.new_game("veritable", seed=3), Random(1), 0
    while len(game.orders) < 120 and not game.outcome:
        view = game.seen_by(game.side)
        if not view.state.asks and view.legal_of(Attack):
            said = lost_by_leaving(view, None)
            often = [int(each) for each in re.findall(r"\(goes well in (\d) of 6 throws\)", said)]
            assert often == sorted(often, reverse=True)
            assert all(each >= 3 for each in often)
            assert len(often) <= 3
            most = max(most, len(often))
        game.do(lot.choice(game.legal()))
    assert most > 1


def test_charges_that_could_still_be_laid_are_named_with_those_who_carry_them_and_before_attacks():
    on = Desk(fm.new_game("eben_emael", "first_minutes"), decisions=False)
    for _ in range(2):
        on.give(fm.order("end-phase"))
    asks = asked(on)
    assert asks.startswith("You could still blow up the work at S06 with a charge of G1, S04 with a charge of G3, ")
    assert "attack" not in asks or asks.index("charge of") < asks.index("attack")


def test_bridges_that_could_still_be_blown_or_mended_are_named():
    again = "with E1. End the phase all the same?"
    game = board("41.A.1", "Allied movement", "Axis movement", "Allied movement", away="L1")
    assert lost_by_leaving(game, None) == f"You could still blow the bridge to 16A:0827 {again}"
    game.do("demolish E1 0827")
    end(game)
    end(game)
    assert lost_by_leaving(game, None) == f"You could still mend the bridge to 16A:0827 {again}"


def test_units_that_could_still_march_are_no_loss_unless_nothing_has_been_done():
    on = desk(fm.new_game("drill", "march"))
    assert asked(on) == "Nothing has been done in this phase. End the phase all the same?"
    on.give(fm.order("move B1 0403"))
    assert asked(on) == ""
    press(on, "End phase")
    assert [str(order) for order in on.game.orders] == ["move B1 0403", "end-phase"]
    assert asked(on).startswith("Nothing has been done") == (len(on.game.legal()) > 1)


def test_a_typed_order_is_meant():
    on = shelling()
    on.parts.line.value = "end-phase"
    on._on_button(on._say_it, None)
    assert list(map(str, on.game.orders)) == ["end-phase"]


def test_the_same_press_that_comes_twice_confirms_nothing():
    """The second one names a button that the question has taken away."""
    on = shelling()
    press(on, "End phase")
    on._on_action(
        None,
        {"what": "pressed", "label": "End phase", "asked": on.parts.actions.offered["asked"], "number": on.number},
        None,
    )
    assert on.parts.shell.says == callbacks.LATE
    assert on.game.orders == ()


def test_a_press_that_came_too_quickly_is_answered_with_what_is_asked_now():
    on = shelling()
    press(on, "End phase")
    on._on_action(None, {"what": "hasty"}, None)
    assert on.parts.shell.says.startswith(callbacks.HASTY)
    assert on.parts.shell.says.endswith("unspent. End the phase all the same?")


def test_a_phase_in_which_the_enemy_answered_a_march_is_not_taken_for_untouched():
    on = desk(fm.new_game("eben_emael", "first_minutes"))
    on.game.do("move G6 S11")
    on.game.do("hold-fire")
    assert "Nothing has been done" not in asked(on)


def test_what_a_step_asks_for_is_not_asked_again():
    on = desk(fm.new_game("vimy", "hill_145"), you="Allied", steps="20.opening")
    for line in ("fly 2841", "move 85 2840", "end-phase", "shell III/11", "shell III/11"):
        on.game.do(line)
    assert "2 bombardment markers are unspent" in asked(on)
    press(on, "Fire")
    assert str(on.game.orders[-1]) == "end-phase"


def test_where_the_end_of_a_phase_fires_the_guns_its_button_says_so():
    on = shelling()
    assert labels(on)[-1] == "End phase"
    assert on.parts.actions.offered["ends"]  # apart, and quieter
    on.give(fm.order("shell G1"))
    assert labels(on)[-1] == "Fire"
    assert "ends" not in on.parts.actions.offered
    press(on, "Fire")
    assert on.parts.prompt.value.count("unspent. Fire all the same?") == 1
    press(on, "Fire all the same")
    assert labels(on) == ["Roll"]


def test_what_is_left_is_said_before_it_is_lost():
    on = shelling()
    shells = on.game.state.facts["shells"]
    assert f"{shells} bombardment markers are left; what is unspent is lost as the phase ends." in on.parts.side.value
    press(on, "Shell G1")
    assert f"{shells - 1} bombardment markers are left;" in on.parts.shell.says
    press(on, "Fire")
    press(on, "Fire all the same")
    assert "left;" not in on.parts.shell.says
