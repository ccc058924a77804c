"""How a game comes out between two machine players, beside what happened: the figures of its balance file."""

from functools import cache
from textwrap import fill
from typing import Any, final

from fmbook.books.cards import MARKUP
from fmbook.components.scenarios import load_scenario
from fmbook.core.calls import checked
from fmbook.core.data import systems_with
from fmbook.core.errors import NoSuchName
from fmbook.core.language import spoken_here, told
from fmbook.core.sides import noun
from fmbook.opponents.balance import Balance, BalanceFigures, FewGames, balance

__all__ = ["Measured", "measured"]

HEADS = ("Scenario", "Games", "Won by", "Taken at some time")
WIDE = 100
NEVER = "never"
FEW = "Two captains, who look ahead, played few games, so that beside each count stands what it may be in a hundred."
CAVEAT = "It looks one order ahead and makes no plan: the table measures the player as well as the rules."


@spoken_here
@final
class Measured:
    """A small table, and what happened in fact."""

    def __init__(self, system: str, figures: Balance) -> None:
        self.system, self.figures = system, figures

    @property
    def rows(self) -> tuple[tuple[str, str, str, str], ...]:
        """Each scenario: how many games, who won them, and in how many a place was taken, unless it was in all."""
        return tuple(map(self._row, self.figures.measured))

    def _row(self, found: BalanceFigures) -> tuple[str, str, str, str]:
        won = ", ".join(f"{noun(side)} {count}" for side, count in found.wins.items())
        taken = {name: sum(turns.values()) - turns.get(NEVER, 0) for name, turns in found.first_held.items()}
        places = ", ".join(f"{name} {count}" for name, count in taken.items() if 0 < count < found.games)
        return load_scenario(self.system, found.scenario).title, str(found.games), won, places

    def _table(self) -> list[tuple[str, ...]]:
        """Heads and rows, without a column that is empty."""
        kept = len(HEADS) if any(places for *_, places in self.rows) else len(HEADS) - 1
        return [line[:kept] for line in (HEADS, *self.rows)]

    def _said(self) -> tuple[str, str]:
        names = " and ".join(sorted({name for found in self.figures.measured for name in found.opponents}))
        return f"The machine (“{names}”) played both sides. {CAVEAT}", self.figures.history.says

    def _few(self) -> list[str]:
        """What came of games between players who look ahead, where some were played."""
        found = [_of_few(self.system, each) for each in self.figures.few]
        return [" ".join([FEW, *found])] if found else []

    def __str__(self) -> str:
        (before, fact), table = self._said(), self._table()
        widths = [max(map(len, cells)) for cells in zip(*table, strict=True)]
        lines = ("  ".join(map(str.ljust, line, widths)).rstrip() for line in table)
        few = (fill(told(said), WIDE) for said in self._few())
        return "\n".join([fill(told(before), WIDE), *lines, *few, fill(told(f"In fact: {fact}"), WIDE)])

    __repr__ = __str__

    def _repr_markdown_(self) -> str:
        (before, fact), (heads, *rows) = self._said(), self._table()
        lines = (f"| {' | '.join(cell.translate(MARKUP) for cell in row)} |" for row in rows)
        table = "\n".join([f"| {' | '.join(heads)} |", "| --- " * len(heads) + "|", *lines])
        few = (said.translate(MARKUP) for said in self._few())
        return "\n\n".join([before, table, *few, f"In fact: {fact.translate(MARKUP)}"])

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text("…" if cycle else str(self))


def _of_few(system: str, few: FewGames) -> str:
    side, share = few.first
    title, bounds = load_scenario(system, few.scenario).title, f"{100 * share.low:.0f} to {100 * share.high:.0f}"
    return f"{title}: {noun(side)} won {few.wins[side]} of {few.games} games ({bounds} in 100)."


@checked
@cache
def measured(system: str) -> Measured:
    """Tell how a game comes out when the machine plays both sides: ``fm.measured("vimy")``.

    >>> import fmbook as fm
    >>> "battle" in str(fm.measured("vimy"))
    True
    """
    if system not in (known := systems_with("balance")):
        raise NoSuchName("balance", system, known)
    return Measured(system, balance(system))
