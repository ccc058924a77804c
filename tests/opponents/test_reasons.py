"""Why an order was chosen: the cause, the runner-up with its chances, the price; never what may not be known."""

import pytest

import fmbook as fm
from fmbook.core.errors import NoSuchName
from fmbook.core.orders import order
from fmbook.opponents.advice import advise, consider
from fmbook.opponents.reasons import compared, price_of, reasons
from fmbook.opponents.search import Choice, Tried
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
    assert said.startswith("Attacking b3: with the right units it ")
    assert "; that on a2 " in said


def test_a_march_is_told_by_what_it_is_for():
    state = fm.new_game("drill", "march").state
    assert reasons(state, Choice(order("move B1 0403"))) == "Moving B1 to 0403: it comes nearer to 0406."
    flank = fm.new_game("drill", "flank").state
    assert "ready against R1 in 0404" in reasons(flank, Choice(order("move B1 0504")))


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
