"""Orders: what a player may ask for. One order is one decision, and one line of a record.

Orders speak names, as printed: ``Move("8/3", "2317")`` is the line ``move 8/3 2317``, both ways.
"""

from collections.abc import Iterable
from inspect import get_annotations
from typing import Any, ClassVar, Self

from msgspec import Struct

from fmbook.core.calls import checked
from fmbook.core.errors import FmbookError, nearest

__all__ = [
    "Advance", "Attack", "Bombard", "EndPhase", "Enter", "HoldFire", "Join", "Leave", "Lose", "Move", "Order",
    "OrderError", "Place", "Ready", "Rebuild", "Retreat", "Roll", "StandFast", "StayBack", "Support", "deed",
    "imperative", "instruction", "order",
]  # fmt: skip

VERBS: "dict[str, type[Order]]" = {}
MOST = 400  # characters of an order, as in a record
SILENT_E = frozenset({"advanc", "clos", "fir", "giv", "leav", "mov", "plac", "strik", "tak", "us"})
"""What is left of verbs on -e before their -ing."""


class OrderError(FmbookError, ValueError):
    """A line that is no order: what was read, why it is none, and the form it should have."""


class Order:
    """The base of all orders. ``takes`` says which sorts of names it needs, in the order of its fields.

    They are frozen structs: quickly made, and, holding no cycles, nothing that the collector has to look at.
    """

    __slots__ = ()

    verb: ClassVar[str] = ""
    takes: ClassVar[tuple[str, ...]] = ()
    speaks: ClassVar[str] = ""  # the act in a sentence: "Moving 4/4 to 2317"
    aimed: ClassVar[bool] = False  # whether its unit stays where it is and does something elsewhere, such as firing
    weigh: ClassVar[str] = ""  # what to think of before one gives it, which the second hint says
    in_full: ClassVar[bool] = False  # whether a button says the whole act, where the verb by itself does not tell it
    lasting: ClassVar[str] = ""  # the act as an answer for a whole turn, where it can be given for one
    arguments: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        """Make the verb known, and which of its fields are names."""
        cls.arguments = tuple(get_annotations(cls))[: len(cls.takes)]
        if cls.verb:
            VERBS[cls.verb] = cls

    @property
    def names(self) -> tuple[str, ...]:
        """The names it speaks of, one for each sort that it takes."""
        return tuple([getattr(self, argument) for argument in self.arguments])

    def __str__(self) -> str:
        return " ".join((self.verb, *self.names))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self.names))})"

    @classmethod
    def read(cls, words: list[str]) -> Self:
        """Make the order from the words that follow its verb."""
        if len(words) != len(cls.takes):
            form = " ".join((cls.verb, *(sort.upper() for sort in cls.takes)))
            raise OrderError(f"“{' '.join((cls.verb, *words))}” is not complete or says too much. Write: {form}")
        return cls(*words)


class Move(Order, Struct, frozen=True, gc=False):
    """March a unit to a hex; ``via`` pins hexes that the way must pass, in that order.

    >>> import fmbook as fm
    >>> game = fm.new_game("drill", "first_steps")
    >>> game.can(fm.Move("B1", "0405"))
    Moving B1 to 0405: allowed.
    """

    verb, takes, speaks = "move", ("unit", "hex"), "Moving {unit} to {to}"
    weigh = (
        "what can the unit attack from there, what can attack it there, and does it come nearer to what you play for?"
    )
    unit: str
    to: str
    via: tuple[str, ...] = ()

    def __str__(self) -> str:
        via = f" via {' '.join(self.via)}" if self.via else ""
        return f"move {self.unit} {self.to}{via}"

    def __repr__(self) -> str:
        via = f", via={self.via!r}" if self.via else ""
        return f"Move({self.unit!r}, {self.to!r}{via})"

    @classmethod
    def read(cls, words: list[str]) -> Self:
        """Make the order from the words that follow its verb."""
        if len(words) > 3 and words[2].casefold() == "via":
            return cls(words[0], words[1], tuple(words[3:]))
        if len(words) != 2:
            said = " ".join(("move", *words))
            raise OrderError(f"“{said}” is no march. Write: move UNIT HEX, or: move UNIT HEX via HEX …")
        return cls(words[0], words[1])


class Place(Order, Struct, frozen=True, gc=False):
    """Put a unit on the map at set-up.

    >>> import fmbook as fm
    >>> fm.order("place 8/3 2536")
    Place('8/3', '2536')
    """

    verb, takes, speaks = "place", ("unit", "hex"), "Placing {unit} on {to}"
    unit: str
    to: str


