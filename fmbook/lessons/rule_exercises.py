"""Exercises whose answer is a rule: it is played beside ours from the same throws, and the first difference is told."""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any, ClassVar, Final, NamedTuple

from fmbook.core.errors import FmbookError
from fmbook.core.orders import Attack, Order
from fmbook.engine.rulebook import Rule
from fmbook.lessons.model_rules import MODELS
from fmbook.lessons.questions import Reply, Task, Unread
from fmbook.play.battle_previews import NoBattle
from fmbook.play.game import Game, new_game
from fmbook.text.wording import counted

__all__ = ["Craft"]

GAMES: Final = 4
ORDERS: Final = 40  # of a game, at the most


class Weighed(NamedTuple):
    """What came of playing a rule beside ours: whether it holds, a sentence, and the hexes that it is about."""

    holds: bool
    text: str
    places: tuple[str, ...] = ()


class Craft(Task, frozen=True, kw_only=True, tag="rule"):
    """Write a rule that does the same as ``model``. Any other that does the same is right, too."""

    model: str
    look: tuple[str, ...]  # hexes to look at
    system: str = "drill"

    sort: ClassVar[str] = "rule"

    @property
    def tip(self) -> str:  # type: ignore[override]
        """Which mark does it."""
        rule: Rule = MODELS[self.model].rule
        about = f", fm.{rule.about.__name__}" if rule.about else ""
        bars = f', bars="{rule.grain}"' if rule.mark == "forbids" else ""
        mark = f'@fm.{rule.mark}("house:my_rule"{about}{bars})'
        return f"Mark the function so: {mark}. The table of marks says what it gets."

    def right(self, game: Game) -> tuple[str, ...]:
        """Name our own; a reader gives a function."""
        return (self.model,)

    def read(self, game: Game, typed: str) -> str:
        """Only the names of our own rules can be typed."""
        if typed not in MODELS:
            raise Unread("A rule cannot be typed here. Write it in a box of your own, and give the function itself.")
        return typed

    def reply(self, game: Game, answer: str) -> Reply:
        """Play one of our rules beside the model."""
        found = _weighed(self.system, game.setup.scenario, self.model, answer)
        return Reply(f"{found.text} It says: {MODELS[answer].rule.says}", (), found.places)

    def weigh(self, game: Game, function: Callable[..., Any]) -> tuple[bool, Reply]:
        """Play a reader's rule beside the model; what is wrong with its form is said, too."""
        try:
            found = weighed(self.system, game.setup.scenario, MODELS[self.model], function)
        except FmbookError as error:
            return False, Reply(str(error))
        return found.holds, Reply(found.text, (), found.places)

    def places(self, game: Game) -> tuple[str, ...]:
        """The hexes that it names."""
        return self.look


@cache
def _weighed(system: str, scenario: str, model: str, name: str) -> Weighed:
    return weighed(system, scenario, MODELS[model], MODELS[name])


def weighed(system: str, scenario: str, model: Any, function: Any) -> Weighed:
    """Play the same games with both rules as far as both allow, and compare what each position allows and reckons."""
    positions = 0
    for seed in range(GAMES):
        for ours, theirs in _side_by_side(system, scenario, model, function, seed):
            positions += 1
            if difference := _difference(ours, theirs):
                return difference
    return Weighed(True, f"In all {positions} positions of {GAMES} games it allows and reckons what it should.")


def _side_by_side(system: str, scenario: str, model: Any, function: Any, seed: int) -> Iterator[tuple[Game, Game]]:
    ours, theirs = (new_game(system, scenario, seed, house_rules=(rule,)) for rule in (model, function))
    chance = Random(seed)  # noqa: S311  # the same games for everybody
    for _ in range(ORDERS):
        yield ours, theirs
        both = [order for order in ours.legal() if theirs.can(order)]
        if not both:
            return
        order = chance.choice(both)
        ours.do(order)
        theirs.do(order)


def _difference(ours: Game, theirs: Game) -> Weighed | None:
    """The first thing that one of the two positions allows or reckons otherwise."""
    wanted, given = ours.legal(), theirs.legal()
    if missing := _first(wanted, given):
        return _told(theirs, missing, f"“{missing}” should be allowed, and the rule forbids it. {theirs.can(missing)}")
    if wrong := _first(given, wanted):
        return _told(ours, wrong, f"“{wrong}” should be forbidden, and the rule allows it. {ours.can(wrong)}")
    for order in wanted:
        if isinstance(order, Attack) and (sums := _sums(ours, order)) != (other := _sums(theirs, order)):
            return _told(
                ours, order, f"“{order}” should be reckoned {_said(sums)}, and the rule makes it {_said(other)}."
            )
    return None


def _first(some: tuple[Order, ...], others: tuple[Order, ...]) -> Order | None:
    known = set(others)
    return next((order for order in some if order not in known), None)


def _sums(game: Game, order: Attack) -> tuple[int, int]:
    try:
        found = game.battle(order.target)
    except NoBattle:
        return 0, 0
    return found.attack, found.defence


def _said(sums: tuple[int, int]) -> str:
    return f"{sums[0]} against {sums[1]}"


def _told(game: Game, order: Order, text: str) -> Weighed:
    given = sum(step.order is not None for step in game.steps)
    when = f"In turn {game.turn} of a game with the seed {game.seed}, after {counted(given, 'order')}: "
    places = tuple(name for name in order.names if name in game.board.places)
    return Weighed(False, when + text.replace("\n", " "), places)
