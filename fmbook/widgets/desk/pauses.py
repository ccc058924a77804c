"""Where a desk stops for a decision: the card with what was known, a line for a reason, a button for each option."""

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import anywidget
import traitlets

from fmbook.core.language import told, told_html
from fmbook.text.wording import sentence_of
from fmbook.widgets.page.shell import script
from fmbook.widgets.page.told import Spoken

if TYPE_CHECKING:
    from fmbook.lessons.decisions import Moment

__all__ = ["KEPT", "LATER", "PauseCard", "Pausing", "asked_of"]

KEPT: Final = "Your choice is kept in the record. What was chosen in fact is told when the turn is over."
LATER: Final = "Play on without choosing"
NO_MORE: Final = "This game does not ask again"
REASON: Final = {"reason": "Your reason", "hint": "one sentence; then choose"}

Deed = Callable[[str], None]
"""What a button does with the reason that was written."""


class Part(NamedTuple):
    """A decision to make, or what came of some: ``deeds`` are its buttons."""

    about: str
    words: str
    deeds: dict[str, Deed]
    asks: bool = False

    def as_sent(self) -> dict[str, Any]:
        """Write it for the page."""
        labels = [[label, NO_MORE if label == LATER else label] for label in self.deeds]
        return {"about": self.about, "words": self.words, "labels": labels} | (REASON if self.asks else {})


class PauseCard(Spoken, anywidget.AnyWidget):
    """The place below the buttons at which a game pauses. One widget: a stop is one message, as each answer is."""

    _esm: Final = script(Path(__file__).with_name("pauses.js"))
    put: traitlets.List[dict[str, Any]] = traitlets.List(
        [], help="What stands there: what it is about, words, buttons, perhaps a line to write."
    ).tag(sync=True)
    _parts: tuple[Part, ...] = ()

    def show(self, *parts: Part) -> None:
        """Put these there, and nothing else."""
        self._parts, self.put = parts, [part.as_sent() for part in parts]

    def meant_by(self, press: dict[str, Any]) -> Callable[[], None] | None:
        """Return what a press asks for; None if what it was about has gone, as for a second press."""
        about, said, why = (str(press.get(name, "")) for name in ("about", "label", "reason"))
        deeds = (each for part in self._parts if part.about == about for each in part.deeds.items())
        return next((partial(do, why) for label, do in deeds if said in (label, told(label))), None)

    def _told(self, name: str, value: Any) -> Any:
        return [_told_part(each) for each in value] if name == "put" else value


def _told_part(part: dict[str, Any]) -> dict[str, Any]:
    labels = [[told(each) for each in label] for label in part["labels"]]
    asked = {name: told(part[name]) for name in REASON if name in part}
    return part | {"words": told_html(part["words"]), "labels": labels} | asked


class Pausing:
    """What a desk does where its game pauses; it is mixed into the desk."""

    @cached_property
    def card(self: Any) -> PauseCard:
        """The card, from the first stop on."""
        made = PauseCard()
        made.on_msg(self._on_pause)
        self.parts.pause.children = [made]
        return made

    def show_pause(
        self: Any, asked: "Moment | None", ripe: "tuple[Moment, ...]", decided: "tuple[Moment, ...]"
    ) -> None:
        """Show the decision that waits for the reader, what was chosen in fact, or what has been decided."""
        parts = tuple(self._pause_parts(asked, ripe, decided))
        if parts or "card" in vars(self):
            self.card.show(*parts)

    def _pause_parts(self: Any, asked: Any, ripe: Any, decided: Any) -> Iterator[Part]:
        if ripe:
            yield Part("told", "".join(map(_told, ripe)), {"Close": self._close})
        elif decided:
            yield Part("kept", f"<p>{KEPT}</p>", {"Tell me now": self._tell_now})
        if asked:
            options = {f"({letter}) {says}": partial(self._choose, letter) for letter, says in asked.options.items()}
            yield Part(asked.title, _known(asked, self.you), options | {LATER: self._put_off}, asks=True)

    def _choose(self: Any, letter: str, reason: str) -> None:
        note = self.begin_journal()
        self.aside.known.pauses.choose(letter, reason)
        self._put_down()
        self.say(" ".join(filter(None, [KEPT, self.says_asked(), note])))

    def _put_off(self: Any, _: str) -> None:
        self.aside.known.pauses.put_off()
        self._put_down()
        self.say(self.says_asked())

    def _tell_now(self: Any, _: str) -> None:
        self.aside.known.pauses.hurry()
        self.say(" ".join(moment.fact for moment in self.aside.ripe))

    def _close(self: Any, _: str) -> None:
        self.aside.known.pauses.tell()
        self.say(self.says_asked())


def asked_of(moment: "Moment", you: str | None = None) -> str:
    """Ask for a decision in one line; whose eyes it is seen with is said to whoever plays the other side."""
    meanwhile = "Meanwhile, on the other side. " if _is_of_the_others(moment, you) else ""
    return f"{meanwhile}Pause and decide: {moment.decision.who}. {moment.decision.when}."


def _is_of_the_others(moment: "Moment", you: str | None) -> bool:
    return you is not None and moment.decision.side != you


def _known(moment: "Moment", you: str | None) -> str:
    said = [_introduced(moment)] if _is_of_the_others(moment, you) else []
    return "".join(f"<p>{escape(' '.join(each.split()))}</p>" for each in (*said, moment.decision.known))


def _introduced(moment: "Moment") -> str:
    eyes = "You see it with their eyes for this one question; then you play on as before."
    return f"{moment.decision.now} {eyes}".strip()


def _told(moment: "Moment") -> str:
    """Write what was chosen here, and what was chosen in fact, by whom and when."""
    of = f"{moment.decision.who}. {moment.decision.when}"
    chosen = f"You chose {sentence_of(moment.written)}"
    return f"<p><strong>{escape(of)}.</strong> {escape(chosen)}</p><p>{escape(moment.fact)}</p>"
