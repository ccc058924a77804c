"""How Vimy comes out between opponents."""

import pytest

from fmbook.opponents.balance import balance, measured, values_of

MEASURED = {figures.scenario: figures for figures in balance("vimy").measured}
SIDES = {"Allied", "German"}


def test_the_battle_and_both_short_scenarios_were_played_often_enough():
    assert set(MEASURED) == {"battle", "first_morning", "hill_145"}
    assert all(figures.games >= 100 and figures.opponents == ("greedy", "greedy") for figures in MEASURED.values())


def test_another_unit_or_another_track_is_another_set_of_values():
    assert len({values_of("vimy", scenario) for scenario in ("battle", "free", "first_morning", "hill_145")}) == 4


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
