"""A game reviewed: the curve of its chances, what was luck and what was judgement, as a page with a picture."""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from html import escape
from importlib import import_module
from typing import Any, Final, final

from fmbook.core.calls import checked
from fmbook.core.orders import Order, sentence
from fmbook.core.sides import noun, opening
from fmbook.opponents.review import Change, Findings, reviewing
from fmbook.play.game import Game

__all__ = ["Review", "review"]

KEPT: Final = 8  # games whose reviews are kept
WIDE: Final = 100

_known: OrderedDict[str, Findings] = OrderedDict()


@final
class Review:
    """The page. Print it, let it end a cell, or read ``findings``."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings

    @property
    def verdict(self) -> str:
        """The whole game in one sentence, told of the side that lost, or else of the first."""
        found = self.findings
        side = next((each for each in found.sides if found.winner not in (None, each)), found.sides[0])
        other = found.sides[side == found.sides[0]]
        ends = "won" if found.winner == side else "lost" if found.winner else "stands at"
        now = "" if found.is_over and found.winner else f" {found.chance(side, -1):.0f}"
        parts = (
            f"luck {found.luck(side):+.0f}",
            f"own orders {found.judgement(side, side):+.0f}",
            f"orders of {noun(other)} {found.judgement(other, side):+.0f}",
            f"small changes {found.rest(side):+.0f}",
        )
        start = found.chance(side, 0)
        return f"{opening(side)}, from {start:.0f} chances in 100, {ends}{now}: {', '.join(parts)}."

    def svg(self) -> str:
        """Draw the curve as a picture; nothing where no widgets are installed."""
        try:
            drawn: str = import_module("fmbook.widgets.drawing.review_curve").curve_svg(self.findings)
        except ImportError:
            return ""
        return drawn

    def _parts(self) -> Iterator[tuple[str, list[str]]]:
        found = self.findings
        yield "In a sentence", [self.verdict]
        yield "Orders that cost most", [self._judged(each) for each in found.costly] or ["None that shows."]
        yield "Throws that turned it", [self._fell(each) for each in found.turning] or ["None that shows."]
        yield "How sure this is", [_how_sure(found.curve[0].chance.games)]

    def _judged(self, change: Change) -> str:
        sure = "" if change.is_clear else " (too close to call)"
        said = f"{self._when(change)}: {_small(change.order)} cost {abs(change.judgement):.0f} points{sure}."
        if change.better is None:
            return f"{said} Nothing better was found."
        better = change.better
        sure = "" if better.by >= 2 * better.error else " (too close to call)"
        return f"{said} Better: {_small(better.order)}, by {better.by:.0f} points{sure}."

    def _fell(self, change: Change) -> str:
        who = self.findings.sides[change.luck < 0]
        often = "" if change.share is None else f", which falls in {change.share:.0%} of throws"
        sure = "" if change.is_clear else " (too close to call)"
        said = f"{self._when(change)}: {_small(change.order)}, {change.fell}{often}"
        return f"{said}; {abs(change.luck):.0f} points for {noun(who)}{sure}."

    def _when(self, change: Change) -> str:
        return f"{self.findings.turn_word.capitalize()} {change.turn}, {noun(change.side)}"

    def __str__(self) -> str:
        return "\n".join(f"{head}\n" + "\n".join(f"- {line}" for line in lines) for head, lines in self._parts())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        sections = (
            f"<h4>{escape(head)}</h4><ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>"
            for head, lines in self._parts()
        )
        return f"{self.svg()}{''.join(sections)}"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text("…" if cycle else str(self))


def _how_sure(games: int) -> str:
    """Say how far a point may be off: twice its standard error at even chances."""
    count = f"Each point of the curve counts {games} games that quick machine players played on from there"
    return f"{count}, so it may be {100 / games**0.5:.0f} points off. They do not play as you would."


def _small(order: Order) -> str:
    said = sentence(order)
    return f"{said[:1].lower()}{said[1:]}"


@checked
def review(game: Game, *, tell: Callable[[int, int], None] | None = None) -> Review:
    """Tell luck from judgement in a game, finished or not; ``tell(done, total)`` is called as it is worked out.

    A short game takes seconds, a long one minutes; what was found is kept for the next time.

    >>> from fmbook.play.game import new_game
    >>> print(review(new_game("drill", "no_way_out")).findings.sides)
    ('Blue', 'Red')
    """
    key = game.record()
    if key not in _known:
        _known[key] = _worked_out(game, tell)
        if len(_known) > KEPT:
            _known.popitem(last=False)
    return Review(_known[key])


def _worked_out(game: Game, tell: Callable[[int, int], None] | None) -> Findings:
    steps = reviewing(game.copy())
    while True:
        try:
            progress = next(steps)
        except StopIteration as end:
            found: Findings = end.value
            return found
        if tell is not None:
            tell(*progress)
