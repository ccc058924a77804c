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
    "What begins with fm. or print: in a box that this button opens; then press Shift and Enter. The box goes away "
    "when the page is opened again. What begins with python: in a terminal, outside of Jupyter or under File, New, "
    "Terminal; the menu Tabs leads back here."
)
TYPED = ("fm.", "print(", "python ")
PACK = "Map, counters, tables, rules, roles and worksheet."
OWN_PAGES = "The lesson on two pages, and the answers."
HANDED_IN = (
    "A code that a table reads out says which answers are right. What was written in sentences, and the games, are "
    "only in its file: choose the files that you got, and they are marked."
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
            ("To print", self._to_print()),
            ("Without a network", form.plan_b),
            ("Handed in", f"a code or files: python -m fmbook grade FOLDER --chapter {self.number} --code CODE"),
            ("Answers", f'fm.answers("{self.number}")'),
            ("Where to type", WHERE_TO_TYPE),
        )

    @property
    def number(self) -> str:
        """The number of the chapter."""
        return self.chapter.partition("_")[0]

    def _plans(self) -> tuple[tuple[str, str], ...]:
        """What to do in so many minutes: from the guide with each part's minutes, as counted, if there is one."""
        if has_guide(self.chapter):
            return tuple((f"{minutes} minutes", planned(self.chapter, minutes)) for minutes in ("10", "25", "50"))
        said = self.form.minutes
        return ("10 minutes", said.ten), ("25 minutes", said.twenty_five), ("50 minutes", said.fifty)

    def _to_print(self) -> str:
        """What has to be on paper, and how to have a whole pack of it."""
        needed = listed(map(told, self.form.to_print), word=told("and"))
        if not has_guide(self.chapter):
            return needed
        pack = f"python -m fmbook print {self.number}"
        return f"All for the class: {pack}. For the teacher, with the answers: {pack} --for teacher. Needed: {needed}"

    def __str__(self) -> str:
        lines = (f"{head:<18} {text}" for head, text in self.rows)
        return "\n".join([f"Lesson card: {self.form.title}", *lines])

    def _repr_markdown_(self) -> str:
        lines = (f"| {head} | {self._cell(head, told(text).translate(MARKUP))} |" for head, text in self.rows)
        table = [f"| **Lesson card** | {self.form.title} |", "| --- | --- |", *lines]
        return "\n".join(["<details><summary>For teachers</summary>", "", *table, "", "</details>"])

    def _cell(self, head: str, text: str) -> str:
        """Add the buttons that our page in Jupyter shows instead of what had to be typed."""
        here = {
            "Answers": _button("key", "Show the answers"),
            "To print": self._printed_here(),
            "Handed in": " ".join(
                (_button("hear-code", "Read a code"), _button("open-files", "Open files"), told(HANDED_IN))
            ),
            "Where to type": f"{_button('box-to-type', 'Open a box to type in')} {told(HERE_TO_TYPE)}",
        }.get(head)
        if not here:
            return text
        kind = "fmbook-elsewhere"
        if head == "Where to type" and not self._has_to_be_typed():
            kind += " fmbook-typed-elsewhere"
        return f'<span hidden class="fmbook-here">{here}</span><span class="{kind}">{text}</span>'

    def _printed_here(self) -> str:
        if not has_guide(self.chapter):
            return ""
        needed = listed(map(told, self.form.to_print), word=told("and")).translate(MARKUP)
        class_, own = _button("pack-class", "Print for the class"), _button("pack-teacher", "Print for the teacher")
        return f"{class_} {told(PACK)} {own} {told(OWN_PAGES)} {told('Needed')}: {needed}"

    def _has_to_be_typed(self) -> bool:
        """Tell whether anything is left on the card that no button does."""
        said = " ".join((self.form.plan_b, *self.form.to_print))
        return any(each in said for each in TYPED)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text("…" if cycle else str(self))


def _button(name: str, label: str) -> str:
    return f'<button class="fmbook-{name}">{told(label)}</button>'


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
