"""Around rule 41: supply, a line on land to a source of the own side."""

from collections.abc import Collection, Sequence
from typing import Any

from fmbook.books.europa_41.ground import steps_of, table
from fmbook.books.europa_41.ownership import ashore, garrisons, owned
from fmbook.core.cache import per_side, per_state
from fmbook.core.state import State, Unit
from fmbook.engine.matters import SUPPLIED
from fmbook.engine.rulebook import Matter, settles
from fmbook.mechanics.movement import mover
from fmbook.mechanics.supply import traced

__all__ = ["is_isolated", "is_supplied"]

SUPPLY_LINES: "Matter[[State, int, str], Sequence[Collection[int]]]" = Matter(
    "supply lines", "the steps that a line of supply may take"
)

DIVISION = 6  # halves of an RE: from this size on a unit holds the hexes around it under its eyes


@settles("europa_41:41.E.1/supply", SUPPLY_LINES, clauses=("R41-E.1-d", "R41-E.2-c"))
def lines_cross_what_units_can(state: State, side: int, kind: str) -> Sequence[Collection[int]]:
    """A line of supply crosses whatever counts as a major river, the Kerch Straits and the Baltic sounds too."""
    return steps_of(state, side, kind).behind


def _watched(state: State, side: int) -> frozenset[int]:
    """Return the hexes that enemy divisions watch, where none of the own units stands."""
    return _beside_divisions(state, 1 - side, ashore(state, 1 - side)) - garrisons(state, side)


@per_side
def _beside_divisions(state: State, _: int, units: frozenset[int]) -> frozenset[int]:
    near, where = state.board.neighbours, state.where
    large = [unit for unit in state.units(units) if unit.also.get("half_res", 0) >= DIVISION]
    return frozenset[int]().union(*[near[where[unit.number]] for unit in large])


def is_isolated(state: State, unit: Unit) -> bool:
    """Tell whether no line on land joins a unit to a source of its side."""
    return state.where[unit.number] not in _linked(state, unit)


def _linked(state: State, unit: Unit) -> frozenset[int]:
    """Return the hexes that lines join to a source; they are the same for all units of a side and class."""
    return _linked_for(state, unit.side, mover(state, unit))


@per_state
def _linked_for(state: State, side: int, kind: str) -> frozenset[int]:
    sources = state.board.having(f"{state.setup.sides[side].lower()}_source") - owned(state, 1 - side)
    closed = garrisons(state, 1 - side) | _watched(state, side)
    lines = SUPPLY_LINES.of(state.setup)(state, side, kind)
    return _traced(state, lines, sources, closed)


def _traced(
    state: State, lines: Sequence[Collection[int]], sources: frozenset[int], closed: frozenset[int]
) -> frozenset[int]:
    """Trace all lines, once for each position of those who cut them."""
    kept, key = table(state.setup.memo, "lines of supply"), (id(lines), sources, closed)
    found: tuple[Any, frozenset[int]] | None = kept.get(key)
    if found is None or found[0] is not lines:
        found = kept[key] = lines, traced(lines, sources, closed)
    return found[1]


@settles("europa_41:supply", SUPPLIED)
def regular_supply(state: State, unit: Unit) -> bool:
    """A unit is in supply if a line leads to a source and its depots are not empty."""
    return not is_isolated(state, unit) and "unsupplied" not in unit.traits


def is_supplied(state: State, unit: Unit) -> bool:
    """Tell whether a unit is in regular supply, as the rulebook settles it."""
    return SUPPLIED.of(state.setup)(state, unit)
