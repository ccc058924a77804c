"""How Veritable comes out between opponents: the figures hold together, and are those of the present values."""

import pytest

from fmbook.components.scenarios import load_scenario, scenario_names
from fmbook.opponents.balance import balance, measured, values_of

BALANCE = balance("veritable")
MEASURED = {figures.scenario: figures for figures in BALANCE.measured}
SIDES = ("Allied", "German")
SHORT = ("cleve", "first_days", "goch")


def test_every_scenario_was_played_a_hundred_times():
    assert set(MEASURED) == set(scenario_names("veritable"))
    assert all(figures.games >= 100 and figures.opponents == ("greedy", "greedy") for figures in MEASURED.values())
    assert "draw" in BALANCE.history.says
    assert BALANCE.history.source


@pytest.mark.parametrize("scenario", MEASURED)
def test_it_was_measured_with_the_values_that_are_played_with_now(scenario):
    """When this fails a value has changed: measure again with the command of the file, and write the new figures."""
    assert MEASURED[scenario].values == values_of("veritable", scenario), BALANCE.command


@pytest.mark.parametrize("scenario", MEASURED)
def test_every_game_is_counted_once(scenario):
    figures = MEASURED[scenario]
    for counted in (figures.wins, figures.how, figures.last_turn, *figures.first_held.values()):
        assert sum(counted.values()) == figures.games
    assert set(figures.steps) == set(figures.lost) == set(figures.gone) == set(SIDES)
    assert max(map(int, figures.last_turn)) <= load_scenario("veritable", scenario).turns


@pytest.mark.parametrize("scenario", MEASURED)
def test_either_side_can_win_and_the_short_scenarios_are_near_even(scenario):
    figures = MEASURED[scenario]
    least = 0.35 if scenario in SHORT else 0.2
    assert min(figures.wins[side] for side in SIDES) >= least * figures.games


def test_measuring_again_gives_the_same_figures():
    once, again = (measured("veritable", "goch", ("greedy", "greedy"), range(2)) for _ in range(2))
    assert once == again
    assert once.values == MEASURED["goch"].values
