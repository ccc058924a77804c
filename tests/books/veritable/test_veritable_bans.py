"""Every clause of Veritable that forbids something: a refusal names it."""

import pytest

from fmbook.play.game import Game
from tests.tools.bans import Ban, each_clause, is_named, unaccounted
from tests.tools.positions import do
from tests.tools.veritable_positions import CHOICE, FAR, FIELD, FIGHT, attack, front, to_phase

PAIR = ("A1 4-4-4 b2", "G1 4-4-4 b3", *FAR)
EIGHTH = ("eighth-turn",)


def hungry(*units: str) -> Game:
    """A1 stands without supply: no edge of the map is its own."""
    return front(FIELD, *units, *FAR, west_edge="")


def flown_once() -> Game:
    game = front(FIELD, "A1 4-4-4 b2", "A2 4-4-4 c3", "A3 4-4-4 c4", "G1 1-4-4 b3", "G2 1-4-4 c5", *FAR, turn=2,
                 phase="Air support phase")  # fmt: skip
    game.do("roll", roll=3)
    do(game, "fight-first; attack c5")
    while not game.can("support RAF"):
        game.do(next(order for order in game.legal() if order.verb in ("join", "ready")))
    return do(game, "support RAF")


def beaten(*units: str) -> Game:
    game = front(FIELD, *units, *FAR, phase=FIGHT)
    return attack(game, "b3", "A1", roll=4)


def fallen_back() -> Game:
    game = beaten("A1 24-4-4 b2", "G1 1-2-4 b3", "G2 1-2-4 b3")
    game.do("retreat G1 b4", roll=1)
    return game


def gone() -> Game:
    game = front(FIELD, "A1 4-4-9 b6", "A2 4-4-4 b1", "G1 1-1-1 d1", turn=3)
    return do(game, "leave A1 b6")


def over(*waiting: str) -> Game:
    game = front(FIELD, *PAIR, *waiting, turn=7, options=EIGHTH)
    return to_phase(game, "nothing")


BANS: list[Ban] = [
    ("V-5.0-a", lambda: front(FIELD, *PAIR, phase=CHOICE), "roll"),
    ("V-5.3-a V-5.3-b", flown_once, "support RAF"),
    ("V-6.2-a", lambda: do(front(FIELD, *PAIR, phase=CHOICE), "fight-first; end-phase"), "attack b3"),
    ("V-7.2-a", lambda: beaten("A1 24-4-4 b2", "G1 1-2-4 b3", "G2 1-2-4 b3"), "retreat G1 a3"),
    ("V-8.1-a", lambda: front(FIELD, "A1 1-1-1 b2", *FAR), "move A1 d5"),
    ("V-8.2-a", lambda: front(FIELD, "A1 1-1-3 b2", "G1 1-1-1 b3", *FAR), "move A1 d1"),
    ("V-8.2-b", lambda: hungry("A1 1-1-4 b1"), "move A1 b4"),
    ("V-8.3-a V-12.2-b V-12.2-c", lambda: hungry("A1 1-1-4 b2"), "move A1 b4"),
    ("V-11.2-e", fallen_back, "retreat G1 b3"),
    ("V-13.1-d V-13.1-f", lambda: front(FIELD, *PAIR, "A5 1-1-4", turn=2, west_road="c1"), "enter A5 b1"),
    ("V-13.1-e", lambda: front(FIELD, *PAIR, "A5 1-1-4", "G5 1-1-1 c1", turn=2, west_road="c1"), "enter A5 c1"),
    ("V-13.4-a", lambda: front(FIELD, *PAIR, "O1 1-1-1 c6", phase="German movement phase"), "move O1 c5"),
    (
        "V-13.4-b",
        lambda: attack(front(FIELD, "A1 9-4-4 b2", "O1 1-1-1 b3", "G1 1-4-4 b3", *FAR, phase=FIGHT), "b3", "A1", 6),
        "retreat O1 b4",
    ),
    (
        "V-13.4-c",
        lambda: do(
            front(FIELD, "A1 1-1-4 b2", "O1 9-1-1 b3", "G1 9-1-4 c2", "G2 9-1-4 b1", *FAR, phase="German combat phase"),
            "attack b2",
        ),
        "join O1",
    ),
    ("V-14.0-i", gone, "move A1 b5"),
    ("V-15.1-a", lambda: front(FIELD, *PAIR, options=("amphibious",), facts={"host": "A1"}), "attach A9"),
    ("V-15.4-b", over, "end-phase"),
    (
        "V-15.2-b",
        lambda: front(
            FIELD,
            *PAIR,
            "G5 1-1-4",
            turn=3,
            options=("fuhrer",),
            facts={"refused": ("G5",)},
            phase="German movement phase",
        ),
        "request G5",
    ),
]

