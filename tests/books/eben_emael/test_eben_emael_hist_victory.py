"""Eben-Emael, the scenarios · Control, levels, losses that end the game."""

from typing import Any

import pytest

from fmbook.books.eben_emael.facts import GROUND, SEALED
from fmbook.books.eben_emael.figures import figures, level
from fmbook.core.state import Outcome
from fmbook.engine.matters import POINTS
from tests.tools.eben_positions import AIR, MARCH, fight, historical, lost, roof
from tests.tools.positions import at, told_of

EVERY = ["S01", "S02", "S03", "S04", "S05", "S06", "S07", "S09", "S10", "S11", "S12", "S13", "S14", "S15", "S16"]


def at_the_end(*units: str, **facts: Any) -> Outcome:
    game = roof(*units, phase=AIR, turn=15, **facts)
    while not game.outcome:
        game.do("end-phase")
    return game.outcome


def held_points(*units: str, **facts: Any) -> int:
    return int(at_the_end(*units, **facts).text.split()[3])


def test_hist_a_sealed_work_with_a_german_on_it_counts():
    assert held_points("G6 8 S11", sealed=["S11"]) == 3
    assert held_points("G6 8 S11") == 0


def test_hist_points_are_counted_as_one_number_for_those_who_compare_games():
    held, bare = (roof("G6 8 S11", phase=AIR, turn=15, sealed=sealed) for sealed in (["S11"], []))
    assert [POINTS.of(game.setup)(game.state) for game in (held, bare)] == [3, 0]


def test_hist_it_counts_with_a_german_next_door_or_the_last_there_but_not_with_a_belgian_on_it():
    assert held_points("G6 8 S19", sealed=["S11", "S14"]) == 3
    assert held_points("G6 8 S08", sealed=["S14"], ground=["S14"]) == 2
    assert held_points("G6 8 S08", sealed=["S14"]) == 0
    assert held_points("G6 8 S08", "P1 20 S14", sealed=["S14"], ground=["S14"]) == 0
    assert held_points("G6 8 S10", sealed=["S09"], destroyed=["S09"]) == 0


LEVELS = [
    ("E-hist-e", ["S11", "S10", "S07", "S06", "S05", "S04", "S12", "S14"], 17, "overwhelming victory", "German"),
    ("E-hist-f", ["S11", "S10", "S07", "S06", "S05", "S04", "S01", "S02", "S03"], 16, "major victory", "German"),
    ("E-hist-f", ["S11", "S10", "S07", "S06", "S05", "S04"], 13, "major victory", "German"),
    ("E-hist-g", ["S10", "S07", "S06", "S05", "S04", "S12"], 12, "minor victory", "German"),
    ("E-hist-g", ["S11", "S10", "S07", "S06"], 9, "minor victory", "German"),
    ("E-hist-h", ["S10", "S07", "S06", "S05"], 8, "tactical victory", "German"),
    ("E-hist-h", ["S11", "S10"], 5, "tactical victory", "German"),
    ("E-hist-i", ["S06", "S05"], 4, "defeat", "Belgian"),
    ("E-hist-i", [], 0, "defeat", "Belgian"),
]


@pytest.mark.clause("E-hist-e", "E-hist-f", "E-hist-g", "E-hist-h", "E-hist-i", "E-full-i")
@pytest.mark.parametrize(("clause", "works", "points", "title", "winner"), LEVELS)
def test_hist_the_points_give_the_level(clause, works, points, title, winner):
    outcome = at_the_end("G6 8 S08", sealed=works, ground=works)
    assert f"{points} victory points" in outcome.text
    assert (outcome.level, outcome.winner) == (title, winner)
    assert clause in level(points).clauses


@pytest.mark.clause("E-hist-r1")
@pytest.mark.parametrize(("goal", "title", "winner"), [(8, "goal reached", "German"), (9, "goal missed", "Belgian")])
def test_hist_a_scenario_of_ours_may_name_the_points_with_which_the_germans_win(goal, title, winner):
    works = ["S10", "S07", "S06", "S05"]
    outcome = at_the_end("G6 8 S08", sealed=works, ground=works, goal=goal)
    assert (outcome.level, outcome.winner) == (title, winner)
    assert outcome.text == f"The Germans hold 8 victory points: {goal} were wanted."


