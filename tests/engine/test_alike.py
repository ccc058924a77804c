"""A rule may promise that it bars the same hexes to all units of a side; then a list asks it once for all of them."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import fmbook as fm
from fmbook.books.systems import rulebooks
from fmbook.core.orders import Order
from fmbook.core.state import State
from fmbook.engine.legality import legal
from fmbook.engine.rulebook import GoOn, Step
from fmbook.engine.ruleset import Check
from tests.tools.random_play import how_many

GAMES = how_many("FMBOOK_GAMES", 200) // 100
PROMISING = [book.id for book in rulebooks() if book.id in fm.systems() and any(rule.alike for rule in book.all_rules)]


def checks_of(game: fm.Game) -> list[Check]:
    book = game.setup.book
    kinds: set[type[Order]] = {Step, GoOn, *(kind for asked in book.questions.values() for kind in asked.offers)}
    return [check for kind in kinds for check in book.guard(kind).alike]


def said(check: Check, state: State, side: int) -> Iterator[list[Any]]:
    """Return what a rule says to each unit of a side, in figures."""
    for unit in state.setup.units:
        if unit.side == side:
            bars = check.function(state, unit)
            yield [(type(bar), frozenset(bar.these), bar.text, bar.advice, bar.places) for bar in bars]


@pytest.mark.parametrize("system", PROMISING)
def test_what_is_promised_to_be_alike_is_the_same_for_all_units_of_a_side(system):
    lot, compared = Random(system), 0
    for scenario in fm.scenarios(system):
        for seed in range(GAMES):
            game = fm.new_game(system, scenario, seed)
            for _ in range(40):
                if game.outcome:
                    break
                game.do(lot.choice(game.legal()))
                for check in checks_of(game):
                    for side in (0, 1):
                        first, *others = said(check, game.state, side)
                        assert all(other == first for other in others), check.rule.id
                        compared += bool(first and others)
    assert compared > 100


def asked(game: fm.Game, heard: list[Any]) -> list[Any]:
    """List all orders and tell for which units a rule was asked."""
    heard.clear()
    legal(game.state.but())
    return list(heard)


def a_rule(heard: list[Any], **promise: Any) -> Any:
    @fm.forbids("house:south", fm.Move, bars="hexes", **promise)
    def the_south_is_closed(state, unit):
        """Nobody goes to the south edge."""
        heard.append(unit.id)
        yield fm.Bar(frozenset({state.board.at("0101")}), "{to} is closed")

    return the_south_is_closed


def test_a_list_asks_a_rule_that_bars_all_alike_once_and_others_for_each_unit():
    heard: list[Any] = []
    once = fm.new_game("drill", "march", house_rules=[a_rule(heard, alike=True)])
    assert len(asked(once, heard)) == 1
    each = fm.new_game("drill", "march", house_rules=[a_rule(heard)])
    assert asked(each, heard) == sorted({order.names[0] for order in each.legal() if order.names})
    assert once.legal() == each.legal()
    assert set(once.legal()) < set(fm.new_game("drill", "march").legal())


def test_a_promise_holds_no_longer_once_some_are_excused():
    @fm.excuses("house:scouts", from_rule="house:south")
    def scouts_may_go(state, unit):
        """B1 may."""
        yield fm.Excuse(frozenset(range(63)) if unit.id == "B1" else frozenset(), "B1 knows the way")

    heard: list[Any] = []
    game = fm.new_game("drill", "march", house_rules=[a_rule(heard, alike=True), scouts_may_go])
    assert len(asked(game, heard)) > 1
    for unit in {order.names[0] for order in game.legal() if order.names}:
        assert [order for order in game.legal() if order.names[:1] == (unit,)] == list(game.legal(unit=unit))
