"""Fire & Movement 1 · The order of rank among rules."""

import pytest

from tests.tools.positions import places, position, refusal

FIELD = """
a1  a2  a3
  b1  b2  b3
c1  c2  c3
"""


@pytest.mark.clause("S-11")
def test_1_0_a_games_own_rule_takes_the_place_of_the_standard_rule_that_it_contradicts():
    two = ("B1 1-1-3 a1", "B2 1-1-3 b1", "R1 1-1-1 c3")
    assert "friendly unit" in refusal(position(FIELD, *two), "move B1 b1").text
    assert "b1" in places(position(FIELD, *two, options=("stacks",)), "move", "B1")
