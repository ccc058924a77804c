"""Whatever is typed is text: it is answered in a sentence, it is never run, and no terminal acts upon the answer."""

import random

import pytest

from fmbook.play.game import Game, new_game
from fmbook.record.records import digest
from fmbook.text import Talk, board_in_words
from fmbook.text.wording import clean, shown
from tests.tools.effort import effort
from tests.tools.positions import position, unit

EVIL = [
    "__import__('os').system('echo')",
    "{0.__class__.__mro__}",
    "{unit} {to} {side} {hex}",
    "%s%n%x",
    "$(reboot) `reboot` ; reboot",
    "move {0.__class__} 0403",
    "why move {to} {unit}",
    "move B1 {0}",
    "move B1 0403 via {side}",
    "look {0}",
    "help {0}",
    "odds {0} by {1} with {2}",
    "rule {0}:{1}",
    "rule fm:../../etc/passwd",
    "table ../crt",
    "save ../../etc/passwd",
    "save con",
    "save /tmp/x",
    "save \\\\server\\share",
    "resume fm1.AAAA",
    "resume fm1." + "A" * 50_000,
    "diary 99999999999999999999",
    "diary -1",
    "diary ٣",
    "roll " + "9" * 300,
    "roll 1 1 1 1 1",
    "end-phase = \u0661",
    "\x1b[2J\x1b]0;owned\x07move B9 0403",
    "\x00",
    "\u202eevom",
    "\ud800",
    "\ufeffboard",
    "mo\u200bve B1 04\u206003x",
    "<script>alert(1)</script>",
    "= = =",
    "said",
    "via via via",
    "? ? ?",
    "help " * 60,
    "İ",
    "ﬁre",
    "ẞ",
    "\u2028\u2029\x85",
    "A" * 10_000,
    "move " + "B1 " * 5_000,
]


@pytest.mark.parametrize("line", EVIL, ids=range(len(EVIL)))
def test_a_hostile_line_is_answered_and_changes_nothing(line, monkeypatch, tmp_path):
    monkeypatch.setenv("FMBOOK_HOME", str(tmp_path / "games"))
    talk = Talk(new_game("drill", "march"))
    talk.greeting()
    before = digest(talk.game.state)
    with effort() as made:
        answer = talk.answer(line)
    assert made.calls < 1_000_000
    assert answer
    assert len(answer) < 5_000
    assert all(letter == "\n" or letter.isprintable() for letter in answer)
    assert digest(talk.game.state) == before
    assert "<class" not in answer
    assert not (tmp_path / "games").exists()


def test_a_long_line_is_refused_by_its_length():
    talk = Talk(new_game("drill", "march"))
    assert talk.answer("A" * 10_000) == "That line has 10,000 characters; an order has at most 400."


def test_a_pasted_order_may_carry_what_nobody_sees():
    talk = Talk(new_game("drill", "march"))
    talk.answer("\ufeffmove\u00a0B1\u200b \uff10\uff14\uff10\uff13\r\n")
    assert [str(order) for order in talk.game.orders] == ["move B1 0403"]


def test_what_is_shown_moves_no_cursor():
    assert shown("a\x1b[31mb\u202ec\td\n") == "a[31mbc d\n"
    assert clean("\x1b[A\ud800x") == "[Ax"


def hostile_names() -> Game:
    """Units and hexes called by what breaks careless formatting."""
    names = ("B{0.__class__}", "B%s", "B<b>")
    return position(
        "a1 a2 a3 a4\n  b1 b2 b3 b4",
        *(
            unit(f"{name} 5-4-5 {at}", name=f"{name}\x1b[31m")
            for name, at in zip(names, ("a1", "a2", "b1"), strict=True)
        ),
        "R{to} 2-3-5 a4",
        support=((1, 2), (1,)),
        goal={"kind": "hold", "side": "Blue", "hexes": ["a4"], "text": "{0.__class__}"},
    )


@pytest.mark.parametrize(
    "line",
    ["board", "units", "unit B%s", "orders B{0.__class__}", "move B{0.__class__} a4", "why move B<b> a4", "hint"],
)
def test_names_with_braces_are_names(line):
    talk = Talk(hostile_names())
    talk.greeting()
    answer = talk.answer(line)
    assert "<class" not in answer
    assert "\x1b" not in answer


def test_a_unit_with_braces_in_its_name_plays_like_any_other():
    talk = Talk(hostile_names())
    assert "B{0.__class__} marches from a1 to b2." in talk.answer("m b{0.__class__} b2")
    assert "\x1b" not in board_in_words(talk.game)


def test_a_thousand_random_lines_are_all_answered():
    chance = random.Random(4)
    words = ["move", "m", "B1", "0403", "end", "undo", "redo", "roll", "why", "odds", "by", "with", "+1", "=", "4", ""]
    words += ["0404", "attack", "join", "ready", "hold", "hint", "board", "orders", "look", "{0}", "\x00", "via", "r"]
    talk = Talk(new_game("drill", "flank"))
    for _ in range(1_000):
        line = " ".join(chance.choice(words) for _ in range(chance.randrange(5)))
        assert isinstance(talk.answer(line), str), line
        assert isinstance(talk.completions(line), tuple), line
