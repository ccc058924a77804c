"""Exercises on the page: a question, a small desk to click on, a line to type, hints, and what the engine says."""

from collections.abc import Callable, Sequence
from functools import partial
from html import escape
from typing import Any, Final

from ipywidgets import HBox, VBox

from fmbook.components.tables import Table
from fmbook.core.orders import Order
from fmbook.lessons.exercises import Exercise, MarkedAnswer, Ticket
from fmbook.lessons.progress import Progress, note, progress
from fmbook.widgets.board.deskmap import Scene
from fmbook.widgets.board.sectormap import map_class
from fmbook.widgets.desk import panels
from fmbook.widgets.desk.clicks import Chooser
from fmbook.widgets.essays import EssayBox, headed
from fmbook.widgets.page.glossed import Glossed
from fmbook.widgets.page.guard import guarded
from fmbook.widgets.page.lifetime import DisplayedWidget
from fmbook.widgets.page.told import HTML, Button, Text

__all__ = ["ExerciseBox", "TicketBox", "needed"]

MARKS: Final = {True: "✓ ", False: "✗ ", None: ""}
HINTS: Final = 3
LEADS_TO_THE_COLUMN: Final = 2


class ExerciseBox(DisplayedWidget, VBox):  # type: ignore[misc]  # ipywidgets has no types
    """One exercise. A click on the map, a button or a typed line answers; the reply stands below it."""

    def __init__(
        self, exercise: Exercise, *, hints: bool = True, marked: Callable[[], None] = lambda: None, alone: bool = True
    ) -> None:
        self.exercise, self.marked, self._on_marked = exercise, MarkedAnswer(None, ""), marked
        self._chooser, self._hints = Chooser(exercise.game), 0
        draw, scene = map_class(exercise.game), Scene(exercise.game)
        self.map = draw(scene, self._on_place, self._on_look, self._on_drop, near=exercise.window)
        self.map.call(exercise.title)
        system = exercise.game.setup.system
        self._question = Glossed(question(exercise), system=system)
        self._onward, self._card = HTML(_dom_classes=("fmbook-onward",)), HTML(_dom_classes=("fmbook-aloud",))
        self.map.shell.hear(("rule", "shut"), self._on_rule)
        self.map.shell.hear(("again",), self._on_again)
        self._line = Text(
            description="Your answer", continuous_update=False,
            layout={"width": "auto", "flex": "0 1 300px", "min_width": "0"}, style={"description_width": "initial"},
        )  # fmt: skip
        self._line.observe(self._on_line, "value")
        answers = [self._button(label, partial(self._on_choice, said)) for label, said in exercise.choices.items()]
        typed = [self._line, self._button("Answer", self._on_answer)]
        tools = [self._button("Hint", self._on_hint)] if hints else []
        offered = [HBox(answers, layout={"flex_flow": "row wrap"}, _dom_classes=("fmbook-answers",))] if answers else []
        self._table = Glossed(needed(exercise), system=system)
        table = [self._table] if self._table.value else []
        # what is pressed stands above whatever comes of it, and so in one place
        parts = [*offered, HBox([*typed, *tools]), self.map.shell, self._onward, self._card, *table]
        beside = VBox(parts, layout={"flex": "1 1 420px", "min_width": "0", "width": "420px"})
        below = HBox([self.map, beside], layout={"flex_flow": "row wrap"})
        super().__init__([self._question, below], layout={"margin": "4px 0 12px"})
        self.add_class("fmbook-desk")
        self.add_class("fmbook-exercise")
        self._tie(self.map.shell, alone=alone)
        self.map.say(exercise.how)

    def _button(self, label: str, do: Any) -> Button:
        button = Button(description=label, layout={"width": "auto", "flex": "none", "margin": "2px 6px 2px 0"})
        button.on_click(lambda _: do())
        return button

    # --- what the page sends -------------------------------------------------------------------

    @guarded
    def _on_place(self, place: str) -> None:
        sort, game = self.exercise.task.sort, self.exercise.game
        if sort == "hex":
            self._mark(place)
        elif sort == "unit" and (units := game.units(at=place)):
            self._mark(units[0].id)
        elif sort == "order":
            self._order(place)
        else:
            self.map.say(game.describe(place).replace("\n", " "))
            self._paint(place=place)

    @guarded
    def _on_look(self, place: str) -> None:
        self.map.say(self.exercise.game.describe(place).replace("\n", " "))

    @guarded
    def _on_drop(self) -> None:
        self._chooser = Chooser(self.exercise.game)
        self._paint()

    @guarded
    def _on_choice(self, said: str) -> None:
        self._mark(said)

    @guarded
    def _on_line(self, change: dict[str, Any]) -> None:
        if change["new"].strip():
            self._mark(change["new"])

    @guarded
    def _on_answer(self) -> None:
        self._mark(self._line.value)

    @guarded
    def _on_hint(self) -> None:
        self._hints = min(self._hints + 1, HINTS)
        hint = self.exercise.hint(self._hints)
        if self.marked.right is None:
            self._onward.value = read_up(hint.rules)
        self.map.say(f"Hint {self._hints} of {HINTS}. {hint.text}")
        self._paint(lit=hint.places)
        self._look_like(None)
        if self._hints >= LEADS_TO_THE_COLUMN:
            self._light()

    @guarded
    def _on_rule(self, content: dict[str, Any]) -> None:
        """A word of the trade or a rule's number was pressed: open its card; or shut the one that is open."""
        self._card.value = "" if content.get("what") == "shut" else panels.pressed(content)[0]

    @guarded
    def _on_again(self, _: dict[str, Any]) -> None:
        """Ask anew, as if nothing had been answered."""
        self.marked, self._chooser = MarkedAnswer(None, ""), Chooser(self.exercise.game)
        self._line.value = self._onward.value = ""
        self._look_like(None)
        self.map.say(self.exercise.how)
        self._paint()

    # --- answers ----------------------------------------------------------------------------------

    def _order(self, place: str) -> None:
        meaning = self._chooser.click(place)
        order: Order | None = meaning.order or (meaning.orders[0] if meaning.orders else None)
        if order is None and meaning.verdict is not None:
            self.map.say(str(meaning.verdict).replace("\n", " "))
            self._paint(place=place)
        elif order is not None:
            self._chooser = Chooser(self.exercise.game)
            self._mark(str(order))
        else:
            self._chooser = Chooser(self.exercise.game, meaning.unit)
            self._paint(place=place)
            self.map.say(f"{meaning.unit} is in hand: click where it shall go." if meaning.unit else self.exercise.how)

    def _mark(self, said: str) -> None:
        self.marked = self.exercise.answer(said)
        self.map.say(f"{MARKS[self.marked.right]}{self.marked.text}")
        self._paint(lit=self.marked.places)
        self._look_like(self.marked.right)
        if self.marked.right is not None:
            self._lead_on(right=self.marked.right)
        if self.marked.right:
            self._light()
        self._on_marked()

    def _lead_on(self, *, right: bool) -> None:
        note(self.exercise, right=right)
        standing = progress(self.exercise)
        begun = standing if right else standing._replace(next="") if standing.right else None
        self._question.value = question(self.exercise, begun)
        self._onward.value = onward(self.exercise, standing, right=right) + read_up(self.marked.rules)

    def _light(self) -> None:
        """Light the column in which the answer stands."""
        self._table.value = needed(self.exercise, lit=True)

    def _look_like(self, right: bool | None) -> None:
        for name, shown in (("fmbook-right", right is True), ("fmbook-wrong", right is False)):
            (self.add_class if shown else self.remove_class)(name)

    def _paint(self, place: str = "", lit: tuple[str, ...] = ()) -> None:
        """Show what an answer is about by dots: a red cross says at the board that an order is refused."""
        game, unit = self.exercise.game, self._chooser.unit
        shown = {name for name in lit if name in game.board.places}
        reach = game.reach(unit) if unit else {}
        self.map.paint(Scene(game, unit=unit, place=place, reach=reach, lit=tuple(sorted(shown))))

    # --- without a kernel ----------------------------------------------------------------------------

    def _still(self) -> dict[str, str]:
        return {"text/html": self.on_paper()}

    def on_paper(self) -> str:
        """Write the question as it is asked, with its choices and its map, and without an answer."""
        listed = "".join(f"<li>{escape(label)}</li>" for label in self.exercise.choices)
        choices = f'<ul class="fmbook-choices">{listed}</ul>' if listed else ""
        return f"<section>{question(self.exercise)}{choices}{self.map.svg()}{needed(self.exercise)}</section>"

    def __repr__(self) -> str:
        return str(self.exercise)


