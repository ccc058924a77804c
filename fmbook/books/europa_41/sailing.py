"""41.B to 41.E · Ships: canals, straits, rivers, seas that they may not enter, and units put ashore."""

from collections.abc import Iterable
from typing import Final

from fmbook.books.europa_41.facts import CANAL, Border
from fmbook.books.europa_41.ownership import axis_sides, owner_of, owns
from fmbook.books.europa_41.waters import Passage, chart_of, is_ship
from fmbook.core.cache import per_board
from fmbook.core.state import State, Unit
from fmbook.core.verdicts import Bar, Excuse, Reason
from fmbook.engine.rulebook import Matter, Step, excuses, forbids, settles

PORTS_SHUT: "Matter[[State, Unit], frozenset[int]]" = Matter("ports shut", "the ports that a ship cannot enter")

__all__: list[str] = []

BIG = ("tf", "cg")
OPEN, CLOSED, SHUT = "open", "closed", "shut"
NOWHERE: Final = frozenset[int]()


@per_board
def _links(state: State, kind: str, sides: frozenset[Border] | None = None) -> frozenset[int]:
    """Return the links of a kind, or those of them that touch some hexsides."""
    chart = chart_of(state)
    links = [link for link in chart.links if link.kind == kind]
    return frozenset(link.number for link in links if sides is None or chart.sides(link) & sides)


def _over(these: frozenset[int], says: str) -> Iterable[Bar]:
    """Bar some links or hexes, where the board has any."""
    return (Bar(these, says),) if these else ()


# --- 41.A.1 · Causeways ---------------------------------------------------------------------------


@forbids("europa_41:41.A.1/sail", Passage, bars="hexes", clauses=("R41-A.1-d", "R41-A.1-e"))
def no_ship_passes_a_causeway(state: State, ship: Unit) -> Iterable[Bar]:
    """A causeway shuts the water off: what lies on one side of it does not get to the other, not even round its end."""
    return _over(_links(state, "causeway"), "the causeway is in the way of {unit}")


# --- 41.B · The Suez Canal ------------------------------------------------------------------------


@forbids("europa_41:41.B/axis", Passage, bars="hexes", clauses=("R41-B-c",))
def the_axis_never_uses_the_canal(state: State, ship: Unit) -> Iterable[Bar]:
    """Axis ships never use the Suez Canal, whoever owns it."""
    if state.setup.sides[ship.side] != "Axis":
        return ()
    return _over(_links(state, "suez"), "the Suez Canal is never open to the Axis")


@forbids("europa_41:41.B/sail", Passage, bars="hexes", clauses=("R41-B-a", "R41-B-b", "R41-B-e"))
def through_an_open_canal(state: State, ship: Unit) -> Iterable[Bar]:
    """Allied ships use the sides of the canal that are Allied-owned, from Port Said to Suez, while it is open."""
    status, held, found = CANAL.of(state), axis_sides(state), list[Bar]()
    if status != OPEN:
        why = "closed for a time" if status == CLOSED else "blocked"
        found.append(Bar(_links(state, "suez"), f"the Suez Canal is {why}"))
    if held:
        found.append(Bar(_links(state, "suez", held), "a side of the canal on the way is owned by the Axis"))
    return found


# --- 41.C · The Corinth Canal ---------------------------------------------------------------------


@forbids("europa_41:41.C/owner", Passage, bars="hexes", clauses=("R41-C-a", "R41-C-b"))
def both_banks_of_the_corinth_canal(state: State, ship: Unit) -> Iterable[Bar]:
    """Ships pass the Corinth Canal if their side owns both hexes beside it."""
    if all(owns(state, ship.side, *pair) for pair in state.board.links("corinth")):
        return ()
    return _over(_links(state, "corinth"), "the side of {unit} does not own both hexes of the Corinth Canal")


@forbids("europa_41:41.C/size", Passage, bars="hexes", clauses=("R41-C-c",))
def no_big_ships_in_the_corinth_canal(state: State, ship: Unit) -> Iterable[Bar]:
    """A group with a task force or a carrier group does not get through."""
    if ship.traits.isdisjoint(BIG):
        return ()
    return _over(_links(state, "corinth"), "{unit} contains a TF or CG, too big for the Corinth Canal")


# --- 41.D · Shatt al Arab and Tigris --------------------------------------------------------------


