"""What the buttons of a lesson card ask (``card.js`` of our page in Jupyter): answers, marks of what was handed in."""

from collections.abc import Iterable
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from fmbook.core.errors import FmbookError
from fmbook.core.language import told
from fmbook.lessons.cards import answers
from fmbook.lessons.grade_page import page
from fmbook.lessons.grading import grade
from fmbook.lessons.handin import BadHandIn, Marks, marks_of_code
from fmbook.text.wording import listed

__all__ = ["answers_in_markdown", "code_in_words", "marked_page"]


def answers_in_markdown(chapter: str) -> str:
    """Return the answer key of a chapter as Markdown."""
    return answers(chapter)._repr_markdown_()


def code_in_words(code: str) -> str:
    """Say what a code that was read out tells, or why it tells nothing.

    >>> code_in_words("00-7-287T")
    'Chapter 00, table 7: 1 right (00.1), 0 wrong.'
    """
    try:
        return told(_in_words(marks_of_code(code)))
    except BadHandIn as error:
        return told(str(error))


def _in_words(marks: Marks) -> str:
    right, wrong = ([id_ for id_, well in marks.right.items() if well is wanted] for wanted in (True, False))
    parts = (
        f"{len(ids)} {word}{f' ({listed(ids)})' if ids else ''}" for ids, word in ((right, "right"), (wrong, "wrong"))
    )
    return f"Chapter {marks.chapter.partition('_')[0]}, table {marks.table}: {', '.join(parts)}."


def marked_page(chapter: str, files: Iterable[tuple[str, str]]) -> str:
    """Return a page of marks for files that were handed in, each a name and what it holds."""
    with TemporaryDirectory() as folder:
        for number, (name, text) in enumerate(files):
            place = Path(folder) / f"{number:04} {Path(name).name}"
            place.with_suffix(".json").write_text(text, encoding="utf-8")
        try:
            return page(grade(Path(folder), chapter))
        except FmbookError as error:
            return f"<!doctype html><meta charset='utf-8'><p>{escape(str(error))}</p>"
