"""Try rules at random: whether the list of legal orders and the answer about one order agree."""

from collections.abc import Iterable
from itertools import product
from random import Random
from typing import Any, NamedTuple

from fmbook.core.calls import checked
from fmbook.core.orders import VERBS, Order
from fmbook.engine.legality import allows
from fmbook.play.game import new_game
from fmbook.play.positions import Position
from fmbook.text.wording import counted

__all__ = ["Agreement", "legal_is_can", "thinkable"]

SAMPLED = 40  # refusals of a position that are asked for their reasons


class Agreement(NamedTuple):
    """What was asked, and where list and answer differ."""

    positions: int
    asked: int
    differ: tuple[str, ...]

    def __bool__(self) -> bool:
        return not self.differ

    def __str__(self) -> str:
        said = f"{counted(self.positions, 'position')}, {self.asked:,} orders asked about one by one"
        verdict = "\n".join(self.differ) if self.differ else "the list of legal orders and the answers are the same"
        return f"{said}: {verdict}"

    def __repr__(self) -> str:
        return str(self)


def thinkable(position: Position, kinds: Iterable[type[Order]] | None = None) -> list[Order]:
    """Return every order that the names of this play can make, of every kind or of these, legal or not."""
    setup = position.state.setup
    names = {
        "unit": [unit.id for unit in setup.units],
        "hex": list(setup.board.places),
        "marker": [marker.name for marker in setup.markers],
    }
    return [
        kind(*words) for kind in kinds or VERBS.values() for words in product(*(names[sort] for sort in kind.takes))
    ]


def _offered(position: Position) -> list[type[Order]]:
    """The kinds of orders that any question of this book offers; the others have no rule that carries them out."""
    return list(dict.fromkeys(kind for asked in position.state.setup.book.questions.values() for kind in asked.offers))


@checked
def legal_is_can(
    system: str, scenario: str | None = None, *, games: int = 2, house_rules: Iterable[Any] = ()
) -> Agreement:
    """Play games at random, and in every position ask about every order that can be thought of, one by one.

    >>> import fmbook as fm
    >>> print(str(fm.legal_is_can("drill", "march")).partition(": ")[2])
    the list of legal orders and the answers are the same
    """
    positions = asked = 0
    differ: list[str] = []
    for seed in range(games):
        game, chance = new_game(system, scenario, seed, house_rules=tuple(house_rules)), Random(seed)  # noqa: S311
        orders = thinkable(game, _offered(game))
        while not game.outcome:
            listed = set(game.legal())
            allowed = {order for order in orders if allows(game.state, order)}
            refused = [order for order in orders if order not in listed]
            judged = (*listed, *chance.sample(refused, min(SAMPLED, len(refused))))
            wrong = (listed ^ allowed) | {order for order in judged if bool(game.can(order)) != (order in listed)}
            differ += [f"{order} is {'' if order in listed else 'not '}listed. {game.can(order)}" for order in wrong]
            positions, asked = positions + 1, asked + len(orders)
            if not (both := [order for order in game.legal() if order in allowed]):
                break
            game.do(chance.choice(both))
    return Agreement(positions, asked, tuple(sorted(differ)))