UNNAMED = {
    "V-4.0-d": "without the option the game ends by 4.0 with an outcome under 14.0; with it 15.4 is named",
    "V-9.1-a": "the limits themselves are reconstructed, in 9.1, and named there",
    "V-7.3-a": "a line of supply is no order; what it costs is 8.3 and 12.2, which are named",
    "V-12.1.1-a": "a line of supply is no order; what it costs is 8.3 and 12.2, which are named",
    "V-12.1.1-b": "a line of supply is no order; what it costs is 8.3 and 12.2, which are named",
    "V-12.1.2-a": "the road line counts points at the end, and is no order",
    "V-12.1.2-b": "the road line counts points at the end, and is no order",
}


@pytest.mark.parametrize(("clause", "position", "order"), each_clause(BANS))
def test_a_refusal_names_each_clause_that_forbids(clause, position, order):
    assert is_named(clause, position(), order)


def test_every_clause_that_forbids_is_tried_or_has_a_reason_not_to_be():
    assert not unaccounted("veritable", BANS, UNNAMED)
    assert all(UNNAMED.values())


# --- what is not due names the rule that keeps it for another phase, or skipped it ------------------------


def first_rule(game: Game, order: str) -> str:
    return game.can(order).reasons[0].rule


@pytest.mark.clause("V-4.0-b", "V-5.0-a")
def test_5_0_on_turn_1_nobody_throws_for_air_support():
    assert first_rule(front(FIELD, *PAIR, phase=CHOICE), "roll") == "veritable:5.0/skipped"


@pytest.mark.clause("V-5.3-a", "V-5.3-b")
def test_5_3_a_marker_that_has_flown_names_its_rule():
    assert first_rule(flown_once(), "support RAF") == "veritable:5.3/used"


@pytest.mark.clause("V-6.0-a", "V-6.1-a", "V-6.2-a")
def test_6_the_course_that_was_chosen_is_named():
    fought = do(front(FIELD, *PAIR, phase=CHOICE), "fight-first; end-phase")
    moved = do(front(FIELD, *PAIR, phase=CHOICE), "move-first")
    assert (first_rule(fought, "attack b3"), first_rule(moved, "attack b3")) == ("veritable:6.2/over", "veritable:6.1")
    first, then = do(front(FIELD, *PAIR, phase=CHOICE), "fight-first"), do(moved, "end-phase")
    assert (first_rule(first, "move A1 b1"), first_rule(then, "move A1 b1")) == ("veritable:6.2", "veritable:6.1/over")
    for order in ("move-first", "fight-first"):
        assert first_rule(then, order) == f"veritable:6.0/{order}"


@pytest.mark.clause("V-15.4-a", "V-15.4-b")
def test_15_4_after_the_end_the_refusal_says_what_there_is_of_turn_8():
    assert "only the Allied half" in over().can("end-phase").reasons[0].text
    waiting = over("A5 1-1-4").can("end-phase").reasons[0]
    assert (waiting.rule, "no turn 8" in waiting.text) == ("veritable:15.4/over", True)


@pytest.mark.clause("V-15.1-a")
def test_15_1_the_boats_are_given_once_and_only_with_the_option():
    chosen = front(FIELD, *PAIR, options=("amphibious",), facts={"host": "A1"})
    assert "never change hands" in chosen.can("attach A9").reasons[0].text
    plain = front(FIELD, *PAIR).can("attach A9").reasons[0]
    assert (plain.rule, "an option" in plain.text) == ("veritable:15.1/once", True)
