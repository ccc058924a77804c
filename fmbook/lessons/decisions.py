"""Moments at which somebody had to choose: what was known, what could be done, and, once you have chosen, what was."""

from textwrap import fill
from typing import Final, final

from msgspec import Struct

from fmbook.core.errors import FmbookError
from fmbook.core.language import spoken_here, told
from fmbook.core.shown import ShownByWidget
from fmbook.lessons.notes import keep, kept
from fmbook.play.positions import Position
from fmbook.text.wording import shown

__all__ = ["LETTERS", "Decision", "Moment"]

WIDE: Final = 96
LETTERS: Final = "abcd"
LONGEST: Final = 1_000  # characters of a reason


class Decision(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A moment as its file describes it; ``chosen`` counts the options from 1.

    A game comes to it in a turn, in phases of some kinds, while a side holds places or stands so near to them. Somebody
    of the other ``side`` than the reader's is introduced, with why the question comes ``now``.
    """

    who: str
    when: str
    side: str
    now: str = ""
    turn: int
    phases: tuple[str, ...] = ()  # kinds; any, if there are none
    held: str = ""  # by which side
    at: tuple[str, ...] = ()
    near: int = 0
    known: str
    options: tuple[str, ...]
    chosen: int
    came: str  # why it was chosen, and what came of it
    source: str

    def is_now(self, position: Position) -> bool:
        """Tell whether a game has come to this moment."""
        state = position.state
        if state.turn != self.turn or (self.phases and state.phase.kind not in self.phases):
            return False
        return not self.held or any(
            position.board.within(position.board.at(place), self.near) & self._holders(position) for place in self.at
        )

    def _holders(self, position: Position) -> frozenset[int]:
        return position.state.forces[position.sides.index(self.held)].places


@spoken_here
@final
class Moment(ShownByWidget):
    """A decision to make. ``choose`` keeps your choice and your reason, and only then tells what was chosen in fact."""

    _widget = "decisions:DecisionBox"

    def __init__(self, chapter: str, name: str, decision: Decision) -> None:
        self.chapter, self.name, self.decision = chapter, name, decision

    @property
    def id(self) -> str:
        """Its name in every call: ``10.d1``."""
        return f"{self.chapter.partition('_')[0]}.{self.name}"

    @property
    def title(self) -> str:
        """What stands over it."""
        return f"Pause and decide · {self.id}"

    @property
    def asked(self) -> str:
        """Who has to decide, when, and what was known."""
        return f"{self.decision.when}. {self.decision.who}. {' '.join(self.decision.known.split())}"

    @property
    def options(self) -> dict[str, str]:
        """What could be done, by letter."""
        return dict(zip(LETTERS, self.decision.options, strict=False))

    @property
    def written(self) -> str:
        """What has been chosen and why, if anything."""
        return kept(self.id)

    @property
    def fact(self) -> str:
        """What was chosen in fact, and what came of it."""
        letter = LETTERS[self.decision.chosen - 1]
        return f"In fact ({letter}): {self.options[letter]} {' '.join(self.decision.came.split())}"

    def choose(self, option: str, reason: str = "") -> str:
        """Choose by letter and say why; what was chosen in fact is told in return."""
        letter = str(option).strip().casefold()[:1]
        if letter not in self.options:
            raise FmbookError(f"Choose by a letter: {', '.join(self.options)}.")
        said = shown(str(reason)).strip()
        if len(said) > LONGEST:
            raise FmbookError(f"That is too long to keep: {LONGEST:,} characters at most.")
        keep(self.id, f"({letter}) {self.options[letter]}{f' Because: {said}' if said else ''}")
        return f"You chose ({letter}). {self.fact}"

    def __str__(self) -> str:
        lines = [fill(told(self.asked), WIDE, initial_indent="  ", subsequent_indent="  ")]
        lines += [f"  ({letter}) {option}" for letter, option in self.options.items()]
        return "\n".join([self.title, *lines, f"  Choose, with a reason: fm.decide({self.id!r}).choose('a', '…')"])

    __repr__ = __str__
