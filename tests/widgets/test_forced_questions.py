"""A question that must be answered has a button for each of its answers, which says what it does."""

from random import Random

import pytest

import fmbook as fm
from fmbook.books.eben_emael.orders import FallBack, Keep
from fmbook.books.europa_41.orders import CallOff, LetBe, PressOn
from fmbook.widgets.desk.clicks import Chooser, labels


def test_what_a_button_says_is_the_whole_act_where_the_verb_alone_does_not_tell_it():
    found = labels([FallBack("S11"), Keep(), CallOff(), PressOn(), LetBe()])
    assert [*found.values()] == [
        "Fall back to S11",
        "Keep the sector",
        "Call the attack off",
        "Attack all the same",
        "Leave the sluices shut",
    ]


@pytest.mark.parametrize(("system", "scenario"), [("eben_emael", "first_minutes"), ("drill", "flank")])
def test_a_question_that_must_be_answered_has_a_button_for_each_of_its_answers(system, scenario):
    game, lot, asked = fm.new_game(system, scenario, 3), Random(3), 0
    for _ in range(150):
        if game.outcome:
            break
        if game.state.asks and len(game.legal()) <= 8:
            chooser = Chooser(game.seen_by(game.side))
            assert set(chooser.buttons) == set(game.legal())
            asked += 1
        fights = [order for order in game.legal() if order.verb in ("attack", "fire", "join")]
        game.do(lot.choice(fights or game.legal()))
    assert asked > 3
