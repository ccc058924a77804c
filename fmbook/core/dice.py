"""Dice that every machine throws alike: the n-th throw is a pure function of seed and n.

A generator with hidden state would tie a game to the order in which things were asked; here undo, replay and another
machine agree for ever, because only a counter moves, and it lives in the game's state.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

from fmbook.core.errors import FmbookError

__all__ = ["Chance", "ChanceError", "throw"]

Said = int | str
S = TypeVar("S", int, str)


class ChanceError(FmbookError, ValueError):
    """A throw was said in class that does not fit what is thrown."""


def throw(seed: int, salt: int, count: int, sides: int) -> int:
    """Return the ``count``-th throw of a die with so many sides: 1 … sides.

    >>> throw(1917, 0, 0, 6) == throw(1917, 0, 0, 6)
    True
    """
    attempt = 0
    whole = (1 << 64) - (1 << 64) % sides
    while True:
        key = f"fmbook {seed} {salt} {count} {attempt}".encode()
        number = int.from_bytes(blake2b(key, digest_size=8).digest(), "big")
        if number < whole:  # reject the ragged end, so that every side is exactly as likely
            return number % sides + 1
        attempt += 1


class Chance:
    """The throws of one order: from the seed, or as they were said aloud, in throwing order."""

    __slots__ = ("_said", "count", "salt", "seed", "thrown")

    def __init__(self, seed: int, count: int = 0, *, salt: int = 0, said: Sequence[Said] = ()) -> None:
        self.seed, self.count, self.salt = seed, count, salt
        self.thrown: list[Said] = []
        self._said = list(said) if said else []

    def die(self, sides: int = 6) -> int:
        """Throw one die."""
        said = self._said.pop(0) if self._said else throw(self.seed, self.salt, self.count, sides)
        if not isinstance(said, int) or isinstance(said, bool) or not 1 <= said <= sides:
            raise ChanceError(f"A die shows a whole number from 1 to {sides}; {said!r} was said.")
        return self._take(said)

    def pick(self, options: Sequence[str]) -> str:
        """Draw one of several by name; the same name may lie in the cup more than once."""
        said = self._said.pop(0) if self._said else options[throw(self.seed, self.salt, self.count, len(options)) - 1]
        if said not in options:
            raise ChanceError(f"“{said}” is not among what can be drawn: {', '.join(sorted(set(options)))}.")
        return self._take(str(said))

    def finish(self) -> None:
        """Refuse throws that were said but never thrown."""
        if self._said:
            used = len(self.thrown)
            said, due = used + len(self._said), "was" if used == 1 else "were"
            throws = "1 throw was" if said == 1 else f"{said} throws were"
            raise ChanceError(f"{throws} said and {used} {due} due. Say one number for each die, in throwing order.")

    def _take(self, shown: S) -> S:
        self.count += 1
        self.thrown.append(shown)
        return shown
