"""The guard around every callback: an error is shown on the page, logged, and raised again in tests.

An exception in a widget's callback is seen by nobody: not in the cell, not in the browser's console. So
every callback of ours passes through here. The reader gets a sentence on the page, the log gets the
traceback, and a test that sets ``RERAISE`` gets the exception.

One at a time: some versions of ipykernel run callbacks in a thread of their own in the middle of a running cell.
"""

import logging
from collections.abc import Callable
from functools import wraps
from threading import RLock
from typing import Any, Concatenate, Final, ParamSpec, Protocol, TypeVar

from fmbook.core.errors import FmbookError

__all__ = ["LOG", "RERAISE", "TURN", "guarded", "is_guarded", "sentence"]

LOG = logging.getLogger("fmbook.widgets")
RERAISE = False
TURN: Final = RLock()

P = ParamSpec("P")


class Complains(Protocol):
    """Whoever has a place on the page to say what went wrong."""

    def complain(self, sentence: str) -> None:
        """Show the sentence, or, if it is empty, take the last one away."""


W = TypeVar("W", bound=Complains)


class _Entry:
    """How deep we are in entrances that call each other: the outermost one takes the last complaint away."""

    depth = 0
    failed = False

    def __enter__(self) -> bool:
        _Entry.failed = _Entry.failed and _Entry.depth > 0
        _Entry.depth += 1
        return _Entry.depth == 1

    def __exit__(self, *_: object) -> None:
        _Entry.depth -= 1


def guarded(callback: Callable[Concatenate[W, P], None]) -> Callable[Concatenate[W, P], None]:
    """Let a method be called by a page: whatever it raises is shown and logged, and goes no further."""

    @wraps(callback)
    def entrance(self: W, /, *args: P.args, **kwargs: P.kwargs) -> None:
        with TURN, _Entry() as outermost:
            try:
                callback(self, *args, **kwargs)
                if outermost and not _Entry.failed:
                    self.complain("")
            except Exception as problem:
                _Entry.failed = True
                LOG.exception("%s of %s failed", callback.__name__, type(self).__name__)
                self.complain(sentence(problem))
                if RERAISE:
                    raise

    entrance.is_guarded = True  # type: ignore[attr-defined]
    return entrance


def is_guarded(callback: Callable[..., Any]) -> bool:
    """Tell whether a callback is such an entrance."""
    return bool(getattr(callback, "is_guarded", False))


def sentence(problem: Exception) -> str:
    """What a reader is told: our own errors speak for themselves, anything else is our mistake."""
    if isinstance(problem, FmbookError):
        return str(problem)
    kind = type(problem).__name__
    return f"That went wrong, and the mistake is ours, not yours ({kind}: {problem})."
