"""Section 15: the sea, inlets, the causeway; and what a step costs."""

from collections.abc import Iterator

from fmbook.books.fire_and_movement.movement import ground_and_hexsides
from fmbook.books.scheldt.floods import WATER
from fmbook.books.scheldt.pocket import FERRY, is_closed_braakman, is_ferry
from fmbook.components.setup import Edge
from fmbook.core.verdicts import Closed, Cost
from fmbook.engine.rulebook import costs
from fmbook.mechanics.movement import points

SEA, BARRED = "all_sea", "barred"  # hexsides that nobody crosses


@costs(
    "scheldt:15.0",
    replaces="fm:5.2",
    clauses=("SC-13.0-8", "SC-15.0-1", "SC-15.0-2", "SC-15.0-3", "SC-TEC-7"),
)
def land_and_sea(edge: Edge, mover: str) -> Iterator[Cost | Closed]:
    """Nobody enters the sea or crosses an all-sea hexside, but the Braakman as 13.0 allows; land is priced as ever."""
    if is_ferry(edge, mover):
        yield Cost(FERRY, f"the Braakman, {points(FERRY)} more")
    elif SEA in edge.border and not is_closed_braakman(edge, mover):
        yield Closed("the hexside between {here} and {hex} is all sea, and no unit crosses it")
    if "sea" in edge.entering:
        yield Closed("{hex} is a sea hex, and no unit enters it but by assault boat")
    dry = edge._replace(entering=edge.entering - WATER - {"sea"}, border=edge.border - {SEA, BARRED})
    yield from ground_and_hexsides(dry, mover)


@costs("scheldt:15.1", clauses=("SC-15.1-2", "SC-15.1-3", "SC-15.1-4", "SC-15.1-5", "SC-15.1-6", "SC-TEC-6"))
def inlets_take_a_whole_march(edge: Edge, mover: str) -> Iterator[Cost]:
    """An inlet takes the whole allowance, as a flooded hex does; leaving it costs nothing special."""
    if "inlet" in edge.entering:
        yield Cost(edge.costs.enter["inlet"] or 0, "the river inlet")


@costs("scheldt:15.2", clauses=("SC-15.2-1", "SC-15.2-2", "SC-15.2-3"))
def the_causeway_alone(edge: Edge, mover: str) -> Iterator[Closed]:
    """From 1838 one goes to 1739 alone, and back: neither 1839 nor 1939 is entered from it, nor it from them."""
    if BARRED in edge.border:
        yield Closed("no unit goes from {here} to {hex}: the causeway leads from 1838 to 1739 alone")
