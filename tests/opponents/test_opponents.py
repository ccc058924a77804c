"""Opponents: they play every scenario to its end, by what their side may see, and the same game again for a seed."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any, NoReturn

import pytest

import fmbook as fm
from fmbook.books.systems import playable
from fmbook.components.scenarios import scenario_names
from fmbook.core.errors import NoSuchName
from fmbook.core.orders import Order
from fmbook.core.state import State
from fmbook.engine.legality import allows
from fmbook.opponents import OPPONENTS, opponent
from fmbook.opponents.advice import advise
from fmbook.opponents.attack_values import AttackValue, outlook
from fmbook.opponents.evaluation import standing
from fmbook.play.game import Game
from fmbook.play.positions import Position
from fmbook.record.records import digest
from tests.tools.positions import do, position
from tests.tools.vimy_positions import FIELD, GERMAN_FIGHT, ridge

EVERY = [(system, scenario) for system in playable() for scenario in scenario_names(system)]


class Sealed(tuple[int, ...]):
    """A hand that nobody may look into; only how many lie in it may be told."""

    def _opened(self, *_: Any) -> NoReturn:
        raise AssertionError("somebody looked into the other side's hand")

    __iter__ = __getitem__ = __contains__ = __bool__ = __eq__ = __hash__ = _opened


def sealed(game: Game) -> Position:
    """What the side that decides may see, with the other's hand sealed."""
    state = game.seen_by(game.side).state
    return Position(
        state.but(hands=tuple(hand if side == state.side else Sealed() for side, hand in enumerate(state.hands)))
    )


def played(system: str, scenario: str, seed: int, names: tuple[str, str] = ("greedy", "greedy")) -> Game:
    game = fm.new_game(system, scenario, seed)
    return fm.play_out(game, dict(zip(game.sides, names, strict=True)))


def moments(system: str, scenario: str, seed: int) -> Iterator[tuple[Game, Order]]:
    """Each position of a game, with the order that the greedy opponent gives in it."""
    game, chance = fm.new_game(system, scenario, seed), Random(seed)
    while not game.outcome:
        order = OPPONENTS["greedy"](sealed(game), chance)
        yield game, order
        game.do(order)


def test_opponents_go_by_name():
    assert set(OPPONENTS) >= {"random", "greedy"}
    assert opponent("greedy") is OPPONENTS["greedy"]
    with pytest.raises(NoSuchName, match="greedy"):
        opponent("gready")


@pytest.mark.parametrize(("system", "scenario"), EVERY)
def test_it_ends_every_scenario_gives_legal_orders_only_and_never_looks_into_the_other_hand(system, scenario):
    for count, (game, order) in enumerate(moments(system, scenario, 5)):
        assert allows(game.state, order), f"{order} at {game.prompt}"
        assert count < 3000


@pytest.mark.parametrize(("system", "scenario"), [("vimy", "hill_145"), ("drill", "bombardment"), ("drill", "stack")])
def test_the_same_seed_plays_the_same_game(system, scenario):
    once, again = played(system, scenario, 11), played(system, scenario, 11)
    assert once.record() == again.record()
    assert digest(once.state) == digest(again.state)


def test_its_answer_depends_on_the_position_alone():
    for game, order in moments("vimy", "first_morning", 2):
        fresh = fm.replay(game.record())
        assert OPPONENTS["greedy"](sealed(fresh), Random(0)) == order


def test_another_seed_plays_another_game():
    assert len({played("vimy", "hill_145", seed).record() for seed in range(3)}) == 3


def test_where_a_phase_may_not_be_ended_a_march_that_brings_nothing_is_made_by_lot():
    @fm.forbids("house:march", fm.EndPhase)
    def somebody_marches(state: State, order: fm.EndPhase) -> Iterator[fm.Reason]:
        """A phase is not ended before somebody has marched."""
        if not state.spent:
            yield fm.Reason("nobody has marched")

    game = position("a   b   c   d   e   f", "B1 5-4-2 a", "R1 2-2-2 f", house_rules=[somebody_marches])
    given = OPPONENTS["greedy"](game, Random(0))
    assert isinstance(given, fm.Move)
    assert game.can(given)


