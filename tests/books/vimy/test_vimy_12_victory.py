"""Vimy 12 · Victory: points at the end, and two ways to win at once."""

from typing import Any

import pytest

import fmbook as fm
from fmbook.books.vimy.facts import ALLIED_GROUND
from fmbook.core.events import Moved
from fmbook.engine.matters import POINTS
from fmbook.opponents.evaluation import stand
from fmbook.play.game import Game
from tests.tools.positions import at, do, fight, told_of
from tests.tools.vimy_positions import (
    FIGHT,
    GERMAN_FIGHT,
    GERMAN_MARCH,
    GERMAN_SHELL,
    LINE,
    MARCH,
    SHELL,
    ended,
    ridge,
    shell,
    until,
)

FIELD = """
a1  a2! a3  a4! a5  a6
  b1  b2  b3  b4  b5  b6
c1  c2  c3  c4  c5  c6
  d1  d2  d3  d4  d5  d6
"""
FAR = "G9 1-1-1 d6"  # the Allies win at once when no German is left
GROUND: dict[str, Any] = {"german_supply": "d1", "petit_vimy": "d1 d2", "vimy_town": "d3 d4"}


def last_turn(*units: str, drawing: str = FIELD, phase: str = MARCH, **more: Any) -> Game:
    """A game in its last turn; unless other ground is named, nobody holds any."""
    return ridge(drawing, *units, phase=phase, turns=2, **{**GROUND, **more})


def finish(game: Game) -> Game:
    while not game.outcome:
        game.do("end-phase")
    return game


def score(game: Game) -> tuple[str | None, str, str]:
    outcome = ended(finish(game))
    return outcome.winner, outcome.level, outcome.text.partition(": ")[2]


# --- 12.1 · Points ------------------------------------------------------------------------------------------


@pytest.mark.clause("VR-12.1-1")
def test_12_1_a_point_for_all_peaks_which_it_is_enough_to_march_over():
    game = do(last_turn("A1 1-1-9 a1", FAR), "move A1 a6 via a2 a4")
    winner, level, why = score(game)
    assert (winner, level) == ("German", "1 points")
    assert why.startswith("2 of 2 peaks last held by Canadians")


def test_12_1_points_are_counted_as_one_number_for_those_who_compare_games():
    game = last_turn("A1 1-1-9 a1", FAR)
    assert POINTS.of(game.setup)(game.state) == 0
    do(game, "move A1 a6 via a2 a4")
    assert POINTS.of(game.setup)(game.state) == 1


@pytest.mark.clause("VR-12.1-1")
def test_12_1_one_peak_short_is_no_point():
    winner, level, why = score(do(last_turn("A1 1-1-9 a1", FAR), "move A1 b5 via a2 b3"))
    assert (winner, level) == ("German", "0 points")
    assert why.startswith("1 of 2 peaks")


@pytest.mark.clause("VR-12.1-1")
def test_12_1_where_a_march_leads_is_where_its_cheapest_way_leads():
    board = "a   b!  c   d!  e   f   g   h"
    game = do(last_turn("A1 1-1-9 a", "G9 1-1-1 h", drawing=board, **NONE), "move A1 e")
    assert score(game)[2].startswith("2 of 2 peaks")


NONE = dict.fromkeys(GROUND, "")


@pytest.mark.clause("VR-12.1-1")
def test_12_1_a_german_who_comes_back_takes_the_peak_back():
    game = do(last_turn("A1 1-1-9 a1", "G1 1-1-9 b6"), "move A1 c3 via a2 a4")
    until(game, GERMAN_MARCH)
    do(game, "move G1 a6 via a5 a4 a5")
    assert score(game)[2].startswith("1 of 2 peaks")


@pytest.mark.clause("VR-12.1-1")
def test_12_1_a_peak_that_its_germans_lost_stays_german_until_a_canadian_comes():
    game = last_turn("A1 9-4-6 a1", "G1 1-1-1 a2 depleted", FAR, phase=SHELL)
    shell(game, "G1", rolls=[1])
    assert score(game)[2].startswith("0 of 2 peaks")


@pytest.mark.clause("VR-12.1-1", "VR-12.1-5")
def test_12_1_an_advance_takes_a_peak():
    game = fight(last_turn("A1 19-4-6 a1", "G1 1-1-1 a2 depleted", FAR, phase=FIGHT), "a2", roll=1)
    do(game, "retreat G1 a3; retreat G1 a4; advance A1 a2; stay-back")
    assert score(game)[2].startswith("1 of 2 peaks")


