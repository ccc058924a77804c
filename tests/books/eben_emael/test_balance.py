"""How Eben-Emael comes out between opponents."""

import pytest

from fmbook.opponents.balance import balance, measured

BALANCE = balance("eben_emael")
MEASURED = {figures.scenario: figures for figures in BALANCE.measured}
SIDES = {"German", "Belgian"}


def test_every_scenario_was_played_a_hundred_times():
    assert set(MEASURED) == {"historical", "full_readiness", "first_minutes"}
    assert all(figures.games >= 100 and figures.opponents == ("greedy", "greedy") for figures in MEASURED.values())
    assert "12 points" in BALANCE.history.says


@pytest.mark.parametrize(("scenario", "least"), [("historical", 0.35), ("full_readiness", 0.3)])
def test_both_printed_scenarios_are_contests_between_equals(scenario, least):
    figures = MEASURED[scenario]
    assert min(figures.wins[side] for side in SIDES) >= least * figures.games


def test_our_short_scenario_is_a_contest_between_equals():
    figures = MEASURED["first_minutes"]
    assert figures.games >= 300
    assert all(0.35 <= figures.wins[side] / figures.games <= 0.65 for side in SIDES)


def test_measuring_again_gives_the_same_figures():
    once, again = (measured("eben_emael", "first_minutes", ("greedy", "random"), range(2)) for _ in range(2))
    assert once == again
    assert once.values == MEASURED["first_minutes"].values
    assert sum(once.lost["Belgian"].values()) > 1