class Enter(Order, Struct, frozen=True, gc=False):
    """Bring a unit that is due onto the map.

    >>> import fmbook as fm
    >>> fm.order("enter 1Wx 0103")
    Enter('1Wx', '0103')
    """

    verb, takes, speaks = "enter", ("unit", "hex"), "Bringing {unit} in at {to}"
    unit: str
    to: str


class Leave(Order, Struct, frozen=True, gc=False):
    """March a unit to a hex of the far edge and off the map.

    >>> import fmbook as fm
    >>> fm.order("leave 85 0236")
    Leave('85', '0236')
    """

    verb, takes, speaks = "leave", ("unit", "hex"), "Leaving the map with {unit} from {to}"
    unit: str
    hex: str


class Attack(Order, Struct, frozen=True, gc=False):
    """Open an attack on a hex; units join it one by one.

    >>> import fmbook as fm
    >>> game = fm.new_game("drill", "first_steps")
    >>> _ = game.do("move B1 0405"), game.do("end-phase")
    >>> game.can(fm.Attack("0406"))
    Attacking 0406: allowed.
    """

    verb, takes, speaks = "attack", ("hex",), "Attacking {to}"
    weigh = "who pays in most throws? Look at the bars before you throw. With more units in the attack they change."
    target: str


class Bombard(Order, Struct, frozen=True, gc=False):
    """Open a bombardment of a hex by support fire alone.

    >>> import fmbook as fm
    >>> fm.order("bombard 2835")
    Bombard('2835')
    """

    verb, takes, speaks = "bombard", ("hex",), "Bombarding {to}"
    target: str


class Join(Order, Struct, frozen=True, gc=False):
    """Let a unit take part in the attack that is open.

    >>> import fmbook as fm
    >>> fm.order("join B1")
    Join('B1')
    """

    verb, takes, speaks = "join", ("unit",), "Joining {unit} to the attack"
    unit: str


class Ready(Order, Struct, frozen=True, gc=False):
    """Close the list of attackers.

    >>> import fmbook as fm
    >>> fm.order("ready")
    Ready()
    """

    verb, takes, speaks = "ready", (), "Closing the list of attackers"


class Support(Order, Struct, frozen=True, gc=False):
    """Commit one support marker.

    >>> import fmbook as fm
    >>> fm.order("support A")
    Support('A')
    """

    verb, takes, speaks = "support", ("marker",), "Committing {marker}"
    weigh = (
        "what does each marker change? Beside it stands what the throw would bring with it. Keep one that changes "
        "nothing."
    )
    marker: str


class HoldFire(Order, Struct, frozen=True, gc=False):
    """Commit no further support marker.

    >>> import fmbook as fm
    >>> fm.order("hold-fire")
    HoldFire()
    """

    verb, takes, speaks, lasting = "hold-fire", (), "Holding fire", "Hold fire"


class Roll(Order, Struct, frozen=True, gc=False):
    """Throw the dice that are due.

    >>> import fmbook as fm
    >>> fm.order("roll")
    Roll()
    """

    verb, takes, speaks = "roll", (), "Rolling"


class Lose(Order, Struct, frozen=True, gc=False):
    """Choose the unit that takes the loss.

    >>> import fmbook as fm
    >>> fm.order("lose B1")
    Lose('B1')
    """

    verb, takes, speaks = "lose", ("unit",), "Taking the loss from {unit}"
    weigh = "whom do you need least? Who has one step left is gone with the next loss."
    unit: str


class Retreat(Order, Struct, frozen=True, gc=False):
    """Fall back by one hex.

    >>> import fmbook as fm
    >>> fm.order("retreat R1 0407")
    Retreat('R1', '0407')
    """

    verb, takes, speaks = "retreat", ("unit", "hex"), "Retreating {unit} to {to}"
    weigh = "where does the unit stand safe, with a way back behind it, and still of use?"
    unit: str
    to: str


class StandFast(Order, Struct, frozen=True, gc=False):
    """Turn the retreat down and pay for it.

    >>> import fmbook as fm
    >>> fm.order("stand-fast R1")
    StandFast('R1')
    """

    verb, takes, speaks = "stand-fast", ("unit",), "Standing fast with {unit}"
    unit: str