def test_hist_only_the_first_ten_minutes_have_a_goal_of_ours_and_it_is_shown():
    games = {name: historical(scenario=name) for name in ("historical", "full_readiness", "first_minutes")}
    assert {name: game.state.facts.get("goal") for name, game in games.items()} == {
        "historical": None, "full_readiness": None, "first_minutes": 8,
    }  # fmt: skip
    state = games["first_minutes"].state
    told = state.setup.book.settled["told of the game"].function(state)
    assert "Victory points in German hands: 0 of the 8 that win." in told
    tracks = {track.name: track.says for track in state.setup.book.settled["on the map"].function(state).tracks}
    assert tracks["Points"] == "8 wanted"


def test_hist_all_levels_can_be_reached_on_this_board():
    board = roof("G1 8 S08").board
    assert sum(board.numbers["vp"].values()) == 24 >= figures().level[0].least
    assert {board.places[place] for place in board.numbers["vp"]} == set(EVERY)


@pytest.mark.clause("E-hist-o")
def test_hist_85_german_losses_end_the_game_for_the_belgians():
    _germans_break()


@pytest.mark.clause("E-full-g")
def test_full_85_german_losses_end_the_game_for_the_belgians():
    _germans_break()


def _germans_break() -> None:
    for before, over in ((80, True), (79, False)):
        game = roof("G6 8 S19", "P1 20 S18", lost=(before, 0))
        fight(game, "S18", "G6", roll=(3, 3))  # one to two, six: 4/-; five at 1:3
        assert lost(game)[0] == before + 4
        assert not game.outcome
        game = roof("G6 5 S19", "P1 20 S18", lost=(before, 0))
        fight(game, "S18", "G6", roll=(3, 3))
        assert lost(game)[0] == before + 5
        assert bool(game.outcome) == over


@pytest.mark.clause("E-hist-o", "E-full-g")
def test_hist_the_winner_is_belgian_whatever_the_points():
    game = roof("G6 5 S19", "P1 20 S18", lost=(80, 300), sealed=EVERY, ground=EVERY)
    fight(game, "S18", "G6", roll=(3, 3))
    assert game.outcome
    assert (game.outcome.winner, game.outcome.level) == ("Belgian", "automatic victory")
    assert game.legal() == ()


@pytest.mark.clause("E-hist-p")
def test_hist_329_belgian_losses_end_the_game_for_the_germans():
    _belgians_break()


@pytest.mark.clause("E-full-h")
def test_full_329_belgian_losses_end_the_game_for_the_germans():
    _belgians_break()


def _belgians_break() -> None:
    for before, over in ((328, True), (327, False)):
        game = roof("G1 8 S19", "P1 4 S18", lost=(0, before))
        fight(game, "S18", "G1", roll=(4, 5))
        game.do("keep")
        assert lost(game)[1] == before + 1
        assert (bool(game.outcome), at(game, "P1")) == (over, ["S18"])
        if game.outcome:
            assert (game.outcome.winner, game.outcome.level) == ("German", "automatic victory")


def test_hist_opponents_know_what_is_fought_for():
    game = roof("G1 8 S08", destroyed=["S09"], phase=MARCH)
    wanted = game.state.setup.book.settled["objectives"].function(game.state, 0)
    assert {game.board.places[place] for place in wanted} == set(EVERY) - {"S09"}
    assert round(sum(wanted.values())) == 96


def test_a_work_is_told_as_held_by_the_belgians_until_the_germans_control_it():
    assert "Its points are held by the Belgians." in told_of("eben_emael", "first_minutes", "S03")
    assert "Its points are held by the Germans." in told_of("eben_emael", "first_minutes", "S03", SEALED, GROUND)
