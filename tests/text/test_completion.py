"""What a line may go on with."""

import pytest

from fmbook.play.game import new_game
from fmbook.text import Talk


@pytest.fixture
def march() -> Talk:
    return Talk(new_game("drill", "march"))


@pytest.fixture
def flank() -> Talk:
    return Talk(new_game("drill", "flank"))


def test_an_empty_line_offers_the_verbs_that_are_due_first(march):
    assert march.completions("")[:3] == ("move", "end-phase", "help")


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("m", ("move",)),
        ("E", ("end-phase",)),
        ("move ", ("B1", "B2", "B3")),
        ("move b", ("B1", "B2", "B3")),
        ("m ", ("B1", "B2", "B3")),
        ("move B1 040", ("0402", "0403", "0404", "0405")),
        ("move b1 0403 ", ("via",)),
        ("move B1 0403 via 010", ("0101", "0102", "0103", "0104", "0105", "0106", "0107", "0108", "0109")),
        ("move R1 ", ()),
        ("move X ", ()),
        ("end ", ()),
        ("why m", ("move",)),
        ("why move R", ("R1", "R2", "R3")),
        ("why move R1 040", ("0401", "0402", "0403", "0404", "0405", "0406", "0407", "0408", "0409")),
        ("orders ", ("B1", "B2", "B3")),
        ("unit R", ("R1", "R2", "R3")),
        ("units ", ("Blue", "Red")),
        ("look 070", ("0701", "0702", "0703", "0704", "0705", "0706", "0707", "0708", "0709")),
        ("table c", ("crt",)),
        ("hint ", ("1", "2", "3")),
        ("help su", ("support",)),
        ("board ", ("short", "full")),
        ("rule fm:9", ()),
        ("unit R1 ", ()),
        ("xyzzy ", ()),
        ("quit ", ()),
    ],
)
def test_a_line_goes_on_with_what_fits(march, line, found):
    assert march.completions(line) == found


def test_rules_are_offered_by_id(march):
    assert "fm:5.1/enemy" in march.completions("rule fm:5.1/e")


def test_odds_go_on_with_targets_units_and_own_markers(flank):
    assert flank.completions("odds ") == ("0302", "0404")
    assert flank.completions("odds 0404 ") == ("by", "with")
    assert flank.completions("odds 0404 by B") == ("B1", "B2", "B3")
    assert flank.completions("odds 0404 by B1 with ") == ("+1", "+2")


def test_load_goes_on_with_the_names_of_saved_games_word_by_word(march, monkeypatch, tmp_path):
    monkeypatch.setenv("FMBOOK_HOME", str(tmp_path))
    assert march.completions("load ") == ()
    for name in ("Monday 3b", "monday 4", "tuesday"):
        march.game.save(name)
    (tmp_path / ".hidden.txt").write_text("")
    (tmp_path / "notes.md").write_text("")
    assert set(march.completions("load ")) == {"Monday 3b", "monday 4", "tuesday"}
    assert set(march.completions("load mon")) == {"Monday 3b", "monday 4"}
    assert set(march.completions("load monday ")) == {"3b", "4"}
    assert march.completions("load monday 3") == ("3b",)
    assert march.completions("load monday 3b ") == ()


def test_markers_are_those_in_hand(flank):
    for line in ("end", "bombard 0404"):
        flank.answer(line)
    assert flank.completions("support ") == ("+1", "+2")


def test_whoever_does_not_decide_is_offered_no_verb():
    talk = Talk(new_game("drill", "march"), "Red")
    assert talk.completions("")[0] == "help"
    assert talk.completions("m") == ()


def test_whatever_is_completed_is_understood(march):
    """Every order that the completions spell out is legal."""
    for verb in march.completions("")[:1]:
        for unit in march.completions(f"{verb} "):
            for place in march.completions(f"{verb} {unit} "):
                assert march.game.can(f"{verb} {unit} {place}")


@pytest.mark.parametrize("line", ["\x00", "\u202e", "m\u200b", "x" * 10_000, "{0} ", "move " * 500, " ", "\n"])
def test_odd_lines_complete_to_something_or_nothing(march, line):
    assert isinstance(march.completions(line), tuple)
