"""Where a desk stops for a decision: the card with what was known, a line for a reason, a button for each option."""

from html import escape
from typing import TYPE_CHECKING, Final, final

from ipywidgets import VBox

from fmbook.text.wording import sentence_of
from fmbook.widgets.desk.controls import Pieces
from fmbook.widgets.page.told import HTML, Text

if TYPE_CHECKING:
    from fmbook.lessons.decisions import Moment

__all__ = ["KEPT", "ChoiceBox", "ToldBox", "asked_of"]

KEPT: Final = "Your choice is kept in the record. What was chosen in fact is told when the turn is over."
LATER: Final = "Play on without choosing"


@final
class ChoiceBox(VBox):  # type: ignore[misc]  # ipywidgets has no types
    """One moment to decide: ``options`` are its buttons by letter."""

    def __init__(self, moment: "Moment", pieces: Pieces, you: str | None = None) -> None:
        self.moment = moment
        self.reason = Text(
            description="Your reason", placeholder="one sentence; then choose",
            layout={"width": "100%", "margin": "0"}, style={"description_width": "initial"},
        )  # fmt: skip
        self.options = {letter: pieces.button(f"({letter}) {says}") for letter, says in moment.options.items()}
        self.later = pieces.button(LATER, "This game does not ask again")
        said = [_introduced(moment)] if _is_of_the_others(moment, you) else []
        told = "".join(f"<p>{escape(' '.join(each.split()))}</p>" for each in (*said, moment.decision.known))
        known = HTML(f"<section>{told}</section>")
        row = pieces.row(*self.options.values(), self.later)
        super().__init__([known, self.reason, row], layout=pieces.plain, _dom_classes=("fmbook-choice",))


@final
class ToldBox(VBox):  # type: ignore[misc]  # ipywidgets has no types
    """What was decided: a button tells at once what was chosen in fact; when the turn is over it stands there."""

    def __init__(self, moments: "tuple[Moment, ...]", pieces: Pieces, *, ripe: bool) -> None:
        self.done = pieces.button("Close" if ripe else "Tell me now")
        said = [_told(moment) for moment in moments] if ripe else [f"<p>{KEPT}</p>"]
        # the button first: “Close” stands where “Tell me now” was pressed, however much is told
        parts = [pieces.row(self.done), HTML(f"<section>{''.join(said)}</section>")]
        super().__init__(parts, layout=pieces.plain, _dom_classes=("fmbook-choice",))


def asked_of(moment: "Moment", you: str | None = None) -> str:
    """Ask for a decision in one line; whose eyes it is seen with is said to whoever plays the other side."""
    meanwhile = "Meanwhile, on the other side. " if _is_of_the_others(moment, you) else ""
    return f"{meanwhile}Pause and decide: {moment.decision.who}. {moment.decision.when}."


def _is_of_the_others(moment: "Moment", you: str | None) -> bool:
    return you is not None and moment.decision.side != you


def _introduced(moment: "Moment") -> str:
    eyes = "You see it with their eyes for this one question; then you play on as before."
    return f"{moment.decision.now} {eyes}".strip()


def _told(moment: "Moment") -> str:
    """Write what was chosen here, and what was chosen in fact, by whom and when."""
    of = f"{moment.decision.who}. {moment.decision.when}"
    chosen = f"You chose {sentence_of(moment.written)}"
    return f"<p><strong>{escape(of)}.</strong> {escape(chosen)}</p><p>{escape(moment.fact)}</p>"
