"""What the enemy did last: arrows until the reader's turn ends, the same numbers in the story, who is at work."""

import re

import pytest

import fmbook as fm
from fmbook.widgets.desk import scene as seeing
from fmbook.widgets.desk.desk import Desk, desk
from fmbook.widgets.desk.traces import traces
from tests.tools.desks import end_phase

pytestmark = pytest.mark.usefixtures("desk_apart")


def answered() -> Desk:
    """A game in which the enemy has just marched, and it is the reader's turn again."""
    on = desk(fm.new_game("drill", "march", 2), you="Blue")
    while on.game.side == "Blue":
        end_phase(on)
    on.game.do("move R1 0504")
    while on.game.side == "Red":
        on.game.do("end-phase")
    return on


def test_the_enemys_ways_stay_on_the_map_until_the_readers_turn_ends():
    on = answered()
    [trace] = on.showing.traces
    board = on.game.board
    assert board.name(trace.way[-1]) == "0504"
    assert {"trace", "trace-heads", "trace-numbers"} <= {shape.name for shape in on.map._veils()}
    on.give(on.game.legal()[0])
    assert on.showing.traces == (trace,)
    end_phase(on)  # and another phase of the same turn begins
    assert on.mine()
    assert on.showing.traces == (trace,)
    assert "What the enemy did: R1 marched." in on.parts.story.value
    while on.mine():
        end_phase(on)
    while on.game.side == "Red":
        on.game.do("end-phase")
    assert on.mine()
    assert not on.showing.traces
    assert not {shape.name for shape in on.map._veils()} & {"trace", "trace-heads"}


def test_the_line_of_the_story_has_the_number_of_its_arrow():
    on = answered()
    assert 'title="arrow 1 on the map">1</span> R1 marches' in re.sub("</?u[^>]*>", "", on.parts.story.value)


def test_what_the_enemy_did_stays_in_the_story_however_much_is_ordered_in_the_phase_after_it():
    on = answered()
    for order in ("move B1 0402", "move B2 0201", "move B3 0502"):
        on.give(fm.order(order))
    told = re.sub("<[^>]*>", "", on.parts.story.value)
    assert "B3 marches" in told
    assert "R1 marches" in told
    assert "phase begins" not in told


def test_nobody_is_shown_arrows_of_his_own_or_where_two_share_the_desk():
    on = answered()
    assert traces(on.game, None, 0) == ()
    assert [trace.entry for trace in traces(on.game, "Red", 0)] == []


def test_while_the_opponent_is_at_work_the_prompt_says_what_it_does():
    game = fm.new_game("drill", "flank")
    assert seeing.at_work(game) == "Blue is moving."
    while "combat" not in game.phase:
        game.do("end-phase")
    assert seeing.at_work(game) == "Blue is attacking."
