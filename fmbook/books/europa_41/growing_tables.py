"""Tables of answers that grow with what is asked, and begin anew when they are full."""

from typing import Any, Final

__all__ = ["table"]

FULL: Final = 1024
"""The boards are small: in play the same few hundred marches, courses and hexsides are asked for again and again."""


def table(memo: dict[str, Any], name: str) -> dict[Any, Any]:
    """Return a table by its name, of those that live as long as a board or as the ground as it lies."""
    found: dict[Any, Any] | None = memo.get(name)
    if found is None or len(found) >= FULL:
        found = memo[name] = {}
    return found
