"""The state of a game at one moment. It never changes: events make the next one.

State speaks numbers: a place is its index on the board, a unit its index in the order of battle, a marker its index
in the list of marker kinds. Orders and events speak names. The numbers never leave the engine.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, final

import msgspec
from msgspec.structs import force_setattr, replace

from fmbook.core.bitsets import PlaceSet

if TYPE_CHECKING:
    from fmbook.components.setup import Setup
    from fmbook.geometry.boards import Board

__all__ = ["DEAD", "OFF_MAP", "Ask", "Battle", "Force", "MadeOnce", "Outcome", "Phase", "State", "Unit"]

OFF_MAP: Final = -1
DEAD: Final = -2


class Unit(msgspec.Struct, frozen=True):
    """A counter as printed; what may change in play stands in the state."""

    number: int
    id: str
    name: str
    side: int
    attack: int
    defence: int
    allowance: int  # in half movement points, as all movement is counted
    kind: str = "infantry"
    traits: frozenset[str] = frozenset()
    group: str = ""
    steps: int = 2
    arrives: int = 0
    entry: frozenset[int] = frozenset()
    also: Mapping[str, int] = {}  # further figures on the counter, such as morale
    provenance: str = "printed"

    def __str__(self) -> str:
        return self.id


class Phase(msgspec.Struct, frozen=True):
    """One phase of a turn: its name, the side that decides in it, and its kind, which says what may be done."""

    name: str
    side: int
    kind: str


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: who won, how well, by which rule, in a sentence.

    >>> import fmbook as fm
    >>> game = fm.new_game("drill", "first_steps")
    >>> _ = fm.play_out(game, {"Blue": "random", "Red": "random"})
    >>> isinstance(game.outcome, fm.Outcome)
    True
    """

    winner: str | None
    level: str
    rule: str
    text: str


class Ask(msgspec.Struct, frozen=True, gc=False):
    """An open question. The top one says who decides; what each field holds depends on ``what``."""

    what: str
    side: int
    units: tuple[int, ...] = ()
    count: int = 0
    way: tuple[int, ...] = ()
    about: str = ""


class Battle(msgspec.Struct, frozen=True, gc=False):
    """The combat in progress."""

    kind: str
    target: int
    side: int
    attackers: tuple[int, ...] = ()
    defenders: tuple[int, ...] = ()
    support: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    way: tuple[int, ...] = ()  # where the defender went, beginning with the target
    notes: tuple[tuple[str, int], ...] = ()

    def note(self, name: str, default: int = 0) -> int:
        """Return a figure that a rule wrote down for the rest of this combat."""
        return dict(self.notes).get(name, default)


@final
class Force(msgspec.Struct, frozen=True, eq=False, gc=False):
    """One side on the map. Whatever is worked out from it alone is kept in ``memo``, and is right as long as it lives.

    It tells where units stand, and not how strong they are. While one side moves, the other's force stays the same
    object, so its zones need no invalidation. A state that has been replaced must not keep these tables: they would be
    most of a game's memory.
    """

    at: MappingProxyType[int, tuple[int, ...]]
    memo: dict[Any, Any] = {}

    @classmethod
    def standing(cls, at: dict[int, tuple[int, ...]]) -> "Force":
        """Make a force of units by their places, which nobody else holds on to."""
        return cls(MappingProxyType(at))

    @property
    def places(self) -> frozenset[int]:
        """Return the places that this side holds."""
        memo = self.memo
        if "places" not in memo:
            memo["places"] = frozenset(self.at)
        return memo["places"]  # type: ignore[no-any-return]

    def moved(self, unit: int, start: int, to: int) -> "Force":
        """Return this force with one unit elsewhere; negative places are off the map."""
        at = self.at.copy()
        alone: tuple[int, ...] = (unit,)
        if start >= 0:
            stack = at.pop(start)
            if len(stack) > 1:
                at[start] = tuple(other for other in stack if other != unit)
            else:
                alone = stack
        if to >= 0:
            at[to] = at[to] + alone if to in at else alone
        return Force(MappingProxyType(at))


class MadeOnce:
    """What is made once: each public attribute is set as it is made, and never again."""

    __slots__ = ()

    def __setattr__(self, name: str, value: Any) -> None:
        if name[0] != "_" and hasattr(self, name):
            raise AttributeError(f"{type(self).__name__}.{name} stays as it was made; nothing changes it in a game")
        super().__setattr__(name, value)


