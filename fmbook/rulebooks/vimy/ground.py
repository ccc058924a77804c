"""Section 14: No Man's Land and the trenches; and which line of the table holds."""

from collections.abc import Iterator, Set

from fmbook.mechanics.combat import each, factors
from fmbook.mechanics.tables import DifferentialTable, Row
from fmbook.rulebook import settles, shifts
from fmbook.rulebooks.fire_and_movement.movement import within_a_step
from fmbook.state import Battle, State
from fmbook.verdicts import Shift

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
    "row",
    replaces="fm:7.4",
    clauses=("VR-14.1-3", "VR-14.2-1", "VR-14.2-2", "VR-14.2-3", "VR-14.2-4", "VR-14.2-5", "VR-14.2-7", "VR-14.2-8"),
)
def trench_row(state: State, battle: Battle) -> Row:
    """An attack any part of which comes over a trench, whoever dug it, uses the Trench row; others that of the hex."""
    table, board = state.kit.tables["crt"], state.board
    assert isinstance(table, DifferentialTable)
    crossed = [board.border(state.where[unit], battle.target) for unit in battle.attackers]
    if any("trench" in border for border in crossed) and not in_no_mans_land(state, battle.target):
        return table.toughest(["trench"])
    all_cross = frozenset.intersection(*crossed) - {"trench"} if crossed else frozenset()
    return table.toughest(["clear", *board.features[battle.target], *all_cross])


@settles("vimy:14.2/zones", "zone", replaces="fm:6.0", clauses=("VR-14.2-6",))
def trenches_cut_zones(state: State, side: int) -> Set[int]:
    """A zone does not reach over a trench into a hex that an enemy holds; otherwise it covers the six hexes around."""
    own, other = state.forces[side], state.forces[1 - side]
    known = own.memo.get("zone")
    if known is None or known[0] is not other:
        # the enemy's places are part of the answer, so it is good only as long as they are; but few of them matter
        openly, across = _reached(state, side)
        spared = across & other.places
        held = openly | (across - spared) if known is None or known[1] != spared else known[2]
        own.memo["zone"] = known = (other, spared, held)
    return known[2]


def _reached(state: State, side: int) -> tuple[frozenset[int], frozenset[int]]:
    """Give the hexes next to a side's units: those without a trench between, and the others."""
    own = state.forces[side]
    if "zone reach" not in own.memo:
        near, over = _reach(state)
        openly = frozenset().union(*(near[place] for place in own.places))
        across = frozenset().union(*(over[place] for place in own.places if place in over))
        own.memo["zone reach"] = openly, across - openly
    return own.memo["zone reach"]  # type: ignore[no-any-return]


def _reach(state: State) -> tuple[tuple[frozenset[int], ...], dict[int, frozenset[int]]]:
    """Give for each hex its neighbours without a trench between, and those behind one."""
    memo, board = state.kit.memo, state.board
    if "zone reach" not in memo:
        near = within_a_step(state)
        over = {
            here: frozenset(there for there in hexes if "trench" in board.border(here, there))
            for here, hexes in enumerate(near)
        }
        openly = tuple(hexes - over[here] for here, hexes in enumerate(near))
        memo["zone reach"] = openly, {here: hexes for here, hexes in over.items() if hexes}
    return memo["zone reach"]  # type: ignore[no-any-return]
