"""A game reviewed: the curve of its chances, what was luck and what was judgement, as a page with a picture."""

from collections import OrderedDict
from collections.abc import Callable, Generator, Iterator
from html import escape
from importlib import import_module
from typing import Any, Final, NamedTuple, final

from fmbook.core.calls import checked
from fmbook.core.language import spoken_here
from fmbook.core.orders import Order, sentence
from fmbook.core.sides import noun, opening
from fmbook.experiments.progress import Bar
from fmbook.lessons.kept_reviews import keep, kept
from fmbook.opponents.review import Change, Findings, Progress, reviewing
from fmbook.play.game import Game

__all__ = ["Mark", "Review", "known", "review", "working_out"]

KEPT: Final = 8  # games whose reviews are kept
BOTH_HANDS: Final = (
    "The chances are those of the markers that both sides really held; what would have been better is counted by what "
    "its side could see, with the other hand dealt anew."
)

_known: OrderedDict[str, Findings] = OrderedDict()


class Mark(NamedTuple):
    """What is told of one order or throw, under its number on the picture; ``at`` is the moment before it."""

    number: int
    at: int
    says: str
    places: tuple[str, ...]


@spoken_here
@final
class Review:
    """The page. Print it, let it end a cell, or read ``findings``."""

    def __init__(self, findings: Findings, game: Game | None = None) -> None:
        self.findings, self.game = findings, game
        self._number = {change.number: count for count, change in enumerate(findings.named, 1)}

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The orders and throws that are told, in the order of the game."""
        return tuple(self._mark(change) for change in self.findings.named)

    def _mark(self, change: Change) -> Mark:
        found = self.findings
        said = [self._judged(change)] if change in found.costly else []
        said += [self._fell(change)] if change in found.turning else []
        orders = change.order, *([change.better.order] if change.better else [])
        named = (pair for order in orders for pair in zip(order.takes, order.names, strict=True))
        places = tuple(dict.fromkeys(name for sort, name in named if sort == "hex"))
        return Mark(self._number[change.number], change.number - 1, " ".join(said), places)

    @property
    def loser(self) -> str:
        """The side that lost, or else the first."""
        found = self.findings
        return next((each for each in found.sides if found.winner not in (None, each)), found.sides[0])

    @property
    def verdict(self) -> str:
        """The whole game in one sentence, told of the side that lost, or else of the first."""
        return self.told_of(self.loser)

    def told_of(self, side: str) -> str:
        """Tell the whole game in one sentence, as one side saw it."""
        found = self.findings
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
        yield "Orders that cost most", [self._told(each, self._judged) for each in found.costly] or ["None that shows."]
        yield "Throws that turned it", [self._told(each, self._fell) for each in found.turning] or ["None that shows."]
        yield "How sure this is", [self.how_sure]

    @property
    def how_sure(self) -> str:
        """How far a point of the curve may be off: twice its standard error at even chances."""
        games = self.findings.curve[0].chance.games
        count = f"Each point of the curve counts {games} games that quick machine players played on from there"
        said = f"{count}, so it may be {100 / games**0.5:.0f} points off. They do not play as you would."
        return f"{said} {BOTH_HANDS}" if self.game and any(self.game.setup.data.get("pools", ())) else said

    def _told(self, change: Change, tell: Callable[[Change], str]) -> str:
        """Write a line with its number on the picture before it."""
        return f"({self._number[change.number]}) {tell(change)}"

    def _judged(self, change: Change) -> str:
        sure = "" if change.is_clear else " (too close to call)"
        points, better = f"{abs(change.judgement):.0f} points", change.better
        if better is None:
            fell = f"{self._when(change)}: {_small(change.order)}; then the chances were {points} lower{sure}."
            return f"{fell} Nothing better was found."
        said = f"{self._when(change)}: {_small(change.order)} cost {points}{sure}."
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
        return "\n".join(f"{head}\n" + "\n".join(f"  {line}" for line in lines) for head, lines in self._parts())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        sections = (
            f"<h4>{escape(head)}</h4><ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>"
            for head, lines in self._parts()
        )
        return f"{self.svg()}{''.join(sections)}"

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """IPython's own hook: the page, with a button at each moment that opens it on a desk."""
        words = {"text/plain": str(self), "text/html": self._repr_html_()}
        try:
            page = import_module("fmbook.widgets.reviewing").ReviewPage
        except ImportError:
            return words
        bundle: dict[str, Any] = page(self)._repr_mimebundle_() if self.game else {}
        return bundle | words

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text("…" if cycle else str(self))


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
    steps, tell, before = working_out(game), tell or Bar(), Progress(0, 0)
    while True:
        try:
            progress = next(steps)
        except StopIteration as end:
            found: Review = end.value
            return found
        if progress != before:
            tell(*progress)
        before = progress


def working_out(game: Game) -> Generator[Progress, None, Review]:
    """Review a game step by step, none of which takes long; nothing has to be done where it is known."""
    played, key = game.copy(), game.record()
    found = known(game)
    if found is None:
        _keep(key, (yield from reviewing(played)))
        keep(key, _known[key])
    return Review(_known[key], played)


def known(game: Game) -> Review | None:
    """Return the review of a game that was worked out before, here or by another desk; else None."""
    key = game.record()
    if key not in _known and (found := kept(key)):
        _keep(key, found)
    return Review(_known[key], game.copy()) if key in _known else None


def _keep(key: str, found: Findings) -> None:
    _known[key] = found
    if len(_known) > KEPT:
        _known.popitem(last=False)
