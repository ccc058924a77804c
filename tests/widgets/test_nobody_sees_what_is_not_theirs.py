"""What a desk or a talk of one side shows and sends does not depend on what the other side has in hand.

The other hand is sealed: whoever looks into it fails. Only the code of a game holds both hands; it says so.
"""

import pytest
from ipywidgets import Widget

import fmbook as fm
from fmbook.play.game import Game
from fmbook.text import Talk
from fmbook.widgets.desk.desk import Desk
from tests.opponents.test_opponents import Sealed
from tests.tools.onlookers import all_that_is_typed, look_at_all_of, moments

pytestmark = pytest.mark.usefixtures("desk_apart", "hasty_adviser")

HIDING = [
    ("drill", "flank"), ("drill", "bombardment"), ("scheldt", "braakman"), ("vimy", "hill_145"), ("veritable", "goch"),
]  # fmt: skip


def sealed(game: Game, you: str) -> Game:
    """The same game, in which nobody can look into the other hand: not now, and at no earlier moment."""
    other, own = game.copy(), game.sides.index(you)
    other._steps = [
        step._replace(state=step.state.but(hands=tuple(
            hand if number == own else Sealed() for number, hand in enumerate(step.state.hands)
        )))
        for step in other._steps
    ]  # fmt: skip
    return other


def press_all_of(desk: Desk) -> None:
    """Look at everything, click a few places, and ask for all that can be had."""
    look_at_all_of(desk, every=5)
    for place in desk.game.board.places[:3]:
        desk._on_place(place)
    desk._on_button(desk._download, None)
    desk.map.svg()


@pytest.fixture
def without_codes(monkeypatch):
    monkeypatch.setattr(Game, "code", lambda self: "drill.code")


@pytest.mark.parametrize(("system", "scenario"), HIDING, ids=[" ".join(each) for each in HIDING])
@pytest.mark.parametrize("side", [0, 1])
def test_nothing_that_is_shown_or_sent_looks_into_the_other_hand(system, scenario, side, without_codes):
    for game in moments(system, scenario):
        you = game.sides[side]
        closed = sealed(game, you)
        press_all_of(desk := Desk(closed, you=you))
        desk.close()
        said = all_that_is_typed(Talk(closed, you=you))
        assert f"seed {closed.seed}" not in said
        assert "seed: " not in said
        Widget.close_all()


def test_the_seal_holds():
    game = moments("drill", "flank")[-1]
    with pytest.raises(AssertionError, match="looked into the other side's hand"):
        sealed(game, "Blue").hand("Red")


def test_the_replay_and_the_board_in_words_show_ones_own_hand_only():
    game = fm.new_game("drill", "flank", 4)
    for order in ("end-phase", "attack 0404", "join B1", "ready"):
        game.do(order)
    desk = Desk(game, you="Blue")
    desk.parts.tabs_of["Board in words"].value = True
    shown = [desk.text.value]
    for moment in range(len(game.orders)):
        desk.replaying.go_to(moment)
        desk.show()
        shown.append(desk.text.value)
    assert not [words for words in shown if "Red has in hand" in words]
    assert [words for words in shown if "Blue has in hand" in words]


def test_behind_the_curtain_the_board_in_words_shows_no_hand():
    game = fm.new_game("drill", "flank", 4)
    desk = Desk(game)
    desk.parts.tabs_of["Board in words"].value = True
    for order in ("end-phase", "attack 0404", "join B1", "ready"):
        desk.give(fm.order(order))
    assert "Blue has in hand" in desk.text.value
    desk.give(fm.HoldFire())
    assert desk.curtain
    assert "has in hand" not in desk.text.value


def test_the_code_says_that_it_holds_both_hands_and_the_record_waits_for_the_end():
    game = fm.new_game("drill", "flank", 4)
    game.do("end-phase")
    talk = Talk(game, you="Blue")
    assert talk.answer("code").startswith("The code holds both hands of markers")
    assert "can be read when the game is over" in talk.answer("record")
    desk = Desk(game, you="Blue")
    desk._show_code()
    assert "The code holds both hands of markers" in desk.said
    desk._download()
    assert "can be read when the game is over" in desk.said
    over = fm.play_out(game, dict.fromkeys(game.sides, "random"))
    assert Talk(over, you="Blue").answer("record").startswith("fmbook: 1\n")
    assert "seed: 4" in Talk(fm.new_game("drill", "march", 4), you="Blue").answer("record")


def test_a_journal_of_the_other_side_is_not_offered(monkeypatch):
    monkeypatch.setenv("JPY_SESSION_NAME", "/books/20_vimy.ipynb")
    blue = Desk(fm.new_game("drill", "flank", 4), you="Blue")
    blue.give(fm.EndPhase())
    assert blue.game.journal
    for you, offered in (("Red", False), (None, False), ("Blue", True)):
        desk = Desk(fm.new_game("drill", "flank", 4), you=you)
        assert bool(desk._earlier) is offered, you
    open_game = Desk(fm.new_game("drill", "march", 4), you="Blue")
    open_game.give(fm.Move("B1", "0402"))
    assert Desk(fm.new_game("drill", "march", 4), you="Red")._earlier