@pytest.mark.clause("VR-12.1-1")
def test_12_1_a_german_who_advances_onto_a_peak_takes_it_back():
    board = "a   b   c!  d   e   f   g   h"
    game = last_turn("A1 1-1-9 a", "G1 19-3-5 d", drawing=board, **NONE)
    until(do(game, "move A1 c"), GERMAN_FIGHT)
    assert game.state.facts["allied_ground"] == {game.board.at("c")}
    fight(game, "c", roll=1)
    do(game, "retreat A1 b; advance G1 c; stay-back")
    assert (at(game, "A1", "G1"), score(game)[2].partition(" last")[0]) == (["a", "c"], "0 of 1 peaks")


@pytest.mark.clause("VR-12.1-1")
def test_12_1_a_german_who_falls_back_over_a_peak_takes_it_back():
    units = ("A1 6-4-9 a3", "A2 1-1-9 a6", "G1 1-1-1 b3 depleted", "G9 1-1-1 d1")
    game = ridge(FIELD, *units, phase=MARCH, turns=2, **{**GROUND, "peak": "c5"})
    do(game, "move A2 a5 via b6 c5 b5; end-phase; end-phase")
    assert game.state.facts["allied_ground"] == {game.board.at("c5")}
    fight(game, "b3", roll=1)
    do(game, "retreat G1 c4; retreat G1 c5; stay-back")
    assert score(game)[2].startswith("0 of 3 peaks")


@pytest.mark.clause("VR-12.1-1", "VR-12.1-5")
def test_12_1_a_retreat_takes_the_peaks_that_it_leads_over():
    board = "a   b   c!  d   e   f   g   h"
    units = ("A1 1-3-9 d depleted", "G1 7-3-5 e")
    game = fight(last_turn(*units, drawing=board, phase=GERMAN_FIGHT, **NONE), "d", roll=1)
    assert at(game, "A1") == ["b"]
    do(game, "stay-back")
    assert score(game)[2].startswith("1 of 1 peaks")


@pytest.mark.clause("VR-12.1-2")
@pytest.mark.parametrize(("goal", "who"), [("d1", "Canadians"), ("c1", "Germans")])
def test_12_1_a_point_for_the_supply_hex_of_petit_vimy(goal, who):
    winner, level, why = score(do(last_turn("A1 1-1-9 b1", FAR), f"move A1 {goal}"))
    assert (winner, level) == ("German", "1 points" if goal == "d1" else "0 points")
    assert f"supply hex at Petit Vimy last held by {who}" in why


@pytest.mark.clause("VR-12.1-2")
def test_12_1_a_german_who_marches_through_the_supply_hex_has_it_again():
    game = until(do(last_turn("A1 1-1-9 b1", "G1 1-1-9 c4"), "move A1 a1 via c1 d1 c1"), GERMAN_MARCH)
    do(game, "move G1 d2 via d1")
    assert "last held by Germans" in score(game)[2]


@pytest.mark.clause("VR-12.1-2")
def test_12_1_a_german_replacement_that_comes_in_on_the_supply_hex_has_it_again():
    for goal, who in (("d1", "Germans"), ("d2", "Canadians")):
        game = ridge(
            FIELD, "A1 1-1-9 c1", "A2 9-9-1 a1", "G1 1-1-1 a2 depleted", "G9 1-1-1 b6", phase=MARCH, turns=3,
            **{**GROUND, "east_edge": "d1 d2"},
        )  # fmt: skip
        do(game, "move A1 b3 via d1 c2; end-phase")
        until(shell(game, "G1", rolls=[1]), GERMAN_MARCH, 3)
        do(game, f"return-full G1 {goal}")
        assert f"last held by {who}" in score(game)[2]


@pytest.mark.clause("VR-12.1-3")
@pytest.mark.parametrize(("third", "got"), [("A3", 1), ("C3", 0)])
def test_12_1_a_point_for_three_units_of_one_division_on_the_east_edge(third, got):
    units = ("A1 1-1-9 a3", "A2 1-1-9 b3", f"{third} 1-1-9 c3", FAR)
    game = do(last_turn(*units, east_edge="a6 b5 c5"), f"move A1 a6; move A2 b5; move {third} c5")
    winner, level, why = score(game)
    assert (winner, level) == ("German", f"{got} points")
    assert f"{2 + got} units of one division on the east edge" in why


