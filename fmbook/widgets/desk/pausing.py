"""Where a desk stops for a decision: the card with what was known, a line for a reason, a button for each option.

The lessons are read when a game has begun that has such moments, so that no map waits for them.
"""

from functools import cache, cached_property
from html import escape
from typing import TYPE_CHECKING, Final, final

from ipywidgets import HTML, Text, VBox

from fmbook.core.data import data_root
from fmbook.play.game import Game
from fmbook.text.wording import sentence_of
from fmbook.widgets.desk.controls import Pieces

if TYPE_CHECKING:
    from fmbook.lessons.decisions import Moment
    from fmbook.lessons.pauses import Pauses
    from fmbook.lessons.toll import Toll

__all__ = ["KEPT", "ChoiceBox", "Pausing", "ToldBox", "asked_of", "has_moments"]

KEPT: Final = "Your choice is kept in the record. What was chosen in fact is told when the turn is over."
LATER: Final = "Play on without choosing"


@cache
def has_moments(system: str) -> bool:
    """Tell whether the chapter of a system has moments to stop at."""
    found = (data_root() / "lessons").glob(f"*_{system}.toml")
    return any("\n[[decision]]" in path.read_text(encoding="utf-8") for path in found)


@cache
def has_history(system: str) -> bool:
    """Tell whether it is known what happened, and how many people a step is."""
    return (data_root() / system / "history.toml").is_file()


@final
class Pausing:
    """Where the game of a desk stops. In words the box on the desk says it, so there is nothing to tell."""

    def __init__(self, game: Game, *, on: bool) -> None:
        self.game, self.on = game, on and has_moments(game.setup.system)
        self._since = game.given  # nobody is stopped before a first order at this desk

    @cached_property
    def pauses(self) -> "Pauses":
        """The moments of this game."""
        from fmbook.lessons.pauses import pauses_of

        return pauses_of(self.game, self._since)

    @property
    def _has_begun(self) -> bool:
        return self.on and self.game.given > self._since

    @property
    def due(self) -> "Moment | None":
        """The moment to decide now."""
        return self.pauses.due if self._has_begun else None

    @property
    def ripe(self) -> "tuple[Moment, ...]":
        """What was decided in a turn that is over, and is to be told."""
        return self.pauses.ripe if self._has_begun else ()

    @property
    def open(self) -> "tuple[Moment, ...]":
        """What was decided and not told yet."""
        return self.pauses.open if self._has_begun else ()

    @cached_property
    def _toll(self) -> "Toll":
        from fmbook.lessons.toll import Toll

        return Toll(self.game)

    def cost(self, orders: int) -> str:
        """Write what the game had cost after so many orders; how that is reckoned shows when pointed at."""
        said = self._toll.says(orders) if orders and has_history(self.game.setup.system) else ""
        if not said:
            return ""
        why = escape(self._toll.reckoned, quote=True)
        return f'<p class="fmbook-toll" title="{why}">{escape(said)}<span class="fmbook-unseen"> {why}</span></p>'

    def asks(self) -> str:
        """Say what is to be decided now, and how to answer."""
        return self.pauses.asks() if self.due else ""

    def answer(self, words: str) -> str:
        """Take a typed answer."""
        return self.pauses.answer(words)

    def news(self) -> str:
        """Say nothing: the desk has a box for it."""
        return ""

    def losses(self) -> str:
        """Say what the game has cost so far, and how that is reckoned."""
        said = self._toll.says(self.game.given) or "Nobody has been lost so far."
        return f"{said} {self._toll.reckoned}".strip()


@final
class ChoiceBox(VBox):  # type: ignore[misc]  # ipywidgets has no types
    """One moment to decide: ``options`` are its buttons by letter."""

    def __init__(self, moment: "Moment", pieces: Pieces) -> None:
        self.moment = moment
        self.reason = Text(
            description="Your reason", placeholder="one sentence; then choose",
            layout={"width": "100%", "margin": "0"}, style={"description_width": "initial"},
        )  # fmt: skip
        self.options = {letter: pieces.button(f"({letter}) {says}") for letter, says in moment.options.items()}
        self.later = pieces.button(LATER, "This game does not ask again")
        known = HTML(f"<section><p>{escape(' '.join(moment.decision.known.split()))}</p></section>")
        row = pieces.row(*self.options.values(), self.later)
        super().__init__([known, self.reason, row], layout=pieces.plain, _dom_classes=("fmbook-choice",))


@final
class ToldBox(VBox):  # type: ignore[misc]  # ipywidgets has no types
    """What was decided: a button tells at once what was chosen in fact; when the turn is over it stands there."""

    def __init__(self, moments: "tuple[Moment, ...]", pieces: Pieces, *, ripe: bool) -> None:
        self.done = pieces.button("Close" if ripe else "Tell me now")
        said = [_told(moment) for moment in moments] if ripe else [f"<p>{KEPT}</p>"]
        parts = [HTML(f"<section>{''.join(said)}</section>"), pieces.row(self.done)]
        super().__init__(parts, layout=pieces.plain, _dom_classes=("fmbook-choice",))


def asked_of(moment: "Moment") -> str:
    """Ask for a decision in one line."""
    return f"Pause and decide: {moment.decision.who}. {moment.decision.when}."


def _told(moment: "Moment") -> str:
    """Write what was chosen here, and what was chosen in fact, by whom and when."""
    of = f"{moment.decision.who}. {moment.decision.when}"
    chosen = f"You chose {sentence_of(moment.written)}"
    return f"<p><strong>{escape(of)}.</strong> {escape(chosen)}</p><p>{escape(moment.fact)}</p>"
