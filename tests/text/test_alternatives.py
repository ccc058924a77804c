"""Whatever is refused, a reader is told what to try: by the rule that refuses it, or by what may be ordered now."""

from collections.abc import Iterator
from random import Random

import pytest

import fmbook as fm
from fmbook.core.orders import Order
from fmbook.engine.legality import question
from fmbook.text.alternatives import with_advice
from fmbook.text.choices import verdict_in_words

SCENARIOS = [
    ("drill", "flank"), ("drill", "sectors"), ("vimy", "hill_145"), ("scheldt", "braakman"), ("scheldt", "walcheren"),
    ("veritable", "cleve"), ("eben_emael", "first_minutes"), ("eben_emael", "full_readiness"), ("europa_41", "41.E.3"),
]  # fmt: skip
MOMENTS = 25


def any_orders(game: fm.Game, lot: Random) -> Iterator[Order]:
    """An order of each kind that may be given now, with names by lot."""
    names = {
        "unit": [unit.id for unit in game.units()],
        "hex": [unit.place for unit in game.units() if unit.place in game.board.places] or list(game.board.places),
        "marker": [marker.name for marker in game.setup.markers] or ["yes"],
    }
    for kind in question(game.state).offers:
        if kind.takes:
            yield kind(*(lot.choice(names[sort]) for sort in kind.takes))


@pytest.mark.parametrize(("system", "scenario"), SCENARIOS)
def test_every_refusal_says_what_to_try(system, scenario):
    game, lot, refused = fm.new_game(system, scenario, 7), Random(7), 0
    for _ in range(MOMENTS):
        if game.outcome:
            break
        for order in any_orders(game, lot):
            if not (verdict := game.can(order)):
                refused += 1
                assert "Try: " in verdict_in_words(game, order, verdict), verdict
        game.do(lot.choice(game.legal()))
    assert refused > 5


def test_who_may_not_advance_there_is_told_where_and_who_may_not_at_all_what_else():
    game = fm.new_game("drill", "march", 3)
    order = fm.order("enter B3 0105")
    said = with_advice(game, order, game.can(order)).reasons[-1].advice
    assert said == "move B1, B2 or B3 to a hex, or end the phase"


def test_what_a_rule_advises_itself_stands():
    game = fm.new_game("drill", "first_steps")
    verdict = game.can("move B1 0406")
    assert with_advice(game, fm.order("move B1 0406"), verdict) == verdict


def test_who_does_not_decide_is_told_nothing_of_the_other_side():
    game = fm.new_game("drill", "march")
    order = fm.order("enter R1 0105")
    verdict = game.can(order)
    assert with_advice(game.seen_by("Red"), order, verdict) == verdict
