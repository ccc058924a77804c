"""The list and the answers, asked at random, by whoever has written a rule."""

from functools import wraps

import fmbook as fm
from fmbook.library import agreement
from fmbook.library.agreement import thinkable
from fmbook.play.game import Game
from tests.engine.test_house_rules import HOUSE


def test_under_sound_rules_they_agree():
    found = fm.legal_is_can("drill", "march", games=1, house_rules=HOUSE)
    assert found
    assert found.positions > 5
    orders = thinkable(fm.new_game("drill", "march"))
    assert 0 < found.asked <= found.positions * len(orders)
    assert found.asked > found.positions * sum(order.verb in ("move", "attack", "retreat") for order in orders)
    assert "the list of legal orders and the answers are the same" in str(found)


def test_a_rule_that_is_asked_of_an_order_but_not_of_the_list_is_found_out():
    @fm.forbids("house:hidden", fm.Move, listed=False)
    def hidden(state, order):
        """It says that no list holds what it forbids, and that is not so."""
        if order.to == "0402":
            yield fm.Reason("hidden")

    found = fm.legal_is_can("drill", "march", games=1, house_rules=[hidden])
    assert not found
    assert "move B1 0402 is listed. Moving B1 to 0402: not allowed." in str(found)


def test_a_list_that_forgets_an_order_is_found_out(monkeypatch):
    whole = Game.legal

    @wraps(whole)
    def forgetful(self, *about, **more):
        return tuple(order for order in whole(self, *about, **more) if str(order) != "move B1 0402")

    monkeypatch.setattr(agreement, "SAMPLED", 0)
    monkeypatch.setattr(Game, "legal", forgetful)
    assert "move B1 0402 is not listed. Moving B1 to 0402: allowed." in str(fm.legal_is_can("drill", games=1))


def test_without_a_scenario_it_takes_the_one_that_opens():
    assert fm.legal_is_can("drill", games=1) == fm.legal_is_can("drill", "march", games=1)