class Advance(Order, Struct, frozen=True, gc=False):
    """Follow up after combat, one hex.

    >>> import fmbook as fm
    >>> fm.order("advance B1 0406")
    Advance('B1', '0406')
    """

    verb, takes, speaks = "advance", ("unit", "hex"), "Advancing {unit} to {to}"
    weigh = "what is the hex worth? Who advances may stand alone there when the other side attacks."
    unit: str
    to: str


class StayBack(Order, Struct, frozen=True, gc=False):
    """Advance no further.

    >>> import fmbook as fm
    >>> fm.order("stay-back")
    StayBack()
    """

    verb, takes, speaks = "stay-back", (), "Staying back"


class Rebuild(Order, Struct, frozen=True, gc=False):
    """Restore a unit's lost step.

    >>> import fmbook as fm
    >>> fm.order("rebuild 42")
    Rebuild('42')
    """

    verb, takes, speaks = "rebuild", ("unit",), "Rebuilding {unit}"
    unit: str


class EndPhase(Order, Struct, frozen=True, gc=False):
    """Have done with this phase.

    >>> import fmbook as fm
    >>> game = fm.new_game("drill", "first_steps")
    >>> fm.EndPhase() in game.legal()
    True
    """

    verb, takes, speaks = "end-phase", (), "Ending the phase"


@checked
def order(text: str) -> Order:
    """Read one order as a record writes it.

    >>> order("move 8/3 2536 via 2636")
    Move('8/3', '2536', via=('2636',))
    >>> str(order("attack 2536"))
    'attack 2536'
    """
    if len(text) > MOST:
        raise OrderError(f"That line has {len(text):,} characters; an order has at most {MOST}.")
    words = text.split()
    if not words:
        raise OrderError("An empty line is no order. Write, for example: move 8/3 2536")
    verb = words[0].casefold()
    if verb not in VERBS:
        hyphened = "-".join(words[:2]).casefold()  # “end phase” is meant for end-phase
        like = (hyphened,) if hyphened in VERBS else nearest(verb, VERBS)
        hint = f" Did you mean {' or '.join(like)}?" if like else f" Orders begin with: {', '.join(sorted(VERBS))}."
        raise OrderError(f"No order begins with “{words[0]}”.{hint}")
    return VERBS[verb].read(words[1:])


def _told(said: object) -> str:
    try:
        return f"{said!r:.60}"
    except ValueError:  # a whole number of thousands of digits
        return f"A thing of the type {type(said).__name__}"


def _has_names(said: Order) -> bool:
    """Tell whether an order speaks of names, and not of numbers or of a whole page."""
    try:
        return len("".join((*said.names, *said.via) if isinstance(said, Move) else said.names)) <= MOST
    except TypeError:
        return False


def as_order(said: "Order | str") -> Order:
    """Take an order or its notation."""
    if isinstance(said, str):
        return order(said)
    if isinstance(said, Order) and _has_names(said):
        return said
    raise OrderError(f"{_told(said)} is no order. Give one of game.legal(), or its line, such as: move 8/3 2536")


def names_in(said: Iterable[str]) -> tuple[str, ...]:
    """Take several names, or one string of them: "B1 B3" is two names, and not five letters."""
    return tuple(said.split() if isinstance(said, str) else said)


def sentence(said: Order, **names: Any) -> str:
    """Say what the order is about, for the head of a refusal."""
    filled = dict(zip(said.takes, said.names, strict=True))
    filled["to"] = filled.get("hex", "")
    return said.speaks.format(**{**filled, **names})


def instruction(said: Order) -> str:
    """Say an order in the words in which one gives it.

    >>> instruction(Move("B1", "0403")), instruction(EndPhase())
    ('Move B1 to 0403', 'End the phase')
    """
    words = str(said).replace("-", " ", 1)
    return imperative(sentence(said)) if said.speaks else f"{words[:1].upper()}{words[1:]}"


def deed(said: Order) -> str:
    """Say an order as a sentence goes on with it.

    >>> deed(EndPhase())
    'end the phase'
    """
    words = instruction(said)
    return f"{words[:1].lower()}{words[1:]}"


def imperative(said: str) -> str:
    """Turn the name of an act into what a button says.

    >>> imperative("Advancing B1 to 0404"), imperative("Letting P1 come out at S15")
    ('Advance B1 to 0404', 'Let P1 come out at S15')
    """
    act, _, rest = said.partition(" ")
    stem = act.removesuffix("ing")
    if stem.lower() in SILENT_E:
        stem += "e"
    elif stem[-1:] == stem[-2:-1] and stem[-1:] not in "ls":
        stem = stem[:-1]
    return f"{stem} {rest}".strip()
