"""Section 12: floods on the march, in retreat and advance."""

from collections.abc import Iterable, Iterator

from fmbook.books.fire_and_movement.movement import no_infiltration_into_floods
from fmbook.components.setup import Edge
from fmbook.core.orders import Advance
from fmbook.core.state import State, Unit
from fmbook.core.verdicts import Bar, Closed, Cost
from fmbook.engine.matters import FULL_HEXES, RETREAT_ENDS
from fmbook.engine.rulebook import Step, costs, forbids, settles
from fmbook.mechanics.movement import points

FREE_FALL = "free-retreat"
WATER = frozenset(("flooded", "inlet"))


@costs("scheldt:12.0/roads", replaces="fm:5.2/road", clauses=("SC-12.0-4", "SC-TEC-3", "SC-TEC-4", "SC-TEC-5"))
def roads_stop_at_the_water(edge: Edge, mover: str) -> Iterator[Cost]:
    """A road gives its price from one dry hex to the next; a canal or the causeway still costs its extra."""
    if "road" in edge.border and edge.costs.road is not None and not WATER & (edge.leaving | edge.entering):
        yield Cost(edge.costs.road, "the road", instead=True)
        for word in sorted(edge.border & edge.costs.cross.keys()):
            extra = edge.costs.cross[word]
            if extra:
                yield Cost(extra, f"the {word}, {points(extra)} more", instead=True)


@costs("scheldt:12.0/march", clauses=("SC-12.0-2", "SC-12.0-3", "SC-TEC-2"))
def floods_take_a_whole_march(edge: Edge, mover: str) -> Iterator[Cost]:
    """A flooded hex takes the whole allowance, so that only a unit which starts beside it gets in."""
    if "flooded" in edge.entering:
        yield Cost(edge.costs.enter["flooded"] or 0, "the flood")


@costs("scheldt:12.0/mobile", clauses=("SC-12.0-7", "SC-12.0-8", "SC-12.0-9", "SC-12.1-2"))
def mobile_units_keep_out_of_floods(edge: Edge, mover: str) -> Iterator[Closed]:
    """Mobile units never move, retreat or advance into a flooded hex."""
    if "flooded" in edge.entering and mover.startswith("mobile"):
        yield Closed("{hex} is flooded, and mobile units such as {unit} do not enter floods")


@forbids("scheldt:12.0/infiltration", Step, bars="hexes", replaces="fm:6.1/flooded", clauses=("SC-12.0-5",))
def nobody_infiltrates_into_floods(state: State, unit: Unit) -> Iterable[Bar]:
    """No unit infiltrates into a flooded hex."""
    return no_infiltration_into_floods(state, unit)


@forbids("scheldt:12.0/advance", Advance, bars="hexes", clauses=("SC-12.0-11",))
def an_advance_ends_in_the_flood(state: State, unit: Unit) -> Iterator[Bar]:
    """An advance goes no further than the first flooded hex that it enters."""
    if state.asks[-1].count and state.where[unit.number] in state.board.having("flooded"):
        yield Bar(state.setup.all_places, "{unit} has advanced into a flooded hex and goes no further", "stay-back")


@settles("scheldt:12.1", RETREAT_ENDS, replaces="fm:7.7/end", option=FREE_FALL, clauses=("SC-12.1-3",))
def floods_do_not_shorten_a_retreat(state: State, unit: Unit, way: tuple[int, ...], count: int) -> bool:
    """Taken by the letter of 12.1, infantry falls back through flooded hexes as through any others."""
    full = FULL_HEXES.of(state.setup)(state, unit.side)
    return len(way) >= count and way[-1] not in full
