"""A game played by typed lines: each line gets an answer in words. A terminal uses it, and so does the desk."""

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Final, Protocol, final

from fmbook.core.errors import FmbookError, RecordError
from fmbook.core.language import told
from fmbook.core.orders import VERBS, OrderError, deed
from fmbook.core.sides import noun, opening
from fmbook.core.state import State
from fmbook.core.verdicts import RuleViolation
from fmbook.opponents import Opponent, opponent
from fmbook.play.coaching import Course
from fmbook.play.game import Game
from fmbook.play.given import GivenOrder
from fmbook.play.positions import Position
from fmbook.text.alternatives import with_advice
from fmbook.text.boards import prompt_in_words
from fmbook.text.choices import due_in_words, refusal_in_words
from fmbook.text.commands import COMMANDS
from fmbook.text.completion import completions
from fmbook.text.parsing import named, read_order, read_throws, understand
from fmbook.text.presses import Presses
from fmbook.text.wording import clean, listed, shown, spoken, standing

__all__ = ["Aside", "Talk"]

LONGEST: Final = 400  # characters of a line that is no code, as in a record
LONGEST_CODE: Final = 70_000
MOST_TOLD: Final = 40
BLANK_LINES: Final = 40  # more than a screen: what stood there has gone
NOTHING_GIVEN: Final = "You have given no order yet: there is nothing to take back."
WHAT_IF: Final = "This is now what-if {}: an order was taken back after its dice had been seen."
NOTHING_TAKEN_BACK: Final = "Nothing has been taken back: there is nothing to give again."


class Aside(Protocol):
    """What stands beside a game: steps, decisions that are no orders, what was decided in fact, what it has cost."""

    course: Course | None

    def asks(self) -> str:
        """Say what is to be decided now; nothing if nothing is."""

    def answer(self, words: str) -> str:
        """Take an answer."""

    def news(self) -> str:
        """Say what is to be told now."""

    def losses(self) -> str:
        """Say what the game has cost so far, in people."""

    def front(self) -> str:
        """Say where the front was in fact at that hour, and how the game differs; nothing where nobody knows."""


