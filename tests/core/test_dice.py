"""Chance that a fresh machine repeats."""

import subprocess
import sys
from collections import Counter
from hashlib import blake2b
from random import Random

import pytest

from fmbook.core.dice import Chance, ChanceError, throw


def test_a_throw_is_the_same_for_ever():
    """These were thrown once; if they change, every record that was ever saved breaks."""
    assert [throw(1917, 0, count, 6) for count in range(24)] == EVER
    assert [throw(-5, 3, count, 10) for count in range(12)] == EVER_TEN


EVER = [6, 4, 2, 5, 3, 4, 2, 6, 3, 6, 2, 5, 3, 3, 6, 5, 5, 1, 1, 2, 1, 6, 6, 3]
EVER_TEN = [8, 9, 1, 9, 5, 2, 8, 1, 9, 6, 9, 5]


def test_a_throw_is_what_its_definition_says():
    """Eight bytes of BLAKE2b over seed, salt, count and attempt, the highest first."""
    number = int.from_bytes(blake2b(b"fmbook 7 2 11 0", digest_size=8).digest(), "big")
    assert throw(7, 2, 11, 6) == number % 6 + 1


def test_the_ragged_end_is_thrown_again():
    """With a little over 2**63 sides nearly half of the numbers are rejected, and the next attempt counts."""
    sides, again = 2**63 + 1, 0
    for count in range(50):
        attempts = (
            int.from_bytes(blake2b(f"fmbook 1 0 {count} {attempt}".encode(), digest_size=8).digest(), "big")
            for attempt in range(64)
        )
        tries = next((tried, number) for tried, number in enumerate(attempts) if number < sides)
        assert throw(1, 0, count, sides) == tries[1] + 1
        again += tries[0] > 0
    assert 10 < again < 40


@pytest.mark.parametrize("sides", [2, 6, 10, 20])
def test_every_side_is_as_likely(sides):
    shown = Counter(throw(3, 0, count, sides) for count in range(600 * sides))
    assert set(shown) == set(range(1, sides + 1))
    chi_square = sum((times - 600) ** 2 / 600 for times in shown.values())
    assert chi_square < 3 * sides + 15


@pytest.mark.parametrize(("seed", "salt"), [(1, 0), (2, 0), (1, 1)])
def test_neighbours_are_independent(seed, salt):
    """Throws of another seed, another salt, or one later agree one time in six, no more."""
    here = [throw(seed, salt, count, 6) for count in range(3000)]
    for other in (
        [throw(seed + 1, salt, count, 6) for count in range(3000)],
        [throw(seed, salt + 1, count, 6) for count in range(3000)],
        [throw(seed, salt, count + 1, 6) for count in range(3000)],
    ):
        assert abs(sum(a == b for a, b in zip(here, other, strict=True)) - 500) < 80


def test_another_process_throws_the_same():
    program = "from fmbook.core.dice import throw; print([throw(8, 1, count, 6) for count in range(50)])"
    told = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout
    assert told.strip() == str([throw(8, 1, count, 6) for count in range(50)])


# --- the throws of one order ---------------------------------------------------------------------


def test_throws_count_on_from_where_the_game_stands():
    chance = Chance(9, 4)
    shown = [chance.die(), chance.die()]
    assert shown == [throw(9, 0, 4, 6), throw(9, 0, 5, 6)]
    assert (chance.count, chance.thrown) == (6, shown)


def test_the_order_in_which_games_are_asked_changes_nothing():
    alone = [Chance(5, count).die() for count in range(10)]
    mixed = {}
    for count in Random(1).sample(range(10), 10):
        mixed[count] = Chance(5, count).die()
        Chance(6, count).die()
    assert [mixed[count] for count in range(10)] == alone


def test_a_draw_is_by_name_and_may_hold_one_name_twice():
    cup = ("storm", "calm", "calm")
    drawn = Counter(Chance(1, count).pick(cup) for count in range(3000))
    assert 900 < drawn["storm"] < 1100
    assert drawn["storm"] + drawn["calm"] == 3000


def test_what_is_said_aloud_is_taken_in_throwing_order():
    chance = Chance(1, said=(3, "calm", 5))
    assert (chance.die(), chance.pick(("calm", "storm")), chance.die(10)) == (3, "calm", 5)
    chance.finish()
    assert chance.thrown == [3, "calm", 5]
    assert chance.count == 3


def test_saying_the_first_throw_leaves_the_next_to_chance():
    chance = Chance(1, said=(3,))
    assert (chance.die(), chance.die()) == (3, throw(1, 0, 1, 6))


@pytest.mark.parametrize("said", [0, 7, -3, "4", True, "calm"])
def test_a_die_cannot_show_that(said):
    with pytest.raises(ChanceError, match="A die shows a whole number from 1 to 6"):
        Chance(1, said=(said,)).die()


def test_a_lot_that_is_not_in_the_cup():
    with pytest.raises(ChanceError, match=r"“rain” is not among what can be drawn: calm, storm\."):
        Chance(1, said=("rain",)).pick(("storm", "calm", "calm"))


def test_too_many_throws_were_said():
    chance = Chance(1, said=(1, 2, 3))
    chance.die()
    with pytest.raises(ChanceError, match="3 throws were said and 1 was due"):
        chance.finish()
