"""A unit's orders are counted and drawn without making the others; they are the same as those listed."""

from random import Random

import pytest

from fmbook.core.state import State
from fmbook.engine.legality import legal, movers
from fmbook.play.game import Game
from tests.bench.exercise import SMALL, exercise_setup


def units_with_orders() -> list[tuple[State, int]]:
    game = Game(exercise_setup(SMALL, 3), 3)
    return [(game.state, unit) for unit in movers(game.state) if legal(game.state, unit)]


@pytest.mark.parametrize("again", range(3), ids=["at once", "asked again", "a third time"])
def test_orders_are_drawn_from_where_the_list_has_them(again):
    lot = Random(again)
    for state, unit in units_with_orders():
        drawn, listed = (
            legal(state, unit),
            [order for order in legal(state) if order.names[:1] == legal(state, unit)[0].names[:1]],
        )
        assert list(drawn) == listed
        assert len(drawn) == len(listed)
        index = lot.randrange(len(listed))
        assert (drawn[index], drawn[index - len(listed)]) == (listed[index], listed[index])
        assert drawn[:2] == listed[:2]
        for beyond in (len(listed), -len(listed) - 1):
            with pytest.raises(IndexError):
                drawn[beyond]
