"""The combat results table: which of its terrain lines holds."""

from collections.abc import Iterable

from msgspec.structs import replace

from fmbook.books.fire_and_movement.combat import ROW, row_on
from fmbook.books.scheldt.sequence import ALLIED
from fmbook.components.tables import TableRow
from fmbook.core.state import Battle, State, Unit
from fmbook.engine.rulebook import settles


@settles(
    "scheldt:CRT",
    ROW,
    replaces="fm:7.4",
    clauses=("SC-12.0-6", "SC-12.1-1", "SC-CRT-2", "SC-CRT-3", "SC-CRT-4", "SC-CRT-5", "SC-CRT-6"),
)
def line_of_the_ground(state: State, battle: Battle) -> TableRow:
    """The toughest line holds, Coastal only for a beach assault; engineers turn floods into clear ground."""
    ground, units = state.board.features[battle.target], state.units(battle.attackers)
    beach = frozenset({"beach_assault"} if is_beach_assault(state, battle) else ())
    treated = {word: row.attack for word, row in state.setup.costs.treated.items() if _takes_part(row.mover, units)}
    if not ground.isdisjoint(treated):
        ground = frozenset(treated.get(word, word) for word in ground)
        battle = replace(battle, attackers=())  # 12.0 names the line outright, so no canal on the way counts either
    return row_on(state, battle, ground | beach)


def _takes_part(trait: str, units: Iterable[Unit]) -> bool:
    return any(trait in unit.traits for unit in units)


def is_beach_assault(state: State, battle: Battle) -> bool:
    """Tell whether a unit that came by boat attacks the enemy in its own hex."""
    return battle.side == ALLIED and any(state.where[unit] == battle.target for unit in battle.attackers)