@final
class State(msgspec.Struct, frozen=True, eq=False, gc=False):
    """Where everything is, whose question is open, and what has been spent. Nobody writes to it once it is made.

    Only ``known`` grows: what the engine has worked out of this very state. The collector passes states over, for they
    hold no cycles.
    """

    setup: "Setup"
    turn: int
    phase: Phase
    outcome: Outcome | None
    where: tuple[int, ...]
    steps: bytes
    forces: tuple[Force, Force]
    spent: frozenset[int]  # units used up in this phase
    struck: frozenset[tuple[str, int]]  # what has been attacked in this phase, and how
    hands: tuple[tuple[int, ...], ...]  # support markers in hand, by side
    battle: Battle | None
    asks: tuple[Ask, ...]
    thrown: int  # how many throws chance has made
    facts: MappingProxyType[str, Any]  # what only one game knows of; values are immutable
    known: dict[Any, Any] = {}

    def but(self, **fields: Any) -> "State":
        """Return a copy with some fields changed."""
        return replace(self, known={}, **fields)

    def forget(self) -> None:
        """Drop what has been worked out of this state: history keeps no tables."""
        force_setattr(self, "known", {})

    def with_unit(self, unit: int, to: int, **fields: Any) -> "State":
        """Return a copy with one unit elsewhere, and some fields changed."""
        side, start = self.setup.units[unit].side, self.where[unit]
        force, held, units = self.forces[side].moved(unit, start, to), self.held(side), self.on_map(side)
        bits, bit = held.bits, held.bit_index.bit
        if start >= 0 and start not in force.at:
            bits ^= bit[start]
        if to >= 0:
            bits |= bit[to]
        if start < 0 <= to:
            units = units | {unit}
        elif to < 0 <= start:
            units = units - {unit}
        force.memo["bits held"], force.memo["units"] = PlaceSet(held.bit_index, bits), units  # the others stand still
        where = list(self.where)
        where[unit] = to
        return self._with_force(side, force, where=tuple(where), **fields)

    def with_steps(self, unit: int, steps: int) -> "State":
        """Return a copy in which a unit has so many steps; the forces stand where they stood."""
        return replace(self, known={}, steps=self.steps[:unit] + bytes((steps,)) + self.steps[unit + 1 :])

    def _with_force(self, side: int, force: Force, **fields: Any) -> "State":
        self.forces[side].memo.clear()  # history keeps no tables
        forces = (force, self.forces[1]) if side == 0 else (self.forces[0], force)
        return replace(self, known={}, forces=forces, **fields)

    def with_fact(self, name: str, value: Any) -> "State":
        """Return a copy with one of its own facts changed, one that its book declares."""
        if name not in self.facts:
            self.setup.book.fact(name)
        return replace(self, known={}, facts=MappingProxyType(self.facts | {name: value}))

    # --- what rules ask ------------------------------------------------------------

    @property
    def side(self) -> int:
        """Who decides now: the side of the top question, else of the phase."""
        return self.asks[-1].side if self.asks else self.phase.side

    @property
    def enemy(self) -> int:
        """The side that does not decide now."""
        return 1 - self.side

    @property
    def ask(self) -> Ask | None:
        """The question on top, if any."""
        return self.asks[-1] if self.asks else None

    @property
    def kit(self) -> "Setup":
        """The set-up by its former name, which readers' house rules may still use."""
        return self.setup

    @property
    def board(self) -> "Board":
        """The board that is played on."""
        return self.setup.board

    def place(self, unit: Unit) -> int:
        """Tell where a unit is; negative means off the map."""
        return self.where[unit.number]

    def is_full(self, unit: Unit) -> bool:
        """Tell whether a unit has all its steps."""
        return self.steps[unit.number] == unit.steps

    def on_map(self, side: int) -> frozenset[int]:
        """Return the units of a side that are on the map."""
        memo = self.forces[side].memo
        if "units" not in memo:
            memo["units"] = frozenset(unit for stack in self.forces[side].at.values() for unit in stack)
        return memo["units"]  # type: ignore[no-any-return]

    def held(self, side: int) -> PlaceSet:
        """Return the places that a side holds as bits, which a march changes without looking at the others."""
        memo = self.forces[side].memo
        if "bits held" not in memo:
            bit_index = self.board.bit_index
            memo["bits held"] = PlaceSet(bit_index, bit_index.bits(self.forces[side].places))
        return memo["bits held"]  # type: ignore[no-any-return]

    def units_at(self, place: int, side: int) -> tuple[Unit, ...]:
        """Return the units of a side in a hex."""
        return tuple(self.setup.units[number] for number in self.forces[side].at.get(place, ()))

    def units(self, numbers: Iterable[int]) -> tuple[Unit, ...]:
        """Return units by their numbers."""
        return tuple(self.setup.units[number] for number in numbers)
