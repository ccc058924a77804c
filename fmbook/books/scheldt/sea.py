"""Section 15: the sea, inlets, the causeway; and what a step costs."""

from collections.abc import Iterator

from fmbook.books.fire_and_movement.movement import ground_and_hexsides
from fmbook.books.scheldt.pocket import FERRY, is_ferry
from fmbook.components.setup import Edge
from fmbook.core.verdicts import Cost
from fmbook.engine.rulebook import costs
from fmbook.mechanics.movement import points


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
