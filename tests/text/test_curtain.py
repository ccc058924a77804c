"""Two people at one keyboard: a curtain falls between them while markers are hidden."""

import pytest

from fmbook.play.game import new_game
from fmbook.text import Talk

TO_THE_CURTAIN = ("m b1 0504", "end", "attack 0404", "join b1", "ready", "hold")


def at_the_curtain() -> Talk:
    talk = Talk(new_game("drill", "flank"))
    talk.greeting()
    for line in TO_THE_CURTAIN:
        answer = talk.answer(line)
    assert answer.startswith("\n" * 40 + "The keyboard changes hands.\n")
    assert answer.endswith("Pass the keyboard to Red; press Enter when ready.")
    return talk


def test_the_curtain_falls_when_the_other_side_decides():
    assert at_the_curtain().prompt == "Enter: "


@pytest.mark.parametrize("line", ["board", "undo", "hand", "hold", "support +2", "record", "xyzzy"])
def test_behind_the_curtain_nothing_is_shown_or_done(line):
    talk = at_the_curtain()
    orders = talk.game.orders
    assert talk.answer(line) == "The keyboard is passing to Red. Press Enter alone when ready, or type quit."
    assert talk.completions("") == ()
    assert talk.game.orders == orders


def test_enter_lifts_it_and_tells_what_happened_since():
    talk = at_the_curtain()
    answer = talk.answer("")
    assert answer.startswith("Now you play Red.\n")
    assert "The attack on 0404 against R1 is declared." in answer
    assert talk.prompt == "Red: "


def test_each_side_sees_its_own_markers_only():
    talk = at_the_curtain()
    talk.answer("")
    said = talk.answer("board") + talk.answer("hint 1") + talk.answer("orders") + talk.answer("help")
    assert "Red has in hand: +1 and +2." in said
    assert "Blue has in hand" not in said


def test_no_answer_before_the_curtain_shows_the_other_hand():
    talk = Talk(new_game("drill", "flank"))
    talk.greeting()
    said = "".join(
        talk.answer(line) for line in (*TO_THE_CURTAIN[:-1], "board", "odds", "unit R1", "diary 50", "units")
    )
    assert "Red has in hand" not in said


def test_the_curtain_falls_again_on_the_way_back():
    talk = at_the_curtain()
    talk.answer("")
    assert "Pass the keyboard to Blue" in talk.answer("hold")
    talk.answer("")
    assert talk.prompt == "Blue: "


def test_undo_across_the_curtain_lets_it_fall():
    talk = at_the_curtain()
    talk.answer("")
    answer = talk.answer("undo")
    assert "Pass the keyboard to Blue; press Enter when ready." in answer
    assert talk.prompt == "Enter: "


def test_quit_is_heard_behind_the_curtain():
    talk = at_the_curtain()
    talk.answer("quit")
    assert talk.over


def test_without_hidden_markers_the_keyboard_just_changes_hands():
    talk = Talk(new_game("drill", "march"))
    talk.greeting()
    answer = [talk.answer(line) for line in ("end", "end")][-1]
    assert "Pass the keyboard" not in answer
    assert talk.prompt == "Red: "


def test_with_one_player_there_is_no_curtain():
    talk = Talk(new_game("drill", "flank"), "Blue", "random")
    talk.greeting()
    for line in TO_THE_CURTAIN:
        assert "Pass the keyboard" not in talk.answer(line)
