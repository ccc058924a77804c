"""What a side has, in hundredths of its army as printed: its steps, and how near it stands to what it fights for.

Nothing here knows a game: strength is what the book says it is, and the places to fight for are those that the book
or the scenario names. The figures below are ours: they were tried out, and nothing more.

Every Python must work out the same to the last bit, or the same seed would not play the same game: ``sum`` adds
fractions up otherwise since 3.12, and powers of fractions are the system's. So sums are ``fsum``'s, which are exact
and know no order, and powers are those of whole numbers.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from math import fsum
from typing import Any, Final, TypeVar, cast

from fmbook.core.state import State, Unit
from fmbook.engine.matters import OBJECTIVES, SCORE
from fmbook.mechanics.combat import factors

__all__ = ["balance", "objectives", "points", "prize", "rank", "stand", "standing", "step"]

BESIDE: Final = Fraction(7, 10)  # what an objective is worth to a unit that does not stand on it,
FADE: Final = Fraction(9, 10)  # one place further off,
CROWD: Final = 2  # or so many times less when another unit is there or beside it already
STEPS: Final = 0.5  # what is left of an army half-way, beside where it stands
WAY: Final = 0.2  # what ground on the way to an objective is worth, as a part of it
BEAR: Final = 0.3  # what it is worth to stand ready for an attack, as a part of what it may win
PULLS: Final = 500  # how many lists of what objectives are worth are kept
ENOUGH: Final = 12  # so many factors more than the defence are as many as an attack needs

T = TypeVar("T")


def rank(worth: float) -> float:
    """Return a worth as it is compared: what differs by rounding alone is equal, and then the first in the list wins.

    >>> rank(0.1 + 0.2) == rank(0.3)
    True
    """
    return round(worth, 9)


def step(state: State, unit: Unit) -> float:
    """Return what the next step of a unit is worth."""
    own = (other for other in state.setup.units if other.side == unit.side)
    printed = _kept(
        state.setup.memo, ("army", unit.side), lambda: sum(u.attack + u.defence or 2 * u.steps for u in own)
    )
    return 100 * sum(factors(state, unit)) / max(state.steps[unit.number], 1) / printed


def balance(state: State, side: int) -> float:
    """Return what a side has left of its army, less what the enemy has left."""
    units = (unit for force in (0, 1) for unit in state.units(state.on_map(force)))
    return fsum((1 if unit.side == side else -1) * step(state, unit) * state.steps[unit.number] for unit in units)


def standing(state: State, side: int) -> float:
    """Return how a side stands against the enemy half-way: where its steps are tells more than how many are left.

    What else a game counts, such as points for reserves that were not called, its book settles as its “score”.
    """
    lead = SCORE.of(state.setup)(state, side)
    return fsum((STEPS * balance(state, side), _ground(state, side), -_ground(state, 1 - side), lead))


def _ground(state: State, side: int) -> float:
    """Return what a side holds of its objectives, and how near to the best of them its steps are."""
    wanted = objectives(state, side)
    most, here = max(wanted.values(), default=0.0), state.where
    rows = [(worth / most, _near(state, place)) for place, worth in wanted.items() if most > 0]
    near = (
        step(state, unit)
        * state.steps[unit.number]
        * max((part * row[here[unit.number]] for part, row in rows), default=0.0)
        for unit in state.units(state.on_map(side))
    )
    return fsum((_hold(state, side), *near))


def _hold(state: State, side: int) -> float:
    """Return what a side holds of its objectives, and in part what it stands near."""
    held = state.forces[side].places
    wanted = objectives(state, side).items()
    return fsum(worth * max((_near(state, place)[here] for here in held), default=0.0) for place, worth in wanted)


def points(state: State, side: int) -> int:
    """Return the sum of the support markers that a side has in hand."""
    return sum(state.setup.markers[number].value for number in state.hands[side])


def objectives(state: State, side: int) -> Mapping[int, float]:
    """Return the places that a side fights for and their worth: as the book settles it, else the scenario's goals."""
    if OBJECTIVES.is_settled(state.setup):
        return OBJECTIVES.of(state.setup)(state, side)
    places = [state.board.at(name) for name in state.setup.data.get("goal", {}).get("hexes", ())]
    return dict.fromkeys(places, 100 / max(len(places), 1))


