"""A question of history on the page: a box to write in, four levels to judge by, a model answer when it is wanted."""

from collections.abc import Callable
from html import escape
from typing import Any

from ipywidgets import VBox

from fmbook.lessons.essays import Question
from fmbook.widgets.desk.controls import Pieces
from fmbook.widgets.page.guard import guarded
from fmbook.widgets.page.lifetime import DisplayedWidget
from fmbook.widgets.page.shell import PageShell
from fmbook.widgets.page.told import HTML, Textarea

__all__ = ["EssayBox", "headed", "pressed"]

INVITATION = "Write two or three sentences, and name a card or a rule."


class EssayBox(DisplayedWidget, VBox):  # type: ignore[misc]  # ipywidgets has no types
    """The question, the text, and what is looked for. What is kept stays with the question, not with the box."""

    def __init__(self, question: Question, *, alone: bool = True) -> None:
        self.question, pieces = question, Pieces()
        self._shell = PageShell(label=question.title, says="" if question.written else INVITATION)
        self.text = Textarea(
            value=question.written, description="Your answer", placeholder=INVITATION, rows=5,
            layout={"width": "100%", "margin": "0"}, style={"description_width": "initial"},
        )  # fmt: skip
        self._help: HTML = pieces.words("fmbook-page")
        keep = pressed(pieces, "Keep my answer", self._on_keep)
        levels = pressed(pieces, "Four levels", self._on_levels)
        model = pressed(pieces, "A model answer", self._on_model)
        parts = [
            HTML(headed(question.title, question.asked)),
            self.text,
            pieces.row(keep, levels, model),
            self._shell,
            self._help,
        ]
        super().__init__(parts, layout={"margin": "4px 0 12px"}, _dom_classes=("fmbook-desk", "fmbook-essay"))
        self._tie(self._shell, alone=alone)

    @guarded
    def _on_keep(self) -> None:
        self._shell.says = self.question.answer(self.text.value)

    @guarded
    def _on_levels(self) -> None:
        levels = "".join(f"<li>{escape(level)}</li>" for level in self.question.essay.rubric)
        self._help.value = f"<section><p>Four levels, from the least to the most:</p><ol>{levels}</ol></section>"

    @guarded
    def _on_model(self) -> None:
        self._help.value = f"<section><p>{escape(self.question.model)}</p></section>"

    def _still(self) -> dict[str, str]:
        return {"text/html": headed(self.question.title, self.question.asked)}

    def __repr__(self) -> str:
        return str(self.question)


def headed(title: str, asked: str) -> str:
    """Write a question under its title."""
    return (
        f'<div class="fmbook-prompt"><span class="fmbook-when">{escape(title)}</span>'
        f"<strong>{escape(asked)}</strong></div>"
    )


def pressed(pieces: Pieces, label: str, do: Callable[[], None]) -> Any:
    """Make a button that does something."""
    button = pieces.button(label)
    button.on_click(lambda _: do())
    return button
