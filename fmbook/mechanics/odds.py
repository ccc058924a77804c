"""Exact chances: what can come out and how likely it is, in fractions that sum to one.

>>> two = throw(2)
>>> two[7], two.chance(lambda total: total >= 10)
(Fraction(1, 6), Fraction(1, 6))
>>> print(throw().map(lambda die: "hit" if die <= 2 else "miss"))
hit   1/3   33.3 %  ##########
miss  2/3   66.7 %  ####################
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from html import escape
from math import gcd, lcm
from typing import Protocol, TypeVar

from fmbook.components.charts import Dice
from fmbook.components.tables import Column, Table
from fmbook.core.language import spoken_here

__all__ = ["Chances", "certain", "mixed", "table_chances", "throw"]

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)

BAR = 30
"""How long the bar of a certainty is, in characters."""


class _Printer(Protocol):
    def text(self, text: str) -> None: ...


@spoken_here
class Chances(Mapping[T, Fraction]):
    """Everything that can come out, each with its chance; it never changes.

    Inside, whole-number weights share one denominator: long chains of dice stay exact and quick.
    """

    __slots__ = ("_total", "_weights")

    def __init__(self, chances: Mapping[T, Fraction | int]) -> None:
        shares = {label: Fraction(chance) for label, chance in chances.items()}
        if (total := sum(shares.values())) != 1:
            raise ValueError(f"chances sum to 1, and these sum to {total}")
        below = lcm(*(share.denominator for share in shares.values()))
        self._keep({label: int(share * below) for label, share in shares.items()})

    @classmethod
    def of_ways(cls, ways: Mapping[T, int]) -> "Chances[T]":
        """The chances of things that can happen in so many equally likely ways."""
        chances: Chances[T] = cls.__new__(cls)
        chances._keep(ways)
        return chances

    def _keep(self, ways: Mapping[T, int]) -> None:
        if any(weight < 0 for weight in ways.values()):
            raise ValueError("a chance is never below 0")
        shared = gcd(*ways.values())
        if not shared:
            raise ValueError("something must be able to happen")
        self._weights = {label: weight // shared for label, weight in ways.items() if weight}
        self._total = sum(self._weights.values())

    # --- reading --------------------------------------------------------------------------------------

    def __getitem__(self, label: T) -> Fraction:
        return Fraction(self._weights[label], self._total)

    def __iter__(self) -> Iterator[T]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __hash__(self) -> int:
        return hash(frozenset(self._weights.items()))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Chances):
            return self._weights == other._weights
        return super().__eq__(other)

    def chance(self, wanted: Callable[[T], bool]) -> Fraction:
        """How likely it is that something wanted comes out."""
        return Fraction(sum(weight for label, weight in self._weights.items() if wanted(label)), self._total)

    def mean(self, value: Callable[[T], int | Fraction]) -> Fraction:
        """The average of a value over everything that can come out."""
        return Fraction(sum(value(label) * weight for label, weight in self._weights.items())) / self._total

    # --- making others --------------------------------------------------------------------------------

    def map(self, name: Callable[[T], U]) -> "Chances[U]":
        """The same chances under other names; what gets one name is added up."""
        ways: dict[U, int] = {}
        for label, weight in self._weights.items():
            new = name(label)
            ways[new] = ways.get(new, 0) + weight
        return Chances.of_ways(ways)

    def then(self, follow: Callable[[T], "Chances[U]"]) -> "Chances[U]":
        """What comes out in the end when each outcome has chances of its own, such as a further throw."""
        return _sum((weight, follow(label)) for label, weight in self._weights.items())

    def given(self, known: Callable[[T], bool]) -> "Chances[T]":
        """The chances when it is known that only some outcomes are left."""
        left = {label: weight for label, weight in self._weights.items() if known(label)}
        if not left:
            raise ValueError("nothing is left that can happen")
        return Chances.of_ways(left)

    # --- showing --------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        return f"Chances({dict(self)})"

    def __str__(self) -> str:
        first = max(len(str(label)) for label in self)
        second = max(len(str(chance)) for chance in self.values())
        return "\n".join(
            f"{label!s:<{first}}  {chance!s:>{second}}  {float(100 * chance):5.1f} %  {_bar(chance)}"
            for label, chance in self.items()
        )

    def _repr_pretty_(self, printer: _Printer, cycle: bool) -> None:
        """IPython's own hook: chances that end a cell show their table."""
        printer.text("…" if cycle else str(self))

    def _repr_html_(self) -> str:
        """IPython's own hook: the same table with drawn bars, in the colours of the page around it."""
        rows = "".join(
            f'<tr><th scope="row" style="text-align:left">{escape(str(label))}</th>'
            f'<td style="text-align:right">{chance}</td><td style="text-align:right">{float(100 * chance):.1f} %</td>'
            f'<td style="text-align:left">{_drawn(chance)}</td></tr>'
            for label, chance in self.items()
        )
        heads = "".join(f'<th scope="col">{head}</th>' for head in ("Result", "Chance", "In 100"))
        return f"<table><thead><tr>{heads}<td></td></tr></thead><tbody>{rows}</tbody></table>"


def certain(label: T) -> Chances[T]:
    """One thing that is sure to come out."""
    return Chances.of_ways({label: 1})


def throw(dice: int = 1, sides: int = 6) -> Chances[int]:
    """The sum of some dice."""
    return Chances.of_ways(Dice(dice, sides).ways)


def mixed(parts: Iterable[tuple[Fraction | int, Chances[T]]]) -> Chances[T]:
    """Chances in given shares that sum to 1: one in three this, two in three that."""
    kept = list(parts)
    shares = Chances({number: share for number, (share, _) in enumerate(kept)})
    return shares.then(lambda number: kept[number][1])


def table_chances(table: Table, column: Column) -> Chances[str]:
    """What a column of a table gives, in the order of the rolls."""
    ways: dict[str, int] = {}
    for _, count, result in table.results(column):
        ways[result] = ways.get(result, 0) + count
    return Chances.of_ways(ways)


def _sum(parts: Iterable[tuple[int, Chances[T]]]) -> Chances[T]:
    """Weighted chances added up over their common denominator."""
    kept = list(parts)
    below = lcm(*(chances._total for _, chances in kept))
    ways: dict[T, int] = {}
    for weight, chances in kept:
        factor = weight * (below // chances._total)
        for label, inner in chances._weights.items():
            ways[label] = ways.get(label, 0) + inner * factor
    return Chances.of_ways(ways)


def _bar(chance: Fraction) -> str:
    """A bar as long as the chance is great, and never nothing."""
    return "#" * max(1, round(BAR * chance))


def _drawn(chance: Fraction) -> str:
    """The same bar, for a page; who cannot see it has the numbers beside it."""
    style = f"display:inline-block;width:{max(0.2, float(BAR * chance) / 2):.1f}em;height:.7em;background:currentColor"
    return f'<span aria-hidden="true" style="{style}"></span>'
