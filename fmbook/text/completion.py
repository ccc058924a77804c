"""What a line that is being typed may go on with: verbs that are due, then their units, then the unit's hexes."""

from collections.abc import Iterable

from fmbook.core.errors import FmbookError
from fmbook.core.orders import VERBS
from fmbook.play.positions import Position
from fmbook.record.journal import saved_names
from fmbook.text.parsing import Heard, due_verbs, game_verbs, named, understand
from fmbook.text.wording import clean

__all__ = ["completions"]

MOST = 200


def completions(position: Position, line: str, commands: Iterable[str], *, may_order: bool = True) -> tuple[str, ...]:
    """Say what the last word of a line may become."""
    known, due = tuple(commands), due_verbs(position) if may_order else ()
    words, last = _parted(line)
    if not words:
        return _beginning(last, (*due, *known))
    try:
        heard = understand(" ".join(words), position, known, may_order=may_order)
    except FmbookError:
        return ()
    return _beginning(last, _next(position, heard, last, known))


def _parted(line: str) -> tuple[list[str], str]:
    """The finished words, and the one that is being typed."""
    words = clean(line[:400]).split()
    open_ended = bool(words) and not line[:400][-1].isspace()
    return (words[:-1], words[-1]) if open_ended else (words, "")


def _beginning(last: str, names: Iterable[str]) -> tuple[str, ...]:
    found = [name for name in dict.fromkeys(names) if name.casefold().startswith(last.casefold())]
    return tuple(found[:MOST])


def _next(position: Position, heard: Heard, last: str, commands: tuple[str, ...]) -> Iterable[str]:
    setup, count = position.state.setup, len(heard.rest)
    if heard.word in VERBS:
        return _of_order(position, heard, last)
    if heard.word == "why":
        inner = Heard(heard.rest[0].casefold(), heard.rest[1:], "") if heard.rest else None
        if inner is None:
            return game_verbs(position)
        return _of_order(position, inner, last, asked=True) if inner.word in VERBS else ()
    if heard.word == "odds":
        return _of_odds(position, heard)
    if heard.word == "load":
        return _of_load(heard)
    if count:
        return ()
    return {
        "help": (*commands, *game_verbs(position)),
        "look": setup.board.places,
        "unit": setup.unit_numbers,
        "orders": position.movers(),
        "units": position.sides,
        "table": setup.tables,
        "rule": sorted({rule.id for rule in setup.book.rules}),
        "hint": ("1", "2", "3"),
        "board": ("short", "full"),
    }.get(heard.word, ())


def _of_order(position: Position, heard: Heard, last: str, *, asked: bool = False) -> Iterable[str]:
    kind, count = VERBS[heard.word], len(heard.rest)
    legal = [order for order in position.legal() if type(order) is kind]
    if count < len(kind.takes):
        sort = kind.takes[count]
        if asked and last:
            return [position.state.setup.name(sort, number) for number in sorted(position.state.setup.everything(sort))]
        try:
            before = tuple(named(position, kind.takes[at], word) for at, word in enumerate(heard.rest))
        except FmbookError:
            return ()
        return [order.names[count] for order in legal if order.names[:count] == before]
    if heard.word == "move":
        return position.board.places if "via" in (word.casefold() for word in heard.rest) else ("via",)
    return ()


def _of_load(heard: Heard) -> Iterable[str]:
    """The names of games that lie in the folder, or what of them comes after the words that stand there already."""
    begun = f"{heard.tail} ".casefold() if heard.rest else ""
    return [name[len(begun) :] for name in saved_names() if name.casefold().startswith(begun)]


def _of_odds(position: Position, heard: Heard) -> Iterable[str]:
    words = [word.casefold() for word in heard.rest]
    if words and words[0] in VERBS:
        return _of_order(position, Heard(words[0], heard.rest[1:], ""), "")
    enemies = (unit.place for unit in position.units() if unit.side != position.side)
    if not words:
        return sorted(set(enemies))
    if words[-1] == "with" or ("with" in words and words.index("with") > 0):
        return position.hand(position.side)
    if "by" in words:
        return (*(unit.id for unit in position.units(side=position.side)), "with")
    return ("by", "with")
