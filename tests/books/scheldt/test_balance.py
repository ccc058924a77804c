"""How the Scheldt comes out between opponents."""

import pytest

from fmbook.opponents.balance import balance

MEASURED = {figures.scenario: figures for figures in balance("scheldt").measured}


def test_the_campaign_and_the_short_scenarios_were_played_often_enough():
    assert set(MEASURED) == {"braakman", "breskens", "campaign", "causeway", "isthmus", "walcheren"}
    assert all(figures.games >= 50 and figures.opponents == ("greedy", "greedy") for figures in MEASURED.values())


@pytest.mark.parametrize("scenario", MEASURED)
def test_either_side_can_win(scenario):
    figures = MEASURED[scenario]
    assert min(figures.wins.get(side, 0) for side in ("Allied", "German")) >= 0.2 * figures.games
