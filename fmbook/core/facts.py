"""What a game keeps besides its board and its counters: each fact is declared once, with its name, type and default.

A book declares its facts in a module of its own. Its rules read one with ``SHELLS.of(state)`` and change it with
``yield SHELLS.becomes(3)``; the type checker holds both to one type. No game keeps what its book does not declare.
"""

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from fmbook.core.errors import FmbookError, NoSuchName
from fmbook.core.events import Recorded

if TYPE_CHECKING:
    from fmbook.components.setup import Setup
    from fmbook.core.state import State

__all__ = ["Fact", "all_kept", "fact_named"]

Kept = TypeVar("Kept")


class Fact(Generic[Kept]):
    """Something that a game keeps: its name, as records know it, its type, what it says, and what it is at first.

    Without a default it is nothing at first: 0, no words, an empty set. A name with a gap, such as ``{} hexes``,
    stands for a fact of each side or nation; ``about`` fills the gap.
    """

    __slots__ = ("_filled", "default", "kind", "name", "says")

    def __init__(self, name: str, kind: type[Kept], says: str, *, default: Kept | None = None) -> None:
        self.name, self.kind, self.says = name, kind, says
        self.default: Kept = kind() if default is None else default
        self._filled: dict[str, Fact[Kept]] = {}

    def about(self, whom: str) -> "Fact[Kept]":
        """Return this fact of one side or nation."""
        if whom not in self._filled:
            self._filled[whom] = Fact(self.name.format(whom), self.kind, self.says, default=self.default)
        return self._filled[whom]

    def of(self, state: "State") -> Kept:
        """Return what is true in a state."""
        return state.facts.get(self.name, self.default)  # type: ignore[no-any-return]

    def at_first(self, setup: "Setup") -> Kept:
        """Return what is true as a scenario begins."""
        return setup.data["facts"].get(self.name, self.default)  # type: ignore[no-any-return]

    def is_kept(self, state: "State") -> bool:
        """Tell whether a state says anything of it, be it the default."""
        return self.name in state.facts

    def becomes(self, value: Kept, says: str = "") -> Recorded:
        """Return the event that changes it; with a sentence it is news, without one it is book-keeping."""
        return Recorded(self.name, value, says)

    def supposed(self, state: "State", value: Kept) -> "State":
        """Return a state in which it is something else."""
        return state.with_fact(self.name, value)

    def bears(self, name: str) -> bool:
        """Tell whether it has such a name."""
        before, gap, after = self.name.partition("{}")
        if not gap:
            return name == before
        return name.startswith(before) and name.endswith(after) and len(name) > len(before + after)

    def read(self, value: object) -> Kept:
        """Return a value as a file writes it in the type of the fact."""
        try:
            return msgspec.convert(value, self.kind)
        except msgspec.ValidationError as error:
            raise FmbookError(f"“{self.name}”, {self.says}: {error}") from error

    def __repr__(self) -> str:
        return f"<{self.name}: {self.says}>"


def all_kept(state: "State", *, but: Collection[Fact[Any]] = ()) -> dict[str, Any]:
    """Return all that a game keeps, by name, but for some facts: to tell whether two moments are alike."""
    passing = {fact.name for fact in but}
    return {name: value for name, value in state.facts.items() if name not in passing}


def fact_named(name: str, facts: Iterable[Fact[object]], where: str = "") -> Fact[object]:
    """Return the fact of a name; a name that none bears is refused with the one that is meant."""
    known = tuple(facts)
    for fact in known:
        if fact.bears(name):
            before, _, after = fact.name.partition("{}")
            return fact.about(name.removeprefix(before).removesuffix(after)) if fact.name != name else fact
    raise NoSuchName("fact", name, [fact.name for fact in known], where)
