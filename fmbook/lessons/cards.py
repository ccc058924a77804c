"""What a teacher wants of a lesson: its card before, its answers after."""

from typing import Any, final

from fmbook.books.cards import MARKUP
from fmbook.core.calls import checked
from fmbook.core.language import spoken_here, told
from fmbook.lessons.essays import Question
from fmbook.lessons.exercises import Exercise, exercises_of, questions_of
from fmbook.lessons.guide import has_guide
from fmbook.lessons.lesson_plans import planned
from fmbook.lessons.lessonfile import LessonForm, lesson_form, whole_name
from fmbook.lessons.reading_time import time_alone
from fmbook.text.wording import listed

__all__ = ["AnswerKey", "LessonCard", "answers", "lesson"]

WHERE_TO_TYPE = (
    "What begins with fm. or print: in a new box of this page. Press + above the page, click into the box, type, then "
    "press Shift and Enter. What begins with python: in a terminal, outside of Jupyter or under File, New, Terminal."
)
HERE_TO_TYPE = (
    "What begins with fm. or print: in a box that this button opens; then press Shift and Enter. What begins with "
    "python: in a terminal, outside of Jupyter or under File, New, Terminal."
)
MOST = 6  # right answers named; some questions have many


@spoken_here
@final
class LessonCard:
    """Aim, minutes, what to print, and what to do without a network."""

    def __init__(self, chapter: str, form: LessonForm) -> None:
        self.chapter, self.form = chapter, form

    @property
    def rows(self) -> tuple[tuple[str, str], ...]:
        """The card, line by line: what, and the words."""
        form = self.form
        asked = (essay.question for essay in form.essay if essay.kind == "central")
        return (
            ("Aim", form.aim),
            *(("Question", question) for question in asked),
            ("Alone", str(time_alone(self.chapter, form))),
            *self._plans(),
            ("To print", listed(map(told, form.to_print), word=told("and"))),
            ("Without a network", form.plan_b),
            ("Answers", f'fm.answers("{self.chapter.partition("_")[0]}")'),
            ("Where to type", WHERE_TO_TYPE),
        )

    def _plans(self) -> tuple[tuple[str, str], ...]:
        """What to do in so many minutes: from the guide with each part's minutes, as counted, if there is one."""
        if has_guide(self.chapter):
            plans = tuple((f"{minutes} minutes", planned(self.chapter, minutes)) for minutes in ("10", "25", "50"))
            number = self.chapter[:2]
            class_, own = f"python -m fmbook print {number}", f"python -m fmbook print {number} --for teacher"
            return (*plans, ("On paper", f"for the class: {class_}; for you, two pages: {own}"))
        said = self.form.minutes
        return ("10 minutes", said.ten), ("25 minutes", said.twenty_five), ("50 minutes", said.fifty)

    def __str__(self) -> str:
        lines = (f"{head:<18} {text}" for head, text in self.rows)
        return "\n".join([f"Lesson card: {self.form.title}", *lines])

    def _repr_markdown_(self) -> str:
        lines = (f"| {head} | {self._cell(head, told(text).translate(MARKUP))} |" for head, text in self.rows)
        table = [f"| **Lesson card** | {self.form.title} |", "| --- | --- |", *lines]
        return "\n".join(["<details><summary>For teachers</summary>", "", *table, "", "</details>"])

    def _cell(self, head: str, text: str) -> str:
        """Add the buttons that our page in Jupyter shows instead of what had to be typed."""
        elsewhere = f'<span class="fmbook-elsewhere">{text}</span>'
        if head == "Answers":
            return f'<button hidden class="fmbook-key">{told("Show the answers")}</button>{elsewhere}'
        if head == "Where to type":
            button = f'<button class="fmbook-box-to-type">{told("Open a box to type in")}</button>'
            return f'<span hidden class="fmbook-here">{button} {told(HERE_TO_TYPE)}</span>{elsewhere}'
        return text

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text("…" if cycle else str(self))


@final
class AnswerKey:
    """Every question of a chapter with its right answers and why, and what two wrong ones would bring.

    Questions of history come with four levels to judge by and with an answer that would do.
    """

    def __init__(self, exercises: tuple[Exercise, ...], questions: tuple[Question, ...] = ()) -> None:
        self.exercises, self.questions = exercises, questions

    def __str__(self) -> str:
        asked = ["\n".join(self._lines(each)) for each in self.exercises]
        return "\n\n".join([*asked, *("\n".join(_judged(each, "  ")) for each in self.questions)])

    def _repr_markdown_(self) -> str:
        asked = ["\n".join(self._items(each)) for each in self.exercises]
        return "\n\n".join([*asked, *(_in_markdown(each) for each in self.questions)])

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text("…" if cycle else str(self))

    def _lines(self, each: Exercise) -> list[str]:
        right, wrong = self._marked(each)
        return [f"{each.id}  {told(each.task.question)}", f"  {right}", *(f"  {text}" for text in wrong)]

    def _items(self, each: Exercise) -> list[str]:
        right, wrong = self._marked(each)
        said = (text.translate(MARKUP) for text in (right, *wrong))
        return [f"**{each.id}** {told(each.task.question).translate(MARKUP)}\n", *(f"- {text}" for text in said)]

    def _marked(self, each: Exercise) -> tuple[str, list[str]]:
        first, *more = each.right
        others = told(f"(also right: {listed(more, MOST)})") if more else ""
        right = f"{told(str(each.mark(first)))} {others}".strip()
        return right, [told(str(each.mark(answer))) for answer in each.task.wrong]


def _judged(each: Question, indent: str) -> list[str]:
    """Write a question of history with its levels and its model answer."""
    lines = [*each.rubric.split("\n"), each.model]
    return [f"{each.title}  {each.essay.question}", *(f"{indent}{line}" for line in lines)]


def _in_markdown(each: Question) -> str:
    head, *lines = (line.translate(MARKUP) for line in _judged(each, ""))
    return "\n".join([f"**{head}**\n", *(f"- {line}" for line in lines)])


@checked
def lesson(chapter: str) -> LessonCard:
    """Return the lesson card of a chapter: ``fm.lesson("01")``.

    >>> import fmbook as fm
    >>> print(str(fm.lesson("00")).splitlines()[0])
    Lesson card: Start here
    """
    name = whole_name(chapter)
    return LessonCard(name, lesson_form(name))


@checked
def answers(chapter: str) -> AnswerKey:
    """Return the answer key of a chapter, worked out by the engine: ``fm.answers("01")``.

    >>> import fmbook as fm
    >>> str(fm.answers("00")).startswith("00.1")
    True
    """
    return AnswerKey(exercises_of(chapter), questions_of(chapter))
