"""How long an answer holds: what rules ask again and again is worked out once.

A function says what is true, the decorator above it for how long. Whoever puts one there promises that the function
looks at nothing else than what it names: the state, then what is asked about, which must be hashable.

===============  ===============================================================================================
``@per_board``   for the whole play: it looks at the board, the counters as printed, the rulebook and the scenario
``@per_side``    while the units of a side stand still, with all their steps; the side is asked about first
``@per_state``   for this very state
===============  ===============================================================================================
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from fmbook.state import State

__all__ = ["per_board", "per_side", "per_state"]

P = ParamSpec("P")
T = TypeVar("T")
NEVER: Final = object()
FULL: Final = 4096
"""So many answers of a function are kept for a whole play, more than any board has hexes."""


def per_board(function: Callable[Concatenate[State, P], T]) -> Callable[Concatenate[State, P], T]:
    """Keep answers for the whole play."""

    def kept(state: State, *about: Any) -> Any:
        answers = state.kit.memo.get(function)
        if answers is None:
            answers = state.kit.memo[function] = {}
        answer = answers.get(about, NEVER)
        if answer is NEVER:
            if len(answers) >= FULL:
                answers.clear()
            answer = answers[about] = function(state, *about)  # type: ignore[call-arg]
        return answer

    return wraps(function)(kept)  # type: ignore[return-value]


def per_side(function: Callable[Concatenate[State, int, P], T]) -> Callable[Concatenate[State, int, P], T]:
    """Keep answers while the units of a side stand still."""

    def kept(state: State, side: int, *about: Any) -> Any:
        memo, key = state.forces[side].memo, (function, *about) if about else function
        answer = memo.get(key, NEVER)
        if answer is NEVER:
            answer = memo[key] = function(state, side, *about)  # type: ignore[call-arg]
        return answer

    return wraps(function)(kept)  # type: ignore[return-value]


def per_state(function: Callable[Concatenate[State, P], T]) -> Callable[Concatenate[State, P], T]:
    """Keep answers for one state."""

    def kept(state: State, *about: Any) -> Any:
        known, key = state.known, (function, *about) if about else function
        answer = known.get(key, NEVER)
        if answer is NEVER:
            answer = known[key] = function(state, *about)  # type: ignore[call-arg]
        return answer

    return wraps(function)(kept)  # type: ignore[return-value]
