"""The list of legal orders and the answer about one order are the same truth.

The suite looks at 300 positions of every drill and exercise. Before a release look at more:

    FMBOOK_POSITIONS=2900 python -m pytest tests/engine/test_legal_is_can.py -n 2

which is 20,000 positions of the drills, and some of exercises drawn by lot.
"""

from collections import defaultdict
from functools import cache
from random import Random

import pytest

import fmbook as fm
from fmbook.books.systems import rulebooks
from fmbook.core.orders import Order
from fmbook.core.verdicts import Verdict
from fmbook.engine.legality import allows, question
from fmbook.library.agreement import thinkable
from fmbook.play.positions import Position
from tests.tools.random_play import FIELDS, begin, how_many, play, positions_from

POSITIONS = how_many("FMBOOK_POSITIONS", 300)
SAMPLED = 300
"""So many of the thinkable orders of a position are asked about one by one, besides all legal ones."""


@cache
def all_thinkable(field: str) -> list[Order]:
    return thinkable(next(positions_from(field, 1)))


@cache
def known_ids() -> frozenset[str]:
    rules = {rule.id for book in rulebooks() for rule in book.all_rules}
    return frozenset(rules | {asked.rule for book in rulebooks() for asked in book.all_questions.values()})


@pytest.mark.parametrize("field", FIELDS)
def test_an_order_is_listed_if_and_only_if_it_can_be_given(field):
    draw = Random(field)
    for position in positions_from(field, POSITIONS):
        listed = position.legal()
        assert len(set(listed)) == len(listed), "an order is listed twice"
        legal = set(listed)
        assert {order for order in all_thinkable(field) if allows(position.state, order)} == legal
        for order in (*listed, *sampled(position, all_thinkable(field), draw)):
            verdict = position.can(order)
            assert bool(verdict) == (order in legal), f"{order}: {verdict}"
            speaks_well(verdict)


def sampled(position: Position, orders: list[Order], draw: Random) -> list[Order]:
    """Half of the kinds that are due, half of any kind."""
    due = [order for order in orders if type(order) in question(position.state).offers]
    half = SAMPLED // 2
    return [*draw.sample(due, min(half, len(due))), *draw.sample(orders, min(half, len(orders)))]


def speaks_well(verdict: Verdict) -> None:
    for reason in verdict.reasons:
        assert reason.rule in known_ids() or "/" not in reason.rule, reason  # a rule, or a section of a booklet
        assert_has_card(reason.rule)
        assert reason.text.strip(), reason
        assert not set("{}") & set(reason.text + reason.advice), reason
    assert not set("{}") & set(verdict.subject), verdict


@cache
def assert_has_card(rule_id: str) -> None:
    assert fm.rule(rule_id.partition("/")[0]).says


@pytest.mark.parametrize("field", FIELDS)
def test_the_list_of_a_unit_is_its_part_of_the_whole_list(field):
    for position in positions_from(field, POSITIONS // 3):
        by_unit: dict[str, list[Order]] = defaultdict(list)
        for order in position.legal():
            by_unit[getattr(order, "unit", "")].append(order)
        for unit in position.state.setup.units:
            assert list(position.legal(unit=unit.id)) == by_unit[unit.id]
        assert {order.unit for order in position.legal() if hasattr(order, "unit")} <= set(position.movers())


def test_the_list_is_the_same_each_time_it_is_asked():
    for field in FIELDS:
        for position in positions_from(field, 20):
            assert position.legal() == position.legal()


def test_everything_is_refused_once_the_game_is_over():
    game = fm.play_out(fm.new_game("drill", "flank", seed=3), {"Blue": "random", "Red": "random"})
    assert game.legal() == ()
    assert not game.movers()
    for order in thinkable(game):
        verdict = game.can(order)
        assert not verdict
        assert "the game is over" in str(verdict)


def test_every_kind_of_order_is_legal_somewhere():
    """Otherwise the property above would hold of orders that never come about."""
    seen = {
        type(order).verb for field in FIELDS for position in positions_from(field, 150) for order in position.legal()
    }
    assert seen == {
        "move", "enter", "attack", "bombard", "join", "ready", "support", "hold-fire", "roll", "lose", "retreat",
        "stand-fast", "advance", "stay-back", "end-phase",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["unit", "hex", "marker"])
def test_a_name_that_does_not_exist_is_answered_with_the_nearest(name):
    game = fm.new_game("drill", "bombardment", seed=1)
    unknown = {"unit": fm.Move("B9", "a1"), "hex": fm.Move("B1", "z9"), "marker": fm.Support("+9")}[name]
    if name == "marker":
        for said in ("end-phase", "bombard hill"):
            game.do(said)
    with pytest.raises(fm.NoSuchName, match=f"No {name}"):
        game.can(unknown)


@pytest.mark.parametrize("field", FIELDS)
def test_a_position_of_the_past_lists_what_it_listed_then(field):
    """Tables that were kept for a state are dropped when it is replaced; asked again, they must come out the same."""
    listed, game = [], begin(field, 11)
    for game in play(field, 11):
        listed.append(game.legal())
    assert [game.at(number).legal() for number in range(len(listed))] == listed
    assert [game.at(number).legal() for number in reversed(range(len(listed)))] == listed[::-1]
