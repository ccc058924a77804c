"""What things are worth to a side, in hundredths of its army as printed: steps, ground, a place to stand.

Nothing here knows a game: strength is what the book says it is, and the places to fight for are those that the book
or the scenario names. The figures below are ours: they were tried out, and nothing more.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeVar, cast

from fmbook.ground.boards import Board
from fmbook.mechanics.combat import factors
from fmbook.mechanics.tables import DifferentialTable
from fmbook.state import State, Unit

__all__ = ["army", "cover", "ground", "kept", "objectives", "stand", "step"]

BESIDE: Final = 0.7  # what an objective is worth to a unit that does not stand on it,
FADE: Final = 0.9  # one place further off,
CROWD: Final = 0.5  # or when another unit is there or beside it already
WAY: Final = 0.2  # what ground on the way to an objective is worth, as a part of it
NEAR: Final = 4  # how far an enemy is felt
SAFE: Final = 12  # so many factors more than a unit's own press it hard,
COVERED: Final = 2  # unless it has more than so many columns of cover: then it does well to be in the way
SHELLED: Final = 6  # turns of the enemy's fire that a unit minds

T = TypeVar("T")


def kept(memo: dict[Any, Any], key: Any, make: Callable[[], T]) -> T:
    """Look a thing up, and work it out the first time."""
    if key not in memo:
        memo[key] = make()
    return cast(T, memo[key])


def step(state: State, unit: Unit) -> float:
    """Give what the next step of a unit is worth."""
    own = (other for other in state.kit.units if other.side == unit.side)
    printed = kept(state.kit.memo, ("army", unit.side), lambda: sum(u.attack + u.defence or 2 * u.steps for u in own))
    return 100 * sum(factors(state, unit)) / max(state.steps[unit.number], 1) / printed


def army(state: State, side: int) -> float:
    """Give what a side has left of its army."""
    return sum(step(state, unit) * state.steps[unit.number] for unit in state.units(state.on_map(side)))


# --- ground ---------------------------------------------------------------------------------------


def objectives(state: State, side: int) -> Mapping[int, float]:
    """Give the places that a side fights for and their worth: as the book settles it, else the scenario's goals."""
    if "objectives" in state.kit.book.settled:
        return cast("Mapping[int, float]", state.kit.book.settled["objectives"].function(state, side))
    places = [state.board.at(name) for name in state.kit.data.get("goal", {}).get("hexes", ())]
    return dict.fromkeys(places, 100 / max(len(places), 1))


def _faded(steps: int) -> float:
    return BESIDE * FADE**steps if steps else 1.0


def _near(state: State, place: int) -> list[float]:
    every, away = range(len(state.board.places)), state.board.distance
    return kept(state.kit.memo, ("near", place), lambda: [_faded(away(place, here)) for here in every])


def _pull(state: State, unit: Unit, places: Iterable[int]) -> dict[int, float]:
    """Give what the best objective near each place is worth to this unit, beside its friends."""
    friends = [state.where[other] for other in state.on_map(unit.side) if other != unit.number]
    best = dict.fromkeys(places, 0.0)
    for place, worth in objectives(state, unit.side).items():
        near = _near(state, place)
        left = worth * CROWD ** sum(near[friend] >= _faded(1) for friend in friends)
        best = {here: max(so_far, worth if here == place else left * near[here]) for here, so_far in best.items()}
    return best


def ground(state: State, side: int, place: int) -> float:
    """Give what it is worth to a side to drive the enemy from a place."""
    wanted = objectives(state, side)
    way = max((worth * _near(state, there)[place] for there, worth in wanted.items()), default=0.0)
    return wanted.get(place, 0.0) + WAY * way


def cover(state: State, place: int) -> float:
    """Give how many columns of the combat table the ground takes from an attacker, on the side that is best."""
    table = state.kit.tables.get("crt")
    if not isinstance(table, DifferentialTable):
        return 0.0
    return kept(state.kit.memo, ("cover", place), lambda: _cover(state.board, table, place))


def _cover(board: Board, table: DifferentialTable, place: int) -> float:
    sides = [board.features[place] | board.border(there, place) for there in board.neighbours[place]]
    rows = [table.toughest(["clear", *words]).first for words in sides]
    return max(rows, default=0) - min(row.first for row in table.rows)


def stand(state: State, unit: Unit, places: Iterable[int]) -> dict[int, float]:
    """Give what each of these places is worth to a unit: what is near, and how it fares there under attack and fire."""
    alive = state.steps[unit.number]
    price, strength = (step(state, unit), factors(state, unit)[1]) if alive else (1.0, unit.defence)
    enemy, fire = 1 - unit.side, state.kit.book.settled.get("exposure")
    felt = kept(state.forces[enemy].memo, "felt", lambda: _felt(state, enemy))
    worth = _pull(state, unit, places)
    for place in worth:
        pressed = min(max((felt.get(place, 0) - strength) / SAFE, 0.0), 1.0)
        shells = SHELLED * fire.function(state, unit.side, place) if fire else 0.0
        worth[place] += price * (pressed * (cover(state, place) - COVERED) / 4 - shells)
    return worth


def _felt(state: State, side: int) -> Mapping[int, int]:
    """Give how much attacking strength of a side is near each place."""
    felt = Counter[int]()
    for unit in state.units(state.on_map(side)):
        felt.update(dict.fromkeys(state.board.within(state.where[unit.number], NEAR), factors(state, unit)[0]))
    return felt
