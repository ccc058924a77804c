"""Decorators that keep answers: for as long as the board, the state or a side stays as it is.

A function says what is true, the decorator above it for how long. Whoever puts one there promises that the function
looks at nothing else than what it names: the state, then what is asked about, which must be hashable.

===============  ===============================================================================================
``@per_board``   for the whole play: it looks at the board, the counters as printed, the rulebook and the scenario
``@per_side``    while the units of a side stand still, whatever their strength; the side is asked about first
``@per_state``   for this very state
===============  ===============================================================================================

What hangs on strength, too, can still be kept for a side: it is asked about ``state.steps`` as well.
"""

from collections.abc import Callable
from functools import wraps
from inspect import CO_VARARGS
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from fmbook.core.state import State

__all__ = ["per_board", "per_side", "per_state"]

P = ParamSpec("P")
T = TypeVar("T")
NEVER: Final = object()
FULL: Final = 4096
"""So many answers of a function are kept for a whole play, more than any board has hexes."""


def per_board(function: Callable[Concatenate[State, P], T]) -> Callable[Concatenate[State, P], T]:
    """Keep answers for the whole play."""

    def alone(state: State) -> Any:
        try:
            return state.setup.memo[function]
        except KeyError:
            answer = state.setup.memo[function] = function(state)  # type: ignore[call-arg]
            return answer

    def of_each(state: State, *about: Any) -> Any:
        try:
            return state.setup.memo[function][about]
        except KeyError:
            answers = state.setup.memo.setdefault(function, {})
            if len(answers) >= FULL:
                answers.clear()
            answer = answers[about] = function(state, *about)  # type: ignore[call-arg]
            return answer

    kept: Callable[Concatenate[State, P], T] = _in_place_of(function, alone if _asks(function) == 1 else of_each)
    return kept


def per_side(function: Callable[Concatenate[State, int, P], T]) -> Callable[Concatenate[State, int, P], T]:
    """Keep answers while the units of a side stand still."""

    def alone(state: State, side: int) -> Any:
        memo = state.forces[side].memo
        try:
            return memo[function]
        except KeyError:
            answer = memo[function] = function(state, side)  # type: ignore[call-arg]
            return answer

    def of_each(state: State, side: int, *about: Any) -> Any:
        memo, key = state.forces[side].memo, (function, *about)
        try:
            return memo[key]
        except KeyError:
            answer = memo[key] = function(state, side, *about)  # type: ignore[call-arg]
            return answer

    def of_one(state: State, side: int, about: Any) -> Any:
        memo, key = state.forces[side].memo, (function, about)
        try:
            return memo[key]
        except KeyError:
            answer = memo[key] = function(state, side, about)  # type: ignore[call-arg]
            return answer

    ways: dict[int, Callable[..., Any]] = {2: alone, 3: of_one}
    kept: Callable[Concatenate[State, int, P], T] = _in_place_of(function, ways.get(_asks(function), of_each))
    return kept


def per_state(function: Callable[Concatenate[State, P], T]) -> Callable[Concatenate[State, P], T]:
    """Keep answers for one state."""

    def alone(state: State) -> Any:
        known = state.known
        answer = known.get(function, NEVER)
        if answer is NEVER:
            answer = known[function] = function(state)  # type: ignore[call-arg]
        return answer

    def of_one(state: State, about: Any) -> Any:
        known, key = state.known, (function, about)
        answer = known.get(key, NEVER)
        if answer is NEVER:
            answer = known[key] = function(state, about)  # type: ignore[call-arg]
        return answer

    def of_each(state: State, *about: Any) -> Any:
        known, key = state.known, (function, *about)
        answer = known.get(key, NEVER)
        if answer is NEVER:
            answer = known[key] = function(state, *about)  # type: ignore[call-arg]
        return answer

    ways: dict[int, Callable[..., Any]] = {1: alone, 2: of_one}
    kept: Callable[Concatenate[State, P], T] = _in_place_of(function, ways.get(_asks(function), of_each))
    return kept


def _asks(function: Callable[..., Any]) -> int:
    """Count what a function asks about, the state included; 0 for any number."""
    code = function.__code__
    return 0 if code.co_flags & CO_VARARGS else code.co_argcount


def _in_place_of(function: Callable[..., Any], kept: Callable[..., Any]) -> Any:
    return wraps(function)(kept)