@final
class Talk:
    """Takes typed lines and answers them.

    ``you`` is the side that this keyboard plays; without it both sides share the keyboard, and a curtain falls
    between them when markers are hidden. ``opponent`` plays the other side at once; without one, somebody else gives
    its orders to the same game. ``aside`` knows what stands beside a game.

    >>> from fmbook.play.game import new_game
    >>> talk = Talk(new_game("drill", "march"))
    >>> hello = talk.greeting()
    >>> print(talk.answer("m b1 0403"))
    B1 marches from 0401 to 0403.
    Blue: move your units, one by one. Rule 4.1.
    You may order: move (B2 or B3); end-phase.
    """

    def __init__(
        self,
        game: Game,
        you: str | None = None,
        opponent: str | Opponent | None = None,
        *,
        aside: Callable[[Game], Aside] | None = None,
    ) -> None:
        self.game, self._beside = game, aside
        self.over = False
        self.refused: RuleViolation | None = None
        """Why the last line was refused by the rules, if it was."""
        self.broken: RecordError | None = None
        """What is wrong with the code or the record of the last line, if it broke half-way."""
        self.rescued: Game | None = None
        """What could be read of the last record or code that broke half-way: ``recover`` goes on from there."""
        self._wanted = you, opponent
        self._sit_down()

    def _sit_down(self) -> None:
        self.aside = self._beside(self.game) if self._beside else None
        you, name = self._wanted
        if name is not None and you is None:
            you = self.game.side
        self.you = None if you is None else named(self.game, "side", you)
        self._opponents: Mapping[str, Opponent] = {}
        if name is not None:
            self._opponents = {side: opponent(name) for side in self.game.sides if side != self.you}
        self._chance = Random(self.game.seed)  # noqa: S311 - chance of a game, not of a lock
        self._viewer = self.you or self.game.side
        self._shown: tuple[State, Position] | None = None
        self._told = dict.fromkeys(self.game.sides, 0)
        self._curtain = False
        self._hinted = (-1, 0)
        self._noticed = 0
        self.presses = Presses()

    def sit(self, you: str | None) -> None:
        """Let this keyboard play one side from now on, or both; who may not look yet sees the curtain."""
        self.you, self._wanted = you, (you, None)
        if you:
            self._viewer, self._curtain = you, False
        self._heard()

    # --- what is shown --------------------------------------------------------------------

    @property
    def side(self) -> str:
        """The side whose eyes the words are meant for."""
        return self._viewer

    @property
    def view(self) -> Position:
        """The game as that side sees it; the same view until something changes, with all that was worked out of it."""
        state, viewer = self.game.state, self._viewer
        if self._shown is None or self._shown[0] is not state or self._shown[1].viewer != viewer:
            self._shown = state, self.game.seen_by(viewer)
        return self._shown[1]

    @property
    def hides(self) -> bool:
        """Whether seed and hands stay untold: in a game at a table, and where the other side has a hand of its own."""
        kept = self.game.is_shared or (self.you is not None and bool(self.game.setup.markers))
        return kept and not self.game.outcome

    @property
    def may_order(self) -> bool:
        """Whether this keyboard decides now."""
        return not self._curtain and not self.game.outcome and self._viewer == self.game.side

    @property
    def prompt(self) -> str:
        """What to write before the cursor."""
        if self._curtain:
            return "Enter: "
        return "Game over: " if self.game.outcome else f"{self._viewer}: "

    def greeting(self) -> str:
        """Say what game this is, and how to begin."""
        form = self.game.setup.data.get("form")
        lines = [f"{form.title}. {form.says}"] if form else []
        playing = (
            f"You play the {self.you} side." if self.you else f"{' and '.join(self.game.sides)} share this keyboard."
        )
        if self._opponents:
            playing += f" The {listed(self._opponents)} side is played by an opponent of this book."
        if self.course:
            playing += " A guide leads through the first orders: type guide."
        lines += [playing, "Type help for what can be said, board for how things stand, quit to leave."]
        if self.game.orders:  # a game that is gone on with: its story so far is in the diary
            self._told = dict.fromkeys(self.game.sides, len(self.game.diary))
        return told(shown("\n".join([*lines, "", self._after()])))

    # --- what is said ---------------------------------------------------------------------

    def answer(self, line: str) -> str:
        """Answer one typed line. Whatever is wrong with it is said in the answer."""
        self.refused = self.broken = None
        try:
            return told(shown(self._answer(line)))
        except RuleViolation as refused:
            self.refused = refused
            subject = str(refused).splitlines()[0].removesuffix(": not allowed.")
            verdict = with_advice(self.view, getattr(refused.order, "order", refused.order), refused.verdict)
            return told(
                shown(f"{refusal_in_words(subject, verdict.reasons, self.game.setup.system)}{self._next_step(subject)}")
            )
        except FmbookError as error:
            return told(shown(f"{error}{self._rescue(error)}"))

    @property
    def course(self) -> Course | None:
        """The steps that lead through this game, if somebody knows any."""
        return self.aside.course if self.aside else None

    def _next_step(self, refused: str) -> str:
        """Say the next step, where the one that is due was to try what has just been refused."""
        if self.course is None or self.course.left:
            return ""
        before = self.course.standing.due
        self.course.heard(refused)
        return f"\n{self.course.in_words()}" if self.course.standing.due != before else ""

    def order(self, line: str) -> str:
        """Give an order in the words of a record, and say what comes of it."""
        return self._order(clean(line))

    def _rescue(self, error: FmbookError) -> str:
        """Keep what could be read of a record that breaks half-way, and say how to go on from there."""
        if not isinstance(error, RecordError) or not error.game:
            return ""
        self.broken, self.rescued = error, error.game
        good = standing(error.game, error.whole)
        return f"\nIts last good position: {good}. Type recover to go on from there; until then, this game goes on."

    def completions(self, line: str) -> tuple[str, ...]:
        """Say what the last word of a line may become."""
        return () if self._curtain else completions(self.view, line, COMMANDS, may_order=self.may_order)

    def news(self) -> str:
        """Say what has happened that this side was not told yet, and what is asked now."""
        return shown(self._after())

    def catch_up(self) -> None:
        """Take what has happened as told, by somebody who shows it in another way."""
        self._heard()

    def _answer(self, line: str) -> str:
        first = line[:40].split()[:1]
        longest = LONGEST_CODE if first and len(first[0]) > 2 and "resume".startswith(first[0].casefold()) else LONGEST
        if len(line) > longest:
            raise OrderError(f"That line has {len(line):,} characters; an order has at most {longest:,}.")
        plain = clean(line)
        if self._curtain:
            return self._lift(plain)
        if not plain:
            return self.asked()
        heard = understand(plain, self.view, COMMANDS, may_order=self.may_order)
        if heard.word in COMMANDS:
            return COMMANDS[heard.word].answer(self, heard)
        return self._order(plain)

    def _order(self, plain: str) -> str:
        if not self.may_order and not self.game.outcome:
            who, viewer = opening(self.game.side), noun(self._viewer)
            raise OrderError(f"{who:decides} now, and this keyboard plays {viewer}. Wait for an answer.")
        if self.aside and (asks := self.aside.asks()):
            raise OrderError(f"First there is something to decide.\n{asks}")
        heard, said = read_throws(understand(plain, self.view, COMMANDS))
        assert heard.word in VERBS
        branch = self.game.what_if
        self.game.do(read_order(self.view, heard), roll=said or None)
        opened = self.game.what_if != branch
        note = f"{WHAT_IF.format(self.game.what_if)}\n" if opened else ""
        return note + self._after()

    # --- after something has happened -------------------------------------------------------

    def _after(self) -> str:
        """Let opponents play, tell what is new and what is asked."""
        told, is_asked = self._heard()
        if self.aside and (news := self.aside.news()):
            told += f"{news}\n"
        return told + self.asked() if is_asked else told

    def _heard(self) -> tuple[str, bool]:
        """Let opponents play, tell what is new, draw the curtain if it is the other's turn to look."""
        while not self.game.outcome and (plays := self._opponents.get(self.game.side)):
            self.game.do(plays(self.game.seen_by(self.game.side), self._chance))
        notices, self._noticed = self.game.notices[self._noticed :], len(self.game.notices)
        told = "".join(f"Note: {notice}\n" for notice in notices) + self._news()
        if self.you is None and not self.game.outcome and self.game.side != self._viewer:
            if any(self.game.state.hands):
                self._curtain = True
                over = f"Pass the keyboard to {noun(self.game.side)}; press Enter when ready."
                return f"{chr(10) * BLANK_LINES}The keyboard changes hands.\n{told}{over}", False
            self._told[self.game.side] = self._told[self._viewer]
            self._viewer = self.game.side
        return told, True

    def _news(self) -> str:
        """The sentences of the diary that this side has not heard."""
        lines = [line.rpartition("  [")[0] for line in self.game.diary]
        fresh = lines[min(self._told[self._viewer], len(lines)) :]
        self._told[self._viewer] = len(lines)
        if len(fresh) > MOST_TOLD:
            left = len(fresh) - MOST_TOLD
            fresh = [f"{left} things happened before this; diary {len(fresh)} tells them all.", *fresh[-MOST_TOLD:]]
        return "".join(f"{spoken(line)}\n" for line in fresh)

    def asked(self) -> str:
        """The question, and who may be ordered how; or that another side is thinking."""
        view = self.view
        if self.may_order and self.aside and (asks := self.aside.asks()):
            return asks
        if self.may_order or self.game.outcome:
            due = due_in_words(view)
            return f"{prompt_in_words(view)}\n{due}" if due else prompt_in_words(view)
        return f"{prompt_in_words(view)} Wait for {noun(self.game.side)}."

    def _lift(self, plain: str) -> str:
        if plain.casefold() == "quit":
            self.over = True
            return "Goodbye."
        if plain:
            return f"The keyboard is passing to {noun(self.game.side)}. Press Enter alone when ready, or type quit."
        self._curtain = False
        self._viewer = self.game.side
        return f"Now you play {noun(self._viewer)}.\n{self._news()}{self.asked()}"

    # --- what commands do to the talk ---------------------------------------------------------

    def undo(self) -> str:
        """Take orders back until this keyboard decides again: those of the last press, and whatever was answered."""
        before = self.game.steps
        try:
            self.game.undo()
            while not self._decides() or self.presses.are_one(before, len(self.game.steps)):
                self.game.undo()
        except RuleViolation:
            for _ in range(len(before) - len(self.game.steps)):
                self.game.redo()
            if self.game.is_shared:  # it is not for one keyboard to say why
                raise
            return NOTHING_GIVEN
        taken = before[len(self.game.steps) :]
        self._told = dict.fromkeys(self.game.sides, len(self.game.diary))
        said = f"Taken back: {_deeds(taken[:1])}{_came_after(len(taken) - 1)}."
        if any(step.thrown for step in taken):
            said += (
                " Redo brings the same throw back. If you throw again the dice fall anew, and the board says what-if."
            )
        return f"{said}\n{self._after()}"

    def redo(self) -> str:
        """Give again what was taken back, until this keyboard decides again."""
        if not self.game.taken_back and not self.game.is_shared:
            return NOTHING_TAKEN_BACK
        before = len(self.game.steps)
        self.game.redo()
        while (not self._decides() or self.presses.go_on(self.game.steps)) and self._can_redo():
            pass
        again = self.game.steps[before:]
        return f"Given again: {_deeds(again)}.\n{self._after()}"

    def _can_redo(self) -> bool:
        try:
            self.game.redo()
        except RuleViolation:
            return False
        return True

    def _decides(self) -> bool:
        return bool(self.game.outcome) or self.you is None or self.game.side == self.you

    def next_hint(self) -> int:
        """Count hints: asking again about the same position goes a step further."""
        moment, level = self._hinted
        here = len(self.game.steps)
        self._hinted = here, min(level + 1, 3) if moment == here else 1
        return self._hinted[1]

    def go_on_with(self, game: Game) -> str:
        """Go on with another game in place of this one."""
        if self.you and self.you not in game.sides:
            raise OrderError(
                f"That game ({game.setup.system}, {game.setup.scenario}) is played by {listed(game.sides)}, and here "
                f"you play {noun(self.you)}. This game goes on; open that one in a place of its own."
            )
        self.game, self.rescued = game, None
        self._sit_down()
        self._told = dict.fromkeys(game.sides, len(game.diary))
        title = game.setup.data["form"].title
        given = len(game.orders)
        return f"This is “{title}”, after {given} order{'s' if given != 1 else ''}.\n{self._after()}"


def _deeds(steps: Iterable[GivenOrder]) -> str:
    """Name orders in words."""
    return listed((deed(step.order) for step in steps if step.order), most=6)


def _came_after(number: int) -> str:
    """Say how many orders went with the one that is named."""
    if number < 1:
        return ""
    return f", and the {number} orders that came after it" if number > 1 else ", and the order that came after it"
