"""How the Scheldt comes out between opponents: the figures hold together, and are those of the present values."""

import pytest

from fmbook.components.scenarios import load_scenario
from fmbook.opponents.balance import balance, values_of

BALANCE = balance("scheldt")
MEASURED = {figures.scenario: figures for figures in BALANCE.measured}


def test_the_campaign_and_the_short_scenarios_were_played_often_enough():
    assert set(MEASURED) == {"braakman", "breskens", "campaign", "causeway", "isthmus", "walcheren"}
    assert all(figures.games >= 50 and figures.opponents == ("greedy", "greedy") for figures in MEASURED.values())
    assert BALANCE.history.says


@pytest.mark.parametrize("scenario", MEASURED)
def test_it_was_measured_with_the_values_that_are_played_with_now(scenario):
    """When this fails a value has changed: measure again with the command of the file, and write the new figures."""
    assert MEASURED[scenario].values == values_of("scheldt", scenario), BALANCE.command


@pytest.mark.parametrize("scenario", MEASURED)
def test_every_game_is_counted_once(scenario):
    figures = MEASURED[scenario]
    for counted in (figures.wins, figures.how, figures.last_turn, *figures.first_held.values()):
        assert sum(counted.values()) == figures.games
    assert max(map(int, figures.last_turn)) <= load_scenario("scheldt", scenario).turns


@pytest.mark.parametrize("scenario", MEASURED)
def test_either_side_can_win(scenario):
    figures = MEASURED[scenario]
    assert min(figures.wins.get(side, 0) for side in ("Allied", "German")) >= 0.2 * figures.games
