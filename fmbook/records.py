"""The record of a game: text that a person can read, one order a line."""

import inspect
from collections.abc import Iterable
from hashlib import sha256
from typing import Any, NamedTuple

from fmbook.dice import Said
from fmbook.kit import Kit
from fmbook.orders import Order
from fmbook.rulebook import Rule
from fmbook.state import State

__all__ = ["Line", "digest", "header", "write"]

VERSION = 1


class Line(NamedTuple):
    """One order of a record, with what was thrown for it."""

    order: Order
    thrown: tuple[Said, ...]
    said: bool
    state: State
    branch: int


def header(kit: Kit, seed: int) -> dict[str, str]:
    """Say what is played, so that another machine can set up the same."""
    found = {"fmbook": str(VERSION), "system": kit.system, "scenario": kit.scenario, "seed": str(seed)}
    if kit.book.options:
        found["options"] = " ".join(kit.book.options)
    if kit.book.house:
        found["house"] = " ".join(f"{rule.id}#{fingerprint(rule)}" for rule in kit.book.house)
    return found


def fingerprint(rule: Rule) -> str:
    """Give a short hash of a house rule's text, so that another rule of that name is not taken for it."""
    try:
        text = inspect.getsource(rule.function)
    except (OSError, TypeError):
        text = repr(rule.function.__code__.co_code)
    return sha256(text.encode()).hexdigest()[:8]


def digest(state: State) -> str:
    """Give a short hash of all that is true in a state: equal states, equal digests, on every machine."""
    battle = state.battle and (state.battle.kind, state.battle.target, state.battle.attackers)
    facts: list[Any] = sorted((name, _plain(value)) for name, value in state.facts.items())
    asks = [(ask.what, ask.side, ask.units, ask.count, ask.way, ask.about) for ask in state.asks]
    whole = (
        state.turn, state.phase.name, state.outcome and state.outcome.winner, state.where, tuple(state.steps),
        sorted(state.spent), sorted(state.struck), state.hands, battle, asks, state.thrown, facts,
    )  # fmt: skip
    return sha256(repr(whole).encode()).hexdigest()[:8]


def _plain(value: Any) -> Any:
    return sorted(value) if isinstance(value, frozenset) else value


def write(head: dict[str, str], lines: Iterable[Line]) -> str:
    """Write a record: header, blank line, orders, and a digest at every turn's end."""
    text = [f"{name}: {value}" for name, value in head.items()]
    text.append("")
    turn, branch, last = 1, 0, None
    for line in lines:
        if line.branch != branch:
            branch = line.branch
            text.append(f"-- what-if {branch}")
        thrown = f" = {' '.join(map(str, line.thrown))}" if line.thrown else ""
        text.append(f"{line.order}{thrown}{' said' if line.said else ''}")
        last = line.state
        if last.turn != turn:
            turn = last.turn
            text.append(f"-- turn {turn} {digest(last)}")
    if last is not None and last.outcome:
        text.append(f"-- end {digest(last)}")
    return "\n".join(text) + "\n"