def prize(state: State, side: int, place: int) -> float:
    """Return what it is worth to a side to drive the enemy from a place."""
    wanted = objectives(state, side)
    way = max((worth * _near(state, there)[place] for there, worth in wanted.items()), default=0.0)
    return wanted.get(place, 0.0) + WAY * way


def stand(state: State, unit: Unit, places: Collection[int]) -> dict[int, float]:
    """Return what each of these places is worth to a unit: the best objective near it, and the attacks made from it."""
    pull, bear = _pull(state, unit, places), _bearing(state, unit, places)
    return {place: pull[place] + bear[place] for place in places}


Wanted = tuple[tuple[int, float, float], ...]  # objectives: where, what they are worth, what friends leave of that


def _pull(state: State, unit: Unit, places: Collection[int]) -> dict[int, float]:
    """Return what the best objective near each place is worth to this unit, beside its friends."""
    here = state.where[unit.number] if unit.number in state.on_map(unit.side) else None
    wanted = tuple(_wanted(state, unit.side, here))
    known = _pulls(state).setdefault(wanted, {})
    return _best(state, wanted, [place for place in places if place not in known], known)


def _pulls(state: State) -> dict[Wanted, dict[int, float]]:
    """Return what has been worked out of late: few marches change who stands beside an objective."""
    pulls: dict[Wanted, dict[int, float]] = state.setup.memo.setdefault("pulls", {})
    if len(pulls) >= PULLS:
        pulls.clear()
    return pulls


def _wanted(state: State, side: int, without: int | None) -> Iterator[tuple[int, float, float]]:
    """List each objective of a side with its worth, and what friends there leave of it to one more unit."""
    stacks = state.forces[side].at
    for place, worth in objectives(state, side).items():
        around = _beside(state, place)
        friends = sum([len(stacks[there]) for there in around if there in stacks]) - (without in around)
        yield place, worth, worth / CROWD**friends


def _beside(state: State, place: int) -> frozenset[int]:
    memo: dict[Any, Any] = state.setup.memo
    key = "beside", place
    if key not in memo:
        memo[key] = frozenset(here for here, near in enumerate(_near(state, place)) if near >= _left(1))
    return cast("frozenset[int]", memo[key])


def _best(state: State, wanted: Wanted, places: Iterable[int], found: dict[int, float]) -> dict[int, float]:
    """Work out what is left at each place of the best objective; from none does more come than from its neighbour."""
    own, most = {place: worth for place, worth, _ in wanted}, _left(1)
    rows = sorted(((left, _near(state, place)) for place, _, left in wanted), key=lambda row: -row[0])
    for here in places:
        best = own.get(here, 0.0)
        for left, near in rows:
            if left * most <= best:
                break
            if left * near[here] > best:
                best = left * near[here]
        found[here] = best
    return found


def _near(state: State, place: int) -> list[float]:
    """Return for every place what is left there of an objective's worth."""
    memo: dict[Any, Any] = state.setup.memo
    key = "near", place
    if key not in memo:
        away = state.board.distance
        memo[key] = [_left(away(place, here)) for here in range(len(state.board.places))]
    return cast("list[float]", memo[key])


@cache
def _left(steps: int) -> float:
    return float(BESIDE * FADE**steps) if steps else 1.0


def _bearing(state: State, unit: Unit, places: Collection[int]) -> dict[int, float]:
    """Return what a unit adds from each place to the attacks on the enemies next to it: the more friends, the more."""
    bear, own, near = dict.fromkeys(places, 0.0), factors(state, unit)[0], state.board.neighbours
    friends = [friend for friend in state.units(state.on_map(unit.side)) if friend is not unit]
    for there in state.forces[1 - unit.side].places & {next_to for place in places for next_to in near[place]}:
        men = state.units_at(there, 1 - unit.side)
        needed = ENOUGH + sum(factors(state, man)[1] for man in men)
        ready = sum(factors(state, friend)[0] for friend in friends if state.where[friend.number] in near[there])
        rise = (min(ready + own, needed) ** 2 - min(ready, needed) ** 2) / needed**2
        won = BEAR * rise * fsum((prize(state, unit.side, there), *(step(state, man) for man in men)))
        bear |= {place: max(bear[place], won) for place in near[there] if place in bear}
    return bear


def _kept(memo: dict[Any, Any], key: Any, make: Callable[[], T]) -> T:
    """Look a thing up, and work it out the first time."""
    if key not in memo:
        memo[key] = make()
    return cast(T, memo[key])
