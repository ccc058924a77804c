"""The games played at random: no dead end, every invariant of its own, and a list of orders that is the truth.

The suite plays a few games of every scenario and looks at some 300 positions of every system. Before a release more:

    FMBOOK_GAMES=3000 FMBOOK_POSITIONS=3000 python -m pytest tests/play/test_games_at_random.py -n 2 -k vimy
"""

from random import Random

import pytest
from msgspec.structs import replace

import fmbook as fm
from fmbook.core.state import Force, State
from fmbook.engine.legality import allows, legal
from fmbook.record.records import digest
from tests.at_random import eben_emael, europa_41, scheldt, veritable, vimy
from tests.at_random.playing import Field, Wild
from tests.engine.test_legal_is_can import speaks_well
from tests.play.test_invariants import forces_agree_with_the_map, somebody_decides
from tests.tools.random_play import how_many, thought_of

EVERY = (vimy.VIMY, scheldt.SCHELDT, eben_emael.EBEN_EMAEL, europa_41.EUROPA_41, veritable.VERITABLE)
GAMES = max(how_many("FMBOOK_GAMES", 200) // 66, 2)

each_field = pytest.mark.parametrize("field", [field for wild in EVERY for field in wild.fields], ids=str)


@each_field
def test_random_games_come_to_an_end_and_keep_the_rules(field: Field):
    for seed in range(GAMES):
        before = None
        for game in field.play(seed):
            forces_agree_with_the_map(game.state)
            somebody_decides(game)
            field.wild.keeps(before, game)
            before = game.state


@each_field
def test_the_same_seed_and_orders_give_the_same_game(field: Field):
    *_, first = field.play(7)
    again = field.begin(7)
    for order in first.orders:
        again.do(str(order))
    assert digest(again.state) == digest(first.state)
    assert again.record() == first.record()
    if field.can_be_kept:
        assert fm.resume(first.code()).record() == first.record()


@each_field
def test_what_is_remembered_is_what_would_be_worked_out_anew(field: Field):
    draw = Random(str(field))
    for game in field.play(11):
        if draw.random() < 0.2:
            assert legal(game.state) == legal(anew(game.state))


def test_a_table_that_outlives_what_it_depends_on_is_noticed(monkeypatch):
    moved = Force.moved

    def forgets_to_forget(force: Force, unit: int, start: int, to: int) -> Force:
        after = moved(force, unit, start, to)
        after.memo.update(force.memo)
        return after

    monkeypatch.setattr(Force, "moved", forgets_to_forget)
    field = next(field for field in vimy.VIMY.fields if "hill_145" in str(field))
    assert any(legal(game.state) != legal(anew(game.state)) for game in field.play(11))


def anew(state: State) -> State:
    """Return the same moment with nothing worked out of it yet."""
    return replace(state, forces=tuple(Force(force.at) for force in state.forces), known={})


@each_field
def test_an_order_is_listed_if_and_only_if_it_can_be_given(field: Field):
    draw = Random(str(field))
    for position in field.positions():
        listed = position.legal()
        legal = set(listed)
        assert len(legal) == len(listed), "an order is listed twice"
        assert listed == position.legal()
        for order in draw.sample(listed, min(40, len(listed))):
            assert allows(position.state, order)
        for order in draw.sample(listed, min(5, len(listed))):
            assert position.can(order)
        for number in range(60):
            order = thought_of(position, draw, due=number % 3 > 0)
            assert allows(position.state, order) == (order in legal), order
            if number < 12:
                verdict = position.can(order)
                assert bool(verdict) == (order in legal), f"{order}: {verdict}"
                speaks_well(verdict)


@each_field
def test_the_list_of_a_unit_is_its_part_of_the_whole_list(field: Field):
    for number, position in enumerate(field.positions()):
        units = [unit.id for unit in position.state.setup.units]
        if number % 8 == 0:
            whole = position.legal()
            for name in Random(number).sample(units, min(8, len(units))):
                own = [order for order in whole if getattr(order, "unit", "") == name]
                assert list(position.legal(unit=name)) == own
            assert {order.unit for order in whole if hasattr(order, "unit")} <= set(position.movers())


@pytest.mark.parametrize("wild", EVERY, ids=lambda wild: wild.system)
def test_every_kind_of_order_of_the_game_is_legal_somewhere(wild: Wild):
    missing = set(wild.kinds.split())
    for seed in range(12):
        for scenario, options in wild.shown if missing else ():
            for game in Field(wild, scenario, options).play(seed):
                missing -= {order.verb for order in game.legal()} if missing else set()
    assert not missing
