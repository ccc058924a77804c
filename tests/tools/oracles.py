"""Second opinions: slow, plain ways to find what the engine finds quickly, with nothing of its tables and fields."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any, cast

from fmbook.components.setup import Edge
from fmbook.core.state import State, Unit
from fmbook.core.verdicts import Closed, Cost
from fmbook.engine.rulebook import GoOn, Step

__all__ = ["March", "asked", "read_off_the_board"]

WHOLE = -1
Way = tuple[int, ...]


@dataclass(frozen=True)
class March:
    """One unit's march: three questions about single hexes, and Dijkstra's search over single steps."""

    state: State
    unit: Unit
    is_closed: Callable[[int], bool]
    halts: Callable[[int], bool]
    slips: Callable[[int], bool]  # into a neighbour of the start, for the whole allowance

    @property
    def start(self) -> int:
        return self.state.where[self.unit.number]

    @property
    def points(self) -> int:
        return cast(int, self.state.setup.book.settled["allowance"].function(self.state, self.unit))

    def price(self, here: int, there: int) -> int | None:
        """Ask every cost rule about one step; None is a step that nobody can make."""
        setup = self.state.setup
        board = setup.board
        edge = Edge(board.features[here], board.features[there], board.border(here, there), setup.costs)
        mover = setup.book.settled["mover"].function(self.state, self.unit)
        said = [cost for rule in setup.book.rules if rule.mark == "costs" for cost in rule.function(edge, mover)]
        if any(cost is None or isinstance(cost, Closed) for cost in said):
            return None
        costs = cast("list[Cost]", said)
        if any(cost.instead for cost in costs):
            costs = [cost for cost in costs if cost.instead]
        halves = [cost.halves for cost in costs]
        return WHOLE if WHOLE in halves else sum(halves)

    def step(self, here: int, there: int, *, first: bool) -> int | None:
        """Tell what a step takes from the points, the first one perhaps all of them."""
        price = None if self.is_closed(there) else self.price(here, there)
        if price is None or (price == WHOLE and not first):
            return None
        if price == WHOLE:
            return self.points or None
        if first and self.slips(there):
            return self.points if price <= self.points else None
        return price

    def reach(self) -> dict[int, int]:
        """Return every hex that can be reached, with its price."""
        found: dict[int, int] = {}
        heap = [(0, self.start)]
        while heap:
            spent, here = heappop(heap)
            if here in found:
                continue
            found[here], first = spent, here == self.start
            if self.halts(here) and not first:
                continue
            for there in self.state.board.neighbours[here]:
                price = self.step(here, there, first=first)
                if price is not None and spent + price <= self.points:
                    heappush(heap, (spent + price, there))
        del found[self.start]
        return found

    def price_of(self, way: Way) -> int | None:
        """Walk a given way and add up; None if it breaks a rule."""
        total = 0
        for number, (here, there) in enumerate(pairwise(way)):
            price = self.step(here, there, first=number == 0)
            if price is None or there not in self.state.board.neighbours[here] or (number and self.halts(here)):
                return None
            total += price
        return total if total <= self.points else None

    def cheapest_by(self, via: Way, to: int) -> int | None:
        """Try all ways that pass the pinned hexes in their order: every walk, cut only by its price."""
        best: dict[tuple[int, int, bool], int] = {}
        goals = (*via, to)
        walks = [(0, self.start, 0, True)]
        while walks:
            spent, here, passed, first = walks.pop()
            if best.get((here, passed, first), spent + 1) <= spent:
                continue
            best[here, passed, first] = spent
            if passed == len(goals) or (not first and self.halts(here)):
                continue
            for there in self.state.board.neighbours[here]:
                price = self.step(here, there, first=first)
                if price is not None and spent + price <= self.points:
                    walks.append((spent + price, there, passed + (there == goals[passed]), False))
        return min((spent for (_, passed, _), spent in best.items() if passed == len(goals)), default=None)


def read_off_the_board(state: State, unit: Unit) -> March:
    """March by the standard rules as one reads them: look at each enemy counter around a hex."""
    board, enemies = state.board, [other for other in state.setup.units if other.side != unit.side]
    costs = state.setup.costs.cross

    def holds(place: int) -> bool:
        return any(state.where[enemy.number] == place for enemy in enemies)

    def is_open(here: int, there: int) -> bool:
        return all(costs.get(word, 0) is not None for word in board.border(here, there))

    def is_watched(place: int) -> bool:
        return any(holds(near) and is_open(near, place) for near in board.neighbours[place])

    start = state.where[unit.number]
    held = is_watched(start)

    def slips(place: int) -> bool:
        return held and place in board.neighbours[start] and is_watched(place) and is_open(start, place)

    return March(
        state,
        unit,
        is_closed=lambda place: holds(place) or (slips(place) and "flooded" in board.features[place]),
        halts=is_watched,
        slips=slips,
    )


def asked(state: State, unit: Unit) -> March:
    """March by whatever rules are in force, asked about one hex at a time."""

    def stops(act: Any, place: int) -> bool:
        return any(_stops(check, state, unit, place) for check in state.setup.book.guard(act).second)

    slips = state.setup.book.settled["dear first steps"].function(state, unit, state.where[unit.number])
    return March(
        state,
        unit,
        is_closed=lambda place: stops(Step, place),
        halts=lambda place: stops(GoOn, place),
        slips=lambda place: place in slips,
    )


def _stops(check: Any, state: State, unit: Unit, place: int) -> bool:
    excused = any(place in excuse.these for lift in check.lifts for excuse in lift(state, unit))
    bars: Iterable[Any] = check.rule.function(state, unit)
    return not excused and any(bar.stops(place) for bar in bars)
