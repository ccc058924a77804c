"""Hints: where to look, which rule, which order."""

import re
from random import Random

import pytest

import fmbook as fm
from fmbook.core.errors import NoSuchName
from fmbook.core.orders import VERBS, EndPhase, instruction
from fmbook.play.game import new_game
from fmbook.play.hints import goals, hint


def typed(said: str) -> str:
    """What a hint says could be typed."""
    return said.rpartition(" Typed: ")[2].removesuffix(".")


PATROLS = {f"P{number}" for number in range(1, 30)}


def test_the_first_hint_says_where_to_look_and_lights_it_up():
    found = hint(new_game("drill", "march"))
    assert found.units == ("B1", "B2", "B3")
    assert found.places == ("0406",)
    assert "Blue may order B1 at 0401, B2 at 0302 and B3 at 0501." in str(found)
    assert "Blue plays for 0406 Eastbrook; B1 at 0401 is nearest, 5 hexes away." in str(found)


def test_beside_the_goal_the_first_hint_says_to_end_the_phase_and_attack():
    game = new_game("drill", "first_steps")
    advice = "B1 stands beside R1 in 0406. End the phase; then attack."
    assert advice not in str(hint(game))
    game.do("move B1 0405")
    assert advice in str(hint(game))
    game.do("end-phase")
    assert advice not in str(hint(game))


def test_the_first_hint_names_the_targets_of_a_combat_phase():
    game = new_game("drill", "flank")
    game.do("end-phase")
    found = hint(game)
    assert "An order may be aimed at 0302 (R2) and 0404 (R1)." in str(found)
    assert found.places == ("0302", "0404")


def test_the_second_hint_says_what_to_weigh_and_reads_the_rule_that_carries_the_orders_out():
    found = hint(new_game("drill", "march"), 2)
    assert found.rules == ("fm:5.1",)
    assert found.text.startswith("To weigh: what can the unit attack from there")
    assert "Movement restrictions (rule 5.1): Units move one after the other" in str(found)


@pytest.mark.parametrize("system", fm.systems())
def test_the_second_hint_is_short_and_never_empty(system):
    for scenario in fm.scenarios(system):
        game, lot = new_game(system, scenario, 3), Random(3)
        while not game.outcome and len(game.orders) < 30:
            lines = hint(game, 2).text.split("\n")
            assert 0 < len(lines) <= 2, game.prompt
            assert all(len(line) < 420 and ": " in line for line in lines), lines
            game.do(lot.choice(game.legal()))


def test_the_second_hint_leaves_out_the_course_of_a_turn_where_there_is_something_to_do():
    game = new_game("vimy", "first_morning")
    while game.phase != "Allied movement phase":
        game.do(game.legal()[-1])
    assert "mobile" not in hint(game, 2).text, "which Vimy has none of"


@pytest.mark.parametrize("scenario", ["march", "flank", "stack", "sectors"])
def test_the_third_hint_names_an_order_that_may_be_given(scenario):
    game = new_game("drill", scenario)
    found = hint(game, 3)
    assert game.can(typed(found.text))
    assert set(found.units) <= set(game.movers())


@pytest.mark.parametrize("system", fm.systems())
def test_the_third_hint_says_the_order_in_words_before_it_is_typed(system):
    for scenario in fm.scenarios(system):
        said = hint(new_game(system, scenario, 3), 3).text
        words, _, rest = said.partition(" Typed: ")
        assert rest == f"{typed(said)}."
        assert re.match(r"[A-Z][a-z]+ .+: .+\.$|Roll: .+\.$", words), words
        assert not any(verb in words for verb in VERBS if "-" in verb), words


def test_an_order_is_said_as_one_gives_it():
    assert instruction(EndPhase()) == "End the phase"
    assert instruction(fm.order("hold-fire")) == "Hold fire"
    assert instruction(fm.order("stand-fast R1")) == "Stand fast with R1"
    assert instruction(fm.order("shell 85")) == "Lay a bombardment marker on 85"


def test_the_first_hint_names_answers_as_answers_and_acts_in_words():
    assert "You may answer half, full or none." in str(hint(new_game("europa_41", "41.E.1")))
    assert "You may send an aircraft over nearly any hex." in str(hint(new_game("vimy", "battle")))


def test_there_is_no_fourth_hint():
    with pytest.raises(NoSuchName, match="1 where to look"):
        hint(new_game("drill", "march"), 4)


def test_a_hint_about_markers_names_those_in_hand():
    game = new_game("drill", "flank")
    for order in ("end-phase", "bombard 0404"):
        game.do(order)
    assert "Markers that may be played: +1 and +2." in str(hint(game.seen_by("Blue")))


def test_when_nothing_can_be_chosen_the_hint_says_so():
    game = new_game("drill", "flank")
    for order in ("move B1 0504", "end-phase", "attack 0404", "join B1", "ready", "hold-fire", "hold-fire"):
        game.do(order)
    assert "Nothing is left to choose: roll." in str(hint(game))


def test_where_a_phase_can_only_be_ended_the_further_hints_say_just_that():
    game = new_game("drill", "no_way_out")
    while game.legal() != (EndPhase(),):
        game.do(game.legal()[0])
    said = {hint(game, level).text for level in (1, 2, 3)}
    assert said == {"B2 stands beside R1 in mill. End the phase; then attack. Typed: end-phase."}
    plain = new_game("drill", "first_steps")
    plain.do("move B1 0403")
    assert hint(plain).text == "Nothing is left to do in this phase: end it. Typed: end-phase."


def test_those_off_the_map_are_counted_and_the_places_named_where_they_may_come():
    game = new_game("eben_emael", "first_minutes")
    while not any(order.verb == "sally" for order in game.legal()):
        game.do("end-phase")
    said = hint(game).text
    away = {order.names[0] for order in game.legal() if order.verb == "sally"}
    assert re.search(rf"\b{len(away)} units off the map, such as P\d+, may come: click S\d\d, ", said)
    assert "P1, off the map" not in said


def test_of_many_units_the_first_hint_names_the_one_that_is_nearest_to_an_enemy():
    said = hint(new_game("vimy", "hill_145")).text
    assert "The Allies may order 9 units. Look first at 87, at 3040: no other is nearer to an enemy" in said
    assert "38 at 3141" not in said


def test_what_is_done_to_enemies_is_no_order_to_them():
    game = new_game("vimy", "hill_145")
    game.do("end-phase")
    assert "You may lay a bombardment marker on I/11, III/11 or II/11." in hint(game).text
    assert "may order" not in hint(game).text


def test_a_finished_game_is_over():
    game = new_game("drill", "no_way_out")
    while not game.outcome:
        game.do("end-phase")
    assert "The game is over." in str(hint(game))
    assert hint(game, 2).rules == ("drill:1.0",)


def test_the_goals_of_a_scenario_are_read():
    [goal] = goals(new_game("drill", "flank"))
    assert (goal.side, goal.kind, goal.places) == ("Blue", "hold", ("0404",))


def test_where_several_orders_name_nothing_the_first_hint_does_not_say_that_nothing_is_left():
    game = new_game("veritable")
    assert "Choose one: fight before moving or move before fighting." in str(hint(game))


def test_of_many_units_off_the_map_the_first_hint_names_one():
    game = fm.new_game("eben_emael", "first_minutes", seed=1)
    while sum(not game.unit(name).place for order in game.legal() for name in order.names[:1] if name in PATROLS) < 2:
        game.do(next((order for order in game.legal() if order.verb in ("end-phase", "hold")), game.legal()[0]))
    said = game.hint(1).text
    assert "units off the map, such as P1" in said
    assert "P2" not in said
