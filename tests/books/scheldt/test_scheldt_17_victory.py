"""Scheldt 17 · Who wins."""

import pytest

from fmbook.play.game import Game
from tests.tools.positions import at, do, fight
from tests.tools.scheldt_positions import FAR, FIGHT, GERMAN_FIGHT, GERMAN_MARCH, ended, front, scheldt

GOAL = {"kind": "clear", "side": "Allied", "ground": "west_of_the_line", "text": "The west is clear."}


def last_day(*units: str, **more: object) -> Game:
    return front(*units, turn=20, goal=GOAL, **more)  # type: ignore[arg-type]


def finished(game: Game) -> Game:
    while not game.outcome:
        game.do("end-phase")
    return game


@pytest.mark.clause("SC-17.0-1", "SC-17.0-2")
@pytest.mark.parametrize(
    ("place", "winner"),
    [
        ("2023", "German"), ("2022", "Allied"), ("2021", "Allied"), ("1123", "German"), ("1122", "Allied"),
        ("2819", "German"), ("2818", "Allied"), ("3018", "German"), ("3017", "Allied"), ("3217", "Allied"),
        ("3218", "German"), ("2042", "German"), ("2642", "German"), ("3417", "German"), ("2521", "German"),
        ("2520", "Allied"),
    ],
)  # fmt: skip
def test_17_0_after_turn_20_no_german_may_be_left_west_of_the_line(place, winner):
    game = finished(last_day("A1 5-4-6 3617", f"G1 3-4-5 {place}", "G2 3-4-5 1117"))
    assert (ended(game).winner, ended(game).rule) == (winner, "scheldt:17.0")
    assert ended(game).level == ("cleared" if winner == "Allied" else "held out")
    assert ("G1" in ended(game).text) == (winner == "German")


@pytest.mark.clause("SC-17.0-1")
def test_17_0_it_is_won_at_once_when_the_last_of_them_falls():
    for other, over in (("1832", False), ("1117", True)):
        units = ("A1 9-4-6 2619", "A2 9-4-6 2718", "G1 1-1-5 2620 depleted", f"G2 3-4-5 {other}")
        game = fight(front(*units, turn=9, phase=FIGHT, goal=GOAL), "2620", roll=6)
        assert at(game, "G1") == ["eliminated"]
        assert bool(game.outcome) == over


@pytest.mark.clause("SC-17.0-1")
def test_17_0_a_german_who_leaves_the_west_has_not_fallen():
    game = front("A1 1-1-1 3617", "G1 3-4-5 2819", turn=19, phase=GERMAN_MARCH, goal=GOAL)
    do(game, "move G1 2818")
    assert not game.outcome
    assert ended(finished(game)).winner == "Allied"


@pytest.mark.clause("SC-17.0-1")
def test_17_0_nor_does_the_death_of_an_ally_end_the_game():
    units = ("A1 1-1-6 1618 depleted", "G1 9-4-5 1617", FAR[0])
    game = fight(front(*units, turn=9, phase=GERMAN_FIGHT, goal=GOAL), "1618", roll=1)
    assert at(game, "A1") == ["eliminated"]
    assert not game.outcome


@pytest.mark.clause("SC-17.0-2")
def test_17_0_whoever_does_nothing_has_not_won():
    game = finished(scheldt())
    assert (ended(game).winner, game.turn) == ("German", 20)
    assert "1019" in ended(game).text


def test_17_0_a_short_scenario_has_its_own_goal():
    goal = {"kind": "hold", "side": "Allied", "hexes": ["2739"], "text": "Biervliet is ours."}
    held = finished(front("A1 5-4-6 2739", FAR[1], turn=20, goal=goal))
    assert (ended(held).winner, ended(held).text) == ("Allied", "Biervliet is ours.")
    assert ended(finished(front("A1 5-4-6 2740", FAR[1], turn=20, goal=goal))).winner == "German"


def test_17_0_opponents_fight_for_where_germans_stand_for_the_road_and_for_towns():
    units = ("146/49", "A1 5-4-6 2021", "G1 3-4-5 1832", "G2 3-4-5 1117")
    game = front(*units, turn=5, goal=GOAL)
    settled = game.setup.book.settled["objectives"].function
    allied = {game.board.name(place) for place in settled(game.state, 0)}
    assert allied == {"1832", "2022", "2123", "2124", "2125", "2126", "2127", "2027", "2028", "2029", "2030"}
    german = settled(game.state, 1)
    towns = game.board.having("city") & game.board.having("west_of_the_line")
    neck = game.board.having("road_to_schore") & game.board.having("isthmus")
    assert towns | neck | {game.board.at("2021")} == set(german)
    assert german[game.board.at("2022")] > german[game.board.at("2042")]
    short = front(*units[1:], goal={**GOAL, "kind": "hold", "hexes": ["2739"]})
    assert set(short.setup.book.settled["objectives"].function(short.state, 0)) == {short.board.at("2739")}
