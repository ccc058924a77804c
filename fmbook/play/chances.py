"""The chances of an order, worked out before it is given: every throw is tried on the rule that will read it.

Nothing is written twice: the rule that carries the order out is asked what it would say to each throw, and what it
says is counted. A rule may lead to a throw that comes later, such as a marker that is laid now and fires with all the
others; its book then says by ``THROW_TO_COME`` where that throw is made, and what is added to it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple, final

from fmbook.core.dice import Chance, Said
from fmbook.core.events import Event, Rolled
from fmbook.core.orders import EndPhase, Order, Roll, sentence
from fmbook.core.rulenames import rule_name
from fmbook.core.state import State
from fmbook.core.verdicts import Shift
from fmbook.engine.legality import allows
from fmbook.engine.matters import THROW_TO_COME
from fmbook.engine.resolution import DiaryEntry, perform
from fmbook.mechanics.odds import Chances

__all__ = ["Outlook", "listed_outlook", "outlook", "throw_due"]

MOST: Final = 2000
"""Throws that are tried for one order: four dice; what needs more is not worked out."""


@final
class Outlook(NamedTuple):
    """What may come of an order: print it, or read its parts."""

    order: Order
    title: str
    rule: str
    steps: tuple[Shift, ...]
    odds: Chances[str]

    def __str__(self) -> str:
        lines = [f"{line.amount:+d} {line.text} ({rule_name(line.rule)})" for line in self.steps]
        return "\n".join([f"{self.title} ({rule_name(self.rule)})", *lines, str(self.odds)])


def outlook(state: State, order: Order) -> Outlook | None:
    """Work out what the dice may make of an order; None for one that may not be given or that no die decides."""
    return listed_outlook(state, order) if allows(state, order) else None


def listed_outlook(state: State, order: Order) -> Outlook | None:
    """Work out what the dice may make of an order that stands on the list; None where none decides."""
    then, thrown, steps = THROW_TO_COME.of(state.setup)(state, order) or (state, order, ())
    rule = then.setup.book.doing(then.asks[-1].what if then.asks else then.phase.kind, type(thrown))
    try:
        ways = list(_every(lambda chance: _said_by(rule.function(then, thrown, chance))))
        if len(ways) == 1 and not isinstance(thrown, EndPhase):  # the throw may be one that follows by itself
            ways = list(_every(lambda chance: _said_after(then, thrown, chance)))
    except _TooMany:
        return None
    if len(ways) == 1:
        return None
    shares: dict[str, Fraction] = {}
    for result, share in ways:
        shares[result] = shares.get(result, Fraction(0)) + share
    return Outlook(order, sentence(order), rule.id, steps, Chances(shares))


def throw_due(state: State) -> Outlook | None:
    """Work out the throw that is asked for now, where no attack is open that has a sum of its own."""
    return None if state.outcome else outlook(state, Roll())


def _said_by(events: Iterable[Event]) -> str:
    """Name what comes of a throw: the results that are read, else what is told."""
    happened = list(events)
    results = [event.result for event in happened if isinstance(event, Rolled)]
    return ", then ".join(results) or " ".join(str(event) for event in happened if not event.silent)


def _said_after(state: State, order: Order, chance: Chance) -> str:
    """Name what comes of an order and of all that happens before anybody is asked again."""
    log: list[DiaryEntry] = []
    perform(state, order, chance, log)
    return _said_by(entry.event for entry in log)


class _Fork(Exception):
    """A throw that has not been tried yet, and what it can show."""

    def __init__(self, shows: Sequence[Said]) -> None:
        super().__init__()
        self.shows = shows


class _TooMany(Exception):
    """More throws than anybody waits for."""


class _Trial(Chance):
    """Some throws that are settled; the next one is a fork."""

    __slots__ = ()

    def __init__(self, settled: Sequence[Said]) -> None:
        super().__init__(0, said=settled)

    def die(self, sides: int = 6) -> int:
        """Show what is settled."""
        self._fork(range(1, sides + 1))
        return super().die(sides)

    def pick(self, options: Sequence[str]) -> str:
        """Draw what is settled."""
        self._fork(options)
        return super().pick(options)

    def _fork(self, shows: Sequence[Said]) -> None:
        if not self._said:
            raise _Fork(shows)


def _every(rule: Callable[[Chance], str]) -> Iterator[tuple[str, Fraction]]:
    """Try every course that throws can take, each with its chance."""
    left: list[tuple[tuple[Said, ...], Fraction]] = [((), Fraction(1))]
    tried = 0
    while left:
        settled, share = left.pop()
        tried += 1
        if tried > MOST:
            raise _TooMany
        try:
            yield rule(_Trial(settled)), share
        except _Fork as fork:
            left += [((*settled, show), share / len(fork.shows)) for show in reversed(fork.shows)]
