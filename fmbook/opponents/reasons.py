"""Say why an order was chosen: what it brings, what it costs, and how the next best one did beside it."""

from collections.abc import Callable, Collection, Iterable
from math import sqrt
from random import Random
from typing import Final

from fmbook.core.orders import Attack, Join, Move, Order, sentence
from fmbook.core.sides import noun
from fmbook.core.state import State
from fmbook.engine.legality import allows, legal
from fmbook.engine.matters import GROUNDS, PRICE
from fmbook.opponents.attack_values import best_team, given
from fmbook.opponents.evaluation import objectives
from fmbook.opponents.greedy import Idea, ideas_of
from fmbook.opponents.search import WON, Choice, Tried

__all__ = ["compared", "grounds", "price_of", "reasons"]

CLEARLY: Final = 2.0  # standard errors from which one order is clearly better than another,
PROBABLY: Final = 1.0  # and probably


def reasons(state: State, choice: Choice, name: Callable[[Order], str] = sentence) -> str:
    """Say in a sentence or two why this order, and not the next best one; ``name`` names it.

    >>> from fmbook.play.game import new_game
    >>> reasons(new_game("drill", "flank").state, Choice(Move("B1", "0504")))
    'Moving B1 to 0504: from there, too, it can attack R1 in 0404.'
    """
    others = (tried for tried in choice.tried if tried.order != choice.order)  # the best first
    other = max(others, key=lambda tried: len(tried.results), default=None)  # what went early was hardly tried
    said = [f"{name(choice.order)}: {_cause(state, choice.order)}{_instead(state, choice.order, other)}."]
    chosen = next((tried for tried in choice.tried if tried.order == choice.order), None)
    if chosen and other:
        said.append(compared(chosen, other))
    if price := price_of(state, choice.order):
        said.append(price)
    return " ".join(said)


def price_of(state: State, order: Order) -> str:
    """Say what an order costs its side at once by what the game counts; nothing, where its book knows no such price."""
    return PRICE.of(state.setup)(state, order) if allows(state, order) else ""


def compared(chosen: Tried, other: Tried) -> str:
    """Say what chances each of two orders has, and whether the difference can be told from chance."""
    apart, spread = chosen.share - other.share, sqrt(_variance(chosen) + _variance(other))
    how = (
        "clearly better" if apart > CLEARLY * spread
        else "probably better" if apart > PROBABLY * spread
        else "too close to call"
    )  # fmt: skip
    name = sentence(other.order)
    beside = f"with {name[0].lower()}{name[1:]}, {other.share * 100:.0f} times"
    return f"Tried out to its end, the game goes well {chosen.share * 100:.0f} times in 100; {beside}: {how}."


def _variance(tried: Tried) -> float:
    """Return the variance of the mean of the results, a little smoothed."""
    count, mean = len(tried.results), tried.share
    squares = sum((each / WON - mean) ** 2 for each in tried.results)
    return (squares + 0.25) / ((count + 1) * max(count, 1))


# --- causes -----------------------------------------------------------------------------------


def _cause(state: State, order: Order) -> str:
    if not order.takes:
        return (
            "there is nothing else to do"
            if len(legal(state)) == 1
            else "nothing that could be ordered now is worth more"
        )
    if isinstance(order, Move):
        return _whereto(state, order)
    return grounds(state, _idea(state, order))


def grounds(state: State, idea: Idea) -> str:
    """Say why an idea is good: in the words of its book, or by what it is worth beside others; of an attack, both."""
    said = GROUNDS.of(state.setup)(state, idea.order)
    return f"{said}; {idea.why}" if said and isinstance(idea.order, Attack | Join) else said or idea.why


def _idea(state: State, order: Order) -> Idea:
    ideas = ideas_of(state, type(order), Random(0))  # noqa: S311 - the same reason every time
    usual = Idea(0.0, order, "it brings little at once, and does well later")
    return next((idea for idea in ideas if idea.order == order), usual)


def _whereto(state: State, order: Move) -> str:
    """Say what a march is for: what is fought for, an attack, or safety."""
    unit, to = state.setup.unit(order.unit), state.board.at(order.to)
    here, wanted = state.where[unit.number], objectives(state, unit.side)
    if to in wanted:
        return f"{order.to} is one of the places that count"
    near, before = _enemies_beside(state, to), _enemies_beside(state, here) if here >= 0 else ()
    if come := [place for place in near if place not in before]:
        return f"there it stands ready against {_named(state, come)}"
    if before and not near:
        return f"there {noun(state.setup.sides[1 - state.side])} cannot strike at it"
    if len(near) < len(before):
        return f"there only {_named(state, near)} can strike at it"
    return _on_the_way(state, here, to) or _beside(state, near) or "it stands better there for what comes next"


def _on_the_way(state: State, here: int, to: int) -> str:
    away, wanted = state.board.distance, objectives(state, state.side)
    nearer = [place for place in wanted if here >= 0 and away(to, place) < away(here, place)]
    if not nearer:
        return ""
    place = max(nearer, key=lambda place: (wanted[place] / (1 + away(to, place)), -place))
    return f"it comes nearer to {state.board.places[place]}"


def _beside(state: State, near: Collection[int]) -> str:
    """Who stood beside an enemy before, and still does, may stand there with others."""
    return f"from there, too, it can attack {_named(state, near)}" if near else ""


def _enemies_beside(state: State, place: int) -> tuple[int, ...]:
    """Where enemies stand beside a place."""
    enemies = state.forces[1 - state.side].at
    return tuple(there for there in state.board.neighbours[place] if there in enemies)


def _named(state: State, places: Iterable[int]) -> str:
    """Name the first enemies that stand there."""
    enemies = state.forces[1 - state.side].at
    return " and ".join(f"{state.setup.units[enemies[at][0]].id} in {state.board.places[at]}" for at in [*places][:2])


def _instead(state: State, order: Order, other: Tried | None) -> str:
    """Say how the next best attack would go, where both are attacks."""
    if other is None or not isinstance(order, Attack) or not isinstance(other.order, Attack):
        return ""
    return f"; {_attack(state, other.order)}"


def _attack(state: State, order: Attack) -> str:
    seen = best_team(given(state, order))[0]
    return seen.said_of(f"that on {order.target}")
