"""Carry out an order: its events, what follows from them, and what answers itself."""

from collections.abc import Iterable

from msgspec import Struct

from fmbook.core.dice import Chance
from fmbook.core.errors import FmbookError
from fmbook.core.events import Event, PhaseBegan
from fmbook.core.orders import EndPhase, Order
from fmbook.core.state import State
from fmbook.engine.legality import is_idle

__all__ = ["DiaryEntry", "Runaway", "perform", "run", "settle_down"]

LIMIT = 10_000
"""More events than any order can honestly bring about: rules that feed each other are found, not waited for."""


class DiaryEntry(Struct, frozen=True, gc=False):
    """A line of the diary: what happened, and the rule that brought it about."""

    rule: str
    event: Event


class Runaway(FmbookError, RuntimeError):
    """Rules that set each other off without end."""


def perform(before: State, order: Order, chance: Chance, log: list[DiaryEntry]) -> State:
    """Carry an order out that has been found legal, and all that comes of it."""
    rule = before.setup.book.doing(before.asks[-1].what if before.asks else before.phase.kind, type(order))
    try:
        state = run(before, rule.id, rule.function(before, order, chance), chance, log)
        state = settle_down(state, chance, log)
    except RecursionError:
        raise _runaway(log[-1].rule if log else rule.id) from None
    before.forget()
    if state.thrown == chance.count:
        return state
    after = state.but(thrown=chance.count)
    after.known.update(state.known)  # no rule asks how often dice were thrown
    return after


def _runaway(rule: str) -> Runaway:
    return Runaway(f"{rule} and the rules that follow from it set each other off without end.")


def run(state: State, rule: str, events: Iterable[Event], chance: Chance, log: list[DiaryEntry]) -> State:
    """Let events happen one by one, each with what follows from it."""
    follows = state.setup.book.follows
    for event in events:
        if len(log) > LIMIT:
            raise _runaway(rule)
        state = event.apply(state)
        log.append(DiaryEntry(rule, event))
        for after in follows.get(type(event), ()):
            came = after.function(state, event, chance)
            if came:  # a rule that has nothing to say here may say so at once
                state = run(state, after.id, came, chance, log)
    return state


def settle_down(state: State, chance: Chance, log: list[DiaryEntry]) -> State:
    """Answer at once whatever leaves nothing to decide, so that no prompt is empty and there are no dead ends."""
    book = state.setup.book
    while not state.outcome:
        before = len(log)
        if state.asks:
            rule = book.answers.get(state.asks[-1].what)
            if rule is not None:
                state = run(state, rule.id, rule.function(state, state.asks[-1], chance), chance, log)
        elif _is_fresh(log) and is_idle(state):
            rule = book.doing(state.phase.kind, EndPhase)
            state = run(state, rule.id, rule.function(state, EndPhase(), chance), chance, log)
        if len(log) == before:
            break
    return state


def _is_fresh(log: list[DiaryEntry]) -> bool:
    """Tell whether the phase began with this very order, so that nothing can have been ordered in it yet."""
    return PhaseBegan in [type(entry.event) for entry in log]
