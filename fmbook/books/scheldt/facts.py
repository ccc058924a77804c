"""What a game of the Scheldt keeps besides its board and its counters."""

from fmbook.core.facts import Fact

ROAD_HELD = Fact(
    "road_to_schore",
    frozenset[int],
    "the road hexes from Woensdrecht to Schore in which an Allied unit was the last",
    default=frozenset(),
)
BOATS = Fact(
    "boats", tuple[tuple[int, int, int], ...], "the units that came by boat, each with its hex and turn", default=()
)
GARRISONS = Fact(
    "garrisons",
    tuple[tuple[int, int], ...],
    "the hexes where somebody landed on a German unit, with that unit",
    default=(),
)
LOST_BEACHES = Fact("lost beaches", tuple[int, ...], "the hexes that are closed to Germans for good")
NAVAL_TARGETS = Fact("naval targets", tuple[int, ...], "the hexes at which naval guns have been fired")
REBUILT = Fact("rebuilt", int, "the rebuilds that have been used in this phase")
CAME = Fact(
    "came", tuple[int, ...], "the units that came in during this phase, and those that made room for them", default=()
)
