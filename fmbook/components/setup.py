"""A game's immutable data: the board, the counters as printed, the rulebook, the tables, the scenario."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any, Final, NamedTuple, final
from weakref import WeakKeyDictionary

from msgspec import Struct

from fmbook.components.tables import Table
from fmbook.core.bitsets import BitIndex
from fmbook.core.errors import NoSuchName
from fmbook.core.orderlist import OrderRow
from fmbook.core.orders import Order
from fmbook.core.state import MadeOnce, Unit
from fmbook.core.verdicts import ALL, Closed, Cost
from fmbook.engine.rulebook import Rule, RuleClash, in_a_sentence
from fmbook.engine.ruleset import Ruleset
from fmbook.geometry.boards import Board
from fmbook.geometry.floodfill import Waves, waves

__all__ = ["Closer", "Edge", "Marker", "MovementCosts", "Setup", "TreatedAs", "Ways", "forget_tables"]


A_POINT: Final = 2
TABLES: Final = 8  # of steps, kept for one board


class Marker(NamedTuple):
    """A kind of support marker: its name on the counter, its worth, and what is special about it."""

    name: str
    value: int
    special: str = ""


class TreatedAs(Struct, frozen=True, forbid_unknown_fields=True):
    """What a booklet has a kind of hex or hexside treated as: by marches, by attacks and overruns, by sappers."""

    march: str = ""
    mover: str = ""  # the class of mover, or the trait of a unit, that treats it so, if not all do
    says: str = ""  # what a march is told of it
    attack: str = ""
    overrun: str = ""
    engineers: bool = True  # whether they make it cheaper
    sappers: str = ""
    provenance: str = "printed"
    source: str = ""
    clauses: tuple[str, ...] = ()


class MovementCosts(NamedTuple):
    """The movement column of a terrain chart, in half points; ``ALL`` takes everything, None is barred."""

    enter: Mapping[str, int | None]
    cross: Mapping[str, int | None]
    road: int | None = None
    treated: Mapping[str, TreatedAs] = MappingProxyType({})


class Edge(NamedTuple):
    """A step as the chart sees it: what is left, what is entered, what lies between."""

    leaving: frozenset[str]
    entering: frozenset[str]
    border: frozenset[str]
    costs: MovementCosts


class Ways:
    """Where each hex leads, for one class of mover, cheapest first; what leads into it, lowest hex first.

    Steps that take a whole march stand apart: they can only be a first one.
    """

    def __init__(self, prices: Mapping[tuple[int, int], int], bit_index: BitIndex) -> None:
        self.prices, self.bit_index = prices, bit_index
        leads: list[list[tuple[int, int]]] = [[] for _ in bit_index.bit]
        enters: list[list[tuple[int, int]]] = [[] for _ in bit_index.bit]
        whole: dict[int, set[int]] = {}
        for (here, there), price in prices.items():
            if price == ALL:
                whole.setdefault(here, set()).add(there)
            else:
                leads[here].append((price, there))
                enters[there].append((price, here))
        self.leads = tuple(tuple(sorted(near)) for near in leads)
        self.enters = tuple(tuple(sorted(near, key=lambda way: way[1])) for near in enters)
        self.whole: Mapping[int, frozenset[int]] = {here: frozenset(there) for here, there in whole.items()}
        self.cheapest = min((near[0][0] for near in self.leads if near), default=1)
        self.dearest = max((near[-1][0] for near in self.leads if near), default=1)
        self.open_ground: dict[tuple[int, int], Any] = {}  # by hex and points, kept by the search for fields

    @cached_property
    def behind(self) -> tuple[frozenset[int], ...]:
        """Map each hex to those from which a step leads into it, unless it takes a whole march."""
        return tuple(frozenset(near for _, near in ways) for ways in self.enters)

    @cached_property
    def waves(self) -> Waves:
        """The same steps, sorted so that many are made at once."""
        return waves(self.bit_index, self.leads, self.enters)


_WAYS: Final["WeakKeyDictionary[Board, list[tuple[tuple[Any, ...], Ways]]]"] = WeakKeyDictionary()
"""The tables of a board, each after what it was made by: all games on it can use one, which may take two megabytes."""


def forget_tables() -> None:
    """Let the next game make its tables of steps by itself, for whoever watches which rules do so."""
    _WAYS.clear()


class Closer(NamedTuple):
    """What closes a step: its rule and sentence, and the price once it is lifted, None if another one closes it too."""

    rule: str
    text: str
    price: int | None


WHOLE: Final = "{what} in {{hex}} takes a whole march and can only be entered by a unit that starts beside it"


def _says_closed(rule: Rule, cost: Any) -> str | None:
    if cost is None:
        return f"{{hex}} is closed to {{unit}}: {in_a_sentence(rule.says)}"
    if type(cost) is Closed:
        return cost.text
    return WHOLE.format(what=cost.text) if cost.halves == ALL else None


def _price_by(said: list[tuple[Rule, Any]]) -> int | None:
    if any(_says_closed(*each) is not None for each in said):
        return None
    costs = [cost for _, cost in said]
    return sum(cost.halves for cost in [cost for cost in costs if cost.instead] or costs) or A_POINT


@final
class Setup(MadeOnce):
    """A game's immutable data: board, counters, rulebook and tables."""

    __slots__ = (
        "_closers", "_rows", "_tolls", "_ways", "all_markers", "all_places", "all_units", "board", "book", "costs",
        "data", "marker_numbers", "markers", "memo", "scenario", "sides", "system", "tables", "turns", "unit_numbers",
        "units",
    )  # fmt: skip

    def __init__(
        self,
        *,
        system: str,
        scenario: str,
        board: Board,
        units: tuple[Unit, ...],
        sides: tuple[str, str],
        book: Ruleset,
        costs: MovementCosts,
        tables: Mapping[str, Table],
        markers: tuple[Marker, ...] = (),
        turns: int = 1,
        data: Mapping[str, Any] | None = None,
    ) -> None:
        self.system, self.scenario, self.board, self.units, self.sides = system, scenario, board, units, sides
        self.book, self.costs, self.markers, self.turns = book, costs, markers, turns
        self.tables: Mapping[str, Table] = MappingProxyType(dict(tables))
        self.data: Mapping[str, Any] = MappingProxyType(dict(data or {}))
        self.all_units = frozenset(range(len(units)))
        self.all_places = frozenset(range(len(board.places)))
        self.all_markers = frozenset(range(len(markers)))
        self.unit_numbers: Mapping[str, int] = MappingProxyType({unit.id: unit.number for unit in units})
        self.marker_numbers: Mapping[str, int] = MappingProxyType({each.name: n for n, each in enumerate(markers)})
        self.memo: dict[Any, Any] = {}
        self._ways: dict[str, Ways] = {}
        self._rows: dict[tuple[type[Order], int | None], OrderRow] = {}
        self._closers: dict[tuple[str, frozenset[str], frozenset[str], frozenset[str]], Mapping[str, Closer]] = {}
        self._tolls: dict[tuple[str, frozenset[str], frozenset[str], frozenset[str]], int | None] = {}

    # --- names and numbers ---------------------------------------------------------

    def unit(self, name: str) -> Unit:
        """Return the unit of a name."""
        try:
            return self.units[self.unit_numbers[name]]
        except (KeyError, TypeError):
            raise NoSuchName("unit", name, self.unit_numbers, self.system) from None

    def number(self, sort: str, name: str) -> int:
        """Return the number behind a name of some sort."""
        if sort == "hex":
            return self.board.at(name)
        if sort == "unit":
            return self.unit(name).number
        try:
            return self.marker_numbers[name]
        except (KeyError, TypeError):
            raise NoSuchName("marker", name, self.marker_numbers, self.system) from None

    def name(self, sort: str, number: int) -> str:
        """Return the name of a number of some sort."""
        if sort == "hex":
            return self.board.places[number]
        return self.units[number].id if sort == "unit" else self.markers[number].name

    def everything(self, sort: str) -> frozenset[int]:
        """Return all numbers of a sort."""
        if sort == "hex":
            return self.all_places
        return self.all_units if sort == "unit" else self.all_markers

    def row(self, kind: type[Order], unit: int | None = None) -> OrderRow:
        """Return the orders of one kind by their last name: by hex for one unit, or by their only name."""
        key = kind, unit
        row = self._rows.get(key)
        if row is None:
            one: Callable[..., Order] = kind
            make = one if unit is None else partial(one, self.units[unit].id)
            row = self._rows[key] = OrderRow(make, self._names(kind.takes[-1]))
        return row

    def _names(self, sort: str) -> Sequence[str]:
        if sort == "hex":
            return self.board.places
        return [unit.id for unit in self.units] if sort == "unit" else [marker.name for marker in self.markers]

    # --- the ground under way --------------------------------------------------------

    def price(self, mover: str, here: int, there: int) -> tuple[int | None, tuple[tuple[Cost, str], ...]]:
        """Ask every rule what a step costs; None means that the step is barred. The costs come with their rules."""
        board = self.board
        edge = Edge(board.features[here], board.features[there], board.border(here, there), self.costs)
        return self.priced(mover, edge)

    def ways(self, mover: str) -> Ways:
        """Return the table of steps for a class of mover, made once."""
        ways = self._ways.get(mover)
        if ways is None:
            ways = self._ways[mover] = self._shared_ways(mover)
        return ways

    def _shared_ways(self, mover: str) -> Ways:
        """Return the table that a game on this board has made by the same rules and the same chart, or make it."""
        made_by, kept = (mover, self.book.costs, self.costs), _WAYS.setdefault(self.board, [])
        ways = next((each for by, each in kept if by == made_by), None)
        if ways is None:
            ways = Ways(dict(self._all_prices(mover)), self.board.bit_index)
            kept[:] = [*kept[1 - TABLES :], (made_by, ways)]
        return ways

    def _all_prices(self, mover: str) -> "list[tuple[tuple[int, int], int]]":
        board, found = self.board, []
        for here, near in enumerate(board.neighbours):
            for there in near:
                edge = Edge(board.features[here], board.features[there], board.border(here, there), self.costs)
                price = self.toll(mover, edge)
                if price is not None:
                    found.append(((here, there), price))
        return found

    def toll(self, mover: str, edge: Edge) -> int | None:
        """Tell what a step of any kind costs; each kind is priced once, for rules look at nothing but the edge."""
        kind = mover, edge.leaving, edge.entering, edge.border  # the chart is the same for all
        if kind not in self._tolls:
            self._tolls[kind] = self.priced(mover, edge)[0]
        return self._tolls[kind]

    def priced(self, mover: str, edge: Edge) -> tuple[int | None, tuple[tuple[Cost, str], ...]]:
        """Ask every rule what a step of any kind costs, on ground as it is now; None means that it is barred."""
        costs: list[tuple[Cost, str]] = []
        for rule in self.book.costs:
            for cost in rule.function(edge, mover):
                if cost is None or type(cost) is Closed:
                    return None, ()
                costs.append((cost, rule.id))
        lines = tuple(line for line in costs if line[0].instead) or tuple(costs)
        points = [cost.halves for cost, _ in lines]
        if sum(points) < 1 and ALL not in points:
            blamed = " and ".join(rule for _, rule in lines) or "no rule"
            raise RuleClash(
                f"A step costs at least half a point, and {blamed} would let one cost {sum(points)} halves."
            )
        return (ALL if ALL in points else sum(points)), lines

    def closers(self, mover: str, edge: Edge) -> Mapping[str, Closer]:
        """Return what closes a step or makes a whole march of it, by section, and what it would cost without each."""
        kind = mover, edge.leaving, edge.entering, edge.border
        if kind not in self._closers:
            self._closers[kind] = dict(self._asked_what_closes(mover, edge))
        return self._closers[kind]

    def _asked_what_closes(self, mover: str, edge: Edge) -> Iterator[tuple[str, Closer]]:
        said = [(rule, cost) for rule in self.book.costs for cost in rule.function(edge, mover)]
        for rule, cost in said:
            text = _says_closed(rule, cost)
            if text is not None:
                others = [(other, each) for other, each in said if other.section != rule.section]
                yield rule.section, Closer(rule.id, text, _price_by(others))