class TicketBox(DisplayedWidget, VBox):  # type: ignore[misc]  # ipywidgets has no types
    """The questions of an exit ticket, one below the other, without hints."""

    def __init__(self, ticket: Ticket) -> None:
        self.ticket = ticket
        # a part that closed first would leave nobody to tell the page that the ticket is closed, too
        marked = self._on_marked
        self.boxes = [ExerciseBox(each, hints=False, marked=marked, alone=False) for each in ticket.exercises]
        self.essays = [EssayBox(question, alone=False) for question in ticket.questions]
        self.score = HTML(self._told())
        super().__init__([*self.boxes, self.score, *self.essays])
        self.add_class("fmbook-desk")
        self._tie(*(box.map.shell for box in self.boxes), *(shell for box in self.essays for shell in box._shells))

    def _on_marked(self) -> None:
        self.score.value = self._told()

    def _told(self) -> str:
        """Say how many were answered, and, when all were, how many are right."""
        marked = [box.marked.right for box in self.boxes]
        answered = sum(each is not None for each in marked)
        if answered < len(marked):
            return f'<p role="status" class="fmbook-score">Exit ticket: {answered} of {len(marked)} answered.</p>'
        return (
            f'<p role="status" class="fmbook-score"><strong>Exit ticket: {sum(map(bool, marked))} of {len(marked)} '
            "right.</strong> A wrong answer may be given again.</p>"
        )

    def _still(self) -> dict[str, str]:
        asked = [box.on_paper() for box in self.boxes]
        written = [headed(box.question.title, box.question.asked) for box in self.essays]
        return {"text/html": "".join([*asked, *written])}

    def __repr__(self) -> str:
        return str(self.ticket)


