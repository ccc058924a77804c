"""Section 14: No Man's Land and the trenches; and which line of the table holds."""

from collections.abc import Iterator, Set

from fmbook.books.fire_and_movement.combat import ROW
from fmbook.books.fire_and_movement.movement import within_a_step
from fmbook.components.tables import DifferentialTable, TableRow
from fmbook.core.cache import per_board, per_side
from fmbook.core.state import Battle, State
from fmbook.core.verdicts import Shift
from fmbook.engine.matters import ZONE
from fmbook.engine.rulebook import settles, shifts
from fmbook.mechanics.combat import each, factors

# --- 14.1 · No Man's Land ---------------------------------------------------------------------


def in_no_mans_land(state: State, place: int) -> bool:
    """Tell whether a hex lies between the facing trenches."""
    return "no_mans_land" in state.board.features[place]


@shifts("vimy:14.1", clauses=("VR-14.1-1", "VR-14.1-2", "VR-14.1-4"))
def no_cover_between_the_lines(state: State, battle: Battle) -> Iterator[Shift]:
    """A unit of either side in No Man's Land defends with half its factor, rounded down."""
    if in_no_mans_land(state, battle.target):
        for unit in each(state, battle.defenders):
            defence = factors(state, unit)[1]
            yield Shift(defence // 2 - defence, f"{unit.id} stands in No Man's Land", "defence")


# --- 14.2 · Trench lines -----------------------------------------------------------------------


@settles(
    "vimy:14.2",
    ROW,
    replaces="fm:7.4",
    clauses=("VR-14.1-3", "VR-14.2-1", "VR-14.2-2", "VR-14.2-3", "VR-14.2-4", "VR-14.2-5", "VR-14.2-7", "VR-14.2-8"),
)
def trench_row(state: State, battle: Battle) -> TableRow:
    """An attack any part of which comes over a trench, whoever dug it, uses the Trench row; others that of the hex."""
    table, board = state.setup.tables["crt"], state.board
    assert isinstance(table, DifferentialTable)
    crossed = [board.border(state.where[unit], battle.target) for unit in battle.attackers]
    if any("trench" in border for border in crossed) and not in_no_mans_land(state, battle.target):
        return table.toughest(["trench"])
    all_cross = frozenset.intersection(*crossed) - {"trench"} if crossed else frozenset()
    return table.toughest(["clear", *board.features[battle.target], *all_cross])


@settles("vimy:14.2/zones", ZONE, replaces="fm:6.0", clauses=("VR-14.2-6",))
def trenches_cut_zones(state: State, side: int) -> Set[int]:
    """A zone does not reach over a trench into a hex that an enemy holds; otherwise it covers the six hexes around."""
    _, across = _reached(state, side)
    return _zone(state, side, across.intersection(state.forces[1 - side].at))


@per_side
def _zone(state: State, side: int, spared: frozenset[int]) -> frozenset[int]:
    """Return the zone of a side where the enemy holds these hexes behind trenches."""
    openly, across = _reached(state, side)
    return openly | (across - spared)


@per_side
def _reached(state: State, side: int) -> tuple[frozenset[int], frozenset[int]]:
    """Return the hexes next to a side's units: those without a trench between, and the others."""
    (near, over), places = _reach(state), state.forces[side].places
    openly = frozenset[int]().union(*(near[place] for place in places))
    across = frozenset[int]().union(*(over[place] for place in places if place in over))
    return openly, across - openly


@per_board
def _reach(state: State) -> tuple[tuple[frozenset[int], ...], dict[int, frozenset[int]]]:
    """Map each hex to its neighbours without a trench between, and those behind one."""
    near, border = within_a_step(state), state.board.border
    over = {
        here: frozenset(there for there in hexes if "trench" in border(here, there)) for here, hexes in enumerate(near)
    }
    openly = tuple(hexes - over[here] for here, hexes in enumerate(near))
    return openly, {here: hexes for here, hexes in over.items() if hexes}
