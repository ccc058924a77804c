"""Pause garbage collection while something is drawn."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["gc_paused"]


@contextmanager
def gc_paused() -> Iterator[None]:
    """Pause garbage collection.

    A ground is some hundred thousand small things without a cycle; in a kernel with its many modules the search would
    look through all of them several times, and find nothing.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
