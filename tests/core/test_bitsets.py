"""Sets of places as the bits of one number: they hold what plain sets hold."""

from random import Random

import pytest

import fmbook as fm
from fmbook.core.bitsets import FEW, BitIndex, PlaceSet

GAMES = (("drill", "march"), ("drill", "sectors"), ("vimy", "first_morning"))
BOARDS = {name: fm.new_game(system, name).board for system, name in GAMES}


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("share", [0.02, 0.3, 1.0])
def test_a_marked_set_is_cut_counted_and_listed_like_a_plain_one(name, share):
    bit_index, lot = BOARDS[name].bit_index, Random(name)
    everything = range(len(BOARDS[name].places))
    for _ in range(20):
        one, other = (frozenset(place for place in everything if lot.random() < share) for _ in range(2))
        marked = PlaceSet(bit_index, bit_index.bits(one))
        assert list(marked) == sorted(one)
        assert (len(marked), bool(marked)) == (len(one), bool(one))
        assert all((place in marked) == (place in one) for place in everything)
        assert set(marked & other) == set(other & marked) == one & other
        assert set(marked - other) == set(marked - PlaceSet(bit_index, bit_index.bits(other))) == one - other
        assert set(other - marked) == other - one
        assert [bit_index.nth(marked.bits, n) for n in range(len(one))] == sorted(one)


def test_few_and_many_places_are_listed_alike():
    bit_index = BitIndex(range(0, 300, 3))
    for count in (0, 1, FEW, FEW + 1, 100):
        assert bit_index.places(bit_index.bits(frozenset(range(count)))) == list(range(count))


def test_a_set_that_changes_is_looked_at_again():
    bit_index, places = BitIndex(range(4)), {1}
    first = bit_index.bits(places)
    places.add(2)
    assert (first, bit_index.bits(places)) == (0b10, 0b110)


@pytest.mark.parametrize("system", fm.systems())
def test_each_place_has_a_seat_of_its_own_in_the_order_of_the_places(system):
    board = fm.new_game(system).board
    assert len(board.bit_index.bit) == len(board.places)
    assert list(board.bit_index.bit) == sorted(set(board.bit_index.bit))


def test_hexes_that_lie_alike_to_one_another_have_seats_equally_far_apart():
    board = BOARDS["first_morning"]
    bit_index = board.bit_index
    ways: dict[tuple[float, float], set[int]] = {}
    for here, near in enumerate(board.neighbours):
        for there in near:
            a, b = board.centre(here), board.centre(there)
            way = round(b.x - a.x, 3), round(b.y - a.y, 3)
            ways.setdefault(way, set()).add(bit_index.bit[there].bit_length() - bit_index.bit[here].bit_length())
    assert len(ways) == 6
    assert all(len(strides) == 1 for strides in ways.values())


@pytest.mark.parametrize("system", [system for system in fm.systems() if fm.new_game(system).board.bit_index.line])
def test_a_step_in_all_directions_leads_to_the_neighbours_and_to_no_other_place(system):
    board = fm.new_game(system).board
    bit_index = board.bit_index
    for here, near in enumerate(board.neighbours):
        assert bit_index.places(bit_index.around(bit_index.bit[here]) & bit_index.every) == sorted(near)
    some = frozenset(range(0, len(board.places), 7))
    beside = frozenset(there for here in some for there in board.neighbours[here])
    assert bit_index.around(bit_index.bits(some)) & bit_index.every == bit_index.bits(beside)
