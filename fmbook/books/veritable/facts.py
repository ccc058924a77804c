"""What a game of Veritable keeps besides its board and its counters."""

from fmbook.core.facts import Fact

HOST = Fact("host", str, "the brigade that has the amphibious vehicles")
FIGHTS_FIRST = Fact("fights_first", bool, "whether the side whose turn it is fights before it moves")
SURGES = Fact("surges", int, "how often the Luftwaffe has come out")
UNSUPPLIED = Fact(
    "unsupplied", frozenset[int], "the units that were found without supply at the last check", default=frozenset()
)
CAPTURED = Fact(
    "captured", frozenset[int], "the hexes of Cleve and Goch in which an Allied unit was the last", default=frozenset()
)
EXITED = Fact(
    "exited", tuple[tuple[str, int], ...], "the units that have left the map, each with the hex it left by", default=()
)
FORTRESS_CHIT = Fact(
    "fortress", str, "the chit of Cleve, once it is drawn: “prepared”, “surprised”, or none", default=""
)
ASKED = Fact("asked", tuple[str, ...], "the reserves that have been asked for in this turn")
REFUSED = Fact("refused", tuple[str, ...], "the reserves that have been refused for good")
RELEASED = Fact("released", tuple[str, ...], "the reserves that have been released in this turn")
