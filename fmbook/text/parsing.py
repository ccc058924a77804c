"""From a typed line to an order or a command: case, short forms, everyday words, slips of the finger.

Whatever a player types is text: it is compared with names that are known, and never run.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, cast

from fmbook.core.dice import Said
from fmbook.core.errors import NoSuchName, nearest
from fmbook.core.orders import VERBS, Order, OrderError, order
from fmbook.play.positions import Position
from fmbook.text.wording import either, sentence_of

__all__ = ["ALIASES", "Heard", "due_verbs", "game_verbs", "named", "read_order", "read_throws", "understand"]

ALIASES: Final = {
    "?": "help",
    "bye": "quit",
    "done": "end-phase",
    "end": "end-phase",
    "end the phase": "end-phase",
    "exit": "quit",
    "fall back": "retreat",
    "fall-back": "retreat",
    "fire": "support",
    "follow up": "advance",
    "march": "move",
    "next": "end-phase",
    "next phase": "end-phase",
    "pass": "end-phase",
    "stand": "stand-fast",
    "stay": "stay-back",
    "throw": "roll",
    "turn back": "undo",
}
FILLERS: Final = frozenset({"at", "on", "the", "to", "with"})
THROWN: Final = re.compile(r"[0-9]{1,4}", re.ASCII)


class Heard(NamedTuple):
    """A line that was understood: its verb or command, the words after it, and they as they were typed."""

    word: str
    rest: tuple[str, ...]
    tail: str


def understand(line: str, position: Position, commands: Iterable[str], *, may_order: bool = True) -> Heard:
    """Find the verb or command that a line begins with: verbs due now first, then all of this game, then any."""
    words, ours = line.split(), game_verbs(position)
    for count in (3, 2, 1):
        if word := _by_its_words([word.casefold() for word in words[:count]], ours):
            return Heard(word, tuple(words[count:]), " ".join(words[count:]))
    first, rest = words[0].casefold(), tuple(words[1:])
    due = due_verbs(position) if may_order else ()
    return Heard(_whole(first, (due, (*ours, *commands), (*VERBS, *commands))), rest, " ".join(rest))


def _by_its_words(words: Sequence[str], ours: Sequence[str]) -> str | None:
    """The verb of these words: one of this game comes before an everyday word, that before one of another game."""
    verb = "-".join(words)
    return verb if verb in ours else ALIASES.get(" ".join(words), verb if len(words) > 1 and verb in VERBS else None)


def _whole(first: str, groups: Sequence[Sequence[str]]) -> str:
    known = groups[-1]
    if first in known:
        return first
    for group in groups:
        begun = [word for word in group if word.startswith(first)]
        if len(begun) == 1:
            return begun[0]
        if begun:
            raise OrderError(f"“{first}” may mean {either(sorted(begun))}. Write a little more of it.")
    like = nearest(first, known)
    hint = f"Did you mean {either(like)}?" if like else "Type help for what can be said."
    raise OrderError(f"No order and no command begins with “{_short(first)}”. {hint}")


def due_verbs(position: Position) -> tuple[str, ...]:
    """Name the verbs that may be used now."""
    return tuple(dict.fromkeys(order.verb for order in position.legal()))


def game_verbs(position: Position) -> tuple[str, ...]:
    """Name the verbs that may be used at some time in this game."""
    memo = position.state.setup.memo
    if "verbs" not in memo:
        asked = position.state.setup.book.questions.values()
        memo["verbs"] = tuple(dict.fromkeys(kind.verb for question in asked for kind in question.offers))
    return cast(tuple[str, ...], memo["verbs"])


# --- names ------------------------------------------------------------------------------------


def named(position: Position, sort: str, typed: str) -> str:
    """Return the name that is meant: as it is, in any case, or a place by what the map calls it."""
    setup = position.state.setup
    if sort == "hex":
        known = {name: name for name in setup.board.places}
        known |= {name.rpartition(":")[2]: name for name in setup.board.places}
        also = {label: setup.board.name(place) for place, label in setup.board.labels.items()}
    elif sort == "unit":
        known = {unit.id: unit.id for unit in setup.units}
        also = {unit.name: unit.id for unit in setup.units}
    elif sort == "side":
        known, also = dict(zip(setup.sides, setup.sides, strict=True)), {}
    else:
        known = {marker.name: marker.name for marker in setup.markers}
        also = {name.removeprefix("+"): name for name in known}
    if typed in known:
        return known[typed]
    for names in (known, also):
        meant = {whole for name, whole in names.items() if name.casefold() == typed.casefold()}
        if len(meant) == 1:
            return meant.pop()
    where = setup.board.title if sort == "hex" else setup.system
    raise NoSuchName(setup.board.layout.kind if sort == "hex" else sort, _short(typed), (*known, *also), where)


def _is_named(position: Position, sort: str, typed: str) -> bool:
    try:
        named(position, sort, typed)
    except NoSuchName:
        return False
    return True


# --- orders -----------------------------------------------------------------------------------


def read_order(position: Position, heard: Heard) -> Order:
    """Make the order of the words after a verb: names put right, a unit left out where only one can be meant."""
    kind = VERBS[heard.word]
    words = _without_fillers(position, kind, _by_number(position, heard.rest))
    words = _with_the_only_unit(position, kind, words)
    via = next((at for at, word in enumerate(words) if word.casefold() == "via"), len(words))
    sorts = [*kind.takes, *["hex"] * len(words)]
    names = [named(position, sort, word) for sort, word in zip(sorts, words[:via], strict=False)]
    pinned = [named(position, "hex", word) for word in words[via + 1 :]]
    given = [*names, *(["via", *pinned] if via < len(words) else [])]
    try:
        return order(" ".join((kind.verb, *given)))
    except OrderError as error:
        more = f" To hear what may be ordered: orders {given[0]}." if kind.takes[:1] == ("unit",) and given else ""
        raise OrderError(f"{sentence_of(str(error))}{more or ' To hear what may be ordered: orders.'}") from None


def _by_number(position: Position, words: Sequence[str]) -> tuple[str, ...]:
    """Put the number for a place that is called by the name on the map, such as Beacon Hill."""
    text = " ".join(words)
    for place, label in position.board.labels.items():
        if " " in label:
            text = re.sub(rf"(?<!\S){re.escape(label)}(?!\S)", position.board.name(place), text, flags=re.IGNORECASE)
    return tuple(text.split())


def _without_fillers(position: Position, kind: type[Order], words: Sequence[str]) -> tuple[str, ...]:
    def is_filler(word: str) -> bool:
        return word.casefold() in FILLERS and not any(_is_named(position, sort, word) for sort in kind.takes)

    return tuple(word for word in words if not is_filler(word))


def _with_the_only_unit(position: Position, kind: type[Order], words: tuple[str, ...]) -> tuple[str, ...]:
    if kind.takes[:1] != ("unit",) or len(words) != len(kind.takes) - 1:
        return words
    if words and _is_named(position, "unit", words[0]):
        return words
    units = {order.names[0] for order in position.legal() if isinstance(order, kind)}
    return (*units, *words) if len(units) == 1 else words


def read_throws(heard: Heard) -> tuple[Heard, tuple[Said, ...]]:
    """Take off what was said aloud of the dice: ``roll 4 6``, or as a record writes it, ``roll = 4 6 said``."""
    words = list(heard.rest)
    if words and words[-1].casefold() == "said":
        words.pop()
    if "=" in words:
        cut = words.index("=")
        words, thrown = words[:cut], words[cut + 1 :]
    elif heard.word == "roll":
        words, thrown = [], words
    else:
        return heard, ()
    said = tuple(int(word) if THROWN.fullmatch(word) else word for word in thrown)
    return Heard(heard.word, tuple(words), " ".join(words)), said


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"
