"""What a game of Eben-Emael keeps besides its board and its counters."""

from fmbook.core.facts import Fact

LANDING = Fact("landing", int, "whether the gliders have still to land as the game begins")
GLIDERS_WANTED = Fact("nine", int, "how many gliders are enough; with 0 all of them land")
LANDED = Fact(
    "landed",
    tuple[int | str, ...],
    "the sectors in which gliders came down, one entry for each; a scenario names them",
    default=(),
)
RAID = Fact("raid", int, "the strength of the air attack before the landing")
RAIDED = Fact("raided", int, "whether that attack has been made")
AIR = Fact("air", int, "whether the scenario has aircraft", default=1)
FLOWN = Fact("flown", int, "whether aircraft have attacked in this turn")
GUNS = Fact("guns", int, "whether the scenario lets Belgian guns fire", default=1)
BATTERIES_THERE = Fact("batteries", int, "the German batteries beyond the canal")
SHELLED = Fact("shelled", int, "the batteries that have fired in this turn")
DRAW = Fact("draw", int, "the special actions that are drawn each turn")
POOL = Fact(
    "pool", tuple[str, ...], "the special actions that are still in the cup; all, until one is drawn", default=()
)
IN_HAND = Fact("held", tuple[str, ...], "the special actions that were drawn and not used yet")
ADDED = Fact("added", int, "the turn in which all German attacks add 1", default=-1)
BLOCKED = Fact("blocked", frozenset[int], "the works whose doors a special action has blocked")
SEALED = Fact("sealed", frozenset[int], "the works that a charge has sealed")
DESTROYED = Fact("destroyed", frozenset[int], "the works that are destroyed")
GROUND = Fact("ground", frozenset[int], "the sectors in which a German unit was the last")
INSIDE = Fact(
    "inside", frozenset[int], "the units that are in works; all garrisons, until one comes or goes", default=frozenset()
)
BELOW = Fact("below", int, "the Belgian men in the galleries")
FIRED = Fact("fired", frozenset[int], "the weapons that have fired in this turn")
MET = Fact("met", frozenset[int], "the machine guns that have fired at this attack")
CHARGES = Fact("charges", tuple[int, ...], "the shaped charges of each unit; as printed, until one is used")
FLAMES = Fact("flames", tuple[int, ...], "the flamethrowers of each unit; as printed, until one is used")
LOST = Fact("lost", tuple[int, int], "the men that each side has lost", default=(0, 0))
GOAL = Fact("goal", int, "the points that win the scenario; with 0 the booklet's levels count")
