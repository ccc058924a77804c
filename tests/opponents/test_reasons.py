"""Why an order was chosen: the cause, the runner-up with its chances, the price; never what may not be known."""

import re
from random import Random

import pytest

import fmbook as fm
from fmbook.core.errors import NoSuchName
from fmbook.core.orders import Attack, Roll, order
from fmbook.engine.legality import question
from fmbook.opponents import OPPONENTS
from fmbook.opponents.advice import advise, consider
from fmbook.opponents.attack_values import AttackValue, outlook
from fmbook.opponents.reasons import compared, price_of, reasons
from fmbook.opponents.search import Choice, Tried
from fmbook.play.battle_previews import Preview
from fmbook.text.results import payers
from tests.tools.vimy_positions import FIELD, FIGHT, ridge

WON, LOST = 2000, 0


def tried(line: str, won: int, lost: int) -> Tried:
    return Tried(order(line), (WON,) * won + (LOST,) * lost)


def test_the_runner_up_stands_beside_the_chosen_with_its_chances():
    said = compared(tried("attack 0404", 56, 44), tried("end-phase", 20, 80))
    assert (
        said
        == "Tried out to its end, the game goes well 56 times in 100; with ending the phase, 20 times: clearly better."
    )


@pytest.mark.parametrize(("won", "said"), [(52, "too close to call"), (59, "probably better"), (80, "clearly better")])
def test_a_difference_is_called_clear_only_where_it_can_be_told_from_chance(won, said):
    assert compared(tried("roll", won, 100 - won), tried("end-phase", 50, 50)).endswith(f"{said}.")


@pytest.mark.parametrize(
    ("phases", "line", "why"),
    [
        (1, "fire AT01 S04", "on average it costs 0.9 of the 8 men there"),
        (2, "blow G1 S06", "with 8 or more on two dice the work, which counts 2 points, is out of the fight"),
        (3, "sally P1 S15", "men can attack S17 from there"),
    ],
)
def test_at_the_fort_the_cause_is_what_fire_a_charge_or_a_sally_may_bring(phases, line, why):
    game = fm.new_game("eben_emael", "first_minutes")
    for _ in range(phases):
        game.do("end-phase")
    assert why in reasons(game.state, Choice(order(line)))


def storming(*lines: str) -> fm.Game:
    """Belgians have come out, and their attacks are due."""
    game = fm.new_game("eben_emael", "first_minutes", 1)
    for line in ("end-phase", "end-phase", "end-phase", *lines, "end-phase"):
        game.do(line)
    return game


def test_2_1_who_must_attack_is_told_by_the_rule_and_with_the_chances_that_stand_beside_the_map():
    game = storming("sally P1 S02", "hold-fire")
    said = reasons(game.state, Choice(order("attack S04")))
    assert "next to Germans P1 must attack, by rule 2.1; " in said
    by = payers(game.battle("S04"))
    assert by["attacker"] > by["defender"]
    shares = [float(by[payer]) for payer in ("defender", "attacker", "both")]
    assert str(AttackValue(0.0, *shares)) in said


def test_2_1_belgians_in_a_work_who_attack_of_their_own_will_are_told_why_at_a_loss():
    game = storming("sally P1 S14", "hold-fire")
    said = [reasons(game.state, Choice(each)) for each in game.legal() if isinstance(each, Attack)]
    assert any("the Germans are few" in each or "by rule 2.1" in each for each in said)


@pytest.mark.parametrize(
    ("system", "scenario"), [("drill", "flank"), ("vimy", "hill_145"), ("eben_emael", "first_minutes")]
)
def test_how_often_an_attack_goes_well_is_told_alike_as_a_reason_and_beside_the_map(system, scenario):
    game, chance, fights = fm.new_game(system, scenario, 5), Random(5), 0
    while fights < 3 and not game.outcome:
        if game.state.battle and game.state.battle.kind == "attack" and Roll in question(game.state).offers:
            by, seen = payers(Preview(game.state)), outlook(game.state)
            told = (by["defender"], by["attacker"], by["both"])
            assert (seen.well, seen.badly, seen.both) == pytest.approx(tuple(map(float, told)))
            fights += 1
        game.do(OPPONENTS["greedy"](game, chance))
    assert fights


def test_fire_costs_no_more_men_than_there_are():
    game = fm.new_game("eben_emael", "first_minutes")
    game.do("end-phase")
    for gun, dice in (("AT02", [2, 2]), ("AT01", [1, 2])):  # 6 and 8 of 16
        game.do(f"fire {gun} S08", roll=dice)
        while game.state.asks:
            game.do(game.legal()[0])
    found = re.search(r"costs ([\d.]+) of the 2 men", reasons(game.state, Choice(order("fire MO01 S08"))))
    assert found
    assert 0 < float(found[1]) <= 2


def test_what_went_out_early_is_no_runner_up():
    choice = Choice(
        order("end-phase"), (tried("move B1 0504", 1, 0), tried("end-phase", 9, 1), tried("move B1 0503", 5, 5))
    )
    said = reasons(fm.new_game("drill", "flank").state, choice)
    assert "with moving B1 to 0503, 50 times" in said


def test_both_attacks_are_told_in_throws_of_the_die():
    game = ridge(FIELD, "A1 7-5-9 b2", "G1 2-1-4 b3", "G2 2-6-4 a2", phase=FIGHT)
    choice = Choice(order("attack b3"), (tried("attack b3", 9, 1), tried("attack a2", 5, 5)))
    said = reasons(game.state, choice)
    assert said.startswith("Attacking b3: with all who had best join, it ")
    assert "; that on a2 " in said


def test_a_march_is_told_by_what_it_is_for():
    state = fm.new_game("drill", "march").state
    assert reasons(state, Choice(order("move B1 0403"))) == "Moving B1 to 0403: it comes nearer to 0406."
    flank = fm.new_game("drill", "flank").state
    assert "from there, too, it can attack R1 in 0404" in reasons(flank, Choice(order("move B1 0504")))


def test_who_comes_beside_an_enemy_stands_ready_and_the_other_side_is_called_by_its_name():
    apart = ridge(FIELD, "A1 7-5-9 b1", "G1 2-1-4 b3")
    assert "there it stands ready against G1 in b3" in reasons(apart.state, Choice(order("move A1 b2")))
    beside = ridge(FIELD, "A1 7-5-9 b2", "G1 2-1-4 b3")
    assert reasons(beside.state, Choice(order("move A1 b1"))).endswith("there the Germans cannot strike at it.")


def test_who_has_no_choice_is_not_told_that_others_were_worth_less():
    game = fm.new_game("drill", "flank", 1)
    for line in ("move B1 0504", "end-phase", "attack 0404", "join B1", "ready", "hold-fire", "hold-fire"):
        game.do(line)
    assert consider(game).why == "Roll: there is nothing else to do."


def test_a_reserve_tells_its_price_in_victory_points():
    game = fm.new_game("veritable", "operation", 3)
    while not any(line.verb == "enter" for line in game.legal()):
        game.do(advise(game)[0])
    called = next(line for line in game.legal() if line.verb == "enter" and price_of(game.state, line))
    assert "victory point" in reasons(game.state, Choice(called))
    assert not price_of(game.state, order("end-phase"))


def test_the_same_position_is_given_the_same_advice_by_any_player():
    game = fm.new_game("drill", "flank", 3)
    assert consider(game) == consider(game)
    assert game.can(consider(game, "sergeant").order)
    assert str(consider(game)) == consider(game).why
    with pytest.raises(NoSuchName, match="sergeant"):
        consider(game, "general")
