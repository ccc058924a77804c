"""What a game of Vimy keeps besides its board and its counters."""

from fmbook.core.facts import Fact

AIRCRAFT = Fact("aircraft", int, "the aircraft that the Allies have left")
SHELLS = Fact("shells", int, "the bombardment markers that a side has left for this turn")
LAID = Fact("laid", tuple[int, ...], "the units on which markers have been laid, one entry for each marker")
FLIGHTS = Fact("flights", tuple[int, ...], "the hexes over which Allied aircraft circle")
REPLACEMENTS = Fact("replacements", int, "the replacements that a side has left tonight")
ALLIED_GROUND = Fact(
    "allied_ground",
    frozenset[int],
    "the peaks and supply hexes in which a Canadian unit was the last",
    default=frozenset(),
)
