"""What takes back and gives again is off while there is nothing to; asked for in words, that is no refusal."""

import pytest

import fmbook as fm
from fmbook.widgets.desk.desk import Desk, desk

pytestmark = pytest.mark.usefixtures("desk_apart")


def is_off(on: Desk) -> tuple[bool, bool]:
    """Whether undo and redo are off."""
    return "fmbook-undo" in on.parts.shell.idle, "fmbook-redo" in on.parts.shell.idle


def test_undo_and_redo_are_off_while_there_is_nothing_to_take_back_or_to_give_again():
    on = desk(fm.new_game("drill", "march", 3))
    assert is_off(on) == (True, True)
    on.game.do("move B1 0403")
    assert is_off(on) == (False, True)
    on.parts.undo.click()
    assert is_off(on) == (True, False)
    on.parts.redo.click()
    assert is_off(on) == (False, True)


@pytest.mark.parametrize("said", ["undo", "redo"])
def test_where_there_is_nothing_to_take_back_a_quiet_sentence_says_so(said):
    on = desk(fm.new_game("drill", "march", 3))
    on.parts.line.value = said
    on.parts.say.click()
    assert "there is nothing to" in on.parts.shell.says
    assert not on.parts.shell.refused
    assert "not allowed" not in on.parts.side.value


def test_who_has_ordered_nothing_takes_nothing_back_of_the_enemy():
    on = desk(fm.new_game("drill", "march", 3), you="Red", opponent="sergeant")
    given = on.game.given
    assert given, "Blue comes first, and no loop runs here"
    on.parts.undo.click()
    assert on.game.given == given
    assert on.parts.shell.says.startswith("You have given no order yet")
    assert not on.parts.shell.refused
