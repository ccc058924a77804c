"""Many games as dots; a click opens the game behind one."""

import pytest

import fmbook as fm
from fmbook.books.scheldt.variants import dry_polders
from fmbook.widgets.drawing.shapes import Circles
from fmbook.widgets.gameplot import GamePlot

GAMES = fm.results("breskens")[:40]


@pytest.fixture
def plot():
    return fm.plot(GAMES)


def press(plot: GamePlot, x: float, y: float) -> None:
    plot._on_heard({"what": "press", "number": 0, "at": [x / 640, y / 420]})


def test_there_is_a_dot_for_each_game_filled_or_a_ring_by_its_winner(plot):
    drawn = {shape.name: len(shape.centres) for shape in plot._shapes() if isinstance(shape, Circles)}
    assert {name: count for name, count in drawn.items() if count} == {
        f"won by {side}": len(GAMES.of(winner=side)) for side in GAMES.sides
    }
    assert len(set(plot._dots)) == len(GAMES)
    assert all(0 < x < 640 and 0 < y < 420 for x, y in plot._dots)


def test_a_dot_lies_the_farther_out_the_greater_its_figures(plot):
    places = dict(zip(((game.lost("Allied"), game.lost("German")) for game in GAMES), plot._dots, strict=True))
    few, many = min(places), max(places)
    assert places[few][0] < places[many][0]


def test_a_click_on_a_dot_opens_the_game_behind_it(plot):
    for number in (3, 17):
        press(plot, *plot._dots[number])
        assert plot.clicked == GAMES[number].seed
        [desk] = plot._place.children
        assert desk.game.record() == GAMES[number].game().record()


def test_a_click_beside_all_dots_opens_nothing(plot):
    press(plot, 2, 2)
    assert plot.clicked == -1
    assert plot._place.children == ()


def test_the_list_does_what_a_click_does_without_a_mouse(plot):
    plot._list.value = 5
    assert plot.clicked == GAMES[5].seed
    plot._list.value = None
    assert (plot.clicked, plot._place.children) == (-1, ())


def test_a_game_under_a_house_rule_opens_with_it():
    games = fm.results("breskens_dry_polders")[:3]
    with_rule = fm.plot(games, "turn", "orders", house_rules=[dry_polders])
    with_rule.show(games[1].seed)
    [desk] = with_rule._place.children
    assert desk.game.header.house == games[1].house
    assert desk.game.header.house[0].startswith("house:dry_polders#")


def test_a_figure_that_games_do_not_have_is_told_with_those_that_they_have():
    with pytest.raises(fm.NoSuchName, match="turn"):
        fm.plot(GAMES, "turns", "orders")
