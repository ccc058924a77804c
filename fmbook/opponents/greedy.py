"""The opponent that looks one order ahead: an order is worth what it adds, and the one that is worth most is given.

It adds steps and ground (:mod:`worth`); a combat adds what it wins on average, by exact odds (:mod:`fights`). To end a
phase, to stay back, to hold fire adds nothing: that is what it does when nothing else is worth more. It knows no game:
what only a game knows of its own orders, its book settles as their “merit”.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from math import fsum
from random import Random
from typing import Final, NamedTuple

from fmbook.core.orders import Attack, Bombard, Join, Move, Order, Support
from fmbook.core.sides import noun
from fmbook.core.state import State
from fmbook.engine.legality import legal, legal_of, question
from fmbook.engine.matters import MERIT
from fmbook.mechanics.combat import in_battle
from fmbook.opponents.attack_values import best_team, given, outlook, supported
from fmbook.opponents.evaluation import balance, points, rank, stand, step
from fmbook.play.positions import Position

__all__ = ["LEAST", "NOTHING_BETTER", "Idea", "best_idea", "greedy", "ideas_of", "marches_of"]

NOTHING_BETTER: Final = "there is nothing better to do"
AS_GOOD: Final = "as far as can be seen, one is as good as another"
LEAST: Final = 0.03  # a march for less is not worth the trouble
THRIFT: Final = 0.05  # so much must each point of a support marker bring


class Idea(NamedTuple):
    """An order, what it is worth, and why, in a clause."""

    worth: float
    order: Order
    why: str


Ideas = Iterator[Idea]


def greedy(seen: Position, chance: Random) -> Order:
    """Return the order that is worth most at once."""
    return best_idea(seen.state, chance).order


def best_idea(state: State, chance: Random) -> Idea:
    """Return the best idea; of several, the first; if there is none, an order by lot."""
    ideas = [idea for kind in question(state).offers for idea in ideas_of(state, kind, chance)]
    if not ideas:
        ideas.append(Idea(0.0, chance.choice(legal(state)), NOTHING_BETTER))
    return max(ideas, key=lambda idea: idea.worth)


def ideas_of(state: State, kind: type[Order], chance: Random) -> list[Idea]:
    """Return the ideas about one kind of order; if they are worth nothing, one by lot, or none."""
    ideas, left = _merits(state, legal_of(state, kind))
    if left:
        ideas += _weigher(kind)(state, left)
    ideas = [idea._replace(worth=rank(idea.worth)) for idea in ideas]
    if kind.takes and ideas and not any(idea.worth for idea in ideas):
        return [chance.choice(ideas)._replace(worth=chance.random() - 0.5, why=AS_GOOD)]
    return ideas


def _merits(state: State, orders: list[Order]) -> tuple[list[Idea], list[Order]]:
    """Return the ideas about orders of which the book says what they are worth, and the orders that it leaves to us."""
    merit = MERIT.of(state.setup)
    said = [(order, merit(state, order)) for order in orders]
    ideas = [_merit(state, order, worth) for order, worth in said if worth is not None and worth != {}]
    return ideas, [order for order, worth in said if worth is None]


def _merit(state: State, order: Order, worth: float | Mapping[int, float]) -> Idea:
    """A book says a worth, or what share of a step it costs each enemy on average."""
    if isinstance(worth, Mapping):
        hurt = fsum(share * step(state, state.setup.units[unit]) for unit, share in worth.items())
        return Idea(hurt, order, f"no other costs {noun(state.setup.sides[1 - state.side])} more")
    return Idea(worth, order, "no other does more good" if worth > 0 else NOTHING_BETTER)


def _weigher(kind: type[Order]) -> Callable[[State, list[Order]], Ideas]:
    return WEIGHERS.get(kind) or (_stands if kind.takes == ("unit", "hex") else _deeds)


def _deeds(state: State, orders: list[Order]) -> Ideas:
    """An order is worth the steps that it brings its side."""
    for order in orders:
        worth = _gained(state, order)
        brings = "no other brings more" if worth > 0 else "no other costs less"
        yield Idea(worth, order, brings if order.takes else NOTHING_BETTER)


def _gained(state: State, order: Order) -> float:
    return balance(given(state, order), state.side) - balance(state, state.side) if order.takes else 0.0


def _stands(state: State, orders: list[Order]) -> Ideas:
    """A unit that goes to a place is worth how it stands there; one that comes on the map, its steps besides."""
    of_unit: dict[str, dict[int, Order]] = {}
    for order in orders:
        of_unit.setdefault(order.names[0], {})[state.board.at(order.names[1])] = order
    for name, to in of_unit.items():
        here = state.where[state.setup.unit_numbers[name]]
        worth = stand(state, state.setup.unit(name), [*to, here] if here >= 0 else [*to])
        best = max(to, key=lambda place: rank(worth[place]))
        rise = worth[best] - worth[here] if here >= 0 else worth[best] + _gained(state, to[best])
        yield Idea(rise, to[best], f"of all places in reach, {name} serves your goal or the next attack best there")


def marches_of(state: State, unit: int) -> list[Idea]:
    """Return where a unit would best march to, as an idea or none; what its book says of such an order comes first."""
    ideas, left = _merits(state, [order for order in legal(state, unit) if isinstance(order, Move)])
    return ideas + list(_stands(state, left))


def _marches(state: State, orders: list[Order]) -> Ideas:
    """The first march that is worth the trouble; the others come after it."""
    return islice((idea for idea in _stands(state, orders) if idea.worth > LEAST), 1)


def _attacks(state: State, orders: list[Order]) -> Ideas:
    """An attack is worth its average, made by those who had best make it."""
    found = ((best_team(given(state, order))[0], order) for order in orders)
    return (Idea(seen.worth, order, f"with all who had best join, {seen}") for seen, order in found)


def _joining(state: State, orders: list[Order]) -> Ideas:
    """Whoever raises the average joins, the strongest first, and nobody else."""
    seen, team = best_team(state)
    return (Idea(1.0, order, f"with all who had best join, {seen}") for order in orders if order in team[:1])


def _fire(state: State, orders: list[Order]) -> Ideas:
    """A marker is played where it turns the average by enough for its points."""
    side, before = state.side, outlook(state).worth if state.battle else 0.0
    for order in orders:
        after = given(state, order) if state.battle else supported(given(state, order))
        seen, spent = outlook(after), points(state, side) - points(after, side)
        rise = (seen.worth - before) * (1 if in_battle(after).side == side else -1)
        yield Idea(rise - THRIFT * spent, order, f"then {seen.said_of(f'the {in_battle(after).kind}')}")


WEIGHERS: Final[dict[type[Order], Callable[[State, list[Order]], Ideas]]] = {
    Move: _marches, Attack: _attacks, Join: _joining, Bombard: _fire, Support: _fire,
}  # fmt: skip
