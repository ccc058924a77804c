"""How the books come out between opponents: the figures hold together, and are those of the present values."""

from pathlib import Path

import pytest

import fmbook as fm
from fmbook.components.scenarios import load_scenario
from fmbook.opponents.balance import BalanceFigures, balance, values_of

DATA = Path(__file__).parents[2] / "data"
BALANCES = {system: balance(system) for system in fm.systems() if (DATA / system / "balance.toml").exists()}
each_measured = pytest.mark.parametrize(
    ("system", "figures"),
    [
        pytest.param(system, figures, id=f"{system} {figures.scenario}")
        for system, found in BALANCES.items()
        for figures in found.measured
    ],
)


@each_measured
def test_it_was_measured_with_the_values_that_are_played_with_now(system: str, figures: BalanceFigures) -> None:
    """When this fails a value has changed: measure again with the command of the file, and write the new figures."""
    assert figures.values == values_of(system, figures.scenario), BALANCES[system].command


@each_measured
def test_every_game_is_counted_once(system: str, figures: BalanceFigures) -> None:
    for counted in (figures.wins, figures.how, figures.last_turn, *figures.first_held.values()):
        assert sum(counted.values()) == figures.games
    assert set(figures.steps) == set(figures.lost) == set(figures.gone) == set(fm.new_game(system).sides)
    assert max(map(int, figures.last_turn)) <= load_scenario(system, figures.scenario).turns


@pytest.mark.parametrize("system", BALANCES)
def test_what_really_happened_is_told_with_its_source(system: str) -> None:
    assert BALANCES[system].history.says
    assert BALANCES[system].history.source
