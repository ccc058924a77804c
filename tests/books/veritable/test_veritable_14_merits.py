"""Veritable 14 · What opponents are told of orders whose worth hangs on the victory points."""

from random import Random
from typing import Any

import pytest

import fmbook as fm
from fmbook.opponents import OPPONENTS
from fmbook.play.game import Game
from tests.tools.veritable_positions import CHOICE, GERMAN_MARCH, MARCH, front, operation, to_phase

ROAD: dict[str, Any] = {
    "west_edge": "a", "east_edge": "h", "roads": "a b c d e f g h", "west_road": "a", "east_road": "h",
}  # fmt: skip


def road(*units: str, **more: Any) -> Game:
    return front("a   b   c   d   e   f   g   h   m   n", *units, **{**ROAD, **more})


def merit(game: Game, order: str) -> float | None:
    found: float | None = game.state.setup.book.settled["merit"].function(game.state, fm.order(order))
    return found


def worth(game: Game, order: str) -> float:
    found = merit(game, order)
    assert found is not None
    return found


def test_14_0_a_unit_leaves_the_map_in_the_last_turn_and_only_with_a_road_behind_it():
    units = ("A1 1-1-4 g", "A2 1-1-1 a", "G1 1-1-1 n")
    assert worth(road(*units, turn=7), "leave A1 h") > 0
    assert worth(road(*units, turn=6), "leave A1 h") < 0
    assert worth(road(*units, "G2 1-1-1 c", turn=7), "leave A1 h") < 0


def test_14_0_an_allied_reserve_waits_half_the_game_and_comes_only_while_no_road_is_open():
    assert merit(to_phase(operation(), MARCH, turn=4), "enter 1Wx 0103") is None
    for turn in (2, 3, 5):
        assert worth(to_phase(operation(), MARCH, turn=turn), "enter 1Wx 0103") < 0
    assert worth(road("A1 1-1-1 b", "C1 5-5-5", "G1 1-1-1 n", turn=4), "enter C1 a") < 0


@pytest.mark.parametrize(("captured", "comes"), [((), True), (("c",), False), (("c", "e"), True)])
def test_14_0_a_german_reserve_comes_unless_its_point_costs_the_game_as_it_stands(captured, comes):
    units = ("A1 1-1-1 b", "G1 1-1-1 d", "J1 3-3-6")
    towns = {"cleve": "c", "goch": "e"}
    game = road(*units, turn=2, phase=GERMAN_MARCH, **towns)
    held = frozenset(map(game.board.at, captured))
    state = game.state.with_fact("captured", held)
    told = state.setup.book.settled["merit"].function(state, fm.order("enter J1 h"))
    assert (told is None) == comes


def test_14_0_opponents_know_by_how_much_a_side_leads():
    game = road("A1 1-1-1 b", "G1 1-1-1 d", turn=2, cleve="c", goch="e")
    score = game.state.setup.book.settled["score"].function
    taken = game.state.with_fact("captured", frozenset({game.board.at("c")}))
    assert score(taken, 0) > score(game.state, 0)
    assert score(taken, 1) == -score(taken, 0)
    assert score(operation("goch").state, 0) == 0, "a scenario with a goal of its own counts no points"


def test_14_0_advice_tells_what_a_reserve_costs_and_of_no_other_order():
    def price(game: Game, order: str) -> str:
        return str(game.state.setup.book.settled["price"].function(game.state, fm.order(order)))

    allied = road("A1 1-1-1 b", "C1 5-5-5", "G1 1-1-1 n", turn=2)
    assert "two victory points" in price(allied, "enter C1 a")
    assert price(allied, "move A1 c") == ""
    german = road("A1 1-1-1 b", "G1 1-1-1 d", "J1 3-3-6", turn=2, phase=GERMAN_MARCH)
    assert "one victory point more" in price(german, "enter J1 h")


def test_15_2_a_unit_is_asked_for_if_it_would_be_called():
    game = to_phase(operation(options=("fuhrer",)), GERMAN_MARCH, turn=2)
    assert worth(game, "request 16Pz") > 0
    late = road("A1 1-1-1 b", "G1 1-1-1 d", "J1 3-3-6", turn=2, phase=GERMAN_MARCH, options=("fuhrer",), cleve="c",
                facts={"captured": frozenset({2})})  # fmt: skip
    assert worth(late, "request J1") < 0


def test_6_0_whoever_stands_next_to_the_enemy_fights_first():
    near = road("A1 1-1-1 b", "A2 1-1-1 a", "G1 1-1-1 c", phase=CHOICE)
    far = road("A1 1-1-1 b", "A2 1-1-1 a", "G1 1-1-1 n", phase=CHOICE)
    assert worth(near, "fight-first") > 0 > worth(far, "fight-first")
    assert merit(near, "move-first") is None


@pytest.mark.parametrize("turn", [6, 7])
def test_14_0_the_greedy_opponent_takes_the_way_off_the_map_when_nothing_is_left_to_do(turn):
    game = road("A1 1-1-4 g", "A2 1-1-1 a", "G1 1-1-1 n", turn=turn)
    given = OPPONENTS["greedy"](game, Random(0))
    assert (str(given) == "leave A1 h") == (turn == 7)