@pytest.mark.clause("VR-12.1-3")
def test_12_1_units_that_were_on_the_edge_and_have_gone_do_not_count():
    units = ("A1 1-1-9 a3", "A2 1-1-9 b3", "A3 1-1-9 c3", FAR)
    game = do(last_turn(*units, east_edge="a6 b5 c5"), "move A1 a6; move A2 b5; move A3 b4 via c5")
    assert "2 units of one division" in score(game)[2]


@pytest.mark.clause("VR-12.1-4", "VR-12.2-1")
@pytest.mark.parametrize(("way", "winner", "level"), [("a2 a4", "Allied", "2 points"), ("a2", "German", "1 points")])
def test_12_1_two_points_win_for_the_canadians_and_fewer_for_the_germans(way, winner, level):
    game = do(last_turn("A1 1-1-9 a1", "A2 1-1-9 b1", FAR), f"move A2 d1; move A1 b5 via {way}")
    assert score(game)[:2] == (winner, level)
    assert ended(game).rule == "vimy:12.2"


@pytest.mark.clause("VR-12.1-4")
def test_12_1_points_are_counted_after_the_last_turn_and_not_before():
    game = do(ridge(FIELD, "A1 1-1-9 a1", "A2 1-1-9 b1", FAR, phase=MARCH, turns=3, nights=(), **GROUND), "move A2 d1")
    do(game, "move A1 b5 via a2 a4")
    until(game, MARCH, 3)
    assert not game.outcome
    assert ended(finish(game)).winner == "Allied"


# --- 12.1 · The town of Vimy --------------------------------------------------------------------------------


@pytest.mark.clause("VR-12.1-5")
def test_12_1_an_allied_unit_that_steps_into_vimy_wins_at_once():
    game = do(last_turn("A1 1-1-9 c3", "A2 1-1-9 a1", FAR), "move A1 d3")
    assert (ended(game).winner, ended(game).level, ended(game).rule) == ("Allied", "at once", "vimy:12.1")
    assert game.legal() == ()


@pytest.mark.clause("VR-12.1-5")
def test_12_1_marching_through_vimy_is_enough():
    game = do(last_turn("A1 1-1-9 c2", FAR), "move A1 c5 via d3 d4")
    assert (ended(game).winner, at(game, "A1")) == ("Allied", ["c5"])
    beside = do(last_turn("A1 1-1-9 c2", FAR), "move A1 c5 via c3 c4")
    assert not beside.outcome


@pytest.mark.clause("VR-12.1-5")
def test_12_1_a_march_whose_only_way_leads_through_vimy_wins():
    game = last_turn("A1 1-1-9 a", "G9 1-1-1 h", drawing=LINE, **{**NONE, "vimy_town": "c"})
    assert ended(do(game, "move A1 e")).winner == "Allied"


@pytest.mark.clause("VR-12.1-5")
def test_12_1_an_advance_or_a_retreat_into_vimy_wins():
    attack = last_turn("A1 19-4-6 c3", "G1 1-1-1 d3", FAR, phase=FIGHT)
    do(fight(attack, "d3", roll=1), "advance A1 d3")
    assert ended(attack).winner == "Allied"
    units = ("A1 1-3-9 d depleted", "G1 7-3-5 e")
    driven = last_turn(*units, drawing=LINE, phase=GERMAN_FIGHT, **{**NONE, "vimy_town": "b"})
    assert ended(fight(driven, "d", roll=1)).winner == "Allied"


@pytest.mark.clause("VR-12.1-5")
def test_12_1_germans_who_enter_vimy_win_nothing():
    game = do(last_turn("A1 1-1-1 a1", "G1 1-1-9 c5", phase=GERMAN_MARCH), "move G1 d4")
    assert not game.outcome
    units = ("A1 1-1-1 d3 depleted", "G1 19-1-1 d4", FAR, "A2 9-9-1 a1")
    stormed = fight(ridge(FIELD, *units, phase=GERMAN_FIGHT, turns=3, **GROUND), "d3", roll=1)
    do(stormed, "advance G1 d3")
    assert (at(stormed, "A1", "G1"), stormed.outcome) == (["eliminated", "d3"], None)


