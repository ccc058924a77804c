"""How much work something is: the calls that it makes. They are as many on a busy machine as on a quiet one."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["Effort", "effort"]


class Effort:
    """So many functions were called, written in Python or not."""

    calls = 0


@contextmanager
def effort() -> Iterator[Effort]:
    """Count the calls made inside. Loops inside one call into C are not seen: ``at_most`` stops those that hang."""
    made, before = Effort(), sys.getprofile()

    def count(frame: FrameType, event: str, arg: object) -> None:
        made.calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        yield made
    finally:
        sys.setprofile(before)
