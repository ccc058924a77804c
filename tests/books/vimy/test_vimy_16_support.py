"""Vimy 16 · Support fire is drawn blind, and nobody falls back from shells."""

from collections import Counter
from typing import Any

import pytest

from fmbook.play.game import Game
from tests.tools.positions import at, do, places
from tests.tools.vimy_positions import FIELD, FIGHT, GERMAN_FIGHT, SHELL, battle_of_vimy, ridge, shell, until

POOL = (1, 1, 2, 2, 3)
PAIR = ("A1 5-4-6 b2", "G1 3-4-5 b3")


def armed(*, pool: tuple[int, ...] = POOL, allotted: int = 2, seed: int = 1, phase: str = FIGHT, **more: Any) -> Game:
    return ridge(FIELD, *PAIR, support=(pool, pool), allotted=(allotted, allotted), phase=phase, seed=seed, **more)


@pytest.mark.clause("VR-16.0-1", "VR-16.0-2")
def test_16_0_markers_are_drawn_by_lot_and_not_the_lowest_first():
    hands = Counter(armed(seed=seed).hand("Allied") for seed in range(60))
    assert set(hands) == {("+1", "+1"), ("+1", "+2"), ("+1", "+3"), ("+2", "+2"), ("+2", "+3")}
    assert hands["+1", "+1"] < 20  # the two lowest come up once in ten


@pytest.mark.clause("VR-16.0-1")
def test_16_0_each_side_draws_from_its_own_pool():
    game = ridge(FIELD, *PAIR, support=((1, 1, 1), (3, 3)), allotted=(2, 1), phase=FIGHT)
    assert (game.hand("Allied"), game.hand("German")) == (("+1", "+1"), ("+3",))


@pytest.mark.clause("VR-16.0-1")
def test_16_0_a_marker_that_is_drawn_is_not_in_the_pool_any_more():
    for seed in range(40):
        drawn = Counter(armed(pool=(1, 2, 3), allotted=2, seed=seed).hand("German"))
        assert max(drawn.values()) == 1


@pytest.mark.clause("VR-16.0-1")
def test_16_0_a_side_that_gets_all_it_has_draws_nothing():
    game = armed(allotted=5)
    assert game.hand("Allied") == ("+1", "+1", "+2", "+2", "+3")
    assert game.state.thrown == 0
    assert armed(allotted=9).hand("German") == game.hand("German")
    assert armed(allotted=4).state.thrown == 8


@pytest.mark.clause("VR-16.0-1")
def test_16_0_the_draw_of_a_turn_can_be_said_aloud():
    game = until(armed(phase=GERMAN_FIGHT), GERMAN_FIGHT)
    game.do("end-phase", roll=("+3", "+2", "+1", "+1"))
    assert (game.turn, game.hand("Allied"), game.hand("German")) == (3, ("+2", "+3"), ("+1", "+1"))


@pytest.mark.clause("VR-16.0-1", "VR-16.0-2")
def test_16_0_on_the_track_of_the_battle_nothing_is_drawn_at_night():
    game = battle_of_vimy()
    assert (len(game.hand("Allied")), len(game.hand("German"))) == (6, 4)
    while game.turn < 4:
        game.do("end-phase")
    drawn = [line.partition(" take ")[0] for line in game.diary if "support marker" in line]
    assert drawn == ["The Allies", "The Germans"] * 3  # turns 1, 2 and 4
    assert game.state.thrown == 3 * (6 + 4)


@pytest.mark.clause("VR-16.0-3", "VR-17.5-5")
def test_16_0_a_unit_that_is_shelled_loses_the_step_and_cannot_fall_back_instead():
    game = do(ridge(FIELD, *PAIR, phase=SHELL), "shell G1; end-phase")
    game.do("roll", roll=1)
    assert (game.unit("G1").steps, at(game, "G1"), game.state.asks) == (1, ["b3"], ())
    assert not places(game, "retreat") | places(game, "lose") | places(game, "advance")


@pytest.mark.clause("VR-17.1-1", "VR-17.4-1")
def test_16_0_support_fire_and_shells_are_two_things():
    game = armed(allotted=5, phase=SHELL)
    shell(game, "G1", rolls=[6])
    assert len(game.hand("Allied")) == 5  # no support marker was used up
    assert (game.phase, game.state.facts["shells"]) == (FIGHT, 8)
    do(game, "attack b3; support +3")
    assert (len(game.hand("Allied")), game.state.facts["shells"]) == (4, 8)
