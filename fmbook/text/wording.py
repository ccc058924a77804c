"""Small helpers of wording: lists, counts, directions, and text that no terminal acts upon."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from math import atan2, degrees
from typing import TYPE_CHECKING, Final

from fmbook.components.setup import Setup
from fmbook.core.sides import noun as noun_of
from fmbook.geometry.boards import Board

if TYPE_CHECKING:
    from fmbook.play.game import Game

__all__ = ["clean", "counted", "direction", "either", "far", "ground", "listed", "marks", "place_name"]
__all__ += ["sentence_of", "shown", "spoken", "standing", "words_of"]

COMPASS: Final = ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east")
SIGN: Final = re.compile(r"(?<![\w.:/)])([+-])(?=\d)")


def clean(line: str) -> str:
    r"""Take a typed or pasted line as plain text: one space between words, nothing invisible.

    >>> clean("move  B1\u200b\t\u202e0403\x07")
    'move B1 0403'
    """
    plain = unicodedata.normalize("NFKC", line)
    return " ".join("".join(_visible(letter) for letter in plain).split())


def shown(text: str) -> str:
    """Make a text safe to show: letters and line breaks, nothing that a terminal acts upon."""
    return "".join(letter if letter == "\n" else _visible(letter) for letter in text)


def _visible(letter: str) -> str:
    if letter.isprintable():
        return letter
    return " " if letter.isspace() else ""


def spoken(text: str) -> str:
    """Say the signs of numbers, which a screen reader may leave out.

    >>> spoken("-4 in Clear, column +2 or +3")
    'minus 4 in Clear, column plus 2 or plus 3'
    """
    return SIGN.sub(lambda found: "plus " if found[1] == "+" else "minus ", text)


def sentence_of(text: str) -> str:
    """Begin with a capital and end with a stop; a name with a number stays as it is, for b1 is not B1."""
    first, _, rest = text.strip().partition(" ")
    begun = f"{first[:1].upper()}{first[1:]} {rest}".strip() if first.replace("-", "").isalpha() else text.strip()
    return begun if begun.endswith((".", "?", "!")) else f"{begun}."


def listed(names: Iterable[str], most: int = 0, word: str = "and") -> str:
    """Join names as a sentence does; beyond ``most`` it says how many more.

    >>> listed(["B1", "B2", "B3"]), listed("abcde", most=2)
    ('B1, B2 and B3', 'a, b and 3 more')
    """
    kept = list(names)
    if most and len(kept) > most:
        kept = [*kept[:most], f"{len(kept) - most} more"]
    if len(kept) < 2:
        return "".join(kept)
    return f"{', '.join(kept[:-1])} {word} {kept[-1]}"


def either(names: Iterable[str], most: int = 0) -> str:
    """Join names by “or”."""
    return listed(names, most, "or")


def counted(number: int, noun: str) -> str:
    """Count things.

    >>> counted(1, "hex"), counted(3, "hex"), counted(0, "unit")
    ('1 hex', '3 hexes', '0 units')
    """
    ending = "" if number == 1 else "es" if noun.endswith(("x", "s")) else "s"
    return f"{number} {noun}{ending}"


def standing(game: "Game", whole: int = 0) -> str:
    """Say how a game stands: turn 2 of 4, Blue to move, 14 orders. ``whole`` is how many its record has."""
    turn = game.turn_name[:1].lower() + game.turn_name[1:]
    given = len(game.orders)
    orders = f"{given} of {whole} orders" if whole > given else f"{given} order{'s' if given != 1 else ''}"
    return f"{turn}, {'over' if game.outcome else f'{noun_of(game.side)} to move'}, {orders}"


def direction(board: Board, start: int, to: int) -> str:
    """Say in which direction one place lies from another."""
    (x, y), (to_x, to_y) = board.centre(start)[:2], board.centre(to)[:2]
    angle = degrees(atan2(y - to_y, to_x - x))  # the drawing plane runs to the south
    return COMPASS[round(angle / 45) % 8]


def place_name(board: Board, place: int | str) -> str:
    """Return a place as it is spoken of: its number, and its name if it has one."""
    number = board.at(place) if isinstance(place, str) else place
    label = board.labels.get(number, "")
    return f"{board.name(number)} {label}" if label else board.name(number)


def far(board: Board, steps: int) -> str:
    """Count the steps between places, in what the board is made of."""
    return counted(steps, board.layout.kind)


def ground(setup: Setup, place: int) -> str:
    """Return the terrain of a place, as the charts know it, and the roads that lead through it."""
    quiet = setup.board.style.get("quiet", ()) if setup.board.style else ()
    terrain = setup.board.features[place] - marks(setup, place) - frozenset(quiet)
    paths = (path for path in setup.board.paths if place in path.through)
    roads = sorted({f"on {path.name or f'a {path.kind}'}" for path in paths})
    return ", ".join([listed(words_of(setup.board, terrain)) or "clear", *roads])


def marks(setup: Setup, place: int) -> frozenset[str]:
    """Return what is marked on a place that is no terrain, such as a sector or a side's set-up."""
    charted = {*setup.costs.enter, *setup.costs.cross}
    for table in setup.tables.values():
        charted |= {word for row in getattr(table, "rows", ()) for word in row.terrain}
    words = setup.board.features[place]
    return words - charted if words & charted else frozenset()


def words_of(board: Board, features: Iterable[str]) -> Sequence[str]:
    """Return features as words, in a fixed order."""
    return [board.said(feature) for feature in sorted(features)]