def question(exercise: Exercise, standing: Progress | None = None) -> str:
    """Write the question, and how far its reader has got with those of its kind."""
    head = f"{exercise.title} · {standing}" if standing else exercise.title
    return (
        f'<div class="fmbook-prompt" data-to="{_answered_by(exercise)}"><span class="fmbook-when">{escape(head)}</span>'
        f"<strong>{escape(exercise.task.question)}</strong></div>"
    )


def onward(exercise: Exercise, standing: Progress, *, right: bool) -> str:
    """Lead on from an answer: a wrong one first to another try, then to the next question, where questions follow.

    Between two checks of a chapter stands the rule of the second: it is scrolled past, and may be read first.
    """
    again = f'<button class="jupyter-button fmbook-retry" data-to="{_answered_by(exercise)}">Try again</button>'
    to = escape(standing.next)
    following = f'<button class="jupyter-button fmbook-next" data-next="{to}">Next question</button>'
    return f"{'' if right else again}{following if to else ''}"


def read_up(rules: Sequence[str]) -> str:
    """Lead to the cards of the rules that an answer has named."""
    sections = dict.fromkeys(rule.partition("/")[0] for rule in rules if rule)
    marks = " ".join(filter(None, map(panels.cited, sections)))
    return f'<span class="fmbook-read">To read: {marks}</span>' if marks else ""


def _answered_by(exercise: Exercise) -> str:
    """What a keyboard finds first when a question is asked anew."""
    by = {"choice": ".fmbook-answers button", "unit": "canvas", "hex": "canvas", "order": "canvas"}
    return by.get(exercise.task.sort, "input")


def needed(exercise: Exercise, *, lit: bool = False) -> str:
    """Write the table in which the answer is found, if there is one; with its column lit, if that is wanted."""
    table, column = exercise.task.table(exercise.game), exercise.task.column(exercise.game)
    if table is None:
        return ""
    shown = table.page(column) if lit and column and isinstance(table, Table) else table._repr_html_()
    return f'<div class="fmbook-needed">{shown}</div>'
