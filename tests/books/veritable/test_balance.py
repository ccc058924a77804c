"""How Veritable comes out between opponents."""

import pytest

from fmbook.components.scenarios import scenario_names
from fmbook.opponents.balance import balance, measured

BALANCE = balance("veritable")
MEASURED = {figures.scenario: figures for figures in BALANCE.measured}
SIDES = ("Allied", "German")
SHORT = ("cleve", "first_days", "goch")


def test_every_scenario_was_played_a_hundred_times():
    assert set(MEASURED) == set(scenario_names("veritable"))
    assert all(figures.games >= 100 and figures.opponents == ("greedy", "greedy") for figures in MEASURED.values())
    assert "draw" in BALANCE.history.says


@pytest.mark.parametrize("scenario", MEASURED)
def test_either_side_can_win_and_the_short_scenarios_are_near_even(scenario):
    figures = MEASURED[scenario]
    least = 0.35 if scenario in SHORT else 0.2
    assert min(figures.wins[side] for side in SIDES) >= least * figures.games


def test_measuring_again_gives_the_same_figures():
    once, again = (measured("veritable", "goch", ("greedy", "greedy"), range(2)) for _ in range(2))
    assert once == again
    assert once.values == MEASURED["goch"].values
