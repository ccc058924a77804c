"""What a desk knows of history beside the game: its moments to decide, its cost in people, the front of that hour.

The lessons are read when somebody has given an order or asks, so that no map waits for them.
"""

from functools import cache, cached_property
from html import escape
from typing import TYPE_CHECKING, final

from fmbook.core.data import data_root
from fmbook.play.game import Game
from fmbook.play.positions import Position

if TYPE_CHECKING:
    from fmbook.lessons.decisions import Moment
    from fmbook.lessons.sidelights import Sidelight
    from fmbook.play.coaching import Course

__all__ = ["Sidelights", "has_front"]


@cache
def has_moments(system: str) -> bool:
    """Tell whether the chapter of a system has moments to stop at."""
    found = (data_root() / "lessons").glob(f"*_{system}.toml")
    return any("\n[[decision]]" in path.read_text(encoding="utf-8") for path in found)


@cache
def has_history(system: str) -> bool:
    """Tell whether it is known what happened, and how many people a step is."""
    return (data_root() / system / "history.toml").is_file()


@cache
def has_front(system: str) -> bool:
    """Tell whether it is known where the front was, turn by turn."""
    path = data_root() / system / "theatre.toml"
    return has_history(system) and path.is_file() and "\nturn " in path.read_text(encoding="utf-8")


@final
class Sidelights:
    """The sidelights of the game of a desk. What a box on the desk says is not told again in words."""

    def __init__(self, game: Game, *, on: bool) -> None:
        self.game, self.on = game, on and has_moments(game.setup.system)
        self.course: Course | None = None
        """The steps that lead through this game, if it has any here."""
        self._since = game.given  # nobody is stopped before a first order at this desk

    @cached_property
    def known(self) -> "Sidelight":
        """What is known of this game."""
        from fmbook.lessons.sidelights import Sidelight

        return Sidelight(self.game, since=self._since)

    # --- decisions --------------------------------------------------------------------------------

    @property
    def _has_begun(self) -> bool:
        return self.on and self.game.given > self._since

    @property
    def due(self) -> "Moment | None":
        """The moment to decide now; steps are not interrupted."""
        led = self.course is not None and self.course.is_leading
        return self.known.pauses.due if self._has_begun and not led else None

    @property
    def ripe(self) -> "tuple[Moment, ...]":
        """What was decided in a turn that is over, and is to be told."""
        return self.known.pauses.ripe if self._has_begun else ()

    @property
    def open(self) -> "tuple[Moment, ...]":
        """What was decided and not told yet."""
        return self.known.pauses.open if self._has_begun else ()

    # --- on the page ------------------------------------------------------------------------------

    def cost(self, orders: int) -> str:
        """Write what the game had cost after so many orders; how that is reckoned is folded below it."""
        said = self.known.toll.says(orders) if orders and has_history(self.game.setup.system) else ""
        if not said:
            return ""
        why = escape(self.known.toll.reckoned)
        return f'<details class="fmbook-toll"><summary>{escape(said)}</summary>{why}</details>'

    def front_lines(self, position: Position) -> tuple[tuple[int, ...], ...]:
        """Return the front of that hour in fact: lines of places on the board."""
        return self.known.line.lines(position.turn) if self.known.line else ()

    def front_told(self, orders: int) -> str:
        """Write the key of that front, how the game differs after so many orders, and whose line it is."""
        said = self.known.line.says(orders) if self.known.line else ""
        return f'<p><span class="fmbook-ghost" aria-hidden="true"></span>{escape(said)}</p>'

    # --- in words ---------------------------------------------------------------------------------

    def asks(self) -> str:
        """Say what is to be decided now, and how to answer."""
        return self.known.asks() if self.due else ""

    def answer(self, words: str) -> str:
        """Take a typed answer."""
        return self.known.answer(words)

    def news(self) -> str:
        """Say nothing: the desk has boxes for it."""
        return ""

    def losses(self) -> str:
        """Say what the game has cost so far, and how that is reckoned."""
        return self.known.losses()

    def front(self) -> str:
        """Say where the front was in fact, and how the game differs."""
        return self.known.front()