def test_greedy_beats_chance():
    """Blue's march takes a plan: by lot it fails nearly always, with one it mostly comes off against Red by lot."""

    def blue_wins(player: str) -> int:
        ends = (played("drill", "march", seed, (player, "random")).outcome for seed in range(12))
        return sum(end is not None and end.winner == "Blue" for end in ends)

    assert blue_wins("greedy") >= 8 > 4 >= blue_wins("random")


@pytest.mark.parametrize(("system", "scenario"), [("drill", "flank"), ("vimy", "hill_145")])
def test_advice_is_an_order_that_may_be_given_and_a_reason(system, scenario):
    game = fm.new_game(system, scenario, 3)
    order, why = advise(game)
    assert game.can(order)
    assert why.endswith(".")
    assert advise(game) == (order, why)


def said_of(system: str, scenario: str, verb: str) -> str:
    """The advice that is given when the greedy opponent first wants such an order."""
    games = (moments(system, scenario, seed) for seed in range(3, 20))
    game = next(game for played in games for game, order in played if order.verb == verb)
    return advise(game)[1]


def test_advice_says_chances_in_throws_of_the_die():
    assert said_of("drill", "bombardment", "attack") == (
        "Attack hill: with all who had best join, it goes well in 3 of 6 throws, "
        "costs both sides in 3 of 6 throws, and never goes badly."
    )


@pytest.mark.parametrize(
    ("well", "badly", "says"),
    [
        (1 / 6, 2 / 6, "it goes well in 1 of 6 throws, and badly in 2 of 6 throws"),
        (0, 15 / 36, "it never goes well, and badly in 42% of throws"),
        (1, 0, "it always goes well"),
    ],
)
def test_an_outlook_is_said_in_throws(well, badly, says):
    assert str(AttackValue(1.0, well, badly)) == says


def test_an_outlook_that_may_cost_both_sides_says_so():
    said = str(AttackValue(1.0, 3 / 36, 30 / 36, 3 / 36))
    assert said == "it goes well in 8% of throws, costs both sides in 8% of throws, and goes badly in 5 of 6 throws"


def test_who_defends_is_told_how_the_attack_goes_and_not_how_his_marker_does():
    game = fm.new_game("scheldt", "braakman", 9)
    lines = "move 9/3 2540", "move 8/3 2739", "end-phase", "end-phase", "move 64 2541", "end-phase", "attack 2540"
    for line in (*lines, "hold-fire"):
        game.do(line)
    assert (game.side, game.state.battle is None) == ("Allied", False)
    assert re.search(r"Commit \+\d: then the attack (never )?goes well", advise(game)[1])


def test_half_way_a_side_stands_better_where_its_steps_are_near_what_it_fights_for():
    """So many steps are left in each: what differs is how far they are from the place that is to be held."""

    def stands(*units: str) -> float:
        return standing(ridge(FIELD, *units, petit_vimy="b3").state, 1)

    here, near, far = stands("G1 4-4-5 b3"), stands("G1 4-4-5 b4"), stands("G1 4-4-5 b6")
    assert here > near > far
    assert stands("G1 4-4-5 b3", "A1 4-4-5 a1") < here


def test_an_attack_from_a_place_to_be_held_is_worth_less_than_the_same_from_any_other():
    """Whoever attacks may be driven back, and then has lost what he stood on."""

    def worth(held: str) -> float:
        units = ("A1 7-5-9 b2", "A9 1-1-1 d1", "G1 4-4-5 b3", "G9 1-1-1 a6")
        game = ridge(FIELD, *units, phase=GERMAN_FIGHT, petit_vimy=held)
        return outlook(do(game, "attack b2").state).worth

    assert worth("b3") < worth("b6") < 0


def test_advice_on_a_loss_says_that_no_other_costs_less():
    assert said_of("vimy", "hill_145", "lose").endswith("no other costs less.")
