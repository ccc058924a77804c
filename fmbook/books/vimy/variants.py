"""House rules that play without one rule of the booklet, for whoever wants to know what that rule does.

They are no part of the book: ``fm.new_game("vimy", "first_morning", house_rules=[open_trenches])``.
"""

from fmbook.books.fire_and_movement.combat import ROW
from fmbook.components.tables import DifferentialTable, TableRow
from fmbook.core.state import Battle, State
from fmbook.engine.rulebook import settles

__all__ = ["open_trenches"]


@settles("house:open_trenches", ROW, replaces="vimy:14.2")
def open_trenches(state: State, battle: Battle) -> TableRow:
    """Without the Trench row of 14.2: an attack over a trench uses the row of the ground behind it."""
    table, board = state.setup.tables["crt"], state.board
    assert isinstance(table, DifferentialTable)
    crossed = [board.border(state.where[unit], battle.target) for unit in battle.attackers]
    all_cross = frozenset.intersection(*crossed) - {"trench"} if crossed else frozenset()
    return table.toughest(["clear", *board.features[battle.target], *all_cross])
