"""Fire & Movement 9 · Supply, which our games do without."""

import pytest

from tests.tools.positions import places, position


@pytest.mark.clause("S-86")
def test_9_0_a_unit_that_is_cut_off_marches_and_fights_as_ever():
    for enemies in (("R1 1-3-1 a",), ("R1 1-3-1 a", "R2 1-3-1 g")):
        game = position("a   b   c   d   e   f   g", "B1 7-5-2 d", *enemies)
        assert (game.unit("B1").attack, game.unit("B1").defence, game.unit("B1").movement) == (7, 5, "2")
        assert places(game, "move", "B1") == {"b", "c", "e", "f"}
