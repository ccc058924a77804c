"""The odds of Veritable, told beforehand, are those of all throws played out."""

from collections import Counter
from fractions import Fraction
from re import findall

import pytest

from fmbook.core.dice import ChanceError
from fmbook.core.orders import Lose, Retreat
from fmbook.play.game import Game
from tests.tools.veritable_positions import FAR, FIELD, FIGHT, attack, front

ATTACKS = {
    "one against one": ("A1 8-4-4 b2", "G1 1-4-4 b3"),
    "a stack with guns": ("A1 9-4-4 b2", "A2 5-4-4 c3", "G1 1-4-4 b3", "Q1 1-1-4 b3"),
    "no way back": ("A1 8-4-4 b2", "A2 1-1-1 b4", "A3 1-1-1 c3", "A4 1-1-1 a3", "G1 1-4-4 b3"),
    "armour and an outpost": ("A1 9-4-4 b2", "T1 0-0-5 b2", "G1 1-3-4 b3", "O1 0-1-0 b3"),
    "one is watched by nobody else": ("A1 2-4-4 b2", "A2 5-4-4 c3", "G1 1-7-4 b3", "G2 1-1-4 d2"),
}


def outcomes(game: Game, share: Fraction, found: Counter[tuple[int, int]]) -> None:
    """Play every throw; where the owner has a choice he lets the unit fall back that is likeliest to get away."""
    if not game.state.asks or game.state.asks[-1].what == "advance":
        alive = [len(game.state.on_map(side)) for side in (0, 1)]
        found[alive[0], alive[1]] += share  # type: ignore[assignment]
        return
    orders = game.legal()
    choices = [order for order in orders if isinstance(order, Retreat)]
    if str(orders[0]) == "roll":
        order, dice = orders[0], 6
    elif choices:
        order, dice = max(choices, key=lambda each: chance_of_holding(game, each)), 6
    else:
        losing = [order for order in orders if isinstance(order, Lose)]
        order, dice = min(losing, key=lambda each: strength(game, each.unit)), 1
    for die in range(1, dice + 1):
        try:
            game.do(order, roll=die if dice > 1 else None)
        except ChanceError:  # nobody watches: the retreat throws no die
            game.do(order)
            outcomes(game, share, found)
            game.undo()
            return
        outcomes(game, share / dice, found)
        game.undo()


def strength(game: Game, unit: str) -> int:
    counter = game.setup.unit(unit)
    return counter.attack + counter.defence


def chance_of_holding(game: Game, order: Retreat) -> int:
    held = 0
    for die in range(1, 7):
        try:
            game.do(order, roll=die)
        except ChanceError:
            return 6
        held += game.unit(order.unit).place != "eliminated"
        game.undo()
    return held


@pytest.mark.parametrize("name", ATTACKS)
def test_10_5_odds_are_those_of_all_throws_played_out(name):
    units = ATTACKS[name]
    by = [unit.split()[0] for unit in units if (unit[0] in "AT" and unit.split()[2] == "b2") or unit.startswith("A2 5")]
    game = attack(front(FIELD, *units, *FAR, phase=FIGHT), "b3", " ".join(by))
    told = game.state.setup.book.settled["odds"].function(game.state)
    before = [len(game.state.on_map(side)) for side in (0, 1)]
    found: Counter[tuple[int, int]] = Counter()
    outcomes(game, Fraction(1), found)
    summed: Counter[tuple[int, int]] = Counter()
    for text, share in told.items():
        lost = {side: int(count) for count, side in findall(r"(\d) (Allied|German)", text)}
        left = before[0] - lost.get("Allied", 0), before[1] - lost.get("German", 0)
        summed[left] += share
    assert summed == found
