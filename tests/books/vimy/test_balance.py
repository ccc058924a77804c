"""How Vimy comes out between opponents: the figures hold together, and are those of the present values."""

import pytest

from fmbook.components.scenarios import load_scenario
from fmbook.opponents.balance import balance, measured, values_of

BALANCE = balance("vimy")
MEASURED = {figures.scenario: figures for figures in BALANCE.measured}
SIDES = {"Allied", "German"}


def test_the_battle_and_both_short_scenarios_were_played_often_enough():
    assert set(MEASURED) == {"battle", "first_morning", "hill_145"}
    assert all(figures.games >= 100 and figures.opponents == ("greedy", "greedy") for figures in MEASURED.values())
    assert BALANCE.history.says
    assert BALANCE.history.source


@pytest.mark.parametrize("scenario", MEASURED)
def test_it_was_measured_with_the_values_that_are_played_with_now(scenario):
    """When this fails a value has changed: measure again with the command of the file, and write the new figures."""
    assert MEASURED[scenario].values == values_of("vimy", scenario), BALANCE.command


def test_another_unit_or_another_track_is_another_set_of_values():
    assert len({values_of("vimy", scenario) for scenario in ("battle", "free", "first_morning", "hill_145")}) == 4


@pytest.mark.parametrize("scenario", MEASURED)
def test_every_game_is_counted_once(scenario):
    figures = MEASURED[scenario]
    for counted in (figures.wins, figures.how, figures.last_turn, *figures.first_held.values()):
        assert sum(counted.values()) == figures.games
    assert set(figures.wins) == set(figures.steps) == set(figures.lost) == set(figures.gone) == SIDES
    assert max(map(int, figures.last_turn)) <= load_scenario("vimy", scenario).turns


@pytest.mark.parametrize("scenario", MEASURED)
def test_either_side_can_win_and_the_short_scenarios_are_near_even(scenario):
    figures = MEASURED[scenario]
    least = 0.2 if scenario == "battle" else 0.35
    assert min(figures.wins.values()) >= least * figures.games


def test_measuring_again_gives_the_same_figures():
    once, again = (measured("vimy", "first_morning", ("greedy", "random"), range(2)) for _ in range(2))
    assert once == again
    assert once.games == sum(once.wins.values()) == 2
    assert once.values == MEASURED["first_morning"].values
    assert once.lost["German"]["enemy attacks"] > 0