@pytest.mark.clause("VR-12.1-6")
@pytest.mark.parametrize(("post", "wins"), [("d1", False), ("d2", False), ("c1", True)])
def test_12_1_vimy_counts_only_while_no_german_is_in_petit_vimy(post, wins):
    game = do(last_turn("A1 1-1-9 c4", f"G1 1-1-1 {post}", FAR), "move A1 d4")
    assert bool(game.outcome) is wins
    assert at(game, "A1") == ["d4"]


@pytest.mark.clause("VR-12.1-6")
def test_12_1_it_is_the_entry_that_counts_not_the_stay():
    game = do(last_turn("A1 1-1-9 c4", "A2 9-9-9 b1", "G1 1-1-1 d1 depleted", FAR), "move A1 d4; move A2 c1; end-phase")
    shell(game, "G1", rolls=[1])
    assert not game.outcome  # Petit Vimy is free, but nobody has stepped into Vimy since


# --- 12.1 · The last German ---------------------------------------------------------------------------------


@pytest.mark.clause("VR-12.1-1")
def test_12_1_a_march_cites_the_rule_of_marches_and_only_what_it_changes_cites_victory():
    game = do(last_turn("A1 1-1-9 a1", FAR), "move A1 a6 via a2 a4")
    [cited] = [entry.rule for entry in game.entries if isinstance(entry.event, Moved)]
    assert cited == "fm:5.1/march"
    assert "fm:5.1" in game.at(0).hint(2).rules
    assert "vimy:12.1" not in game.at(0).hint(2).rules


@pytest.mark.clause("VR-12.1-7")
def test_12_1_the_allies_win_at_once_when_no_german_is_left():
    fallen = shell(last_turn("A1 1-1-1 a1", "G1 1-1-1 a2 depleted", phase=SHELL), "G1", rolls=[1])
    assert (ended(fallen).winner, ended(fallen).rule) == ("Allied", "vimy:12.1")
    stormed = fight(last_turn("A1 19-1-1 b1", "G1 1-1-1 b2", phase=FIGHT), "b2", roll=1)
    assert "No German unit is left" in ended(stormed).text


@pytest.mark.clause("VR-12.1-7")
def test_12_1_one_german_anywhere_is_enough_to_go_on():
    game = shell(last_turn("A1 1-1-1 a1", "G1 1-1-1 a2 depleted", FAR, phase=SHELL), "G1", rolls=[1])
    assert not game.outcome


def test_12_1_the_last_allied_unit_may_be_lost_and_the_game_goes_on():
    game = shell(last_turn("A1 1-1-1 a1 depleted", "G1 1-1-1 a2", phase=GERMAN_SHELL), "A1", rolls=[1])
    assert (ended(game).winner, ended(game).level) == ("German", "0 points")  # the last turn is over


# --- what opponents ask -------------------------------------------------------------------------------------


def test_12_1_the_ground_that_opponents_are_told_of_is_the_ground_that_counts():
    game = last_turn("A1 1-1-9 c4", "G1 1-1-1 d1", FAR)
    worth = game.setup.book.settled["objectives"].function(game.state, 0)
    named = {game.board.name(place) for place, weight in worth.items() if weight}
    assert named == {"a2", "a4", "d1", "d2", "d3", "d4"}
    free = last_turn("A1 1-1-9 c4", FAR)
    town = game.board.at("d3")
    assert free.setup.book.settled["objectives"].function(free.state, 0)[town] > worth[town]


def test_the_garrison_of_hill_145_had_better_stay_than_go_back_to_petit_vimy():
    state = fm.new_game("vimy", "battle").state
    garrison = state.setup.unit("III/261")
    hill, behind = (state.board.at(name) for name in ("2740", "2237"))
    assert state.where[garrison.number] == hill
    worth = stand(state, garrison, [hill, behind])
    assert worth[hill] > worth[behind]


def test_12_1_a_peak_is_told_as_held_by_whoever_was_there_last_where_points_decide():
    assert "Last held by the Germans." in told_of("vimy", "battle", "1325")
    assert "Last held by the Allies." in told_of("vimy", "battle", "1325", ALLIED_GROUND)
    hill = fm.new_game("vimy", "hill_145").board
    assert "Last held" not in "".join(told_of("vimy", "hill_145", hill.name(at)) for at in hill.having("peak"))
