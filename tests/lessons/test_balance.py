"""How a game comes out between machine players, told for readers: what the balance files say, and no more."""

import pytest

import fmbook as fm
from fmbook.components.scenarios import load_scenario
from fmbook.opponents.balance import balance

MEASURED = ("eben_emael", "scheldt", "veritable", "vimy")


@pytest.mark.parametrize("system", MEASURED)
def test_each_measured_scenario_has_a_row_whose_games_add_up(system):
    found = fm.measured(system)
    assert len(found.rows) == len(balance(system).measured)
    for (title, games, won, _), figures in zip(found.rows, balance(system).measured, strict=True):
        assert title in str(found)
        assert sum(int(word.strip(",")) for word in won.split() if word.strip(",").isdigit()) == int(games)
        assert int(games) == figures.games


def test_a_place_is_named_with_the_games_in_which_it_fell():
    (_, games, won, taken), *_ = fm.measured("vimy").rows
    first = balance("vimy").measured[0]
    assert games == str(first.games)
    assert won.startswith(f"the Germans {first.wins['German']}, ")
    fell = first.games - first.first_held["The Pimple"]["never"]
    assert f"The Pimple {fell}" in taken


def test_a_column_that_would_be_empty_is_left_out():
    assert "Taken" not in str(fm.measured("eben_emael"))
    assert "Taken" in fm.measured("scheldt")._repr_markdown_()


def test_what_happened_stands_beside_the_figures():
    for said in (str(fm.measured("veritable")), fm.measured("veritable")._repr_markdown_()):
        assert "In fact: By the booklet the historical result is a draw" in said.replace("\n", " ")
        assert "one order ahead" in said


@pytest.mark.parametrize("system", MEASURED)
def test_of_few_games_the_share_is_told_with_the_bounds_of_chance(system):
    said = " ".join(str(fm.measured(system)).split())
    assert ("Two captains" in said) == bool(balance(system).few)
    for few in balance(system).few:
        assert sum(few.wins.values()) <= few.games
        title, (side, share) = load_scenario(system, few.scenario).title, few.first
        assert share.low < few.wins[side] / few.games < share.high or few.wins[side] == few.games
        assert f"won {few.wins[side]} of {few.games} games ({100 * share.low:.0f} to" in said
        assert title in said


def test_a_game_without_figures_is_answered_with_those_that_have_some():
    with pytest.raises(fm.NoSuchName, match="scheldt"):
        fm.measured("scheld")
