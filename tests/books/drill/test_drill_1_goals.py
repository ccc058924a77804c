"""Drill 1 · Goals: what a side must reach or hold, and when it has."""

import pytest

from fmbook.play.game import Game
from tests.tools.positions import do, fight, position, unit

LINE = "a   b   c   d   e   f   g"


def goal(kind: str, *hexes: str, side: str = "Blue") -> dict[str, object]:
    return {"kind": kind, "side": side, "hexes": list(hexes), "text": f"{side} has it."}


def played_out(game: Game) -> Game:
    while not game.outcome:
        game.do("end-phase")
    return game


def won(game: Game) -> tuple[str | None, str] | None:
    return (game.outcome.winner, game.outcome.rule) if game.outcome else None


@pytest.mark.parametrize(("hexes", "winner"), [(("b",), "Blue"), (("b", "c"), "Red"), (("d",), "Red"), ((), "Red")])
def test_1_0_when_the_turns_are_over_a_side_wins_if_it_holds_its_goal_and_loses_if_not(hexes, winner):
    game = position(LINE, "B1 1-1-1 b", "R1 1-1-1 g", turns=2, goal=goal("hold", *hexes))
    assert won(played_out(game)) == (winner, "drill:1.0")
    assert game.turn == 2


def test_1_0_the_goal_may_be_the_second_sides():
    game = position(LINE, "B1 1-1-1 b", "R1 1-1-1 g", turns=1, goal=goal("hold", "g", side="Red"))
    assert won(played_out(game)) == ("Red", "drill:1.0")


def test_1_1_a_goal_to_be_reached_is_won_by_the_march_that_ends_there():
    for kind, to, end in (("reach", "c", ("Blue", "drill:1.0")), ("reach", "b", None), ("hold", "c", None)):
        game = do(position(LINE, "B1 1-1-2 a", "R1 1-1-1 g", goal=goal(kind, "c")), f"move B1 {to}")
        assert won(game) == end


def test_1_1_a_goal_is_reached_by_an_advance():
    units = ("B1 14-1-1 c", "R1 1-4-1 d", "R9 1-1-1 g")
    game = fight(position(LINE, *units, phase="Blue combat phase", goal=goal("reach", "d")), "d", roll=1)
    assert won(game) is None
    assert won(do(game, "advance B1 d")) == ("Blue", "drill:1.0")
    assert (game.legal(), game.state.asks) == ((), ())


def test_1_1_a_goal_is_reached_by_an_arrival():
    game = position(LINE, unit("B1 1-1-1", arrives=1, entry=("a", "b")), "R1 1-1-1 g", goal=goal("reach", "b"))
    assert won(do(game, "enter B1 b")) == ("Blue", "drill:1.0")


def test_1_2_a_side_that_has_lost_its_last_unit_has_lost():
    game = fight(position(LINE, "B1 14-1-1 c", "R1 1-4-1 d", phase="Blue combat phase"), "d", roll=1)
    assert won(game) == ("Blue", "drill:1.2")
    assert (game.legal(), game.state.asks, game.side) == ((), (), "Blue")


def test_1_2_a_side_with_units_still_to_come_has_not():
    coming = unit("R2 1-1-1", arrives=2, entry=("g",))
    game = fight(position(LINE, "B1 14-1-1 c", "R1 1-4-1 d", coming, phase="Blue combat phase"), "d", roll=1)
    assert won(game) is None


def test_1_2_units_that_are_still_to_come_to_the_other_side_do_not_count():
    coming = unit("B2 1-1-1", arrives=2, entry=("a",))
    game = fight(position(LINE, "B1 14-1-1 c", "R1 1-4-1 d", coming, phase="Blue combat phase"), "d", roll=1)
    assert won(game) == ("Blue", "drill:1.2")
