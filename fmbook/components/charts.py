"""Read charts written as aligned text: the dice and the columns in a heading, then a line for every roll.

What is wrong with a chart is said with the file and the place in it. ``tables`` makes tables of it.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, product
from types import MappingProxyType
from typing import NamedTuple, NoReturn

from fmbook.core.errors import DataError

__all__ = ["Chart", "Dice", "FilePlace", "class_steps", "differential_steps", "ratio_steps", "read_chart"]

DIFFERENTIAL = re.compile(r"([+-]?\d+)(?:,([+-]?\d+))?")
CLASS = re.compile(r"(\d+)(?:-(\d+))?")
RATIO = re.compile(r"([1-9]\d*):([1-9]\d*)")
DICE = re.compile(r"([1-9])d([1-9]\d?)")


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice of a table, read as their sum."""

    count: int = 1
    sides: int = 6

    @property
    def ways(self) -> Mapping[int, int]:
        """In how many ways each sum can fall, the lowest first."""
        return _ways(self.count, self.sides)

    def __str__(self) -> str:
        return "die" if self == Dice() else f"{self.count}d{self.sides}"


class FilePlace(NamedTuple):
    """A place in a file, to say what is wrong there."""

    file: str
    path: str

    def refuse(self, problem: str) -> NoReturn:
        """Say what is wrong."""
        raise DataError(self.file, self.path, problem)

    def under(self, path: str) -> "FilePlace":
        """A place inside this one."""
        return FilePlace(self.file, self.path + path)


class Chart(NamedTuple):
    """A chart's text, taken apart."""

    dice: Dice
    labels: tuple[str, ...]
    cells: Mapping[int, tuple[str, ...]]


def read_chart(text: str, place: FilePlace, beyond: Sequence[int] = ()) -> Chart:
    """Take a chart apart. Every roll of its dice has exactly one line, every line a cell for each column.

    What lies ``beyond`` the dice are rolls that only modifiers can bring about.
    """
    heading, *lines = [line.split() for line in text.splitlines() if line.strip()] or [[]]
    if len(heading) < 2:
        place.refuse("expected a heading: the dice (die or 2d6), then the columns")
    dice, labels = _dice(heading[0], place), tuple(heading[1:])
    if twice := [label for label, times in Counter(labels).items() if times > 1]:
        place.refuse(f"more than one column is headed {', '.join(twice)}")
    return Chart(dice, labels, _cells(lines, len(labels), dice, place, beyond))


def differential_steps(labels: Sequence[str], place: FilePlace) -> tuple[int, ...]:
    """The lowest differential of each column, from headings such as ``-1`` and ``+2,+3``."""
    return _steps([_numbers(label, DIFFERENTIAL, "-1 or +2,+3", place) for label in labels], labels, place)


def class_steps(labels: Sequence[str], place: FilePlace) -> tuple[int, ...]:
    """The lowest strength of each column, from headings such as ``5-9`` and a last ``26+``.

    A chart that has single numbers only (3, 6, 9) lets a column hold up to the next.
    """
    closed = [*labels[:-1], labels[-1].removesuffix("+")]
    bounds = [_numbers(label, CLASS, "5 or 5-9", place) for label in closed]
    lows = tuple(low for low, _ in bounds)
    if all(label.isdigit() for label in closed) and lows == tuple(sorted(lows)):
        return lows
    return _steps(bounds, labels, place)


def ratio_steps(labels: Sequence[str], place: FilePlace) -> tuple[tuple[int, int], ...]:
    """The ratio of each column, from headings such as ``1:2``, the worst for the attacker first."""
    ratios = [_numbers(label, RATIO, "3:1", place) for label in labels]
    for before, after in pairwise(zip(ratios, labels, strict=True)):
        (high, low), (next_high, next_low) = before[0], after[0]
        if next_high * low <= high * next_low:
            place.refuse(f"expected column {after[1]} to be better for the attacker than {before[1]}")
    return tuple(ratios)


@cache
def _ways(count: int, sides: int) -> Mapping[int, int]:
    return MappingProxyType(Counter(map(sum, product(range(1, sides + 1), repeat=count))))


def _dice(word: str, place: FilePlace) -> Dice:
    if word == "die":
        return Dice()
    if not (found := DICE.fullmatch(word)):
        place.refuse(f"expected die, 2d6 or the like before the columns, not {word}")
    return Dice(int(found[1]), int(found[2]))


def _cells(
    lines: Sequence[list[str]], width: int, dice: Dice, place: FilePlace, beyond: Sequence[int]
) -> Mapping[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    rolls = sorted({*dice.ways, *beyond})
    for word, *cells in lines:
        here = place.under(f" roll {word}")
        if len(cells) != width:
            here.refuse(f"expected {width} cells, as in the heading, not {len(cells)}")
        low, high = _numbers(word, CLASS, "a roll such as 5 or 5-10", here)
        for roll in range(low, high + 1):
            if roll not in rolls:
                here.refuse(f"{dice} cannot show {roll}")
            if roll in found:
                here.refuse(f"an earlier line is for {roll} too")
            found[roll] = tuple(cells)
    if missing := [str(roll) for roll in rolls if roll not in found]:
        place.refuse(f"expected a line for every roll; missing: {', '.join(missing)}")
    return MappingProxyType({roll: found[roll] for roll in rolls})


def _numbers(label: str, form: re.Pattern[str], example: str, place: FilePlace) -> tuple[int, int]:
    """The two numbers of a heading; one stands for both."""
    if not (found := form.fullmatch(label)):
        place.refuse(f"expected {example}, not {label}")
    low, high = int(found[1]), int(found[2] or found[1])
    if form is not RATIO and high < low:
        place.refuse(f"{label} runs backward")
    return low, high


def _steps(bounds: Sequence[tuple[int, int]], labels: Sequence[str], place: FilePlace) -> tuple[int, ...]:
    """The low ends of columns, each of which must begin where the one before ends."""
    for before, after in pairwise(zip(bounds, labels, strict=True)):
        (_, high), (low, _) = before[0], after[0]
        if low != high + 1:
            fault = "a gap" if low > high + 1 else "an overlap"
            place.refuse(f"columns {before[1]} and {after[1]} leave {fault}")
    return tuple(low for low, _ in bounds)
