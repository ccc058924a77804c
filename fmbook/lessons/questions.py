"""The frame that all kinds of questions share. The right answer is worked out, never stored."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from msgspec import Struct

from fmbook.components.listings import Listing
from fmbook.components.tables import Column, Table
from fmbook.core.errors import FmbookError
from fmbook.core.orders import EndPhase, HoldFire, Order, Ready, StayBack, as_order
from fmbook.core.rulenames import rule_name
from fmbook.engine.legality import question
from fmbook.play.game import Game
from fmbook.play.hints import card_of
from fmbook.text.parsing import named, read_order, read_throws, understand
from fmbook.text.wording import clean, sentence_of

__all__ = [
    "LONGEST",
    "Reply",
    "Task",
    "Unread",
    "again",
    "chance_of",
    "give",
    "number_of",
    "read_named",
    "shown_number",
    "tidy",
    "titled",
    "told",
    "until_due",
]

HALVES = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4), "⅓": Fraction(1, 3), "⅔": Fraction(2, 3)}
PASSIVE = (EndPhase, Ready, HoldFire, StayBack)
LONGEST = 200  # characters of an answer
FAR = 24  # phases and questions passed over, at the most


class Reply(NamedTuple):
    """What would come of an answer: sentences, the rules that say so, the hexes that matter."""

    text: str
    rules: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


class Unread(FmbookError, ValueError):
    """An answer that is none: it is not marked, and the reader hears what was expected."""


class Task(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """One question about a position. ``wrong`` are two answers that somebody may well give."""

    at: str  # a position of the lesson, or a scenario of the drill
    question: str
    wrong: tuple[str, str]
    before: tuple[str, ...] = ()  # orders given first, as a record writes them
    near: tuple[str, ...] = ()  # hexes to show, with those around them; none: the whole board
    around: int = 2  # how many hexes around them
    about: tuple[str, ...] = ()  # the rules that it is about, where working it out names others

    tip: ClassVar[str] = "No rule of the booklet: count, or look at the map."  # where no rule decides
    how: ClassVar[str] = ""  # how to answer, if not as others of the same sort
    sort: ClassVar[str] = ""  # what an answer is: unit, hex, order, number, chance, choice or rule

    def right(self, game: Game) -> tuple[str, ...]:
        """Work out every right answer."""
        raise NotImplementedError

    def reply(self, game: Game, answer: str) -> Reply:
        """Say what would come of an answer, right or wrong."""
        raise NotImplementedError

    def read(self, game: Game, typed: str) -> str:
        """Take what was typed as an answer, or raise a complaint of ours."""
        return read_named(game, self.sort, typed)

    def named(self, game: Game, answer: str) -> str:
        """Return an answer as it is read back."""
        return answer

    def weigh(self, game: Game, function: Callable[..., Any]) -> tuple[bool, Reply]:
        """Judge a function that is given for an answer; only a rule that was asked for can be one."""
        raise Unread("A function is no answer here.")

    def choices(self, game: Game) -> Mapping[str, str]:
        """Return the answers to choose from, each under its label; none, if all are open."""
        return {}

    def places(self, game: Game) -> tuple[str, ...]:
        """Return the hexes that the question is about."""
        return ()

    def begin(self, game: Game) -> str:
        """Say how to set about it, for a first hint; nothing, where it is enough to see what lies there."""
        return ""

    def table(self, game: Game) -> Table | Listing | None:
        """Return the table that is needed to work it out, if one is."""
        return None

    def column(self, game: Game) -> Column | None:
        """Return the column of that table in which the answer stands, if there is one."""
        return None

    def rules(self, game: Game) -> tuple[str, ...]:
        """Return the rules that decide."""
        return tuple(rule for answer in self.right(game)[:1] for rule in self.reply(game, answer).rules)


# --- reading answers ----------------------------------------------------------------------------


def tidy(said: object) -> str:
    """Take what was typed as plain text; a half is written out first, for plain text would make 21/2 of 2½."""
    text = str(said)[: LONGEST + 1]
    for sign, value in HALVES.items():
        text = text.replace(sign, f" {value}")
    return clean(text)


def read_named(game: Game, sort: str, typed: str) -> str:
    """Take a typed unit, hex or order."""
    if sort == "order":
        heard, _ = read_throws(understand(typed, game, ()))
        return str(read_order(game, heard))
    return named(game, sort, typed)


def number_of(typed: str) -> Fraction:
    """Read a number as people write it.

    >>> number_of("2½"), number_of("2,5"), number_of("+4"), number_of("5/2")
    (Fraction(5, 2), Fraction(5, 2), Fraction(4, 1), Fraction(5, 2))
    """
    text = typed.replace("−", "-").replace(",", ".")
    for sign, value in HALVES.items():
        text = text.replace(sign, f" {value}")
    words = text.split()
    if len(words) == 1 or (len(words) == 2 and "/" in words[1]):
        try:
            return sum((_fraction(word) for word in words), Fraction())
        except (ValueError, ZeroDivisionError):
            pass
    raise Unread(f"“{typed[:40]}” is no number. Write one such as 4 or 2½ or 2.5.")


def _fraction(word: str) -> Fraction:
    if len(word) > 12 or not set(word) <= set("0123456789+-./"):
        raise ValueError(word)
    return Fraction(word)


def shown_number(number: Fraction | int) -> str:
    """Write a number with its half."""
    whole, rest = divmod(Fraction(number), 1)
    if rest == Fraction(1, 2):
        return f"{whole or ''}½"
    return str(whole) if not rest else str(number)


def chance_of(typed: str) -> Fraction:
    """Read a chance: 1/3, 33 %, 0.33, 2 in 6. What is rounded is taken for the nearest share of 36 throws.

    >>> chance_of("2/6"), chance_of("33 %"), chance_of("1 in 3"), chance_of("0.33")
    (Fraction(1, 3), Fraction(1, 3), Fraction(1, 3), Fraction(1, 3))
    """
    text = typed.casefold().replace(" in ", "/").replace(" of ", "/").replace("percent", "%").replace(" ", "")
    found = number_of(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    if not 0 <= found <= 1:
        raise Unread(f"“{typed[:40]}” is no chance: one lies between 0 and 1. Write one such as 1/3 or 33 %.")
    if "/" in text:
        return found
    near = Fraction(round(found * 36), 36)
    return near if abs(near - found) < Fraction(1, 140) else found


# --- playing on a copy ---------------------------------------------------------------------------


def again(game: Game) -> Game:
    """Play a game again, so that something may be tried in it."""
    copy = Game(game.setup, game.seed)
    for step in game.steps:
        if step.order:
            copy.do(step.order, roll=step.thrown or None)
    return copy


def give(game: Game, written: str) -> None:
    """Return an order as a record writes it; phases before it are passed over."""
    heard, thrown = read_throws(understand(written, game, ()))
    order = as_order(" ".join((heard.word, *heard.rest)))
    if isinstance(order, Ready) and not game.can(order):
        return  # the list of attackers closes by itself when nobody else can join
    until_due(game, order)
    game.do(order, roll=thrown or None)


def until_due(game: Game, order: Order) -> bool:
    """Pass over what is asked before an order is due, within this turn; tell whether its moment has come."""
    side = order.names[0] if order.takes[:1] == ("unit",) else ""
    wanted, turn = game.unit(side).side if side else game.side, game.turn
    for _ in range(FAR):
        if game.outcome or game.turn != turn:
            return False
        if type(order) in question(game.state).offers and game.side == wanted:
            return True
        passing = next((each for kind in PASSIVE for each in game.legal_of(kind)), None)
        if passing is None:
            return False
        game.do(passing)
    return False


# --- words ------------------------------------------------------------------------------------------


def titled(rule: str, game: Game) -> str:
    """Name a rule by number and title."""
    name, found = rule_name(rule, game.setup.system), card_of(rule)
    if found is None:
        return name
    return f"R{name[1:]}, {found.title}" if name.startswith("rule ") else found.title


def told(game: Game, since: int) -> str:
    """Tell what happened since so many entries of the diary."""
    return " ".join(sentence_of(str(entry.event)) for entry in game.entries[since:] if not entry.event.silent)
