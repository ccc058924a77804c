"""Sections 12 and 15: floods and inlets, the sea, the causeway; and which line of the table holds."""

from collections.abc import Iterator

from fmbook.kit import Edge
from fmbook.mechanics.marching import points
from fmbook.mechanics.tables import Row
from fmbook.orders import Advance
from fmbook.rulebook import costs, forbids, settles
from fmbook.rulebooks.fire_and_movement.combat import row_on
from fmbook.rulebooks.fire_and_movement.movement import ground_and_hexsides
from fmbook.rulebooks.scheldt.pocket import FERRY, is_ferry
from fmbook.state import Battle, State, Unit
from fmbook.verdicts import Bar, Cost

FREE_FALL = "free-retreat"
WATER = frozenset(("flooded", "inlet"))


# --- 15 · Sea, inlets, causeway -------------------------------------------------------------------


@costs(
    "scheldt:15.0",
    replaces="fm:5.2",
    clauses=("SC-12.0-2", "SC-12.0-3", "SC-13.0-6", "SC-13.0-7", "SC-13.0-8", "SC-15.0-2", "SC-15.0-3", "SC-15.1-2",
             "SC-15.1-3", "SC-15.1-4", "SC-15.1-5", "SC-15.1-6", "SC-15.2-1", "SC-15.2-2", "SC-15.2-3", "SC-TEC-1",
             "SC-TEC-2", "SC-TEC-4", "SC-TEC-5", "SC-TEC-6", "SC-TEC-7"),
)  # fmt: skip
def land_and_water(edge: Edge, mover: str) -> Iterator[Cost | None]:
    """Sea and barred hexsides are closed, water takes a whole march; the Braakman is crossed as 13.0 allows."""
    if is_ferry(edge, mover):
        yield Cost(FERRY, f"the Braakman, {points(FERRY)} more")
        edge = edge._replace(border=edge.border - {"all_sea"})
    yield from ground_and_hexsides(edge, mover)


# --- 12 · Floods ------------------------------------------------------------------------------------


@costs("scheldt:12.0/roads", replaces="fm:5.2/road", clauses=("SC-12.0-4", "SC-TEC-3", "SC-TEC-4", "SC-TEC-5"))
def roads_stop_at_the_water(edge: Edge, mover: str) -> Iterator[Cost]:
    """A road gives its price from one dry hex to the next; a canal or the causeway still costs its extra."""
    if "road" in edge.border and edge.costs.road is not None and not WATER & (edge.leaving | edge.entering):
        yield Cost(edge.costs.road, "the road", instead=True)
        for word in sorted(edge.border & edge.costs.cross.keys()):
            extra = edge.costs.cross[word]
            if extra:
                yield Cost(extra, f"the {word}, {points(extra)} more", instead=True)


@costs("scheldt:12.0/mobile", clauses=("SC-12.0-7", "SC-12.0-8", "SC-12.0-9", "SC-12.1-2"))
def mobile_units_keep_out_of_floods(edge: Edge, mover: str) -> Iterator[None]:
    """Mobile units never move, retreat or advance into a flooded hex."""
    if "flooded" in edge.entering and mover.startswith("mobile"):
        yield None


@forbids("scheldt:12.0/advance", Advance, bars="hexes", clauses=("SC-12.0-11",))
def an_advance_ends_in_the_flood(state: State, unit: Unit) -> Iterator[Bar]:
    """An advance goes no further than the first flooded hex that it enters."""
    if state.asks[-1].count and state.where[unit.number] in state.board.having("flooded"):
        yield Bar(state.kit.all_places, "{unit} has advanced into a flooded hex and goes no further", "stay-back")


@settles("scheldt:12.1", "retreat ends", replaces="fm:7.7/end", option=FREE_FALL, clauses=("SC-12.1-3",))
def floods_do_not_shorten_a_retreat(state: State, unit: Unit, way: tuple[int, ...], count: int) -> bool:
    """Taken by the letter of 12.1, infantry falls back through flooded hexes as through any others."""
    full = state.kit.book.settled["full hexes"].function(state, unit.side)
    return len(way) >= count and way[-1] not in full


# --- the line of the table ----------------------------------------------------------------------------


@settles(
    "scheldt:CRT",
    "row",
    replaces="fm:7.4",
    clauses=("SC-12.0-6", "SC-12.1-1", "SC-CRT-2", "SC-CRT-3", "SC-CRT-4", "SC-CRT-5", "SC-CRT-6"),
)
def line_of_the_ground(state: State, battle: Battle) -> Row:
    """The toughest line holds, Coastal only for a beach assault; engineers turn floods into clear ground."""
    ground, units = state.board.features[battle.target], state.units(battle.attackers)
    if any("engineer" in unit.traits for unit in units):
        ground -= WATER
    if is_beach_assault(state, battle):
        ground |= {"beach_assault"}
    return row_on(state, battle, ground)


def is_beach_assault(state: State, battle: Battle) -> bool:
    """Tell whether a unit that came by boat attacks the enemy in its own hex."""
    return battle.side == 0 and any(state.where[unit] == battle.target for unit in battle.attackers)
