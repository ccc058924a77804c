"""Positions for tests: a sketch, a few units, a phase; a game stands there."""

from collections.abc import Iterable
from inspect import signature
from typing import Any

from fmbook.books.drill import DRILL
from fmbook.components.scenarios import Scenario, SketchForm, SupportForm, UnitForm, setup_of
from fmbook.components.setup import Setup
from fmbook.core.facts import Fact
from fmbook.core.orders import HoldFire, Join, Order, Ready
from fmbook.core.verdicts import Reason
from fmbook.engine.rulebook import Rulebook
from fmbook.play.game import Game, new_game
from fmbook.play.positions import Position


def unit(described: str, **more: Any) -> UnitForm:
    """Read ``"B1 5-4-6 b2"``: id, factors, hex (or no hex); the first letter of the id names the side."""
    id_, factors, *at = described.split()
    side = {"B": "Blue", "R": "Red"}[id_[0]]
    return UnitForm(id=id_, side=side, factors=factors, at=at[0] if at else "", **more)


def position(
    drawing: str,
    *units: str | UnitForm,
    phase: str = "Blue movement phase",
    turns: int = 3,
    support: tuple[tuple[int, ...], tuple[int, ...]] = ((), ()),
    sides: dict[str, list[str]] | None = None,
    paths: dict[str, list[str]] | None = None,
    book: Rulebook = DRILL,
    options: tuple[str, ...] = (),
    house_rules: Iterable[Any] = (),
    seed: int = 1,
    goal: dict[str, Any] | None = None,
    first: int = 0,
    track: tuple[tuple[int, ...], tuple[int, ...]] | None = None,
) -> Game:
    """Set a game up as drawn; ``support`` is the values of each side's markers, ``track`` how many it gets each turn.

    Without a track all of them are in hand every turn.
    """
    form = Scenario(
        title="a test",
        says="",
        sides=("Blue", "Red"),
        turns=turns,
        unit=tuple(unit(each) if isinstance(each, str) else each for each in units),
        sketch=SketchForm(text=drawing, sides=sides or {}, paths=paths or {}),
        support=SupportForm(pools=support, allotments=track or ((len(support[0]),), (len(support[1]),))),
        first=first,
        begins=phase,
        goal=goal or {"kind": "hold", "side": "Blue", "hexes": [], "text": ""},
    )
    return Game(setup_of(form, "drill", "a-test", book, options, tuple(house_rules)), seed)


# --- what tests do again and again ------------------------------------------------------------------


def changed(setup: Setup, **parts: Any) -> Setup:
    """Put a play together as another, with some parts changed; one that is made stays as it is."""
    kept = {name: getattr(setup, name) for name in signature(Setup.__init__).parameters if name != "self"}
    return Setup(**{**kept, **parts})


def do(game: Game, orders: str) -> Game:
    """Give several orders, one a line or parted by semicolons."""
    for line in orders.replace(";", "\n").split("\n"):
        if line.strip():
            give(game, line)
    return game


def give(game: Game, order: str | Order, roll: int | None = None) -> None:
    """Give one order; when no question is open afterwards, no combat may be left open either."""
    game.do(order, roll=roll)
    assert game.state.asks or game.state.battle is None, f"{order} leaves a combat open that asks nothing"


def fight(game: Game, target: str, roll: int, by: str = "") -> Game:
    """Attack a hex with some units, or with the only one that can; nobody fires in support; the roll is said."""
    do(game, f"attack {target}")
    for name in by.split():
        if Join(name) in game.legal():
            give(game, Join(name))
    return shoot(do(game, "ready") if Ready() in game.legal() else game, roll)


def shoot(game: Game, roll: int) -> Game:
    """Commit no further marker and throw the die."""
    while HoldFire() in game.legal():
        give(game, HoldFire())
    give(game, "roll", roll)
    return game


def refusal(game: Game, order: str) -> Reason:
    """Return the first reason why an order is refused; nothing changes by asking."""
    verdict = game.can(order)
    assert not verdict, f"{order} is allowed"
    assert order not in map(str, game.legal()), f"{order} is refused and listed"
    return verdict.reasons[0]


def places(game: Game, verb: str, unit: str = "") -> set[str]:
    """Return the last names of the legal orders that begin so: where a unit may go, who may be named."""
    start = f"{verb} {unit}".strip() + " "
    return {str(order).split()[-1] for order in game.legal() if str(order).startswith(start)}


def at(game: Game, *units: str) -> list[str]:
    """Tell where units stand."""
    return [game.unit(name).place for name in units]


def told_of(system: str, scenario: str, place: str, *facts: Fact[frozenset[int]]) -> str:
    """What is said of a place as a scenario opens, supposed that such facts hold of it."""
    state = new_game(system, scenario).state
    for fact in facts:
        state = fact.supposed(state, frozenset({state.board.at(place)}))
    return Position(state).describe(place)
