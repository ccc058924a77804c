"""The teacher's guide of a chapter: two pages, the same on paper and on the site."""

from collections.abc import Iterable, Iterator
from html import escape
from typing import Final

from fmbook.lessons.guide import Guide, guide_of
from fmbook.lessons.historyfile import histories, history
from fmbook.lessons.lesson_plans import IN_HAND, Timed, in_hand, timed
from fmbook.lessons.lessonfile import LessonForm, lesson_form, whole_name

__all__ = ["guide_html"]

PLANS: Final = {"50": "One lesson of 50 minutes", "100": "Two lessons"}


def guide_html(chapter: str) -> str:
    """Return the guide as HTML, without a frame."""
    name = whole_name(chapter)
    form, guide = lesson_form(name), guide_of(name)
    return "".join(_parts(name, form, guide))


def _parts(name: str, form: LessonForm, guide: Guide) -> Iterator[str]:
    yield _part("Aim", f"<p>{escape(form.aim)}</p>")
    yield _part("Before the lesson", _list(guide.before))
    for minutes, title in PLANS.items():
        yield _part(title, _plan(timed(name, minutes), in_hand(name, minutes)))
    yield _part("Roles in a team", _pairs((role.name, role.does) for role in guide.role))
    yield _part("What goes wrong", _pairs((each.when, each.do) for each in guide.trouble))
    yield _part("What they take away by mistake", _pairs((each.thinks, each.but) for each in guide.misconception))
    yield _part("Notes on the questions to talk about", _pairs((each.question, each.note) for each in guide.talk))
    if told := tuple(_told(guide)):
        yield _part("What “Questions about my game” asks", _pairs(told))
    if guide.sensitive:
        yield _part("With care", _list(guide.sensitive))
    yield _part("Easier, and harder", _pairs((("Easier", guide.easier), ("Harder", guide.stronger))))
    yield _part("Homework", f"<p>{escape(guide.homework)}</p>")
    yield _part("Four levels to judge by", _levels(form, guide))
    if guide.curriculum:
        yield _part(
            "In the curriculum", _list(f"{each.where}: {each.fits}. ({each.source})" for each in guide.curriculum)
        )


def _told(guide: Guide) -> Iterator[tuple[str, str]]:
    """The questions of the history, in its order, each with its note."""
    system = guide.scenario.partition(":")[0]
    if guide.told and system in histories():
        for talk, note in zip(history(system).talk, guide.told, strict=True):
            yield talk.says, note


def _levels(form: LessonForm, guide: Guide) -> str:
    central = next((essay for essay in form.essay if essay.kind == "central"), None)
    levels = guide.rubric or (central.rubric if central else ())
    asked = f"<p>{escape(central.question)}</p>" if central and not guide.rubric else ""
    return f"{asked}<ol>{''.join(f'<li>{escape(level)}</li>' for level in levels)}</ol>"


def _plan(parts: Iterable[Timed], left: int) -> str:
    lines = [*((part.minutes, part.stage.do) for part in parts), *([(left, f"in hand, {IN_HAND}")] if left else [])]
    rows = "".join(f"<tr><td>{minutes}</td><td>{escape(does)}</td></tr>" for minutes, does in lines)
    return f'<table class="plan"><tr><th>min</th><th>what the class does</th></tr>{rows}</table>'


def _part(title: str, inside: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{inside}</section>"


def _list(lines: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>"


def _pairs(pairs: Iterable[tuple[str, str]]) -> str:
    return "".join(f"<p><b>{escape(head)}</b> {escape(text)}</p>" for head, text in pairs)
