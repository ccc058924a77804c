"""The chart, 41.A and 41.E: what a step costs, and the hexsides that rule 41 has treated as something else.

The chart has a column for each class of mover (``cm`` combat/motorized, ``mot`` motorized and artillery, ``other``).
What changes in play, such as a flood or the frost, is drawn on the edge before the rules are asked.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from typing import Any, Final, NamedTuple, TypeVar, cast, final

from fmbook.books.europa_41.facts import BLOWN, DELUGES, SLOWED, Border
from fmbook.books.europa_41.ice import frozen
from fmbook.books.europa_41.ownership import of_kind, owns
from fmbook.components.setup import Edge, Setup, Ways
from fmbook.core.cache import per_state
from fmbook.core.state import State, Unit
from fmbook.core.verdicts import Closed, Cost
from fmbook.engine.matters import ALLOWANCE, LIE_OF_THE_LAND, MOVER
from fmbook.engine.rulebook import Matter, costs, settles
from fmbook.geometry.boards import Board

__all__ = [
    "CLASSES",
    "OPEN_WATER",
    "SHORE_TO_SHORE",
    "GroundSurvey",
    "Lie",
    "edge_of",
    "flooding_of",
    "ground_of",
    "mover_of",
    "per_ground",
    "steps_of",
    "survey_of",
    "table",
]  # fmt: skip

FLOODING: "Matter[[State], Mapping[int, str]]" = Matter("flooding", "the hexes that are flooded now, and how")

CLASSES = ("cm", "mot")
NOWHERE: Final = frozenset[Any]()
T = TypeVar("T")
SHORE_TO_SHORE = frozenset({"rail_ferry"})
OPEN_WATER: Final = "open_water"  # what nobody marches over
GROUND = ("clear", "woods", "swamp", "canal_intensive")


def mover_of(unit: Unit) -> str:
    """Return the column of the chart that a unit moves by."""
    return next((word for word in CLASSES if word in unit.traits), "other")


@settles("europa_41:chart/class", MOVER, clauses=())
def by_class(state: State, unit: Unit) -> str:
    """A unit moves by its class: combat/motorized, motorized, or any other."""
    return mover_of(unit)


@settles("europa_41:chart/allowance", ALLOWANCE)
def printed_allowance(state: State, unit: Unit) -> int:
    """A unit has the movement points on its counter, three fewer under a “+3 MP” marker."""
    slow = 6 if unit.number in SLOWED.of(state) else 0
    return max(unit.allowance - slow, 0)


# --- what lies there now --------------------------------------------------------------------------


class Lie(NamedTuple):
    """The ground as it is now for a side: all that may have changed since the map was printed."""

    floods: frozenset[tuple[int, str]]  # hexes under water, each with what it is now
    frozen: frozenset[int]
    blown: frozenset[Border]
    opened: frozenset[Border]  # sides that only their owner crosses, and this side is
    helped: frozenset[int]  # hexes with engineers
    massive: frozenset[int] = NOWHERE  # hexes that were flooded massively

    def edge(self, setup: Setup, here: int, there: int) -> Edge:
        """Return a step: the hexes, what lies between them, and who helps."""
        board, pair = setup.board, (here, there) if here < there else (there, here)
        border = board.border(here, there) if there in board.neighbours[here] else SHORE_TO_SHORE
        now = [word for word, sides in (("blown", self.blown), ("open", self.opened)) if pair in sides]
        if here in self.frozen and there in self.frozen:
            now.append("frozen")
        if here in self.helped or there in self.helped:
            now.append("engineers")
        return Edge(self.ground(setup, here), self.ground(setup, there), border.union(now), setup.costs)

    def ground(self, setup: Setup, place: int) -> frozenset[str]:
        """Return the features of a hex; a flooded hex is swamp, or prohibited, but keeps its cities."""
        features, changed = setup.board.features[place], dict(self.floods).get(place)
        if changed:
            flood = {changed, "flooded", "massive"} if place in self.massive else {changed, "flooded"}
            features = (features - frozenset(GROUND)) | flood
        return features | {"frozen"} if place in self.frozen else features


@settles("europa_41:chart/lie", LIE_OF_THE_LAND)
def as_it_is_now(state: State, side: int) -> Lie:
    """A step is priced as the ground is now: frozen, flooded, blown, owned by whoever crosses, or with engineers."""
    floods = _floods(state)
    return Lie(
        frozenset(floods.items()) if floods else NOWHERE,
        frozen(state),
        BLOWN.of(state),
        _opened(state, side),
        _helped(state, side),
        frozenset(flood.place for flood in DELUGES.of(state) if flood.kind == "massive"),
    )


def _opened(state: State, side: int) -> frozenset[Border]:
    special = state.board.links("special")
    soviet = special and state.setup.sides[side] == "Soviet"
    return frozenset(pair for pair in special if owns(state, side, *pair)) if soviet else NOWHERE


def _helped(state: State, side: int) -> frozenset[int]:
    engineers = of_kind(state, side, "engineer")
    return frozenset([state.where[unit] for unit in engineers if state.where[unit] >= 0]) if engineers else NOWHERE


@per_state
def _floods(state: State) -> Mapping[int, str]:
    return FLOODING.of(state.setup)(state)


def flooding_of(state: State, place: int) -> str:
    """Tell what a flood has made of a hex, “swamp” or “prohibited”, as the rulebook settles it; else nothing."""
    return _floods(state).get(place, "")


def ground_of(state: State, place: int) -> frozenset[str]:
    """Return the features of a hex as they are now, for either side."""
    return survey_of(state, state.phase.side).ground(place)


def edge_of(state: State, unit: Unit, here: int, there: int) -> Edge:
    """Return a step as it is now for a unit."""
    return survey_of(state, unit.side).edge(here, there)


# --- what is asked of the ground again and again --------------------------------------------------

SURVEYS: Final = 32
"""Of so many states of the ground all is kept that was asked: sappers and engineers make ever new ones."""


@final
class GroundSurvey:
    """The ground as it lies, and all that has been worked out of it: right for as long as it lies like that."""

    __slots__ = ("_edges", "_ground", "_steps", "_tolls", "ferries", "lie", "memo", "setup")

    def __init__(self, setup: Setup, lie: Lie) -> None:
        self.setup, self.lie, self.ferries = setup, lie, tuple(_ferries(setup.board))
        self._edges: dict[Border, Edge] = {}
        self._ground: dict[int, frozenset[str]] = {}
        self._tolls: dict[tuple[str, int, int], int | None] = {}
        self._steps: dict[tuple[str, bool], Ways] = {}
        self.memo: dict[Any, Any] = {}

    def edge(self, here: int, there: int) -> Edge:
        """Return a step: the hexes, what lies between them, and who helps."""
        edge = self._edges.get((here, there))
        if edge is None:
            edge = self._edges[here, there] = self.lie.edge(self.setup, here, there)
        return edge

    def ground(self, place: int) -> frozenset[str]:
        """Return the features of a hex as they are now."""
        ground = self._ground.get(place)
        if ground is None:
            ground = self._ground[place] = self.lie.ground(self.setup, place)
        return ground

    def toll(self, kind: str, here: int, there: int) -> int | None:
        """Return what a step costs a class of mover, in half points; None if it cannot be made."""
        key = kind, here, there
        if key not in self._tolls:
            self._tolls[key] = self.setup.toll(kind, self.edge(here, there))
        return self._tolls[key]

    def steps(self, kind: str, *, ferries: bool) -> Ways:
        """Return the steps of a class of mover, with rail ferries or without."""
        found = self._steps.get((kind, ferries))
        if found is None:
            setup, lie = self.setup, self.lie
            pairs = [*_next_door(setup.board), *(self.ferries if ferries else ())]
            prices = {(here, there): setup.toll(kind, lie.edge(setup, here, there)) for here, there in pairs}
            known = {pair: price for pair, price in prices.items() if price is not None}
            found = self._steps[kind, ferries] = Ways(known, setup.board.bit_index)
        return found


@per_state
def survey_of(state: State, side: int) -> GroundSurvey:
    """Return all about the ground as it is now for a side, as the rulebook settles how it lies."""
    setup = state.setup
    lie = cast(Lie, LIE_OF_THE_LAND.of(setup)(state, side))
    kept: dict[Lie, GroundSurvey] = setup.memo.setdefault("surveys", {})
    found = kept.get(lie)
    if found is None:
        if len(kept) >= SURVEYS:
            kept.clear()
        found = kept[lie] = GroundSurvey(setup, lie)
    return found


def per_ground(function: Callable[[State, int], T]) -> Callable[[State, int], T]:
    """Keep what a function of a state and a side says for as long as the ground lies as it does for that side."""

    @wraps(function)
    def kept(state: State, side: int) -> T:
        memo = survey_of(state, side).memo
        if function not in memo:
            memo[function] = function(state, side)
        return memo[function]  # type: ignore[no-any-return]

    return kept


def steps_of(state: State, side: int, kind: str, *, ferries: bool = False) -> Ways:
    """Return the steps of a class of mover with the ground as it is now for a side, with rail ferries or without."""
    return survey_of(state, side).steps(kind, ferries=ferries)


# --- what each step costs now ---------------------------------------------------------------------


def _next_door(board: Board) -> Iterator[Border]:
    return ((here, there) for here, near in enumerate(board.neighbours) for there in near)


def _ferries(board: Board) -> Iterator[Border]:
    """Return the two ways of each rail ferry, from shore to shore."""
    for path in board.paths:
        if path.kind == "rail_ferry":
            yield from ((path.through[0], path.through[-1]), (path.through[-1], path.through[0]))


# --- the chart ------------------------------------------------------------------------------------


@costs("europa_41:chart", clauses=())
def by_the_chart(edge: Edge, mover: str) -> Iterator[Cost | Closed]:
    """A hex costs what the chart says for the class of the unit; nobody enters open water."""
    if edge.entering & {"sea", "lake"}:
        frozen = "lake" in edge.entering and "frozen" in edge.entering
        price = Cost(edge.costs.enter[f"frozen_lake {mover}"] or 0, "frozen lake")
        yield price if frozen else Closed("{hex} is open water, and nobody marches there")
        return
    for word in [word for word in GROUND if word in edge.entering][:1]:
        yield Cost(edge.costs.enter[f"{word} {mover}"] or 0, f"{word.replace('_', ' ')} ground")


@costs("europa_41:41.A.4.a/shut", clauses=("R41-T1-d",))
def nobody_enters_so_much_water(edge: Edge, mover: str) -> Iterator[Closed]:
    """After S* nobody enters the flooded hex for two turns."""
    if "prohibited" in edge.entering and "massive" not in edge.entering:
        yield Closed("{hex} is under so much water that nobody enters it in this turn and the next")


@costs("europa_41:41.A.4.b/shut", clauses=("R41-A.4.b-f",))
def nobody_enters_a_massive_flood(edge: Edge, mover: str) -> Iterator[Closed]:
    """A massively flooded hex is prohibited in this player turn and the next."""
    if "prohibited" in edge.entering and "massive" in edge.entering:
        yield Closed("{hex} is flooded massively, and nobody enters it in this player turn and the next")


def _crossing(edge: Edge, mover: str, word: str, text: str, *, helped: bool = True) -> Cost:
    """Return what a hexside adds; engineers save a point of it, but never the last."""
    price = edge.costs.cross[f"{word} {mover}"] or 0
    if helped and "engineers" in edge.border and price > 2:
        return Cost(price - 2, f"{text}, with engineers")
    return Cost(price, text)


@costs("europa_41:chart/rivers", clauses=())
def rivers(edge: Edge, mover: str) -> Iterator[Cost]:
    """A river adds its price; over a frozen minor river there is none."""
    if "major_river" in edge.border:
        yield _crossing(edge, mover, "major_river", "major river")
    if "minor_river" in edge.border and "frozen" not in edge.border:
        yield _crossing(edge, mover, "minor_river", "minor river")


@costs("europa_41:chart/water", clauses=())
def open_water(edge: Edge, mover: str) -> Iterator[Closed]:
    """Nobody marches over sea, nor over a lake that is not frozen, unless an entry of rule 41 lets them."""
    if "sea" in edge.border and "special" not in edge.border:
        yield Closed("the sea lies between {here} and {hex}")
    if "lake" in edge.border and "frozen" not in edge.border:
        yield Closed("a lake that is not frozen lies between {here} and {hex}")


# --- 41.A and 41.E · treated as a major river, or as other water ----------------------------------


def _as_treated(edge: Edge, mover: str, word: str) -> Iterator[Cost | Closed]:
    """Price a hexside as the one that the chart has it treated as."""
    if word in edge.border:
        row = edge.costs.treated[word]
        if row.march == OPEN_WATER:
            yield Closed(row.says)
        else:
            yield _crossing(edge, mover, row.march, row.says, helped=row.engineers)


@costs("europa_41:41.A.1/march", clauses=("R41-A.1-a", "R41-A.1-b", "R41-A.1-f"))
def causeways_are_major_rivers(edge: Edge, mover: str) -> Iterator[Cost | Closed]:
    """A road or railway across water is a causeway: it is crossed like a major river, until it is blown."""
    if "causeway" in edge.border and "blown" in edge.border:
        yield Closed("the causeway between {here} and {hex} is blown")
    else:
        yield from _as_treated(edge, mover, "causeway")


@costs("europa_41:41.A.2/price", clauses=("R41-A.2-b", "R41-A.2-c"))
def a_ferry_is_one_major_river(edge: Edge, mover: str) -> Iterator[Cost | Closed]:
    """The whole way by rail ferry costs what one major river does, and no engineer makes it cheaper."""
    if not edge.entering & {"sea", "lake"}:
        yield from _as_treated(edge, mover, "rail_ferry")


@costs("europa_41:41.E.1/march", clauses=("R41-E.1-a",))
def the_strait_is_a_major_river(edge: Edge, mover: str) -> Iterator[Cost | Closed]:
    """Ground units march over the Kerch Straits as over a major river."""
    return _as_treated(edge, mover, "strait")


@costs("europa_41:41.E.2/march", clauses=("R41-E.2-a",))
def the_sounds_are_major_rivers(edge: Edge, mover: str) -> Iterator[Cost | Closed]:
    """The water among the Baltic islands, and between them and Estonia, is crossed like a major river."""
    return _as_treated(edge, mover, "baltic")


@costs("europa_41:41.E.3/march", clauses=("R41-E.3-b",))
def kronshtadt_and_leningrad(edge: Edge, mover: str) -> Iterator[Cost | Closed]:
    """A Soviet player who owns both hexes crosses from Kronshtadt to Leningrad as over a major river; nobody else."""
    if "special" in edge.border and "open" not in edge.border:
        yield Closed("only a Soviet player who owns both {here} and {hex} crosses the water between them")
    yield from _as_treated(edge, mover, "open")


@costs("europa_41:41.E.6/march", clauses=("R41-E.6-a", "R41-E.6-b"))
def the_vuoksa_never_freezes(edge: Edge, mover: str) -> Iterator[Cost | Closed]:
    """The lower Vuoksa is a minor river in any frost, and its two lakes are open water."""
    yield from _as_treated(edge, mover, "vuoksa")
    yield from _as_treated(edge, mover, "vuoksa_lake")


# --- tables of answers that grow with what is asked -----------------------------------------------

FULL: Final = 1024
"""The boards are small: in play the same few hundred marches, courses and hexsides are asked for again and again."""


def table(memo: dict[str, Any], name: str) -> dict[Any, Any]:
    """Return a table by its name, of those that live as long as a board or its ground; a full one begins anew."""
    found: dict[Any, Any] | None = memo.get(name)
    if found is None or len(found) >= FULL:
        found = memo[name] = {}
    return found
