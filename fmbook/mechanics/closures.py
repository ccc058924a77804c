"""What closes a way: of all bars the one that would open it if it alone were lifted, named with its place.

Asked only when somebody is refused: a list of orders never comes here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from fmbook.components.setup import A_POINT, Edge, Setup, Ways
from fmbook.core.cache import per_board
from fmbook.core.orders import Move, Order
from fmbook.core.sides import called
from fmbook.core.state import State, Unit
from fmbook.core.verdicts import ALL, Bar, Only, Reason
from fmbook.engine.bars import filled, said
from fmbook.engine.rulebook import GoOn, Step
from fmbook.mechanics.movement import Steps, allowance, limits, mover, points, steps_by, walked
from fmbook.mechanics.pathfinding import cheapest_way
from fmbook.mechanics.reach import NOWHERE, Field, Limits, spread

__all__ = [
    "ALL_OF_THEM", "Lift", "OpenedWays", "Search", "Wall", "bar_of_reach", "blamed", "closed_by", "closed_steps",
    "opened", "search_of", "step_reasons", "walls_of", "what_closes", "why_not",
]  # fmt: skip

MARCHES: Final = 40
ALL_OF_THEM: Final = ""
"""In place of a section: all of them are lifted at once."""

Path: TypeAlias = tuple[int, ...]
EdgePrices: TypeAlias = Mapping[tuple[int, int], int]


class Wall(NamedTuple):
    """A bar that closes hexes to a march, or halts it there, with its rule."""

    act: type[Step] | type[GoOn]
    bar: Bar
    rule: str

    def hit(self, path: Path) -> list[int]:
        """List the hexes of a way at which it stands; the first is where the march begins."""
        return [place for place in path[1 : len(path) - (self.act is GoOn)] if self.bar.stops(place)]


class Lift(NamedTuple):
    """What a march goes by once one bar is lifted: a section of the chart, or a wall."""

    ways: Ways
    bounds: Limits
    section: str
    wall: Wall | None = None


# --- steps that the chart closes --------------------------------------------------------------------


def closed_steps(setup: Setup, kind: str, edges: Iterable[tuple[tuple[int, int], Edge]]) -> Mapping[str, EdgePrices]:
    """Return by section the steps that it closes, or makes whole marches of, with what they would cost without it."""
    found: dict[str, dict[tuple[int, int], int]] = {ALL_OF_THEM: {}}
    for pair, edge in edges:
        if setup.toll(kind, edge) in (None, ALL):
            found[ALL_OF_THEM][pair] = A_POINT
            for section, closer in setup.closers(kind, edge).items():
                if closer.price is not None:
                    found.setdefault(section, {})[pair] = closer.price
    return found


class OpenedWays:
    """The steps of a class of mover with what a section closes opened, made when somebody asks."""

    def __init__(self, ways: Ways, closed: Mapping[str, EdgePrices]) -> None:
        self.ways, self.closed = ways, closed
        self._made: dict[str, Ways] = {}

    @property
    def sections(self) -> list[str]:
        """The sections that close a step."""
        return [section for section in self.closed if section != ALL_OF_THEM]

    def by(self, section: str) -> Ways:
        """Return the steps with those of a section opened."""
        if section not in self._made:
            self._made[section] = Ways({**self.ways.prices, **self.closed[section]}, self.ways.bit_index)
        return self._made[section]


@per_board
def opened(state: State, kind: str) -> OpenedWays:
    """Return the steps of a class of mover, to be opened section by section."""
    setup, board = state.setup, state.board
    pairs = ((here, there) for here, near in enumerate(board.neighbours) for there in near)
    return OpenedWays(setup.ways(kind), closed_steps(setup, kind, ((pair, _edge(state, *pair)) for pair in pairs)))


def _edge(state: State, here: int, there: int) -> Edge:
    board = state.board
    return Edge(board.features[here], board.features[there], board.border(here, there), state.setup.costs)


# --- the search ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Search:
    """How a unit looks for a way, and all that bounds it; a rulebook that searches in its own way says how."""

    state: State
    unit: Unit
    kind: str
    most: int
    opened: OpenedWays
    walls: Sequence[Wall]
    dear: frozenset[int] = NOWHERE
    spread: Callable[[Lift, int], Field] | None = None
    track: Callable[[Lift, Field, int], Path] | None = None
    edge: Callable[[int, int], Edge] | None = None
    steps: Callable[[Lift], Steps] | None = None
    short: Callable[[int, int], Iterable[Reason]] | None = None
    """Says why the points do not last as far as a hex, given what it costs."""
    marches: int = MARCHES
    """A hex that is further away than so many marches is not measured."""

    @property
    def start(self) -> int:
        """Where the march begins."""
        return self.state.where[self.unit.number]

    @property
    def far(self) -> int:
        """So many half points are more than any hex costs that is worth measuring."""
        return self.marches * max(self.most, A_POINT)

    @cached_property
    def bounds(self) -> Limits:
        """What bounds the march with nothing lifted."""
        return self._without(None)

    @property
    def plain(self) -> Lift:
        """The march with nothing lifted."""
        return Lift(self.opened.ways, self.bounds, ALL_OF_THEM)

    def _without(self, wall: Wall | None) -> Limits:
        left = [other for other in self.walls if other is not wall]
        closed, halts = (self._union(other.bar for other in left if other.act is act) for act in (Step, GoOn))
        return Limits(closed, halts, self.dear)

    def _union(self, bars: Iterable[Bar]) -> frozenset[int]:
        every = self.state.setup.all_places
        return NOWHERE.union(*(every - bar.these if type(bar) is Only else bar.these for bar in bars))

    def sections(self) -> Iterator[Lift]:
        """Lift one section of the chart after the other."""
        return (Lift(self.opened.by(section), self.bounds, section) for section in self.opened.sections)

    def without_walls(self, *acts: type[Step] | type[GoOn]) -> Iterator[Lift]:
        """Lift one wall after the other, of these sorts."""
        walls = (wall for wall in self.walls if wall.act in acts)
        return (Lift(self.opened.ways, self._without(wall), ALL_OF_THEM, wall) for wall in walls)

    @property
    def freely(self) -> Lift:
        """The march with everything lifted."""
        return Lift(self.opened.by(ALL_OF_THEM), Limits(NOWHERE, NOWHERE, NOWHERE), ALL_OF_THEM)

    def field(self, lift: Lift, most: int) -> Field:
        """Return where a march leads."""
        if self.spread:
            return self.spread(lift, most)
        return spread(lift.ways, self.start, most, lift.bounds)

    def path(self, lift: Lift, field: Field, to: int) -> Path:
        """Return the hexes of a march, its start included."""
        if self.track:
            return self.track(lift, field, to)
        return (self.start, *walked(lift.ways, field, lift.bounds, to))

    def openers(self, lifts: Iterable[Lift], to: int, most: int) -> list[tuple[int, Lift, Path]]:
        """List the bars of which each, lifted, would open the way; first the one that makes it cheapest."""
        found = []
        for lift in lifts:
            field = self.field(lift, most)
            if to in field.reach:
                found.append((field.cost(to) or 0, lift, self.path(lift, field, to)))
        return sorted(found, key=lambda opener: opener[0])

    def near(self, to: int) -> list[tuple[int, Lift, Path]]:
        """List the sections of the chart of which each, lifted, would let the points last."""
        reaches = 2 * self.most >= self.state.board.distance(self.start, to) * self.opened.ways.cheapest
        if not reaches or not self.opened.sections or to not in self.field(self.freely, self.most).reach:
            return []
        return self.openers(self.sections(), to, self.most)

    # --- in words -------------------------------------------------------------------------------

    def named(self, lift: Lift, path: Path) -> Reason:
        """Say what was lifted, with the place of the way that it would open."""
        return self._wall_named(lift.wall, path) if lift.wall else self._step_named(lift.section, path)

    def _wall_named(self, wall: Wall, path: Path) -> Reason:
        hits, to = wall.hit(path), path[-1]
        own = wall.bar.why(self.state, self.unit, hits[0]) if wall.bar.why else ()
        plain = filled(self.state, wall.bar, wall.rule, _names(self.state, self.unit, hits[0]), hits)
        reason = next((replace(each, rule=wall.rule) for each in own), plain)
        return reason if wall.act is GoOn or hits[0] == to else self._on_the_way(reason, to)

    def _step_named(self, section: str, path: Path) -> Reason:
        here, there = next(pair for pair in pairwise(path) if section in self.closers(*pair))
        reason = step_reason(self, section, here, there)
        return reason if there == path[-1] else self._on_the_way(reason, path[-1])

    def _on_the_way(self, reason: Reason, to: int) -> Reason:
        return replace(reason, text=f"the way to {self.state.board.places[to]} is closed: {reason.text}")

    def closers(self, here: int, there: int) -> Mapping[str, object]:
        """Return what closes a step, by section."""
        return self.state.setup.closers(self.kind, self._edge(here, there))

    def _edge(self, here: int, there: int) -> Edge:
        return self.edge(here, there) if self.edge else _edge(self.state, here, there)

    def first_on(self, path: Path) -> Iterator[Reason]:
        """Say what closes the first step of a way that anything closes."""
        for number, (here, there) in enumerate(pairwise(path), 2):
            walls = [wall for wall in self.walls if there in wall.hit(path[:number])]
            reasons = [*step_reasons(self, here, there), *(self._wall_named(wall, path[:number]) for wall in walls)]
            if reasons:
                behind = there != path[-1]
                yield from (self._on_the_way(reason, path[-1]) if behind else reason for reason in reasons)
                return


def step_reason(search: Search, section: str, here: int, there: int) -> Reason:
    """Say what a section has against a step."""
    closer = search.state.setup.closers(search.kind, search._edge(here, there))[section]
    places = search.state.board.places
    text = closer.text.format(unit=search.unit.id, here=places[here], hex=places[there])
    shown = _shown(search.state, {here, there})
    return Reason(text, places=tuple(place for place in shown if place in text) or shown, rule=closer.rule)


def step_reasons(search: Search, here: int, there: int) -> list[Reason]:
    """List what the chart has against a step; that it takes a whole march is no reason against a first one."""
    if search.state.setup.toll(search.kind, search._edge(here, there)) is not None:
        return []
    return [step_reason(search, section, here, there) for section in search.closers(here, there)]


def walls_of(state: State, unit: Unit) -> list[Wall]:
    """List the bars that close hexes to a march or halt it there."""
    guard = state.setup.book.guard
    return [
        Wall(act, bar, check.rule.id) for act in (Step, GoOn) for bar, check in said(guard(act).second, state, unit)
    ]


def search_of(state: State, unit: Unit) -> Search:
    """Return how a unit looks for a way where the rulebook has none of its own."""
    kind = mover(state, unit)
    dear = limits(state, unit).dear
    return Search(state, unit, kind, allowance(state, unit), opened(state, kind), walls_of(state, unit), dear)


# --- why not ------------------------------------------------------------------------------------------


def bar_of_reach(field: Field) -> Bar:
    """Say that a march ends within the field, with the reasons worked out only when somebody is refused."""
    return Only(field.reach, "{unit} cannot reach {to}", why=why_not)


def why_not(state: State, unit: Unit, to: int) -> Iterator[Reason]:
    """Say what keeps a unit from a hex: that hex, what closes the way, or the points."""
    if to == state.where[unit.number]:
        names = _names(state, unit, to)
        yield Reason("{unit} stands at {to} already".format(**names), "another hex, or leave it where it is")
    elif to in limits(state, unit).closed:
        yield from blamed(state, unit, Step, to)
    else:
        yield from what_closes(search_of(state, unit), to)


def what_closes(search: Search, to: int) -> Iterator[Reason]:
    """Say what closes the way to a hex; where it is open, by how much the points fall short."""
    far = search.far
    open_way = search.field(search.plain, far)
    near = search.near(to)
    if near:
        reason = search.named(*near[0][1:])
        round_it = f"or go round: {points(open_way.cost(to) or 0)} movement points" if to in open_way.reach else ""
        yield replace(reason, advice=round_it) if round_it else reason
    elif to in open_way.reach:
        yield from _too_far(search, open_way.cost(to) or 0, to)
    else:
        yield from _far_off(search, to, far)


def _far_off(search: Search, to: int, far: int) -> Iterator[Reason]:
    groups = search.without_walls(GoOn), search.without_walls(Step), search.sections()
    found = next(filter(None, (search.openers(group, to, far) for group in groups)), [])
    if found:
        cost, lift, path = found[0]
        yield search.named(lift, path)
        yield from _too_far(search, cost, to)
        return
    freely = search.field(search.freely, far)
    reasons = list(search.first_on(search.path(search.freely, freely, to))) if to in freely.reach else []
    names = _names(search.state, search.unit, to)
    yield from reasons or [Reason("no way leads to {to} for {unit}".format(**names))]


def _too_far(search: Search, cost: int, to: int) -> Iterable[Reason]:
    if cost <= search.most:
        return ()
    if search.short:
        return search.short(to, cost)
    names, measures = _names(search.state, search.unit, to), (points(cost), points(search.most))
    text = "it is {} movement points away and {unit} has {}".format(*measures, **names)
    return (Reason(text, "go as far as the points last"),)


def closed_by(search: Search, march: Move) -> Iterator[Reason]:
    """Say what closes a way that is pinned: the points, or the one bar that would open it."""
    goals, most = tuple(map(search.state.board.at, (*march.via, march.to))), search.most
    by = f"the way to {march.to} by {', '.join(march.via)}"
    if long := _pinned(search, search.plain, goals, search.far):
        text = f"{by} takes {points(long[0])} movement points, and {march.unit} has {points(most)}"
        yield Reason(text, "a shorter way, or leave the way open", march.via)
        return
    best: tuple[int, Lift, Path] | None = None
    for lift in (*search.without_walls(GoOn, Step), *search.sections()):
        found = _pinned(search, lift, goals, most)
        if found and (best is None or found[0] < best[0]):
            best = found[0], lift, found[1]
    if best:
        yield search.named(*best[1:])
    else:
        yield Reason(f"{by} is closed to {march.unit}", "another way, or leave the way open", march.via)


def _pinned(search: Search, lift: Lift, goals: Path, most: int) -> tuple[int, Path] | None:
    """Find the cheapest way by way of goals; first see by a cheaper search whether each of them is within reach."""
    if not {*goals} - {search.start} <= search.field(lift, most).reach:
        return None
    return cheapest_way(search.start, goals, most, _steps_by(search, lift))


def _steps_by(search: Search, lift: Lift) -> Steps:
    return search.steps(lift) if search.steps else steps_by(lift.ways, lift.bounds, search.most)


def blamed(state: State, unit: Unit, act: type[Order], to: int) -> Iterator[Reason]:
    """Say which rules close a hex to a march, or to falling back."""
    for bar, check in said(state.setup.book.guard(act).second, state, unit):
        if bar.stops(to):
            yield filled(state, bar, check.rule.id, _names(state, unit, to), (to,))


def _names(state: State, unit: Unit, to: int) -> dict[str, str]:
    name = state.board.places[to]
    return {"unit": unit.id, "to": name, "hex": name, **called(state.setup.sides[unit.side])}


def _shown(state: State, places: Iterable[int]) -> tuple[str, ...]:
    return tuple(state.board.places[place] for place in sorted(places))
