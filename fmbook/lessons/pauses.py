"""Where a game stops for a decision: at the moments of its chapter, each once, if the game comes to them.

The choice is kept in the record as a remark. What was chosen in fact is told when the turn is over, or when asked.
"""

from collections.abc import Iterator
from typing import Final, final

from fmbook.components.scenarios import scenario_names
from fmbook.core.errors import FmbookError
from fmbook.lessons.decisions import Moment
from fmbook.lessons.exercises import moments_of
from fmbook.lessons.lessonfile import lesson_names
from fmbook.play.game import Game
from fmbook.play.positions import Position
from fmbook.text.wording import sentence_of

__all__ = ["Pauses", "pauses_of"]

LATER: Final = "later"
BECAUSE: Final = ("because", "because:", ":")


@final
class Pauses:
    """The moments of one game. ``due`` is the one that it has come to and that nobody has decided yet."""

    def __init__(self, game: Game, moments: tuple[Moment, ...], since: int) -> None:
        self.game, self._since = game, since
        self._moments = {moment.id: moment for moment in moments}
        self._left = [id_ for id_ in self._moments if not any(said.startswith(f"{id_} ") for said in game.remarks)]
        self._chosen: dict[str, int] = {}  # in which turn

    @property
    def due(self) -> Moment | None:
        """The moment to decide now: never before the reader's first order nor within a battle."""
        state = self.game.state
        if self.game.given <= self._since or state.outcome or state.battle or state.asks:
            return None
        return next((moment for moment in self._waiting() if moment.decision.is_now(self.game)), None)

    def _waiting(self) -> Iterator[Moment]:
        turn = self.game.turn
        found = (self._moments[id_] for id_ in self._left)
        return (moment for moment in found if moment.decision.turn == turn and not moment.written)

    def choose(self, option: str, reason: str = "") -> None:
        """Choose for the moment that is due, say why, and play on."""
        moment = self._asked()
        moment.choose(option, reason)
        self._left.remove(moment.id)
        self._chosen[moment.id] = self.game.turn
        self.game.remark(f"{moment.id} {moment.written}")

    def put_off(self) -> None:
        """Play on without deciding: this game does not ask again."""
        self._left.remove(self._asked().id)

    def _asked(self) -> Moment:
        moment = self.due
        if moment is None:
            raise FmbookError("Nothing waits to be decided now.")
        return moment

    # --- what was chosen in fact ----------------------------------------------------------------

    @property
    def open(self) -> tuple[Moment, ...]:
        """What has been decided here and not been told yet."""
        return tuple(self._moments[id_] for id_ in self._chosen)

    @property
    def ripe(self) -> tuple[Moment, ...]:
        """Those whose turn is over, so that it is time to tell."""
        return tuple(moment for moment in self.open if _is_over(self.game, self._chosen[moment.id]))

    def hurry(self) -> None:
        """Do not wait for the end of the turn."""
        self._chosen = dict.fromkeys(self._chosen, 0)

    def tell(self) -> str:
        """Tell what was chosen in fact, of all that was decided and not told yet."""
        told = "\n".join(
            f"{moment.decision.who}: you chose {sentence_of(moment.written)} {moment.fact}" for moment in self.open
        )
        self._chosen.clear()
        return told

    # --- in words ---------------------------------------------------------------------------------

    def asks(self) -> str:
        """Say what is to be decided now, and how to answer; nothing if nothing is."""
        moment = self.due
        if moment is None:
            return ""
        options = (f"({letter}) {option}" for letter, option in moment.options.items())
        how = "Type: decide a because …, or: decide later. The orders go on after that."
        return "\n".join((f"Pause and decide. {moment.asked}", *options, how))

    def answer(self, words: str) -> str:
        """Take an answer in words: ``b because the river is too fast``, ``later``; nothing asks what came of it."""
        letter, _, rest = words.strip().partition(" ")
        if not letter:
            return self.asks() or self.tell() or "Nothing waits to be decided now."
        if letter.casefold() == LATER:
            self.put_off()
            return "You play on; this game does not ask again."
        self.choose(letter.strip("().,:"), _reason(rest))
        return "Kept in the record. What was chosen in fact is told when the turn is over; decide alone tells it now."

    def news(self) -> str:
        """Tell what was chosen in fact, once the turn is over."""
        return self.tell() if self.ripe else ""


def pauses_of(game: Game, since: int | None = None) -> Pauses:
    """Return the pauses of a game: those of its system's chapter, in a scenario of the book, after so many orders."""
    chapter = next((name for name in lesson_names() if name.partition("_")[2] == game.setup.system), "")
    is_ours = chapter and game.setup.scenario in scenario_names(game.setup.system)
    return Pauses(game, moments_of(chapter) if is_ours else (), game.given if since is None else since)


def _is_over(game: Position, turn: int) -> bool:
    return game.turn != turn or game.outcome is not None


def _reason(words: str) -> str:
    first, _, rest = words.strip().partition(" ")
    return rest.strip() if first.casefold() in BECAUSE else words.strip()