@forbids("europa_41:41.D/size", Passage, bars="hexes", clauses=("R41-D-b",))
def no_big_ships_on_the_tigris(state: State, ship: Unit) -> Iterable[Bar]:
    """Between the coast and the inland ports go groups without a task force or carrier group, along the river."""
    if ship.traits.isdisjoint(BIG):
        return ()
    return _over(_links(state, "tigris"), "{unit} contains a TF or CG, too big for the Shatt al Arab")


@forbids("europa_41:41.D/limit", Passage, bars="hexes", clauses=("R41-D-c",))
def no_further_than_kut(state: State, ship: Unit) -> Iterable[Bar]:
    """Kut-al-Imara is the end: nobody goes upriver of the last navigable side."""
    last = state.board.links("limit")
    above = _links(state, "minor_river", frozenset(last)) if last else NOWHERE
    return _over(above, "no ship goes further upriver than Kut-al-Imara")


@forbids("europa_41:41.D/branches", Passage, bars="hexes", clauses=("R41-D-d",))
def not_into_rivers_that_join(state: State, ship: Unit) -> Iterable[Bar]:
    """No ship leaves the main river for the rivers and lakes that join it."""
    only = "only the Shatt al Arab and the Tigris are navigable, not what joins them"
    return _over(_links(state, "minor_river"), only)


def ports_shut_to(state: State, ship: Unit) -> frozenset[int]:
    """Return the ports in which a ship may not lie, as the rulebook settles it."""
    shut: frozenset[int] = PORTS_SHUT.of(state.setup)(state, ship)
    return shut


@settles("europa_41:41.D/ports", PORTS_SHUT, clauses=("R41-D-a", "R41-D-b"))
def inland_ports_shut(state: State, ship: Unit) -> frozenset[int]:
    """Ships do not lie in an inland port of the enemy, nor a group with a task force or carrier group in any."""
    inland = state.board.having("inland_port")
    if not inland or not ship.traits.isdisjoint(BIG):
        return inland
    return frozenset(place for place in inland if owner_of(state, place) == 1 - ship.side)


def why_a_port_is_shut(state: State, ship: Unit, place: int) -> Reason:
    """Say why a ship may not lie in a port, and by which rule."""
    name = state.board.places[place]
    if owner_of(state, place) == 1 - ship.side:
        return Reason(f"{name} is an inland port of the enemy", rule="europa_41:41.D")
    return Reason(f"{name} is an inland port, and {ship.id} contains a TF or CG", rule="europa_41:41.D/size")


# --- 41.E · Soviet waters -------------------------------------------------------------------------


@forbids("europa_41:41.E.1/sail", Passage, bars="hexes", clauses=("R41-E.1-e", "R41-E.1-f"))
def not_between_two_enemy_shores(state: State, ship: Unit) -> Iterable[Bar]:
    """Ships may go to both hexes of the Kerch Straits at any time, but not through if the enemy owns both."""
    shores = state.board.having("strait_hex")
    if not shores or not owns(state, 1 - ship.side, *shores):
        return ()
    return _over(_links(state, "strait"), "the enemy owns both shores of the Kerch Straits")


@forbids("europa_41:41.E.4/sail", Step, bars="hexes", clauses=("R41-E.4-a",))
def the_sivash_is_too_shallow(state: State, unit: Unit) -> Iterable[Bar]:
    """No ship enters a hex of the Sivash; it is no bar to whoever goes on foot."""
    if not is_ship(unit):
        return ()
    return _over(state.board.having("sivash"), "{to} belongs to the Sivash, too shallow for ships")


@forbids("europa_41:naval/flotilla", Step, bars="hexes")
def flotillas_keep_to_the_shore(state: State, unit: Unit) -> Iterable[Bar]:
    """River flotillas keep to rivers and coasts and do not enter the open sea."""
    if "flotilla" not in unit.traits:
        return ()
    return _over(state.board.having("sea"), "{to} is open sea, and {unit} is a river flotilla")


@excuses("europa_41:41.E.5/sail", Step, from_rule="europa_41:naval/flotilla", clauses=("R41-E.5-a",))
def the_sea_of_azov_is_open_to_flotillas(state: State, unit: Unit) -> Iterable[Excuse]:
    """A river flotilla may enter any all-sea hex of the Sea of Azov."""
    return (Excuse(state.board.having("azov"), "the Sea of Azov is sheltered"),)
