"""A moment to pause at: what was known, a line for a reason, a button for each option, and then what was chosen."""

from functools import partial
from html import escape

from ipywidgets import VBox

from fmbook.lessons.decisions import Moment
from fmbook.widgets.desk.controls import Pieces
from fmbook.widgets.essays import headed, pressed
from fmbook.widgets.page.guard import guarded
from fmbook.widgets.page.lifetime import DisplayedWidget
from fmbook.widgets.page.shell import PageShell
from fmbook.widgets.page.told import HTML, Text

__all__ = ["DecisionBox"]

INVITATION = "Write a reason, then choose. What was chosen in fact is told afterwards."


class DecisionBox(DisplayedWidget, VBox):  # type: ignore[misc]  # ipywidgets has no types
    """One decision. What was chosen in fact stays hidden until the reader has chosen."""

    def __init__(self, moment: Moment) -> None:
        self.moment, pieces = moment, Pieces()
        self._shell = PageShell(label=moment.title, says=moment.written or INVITATION)
        self.reason = Text(
            description="Your reason", layout={"width": "100%", "margin": "0"}, style={"description_width": "initial"}
        )
        choices = [pressed(pieces, f"({letter})", partial(self._on_choice, letter)) for letter in moment.options]
        self._fact: HTML = pieces.words("fmbook-page", value=_told(moment.fact) if moment.written else "")
        parts = [HTML(_put(moment)), self.reason, pieces.row(*choices), self._shell, self._fact]
        super().__init__(parts, layout={"margin": "4px 0 12px"}, _dom_classes=("fmbook-desk", "fmbook-essay"))
        self._tie(self._shell)

    @guarded
    def _on_choice(self, letter: str) -> None:
        self.moment.choose(letter, self.reason.value)
        self._shell.says = f"Kept: {self.moment.written}"
        self._fact.value = _told(self.moment.fact)

    def _still(self) -> dict[str, str]:
        return {"text/html": _put(self.moment)}

    def __repr__(self) -> str:
        return str(self.moment)


def _put(moment: Moment) -> str:
    """Write who has to decide, what was known, and what could be done."""
    decision = moment.decision
    options = "".join(f"<p>({letter}) {escape(option)}</p>" for letter, option in moment.options.items())
    known = escape(" ".join(decision.known.split()))
    return f"{headed(moment.title, f'{decision.when}. {decision.who}')}<section><p>{known}</p>{options}</section>"


def _told(fact: str) -> str:
    return f"<section><p>{escape(fact)}</p></section>"
