"""Section 3 and 15.1: setting up, and who gets the amphibious vehicles."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, combinations

from fmbook.books.veritable.facts import HOST
from fmbook.books.veritable.ground import full
from fmbook.books.veritable.movement import outposts
from fmbook.books.veritable.orders import Attach
from fmbook.books.veritable.sequence import ALLIED, BOATS, FREE, GERMAN, RESERVE, to_the_next_phase
from fmbook.core.dice import Chance
from fmbook.core.events import Eliminated, Event, Placed
from fmbook.core.orders import Place
from fmbook.core.state import OFF_MAP, State, Unit
from fmbook.core.verdicts import Bar, Only, Reason
from fmbook.engine.matters import not_due
from fmbook.engine.rulebook import does, follows, forbids, settles


def _waiting(state: State, side: int) -> list[int]:
    """Return the units still to be set up, in the order of the list; reserves wait in their box."""
    return [
        unit.number
        for unit in state.setup.units
        if unit.side == side and state.where[unit.number] == OFF_MAP and RESERVE not in unit.traits
    ]


@forbids("veritable:3.0", Place, bars="units", option=FREE, clauses=("V-3.0-a", "V-3.0-b", "V-3.0-h"))
def units_are_set_up_in_order(state: State, side: int) -> Iterable[Only]:
    """The German side sets up first: Outposts, garrisons, the others; reserves stay in their boxes."""
    return (Only(frozenset(_waiting(state, side)[:1]), "{unit} is not the next to be set up", "the next unit"),)


@does("veritable:3.0/place", Place, clauses=("V-3.0-a",))
def set_up(state: State, order: Place, chance: Chance) -> Iterator[Event]:
    """A unit is placed; with the last one the other side begins, and then the battle."""
    yield Placed(order.unit, order.to)
    if len(_waiting(state, state.side)) == 1:
        yield from to_the_next_phase(state, first=False)


@forbids("veritable:3.0/where", Place, bars="hexes", option=FREE,
         clauses=("V-3.0-c", "V-3.0-e", "V-3.0-f", "V-3.0-g", "V-3.0-i", "V-3.0-r1"))  # fmt: skip
def where_units_start(state: State, unit: Unit) -> Iterator[Bar]:
    """Outposts and other Germans start east of the line, garrisons in Cleve or Goch, Allies west; none over a river."""
    having, garrison = state.board.having, "garrison" in unit.traits
    if unit.side == ALLIED:
        yield Only(having("allied_setup"), "{to} is not west of the Outpost Line")
    elif garrison:
        yield Only(having("cleve") | having("goch"), "{unit} starts in Cleve or in Goch")
    else:
        yield Only(having("german_setup"), "{to} is not east of the Outpost Line")
    yield Bar(full(state, unit), "{to} has no room for {unit}")


@forbids("veritable:3.0/outposts", Place, bars="hexes", option=FREE, clauses=("V-3.0-d",))
def outposts_watch_the_line(state: State, unit: Unit) -> Iterator[Only]:
    """Each hex along the line holds or touches an Outpost in the end; none may be placed so that it cannot be done."""
    if unit.number not in outposts(state):
        return
    todo = state.board.having("outpost_hexes") - _watched(state, _standing(state))
    others = len([number for number in _waiting(state, GERMAN) if number in outposts(state)]) - 1
    able = (places for left, places in _left(state, todo).items() if _can_finish(state, left, others))
    yield Only(
        frozenset(chain.from_iterable(able)),
        "{to} leaves part of the line unwatched for good",
        "a hex nearer to the gap",
    )


def _standing(state: State) -> frozenset[int]:
    return frozenset(state.where[number] for number in outposts(state) if state.where[number] >= 0)


def _watched(state: State, places: frozenset[int]) -> frozenset[int]:
    return places.union(*(state.board.neighbours[place] for place in places))


def _left(state: State, todo: frozenset[int]) -> Mapping[frozenset[int], list[int]]:
    """Return what one more Outpost would leave unwatched, each with the hexes where it would."""
    found: dict[frozenset[int], list[int]] = {}
    for place in state.board.having("german_setup"):
        found.setdefault(todo.difference(state.board.neighbours[place], (place,)), []).append(place)
    return found


def _can_finish(state: State, left: frozenset[int], others: int) -> bool:
    if not left or not others:
        return not left
    posts = [_watched(state, frozenset({post})) & left for post in state.board.having("outpost_hexes")]
    return any(left <= frozenset().union(*chosen) for chosen in combinations(posts, min(others, len(posts))))


# --- 15.1 · The amphibious vehicles ---------------------------------------------------------------------


@forbids("veritable:15.1", Attach, bars="units", option=BOATS, clauses=("V-15.1-a",))
def one_brigade_gets_the_boats(state: State, side: int) -> Iterator[Only]:
    """One Allied brigade gets the vehicles as the game begins, in reserve or not, and keeps them."""
    able = (unit.number for unit in state.setup.units if unit.side == ALLIED)
    yield Only(frozenset(able), "{unit} is no Allied brigade")


@settles("veritable:15.1/once", not_due(Attach), clauses=("V-15.1-a",))
def the_boats_are_given_once(state: State, order: Attach) -> Iterator[Reason]:
    """The vehicles are given as the game begins, where the option is played, and stay with their brigade."""
    if BOATS in state.setup.book.options:
        yield Reason("the amphibious vehicles are given out before turn 1, and never change hands")
    else:
        yield Reason("the amphibious vehicles are an option, and it is not played")


@does("veritable:15.1/attach", Attach, clauses=("V-15.1-a",))
def attach(state: State, order: Attach, chance: Chance) -> Iterator[Event]:
    """The vehicles never change hands."""
    yield HOST.becomes(order.unit, f"{order.unit} gets the amphibious vehicles.")
    yield from to_the_next_phase(state, first=False)


@follows("veritable:15.1/lost", Eliminated, option=BOATS, clauses=("V-15.1-b",))
def lost_with_its_brigade(state: State, event: Eliminated, chance: Chance) -> Iterator[Event]:
    """The vehicles are lost with their brigade."""
    if event.unit == HOST.of(state):
        yield HOST.becomes("", "The amphibious vehicles are lost.")
