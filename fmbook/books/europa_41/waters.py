"""Where ships lie and where they can go: seas, coasts, straits, canals, rivers.

A ship lies on a *water*: the sea of a hex, or one side of a river. A coastal hex can have two waters that do not meet,
as at a dike, a strait or an isthmus; a dike, a strait and a canal part the waters of their hexes, and so does land.
Waters that touch are linked, and the rules bar links: ``the way by sea`` is a search over what is left.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any, Final, NamedTuple, final

from fmbook.books.europa_41.facts import LIES
from fmbook.core.cache import per_board, per_state
from fmbook.core.orders import Order
from fmbook.core.state import State, Unit
from fmbook.engine.bars import said, shut
from fmbook.engine.rulebook import GoOn, Step
from fmbook.geometry.boards import Board
from fmbook.mechanics.movement import limits
from fmbook.mechanics.pathfinding import reached_by

__all__ = [
    "Link",
    "Passage",
    "Voyage",
    "Water",
    "WaterChart",
    "chart_of",
    "closed_to",
    "course",
    "hexes_of",
    "is_ship",
    "lies_on",
    "reached",
    "voyage_of",
]  # fmt: skip

WET = ("sea", "lake", "baltic")
MEETING = ("strait", "causeway")  # two waters meet there; rules say who may pass
NAVIGABLE = ("suez", "corinth", "tigris")
RIVERS = (*NAVIGABLE, "minor_river")
STEP = 2  # a point for each hex, or side of a river
NOTHING: Final = frozenset[int]()


class Passage(Order):
    """Not an order but an act: taking a ship from water to water. Rules close links to it, by their numbers."""

    takes = ("unit", "hex")
    speaks = "Taking {unit} to {to}"


class Water(NamedTuple):
    """A stretch of water that a ship can lie on: in a hex, toward some others; or a hexside of a river or canal."""

    place: int
    toward: frozenset[int]
    side: tuple[int, int] | None = None


class Link(NamedTuple):
    """A step from water to water, and what it leads over, such as “sea”, “strait” or “suez”."""

    number: int
    start: int
    end: int
    kind: str


class WaterChart(NamedTuple):
    """All waters of a board, and what links them."""

    waters: tuple[Water, ...]
    links: tuple[Link, ...]
    leads: tuple[tuple[Link, ...], ...]  # by water
    of_hex: Mapping[int, tuple[int, ...]]  # by hex the waters that a ship lies on when it is told to go there
    berths: tuple[tuple[int, ...], ...]  # by water the hexes where a ship lies that is on it

    @property
    def numbers(self) -> frozenset[int]:
        """All links, by their numbers."""
        return frozenset(range(len(self.links)))

    def sides(self, link: Link) -> frozenset[tuple[int, int]]:
        """Return the riverine hexsides that a link touches."""
        ends = (self.waters[link.start].side, self.waters[link.end].side)
        return frozenset(side for side in ends if side)


def is_ship(unit: Unit) -> bool:
    """Tell whether a unit sails."""
    return "ship" in unit.traits


# --- the chart of a board -------------------------------------------------------------------------


@per_board
def chart_of(state: State) -> WaterChart:
    """Return the waters of the board."""
    return _chart(state.board)


def _chart(board: Board) -> WaterChart:
    waters = [Water(place, group) for place in range(len(board.places)) for group in _groups(board, place)]
    waters += [Water(min(side), frozenset(side), side) for side in _navigable(board)]
    of_hex: dict[int, list[int]] = {}
    for number, water in enumerate(waters):
        for place in water.side or (water.place,):
            of_hex.setdefault(place, []).append(number)
    links: list[Link] = []
    for (a, one), (b, other) in combinations(enumerate(waters), 2):
        if kind := _joined(board, one, other):
            links += [Link(len(links), a, b, kind), Link(len(links) + 1, b, a, kind)]
    leads = tuple(tuple(link for link in links if link.start == number) for number in range(len(waters)))
    found = {place: tuple(numbers) for place, numbers in of_hex.items()}
    berths = tuple(water.side or (water.place,) for water in waters)
    return WaterChart(tuple(waters), tuple(links), leads, found, berths)


def _navigable(board: Board) -> list[tuple[int, int]]:
    """Return the sides of rivers and canals that ships go along, and those of rivers that join them."""
    sides = [side for word in NAVIGABLE for side in board.links(word)]
    return [*sides, *board.links("minor_river")] if board.links("tigris") else sides


def _is_open_water(board: Board, place: int) -> bool:
    return bool(board.features[place] & {"sea", "lake"})


def _groups(board: Board, place: int) -> Iterator[frozenset[int]]:
    """Return the waters of a hex: the hexes around it toward which each lies."""
    around = board.neighbours[place]
    if _is_open_water(board, place):
        yield frozenset(near for near in around if _crosses(board, place, near))
        return
    wet = [near for near in around if _crosses(board, place, near)]
    while wet:
        group, rim = {wet[0]}, [wet[0]]
        for near in rim:
            rim += (fresh := [other for other in wet if other not in group and other in board.neighbours[near]])
            group.update(fresh)
        wet = [near for near in wet if near not in group]
        yield frozenset(group)
    yield from _roads(board, place)


def _roads(board: Board, place: int) -> Iterator[frozenset[int]]:
    """Return the end of a strait where only the other shore has a coast: a ship lies there off both shores."""
    for near in board.neighbours[place]:
        if "strait" in board.border(place, near):
            ends = set(board.neighbours[place]) & set(board.neighbours[near])
            yield from (frozenset({end}) for end in ends if _crosses(board, near, end) > _crosses(board, place, end))


def _crosses(board: Board, a: int, b: int) -> bool:
    """Tell whether water lies between two hexes that no dike, strait or canal parts."""
    border = board.border(a, b)
    return bool(border.intersection(WET)) and not border.intersection(MEETING)


def _joined(board: Board, one: Water, other: Water) -> str:
    """Tell what links two waters; an empty word if nothing does."""
    if one.side and other.side:
        shared = set(one.side) & set(other.side)
        ends = (set(one.side) ^ set(other.side)) if shared else set()
        if len(ends) == 2 and max(ends) in board.neighbours[min(ends)]:
            kinds = {_kind(board, *one.side), _kind(board, *other.side)}
            return "minor_river" if "minor_river" in kinds else kinds.pop()
        return ""
    if one.side or other.side:
        river, sea = (one, other) if one.side else (other, one)
        assert river.side
        return _kind(board, *river.side) if _is_mouth(board, river.side, sea) else ""
    if other.place in one.toward and one.place in other.toward:
        return _kind(board, one.place, other.place)
    return _meeting(board, one, other)


def _is_mouth(board: Board, side: tuple[int, int], sea: Water) -> bool:
    """Tell whether a river or canal opens on a water: at a corner of its last side, or where the board says so."""
    corners = set(board.neighbours[side[0]]) & set(board.neighbours[side[1]])
    if _is_open_water(board, sea.place):
        return sea.place in corners
    if sea.place not in side:
        return False
    return "mouth" in board.features[sea.place] or bool(corners & sea.toward)


def _meeting(board: Board, one: Water, other: Water) -> str:
    """Tell whether two waters meet at a strait or at a dike: of one hex, or of the hexes on its two banks."""
    if one.toward & other.toward:  # they lie at the same end of it
        off_both = "strait" in board.border(one.place, other.place) and not _reaches(board, one, other)
        return "sea" if off_both else ""
    if one.place == other.place:
        borders = [board.border(one.place, near) for near in board.neighbours[one.place]]
    else:
        borders = [board.border(one.place, other.place)]
    return next((word for word in MEETING if any(word in border for border in borders)), "")


def _reaches(board: Board, one: Water, other: Water) -> bool:
    """Tell whether both of two waters lie toward a hex over a coast of their own."""
    return all(_crosses(board, water.place, near) for water in (one, other) for near in one.toward & other.toward)


def _kind(board: Board, a: int, b: int) -> str:
    border = board.border(a, b)
    return next((word for word in (*RIVERS, *WET) if word in border), "")


# --- where a ship lies, and where it gets to ------------------------------------------------------


def lies_on(state: State, ship: Unit) -> int:
    """Return the water that a ship lies on: as recorded, or where it began, or the first of its hex."""
    lies = LIES.of(state)
    known: dict[int, int] = dict(lies) if lies else {}
    if ship.number in known:
        return known[ship.number]
    chart, place = chart_of(state), state.where[ship.number]
    toward = state.setup.data["goal"].get("toward", {}).get(ship.id)
    if toward:
        near, found = state.board.at(toward), chart.of_hex[place]
        return next((number for number in found if near in chart.waters[number].toward), found[0])
    return chart.of_hex[place][0]


def closed_to(state: State, ship: Unit) -> dict[int, tuple[str, str]]:
    """Return the links that the rules close to a ship, each with the sentence and its rule."""
    chart, start, found = chart_of(state), lies_on(state, ship), dict[int, tuple[str, str]]()
    for act, meant in ((Passage, _itself), (Step, _end_of), (GoOn, _start_of)):
        for bar, check in said(state.setup.book.guard(act).second, state, ship):
            for link in chart.links if act is not GoOn else _not_from(chart, start):
                if all(bar.stops(number) for number in meant(chart, link)):
                    place = state.board.places[chart.waters[link.end].place]
                    text = bar.text.format(unit=ship.id, to=place, hex=place)
                    found.setdefault(link.number, (text, check.rule.id))
    return found


def _itself(_: WaterChart, link: Link) -> tuple[int, ...]:
    return (link.number,)


def _end_of(chart: WaterChart, link: Link) -> tuple[int, ...]:
    """Return the hexes of the water that a link leads to: a river is closed where both of its banks are."""
    return chart.berths[link.end]


def _start_of(chart: WaterChart, link: Link) -> tuple[int, ...]:
    return chart.berths[link.start]


def _not_from(chart: WaterChart, start: int) -> Iterator[Link]:
    return (link for link in chart.links if link.start != start)


def _closed(state: State, ship: Unit) -> frozenset[int]:
    """Return the links that the rules close to a ship, without saying why."""
    chart, bounds = chart_of(state), limits(state, ship)
    found = shut(state.setup.book.guard(Passage).second, state, ship, chart.numbers)
    if bounds.closed:
        found |= _links_of(state, bounds.closed, _end_of)
    if bounds.halts:
        found |= _links_of(state, bounds.halts, _start_of).difference(
            [link.number for link in chart.leads[lies_on(state, ship)]]
        )
    return found


@per_board
def _links_of(
    state: State, places: frozenset[int], ends: Callable[[WaterChart, Link], tuple[int, ...]]
) -> frozenset[int]:
    """Return the links that lead into some hexes, or out of them."""
    chart = chart_of(state)
    return frozenset(link.number for link in chart.links if places.issuperset(ends(chart, link)))


@final
class Voyage:
    """Where a ship gets to from a water while the same links are closed to it, and what is worked out of that."""

    __slots__ = ("found", "memo")

    def __init__(self, found: Mapping[int, tuple[int, int]]) -> None:
        self.found = found
        self.memo: dict[str, Any] = {}


def voyage_of(state: State, ship: Unit) -> Voyage:
    """Return where a ship gets to."""
    return _voyage(state, ship.number)


@per_state
def _voyage(state: State, number: int) -> Voyage:
    ship = state.setup.units[number]
    return _voyage_from(state, lies_on(state, ship), ship.allowance, _closed(state, ship))


@per_board
def _voyage_from(state: State, start: int, most: int, closed: frozenset[int]) -> Voyage:
    leads = [[(STEP, end) for number, _, end, _ in near if number not in closed] for near in chart_of(state).leads]
    return Voyage(reached_by(leads, start, most))


def reached(state: State, ship: Unit, *, freely: bool = False) -> Mapping[int, tuple[int, int]]:
    """Map each water within reach to its price and the water before it; ``freely`` over what rules close."""
    if not freely:
        return voyage_of(state, ship).found
    return _voyage_from(state, lies_on(state, ship), ship.allowance, NOTHING).found


def course(found: Mapping[int, tuple[int, int]], start: int, end: int) -> tuple[int, ...]:
    """Return the waters from start to end, both included."""
    back = [end]
    while back[-1] != start:
        back.append(found[back[-1]][1])
    return tuple(reversed(back))


def hexes_of(chart: WaterChart, waters: tuple[int, ...]) -> tuple[int, ...]:
    """Return a course as hexes; of the two banks of a river the one that comes in sight first."""
    found: list[int] = []
    for number in waters:
        water = chart.waters[number]
        bank = next((place for place in water.side if place not in found), water.side[1]) if water.side else water.place
        if not found or found[-1] != bank:
            found.append(bank)
    return tuple(found)
