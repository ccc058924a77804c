"""What dice may make of an order: every throw is tried on the rule that reads it, and nothing happens meanwhile."""

import pytest

import fmbook as fm
from fmbook.mechanics.odds import Chances
from fmbook.play.battle_previews import Preview
from fmbook.play.game import Game
from fmbook.text import Talk
from tests.tools.positions import do
from tests.tools.vimy_positions import FIELD, SHELL, ridge

PAIR = ("A1 5-4-6 b2", "G1 3-4-5 b3", "G9 1-1-1 d6")


def guns(**more: object) -> Game:
    return ridge(FIELD, *PAIR, **({"phase": SHELL} | more))  # type: ignore[arg-type]


def odds(game: Game, order: str) -> Chances[str]:
    found = game.outlook(order)
    assert found is not None
    return found.odds


def test_the_throw_of_an_attack_is_that_of_its_sum():
    game = fm.new_game("drill", "flank")
    while "combat" not in game.phase:
        game.do("end-phase")
    do(game, "attack 0404; join B1; ready; hold-fire; hold-fire")
    assert odds(game, "roll") == Preview(game.state).odds()


@pytest.mark.parametrize("order", ["end-phase", "shell A1", "roll", "move A1 b1"])
def test_what_no_die_decides_or_may_not_be_given_has_no_outlook(order):
    assert guns().outlook(order) is None


def test_the_outlook_needs_no_seed():
    game = guns()
    found = game.seen_by("Allied").outlook("shell G1")
    assert found is not None
    assert found.odds == odds(game, "shell G1")


def test_whatever_throws_is_foreseen():
    """Any rule that throws is asked; nobody wrote chances down for it."""
    game = fm.new_game("drill", "stack")
    seen = set()
    for _ in range(400):
        if game.outcome:
            break
        found = game.outlook("roll")
        if found:
            seen.add(found.rule)
            assert sum(found.odds.values()) == 1
        game.do(game.legal()[0])
    assert len(seen) > 1


# --- in words ------------------------------------------------------------------------------------------


def test_the_chances_of_an_order_are_told_in_words():
    game = guns()
    talk = Talk(game)
    said = talk.answer("odds shell G1")
    assert said.splitlines()[0] == "Laying a bombardment marker on G1. Rule 17.5."
    assert "hit: 1 in 3, 33 percent." in said
    assert talk.completions("odds shell g") == ("G1", "G9")
    do(game, "shell G1; end-phase")
    assert "hit: 1 in 3, 33 percent." in talk.answer("odds")


def test_a_refused_order_is_refused_and_one_without_dice_says_so():
    talk = Talk(guns())
    assert "A1" in talk.answer("odds shell A1")
    assert "not allowed" in talk.answer("odds shell A1")
    assert talk.answer("odds end-phase") == "Ending the phase: no die decides what comes of it."
