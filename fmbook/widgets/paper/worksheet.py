"""The questions of a chapter on paper, each with its board and room to write, and the answer key."""

from html import escape
from typing import Final

from fmbook.lessons.cards import answers
from fmbook.lessons.decisions import Moment
from fmbook.lessons.essays import Question
from fmbook.lessons.exercises import Exercise, exercises_of, moments_of, questions_of
from fmbook.widgets.board.deskmap import Scene
from fmbook.widgets.board.sectormap import painted

__all__ = ["decisions_sheet", "essay_sheet", "key_sheet", "lined", "questions_sheet"]

HOW: Final = {
    "unit": "Write the name of the unit.",
    "hex": "Write the number.",
    "order": "Write the order: the unit, and where it goes.",
    "number": "Write a number.",
    "chance": "Write a chance, such as 1/3.",
    "choice": "Tick one.",
    "rule": "Write it as a sentence; the machine wants it in code.",
}
LINES: Final = 7  # for an answer in sentences
BROAD: Final = 520  # pixels: pictures of more have small letters, and get more room


def questions_sheet(chapter: str) -> str:
    """Write checks and exercises, then the ticket."""
    asked = exercises_of(chapter)
    door = [each for each in asked if each.name.startswith("t")]
    before = "".join(_asked(each) for each in asked if each not in door)
    at_door = f"<h2>Exit ticket</h2>{''.join(map(_asked, door))}" if door else ""
    return before + at_door


def _asked(asked: Exercise) -> str:
    """A question; choices are ticked, all else is written on a line."""
    choices = "".join(f"<li>{escape(label)}</li>" for label in asked.choices)
    how = HOW[asked.task.sort]
    space = f'<ul class="ticks">{choices}</ul>' if choices else f'<p class="line">{escape(how)}</p>'
    words = f"<div>{_headed(asked.title, asked.task.question)}{space}</div>"
    if asked.task.sort == "rule":
        return f'<section class="question">{words}</section>'
    drawn = painted(Scene(asked.game), asked.window)
    kind = "question broad" if drawn.size[0] > BROAD else "question"
    return f'<section class="{kind}">{words}<figure>{drawn.svg()}</figure></section>'


def essay_sheet(chapter: str) -> str:
    """Write the questions of history with lines below them."""
    return "".join(map(_essay, questions_of(chapter)))


def _essay(asked: Question) -> str:
    return f'<section class="essay">{_headed(asked.title, asked.asked)}{lined(LINES)}</section>'


def decisions_sheet(chapter: str) -> str:
    """Write the moments to pause at; what was chosen stands in the key."""
    return "".join(map(_decision, moments_of(chapter)))


def _decision(asked: Moment) -> str:
    options = "".join(f"<li>({letter}) {escape(option)}</li>" for letter, option in asked.options.items())
    head = _headed(asked.title, asked.asked)
    return f'<section class="essay">{head}<ul class="ticks">{options}</ul><p>Because:</p>{lined(2)}</section>'


def key_sheet(chapter: str) -> str:
    """Write every answer with its reason, levels to judge by, and what was decided in fact."""
    key = answers(chapter)
    asked = "".join(_marked(each) for each in key.exercises)
    judged = "".join(_judged(each) for each in key.questions)
    facts = "".join(map(_fact, moments_of(chapter)))
    return f'<div class="columns">{asked}{judged}{facts}</div>'


def _marked(each: Exercise) -> str:
    right, wrong = _answers(each)
    lines = "".join(f"<li>{escape(text)}</li>" for text in wrong)
    return f"<section>{_headed(each.title, '')}<p>{escape(right)}</p><ul>{lines}</ul></section>"


def _answers(each: Exercise) -> tuple[str, list[str]]:
    """Return the right answer with its reason, and what two wrong ones would bring."""
    first, *more = each.right
    others = f" (also right: {', '.join(more[:6])})" if more else ""
    return f"{each.mark(first)}{others}", [str(each.mark(answer)) for answer in each.task.wrong]


def _judged(each: Question) -> str:
    levels = "".join(f"<li>{escape(level)}</li>" for level in each.essay.rubric)
    return f"<section>{_headed(each.title, '')}<ol>{levels}</ol><p>{escape(each.model)}</p></section>"


def _fact(each: Moment) -> str:
    return f"<section>{_headed(each.title, '')}<p>{escape(each.fact)}</p></section>"


def _headed(title: str, asked: str) -> str:
    question = f'<p class="asked">{escape(asked)}</p>' if asked else ""
    return f'<p class="when">{escape(title)}</p>{question}'


def lined(lines: int) -> str:
    """Draw lines to write on."""
    return f'<div class="lines">{"<i></i>" * lines}</div>'
