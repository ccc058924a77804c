"""Exercises drawn by lot: a board with woods, hills, towns, rivers and roads, two forces on it, a few turns.

They come from no booklet. The large one stands in for a published game until there is one; small ones give the
tests ground that no drill has.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from fmbook.books.drill import DRILL
from fmbook.components.scenarios import Scenario, SketchForm, SupportForm, UnitForm, setup_of
from fmbook.components.setup import Setup
from fmbook.engine.rulebook import Rulebook
from fmbook.geometry.boards import Board
from fmbook.geometry.sketches import sketch
from fmbook.play.game import Game

__all__ = ["LARGE", "SMALL", "Plan", "exercise", "exercise_setup"]

CELL = 8  # characters of the drawing for each hex
SIDES = ("Blue", "Red")


class Plan(NamedTuple):
    """How big, how many, how long, and how the ground is mixed: shares of hexes, and of hexsides for cliffs."""

    width: int
    height: int
    units: int  # of each side
    turns: int
    roads: int
    rivers: int
    ground: tuple[tuple[str, float], ...] = (("*", 0.15), ("^", 0.08), ("+", 0.04), ("~", 0.02), ("=", 0.01))
    cliffs: float = 0.01
    canals: float = 0.01
    reinforcements: int = 0
    markers: int = 6


LARGE = Plan(width=40, height=30, units=30, turns=3, roads=10, rivers=3, reinforcements=4)
SMALL = Plan(width=9, height=8, units=5, turns=3, roads=3, rivers=1, cliffs=0.05, canals=0.05, reinforcements=1)


def exercise(plan: Plan = LARGE, seed: int = 1, book: Rulebook = DRILL) -> Game:
    """Begin an exercise; one seed for the ground and for the dice."""
    return Game(exercise_setup(plan, seed, book), seed)


def exercise_setup(
    plan: Plan = LARGE, seed: int = 1, book: Rulebook = DRILL, house_rules: tuple[Any, ...] = ()
) -> Setup:
    """Draw an exercise by lot; the same seed draws the same one."""
    lot = Random(seed)
    text = _drawn(plan, lot)
    board = sketch(text)
    pools = tuple(tuple(lot.randrange(1, 6) for _ in range(plan.markers)) for _ in SIDES)
    form = Scenario(
        title="An exercise drawn by lot",
        says="",
        sides=SIDES,
        turns=plan.turns,
        unit=tuple(_units(plan, board, lot)),
        sketch=SketchForm(text=text, sides=_sides(plan, board, lot), paths={"road": _roads(plan, board, lot)}),
        support=SupportForm(pools=(pools[0], pools[1]), allotments=((plan.markers,), (plan.markers,))),
        goal={"kind": "hold", "side": "Blue", "hexes": [lot.choice(_solid(board))], "text": "Blue holds the town."},
    )
    return setup_of(form, "drill", f"exercise-{seed}", book, house_rules=house_rules)


def _drawn(plan: Plan, lot: Random) -> str:
    return "\n".join(_row(plan, row, lot) for row in range(1, plan.height + 1))


def _row(plan: Plan, row: int, lot: Random) -> str:
    marks, shares = zip(*plan.ground, ("", 1 - sum(share for _, share in plan.ground)), strict=True)
    cells = (f"{row:02}{column:02}{lot.choices(marks, shares)[0]}" for column in range(1, plan.width + 1))
    return " " * (CELL // 2 * (row % 2 == 0)) + "".join(f"{cell:<{CELL}}" for cell in cells)


def _solid(board: Board) -> list[str]:
    wet = board.having("sea") | board.having("flooded")
    return [name for place, name in enumerate(board.places) if place not in wet]


def _units(plan: Plan, board: Board, lot: Random) -> Iterator[UnitForm]:
    """Both forces, loosely mixed along the middle of the board, the left one Blue."""
    middle, deep = plan.width // 2, max(3, plan.width // 5)
    free = _solid(board)
    lot.shuffle(free)
    for side, low, high in ((SIDES[0], middle - deep, middle + 1), (SIDES[1], middle, middle + deep + 1)):
        columns = range(low, high + 1)
        places = [name for name in free if int(name[2:]) in columns][: plan.units]
        free = [name for name in free if name not in places]
        for number, place in enumerate(places, start=1):
            yield _unit(side, number, lot, at=place)
    for side, column in zip(SIDES, (1, plan.width), strict=True):
        edge = tuple(name for name in _solid(board) if int(name[2:]) == column)[:3]
        for number in range(1, plan.reinforcements + 1):
            yield _unit(side, plan.units + number, lot, entry=edge, arrives=1 + number % plan.turns)


def _unit(
    side: str, number: int, lot: Random, *, at: str = "", entry: Sequence[str] = (), arrives: int = 0
) -> UnitForm:
    mobile = number % 4 == 0
    factors = f"{lot.randrange(2, 8)}-{lot.randrange(2, 7)}-{8 if mobile else lot.choice((5, 6))}"
    return UnitForm(
        id=f"{side[0]}{number}", side=side, factors=factors, at=at, entry=tuple(entry), arrives=arrives,
        kind="armour" if mobile else "infantry", traits=("mobile",) if mobile else (), now=lot.choice((0, 0, 0, 1)),
    )  # fmt: skip


def _sides(plan: Plan, board: Board, lot: Random) -> dict[str, list[str]]:
    """Rivers part the board from north to south; cliffs and canals lie about singly."""
    rivers: set[tuple[int, int]] = set()
    for number in range(1, plan.rivers + 1):
        banks = _bank(plan, plan.width * number // (plan.rivers + 1), lot)
        west = {place for place, name in enumerate(board.places) if int(name[2:]) <= banks[int(name[:2])]}
        rivers |= {(a, b) for a, b in board.links() if (a in west) != (b in west)}
    others = [link for link in board.links() if link not in rivers]
    lot.shuffle(others)
    cliffs = round(plan.cliffs * len(others))
    canals = round(plan.canals * len(others))
    parts = {"river": sorted(rivers), "cliff": others[:cliffs], "canal": others[cliffs : cliffs + canals]}
    return {kind: [f"{board.places[a]}/{board.places[b]}" for a, b in links] for kind, links in parts.items()}


def _bank(plan: Plan, column: int, lot: Random) -> dict[int, int]:
    banks = {}
    for row in range(1, plan.height + 1):
        column = min(max(1, column + lot.choice((-1, 0, 0, 1))), plan.width - 1)
        banks[row] = column
    return banks


def _roads(plan: Plan, board: Board, lot: Random) -> list[str]:
    towns = [board.at(name) for name in lot.sample(_solid(board), plan.roads + 1)]
    return [" ".join(board.places[place] for place in board.line(a, b)) for a, b in pairwise(towns)]
