"""What things are worth, in hundredths of an army as printed: steps, ground, a place to stand.

Nothing here knows a game: strength is what the book says it is, and the places to fight for are those that the book
or the scenario names.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeVar

from fmbook.mechanics.combat import factors
from fmbook.mechanics.tables import DifferentialTable
from fmbook.state import State, Unit

__all__ = ["army", "cover", "ground", "kept", "objectives", "stand", "step"]

BESIDE: Final = 0.7  # what an objective is worth to a unit that does not stand on it
FADE: Final = 0.9  # and one place further off
CROWD: Final = 0.5  # what it is worth to one more unit when one is there already
WAY: Final = 0.2  # what ground on the way to an objective is worth, as a part of it
NEAR: Final = 4  # how far an enemy is felt
SAFE: Final = 12  # so much more strength than is felt, in factors, makes a place safe

T = TypeVar("T")


def kept(memo: dict[Any, Any], key: Any, make: Callable[[], T]) -> T:
    """Look a thing up, and work it out the first time."""
    if key not in memo:
        memo[key] = make()
    return memo[key]  # type: ignore[no-any-return]


def step(state: State, unit: Unit) -> float:
    """Give what the next step of a unit is worth."""
    units = state.kit.units
    strength = kept(
        state.kit.memo,
        ("army", unit.side),
        lambda: sum(other.attack + other.defence or 2 * other.steps for other in units if other.side == unit.side),
    )
    return 100 * sum(factors(state, unit)) / max(state.steps[unit.number], 1) / strength


def army(state: State, side: int) -> float:
    """Give what a side has left of its army."""
    return sum(step(state, unit) * state.steps[unit.number] for unit in state.units(state.on_map(side)))


# --- ground ---------------------------------------------------------------------------------------


def objectives(state: State, side: int) -> Mapping[int, float]:
    """Give the places that a side fights for and their worth: as the book settles it, else the scenario's goals."""
    if "objectives" in state.kit.book.settled:
        return state.kit.book.settled["objectives"].function(state, side)  # type: ignore[no-any-return]
    places = [state.board.at(name) for name in state.kit.data.get("goal", {}).get("hexes", ())]
    return dict.fromkeys(places, 100 / max(len(places), 1))


def pull(state: State, side: int, places: Iterable[int], but: int = -1) -> dict[int, float]:
    """Give what the best objective near each place is worth to one unit more."""
    friends = [state.where[unit] for unit in state.on_map(side) if unit != but]
    best = dict.fromkeys(places, 0.0)
    for place, worth in objectives(state, side).items():
        near = _near(state, place)
        left = worth * CROWD ** sum(near[friend] >= BESIDE * FADE for friend in friends)
        best = {here: max(so_far, left * near[here]) for here, so_far in best.items()}
    return best


def _near(state: State, place: int) -> list[float]:
    return kept(state.kit.memo, ("near", place), lambda: _all_near(state, place))


def _all_near(state: State, place: int) -> list[float]:
    away = (state.board.distance(place, here) for here in range(len(state.board.places)))
    return [BESIDE * FADE**steps if steps else 1.0 for steps in away]


def ground(state: State, side: int, place: int) -> float:
    """Give what it is worth to a side to drive the enemy from a place."""
    wanted = objectives(state, side)
    way = max((worth * _near(state, there)[place] for there, worth in wanted.items()), default=0.0)
    return wanted.get(place, 0.0) + WAY * way


def cover(state: State, place: int) -> float:
    """Give how many columns of the combat table the ground takes from an attacker, on average of all sides."""
    return kept(state.kit.memo, ("cover", place), lambda: _cover(state, place))


def _cover(state: State, place: int) -> float:
    table, board = state.kit.tables.get("crt"), state.board
    if not isinstance(table, DifferentialTable):
        return 0.0
    sides = [board.features[place] | board.border(there, place) for there in board.neighbours[place]]
    rows = [table.toughest(["clear", *words]).first for words in sides]
    return sum(rows) / len(rows) - min(row.first for row in table.rows) if rows else 0.0


def stand(state: State, unit: Unit, places: Iterable[int]) -> dict[int, float]:
    """Give what it is worth to a unit to stand in each of these places: what is near, less what it may lose there."""
    felt, full = _felt(state, 1 - unit.side), state.steps[unit.number] or unit.steps
    price = step(state, unit) if state.steps[unit.number] else 100 / len(state.kit.units)
    strength = factors(state, unit)[1] if full else unit.defence
    return {
        place: worth - price * min(max((felt.get(place, 0) - strength) / SAFE - cover(state, place) / 6, 0), 1)
        for place, worth in pull(state, unit.side, places, unit.number).items()
    }


def _felt(state: State, side: int) -> dict[int, int]:
    return kept(state.forces[side].memo, "felt", lambda: _strength_around(state, side))


def _strength_around(state: State, side: int) -> dict[int, int]:
    felt: dict[int, int] = {}
    for unit in state.units(state.on_map(side)):
        for place in state.board.within(state.where[unit.number], NEAR):
            felt[place] = felt.get(place, 0) + factors(state, unit)[0]
    return felt
