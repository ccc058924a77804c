"""Mark a folder of answers: a table for a gradebook, and a page to read."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

HELP = "Mark the answers that a class has handed in: a CSV for the gradebook, and a page to read."


def add_arguments(parser: ArgumentParser) -> None:
    """Name the folder, and what was read out."""
    parser.add_argument("folder", type=Path, help="where the files answers-table-….json are")
    parser.add_argument("--chapter", default="", help="such as 20; that of most files, if not said")
    parser.add_argument("--code", action="append", default=[], help="a code that was read out; may be said again")


def run(chosen: Namespace) -> int:
    """Write both into the folder; the exit code says whether everything could be marked."""
    from fmbook.core.errors import FmbookError
    from fmbook.lessons.grade_page import page
    from fmbook.lessons.grading import grade
    from fmbook.text.wording import counted

    grades = grade(chosen.folder, chosen.chapter, chosen.code)
    table, told = chosen.folder / "grades.csv", chosen.folder / "grades.html"
    try:
        table.write_text(grades.csv(), encoding="utf-8-sig")
        told.write_text(page(grades), encoding="utf-8")
    except OSError as error:
        raise FmbookError(f"{chosen.folder} cannot be written to: {error.strerror}.") from None
    for problem in grades.problems:
        print(f"{problem.where}: {problem.says}")
    print(f"Marked {counted(len(grades.tables), 'table')}: {table} and {told}.")
    return 1 if grades.problems else 0
