"""What rules answer: bars, costs, shifts and reasons, each citing its rule, and the verdict made of them.

A rule that speaks of one order yields a :class:`Reason`. A rule that speaks of many units or hexes at once yields
the *set and the sentence*: a :class:`Bar` (not these) or an :class:`Only` (none but these). The list of legal orders
subtracts the set, a refusal fills in the sentence: one truth serves both.
"""

from collections.abc import Callable, Iterable, Set
from dataclasses import dataclass, field
from html import escape
from typing import Any, Final, final

import msgspec
from msgspec.structs import replace

from fmbook.core.errors import FmbookError
from fmbook.core.language import spoken_here
from fmbook.core.rulenames import rule_name

__all__ = ["ALL", "Bar", "Closed", "Cost", "Excuse", "Only", "Reason", "RuleViolation", "Shift", "Verdict"]

ALL: Final = -1
"""The price of a step that takes a unit's whole allowance, and can therefore only be its first."""


@final
@dataclass(frozen=True, slots=True)
class Reason:
    """Why an order is refused: a sentence, its rule, the hexes that cause it, and what to try instead.

    >>> import fmbook as fm
    >>> game = fm.new_game("drill", "first_steps")
    >>> (reason,) = game.can("move B1 0406").reasons
    >>> reason.rule, reason.places
    ('fm:5.1/enemy', ('0406',))
    """

    text: str
    advice: str = ""
    places: tuple[str, ...] = ()
    rule: str = ""

    def __str__(self) -> str:
        """Read it as the reader sees it."""
        cited = f"{self.text} ({rule_name(self.rule)})" if self.rule else self.text
        return f"{cited}\n  Try: {self.advice}." if self.advice else cited

    def as_html(self) -> str:
        """Write it for a page: the sentence, its rule in small, what to try on a line of its own."""
        rule = f" <small>({escape(rule_name(self.rule))})</small>" if self.rule else ""
        advice = f"<br><em>Try: {escape(self.advice)}.</em>" if self.advice else ""
        return f"{escape(self.text)}{rule}{advice}"


Why = Callable[..., Iterable[Reason]]


class Bar(msgspec.Struct):
    """These units, hexes or markers may not. ``text`` may name {unit}, {to}, {hex}, {marker}, {side}, {they}.

    Rules make many of these in every list of orders, and nothing is made faster than a struct.

    >>> import fmbook as fm
    >>> bar = fm.Bar(frozenset({3}), "a river is in the way")
    >>> bar.stops(3), bar.stops(4)
    (True, False)
    """

    these: Set[int]
    text: str
    advice: str = ""
    places: Set[int] = frozenset()
    why: Why | None = None

    def stops(self, number: int) -> bool:
        """Tell whether this bar is in the way of one of them."""
        return number in self.these

    def less(self, excused: Set[int]) -> "Bar":
        """Return this bar once some are excused from it."""
        return replace(self, these=self.these - excused) if excused else self


@final
class Only(Bar):
    """None but these may.

    >>> import fmbook as fm
    >>> only = fm.Only(frozenset({3}), "roads alone are open")
    >>> only.stops(3), only.stops(4)
    (False, True)
    """

    def stops(self, number: int) -> bool:
        """Tell whether this bar is in the way of one of them."""
        return number not in self.these

    def less(self, excused: Set[int]) -> Bar:
        """Return this bar once some are excused from it."""
        return replace(self, these=self.these | excused) if excused else self


@final
class Excuse(msgspec.Struct, frozen=True):
    """These are let off the rule that the mark names.

    >>> import fmbook as fm
    >>> fm.Excuse(frozenset({3}), "engineers may").text
    'engineers may'
    """

    these: Set[int]
    text: str


@final
class Cost(msgspec.Struct, frozen=True):
    """What a step costs, in half movement points; ``instead`` takes the place of all ordinary costs.

    >>> import fmbook as fm
    >>> fm.Cost(3, "woods").halves  # one point and a half
    3
    """

    halves: int
    text: str
    instead: bool = False


@final
class Closed(msgspec.Struct, frozen=True):
    """The step cannot be made. ``text`` may name {unit}, {here} and {hex}, the hex that it would lead into."""

    text: str


@final
class Shift(msgspec.Struct, frozen=True):
    """One line of a battle's arithmetic: so much, added to what, for which reason.

    >>> import fmbook as fm
    >>> fm.Shift(2, "across a river").to
    'column'
    """

    amount: int
    text: str
    to: str = "column"
    rule: str = ""


@spoken_here
@final
@dataclass(frozen=True, slots=True, repr=False)
class Verdict:
    """Yes, or no with every reason. Use it as a truth value; print it for the sentences.

    >>> import fmbook as fm
    >>> game = fm.new_game("drill", "first_steps")
    >>> bool(game.can("move B1 0405"))
    True
    >>> print(game.can("move B1 0406"))
    Moving B1 to 0406: not allowed.
    0406 is held by the enemy (rule 5.1)
      Try: stop next to it, and attack it in the combat phase.
    """

    subject: str
    reasons: tuple[Reason, ...] = field(default=())

    def __bool__(self) -> bool:
        return not self.reasons

    @property
    def words(self) -> str:
        """The sentences, in English."""
        if not self.reasons:
            return f"{self.subject}: allowed."
        return "\n".join([f"{self.subject}: not allowed.", *map(str, self.reasons)])

    def __str__(self) -> str:
        return self.words

    def __repr__(self) -> str:
        return str(self)  # in the language of the session, as it is printed

    def _repr_html_(self) -> str:
        """IPython's own hook: the same sentences, each reason an item of a list."""
        if not self.reasons:
            return f"<p>{escape(self.subject)}: allowed</p>"
        items = "".join(f"<li>{reason.as_html()}</li>" for reason in self.reasons)
        return f"<p><strong>{escape(self.subject)}: not allowed</strong></p><ul>{items}</ul>"


class RuleViolation(FmbookError, ValueError):
    """An order that the rules forbid; nothing has changed. In a notebook it shows its reasons, no traceback.

    >>> import fmbook as fm
    >>> game = fm.new_game("drill", "first_steps")
    >>> try:
    ...     game.do("move B1 0406")
    ... except fm.RuleViolation as no:
    ...     print(no.reasons[0].rule)
    fm:5.1/enemy
    """

    def __init__(self, order: Any, reasons: tuple[Reason, ...]) -> None:
        self.order, self.reasons, self.verdict = order, reasons, Verdict(str(order), reasons)
        super().__init__(self.verdict.words)
