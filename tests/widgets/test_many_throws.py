"""A hundred throws: counted beside the exact chances, drawn as dots, with one's own throw marked."""

import re

import pytest

import fmbook as fm
from fmbook.core.errors import FmbookError
from fmbook.core.events import Rolled
from fmbook.play.battle_previews import Preview
from fmbook.widgets.many_throws import ThrowsBox


@pytest.fixture
def mill():
    return fm.new_game("drill", "flank")


def at_the_mill(game: fm.Game) -> Preview:
    return game.at(0).battle("0404", by=["B1", "B2"])


def test_every_throw_is_one_of_the_results_of_the_table(mill):
    thrown = fm.throws(at_the_mill(mill), seed=3).again(100).again(50)
    assert (thrown.total, thrown.last.total()) == (150, 50)
    assert set(thrown.counts) <= set(map(str, thrown.attack.odds()))


def test_many_throws_come_close_to_the_table(mill):
    thrown = fm.throws(at_the_mill(mill), seed=3).again(6000)
    for result, chance in thrown.attack.odds().items():
        expected = 6000 * chance
        assert abs(thrown.counts[str(result)] - expected) < 4 * float(expected * (1 - chance)) ** 0.5


def test_another_seed_throws_otherwise_and_the_same_seed_alike(mill):
    attack = at_the_mill(mill)
    first, again, other = (fm.throws(attack, seed=seed).again(100).counts for seed in (1, 1, 2))
    assert first == again != other


@pytest.mark.parametrize("times", [0, -1, 10**9])
def test_how_often_must_be_a_number_that_can_be_waited_for(mill, times):
    thrown = fm.throws(at_the_mill(mill), seed=1)
    with pytest.raises(FmbookError, match="Throw it 1 to 100,000 times"):
        thrown.again(times)
    assert not thrown.total


def test_each_dot_is_a_throw_and_each_outline_a_chance(mill):
    box = ThrowsBox(fm.throws(at_the_mill(mill), seed=5))
    assert "fmbook-falls" not in box._words.value
    box._on_hundred()
    drawn = box._words.value
    assert drawn.count("fmbook-falls") == 100
    heights = [float(high) for high in re.findall(r'<rect [^>]*height="([\d.]+)"', drawn)]
    shares = [float(chance) for chance in box.throws.attack.odds().values()]
    assert heights == pytest.approx([share * heights[0] / shares[0] for share in shares], abs=0.2)
    for result, count in box.throws.last.items():
        assert f"{result} {count}" in drawn


TO_THE_THROW = ("end-phase", "attack 0404", "join B1", "join B2", "support +2")


def test_what_was_thrown_in_the_game_is_marked_and_all_stands_as_it_stood_there(mill):
    thrown = fm.throws(at_the_mill(mill), mill, seed=5).again()
    without_markers = thrown.attack.odds()
    assert not thrown.own
    for order in TO_THE_THROW:
        mill.do(order)
    while not (rolled := [entry.event for entry in mill.entries if isinstance(entry.event, Rolled)]):
        mill.do("hold-fire" if mill.can("hold-fire") else "roll")
    box = ThrowsBox(thrown)
    box._on_hundred()
    assert thrown.own == rolled[0].result
    assert thrown.attack.odds() != without_markers
    assert thrown.total == 100
    assert box._words.value.count("your throw ▾") == 1
