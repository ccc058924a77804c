"""What one seat may know of a game, as text that can be sent: each moment without the other hand, the seed or the dice.

Whoever holds the game writes ``Change``s; whoever has the seat makes a moment of its own of each. Equal knowledge
makes equal bytes: sets are written in order.
"""

from collections.abc import Iterator
from types import MappingProxyType
from typing import Any, Final

import msgspec

from fmbook.components.setup import Setup
from fmbook.core.events import Event, MarkersDrawn, Recorded
from fmbook.core.orders import as_order
from fmbook.core.state import Ask, Battle, Force, Outcome, Phase, State
from fmbook.engine.resolution import DiaryEntry
from fmbook.play.given import GivenOrder

__all__ = ["Change", "SeenEntry", "SeenState", "encoded", "seen", "step_of"]

STEP: Final = "step"
UNDO: Final = "undo"
REMARK: Final = "remark"

Stacks = tuple[tuple[int, tuple[int, ...]], ...]


class SeenState(msgspec.Struct, frozen=True):
    """One moment: all of a state that lies on the table, and one's own hand. Of the other hand only its size."""

    turn: int
    phase: Phase
    outcome: Outcome | None
    where: tuple[int, ...]
    steps: bytes
    stacks: tuple[Stacks, Stacks]
    spent: frozenset[int]
    struck: frozenset[tuple[str, int]]
    hands: tuple[tuple[int, ...], ...]
    unseen: int
    battle: Battle | None
    asks: tuple[Ask, ...]
    thrown: int
    facts: dict[str, Any]


class SeenEntry(msgspec.Struct, frozen=True):
    """A line of the diary: its rule, the kind of its event, and what that says."""

    rule: str
    kind: str
    told: dict[str, Any]


class Change(msgspec.Struct, frozen=True):
    """How a game went on: a ``step`` (an order and what came of it), an ``undo``, or a ``remark``."""

    kind: str
    state: SeenState | None = None
    order: str = ""
    entries: tuple[SeenEntry, ...] = ()
    text: str = ""


def _plain(value: Any) -> Any:
    """Write what msgspec does not know: sets of our own."""
    return frozenset(value)


_ENCODER: Final = msgspec.json.Encoder(enc_hook=_plain, order="deterministic")


def encoded(value: Any) -> bytes:
    """Write anything of this module."""
    return _ENCODER.encode(value)


# --- written by whoever holds the game ----------------------------------------------------------


def seen(step: GivenOrder, own: int | None) -> Change:
    """Write a step as the side with this number sees it; without one, as whoever passes by does."""
    order = "" if step.order is None else str(step.order)
    return Change(STEP, _state_for(step.state, own), order, tuple(_entries(step, own)))


def _state_for(state: State, own: int | None) -> SeenState:
    hands = tuple(hand if side == own else () for side, hand in enumerate(state.hands))
    unseen = 0 if own is None else len(state.hands[1 - own])
    first, second = (tuple(force.at.items()) for force in state.forces)
    return SeenState(
        state.turn, state.phase, state.outcome, state.where, state.steps, (first, second), frozenset(state.spent),
        frozenset(state.struck), hands, unseen, state.battle, state.asks, state.thrown, dict(state.facts),
    )  # fmt: skip


def _entries(step: GivenOrder, own: int | None) -> Iterator[SeenEntry]:
    for entry in step.entries:
        event = entry.event
        if isinstance(event, MarkersDrawn) and event.side != own:
            event = MarkersDrawn(event.side, ("",) * len(event.markers), event.name)
        yield SeenEntry(entry.rule, _name(type(event)), msgspec.to_builtins(event, enc_hook=_plain))


# --- read by whoever has the seat ---------------------------------------------------------------


def step_of(change: Change, setup: Setup) -> GivenOrder:
    """Make a moment of what was sent; it holds no throws, and of the other hand nothing."""
    assert change.state is not None
    order = as_order(change.order) if change.order else None
    kinds = {_name(kind): kind for kind in _kinds(Event)}
    entries = tuple(DiaryEntry(each.rule, _event(kinds[each.kind], each.told, setup)) for each in change.entries)
    return GivenOrder(_state_of(change.state, setup), order, (), False, entries)


def _state_of(sent: SeenState, setup: Setup) -> State:
    facts = {name: setup.book.fact(name).read(value) for name, value in sent.facts.items()}
    first, second = (Force.standing(dict(stacks)) for stacks in sent.stacks)
    return State(
        setup, sent.turn, sent.phase, sent.outcome, sent.where, sent.steps, (first, second), sent.spent, sent.struck,
        sent.hands, sent.battle, sent.asks, sent.thrown, MappingProxyType(facts),
    )  # fmt: skip


def _event(kind: type[Event], told: dict[str, Any], setup: Setup) -> Event:
    if issubclass(kind, Recorded):
        told = {**told, "value": setup.book.fact(told["name"]).read(told["value"])}
    return msgspec.convert(told, kind)


def _kinds(kind: type[Event]) -> Iterator[type[Event]]:
    for each in kind.__subclasses__():
        yield each
        yield from _kinds(each)


def _name(kind: type[Event]) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"
