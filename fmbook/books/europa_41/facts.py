"""What a game of rule 41 keeps besides its board and its counters."""

from typing import NamedTuple

from fmbook.core.facts import Fact

Border = tuple[int, int]


class Deluge(NamedTuple):
    """A flood: where, of which kind, in which player turn it came."""

    place: int
    kind: str
    since: int


TASK = Fact("task", int, "the task that was begun")
SAID = Fact("said", int, "the questions of this round that have been answered")
RESULTS = Fact("results", tuple[bool, ...], "for each task that is over, whether it was solved")
DONE = Fact("done", tuple[str, ...], "what has been done in this task, as its goal names it")
PLAYER_TURN = Fact("player turn", int, "the player turns of this task so far")
ANNOUNCEMENT = Fact("announced", bool, "whether the attack that a task begins with has been announced")
WEEK = Fact("week", int, "the week of the month in which a task begins", default=1)
HEXES = Fact("{} hexes", frozenset[int], "the hexes that a side owns")
AXIS_HELD = Fact(
    "axis sides",
    frozenset[Border],
    "the sides of the canal whose banks the Axis was the last to own",
    default=frozenset(),
)
CANAL = Fact("canal", str, "whether the Suez Canal is open, closed for a time, or shut for good", default="open")
BLOWN = Fact("blown", frozenset[Border], "the bridges that are blown")
RAIL = Fact("rail {}", int, "the rail capacity that a side has left, in halves of an RE")
FERRIED = Fact("ferried", int, "what the ferry has carried in this player turn, in halves of an RE")
ABOARD = Fact("aboard", tuple[tuple[str, str], ...], "the units that are aboard, each with its ship")
LIES = Fact(
    "lies", tuple[tuple[int, int], ...], "the ships that have sailed, each with the water it lies on", default=()
)
EXITED = Fact(
    "exited",
    tuple[tuple[str, str], ...],
    "the units that have left the map, each with the region that counts it",
    default=(),
)
FROST = Fact("frost", bool, "whether there is frost")
BUILDING_SUPPLY = Fact("smp", int, "the points of supply for building that are left")
AIRFIELDS = Fact("airfields", frozenset[int], "the hexes with a temporary airfield")
RUINED = Fact("ruined", frozenset[int], "the hexes whose port and airbase are ruined")
SLOWED = Fact("slowed", frozenset[int], "the units under a +3 MP marker")
CALLED_OFF = Fact(
    "called off", frozenset[int], "the units whose attack was called off in this phase", default=frozenset()
)
DELUGES = Fact("deluges", tuple[Deluge, ...], "the floods of this task so far")
SURRENDERED = Fact("surrendered", bool, "whether the Netherlands have surrendered")
POOL = Fact("SRP {}", int, "the points of relief that a nation has left")
