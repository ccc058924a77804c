"""What closes a way: of all bars the one that would open it if it alone were lifted, named with its place."""

from collections.abc import Iterator

import pytest

import fmbook as fm
from fmbook.components.setup import Edge
from fmbook.core.state import State, Unit
from fmbook.core.verdicts import Bar, Closed, Reason
from fmbook.engine.rulebook import Step
from fmbook.play.game import Game
from tests.tools.positions import position
from tests.tools.scheldt_positions import FAR, FIGHT, GERMAN_MARCH, front

LINE = "a   b   c   d   e   f"
FIELD = """
a1  a2  a3  a4  a5
  b1  b2  b3  b4  b5
c1  c2  c3  c4  c5
"""
RED = "R1 1-1-1 f"


def against(game: Game, order: str) -> list[Reason]:
    """Return the reasons against an order that the list does not hold either."""
    verdict = game.can(order)
    assert not verdict
    assert order not in map(str, game.legal())
    return list(verdict.reasons)


@fm.costs("house:gate")
def the_gate(edge: Edge, mover: str) -> Iterator[Closed]:
    """Nobody passes the gate."""
    if "cliff" in edge.border:
        yield Closed("the gate between {here} and {hex} is shut to {unit}")


@fm.forbids("house:shore", Step, bars="hexes")
def the_shore(state: State, unit: Unit) -> Iterator[Bar]:
    """Nobody goes to c."""
    yield Bar(frozenset({state.board.at("c")}), "{to} is out of bounds", "stay inland")


# --- one bar ----------------------------------------------------------------------------------------


def test_a_hexside_that_closes_the_way_is_named_with_both_its_hexes():
    game = position(LINE, "B1 1-1-9 a", RED, sides={"cliff": ["b/c"]}, house_rules=[the_gate])
    near, far = against(game, "move B1 c")[0], against(game, "move B1 d")[0]
    assert (near.rule, near.places) == ("fm:5.2", ("b", "c"))  # two bars shut it, and the book's comes first
    assert "the way to d is closed" in far.text


def test_the_sentence_of_a_cost_rule_names_the_unit_and_the_place():
    game = position("z   a   b*  c   d   e   f", "B1 1-1-9 a", RED, house_rules=[gate_of_woods])
    assert str(against(game, "move B1 b")[0]) == "B1 may not pass from a to b (house rule gate)"
    assert str(against(game, "move B1 c")[0]).startswith("the way to c is closed: B1 may not pass from a to b")


@fm.costs("house:gate")
def gate_of_woods(edge: Edge, mover: str) -> Iterator[Closed]:
    """Nobody passes into woods."""
    if "woods" in edge.entering:
        yield Closed("{unit} may not pass from {here} to {hex}")


def test_a_hex_closed_by_a_rule_is_named_when_the_goal_lies_behind_it():
    game = position(LINE, "B1 1-1-9 a", RED, house_rules=[the_shore])
    assert [reason.rule for reason in against(game, "move B1 c")] == ["house:shore"]
    behind = against(game, "move B1 d")[0]
    assert (behind.rule, behind.places, behind.advice) == ("house:shore", ("c",), "stay inland")
    assert behind.text == "the way to d is closed: c is out of bounds"


def test_with_several_bars_in_the_way_the_first_on_it_is_named():
    game = position(LINE, "B1 1-1-9 a", "R1 1-1-1 f", sides={"cliff": ["d/e"]}, house_rules=[the_shore])
    assert against(game, "move B1 e")[0].rule == "house:shore"


def test_where_there_is_a_way_round_the_refusal_says_how_long_it_is():
    game = position(FIELD, "B1 1-1-1 b2", "R1 1-1-1 a5", sides={"cliff": ["b2/b3"]})
    [reason] = against(game, "move B1 b3")
    assert (reason.rule, reason.places, reason.advice) == ("fm:5.2", ("b2", "b3"), "or go round: 2 movement points")


def test_what_is_only_too_far_is_too_far():
    game = position(LINE, "B1 1-1-2 a", RED)
    [reason] = against(game, "move B1 d")
    assert (reason.rule, "3 movement points away and B1 has 2" in reason.text) == ("fm:5.1", True)


def test_an_enemy_in_the_way_is_named_with_its_hex():
    reason = against(position(LINE, "B1 1-1-9 a", "R1 1-1-1 d"), "move B1 e")[0]
    assert (reason.rule, "d is held by the enemy" in reason.text) == ("fm:5.1/enemy", True)


def test_a_pinned_way_names_what_closes_it_or_its_length():
    line = position(LINE, "B1 1-1-5 a", RED, house_rules=[the_shore])
    assert against(line, "move B1 d via b c")[0].rule == "house:shore"
    long = against(position(FIELD, "B1 1-1-2 b2", "R1 1-1-1 a5"), "move B1 b3 via b1")[0]
    assert (long.rule, "takes 3 movement points" in long.text) == ("fm:5.1/via", True)


# --- in the books -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("goal", "text"), [("3145", "no German unit crosses"), ("3247", "the way to 3247 is closed")])
def test_the_leopold_canal_is_named_with_its_hexside(goal, text):
    game = front("7/3 3144", "1039 3044", *FAR, phase=GERMAN_MARCH)
    reason = against(game, f"move 1039 {goal}")[0]
    assert (reason.rule, len(reason.places)) == ("scheldt:13.0/leopold-canal", 2)
    assert text in reason.text
    assert "leopold_canal" in game.board.border(*map(game.board.at, reason.places))


def test_the_causeway_is_named_to_whoever_would_attack_over_its_sides():
    game = front("A1 5-4-6 1838", "G1 3-4-5 1839", "G2 3-4-5 1739", *FAR, phase=FIGHT)
    [reason] = against(game, "attack 1839")
    assert (reason.rule, set(reason.places)) == ("scheldt:15.2", {"1838", "1839"})
